/*
 * Adds up the rows of the other side where a line has entries, each times the weight of the entry (null for 1), and all times the line's scale (null
 * for 1): a product with a sparse matrix.
 * A row has N numbers, 16, 32, 64 or 128; N/4 lanes have four each, and a warp has 128/N entries at a time.
 *
 * For each entry: 4 or 8 bytes of the entry, 4·N of the row; N multiplications.
 */
#define LANES (N / 4)
#define ENTRIES (WARP / LANES)

__device__ __forceinline__ void add(float4 &to, float4 x) {
    to.x += x.x;
    to.y += x.y;
    to.z += x.z;
    to.w += x.w;
}

extern "C" __global__ void patternPieces(
        const Piece *pieces, int count, const int *index, const float *weights, const float *rows, const float *scale, float *out,
        float *slots) {
    if (warpId() >= count) {
        return;
    }
    Piece piece = pieces[warpId()];
    int lane = laneId();
    float4 sum = make_float4(0, 0, 0, 0);
    for (int base = piece.from; base < piece.to; base += WARP) {
        int entry = base + lane < piece.to ? index[base + lane] : -1;
        float weight = weights && base + lane < piece.to ? weights[base + lane] : 1;
#pragma unroll
        for (int e = 0; e < WARP; e += ENTRIES) {
            int line = __shfl_sync(ALL, entry, e + lane / LANES);
            float w = __shfl_sync(ALL, weight, e + lane / LANES);
            if (line >= 0) {
                float4 x = __ldg(reinterpret_cast<const float4 *>(rows + (size_t) line * N) + lane % LANES);
                add(sum, make_float4(w * x.x, w * x.y, w * x.z, w * x.w));
            }
        }
    }
#pragma unroll
    for (int d = LANES; d < WARP; d *= 2) {
        float4 other = make_float4(
                __shfl_xor_sync(ALL, sum.x, d), __shfl_xor_sync(ALL, sum.y, d), __shfl_xor_sync(ALL, sum.z, d),
                __shfl_xor_sync(ALL, sum.w, d));
        add(sum, other);
    }
    if (lane < LANES) {
        float s = piece.slot < 0 && scale ? scale[piece.line] : 1;
        float4 *to = reinterpret_cast<float4 *>(piece.slot < 0 ? out + (size_t) piece.line * N : slots + (size_t) piece.slot * N);
        to[lane] = make_float4(s * sum.x, s * sum.y, s * sum.z, s * sum.w);
    }
}

/* Adds up the slots of long lines. A warp for each line. */
extern "C" __global__ void patternLong(
        const LongLine *longLines, int count, const float *scale, float *out, const float *slots) {
    if (warpId() >= count) {
        return;
    }
    LongLine of = longLines[warpId()];
    for (int k = laneId(); k < N; k += WARP) {
        float sum = 0;
        for (int slot = of.slot; slot < of.slot + of.count; slot++) {
            sum += slots[(size_t) slot * N + k];
        }
        out[(size_t) of.line * N + k] = (scale ? scale[of.line] : 1) * sum;
    }
}
