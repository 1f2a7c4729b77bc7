var<workgroup> addends: array<u32, 256>;
var<workgroup> row_sums: array<u32, 16>;
// The sum over all threads, once they have been added up.
var<workgroup> group_sum: u32;

// The sum of the values of all threads up to this one. Rows of 16 are added up, then the sums of the rows before: few barriers.
fn up_to(value: u32, lane: u32) -> u32 {
    let row = lane / 16u;
    addends[lane] = value;
    workgroupBarrier();
    var sum = 0u;
    for (var k = 0u; k < 16u; k += 1u) { sum += select(0u, addends[row * 16u + k], row * 16u + k <= lane); }
    if (lane % 16u == 15u) { row_sums[row] = sum; }
    workgroupBarrier();
    for (var k = 0u; k < 16u; k += 1u) { sum += select(0u, row_sums[k], k < row); }
    if (lane == 255u) { group_sum = sum; }
    workgroupBarrier();
    return sum;
}
