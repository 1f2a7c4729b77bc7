// Merges neighbouring runs of rows, MOST places for a group. Words: 3 how long rows are, 4 how long runs are, 5 how many groups a row
// has, 6 how many there are. A group's elements are those between two ways through the merge ("merge path").
var<workgroup> keys: array<KEY, MOST>;
var<workgroup> ends: array<u32, 2>;

// How many of the first `way` merged elements are from the first of two runs in memory; of equals its come first.
fn split(a: u32, a_len: u32, b: u32, b_len: u32, way: u32) -> u32 {
    var low = way - min(way, b_len);
    var high = min(way, a_len);
    while (low < high) {
        let middle = (low + high) / 2u;
        if (precedes(keys_in[b + way - 1u - middle], keys_in[a + middle])) { high = middle; } else { low = middle + 1u; }
    }
    return low;
}

// Likewise in the memory of the group, where the second run comes after the first.
fn split_here(a_len: u32, b_len: u32, way: u32) -> u32 {
    var low = way - min(way, b_len);
    var high = min(way, a_len);
    while (low < high) {
        let middle = (low + high) / 2u;
        if (precedes(keys[a_len + way - 1u - middle], keys[middle])) { high = middle; } else { low = middle + 1u; }
    }
    return low;
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let group = id.y * ids.x + id.x;
    if (group >= args[6]) { return; }
    let row = group / args[5] * args[3];
    let first = group % args[5] * MOSTu;
    let n = min(MOSTu, args[3] - first);
    let width = args[4];
    let pair = first / width / 2u * width * 2u;
    let a = row + pair;
    let a_len = min(width, args[3] - pair);
    let b = a + a_len;
    let b_len = min(width, args[3] - pair - a_len);
    let way = first - pair;
    if (lane < 2u) { ends[lane] = split(a, a_len, b, b_len, way + lane * n); }
    workgroupBarrier();
    let from_a = a + ends[0];
    let own_a = ends[1] - ends[0];
    let from_b = b + way - ends[0];
    let own_b = n - own_a;
    for (var k = lane; k < n; k += 256u) {
        if (k < own_a) { keys[k] = keys_in[from_a + k]; } else { keys[k] = keys_in[from_b + k - own_a]; }
    }
    workgroupBarrier();
    let mine = min(lane * ITEMSu, n);
    var i = split_here(own_a, own_b, mine);
    var j = mine - i;
    for (var k = mine; k < min(mine + ITEMSu, n); k += 1u) {
        var take_b = i >= own_a;
        if (!take_b && j < own_b) { take_b = precedes(keys[own_a + j], keys[i]); }
        if (take_b) {
            move_one(row + first + k, keys[own_a + j], from_b + j);
            j += 1u;
        } else {
            move_one(row + first + k, keys[i], from_a + i);
            i += 1u;
        }
    }
}
