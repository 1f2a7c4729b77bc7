// What a mask selects, by tiles of 2048 places, 8 for a thread. Words: 3 how many places, 4 where the mask begins, 5 where the
// elements begin. `ends` has how many are selected up to the end of each tile.
var<workgroup> counts: array<u32, 256>;

// Which of the thread's places are selected.
fn selected(first: u32) -> u32 {
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
    if (group * 2048u >= args[3]) { return; }
    let first = group * 2048u + lane * 8u;
    let bits = selected(first);
    var up_to = countOneBits(bits);
    counts[lane] = up_to;
    workgroupBarrier();
    for (var by = 1u; by < 256u; by *= 2u) {
        if (lane >= by) { up_to += counts[lane - by]; }
        workgroupBarrier();
        counts[lane] = up_to;
        workgroupBarrier();
    }
FINISH
}
