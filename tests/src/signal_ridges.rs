//! Peaks by wavelet transforms, against SciPy's places.

use crate::for_types;
use xparray::prelude::*;
use xparray::scipy::signal::{FindPeaksCwt, find_peaks_cwt, ricker};
use xparray::{Error, Result};

fn signal<B: Backend>(xp: &B) -> DynArray<B> {
    let k = xp.arange(0.0..300.0).unwrap();
    let slow = (&k * 0.09).sin();
    let fast = (&k * 1.7 + 0.4).sin() * (&k * 0.31).cos();
    (&slow * &slow * &slow + fast * 0.3).into_dyn()
}

fn widths() -> Vec<f64> {
    (1..12).map(f64::from).collect()
}

fn normal<B: Backend>(xp: &B, n: usize, a: f64) -> Result<DynArray<B>> {
    let x = (xp.arange_of(DType::F64, 0..n as i64)?.subtract(0.5 * (n as f64 - 1.0))?).divide(a)?;
    x.square()?.multiply(-0.5)?.exp()
}

/// `find_peaks_cwt`.
pub fn ridges<B: Backend>(xp: &B) {
    let x = signal(xp);
    let new = FindPeaksCwt::new;
    let all = [18, 41, 65, 88, 110, 135, 158, 180, 205, 227, 250, 275, 296];
    let many = [
        18, 23, 33, 38, 41, 42, 51, 65, 73, 83, 88, 101, 110, 114, 123, 135, 151, 155, 158, 164, 173, 180, 182, 186,
        201, 205, 214, 223, 227, 232, 236, 241, 250, 254, 264, 273, 275, 277, 286, 291, 296,
    ];
    let cases: [(FindPeaksCwt, &[i64]); 6] = [
        (new(), &[18, 41, 110, 135, 158, 180, 275, 296]),
        (new().min_snr(2.0), &[18, 158, 275, 296]),
        (new().noise_perc(30.0).min_length(2.0), &many),
        (new().window_size(40), &[18, 41, 110, 135, 158, 180, 275, 296]),
        (new().gap_thresh(1.0).max_distances(vec![0.5; 11]), &[18, 110, 135, 158, 180, 275, 295]),
        // Without noise no peak is refused.
        (new().window_size(0), &all),
    ];
    let backwards = x.flip(0).unwrap().copy().unwrap().flip(0).unwrap();
    for (options, expected) in cases {
        for x in [&x, &backwards] {
            let found = find_peaks_cwt(x, ricker, &widths(), options.clone()).unwrap();
            assert_eq!(found.to_vec().unwrap(), expected, "{options:?}");
        }
    }
    let found = find_peaks_cwt(&x, normal, &widths(), new()).unwrap();
    assert_eq!(found.to_vec().unwrap(), [18, 88, 158, 227, 295]);
    // The ends are steps.
    let ends = find_peaks_cwt(&xp.ones::<f64>(40).unwrap(), ricker, &[3.0], new()).unwrap();
    assert_eq!(ends.to_vec().unwrap(), [3, 37]);
    assert_eq!(find_peaks_cwt(&xp.ones::<f64>(1).unwrap(), ricker, &[3.0], new()).unwrap().len(), 0);
    for_types!(real_numbers, T => {
        // A hill between valleys.
        let hill: Vec<i8> = (0..41i8).map(|k| 20 - (k - 20).abs()).collect();
        let x = xp.from_slice(&hill, 41).unwrap().astype::<T>();
        assert_eq!(find_peaks_cwt(&x, ricker, &[3.1, 4.1, 5.1], new().noise_perc(0.0)).unwrap().to_vec().unwrap(), [20]);
    });
}

/// Bad arguments of `find_peaks_cwt`.
pub fn refused_ridges<B: Backend>(xp: &B) {
    let x = signal(xp);
    let new = FindPeaksCwt::new;
    let refused = |x: &DynArray<B>, widths: &[f64], options| find_peaks_cwt(x, ricker, widths, options).err().unwrap();
    let widths = widths();
    assert!(matches!(refused(&x.expand_dims(0).unwrap(), &widths, new()), Error::Shape { .. }));
    assert!(matches!(refused(&x.multiply(Complex::new(1.0, 1.0)).unwrap(), &widths, new()), Error::DType { .. }));
    assert!(matches!(refused(&x, &widths, new().max_distances(vec![1.0])), Error::Value { .. }));
    assert!(matches!(refused(&x, &widths, new().noise_perc(101.0)), Error::Value { .. }));
    assert!(matches!(refused(&x, &widths, new().noise_perc(f64::NAN)), Error::Value { .. }));
    assert!(matches!(refused(&x, &[], new()), Error::Value { .. }));
    assert!(matches!(refused(&x, &[0.0], new()), Error::Value { .. }));
    assert!(matches!(refused(xp.zeros::<f64>(0).unwrap().as_dyn(), &widths, new()), Error::Value { .. }));
    let turned = |xp: &B, n: usize, a: f64| normal(xp, n, a)?.multiply(Complex::new(0.0, 1.0));
    assert!(matches!(find_peaks_cwt(&x, turned, &widths, new()), Err(Error::DType { .. })));
}
