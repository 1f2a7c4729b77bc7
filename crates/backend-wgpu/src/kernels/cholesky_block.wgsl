// Factorises the block on the diagonal, a group for each matrix. The order of a matrix' first minor that is not
// positive is kept.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let matrix = id.y * ids.x + id.x;
    if (matrix >= args[3]) { return; }
    read_block(matrix, lane);
    let size = min(32u, args[0] - args[1]);
    for (var c = 0u; c < size; c += 1u) {
        let pivot = real_of(block[c * 33u]);
        if (lane == 0u && !(pivot > R(0))) {
            // Columns come one after the other, so the first one of a matrix is the least.
            minors[matrix] = min(minors[matrix], args[1] + c + 1u);
        }
        let root = root_of(pivot);
        workgroupBarrier();
        let row = lane;
        if (row == c) { block[c * 33u] = of_real(root); }
        if (row > c && row < size) { block[row * 32u + c] = over(block[row * 32u + c], root); }
        workgroupBarrier();
        for (var k = lane; k < 1024u; k += 256u) {
            let i = k / 32u;
            let j = k % 32u;
            if (j > c && j <= i && i < size) { block[k] = less(block[k], block[i * 32u + c], block[j * 32u + c]); }
        }
        workgroupBarrier();
    }
    for (var k = lane; k < 1024u; k += 256u) {
        let row = k / 32u;
        let column = k % 32u;
        if (row < size && column <= row) { l[at(matrix, args[1] + row, args[1] + column)] = block[k]; }
    }
}
