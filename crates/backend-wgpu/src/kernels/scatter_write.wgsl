// The words: how many values, the offset of what is written, 0, that of the values, their axes.
@group(0) @binding(2) var<storage, read> found: array<u32>;
@group(0) @binding(3) var<storage, read> refused: array<u32>;
@group(0) @binding(4) var<storage, read> values: array<STORED>;
@group(0) @binding(5) var<storage, read_write> written: array<WRITTEN>;
FURTHER

PLACES
fn value(number: u32) -> CLASS {
    let at = places(number)[0] + bitcast<i32>(args[3]);
    return LOAD;
}

// Nothing is written if an index is wrong.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let k = (id.y * ids.x + id.x) * 256u + lane;
    if (k >= args[0] || refused[0] != 0u) { return; }
    BODY
}
