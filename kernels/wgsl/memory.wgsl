// The number with these bits, of which compilers of shaders would refuse some as constants.
fn bits_as_T(bits: U) -> T { return bitcast<T>(bits); }

// Zero, which compilers do not know: the word of no address.
fn zero_f32() -> f32 { return bitcast<f32>(args[2]); }
fn zero_f64() -> f64 { return bitcast<f64>(u64(args[2])); }

// As i64(x), by its bits: Mesa 22 compares numbers that were converted so with constants wrongly.
fn wide_int(x: i32) -> i64 {
    return bitcast<i64>((u64(bitcast<u32>(x >> 31u)) << 32u) | u64(bitcast<u32>(x)));
}

// The place of an index, which counts from the end if it is negative; -1 if it is out of bounds.
fn place_of(index: i64, len: i32) -> i32 {
    let at = select(index, index + i64(len), index < 0li);
    return select(-1i, i32(at), at >= 0li && at < i64(len));
}

// Keeps the first index that was out of bounds: whether there is one, what reported it, the index, the length of the axis.
fn keep_fault(op: u32, index: i64, len: i32) {
    if (atomicCompareExchangeWeak(&fault[0], 0u, 1u).exchanged) {
        let bits = bitcast<u64>(index);
        atomicStore(&fault[1], op);
        atomicStore(&fault[2], u32(bits));
        atomicStore(&fault[3], u32(bits >> 32u));
        atomicStore(&fault[4], u32(len));
        atomicStore(&fault[5], 0u);
    }
}

// For devices whose `fma` rounds twice. The product is exact in f64; the sum is rounded to odd, so that rounding it further is
// rounding once.
fn soft_fma_f32(a: f32, b: f32, c: f32) -> f32 {
    let p = f64(a) * f64(b);
    let y = f64(c);
    let s = p + y;
    let z = s - p;
    let e = (p - (s - z)) + (y - z);
    let bits = bitcast<u64>(s);
    if !is_finite_f64(s) || e == 0.0lf || (bits & 1lu) == 1lu {
        return f32(s);
    }
    return f32(bitcast<f64>(select(bits - 1lu, bits + 1lu, (e > 0.0lf) == (s > 0.0lf))));
}

// By Dekker's product and Knuth's sum: within an ulp of the fused one, but near the ends of the range.
fn soft_fma_f64(a: f64, b: f64, c: f64) -> f64 {
    let p = a * b;
    let s = p + c;
    if !is_finite_f64(s) || abs(a) > 1e290lf || abs(b) > 1e290lf || p == 0.0lf {
        return s;
    }
    let ta = a * 134217729.0lf;
    let a1 = ta - (ta - a);
    let a0 = a - a1;
    let tb = b * 134217729.0lf;
    let b1 = tb - (tb - b);
    let b0 = b - b1;
    let e = ((a1 * b1 - p) + a1 * b0 + a0 * b1) + a0 * b0;
    let z = s - p;
    let t = (p - (s - z)) + (c - z);
    return s + (t + e);
}
