// Pivots of small matrices whose rows are in the registers of lanes.

// What pivots are chosen by: the upper bits of LAPACK's measure, and the lane in the lowest five, so that one number is all to
// compare. NaN counts as the largest, so that it is not taken for zero.
XP u32 upper_bits(f32 x) { return bits_of(x); }
XP u32 upper_bits(f64 x) { return (u32)(bits_of(x) >> 32); }
XP u32 pivot_key(const Group& g, T x) {
    const P sum = r_abs(real_part(x)) + r_abs(imaginary_part(x));
    const u32 size = upper_bits(is_nan(sum) ? (P)XP_INF : sum) >> 5;
    // Of what is not zero, none is alike.
    return (size + (sum == (P)0 ? 1u : 2u)) << 5 | (31u - g.lane);
}
// The lane of the largest key.
XP u32 pivot_lane(const Group& g, u32 key) {
#pragma unroll
    for (u32 by = LANES / 2; by > 0; by /= 2) {
        const u32 other = XP_SHUFFLE_XOR(key, by);
        key = other > key ? other : key;
    }
    return 31u - (key & 31u);
}
XP bool is_zero(T x) { return real_part(x) == (P)0 && imaginary_part(x) == (P)0; }
// Row `lane` for all lanes of the group, from column FIRST on.
template <u32 FIRST> XP void share_row(const Group& g, const T (&row)[LANES], u32 lane) {
    sync_warp();
    if (g.lane == lane) {
#pragma unroll
        for (u32 j = FIRST; j < LANES; j++) g.tile[j] = row[j];
    }
    sync_warp();
}
