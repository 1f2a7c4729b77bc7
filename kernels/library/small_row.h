// A lane for each row of a small matrix.

// A row of the tile, and one of the identity where there is none.
XP void load_row(const Group& g, T (&row)[LANES], const T* x, u32 n) {
    load_tile(g, x, n);
#pragma unroll
    for (u32 j = 0; j < LANES; j++) {
        const bool inside = g.there && g.lane < n && j < n;
        row[j] = inside ? g.tile[g.lane * ROW + j] : small_real<T>(j == g.lane ? (P)1 : (P)0);
    }
    sync_warp();
}
