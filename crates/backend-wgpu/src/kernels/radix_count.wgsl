// How often each value of a digit occurs in each tile of TILE elements. Words: 3 how long rows are, 4 how many tiles a row has, 5 how many
// there are, 6 where the elements begin, 7 the digit's first bit in its word. A row's counts are by values first.
var<workgroup> counts: array<atomic<u32>, 256>;

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let group = id.y * ids.x + id.x;
    if (group >= args[5]) { return; }
    let row = group / args[4];
    let tile = group % args[4];
    let first = tile * TILEu;
    let n = min(TILEu, args[3] - first);
    atomicStore(&counts[lane], 0u);
    workgroupBarrier();
    for (var k = lane; k < n; k += 256u) {
        let key = key_at(row * args[3] + first + k);
        atomicAdd(&counts[WORD >> args[7] & 255u], 1u);
    }
    workgroupBarrier();
    out[(row * 256u + lane) * args[4] + tile] = atomicLoad(&counts[lane]);
}
