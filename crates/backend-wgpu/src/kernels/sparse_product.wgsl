// The product of a sparse matrix with a dense one. LANES threads add up each element of the result, then their sums are joined in
// order. Words: 0 how many rows the result has, 1 how many columns, 2 zero, 3 and 4 the dense matrix' strides, 5 where it begins.
var<workgroup> sums: array<CLASS, 256>;

fn dense(row: u32, column: u32) -> CLASS {
    let at = bitcast<i32>(args[5]) + i32(row) * bitcast<i32>(args[3]) + i32(column) * bitcast<i32>(args[4]);
    return LOAD_DENSE;
}

fn entry(at: u32) -> CLASS {
    return LOAD_ENTRY;
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let number = (id.y * ids.x + id.x) * (256u / LANESu) + thread / LANESu;
    let lane = thread % LANESu;
    let live = number < args[0] * args[1];
    var sum = CLASS();
    if (live) {
        let row = number / args[1];
        let column = number % args[1];
        // Of the starts, which have 64 bits, the lower half says all.
        let end = starts[row + 1u].x;
        for (var k = starts[row].x + lane; k < end; k += LANESu) {
            let x = entry(k);
            let y = dense(columns[k], column);
            sum = TERM;
        }
    }
    JOIN
    if (live && lane == 0u) {
        let at = number;
        STORE
    }
}
