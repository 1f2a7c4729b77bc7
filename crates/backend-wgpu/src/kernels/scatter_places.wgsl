// The words: how many indices, the length that they are of, 0, their offset, what reports a fault, their axes.
@group(0) @binding(2) var<storage, read> indices: array<i64>;
@group(0) @binding(3) var<storage, read_write> found: array<u32>;
@group(0) @binding(4) var<storage, read_write> refused: array<atomic<u32>>;
MARKS

PLACES
// The places of indices, and whether one is wrong. Marks of the places are cleared: of the others, nobody looks at them.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let k = (id.y * ids.x + id.x) * 256u + lane;
    if (k >= args[0]) { return; }
    let index = indices[places(k)[0] + bitcast<i32>(args[3])];
    let len = bitcast<i32>(args[1]);
    let place = place_of(index, len);
    found[k] = bitcast<u32>(place);
    if (place < 0) {
        keep_fault(args[4], index, len);
        atomicStore(&refused[0], 1u);
        return;
    }
    CLEAR
}
