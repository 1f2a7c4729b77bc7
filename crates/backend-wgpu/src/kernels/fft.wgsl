// A pass of a transform along lines of n = LENGTH q elements, by Stockham's scheme: it transforms the columns j, j + q, j + 2 q, ... of each line,
// and puts the results where the next pass finds them in order. Words: 0 how many columns there are, 1 from one
// element of a line to the next, 2 q, 3 the product of the earlier passes' lengths, 4 where the lines begin, 5 how long they are in
// memory, 6 the elements of results in memory, 7 how many elements are read (the others are zero), 8 the bits of a
// turn's low part, 9 when parts are exchanged (1, 2, 4), and whether the first (8) and the last (16) of the results are real, 10 the scale.
var<workgroup> tile: array<C, ROOM>;

fn slot(at: u32) -> u32 {
    return SLOT;
}

fn turned(a: C, w: C) -> C {
    return C(fma(a.x, w.x, -(a.y * w.y)), fma(a.x, w.y, a.y * w.x));
}

// With real and imaginary parts exchanged, if that is asked for here.
fn swapped(value: C, here: u32) -> C {
    return select(value, value.yx, (args[9] & here) != 0u);
}

ROOT_OF_PASS

struct Place {
    // Where the line begins in memory.
    line: u32,
    // The first element in the line.
    first: u32,
    // What each further element is turned by.
    twist: u32,
    there: bool,
}

// The lines are numbered as the elements of an outer and an inner axis, with the columns between these.
fn source(number: u32) -> Place {
    let column = min(number, args[0] - 1u);
    let inner = column % args[1];
    let rest = column / args[1];
    let j = rest % args[2];
    return Place(args[4] + rest / args[2] * args[5] * args[1] + inner, j, j % args[3], number < args[0]);
}

fn target_of(column: u32) -> Place {
    let inner = column % args[1];
    let rest = column / args[1];
    let j = rest % args[2];
    let first = j / args[3] * args[3] * LENGTHu + j % args[3];
    return Place(rest / args[2] * args[6] * args[1] + inner, first, 0u, column < args[0]);
}

fn element(place: Place, k: u32) -> C {
    let t = place.first + k * args[2];
    var value = C();
    if (t < args[7]) {
        ELEMENT
        value = swapped(value, 1u);
        FACTOR_BEFORE
        TURN
    }
    return value;
}

fn put(place: Place, k: u32, result: C) {
    let t = place.first + k * args[3];
    if (!place.there || t >= args[6]) { return; }
    var value = result;
    value = swapped(value, 2u);
    FACTOR_AFTER
    value = swapped(value, 4u);
    value = value * SCALE;
    let is_real = (t == 0u && (args[9] & 8u) != 0u) || (t + 1u == args[6] && (args[9] & 16u) != 0u);
    if (is_real) { value.y = R(0); }
    out[place.line + t * args[1]] = RESULT;
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) ids: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let first = (id.y * ids.x + id.x) * COLUMNSu;
    if (first >= args[0]) { return; }
    STAGES
}
