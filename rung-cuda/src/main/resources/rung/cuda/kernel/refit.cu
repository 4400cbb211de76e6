/*
 * Refits the lines of a side of preferences, given the other side: for each line x
 *
 *     (α·FᵀF + Σ w·f·fᵀ + c·I)·x = a·Σ w·b·f
 *
 * where f are the rows of the other side at the line's entries, w their weights, a·b their targets: a scale of the line times one of the other
 * side's. α·FᵀF, over all rows of the other side, is the same for every line. A row has W numbers, a multiple of 32; those behind the rank are 0.
 *
 * A block has a piece of a line, and each of its PARTS warps a part of the products f·fᵀ: the rows 2p and Q−2−2p of the tiles that draw.cu
 * explains, which are Q + 2 tiles together. So a warp keeps 4·(Q + 2) sums in its registers, whatever W is.
 *
 * For each entry: 8 bytes of the entry, 4 of the other side's scale, 4·W of its row; W·(W + 8)/2 multiplications. For each line: W³/6, and
 * 8·W·(W + 8) bytes for the sums on their way from one kernel to the next.
 */
#define Q (W / 8)
#define PARTS (Q / 4)
#define TILES (Q + 2)
#define SUMS (PARTS * TILES * 4 * WARP) // of a slot

/* Loads a lane's numbers of a row; zeros for entry -1. */
__device__ __forceinline__ void load(const float *rows, int line, int g, float (&f)[Q]) {
    const float4 *row = reinterpret_cast<const float4 *>(rows + (size_t) max(line, 0) * W + Q * g);
#pragma unroll
    for (int q = 0; q < Q / 4; q++) {
        float4 four = line < 0 ? make_float4(0, 0, 0, 0) : __ldg(row + q);
        f[4 * q] = four.x;
        f[4 * q + 1] = four.y;
        f[4 * q + 2] = four.z;
        f[4 * q + 3] = four.w;
    }
}

/* The tiles of rows i = 2p and i = Q − 2 − 2p, where p is the part: f by its place in the row must be known when this is compiled. */
template <int P>
__device__ __forceinline__ void multiplyTiles(
        float (&sums)[TILES][4], const unsigned (&a)[Q], const unsigned (&b)[Q], const unsigned (&weighedA)[Q],
        const unsigned (&weighedB)[Q]) {
    int n = 0;
#pragma unroll
    for (int half = 0; half < 2; half++) {
        const int i = half == 0 ? 2 * P : Q - 2 - 2 * P;
#pragma unroll
        for (int j = i; j < Q; j++) {
            multiply(sums[n++], weighedA[i], weighedA[i + 1], weighedB[i], weighedB[i + 1], a[j], b[j]);
        }
    }
}

/* Adds up f·fᵀ and w·b·f over some entries; the second in the first part alone. */
template <int P>
__device__ __forceinline__ void accumulate(
        float (&sums)[TILES][4], float (&right)[Q], const int *index, const float *weights, const float *other,
        const float *otherScale, int from, int to) {
    int lane = laneId();
    int g = lane / 4;
    int t = lane % 4;
    for (int base = from; base < to; base += WARP) {
        bool isThere = base + lane < to;
        int entry = isThere ? index[base + lane] : -1;
        float weight = isThere ? weights[base + lane] : 0;
        float target = P == 0 && isThere ? weight * otherScale[entry] : 0;
#pragma unroll
        for (int s = 0; s < 4; s++) {
            float f[Q], h[Q];
            load(other, __shfl_sync(ALL, entry, 8 * s + t), g, f);
            load(other, __shfl_sync(ALL, entry, 8 * s + 4 + t), g, h);
            float w0 = __shfl_sync(ALL, weight, 8 * s + t);
            float w1 = __shfl_sync(ALL, weight, 8 * s + 4 + t);
            if (P == 0) {
                float t0 = __shfl_sync(ALL, target, 8 * s + t);
                float t1 = __shfl_sync(ALL, target, 8 * s + 4 + t);
#pragma unroll
                for (int q = 0; q < Q; q++) {
                    right[q] += t0 * f[q] + t1 * h[q];
                }
            }
            unsigned a[Q], b[Q], weighedA[Q], weighedB[Q];
#pragma unroll
            for (int q = 0; q < Q; q++) {
                a[q] = rounded(f[q]);
                b[q] = rounded(h[q]);
                weighedA[q] = rounded(w0 * f[q]);
                weighedB[q] = rounded(w1 * h[q]);
            }
            multiplyTiles<P>(sums, a, b, weighedA, weighedB);
        }
    }
}

template <int P>
__device__ void sumPiece(
        const Piece &piece, int slot, const int *index, const float *weights, const float *other, const float *otherScale,
        float *sums, float *rights) {
    float own[TILES][4] = {};
    float right[Q] = {};
    accumulate<P>(own, right, index, weights, other, otherScale, piece.from, piece.to);
#pragma unroll
    for (int n = 0; n < TILES * 4; n++) {
        sums[(size_t) slot * SUMS + (P * TILES * 4 + n) * WARP + laneId()] = own[n / 4][n % 4];
    }
    if (P == 0) {
#pragma unroll
        for (int q = 0; q < Q; q++) { // over the four lanes that have the same numbers of other entries
            right[q] += __shfl_xor_sync(ALL, right[q], 1);
            right[q] += __shfl_xor_sync(ALL, right[q], 2);
            if (laneId() % 4 == 0) {
                rights[(size_t) slot * W + Q * (laneId() / 4) + q] = right[q];
            }
        }
    }
}

/* Leaves the sums of the pieces from `first` on: in their own slots if `isLong`, else one after another. A block of PARTS warps for each. */
extern "C" __global__ void __launch_bounds__(32 * PARTS) sumPieces(
        const Piece *pieces, int first, int isLong, const int *index, const float *weights, const float *other,
        const float *otherScale, float *sums, float *rights) {
    Piece piece = pieces[first + blockIdx.x];
    if (isLong != (piece.slot >= 0)) {
        return;
    }
    int slot = isLong ? piece.slot : blockIdx.x;
    switch (threadIdx.x / WARP) {
        case 0:
            sumPiece<0>(piece, slot, index, weights, other, otherScale, sums, rights);
            break;
#if PARTS > 1
        case 1:
            sumPiece<1>(piece, slot, index, weights, other, otherScale, sums, rights);
            break;
#endif
#if PARTS > 2
        case 2:
            sumPiece<2>(piece, slot, index, weights, other, otherScale, sums, rights);
            break;
#endif
#if PARTS > 3
        case 3:
            sumPiece<3>(piece, slot, index, weights, other, otherScale, sums, rights);
            break;
#endif
    }
}

/* Where the lower triangle has row i. */
__device__ __forceinline__ int triangle(int i) {
    return i * (i + 1) / 2;
}

/*
 * Solves a line whose sums are in `count` slots from `slot` on. Thread i has row i of L, thread W the right-hand side, which is one row more. The lower
 * triangle is in shared memory: W·(W+1)/2 floats, and then 2·W.
 */
__device__ void solveLine(
        int line, int slot, int count, int entries, int rank, const float *sums, const float *rights, const float *common,
        float ridge, float ownScale, float *rows) {
    extern __shared__ float s[];
    float *y = s + triangle(W);
    float *x = y + W;
    __shared__ float pivot;
    __shared__ int isDefinite;
    int i = threadIdx.x;
    if (entries == 0) { // nothing pulls it away from zero
        if (i < W) {
            rows[(size_t) line * W + i] = 0;
        }
        return;
    }
    for (int at = threadIdx.x; at < SUMS; at += blockDim.x) {
        int lane = at % WARP;
        int n = at / WARP;
        int c = n % 4;
        int tile = n / 4 % TILES;
        int part = n / 4 / TILES;
        int upper = Q - 2 * part; // tiles of the part's first row
        int tileRow = tile < upper ? 2 * part : Q - 2 - 2 * part;
        int tileColumn = tileRow + (tile < upper ? tile : tile - upper);
        int blockRow = tileRow + c / 2;
        int row = Q * (lane / 4) + blockRow;
        int column = Q * (2 * (lane % 4) + c % 2) + tileColumn;
        if (blockRow <= tileColumn && (blockRow != tileColumn || row >= column)) { // others are there twice
            float sum = 0;
            for (int k = slot; k < slot + count; k++) {
                sum += sums[(size_t) k * SUMS + at];
            }
            int high = max(row, column);
            int low = min(row, column);
            s[triangle(high) + low] = sum + common[high * W + low] + (high == low ? ridge : 0);
        }
    }
    if (i < W) {
        float sum = 0;
        for (int k = slot; k < slot + count; k++) {
            sum += rights[(size_t) k * W + i];
        }
        y[i] = ownScale * sum;
    }
    if (i == 0) {
        isDefinite = 1;
    }
    __syncthreads();
    float *own = i < W ? s + triangle(i) : y;
    float diagonal = i < W ? own[i] : 0;
    for (int j = 0; j < rank; j++) {
        float z = 0;
        bool isBelow = i >= j && i <= W && (i < rank || i == W);
        if (isBelow) {
            z = own[j];
            for (int k = 0; k < j; k++) {
                z -= own[k] * s[triangle(j) + k];
            }
        }
        if (i == j) {
            pivot = z;
            if (!(z > 1e-6f * diagonal)) {
                isDefinite = 0;
            }
        }
        __syncthreads();
        if (isBelow) {
            own[j] = z * rsqrtf(pivot);
        }
        __syncthreads();
    }
    for (int k = rank - 1; k >= 0; k--) {
        if (i == k) {
            x[k] = y[k] / s[triangle(k) + k];
        }
        __syncthreads();
        if (i < k) {
            y[i] -= s[triangle(k) + i] * x[k];
        }
        __syncthreads();
    }
    int isSolved = __syncthreads_and(isDefinite && (i >= rank || isfinite(x[i])));
    if (isSolved && i < W) { // else the line stays as it was
        rows[(size_t) line * W + i] = i < rank ? x[i] : 0;
    }
}

/* Solves the lines of one piece that sumPieces left one after another. A block of W + 32 threads for each. */
extern "C" __global__ void solvePieces(
        const Piece *pieces, int first, int rank, const float *sums, const float *rights, const float *common,
        const float *ridge, const float *ownScale, float *rows) {
    Piece piece = pieces[first + blockIdx.x];
    if (piece.slot < 0) {
        solveLine(
                piece.line, blockIdx.x, 1, piece.to - piece.from, rank, sums, rights, common, ridge[piece.line],
                ownScale[piece.line], rows);
    }
}

/* Solves the lines of several pieces. A block of W + 32 threads for each. */
extern "C" __global__ void solveLong(
        const LongLine *longLines, int rank, const float *sums, const float *rights, const float *common, const float *ridge,
        const float *ownScale, float *rows) {
    LongLine of = longLines[blockIdx.x];
    solveLine(
            of.line, of.slot, of.count, 1, rank, sums, rights, common, ridge[of.line], ownScale[of.line], rows);
}
