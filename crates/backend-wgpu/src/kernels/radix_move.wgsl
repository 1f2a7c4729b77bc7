// Moves the elements of each tile to where its digit's values begin, in their order. Words: as for the counts.
// A tile is ordered by the digit first, half of it at a time, so that what a group writes lies side by side: each thread counts its own
// ITEMS neighbours by the half's 16 values, two counts in a word, and the sums of all counts before are their new places.
var<workgroup> counts: array<u32, 2048>;
var<workgroup> tile: array<u32, TILE>;

// The new place of each key of a thread, by a half of the digit's value; of keys beyond the end, which stay last, by the greatest.
fn places_of(values: array<u32, ITEMS>, lane: u32) -> array<u32, ITEMS> {
    var halves = values;
    for (var k = 0u; k < 8u; k += 1u) { counts[k * 256u + lane] = 0u; }
    var before: array<u32, ITEMS>;
    for (var k = 0u; k < ITEMSu; k += 1u) {
        let at = (halves[k] & 7u) * 256u + lane;
        let shift = (halves[k] >> 3u) * 16u;
        before[k] = counts[at] >> shift & 0xffffu;
        counts[at] += 1u << shift;
    }
    workgroupBarrier();
    // Each thread adds up eight neighbours, then all of them in turn.
    var run: array<u32, 8>;
    var sum = 0u;
    for (var k = 0u; k < 8u; k += 1u) {
        run[k] = sum;
        sum += counts[lane * 8u + k];
    }
    // The tile's memory is free: rows of 16 threads are added up there, then the sums of all rows.
    let row = lane / 16u * 16u;
    var start = 0u;
    tile[lane] = sum;
    workgroupBarrier();
    for (var k = 0u; k < 16u; k += 1u) { start += select(0u, tile[row + k], row + k < lane); }
    if (lane % 16u == 15u) { tile[256u + lane / 16u] = start + sum; }
    workgroupBarrier();
    var all = 0u;
    for (var k = 0u; k < 16u; k += 1u) {
        let sums = tile[256u + k];
        start += select(0u, sums, k * 16u < row);
        all += sums;
    }
    // All of the lower eight values come before the upper eight.
    start += all << 16u;
    for (var k = 0u; k < 8u; k += 1u) { counts[lane * 8u + k] = start + run[k]; }
    workgroupBarrier();
    var places: array<u32, ITEMS>;
    for (var k = 0u; k < ITEMSu; k += 1u) {
        let at = (halves[k] & 7u) * 256u + lane;
        places[k] = (counts[at] >> ((halves[k] >> 3u) * 16u) & 0xffffu) + before[k];
    }
    workgroupBarrier();
    return places;
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let group = id.y * ids.x + id.x;
    if (group >= args[5]) { return; }
    let row = group / args[4];
    let first = group % args[4] * TILEu;
    let n = min(TILEu, args[3] - first);
    let start = row * args[3];
    let mine = lane * ITEMSu;
    // Neighbouring threads read neighbours, and then have neighbours of their own.
    var keys: array<KEY, ITEMS>;
    var places: array<u32, ITEMS>;
    for (var k = 0u; k < ITEMSu; k += 1u) {
        let at = k * 256u + lane;
        keys[k] = last_key();
        if (at < n) { keys[k] = key_at(start + first + at); PLACE_READ }
    }
    let digit = args[7];
    var moved: array<u32, ITEMS>;
    var halves: array<u32, ITEMS>;
    for (var k = 0u; k < ITEMSu; k += 1u) { moved[k] = k * 256u + lane; }
    EXCHANGE_OWN
    for (var k = 0u; k < ITEMSu; k += 1u) {
        let key = keys[k];
        halves[k] = select(15u, WORD >> digit & 15u, mine + k < n);
    }
    moved = places_of(halves, lane);
    EXCHANGE_OWN
    for (var k = 0u; k < ITEMSu; k += 1u) {
        let key = keys[k];
        halves[k] = select(15u, WORD >> (digit + 4u) & 15u, mine + k < n);
    }
    moved = places_of(halves, lane);
    EXCHANGE_SPREAD
    // Where each value begins among the tile's.
    for (var k = 0u; k < ITEMSu; k += 1u) {
        let key = keys[k];
        tile[k * 256u + lane] = WORD >> digit & 255u;
    }
    workgroupBarrier();
    for (var k = 0u; k < ITEMSu; k += 1u) {
        let at = k * 256u + lane;
        if (at < n) {
            let value = tile[at];
            var begins = at == 0u;
            if (!begins) { begins = tile[at - 1u] != value; }
            if (begins) { counts[value] = at; }
        }
    }
    workgroupBarrier();
    for (var k = 0u; k < ITEMSu; k += 1u) {
        let at = k * 256u + lane;
        if (at < n) {
            let value = tile[at];
            let number = value * args[4] + group % args[4];
            var to = at - counts[value];
            if (number > 0u) { to += ends[row * 256u * args[4] + number - 1u]; }
            put(start, start + to, keys[k], places[k]);
        }
    }
}
