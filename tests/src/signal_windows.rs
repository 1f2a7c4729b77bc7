//! Windows of `scipy.signal.windows`, against SciPy's values.

use crate::compare::parts;
use crate::data::{Stored, npz};
use std::collections::BTreeMap;
use xparray::Error;
use xparray::prelude::*;
use xparray::scipy::signal::windows::{Dpss, DpssNorm, Symmetry, Window, dpss, get_window};

/// Equal within a few roundings of the largest weight.
fn same(actual: &[f64], data: &BTreeMap<String, Stored>, name: &str, bound: f64) {
    let expected = data.get(name).unwrap_or_else(|| panic!("{name} is not there")).to_vec::<f64>();
    assert_eq!(actual.len(), expected.len(), "{name}");
    let largest = expected.iter().fold(0.0f64, |largest, x| largest.max(x.abs()));
    for (k, (a, e)) in actual.iter().zip(&expected).enumerate() {
        assert!((a - e).abs() <= bound * f64::EPSILON * largest, "{name}, weight {k}: {a}, not {e}");
    }
}

fn all() -> Vec<(&'static str, Window)> {
    vec![
        ("barthann", Window::Barthann),
        ("bartlett", Window::Bartlett),
        ("blackman", Window::Blackman),
        ("blackmanharris", Window::Blackmanharris),
        ("bohman", Window::Bohman),
        ("boxcar", Window::Boxcar),
        ("chebwin", Window::Chebwin { at: 60.0 }),
        ("cosine", Window::Cosine),
        ("exponential", Window::Exponential { center: None, tau: 3.0 }),
        ("flattop", Window::Flattop),
        ("gaussian", Window::Gaussian { std: 2.5 }),
        ("general_cosine", Window::GeneralCosine { a: vec![0.4, 0.3, 0.2, 0.1] }),
        ("general_gaussian", Window::GeneralGaussian { p: 1.5, sig: 3.0 }),
        ("general_hamming", Window::GeneralHamming { alpha: 0.7 }),
        ("hamming", Window::Hamming),
        ("hann", Window::Hann),
        ("kaiser", Window::Kaiser { beta: 8.6 }),
        ("kaiser 40", Window::Kaiser { beta: 40.0 }),
        ("lanczos", Window::Lanczos),
        ("nuttall", Window::Nuttall),
        ("parzen", Window::Parzen),
        ("taylor", Window::taylor()),
        ("taylor 6", Window::Taylor { nbar: 6, sll: 45.0, norm: false }),
        ("triang", Window::Triang),
        ("tukey", Window::Tukey { alpha: 0.4 }),
    ]
}

/// The weights of each window, even and odd numbers of them.
pub fn weights<B: Backend>(xp: &B) {
    let data = npz("signal_windows.npz");
    let named = [("symmetric", Symmetry::Symmetric), ("periodic", Symmetry::Periodic)];
    for m in [1, 2, 3, 8, 17, 64] {
        for (suffix, symmetry) in named {
            for (name, window) in all() {
                let array = get_window(xp, &window, m, symmetry).unwrap();
                same(&array.to_vec().unwrap(), &data, &format!("{name}/{m}/{suffix}"), 64.0);
            }
            if m > 3 {
                let array = get_window(xp, &Window::Dpss { nw: 2.5 }, m, symmetry).unwrap();
                same(&array.to_vec().unwrap(), &data, &format!("dpss/{m}/{suffix}"), 256.0);
            }
        }
    }
    let symmetric = |window: Window, m| window.weights(m, Symmetry::Symmetric);
    for m in [2, 8, 64] {
        let weights = symmetric(Window::KaiserBesselDerived { beta: 5.0 }, m).unwrap();
        same(&weights, &data, &format!("kaiser_bessel_derived/{m}"), 16.0);
    }
    let off = Window::Exponential { center: Some(2.5), tau: 1.5 };
    same(&off.weights(9, Symmetry::Periodic).unwrap(), &data, "exponential/center", 4.0);
    // A beta whose Bessel function overflows: the ends are nothing, the middle is not.
    let steep = symmetric(Window::Kaiser { beta: 1e4 }, 101).unwrap();
    assert!(steep[0] == 0.0 && steep[50] == 1.0 && steep[49] > 0.0 && steep.iter().all(|w| (0.0..=1.0).contains(w)));
    assert_eq!(symmetric(Window::Tukey { alpha: 0.0 }, 5).unwrap(), [1.0; 5]);
    assert_eq!(
        symmetric(Window::Tukey { alpha: 2.0 }, 9).unwrap(),
        symmetric(Window::Tukey { alpha: 1.0 }, 9).unwrap()
    );
    assert_eq!(symmetric(Window::KaiserBesselDerived { beta: 5.0 }, 0).unwrap(), [0.0; 0]);
}

/// What all windows have in common, and what they refuse.
pub fn properties<B: Backend>(xp: &B) {
    for (name, window) in all() {
        assert_eq!(get_window(xp, &window, 0, Symmetry::Periodic).unwrap().shape(), [0], "{name}");
        for m in [7usize, 30, 501, 1000] {
            let weights = window.weights(m, Symmetry::Symmetric).unwrap();
            let backwards: Vec<f64> = weights.iter().rev().copied().collect();
            assert!(weights.iter().all(|w| w.is_finite()), "{name}");
            let gap = weights.iter().zip(&backwards).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(gap <= 1e-13, "{name} of {m} is not symmetric: {gap}");
            let periodic = window.weights(m - 1, Symmetry::Periodic).unwrap();
            assert_eq!(periodic, weights[..m - 1], "{name}");
        }
    }
    let refused = [
        (Window::Chebwin { at: 0.0 }, 8, Symmetry::Symmetric),
        (Window::Exponential { center: Some(1.0), tau: 1.0 }, 8, Symmetry::Symmetric),
        (Window::Exponential { center: None, tau: 0.0 }, 8, Symmetry::Symmetric),
        (Window::Exponential { center: Some(f64::NAN), tau: 1.0 }, 8, Symmetry::Periodic),
        (Window::Gaussian { std: 0.0 }, 8, Symmetry::Periodic),
        (Window::Gaussian { std: f64::NAN }, 8, Symmetry::Periodic),
        (Window::GeneralGaussian { p: f64::INFINITY, sig: 1.0 }, 8, Symmetry::Periodic),
        (Window::GeneralGaussian { p: 1.0, sig: -1.0 }, 8, Symmetry::Periodic),
        (Window::GeneralHamming { alpha: f64::NAN }, 8, Symmetry::Periodic),
        (Window::GeneralCosine { a: vec![1.0, f64::INFINITY] }, 8, Symmetry::Periodic),
        (Window::Tukey { alpha: f64::NAN }, 8, Symmetry::Periodic),
        (Window::Kaiser { beta: f64::INFINITY }, 8, Symmetry::Periodic),
        (Window::KaiserBesselDerived { beta: 1.0 }, 8, Symmetry::Periodic),
        (Window::KaiserBesselDerived { beta: 1.0 }, 7, Symmetry::Symmetric),
        (Window::KaiserBesselDerived { beta: f64::NAN }, 8, Symmetry::Symmetric),
        (Window::Taylor { nbar: 0, sll: 30.0, norm: true }, 8, Symmetry::Symmetric),
        (Window::Taylor { nbar: 4, sll: 0.0, norm: true }, 8, Symmetry::Symmetric),
        (Window::Dpss { nw: 0.0 }, 8, Symmetry::Symmetric),
        (Window::Dpss { nw: 4.0 }, 8, Symmetry::Symmetric),
    ];
    for (window, m, symmetry) in refused {
        let error = get_window(xp, &window, m, symmetry).map(|w| w.len());
        assert!(matches!(error, Err(Error::Value { .. })), "{window:?} {symmetry:?}: {error:?}");
    }
    assert!(Window::Hann.weights(usize::MAX, Symmetry::Periodic).is_err());
}

/// `dpss`.
pub fn sequences<B: Backend>(_: &B) {
    let data = npz("signal_windows.npz");
    let norms = [(DpssNorm::L2, "2"), (DpssNorm::Approximate, "approximate"), (DpssNorm::Subsample, "subsample")];
    for (m, nw, k) in [(16, 2.5, 4), (51, 3.0, 5), (512, 4.0, 7)] {
        for (norm, name) in norms {
            let (sequences, ratios) = dpss(m, nw, Dpss::new().kmax(k).norm(norm)).unwrap();
            // SciPy's and ours are both off by the distance of eigenvalues.
            same(&sequences.concat(), &data, &format!("dpss/{m}/{name}"), 16.0 * m as f64);
            same(&ratios, &data, &format!("dpss/{m}/ratios"), 64.0);
        }
        let (sequences, _) = dpss(m, nw, Dpss::new().kmax(k)).unwrap();
        for (i, x) in sequences.iter().enumerate() {
            for (j, y) in sequences.iter().enumerate() {
                let product: f64 = x.iter().zip(y).map(|(x, y)| x * y).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-11, "{m}: {i} {j} {product}");
            }
        }
    }
    let options = Dpss::new().kmax(3).symmetry(Symmetry::Periodic).norm(DpssNorm::Subsample);
    same(&dpss(20, 2.0, options).unwrap().0.concat(), &data, "dpss/periodic", 256.0);
    assert_eq!(parts(dpss(1, 0.25, Dpss::new()).unwrap().0[0][0]), [1.0, 0.0]);
    for (m, nw, k) in [(8, 2.0, 0), (8, 2.0, 9), (8, 0.0, 1), (8, 4.0, 1), (8, f64::NAN, 1), (0, 1.0, 1)] {
        assert!(matches!(dpss(m, nw, Dpss::new().kmax(k)), Err(Error::Value { .. })), "{m} {nw} {k}");
    }
}
