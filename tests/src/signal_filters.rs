//! Least orders, narrow filters, filters of finite response and partial fractions, against SciPy's values.

use crate::data::npz;
use crate::signal_design::{Data, near, refused, roots, same_ba, stored};
use xparray::prelude::*;
use xparray::scipy::signal::windows::Window;
use xparray::scipy::signal::{
    Approximation, Ba, Band, Comb, Edges, Firls, Firwin, Firwin2, Fractions, Gammatone, MinimumPhase, PhaseMethod,
    Remez, RemezType, RootType, Specification, band_stop_obj, buttord, cheb1ord, cheb2ord, ellipord, firls, firwin,
    firwin_with, firwin2, firwin2_with, freqz_at, gammatone, iircomb, iirdesign, iirnotch, iirpeak, invres, invresz,
    kaiser_atten, kaiser_beta, kaiserord, minimum_phase, remez, residue, residuez, unique_roots,
};
use xparray::{Error, Result};

type Z = Complex<f64>;

fn numbers(edges: Edges) -> Vec<f64> {
    match edges {
        Edges::One(x) => vec![x],
        Edges::Two(x, y) => vec![x, y],
    }
}

/// `buttord` and its like, and what is designed of them.
pub fn orders<B: Backend>(xp: &B) {
    let data = npz("signal_more.npz");
    let specifications: [(&str, Edges, Edges); 4] = [
        ("low", 0.2.into(), 0.3.into()),
        ("high", 0.45.into(), 0.3.into()),
        ("pass", [0.2, 0.5].into(), [0.14, 0.6].into()),
        ("stop", [0.1, 0.6].into(), [0.2, 0.5].into()),
    ];
    let functions: [(&str, fn(Specification) -> Result<(usize, Band)>); 4] =
        [("buttord", buttord), ("cheb1ord", cheb1ord), ("cheb2ord", cheb2ord), ("ellipord", ellipord)];
    let scaled = |edges: Edges| match edges {
        Edges::One(x) => Edges::One(20.0 * x),
        Edges::Two(x, y) => Edges::Two(20.0 * x, 20.0 * y),
    };
    for (name, wp, ws) in specifications {
        for (k, (gpass, gstop)) in [(3.0, 40.0), (0.1, 75.0)].into_iter().enumerate() {
            for (function, find) in functions {
                // SciPy's search for the edges of band-stop filters ends 1e-5 beside the least order.
                let bound = if name == "stop" { 2e-4 } else { 1e-13 };
                let what = format!("{function}/{name}/{k}");
                let (n, band) = find(Specification::new(wp, ws, gpass, gstop)).unwrap();
                let expected = stored::<f64>(&data, &what);
                let (&order, edges) = expected.split_last().unwrap();
                assert_eq!(n as f64, order, "{what}");
                near(&numbers(band.edges()), edges, bound, &what);
                let (same, in_hertz) = find(Specification::new(scaled(wp), scaled(ws), gpass, gstop).fs(40.0)).unwrap();
                assert_eq!(same, n, "{what}");
                near(&numbers(in_hertz.edges()), &numbers(scaled(band.edges())), 1e-9, &what);
                let (n, band) = find(Specification::new(scaled(wp), scaled(ws), gpass, gstop).analog()).unwrap();
                let what = format!("{what}/analog");
                let expected = stored::<f64>(&data, &what);
                let (&order, edges) = expected.split_last().unwrap();
                assert_eq!(n as f64, order, "{what}");
                near(&numbers(band.edges()), edges, bound, &what);
            }
            // What was asked for is there.
            let kinds = [Approximation::Butter, Approximation::Cheby1, Approximation::Cheby2, Approximation::Ellip];
            for kind in kinds {
                let filter = iirdesign(Specification::new(wp, ws, gpass, gstop), kind).unwrap();
                let loss = |edges: Edges| {
                    let w = xp.array(&numbers(edges)).unwrap();
                    let h = freqz_at(&filter, &w, 2.0).unwrap().abs().unwrap();
                    h.typed::<f64>().unwrap().to_vec().unwrap().iter().map(|h| -20.0 * h.log10()).collect::<Vec<_>>()
                };
                assert!(loss(wp).iter().all(|&db| db <= gpass + 1e-6), "{name} {kind:?}: {:?}", loss(wp));
                assert!(loss(ws).iter().all(|&db| db >= gstop - 1e-6), "{name} {kind:?}: {:?}", loss(ws));
            }
        }
    }
    let kinds = [("butter", Approximation::Butter), ("cheby", Approximation::Cheby1), ("ellip", Approximation::Ellip)];
    for (name, kind) in kinds {
        let order = band_stop_obj([0.55, 2.0], [0.9, 1.5], 1.0, 40.0, kind).unwrap();
        near(&[order], &stored::<f64>(&data, &format!("band_stop_obj/{name}")), 1e-13, name);
    }
    let wrong = [
        Specification::new(0.2, 0.2, 1.0, 40.0),
        Specification::new(0.2, 1.0, 1.0, 40.0),
        Specification::new(0.0, 0.3, 1.0, 40.0),
        Specification::new(f64::NAN, 0.3, 1.0, 40.0),
        Specification::new(0.2, 0.3, 0.0, 40.0),
        Specification::new(0.2, 0.3, 1.0, -4.0),
        Specification::new(0.2, 0.3, 40.0, 1.0),
        Specification::new(0.2, [0.3, 0.4], 1.0, 40.0),
        Specification::new([0.2, 0.5], [0.3, 0.6], 1.0, 40.0),
        Specification::new([0.5, 0.2], [0.6, 0.1], 1.0, 40.0),
        Specification::new(0.2, 0.3, 1.0, 40.0).fs(0.0),
        Specification::new(0.2, 0.2 + 1e-12, 1e-9, 300.0),
    ];
    for specification in wrong {
        refused(functions[..3].iter().map(|(_, find)| find(specification)));
    }
    refused([band_stop_obj([0.9, 1.5], [0.55, 2.0], 1.0, 40.0, Approximation::Butter)]);
}

/// Filters of one frequency, and of the ear.
pub fn narrow<B: Backend>(_: &B) {
    let data = npz("signal_more.npz");
    same_ba(&iirnotch(60.0, 30.0, 200.0).unwrap(), &data, "iirnotch", 1e-15);
    same_ba(&iirpeak(0.3, 10.0, 2.0).unwrap(), &data, "iirpeak", 1e-15);
    for (name, kind) in [("notch", Comb::Notch), ("peak", Comb::Peak)] {
        for (suffix, pass_zero) in [("False", false), ("True", true)] {
            let comb = iircomb(20.0, 30.0, kind, 200.0, pass_zero).unwrap();
            same_ba(&comb, &data, &format!("iircomb/{name}/{suffix}"), 1e-14);
        }
    }
    same_ba(&gammatone(440.0, Gammatone::Iir, 16000.0).unwrap(), &data, "gammatone/iir", 1e-12);
    let fir = |freq, order, numtaps, fs| gammatone(freq, Gammatone::Fir { order, numtaps }, fs);
    near(fir(440.0, 4, None, 16000.0).unwrap().b(), &stored::<f64>(&data, "gammatone/fir"), 1e-13, "fir");
    near(
        fir(1000.0, 6, Some(33), 8000.0).unwrap().b(),
        &stored::<f64>(&data, "gammatone/fir/6"),
        1e-13,
        "fir of order 6",
    );
    refused([iirnotch(0.0, 1.0, 2.0), iirnotch(1.0, 1.0, 2.0), iirnotch(0.5, 0.0, 2.0), iirpeak(0.5, 1.0, f64::NAN)]);
    refused([iircomb(30.0, 1.0, Comb::Notch, 200.0, true), iircomb(1e-9, 1.0, Comb::Peak, 200.0, true)]);
    refused([fir(0.0, 4, None, 100.0), fir(60.0, 4, None, 100.0), fir(1.0, 0, None, 100.0), fir(1.0, 25, None, 100.0)]);
    refused([fir(1.0, 4, Some(0), 100.0), fir(1.0, 4, None, -1.0), gammatone(f64::NAN, Gammatone::Iir, 2.0)]);
}

/// `firwin`, `firwin2`, `firls`, `minimum_phase` and Kaiser's formulas.
pub fn finite<B: Backend>(_: &B) {
    let data = npz("signal_more.npz");
    let same = |found: Result<Vec<f64>>, name: &str, bound: f64| {
        near(&found.unwrap(), &stored::<f64>(&data, name), bound, name);
    };
    same(firwin(21, &[0.3]), "firwin/low", 1e-14);
    let stopping = Firwin::new().pass_zero(false);
    same(firwin_with(21, &[0.3], stopping.clone()), "firwin/high", 1e-14);
    same(firwin_with(30, &[0.2, 0.5], stopping.window(Window::Blackman)), "firwin/pass", 1e-14);
    same(firwin_with(31, &[100.0, 220.0], Firwin::new().fs(1000.0).scale(false)), "firwin/stop", 1e-14);
    same(firwin_with(40, &[0.4], Firwin::new().width(0.1)), "firwin/width", 1e-14);
    let kaiser = Firwin::new().window(Window::Kaiser { beta: 5.0 });
    same(firwin_with(51, &[0.1, 0.2, 0.4, 0.7], kaiser), "firwin/many", 1e-14);
    same(firwin2(51, &[0.0, 0.5, 1.0], &[1.0, 1.0, 0.0]), "firwin2/low", 1e-14);
    let even = firwin2_with(40, &[0.0, 20.0, 20.0, 50.0], &[1.0, 1.0, 0.0, 0.0], Firwin2::new().fs(100.0));
    same(even, "firwin2/even", 1e-14);
    let plain = Firwin2::new().window(Window::Boxcar).nfreqs(129);
    same(firwin2_with(33, &[0.0, 0.25, 0.25, 1.0], &[0.0, 0.5, 1.0, 1.0], plain), "firwin2/jump", 1e-13);
    let odd = || Firwin2::new().antisymmetric(true);
    same(firwin2_with(31, &[0.0, 0.3, 0.7, 1.0], &[0.0, 1.0, 1.0, 0.0], odd()), "firwin2/three", 1e-14);
    same(firwin2_with(30, &[0.0, 0.3, 0.7, 1.0], &[0.0, 1.0, 1.0, 0.5], odd()), "firwin2/four", 1e-14);
    same(firls(21, &[0.0, 0.3, 0.5, 1.0], &[1.0, 1.0, 0.0, 0.0], Firls::new()), "firls/low", 1e-12);
    let (bands, desired) = ([0.0, 10.0, 20.0, 50.0, 60.0, 100.0], [0.0, 1.0, 2.0, 2.0, 0.0, 0.5]);
    same(firls(35, &bands, &desired, Firls::new().weight(&[1.0, 5.0, 2.0]).fs(200.0)), "firls/weights", 1e-11);
    // Bands so narrow that the equations have many solutions: the response is what was asked for all the same.
    let narrow = firls(301, &[0.0, 0.01, 0.99, 1.0], &[1.0, 1.0, 0.0, 0.0], Firls::new()).unwrap();
    assert!((narrow.iter().sum::<f64>() - 1.0).abs() < 1e-6);

    let taps = stored::<f64>(&data, "minimum_phase/in");
    same(minimum_phase(&taps, MinimumPhase::new()), "minimum_phase/half", 1e-9);
    same(minimum_phase(&taps, MinimumPhase::new().half(false)), "minimum_phase/whole", 1e-9);
    // Its stop band touches 0, where logarithms are those of roundings: SciPy's result for taps that differ in the last digit is 1e-4 off.
    let equal = stored::<f64>(&data, "minimum_phase/remez");
    same(minimum_phase(&equal, MinimumPhase::new().method(PhaseMethod::Hilbert)), "minimum_phase/hilbert", 5e-4);

    // Both searches end where the largest deviation is next to the least one.
    same(remez(51, &[0.0, 0.1, 0.15, 0.5], &[1.0, 0.0], Remez::new()), "remez/low", 1e-6);
    let edges = [0.0, 10.0, 15.0, 30.0, 35.0, 49.0];
    let weighted = Remez::new().weight(&[10.0, 1.0, 3.0]).fs(100.0).maxiter(40).grid_density(16);
    same(remez(40, &edges, &[0.0, 2.0, 0.5], weighted), "remez/weights", 1e-6);
    let hilbert = Remez::new().kind(RemezType::Hilbert);
    same(remez(31, &[0.05, 0.45], &[1.0], hilbert), "remez/hilbert/odd", 1e-6);
    same(remez(30, &[0.05, 0.5], &[1.0], hilbert), "remez/hilbert/even", 1e-6);
    same(remez(32, &[0.0, 0.5], &[1.0], Remez::new().kind(RemezType::Differentiator)), "remez/differentiator", 1e-6);
    // Ripples of 1e-6, in whose search the first deviations are those of rounding: SciPy's taps.
    let deep = remez(151, &[0.0, 0.1, 0.15, 0.5], &[1.0, 0.0], Remez::new()).unwrap();
    let known = [6.960_536e-7, 1.908_323_4e-6, 0.224_832_051_938, 0.249_955_543_257];
    near(&[deep[0], deep[1], deep[74], deep[75]], &known, 1e-10, "small ripples");
    let all = remez(5, &[0.0, 0.5], &[2.0], Remez::new()).unwrap();
    near(&all, &[0.0, 0.0, 2.0, 0.0, 0.0], 1e-14, "a gain alone");

    assert_eq!(kaiser_beta(10.0), 0.0);
    near(&[kaiser_beta(30.0), kaiser_beta(60.0)], &[2.1166248611409806, 5.65326], 1e-14, "beta");
    near(&[kaiser_atten(101, 0.05)], &[43.84269606726339], 1e-13, "attenuation");
    assert_eq!(kaiserord(-60.0, 0.1).unwrap().0, 74);

    refused([firwin(0, &[0.5]), firwin(5, &[]), firwin(5, &[0.0]), firwin(5, &[1.0]), firwin(5, &[0.5, 0.3])]);
    refused([firwin(5, &[f64::NAN]), firwin_with(4, &[0.5], Firwin::new().pass_zero(false)), firwin(4, &[0.2, 0.4])]);
    refused([firwin_with(5, &[0.5], Firwin::new().fs(0.0)), firwin_with(5, &[0.5], Firwin::new().width(f64::NAN))]);
    let ends = [0.0, 0.5, 1.0];
    refused([firwin2(0, &ends, &[1.0, 1.0, 0.0]), firwin2(5, &[], &[]), firwin2(5, &ends, &[1.0, 0.0])]);
    refused([firwin2(5, &[0.0, 0.6, 0.5, 1.0], &[1.0; 4]), firwin2(5, &[0.0, 0.5, 0.5, 0.5, 1.0], &[1.0; 5])]);
    refused([
        firwin2(5, &[0.0, 0.0, 1.0], &[1.0; 3]),
        firwin2(5, &[0.0, 1.0, 1.0], &[1.0; 3]),
        firwin2(4, &ends, &[1.0; 3]),
    ]);
    refused([
        firwin2(5, &[0.1, 0.5, 1.0], &[1.0; 3]),
        firwin2(5, &[0.0, 0.5, 0.9], &[1.0; 3]),
        firwin2(5, &ends, &[f64::NAN; 3]),
    ]);
    refused([firwin2_with(5, &ends, &[0.0, 1.0, 1.0], odd()), firwin2_with(4, &ends, &[1.0, 1.0, 1.0], odd())]);
    refused([
        firwin2_with(5, &ends, &[1.0; 3], Firwin2::new().nfreqs(5)),
        firwin2(9, &[0.0, f64::NAN, 1.0], &[1.0; 3]),
    ]);
    let of = |numtaps, bands: &[f64], desired: &[f64]| firls(numtaps, bands, desired, Firls::new());
    refused([
        of(4, &[0.0, 1.0], &[1.0, 1.0]),
        of(5, &[], &[]),
        of(5, &[0.0, 0.5, 1.0], &[1.0; 3]),
        of(5, &[0.0, 1.5], &[1.0; 2]),
    ]);
    refused([of(5, &[0.5, 0.2], &[1.0; 2]), of(5, &[0.0, 0.5, 0.4, 1.0], &[1.0; 4]), of(5, &[0.0, 1.0], &[-1.0, 1.0])]);
    refused([of(5, &[0.0, 1.0], &[1.0; 4]), firls(5, &[0.0, 1.0], &[1.0; 2], Firls::new().weight(&[1.0, 1.0]))]);
    refused([firls(5, &[0.0, 1.0], &[1.0; 2], Firls::new().weight(&[-1.0]))]);
    refused([
        remez(2, &[0.0, 0.5], &[1.0], Remez::new()),
        remez(9, &[], &[], Remez::new()),
        remez(9, &[0.0, 0.2, 0.1, 0.5], &[1.0, 0.0], Remez::new()),
        remez(9, &[0.0, 0.6], &[1.0], Remez::new()),
        remez(9, &[0.0, 0.2, 0.3, 0.5], &[1.0], Remez::new()),
        remez(9, &[0.0, 0.5], &[f64::NAN], Remez::new()),
        remez(9, &[0.0, 0.5], &[1.0], Remez::new().weight(&[0.0])),
        remez(9, &[0.0, 0.5], &[1.0], Remez::new().grid_density(0)),
        remez(51, &[0.0, 0.1, 0.15, 0.5], &[1.0, 0.0], Remez::new().maxiter(0)),
        remez(9, &[0.0, 0.5], &[1.0], Remez::new().fs(-1.0)),
    ]);
    let default = MinimumPhase::new();
    refused([
        minimum_phase(&[1.0, 1.0], default),
        minimum_phase(&[0.0; 5], default),
        minimum_phase(&[1.0, f64::NAN, 1.0], default),
    ]);
    refused([
        minimum_phase(&taps, default.n_fft(50)),
        minimum_phase(&taps, default.method(PhaseMethod::Hilbert).half(false)),
    ]);
    refused([kaiserord(7.0, 0.1), kaiserord(60.0, 0.0), kaiserord(f64::NAN, 0.1)]);
    assert!(matches!(kaiserord(60.0, f64::NAN), Err(Error::Value { .. })));
}

fn fractions_of(data: &Data, name: &str) -> Fractions {
    let part = |part: &str| stored::<Z>(data, &format!("{name}/{part}"));
    Fractions::new(part("r"), part("p"), stored::<f64>(data, &format!("{name}/k"))).unwrap()
}

/// `residue`, `residuez`, their inverses, and `unique_roots`.
pub fn fractions<B: Backend>(_: &B) {
    let data = npz("signal_more.npz");
    for name in ["simple", "complex", "improper", "triple", "double"] {
        let name = format!("fractions/{name}");
        let ba =
            Ba::new(stored::<f64>(&data, &format!("{name}/b")), stored::<f64>(&data, &format!("{name}/a"))).unwrap();
        // Multiple poles are found to a part of their digits only.
        let bound = if name.contains("triple") || name.contains("double") { 1e-3 } else { 1e-12 };
        let functions: [(&str, fn(&Ba, f64) -> Result<Fractions>, fn(&Fractions, f64) -> Result<Ba>); 2] =
            [("residue", residue, invres), ("residuez", residuez, invresz)];
        for (function, parts, join) in functions {
            let what = format!("{name}/{function}");
            let (found, expected) = (parts(&ba, 1e-3).unwrap(), fractions_of(&data, &what));
            roots(found.r(), expected.r(), bound, &what);
            roots(found.p(), expected.p(), bound, &what);
            near(found.k(), expected.k(), 1e-13, &what);
            same_ba(&join(&expected, 1e-3).unwrap(), &data, &format!("{what}/inverse"), 1e-12);
            let back = join(&found, 1e-3).unwrap();
            let scale = ba.a()[0];
            let monic = |x: &[f64]| x.iter().map(|x| x / scale).collect::<Vec<_>>();
            let a: Vec<f64> = monic(ba.a());
            let a = if function == "residuez" { a[..back.a().len()].to_vec() } else { a };
            near(back.a(), &a, 1e-6, &what);
        }
    }
    // A double pole exactly: 1 / (s + 1)^2 + 2 / (s + 1).
    let found = residue(&Ba::new([2.0, 3.0], [1.0, 2.0, 1.0]).unwrap(), 1e-3).unwrap();
    roots(found.r(), &[Z::new(2.0, 0.0), Z::new(1.0, 0.0)], 1e-7, "double");
    let p = stored::<Z>(&data, "unique/in");
    for (name, kind) in [("max", RootType::Max), ("min", RootType::Min), ("avg", RootType::Mean)] {
        let (unique, counts) = unique_roots(&p, 1e-3, kind);
        roots(&unique, &stored::<Z>(&data, &format!("unique/{name}")), 1e-15, name);
        let expected: Vec<usize> =
            stored::<f64>(&data, &format!("unique/{name}/counts")).iter().map(|&n| n as usize).collect();
        assert_eq!(counts, expected, "{name}");
    }
    assert_eq!(unique_roots(&[Z::new(f64::NAN, 0.0); 2], 1.0, RootType::Mean).1, [1, 1]);
    assert!(unique_roots(&[], 1.0, RootType::Min).1.is_empty());
    let none = residue(&Ba::new([0.0], [2.0, 1.0]).unwrap(), 1e-3).unwrap();
    assert_eq!((none.r(), none.p(), none.k().len()), (&[Z::default()][..], &[Z::new(-0.5, 0.0)][..], 0));
    let gain = residuez(&Ba::new([4.0], [2.0]).unwrap(), 1e-3).unwrap();
    assert_eq!((gain.r().len(), gain.k()), (0, &[2.0][..]));
    assert_eq!(invres(&gain, 1e-3).unwrap(), Ba::new([2.0], [1.0]).unwrap());
    let i = Z::new(0.0, 1.0);
    refused([
        Fractions::new([i], [], []),
        Fractions::new([i], [Z::new(f64::NAN, 0.0)], []),
        Fractions::new([], [], [f64::NAN]),
    ]);
    let lonely = Fractions::new([i], [i], []).unwrap();
    refused([invres(&lonely, 1e-3), invresz(&lonely, 1e-3)]);
}
