// Sorts rows, or runs of long ones, by a bitonic network in the memory of the group. Words: 3 how long rows are, 4 how many, 5 where
// they begin, 6 how many places a run takes (a power of two), 7 how many runs a row has. A group takes MOST places; those
// behind the end of a run come last.
var<workgroup> keys: array<KEY, MOST>;
var<workgroup> places: array<u32, MOST>;

fn comes_before(i: u32, j: u32) -> bool {
    return precedes(keys[i], keys[j]) || (!precedes(keys[j], keys[i]) && places[i] < places[j]);
}

fn exchange(i: u32, j: u32) {
    let key = keys[i];
    let place = places[i];
    keys[i] = keys[j];
    places[i] = places[j];
    keys[j] = key;
    places[j] = place;
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let group = id.y * ids.x + id.x;
    let size = args[6];
    let first = group * (MOSTu / size);
    if (first >= args[4] * args[7]) { return; }
    for (var k = lane; k < MOSTu; k += 256u) {
        let run = first + k / size;
        let place = run % args[7] * size + k % size;
        keys[k] = last_key();
        places[k] = 0xffffffffu;
        if (run < args[4] * args[7] && place < args[3]) {
            keys[k] = key_of(element(args[5] + run / args[7] * args[3] + place));
            places[k] = place;
        }
    }
    for (var part = 2u; part <= size; part *= 2u) {
        for (var by = part / 2u; by > 0u; by /= 2u) {
            workgroupBarrier();
            for (var k = lane; k < MOST_HALFu; k += 256u) {
                let i = k / by * by * 2u + k % by;
                // Within a run, so that all runs end ascending.
                let up = ((i & (size - 1u)) & part) == 0u;
                if (comes_before(i + by, i) == up) { exchange(i, i + by); }
            }
        }
    }
    workgroupBarrier();
    for (var k = lane; k < MOSTu; k += 256u) {
        let run = first + k / size;
        let at = run % args[7] * size + k % size;
        if (run < args[4] * args[7] && at < args[3]) {
            let row = run / args[7] * args[3];
            put(row, row + at, keys[k], places[k]);
        }
    }
}
