// Products of matrices of integers, which wrap, and of truth values: or of ands. A block computes a tile of the result
// from tiles of the operands in shared memory, a thread 4 by 4 of its elements.
typedef Info<T>::Wrap W;
#define XP_TILE 64
#define XP_DEPTH 16

XP void multiply_add(W& sum, W x, W y) {
    if constexpr (XP_KIND(T) == BOOL) sum |= x & y;
    else sum += x * y;
}

// A tile of `XP_TILE` lines by `XP_DEPTH`, zero outside of the matrix; neighbouring threads read along the shorter stride.
XP void fetch(W (*tile)[XP_TILE + 1], const T* x, i64 line, i64 lines, i64 line_step, i64 at, i64 depth, i64 step) {
    const bool along = step == 1 || step == -1;
    for (u32 i = threadIdx.x; i < XP_TILE * XP_DEPTH; i += 256) {
        const u32 d = along ? i % XP_DEPTH : i / XP_TILE, l = along ? i / XP_DEPTH : i % XP_TILE;
        const bool inside = line + l < lines && at + d < depth;
        tile[d][l] = inside ? (W)x[(line + l) * line_step + (at + d) * step] : (W)0;
    }
}

extern "C" __global__ void __launch_bounds__(256) xp_matmul(
    const T* a, const T* b, T* out, i64 m, i64 n, i64 k, i64 a_row, i64 a_col, i64 a_step, i64 b_row, i64 b_col,
    i64 b_step, i64 count
) {
    __shared__ W left[XP_DEPTH][XP_TILE + 1], right[XP_DEPTH][XP_TILE + 1];
    const i64 across = (n + XP_TILE - 1) / XP_TILE;
    const i64 row = blockIdx.x / across * XP_TILE, col = blockIdx.x % across * XP_TILE;
    const u32 y = threadIdx.x / 16, x = threadIdx.x % 16;
    for (i64 stack = blockIdx.y; stack < count; stack += gridDim.y) {
        W sums[4][4] = {};
        for (i64 at = 0; at < k; at += XP_DEPTH) {
            fetch(left, a + stack * a_step, row, m, a_row, at, k, a_col);
            fetch(right, b + stack * b_step, col, n, b_col, at, k, b_row);
            __syncthreads();
#pragma unroll
            for (u32 d = 0; d < XP_DEPTH; d++) {
                W p[4], q[4];
#pragma unroll
                for (u32 i = 0; i < 4; i++) {
                    p[i] = left[d][y + 16 * i];
                    q[i] = right[d][x + 16 * i];
                }
#pragma unroll
                for (u32 i = 0; i < 16; i++) multiply_add(sums[i / 4][i % 4], p[i / 4], q[i % 4]);
            }
            __syncthreads();
        }
#pragma unroll
        for (u32 i = 0; i < 16; i++) {
            const i64 r = row + y + 16 * (i / 4), c = col + x + 16 * (i % 4);
            if (r < m && c < n) out[stack * m * n + r * n + c] = (T)sums[i / 4][i % 4];
        }
    }
}
