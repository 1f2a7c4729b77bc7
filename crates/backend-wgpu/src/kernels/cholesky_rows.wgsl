// Divides the rows below the block by its transpose, a row for each thread.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let group = id.y * ids.x + id.x;
    let matrix = group / args[4];
    if (matrix >= args[3]) { return; }
    read_block(matrix, lane);
    let row = args[1] + 32u + group % args[4] * 256u + lane;
    if (row >= args[0]) { return; }
    var own: array<C, 32>;
    for (var c = 0u; c < 32u; c += 1u) {
        var sum = l[at(matrix, row, args[1] + c)];
        for (var k = 0u; k < c; k += 1u) { sum = less(sum, own[k], block[c * 32u + k]); }
        own[c] = over(sum, real_of(block[c * 33u]));
    }
    for (var c = 0u; c < 32u; c += 1u) { l[at(matrix, row, args[1] + c)] = own[c]; }
}
