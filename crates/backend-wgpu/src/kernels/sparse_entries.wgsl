// What is done for each entry of a sparse matrix, of which the row is found by search. Words: 0 how many entries there are, 1 how many
// rows, 2 zero, 3 how many columns.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let k = (id.y * ids.x + id.x) * 256u + lane;
    if (k >= args[0]) { return; }
    // The last row that begins at the entry or before: empty ones before it begin there, too.
    var low = 0u;
    var high = args[1];
    while (low + 1u < high) {
        let middle = (low + high) / 2u;
        if (starts[middle].x <= k) { low = middle; } else { high = middle; }
    }
    let row = low;
    let column = columns[k];
    EACH
}
