/*
 * Draws the lines of a side from their posteriors, given the other side: for each line x
 *
 *     (FᵀF + D)·x = Fᵀy + D·e,    the draw is that plus normal numbers of covariance s²·(FᵀF + D)⁻¹
 *
 * where F has the rows of the other side at the line's entries, D is the diagonal of shrinkage and e what is expected of the line.
 *
 * The row (1, x, 0, bias) of the other side becomes (1, x, 0, y − bias): its products with itself contain FᵀF, in the last row Fᵀy, and in
 * the corner Σ y². The unknowns are (bias, x_1 … x_r); padding is solved as x = 0.
 *
 * Eight entries are a multiplication of tensor cores, 16×8 by 8×8, rounded to 11 bits with sums in single precision. A lane has the Q = W/8
 * numbers Qg … Qg+Q−1 of entries t and t+4, where g = lane/4 and t = lane%4. They serve as either factor:
 *
 *              entry t   t+4                                         column  2t       2t+1
 *     number g  a0       a2    of block q = 2I                number g    c0       c1      of blocks 2I and J
 *     number g  a1       a3    of block q = 2I+1              number g    c2       c3      of blocks 2I+1 and J
 *
 * where number g of block q stands for index Q·g + q of the row. By symmetry blocks J < 2I are left out.
 *
 * For each entry: 8 bytes of the entry, 4·W of the other side's row; W·(W+8)/2 multiplications. For each line: W³/6, and 20·W bytes.
 */
#define Q (W / 8)
#define TILES (Q * (Q + 2) / 4)
#define PITCH (W + 4)
#define UNKNOWNS (W - 1)

struct Prior {
    const float *shrinkage; // D for each unknown, 1 for padding
    const float *expected;  // e for each unknown of each line; null for 0
    float ridge;            // times the number of entries in place of the shrinkage of x; 0 for none
    float noise;            // s²
    float chance;           // s; 0 to take the mean of the posterior
    unsigned long long key; // of the random numbers
    int rank;
};

struct Averages {
    const float *step;   // for each unknown, the weight of this draw
    const float *factor; // for each unknown, what multiplies it
};

struct Lines {
    const int *start;
    const int *index;
    const float *values;
};

/* Loads a lane's numbers of a row; zeros for entry -1. */
__device__ __forceinline__ void load(const float *rows, int line, int g, float (&f)[Q]) {
    const float *row = rows + (size_t) max(line, 0) * W + Q * g;
#if Q % 4 == 0
#pragma unroll
    for (int q = 0; q < Q; q += 4) {
        float4 four = line < 0 ? make_float4(0, 0, 0, 0) : __ldg(reinterpret_cast<const float4 *>(row + q));
        f[q] = four.x;
        f[q + 1] = four.y;
        f[q + 2] = four.z;
        f[q + 3] = four.w;
    }
#else
#pragma unroll
    for (int q = 0; q < Q; q += 2) {
        float2 two = line < 0 ? make_float2(0, 0) : __ldg(reinterpret_cast<const float2 *>(row + q));
        f[q] = two.x;
        f[q + 1] = two.y;
    }
#endif
}

/* Adds the products of some entries. */
__device__ void accumulate(float (&sums)[TILES][4], const Lines &lines, const float *other, int from, int to) {
    int lane = laneId();
    int g = lane / 4;
    int t = lane % 4;
    for (int base = from; base < to; base += WARP) {
        bool isThere = base + lane < to;
        int entry = isThere ? lines.index[base + lane] : -1;
        float y = isThere ? lines.values[base + lane] : 0;
        float f[8][Q]; // of entries t, t + 4, t + 8, …
#pragma unroll
        for (int s = 0; s < 8; s++) {
            load(other, __shfl_sync(ALL, entry, 4 * s + t), g, f[s]);
        }
#pragma unroll
        for (int s = 0; s < 8; s++) {
            float value = __shfl_sync(ALL, y, 4 * s + t);
            f[s][Q - 1] = g == 7 ? value - f[s][Q - 1] : f[s][Q - 1];
        }
#pragma unroll
        for (int s = 0; s < 8; s += 2) {
            unsigned a[Q], b[Q];
#pragma unroll
            for (int q = 0; q < Q; q++) {
                a[q] = rounded(f[s][q]);
                b[q] = rounded(f[s + 1][q]);
            }
            int n = 0;
#pragma unroll
            for (int i = 0; i < Q; i += 2) {
#pragma unroll
                for (int j = i; j < Q; j++) {
                    multiply(sums[n++], a[i], a[i + 1], b[i], b[i + 1], a[j], b[j]);
                }
            }
        }
    }
}

/* Spreads the sums out into a symmetric matrix. */
__device__ void spread(const float (&sums)[TILES][4], float *s) {
    int g = laneId() / 4;
    int t = laneId() % 4;
    int n = 0;
#pragma unroll
    for (int i = 0; i < Q; i += 2) {
#pragma unroll
        for (int j = i; j < Q; j++) {
#pragma unroll
            for (int c = 0; c < 4; c++) {
                int row = Q * g + i + c / 2;
                int column = Q * (2 * t + c % 2) + j;
                s[row * PITCH + column] = sums[n][c];
                s[column * PITCH + row] = sums[n][c];
            }
            n++;
        }
    }
    __syncwarp();
}

__device__ __forceinline__ double sumOf(double x) {
#pragma unroll
    for (int d = WARP / 2; d > 0; d /= 2) {
        x += __shfl_xor_sync(ALL, x, d);
    }
    return x;
}

/* What the posterior of a line is, for the lane of an unknown. */
struct Posterior {
    float mean;
    float drawn;
    float precision;
    double squares; // Σ (y − f·x)² of the draw, in every lane
};

/*
 * Solves a line. Lane i has row i of L, where L·Lᵀ are the normal equations; their last row is the right-hand side, so that L's is the
 * solution of the lower triangle.
 */
__device__ Posterior solve(
        float *s, const Prior &prior, int line, int entries, float uncertainty) {
    int lane = laneId();
    int i = lane % W;
    bool isUnknown = lane < UNKNOWNS;
    bool isUsed = lane <= prior.rank;
    float shrinkage = isUnknown ? prior.shrinkage[i] : 0;
    if (prior.ridge > 0 && lane > 0 && isUsed) {
        shrinkage = prior.ridge * max(1, entries);
    }
    float expected = isUsed && prior.expected ? prior.expected[(size_t) line * W + i] : 0;
    float right = isUnknown ? s[UNKNOWNS * PITCH + i] : 0;
    float total = s[UNKNOWNS * PITCH + UNKNOWNS];
    float added = shrinkage + uncertainty;
    __syncwarp();
    if (isUnknown) {
        s[i * PITCH + i] += added;
        s[UNKNOWNS * PITCH + i] = right + shrinkage * expected;
    }
    __syncwarp();
    float precision = s[i * PITCH + i];
    float a[W];
#pragma unroll
    for (int k = 0; k < W; k++) {
        a[k] = s[i * PITCH + k];
    }
    float inverse = 0; // of this lane's diagonal element of L
    bool isDefinite = true;
#pragma unroll
    for (int j = 0; j < UNKNOWNS; j++) {
        float x = a[j];
#pragma unroll
        for (int k = 0; k < j; k++) {
            x -= a[k] * s[j * PITCH + k];
        }
        float pivot = __shfl_sync(ALL, x, j);
        isDefinite = isDefinite && pivot > 0;
        float root = rsqrtf(pivot);
        inverse = i == j ? root : inverse;
        a[j] = x * root;
        __syncwarp();
        if (lane < W && i >= j) {
            s[i * PITCH + j] = a[j];
        }
        __syncwarp();
    }
    float z = isUsed && prior.chance > 0 ? prior.chance * normal(prior.key, line, lane) : 0;
    float forward = isUnknown ? s[UNKNOWNS * PITCH + i] : 0;
    float mean = forward;
    float drawn = forward + z;
    float norm = drawn;
#pragma unroll
    for (int k = UNKNOWNS - 1; k >= 0; k--) {
        float l = i < k ? s[k * PITCH + i] : 0;
        mean = i == k ? mean * inverse : mean;
        drawn = i == k ? drawn * inverse : drawn;
        mean -= l * __shfl_sync(ALL, mean, k);
        drawn -= l * __shfl_sync(ALL, drawn, k);
    }
    mean = isUsed ? mean : 0;
    drawn = isUsed ? drawn : 0;
    bool isSolved = isDefinite && isfinite(mean) && isfinite(drawn);
    if (!__all_sync(ALL, isSolved)) { // the numbers are beyond single precision: take the prior
        float least = fmaxf(shrinkage, 1.17549435e-38f);
        right = 0;
        added = shrinkage;
        precision = least;
        mean = expected;
        norm = isUsed ? sqrtf(least) * expected + z : 0;
        drawn = isUsed ? norm * rsqrtf(least) : 0;
    }
    double square = isUsed ? (double) norm * norm - (2.0 * right + (double) added * drawn) * drawn : 0;
    return {mean, drawn, precision, total + sumOf(square)};
}

/* Where an unknown is in the row of a line. */
__device__ __forceinline__ int place(int unknown) {
    return unknown == 0 ? W - 1 : unknown;
}

__device__ void record(
        const Posterior &x, const Averages &averages, int line, float *draw, float *mean, float *square, double *squares) {
    int lane = laneId();
    if (lane < UNKNOWNS) {
        size_t at = (size_t) line * W + place(lane);
        float step = averages.step[lane];
        float factor = averages.factor[lane];
        float scaled = factor * x.drawn;
        draw[at] = x.drawn;
        mean[at] += step * (factor * x.mean - mean[at]);
        square[at] += step * (scaled * scaled - square[at]);
    }
    if (lane == 0) {
        squares[line] = x.squares;
    }
}

/* Draws the lines of one piece, and leaves the sums of the others. */
extern "C" __global__ void __launch_bounds__(128) drawPieces(
        const Piece *pieces, int count, Lines lines, const float *other, Prior prior, Averages averages, float *slots,
        float *draw, float *mean, float *square, double *squares) {
    __shared__ float shared[4][W * PITCH];
    float *s = shared[threadIdx.x / WARP];
    if (warpId() >= count) {
        return;
    }
    Piece piece = pieces[warpId()];
    float sums[TILES][4] = {};
    accumulate(sums, lines, other, piece.from, piece.to);
    if (piece.slot >= 0) {
#pragma unroll
        for (int n = 0; n < TILES * 4; n++) {
            slots[((size_t) piece.slot * TILES * 4 + n) * WARP + laneId()] = sums[n / 4][n % 4];
        }
        return;
    }
    spread(sums, s);
    Posterior x = solve(s, prior, piece.line, piece.to - piece.from, 0);
    record(x, averages, piece.line, draw, mean, square, squares);
}

__device__ void addUp(float (&sums)[TILES][4], const LongLine &of, const float *slots) {
    for (int slot = of.slot; slot < of.slot + of.count; slot++) {
#pragma unroll
        for (int n = 0; n < TILES * 4; n++) {
            sums[n / 4][n % 4] += slots[((size_t) slot * TILES * 4 + n) * WARP + laneId()];
        }
    }
}

/* Draws the lines of several pieces from the sums that these left. */
extern "C" __global__ void __launch_bounds__(128) drawLong(
        const LongLine *longLines, int count, Lines lines, Prior prior, Averages averages, const float *slots, float *draw,
        float *mean, float *square, double *squares) {
    __shared__ float shared[4][W * PITCH];
    float *s = shared[threadIdx.x / WARP];
    if (warpId() >= count) {
        return;
    }
    LongLine of = longLines[warpId()];
    float sums[TILES][4] = {};
    addUp(sums, of, slots);
    spread(sums, s);
    Posterior x = solve(s, prior, of.line, lines.start[of.line + 1] - lines.start[of.line], 0);
    record(x, averages, of.line, draw, mean, square, squares);
}

/* Computes means and variances of the posteriors of all lines, given means and variances of the other side. A warp for each line. */
extern "C" __global__ void __launch_bounds__(128) posteriors(
        int count, Lines lines, const float *other, const float *variances, Prior prior, float *means, float *ownVariances) {
    __shared__ float shared[4][W * PITCH];
    float *s = shared[threadIdx.x / WARP];
    int line = warpId();
    if (line >= count) {
        return;
    }
    int lane = laneId();
    int from = lines.start[line];
    int to = lines.start[line + 1];
    float sums[TILES][4] = {};
    accumulate(sums, lines, other, from, to);
    spread(sums, s);
    float uncertainty = 0;
    for (int e = from; e < to; e++) {
        uncertainty += lane > 0 && lane <= prior.rank ? variances[(size_t) lines.index[e] * W + lane] : 0;
    }
    Posterior x = solve(s, prior, line, to - from, uncertainty);
    if (lane < UNKNOWNS) {
        size_t at = (size_t) line * W + place(lane);
        means[at] = x.mean;
        ownVariances[at] = lane > 0 && lane <= prior.rank ? prior.noise / x.precision : 0;
    }
    if (lane == 0) {
        means[(size_t) line * W] = 1;
        ownVariances[(size_t) line * W] = 0;
    }
}
