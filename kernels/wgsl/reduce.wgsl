// Reductions: an accumulator, the state before any value, one more value, two states in order, and the result's parts.
// Names are sum_start_f32, sum_add_f32, sum_merge_f32, sum_part0_f32, moments_part1_f32.
//
// Accumulators that are plain types (X is i32, u32, i64 or u64), each after what has it:
// sum_X, prod_X, min_X, max_X: X
// min_f32, max_f32: f32
// sum_f64, min_f64, max_f64: f64
// min_z_f32, max_z_f32: vec2<f32>
// sum_z_f64, min_z_f64, max_z_f64: vec2<f64>
// sum_bool, prod_bool, min_bool, max_bool, any, all: u32
// All others are structs: Acc_sum_f32, Acc_argmin_i64, and so on.

// What no number is above, or below: where minima and maxima start.
fn reduce_greatest_i32() -> i32 { return 2147483647i; }
fn reduce_greatest_u32() -> u32 { return 4294967295u; }
fn reduce_greatest_i64() -> i64 { return 9223372036854775807li; }
fn reduce_greatest_u64() -> u64 { return 18446744073709551615lu; }
fn reduce_greatest_T() -> T { return inf_T(); }
fn reduce_greatest_z_T() -> vec2<T> { return vec2<T>(inf_T(), inf_T()); }
fn reduce_least_i32() -> i32 { return bitcast<i32>(0x80000000u); }
fn reduce_least_u32() -> u32 { return 0u; }
fn reduce_least_i64() -> i64 { return bitcast<i64>(0x8000000000000000lu); }
fn reduce_least_u64() -> u64 { return 0lu; }
fn reduce_least_T() -> T { return r_neg_T(inf_T()); }
fn reduce_least_z_T() -> vec2<T> { return z_neg_T(reduce_greatest_z_T()); }
fn reduce_bit(x: bool) -> u32 { return select(0u, 1u, x); }

// Sums and products of whole numbers wrap.
fn sum_start_I() -> I { return I(0); }
fn sum_add_I(a: I, x: I) -> I { return a + x; }
fn sum_merge_I(a: I, b: I) -> I { return a + b; }
fn sum_part0_I(a: I) -> I { return a; }
fn sum_start_f64() -> f64 { return 0.0; }
fn sum_add_f64(a: f64, x: f64) -> f64 { return a + x; }
fn sum_merge_f64(a: f64, b: f64) -> f64 { return a + b; }
fn sum_part0_f64(a: f64) -> f64 { return a; }
fn sum_start_z_f64() -> vec2<f64> { return vec2<f64>(0.0, 0.0); }
fn sum_add_z_f64(a: vec2<f64>, x: vec2<f64>) -> vec2<f64> { return a + x; }
fn sum_merge_z_f64(a: vec2<f64>, b: vec2<f64>) -> vec2<f64> { return a + b; }
fn sum_part0_z_f64(a: vec2<f64>) -> vec2<f64> { return a; }
fn sum_start_bool() -> u32 { return 0u; }
fn sum_add_bool(a: u32, x: bool) -> u32 { return a | reduce_bit(x); }
fn sum_merge_bool(a: u32, b: u32) -> u32 { return a | b; }
fn sum_part0_bool(a: u32) -> bool { return a != 0u; }

// The sum of floats and, exactly, what its additions rounded away (Knuth's TwoSum), as long as the sum is finite.
struct Acc_sum_f32 {
    sum: f32,
    lost: f32,
}
fn sum_start_f32() -> Acc_sum_f32 { return Acc_sum_f32(0.0, 0.0); }
fn sum_add_f32(a: Acc_sum_f32, x: f32) -> Acc_sum_f32 {
    let sum = a.sum + x;
    let part = sum - a.sum;
    return Acc_sum_f32(sum, a.lost + ((a.sum - (sum - part)) + (x - part)));
}
fn sum_merge_f32(a: Acc_sum_f32, b: Acc_sum_f32) -> Acc_sum_f32 {
    let both = sum_add_f32(a, b.sum);
    return Acc_sum_f32(both.sum, both.lost + b.lost);
}
fn sum_part0_f32(a: Acc_sum_f32) -> f32 { return select(a.sum, a.sum + a.lost, is_finite_f32(a.sum)); }

// Both parts, likewise.
struct Acc_sum_z_f32 {
    sum: vec2<f32>,
    lost: vec2<f32>,
}
fn sum_start_z_f32() -> Acc_sum_z_f32 { return Acc_sum_z_f32(vec2<f32>(0.0, 0.0), vec2<f32>(0.0, 0.0)); }
fn sum_add_z_f32(a: Acc_sum_z_f32, x: vec2<f32>) -> Acc_sum_z_f32 {
    let sum = a.sum + x;
    let part = sum - a.sum;
    return Acc_sum_z_f32(sum, a.lost + ((a.sum - (sum - part)) + (x - part)));
}
fn sum_merge_z_f32(a: Acc_sum_z_f32, b: Acc_sum_z_f32) -> Acc_sum_z_f32 {
    let both = sum_add_z_f32(a, b.sum);
    return Acc_sum_z_f32(both.sum, both.lost + b.lost);
}
fn sum_part0_z_f32(a: Acc_sum_z_f32) -> vec2<f32> {
    let re = sum_part0_f32(Acc_sum_f32(a.sum.x, a.lost.x));
    return vec2<f32>(re, sum_part0_f32(Acc_sum_f32(a.sum.y, a.lost.y)));
}

fn prod_start_I() -> I { return I(1); }
fn prod_add_I(a: I, x: I) -> I { return a * x; }
fn prod_merge_I(a: I, b: I) -> I { return a * b; }
fn prod_part0_I(a: I) -> I { return a; }
fn prod_start_bool() -> u32 { return 1u; }
fn prod_add_bool(a: u32, x: bool) -> u32 { return a & reduce_bit(x); }
fn prod_merge_bool(a: u32, b: u32) -> u32 { return a & b; }
fn prod_part0_bool(a: u32) -> bool { return a != 0u; }

fn any_start() -> u32 { return 0u; }
fn any_add(a: u32, x: bool) -> u32 { return a | reduce_bit(x); }
fn any_merge(a: u32, b: u32) -> u32 { return a | b; }
fn any_part0(a: u32) -> bool { return a != 0u; }
fn all_start() -> u32 { return 1u; }
fn all_add(a: u32, x: bool) -> u32 { return a & reduce_bit(x); }
fn all_merge(a: u32, b: u32) -> u32 { return a & b; }
fn all_part0(a: u32) -> bool { return a != 0u; }

fn min_start_I() -> I { return reduce_greatest_I(); }
fn min_add_I(a: I, x: I) -> I { return n_min_I(a, x); }
fn min_merge_I(a: I, b: I) -> I { return n_min_I(a, b); }
fn min_part0_I(a: I) -> I { return a; }
fn min_start_T() -> T { return reduce_greatest_T(); }
fn min_add_T(a: T, x: T) -> T { return r_min_T(a, x); }
fn min_merge_T(a: T, b: T) -> T { return r_min_T(a, b); }
fn min_part0_T(a: T) -> T { return a; }
fn min_start_z_T() -> vec2<T> { return reduce_greatest_z_T(); }
fn min_add_z_T(a: vec2<T>, x: vec2<T>) -> vec2<T> { return z_min_T(a, x); }
fn min_merge_z_T(a: vec2<T>, b: vec2<T>) -> vec2<T> { return z_min_T(a, b); }
fn min_part0_z_T(a: vec2<T>) -> vec2<T> { return a; }
fn min_start_bool() -> u32 { return 1u; }
fn min_add_bool(a: u32, x: bool) -> u32 { return a & reduce_bit(x); }
fn min_merge_bool(a: u32, b: u32) -> u32 { return a & b; }
fn min_part0_bool(a: u32) -> bool { return a != 0u; }
fn max_start_I() -> I { return reduce_least_I(); }
fn max_add_I(a: I, x: I) -> I { return n_max_I(a, x); }
fn max_merge_I(a: I, b: I) -> I { return n_max_I(a, b); }
fn max_part0_I(a: I) -> I { return a; }
fn max_start_T() -> T { return reduce_least_T(); }
fn max_add_T(a: T, x: T) -> T { return r_max_T(a, x); }
fn max_merge_T(a: T, b: T) -> T { return r_max_T(a, b); }
fn max_part0_T(a: T) -> T { return a; }
fn max_start_z_T() -> vec2<T> { return reduce_least_z_T(); }
fn max_add_z_T(a: vec2<T>, x: vec2<T>) -> vec2<T> { return z_max_T(a, x); }
fn max_merge_z_T(a: vec2<T>, b: vec2<T>) -> vec2<T> { return z_max_T(a, b); }
fn max_part0_z_T(a: vec2<T>) -> vec2<T> { return a; }
fn max_start_bool() -> u32 { return 0u; }
fn max_add_bool(a: u32, x: bool) -> u32 { return a | reduce_bit(x); }
fn max_merge_bool(a: u32, b: u32) -> u32 { return a | b; }
fn max_part0_bool(a: u32) -> bool { return a != 0u; }

// Whether a value is the one to find, rather than another: NaN comes before all numbers.
fn argmin_before_I(x: I, y: I) -> bool { return x < y; }
fn argmin_before_T(x: T, y: T) -> bool { return !is_nan_T(y) && (is_nan_T(x) || x < y); }
fn argmin_before_z_T(x: vec2<T>, y: vec2<T>) -> bool { return !z_isnan_T(y) && (z_isnan_T(x) || z_lt_T(x, y)); }
fn argmin_before_bool(x: u32, y: u32) -> bool { return x < y; }
fn argmax_before_I(x: I, y: I) -> bool { return x > y; }
fn argmax_before_T(x: T, y: T) -> bool { return !is_nan_T(y) && (is_nan_T(x) || x > y); }
fn argmax_before_z_T(x: vec2<T>, y: vec2<T>) -> bool { return !z_isnan_T(y) && (z_isnan_T(x) || z_gt_T(x, y)); }
fn argmax_before_bool(x: u32, y: u32) -> bool { return x > y; }

struct Acc_argmin_I {
    index: i64,
    value: I,
}
fn argmin_start_I() -> Acc_argmin_I { return Acc_argmin_I(9223372036854775807li, reduce_greatest_I()); }
fn argmin_add_I(a: Acc_argmin_I, x: I, index: i64) -> Acc_argmin_I {
    return argmin_merge_I(a, Acc_argmin_I(index, x));
}
fn argmin_merge_I(a: Acc_argmin_I, b: Acc_argmin_I) -> Acc_argmin_I {
    // Of the same value, the lesser index.
    let tie = b.index < a.index && !argmin_before_I(a.value, b.value);
    if tie || argmin_before_I(b.value, a.value) { return b; }
    return a;
}
fn argmin_part0_I(a: Acc_argmin_I) -> i64 { return a.index; }
struct Acc_argmin_T {
    index: i64,
    value: T,
}
fn argmin_start_T() -> Acc_argmin_T { return Acc_argmin_T(9223372036854775807li, reduce_greatest_T()); }
fn argmin_add_T(a: Acc_argmin_T, x: T, index: i64) -> Acc_argmin_T {
    return argmin_merge_T(a, Acc_argmin_T(index, x));
}
fn argmin_merge_T(a: Acc_argmin_T, b: Acc_argmin_T) -> Acc_argmin_T {
    // Of the same value, the lesser index.
    let tie = b.index < a.index && !argmin_before_T(a.value, b.value);
    if tie || argmin_before_T(b.value, a.value) { return b; }
    return a;
}
fn argmin_part0_T(a: Acc_argmin_T) -> i64 { return a.index; }
struct Acc_argmin_z_T {
    index: i64,
    value: vec2<T>,
}
fn argmin_start_z_T() -> Acc_argmin_z_T { return Acc_argmin_z_T(9223372036854775807li, reduce_greatest_z_T()); }
fn argmin_add_z_T(a: Acc_argmin_z_T, x: vec2<T>, index: i64) -> Acc_argmin_z_T {
    return argmin_merge_z_T(a, Acc_argmin_z_T(index, x));
}
fn argmin_merge_z_T(a: Acc_argmin_z_T, b: Acc_argmin_z_T) -> Acc_argmin_z_T {
    // Of the same value, the lesser index.
    let tie = b.index < a.index && !argmin_before_z_T(a.value, b.value);
    if tie || argmin_before_z_T(b.value, a.value) { return b; }
    return a;
}
fn argmin_part0_z_T(a: Acc_argmin_z_T) -> i64 { return a.index; }
struct Acc_argmin_bool {
    index: i64,
    value: u32,
}
fn argmin_start_bool() -> Acc_argmin_bool { return Acc_argmin_bool(9223372036854775807li, 1u); }
fn argmin_add_bool(a: Acc_argmin_bool, x: bool, index: i64) -> Acc_argmin_bool {
    return argmin_merge_bool(a, Acc_argmin_bool(index, reduce_bit(x)));
}
fn argmin_merge_bool(a: Acc_argmin_bool, b: Acc_argmin_bool) -> Acc_argmin_bool {
    // Of the same value, the lesser index.
    let tie = b.index < a.index && !argmin_before_bool(a.value, b.value);
    if tie || argmin_before_bool(b.value, a.value) { return b; }
    return a;
}
fn argmin_part0_bool(a: Acc_argmin_bool) -> i64 { return a.index; }
struct Acc_argmax_I {
    index: i64,
    value: I,
}
fn argmax_start_I() -> Acc_argmax_I { return Acc_argmax_I(9223372036854775807li, reduce_least_I()); }
fn argmax_add_I(a: Acc_argmax_I, x: I, index: i64) -> Acc_argmax_I {
    return argmax_merge_I(a, Acc_argmax_I(index, x));
}
fn argmax_merge_I(a: Acc_argmax_I, b: Acc_argmax_I) -> Acc_argmax_I {
    // Of the same value, the lesser index.
    let tie = b.index < a.index && !argmax_before_I(a.value, b.value);
    if tie || argmax_before_I(b.value, a.value) { return b; }
    return a;
}
fn argmax_part0_I(a: Acc_argmax_I) -> i64 { return a.index; }
struct Acc_argmax_T {
    index: i64,
    value: T,
}
fn argmax_start_T() -> Acc_argmax_T { return Acc_argmax_T(9223372036854775807li, reduce_least_T()); }
fn argmax_add_T(a: Acc_argmax_T, x: T, index: i64) -> Acc_argmax_T {
    return argmax_merge_T(a, Acc_argmax_T(index, x));
}
fn argmax_merge_T(a: Acc_argmax_T, b: Acc_argmax_T) -> Acc_argmax_T {
    // Of the same value, the lesser index.
    let tie = b.index < a.index && !argmax_before_T(a.value, b.value);
    if tie || argmax_before_T(b.value, a.value) { return b; }
    return a;
}
fn argmax_part0_T(a: Acc_argmax_T) -> i64 { return a.index; }
struct Acc_argmax_z_T {
    index: i64,
    value: vec2<T>,
}
fn argmax_start_z_T() -> Acc_argmax_z_T { return Acc_argmax_z_T(9223372036854775807li, reduce_least_z_T()); }
fn argmax_add_z_T(a: Acc_argmax_z_T, x: vec2<T>, index: i64) -> Acc_argmax_z_T {
    return argmax_merge_z_T(a, Acc_argmax_z_T(index, x));
}
fn argmax_merge_z_T(a: Acc_argmax_z_T, b: Acc_argmax_z_T) -> Acc_argmax_z_T {
    // Of the same value, the lesser index.
    let tie = b.index < a.index && !argmax_before_z_T(a.value, b.value);
    if tie || argmax_before_z_T(b.value, a.value) { return b; }
    return a;
}
fn argmax_part0_z_T(a: Acc_argmax_z_T) -> i64 { return a.index; }
struct Acc_argmax_bool {
    index: i64,
    value: u32,
}
fn argmax_start_bool() -> Acc_argmax_bool { return Acc_argmax_bool(9223372036854775807li, 0u); }
fn argmax_add_bool(a: Acc_argmax_bool, x: bool, index: i64) -> Acc_argmax_bool {
    return argmax_merge_bool(a, Acc_argmax_bool(index, reduce_bit(x)));
}
fn argmax_merge_bool(a: Acc_argmax_bool, b: Acc_argmax_bool) -> Acc_argmax_bool {
    // Of the same value, the lesser index.
    let tie = b.index < a.index && !argmax_before_bool(a.value, b.value);
    if tie || argmax_before_bool(b.value, a.value) { return b; }
    return a;
}
fn argmax_part0_bool(a: Acc_argmax_bool) -> i64 { return a.index; }

// Sums of deviations from a centre, one of the values, and of their squares: so near the values that little cancels.
struct Acc_moments_T {
    centre: f64,
    sum: f64,
    squares: f64,
    n: i64,
}
fn moments_start_T() -> Acc_moments_T { return Acc_moments_T(0.0, 0.0, 0.0, 0li); }
fn moments_add_T(a: Acc_moments_T, x: T) -> Acc_moments_T {
    let value = f64(x);
    var r = a;
    if a.n == 0li { r.centre = select(0.0lf, value, is_finite_f64(value)); }
    let d = value - r.centre;
    r.sum += d;
    r.squares = r_fma_f64(d, d, r.squares);
    r.n += 1li;
    return r;
}
fn moments_mean_T(a: Acc_moments_T) -> f64 { return a.centre + r_div_f64(a.sum, f64(a.n)); }
// Moved to the centre that is nearer to its mean, so that an outlier is not the centre of many.
fn moments_merge_T(a: Acc_moments_T, b: Acc_moments_T) -> Acc_moments_T {
    let na = f64(a.n);
    let nb = f64(b.n);
    var r = a;
    var o = b;
    if !(b.n == 0li || (a.n != 0li && abs(a.sum) * nb <= abs(b.sum) * na)) {
        r = b;
        o = a;
    }
    let n = f64(o.n);
    let d = o.centre - r.centre;
    if is_finite_f64(d) {
        r.squares = r.squares + d * (2.0 * o.sum + n * d) + o.squares;
        r.sum += o.sum + n * d;
    } else {
        // Far apart: the squares overflow, the means need not.
        r.centre = moments_towards(moments_mean_T(r), moments_mean_T(o), r_div_f64(n, na + nb));
        r.sum = 0.0;
        r.squares = inf_f64();
    }
    r.n += o.n;
    return r;
}
fn moments_towards(a: f64, b: f64, share: f64) -> f64 {
    let d = b - a;
    if is_finite_f64(d) { return a + d * share; }
    return a * (1.0 - share) + b * share;
}
fn moments_part0_T(a: Acc_moments_T) -> T { return T(moments_mean_T(a)); }
fn moments_part1_T(a: Acc_moments_T) -> T {
    let squares = a.squares - a.sum * r_div_f64(a.sum, f64(a.n));
    // Rounding can leave a little less than zero; a NaN stays, also that of no values.
    return T(select(squares, 0.0lf, squares < 0.0));
}

// The parts of complex values have a centre and a sum each.
struct Acc_moments_z_T {
    centre: vec2<f64>,
    sum: vec2<f64>,
    squares: f64,
    n: i64,
}
fn moments_start_z_T() -> Acc_moments_z_T {
    return Acc_moments_z_T(vec2<f64>(0.0, 0.0), vec2<f64>(0.0, 0.0), 0.0, 0li);
}
fn moments_add_z_T(a: Acc_moments_z_T, x: vec2<T>) -> Acc_moments_z_T {
    let value = vec2<f64>(x);
    var r = a;
    if a.n == 0li {
        let re = select(0.0lf, value.x, is_finite_f64(value.x));
        r.centre = vec2<f64>(re, select(0.0lf, value.y, is_finite_f64(value.y)));
    }
    let d = value - r.centre;
    r.sum += d;
    r.squares = r_fma_f64(d.y, d.y, r_fma_f64(d.x, d.x, r.squares));
    r.n += 1li;
    return r;
}
fn moments_mean_z_T(a: Acc_moments_z_T) -> vec2<f64> {
    let n = f64(a.n);
    return a.centre + vec2<f64>(r_div_f64(a.sum.x, n), r_div_f64(a.sum.y, n));
}
fn moments_merge_z_T(a: Acc_moments_z_T, b: Acc_moments_z_T) -> Acc_moments_z_T {
    let na = f64(a.n);
    let nb = f64(b.n);
    var r = a;
    var o = b;
    let far = (abs(a.sum.x) + abs(a.sum.y)) * nb;
    if !(b.n == 0li || (a.n != 0li && far <= (abs(b.sum.x) + abs(b.sum.y)) * na)) {
        r = b;
        o = a;
    }
    let n = f64(o.n);
    let d = o.centre - r.centre;
    if is_finite_f64(d.x) && is_finite_f64(d.y) {
        let cross = d * (2.0 * o.sum + n * d);
        r.squares = r.squares + cross.x + cross.y + o.squares;
        r.sum += o.sum + n * d;
    } else {
        let before = moments_mean_z_T(r);
        let after = moments_mean_z_T(o);
        let share = r_div_f64(n, na + nb);
        r.centre = vec2<f64>(moments_towards(before.x, after.x, share), moments_towards(before.y, after.y, share));
        r.sum = vec2<f64>(0.0, 0.0);
        r.squares = inf_f64();
    }
    r.n += o.n;
    return r;
}
fn moments_part0_z_T(a: Acc_moments_z_T) -> vec2<T> { return vec2<T>(moments_mean_z_T(a)); }
fn moments_part1_z_T(a: Acc_moments_z_T) -> T {
    let n = f64(a.n);
    let squares = a.squares - a.sum.x * r_div_f64(a.sum.x, n) - a.sum.y * r_div_f64(a.sum.y, n);
    return T(select(squares, 0.0lf, squares < 0.0));
}
