// Inclusive scans of rows, by tiles of TILE elements. Words: 3 the length of rows, 4 the tiles of a row, 5 all tiles, 6 where
// the elements begin. Each group ends by writing what its tile comes to, or its elements.
// Nothing is joined with an identity: of products by infinity that would be NaN.
var<workgroup> part: array<ELEMENT, PADDED>;
var<workgroup> runs: array<ACC, 256>;

// Threads read neighbours that lie ITEMS apart: padded, those are in different banks.
fn slot(k: u32) -> u32 { return SLOT; }

// The elements of a thread, joined.
fn own_run(mine: u32, n: u32) -> ACC {
    var run: ACC;
    if (mine < n) {
WHOLE
        run = wide(part[slot(mine)]);
        for (var k = mine + 1u; k < min(mine + ITEMSu, n); k += 1u) { run = join(run, wide(part[slot(k)])); }
    }
    return run;
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let group = id.y * ids.x + id.x;
    if (group >= args[5]) { return; }
    let tile = group % args[4];
    let first = tile * TILEu;
    let n = min(TILEu, args[3] - first);
    let start = group / args[4] * args[3] + first;
    for (var k = lane; k < n; k += 256u) { part[slot(k)] = element(args[6] + start + k); }
    workgroupBarrier();
    let mine = lane * ITEMSu;
    var run = own_run(mine, n);
    runs[lane] = run;
    workgroupBarrier();
    for (var by = 1u; by < 256u; by *= 2u) {
        if (lane >= by && mine < n) { run = join(runs[lane - by], run); }
        workgroupBarrier();
        runs[lane] = run;
        workgroupBarrier();
    }
FINISH
}
