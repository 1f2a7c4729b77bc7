//! Text files, raw files and numbers in texts, against NumPy's functions.

use crate::arrays::{from_numbers, layouts};
use crate::compare::assert_array;
use crate::files::Scratch;
use crate::for_types;
use crate::layouts::relaid;
use xparray::io::{FromFile, GenFromTxt, LoadTxt, SaveTxt};
use xparray::prelude::*;
use xparray::{DType, Error, Result};

fn z(re: f64, im: f64) -> Complex<f64> {
    Complex::new(re, im)
}

/// np.loadtxt
pub fn tables<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let file = |text: &str| scratch.write("x.txt", text.as_bytes());
    for_types!(all, T => {
        let expected = from_numbers::<T, B>(xp, &[1, 0, 3, 4, 5, 6], &[2, 3]).to_vec().unwrap();
        for text in ["# c\n1 0 3 # x\n\n4\t5  6\r\n", "1 0 3\r4 5 6", "   1 0   3   \n4 5 6"] {
            assert_array(&xp.loadtxt::<T>(file(text)).unwrap(), &[2, 3], &expected, 0.0);
        }
        let found = xp.loadtxt_of(T::DTYPE, file("1,0, 3\n4,5,6"), &LoadTxt::new().delimiter(",")).unwrap();
        assert_array(&found.typed::<T>().unwrap(), &[2, 3], &expected, 0.0);
    });
    let load = |text: &str, options: &LoadTxt| xp.loadtxt_with::<f64>(file(text), options);
    // np.loadtxt(.., delimiter=";", skiprows=1, usecols=(-1, 0), max_rows=2)
    let some = LoadTxt::new().delimiter(";").skiprows(1).usecols([-1, 0]).max_rows(2);
    assert_array(&load("a\n1;2;3\n4;5;6\n7;8;9", &some).unwrap(), &[2, 2], &[3.0, 1.0, 6.0, 4.0], 0.0);
    // Rows of which columns are taken may differ: np.loadtxt(StringIO("1 2 3\n4 5\n"), usecols=(-1, 0))
    let ends = LoadTxt::new().usecols([-1, 0]);
    assert_array(&load("1 2 3\n4 5\n", &ends).unwrap(), &[2, 2], &[3.0, 1.0, 5.0, 4.0], 0.0);
    let marks = LoadTxt::new().comments(["%", "//"]);
    assert_array(&load("1% x\n2 // y\n", &marks).unwrap(), &[2], &[1.0, 2.0], 0.0);
    assert!(load("1 # x", &LoadTxt::new().comments([""; 0])).is_err());
    // np.loadtxt(StringIO(text), ndmin=..).shape
    let texts = ["", "1", "1 2", "1\n2", "1 2\n3 4"];
    let shapes: [[&[usize]; 5]; 3] = [
        [&[0], &[], &[2], &[2], &[2, 2]],
        [&[0], &[1], &[2], &[2], &[2, 2]],
        [&[0, 1], &[1, 1], &[1, 2], &[2, 1], &[2, 2]],
    ];
    for (ndmin, shapes) in shapes.into_iter().enumerate() {
        let found = texts.map(|text| load(text, &LoadTxt::new().ndmin(ndmin)).unwrap().shape().to_vec());
        assert_eq!(found, shapes.map(<[usize]>::to_vec), "{ndmin}");
    }
    let complex = xp.loadtxt::<Complex<f64>>(file("(1+2j) 3\n-4j (nan-infj)")).unwrap();
    assert_array(&complex, &[2, 2], &[z(1.0, 2.0), z(3.0, 0.0), z(0.0, -4.0), z(f64::NAN, f64::NEG_INFINITY)], 0.0);
    let special = load("inf -Infinity nan 1e400 -0.0", &LoadTxt::new()).unwrap().to_vec().unwrap();
    assert_eq!((special[0], special[1], special[3]), (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY));
    assert!(special[2].is_nan() && special[4].is_sign_negative());
    assert_eq!(
        xp.loadtxt::<bool>(file("1 0 5 True FALSE")).unwrap().to_vec().unwrap(),
        [true, false, true, true, false]
    );
    let big = xp.loadtxt::<u64>(file("18446744073709551615 9007199254740993")).unwrap();
    assert_eq!(big.to_vec().unwrap(), [u64::MAX, (1 << 53) + 1]);
    // np.loadtxt(StringIO("1 20%\n2 30%"), converters={-1: lambda s: float(s[:-1]) / 100})
    let percents =
        LoadTxt::new().converter(-1, |text| text.strip_suffix('%')?.parse::<f64>().ok().map(|x| (x / 100.0).into()));
    assert_array(&load("1 20%\n2 30%", &percents).unwrap(), &[2, 2], &[1.0, 0.2, 2.0, 0.3], 0.0);
    let Err(Error::Io { message, .. }) = load("1 20%\n2 30", &percents) else { panic!("no error") };
    assert_eq!(message, "line 2: column 2: `30` is not a number of type f64");
}

/// What is wrong with a file, and where.
pub fn wrong_tables<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let file = |text: &str| scratch.write("x.txt", text.as_bytes());
    let message = |result: Result<Array<i8, B>>| match result {
        Err(Error::Io { path, message }) if path.ends_with("x.txt") => message,
        other => panic!("{other:?}"),
    };
    let cases = [
        ("# c\n1 2\n3 x", "line 3: column 2: `x` is not a number of type i8"),
        ("1 128", "line 1: column 2: `128` is not a number of type i8"),
        ("1.0", "line 1: column 1: `1.0` is not a number of type i8"),
        ("1 2\n\n3", "line 3: 1 columns, where rows before have 2"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(xp.loadtxt(file(text))), expected);
    }
    let commas = LoadTxt::new().delimiter(",");
    assert_eq!(message(xp.loadtxt_with(file("1,\n"), &commas)), "line 1: column 2: `` is not a number of type i8");
    std::fs::write(scratch.path("x.txt"), b"1 2\n\xff\n").unwrap();
    assert_eq!(message(xp.loadtxt(scratch.path("x.txt"))), "line 2: not valid text (UTF-8)");
    assert!(matches!(xp.loadtxt::<i8>(scratch.path("missing")), Err(Error::Io { .. })));
    let load = |options: &LoadTxt| xp.loadtxt_with::<i8>(file("1 2\n3 4"), options);
    assert!(matches!(load(&LoadTxt::new().usecols([2])), Err(Error::Index { index: 2, len: 2, .. })));
    assert!(matches!(load(&LoadTxt::new().usecols([isize::MIN])), Err(Error::Index { .. })));
    assert!(matches!(load(&LoadTxt::new().converter(5, |_| None)), Err(Error::Index { index: 5, .. })));
    assert!(matches!(load(&LoadTxt::new().delimiter("")), Err(Error::Value { .. })));
    assert!(matches!(load(&LoadTxt::new().comments([""])), Err(Error::Value { .. })));
    assert!(matches!(load(&LoadTxt::new().ndmin(3)), Err(Error::Value { .. })));
    assert_eq!(load(&LoadTxt::new().skiprows(usize::MAX)).unwrap().shape(), [0]);
    assert_eq!(load(&LoadTxt::new().max_rows(0).ndmin(2).usecols([0, 1, 0])).unwrap().shape(), [0, 3]);
}

/// np.genfromtxt with one type
pub fn missing_values<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let file = |text: &str| scratch.write("x.txt", text.as_bytes());
    let commas = GenFromTxt::new().delimiter(",");
    // np.genfromtxt(StringIO("1,,3\n4,x,6"), delimiter=",", dtype=..)
    let text = "1,,3\n4,x,6";
    for_types!(floats, T => {
        let [nan, n] = [f64::NAN.cast::<T>(), 9i32.cast::<T>()];
        let of = |n: i32| n.cast::<T>();
        let found = xp.genfromtxt_with::<T>(file(text), &commas).unwrap();
        assert_array(&found, &[2, 3], &[of(1), nan, of(3), of(4), nan, of(6)], 0.0);
        let filled = xp.genfromtxt_with::<T>(file(text), &commas.clone().filling_values([9])).unwrap();
        assert_array(&filled, &[2, 3], &[of(1), n, of(3), of(4), n, of(6)], 0.0);
    });
    for_types!([i8 i16 i32 i64] T => {
        let found = xp.genfromtxt_of(T::DTYPE, file(text), &commas).unwrap().typed::<T>().unwrap();
        assert_array(&found, &[2, 3], &[1, -1, 3, 4, -1, 6].map(|n: i32| n.cast::<T>()), 0.0);
    });
    for_types!([u8 u16 u32 u64] T => {
        let Err(Error::Io { message, .. }) = xp.genfromtxt_with::<T>(file(text), &commas) else { panic!("no error") };
        assert!(message.starts_with("line 1: column 2: `` is missing"), "{message}");
        let found = xp.genfromtxt_with::<T>(file(text), &commas.clone().filling_values([7u8, 8, 9])).unwrap();
        assert_array(&found, &[2, 3], &[1, 8, 3, 4, 8, 6].map(|n: i32| n.cast::<T>()), 0.0);
    });
    for_types!(complex, T => {
        let found = xp.genfromtxt::<T>(file("1-2j ?")).unwrap().astype::<Complex<f64>>().to_vec().unwrap();
        assert!(found[0] == z(1.0, -2.0) && found[1].re.is_nan() && found[1].im == 0.0);
    });
    // np.genfromtxt(StringIO("True 1\nx false"), dtype=bool)
    let found = xp.genfromtxt::<bool>(file("True 1\nx false")).unwrap();
    assert_array(&found, &[2, 2], &[true, false, false, false], 0.0);
    let load = |text: &str, options: &GenFromTxt| xp.genfromtxt_with::<f64>(file(text), options);
    // np.genfromtxt(StringIO("1,NA,3\n4,5,6"), delimiter=",", missing_values="NA", filling_values=-9, loose=False)
    let strict = commas.clone().missing_values(["NA"]).filling_values([-9]).loose(false);
    assert_array(&load("1,NA,3\n4,5,6", &strict).unwrap(), &[2, 3], &[1.0, -9.0, 3.0, 4.0, 5.0, 6.0], 0.0);
    let Err(Error::Io { message, .. }) = load("1,2\n3,N/A", &strict) else { panic!("no error") };
    assert_eq!(message, "line 2: column 2: `N/A` is not a number of type f64");
    // np.genfromtxt(StringIO("1,,3\n,5,6\n"), delimiter=",", filling_values=(7, 8, 9))
    let each = commas.clone().filling_values([7.0, 8.0, 9.0]);
    assert_array(&load("1,,3\n,5,6\n", &each).unwrap(), &[2, 3], &[1.0, 8.0, 3.0, 7.0, 5.0, 6.0], 0.0);
    assert!(matches!(load("1,2", &each), Err(Error::Value { .. })));
    // np.genfromtxt(StringIO("h\n1 2\n3 4\n5 6\nend of file x"), skip_header=1, skip_footer=1, usecols=(1,))
    let inner = GenFromTxt::new().skip_header(1).skip_footer(1).usecols([1]);
    assert_array(&load("h\n1 2\n3 4\n5 6\nend of file x", &inner).unwrap(), &[3], &[2.0, 4.0, 6.0], 0.0);
    assert_array(&load("1 2\n3 4\n5 6", &GenFromTxt::new().max_rows(2)).unwrap(), &[2, 2], &[1.0, 2.0, 3.0, 4.0], 0.0);
    assert!(matches!(load("1", &inner.clone().max_rows(1)), Err(Error::Value { .. })));
    assert_array(&load("1,2\n\n  \n3,4", &commas).unwrap(), &[2, 2], &[1.0, 2.0, 3.0, 4.0], 0.0);
    assert_array(&load("1,2\n,\n", &commas).unwrap(), &[2, 2], &[1.0, 2.0, f64::NAN, f64::NAN], 0.0);
    let Err(Error::Io { message, .. }) = load("1 2\n3\n4 5 6", &GenFromTxt::new()) else { panic!("no error") };
    assert_eq!(message, "line 2: 1 columns instead of 2");
    for (text, shape) in [("", &[0][..]), ("1", &[]), ("1 2", &[2]), ("1\n2", &[2]), ("1 2\n3 4", &[2, 2])] {
        assert_eq!(load(text, &GenFromTxt::new()).unwrap().shape(), shape, "{text}");
    }
    assert!(matches!(load("1 2", &GenFromTxt::new().usecols([-3])), Err(Error::Index { index: -3, len: 2, .. })));
    assert!(matches!(load("1 2", &GenFromTxt::new().delimiter("")), Err(Error::Value { .. })));
    assert_eq!(load("1 2", &GenFromTxt::new().skip_footer(usize::MAX)).unwrap().shape(), [0]);
}

/// np.genfromtxt(.., dtype=None)
pub fn named_columns<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let read = |text: &str, options: &GenFromTxt| {
        let columns = xp.genfromtxt_columns(scratch.write("x.txt", text.as_bytes()), options)?;
        Ok(columns.iter().map(|(name, x)| format!("{name} {} {x}", x.dtype())).collect::<Vec<_>>())
    };
    let named = GenFromTxt::new().names_in_first_line(true);
    let commas = named.clone().delimiter(",");
    assert_eq!(read("x y\n1 2.5\n3 4", &named), Ok(vec!["x i64 [1 3]".to_owned(), "y f64 [2.5 4. ]".to_owned()]));
    // Types: [('a_b', '<i8'), ('cd', '<f8'), ('a_b_1', '?'), ('f0', '<c16')]
    let all = read("# a b, c(d), a b,\n1, 2.5, True, 1+2j\n,3,false,4", &commas).unwrap();
    assert_eq!(
        all,
        ["a_b i64 [ 1 -1]", "cd f64 [2.5 3. ]", "a_b_1 bool [ True False]", "f0 complex128 [1.+2.j 4.+0.j]"]
            .map(|text| text.replace("complex128", DType::Complex128.name()))
    );
    // np.genfromtxt(StringIO("#a,a,,b c\n1,2,3,4\n5,6,7,8"), names=True, dtype=None, delimiter=",").dtype.names
    let names = read("#a,a,,b c\n1,2,3,4\n5,6,7,8", &commas).unwrap();
    assert_eq!(names, ["a i64 [1 5]", "a_1 i64 [2 6]", "f0 i64 [3 7]", "b_c i64 [4 8]"]);
    let given = GenFromTxt::new().names(["p", "q"]);
    // Past the last integer: ('p', '<f8'), ('q', '<i8')
    let large = read("9223372036854775808 1\n1 2", &given).unwrap();
    assert_eq!(large, ["p f64 [9.22337204e+18 1.00000000e+00]", "q i64 [1 2]"]);
    assert_eq!(read("1 2 3", &given).unwrap(), ["p i64 [1]", "q i64 [2]", "f0 i64 [3]"]);
    assert_eq!(read("1 2 3", &given.clone().usecols([2, 0])).unwrap(), ["p i64 [3]", "q i64 [1]"]);
    assert_eq!(read("a b c\n1 2 3", &named.clone().usecols([-1])).unwrap(), ["c i64 [3]"]);
    assert_eq!(
        read(",\n,", &GenFromTxt::new().delimiter(",")).unwrap(),
        ["f0 bool [False False]", "f1 bool [False False]"]
    );
    assert_eq!(read("", &given).unwrap(), ["p bool []", "q bool []"]);
    assert_eq!(read("", &GenFromTxt::new()).unwrap(), [""; 0]);
    assert!(matches!(read("1", &given), Err(Error::Value { .. })));
    let Err(Error::DType { found, .. }) = read("a b\n1 2\nTrue x", &named) else { panic!("no error") };
    assert!(found.starts_with("`True` in line 3, column 1 of"), "{found}");
    let Err(Error::DType { found, .. }) = read("a b\n1 2\n3 x", &named) else { panic!("no error") };
    assert!(found.starts_with("`x` in line 3, column 2 of"), "{found}");
    let Err(Error::Io { message, .. }) = read("a b\n1 2 3", &named) else { panic!("no error") };
    assert_eq!(message, "line 2: 3 columns instead of 2");
}

/// np.savetxt, and back.
pub fn written_tables<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let path = scratch.path("x.txt");
    let text = |x: DynArray<B>, options: &SaveTxt| {
        x.savetxt_with(&path, options)?;
        Ok(std::fs::read_to_string(&path).unwrap())
    };
    for_types!(all, T => {
        for x in layouts::<T, B>(xp, &[2, 3]) {
            x.savetxt_with(&path, &SaveTxt::new().fmt(["%s"])).unwrap();
            assert_array(&xp.loadtxt::<T>(&path).unwrap(), &[2, 3], &x.to_vec().unwrap(), 0.0);
        }
        // Numbers that need all their digits.
        let numbers = [1.0f64 / 3.0, -2.5e-7, 6.02e23, 0.0].map(|x| x.cast::<T>());
        xp.from_slice(&numbers, 4).unwrap().savetxt_with(&path, &SaveTxt::new().fmt(["%s"])).unwrap();
        assert_array(&xp.loadtxt::<T>(&path).unwrap(), &[4], &numbers, 0.0);
        let seen = xp.scalar(1i32.cast::<T>()).broadcast_to([2, 2]).unwrap();
        assert_eq!(text(seen.into_dyn(), &SaveTxt::new().fmt(["%d"])).unwrap().replace(" (1+0j)", "1").replace("  ", " "), "1 1\n1 1\n");
        assert_eq!(text(xp.zeros::<T>(0).unwrap().into_dyn(), &SaveTxt::new()).unwrap(), "");
        assert_eq!(text(xp.zeros::<T>([2, 0]).unwrap().into_dyn(), &SaveTxt::new()).unwrap(), "\n\n");
        assert!(matches!(xp.zeros::<T>([2, 2, 2]).unwrap().savetxt(&path), Err(Error::Value { .. })));
        assert!(matches!(xp.scalar(numbers[0]).savetxt(&path), Err(Error::Value { .. })));
    });
    // np.savetxt(s, [[0.1, -2], [nan, inf]])
    let x = xp.array([[0.1, -2.0], [f64::NAN, f64::INFINITY]]).unwrap();
    let expected = "1.000000000000000056e-01 -2.000000000000000000e+00\nnan inf\n";
    assert_eq!(text(x.into_dyn(), &SaveTxt::new()).as_deref(), Ok(expected));
    let x = xp.array([1, -7]).unwrap().into_dyn();
    x.savetxt(&path).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "1.000000000000000000e+00\n-7.000000000000000000e+00\n");
    // np.savetxt(s, np.array([[1+2j, -1.5-3j]]), fmt=..)
    let complex = xp.array([[z(1.0, 2.0), z(-1.5, -3.0)]]).unwrap().into_dyn();
    for (format, expected) in [("%.3f", " (1.000+2.000j)  (-1.500-3.000j)\n"), ("%d", " (1+2j)  (-1-3j)\n")] {
        assert_eq!(text(complex.clone(), &SaveTxt::new().fmt([format])).as_deref(), Ok(expected));
    }
    let parts = SaveTxt::new().fmt(["%g %g"]).delimiter(" | ");
    assert_eq!(text(complex.clone(), &parts).as_deref(), Ok("1 2 | -1.5 -3\n"));
    let x = xp.array([[1.5, 2.0], [3.0, 4.0]]).unwrap().into_dyn();
    // np.savetxt(s, [[1.5, 2], [3, 4]], fmt=["%d", "%8.3f"], header="a\nb", footer="end", delimiter=";")
    let options = SaveTxt::new().fmt(["%d", "%8.3f"]).header("a\nb").footer("end").delimiter(";");
    assert_eq!(text(x.clone(), &options).as_deref(), Ok("# a\n# b\n1;   2.000\n3;   4.000\n# end\n"));
    let options = options.comments("// ").newline("\r\n").fmt(["%d and %g"]);
    assert_eq!(text(x.clone(), &options).as_deref(), Ok("// a\n// b\r\n1 and 2\r\n3 and 4\r\n// end\r\n"));
    for formats in [&["%d %d %d"][..], &["x"], &["%d", "%d", "%d"], &["%d", "x"], &["%y"], &[], &["%99999d"]] {
        let wrong = SaveTxt::new().fmt(formats.iter().copied());
        assert!(matches!(text(x.clone(), &wrong), Err(Error::Value { .. })), "{formats:?}");
    }
    // What fails leaves the old file as it was.
    let before = std::fs::read_to_string(&path).unwrap();
    let nan = xp.array([1.0, f64::NAN]).unwrap().into_dyn();
    assert!(matches!(text(nan, &SaveTxt::new().fmt(["%d"])), Err(Error::Value { .. })));
    assert!(matches!(text(x.clone(), &SaveTxt::new().fmt(["%x"])), Err(Error::DType { .. })));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    assert_eq!(std::fs::read_dir(scratch.path("")).unwrap().count(), 1);
    assert!(matches!(x.savetxt(scratch.path("no/such/folder")), Err(Error::Io { .. })));
}

/// np.ndarray.tofile and np.fromfile
pub fn raw_files<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    let path = scratch.path("x.bin");
    for_types!(all, T => {
        for shape in [&[][..], &[0], &[7], &[2, 3], &[2, 0]] {
            let n = shape.iter().product::<usize>();
            let values: Vec<T> = (0..n as i64).map(|i| (i * 5 % 7 - 3).cast()).collect();
            for x in relaid(&xp.from_slice(&values, shape).unwrap()) {
                x.tofile(&path).unwrap();
                assert_eq!(std::fs::read(&path).unwrap(), x.into_dyn().to_bytes().unwrap());
                assert_array(&xp.fromfile::<T>(&path).unwrap(), &[n], &values, 0.0);
            }
        }
        let values = from_numbers::<T, B>(xp, &[1, 0, 3, 4, 5], &[5]);
        values.tofile(&path).unwrap();
        let part = FromFile::new().offset(size_of::<T>() as u64).count(3);
        let found = xp.fromfile_of(T::DTYPE, &path, &part).unwrap().typed::<T>().unwrap();
        assert_array(&found, &[3], &values.to_vec().unwrap()[1..4], 0.0);
        for count in [6, usize::MAX] {
            assert!(matches!(xp.fromfile_with::<T>(&path, &FromFile::new().count(count)), Err(Error::Io { .. })));
        }
        let end = 5 * size_of::<T>() as u64;
        assert_eq!(xp.fromfile_with::<T>(&path, &FromFile::new().offset(end)).unwrap().shape(), [0]);
        assert!(matches!(xp.fromfile_with::<T>(&path, &FromFile::new().offset(end + 1)), Err(Error::Io { .. })));
        for x in layouts::<T, B>(xp, &[2, 3]) {
            x.tofile_text(&path, ", ", "%s").unwrap();
            for sep in [",", ", ", " , "] {
                let found = xp.fromfile_with::<T>(&path, &FromFile::new().sep(sep)).unwrap();
                assert_array(&found, &[6], &x.to_vec().unwrap(), 0.0);
            }
            let found = xp.fromfile_with::<T>(&path, &FromFile::new().sep(",").count(2)).unwrap();
            assert_array(&found, &[2], &x.to_vec().unwrap()[..2], 0.0);
        }
        assert!(matches!(xp.fromfile_with::<T>(&path, &FromFile::new().sep(",").count(7)), Err(Error::Io { .. })));
    });
    assert_array(&xp.fromfile::<bool>(scratch.write("b", &[0, 1, 255])).unwrap(), &[3], &[false, true, true], 0.0);
    assert!(matches!(xp.fromfile::<i16>(scratch.write("b", &[0, 1, 255])), Err(Error::Io { .. })));
    assert!(matches!(xp.fromfile::<i16>(scratch.path("missing")), Err(Error::Io { .. })));
    // np.array([0.1, 2]).tofile(path, sep=" ", format="%.3f")
    let x = xp.array([0.1, 2.0]).unwrap();
    x.tofile_text(&path, " ", "%.3f").unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "0.100 2.000");
    for format in ["", "x", "%d %d", "%"] {
        assert!(matches!(x.tofile_text(&path, " ", format), Err(Error::Value { .. })), "{format}");
    }
    xp.array([z(0.1, 1.0)]).unwrap().tofile_text(&path, " ", "%s").unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "(0.1+1j)");
    assert!(matches!(xp.array([z(0.1, 1.0)]).unwrap().tofile_text(&path, " ", "%g"), Err(Error::DType { .. })));
    assert!(matches!(xp.fromfile_with::<f64>(&path, &FromFile::new().sep("")), Err(Error::Value { .. })));
    assert!(matches!(xp.fromfile_with::<f64>(&path, &FromFile::new().sep(" ").offset(1)), Err(Error::Value { .. })));
    // Longer than the parts in which a file is read.
    let long = xp.arange((17 << 20) / 8 + 3).unwrap();
    long.tofile(&path).unwrap();
    assert!(xp.fromfile::<i64>(&path).unwrap().array_equal(&long).unwrap());
}

/// np.fromstring(.., sep=..)
pub fn strings<B: Backend>(xp: &B) {
    for_types!(all, T => {
        let expected = from_numbers::<T, B>(xp, &[1, 0, 3], &[3]).to_vec().unwrap();
        for (text, sep) in [("1, 0,3", ","), (" 1 0\n3 ", " "), ("1,0,3,", ","), ("1 ; 0;3;\n", ";"), ("1--0-- 3", "--")] {
            assert_array(&xp.fromstring::<T>(text, sep).unwrap(), &[3], &expected, 0.0);
        }
        let found = xp.fromstring_of(T::DTYPE, "", ",").unwrap();
        assert_eq!((found.dtype(), found.shape()), (T::DTYPE, &[0][..]));
        assert!(matches!(xp.fromstring::<T>("1,,3", ","), Err(Error::Value { .. })));
        assert!(matches!(xp.fromstring::<T>("1 2", ""), Err(Error::Value { .. })));
    });
    let Err(Error::Value { message, .. }) = xp.fromstring::<u8>("1, 2,\nä, -3", ",") else { panic!("no error") };
    assert_eq!(message, "line 2, column 1: `ä` is not a number of type u8");
    let Err(Error::Value { message, .. }) = xp.fromstring::<u8>("1, 2,\n 7, -3", ",") else { panic!("no error") };
    assert_eq!(message, "line 2, column 5: `-3` is not a number of type u8");
}
