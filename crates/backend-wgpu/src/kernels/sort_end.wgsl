// Writes what the keys and places of sorted rows stand for. Words: 3 how long rows are, 4 how many elements there are, 5 where they
// begin.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let at = (id.y * ids.x + id.x) * 256u + lane;
    if (at >= args[4]) { return; }
    put_sorted(at / args[3] * args[3], at);
}
