// Takes the products with the block's unknowns off the rows that are left: tiles of 32 rows and columns; each thread has two rows and two
// columns, 16 apart.
var<workgroup> left: array<C, 288>;
var<workgroup> right: array<C, 264>;

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let group = id.y * ids.x + id.x;
    let matrix = group / args[4];
    if (matrix >= args[3]) { return; }
    let across = (args[7] + 31u) / 32u;
    let first_row = group % args[4] / across * 32u;
    let first_column = group % across * 32u;
    let size = min(32u, args[0] - args[1]);
    let ty = lane / 16u;
    let tx = lane % 16u;
    var sums: array<C, 4>;
    for (var depth = 0u; depth < size; depth += 8u) {
        let row = first_row + lane / 8u;
        let inner = depth + lane % 8u;
        let place = lane / 8u * 9u + lane % 8u;
        left[place] = C();
        if (row < args[11] && inner < size) { left[place] = of_triangle(matrix, args[10] + row, args[1] + inner); }
        let column = first_column + lane % 32u;
        let known = depth + lane / 32u;
        let other = lane / 32u * 33u + lane % 32u;
        right[other] = C();
        if (column < args[7] && known < size) { right[other] = x[at(matrix, args[1] + known, column)]; }
        workgroupBarrier();
        for (var k = 0u; k < 8u; k += 1u) {
            let p = left[ty * 9u + k];
            let q = left[(ty + 16u) * 9u + k];
            let r = right[k * 33u + tx];
            let s = right[k * 33u + tx + 16u];
            sums[0] = less(sums[0], p, r);
            sums[1] = less(sums[1], p, s);
            sums[2] = less(sums[2], q, r);
            sums[3] = less(sums[3], q, s);
        }
        workgroupBarrier();
    }
    for (var k = 0u; k < 4u; k += 1u) {
        let row = first_row + ty + k / 2u * 16u;
        let column = first_column + tx + k % 2u * 16u;
        if (row < args[11] && column < args[7]) {
            let to = at(matrix, args[10] + row, column);
            x[to] = x[to] + sums[k];
        }
    }
}
