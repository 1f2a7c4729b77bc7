// What the kernels of triangular solutions share. Words: 0 n, 1 where the block begins, 2 zero, 3 how many matrices there are, 4 groups of
// a matrix, 5 and 6 where the triangle and the right-hand sides begin, 7 how many right-hand sides there are, 8 whether the triangle is
// the lower one, 9 whether ones are on its diagonal, 10 where the rows begin from which products are taken, 11 how many.
fn of_triangle(matrix: u32, row: u32, column: u32) -> C {
    return a[args[5] + (matrix * args[0] + row) * args[0] + column];
}

fn at(matrix: u32, row: u32, column: u32) -> u32 {
    return (matrix * args[0] + row) * args[7] + column;
}
