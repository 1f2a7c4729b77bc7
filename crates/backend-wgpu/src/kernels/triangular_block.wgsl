// Solves for the unknowns of the block on the diagonal, a right-hand side for each thread.
var<workgroup> block: array<C, 1024>;

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let group = id.y * ids.x + id.x;
    let matrix = group / args[4];
    if (matrix >= args[3]) { return; }
    let size = min(32u, args[0] - args[1]);
    for (var k = lane; k < 1024u; k += 256u) {
        let row = k / 32u;
        let column = k % 32u;
        block[k] = C();
        if (row < size && column < size) { block[k] = of_triangle(matrix, args[1] + row, args[1] + column); }
    }
    workgroupBarrier();
    let column = group % args[4] * 256u + lane;
    if (column >= args[7]) { return; }
    let lower = args[8] == 1u;
    var own: array<C, 32>;
    for (var number = 0u; number < size; number += 1u) {
        let row = select(size - 1u - number, number, lower);
        var sum = x[at(matrix, args[1] + row, column)];
        for (var k = 0u; k < number; k += 1u) {
            let known = select(size - 1u - k, k, lower);
            sum = less(sum, block[row * 32u + known], own[known]);
        }
        if (args[9] == 0u) { sum = quotient(sum, block[row * 33u]); }
        own[row] = sum;
        x[at(matrix, args[1] + row, column)] = sum;
    }
}
