// The words: m, n, 0, k, how many matrices, what is to be done, strides of the left rows and columns, of the right ones, both offsets,
// alpha, beta, the result's offset, the leading axes.
@group(0) @binding(2) var<storage, read> left: array<STORED>;
@group(0) @binding(3) var<storage, read> right: array<STORED>;
@group(0) @binding(4) var<storage, read_write> out: array<WRITTEN>;

// A tile of each operand, the sums' axis first. A row is a little longer than the tile, so that rows begin in different banks.
const TILE = EDGEu;
var<workgroup> left_tile: array<HELD, DEPTHu * STRIDEu>;
var<workgroup> right_tile: array<HELD, DEPTHu * STRIDEu>;

PLACES
// Copies rows `first` to `first + TILE` of the left operand, columns `depth` on; zeros beyond its ends.
fn stage_left(base: i32, first: u32, depth: u32, lane: u32) {
    let row_step = bitcast<i32>(args[6]);
    let step = bitcast<i32>(args[7]);
    // Threads next to each other read what is next to each other.
    let along = abs(step) <= abs(row_step);
    for (var e = lane; e < TILE * DEPTHu; e += 256u) {
        let row = select(e % TILE, e / DEPTHu, along);
        let inner = select(e / TILE, e % DEPTHu, along);
        var value = CLASS();
        if (first + row < args[0] && depth + inner < args[3]) {
            let at = base + i32(first + row) * row_step + i32(depth + inner) * step;
            value = LOAD_LEFT;
        }
        left_tile[SLOT_LEFT] = value;
    }
}

// Likewise columns of the right operand.
fn stage_right(base: i32, first: u32, depth: u32, lane: u32) {
    let step = bitcast<i32>(args[8]);
    let column_step = bitcast<i32>(args[9]);
    let along = abs(step) < abs(column_step);
    for (var e = lane; e < TILE * DEPTHu; e += 256u) {
        let column = select(e % TILE, e / DEPTHu, along);
        let inner = select(e / TILE, e % DEPTHu, along);
        var value = CLASS();
        if (first + column < args[1] && depth + inner < args[3]) {
            let at = base + i32(first + column) * column_step + i32(depth + inner) * step;
            value = LOAD_RIGHT;
        }
        right_tile[SLOT_RIGHT] = value;
    }
}

fn put(start: u32, row: u32, column: u32, sum: CLASS) {
    if (row >= args[0] || column >= args[1]) { return; }
    let at = start + row * args[1] + column;
    var result = sum;
    SCALE
    STORE
}

// Each thread sums some rows and columns.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let across = (args[1] + TILE - 1u) / TILE;
    let tiles = across * ((args[0] + TILE - 1u) / TILE);
    let number = id.y * ids.x + id.x;
    let matrix = number / tiles;
    if (matrix >= args[4]) { return; }
    let first_row = number % tiles / across * TILE;
    let first_column = number % across * TILE;
    let base = places(matrix);
    let row = lane / 16u;
    let column = lane % 16u;
    START
    for (var depth = 0u; depth < args[3]; depth += DEPTHu) {
        stage_left(base[0] + bitcast<i32>(args[10]), first_row, depth, lane);
        stage_right(base[1] + bitcast<i32>(args[11]), first_column, depth, lane);
        workgroupBarrier();
        for (var inner = 0u; inner < DEPTHu; inner++) {
            let at = inner * STRIDEu;
            MULTIPLY
        }
        workgroupBarrier();
    }
    let start = args[20] + matrix * args[0] * args[1];
    FINISH
}
