/*
 * The loops of KernelBenchmark in C, on data of the same shapes: plain loops that are left to the compiler. REAL is float or
 * double. The argument is the rank, so that the compiler does not know it. Prints the name of each benchmark and the
 * microseconds of a call in its best iteration.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 10000, COLUMNS = 20000, ENTRIES = 100, DENSE_ROWS = 2000, REFIT_ITERATIONS = 3 };

static int rank;
static REAL *u, *v, *values, *out, *x, *y, *block, *row, *gram, *solution, *residual, *observed, *dense;
static int *columns, *column_starts, *rows_by_column;

static REAL dot(const REAL *restrict a, const REAL *restrict b, int n) {
    REAL sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static void axpy(REAL s, const REAL *restrict a, REAL *restrict b, int n) {
    for (int i = 0; i < n; i++) {
        b[i] += s * a[i];
    }
}

static void combine(const REAL *s, const int *index, int n, const REAL *restrict b, REAL *restrict sum) {
    memset(sum, 0, rank * sizeof(REAL));
    for (int k = 0; k < n; k++) {
        axpy(s[k], b + (long) (index ? index[k] : k) * rank, sum, rank);
    }
}

static void sampled_product(void) {
    for (int i = 0; i < ROWS; i++) {
        for (int k = i * ENTRIES; k < (i + 1) * ENTRIES; k++) {
            out[k] = dot(u + i * rank, v + columns[k] * rank, rank);
        }
    }
}

static REAL sparse_dot(int from, int to, const int *restrict index) {
    REAL sum = 0;
    for (int k = from; k < to; k++) {
        sum += values[k] * x[index[k]];
    }
    return sum;
}

static void sparse_times_vector(void) {
    for (int i = 0; i < ROWS; i++) {
        y[i] = sparse_dot(i * ENTRIES, (i + 1) * ENTRIES, columns);
    }
}

static void sparse_transposed_times_vector(void) {
    for (int j = 0; j < COLUMNS; j++) {
        y[j] = sparse_dot(column_starts[j], column_starts[j + 1], rows_by_column);
    }
}

static void sparse_times_block(void) {
    for (int i = 0; i < ROWS; i++) {
        combine(values + i * ENTRIES, columns + i * ENTRIES, ENTRIES, v, block + i * rank);
    }
}

/* The lower triangle of the rows' Gram matrix plus a ridge, its Cholesky factor in place, and both triangular solves. */
static void solve_gram(REAL ridge) {
    memset(gram, 0, rank * rank * sizeof(REAL));
    for (int k = 0; k < ENTRIES; k++) {
        for (int i = 0; i < rank; i++) {
            axpy(row[k * rank + i], row + k * rank, gram + i * rank, i + 1);
        }
    }
    for (int i = 0; i < rank; i++) {
        REAL *line = gram + i * rank;
        line[i] += ridge;
        for (int j = 0; j < i; j++) {
            line[j] = (line[j] - dot(line, gram + j * rank, j)) / gram[j * rank + j];
        }
        line[i] = sqrt(line[i] - dot(line, line, i));
    }
    for (int i = 0; i < rank; i++) {
        solution[i] = (solution[i] - dot(gram + i * rank, solution, i)) / gram[i * rank + i];
    }
    for (int i = rank - 1; i >= 0; i--) {
        solution[i] /= gram[i * rank + i];
        axpy(-solution[i], gram + i * rank, solution, i);
    }
}

static void normal_equations(void) {
    combine(observed, NULL, ENTRIES, row, solution);
    solve_gram(0);
}

static void refits(void) {
    for (int i = 0; i < ROWS; i++) {
        const int *index = columns + i * ENTRIES;
        for (int k = 0; k < ENTRIES; k++) {
            memcpy(row + k * rank, v + index[k] * rank, rank * sizeof(REAL));
        }
        combine(values + i * ENTRIES, index, ENTRIES, v, solution);
        solve_gram(1);
        memcpy(block + i * rank, solution, rank * sizeof(REAL));
    }
}

static void least_squares_refit(void) {
    for (int j = 0; j < rank; j++) {
        solution[j] = 1;
    }
    for (int iteration = 0; iteration < REFIT_ITERATIONS; iteration++) {
        for (int k = 0; k < ENTRIES; k++) {
            residual[k] = dot(row + k * rank, solution, rank);
        }
        combine(residual, NULL, ENTRIES, row, solution);
    }
}

static void dense_residual(void) {
    for (int k = 0; k < DENSE_ROWS; k++) {
        out[k] = dot(dense + k * rank, u, rank) - values[k];
    }
}

static REAL *uniform(int n) {
    REAL *a = aligned_alloc(64, ((size_t) n * sizeof(REAL) + 63) / 64 * 64);
    for (int i = 0; i < n; i++) {
        a[i] = (REAL) rand() / RAND_MAX;
    }
    return a;
}

static int ascending(const void *a, const void *b) {
    return *(const int *) a - *(const int *) b;
}

static void fill(void) {
    int entries = ROWS * ENTRIES;
    u = uniform(ROWS * rank);
    v = uniform(COLUMNS * rank);
    values = uniform(entries);
    out = uniform(entries);
    x = uniform(COLUMNS);
    y = uniform(COLUMNS);
    block = uniform(ROWS * rank);
    row = uniform(ENTRIES * rank);
    gram = uniform(rank * rank);
    solution = uniform(rank);
    residual = uniform(ENTRIES);
    observed = uniform(ENTRIES);
    dense = uniform(DENSE_ROWS * rank);
    columns = malloc(entries * sizeof(int));
    rows_by_column = malloc(entries * sizeof(int));
    column_starts = calloc(COLUMNS + 2, sizeof(int));
    for (int k = 0; k < entries; k++) {
        columns[k] = rand() % COLUMNS;
        column_starts[columns[k] + 2]++;
    }
    for (int i = 0; i < ROWS; i++) {
        qsort(columns + i * ENTRIES, ENTRIES, sizeof(int), ascending);
    }
    for (int j = 0; j < COLUMNS; j++) {
        column_starts[j + 2] += column_starts[j + 1];
    }
    for (int k = 0; k < entries; k++) {
        rows_by_column[column_starts[columns[k] + 1]++] = k / ENTRIES;
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void measure(const char *name, void (*benchmark)(void)) {
    double best = INFINITY;
    for (int iteration = 0; iteration < 9; iteration++) {
        int calls = 0;
        double began = seconds();
        double elapsed;
        do {
            benchmark();
            calls++;
            elapsed = seconds() - began;
        } while (elapsed < 0.2);
        best = fmin(best, elapsed / calls);
    }
    printf("%s %.3f\n", name, best * 1e6);
}

int main(int count, char **arguments) {
    rank = count > 1 ? atoi(arguments[1]) : 32;
    fill();
    measure("sampledProduct", sampled_product);
    measure("sparseTimesVector", sparse_times_vector);
    measure("sparseTransposedTimesVector", sparse_transposed_times_vector);
    measure("sparseTimesBlock", sparse_times_block);
    measure("normalEquations", normal_equations);
    measure("leastSquaresRefit", least_squares_refit);
    measure("denseResidual", dense_residual);
    measure("refits", refits);
    return 0;
}
