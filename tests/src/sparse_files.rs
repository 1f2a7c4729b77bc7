//! Files of sparse matrices: SciPy's, our own, and such as nobody should write.

use crate::data::{npz, path};
use crate::files::{Scratch, zip_entry};
use crate::for_types;
use crate::sparse_direct::dense;
use xparray::io::{NpyElement, NpzReader, NpzWriter, replace_file};
use xparray::prelude::*;
use xparray::scipy::sparse::{load_npz, mmread, mmwrite, save_npz};
use xparray::sparse::Csr;
use xparray::{Error, Result};

type Z = Complex<f64>;

/// What SciPy wrote.
pub fn scipys<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for name in ["csr", "csc", "coo", "dia", "bsr", "blocks"] {
        let expected = dense::<f64, B>(xp, &data, "files/plain");
        let file = path(&format!("sparse/{name}.npz"));
        assert!(load_npz::<f64, B>(xp, &file).unwrap().to_dense().unwrap().array_equal(&expected).unwrap(), "{name}");
        let complex = load_npz::<Z, B>(xp, &file).unwrap().to_dense().unwrap();
        assert!(complex.array_equal(&expected).unwrap(), "{name}");
        assert!(matches!(load_npz::<f32, B>(xp, &file).err(), Some(Error::DType { .. })), "{name}");
    }
    let single = load_npz::<f32, B>(xp, path("sparse/matrix.npz")).unwrap().to_dense().unwrap();
    assert!(single.array_equal(&dense::<f32, B>(xp, &data, "files/plain")).unwrap());
    let complex = load_npz::<Z, B>(xp, path("sparse/complex.npz")).unwrap().to_dense().unwrap();
    assert!(complex.array_equal(&dense::<Z, B>(xp, &data, "files/complex")).unwrap());
    assert!(matches!(load_npz::<f64, B>(xp, path("sparse/complex.npz")).err(), Some(Error::DType { .. })));
    let integers = load_npz::<f32, B>(xp, path("sparse/integers.npz")).unwrap().to_dense().unwrap();
    assert!(integers.array_equal(&dense::<f32, B>(xp, &data, "files/integers")).unwrap());

    for name in ["plain", "integers", "symmetric", "skew", "complex", "hermitian", "pattern"] {
        let expected = dense::<Z, B>(xp, &data, &format!("files/{name}"));
        for kind in ["", "_array"] {
            if name == "pattern" && !kind.is_empty() {
                continue;
            }
            let file = path(&format!("sparse/{name}{kind}.mtx"));
            let read = mmread::<Z, B>(xp, &file).unwrap();
            assert!(read.to_dense().unwrap().array_equal(&expected).unwrap(), "{name}{kind}");
            let real = mmread::<f64, B>(xp, &file);
            match name {
                "complex" | "hermitian" => assert!(matches!(real.err(), Some(Error::DType { .. }))),
                _ => assert!(real.unwrap().to_dense().unwrap().array_equal(&expected.real()).unwrap()),
            }
        }
    }
}

/// What we write is read as it was, and what is there stays until then.
pub fn round_trips<B: Backend>(xp: &B) {
    fn both<T: Field + NpyElement, B: Backend>(xp: &B) {
        let scratch = Scratch::new();
        let numbers = [1.5, 0.0, -1e-300, f64::NAN, f64::INFINITY, 1e300, 0.1, f64::NEG_INFINITY, 1.0 / 3.0];
        let values: Vec<T> =
            numbers.iter().map(|x| Z::new(*x, if x.is_finite() { 0.5 * x } else { 0.0 }).cast()).collect();
        let full = Csr::from_dense(&xp.from_slice(&values, [3, 3]).unwrap()).unwrap();
        for (k, a) in [full, Csr::zeros(xp, [2, 5]).unwrap(), Csr::zeros(xp, [0, 0]).unwrap(), Csr::eye(xp, 1).unwrap()]
            .iter()
            .enumerate()
        {
            let (npz, mtx) = (scratch.path(&format!("{k}.npz")), scratch.path(&format!("{k}.mtx")));
            std::fs::write(&npz, "old").unwrap();
            save_npz(&npz, a).unwrap();
            mmwrite(&mtx, a).unwrap();
            for back in [load_npz::<T, B>(xp, &npz).unwrap(), mmread::<T, B>(xp, &mtx).unwrap()] {
                assert_eq!((back.shape(), back.nnz()), (a.shape(), a.nnz()));
                let same = back
                    .to_dense()
                    .unwrap()
                    .array_equal_with(&a.to_dense().unwrap(), ArrayEqual::new().equal_nan(true));
                assert!(same.unwrap(), "{k}");
            }
            assert!(zip_entry(&npz, "format.npy").ends_with(b"csr"));
        }
        let missing = scratch.path("no/such");
        let a = Csr::<T, B>::eye(xp, 2).unwrap();
        assert!(matches!(save_npz(&missing, &a), Err(Error::Io { .. })));
        assert!(matches!(mmwrite(&missing, &a), Err(Error::Io { .. })));
        assert!(matches!(load_npz::<T, B>(xp, &missing).err(), Some(Error::Io { .. })));
        assert!(matches!(mmread::<T, B>(xp, &missing).err(), Some(Error::Io { .. })));
    }
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => both::<T, B>(xp));
    let scratch = Scratch::new();
    let kept = scratch.write("kept", b"old");
    let failing: Result<()> = replace_file(&kept, |out| {
        out.write_all(b"half")?;
        Err(std::io::Error::other("no more"))
    });
    assert!(matches!(failing, Err(Error::Io { .. })) && std::fs::read(&kept).unwrap() == b"old");
    let texts = scratch.path("texts.npz");
    let mut file = NpzWriter::create(&texts).unwrap();
    for (name, text) in [("none", ""), ("some", "dia"), ("umlaut", "ü")] {
        file.add_text(name, text).unwrap();
    }
    file.add("numbers", &xp.ones::<f64>(3).unwrap()).unwrap();
    assert!(file.add_text("none", "twice").is_err());
    file.finish().unwrap();
    let mut file = NpzReader::open(&texts).unwrap();
    assert_eq!(["none", "some", "umlaut"].map(|name| file.load_text(name).unwrap()), ["", "dia", "ü"]);
    assert!(file.load_text("numbers").is_err() && file.load_text("absent").is_err());
}

/// Files that are refused.
pub fn hostile<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let head = "%%MatrixMarket matrix coordinate real general\n";
    let array = "%%MatrixMarket matrix array real general\n";
    for text in [
        "".to_owned(),
        "hello\n".to_owned(),
        "%%MatrixMarket vector coordinate real general\n1 1 0\n".to_owned(),
        "%%MatrixMarket matrix coordinate real strange\n1 1 0\n".to_owned(),
        "%%MatrixMarket matrix array pattern general\n1 1\n".to_owned(),
        "%%MatrixMarket matrix coordinate quaternion general\n1 1 0\n".to_owned(),
        "%%MatrixMarket matrix coordinate real symmetric\n1 2 0\n".to_owned(),
        head.to_owned(),
        format!("{head}% nothing else\n"),
        format!("{head}2 2\n"),
        format!("{head}2 -2 1\n"),
        format!("{head}2 2 1\n"),
        format!("{head}2 2 1\n1 1\n"),
        format!("{head}2 2 1\n1 1 1 1\n"),
        format!("{head}2 2 1\n0 1 1\n"),
        format!("{head}2 2 1\n3 1 1\n"),
        format!("{head}2 2 1\n1 1 x\n"),
        format!("{head}2 2 1\n1 1 1\n1 1 1\n"),
        format!("{head}2 2 99999999999999999999999\n"),
        format!("{head}2 2 18446744073709551615\n1 1 1\n"),
        format!("{head}18446744073709551615 1 0\n"),
        format!("{head}2 2 1\n1 1 {}\n", "1".repeat(1 << 17)),
        format!("{array}2 2 4\n1\n1\n1\n1\n"),
        format!("{array}2 2\n1\n1\n1\n"),
        format!("{array}1 4611686018427387904\n1\n"),
    ] {
        let file = scratch.write("x.mtx", text.as_bytes());
        assert!(
            matches!(mmread::<f64, B>(xp, &file).err(), Some(Error::Io { .. })),
            "{:?}",
            &text[..text.len().min(99)]
        );
    }
    assert!(matches!(
        mmread::<f64, B>(xp, scratch.write("x.mtx", b"%%MatrixMarket \xff\xfe\n")).err(),
        Some(Error::Io { .. })
    ));
    // What is allowed: other letters, empty lines, blanks, duplicates, no elements at all.
    let odd = scratch.write(
        "x.mtx",
        b"%%matrixmarket MATRIX Coordinate Real General\n%\n\n 2\t2   3 \n1 1 1\n\n% here too\n1 1 1e0\n 2 1 -inf\n\n",
    );
    assert_eq!(
        mmread::<f64, B>(xp, &odd).unwrap().to_dense().unwrap().to_vec().unwrap(),
        [2.0, 0.0, f64::NEG_INFINITY, 0.0]
    );
    let none = scratch.write("x.mtx", format!("{array}0 4611686018427387904\n").as_bytes());
    assert!(mmread::<f64, B>(xp, &none).map_or_else(|error| !matches!(error, Error::Io { .. }), |a| a.nnz() == 0));

    let ints = |values: &[i64]| xp.from_slice(values, values.len()).unwrap();
    let csr = |format: &str, shape: &[i64], indptr: &[i64], indices: &[i64], data: &DynArray<B>| {
        let file = scratch.path("x.npz");
        let mut out = NpzWriter::create(&file).unwrap();
        out.add_text("format", format).unwrap();
        out.add("shape", &ints(shape)).unwrap();
        out.add("indptr", &ints(indptr)).unwrap();
        out.add("indices", &ints(indices)).unwrap();
        out.add("data", data).unwrap();
        out.finish().unwrap();
        load_npz::<f64, B>(xp, &file)
    };
    let one = xp.ones_of(DType::F64, 1).unwrap();
    assert_eq!(csr("csr", &[1, 2], &[0, 1], &[1], &one).unwrap().nnz(), 1);
    assert!(csr("csr", &[1, 2], &[0, 1], &[2], &one).is_err());
    assert!(csr("csr", &[1, 2], &[0, 2], &[1], &one).is_err());
    assert!(csr("csr", &[1, 2], &[1, 0], &[1], &one).is_err());
    assert!(csr("csr", &[2, 2], &[0, 1], &[1], &one).is_err());
    assert!(csr("csr", &[-1, 2], &[0, 1], &[1], &one).is_err());
    assert!(csr("csr", &[1, 2, 3], &[0, 1], &[1], &one).is_err());
    assert!(csr("csr", &[i64::MAX, 2], &[0, 1], &[1], &one).is_err());
    assert!(csr("lil", &[1, 2], &[0, 1], &[1], &one).is_err());
    assert!(csr("coo", &[1, 2], &[0, 1], &[1], &one).is_err());
    assert!(csr("bsr", &[1, 2], &[0, 1], &[1], &one).is_err());
    assert!(csr("csr", &[1, 2], &[0, 1], &[1], &xp.ones_of(DType::F64, [1, 1, 1]).unwrap()).is_err());
    let block = xp.ones_of(DType::F64, [1, 2, 2]).unwrap();
    assert_eq!(csr("bsr", &[2, 4], &[0, 1], &[1], &block).unwrap().nnz(), 4);
    for (shape, indptr, indices) in
        [([3, 4], [0, 1], [1]), ([2, 4], [0, 1], [2]), ([2, 4], [0, 2], [1]), ([4, 4], [0, 1], [1])]
    {
        assert!(csr("bsr", &shape, &indptr, &indices, &block).is_err());
    }
    assert!(csr("bsr", &[2, 4], &[0, 1], &[1], &xp.ones_of(DType::F64, [1, 0, 2]).unwrap()).is_err());
    assert!(load_npz::<f64, B>(xp, scratch.write("x.npz", b"PK")).is_err());
    // Whatever byte is another one, it is a matrix or an error.
    for name in ["csr.npz", "coo.npz", "dia.npz", "blocks.npz", "plain.mtx", "hermitian_array.mtx"] {
        let whole = std::fs::read(path(&format!("sparse/{name}"))).unwrap();
        for at in 0..whole.len() {
            for change in [1, 0x80] {
                let mut bytes = whole.clone();
                bytes[at] ^= change;
                let file = scratch.write(name, &bytes);
                let read = if name.ends_with("npz") { load_npz::<Z, B>(xp, &file) } else { mmread::<Z, B>(xp, &file) };
                if let Ok(read) = read {
                    assert!(read.nnz() <= 60, "{name} {at}");
                }
            }
            let file = scratch.write(name, &whole[..at]);
            // What is missing may be the last line's end.
            let read = if name.ends_with("npz") { load_npz::<Z, B>(xp, &file) } else { mmread::<Z, B>(xp, &file) };
            assert!(read.is_err() || (name.ends_with("mtx") && at + 25 > whole.len()), "{name} {at}");
        }
    }
}
