//! `Display` and `Debug` print what NumPy's `str` and `repr` do.

use crate::data::{dtype_named, npz, table};
use xparray::prelude::*;
use xparray::{Error, FloatMode, PrintOptions, PrintSign, Scalar, dispatch_dtype};

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
        let (display, debug) = dispatch_dtype!(dtype_named(&row[0]), T => {
            let (elements, shape) = elements::<T>(&row[2], &row[1]);
            let x = xp.from_slice(&elements, shape).unwrap();
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

/// The bytes that hexadecimal digits stand for, and the shape that a column names.
fn elements<T: Element>(bytes: &str, shape: &str) -> (Vec<T>, Vec<usize>) {
    let shape: Vec<usize> = shape.split('x').filter(|d| !d.is_empty()).map(|d| d.parse().unwrap()).collect();
    let bytes: Vec<u8> =
        (0..bytes.len()).step_by(2).map(|at| u8::from_str_radix(&bytes[at..at + 2], 16).unwrap()).collect();
    let few: Vec<T> =
        bytes.chunks_exact(size_of::<T>()).map(|bytes| Scalar::from_bytes(T::DTYPE, bytes).get()).collect();
    (few.iter().copied().cycle().take(shape.iter().product()).collect(), shape)
}

/// Options by NumPy's names of them.
fn options_named(text: &str) -> PrintOptions {
    text.split('|').fold(PrintOptions::new(), |options, pair| {
        let (name, value) = pair.split_once('=').unwrap();
        let number = || value.parse().unwrap();
        match name {
            "precision" => options.precision(number()),
            "threshold" => options.threshold(number()),
            "edgeitems" => options.edgeitems(number()),
            "linewidth" => options.linewidth(number()),
            "suppress" => options.suppress_small(value == "True"),
            "separator" => options.separator(value),
            "prefix" => options.prefix(value),
            "suffix" => options.suffix(value),
            "nanstr" => options.nanstr(value),
            "infstr" => options.infstr(value),
            "sign" => options.sign(match value {
                "-" => PrintSign::Minus,
                "+" => PrintSign::Plus,
                _ => PrintSign::Space,
            }),
            "floatmode" => options.floatmode(match value {
                "fixed" => FloatMode::Fixed,
                "unique" => FloatMode::Unique,
                "maxprec" => FloatMode::MaxPrec,
                _ => FloatMode::MaxPrecEqual,
            }),
            _ => panic!("no option is called {name}"),
        }
    })
}

/// Random arrays under random options.
pub fn numpys_text_under_options<B: Backend>(xp: &B) {
    let rows = table("printing_options.tsv");
    assert!(rows.len() >= 1200);
    let mut wrong = Vec::new();
    for row in &rows {
        let options = options_named(&row[3]);
        let [str, repr] = [&row[4], &row[5]].map(|text| unescaped(text));
        let (array, debug) = dispatch_dtype!(dtype_named(&row[0]), T => {
            let (elements, shape) = elements::<T>(&row[2], &row[1]);
            let x = xp.from_slice(&elements, shape).unwrap();
            (x.to_string_with(&options).unwrap(), x.into_dyn().to_repr_with(&options).unwrap())
        });
        if array != str {
            wrong.push(format!("array2string of {}:\n{array}\ninstead of\n{str}", row[..4].join(" ")));
        }
        if joined(&debug) != joined(&renamed(&repr)) {
            wrong.push(format!("repr of {}:\n{debug}\ninstead of\n{repr}", row[..4].join(" ")));
        }
    }
    let (count, all) = (wrong.len(), rows.len());
    assert!(wrong.is_empty(), "{count} of {all} differ, for example\n{}", wrong[..count.min(20)].join("\n\n"));
}

/// Functions that make the text, ends without items, and options that no array can be printed under.
pub fn options<B: Backend>(xp: &B) {
    let x = xp.arange(12).unwrap().reshape([3, 4]).unwrap();
    // np.array2string(x, formatter={"all": lambda x: "abc"[: x % 4]})
    let letters = PrintOptions::new().formatter(|x| "abc"[..(x.get::<i64>() % 4) as usize].to_owned());
    assert_eq!(
        x.slice(xparray::s![.., 1..]).unwrap().to_string_with(&letters).unwrap(),
        "[[a ab abc]\n [a ab abc]\n [a ab abc]]"
    );
    // np.array2string(np.arange(3), formatter={"all": lambda x: f"<{x}\n {x}>\n-"}, separator=", ")
    let lines = PrintOptions::new().separator(", ").formatter(|x| format!("<{x}\n {x}>\n-"));
    assert_eq!(
        xp.arange(3).unwrap().to_string_with(&lines).unwrap(),
        "[<0\n  0>\n -  , <1\n       1>\n      -  , <2\n            2>\n           -  ]"
    );
    let ends = PrintOptions::new().threshold(2).edgeitems(1);
    assert_eq!(x.t().to_string_with(&ends).unwrap(), "[[ 0 ...  8]\n ...\n [ 3 ... 11]]");
    assert_eq!(x.to_string_with(&ends.edgeitems(0)).unwrap(), "[...\n [... 11]]");
    assert_eq!(xp.scalar(1.25).to_string_with(&PrintOptions::new().precision(1)).unwrap(), "1.2");
    assert_eq!(xp.scalar(1.0).to_string(), "1.0");
    let huge = PrintOptions::new().threshold(usize::MAX).edgeitems(usize::MAX).linewidth(usize::MAX);
    assert_eq!(x.to_string_with(&huge).unwrap(), x.to_string());
    let fixed = PrintOptions::new().floatmode(FloatMode::Fixed);
    assert_eq!(xp.scalar(0.5).to_string_with(&fixed.clone().precision(16_384)).unwrap().len(), 16_386);
    assert!(matches!(x.to_string_with(&fixed.precision(usize::MAX)), Err(Error::Value { .. })));
    assert_eq!(
        xp.from_slice(&[bf16::from_f32(0.1)], 1)
            .unwrap()
            .to_string_with(&PrintOptions::new().precision(20).floatmode(FloatMode::MaxPrecEqual))
            .unwrap(),
        "[0.1]"
    );
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
