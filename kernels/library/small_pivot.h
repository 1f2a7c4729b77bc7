// Pivots of small matrices whose rows are in the registers of lanes.

// What pivots are chosen by, as LAPACK does; NaN counts as the largest, so that it is not taken for zero.
XP P pivot_weight(T x) {
    const P sum = r_abs(real_part(x)) + r_abs(imaginary_part(x));
    return is_nan(sum) ? (P)XP_INF : sum;
}
// The lane of the largest weight, the first of equal ones; the weight becomes the largest.
XP u32 pivot_lane(const Group& g, P& weight) {
    u32 p = g.lane;
#pragma unroll
    for (u32 by = LANES / 2; by > 0; by /= 2) {
        const P other = XP_SHUFFLE_XOR(weight, by);
        const u32 at = XP_SHUFFLE_XOR(p, by);
        if (other > weight || (other == weight && at < p)) weight = other, p = at;
    }
    return p;
}
// Row `lane` for all lanes of the group, from column FIRST on.
template <u32 FIRST> XP void share_row(const Group& g, const T (&row)[LANES], u32 lane) {
    sync_warp();
    if (g.lane == lane) {
#pragma unroll
        for (u32 j = FIRST; j < LANES; j++) g.tile[j] = row[j];
    }
    sync_warp();
}
