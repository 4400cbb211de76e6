/*
 * What all kernels share.
 *
 * A line is a row or a column of the matrix of ratings: a user or an item. Its factors are a row of W floats:
 *
 *     index   0   1 … r     r+1 … W-2   W-1
 *             1   x_1…x_r   0           bias
 *
 * so that the row of another line, with its first and last number exchanged, times this one is x·y + both biases.
 *
 * Lines differ in length by a factor of a hundred thousand. Their entries are cut into pieces, each for one warp, the longest piece
 * first. Most lines are one piece: what their warp computes is final. The pieces of a long line have slots, where their warps leave sums,
 * and another kernel adds them up in the order of the slots. So every sum has one order, and every run gives the same numbers.
 */
#define WARP 32
#define ALL 0xffffffffu

struct Piece {
    int line;
    int from; // the first entry
    int to;   // the entry after the last
    int slot; // where sums are left for the line; -1 if this is all of it
};

struct LongLine {
    int line;
    int slot;  // its first
    int count; // of its slots
};

__device__ __forceinline__ int laneId() {
    return threadIdx.x % WARP;
}

/* The number of this warp in the grid. */
__device__ __forceinline__ int warpId() {
    return blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
}

__device__ __forceinline__ unsigned long long mixed(unsigned long long z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

/* The k-th standard normal number of a line: a function of its arguments alone, so that no generator has a state [BM58]. */
__device__ __forceinline__ float normal(unsigned long long key, int line, int k) {
    unsigned long long bits = mixed(mixed(key + line * 0x9e3779b97f4a7c15ull) + (k + 1) * 0xd1342543de82ef95ull);
    float u = ((unsigned) (bits >> 40) + 1) * 0x1p-24f;
    float angle = (unsigned) (bits & 0xffffff) * 0x1p-23f;
    return sqrtf(-2 * logf(u)) * cospif(angle);
}

/* Rounds to 11 bits, as tensor cores want it. */
__device__ __forceinline__ unsigned rounded(float x) {
    unsigned out;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(out) : "f"(x));
    return out;
}

/* c ← c + a·b by tensor cores: 16×8 by 8×8. draw.cu says which lane has which numbers. */
__device__ __forceinline__ void multiply(
        float (&c)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0, unsigned b1) {
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/* The sum over eight neighboring lanes. */
__device__ __forceinline__ float sumOfEight(float x) {
    x += __shfl_xor_sync(ALL, x, 4);
    x += __shfl_xor_sync(ALL, x, 2);
    return x + __shfl_xor_sync(ALL, x, 1);
}
