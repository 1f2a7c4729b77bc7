// Where values go in an ascending vector, a thread each. Words: 3 how long the vector is, 4 where it begins, 5 how many values, 6 where
// they begin, 7 whether values go behind those that are equal.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let at = (id.y * ids.x + id.x) * 256u + lane;
    if (at >= args[5]) { return; }
    out[at] = i64(rank_in(key_of(element(args[6] + at)), args[3], args[7] == 1u));
}
