// Making matrices in compressed rows. I is the type of the columns, J that of the transpose's, K that of keys: an entry's
// place in the dense matrix. A row has a number of lanes that is a power of two up to 32.
#define XP_KERNEL extern "C" __global__ void __launch_bounds__(256)
XP u64 thread() { return block_number() * blockDim.x + threadIdx.x; }
// Before which of the ascending `items` in a range `x` belongs: the first that is not less, or that is greater.
template <class A> XP i64 lower(const A* items, i64 begin, i64 end, A x) {
    while (begin < end) {
        const i64 middle = begin + (end - begin) / 2;
        if (items[middle] < x) begin = middle + 1;
        else end = middle;
    }
    return begin;
}
template <class A> XP i64 upper(const A* items, i64 begin, i64 end, A x) {
    while (begin < end) {
        const i64 middle = begin + (end - begin) / 2;
        if (x < items[middle]) end = middle;
        else begin = middle + 1;
    }
    return begin;
}

// What is wrong leaves the place of its first in `wrong`.
XP_KERNEL xp_check_starts(const i64* indptr, u64 rows, u64 nnz, u64* wrong) {
    const u64 k = thread();
    if (k > rows) return;
    const i64 start = indptr[k];
    const bool bad = (k == 0 ? start != 0 : indptr[k - 1] > start) || (k == rows && start != (i64)nnz);
    if (bad) atomicMin(wrong, k);
}
// Columns that lie outside, and those that are not greater than the one before. Row starts may be wrong, too.
XP_KERNEL xp_check_columns(
    const i64* indptr, const i64* indices, I* out, u64 rows, u64 nnz, u64 cols, u32 lanes, u64* wrong, u64* unsorted
) {
    const u64 row = thread() / lanes;
    if (row >= rows) return;
    const i64 begin = indptr[row] < 0 ? 0 : indptr[row], end = indptr[row + 1] < (i64)nnz ? indptr[row + 1] : (i64)nnz;
    for (i64 entry = begin + (i64)(threadIdx.x % lanes); entry < end; entry += lanes) {
        const i64 column = indices[entry];
        if ((u64)column >= cols) atomicMin(wrong, (u64)entry);
        if (entry > begin && indices[entry - 1] >= column) atomicMin(unsorted, (u64)entry);
        out[entry] = (I)column;
    }
}
XP_KERNEL xp_keys(const i64* row, const i64* col, K* keys, u64 n, u64 rows, u64 cols, u64* wrong_row, u64* wrong_col) {
    const u64 k = thread();
    if (k >= n) return;
    const u64 r = (u64)row[k], c = (u64)col[k];
    if (r >= rows) atomicMin(wrong_row, k);
    if (c >= cols) atomicMin(wrong_col, k);
    keys[k] = (K)(r * cols + c);
}

XP_KERNEL xp_coordinates(const i64* indptr, const I* indices, i64* row, i64* col, u64 rows, u32 lanes) {
    const u64 r = thread() / lanes;
    if (r >= rows) return;
    for (i64 entry = indptr[r] + (i64)(threadIdx.x % lanes); entry < indptr[r + 1]; entry += lanes) {
        row[entry] = (i64)r;
        if (col) col[entry] = (i64)indices[entry];
    }
}
// Some rows: how many entries each has, after its own place; then these. A number of no row has none.
XP_KERNEL xp_row_lengths(const i64* indptr, const i64* rows, i64* starts, u64 count, u64 matrix_rows) {
    const u64 k = thread();
    if (k == 0) starts[0] = 0;
    if (k < count) starts[k + 1] = (u64)rows[k] < matrix_rows ? indptr[rows[k] + 1] - indptr[rows[k]] : 0;
}
XP_KERNEL xp_take_rows(
    const i64* indptr, const I* indices, const T* values, const i64* rows, const i64* starts, I* out_indices,
    T* out_values, u64 count, u32 lanes
) {
    const u64 k = thread() / lanes;
    if (k >= count || starts[k] == starts[k + 1]) return;
    const i64 from = indptr[rows[k]] - starts[k];
    for (i64 entry = starts[k] + (i64)(threadIdx.x % lanes); entry < starts[k + 1]; entry += lanes) {
        out_indices[entry] = indices[from + entry];
        out_values[entry] = values[from + entry];
    }
}
XP_KERNEL xp_to_dense(const i64* indptr, const I* indices, const T* values, T* out, u64 rows, u64 cols, u32 lanes) {
    const u64 row = thread() / lanes;
    if (row >= rows) return;
    for (i64 entry = indptr[row] + (i64)(threadIdx.x % lanes); entry < indptr[row + 1]; entry += lanes)
        out[row * cols + (u64)indices[entry]] = values[entry];
}

// From sorted keys: where there is a new one; the entries, sums of what one key has, in order; where rows start.
// Entry `order[k]` is of `a`, or of `b` if `a` has fewer.
XP_KERNEL xp_heads(const K* keys, bool* heads, u64 n) {
    const u64 k = thread();
    if (k < n) heads[k] = k == 0 || keys[k] != keys[k - 1];
}
XP_KERNEL xp_sums(
    const K* keys, const i64* order, const i64* starts, const T* a, const T* b, I* indices, T* values, u64 n, u64 count,
    u64 len_a, u64 cols
) {
    const u64 k = thread();
    if (k >= count) return;
    const u64 begin = (u64)starts[k], end = k + 1 < count ? (u64)starts[k + 1] : n;
    T sum;
    for (u64 at = begin; at < end; at++) {
        const u64 from = (u64)order[at];
        const T value = from < len_a ? a[from] : b[from - len_a];
        sum = at == begin ? value : xp_add(sum, value);
    }
    values[k] = sum;
    indices[k] = (I)((u64)keys[begin] % cols);
}
XP_KERNEL xp_row_starts(const K* keys, const i64* starts, i64* indptr, u64 count, u64 rows, u64 cols) {
    const u64 row = thread();
    if (row > rows) return;
    const u64 first = row * cols;
    i64 begin = 0, end = (i64)count;
    while (begin < end) {
        const i64 middle = begin + (end - begin) / 2;
        if ((u64)keys[starts[middle]] < first) begin = middle + 1;
        else end = middle;
    }
    indptr[row] = begin;
}

// Of a dense matrix: `places` are those of its entries.
XP_KERNEL xp_entries(const T* x, bool* mask, u64 n) {
    const u64 k = thread();
    T zero;
    memset(&zero, 0, sizeof(T));
    if (k < n) mask[k] = xp_ne(x[k], zero);
}
XP_KERNEL xp_from_dense(const T* x, const i64* places, I* indices, T* values, u64 count, u64 cols) {
    const u64 k = thread();
    if (k >= count) return;
    values[k] = x[places[k]];
    indices[k] = (I)((u64)places[k] % cols);
}
XP_KERNEL xp_dense_starts(const i64* places, i64* indptr, u64 count, u64 rows, u64 cols) {
    const u64 row = thread();
    if (row <= rows) indptr[row] = lower(places, (i64)0, (i64)count, (i64)(row * cols));
}

// The transpose: `order` sorts the columns.
XP_KERNEL xp_transpose(
    const i64* order, const i64* row, const I* indices, const T* values, I* sorted, J* out_indices, T* out_values, u64 n
) {
    const u64 k = thread();
    if (k >= n) return;
    const i64 from = order[k];
    sorted[k] = indices[from];
    out_indices[k] = (J)row[from];
    out_values[k] = values[from];
}
XP_KERNEL xp_column_starts(const I* sorted, i64* indptr, u64 n, u64 cols) {
    const u64 col = thread();
    // All that is one past the last column may not be one of I.
    if (col <= cols) indptr[col] = col == cols ? (i64)n : lower(sorted, (i64)0, (i64)n, (I)col);
}

// The entries of one of two matrices go where they are in the sorted union: those of the second come `after` equal ones.
XP_KERNEL xp_merge(
    const i64* indptr, const I* indices, const i64* other_indptr, const I* other, K* keys, i64* order, u64 rows, u64 cols,
    u64 number, u32 after, u32 lanes
) {
    const u64 row = thread() / lanes;
    if (row >= rows) return;
    const i64 begin = other_indptr[row], end = other_indptr[row + 1];
    for (i64 entry = indptr[row] + (i64)(threadIdx.x % lanes); entry < indptr[row + 1]; entry += lanes) {
        const I column = indices[entry];
        const i64 place = entry + (after ? upper(other, begin, end, column) : lower(other, begin, end, column));
        keys[place] = (K)(row * cols + (u64)column);
        order[place] = (i64)number + entry;
    }
}

// Products of two matrices' entries: how many each of `a` has, and all of them, in order.
XP_KERNEL xp_product_counts(const I* indices, const i64* indptr, i64* counts, u64 n) {
    const u64 k = thread();
    if (k < n) counts[k] = indptr[(u64)indices[k] + 1] - indptr[(u64)indices[k]];
}
XP_KERNEL xp_products(
    const i64* ends, const i64* row, const I* indices, const T* values, const i64* b_indptr, const I* b_indices,
    const T* b_values, K* keys, T* products, u64 n, u64 cols, u32 lanes
) {
    const u64 entry = thread() / lanes;
    if (entry >= n) return;
    const u64 middle = (u64)indices[entry], first = (u64)row[entry] * cols;
    const i64 begin = b_indptr[middle], end = b_indptr[middle + 1], to = (entry ? ends[entry - 1] : 0) - begin;
    const T x = values[entry];
    for (i64 k = begin + (i64)(threadIdx.x % lanes); k < end; k += lanes) {
        keys[to + k] = (K)(first + (u64)b_indices[k]);
        products[to + k] = xp_mul(x, b_values[k]);
    }
}
