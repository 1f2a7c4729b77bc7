// Takes the products of the rows below the block off what is right of it: tiles of 32 rows and columns, of the lower triangle alone; each
// thread has two rows and two columns, 16 apart.
var<workgroup> left: array<C, 288>;
var<workgroup> right: array<C, 288>;

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let group = id.y * ids.x + id.x;
    let matrix = group / args[4];
    if (matrix >= args[3]) { return; }
    // Tile (i, j) of the triangle has the number i (i + 1) / 2 + j.
    let number = group % args[4];
    var i = u32((sqrt(8.0 * f32(number) + 1.0) - 1.0) / 2.0);
    while (i * (i + 1u) / 2u > number) { i -= 1u; }
    while ((i + 1u) * (i + 2u) / 2u <= number) { i += 1u; }
    let first = args[1] + 32u;
    let first_row = first + i * 32u;
    let first_column = first + (number - i * (i + 1u) / 2u) * 32u;
    let y = lane / 16u;
    let x = lane % 16u;
    var sums: array<C, 4>;
    for (var k = 0u; k < 4u; k += 1u) {
        let row = first_row + y + k / 2u * 16u;
        let column = first_column + x + k % 2u * 16u;
        sums[k] = C();
        if (row < args[0] && column <= row) { sums[k] = l[at(matrix, row, column)]; }
    }
    for (var depth = 0u; depth < 32u; depth += 8u) {
        // As many elements as threads, eight of a row side by side; rows are one apart more, to be in different banks.
        let row = lane / 8u;
        let place = row * 9u + lane % 8u;
        let inner = args[1] + depth + lane % 8u;
        left[place] = C();
        right[place] = C();
        if (first_row + row < args[0]) { left[place] = l[at(matrix, first_row + row, inner)]; }
        if (first_column + row < args[0]) { right[place] = l[at(matrix, first_column + row, inner)]; }
        workgroupBarrier();
        for (var k = 0u; k < 8u; k += 1u) {
            let a = left[y * 9u + k];
            let b = left[(y + 16u) * 9u + k];
            let c = right[x * 9u + k];
            let d = right[(x + 16u) * 9u + k];
            sums[0] = less(sums[0], a, c);
            sums[1] = less(sums[1], a, d);
            sums[2] = less(sums[2], b, c);
            sums[3] = less(sums[3], b, d);
        }
        workgroupBarrier();
    }
    for (var k = 0u; k < 4u; k += 1u) {
        let row = first_row + y + k / 2u * 16u;
        let column = first_column + x + k % 2u * 16u;
        if (row < args[0] && column <= row) { l[at(matrix, row, column)] = sums[k]; }
    }
}
