// What a mask selects, by tiles of 8192 places, a quarter at a time, 8 neighbours for a thread. Words: 3 how many places, 4 where the
// mask begins, 5 where the elements begin. `ends` has how many are selected up to the end of each tile.
fn nonzero_bytes(word: u32) -> u32 {
    var any = word | (word >> 4u);
    any |= any >> 2u;
    any = (any | (any >> 1u)) & 0x01010101u;
    return (any | (any >> 7u) | (any >> 14u) | (any >> 21u)) & 15u;
}

// Which of the thread's places are selected.
fn selected(first: u32) -> u32 {
    let at = args[4] + first;
    if (at % 4u == 0u && first + 8u <= args[3]) {
        return nonzero_bytes(mask[at / 4u]) | (nonzero_bytes(mask[at / 4u + 1u]) << 4u);
    }
    var bits = 0u;
    for (var k = first; k < min(first + 8u, args[3]); k += 1u) {
        if (chosen(args[4] + k)) { bits |= 1u << (k - first); }
    }
    return bits;
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let group = id.y * ids.x + id.x;
    let tile = group * 8192u;
    if (tile >= args[3]) { return; }
FINISH
}
