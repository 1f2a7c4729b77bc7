//! `Display` and `Debug` print what NumPy's `str` and `repr` do.

use crate::data::{dtype_named, npz, table};
use xparray::prelude::*;
use xparray::{Scalar, dispatch_dtype};

/// NumPy's `repr` with our names of types.
fn renamed(repr: &str) -> String {
    let names = [("float", "f"), ("uint", "u"), ("int", "i")];
    names.iter().fold(repr.to_owned(), |text, (theirs, ours)| {
        text.replace(&format!("dtype={theirs}"), &format!("dtype={ours}"))
    })
}

/// On one line with what precedes it: our shorter names fit where theirs do not.
fn joined(repr: &str) -> String {
    let mut joined = repr.to_owned();
    for extra in ["shape=", "dtype="] {
        joined = joined.replace(&format!(",\n      {extra}"), &format!(", {extra}"));
    }
    joined
}

fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\\\", "\\")
}

/// Arrays of every type and many shapes and values.
pub fn numpys_text<B: Backend>(xp: &B) {
    let data = npz("printing.npz");
    let rows = table("printing.tsv");
    assert!(rows.len() > 390);
    let mut wrong = Vec::new();
    for row in rows {
        let [key, str, repr] = [&row[0], &unescaped(&row[1]), &unescaped(&row[2])];
        let stored = &data[key];
        let (display, debug) = dispatch_dtype!(stored.dtype, T => {
            let x = stored.array::<T, B>(xp);
            (x.to_string(), format!("{x:?}"))
        });
        if display != *str {
            wrong.push(format!("str of {key}:\n{display}\ninstead of\n{str}"));
        }
        if joined(&debug) != joined(&renamed(repr)) {
            wrong.push(format!("repr of {key}:\n{debug}\ninstead of\n{repr}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ, for example\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n\n"));
}

/// Random arrays of every type that NumPy has.
pub fn numpys_text_of_random_arrays<B: Backend>(xp: &B) {
    let rows = table("printing_random.tsv");
    assert!(rows.len() >= 2000);
    let mut wrong = Vec::new();
    for row in &rows {
        let shape: Vec<usize> = row[1].split('x').filter(|d| !d.is_empty()).map(|d| d.parse().unwrap()).collect();
        let bytes: Vec<u8> =
            (0..row[2].len()).step_by(2).map(|at| u8::from_str_radix(&row[2][at..at + 2], 16).unwrap()).collect();
        let dtype = dtype_named(&row[0]);
        let (display, debug) = dispatch_dtype!(dtype, T => {
            // The few elements that are written, again and again.
            let few: Vec<T> =
                bytes.chunks_exact(size_of::<T>()).map(|bytes| Scalar::from_bytes(dtype, bytes).get()).collect();
            let elements: Vec<T> = few.iter().copied().cycle().take(shape.iter().product()).collect();
            let x = xp.from_slice(&elements, &shape[..]).unwrap();
            (x.to_string(), format!("{x:?}"))
        });
        if display != unescaped(&row[3]) {
            wrong.push(format!("str of {}:\n{display}\ninstead of\n{}", row[..3].join(" "), unescaped(&row[3])));
        }
        if let Some(repr) = row.get(4).map(|text| unescaped(text))
            && joined(&debug) != joined(&renamed(&repr))
        {
            wrong.push(format!("repr of {}:\n{debug}\ninstead of\n{repr}", row[..3].join(" ")));
        }
    }
    let (count, all) = (wrong.len(), rows.len());
    assert!(wrong.is_empty(), "{count} of {all} differ, for example\n{}", wrong[..count.min(20)].join("\n\n"));
}

/// Views and deferred arrays print as their elements; `bf16`, which NumPy has not, as `f16`.
pub fn views_and_other_types<B: Backend>(xp: &B) {
    let x = xp.arange((0i32, 6, 1)).unwrap().reshape([2, 3]).unwrap();
    assert_eq!((&x * 2).permute_dims([1, 0]).unwrap().to_string(), "[[ 0  6]\n [ 2  8]\n [ 4 10]]");
    assert_eq!(format!("{:?}", x.flip(..).unwrap()), "array([[5, 4, 3],\n       [2, 1, 0]], dtype=i32)");
    let half = xp.from_slice(&[bf16::from_f32(0.1), bf16::from_f32(-2.5), bf16::NAN], 3).unwrap();
    assert_eq!(half.to_string(), "[ 0.1 -2.5  nan]");
    assert_eq!(format!("{half:?}"), "array([ 0.1, -2.5,  nan], dtype=bf16)");
    let large = xp.arange((0i64, 1_000_000, 1)).unwrap();
    let before = xp.stats().bytes_allocated;
    assert_eq!(large.to_string(), "[     0      1      2 ... 999997 999998 999999]");
    assert!(xp.stats().bytes_allocated - before < 1000, "only the corners are computed");
}
