//! Linear systems, against SciPy's values.

use crate::data::npz;
use crate::elementwise::layouts;
use crate::for_types;
use crate::scipy::numbers;
use crate::signal_design::{Data, near, refused, roots, stored};
use xparray::prelude::*;
use xparray::scipy::signal::{
    Ba, Discretization, Lsim, Lti, Model, Response, StateSpace, Zpk, bode, bode_at, cont2discrete, dlsim, dlti,
    freqresp, freqresp_at, impulse, lsim, lti, place_poles, ss2tf, ss2zpk, step, tf2ss, zpk2ss,
};
use xparray::{Error, Result, s};

type Z = Complex<f64>;

fn rows(data: &Data, name: &str) -> Vec<Vec<f64>> {
    let stored = data.get(name).unwrap_or_else(|| panic!("{name} is not there"));
    stored.to_vec::<f64>().chunks(stored.shape[1].max(1)).map(<[f64]>::to_vec).collect()
}

fn borrowed(rows: &[Vec<f64>]) -> Vec<&[f64]> {
    rows.iter().map(|row| &row[..]).collect()
}

fn space(data: &Data, name: &str) -> StateSpace {
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|part| rows(data, &format!("{name}/{part}")));
    StateSpace::new(&borrowed(&a), &borrowed(&b), &borrowed(&c), &borrowed(&d)).unwrap()
}

fn same_space(found: &StateSpace, data: &Data, name: &str, bound: f64) {
    for (part, values) in [("a", found.a()), ("b", found.b()), ("c", found.c()), ("d", found.d())] {
        near(values, &stored::<f64>(data, &format!("{name}/{part}")), bound, &format!("{name}/{part}"));
    }
}

fn complexes(found: &[Z], expected: &[Z], bound: f64, what: &str) {
    let split = |z: &[Z]| z.iter().flat_map(|z| [z.re, z.im]).collect::<Vec<_>>();
    near(&split(found), &split(expected), bound, what);
}

const METHODS: [(&str, Discretization); 6] = [
    ("gbt", Discretization::Gbt { alpha: 0.3 }),
    ("bilinear", Discretization::Bilinear),
    ("euler", Discretization::Euler),
    ("backward_diff", Discretization::BackwardDiff),
    ("zoh", Discretization::Zoh),
    ("foh", Discretization::Foh),
];

/// Forms, and discrete systems from continuous ones.
pub fn forms<B: Backend>(_: &B) {
    let data = npz("signal_systems.npz");
    for name in ["spring", "direct", "several"] {
        let ss = space(&data, name);
        for (method, discretization) in METHODS {
            let found = cont2discrete(&lti(ss.clone()), 0.2, discretization).unwrap();
            assert_eq!(found.dt(), Some(0.2));
            same_space(&found.to_ss().unwrap(), &data, &format!("{name}/{method}"), 4e-15);
        }
        for input in 0..ss.inputs() {
            let found = ss2tf(&ss, input).unwrap();
            let num: Vec<f64> = found.iter().flat_map(|ba| ba.b().to_vec()).collect();
            near(&num, &stored::<f64>(&data, &format!("{name}/ss2tf/{input}/num")), 1e-13, name);
            near(found[0].a(), &stored::<f64>(&data, &format!("{name}/ss2tf/{input}/den")), 1e-14, name);
        }
        if name == "several" {
            refused([
                lti(ss.clone()).to_tf().map(|_| ()),
                lti(ss.clone()).to_zpk().map(|_| ()),
                ss2zpk(&ss, 0).map(|_| ()),
            ]);
            refused([freqresp(&lti(ss.clone()), 3).map(|_| ())]);
            assert!(matches!(ss2tf(&ss, 2), Err(Error::Index { .. })));
            continue;
        }
        let proper: Vec<Vec<f64>> = vec![vec![0.0]];
        let [a, b, c] = ["a", "b", "c"].map(|part| rows(&data, &format!("{name}/{part}")));
        let without = StateSpace::new(&borrowed(&a), &borrowed(&b), &borrowed(&c), &borrowed(&proper)).unwrap();
        let found = cont2discrete(&lti(without), 0.2, Discretization::Impulse).unwrap();
        same_space(&found.to_ss().unwrap(), &data, &format!("{name}/impulse"), 4e-15);
        let zpk = ss2zpk(&ss, 0).unwrap();
        roots(zpk.z(), &stored::<Z>(&data, &format!("{name}/z")), 1e-12, name);
        roots(zpk.p(), &stored::<Z>(&data, &format!("{name}/p")), 1e-13, name);
        near(&[zpk.k()], &stored::<f64>(&data, &format!("{name}/k")), 1e-12, name);
        let ba = lti(ss).to_tf().unwrap();
        same_space(&tf2ss(&ba).unwrap(), &data, &format!("{name}/tf2ss"), 1e-12);
        same_space(&zpk2ss(&zpk).unwrap(), &data, &format!("{name}/tf2ss"), 1e-11);
        for (method, discretization) in METHODS {
            let found = cont2discrete(&lti(ba.clone()), 0.2, discretization).unwrap();
            let Model::TransferFunction(found) = found.model() else { panic!("another form") };
            near(found.b(), &stored::<f64>(&data, &format!("{name}/{method}/num")), 1e-12, method);
            near(found.a(), &stored::<f64>(&data, &format!("{name}/{method}/den")), 1e-13, method);
            let poles = cont2discrete(&lti(zpk.clone()), 0.2, discretization).unwrap();
            assert!(matches!(poles.model(), Model::ZerosPolesGain(_)));
            roots(poles.to_zpk().unwrap().p(), dlti(found.clone(), 0.2).unwrap().to_zpk().unwrap().p(), 1e-10, method);
        }
    }
    // A gain has no states.
    let gain = tf2ss(&Ba::new([3.0], [2.0]).unwrap()).unwrap();
    assert_eq!((gain.states(), gain.d()), (0, &[1.5][..]));
    assert_eq!(ss2tf(&gain, 0).unwrap()[0], Ba::new([1.5], [1.0]).unwrap());
    let held = cont2discrete(&lti(gain), 1.0, Discretization::Foh).unwrap();
    assert_eq!(held.to_ss().unwrap().d(), [1.5]);
    // What is left out is zeros.
    let part = StateSpace::new(&[], &[&[1.0], &[2.0]], &[&[1.0, 0.0]], &[]).unwrap();
    assert_eq!((part.a(), part.d()), (&[0.0; 4][..], &[0.0][..]));
    let shapes = [
        StateSpace::new(&[&[1.0, 0.0]], &[&[1.0]], &[&[1.0]], &[]),
        StateSpace::new(&[&[1.0]], &[&[1.0], &[1.0]], &[&[1.0]], &[]),
        StateSpace::new(&[&[1.0]], &[&[1.0]], &[&[1.0, 1.0]], &[]),
        StateSpace::new(&[&[1.0]], &[&[1.0]], &[&[1.0]], &[&[1.0, 2.0]]),
        StateSpace::new(&[&[1.0, 2.0], &[1.0]], &[&[1.0], &[1.0]], &[&[1.0, 2.0]], &[]),
    ];
    assert!(shapes.iter().all(|ss| matches!(ss, Err(Error::Shape { .. }))), "{shapes:?}");
    refused([StateSpace::new(&[&[1.0]], &[], &[&[1.0]], &[]), StateSpace::new(&[], &[], &[], &[])]);
    refused([StateSpace::new(&[&[f64::NAN]], &[&[1.0]], &[&[1.0]], &[]), tf2ss(&Ba::new([1.0, 0.0], [1.0]).unwrap())]);
    refused([zpk2ss(&Zpk::new([Z::new(1.0, 0.0)], [], 1.0).unwrap())]);
    let first = lti(Ba::new([1.0, 2.0], [1.0, 1.0]).unwrap());
    let of = |dt, method| cont2discrete(&first, dt, method);
    refused([
        of(0.0, Discretization::Zoh),
        of(f64::NAN, Discretization::Foh),
        of(1.0, Discretization::Gbt { alpha: 1.5 }),
    ]);
    refused([
        of(1.0, Discretization::Impulse),
        cont2discrete(&of(1.0, Discretization::Zoh).unwrap(), 1.0, Discretization::Zoh),
    ]);
    refused([dlti(Ba::new([1.0], [1.0]).unwrap(), 0.0), of(1.0, Discretization::Gbt { alpha: f64::NAN })]);
    let grows = lti(Ba::new([1.0], [1.0, -1e4]).unwrap());
    refused([cont2discrete(&grows, 1.0, Discretization::Zoh)]);
    let edge = lti(Ba::new([1.0], [1.0, -1.0]).unwrap());
    assert!(matches!(cont2discrete(&edge, 1.0, Discretization::BackwardDiff), Err(Error::Singular { .. })));
}

/// `lsim` and `dlsim`.
pub fn simulations<B: Backend>(xp: &B) {
    let data = npz("signal_systems.npz");
    for name in ["spring", "direct", "several"] {
        let ss = space(&data, name);
        let system = lti(ss.clone());
        let array = |part: &str| crate::scipy::array(xp, &data, &format!("{name}/{part}"));
        let (u, t, x0) = (array("u"), array("t"), stored::<f64>(&data, &format!("{name}/x0")));
        let check = |(y, x): (DynArray<B>, DynArray<B>), key: &str| {
            crate::scipy::same(&y, &data, &format!("{name}/{key}/y"), 64.0);
            crate::scipy::same(&x, &data, &format!("{name}/{key}/x"), 64.0);
        };
        let backwards = u.flip(..).unwrap().copy().unwrap().flip(..).unwrap();
        for u in [u.clone(), backwards, u.t().copy().unwrap().t()] {
            check(lsim(&system, &u, &t, Lsim::new()).unwrap(), "lsim/interp");
            check(lsim(&system, &u, &t, Lsim::new().interp(false)).unwrap(), "lsim/held");
            check(lsim(&system, &u, &t, Lsim::new().x0(&x0)).unwrap(), "lsim/x0");
        }
        let late = lsim(&system, &u, &t.add(0.5).unwrap(), Lsim::new().x0(&x0)).unwrap().0;
        crate::scipy::same(&late, &data, &format!("{name}/lsim/late/y"), 64.0);
        let discrete = cont2discrete(&system, 0.2, Discretization::Zoh).unwrap();
        let (y, x) = dlsim(&discrete, &u, Some(&x0)).unwrap();
        near(
            &numbers(&y).iter().map(|y| y.re).collect::<Vec<_>>(),
            &stored::<f64>(&data, &format!("{name}/dlsim/y")),
            1e-13,
            name,
        );
        near(
            &numbers(&x).iter().map(|x| x.re).collect::<Vec<_>>(),
            &stored::<f64>(&data, &format!("{name}/dlsim/x")),
            1e-13,
            name,
        );
        if ss.inputs() == 1 {
            let flat = u.reshape([u.len()]).unwrap();
            assert_eq!(numbers(&dlsim(&discrete, &flat, Some(&x0)).unwrap().0), numbers(&y));
        }
    }
    let (integral, sum) =
        (lti(Ba::new([1.0], [1.0, 0.0]).unwrap()), dlti(Ba::new([1.0], [1.0, -1.0]).unwrap(), 1.0).unwrap());
    for_types!(real, T => if T::DTYPE != DType::Bool {
        let u = xp.array(&[1i8, 2, 3]).unwrap().astype::<T>();
        let t = xp.array(&[0i8, 1, 2]).unwrap().astype::<T>();
        let (y, x) = lsim(&integral, &u, &t, Lsim::new()).unwrap();
        assert!(y.dtype() == T::DTYPE.float() && x.shape() == [3, 1]);
        near(&numbers(&y).iter().map(|y| y.re).collect::<Vec<_>>(), &[0.0, 1.5, 4.0], 1e-12, "integral");
        let y = dlsim(&sum, &u, None).unwrap().0;
        near(&numbers(&y).iter().map(|y| y.re).collect::<Vec<_>>(), &[0.0, 1.0, 3.0], 1e-12, "sum");
        assert_eq!(dlsim(&sum, &xp.zeros::<T>(0).unwrap(), None).unwrap().0.shape(), [0]);
        let wide = u.slice(s![..1]).unwrap().broadcast_to([3]).unwrap();
        let y = lsim(&integral, &wide, &t, Lsim::new()).unwrap().0;
        near(&numbers(&y).iter().map(|y| y.re).collect::<Vec<_>>(), &[0.0, 1.0, 2.0], 1e-12, "broadcast");
    });
    let ones = |n: usize| xp.ones::<f64>(n).unwrap();
    let times = |t: &[f64]| xp.array(t).unwrap();
    let of =
        |system: &Lti, u: usize, t: &[f64], options: Lsim<'_>| lsim(system, &ones(u), &times(t), options).map(|_| ());
    let even = [0.0, 1.0, 2.0];
    assert_eq!(lsim(&integral, &ones(0), &ones(0), Lsim::new()).unwrap().0.shape(), [0]);
    assert_eq!(lsim(&integral, &ones(1), &times(&[2.0]), Lsim::new().x0(&[3.0])).unwrap().0.to_string(), "[3.]");
    refused([of(&integral, 3, &[0.0, 1.0, 3.0], Lsim::new()), of(&integral, 2, &[-1.0, 0.0], Lsim::new())]);
    refused([
        of(&integral, 3, &[2.0, 1.0, 0.0], Lsim::new()),
        of(&integral, 2, &[f64::NAN, 1.0], Lsim::new()),
        of(&sum, 3, &even, Lsim::new()),
    ]);
    refused([dlsim(&integral, &ones(3), None)]);
    let shapes = [of(&integral, 2, &even, Lsim::new()), of(&integral, 3, &even, Lsim::new().x0(&[1.0, 2.0]))];
    assert!(shapes.iter().all(|result| matches!(result, Err(Error::Shape { .. }))));
    assert!(matches!(dlsim(&sum, &xp.ones::<f64>([3, 2]).unwrap(), None), Err(Error::Shape { .. })));
    assert!(matches!(dlsim(&sum, &xp.ones::<f64>([]).unwrap(), None), Err(Error::Shape { .. })));
    assert!(matches!(dlsim(&sum, &xp.ones::<bool>(3).unwrap(), None), Err(Error::DType { .. })));
    assert!(matches!(lsim(&integral, &xp.ones::<Z>(3).unwrap(), &ones(3), Lsim::new()), Err(Error::DType { .. })));
}

/// `impulse`, `step`, `freqresp` and `bode`, of continuous and of discrete systems.
pub fn responses<B: Backend>(xp: &B) {
    let data = npz("signal_systems.npz");
    for name in ["spring", "direct", "several"] {
        let ss = space(&data, name);
        let x0 = stored::<f64>(&data, &format!("{name}/x0"));
        let discrete = cont2discrete(&lti(ss.clone()), 0.2, Discretization::Zoh).unwrap();
        let functions: [(&str, fn(&Lti, Response<'_>) -> Result<(Vec<f64>, Vec<Vec<f64>>)>); 2] =
            [("impulse", impulse), ("step", step)];
        for (function, respond) in functions {
            for input in 0..ss.inputs() {
                let (t, y) = respond(&discrete, Response::new().n(12).x0(&x0).input(input)).unwrap();
                assert!((t.len(), y.len()) == (12, ss.outputs()) && (t[11] - 2.2).abs() < 1e-14);
                let rows: Vec<f64> = (0..12).flat_map(|k| y.iter().map(move |y| y[k])).collect();
                let what = format!("{name}/d{function}/{input}");
                near(&rows, &stored::<f64>(&data, &what), 1e-13, &what);
            }
            if name == "several" {
                continue;
            }
            let what = format!("{name}/{function}");
            let (t, y) = respond(&lti(ss.clone()), Response::new()).unwrap();
            near(&t, &stored::<f64>(&data, &format!("{what}/t")), 1e-13, &what);
            near(&y[0], &stored::<f64>(&data, &format!("{what}/y")), 1e-12, &what);
            let times: Vec<f64> = (0..9).map(|k| f64::from(k) / 4.0).collect();
            let (_, y) = respond(&lti(ss.clone()), Response::new().t(&times).x0(&x0)).unwrap();
            near(&y[0], &stored::<f64>(&data, &format!("{what}/x0")), 1e-13, &what);
            refused([
                respond(&discrete, Response::new().t(&times)),
                respond(&lti(ss.clone()), Response::new().t(&[0.0, 1.0, 5.0])),
            ]);
            assert!(matches!(respond(&discrete, Response::new().input(1)), Err(Error::Index { .. })));
            assert!(matches!(respond(&discrete, Response::new().x0(&[])), Err(Error::Shape { .. })));
            assert_eq!(respond(&discrete, Response::new().n(0)).unwrap().1, [vec![0.0; 0]]);
        }
        if name == "several" {
            continue;
        }
        for (key, system) in [("", lti(ss)), ("d", discrete)] {
            let what = format!("{name}/{key}freqresp");
            let (w, h) = freqresp(&system, 14).unwrap();
            near(&w, &stored::<f64>(&data, &format!("{what}/w")), 1e-13, &what);
            let expected = stored::<Z>(&data, &format!("{what}/h"));
            complexes(&h, &expected, 1e-12, &what);
            for w in layouts(&xp.array(&w).unwrap()) {
                complexes(&numbers(&freqresp_at(&system, &w).unwrap()), &expected, 1e-12, "on the device");
            }
            let what = format!("{name}/{key}bode");
            let (w, magnitudes, phases) = bode(&system, 40).unwrap();
            near(&w, &stored::<f64>(&data, &format!("{what}/w")), 1e-13, &what);
            near(&magnitudes, &stored::<f64>(&data, &format!("{what}/mag")), 1e-11, &what);
            near(&phases, &stored::<f64>(&data, &format!("{what}/phase")), 1e-11, &what);
            let (same, turned) = bode_at(&system, &w).unwrap();
            near(&same, &magnitudes, 1e-12, &what);
            near(&turned, &phases, 1e-12, &what);
            let through = lti(system.to_zpk().unwrap());
            if key.is_empty() {
                complexes(&freqresp(&through, 14).unwrap().1, &expected, 1e-12, &what);
            }
        }
    }
    let first = lti(Ba::new([1.0], [1.0, 1.0]).unwrap());
    for_types!(real, T => if T::DTYPE != DType::Bool {
        let w = xp.array(&[0i8, 1]).unwrap().astype::<T>();
        let h = freqresp_at(&first, &w).unwrap();
        complexes(&numbers(&h), &[Z::new(1.0, 0.0), Z::new(0.5, -0.5)], 1e-6, "first order");
    });
    assert!(matches!(freqresp_at(&first, &xp.ones::<bool>(1).unwrap()), Err(Error::DType { .. })));
}

/// Systems of complex matrices.
pub fn complex<B: Backend>(xp: &B) {
    let data = npz("signal_systems.npz");
    let get = |name: &str| stored::<Z>(&data, &format!("complex/{name}"));
    let rows = |name: &str, width: usize| get(name).chunks(width).map(<[Z]>::to_vec).collect::<Vec<_>>();
    let (a, b, c, d) = (rows("a", 3), rows("b", 1), rows("c", 3), rows("d", 1));
    let of = |a: &[Vec<Z>], b: &[Vec<Z>], c: &[Vec<Z>], d: &[Vec<Z>]| {
        let [a, b, c, d] = [a, b, c, d].map(|rows| rows.iter().map(|row| &row[..]).collect::<Vec<_>>());
        StateSpace::complex(&a, &b, &c, &d)
    };
    let ss = of(&a, &b, &c, &d).unwrap();
    assert_eq!((ss.states(), ss.inputs(), ss.outputs(), ss.a()), (3, 1, 1, &get("a")[..]));
    let same = |found: &StateSpace<Z>, name: &str, bound: f64| {
        for (part, values) in [("a", found.a()), ("b", found.b()), ("c", found.c()), ("d", found.d())] {
            complexes(values, &get(&format!("{name}/{part}")), bound, &format!("{name}/{part}"));
        }
    };
    for (method, discretization) in METHODS {
        same(&cont2discrete(&lti(ss.clone()), 0.2, discretization).unwrap().to_ss().unwrap(), method, 4e-15);
    }
    let without = of(&a, &b, &c, &[]).unwrap();
    same(&cont2discrete(&lti(without), 0.2, Discretization::Impulse).unwrap().to_ss().unwrap(), "impulse", 4e-15);
    let ba = ss2tf(&ss, 0).unwrap().remove(0);
    complexes(ba.b(), &get("tf/num"), 1e-13, "ss2tf");
    complexes(ba.a(), &get("tf/den"), 1e-14, "ss2tf");
    same(&tf2ss(&ba).unwrap(), "tf2ss", 1e-13);
    let zpk = ss2zpk(&ss, 0).unwrap();
    same(&zpk2ss(&zpk).unwrap(), "tf2ss", 1e-12);
    // Over time.
    let system = lti(ss);
    let array = |part: &str| crate::scipy::array(xp, &data, &format!("complex/{part}"));
    let (u, t, x0) = (array("u"), array("t").real().unwrap(), get("x0"));
    let check = |(y, x): (DynArray<B>, DynArray<B>), key: &str| {
        complexes(&numbers(&y), &get(&format!("{key}/y")), 1e-13, key);
        complexes(&numbers(&x), &get(&format!("{key}/x")), 1e-13, key);
    };
    check(lsim(&system, &u, &t, Lsim::new()).unwrap(), "lsim/interp");
    check(lsim(&system, &u, &t, Lsim::new().interp(false)).unwrap(), "lsim/held");
    check(lsim(&system, &u, &t, Lsim::new().x0(&x0)).unwrap(), "lsim/x0");
    let discrete = cont2discrete(&system, 0.2, Discretization::Zoh).unwrap();
    check(dlsim(&discrete, &u, Some(&x0)).unwrap(), "dlsim");
    let single = lsim(&system, &u.real().unwrap().astype(DType::F32).unwrap(), &t, Lsim::new()).unwrap().0;
    assert_eq!(single.dtype(), DType::Complex64);
    assert!(matches!(lsim(&system, &u, &u.reshape([25]).unwrap(), Lsim::new()), Err(Error::DType { .. })));
    let times: Vec<f64> = numbers(&t).iter().map(|t| t.re).collect();
    complexes(&impulse(&system, Response::new().t(&times)).unwrap().1[0], &get("impulse"), 1e-13, "impulse");
    complexes(&step(&system, Response::new().t(&times)).unwrap().1[0], &get("step"), 1e-13, "step");
    // Of frequencies.
    let w = crate::scipy::array(xp, &data, "complex/w");
    complexes(&numbers(&freqresp_at(&system, &w).unwrap()), &get("h"), 1e-13, "freqresp");
    let magnitudes = bode_at(&system, &stored::<f64>(&data, "complex/w")).unwrap().0;
    let expected: Vec<f64> = get("h").iter().map(|h| 20.0 * h.norm().log10()).collect();
    near(&magnitudes, &expected, 1e-12, "bode");
    assert!(matches!(of(&a, &b, &c[..0], &[]), Err(Error::Value { .. })));
    assert!(matches!(of(&a, &b[..2], &c, &d), Err(Error::Shape { .. })));
    let infinite = vec![vec![Z::new(0.0, f64::INFINITY)]];
    refused([of(&infinite, &d, &d, &d)]);
}

/// `place_poles`.
pub fn placed<B: Backend>(_: &B) {
    let data = npz("signal_systems.npz");
    for name in ["two", "five"] {
        let [a, b] = ["a", "b"].map(|part| rows(&data, &format!("place/{name}/{part}")));
        let poles = stored::<Z>(&data, &format!("place/{name}/poles"));
        let found = place_poles(&borrowed(&a), &borrowed(&b), &poles).unwrap();
        near(found.gain_matrix(), &stored::<f64>(&data, &format!("place/{name}/gain")), 1e-9, name);
        roots(found.computed_poles(), &poles, 1e-8, name);
    }
    let [a, b] = ["a", "b"].map(|part| rows(&data, &format!("place/several/{part}")));
    for key in ["real", "complex"] {
        let poles = stored::<Z>(&data, &format!("place/several/{key}/poles"));
        let found = place_poles(&borrowed(&a), &borrowed(&b), &poles).unwrap();
        roots(found.computed_poles(), &poles, 1e-10, key);
        let size = found.gain_matrix().iter().map(|k| k * k).sum::<f64>().sqrt();
        let scipys = stored::<f64>(&data, &format!("place/several/{key}/size"))[0];
        assert!(size < 2.0 * scipys, "{key}: {size} where SciPy has {scipys}");
    }
    let (identity, zeros): ([&[f64]; 2], [&[f64]; 2]) = ([&[1.0, 0.0], &[0.0, 1.0]], [&[0.0, 0.0], &[0.0, 0.0]]);
    let i = Z::new(0.0, 1.0);
    // As many inputs as states: any eigenvectors will do, also equal poles.
    let whole = place_poles(&identity, &identity, &[-i, i]).unwrap();
    roots(whole.computed_poles(), &[i, -i], 1e-14, "whole");
    let equal = place_poles(&zeros, &identity, &[Z::new(-1.0, 0.0); 2]).unwrap();
    near(equal.gain_matrix(), &[1.0, 0.0, 0.0, 1.0], 1e-14, "equal");
    let one: [&[f64]; 2] = [&[1.0], &[0.0]];
    let real = |x: f64| Z::new(x, 0.0);
    refused([
        place_poles(&identity, &one, &[real(-1.0); 2]),
        place_poles(&identity, &one, &[real(-1.0), real(-2.0)]),
        place_poles(&identity, &one, &[i, i]),
        place_poles(&identity, &one, &[real(-1.0), real(f64::NAN)]),
        place_poles(&[&[f64::NAN]], &[&[1.0]], &[i]),
        place_poles(&identity, &[&[0.0], &[0.0]], &[real(-1.0), real(-2.0)]),
    ]);
    let shapes = [
        place_poles(&[], &[], &[]),
        place_poles(&identity, &[&[1.0]], &[real(-1.0); 2]),
        place_poles(&identity, &one, &[real(-1.0)]),
        place_poles(&[&[1.0, 2.0]], &[&[1.0]], &[real(-1.0)]),
    ];
    assert!(shapes.iter().all(|result| matches!(result, Err(Error::Shape { .. }))));
}
