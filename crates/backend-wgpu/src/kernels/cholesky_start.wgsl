// The lower triangle, and zeros above it; as minors that are not positive, none.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let number = (id.y * ids.x + id.x) * 256u + lane;
    let n = args[0];
    if (number < args[3]) { minors[number] = 0xffffffffu; }
    if (number >= args[3] * n * n) { return; }
    var value = C();
    if (number % n <= number / n % n) { value = x[args[5] + number]; }
    l[number] = value;
}
