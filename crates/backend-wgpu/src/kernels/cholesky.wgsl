// What the kernels of a Cholesky factorisation share. Words: 0 n, 1 where the block begins, 2 zero, 3 how many matrices there are, 4 groups
// of a matrix, 5 where the elements begin.
var<workgroup> block: array<C, 1024>;

fn at(matrix: u32, row: u32, column: u32) -> u32 {
    return (matrix * args[0] + row) * args[0] + column;
}

// The block on the diagonal, by all threads of a group; zeros beyond its end.
fn read_block(matrix: u32, lane: u32) {
    let size = min(32u, args[0] - args[1]);
    for (var k = lane; k < 1024u; k += 256u) {
        let row = k / 32u;
        let column = k % 32u;
        block[k] = C();
        if (row < size && column <= row) { block[k] = l[at(matrix, args[1] + row, args[1] + column)]; }
    }
    workgroupBarrier();
}
