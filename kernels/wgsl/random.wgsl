// Philox4x32-10; the documentation of the CPU backend's `random` module defines what each element is made from.

// One of its rounds' two products, the high word first.
fn random_product(a: u32, b: u32) -> vec2<u32> {
    let p = u64(a) * u64(b);
    return vec2<u32>(u32(p >> 32u), u32(p));
}

// The four words of a block.
fn random_block(block: u64, seed: u64, stream: u64) -> vec4<u32> {
    var c = vec4<u32>(u32(block), u32(block >> 32u), u32(stream), u32(stream >> 32u));
    var key = vec2<u32>(u32(seed), u32(seed >> 32u));
    for (var round = 0; round < 10; round++) {
        let p = random_product(c.x, 0xD2511F53u);
        let q = random_product(c.z, 0xCD9E8D57u);
        c = vec4<u32>(q.x ^ c.y ^ key.x, q.y, p.x ^ c.w ^ key.y, p.y);
        key += vec2<u32>(0x9E3779B9u, 0xBB67AE85u);
    }
    return c;
}

fn random_join(low: u32, high: u32) -> u64 { return (u64(high) << 32u) | u64(low); }

// A block's pair of words number i, which is even or odd.
fn random_half(block: vec4<u32>, i: u32) -> u64 {
    if (i & 1u) != 0u { return random_join(block.z, block.w); }
    return random_join(block.x, block.y);
}

fn random_bits_u64(at: u64, seed: u64, stream: u64) -> u64 {
    return random_half(random_block(at >> 1u, seed, stream), u32(at));
}
fn random_bits_u32(at: u64, seed: u64, stream: u64) -> u32 {
    let pair = random_bits_u64(at >> 1u, seed, stream);
    return select(u32(pair), u32(pair >> 32u), (u32(at) & 1u) != 0u);
}

fn random_uniform_f32(at: u64, seed: u64, stream: u64) -> f32 {
    return f32(random_bits_u32(at, seed, stream) >> 8u) * 5.9604644775390625e-8;
}
fn random_uniform_f16(at: u64, seed: u64, stream: u64) -> f32 {
    return f32(random_bits_u32(at, seed, stream) >> 21u) * 4.8828125e-4;
}
fn random_uniform_bf16(at: u64, seed: u64, stream: u64) -> f32 {
    return f32(random_bits_u32(at, seed, stream) >> 24u) * 3.90625e-3;
}
fn random_uniform_f64(at: u64, seed: u64, stream: u64) -> f64 {
    return f64(random_bits_u64(at, seed, stream) >> 11u) * 1.1102230246251565e-16lf;
}

// -log1p(-x / 2^32): finite and not negative.
fn random_log_f32(x: u32) -> f32 {
    // 1 - u = m 2^k with m in [sqrt(1/2), sqrt(2)). Where k is 0, -u itself has digits that 1 - u lost.
    let small = x < 0x4AFB0CCCu;
    let shifted = bitcast<u32>(f32(0u - x) * 2.3283064365386963e-10) - 0x3f3504f3u;
    let m = bitcast<f32>((shifted & 0x7fffffu) + 0x3f3504f3u);
    let f = select(m - 1.0, f32(x) * -2.3283064365386963e-10, small);
    let k = select(f32(bitcast<i32>(shifted) >> 23u), 0.0, small);
    var p = r_fma_f32(0.06971611, f, -0.11479734);
    p = r_fma_f32(p, f, 0.1168542);
    p = r_fma_f32(p, f, -0.12425687);
    p = r_fma_f32(p, f, 0.14249058);
    p = r_fma_f32(p, f, -0.16667802);
    p = r_fma_f32(p, f, 0.20000716);
    p = r_fma_f32(p, f, -0.24999997);
    p = r_fma_f32(p, f, 0.3333333);
    let square = f * f;
    let tail = r_fma_f32(f * p, square, -0.5 * square);
    return abs(r_fma_f32(k, 0.6931471805599453, f + tail));
}
// -log1p(-x / 2^64): likewise.
fn random_log_f64(x: u64) -> f64 {
    let small = x < 0x4AFB0CCC06219B7Blu;
    let shifted = bitcast<u64>(f64(0lu - x) * 5.421010862427522e-20lf) - 0x3FE6A09E667F3BCDlu;
    let m = bitcast<f64>((shifted & 0xffffffffffffflu) + 0x3FE6A09E667F3BCDlu);
    let f = select(m - 1.0, f64(x) * -5.421010862427522e-20lf, small);
    let k = select(f64(bitcast<i32>(u32(shifted >> 32u)) >> 20u), 0.0lf, small);
    // With s = f / (2 + f), log(1 + f) = 2 s + s^3 R(s^2); 2 s = f - s f keeps the digits of f.
    let s = r_div_f64(f, 2.0 + f);
    let z = s * s;
    var p = r_fma_f64(0.14616449685043406lf, z, 0.15331721600556041lf);
    p = r_fma_f64(p, z, 0.18182889125261722lf);
    p = r_fma_f64(p, z, 0.2222221113479508lf);
    p = r_fma_f64(p, z, 0.28571428625975485lf);
    p = r_fma_f64(p, z, 0.39999999999899504lf);
    p = r_fma_f64(p, z, 0.666666666666667lf);
    // ln 2 in two parts: k times the larger is exact.
    let low = r_fma_f64(k, 1.9082149292705878e-10lf, s * (z * p - f));
    return abs(r_fma_f64(k, 0.6931471803691238lf, f + low));
}

fn random_exponential_f32(at: u64, seed: u64, stream: u64) -> f32 {
    return random_log_f32(random_bits_u32(at, seed, stream));
}
fn random_exponential_f64(at: u64, seed: u64, stream: u64) -> f64 {
    return random_log_f64(random_bits_u64(at, seed, stream));
}
fn random_exponential_f16(at: u64, seed: u64, stream: u64) -> f32 {
    return narrow_f16(random_exponential_f32(at, seed, stream));
}
fn random_exponential_bf16(at: u64, seed: u64, stream: u64) -> f32 {
    return narrow_bf16(random_exponential_f32(at, seed, stream));
}

// Sine of so many times pi / 2, at most half.
fn random_small_sin_f32(y: f32) -> f32 {
    let z = y * y;
    var p = r_fma_f32(-0.004602149, z, 0.07968022);
    p = r_fma_f32(p, z, -0.6459635);
    p = r_fma_f32(p, z, -4.855305e-8);
    // pi / 2 in two parts, so that only the last sum rounds.
    return r_fma_f32(y, 1.5707963267948966, y * p);
}
fn random_small_cos_f32(y: f32) -> f32 {
    let z = y * y;
    var p = r_fma_f32(0.0009067399, z, -0.020861529);
    p = r_fma_f32(p, z, 0.2536694);
    p = r_fma_f32(p, z, -1.2337005);
    p = r_fma_f32(p, z, 1.0);
    return p;
}
fn random_small_sin_f64(y: f64) -> f64 {
    let z = y * y;
    var p = r_fma_f64(5.633933781537854e-8lf, z, -3.59864335298231e-6lf);
    p = r_fma_f64(p, z, 0.0001604411507421909lf);
    p = r_fma_f64(p, z, -0.004681754132340976lf);
    p = r_fma_f64(p, z, 0.079692626246043lf);
    p = r_fma_f64(p, z, -0.6459640975062443lf);
    p = r_fma_f64(p, z, 5.630102e-17lf);
    return r_fma_f64(y, 1.5707963267948966lf, y * p);
}
fn random_small_cos_f64(y: f64) -> f64 {
    let z = y * y;
    var p = r_fma_f64(-6.329396344967424e-9lf, z, 4.710678405405227e-7lf);
    p = r_fma_f64(p, z, -0.000025202039028029176lf);
    p = r_fma_f64(p, z, 0.0009192602745468446lf);
    p = r_fma_f64(p, z, -0.020863480763340773lf);
    p = r_fma_f64(p, z, 0.2536695079010478lf);
    p = r_fma_f64(p, z, -1.2337005501361698lf);
    p = r_fma_f64(p, z, 1.0lf);
    return p;
}

// Sine of x / 2^32 turns.
fn random_sin_f32(x: u32) -> f32 {
    // The nearest quarter turn, and what is left of it: at most half in size.
    let quarter = (x + 0x20000000u) >> 30u;
    let y = f32(bitcast<i32>(x - (quarter << 30u))) * 9.313225746154785e-10;
    let value = select(random_small_sin_f32(y), random_small_cos_f32(y), (quarter & 1u) != 0u);
    return bitcast<f32>(bitcast<u32>(value) ^ ((quarter >> 1u) << 31u));
}
// Sine of x / 2^64 turns.
fn random_sin_f64(x: u64) -> f64 {
    let quarter = u32((x + 0x2000000000000000lu) >> 62u);
    let y = f64(bitcast<i64>(x - (u64(quarter) << 62u))) * 2.168404344971009e-19lf;
    let value = select(random_small_sin_f64(y), random_small_cos_f64(y), (quarter & 1u) != 0u);
    return bitcast<f64>(bitcast<u64>(value) ^ (u64(quarter >> 1u) << 63u));
}

// Box and Muller: a radius, times the cosine of an angle for even elements, its sine for odd ones. A quarter turn more
// makes a sine a cosine.
fn random_normal_f32(at: u64, seed: u64, stream: u64) -> f32 {
    let words = random_bits_u64(at >> 1u, seed, stream);
    let turn = select(0x40000000u, 0u, (u32(at) & 1u) != 0u);
    return r_sqrt_f32(2.0 * random_log_f32(u32(words))) * random_sin_f32(u32(words >> 32u) + turn);
}
fn random_normal_f64(at: u64, seed: u64, stream: u64) -> f64 {
    let block = random_block(at >> 1u, seed, stream);
    let turn = select(0x4000000000000000lu, 0lu, (u32(at) & 1u) != 0u);
    return r_sqrt_f64(2.0 * random_log_f64(random_half(block, 0u))) * random_sin_f64(random_half(block, 1u) + turn);
}
fn random_normal_f16(at: u64, seed: u64, stream: u64) -> f32 { return narrow_f16(random_normal_f32(at, seed, stream)); }
fn random_normal_bf16(at: u64, seed: u64, stream: u64) -> f32 {
    return narrow_bf16(random_normal_f32(at, seed, stream));
}

// The product's halves, the upper one first.
fn random_wide_u32(a: u32, b: u32) -> vec2<u32> { return random_product(a, b); }
fn random_wide_u64(a: u64, b: u64) -> vec2<u64> {
    let word = 0xfffffffflu;
    let low = (a & word) * (b & word);
    let cross = (a >> 32u) * (b & word) + (low >> 32u);
    let other = (a & word) * (b >> 32u) + (cross & word);
    return vec2<u64>((a >> 32u) * (b >> 32u) + (cross >> 32u) + (other >> 32u), (other << 32u) | (low & word));
}

// The values that are tried after one is refused: of blocks that no fill reaches.
fn random_retry(retry: u32, at: u64, seed: u64, stream: u64) -> u64 {
    let block = 0x8000000000000000lu | (u64(retry >> 1u) << 56u) | (at & 0xfffffffffffffflu);
    return random_half(random_block(block, seed, stream), retry);
}

// Below `size`, by Lemire's method.
fn random_below_u32(size: u32, at: u64, seed: u64, stream: u64) -> u32 {
    var product = random_wide_u32(random_bits_u32(at, seed, stream), size);
    // 2^32 mod size is less than size, so most values need no division.
    if product.y >= size { return product.x; }
    let threshold = (0u - size) % size;
    for (var retry = 0u; product.y < threshold && retry < 256u; retry++) {
        product = random_wide_u32(u32(random_retry(retry, at, seed, stream)), size);
    }
    return product.x;
}
fn random_below_u64(size: u64, at: u64, seed: u64, stream: u64) -> u64 {
    var product = random_wide_u64(random_bits_u64(at, seed, stream), size);
    if product.y >= size { return product.x; }
    let threshold = (0lu - size) % size;
    for (var retry = 0u; product.y < threshold && retry < 256u; retry++) {
        product = random_wide_u64(random_retry(retry, at, seed, stream), size);
    }
    return product.x;
}

// From `low` to `last`; the number of all values there are wraps to 0.
fn random_integers_i32(at: u64, seed: u64, stream: u64, low: i32, last: i32) -> i32 {
    if low > last { return low; }
    let size = bitcast<u32>(last) - bitcast<u32>(low) + 1u;
    if size == 0u { return low + bitcast<i32>(random_bits_u32(at, seed, stream)); }
    return bitcast<i32>(bitcast<u32>(low) + random_below_u32(size, at, seed, stream));
}
fn random_integers_u32(at: u64, seed: u64, stream: u64, low: u32, last: u32) -> u32 {
    if low > last { return low; }
    let size = last - low + 1u;
    if size == 0u { return random_bits_u32(at, seed, stream); }
    return low + random_below_u32(size, at, seed, stream);
}
fn random_integers_i64(at: u64, seed: u64, stream: u64, low: i64, last: i64) -> i64 {
    if low > last { return low; }
    let size = bitcast<u64>(last) - bitcast<u64>(low) + 1lu;
    if size == 0lu { return low + bitcast<i64>(random_bits_u64(at, seed, stream)); }
    return bitcast<i64>(bitcast<u64>(low) + random_below_u64(size, at, seed, stream));
}
fn random_integers_u64(at: u64, seed: u64, stream: u64, low: u64, last: u64) -> u64 {
    if low > last { return low; }
    let size = last - low + 1lu;
    if size == 0lu { return random_bits_u64(at, seed, stream); }
    return low + random_below_u64(size, at, seed, stream);
}
fn random_integers_i8(at: u64, seed: u64, stream: u64, low: i32, last: i32) -> i32 {
    return random_integers_i32(at, seed, stream, low, last);
}
fn random_integers_i16(at: u64, seed: u64, stream: u64, low: i32, last: i32) -> i32 {
    return random_integers_i32(at, seed, stream, low, last);
}
fn random_integers_u8(at: u64, seed: u64, stream: u64, low: u32, last: u32) -> u32 {
    return random_integers_u32(at, seed, stream, low, last);
}
fn random_integers_u16(at: u64, seed: u64, stream: u64, low: u32, last: u32) -> u32 {
    return random_integers_u32(at, seed, stream, low, last);
}
