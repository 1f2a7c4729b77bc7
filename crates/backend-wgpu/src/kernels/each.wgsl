// One thing for each of as many as word 3 says.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let at = (id.y * ids.x + id.x) * 256u + lane;
    if (at < args[3]) { EACH }
}
