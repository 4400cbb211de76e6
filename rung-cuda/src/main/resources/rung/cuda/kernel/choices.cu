/*
 * How far the factors of preferences are from their targets, at the entries: s = w·(u·v − a·b), where a·b are the scales of the two lines, and for each
 * line the loss Σ ½·w·(u·v − a·b)². Eight lanes have an entry, W/8 numbers of the other side's row each; a warp has four entries at a time.
 *
 * For each entry: 16 bytes of the entry and of what is left there, 4 of the other side's scale, 4·W of its row; W multiplications.
 */
#define Q (W / 8)

/* The residuals of each piece; the losses of lines of one piece, and those of others in slots. */
extern "C" __global__ void choiceResiduals(
        const Piece *pieces, int count, const int *index, const float *weights, const float *own, const float *other,
        const float *ownScale, const float *otherScale, float *residuals, double *losses, double *slotLosses) {
    if (warpId() >= count) {
        return;
    }
    Piece piece = pieces[warpId()];
    int lane = laneId();
    int part = lane % 8;
    float u[Q];
#pragma unroll
    for (int q = 0; q < Q; q++) {
        u[q] = own[(size_t) piece.line * W + Q * part + q];
    }
    float a = ownScale[piece.line];
    double loss = 0;
    for (int base = piece.from; base < piece.to; base += WARP) {
        bool isThere = base + lane < piece.to;
        int entry = isThere ? index[base + lane] : 0;
        float weight = isThere ? weights[base + lane] : 0;
        float target = isThere ? a * otherScale[entry] : 0;
        float mine = 0; // the difference at this lane's entry
#pragma unroll
        for (int e = 0; e < WARP; e += 4) {
            int line = __shfl_sync(ALL, entry, e + lane / 8);
            const float4 *row = reinterpret_cast<const float4 *>(other + (size_t) line * W + Q * part);
            float dot = 0;
#pragma unroll
            for (int q = 0; q < Q; q += 4) {
                float4 v = __ldg(row + q / 4);
                dot += u[q] * v.x + u[q + 1] * v.y + u[q + 2] * v.z + u[q + 3] * v.w;
            }
            dot = sumOfEight(dot);
            float found = __shfl_sync(ALL, dot, lane % 4 * 8); // of entry e + lane % 4
            mine = lane / 4 == e / 4 ? found : mine;
        }
        mine -= target;
        if (isThere) {
            residuals[base + lane] = weight * mine;
        }
        loss += 0.5 * weight * mine * mine;
    }
#pragma unroll
    for (int d = WARP / 2; d > 0; d /= 2) {
        loss += __shfl_xor_sync(ALL, loss, d);
    }
    if (lane == 0) {
        if (piece.slot < 0) {
            losses[piece.line] = loss;
        } else {
            slotLosses[piece.slot] = loss;
        }
    }
}

/* Adds up the losses of long lines. A thread for each. */
extern "C" __global__ void choiceLosses(const LongLine *longLines, int count, double *losses, const double *slotLosses) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count) {
        LongLine of = longLines[k];
        double sum = 0;
        for (int slot = of.slot; slot < of.slot + of.count; slot++) {
            sum += slotLosses[slot];
        }
        losses[of.line] = sum;
    }
}
