// 64-bit integers as pairs of words, the lower one first.
fn pair_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + select(0u, 1u, low < a.x));
}
fn pair_sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}
fn pair_neg(a: vec2<u32>) -> vec2<u32> {
    return pair_sub(vec2<u32>(0u, 0u), a);
}
// The whole product of two words.
fn pair_product(a: u32, b: u32) -> vec2<u32> {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
    let other = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);
    return vec2<u32>((other << 16u) | (low & 0xffffu), (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u));
}
fn pair_mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let product = pair_product(a.x, b.x);
    return vec2<u32>(product.x, product.y + a.x * b.y + a.y * b.x);
}
fn pair_eq(a: vec2<u32>, b: vec2<u32>) -> bool {
    return a.x == b.x && a.y == b.y;
}
fn pair_lt_u(a: vec2<u32>, b: vec2<u32>) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}
fn pair_lt_i(a: vec2<u32>, b: vec2<u32>) -> bool {
    return bitcast<i32>(a.y) < bitcast<i32>(b.y) || (a.y == b.y && a.x < b.x);
}
fn pair_shl(a: vec2<u32>, by: u32) -> vec2<u32> {
    let places = by & 31u;
    if (by & 32u) != 0u {
        return vec2<u32>(0u, a.x << places);
    }
    // In two steps, as a shift by 32 is none.
    return vec2<u32>(a.x << places, (a.y << places) | ((a.x >> 1u) >> (31u - places)));
}
fn pair_shr_u(a: vec2<u32>, by: u32) -> vec2<u32> {
    let places = by & 31u;
    if (by & 32u) != 0u {
        return vec2<u32>(a.y >> places, 0u);
    }
    return vec2<u32>((a.x >> places) | ((a.y << 1u) << (31u - places)), a.y >> places);
}
fn pair_shr_i(a: vec2<u32>, by: u32) -> vec2<u32> {
    let places = by & 31u;
    let high = bitcast<i32>(a.y);
    if (by & 32u) != 0u {
        return vec2<u32>(bitcast<u32>(high >> places), bitcast<u32>(high >> 31u));
    }
    return vec2<u32>((a.x >> places) | ((a.y << 1u) << (31u - places)), bitcast<u32>(high >> places));
}
// The quotient and the remainder, by long division unless words are enough.
fn pair_divided(a: vec2<u32>, b: vec2<u32>) -> vec4<u32> {
    if a.y == 0u && b.y == 0u {
        let divisor = max(b.x, 1u);
        return vec4<u32>(a.x / divisor, 0u, a.x % divisor, 0u);
    }
    var quotient = a;
    var rest = vec2<u32>(0u, 0u);
    for (var step = 0u; step < 64u; step += 1u) {
        let carried = (rest.y >> 31u) != 0u;
        rest = vec2<u32>((rest.x << 1u) | (quotient.y >> 31u), (rest.y << 1u) | (rest.x >> 31u));
        quotient = pair_shl(quotient, 1u);
        if carried || !pair_lt_u(rest, b) {
            rest = pair_sub(rest, b);
            quotient.x |= 1u;
        }
    }
    return vec4<u32>(quotient, rest);
}
fn pair_div_u(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return pair_divided(a, b).xy;
}
fn pair_mod_u(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return pair_divided(a, b).zw;
}
fn pair_negative(a: vec2<u32>) -> bool {
    return (a.y >> 31u) != 0u;
}
fn pair_magnitude(a: vec2<u32>) -> vec2<u32> {
    if pair_negative(a) {
        return pair_neg(a);
    }
    return a;
}
fn pair_div_i(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let quotient = pair_divided(pair_magnitude(a), pair_magnitude(b)).xy;
    if pair_negative(a) != pair_negative(b) {
        return pair_neg(quotient);
    }
    return quotient;
}
fn pair_mod_i(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let rest = pair_divided(pair_magnitude(a), pair_magnitude(b)).zw;
    if pair_negative(a) {
        return pair_neg(rest);
    }
    return rest;
}
fn pair_of_i32(x: i32) -> vec2<u32> {
    return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u));
}
// To the nearest: the upper digits with a last one that says whether some are lost, times a power of two.
fn pair_to_f32_u(a: vec2<u32>) -> f32 {
    if a.y == 0u {
        return f32(a.x);
    }
    let zeros = countLeadingZeros(a.y);
    let digits = pair_shl(a, zeros);
    return f32(digits.y | select(0u, 1u, digits.x != 0u)) * bitcast<f32>((159u - zeros) << 23u);
}
fn pair_to_f32_i(a: vec2<u32>) -> f32 {
    let magnitude = pair_to_f32_u(pair_magnitude(a));
    return select(magnitude, -magnitude, pair_negative(a));
}
// Of a number that is in range, towards zero.
fn pair_of_f32_u(x: f32) -> vec2<u32> {
    if x < 4294967296.0f {
        return vec2<u32>(u32(x), 0u);
    }
    let bits = bitcast<u32>(x);
    return pair_shl(vec2<u32>((bits & 0x7fffffu) | 0x800000u, 0u), (bits >> 23u) - 150u);
}
fn pair_of_f32_i(x: f32) -> vec2<u32> {
    let magnitude = pair_of_f32_u(abs(x));
    if x < 0.0f {
        return pair_neg(magnitude);
    }
    return magnitude;
}
