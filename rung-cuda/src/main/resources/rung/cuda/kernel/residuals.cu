/*
 * Multiplies the residuals U·Vᵀ − M at the entries by a block of N = 16 vectors, and adds up their squares.
 *
 * Eight lanes have an entry, W/8 numbers of the other side's row and two of the block's row each; a warp has four entries at a time.
 *
 *     lane      0 … 7     8 … 15    16 … 23   24 … 31
 *     entry     e         e + 1     e + 2     e + 3
 *
 * For each entry: 8 bytes of the entry, 4·W of the other side's row, 64 of the block's; W + 16 multiplications.
 */
#define N 16
#define Q (W / 8)

/* The sums of a piece: the product for lanes 0 to 7, two numbers each, and the squares for all of them. */
struct Sums {
    float2 product;
    double squares;
};

__device__ Sums multiplied(
        const Piece &piece, const int *index, const float *values, const float *own, const float *other, const float *block) {
    int lane = laneId();
    int part = lane % 8;
    float u[Q]; // the line's own row, with its first and last number exchanged
#pragma unroll
    for (int q = 0; q < Q; q++) {
        int k = Q * part + q;
        int at = k == 0 ? W - 1 : k == W - 1 ? 0 : k;
        u[q] = own[(size_t) piece.line * W + at];
    }
    float2 product = make_float2(0, 0);
    double squares = 0;
    for (int base = piece.from; base < piece.to; base += WARP) {
        bool isThere = base + lane < piece.to;
        int entry = isThere ? index[base + lane] : 0;
        float y = isThere ? values[base + lane] : 0;
        int count = min(WARP, piece.to - base);
        float chunk = 0;
#pragma unroll
        for (int e = 0; e < WARP; e += 4) {
            int k = e + lane / 8;
            int line = __shfl_sync(ALL, entry, k);
            float value = __shfl_sync(ALL, y, k);
            const float2 *row = reinterpret_cast<const float2 *>(other + (size_t) line * W + Q * part);
            float2 b = block ? __ldg(reinterpret_cast<const float2 *>(block + (size_t) line * N) + part) : make_float2(0, 0);
            float dot = 0;
#pragma unroll
            for (int q = 0; q < Q; q += 2) {
                float2 v = __ldg(row + q / 2);
                dot += u[q] * v.x + u[q + 1] * v.y;
            }
            float sum = sumOfEight(dot);
            float residual = k < count ? sum - value : 0;
            product.x += residual * b.x;
            product.y += residual * b.y;
            chunk += residual * residual;
        }
        squares += chunk;
    }
#pragma unroll
    for (int d = 8; d < WARP; d *= 2) {
        product.x += __shfl_xor_sync(ALL, product.x, d);
        product.y += __shfl_xor_sync(ALL, product.y, d);
        squares += __shfl_xor_sync(ALL, squares, d);
    }
    return {product, squares};
}

__device__ void put(const Sums &sums, size_t at, float scale, float *out, double *squares) {
    int lane = laneId();
    if (lane < N / 2 && out) {
        reinterpret_cast<float2 *>(out)[at * (N / 2) + lane] = make_float2(scale * sums.product.x, scale * sums.product.y);
    }
    if (lane == 0) {
        squares[at] = sums.squares;
    }
}

/* The product of each line, times its scale (null for 1), and its squares; pieces of long lines leave theirs in slots. */
extern "C" __global__ void residualPieces(
        const Piece *pieces, int count, const int *index, const float *values, const float *own, const float *other,
        const float *block, const float *scale, float *out, double *squares, float *slots, double *slotSquares) {
    if (warpId() >= count) {
        return;
    }
    Piece piece = pieces[warpId()];
    Sums sums = multiplied(piece, index, values, own, other, block);
    if (piece.slot < 0) {
        put(sums, piece.line, scale ? scale[piece.line] : 1, out, squares);
    } else {
        put(sums, piece.slot, 1, out ? slots : nullptr, slotSquares);
    }
}

/* Adds up the slots of long lines. A warp for each line. */
extern "C" __global__ void residualLong(
        const LongLine *longLines, int count, const float *scale, float *out, double *squares, const float *slots,
        const double *slotSquares) {
    if (warpId() >= count) {
        return;
    }
    LongLine of = longLines[warpId()];
    int lane = laneId();
    if (lane < N && out) {
        float sum = 0;
        for (int slot = of.slot; slot < of.slot + of.count; slot++) {
            sum += slots[(size_t) slot * N + lane];
        }
        out[(size_t) of.line * N + lane] = (scale ? scale[of.line] : 1) * sum;
    }
    if (lane == N) {
        double sum = 0;
        for (int slot = of.slot; slot < of.slot + of.count; slot++) {
            sum += slotSquares[slot];
        }
        squares[of.line] = sum;
    }
}
