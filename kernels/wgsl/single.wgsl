// For devices without `f64`: what the texts of the same names do in double precision, by sums and products of two numbers each.
struct Pair_f32 {
    high: f32,
    low: f32,
}
// Knuth's sum: what it loses is exact.
fn pair_sum_f32(a: f32, b: f32) -> Pair_f32 {
    let sum = a + b;
    let part = sum - a;
    return Pair_f32(sum, (a - (sum - part)) + (b - part));
}
fn pair_plus_f32(a: Pair_f32, b: Pair_f32) -> Pair_f32 {
    let sum = pair_sum_f32(a.high, b.high);
    return pair_sum_f32(sum.high, sum.low + (a.low + b.low));
}
fn pair_times_f32(a: Pair_f32, b: Pair_f32) -> Pair_f32 {
    let product = a.high * b.high;
    let lost = r_fma_f32(a.high, b.high, -product);
    return pair_sum_f32(product, lost + (a.high * b.low + a.low * b.high));
}
// What is not finite has lost nothing.
fn pair_value_f32(a: Pair_f32) -> f32 {
    return select(a.high, a.high + a.low, is_finite_f32(a.high));
}

// By Dekker's product: within an ulp of the fused one, but near the ends of the range. Without branches: there are many in a function.
fn soft_fma_f32(a: f32, b: f32, c: f32) -> f32 {
    let p = a * b;
    let s = p + c;
    let ta = a * 4097.0f;
    let a1 = ta - (ta - a);
    let a0 = a - a1;
    let tb = b * 4097.0f;
    let b1 = tb - (tb - b);
    let b0 = b - b1;
    let e = ((a1 * b1 - p) + a1 * b0 + a0 * b1) + a0 * b0;
    let z = s - p;
    let t = (p - (s - z)) + (c - z);
    let whole = s + (t + e);
    return select(s, whole, is_finite_f32(whole) && p != 0.0f);
}

struct Acc_moments_f32 {
    centre: f32,
    n: u32,
    sum: Pair_f32,
    squares: Pair_f32,
}
fn moments_start_f32() -> Acc_moments_f32 {
    return Acc_moments_f32(0.0, 0u, Pair_f32(0.0, 0.0), Pair_f32(0.0, 0.0));
}
fn moments_add_f32(a: Acc_moments_f32, x: f32) -> Acc_moments_f32 {
    var r = a;
    if a.n == 0u { r.centre = select(0.0, x, is_finite_f32(x)); }
    let d = pair_sum_f32(x, -r.centre);
    r.sum = pair_plus_f32(r.sum, d);
    r.squares = pair_plus_f32(r.squares, pair_times_f32(d, d));
    r.n += 1u;
    return r;
}
// A count as the sum of two numbers.
fn moments_count_f32(n: u32) -> Pair_f32 { return Pair_f32(f32(n & 0xffff0000u), f32(n & 0xffffu)); }
fn moments_mean_f32(a: Acc_moments_f32) -> f32 { return a.centre + r_div_f32(pair_value_f32(a.sum), f32(a.n)); }
// Moved to the centre that is nearer to its mean, so that an outlier is not the centre of many.
fn moments_merge_f32(a: Acc_moments_f32, b: Acc_moments_f32) -> Acc_moments_f32 {
    var r = a;
    var o = b;
    if !(b.n == 0u || (a.n != 0u && abs(a.sum.high) * f32(b.n) <= abs(b.sum.high) * f32(a.n))) {
        r = b;
        o = a;
    }
    if o.n == 0u { return r; }
    let d = pair_sum_f32(o.centre, -r.centre);
    if is_finite_f32(d.high) {
        let moved = pair_times_f32(moments_count_f32(o.n), d);
        let twice = Pair_f32(2.0 * o.sum.high, 2.0 * o.sum.low);
        let change = pair_times_f32(d, pair_plus_f32(twice, moved));
        r.squares = pair_plus_f32(pair_plus_f32(r.squares, change), o.squares);
        r.sum = pair_plus_f32(r.sum, pair_plus_f32(o.sum, moved));
    } else {
        // Far apart: the squares overflow, the means need not.
        let share = r_div_f32(f32(o.n), f32(r.n) + f32(o.n));
        r.centre = moments_mean_f32(r) * (1.0 - share) + moments_mean_f32(o) * share;
        r.sum = Pair_f32(0.0, 0.0);
        r.squares = Pair_f32(inf_f32(), 0.0);
    }
    r.n += o.n;
    return r;
}
fn moments_part0_f32(a: Acc_moments_f32) -> f32 { return moments_mean_f32(a); }
fn moments_part1_f32(a: Acc_moments_f32) -> f32 {
    let mean = r_div_f32(pair_value_f32(a.sum), f32(a.n));
    let shift = pair_times_f32(a.sum, Pair_f32(mean, 0.0));
    let squares = pair_value_f32(pair_plus_f32(a.squares, Pair_f32(-shift.high, -shift.low)));
    // Rounding can leave a little less than zero; a NaN stays, also that of no values.
    return select(squares, 0.0, squares < 0.0);
}

// The parts of complex values, each as real ones.
struct Acc_moments_z_f32 {
    re: Acc_moments_f32,
    im: Acc_moments_f32,
}
fn moments_start_z_f32() -> Acc_moments_z_f32 { return Acc_moments_z_f32(moments_start_f32(), moments_start_f32()); }
fn moments_add_z_f32(a: Acc_moments_z_f32, x: vec2<f32>) -> Acc_moments_z_f32 {
    return Acc_moments_z_f32(moments_add_f32(a.re, x.x), moments_add_f32(a.im, x.y));
}
fn moments_merge_z_f32(a: Acc_moments_z_f32, b: Acc_moments_z_f32) -> Acc_moments_z_f32 {
    return Acc_moments_z_f32(moments_merge_f32(a.re, b.re), moments_merge_f32(a.im, b.im));
}
fn moments_part0_z_f32(a: Acc_moments_z_f32) -> vec2<f32> {
    return vec2<f32>(moments_mean_f32(a.re), moments_mean_f32(a.im));
}
fn moments_part1_z_f32(a: Acc_moments_z_f32) -> f32 { return moments_part1_f32(a.re) + moments_part1_f32(a.im); }
