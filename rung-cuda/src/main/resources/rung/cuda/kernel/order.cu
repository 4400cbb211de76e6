/*
 * Sorts entries (key, other, value) by their keys, eight bits at a time, the lowest first; entries of the same key keep their order [Knu98,
 * 5.2.5]. A block has a tile of entries, each of its warps a part of the tile.
 *
 *     countDigits   how often each of 256 digits occurs in each tile        counts[digit][tile]
 *     scan…         where each tile's entries of each digit begin           the sums before each count
 *     placeDigits   moves the entries there, in runs
 *
 * For each entry and digit: 4 bytes read, then 12 read and 12 written.
 */
#define DIGITS 256
#define WARPS 8
#define PER_WARP 1024
#define TILE (WARPS * PER_WARP)

extern "C" __global__ void countDigits(int count, const int *keys, int shift, int tiles, int *counts) {
    __shared__ int digits[DIGITS];
    digits[threadIdx.x] = 0;
    __syncthreads();
    long long from = (long long) blockIdx.x * TILE;
    long long to = min((long long) count, from + TILE);
    for (long long k = from + threadIdx.x; k < to; k += blockDim.x) {
        atomicAdd(&digits[(keys[k] >> shift) & (DIGITS - 1)], 1); // a sum of integers has no order
    }
    __syncthreads();
    counts[(size_t) threadIdx.x * tiles + blockIdx.x] = digits[threadIdx.x];
}

#define SCAN 1024

/* Replaces each of SCAN numbers by the sum of those before it; leaves their total. */
extern "C" __global__ void scanTiles(int count, int *x, int *totals) {
    __shared__ int sums[SCAN];
    int at = blockIdx.x * SCAN + threadIdx.x;
    int own = at < count ? x[at] : 0;
    sums[threadIdx.x] = own;
    __syncthreads();
    for (int d = 1; d < SCAN; d *= 2) {
        int before = threadIdx.x >= d ? sums[threadIdx.x - d] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
        __syncthreads();
    }
    if (at < count) {
        x[at] = sums[threadIdx.x] - own;
    }
    if (threadIdx.x == SCAN - 1) {
        totals[blockIdx.x] = sums[threadIdx.x];
    }
}

extern "C" __global__ void addTotals(int count, int *x, const int *totals) {
    int at = blockIdx.x * SCAN + threadIdx.x;
    if (at < count) {
        x[at] += totals[blockIdx.x];
    }
}

/* Puts an array of a tile in order in shared memory, and from there in runs of the same digit to its places. */
template <typename T>
__device__ __forceinline__ void move(
        const T *in, T *out, const int (&local)[PER_WARP / WARP], long long from, long long to, int count, int *staged,
        const unsigned char *digits, const int *offsets) {
#pragma unroll
    for (int k = 0; k < PER_WARP / WARP; k++) {
        long long at = from + k * WARP + laneId();
        if (at < to) {
            reinterpret_cast<T *>(staged)[local[k]] = in[at];
        }
    }
    __syncthreads();
    for (int k = threadIdx.x; k < count; k += blockDim.x) {
        out[k + offsets[digits[k]]] = reinterpret_cast<T *>(staged)[k];
    }
    __syncthreads();
}

extern "C" __global__ void __launch_bounds__(DIGITS, 2) placeDigits(
        int count, const int *keys, const int *others, const float *values, int shift, int tiles, const int *places,
        int *outKeys, int *outOthers, float *outValues) {
    __shared__ unsigned short next[WARPS][DIGITS]; // the place in the tile of each warp's next entry of each digit
    __shared__ int offsets[DIGITS];                // from the place in the tile to the place among all, for each digit
    __shared__ int staged[TILE];
    extern __shared__ unsigned char digits[]; // of the entries of the tile, in order
    int warp = threadIdx.x / WARP;
    int lane = laneId();
    int *sums = staged; // for a while
    for (int k = threadIdx.x; k < WARPS * DIGITS; k += blockDim.x) {
        next[k / DIGITS][k % DIGITS] = 0;
    }
    __syncthreads();
    long long first = (long long) blockIdx.x * TILE;
    long long from = first + (long long) warp * PER_WARP;
    long long to = min((long long) count, from + PER_WARP);
    int local[PER_WARP / WARP]; // the place in the tile of each of the thread's entries; first among its digit, and the digit
#pragma unroll
    for (int k = 0; k < PER_WARP / WARP; k++) {
        long long at = from + k * WARP + lane;
        bool isThere = at < to;
        int digit = isThere ? (keys[at] >> shift) & (DIGITS - 1) : DIGITS;
        unsigned same = __match_any_sync(ALL, digit);
        int before = __popc(same & ((1u << lane) - 1));
        local[k] = isThere ? (next[warp][digit] + before) * DIGITS + digit : -1;
        __syncwarp();
        if (isThere && before == 0) {
            next[warp][digit] += __popc(same);
        }
        __syncwarp();
    }
    __syncthreads();
    int all = 0; // how often this thread's digit occurs; there are as many threads as digits
    for (int w = 0; w < WARPS; w++) {
        int ofWarp = next[w][threadIdx.x];
        next[w][threadIdx.x] = all;
        all += ofWarp;
    }
    sums[threadIdx.x] = all;
    __syncthreads();
    for (int d = 1; d < DIGITS; d *= 2) {
        int before = threadIdx.x >= d ? sums[threadIdx.x - d] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
        __syncthreads();
    }
    int start = sums[threadIdx.x] - all; // of this thread's digit in the tile
    offsets[threadIdx.x] = places[(size_t) threadIdx.x * tiles + blockIdx.x] - start;
    for (int w = 0; w < WARPS; w++) {
        next[w][threadIdx.x] += start;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < PER_WARP / WARP; k++) {
        if (local[k] >= 0) {
            int digit = local[k] % DIGITS;
            local[k] = local[k] / DIGITS + next[warp][digit];
            digits[local[k]] = digit;
        }
    }
    int there = (int) min((long long) TILE, count - first);
    __syncthreads();
    move(keys, outKeys, local, from, to, there, staged, digits, offsets);
    move(others, outOthers, local, from, to, there, staged, digits, offsets);
    move(values, outValues, local, from, to, there, staged, digits, offsets);
}

/* Where the entries of each line begin, given sorted keys; at the end their number. */
extern "C" __global__ void lineStarts(int count, const int *keys, int lines, int *start) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k > count || k < 0) {
        return;
    }
    int before = k == 0 ? -1 : keys[k - 1];
    int key = k == count ? lines : keys[k];
    for (int line = before + 1; line <= key; line++) {
        start[line] = k;
    }
}

/* Computes Σ x and Σ x² in parts of TILE numbers; a thread adds up every 256th, and the threads' sums are added up in order. */
extern "C" __global__ void momentsOfParts(int count, const float *x, double *out) {
    __shared__ double sums[2][256];
    long long from = (long long) blockIdx.x * TILE;
    long long to = min((long long) count, from + TILE);
    double sum = 0;
    double squares = 0;
    for (long long k = from + threadIdx.x; k < to; k += 256) {
        sum += x[k];
        squares += (double) x[k] * x[k];
    }
    sums[0][threadIdx.x] = sum;
    sums[1][threadIdx.x] = squares;
    __syncthreads();
    if (threadIdx.x < 2) {
        double total = 0;
        for (int k = 0; k < 256; k++) {
            total += sums[threadIdx.x][k];
        }
        out[2 * (size_t) blockIdx.x + threadIdx.x] = total;
    }
}

/* Subtracts the mean from each value. */
extern "C" __global__ void subtract(int count, float *x, double mean) {
    long long k = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count) {
        x[k] = x[k] - mean;
    }
}
