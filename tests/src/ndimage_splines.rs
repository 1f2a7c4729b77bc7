//! Interpolation of images, against SciPy's values.

use crate::data::npz;
use crate::ndimage_filters::{Data, load, strided};
use xparray::prelude::*;
use xparray::scipy::ndimage::*;
use xparray::{Error, Result};

const MODES: [(&str, Mode); 8] = [
    ("reflect", Mode::Reflect),
    ("grid-mirror", Mode::Reflect),
    ("constant", Mode::Constant(1.5)),
    ("grid-constant", Mode::GridConstant(1.5)),
    ("nearest", Mode::Nearest),
    ("mirror", Mode::Mirror),
    ("wrap", Mode::Wrap),
    ("grid-wrap", Mode::GridWrap),
];

/// That values are those that are stored, up to what SciPy's recursions begin with: sums of which terms below 1e-15 are left out.
fn near<B: Backend>(found: Result<DynArray<B>>, data: &Data, key: &str) {
    let found = found.unwrap_or_else(|error| panic!("{key}: {error}"));
    let stored = data.get(key).unwrap_or_else(|| panic!("no {key}"));
    assert_eq!((found.shape(), found.dtype()), (&stored.shape[..], stored.dtype), "{key}");
    let values = found.astype(DType::Complex128).unwrap().typed::<Complex<f64>>().unwrap().to_vec().unwrap();
    let expected = stored.cast::<Complex<f64>>();
    let largest = expected.iter().map(|x| x.norm()).fold(0.0, f64::max);
    let bound = if stored.dtype.real() == DType::F32 { 1e-6 } else { 1e-12 };
    for (k, (x, y)) in values.iter().zip(expected).enumerate() {
        assert!((x - y).norm() <= bound * largest, "{key}, element {k}: {x} instead of {y}");
    }
}

/// Every order and mode.
pub fn modes<B: Backend>(xp: &B) {
    let data = npz("ndimage_splines.npz");
    let [image, line, volume, places, matrix] =
        ["image", "line", "volume", "places", "matrix"].map(|key| load(xp, &data, key));
    let image = strided(&image);
    for (name, mode) in MODES {
        for order in 0..=5 {
            let check = |what: &str, found| near(found, &data, &format!("{what}/{name}/{order}"));
            let spline = Spline::new().order(order).mode(mode);
            if order > 1 {
                check("filter1d", spline_filter1d(&line, order, -1, mode));
                check("filter", spline_filter(&image, order, mode));
            }
            check("map", map_coordinates(&image, &strided(&places), spline));
            check("affine", affine_transform(&image, &strided(&matrix), &[0.3, -1.2], Some(&[5, 8]), spline));
            check("shift", shift(&image, [1.3, -2.6], spline));
            check("zoom", zoom(&image, [1.7, 0.6], spline.into()));
            if order == 1 || order == 3 {
                check("grid", zoom(&image, [1.7, 0.6], Zoom::from(spline).grid_mode(true)));
                check(
                    "diagonal",
                    affine_transform(&image, &xp.array([0.7, 1.2]).unwrap().into_dyn(), &[0.3, -0.7], None, spline),
                );
                check("rotate", rotate(&image, 33.0, [1, 0], true, spline));
                check("volume", rotate(&volume, -20.0, [0, 2], false, spline));
            }
        }
    }
}

/// Affine maps of many elements, line by line, and values at the same places.
pub fn large<B: Backend>(xp: &B) {
    let image = xp.rng(8).random::<f64>([90, 120]).unwrap().into_dyn();
    let complex = image.add(image.flip(0).unwrap().multiply(Complex::new(0.0, 1.0)).unwrap()).unwrap();
    let (matrix, offset) = ([[0.31, -0.22], [0.17, 0.28]], [20.5, -9.25]);
    let places = |at: &[DynArray<B>]| {
        let place = |k: usize| at[0].multiply(matrix[k][0])?.add(at[1].multiply(matrix[k][1])?)?.add(offset[k]);
        Ok(vec![place(0)?, place(1)?])
    };
    for (x, order, (name, mode)) in
        (0..=5).flat_map(|order| MODES.map(|mode| (&image, order, mode))).chain([(&complex, 3, MODES[2])])
    {
        let spline = Spline::new().order(order).mode(mode);
        let found = affine_transform(x, &xp.array(matrix).unwrap(), &offset, Some(&[300, 401]), spline).unwrap();
        let expected = geometric_transform(x, places, Some(&[300, 401]), spline).unwrap();
        assert_eq!(found.dtype(), x.dtype());
        let off = found.subtract(&expected).unwrap().abs().unwrap().max(..).unwrap().item().unwrap().get::<f64>();
        assert!(off < 1e-12, "{name}, order {order}: {off}");
    }
}

/// Element types, and other arguments.
pub fn types<B: Backend>(xp: &B) {
    let data = npz("ndimage_splines.npz");
    let [image, places, homogeneous] = ["image", "places", "homogeneous"].map(|key| load(xp, &data, key));
    for name in ["whole", "single", "complex"] {
        let x = strided(&load(xp, &data, name));
        near(shift(&x, 0.37, Spline::new().mode(Mode::Mirror)), &data, &format!("types/shift/{name}"));
        near(
            map_coordinates(&x, &places, Spline::new().order(2).mode(Mode::GridWrap)),
            &data,
            &format!("types/map/{name}"),
        );
        near(zoom(&x, 1.3, Spline::new().order(2).mode(Mode::Nearest).into()), &data, &format!("types/zoom/{name}"));
    }
    let mirror = Spline::new().mode(Mode::Mirror);
    near(shift(&image.multiply(40.0).unwrap(), 0.37, mirror.output(DType::I8)), &data, "types/output");
    near(map_coordinates(&image, &places, mirror.prefilter(false)), &data, "prefilter");
    near(affine_transform(&image, &homogeneous, &[], None, mirror), &data, "affine/homogeneous");
    let upper = homogeneous.slice(s![..2]).unwrap();
    near(affine_transform(&image, &upper, &[], None, mirror), &data, "affine/homogeneous");
    let mapping = |at: &[DynArray<B>]| Ok(vec![at[0].multiply(0.5)?.add(at[1].multiply(0.25)?)?, at[1].subtract(0.3)?]);
    near(geometric_transform(&image, mapping, Some(&[6, 5]), Spline::new().mode(Mode::GridWrap)), &data, "geometric");
    for quarter in 0..4i32 {
        let turned = rotate(&image, 90.0 * f64::from(quarter), [1, 0], true, Spline::new().order(1)).unwrap();
        assert!(turned.array_equal(&image.rot90_with(Rot90::new().k(quarter)).unwrap()).unwrap());
    }
}

/// Broadcast, empty and 0-d arrays, and what is refused.
pub fn edges<B: Backend>(xp: &B) {
    let row = xp.arange(5).unwrap().astype::<f64>().into_dyn();
    let rows = row.broadcast_to([3, 5]).unwrap();
    let moved = |x: &DynArray<B>| shift(x, [0.0, 0.5], Spline::new().mode(Mode::GridWrap)).unwrap();
    assert!(moved(&rows).allclose(moved(&rows.copy().unwrap())).unwrap());
    let none = xp.zeros::<f32>([0, 3]).unwrap();
    assert_eq!(shift(&none, 1.0, Spline::new()).unwrap().shape(), [0, 3]);
    assert_eq!(zoom(&none, 2.0, Zoom::new()).unwrap().shape(), [0, 6]);
    assert_eq!(spline_filter(&none, 3, Mode::Reflect).unwrap().dtype(), DType::F64);
    assert_eq!(
        rotate(&xp.zeros::<u8>([0, 2, 2]).unwrap(), 20.0, [1, 2], true, Spline::new()).unwrap().dtype(),
        DType::U8
    );
    assert_eq!(
        map_coordinates(&rows, &xp.zeros::<f64>([2, 0]).unwrap().into_dyn(), Spline::new()).unwrap().shape(),
        [0]
    );
    let number = xp.full([], 2.5).unwrap();
    assert_eq!(spline_filter(&number, 3, Mode::Mirror).unwrap().to_string(), "2.5");
    assert!(matches!(shift(&number, 1.0, Spline::new()), Err(Error::Value { .. })));
    assert!(matches!(spline_filter1d(&number, 3, 0, Mode::Mirror), Err(Error::Axis { .. })));
    for mode in MODES.map(|(_, mode)| mode) {
        let one = shift(&xp.full([1], 2.5).unwrap(), 0.0, Spline::new().mode(mode)).unwrap();
        assert!(one.allclose(xp.full([1], 2.5).unwrap().as_dyn()).unwrap(), "{mode:?}");
    }
    assert!(matches!(spline_filter(&rows, 1, Mode::Mirror), Err(Error::Value { .. })));
    assert!(matches!(spline_filter1d(&rows, 6, 0, Mode::Mirror), Err(Error::Value { .. })));
    assert!(matches!(shift(&rows, 1.0, Spline::new().order(6)), Err(Error::Value { .. })));
    assert!(matches!(shift(&rows, [1.0], Spline::new()), Err(Error::Value { .. })));
    assert!(matches!(zoom(&rows, -1.0, Zoom::new()), Err(Error::Value { .. })));
    assert!(matches!(zoom(&rows, f64::NAN, Zoom::new()), Err(Error::Value { .. })));
    assert!(zoom(&rows, 1e14, Zoom::new()).is_err());
    assert!(matches!(rotate(&rows, 1.0, [0, 0], true, Spline::new()), Err(Error::Value { .. })));
    assert!(matches!(rotate(&rows, 1.0, [0, 2], true, Spline::new()), Err(Error::Axis { .. })));
    assert!(matches!(rotate(&rows, f64::INFINITY, [0, 1], true, Spline::new()), Err(Error::Value { .. })));
    let places = xp.ones::<f64>([3, 4]).unwrap().into_dyn();
    assert!(matches!(map_coordinates(&rows, &places, Spline::new()), Err(Error::Shape { .. })));
    assert!(matches!(affine_transform(&rows, &places, &[], None, Spline::new()), Err(Error::Shape { .. })));
    assert!(matches!(
        affine_transform(&rows, &xp.ones_of(DType::F64, [3, 3]).unwrap(), &[], None, Spline::new()),
        Err(Error::Value { .. })
    ));
    assert!(matches!(
        affine_transform(&rows, &xp.ones_of(DType::F64, 2).unwrap(), &[1.0, 2.0, 3.0], None, Spline::new()),
        Err(Error::Shape { .. })
    ));
    assert!(matches!(
        geometric_transform(&rows, |at| Ok(at[..1].to_vec()), None, Spline::new()),
        Err(Error::Shape { .. })
    ));
}
