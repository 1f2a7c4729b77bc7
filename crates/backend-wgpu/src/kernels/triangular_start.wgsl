// The right-hand sides, and the first zero on each diagonal.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let number = (id.y * ids.x + id.x) * 256u + lane;
    if (number < args[3]) {
        var pivot = 0xffffffffu;
        for (var k = args[0]; k > 0u; k -= 1u) {
            if (args[9] == 0u && is_zero(of_triangle(number, k - 1u, k - 1u))) { pivot = k - 1u; }
        }
        pivots[number] = pivot;
    }
    if (number < args[3] * args[0] * args[7]) { x[number] = b[args[6] + number]; }
}
