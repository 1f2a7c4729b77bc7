// Writes by index. Nothing is written if any index is out of bounds: `refused` is set first, and everybody looks.

// The places of the indices.
extern "C" __global__ void __launch_bounds__(256) xp_resolve(
    const i64* indices, u64 n, u64 len, u64* places, u32* refused, u64 fault, u32 op
) {
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const i64 at = op == FAULT_BINCOUNT ? in_range(indices[k], (i64)len, fault, op)
                                            : resolve(indices[k], (i64)len, fault, op);
        if (at < 0) *refused = 1;
        places[k] = (u64)at;
    }
}
// The last write to each place, where a mark for every place is cheap.
extern "C" __global__ void __launch_bounds__(256) xp_claim(
    const i64* indices, u64 n, u64 len, u64* last, u32* refused, u64 fault, u32 op
) {
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const i64 at = resolve(indices[k], (i64)len, fault, op);
        if (at < 0) *refused = 1;
        else atomicMax(&last[at], k + 1);
    }
}
extern "C" __global__ void __launch_bounds__(256) xp_put(
    const i64* indices, const T* values, u64 n, u64 len, const u64* last, const u32* refused, T* target
) {
    if (*refused) return;
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const i64 index = indices[k], at = index < 0 ? index + (i64)len : index;
        if (last[at] == k + 1) target[at] = values[k];
    }
}
// With the places and the order that sorts them: the last of equal ones writes.
extern "C" __global__ void __launch_bounds__(256) xp_put_sorted(
    const u64* places, const i64* order, const T* values, u64 n, const u32* refused, T* target
) {
    if (*refused) return;
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const u64 from = (u64)order[k], at = places[from];
        if (k + 1 == n || places[order[k + 1]] != at) target[at] = values[from];
    }
}
// Likewise, the first of equal ones joins all in their order, by `XP_JOIN`.
extern "C" __global__ void __launch_bounds__(256) xp_join_sorted(
    const u64* places, const i64* order, const T* values, u64 n, const u32* refused, T* target
) {
    if (*refused) return;
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const u64 at = places[order[k]];
        if (k > 0 && places[order[k - 1]] == at) continue;
        T joined = target[at];
        for (u64 j = k; j < n && places[order[j]] == at; j++) joined = XP_JOIN(joined, values[order[j]]);
        target[at] = joined;
    }
}
// The places as keys of a sort.
extern "C" __global__ void __launch_bounds__(256) xp_resolve_keys(
    const i64* indices, u64 n, u64 len, u32* keys, u32* refused, u64 fault, u32 op
) {
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const i64 index = load_once(indices + k);
        const i64 at = op == FAULT_BINCOUNT ? in_range(index, (i64)len, fault, op) : resolve(index, (i64)len, fault, op);
        if (at < 0) *refused = 1;
        keys[k] = (u32)at;
    }
}
// The first of equal places joins what goes there, in its order: values that were sorted along, or found by `order`.
template <bool ALONG>
XP void join_runs(const u32* places, const u32* order, const T* values, u64 n, const u32* refused, T* target) {
    if (*refused) return;
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const u32 at = places[k];
        if (k > 0 && places[k - 1] == at) continue;
        T joined = target[at];
        for (u64 j = k; j < n && places[j] == at; j++) joined = XP_JOIN(joined, values[ALONG ? j : (u64)order[j]]);
        target[at] = joined;
    }
}
extern "C" __global__ void __launch_bounds__(256) xp_join_pairs(
    const u32* places, const T* values, u64 n, const u32* refused, T* target
) {
    join_runs<true>(places, 0, values, n, refused, target);
}
extern "C" __global__ void __launch_bounds__(256) xp_join_ordered(
    const u32* places, const u32* order, const T* values, u64 n, const u32* refused, T* target
) {
    join_runs<false>(places, order, values, n, refused, target);
}
// Integers add in any order.
XP void add_atomic(u32* at, u32 x) { atomicAdd(at, x); }
XP void add_atomic(i32* at, i32 x) { atomicAdd((u32*)at, (u32)x); }
XP void add_atomic(u64* at, u64 x) { atomicAdd(at, x); }
XP void add_atomic(i64* at, i64 x) { atomicAdd((u64*)at, (u64)x); }
XP void add_atomic(bool* at, bool x) { if (x) *at = true; }
// Narrow ones inside the word that they are in.
template <class N> XP void add_narrow(N* at, N x) {
    u32* word = (u32*)((u64)at & ~3ull);
    const u32 shift = (u32)((u64)at & 3ull) * 8u, mask = (u32)((1ull << 8 * sizeof(N)) - 1ull) << shift;
    u32 old = peek(word), seen;
    do {
        seen = old;
        const u32 sum = (((seen & mask) >> shift) + (u32)x) << shift & mask;
        old = atomicCAS(word, seen, (seen & ~mask) | sum);
    } while (old != seen);
}
XP void add_atomic(i8* at, i8 x) { add_narrow(at, x); }
XP void add_atomic(u8* at, u8 x) { add_narrow(at, x); }
XP void add_atomic(i16* at, i16 x) { add_narrow(at, x); }
XP void add_atomic(u16* at, u16 x) { add_narrow(at, x); }
template <class N> XP void add_any_order(N* at, N x) {
    if constexpr (XP_KIND(N) == BOOL || XP_INT(N)) add_atomic(at, x);
}
extern "C" __global__ void __launch_bounds__(256) xp_add(
    const u64* places, const T* values, u64 n, const u32* refused, T* target
) {
    if (*refused) return;
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        add_any_order(target + places[k], values[k]);
    }
}

// The lesser or the greater of integers, in any order: most values change nothing, and only read.
template <class W, class N> XP void join_word(W* word, u32 shift, W mask, N x) {
    W old = peek(word), seen;
    do {
        seen = old;
        const N here = (N)((seen & mask) >> shift), next = XP_JOIN(here, x);
        if (next == here) return;
        old = atomicCAS(word, seen, (seen & ~mask) | ((W)next << shift & mask));
    } while (old != seen);
}
template <class N> XP void join_any_order(N* at, N x) {
    if constexpr (XP_KIND(N) == BOOL) {
        if (XP_JOIN(*at, x) != *at) *at = x;
    } else if constexpr (XP_INT(N) && sizeof(N) == 8) {
        join_word((u64*)at, 0u, ~0ull, x);
    } else if constexpr (XP_INT(N)) {
        const u32 shift = (u32)((u64)at & 3ull) * 8u;
        join_word((u32*)((u64)at & ~3ull), shift, (u32)((1ull << 8 * sizeof(N)) - 1ull) << shift, x);
    }
}
extern "C" __global__ void __launch_bounds__(256) xp_join_any(
    const u64* places, const T* values, u64 n, const u32* refused, T* target
) {
    if (*refused) return;
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        join_any_order(target + places[k], values[k]);
    }
}
