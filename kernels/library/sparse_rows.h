// Products of two matrices in compressed rows, a row at a time: its products are sorted by column, those of one column added
// up in order. I is the type of the columns. `ends` are the running sums of how many products the entries of `a` have.
#define MOST 1024
#define THREADS 256
struct Operands {
    const i64 *indptr, *ends;
    const I* indices;
    const T* values;
    const i64* b_indptr;
    const I* b_indices;
    const T* b_values;
};
struct Row {
    i64 begin, end, before;
    u64 total;
};
XP Row row_of(const Operands& o, u64 row) {
    Row r;
    r.begin = o.indptr[row];
    r.end = o.indptr[row + 1];
    r.before = r.begin ? o.ends[r.begin - 1] : 0;
    r.total = r.end > r.begin ? (u64)(o.ends[r.end - 1] - r.before) : 0;
    return r;
}
// Column and number of a product, and its value.
template <bool WRITE> XP u64 product_of(const Operands& o, const Row& r, u32 number, T& value) {
    const i64 place = r.before + (i64)number;
    i64 entry = r.begin, end = r.end;
    while (entry < end) {
        const i64 middle = entry + (end - entry) / 2;
        if (place < o.ends[middle]) end = middle;
        else entry = middle + 1;
    }
    const i64 at = o.b_indptr[(u64)o.indices[entry]] + place - (entry ? o.ends[entry - 1] : 0);
    if constexpr (WRITE) value = xp_mul(o.values[entry], o.b_values[at]);
    return (u64)o.b_indices[at] << 12 | number;
}
XP u64 column_of(u64 key) { return key >> 12; }

// The most products of a row.
extern "C" __global__ void __launch_bounds__(THREADS) xp_most(const i64* indptr, const i64* ends, u64 rows, u64* most) {
    __shared__ u64 local;
    if (threadIdx.x == 0) local = 0;
    __syncthreads();
    const u64 row = block_number() * THREADS + threadIdx.x;
    Operands o;
    o.indptr = indptr;
    o.ends = ends;
    if (row < rows) atomicMax(&local, row_of(o, row).total);
    __syncthreads();
    if (threadIdx.x == 0 && local > 32) atomicMax(most, local);
}

// Rows of at most 32 products have a warp each.
template <bool WRITE> XP void small(const Operands& o, i64* starts, I* indices, T* values, u64 rows) {
    const u64 row = (block_number() * THREADS + threadIdx.x) / 32;
    const u32 lane = lane_id();
    if (row >= rows) return;
    const Row r = row_of(o, row);
    if (r.total > 32) return;
    const u32 total = (u32)r.total;
    u64 key = ~0ull;
    T value;
    memset(&value, 0, sizeof(T));
    if (lane < total) key = product_of<WRITE>(o, r, lane, value);
#pragma unroll
    for (u32 size = 2; size <= 32; size *= 2) {
#pragma unroll
        for (u32 by = size / 2; by > 0; by /= 2) {
            const u64 other = shuffle_from(key, lane ^ by);
            const bool least = ((lane & by) == 0) == ((lane & size) == 0);
            key = (other < key) == least ? other : key;
        }
    }
    const u64 before = shuffle_up(key, 1);
    const bool head = lane < total && (lane == 0 || column_of(before) != column_of(key));
    const u32 heads = ballot(head);
    if constexpr (!WRITE) {
        if (lane == 0) starts[row + 1] = __popc(heads);
        return;
    }
    const u32 later = lane == 31 ? 0 : heads >> (lane + 1);
    const u32 length = head ? (later ? (u32)__ffs((int)later) : total - lane) : 0;
    const T own = shuffle_from(value, (u32)key & 31u);
    T sum = own;
    for (u32 k = 1; ballot(k < length); k++) {
        const T next = shuffle_from(own, (lane + k) & 31u);
        if (k < length) sum = xp_add(sum, next);
    }
    if (head) {
        const i64 to = starts[row] + __popc(heads & lanes_before());
        indices[to] = (I)column_of(key);
        values[to] = sum;
    }
}
// Rows of more products have a block each.
template <bool WRITE> XP void large(const Operands& o, i64* starts, I* indices, T* values, u64 rows) {
    __shared__ u64 keys[MOST];
    __shared__ T products[WRITE ? MOST : 1];
    const u64 row = block_number();
    if (row >= rows) return;
    const Row r = row_of(o, row);
    if (r.total <= 32 || r.total > MOST) return;
    const u32 total = (u32)r.total;
    u32 length = 64;
    while (length < total) length *= 2;
    for (u32 k = threadIdx.x; k < length; k += THREADS) {
        T value;
        keys[k] = k < total ? product_of<WRITE>(o, r, k, value) : ~0ull;
        if constexpr (WRITE) {
            if (k < total) products[k] = value;
        }
    }
    for (u32 size = 2; size <= length; size *= 2) {
        for (u32 by = size / 2; by > 0; by /= 2) {
            __syncthreads();
            for (u32 k = threadIdx.x; k < length / 2; k += THREADS) {
                const u32 i = k / by * by * 2 + k % by, j = i + by;
                const u64 low = keys[i], high = keys[j];
                if ((high < low) == ((i & size) == 0)) {
                    keys[i] = high;
                    keys[j] = low;
                }
            }
        }
    }
    __syncthreads();
    const u32 each = (length + THREADS - 1) / THREADS, first = threadIdx.x * each;
    const u32 last = first + each < total ? first + each : total;
    u32 own = 0, heads;
    for (u32 k = first; k < last; k++) own += k == 0 || column_of(keys[k]) != column_of(keys[k - 1]);
    u32 place = block_sum_before<THREADS>(own, heads);
    if constexpr (!WRITE) {
        if (threadIdx.x == 0) starts[row + 1] = heads;
        return;
    }
    for (u32 k = first; k < last; k++) {
        const u64 column = column_of(keys[k]);
        if (k > 0 && column == column_of(keys[k - 1])) continue;
        T sum = products[keys[k] & 4095u];
        for (u32 j = k + 1; j < total && column_of(keys[j]) == column; j++) sum = xp_add(sum, products[keys[j] & 4095u]);
        const i64 to = starts[row] + place++;
        indices[to] = (I)column;
        values[to] = sum;
    }
}
// Counts to `starts`, after each row's own place; then entries to where the sums of the counts say.
#define XP_ROWS(NAME, DO)                                                                                             \
    extern "C" __global__ void __launch_bounds__(THREADS) NAME(                                                       \
        const i64* indptr, const i64* ends, const I* indices, const T* values, const i64* b_indptr,                   \
        const I* b_indices, const T* b_values, i64* starts, I* out_indices, T* out_values, u64 rows                   \
    ) {                                                                                                               \
        const Operands o = {indptr, ends, indices, values, b_indptr, b_indices, b_values};                            \
        DO;                                                                                                           \
    }
XP_ROWS(xp_count_small, small<false>(o, starts, out_indices, out_values, rows))
XP_ROWS(xp_count_large, large<false>(o, starts, out_indices, out_values, rows))
XP_ROWS(xp_write_small, small<true>(o, starts, out_indices, out_values, rows))
XP_ROWS(xp_write_large, large<true>(o, starts, out_indices, out_values, rows))
