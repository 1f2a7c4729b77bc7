//! Scans, selections, sorts and searches against the CPU backend.

mod both;

use both::device;
use xparray_cpu::Cpu;
use xparray_ir::backend::{Backend, Primitives, ScanOp, Side, View};
use xparray_ir::ir::{BinaryOp, Combine, Inst, Op};
use xparray_ir::{Complex, DType, Error, Kind, Layout, Scalar};
use xparray_wgpu::Wgpu;

const TYPES: [DType; 15] = [
    DType::Bool,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
    DType::Complex64,
    DType::Complex128,
];

/// Numbers that look random (Weyl's sequence, mixed).
fn number(i: usize, seed: u64) -> u64 {
    let mut z = (i as u64 + seed * 1_000_003 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// What elements are like.
#[derive(Clone, Copy, PartialEq)]
enum Values {
    /// Near 1, so that sums and products stay finite.
    Tame,
    /// With NaN, infinities, zeros of both signs, and many that are equal.
    Wild,
    /// Any.
    Spread,
}

fn real(z: u64, values: Values) -> f64 {
    let unit = (z >> 40) as f64 / 16_777_216.0 - 0.5;
    match values {
        Values::Tame => 1.0 + unit / 512.0,
        Values::Spread => unit * 1000.0,
        Values::Wild => match z % 23 {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => f64::NEG_INFINITY,
            3 => 0.0,
            4 => -0.0,
            _ => (unit * 20.0).round() * 0.5,
        },
    }
}

fn elements(dtype: DType, n: usize, values: Values, seed: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    for i in 0..n {
        let z = number(i, seed);
        let scalar = match dtype.kind() {
            Kind::Bool => Scalar::new(z.is_multiple_of(3)),
            Kind::Signed | Kind::Unsigned if values == Values::Spread => {
                bytes.extend_from_slice(&z.to_le_bytes()[..dtype.size()]);
                continue;
            }
            Kind::Signed => Scalar::new((z >> 20) as i64 % 41 - 20).astype(dtype),
            Kind::Unsigned => Scalar::new((z >> 20) % 41).astype(dtype),
            Kind::Float => Scalar::new(real(z, values)).astype(dtype),
            Kind::Complex => {
                let im = real(number(i, seed + 77), values) * if values == Values::Tame { 1e-3 } else { 1.0 };
                Scalar::new(Complex { re: real(z, values), im }).astype(dtype)
            }
        };
        bytes.extend_from_slice(scalar.bytes());
    }
    bytes
}

/// Layouts over buffers of so many elements.
fn layouts() -> Vec<(Layout, usize)> {
    let all = |shape: &[usize]| (Layout::row_major(shape), shape.iter().product());
    let new = |shape: &[usize], strides: &[isize], offset, n| {
        (Layout::new(shape.iter().copied().collect(), strides.iter().copied().collect(), offset).unwrap(), n)
    };
    vec![
        all(&[0]),
        all(&[3, 0, 2]),
        all(&[1]),
        all(&[5]),
        all(&[7, 9]),
        all(&[2, 300, 5]),
        all(&[3, 70, 2]),
        all(&[40, 65]),
        new(&[13], &[-3], 40, 41),
        new(&[1030], &[1], 3, 1040),
        new(&[70, 6], &[1, 70], 0, 420),
        new(&[4, 100], &[0, 2], 1, 210),
        all(&[1, 255]),
        all(&[2, 1024]),
        all(&[3, 1025]),
        all(&[2049]),
        all(&[2, 5000]),
    ]
}

enum Call {
    Scan(ScanOp, usize),
    Sort(usize),
    Argsort(usize),
    Compact,
    Nonzero,
    Search(Side),
    Histogram(bool),
    Bincount(usize),
}

fn called<P: Primitives>(xp: &P, call: &Call, operands: &[(&[u8], DType, &Layout)]) -> Result<Vec<u8>, Error> {
    let mut buffers = Vec::new();
    for (bytes, ..) in operands {
        let mut buffer = xp.alloc(bytes.len())?;
        xp.upload(bytes, &mut buffer)?;
        buffers.push(buffer);
    }
    let view = |k: usize| View::new(&buffers[k], operands[k].1, operands[k].2).unwrap();
    let (out, len, size) = match call {
        Call::Scan(op, axis) => (xp.inclusive_scan(op, view(0), *axis)?, view(0).len(), operands[0].1.size()),
        Call::Sort(axis) => (xp.sort(view(0), *axis)?, view(0).len(), operands[0].1.size()),
        Call::Argsort(axis) => (xp.argsort(view(0), *axis)?, view(0).len(), 8),
        Call::Compact => {
            let (out, count) = xp.compact(view(0), view(1))?;
            (out, count, operands[0].1.size())
        }
        Call::Nonzero => {
            let (out, count) = xp.nonzero(view(0))?;
            (out, count, 8)
        }
        Call::Search(side) => (xp.searchsorted(view(0), view(1), *side)?, view(1).len(), 8),
        Call::Histogram(uniform) => (xp.histogram(view(0), view(1), *uniform)?, view(1).len() - 1, 8),
        Call::Bincount(len) => (xp.bincount(view(0), None, *len)?, *len, 8),
    };
    let mut bytes = vec![0; len * size];
    xp.download(&out, 0, &mut bytes)?;
    Ok(bytes)
}

/// Both parts of an element.
fn parts(dtype: DType, bytes: &[u8]) -> [f64; 2] {
    let z = Scalar::from_bytes(dtype, bytes).astype(DType::Complex128).get::<Complex<f64>>();
    [z.re, z.im]
}

fn assert_same(dtype: DType, found: &[u8], expected: &[u8], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let chunks = found.chunks_exact(dtype.size()).zip(expected.chunks_exact(dtype.size()));
    for (k, (a, b)) in chunks.enumerate() {
        if a == b {
            continue;
        }
        let exact = !matches!(dtype.kind(), Kind::Float | Kind::Complex);
        assert!(!exact, "{what}: element {k}: {a:?} for {b:?}");
        let scale = parts(dtype, b).map(f64::abs).into_iter().fold(0.0, f64::max);
        for (x, y) in parts(dtype, a).into_iter().zip(parts(dtype, b)) {
            let same = x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= tolerance * scale;
            assert!(same, "{what}: element {k}: {x} for {y}");
        }
    }
}

fn compare(xp: &Wgpu, call: &Call, result: DType, operands: &[(&[u8], DType, &Layout)], tolerance: f64, what: &str) {
    let expected = called(&Cpu::new(), call, operands).unwrap();
    let found = called(xp, call, operands).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_same(result, &found, &expected, tolerance, what);
}

fn supported(xp: &Wgpu) -> impl Iterator<Item = DType> {
    TYPES.into_iter().filter(|&dtype| xp.supports(dtype))
}

fn tolerance(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => 2e-3,
        DType::BF16 => 1.6e-2,
        DType::F64 | DType::Complex128 => 1e-12,
        _ => 4e-7,
    }
}

fn custom(dtype: DType) -> ScanOp {
    let inst = |op, args: &[u16]| Inst { op, dtype, args: args.into() };
    let op = if dtype == DType::Bool { BinaryOp::Xor } else { BinaryOp::Add };
    let insts = vec![inst(Op::Arg(0), &[]), inst(Op::Arg(1), &[]), inst(Op::Binary(op), &[0, 1])];
    ScanOp::Custom(Combine { insts, result: 2 }, Scalar::from_f64(dtype, 0.0))
}

#[test]
fn scans() {
    let Some(xp) = device() else { return };
    for dtype in supported(&xp) {
        for (layout, n) in layouts() {
            for axis in 0..layout.ndim() {
                for op in [ScanOp::Sum, ScanOp::Prod, ScanOp::Min, ScanOp::Max, custom(dtype)] {
                    let is_custom = matches!(op, ScanOp::Custom(..));
                    if dtype == DType::Bool && !is_custom {
                        continue;
                    }
                    let values = if matches!(op, ScanOp::Min | ScanOp::Max) { Values::Wild } else { Values::Tame };
                    let bytes = elements(dtype, n, values, 1);
                    let what = format!("{op:?} of {dtype} {layout:?} along {axis}");
                    // The CPU's user operations round half types at each step.
                    let allowed = if is_custom { 0.1 } else { tolerance(dtype) };
                    let allowed = if is_custom && !dtype.is_complex() && dtype.size() >= 4 { 1e-4 } else { allowed };
                    // Without `f64` each factor rounds a product once, by half an ulp.
                    let rounds = matches!(op, ScanOp::Prod) && !xp.supports(DType::F64);
                    let allowed = if rounds { allowed.max(n as f64 * 6e-8) } else { allowed };
                    compare(&xp, &Call::Scan(op, axis), dtype, &[(&bytes, dtype, &layout)], allowed, &what);
                }
            }
        }
    }
}

#[test]
fn long_scans() {
    let Some(xp) = device() else { return };
    for shape in [&[700_001][..], &[3, 140_000], &[1, 40, 17_000], &[3, 7000, 2]] {
        let layout = Layout::row_major(shape);
        for dtype in [DType::I64, DType::U8, DType::F32, DType::Complex64, DType::I32] {
            let axis = if shape.len() == 3 { 1 } else { shape.len() - 1 };
            let bytes = elements(dtype, layout.len(), Values::Tame, 5);
            for op in [ScanOp::Sum, ScanOp::Max] {
                let what = format!("{op:?} of {dtype} {shape:?}");
                compare(&xp, &Call::Scan(op, axis), dtype, &[(&bytes, dtype, &layout)], tolerance(dtype), &what);
            }
        }
    }
}

#[test]
fn zeros_and_infinities_of_scans() {
    let Some(xp) = device() else { return };
    let layout = Layout::row_major(&[100]);
    for dtype in [DType::F32, DType::F64, DType::F16].into_iter().filter(|&dtype| xp.supports(dtype)) {
        let bytes: Vec<u8> = (0..100).flat_map(|_| Scalar::from_f64(dtype, -0.0).bytes().to_vec()).collect();
        let found = called(&xp, &Call::Scan(ScanOp::Sum, 0), &[(&bytes, dtype, &layout)]).unwrap();
        assert!(found == bytes, "{dtype}");
    }
    let infinite = Scalar::new(Complex { re: f32::INFINITY, im: 0.0 });
    let bytes: Vec<u8> = (0..100).flat_map(|_| infinite.bytes().to_vec()).collect();
    let operands = [(&bytes[..], DType::Complex64, &layout)];
    compare(&xp, &Call::Scan(ScanOp::Sum, 0), DType::Complex64, &operands, 0.0, "infinite sum");
}

#[test]
fn sorts() {
    let Some(xp) = device() else { return };
    for dtype in supported(&xp) {
        for values in [Values::Wild, Values::Spread] {
            for (layout, n) in layouts() {
                for axis in 0..layout.ndim() {
                    let bytes = elements(dtype, n, values, 2);
                    let operands = [(&bytes[..], dtype, &layout)];
                    let what = format!("{dtype} {layout:?} along {axis}");
                    compare(&xp, &Call::Sort(axis), dtype, &operands, 0.0, &format!("sort of {what}"));
                    compare(&xp, &Call::Argsort(axis), DType::I64, &operands, 0.0, &format!("argsort of {what}"));
                }
            }
        }
    }
}

#[test]
fn long_sorts() {
    let Some(xp) = device() else { return };
    // By digits, also of several rows, and by merging.
    for shape in [&[140_001][..], &[3, 40_000], &[2, 132_000]] {
        let layout = Layout::row_major(shape);
        let types = [DType::I64, DType::U8, DType::F32, DType::Complex64, DType::Complex128, DType::F16];
        let few = |dtype: &DType| *dtype == DType::F32 || shape[0] != 2;
        for dtype in types.into_iter().filter(|&dtype| xp.supports(dtype)).filter(few) {
            let axis = shape.len() - 1;
            let bytes = elements(dtype, layout.len(), Values::Wild, 5);
            let operands = [(&bytes[..], dtype, &layout)];
            compare(&xp, &Call::Sort(axis), dtype, &operands, 0.0, &format!("sort of {dtype} {shape:?}"));
            compare(&xp, &Call::Argsort(axis), DType::I64, &operands, 0.0, &format!("argsort of {dtype} {shape:?}"));
        }
    }
}

#[test]
fn selections() {
    let Some(xp) = device() else { return };
    let long = (Layout::row_major(&[300_001]), 300_001);
    for (layout, n) in layouts().into_iter().chain([long]) {
        let mask = elements(DType::Bool, n, Values::Wild, 3);
        let none = vec![0; n];
        for mask in [&mask, &none] {
            let what = format!("{layout:?}");
            compare(&xp, &Call::Nonzero, DType::I64, &[(mask, DType::Bool, &layout)], 0.0, &what);
            for dtype in supported(&xp) {
                let bytes = elements(dtype, n, Values::Wild, 4);
                let operands = [(&bytes[..], dtype, &layout), (mask, DType::Bool, &layout)];
                compare(&xp, &Call::Compact, dtype, &operands, 0.0, &format!("compact of {dtype} {what}"));
            }
        }
    }
}

#[test]
fn searches_and_histograms() {
    let Some(xp) = device() else { return };
    let cpu = Cpu::new();
    for dtype in supported(&xp) {
        for len in [0, 1, 2, 100, 3000] {
            let vector = Layout::row_major(&[len]);
            let bytes = elements(dtype, len, Values::Wild, 6);
            let bytes = called(&cpu, &Call::Sort(0), &[(&bytes, dtype, &vector)]).unwrap();
            for (layout, n) in layouts() {
                let values = elements(dtype, n, Values::Wild, 7);
                let operands = [(&bytes[..], dtype, &vector), (&values[..], dtype, &layout)];
                for side in [Side::Left, Side::Right] {
                    compare(&xp, &Call::Search(side), DType::I64, &operands, 0.0, &format!("{dtype} {len} {layout:?}"));
                }
                if len < 2 {
                    continue;
                }
                // Edges that are numbers.
                let edges = elements(dtype, len, if dtype.size() == 1 { Values::Wild } else { Values::Spread }, 8);
                let edges = called(&cpu, &Call::Sort(0), &[(&edges, dtype, &vector)]).unwrap();
                let operands = [(&values[..], dtype, &layout), (&edges[..], dtype, &vector)];
                let what = format!("histogram {dtype} {len} {layout:?}");
                compare(&xp, &Call::Histogram(false), DType::I64, &operands, 0.0, &what);
            }
        }
    }
}

#[test]
fn uniform_histograms_and_counts() {
    let Some(xp) = device() else { return };
    let (many, n) = (Layout::row_major(&[300_001]), 300_001);
    for dtype in [DType::F32, DType::F64].into_iter().filter(|&dtype| xp.supports(dtype)) {
        let x = elements(dtype, n, Values::Spread, 9);
        for bins in [1usize, 10, 21, 5000] {
            let edges: Vec<u8> = (0..=bins)
                .flat_map(|k| Scalar::from_f64(dtype, 900.0 * k as f64 / bins as f64 - 450.0).bytes().to_vec())
                .collect();
            let layout = Layout::row_major(&[bins + 1]);
            let operands = [(&x[..], dtype, &many), (&edges[..], dtype, &layout)];
            compare(&xp, &Call::Histogram(true), DType::I64, &operands, 0.0, &format!("{dtype} in {bins}"));
            // The edges themselves, and what comes next before and after them.
            let next = |bytes: &[u8]| match dtype {
                DType::F32 => {
                    let x = f32::from_ne_bytes(bytes.try_into().unwrap());
                    [x.next_down(), x, x.next_up()].map(f32::to_ne_bytes).concat()
                }
                _ => {
                    let x = f64::from_ne_bytes(bytes.try_into().unwrap());
                    [x.next_down(), x, x.next_up()].map(f64::to_ne_bytes).concat()
                }
            };
            let near: Vec<u8> = edges.chunks(dtype.size()).flat_map(next).collect();
            let triple = Layout::row_major(&[3 * (bins + 1)]);
            let operands = [(&near[..], dtype, &triple), (&edges[..], dtype, &layout)];
            compare(&xp, &Call::Histogram(true), DType::I64, &operands, 0.0, &format!("edges of {dtype} in {bins}"));
        }
    }
    for len in [1, 40, 5000] {
        let x: Vec<u8> = (0..n).flat_map(|i| ((number(i, 1) % len as u64) as i64).to_le_bytes()).collect();
        compare(&xp, &Call::Bincount(len), DType::I64, &[(&x, DType::I64, &many)], 0.0, &format!("{len} counts"));
    }
    for wrong in [-1i64, 40] {
        let x: Vec<u8> = (0..100).flat_map(|i| if i == 50 { wrong } else { 3 }.to_le_bytes()).collect();
        let layout = Layout::row_major(&[100]);
        let error = called(&xp, &Call::Bincount(40), &[(&x, DType::I64, &layout)]).unwrap_err();
        assert!(matches!(error, Error::Index { op: "bincount", index, len: 40 } if index == wrong), "{error}");
    }
}
