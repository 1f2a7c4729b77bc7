// Products of floats, each a value times a power of 2: a part of them may leave the range where the whole does not, and infinity
// times 0 would be NaN. The power is of so many bits, and its exponent a float, which does not wrap.
const PROD_BITS_f32: i32 = 64;
const PROD_BITS_f64: i32 = 512;
struct Acc_prod_T {
    value: T,
    scale: f32,
}
struct Acc_prod_z_T {
    value: vec2<T>,
    scale: f32,
}
fn prod_power_T(exponent: i32) -> T { return bitcast<T>(U(R_BIAS_T + exponent) << R_DIGITS_T); }
// Of complex numbers, the larger one of the parts'.
fn prod_exponent_T(x: T) -> i32 { return i32(r_magnitude_T(x) >> R_DIGITS_T) - R_BIAS_T; }
fn prod_exponent_z_T(z: vec2<T>) -> i32 { return max(prod_exponent_T(z.x), prod_exponent_T(z.y)); }
// By which power to come nearer to 1.
fn prod_step_T(exponent: i32) -> i32 {
    return select(select(0, 1, exponent < -PROD_BITS_T / 2), -1, exponent > PROD_BITS_T / 2);
}
fn prod_in_range_T(exponent: i32) -> bool { return abs(exponent) < PROD_BITS_T / 4 * 7; }
// Near 1, unless it is 0, infinite or NaN. Twice, as what is subnormal is two steps away.
fn prod_near_T(a: Acc_prod_T) -> Acc_prod_T {
    var r = a;
    for (var k = 0; k < 2; k += 1) {
        let by = prod_step_T(prod_exponent_T(r.value));
        r = Acc_prod_T(r.value * prod_power_T(by * PROD_BITS_T), r.scale - f32(by));
    }
    return r;
}
fn prod_near_z_T(a: Acc_prod_z_T) -> Acc_prod_z_T {
    var r = a;
    for (var k = 0; k < 2; k += 1) {
        let by = prod_step_T(prod_exponent_z_T(r.value));
        r = Acc_prod_z_T(r.value * prod_power_T(by * PROD_BITS_T), r.scale - f32(by));
    }
    return r;
}
// Most products are in range as they are.
fn prod_merge_T(a: Acc_prod_T, b: Acc_prod_T) -> Acc_prod_T {
    let product = a.value * b.value;
    if prod_in_range_T(prod_exponent_T(product)) { return Acc_prod_T(product, a.scale + b.scale); }
    let x = prod_near_T(a);
    let y = prod_near_T(b);
    return Acc_prod_T(x.value * y.value, x.scale + y.scale);
}
fn prod_merge_z_T(a: Acc_prod_z_T, b: Acc_prod_z_T) -> Acc_prod_z_T {
    let product = z_mul_T(a.value, b.value);
    if prod_in_range_T(prod_exponent_z_T(product)) { return Acc_prod_z_T(product, a.scale + b.scale); }
    let x = prod_near_z_T(a);
    let y = prod_near_z_T(b);
    return Acc_prod_z_T(z_mul_T(x.value, y.value), x.scale + y.scale);
}
fn prod_start_T() -> Acc_prod_T { return Acc_prod_T(1.0, 0.0); }
fn prod_start_z_T() -> Acc_prod_z_T { return Acc_prod_z_T(vec2<T>(1.0, 0.0), 0.0); }
fn prod_add_T(a: Acc_prod_T, x: T) -> Acc_prod_T { return prod_merge_T(a, Acc_prod_T(x, 0.0)); }
fn prod_add_z_T(a: Acc_prod_z_T, x: vec2<T>) -> Acc_prod_z_T { return prod_merge_z_T(a, Acc_prod_z_T(x, 0.0)); }
// The number itself, rounded once: after three steps all that is left is 0 or infinite.
fn prod_part0_T(a: Acc_prod_T) -> T {
    let r = prod_near_T(a);
    let by = prod_power_T(select(-PROD_BITS_T, PROD_BITS_T, r.scale > 0.0));
    var value = r.value;
    for (var k = 0; k < 3 && f32(k) < abs(r.scale); k += 1) { value *= by; }
    return value;
}
fn prod_part0_z_T(a: Acc_prod_z_T) -> vec2<T> {
    let r = prod_near_z_T(a);
    let by = prod_power_T(select(-PROD_BITS_T, PROD_BITS_T, r.scale > 0.0));
    var value = r.value;
    for (var k = 0; k < 3 && f32(k) < abs(r.scale); k += 1) { value *= by; }
    return value;
}

// Running products, as if multiplied one after the other: what has overflowed stays infinite, and what has vanished stays 0.
//
// Neighbours are multiplied before it is known what comes before them. So with their product go the exponents of what comes before
// that decide: from `high` on a product of theirs overflows first, below `low` one vanishes first. Both are bounds where that is
// certain, since exponents of products are known but for the carries of their mantissas.
struct Acc_running_T {
    value: T,
    scale: f32,
    low: f32,
    high: f32,
}
struct Acc_running_z_T {
    value: vec2<T>,
    scale: f32,
    low: f32,
    high: f32,
}
// Beyond all exponents, of 0 and of what is not finite.
const RUNNING_BEYOND: f32 = 1e30f;
fn running_exponent_T(exponent: i32, scale: f32) -> f32 {
    if exponent == -R_BIAS_T { return -RUNNING_BEYOND; }
    if exponent > R_BIAS_T { return RUNNING_BEYOND; }
    return f32(exponent) + f32(PROD_BITS_T) * scale;
}
// What overflows whatever the mantissas; what vanishes though there were a carry for each time that neighbours are joined.
fn running_most_T() -> f32 { return f32(R_BIAS_T + 1); }
fn running_least_T() -> f32 { return f32(-R_BIAS_T - i32(R_DIGITS_T) - 32); }
fn running_wide_T(x: T) -> Acc_running_T {
    let near = prod_near_T(Acc_prod_T(x, 0.0));
    let exponent = running_exponent_T(prod_exponent_T(near.value), near.scale);
    return Acc_running_T(near.value, near.scale, running_least_T() - exponent, running_most_T() - exponent);
}
fn running_wide_z_T(x: vec2<T>) -> Acc_running_z_T {
    let near = prod_near_z_T(Acc_prod_z_T(x, 0.0));
    let exponent = running_exponent_T(prod_exponent_z_T(near.value), near.scale);
    return Acc_running_z_T(near.value, near.scale, running_least_T() - exponent, running_most_T() - exponent);
}
// Neighbours whose running products have these least and greatest exponents.
fn running_whole_T(value: T, least: i32, most: i32) -> Acc_running_T {
    return Acc_running_T(value, 0.0, running_least_T() - f32(least), running_most_T() - f32(most));
}
fn running_whole_z_T(value: vec2<T>, least: i32, most: i32) -> Acc_running_z_T {
    return Acc_running_z_T(value, 0.0, running_least_T() - f32(least), running_most_T() - f32(most));
}
fn running_is_whole_T(least: i32, most: i32) -> bool { return least > -R_BIAS_T && most <= R_BIAS_T; }
fn running_join_T(a: Acc_running_T, b: Acc_running_T) -> Acc_running_T {
    let exponent = running_exponent_T(prod_exponent_T(a.value), a.scale);
    let all = prod_merge_T(Acc_prod_T(a.value, a.scale), Acc_prod_T(b.value, b.scale));
    let low = clamp(b.low - exponent, a.low, a.high);
    return Acc_running_T(all.value, all.scale, low, clamp(b.high - exponent, a.low, a.high));
}
fn running_join_z_T(a: Acc_running_z_T, b: Acc_running_z_T) -> Acc_running_z_T {
    let exponent = running_exponent_T(prod_exponent_z_T(a.value), a.scale);
    let all = prod_merge_z_T(Acc_prod_z_T(a.value, a.scale), Acc_prod_z_T(b.value, b.scale));
    let low = clamp(b.low - exponent, a.low, a.high);
    return Acc_running_z_T(all.value, all.scale, low, clamp(b.high - exponent, a.low, a.high));
}
// What has overflowed and then met 0 is NaN, and the other way round.
fn running_overflowed_T(x: T) -> T {
    if x == 0.0 || is_nan_T(x) { return nan_T(); }
    return r_copysign_T(inf_T(), x);
}
fn running_vanished_T(x: T) -> T {
    if !is_finite_T(x) { return nan_T(); }
    return r_copysign_T(0.0, x);
}
fn running_after_T(a: Acc_running_T) -> T {
    if a.high <= 0.0 { return running_overflowed_T(a.value); }
    if a.low > 0.0 { return running_vanished_T(a.value); }
    return prod_part0_T(Acc_prod_T(a.value, a.scale));
}
fn running_after_z_T(a: Acc_running_z_T) -> vec2<T> {
    let z = a.value;
    if a.high <= 0.0 {
        let none = z.x == 0.0 && z.y == 0.0;
        let re = select(running_overflowed_T(z.x), z.x, z.x == 0.0 && !none);
        return vec2<T>(re, select(running_overflowed_T(z.y), z.y, z.y == 0.0 && !none));
    }
    if a.low > 0.0 { return vec2<T>(running_vanished_T(z.x), running_vanished_T(z.y)); }
    return prod_part0_z_T(Acc_prod_z_T(z, a.scale));
}
