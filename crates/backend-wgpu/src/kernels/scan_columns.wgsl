// Inclusive scans of columns, a thread each. Words: 3 their length, 4 how far apart their elements are, 5 how many columns, 6
// where the elements begin.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let column = (id.y * ids.x + id.x) * 256u + lane;
    if (column >= args[5]) { return; }
    let inner = args[4];
    var at = column / inner * args[3] * inner + column % inner;
    var so_far: RUN;
    for (var k = 0u; k < args[3]; k += 1u) {
        let value = element(args[6] + at);
        if (k > 0u) { so_far = step(so_far, value); } else { so_far = first_of(value); }
        write_one(at, narrow(so_far));
        at += inner;
    }
}
