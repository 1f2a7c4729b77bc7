// To the nearest number of the half type, ties to even.
fn narrow_f16(x: f32) -> f32 {
    let sign = bitcast<u32>(x) & 0x80000000u;
    let magnitude = bitcast<u32>(x) & 0x7fffffffu;
    if magnitude > 0x7f800000u {
        return bitcast<f32>((bitcast<u32>(x) | 0x400000u) & 0xffffe000u);
    }
    if magnitude >= 0x477ff000u {
        return bitcast<f32>(sign | 0x7f800000u);
    }
    if magnitude < 0x38800000u {
        // The unit is 2^-24, the spacing of f32 between a half and one.
        let units = bitcast<u32>(bitcast<f32>(magnitude) + 0.5) - 0x3f000000u;
        return bitcast<f32>(sign | bitcast<u32>(f32(units) * 0x1p-24f));
    }
    return bitcast<f32>(sign | ((magnitude + (0xfffu + ((magnitude >> 13u) & 1u))) & 0xffffe000u));
}
fn narrow_bf16(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let rounded = bits + (0x7fffu + ((bits >> 16u) & 1u));
    return bitcast<f32>(select(rounded, bits | 0x400000u, is_nan_f32(x)) & 0xffff0000u);
}
// The bits of a number that is of the half type.
fn bits_f16(x: f32) -> u32 {
    let sign = (bitcast<u32>(x) >> 16u) & 0x8000u;
    let magnitude = bitcast<u32>(x) & 0x7fffffffu;
    if magnitude >= 0x7f800000u {
        return sign | 0x7c00u | select(0u, 0x200u | ((magnitude >> 13u) & 0x3ffu), magnitude > 0x7f800000u);
    }
    if magnitude < 0x38800000u {
        return sign | u32(bitcast<f32>(magnitude) * 0x1p24f);
    }
    return sign | ((magnitude - 0x38000000u) >> 13u);
}
fn bits_bf16(x: f32) -> u32 {
    return bitcast<u32>(x) >> 16u;
}
fn f16_from_bits(bits: u32) -> f32 {
    let magnitude = bits & 0x7fffu;
    var value = (magnitude << 13u) + 0x38000000u;
    if magnitude >= 0x7c00u {
        value = (magnitude << 13u) | 0x7f800000u;
    } else if magnitude < 0x400u {
        value = bitcast<u32>(f32(magnitude) * 0x1p-24f);
    }
    return bitcast<f32>(value | ((bits & 0x8000u) << 16u));
}
fn bf16_from_bits(bits: u32) -> f32 {
    return bitcast<f32>(bits << 16u);
}
// The bits of f32 below x, for a positive normal x of f64 that is too small for a normal number; made odd if inexact.
fn odd_subnormal_f64(magnitude: u64) -> u32 {
    let exponent = u32(magnitude >> 52u);
    if exponent < 873u {
        return select(0u, 1u, magnitude != 0lu);
    }
    let digits = (magnitude & 0xffffffffffffflu) | 0x10000000000000lu;
    let shift = 926u - exponent;
    let lost = digits & ((1lu << shift) - 1lu);
    return u32(digits >> shift) | select(0u, 1u, lost != 0lu);
}
// To f32 so that rounding further to a half type rounds only once: to odd. By bits, as a device's conversion may round
// otherwise and may take subnormals for zero.
fn round_to_odd_f64(x: f64) -> f32 {
    let magnitude = bitcast<u64>(x) & 0x7ffffffffffffffflu;
    let sign = u32(bitcast<u64>(x) >> 32u) & 0x80000000u;
    let exponent = u32(magnitude >> 52u);
    let lost = (magnitude & 0x1ffffffflu) != 0lu;
    // The biases of the exponents differ by 896; the bits above fit where the exponent does.
    var value = (u32((magnitude >> 29u) & 0xfffffffflu) - 0xc0000000u) | select(0u, 1u, lost);
    if magnitude > 0x7ff0000000000000lu {
        value = 0x7fc00000u | u32((magnitude >> 29u) & 0x3ffffflu);
    } else if exponent == 2047u {
        value = 0x7f800000u;
    } else if exponent > 1150u {
        value = 0x7f7fffffu;
    } else if exponent < 897u {
        value = odd_subnormal_f64(magnitude);
    }
    return bitcast<f32>(sign | value);
}
// Integers, likewise: the digits that f32 has, the last one odd if any are lost, times a power of two.
fn round_to_odd_u64(x: u64) -> f32 {
    if x <= 0xfffffflu {
        return f32(u32(x));
    }
    let zeros = r_leading_zeros_f64(x);
    let digits = x << zeros;
    let odd = u32(digits >> 40u) | select(0u, 1u, (digits & 0xfffffffffflu) != 0lu);
    return f32(odd) * bitcast<f32>((167u - zeros) << 23u);
}
fn round_to_odd_i64(x: i64) -> f32 {
    let magnitude = round_to_odd_u64(bitcast<u64>(n_abs_i64(x)));
    return select(magnitude, -magnitude, x < 0li);
}
fn round_to_odd_u32(x: u32) -> f32 {
    return round_to_odd_u64(u64(x));
}
fn round_to_odd_i32(x: i32) -> f32 {
    let magnitude = round_to_odd_u64(u64(bitcast<u32>(n_abs_i32(x))));
    return select(magnitude, -magnitude, x < 0i);
}
// Of the numbers of a half type with these bits: the order as integers.
fn half_order(bits: u32) -> i32 {
    let magnitude = i32(bits & 0x7fffu);
    return select(magnitude, -magnitude, (bits & 0x8000u) != 0u);
}
// The bits of the number next to one with these bits, towards another.
fn half_next(bits: u32, to: u32) -> u32 {
    let up = half_order(bits) < half_order(to);
    if (bits & 0x7fffu) == 0u {
        return select(0x8001u, 1u, up);
    }
    return select(bits - 1u, bits + 1u, ((bits & 0x8000u) == 0u) == up);
}
fn nextafter_f16(x: f32, y: f32) -> f32 {
    if is_nan_f32(x) || is_nan_f32(y) {
        return narrow_f16(select(y, x, is_nan_f32(x)));
    }
    let from_bits = bits_f16(x);
    let to = bits_f16(y);
    if half_order(from_bits) == half_order(to) {
        return y;
    }
    return f16_from_bits(half_next(from_bits, to));
}
fn nextafter_bf16(x: f32, y: f32) -> f32 {
    if is_nan_f32(x) || is_nan_f32(y) {
        return narrow_bf16(select(y, x, is_nan_f32(x)));
    }
    let from_bits = bits_bf16(x);
    let to = bits_bf16(y);
    if half_order(from_bits) == half_order(to) {
        return y;
    }
    return bf16_from_bits(half_next(from_bits, to));
}
