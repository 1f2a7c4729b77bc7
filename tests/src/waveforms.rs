//! Wave forms, impulses and sequences like noise, against SciPy's values.

use crate::data::npz;
use crate::elementwise::layouts;
use crate::for_types;
use crate::scipy::{array, each, same};
use crate::signal_design::{near, refused, stored};
use xparray::prelude::*;
use xparray::scipy::signal::{
    ChirpMethod, Gausspulse, MaxLenSeq, Place, chirp, gausspulse, gausspulse_cutoff, max_len_seq, sawtooth, square,
    sweep_poly, unit_impulse,
};
use xparray::{Error, Result, s};

/// Waves of times.
pub fn waves<B: Backend>(xp: &B) {
    let data = npz("signal_more.npz");
    let t = array(xp, &data, "waves/t");
    each(&t, &data, "waves/sawtooth", 64.0, &|t| sawtooth(t, 1.0));
    each(&t, &data, "waves/sawtooth/0.3", 64.0, &|t| sawtooth(t, 0.3));
    each(&t, &data, "waves/sawtooth/0", 64.0, &|t| sawtooth(t, 0));
    each(&t, &data, "waves/square", 0.0, &|t| square(t, 0.5));
    each(&t, &data, "waves/square/0.2", 0.0, &|t| square(t, 0.2));
    let widths = array(xp, &data, "waves/widths");
    same(&sawtooth(&t, &widths).unwrap(), &data, "waves/sawtooth/widths", 64.0);
    same(&square(&t, &widths).unwrap(), &data, "waves/square/widths", 0.0);
    let times = array(xp, &data, "waves/times");
    let methods = [
        ("linear", ChirpMethod::Linear),
        ("quadratic", ChirpMethod::Quadratic),
        ("logarithmic", ChirpMethod::Logarithmic),
        ("hyperbolic", ChirpMethod::Hyperbolic),
    ];
    for (name, method) in methods {
        each(&times, &data, &format!("waves/chirp/{name}"), 512.0, &|t| chirp(t, 1.5, 2.0, 4.0, method, 30.0));
        let name = format!("waves/chirp/{name}/same");
        each(&times, &data, &name, 512.0, &|t| chirp(t, 1.5, 2.0, 1.5, method, 0.0));
    }
    each(&times, &data, "waves/chirp/vertex", 512.0, &|t| {
        chirp(t, 1.5, 2.0, 4.0, ChirpMethod::QuadraticToVertex, 30.0)
    });
    each(&times, &data, "waves/sweep_poly", 512.0, &|t| sweep_poly(t, &[0.2, -1.0, 2.0, 1.0], 45.0));
    let options = Gausspulse::new().bw(0.4).bwr(-8.0);
    let centered = times.subtract(1.5).unwrap();
    for k in 0..3 {
        let name = format!("waves/gausspulse/{k}");
        each(&centered, &data, &name, 256.0, &|t| Ok(gausspulse(t, 5.0, options)?[k].clone()));
    }
    let cutoff = gausspulse_cutoff(5.0, options, -50.0).unwrap();
    near(&[cutoff], &stored::<f64>(&data, "waves/gausspulse/cutoff"), 1e-14, "cutoff");

    let functions: [&dyn Fn(&DynArray<B>) -> Result<DynArray<B>>; 5] = [
        &|t| sawtooth(t, 0.5),
        &|t| square(t, 0.5),
        &|t| chirp(t, 0.0, 1.0, 1.0, ChirpMethod::Linear, 0.0),
        &|t| sweep_poly(t, &[1.0], 0.0),
        &|t| Ok(gausspulse(t, 0.5, Gausspulse::new())?[2].clone()),
    ];
    for f in functions {
        for_types!(real, T => if T::DTYPE != DType::Bool {
            let t = xp.array(&[0i8, 1, 2, 3]).unwrap().astype::<T>();
            let expected = f(&xp.array([0.0, 1.0, 2.0, 3.0]).unwrap().into_dyn()).unwrap();
            for t in layouts(&t) {
                let found = f(t.as_dyn()).unwrap();
                assert_eq!(found.dtype(), T::DTYPE.float());
                let gap = found.subtract(&expected).unwrap().abs().unwrap().max(..).unwrap().item().unwrap().get::<f64>();
                assert!(gap < 2e-2, "{} {gap}", T::DTYPE);
            }
            let wide = t.slice(s![..1]).unwrap().broadcast_to([3, 1]).unwrap();
            assert_eq!(f(wide.as_dyn()).unwrap().shape(), [3, 1]);
            assert_eq!(f(xp.zeros::<T>([0, 2]).unwrap().as_dyn()).unwrap().shape(), [0, 2]);
            assert_eq!(f(xp.zeros::<T>([]).unwrap().as_dyn()).unwrap().shape(), [0usize; 0]);
        });
        for wrong in [xp.ones::<bool>(2).unwrap().into_dyn(), xp.ones::<Complex<f64>>(2).unwrap().into_dyn()] {
            assert!(matches!(f(&wrong), Err(Error::DType { .. })));
        }
    }
    let t = xp.ones::<f64>([2, 3]).unwrap();
    assert!(matches!(sawtooth(&t, xp.ones::<f64>(2).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(square(&t, xp.ones::<Complex<f64>>(3).unwrap()), Err(Error::DType { .. })));
    let of = |f0, t1, f1, method, phi| chirp(&t, f0, t1, f1, method, phi);
    refused([
        of(1.0, 0.0, 2.0, ChirpMethod::Linear, 0.0),
        of(f64::NAN, 1.0, 2.0, ChirpMethod::Linear, 0.0),
        of(1.0, 1.0, f64::INFINITY, ChirpMethod::Quadratic, 0.0),
        of(1.0, 1.0, 2.0, ChirpMethod::Quadratic, f64::NAN),
        of(1.0, 1.0, -2.0, ChirpMethod::Logarithmic, 0.0),
        of(0.0, 1.0, 2.0, ChirpMethod::Logarithmic, 0.0),
        of(0.0, 1.0, 2.0, ChirpMethod::Hyperbolic, 0.0),
        of(1.0, 1.0, 0.0, ChirpMethod::Hyperbolic, 0.0),
        sweep_poly(&t, &[], 0.0),
        sweep_poly(&t, &[f64::NAN], 0.0),
        sweep_poly(&t, &[1.0], f64::INFINITY),
    ]);
    refused([
        gausspulse(&t, -1.0, Gausspulse::new()),
        gausspulse(&t, 1.0, Gausspulse::new().bw(0.0)),
        gausspulse(&t, 1.0, Gausspulse::new().bwr(0.0)),
        gausspulse(&t, f64::NAN, Gausspulse::new()),
    ]);
    refused([gausspulse_cutoff(1.0, Gausspulse::new(), 0.0), gausspulse_cutoff(0.0, Gausspulse::new(), -1.0)]);
}

/// `unit_impulse` and `max_len_seq`.
pub fn impulses<B: Backend>(xp: &B) {
    let data = npz("signal_more.npz");
    for_types!(all, T => {
        let one: T = 1i8.cast();
        let values = |place, n: usize| unit_impulse::<T, B>(xp, n, place).unwrap().to_vec().unwrap();
        let at = |k: usize, n: usize| (0..n).map(|j| if j == k { one } else { 0i8.cast() }).collect::<Vec<T>>();
        assert_eq!(values(Place::First, 4), at(0, 4));
        assert_eq!(values(Place::Middle, 5), at(2, 5));
        assert_eq!(values(Place::At(&[3]), 4), at(3, 4));
        let plane = unit_impulse::<T, B>(xp, [3, 4], Place::Middle).unwrap();
        assert_eq!((plane.shape(), plane.to_vec().unwrap()), (&[3usize, 4][..], at(6, 12)));
        assert_eq!(unit_impulse::<T, B>(xp, [0, 2], Place::Middle).unwrap().shape(), [0, 2]);
        assert_eq!(unit_impulse::<T, B>(xp, [], Place::First).unwrap().to_vec().unwrap(), [one]);
    });
    assert!(matches!(unit_impulse::<f64, B>(xp, 4, Place::At(&[4])), Err(Error::Index { index: 4, len: 4, .. })));
    assert!(matches!(unit_impulse::<f64, B>(xp, [4, 2], Place::At(&[1])), Err(Error::Axis { .. })));
    assert!(matches!(unit_impulse::<f64, B>(xp, [0], Place::At(&[0])), Err(Error::Index { .. })));
    assert!(unit_impulse::<f64, B>(xp, [usize::MAX, 2], Place::First).is_err());

    let bits = |values: Vec<f64>| values.into_iter().map(|x| x != 0.0).collect::<Vec<bool>>();
    let check = |name: &str, nbits, options: MaxLenSeq<'_>| {
        let (found, state) = max_len_seq(xp, nbits, options).unwrap();
        assert_eq!(found.to_vec().unwrap(), bits(stored::<f64>(&data, &format!("mls/{name}"))), "{name}");
        assert_eq!(state, bits(stored::<f64>(&data, &format!("mls/{name}/state"))), "{name}");
    };
    for nbits in 2..17 {
        let length = ((1 << nbits) - 1).min(500);
        let options = MaxLenSeq::new();
        check(&nbits.to_string(), nbits, if length == 500 { options.length(500) } else { options });
    }
    let alternating: Vec<bool> = (0..32).map(|k| k % 2 == 0).collect();
    check("32", 32, MaxLenSeq::new().state(&alternating).length(100));
    check("taps", 5, MaxLenSeq::new().taps(&[4, 3, 2]).length(40));
    let (whole, _) = max_len_seq(xp, 10, MaxLenSeq::new()).unwrap();
    assert_eq!((whole.len(), whole.to_vec().unwrap().iter().filter(|bit| **bit).count()), (1023, 512));
    assert_eq!(max_len_seq(xp, 3, MaxLenSeq::new().length(0)).unwrap().0.shape(), [0]);
    let of = |nbits, options: MaxLenSeq<'_>| max_len_seq(xp, nbits, options).map(|(bits, _)| bits.len());
    refused([
        of(0, MaxLenSeq::new()),
        of(1, MaxLenSeq::new()),
        of(33, MaxLenSeq::new()),
        of(3, MaxLenSeq::new().state(&[false; 3])),
    ]);
    refused([
        of(3, MaxLenSeq::new().state(&[true; 2])),
        of(3, MaxLenSeq::new().taps(&[4])),
        of(3, MaxLenSeq::new().taps(&[])),
    ]);
    refused([of(0, MaxLenSeq::new().taps(&[0]))]);
}
