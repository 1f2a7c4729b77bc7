// LU factors of one large real matrix, column-major, by panels of WIDTH columns: `xp_lu_panel` factors the rows that are left
// of one, `xp_lu_rows` exchanges rows of the columns beside it and solves for its rows of U. What is left is the library's
// product. Steps over columns are a chain, each a matter of finding one pivot, so one block does them all without waiting for
// memory: its threads have the rows i, i + threads, ... of PART columns at a time in registers. Expects ROWS and PART.
#define WIDTH 32u
#define LEAST (sizeof(T) == 8 ? 0x1p-600 : 0x1p-75)
#define GREATEST (sizeof(T) == 8 ? 0x1p600 : 0x1p75)

// Exchanges of rows as a permutation, kept by the lanes of a warp: where rows of the panel's own square come from, and other
// rows that were exchanged with them.
struct Exchanges {
    u32 top, row, source, count;
};
XP Exchanges none() { return {lane_id(), ~0u, ~0u, 0u}; }
XP void exchange(Exchanges& e, u32 k, u32 p) {
    const u32 above = XP_SHUFFLE_FROM(e.top, k);
    u32 below;
    if (p < WIDTH) {
        below = XP_SHUFFLE_FROM(e.top, p);
        if (lane_id() == p) e.top = above;
    } else {
        const u32 known = ballot(e.row == p), at = known ? (u32)__ffs((int)known) - 1u : e.count;
        const u32 other = XP_SHUFFLE_FROM(e.source, at & 31u);
        below = known ? other : p;
        if (lane_id() == at) e.row = p, e.source = above;
        if (!known) e.count++;
    }
    if (lane_id() == k) e.top = below;
}
// The same for all threads: three lists of WIDTH numbers, and how many the last two have.
#define LIST (3u * WIDTH + 1u)
XP void publish(const Exchanges& e, u32* list) {
    list[lane_id()] = e.top, list[WIDTH + lane_id()] = e.row, list[2u * WIDTH + lane_id()] = e.source;
    if (lane_id() == 0) list[3u * WIDTH] = e.count;
}
// Exchanges the rows of a column; a warp. Gives the lane's row of the square.
XP T exchanged(T* column, u32 rows, const u32* list) {
    const u32 lane = lane_id(), count = list[3u * WIDTH];
    const T own = lane < rows ? column[list[lane]] : (T)0, other = lane < count ? column[list[2u * WIDTH + lane]] : (T)0;
    sync_warp();
    if (lane < count) column[list[WIDTH + lane]] = other;
    if (lane < rows) column[lane] = own;
    return own;
}

// What pivots are chosen by: the magnitude, NaN being the largest, then the first row.
struct Pivot {
    u32 high, low, row;
};
XP void offer(Pivot& best, T x, u32 row) {
    const auto bits = bits_of(r_abs(x));
    const u32 high = (u32)(bits >> (8 * sizeof(T) - 32)), low = (u32)bits;
    bool better = high > best.high;
    if constexpr (sizeof(T) == 8) better = better || (high == best.high && low > best.low);
    if (better || best.row == ~0u) best = {high, low, row};
}
XP Pivot best_of_warp(Pivot own) {
    Pivot best = {warp_most(own.high), 0u, ~0u};
    bool in = own.high == best.high;
    if constexpr (sizeof(T) == 8) {
        best.low = warp_most(in ? own.low : 0u);
        in = in && own.low == best.low;
    }
    best.row = ~warp_most(in ? ~own.row : 0u);
    return best;
}

// PART elements of a row, moved in the largest words.
struct alignas(PART * sizeof(T) < 16 ? PART * sizeof(T) : 16) Line {
    T at[PART];
};

// The panel begins at `a`, and has so many rows, at most ROWS for each thread. Pivots are rows of the matrix, of which
// `before` come first, from 1.
extern "C" __global__ void XP_BOUNDS(512, 1) xp_lu_panel(
    T* a, u64 ld, u32 rows, u32 width, u64 before, void* pivots, u32 wide, u32* list
) {
    __shared__ Line candidates[2][16], top[2], upper[WIDTH];
    __shared__ Pivot chosen[2][16];
    __shared__ u32 latest[LIST];
    const u32 me = threadIdx.x, threads = blockDim.x, warp = me / 32u, warps = threads / 32u, lane = lane_id();
    const u32 steps = rows < width ? rows : width;
    Exchanges exchanges = none();
    Line x[ROWS];
    for (u32 start = 0; start < width; start += PART) {
        Exchanges recent = none();
#pragma unroll
        for (u32 t = 0; t < ROWS; t++) {
            const u32 r = me + t * threads;
#pragma unroll
            for (u32 c = 0; c < PART; c++)
                x[t].at[c] = r < rows && start + c < width ? a[(start + c) * ld + r] : (T)0;
        }
        if (start > 0) {
            // Rows of U, by the first warp, and then what those take from the rows below.
            if (warp == 0) {
                for (u32 k = 0; k < start; k++) {
                    const T l = lane > k && lane < start && lane < rows ? a[k * ld + lane] : (T)0;
#pragma unroll
                    for (u32 c = 0; c < PART; c++) {
                        const T u = XP_SHUFFLE_FROM(x[0].at[c], k);
                        if (lane > k && lane < start) x[0].at[c] = fma(-l, u, x[0].at[c]);
                    }
                }
                if (lane < start) upper[lane] = x[0];
            }
            __syncthreads();
#pragma unroll 4
            for (u32 k = 0; k < start; k++) {
                const Line u = upper[k];
#pragma unroll
                for (u32 t = 0; t < ROWS; t++) {
                    const u32 r = me + t * threads;
                    if (r >= start && r < rows) {
                        const T l = a[k * ld + r];
#pragma unroll
                        for (u32 c = 0; c < PART; c++) x[t].at[c] = fma(-l, u.at[c], x[t].at[c]);
                    }
                }
            }
        }
#pragma unroll
        for (u32 c = 0; c < PART; c++) {
            const u32 k = start + c, turn = c & 1u;
            if (k >= steps) break;
            Pivot pivot = {0, 0, ~0u};
#pragma unroll
            for (u32 t = 0; t < ROWS; t++) {
                const u32 r = me + t * threads;
                if (r >= k && r < rows) offer(pivot, x[t].at[c], r);
            }
            // Each warp shows its best row, so that one barrier is enough.
            pivot = best_of_warp(pivot);
#pragma unroll
            for (u32 t = 0; t < ROWS; t++)
                if (me + t * threads == pivot.row) candidates[turn][warp] = x[t];
            if (me == k) top[turn] = x[0];
            if (lane == 0) chosen[turn][warp] = pivot;
            __syncthreads();
            pivot = {0, 0, ~0u};
            if (lane < warps) pivot = chosen[turn][lane];
            const u32 offered = pivot.row, p = best_of_warp(pivot).row;
            const Line& row = candidates[turn][__ffs((int)ballot(offered == p)) - 1];
#pragma unroll
            for (u32 t = 0; t < ROWS; t++)
                if (me + t * threads == p) x[t] = top[turn];
            if (me == k) x[0] = row;
            const T divisor = row.at[c];
            if (divisor != (T)0) {
                // One division for all rows, of a number whose inverse is neither subnormal nor infinite.
                const T size = r_abs(divisor), scale = size < (T)LEAST ? (T)GREATEST : size > (T)GREATEST ? (T)LEAST : (T)1;
                const T inverse = (T)1 / (divisor * scale);
#pragma unroll
                for (u32 t = 0; t < ROWS; t++)
                    if (me + t * threads > k) {
                        const T l = x[t].at[c] * scale * inverse;
                        x[t].at[c] = l;
#pragma unroll
                        for (u32 d = c + 1; d < PART; d++) x[t].at[d] = fma(-l, row.at[d], x[t].at[d]);
                    }
            }
            // The last warp, which has the least to do.
            if (warp == warps - 1) {
                exchange(exchanges, k, p);
                exchange(recent, k, p);
                if (lane == 0 && wide) ((u64*)pivots)[k] = before + p + 1;
                if (lane == 0 && !wide) ((u32*)pivots)[k] = (u32)before + p + 1u;
            }
        }
        // The addresses anew: kept since the loads, they would take more registers than there are.
        T* const at = hide(a);
#pragma unroll
        for (u32 t = 0; t < ROWS; t++) {
            const u32 r = me + t * threads;
#pragma unroll
            for (u32 c = 0; c < PART; c++)
                if (r < rows && start + c < width) at[(start + c) * hide(ld) + r] = x[t].at[c];
        }
        if (warp == warps - 1) publish(recent, latest);
        __syncthreads();
        for (u32 c = warp; c < width; c += warps)
            if (c < start || c >= start + PART) exchanged(a + c * ld, rows, latest);
        __syncthreads();
    }
    if (warp == warps - 1) publish(exchanges, list);
}

// Exchanges rows of the columns before and after a panel that was factored, and solves for its rows of the latter.
extern "C" __global__ void __launch_bounds__(256) xp_lu_rows(
    T* a, u64 ld, u32 rows, u32 width, u64 before, u64 after, const u32* list
) {
    __shared__ T l[WIDTH][WIDTH + 1];
    for (u32 i = threadIdx.x; i < WIDTH * WIDTH; i += 256u) {
        const u32 r = i % WIDTH, c = i / WIDTH;
        l[r][c] = c < r && r < rows && c < width ? a[c * ld + r] : (T)0;
    }
    __syncthreads();
    const u64 i = (u64)blockIdx.x * 8u + threadIdx.x / 32u;
    if (i >= before + after) return;
    T* column = i < before ? a - (before - i) * ld : a + (width + (i - before)) * ld;
    T x = exchanged(column, rows, list);
    if (i < before) return;
    for (u32 k = 0; k < width; k++) {
        const T u = XP_SHUFFLE_FROM(x, k);
        if (lane_id() > k && lane_id() < width) x = fma(-l[lane_id()][k], u, x);
    }
    if (lane_id() < width && lane_id() < rows) column[lane_id()] = x;
}
