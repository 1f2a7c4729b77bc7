// The product of a sparse matrix with a vector. A thread has a row. The group's rows are one run of entries, of which threads read
// neighbours, CHUNK products at a time; then each adds up its own. Words: 0 how many rows there are, 1 one, 2 zero, 3 how far apart the
// vector's elements are, 5 where it begins.
var<workgroup> products: array<CLASS, CHUNKu + CHUNKu / 32u>;

// Rows of a power of two would have all their products in few banks.
fn slot(k: u32) -> u32 { return k + k / 32u; }

fn dense(row: u32) -> CLASS {
    let at = bitcast<i32>(args[5]) + i32(row) * bitcast<i32>(args[3]);
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
    let first = (id.y * ids.x + id.x) * 256u;
    let at = first + thread;
    // Of the starts, which have 64 bits, the lower half says all.
    let begin = starts[min(first, args[0])].x;
    let end = starts[min(first + 256u, args[0])].x;
    let own = starts[min(at, args[0])].x;
    let behind = starts[min(at + 1u, args[0])].x;
    var sum = CLASS();
    for (var start = begin; start < end; start += CHUNKu) {
        let stop = min(start + CHUNKu, end);
        for (var k = start + thread; k < stop; k += 256u) {
            let x = entry(k);
            let y = dense(columns[k]);
            let none = CLASS();
            products[slot(k - start)] = TERM;
        }
        workgroupBarrier();
        for (var k = max(start, own); k < min(stop, behind); k += 1u) { sum = sum JOINED products[slot(k - start)]; }
        workgroupBarrier();
    }
    if (at < args[0]) {
        STORE
    }
}
