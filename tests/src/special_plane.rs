//! Special functions over the complex plane.

use crate::data::npz;
use crate::elementwise::layouts;
use xparray::prelude::*;
use xparray::scipy::special::{self, AssocLegendre};
use xparray::{Array, DynArray, Error, Result};

type Call<B> = fn(&[DynArray<B>], &DynArray<B>) -> Result<DynArray<B>>;
type Functions<B> = Vec<(&'static str, f64, Call<B>)>;

/// Functions of an order and a number, and their largest errors in units of the last place of the modulus.
fn orders<B: Backend>() -> Functions<B> {
    macro_rules! list {
        ($($name:ident: $bound:literal)+) => {
            vec![$((stringify!($name), $bound, (|v: &[DynArray<B>], z: &DynArray<B>| special::$name(&v[0], z)) as Call<B>)),+]
        };
    }
    list! {
        jv: 128.0 yv: 128.0 iv: 128.0 kv: 128.0 hankel1: 128.0 hankel2: 128.0
        jve: 128.0 yve: 128.0 ive: 128.0 kve: 128.0 hankel1e: 128.0 hankel2e: 128.0
    }
}

/// Functions of a number.
fn functions<B: Backend>() -> Functions<B> {
    macro_rules! list {
        ($($name:ident: $bound:literal)+) => {
            vec![$((stringify!($name), $bound, (|_: &[DynArray<B>], z: &DynArray<B>| special::$name(z)) as Call<B>)),+]
        };
    }
    let mut functions: Functions<B> = list! {
        wofz: 16.0 erf: 16.0 erfc: 16.0 erfcx: 16.0 erfi: 16.0 dawsn: 16.0 gamma: 128.0 rgamma: 128.0
    };
    functions.extend([
        ("airy_ai", 64.0, (|_, z| Ok(special::airy(z)?[0].clone())) as Call<B>),
        ("airy_aip", 64.0, |_, z| Ok(special::airy(z)?[1].clone())),
        ("airy_bi", 64.0, |_, z| Ok(special::airy(z)?[2].clone())),
        ("airy_bip", 64.0, |_, z| Ok(special::airy(z)?[3].clone())),
        ("airye_ai", 64.0, |_, z| Ok(special::airye(z)?[0].clone())),
        ("airye_aip", 64.0, |_, z| Ok(special::airye(z)?[1].clone())),
        ("airye_bi", 128.0, |_, z| Ok(special::airye(z)?[2].clone())),
        ("airye_bip", 256.0, |_, z| Ok(special::airye(z)?[3].clone())),
    ]);
    functions
}

/// Integrals, logarithms and inverses of a number.
fn integrals<B: Backend>() -> Functions<B> {
    let mut functions: Functions<B> = vec![
        ("digamma", 8.0, (|_, z| special::digamma(z)) as Call<B>),
        ("exp1", 16.0, |_, z| special::exp1(z)),
        ("expi", 16.0, |_, z| special::expi(z)),
        ("spence", 8.0, |_, z| special::spence(z)),
        ("ndtr", 8.0, |_, z| special::ndtr(z)),
        ("log_ndtr", 8.0, |_, z| special::log_ndtr(z)),
        ("wrightomega", 4.0, |_, z| special::wrightomega(z)),
    ];
    functions.extend([
        ("si", 16.0, (|_, z| Ok(special::sici(z)?.0)) as Call<B>),
        ("ci", 16.0, |_, z| Ok(special::sici(z)?.1)),
        ("shi", 16.0, |_, z| Ok(special::shichi(z)?.0)),
        ("chi", 16.0, |_, z| Ok(special::shichi(z)?.1)),
        ("fresnel_s", 8.0, |_, z| Ok(special::fresnel(z)?.0)),
        ("fresnel_c", 8.0, |_, z| Ok(special::fresnel(z)?.1)),
    ]);
    functions
}

/// Functions of real parameters and a number.
macro_rules! with_parameters {
    ($($name:ident($($k:literal)+): $bound:literal)+) => {
        vec![$((stringify!($name), $bound, (|v: &[DynArray<B>], z: &DynArray<B>| special::$name($(&v[$k],)+ z)) as Call<B>)),+]
    };
}

/// Polynomials of real degrees. Bounds are powers of two above what was found on a CPU and on an H200, mostly next to zeros, where the rounding of an angle is all that is left.
fn polynomials<B: Backend>() -> Functions<B> {
    with_parameters! {
        eval_legendre(0): 16.0 eval_sh_legendre(0): 128.0 eval_chebyt(0): 16.0 eval_sh_chebyt(0): 16.0 eval_chebyc(0): 32.0 eval_chebyu(0): 16.0
        eval_sh_chebyu(0): 16.0 eval_chebys(0): 32.0 eval_gegenbauer(0 1): 32.0 eval_jacobi(0 1 2): 32.0 eval_sh_jacobi(0 1 2): 256.0
        eval_laguerre(0): 16.0 eval_genlaguerre(0 1): 32.0
    }
}

/// Spherical and hypergeometric functions, and Legendre's.
fn parameters<B: Backend>() -> Functions<B> {
    let mut functions: Functions<B> = with_parameters! {
        spherical_jn(0): 32.0 spherical_yn(0): 32.0 spherical_in(0): 32.0 spherical_kn(0): 32.0
        spherical_jn_derivative(0): 32.0 spherical_yn_derivative(0): 32.0
        spherical_in_derivative(0): 32.0 spherical_kn_derivative(0): 32.0
        hyp0f1(0): 128.0 hyp1f1(0 1): 64.0 hyp2f1(0 1 2): 32.0
    };
    fn legendre<B: Backend>(
        v: &[DynArray<B>],
        z: &DynArray<B>,
        options: AssocLegendre,
        k: usize,
    ) -> Result<DynArray<B>> {
        Ok(special::assoc_legendre_p_derivatives(&v[0], &v[1], z, options)?[k].clone())
    }
    functions.extend([
        ("assoc_legendre_p_0", 8.0, (|v, z| special::assoc_legendre_p(&v[0], &v[1], z)) as Call<B>),
        ("assoc_legendre_p_1", 8.0, |v, z| legendre(v, z, AssocLegendre::new(), 1)),
        ("assoc_legendre_p_2", 8.0, |v, z| legendre(v, z, AssocLegendre::new(), 2)),
        ("assoc_legendre_p_outside_0", 8.0, |v, z| legendre(v, z, AssocLegendre::new().outside(true), 0)),
        ("assoc_legendre_p_outside_1", 8.0, |v, z| legendre(v, z, AssocLegendre::new().outside(true), 1)),
        ("assoc_legendre_p_outside_2", 8.0, |v, z| legendre(v, z, AssocLegendre::new().outside(true), 2)),
        ("assoc_legendre_p_normalized_1", 8.0, |v, z| legendre(v, z, AssocLegendre::new().normalized(true), 1)),
    ]);
    functions
}

fn numbers<B: Backend>(z: &DynArray<B>) -> Vec<Complex<f64>> {
    z.astype(DType::Complex128).unwrap().typed::<Complex<f64>>().unwrap().to_vec().unwrap()
}

fn same(a: &[Complex<f64>], b: &[Complex<f64>]) -> bool {
    format!("{a:?}") == format!("{b:?}")
}

/// The files of points, and the functions in them.
fn all<B: Backend>() -> [(&'static str, Functions<B>); 5] {
    [
        ("special_plane.npz", orders()),
        ("special_functions.npz", functions()),
        ("special_parameters.npz", parameters()),
        ("special_integrals.npz", integrals()),
        ("special_plane_degrees.npz", polynomials()),
    ]
}

/// Errors are within the bounds.
pub fn errors<B: Backend>(xp: &B) {
    let mut wrong = Vec::new();
    for (file, functions) in all() {
        let data = npz(file);
        for (name, bound, call) in functions {
            let real = |part: &str| data[&format!("{name}/{part}")].cast::<f64>();
            let complex = |part: &str| -> Vec<Complex<f64>> { data[&format!("{name}/{part}")].to_vec() };
            let (v, z, out, scipy, terms) = (real("v"), complex("z"), complex("out"), complex("scipy"), real("terms"));
            let array = xp.from_slice(&z, z.len()).unwrap().into_dyn();
            let rows: Vec<_> = v.chunks(z.len()).map(|v| xp.from_slice(v, v.len()).unwrap().into_dyn()).collect();
            let results = numbers(&call(&rows, &array).unwrap());
            let error = |y: Complex<f64>, i: usize| {
                let error = (y - out[i]).norm() / (f64::EPSILON * out[i].norm().max(terms[i]));
                if error.is_nan() { f64::INFINITY } else { error }
            };
            let largest = |values: &[Complex<f64>]| {
                let errors = values.iter().enumerate().map(|(i, &y)| (error(y, i), i));
                errors.fold((0.0, 0), |worst, error| if error.0 > worst.0 { error } else { worst })
            };
            let ((worst, at), (theirs, _)) = (largest(&results), largest(&scipy));
            let text = format!(
                "{name}: {worst:.2} at {:?}, {}: {}, not {}, SciPy {theirs:.2}",
                v.chunks(z.len()).map(|v| v[at]).collect::<Vec<_>>(),
                z[at],
                results[at],
                out[at]
            );
            println!("{text}");
            if worst > bound {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Both complex types, layouts, shapes, broadcasting.
pub fn arguments<B: Backend>(xp: &B) {
    let z = [(0.5, 0.25), (-1.0, 2.0), (3.0, -0.5), (-0.75, -0.125)].map(|(re, im)| Complex::new(re, im));
    let z = xp.from_slice(&z, 4).unwrap();
    for (name, _, call) in all::<B>().into_iter().flat_map(|(_, functions)| functions) {
        let whole = name.starts_with("spherical") || name.starts_with("assoc");
        let (order, step) = if whole { (3.0, -1.0) } else { (1.5, 0.25) };
        let order = [0.0, step, 2.0 * step].map(|more| xp.full([], order + more).unwrap().into_dyn());
        let expected = numbers(&call(&order, z.as_dyn()).unwrap());
        for z in layouts(&z) {
            assert!(same(&numbers(&call(&order, z.as_dyn()).unwrap()), &expected), "{name}");
        }
        // Of single precision: the values of the same numbers, rounded.
        let single = z.as_dyn().astype(DType::Complex64).unwrap();
        let y = call(&order.each_ref().map(|v| v.astype(DType::F32).unwrap()), &single).unwrap();
        assert_eq!(y.dtype(), DType::Complex64, "{name}");
        let exact = call(&order, z.as_dyn()).unwrap().astype(DType::Complex64).unwrap();
        assert!(same(&numbers(&y), &numbers(&exact)), "{name}");
        let none: Array<Complex<f64>, B> = xp.zeros([0, 3]).unwrap();
        assert_eq!(call(&order, none.as_dyn()).unwrap().shape(), [0, 3], "{name}");
        let one = z.slice(s![2]).unwrap();
        let y = call(&order, one.as_dyn()).unwrap();
        assert!(y.shape().is_empty() && same(&numbers(&y), &expected[2..3]), "{name}");
        let nan = xp.full([1], Complex::new(f64::NAN, 0.0)).unwrap();
        assert!(numbers(&call(&order, nan.as_dyn()).unwrap())[0].re.is_nan(), "{name}");
    }
    for (name, _, call) in orders::<B>() {
        // Orders along columns.
        let column = xp.from_slice(&[0.0, 2.5], [2, 1]).unwrap();
        let grid = call(&[column.as_dyn().clone()], z.as_dyn()).unwrap();
        assert_eq!(grid.shape(), [2, 4], "{name}");
        let first = numbers(&call(&[xp.full([], 0.0).unwrap().into_dyn()], z.as_dyn()).unwrap());
        assert!(same(&numbers(&grid)[..4], &first), "{name}");
        assert!(matches!(call(&[z.as_dyn().clone()], z.as_dyn()), Err(Error::DType { .. })), "{name}");
        let three = xp.zeros::<f64>(3).unwrap();
        assert!(matches!(call(&[three.as_dyn().clone()], z.as_dyn()), Err(Error::Shape { .. })), "{name}");
    }
    // Real numbers of Hankel's functions, and complex ones as numbers.
    let h = special::hankel1(0.5, xp.array(&[1.0f32]).unwrap()).unwrap();
    assert_eq!((h.dtype(), h.to_string().as_str()), (DType::Complex64, "[0.67139673-0.43109888j]"));
    let j = special::jv(xp.array([0.5]).unwrap(), Complex::new(-1.0, 0.0)).unwrap();
    assert!((numbers(&j)[0] - Complex::new(0.0, 0.6713967071418031)).norm() < 1e-15);
    // At 0.
    let zero = xp.array([Complex::new(0.0, 0.0)]).unwrap();
    let text = |y: Result<DynArray<B>>| y.unwrap().to_string();
    assert_eq!(text(special::jv(0.0, &zero)), "[1.+0.j]");
    assert_eq!(text(special::iv(2.0, &zero)), "[0.+0.j]");
    assert_eq!(text(special::wofz(&zero)), "[1.+0.j]");
    assert_eq!(text(special::erf(&zero)), "[0.+0.j]");
    assert_eq!(text(special::gamma(&zero)), "[nan+nanj]");
    assert_eq!(text(special::rgamma(&zero)), "[0.+0.j]");
    let ai = special::airy(&zero).unwrap();
    assert_eq!(ai[0].to_string(), "[0.35502805+0.j]");
    assert!(matches!(special::wofz(&xp.full([], true).unwrap()), Err(Error::DType { .. })));
}

/// Sides of cuts, also those of zeros with a sign, poles and infinite numbers: as SciPy's, or limits where it has none.
pub fn cuts<B: Backend>(xp: &B) {
    let infinite = f64::INFINITY;
    let call = |f: Call<B>, z: [(f64, f64); 2]| {
        let z = xp.from_slice(&z.map(|(re, im)| Complex::new(re, im)), 2).unwrap();
        let half = xp.full([], 0.5).unwrap().into_dyn();
        numbers(&f(&[half], z.as_dyn()).unwrap()).iter().map(|z| (z.re, z.im)).collect::<Vec<_>>()
    };
    let (pi, half) = (std::f64::consts::PI, std::f64::consts::FRAC_PI_2);
    let sides = |x: f64| [(x, 0.0), (x, -0.0)];
    let both = |y: (f64, f64)| [y, y];
    let mirrored = |(re, im): (f64, f64)| [(re, im), (re, -im)];
    let beyond = f64::from_bits(pi.to_bits() + 1);
    let cases: [(&str, Call<B>, [(f64, f64); 2], [(f64, f64); 2]); 21] = [
        ("exp1", |_, z| special::exp1(z), sides(-1.0), mirrored((-1.8951178163559368, -pi))),
        ("exp1", |_, z| special::exp1(z), sides(-60.0), mirrored((-1.9361822139292765e24, -pi))),
        ("expi", |_, z| special::expi(z), sides(-1.0), both((-0.21938393439552029, 0.0))),
        ("expi", |_, z| special::expi(z), sides(1.0), both((1.8951178163559368, 0.0))),
        ("ci", |_, z| Ok(special::sici(z)?.1), sides(-1.0), both((0.33740392290096813, pi))),
        ("ci", |_, z| Ok(special::sici(z)?.1), [(0.0, 2.0), (-0.0, 2.0)], both((2.4526669226469147, half))),
        (
            "si",
            |_, z| Ok(special::sici(z)?.0),
            [(0.0, 3.0), (-0.0, -3.0)],
            [(0.0, 4.973440475859807), (0.0, -4.973440475859807)],
        ),
        ("chi", |_, z| Ok(special::shichi(z)?.1), sides(-3.0), both((4.960_392_094_765_61, pi))),
        ("chi", |_, z| Ok(special::shichi(z)?.1), [(0.0, 3.0), (-0.0, -3.0)], mirrored((0.11962978600800032, half))),
        ("spence", |_, z| special::spence(z), sides(-1.0), mirrored((2.4674011002723395, -2.177586090303602))),
        ("spence", |_, z| special::spence(z), sides(-0.25), mirrored((2.1901770114416458, -0.701_026_141_504_658_5))),
        ("digamma", |_, z| special::digamma(z), sides(-2.5), both((1.103_156_640_645_243, 0.0))),
        ("log_ndtr", |_, z| special::log_ndtr(z), sides(-50.0), both((-1254.8313611394194, 0.0))),
        (
            "fresnel_s",
            |_, z| Ok(special::fresnel(z)?.0),
            [(0.0, 2.0), (-2.0, 0.0)],
            [(0.0, -0.34341567836369824), (-0.34341567836369824, 0.0)],
        ),
        ("wrightomega", |_, z| special::wrightomega(z), [(-2.0, pi), (-2.0, -pi)], both((-0.15859433956303937, 0.0))),
        (
            "wrightomega",
            |_, z| special::wrightomega(z),
            [(-2.0, beyond), (-2.0, -beyond)],
            both((-3.146_193_220_620_583, 0.0)),
        ),
        (
            "eval_legendre",
            |v, z| special::eval_legendre(&v[0], z),
            sides(-3.0),
            both((-0.071_867_078_172_259_8, -1.5973866051758862)),
        ),
        ("eval_chebyt", |v, z| special::eval_chebyt(&v[0], z), sides(-3.0), both((0.0, -1.0))),
        ("eval_chebyu", |v, z| special::eval_chebyu(&v[0], z), sides(-3.0), both((0.0, -2.5))),
        ("eval_chebyu", |v, z| special::eval_chebyu(&v[0], z), sides(1.0), both((1.5, 0.0))),
        ("eval_laguerre", |v, z| special::eval_laguerre(&v[0], z), sides(-3.0), both((2.126_852_598_479_41, 0.0))),
    ];
    for (name, f, z, expected) in cases {
        for (found, expected) in call(f, z).into_iter().zip(expected) {
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-14 * expected.0.hypot(expected.1);
            assert!(close(found.0, expected.0) && close(found.1, expected.1), "{name}: {found:?}, not {expected:?}");
        }
    }
    let nan = f64::NAN;
    let ends: [(&str, Call<B>, [(f64, f64); 2], [(f64, f64); 2]); 14] = [
        ("exp1", |_, z| special::exp1(z), sides(0.0), both((infinite, 0.0))),
        ("exp1", |_, z| special::exp1(z), [(infinite, 1.0), (-infinite, 0.0)], [(0.0, 0.0), (-infinite, -pi)]),
        ("expi", |_, z| special::expi(z), [(0.0, 0.0), (infinite, 0.0)], [(-infinite, 0.0), (infinite, 0.0)]),
        ("si", |_, z| Ok(special::sici(z)?.0), [(infinite, 0.0), (-infinite, 0.0)], [(half, 0.0), (-half, 0.0)]),
        ("ci", |_, z| Ok(special::sici(z)?.1), [(infinite, 0.0), (-infinite, 0.0)], [(0.0, 0.0), (0.0, pi)]),
        ("shi", |_, z| Ok(special::shichi(z)?.0), [(infinite, 0.0), (0.0, infinite)], [(infinite, 0.0), (nan, nan)]),
        ("digamma", |_, z| special::digamma(z), [(-1.0, 0.0), (0.0, -0.0)], both((nan, nan))),
        (
            "digamma",
            |_, z| special::digamma(z),
            [(infinite, 0.0), (0.0, infinite)],
            [(infinite, 0.0), (infinite, half)],
        ),
        ("spence", |_, z| special::spence(z), [(1.0, 0.0), (infinite, 0.0)], [(0.0, 0.0), (nan, nan)]),
        ("ndtr", |_, z| special::ndtr(z), [(infinite, 1.0), (-infinite, 0.0)], [(1.0, 0.0), (0.0, 0.0)]),
        ("log_ndtr", |_, z| special::log_ndtr(z), [(infinite, 0.0), (-infinite, 0.0)], [(0.0, 0.0), (-infinite, 0.0)]),
        ("fresnel_c", |_, z| Ok(special::fresnel(z)?.1), [(infinite, 0.0), (0.0, infinite)], [(0.5, 0.0), (0.0, 0.5)]),
        (
            "wrightomega",
            |_, z| special::wrightomega(z),
            [(-infinite, 1.0), (infinite, 1.0)],
            [(0.0, 0.0), (infinite, 1.0)],
        ),
        ("eval_chebyt", |v, z| special::eval_chebyt(&v[0], z), [(1.0, 0.0), (-1.0, 0.0)], [(1.0, 0.0), (0.0, 0.0)]),
    ];
    for (name, f, z, expected) in ends {
        for (found, expected) in call(f, z).into_iter().zip(expected) {
            let same = |a: f64, b: f64| a == b || (a - b).abs() < 1e-15 || (a.is_nan() && b.is_nan());
            assert!(same(found.0, expected.0) && same(found.1, expected.1), "{name}: {found:?}, not {expected:?}");
        }
    }
    // Of real numbers as well.
    let x = xp.array([-800.0, -2.0, 0.0, 1.0, 1e10, infinite]).unwrap();
    let omega = special::wrightomega(&x).unwrap().to_string();
    assert_eq!(omega, special::wrightomega(&x.astype::<Complex<f64>>()).unwrap().real().unwrap().to_string());
    assert!(matches!(special::k0(xp.array([Complex::new(1.0, 0.0)]).unwrap().as_dyn()), Err(Error::DType { .. })));
}

/// Derivatives of real numbers, and at the ends of the interval.
pub fn derivatives<B: Backend>(xp: &B) {
    let x = xp.array([0.3, -0.5, 0.95]).unwrap();
    let options = AssocLegendre::new();
    for (n, m) in [(3, 0), (4, 1), (5, -2), (6, 3), (2, 5)] {
        for options in [options, options.normalized(true)] {
            let value = special::assoc_legendre_p_with(n, m, &x, options).unwrap();
            for x in layouts(&x) {
                let real = special::assoc_legendre_p_derivatives(n, m, &x, options).unwrap();
                let z = x.astype::<Complex<f64>>();
                let complex = special::assoc_legendre_p_derivatives(n, m, &z, options).unwrap();
                assert!(real[0].allclose(&value).unwrap());
                for (real, complex) in real.iter().zip(&complex) {
                    assert!(real.dtype() == DType::F64 && real.allclose(complex.real().unwrap()).unwrap(), "{n}, {m}");
                }
            }
        }
    }
    let text = |n: i64, m: i64, x: &Array<f64, B>, options| {
        special::assoc_legendre_p_derivatives(n, m, x, options).unwrap().map(|p| p.to_string())
    };
    // 3/2 (1 - 5 x^2) sqrt(1 - x^2), 15 x (1 - x^2) and -15 (1 - x^2)^(3/2).
    let ends = xp.array([1.0, -1.0, 2.0, f64::NAN]).unwrap();
    assert_eq!(text(3, 0, &ends, options), ["[ 1. -1. 17. nan]", "[ 6.   6.  28.5  nan]", "[ 15. -15.  30.  nan]"]);
    assert_eq!(text(3, 1, &ends, options)[1..], ["[ inf -inf  nan  nan]", "[inf inf nan nan]"]);
    assert_eq!(text(3, 2, &ends, options)[1..], ["[-30. -30.  nan  nan]", "[-90.  90.  nan  nan]"]);
    assert_eq!(text(3, 3, &ends, options)[2], "[-inf -inf  nan  nan]");
    assert_eq!(text(4, 4, &ends, options)[2], "[840. 840.  nan  nan]");
    assert_eq!(text(2, 3, &ends, options), ["[ 0.  0.  0. nan]"; 3]);
    assert_eq!(text(2, 1, &ends, options.outside(true))[1], "[        inf         nan 12.12435565         nan]");
    let single = xp.array(&[0.5f32]).unwrap();
    let all = special::assoc_legendre_p_derivatives(2, 0, &single, options).unwrap();
    assert_eq!(
        all.map(|p| (p.dtype(), p.to_string())),
        [-0.125, 1.5, 3.0].map(|p| (DType::F32, format!("[{p:?}]").replace(".0]", ".]")))
    );
    let grid = special::assoc_legendre_p_derivatives(xp.array([[1], [2]]).unwrap(), 1, &x, options).unwrap();
    assert!(grid.iter().all(|p| p.shape() == [2, 3]));
    let none = special::assoc_legendre_p_derivatives(1, 1, xp.zeros::<f64>([0, 2]).unwrap(), options).unwrap();
    assert!(none.iter().all(|p| p.shape() == [0, 2]));
    let one = special::assoc_legendre_p_derivatives(1, 0, xp.full([], 0.5).unwrap(), options).unwrap();
    assert_eq!(one.map(|p| p.to_string()), ["0.5", "1.0", "0.0"]);
    let complex = x.astype::<Complex<f64>>();
    let refused = special::assoc_legendre_p_derivatives(&complex, 0, &x, options);
    assert!(matches!(refused, Err(Error::DType { .. })));
}
