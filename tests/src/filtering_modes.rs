//! Filters of signals with less common options, against SciPy's values.

use crate::data::npz;
use crate::for_types;
use crate::scipy::{array, each, numbers, same};
use xparray::prelude::*;
use xparray::scipy::signal::windows::Window;
use xparray::scipy::signal::{
    Domain, Extension, FiltFilt, FiltFiltMethod, Resample, ResamplePoly, UpFirDn, filtfilt_with, resample_poly_with,
    resample_times, resample_with, sosfiltfilt_with, upfirdn_with,
};
use xparray::{Error, Result};

const MODES: [(&str, Extension); 9] = [
    ("constant", Extension::Constant(1.5)),
    ("line", Extension::Line),
    ("smooth", Extension::Smooth),
    ("edge", Extension::Edge),
    ("symmetric", Extension::Symmetric),
    ("reflect", Extension::Reflect),
    ("antisymmetric", Extension::Antisymmetric),
    ("antireflect", Extension::Antireflect),
    ("wrap", Extension::Wrap),
];

/// What signals are beyond their ends, also where filters are longer than they are.
pub fn extensions<B: Backend>(xp: &B) {
    let data = npz("filtering_modes.npz");
    let [x, h, single] = ["x", "h", "single"].map(|name| array(xp, &data, name));
    for (name, mode) in MODES {
        let of = |x: &DynArray<B>, up, down, axis: isize| {
            upfirdn_with(&h.astype(x.dtype())?, x, up, down, UpFirDn::new().axis(axis).mode(mode))
        };
        for (up, down) in [(1, 1), (3, 2), (2, 5)] {
            each(&x, &data, &format!("upfirdn/{name}/{up}/{down}"), 256.0, &|x| of(x, up, down, 1));
        }
        same(&of(&x.t(), 2, 1, 0).unwrap(), &data, &format!("upfirdn/{name}/columns"), 256.0);
        let alike = match mode {
            // One element has neither neighbours nor slopes: it goes on, where SciPy reads beyond it.
            Extension::Reflect | Extension::Antireflect | Extension::Line | Extension::Smooth => "edge",
            _ => name,
        };
        same(&of(&single, 3, 2, -1).unwrap(), &data, &format!("upfirdn/{alike}/single"), 256.0);
        let options = || ResamplePoly::new().axis(1).padtype(mode);
        each(&x, &data, &format!("poly/{name}"), 256.0, &|x| resample_poly_with(x, 3, 2, options()));
    }
    let none = xp.zeros::<f64>([2, 0]).unwrap();
    for (_, mode) in MODES {
        assert_eq!(upfirdn_with(&h, &none, 2, 1, UpFirDn::new().mode(mode)).unwrap().shape(), [2, 0]);
    }
    assert!(matches!(upfirdn_with(&h, &x, 2, 1, UpFirDn::new().axis(2)), Err(Error::Axis { .. })));
    let number = xp.full([], 1.0).unwrap();
    assert!(matches!(upfirdn_with(&h, &number, 2, 1, UpFirDn::new()), Err(Error::Axis { .. })));
    for_types!(all, T => {
        let x = xp.array(&[1i8, 0]).unwrap().astype::<T>();
        let y = upfirdn_with(&xp.ones::<f32>(2).unwrap(), &x, 1, 1, UpFirDn::new().mode(Extension::Wrap)).unwrap();
        assert_eq!(y.astype(DType::F64).unwrap().to_string(), "[1. 1. 1.]", "{}", T::DTYPE);
    });
}

/// Weights of frequencies, and spectra in place of signals.
pub fn spectra<B: Backend>(xp: &B) {
    let data = npz("filtering_modes.npz");
    let [x, z] = ["x", "z"].map(|name| array(xp, &data, name));
    for n in [8, 9] {
        let weights = numbers(&array(xp, &data, &format!("resample/{n}/weights")));
        let weights: Vec<f64> = weights.iter().map(|w| w.re).collect();
        let part = |x: &DynArray<B>| x.slice(s![.., ..n]).unwrap();
        for num in [5, 8, 9, 14] {
            let name = |what: &str| format!("resample/{n}/{num}/{what}");
            let options = || Resample::new().axis(1);
            let windows = [
                ("weights", options().window(weights.clone())),
                ("hann", options().window(Window::Hann)),
                ("kaiser", options().window(Window::Kaiser { beta: 4.0 })),
            ];
            for (what, options) in windows {
                each(&part(&x), &data, &name(what), 64.0, &|x| resample_with(x, num, options.clone()));
                let of_complex = name(&format!("{what}/complex"));
                each(&part(&z), &data, &of_complex, 64.0, &|z| resample_with(z, num, options.clone()));
            }
            let of_spectra = options().domain(Domain::Frequency);
            each(&part(&z), &data, &name("frequency"), 64.0, &|z| resample_with(z, num, of_spectra.clone()));
        }
    }
    let times = resample_times([3.0, 3.25], 9, 14);
    assert!(times.iter().zip(data["times"].to_vec::<f64>()).all(|(x, y)| (x - y).abs() <= 1e-14 * y));
    let wrong = Resample::new().axis(1).window(vec![1.0; 8]);
    assert!(matches!(resample_with(&x, 4, wrong), Err(Error::Shape { .. })));
    // A real spectrum is one, too.
    let flat = resample_with(&xp.ones::<f32>(4).unwrap(), 2, Resample::new().domain(Domain::Frequency)).unwrap();
    assert_eq!((flat.dtype(), flat.real().unwrap().to_string()), (DType::Complex64, "[ 0.75 -0.25]".into()));
}

/// Filters both ways by Gustafsson's method.
pub fn gustafssons<B: Backend>(xp: &B) {
    let data = npz("filtering_modes.npz");
    let x = array(xp, &data, "long");
    let gust = || FiltFilt::new().method(FiltFiltMethod::Gust);
    for name in ["low", "band", "finite", "scale", "recursive"] {
        let [b, a] = ["b", "a"].map(|part| array(xp, &data, &format!("gust/{name}/{part}")));
        let of = |x: &DynArray<B>, options| -> Result<DynArray<B>> {
            filtfilt_with(&b.astype(x.dtype())?, &a.astype(x.dtype())?, x, options)
        };
        for (suffix, options) in [("", gust()), ("/20", gust().irlen(20)), ("/40", gust().irlen(40))] {
            each(&x, &data, &format!("gust/{name}{suffix}"), 4096.0, &|x| of(x, options));
        }
        same(&of(&x.t(), gust().axis(0)).unwrap().t(), &data, &format!("gust/{name}"), 4096.0);
    }
    let (b, a) = (xp.array([1.0]).unwrap(), xp.array([1.0, -0.5]).unwrap());
    let none = xp.zeros::<f64>([2, 0]).unwrap();
    assert!(matches!(filtfilt_with(&b, &a, &none, gust()), Err(Error::Value { .. })));
    assert!(matches!(filtfilt_with(&b, &a, &x, gust().irlen(0)), Err(Error::Value { .. })));
    assert!(matches!(filtfilt_with(&b, &a, &x, gust().axis(2)), Err(Error::Axis { .. })));
    let sos = xp.array([[1.0, 0.0, 0.0, 1.0, -0.5, 0.0]]).unwrap();
    assert!(matches!(sosfiltfilt_with(&sos, &x, gust()), Err(Error::Value { .. })));
    let one = xp.full([1], 3.0).unwrap();
    assert!(
        filtfilt_with(&b, &a, &one, gust()).unwrap().isfinite().unwrap().all(..).unwrap().item().unwrap().get::<bool>()
    );
}
