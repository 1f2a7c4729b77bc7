// Products of a matrix in compressed rows with dense vectors and matrices. I is the type of the columns.
#define TILE 2048
#define THREADS 256
XP T zero() { T x; memset(&x, 0, sizeof(T)); return x; }
XP T product(const I* indices, const T* values, const T* x, i64 entry) {
    return xp_mul(values[entry], x[(u64)indices[entry]]);
}
// Lanes' sums added up in the first of them, which are a power of two.
XP T sum_lanes(T sum, u32 lanes) {
    for (u32 by = lanes / 2; by > 0; by /= 2) sum = xp_add(sum, shuffle_down(sum, by));
    return sum;
}
XP T sum_entries(const I* indices, const T* values, const T* x, i64 entry, i64 end, u32 step) {
    T sum = zero();
#pragma unroll 4
    for (; entry < end; entry += step) sum = xp_add(sum, product(indices, values, x, entry));
    return sum;
}

// A block takes `per` rows, a power of two from 8 to 256. Their products go through shared memory, so that entries are
// read in order whatever the rows' lengths are. If they are too many, rows have a warp each, or the whole block.
extern "C" __global__ void __launch_bounds__(THREADS) xp_spmv(
    const i64* indptr, const I* indices, const T* values, const T* x, T* out, u64 rows, u32 per
) {
    __shared__ T products[TILE];
    __shared__ i64 starts[THREADS + 1];
    const u64 first = block_number() * per;
    if (first >= rows) return;
    const u32 count = (u32)(rows - first < per ? rows - first : per);
    for (u32 k = threadIdx.x; k <= count; k += THREADS) starts[k] = indptr[first + k];
    __syncthreads();
    const i64 begin = starts[0];
    const u64 total = (u64)(starts[count] - begin);
    if (total <= TILE) {
        T value[TILE / THREADS];
        I column[TILE / THREADS];
#pragma unroll
        for (u32 j = 0; j < TILE / THREADS; j++) {
            const u32 k = j * THREADS + threadIdx.x;
            if (k < total) {
                value[j] = values[begin + k];
                column[j] = indices[begin + k];
            }
        }
#pragma unroll
        for (u32 j = 0; j < TILE / THREADS; j++) {
            const u32 k = j * THREADS + threadIdx.x;
            if (k < total) products[k] = xp_mul(value[j], x[(u64)column[j]]);
        }
        __syncthreads();
        const u32 lanes = THREADS / per, row = threadIdx.x / lanes, lane = threadIdx.x % lanes;
        T sum = zero();
        if (row < count) {
            const u32 end = (u32)(starts[row + 1] - begin);
            for (u32 k = (u32)(starts[row] - begin) + lane; k < end; k += lanes) sum = xp_add(sum, products[k]);
        }
        sum = sum_lanes(sum, lanes);
        if (lane == 0 && row < count) out[first + row] = sum;
        return;
    }
    const i64 most = 4 * TILE;
    for (u32 row = threadIdx.x / 32; row < count; row += THREADS / 32) {
        if (starts[row + 1] - starts[row] > most) continue;
        const T sum = sum_entries(indices, values, x, starts[row] + threadIdx.x % 32, starts[row + 1], 32);
        const T whole = sum_lanes(sum, 32);
        if (threadIdx.x % 32 == 0) out[first + row] = whole;
    }
    for (u32 row = 0; row < count; row++) {
        if (starts[row + 1] - starts[row] <= most) continue;
        const T sum = sum_entries(indices, values, x, starts[row] + threadIdx.x, starts[row + 1], THREADS);
        const T part = sum_lanes(sum, 32);
        __syncthreads();
        if (threadIdx.x % 32 == 0) products[threadIdx.x / 32] = part;
        __syncthreads();
        if (threadIdx.x == 0) {
            T whole = products[0];
            for (u32 k = 1; k < THREADS / 32; k++) whole = xp_add(whole, products[k]);
            out[first + row] = whole;
        }
    }
}

// A row has `across` lanes for V columns each and, of each of those, `along` for its entries; together at most 32.
template <int V>
XP void spmm(
    const i64* indptr, const I* indices, const T* values, const T* x, T* out, u64 rows, u64 k, u32 across, u32 along
) {
    const u32 lanes = across * along, lane = threadIdx.x % lanes, place = lane / across;
    const u64 row = (block_number() * THREADS + threadIdx.x) / lanes;
    const i64 begin = row < rows ? indptr[row] : 0, end = row < rows ? indptr[row + 1] : 0;
    for (u64 first = 0; first < k; first += across * V) {
        const u64 column = first + (lane % across) * V;
        T sums[V];
#pragma unroll
        for (int v = 0; v < V; v++) sums[v] = zero();
        if (column < k) {
#pragma unroll 4
            for (i64 entry = begin + place; entry < end; entry += along) {
                const T value = values[entry];
                const Pack<T, V> pack = load_pack<T, V>(x + (u64)indices[entry] * k + column);
#pragma unroll
                for (int v = 0; v < V; v++) sums[v] = xp_add(sums[v], xp_mul(value, pack.v[v]));
            }
        }
        for (u32 by = along / 2; by > 0; by /= 2) {
#pragma unroll
            for (int v = 0; v < V; v++) sums[v] = xp_add(sums[v], shuffle_down(sums[v], by * across));
        }
        if (row < rows && place == 0 && column < k) {
            Pack<T, V> pack;
#pragma unroll
            for (int v = 0; v < V; v++) pack.v[v] = sums[v];
            store_pack<T, V>(out + row * k + column, pack);
        }
    }
}
#define XP_SPMM(NAME, V)                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS) NAME(                                                       \
        const i64* indptr, const I* indices, const T* values, const T* x, T* out, u64 rows, u64 k, u32 across,        \
        u32 along                                                                                                     \
    ) {                                                                                                               \
        spmm<V>(indptr, indices, values, x, out, rows, k, across, along);                                             \
    }
XP_SPMM(xp_spmm, 1)
XP_SPMM(xp_spmm_wide, 16 / sizeof(T))

// The last row that begins at an entry or before it, found by a warp, 32 rows at a time.
XP u64 row_of(const i64* indptr, u64 rows, i64 entry) {
    u64 low = 0, count = rows;
    while (count > 1) {
        const u64 step = (count + 31) / 32, at = lane_id() * step;
        const u32 begun = ballot(at < count && indptr[low + at] <= entry);
        const u64 skipped = (u64)(31 - __clz((int)(begun | 1u))) * step;
        low += skipped;
        count = count - skipped < step ? count - skipped : step;
    }
    return low;
}
#define SPREAD 2048
// What each entry adds to its column, as sums at places take it: with the column, or with its key (`xp_keys` of sums). A block takes
// so many entries, whatever their rows.
extern "C" __global__ void __launch_bounds__(THREADS) xp_spread(
    const i64* indptr, const I* indices, const T* values, const T* x, T* products, i64* places, u32* keys, u32 bits, u32 shift,
    u64 rows, u64 entries
) {
    __shared__ u64 ends[2];
    const u64 first = block_number() * SPREAD;
    if (first >= entries) return;
    const u64 last = first + SPREAD < entries ? first + SPREAD : entries;
    if (threadIdx.x < 64u) {
        const u64 row = row_of(indptr, rows, (i64)(threadIdx.x < 32u ? first : last - 1));
        if (lane_id() == 0u) ends[threadIdx.x / 32u] = row;
    }
    __syncthreads();
#pragma unroll 4
    for (u64 entry = first + threadIdx.x; entry < last; entry += THREADS) {
        const u64 column = (u64)indices[entry];
        u64 row = ends[0], behind = ends[1] + 1;
        while (behind - row > 1) {
            const u64 middle = (row + behind) / 2;
            if (indptr[middle] <= (i64)entry) row = middle;
            else behind = middle;
        }
        products[entry] = xp_mul(values[entry], x[row]);
        if (places) places[entry] = (i64)column;
        else keys[entry] = (u32)(column >> bits) | ((u32)column & ((1u << bits) - 1u)) << shift;
    }
}
