// The words: how many indices.
@group(0) @binding(2) var<storage, read> found: array<u32>;
@group(0) @binding(3) var<storage, read> refused: array<u32>;
@group(0) @binding(4) var<storage, read_write> marks: array<atomic<u32>>;

// Marks each place with the last write to it.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let k = (id.y * ids.x + id.x) * 256u + lane;
    if (k >= args[0] || refused[0] != 0u) { return; }
    atomicMax(&marks[found[k]], k + 1u);
}
