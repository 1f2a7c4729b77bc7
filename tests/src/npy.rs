//! `.npy` and `.npz` files, both ways, and what is wrong with some.

use crate::compare::assert_array;
use crate::data::{npz, path};
use crate::files::{Scratch, zip_entry};
use crate::for_types;
use crate::layouts::relaid;
use xparray::io::{NpyElement, NpyFile, NpzReader, NpzWriter};
use xparray::prelude::*;
use xparray::{DType, Error, Result};

/// An expression for every type that `.npy` files hold.
macro_rules! npy_types {
    ($T:ident => $body:expr) => {
        for_types!([bool i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 Complex<f32> Complex<f64>] $T => $body)
    };
}

/// The arrays of files that NumPy wrote; written again, they are the same files.
pub fn numpys_files<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let data = npz("matmul.npz");
    let mut reader = NpzReader::open(path("matmul.npz")).unwrap();
    assert_eq!(reader.names().unwrap().len(), data.len());
    npy_types!(T => for name in reader.names().unwrap() {
        if name.split('/').next() != Some(T::DTYPE.name()) {
            continue;
        }
        let x = reader.load::<T, B>(xp, &name).unwrap();
        assert_array(&x, &data[&name].shape, &data[&name].to_vec::<T>(), 0.0);
        x.save_npy(scratch.path("again.npy")).unwrap();
        let bytes = std::fs::read(scratch.path("again.npy")).unwrap();
        assert!(bytes == zip_entry(&path("matmul.npz"), &format!("{name}.npy")), "{name}");
    });
}

/// Every type, shape and layout, there and back.
pub fn round_trips<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    npy_types!(T => for shape in [&[][..], &[0], &[7], &[2, 0, 3], &[2, 3, 4], &[1, 1, 1, 1, 1, 1]] {
        let n = shape.iter().product::<usize>();
        let values: Vec<T> = (0..n as i64).map(|i| (i * 5 % 7 - 3).cast()).collect();
        for x in relaid(&xp.from_slice(&values, shape).unwrap()) {
            x.save_npy(scratch.path("x.npy")).unwrap();
            let y = xp.load_npy::<T>(scratch.path("x.npy")).unwrap();
            assert_array(&y, shape, &values, 0.0);
        }
    });
}

/// A file with a header of this version and text.
fn npy(version: u8, header: &str, elements: &[u8]) -> Vec<u8> {
    let len = (header.len() as u32).to_le_bytes();
    let len = if version == 1 { &len[..2] } else { &len[..] };
    [b"\x93NUMPY", &[version, 0][..], len, header.as_bytes(), elements].concat()
}

fn header(descr: &str, fortran_order: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': {fortran_order}, 'shape': {shape}, }}\n")
}

/// Either byte order, either order of axes, every version of the format.
pub fn orders_and_versions<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let load = |bytes: &[u8]| scratch.write("x.npy", bytes);
    let values = [1i32, -2, 3, 0x0102_0304, 5, 6];
    let big: Vec<u8> = values.iter().flat_map(|x| x.to_be_bytes()).collect();
    let little: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    let x = xp.load_npy::<i32>(load(&npy(1, &header(">i4", "False", "(2, 3)"), &big))).unwrap();
    assert_array(&x, &[2, 3], &values, 0.0);
    let x = xp.load_npy::<i32>(load(&npy(1, &header("<i4", "True", "(3, 2)"), &little))).unwrap();
    assert_array(&x, &[3, 2], &[1, values[3], -2, 5, 3, 6], 0.0);
    let x = xp.load_npy::<i32>(load(&npy(2, &header(">i4", "True", "(2, 3)"), &big))).unwrap();
    assert_array(&x, &[2, 3], &[1, 3, 5, -2, values[3], 6], 0.0);
    assert_array(&(&x + &x).slice(xparray::s![1]).unwrap(), &[3], &[-4, 2 * values[3], 12], 0.0);
    let x = xp.load_npy::<i32>(load(&npy(3, &header("<i4", "False", "(6,)"), &little))).unwrap();
    assert_array(&x, &[6], &values, 0.0);
    let z: Vec<u8> = [1.5f64, -2.5].iter().flat_map(|x| x.to_be_bytes()).collect();
    let x = xp.load_npy::<Complex<f64>>(load(&npy(1, &header(">c16", "False", "()"), &z))).unwrap();
    assert_array(&x, &[], &[Complex::new(1.5, -2.5)], 0.0);
    // One byte has no order; any byte but 0 is true.
    let x = xp.load_npy::<bool>(load(&npy(1, &header("|b1", "False", "(3,)"), &[0, 1, 255]))).unwrap();
    assert_array(&x, &[3], &[false, true, true], 0.0);
    let x = xp.load_npy::<u8>(load(&npy(1, &header("|u1", "True", "(0, 3)"), &[]))).unwrap();
    assert_array(&x, &[0, 3], &[], 0.0);
}

/// Ranges of the first axis, in either order of axes: `np.load(path, mmap_mode="r")[a:b]`
pub fn parts_of_files<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    npy_types!(T => for shape in [&[5][..], &[5, 3], &[4, 0], &[0, 2], &[3, 2, 4]] {
        let n = shape.iter().product::<usize>();
        let values: Vec<T> = (0..n as i64).map(|i| (i * 5 % 7 - 3).cast()).collect();
        let x = xp.from_slice(&values, shape).unwrap();
        x.save_npy(scratch.path("x.npy")).unwrap();
        let mut bytes = std::fs::read(scratch.path("x.npy")).unwrap();
        // The same in Fortran order: the elements of the transpose.
        let start = bytes.len() - n * size_of::<T>();
        let columns = x.t().ascontiguousarray().into_dyn().to_bytes().unwrap();
        bytes[start..].copy_from_slice(&columns);
        let at = bytes.windows(7).position(|word| word == b"False, ").unwrap();
        bytes[at..at + 7].copy_from_slice(b"True,  ");
        scratch.write("f.npy", &bytes);
        for name in ["x.npy", "f.npy"] {
            let mut file = NpyFile::open(scratch.path(name)).unwrap();
            assert_eq!((file.dtype(), file.shape()), (T::DTYPE, shape));
            let d = shape[0];
            for (a, b) in [(0, d), (0, d / 2), (d / 2, d), (d / 3, d - d / 3), (d, d), (0, 0)] {
                let part = file.load::<T, B>(xp, a..b).unwrap();
                let expected = x.slice(xparray::s![a..b]).unwrap();
                assert_array(&part, expected.shape(), &expected.to_vec().unwrap(), 0.0);
            }
            assert!(file.load_any(xp, ..).unwrap().typed::<T>().unwrap().array_equal(&x).unwrap());
            // SAFETY: nobody writes to the file.
            let mut mapped = unsafe { file.map::<T, B>(xp).unwrap() };
            assert!(mapped.array_equal(&x).unwrap());
            mapped.fill(1i64.cast::<T>());
            assert!(file.load::<T, B>(xp, ..).unwrap().array_equal(&x).unwrap(), "the file stays as it is");
            if d > 2 {
                assert_eq!(file.load_any(xp, 1..=1).unwrap().shape()[0], 1);
                assert_eq!(file.load_any(xp, (std::ops::Bound::Excluded(0), std::ops::Bound::Unbounded)).unwrap().shape()[0], d - 1);
            }
        }
    });
    let big: Vec<u8> = [1i32, -2, 3, 4, 5, 6].iter().flat_map(|x| x.to_be_bytes()).collect();
    for (order, expected) in [("False", [3, 4]), ("True", [-2, 5])] {
        let path = scratch.write("big.npy", &npy(2, &header(">i4", order, "(3, 2)"), &big));
        assert_array(&NpyFile::open(path).unwrap().load::<i32, B>(xp, 1..2).unwrap(), &[1, 2], &expected, 0.0);
    }
    let path = scratch.write("big.npy", &npy(1, &header(">i4", "False", "(3, 2)"), &big));
    let mut file = NpyFile::open(path).unwrap();
    // SAFETY: nobody writes to the file.
    let (mapped, wrong) = unsafe { (file.map_any(xp).unwrap(), file.map::<f32, B>(xp)) };
    assert_array(&mapped.typed::<i32>().unwrap(), &[3, 2], &[1, -2, 3, 4, 5, 6], 0.0);
    assert!(matches!(wrong, Err(Error::DType { .. })));
    xp.scalar(2.5).save_npy(scratch.path("0.npy")).unwrap();
    let mut file = NpyFile::open(scratch.path("0.npy")).unwrap();
    assert_array(&file.load::<f64, B>(xp, ..).unwrap(), &[], &[2.5], 0.0);
    assert!(matches!(file.load::<f64, B>(xp, 0..), Err(Error::Axis { ndim: 0, .. })));
    let mask = scratch.write("b.npy", &npy(1, &header("|b1", "True", "(2, 2)"), &[0, 255, 1, 0]));
    assert_array(&NpyFile::open(mask).unwrap().load::<bool, B>(xp, 1..).unwrap(), &[1, 2], &[true, false], 0.0);
}

/// Ranges that are not there, and files that end early: when they are opened, or later.
pub fn wrong_parts<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let good = npy(1, &header("<f4", "False", "(3, 2)"), &[0; 24]);
    for len in 0..good.len() {
        assert!(matches!(NpyFile::open(scratch.write("x.npy", &good[..len])), Err(Error::Io { .. })), "{len} bytes");
    }
    let path = scratch.write("x.npy", &good);
    let mut file = NpyFile::open(&path).unwrap();
    assert!(matches!(file.load::<f32, B>(xp, ..4), Err(Error::Index { index: 4, len: 3, .. })));
    assert!(matches!(file.load::<f32, B>(xp, 4..), Err(Error::Index { index: 4, .. })));
    assert!(matches!(file.load::<f32, B>(xp, ..=usize::MAX), Err(Error::Index { .. })));
    assert!(matches!(file.load::<f32, B>(xp, 2..1), Err(Error::Value { .. })));
    assert!(matches!(file.load::<f64, B>(xp, ..), Err(Error::DType { .. })));
    // Another program makes the file shorter.
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(good.len() as u64 - 8).unwrap();
    assert!(matches!(file.load::<f32, B>(xp, ..), Err(Error::Io { .. })));
    assert!(file.load::<f32, B>(xp, ..2).is_ok());
    assert!(matches!(NpyFile::open(scratch.path("missing")), Err(Error::Io { .. })));
    assert!(matches!(
        NpyFile::open(scratch.write("s.npy", &npy(1, &header("<U3", "False", "(1,)"), &[0; 24]))),
        Err(Error::DType { .. })
    ));
}

fn loaded<T: NpyElement, B: Backend>(xp: &B, bytes: &[u8]) -> Result<Array<T, B>> {
    let scratch = Scratch::new();
    xp.load_npy(scratch.write("x.npy", bytes))
}

/// Files that are missing, cut off, of another type, or no such files at all.
pub fn wrong_files<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let missing = scratch.path("missing.npy");
    let Err(Error::Io { path, message }) = xp.load_npy::<f32>(&missing) else { panic!("no error") };
    assert!(path.ends_with("missing.npy") && !message.is_empty());
    assert!(matches!(xp.ones::<f32>(2).unwrap().save_npy(scratch.path("no/such/folder.npy")), Err(Error::Io { .. })));

    let good = npy(1, &header("<f4", "False", "(2, 3)"), &[0; 24]);
    assert!(loaded::<f32, B>(xp, &good).is_ok());
    for len in 0..good.len() {
        assert!(matches!(loaded::<f32, B>(xp, &good[..len]), Err(Error::Io { .. })), "{len} bytes");
    }
    let Err(Error::DType { op, expected, found }) = loaded::<f64, B>(xp, &good) else { panic!("no error") };
    assert_eq!((op, &expected[..]), ("load_npy", "f64 (f8)"));
    assert!(found.contains("<f4"));
    for descr in ["zf4", "<i4", "<U3", "|O", "|S5", "<M8[ns]", "|V8", "f4", "", "é4"] {
        let file = npy(1, &header(descr, "False", "(2, 3)"), &[0; 24]);
        assert!(matches!(loaded::<f32, B>(xp, &file), Err(Error::DType { .. })), "{descr}");
    }
    let record = "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,), }\n";
    let Err(Error::DType { found, .. }) = loaded::<f32, B>(xp, &npy(1, record, &[0; 8])) else { panic!("no error") };
    assert!(found.starts_with("structured elements [('x', '<f4')] in "), "{found}");
    for shape in ["(-1,)", "(2.5,)", "(2 3)", "2", "(99999999999999999999999,)", "()garbage"] {
        let file = npy(1, &header("<f4", "False", shape), &[0; 24]);
        assert!(matches!(loaded::<f32, B>(xp, &file), Err(Error::Io { .. })), "{shape}");
    }
}

/// Lengths that nobody has memory for are not believed.
pub fn hostile_files<B: Backend>(xp: &B) {
    for shape in ["(9223372036854775807, 9223372036854775807)", "(18446744073709551615,)", "(1000000000000,)"] {
        let file = npy(1, &header("<f4", "False", shape), &[0; 24]);
        assert!(matches!(loaded::<f32, B>(xp, &file), Err(Error::Io { .. } | Error::Value { .. })), "{shape}");
    }
    let nested = format!("{{'descr': {}", "(".repeat(60_000));
    let long = [b"\x93NUMPY\x02\0\xff\xff\xff\xff".to_vec(), vec![b' '; 100]].concat();
    let cases =
        [npy(1, &nested, &[]), long, b"\x93NUMPY\x09\0\x04\0{}{}".to_vec(), vec![0; 500], b"PK\x03\x04".to_vec()];
    for file in cases {
        assert!(matches!(loaded::<f32, B>(xp, &file), Err(Error::Io { .. })));
    }
    // Every byte of the header changed in turn: an error or an array, never a panic.
    let good = npy(1, &header("<f4", "False", "(2, 3)"), &[0; 24]);
    for i in 0..good.len() - 24 {
        for bit in [1, 4, 128] {
            let mut file = good.clone();
            file[i] ^= bit;
            if let Ok(x) = loaded::<f32, B>(xp, &file) {
                assert!(x.len() <= 6, "byte {i}");
            }
        }
    }
}

/// Files longer than the parts in which they are read and written: every byte in its place.
pub fn long_files<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let n = (33 << 20) / 8 + 5;
    let x = xp.arange((0i64, n as i64, 1)).unwrap();
    x.save_npy(scratch.path("x.npy")).unwrap();
    assert!(xp.load_npy::<i64>(scratch.path("x.npy")).unwrap().array_equal(&x).unwrap());
    let mut bytes = std::fs::read(scratch.path("x.npy")).unwrap();
    assert_eq!(bytes.len(), 128 + 8 * n);
    bytes[128..].chunks_exact_mut(8).for_each(<[u8]>::reverse);
    let at = bytes.windows(3).position(|word| word == b"<i8").unwrap();
    bytes[at] = b'>';
    assert!(xp.load_npy::<i64>(scratch.write("big.npy", &bytes)).unwrap().array_equal(&x).unwrap());
    // What follows an array is somebody else's.
    bytes.extend([7; 100]);
    assert!(xp.load_npy::<i64>(scratch.write("more.npy", &bytes)).unwrap().array_equal(&x).unwrap());
}

/// An archive of one entry, of which both lengths are claimed to be `claim`, in the format for large archives.
fn archive_claiming(method: u16, contents: &[u8], claim: u64) -> Vec<u8> {
    let name = b"x.npy";
    let lengths = [&[1, 0, 16, 0][..], &claim.to_le_bytes(), &claim.to_le_bytes()].concat();
    // From the version on, both kinds of headers agree: no flags, no time, no checksum, lengths elsewhere.
    let common = [&[45, 0, 0, 0][..], &method.to_le_bytes(), &[0; 8], &[0xff; 8], &[5, 0, 20, 0]].concat();
    let local = [b"PK\x03\x04", &common[..], name, &lengths, contents].concat();
    let directory = [b"PK\x01\x02", &[45, 0][..], &common, &[0; 14], name, &lengths].concat();
    let [at, len] = [local.len(), directory.len()].map(|n| (n as u32).to_le_bytes());
    [&local, &directory, &b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..], &len, &at, &[0, 0]].concat()
}

/// Archives that claim more than they hold, or hold more than there may be: nothing is taken for it.
pub fn archives_that_claim_too_much<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let contents = npy(1, &header("<f8", "False", "(2000000000000,)"), &[0; 24]);
    let before = xp.memory_stats().total_bytes;
    for method in [0, 8] {
        for claim in [contents.len() as u64, 1 << 30, 1 << 44, u64::MAX] {
            let file = scratch.write("x.npz", &archive_claiming(method, &contents, claim));
            if let Ok(mut reader) = NpzReader::open(file) {
                assert!(matches!(reader.load::<f64, B>(xp, "x"), Err(Error::Io { .. })), "{method}: {claim}");
            }
        }
    }
    assert_eq!(xp.memory_stats().total_bytes, before);

    let bomb = scratch.path("bomb.npz");
    let mut writer = NpzWriter::create(&bomb).unwrap().compressed();
    writer.add("x", &xp.zeros::<u8>(64 << 20).unwrap()).unwrap();
    writer.finish().unwrap();
    assert!(std::fs::metadata(&bomb).unwrap().len() < 100_000);
    xp.free_all_blocks();
    let used = xp.memory_stats().total_bytes;
    xp.set_memory_limit(Some(used + (16 << 20)));
    let result = NpzReader::open(&bomb).unwrap().load::<u8, B>(xp, "x");
    xp.set_memory_limit(None);
    assert!(matches!(result, Err(Error::OutOfMemory { .. })));
    assert_eq!(xp.memory_stats().total_bytes, used);
}

/// A few random changes: bytes, bits, parts cut out, doubled or replaced by what a header may hold.
fn changed(good: &[u8], random: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    const WORDS: [&[u8]; 12] = [
        b"<f8",
        b">c16",
        b"|b1",
        b"True",
        b"(0,)",
        b"(18446744073709551615,)",
        b"(4294967296, 4294967296)",
        b"'",
        b"]",
        b"\xff\xff\xff\xff",
        b"\xff\xff\xff\xff\xff\xff\xff\xff",
        b"PK\x05\x06",
    ];
    let mut bytes = good.to_vec();
    for _ in 0..1 + random(4) {
        let at = random(bytes.len().max(1)).min(bytes.len());
        let end = (at + random(9)).min(bytes.len());
        match random(6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] = random(256) as u8,
            2 if at < bytes.len() => bytes[at] ^= 1 << random(8),
            3 => drop(bytes.drain(at..end)),
            4 => bytes.extend_from_within(at..),
            _ => drop(bytes.splice(at..end, WORDS[random(WORDS.len())].iter().copied())),
        }
    }
    bytes
}

/// Thousands of files with random damage are errors, or arrays that are not larger than what is there.
pub fn damaged_files<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % n
    };
    let archive = |compressed| {
        let writer = NpzWriter::create(scratch.path("good.npz")).unwrap();
        let mut writer = if compressed { writer.compressed() } else { writer };
        writer.add("x", &xp.arange((0.0f32, 40.0, 1.0)).unwrap()).unwrap();
        writer.add("y", &xp.ones::<bool>([2, 3]).unwrap()).unwrap();
        writer.finish().unwrap();
        std::fs::read(scratch.path("good.npz")).unwrap()
    };
    let archives = [archive(false), archive(true)];
    let files = [
        npy(1, &header("<f4", "False", "(2, 3)"), &[1; 24]),
        npy(2, &header(">f4", "True", "(3, 2)"), &[2; 24]),
        npy(3, &header("|b1", "False", "()"), &[3]),
        npy(1, &header("<c16", "False", "(1,)"), &[4; 16]),
    ];
    let mut arrays = 0;
    for round in 0..1500 {
        let bytes = changed(&files[round % files.len()], &mut random);
        let file = scratch.write("x.npy", &bytes);
        npy_types!(T => if (round % 4 == 0 || matches!(T::DTYPE, DType::F32 | DType::Bool | DType::Complex128))
            && let Ok(x) = xp.load_npy::<T>(&file)
        {
            assert!(x.len() * size_of::<T>() <= bytes.len());
            arrays += 1;
        });
        let bytes = changed(&archives[round % archives.len()], &mut random);
        if let Ok(mut reader) = NpzReader::open(scratch.write("x.npz", &bytes)) {
            for name in reader.names().unwrap_or_default() {
                if let Ok(x) = reader.load::<f32, B>(xp, &name) {
                    assert!(x.len() <= 40);
                    arrays += 1;
                }
                let _ = reader.load::<bool, B>(xp, &name);
            }
        }
    }
    assert!((50..3000).contains(&arrays), "{arrays} arrays: what is changed is no longer what is read");
}

/// Archives: several arrays of several types, compressed or not.
pub fn archives<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let x = xp.arange((0.0f64, 1000.0, 1.0)).unwrap().reshape([10, 100]).unwrap();
    let y = xp.from_slice(&[true, false], 2).unwrap();
    let mut sizes = Vec::new();
    for compressed in [false, true] {
        let file = scratch.path("x.npz");
        let writer = NpzWriter::create(&file).unwrap();
        let mut writer = if compressed { writer.compressed() } else { writer };
        writer.add("x", &x.permute_dims([1, 0]).unwrap()).unwrap();
        writer.add("folder/y", &y).unwrap();
        assert!(matches!(writer.add("x", &y), Err(Error::Io { .. })), "the name is taken");
        writer.finish().unwrap();
        sizes.push(std::fs::metadata(&file).unwrap().len());
        let mut reader = NpzReader::open(&file).unwrap();
        let mut names = reader.names().unwrap();
        names.sort();
        assert_eq!(names, ["folder/y", "x"]);
        let back = reader.load::<f64, B>(xp, "x").unwrap();
        assert_array(&back, &[100, 10], &x.permute_dims([1, 0]).unwrap().to_vec().unwrap(), 0.0);
        assert_array(&reader.load::<bool, B>(xp, "folder/y").unwrap(), &[2], &[true, false], 0.0);
        assert!(matches!(reader.load::<f32, B>(xp, "x"), Err(Error::DType { .. })));
        assert!(matches!(reader.load::<f32, B>(xp, "z"), Err(Error::Io { .. })));
    }
    assert!(sizes[1] < sizes[0] / 2);
}

/// Archives that are missing, cut off or no archives.
pub fn wrong_archives<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let is_io = |result: Result<NpzReader>| matches!(result, Err(Error::Io { .. }));
    assert!(is_io(NpzReader::open(scratch.path("missing.npz"))));
    assert!(is_io(NpzReader::open(scratch.write("empty.npz", &[]))));
    assert!(is_io(NpzReader::open(scratch.write("garbage.npz", &[7; 1000]))));
    let file = scratch.path("x.npz");
    let mut writer = NpzWriter::create(&file).unwrap().compressed();
    writer.add("x", &xp.arange((0i64, 100, 1)).unwrap()).unwrap();
    writer.finish().unwrap();
    let bytes = std::fs::read(&file).unwrap();
    assert!(is_io(NpzReader::open(scratch.write("cut.npz", &bytes[..bytes.len() - 30]))));
    for i in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[i] ^= 0x55;
        if let Ok(mut reader) = NpzReader::open(scratch.write("changed.npz", &changed)) {
            // The checksum finds what was changed; what is not covered by it changes nothing.
            if let Ok(x) = reader.load::<i64, B>(xp, "x") {
                assert_eq!(x.to_vec().unwrap(), (0..100).collect::<Vec<_>>(), "byte {i}");
            }
        }
    }
}

/// What fails leaves the old file as it was, and nothing else in its folder.
pub fn old_files_stay<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let (file, archive) = (scratch.write("x.npy", b"old"), scratch.write("x.npz", b"old"));
    let unchanged = || {
        let names = std::fs::read_dir(scratch.path("")).unwrap().count();
        (std::fs::read(&file).unwrap(), std::fs::read(&archive).unwrap(), names)
            == (b"old".to_vec(), b"old".to_vec(), 2)
    };
    // More than any device has.
    let huge = xp.zeros::<f64>(1 << 46).unwrap() + 1.0;
    let repeated = xp.from_slice(&[1u8], 1).unwrap().broadcast_to([1 << 50]).unwrap();
    assert!(matches!(huge.save_npy(&file), Err(Error::OutOfMemory { .. })));
    assert!(matches!(repeated.save_npy(&file), Err(Error::OutOfMemory { .. })));
    assert!(unchanged());
    let mut writer = NpzWriter::create(&archive).unwrap();
    writer.add("x", &xp.ones::<f32>(3).unwrap()).unwrap();
    assert!(matches!(writer.add("y", &huge), Err(Error::OutOfMemory { .. })));
    drop(writer);
    assert!(unchanged());
    // An array that could not be computed is not in the archive; the others are.
    let mut writer = NpzWriter::create(&archive).unwrap();
    writer.add("x", &xp.ones::<f32>(3).unwrap()).unwrap();
    assert!(matches!(writer.add("y", &huge), Err(Error::OutOfMemory { .. })));
    writer.add("z", &xp.zeros::<u8>(2).unwrap()).unwrap();
    assert_eq!(std::fs::read(&archive).unwrap(), b"old");
    writer.finish().unwrap();
    let mut reader = NpzReader::open(&archive).unwrap();
    assert_eq!(reader.names().unwrap(), ["x", "z"]);
    assert_array(&reader.load::<u8, B>(xp, "z").unwrap(), &[2], &[0, 0], 0.0);
}

/// Paths that are no text: what is written is where it was asked for.
#[cfg(target_os = "linux")]
pub fn paths_that_are_no_text<B: Backend>(xp: &B) {
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::new();
    let x = xp.arange((0i32, 4, 1)).unwrap();
    for name in [&b"a\xff.npy"[..], b"\xf0\x9f.npy"] {
        let path = scratch.path("").join(std::ffi::OsStr::from_bytes(name));
        x.save_npy(&path).unwrap();
        assert_array(&xp.load_npy::<i32>(&path).unwrap(), &[4], &[0, 1, 2, 3], 0.0);
        let archive = path.with_extension("npz");
        let mut writer = NpzWriter::create(&archive).unwrap();
        writer.add("x", &x).unwrap();
        writer.finish().unwrap();
        assert!(path.exists() && archive.exists());
        let back = NpzReader::open(&archive).unwrap().load::<i32, B>(xp, "x").unwrap();
        assert_array(&back, &[4], &[0, 1, 2, 3], 0.0);
    }
    assert_eq!(std::fs::read_dir(scratch.path("")).unwrap().count(), 4);
}

/// Elsewhere paths are text.
#[cfg(not(target_os = "linux"))]
pub fn paths_that_are_no_text<B: Backend>(_: &B) {}
