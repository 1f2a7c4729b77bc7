// Counts of values in bins, in the memory of the group where the bins fit into it. Words: 3 how many bins, 4 where the edges
// begin, 5 how many values, 6 where they begin, 7 how many groups there are. Values are less than 2^31, so 32 bits count them.
var<workgroup> table: array<atomic<u32>, TABLE>;

fn bin_at(k: u32) -> u32 {
    if (k >= args[5]) { return 0xffffffffu; }
    return bin_of(args[6] + k);
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let group = id.y * ids.x + id.x;
    if (group >= args[7]) { return; }
    let bins = args[3];
    let here = bins <= TABLEu;
    if (here) {
        for (var k = lane; k < bins; k += 256u) { atomicStore(&table[k], 0u); }
    }
    workgroupBarrier();
    // Several at once, so that their loads do not wait for each other.
    for (var k = group * 1024u + lane; k < args[5]; k += args[7] * 1024u) {
        let found = vec4<u32>(bin_at(k), bin_at(k + 256u), bin_at(k + 512u), bin_at(k + 768u));
        for (var n = 0u; n < 4u; n += 1u) {
            let bin = found[n];
            if (bin < bins) {
                if (here) { atomicAdd(&table[bin], 1u); } else { atomicAdd(&counts[bin], 1u); }
            }
        }
    }
    workgroupBarrier();
    if (here) {
        for (var k = lane; k < bins; k += 256u) {
            let count = atomicLoad(&table[k]);
            if (count > 0u) { atomicAdd(&counts[k], count); }
        }
    }
}
