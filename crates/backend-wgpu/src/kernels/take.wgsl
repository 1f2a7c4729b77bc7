// The words: how many elements, the length of the indexed axis, 0, its stride, the offsets of the array and of the indices, what
// reports a fault, the other axes.
@group(0) @binding(2) var<storage, read> source: array<BITS>;
@group(0) @binding(3) var<storage, read> indices: array<i64>;
@group(0) @binding(4) var<storage, read_write> out: array<BITS>;

PLACES
fn element(number: u32) -> BITS {
    let at = places(number);
    let index = indices[at[1] + bitcast<i32>(args[5])];
    let len = bitcast<i32>(args[1]);
    let place = place_of(index, len);
    if (place < 0) {
        keep_fault(args[6], index, len);
        return BITS();
    }
    let from_place = at[0] + bitcast<i32>(args[4]) + place * bitcast<i32>(args[3]);
    return LOAD;
}

// Each thread writes a word with all its elements, or one that takes several words.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let word = (id.y * ids.x + id.x) * 256u + lane;
    let first = word * PERu;
    if (first >= args[0]) { return; }
    var value = element(first);
    MORE
    out[word] = value;
}
