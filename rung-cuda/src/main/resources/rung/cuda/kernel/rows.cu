/*
 * Dense work on rows of floats, one for each line of a side: sums over the lines, and small products line by line. All of it waits for
 * memory: each kernel reads and writes its rows once.
 */

/* The sums over lines are computed in parts of `part` lines, each by a block; a second kernel adds the parts up in order. */
#define TILE 32
#define PAIRS 8

/*
 * Computes Σ a·bᵀ over the lines of a part, in double precision, where a are the first `m` numbers of a row of `widthA` and b all `n` of a row
 * of `n`. Threads take pairs of numbers; the rows of TILE lines are in shared memory: (m + n)·TILE floats.
 */
extern "C" __global__ void productsOfParts(
        int lines, int part, const float *a, int widthA, int m, const float *b, int n, double *out) {
    extern __shared__ float tile[];
    float *tileA = tile;
    float *tileB = tile + TILE * m;
    int from = blockIdx.x * part;
    int to = min(lines, from + part);
    int pairs = m * n;
    for (int first = 0; first < pairs; first += PAIRS * blockDim.x) {
        double sums[PAIRS] = {};
        for (int base = from; base < to; base += TILE) {
            int count = min(TILE, to - base);
            __syncthreads();
            for (int k = threadIdx.x; k < count * m; k += blockDim.x) {
                tileA[k] = a[(size_t) (base + k / m) * widthA + k % m];
            }
            for (int k = threadIdx.x; k < count * n; k += blockDim.x) {
                tileB[k] = b[(size_t) base * n + k];
            }
            __syncthreads();
#pragma unroll
            for (int p = 0; p < PAIRS; p++) {
                int pair = first + p * blockDim.x + threadIdx.x;
                if (pair < pairs) {
                    const float *x = tileA + pair / n;
                    const float *y = tileB + pair % n;
                    for (int k = 0; k < count; k++) {
                        sums[p] += (double) x[k * m] * y[k * n];
                    }
                }
            }
        }
#pragma unroll
        for (int p = 0; p < PAIRS; p++) {
            int pair = first + p * blockDim.x + threadIdx.x;
            if (pair < pairs) {
                out[(size_t) blockIdx.x * pairs + pair] = sums[p];
            }
        }
    }
}

/* Computes Σ x or Σ x² over the lines of a part, for each number x of a row. A block has a multiple of `width` threads, at most 512. */
extern "C" __global__ void sumsOfParts(int lines, int part, const float *rows, int width, int isSquared, double *out) {
    __shared__ double strands[512];
    int from = blockIdx.x * part;
    int to = min(lines, from + part);
    int k = threadIdx.x % width;
    int count = blockDim.x / width;
    double sum = 0;
    for (int line = from + threadIdx.x / width; line < to; line += count) {
        double x = rows[(size_t) line * width + k];
        sum += isSquared ? x * x : x;
    }
    strands[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x < width) {
        for (int strand = 1; strand < count; strand++) {
            sum += strands[strand * width + k];
        }
        out[(size_t) blockIdx.x * width + k] = sum;
    }
}

__device__ double sumOfWarp(double x) {
#pragma unroll
    for (int d = WARP / 2; d > 0; d /= 2) {
        x += __shfl_xor_sync(ALL, x, d);
    }
    return x;
}

/* Adds up the numbers of a part, one for each line. A block is a warp. */
extern "C" __global__ void totalsOfParts(int lines, int part, const double *x, double *out) {
    int from = blockIdx.x * part;
    int to = min(lines, from + part);
    double sum = 0;
    for (int k = from + laneId(); k < to; k += WARP) {
        sum += x[k];
    }
    sum = sumOfWarp(sum);
    if (laneId() == 0) {
        out[blockIdx.x] = sum;
    }
}

/* Adds up parts: out[k] ← Σ over the parts of in[part·n + k]. A warp for each k. */
extern "C" __global__ void addParts(int parts, int n, const double *in, double *out) {
    int k = warpId();
    if (k < n) {
        double sum = 0;
        for (int part = laneId(); part < parts; part += WARP) {
            sum += in[(size_t) part * n + k];
        }
        sum = sumOfWarp(sum);
        if (laneId() == 0) {
            out[k] = sum;
        }
    }
}

/*
 * Computes out_k ← Σ_t m[k·n + t]·row_t for `count` numbers of a row from `first` on, times the scale of the line, if there is one; numbers behind
 * the last row of m are 0. So many rows of m are in shared memory, transposed, so that threads of a warp read neighbors.
 */
extern "C" __global__ void multiplyRows(
        int lines, const float *rows, int n, const float *m, int rowsOfM, int first, int count, const float *scale, float *out,
        int width) {
    extern __shared__ float matrix[];
    for (int k = threadIdx.x; k < count * n; k += blockDim.x) {
        int row = first + k / n;
        matrix[(k % n) * count + k / n] = row < rowsOfM ? m[(size_t) row * n + k % n] : 0;
    }
    __syncthreads();
    long long all = (long long) lines * count;
    for (long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x; at < all; at += (long long) gridDim.x * blockDim.x) {
        size_t line = at / count;
        int k = at % count;
        float sum = 0;
        for (int t = 0; t < n; t++) {
            sum += matrix[t * count + k] * rows[line * n + t];
        }
        out[line * width + first + k] = scale ? scale[line] * sum : sum;
    }
}

/* Multiplies each row by the scale of its line. */
extern "C" __global__ void scaleRows(int lines, const float *rows, int width, const float *scale, float *out) {
    long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (at < (long long) lines * width) {
        out[at] = scale[at / width] * rows[at];
    }
}

/* out ← a∘b, number by number. */
extern "C" __global__ void multiplyElements(long long count, const float *a, const float *b, float *out) {
    long long k = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count) {
        out[k] = a[k] * b[k];
    }
}

/* out ← out + a, number by number. */
extern "C" __global__ void addElements(long long count, const float *a, float *out) {
    long long k = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count) {
        out[k] += a[k];
    }
}

/* Rows of `width`: the first m numbers of a's rows, then the first n of b's, then 0. */
extern "C" __global__ void joinRows(
        int lines, const float *a, int widthA, int m, const float *b, int widthB, int n, float *out, int width) {
    long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (at < (long long) lines * width) {
        size_t line = at / width;
        int k = at % width;
        out[at] = k < m ? a[line * widthA + k] : k < m + n ? b[line * widthB + k - m] : 0;
    }
}

/* For each line c·‖x‖², where c is its coefficient. */
extern "C" __global__ void penalties(int lines, const float *rows, int width, const float *c, double *out) {
    int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line < lines) {
        double sum = 0;
        for (int k = 0; k < width; k++) {
            double x = rows[(size_t) line * width + k];
            sum += x * x;
        }
        out[line] = c[line] * sum;
    }
}

/* Fills the columns from `from` to `to` with normal numbers times `scale`. */
extern "C" __global__ void randomize(int lines, float *rows, int width, int from, int to, float scale, unsigned long long key) {
    long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (at < (long long) lines * (to - from)) {
        int line = at / (to - from);
        int k = from + at % (to - from);
        rows[(size_t) line * width + k] = scale * normal(key, line, k);
    }
}

/* out ← row·x, times the scale of the line, if there is one. */
extern "C" __global__ void combineRows(int lines, const float *rows, int n, const float *x, const float *scale, double *out) {
    int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line < lines) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += (double) x[k] * rows[(size_t) line * n + k];
        }
        out[line] = scale ? scale[line] * sum : sum;
    }
}

/*
 * Moves the rows of a side to another width, without one column (0 for none); the bias stays last. What is new is 0.
 */
extern "C" __global__ void resizeRows(int lines, const float *rows, int width, int without, float *out, int outWidth) {
    long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (at < (long long) lines * outWidth) {
        size_t line = at / outWidth;
        int k = at % outWidth;
        int from = without > 0 && k >= without ? k + 1 : k;
        out[at] = k == outWidth - 1 ? rows[line * width + width - 1] : from < width - 1 ? rows[line * width + from] : 0;
    }
}

/* Sets a column: s times a number for each line. */
extern "C" __global__ void setColumn(int lines, float *rows, int width, int column, const double *x, double s) {
    int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line < lines) {
        rows[(size_t) line * width + column] = s * x[line];
    }
}

/* Rows in the order of the host: (x_1 … x_r, bias, 1, 0 …), of the same width. */
extern "C" __global__ void hostRows(int lines, const float *rows, int width, int rank, float last, float *out) {
    long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (at < (long long) lines * width) {
        const float *row = rows + at / width * width;
        int k = at % width;
        out[at] = k < rank ? row[k + 1] : k == rank ? row[width - 1] : k == rank + 1 ? last : 0;
    }
}

/* How uncertain the means are: max(0, square − mean²) of the columns 1 to `rank`, else 0. */
extern "C" __global__ void variancesOfRows(
        int lines, const float *mean, const float *square, int width, int rank, float *out) {
    long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (at < (long long) lines * width) {
        int k = at % width;
        out[at] = k >= 1 && k <= rank ? fmaxf(0, square[at] - mean[at] * mean[at]) : 0;
    }
}

/*
 * The squared error of each entry that was held out, (clip(u·v + both biases + mean) − y)², for rows as lines.cuh has them. A thread for each entry: 12
 * bytes, and 8·width of two rows.
 */
extern "C" __global__ void heldOutErrors(
        int count, const int *i, const int *j, const float *y, const float *left, const float *right, int width, double mean,
        double low, double high, double *out) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < count) {
        const float *u = left + (size_t) i[e] * width;
        const float *v = right + (size_t) j[e] * width;
        double sum = mean + u[width - 1] + v[width - 1];
        for (int k = 1; k < width - 1; k++) {
            sum += (double) u[k] * v[k];
        }
        double error = fmin(high, fmax(low, sum)) - y[e];
        out[e] = error * error;
    }
}

/* Computes Σ over a line's entries of x_j², times y_i². A warp for each line. */
extern "C" __global__ void squaredNorms(
        int lines, const int *start, const int *index, const double *y, const double *x, double *out) {
    int line = warpId();
    if (line >= lines) {
        return;
    }
    double sum = 0;
    for (int e = start[line] + laneId(); e < start[line + 1]; e += WARP) {
        double at = x[index[e]];
        sum += at * at;
    }
    sum = sumOfWarp(sum);
    if (laneId() == 0) {
        out[line] = sum * y[line] * y[line];
    }
}
