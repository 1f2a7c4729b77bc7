//! NumPy's order of elements as that of unsigned integers, in WGSL.

use xparray_ir::{DType, Kind};
use xparray_kernels::wgsl::types::{ending, register};

/// The type of keys: `u32`, `u64`, or two of the latter.
pub(crate) fn key_type(dtype: DType) -> &'static str {
    match dtype {
        DType::Complex128 => "vec2<u64>",
        _ if dtype.size() == 8 => "u64",
        _ => "u32",
    }
}

/// Bytes of a key.
pub(crate) fn key_size(dtype: DType) -> usize {
    dtype.size().max(4)
}

/// The functions `precedes` of two keys, and `last_key`, which none comes after.
fn comparison(dtype: DType) -> &'static str {
    match key_type(dtype) {
        "u32" => {
            "fn precedes(a: u32, b: u32) -> bool { return a < b; }\n\
             fn last_key() -> u32 { return 0xffffffffu; }\n"
        }
        "u64" => {
            "fn precedes(a: u64, b: u64) -> bool { return a < b; }\n\
             fn last_key() -> u64 { return 0xfffffffffffffffflu; }\n"
        }
        _ => {
            "fn precedes(a: vec2<u64>, b: vec2<u64>) -> bool { return a.x < b.x || (a.x == b.x && a.y < b.y); }\n\
             fn last_key() -> vec2<u64> { return vec2<u64>(0xfffffffffffffffflu, 0xfffffffffffffffflu); }\n"
        }
    }
}

/// The function `bits_of`: the bits of a real number so that they order as it does, -0 before 0, NaN of either sign last; and
/// `number_of`, the way back.
fn ordered(dtype: DType) -> String {
    let class = register(dtype);
    let (key, sign, infinity) = match dtype.size() {
        8 => ("u64", "0x8000000000000000lu", "0x7ff0000000000000lu"),
        _ => ("u32", "0x80000000u", "0x7f800000u"),
    };
    match dtype.kind() {
        Kind::Bool => "fn bits_of(x: bool) -> u32 { return select(0u, 1u, x); }\n\
             fn number_of(key: u32) -> bool { return key == 1u; }\n"
            .to_owned(),
        Kind::Unsigned => format!(
            "fn bits_of(x: {class}) -> {key} {{ return x; }}\n\
             fn number_of(key: {key}) -> {class} {{ return key; }}\n"
        ),
        Kind::Signed => format!(
            "fn bits_of(x: {class}) -> {key} {{ return bitcast<{key}>(x) ^ {sign}; }}\n\
             fn number_of(key: {key}) -> {class} {{ return bitcast<{class}>(key ^ {sign}); }}\n"
        ),
        _ => format!(
            "fn bits_of(x: {class}) -> {key} {{
                let bits = bitcast<{key}>(x);
                let magnitude = bits & ~{sign};
                if (magnitude > {infinity}) {{ return magnitude | {sign}; }}
                return select(bits | {sign}, ~bits, (bits & {sign}) == {sign});
            }}
            fn number_of(key: {key}) -> {class} {{
                return bitcast<{class}>(select(~key, key ^ {sign}, (key & {sign}) == {sign}));
            }}\n"
        ),
    }
}

/// The function `real_rank`: as `bits_of`, but the same for numbers that compare equal.
fn real_rank(dtype: DType) -> String {
    let class = register(dtype);
    let (key, sign, most) = match dtype.size() {
        8 => ("u64", "0x8000000000000000lu", "0xfffffffffffffffflu"),
        _ => ("u32", "0x80000000u", "0xffffffffu"),
    };
    let body = match dtype.kind() {
        Kind::Float => format!(
            "if (is_nan_{class}(x)) {{ return {most}; }}
             let bits = bits_of(x);
             return select(bits, {sign}, bits == {sign} - {one});",
            one = if dtype.size() == 8 { "1lu" } else { "1u" }
        ),
        _ => "return bits_of(x);".to_owned(),
    };
    ordered(dtype) + &format!("fn real_rank(x: {class}) -> {key} {{ {body} }}\n")
}

/// The functions `key_of`, the same for elements that compare equal; `precedes` and `last_key`.
///
/// Complex numbers are ordered by their real, then their imaginary parts; then come those with a NaN only in the imaginary part, only
/// in the real one, in both. Between infinity and NaN there is room for what the high half is then.
pub(crate) fn ranks(dtype: DType) -> String {
    let (class, key) = (register(dtype), key_type(dtype));
    let (part, half) = match dtype {
        DType::Complex64 => (DType::F32, "u32"),
        DType::Complex128 => (DType::F64, "u64"),
        _ => {
            let rank = real_rank(dtype);
            return format!("{rank}fn key_of(x: {class}) -> {key} {{ return real_rank(x); }}\n{}", comparison(dtype));
        }
    };
    let (joined, end) = match dtype {
        DType::Complex64 => ("(u64(high) << 32u) | u64(low)", "u"),
        _ => ("vec2<u64>(high, low)", "lu"),
    };
    let nan = format!("is_nan_{}", ending(dtype));
    format!(
        "{rank}fn key_of(x: {class}) -> {key} {{
            var high = real_rank(x.x);
            var low = real_rank(x.y);
            if ({nan}(x.x)) {{
                let both = {nan}(x.y);
                high = select({most} - 1{end}, {most}, both);
                low = select(low, {half}(0), both);
            }} else if ({nan}(x.y)) {{
                low = high;
                high = {most} - 2{end};
            }}
            return {joined};
        }}\n{compared}",
        rank = real_rank(part),
        most = if half == "u32" { "0xffffffffu" } else { "0xfffffffffffffffflu" },
        compared = comparison(dtype),
    )
}

/// The functions `key_of` and `number_of`, its way back, of a real type; `precedes` and `last_key`.
pub(crate) fn values(dtype: DType) -> String {
    let (class, key) = (register(dtype), key_type(dtype));
    ordered(dtype) + &format!("fn key_of(x: {class}) -> {key} {{ return bits_of(x); }}\n") + comparison(dtype)
}
