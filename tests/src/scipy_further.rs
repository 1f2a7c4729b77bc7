//! Splines of two variables, envelopes of bands, and what is not a number or not a number's truth: against SciPy 1.17.

use xparray::prelude::*;
use xparray::scipy::interpolate::{BivariateSpline, RectBivariateSpline};
use xparray::scipy::ndimage::{Filter, prewitt, sobel};
use xparray::scipy::signal::{Envelope, Residual, envelope};
use xparray::scipy::stats;
use xparray::{DynArray, Error, s};

#[track_caller]
fn near<B: Backend>(found: &DynArray<B>, expected: &[f64], tolerance: f64) {
    let found = found.reshape([-1]).unwrap().astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap();
    assert_eq!(found.len(), expected.len());
    let size = expected.iter().fold(1.0f64, |most, x| most.max(x.abs()));
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= tolerance * size, "{found:e}, not {expected:e}");
    }
}

const X: [f64; 6] = [0.0, 0.5, 1.2, 2.0, 3.0, 3.7];
const Y: [f64; 5] = [-1.0, 0.0, 0.4, 1.1, 2.0];
const Z: [f64; 30] = [
    0.0284,
    -0.0839,
    0.0844,
    -0.0978,
    0.0408,
    0.3898671744581399,
    0.403425538604203,
    0.6065507853429855,
    0.6361656441700282,
    0.8889702872780639,
    0.6908715372720552,
    0.8320390859672263,
    1.0807711349769669,
    1.2067366630629253,
    1.7982859412396688,
    0.5976241018114661,
    0.9246974268256817,
    1.012429985895184,
    1.1836037400086497,
    1.5616479365657878,
    0.14534427327350052,
    0.0744200080598672,
    0.0951123647823564,
    0.2636934334998271,
    0.2461374197971442,
    -0.398712267160698,
    -0.6290361409084935,
    -0.49848858072729285,
    -0.8198851853119588,
    -0.8685243934757206,
];

/// `RectBivariateSpline`.
pub fn surfaces<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.array(x).unwrap();
    let (x, y, z) = (of(&X), of(&Y), of(&Z).reshape([6, 5]).unwrap());
    // Some places are outside.
    let (qx, qy) = (of(&[-1.0, 0.2, 1.2, 2.9, 5.0]), of(&[-2.0, -0.3, 0.4, 1.7, 2.5]));
    let known: [([usize; 2], [f64; 5], [f64; 5], f64); 3] = [
        (
            [3, 3],
            [0.0284, -0.016027795692028623, 1.0807711349769666, 0.47948966026249085, -0.8685243934757206],
            [2.0035993915307735, 0.025310407199406523, -0.10436869289035372, -0.2743749761553763, 4.102047479700675],
            3.983018070362808,
        ),
        (
            [1, 4],
            [0.0284, -0.06740413515915104, 1.0807711349769669, 0.45377076482442885, -0.8685243934757206],
            [-2.056485281385282, 0.5236404304102227, 0.46839148469617126, -0.05457427828604977, 1.8427811774948928],
            3.693973947735243,
        ),
        (
            [5, 2],
            [0.0284, 0.06624837097789225, 1.0807711349769664, 0.4312583075533167, -0.8685243934757206],
            [1.3911709644726111, 0.2089360601652921, -0.1239823068411954, -0.12862637035665236, 0.931178723410938],
            4.023414191064006,
        ),
    ];
    for ([kx, ky], values, slopes, integral) in known {
        let spline = RectBivariateSpline::new().kx(kx).ky(ky).fit(&x, &y, &z).unwrap();
        near(&spline.evaluate(&qx, &qy).unwrap(), &values, 1e-12);
        let nu = [usize::from(kx > 1), 1];
        near(&spline.evaluate_with(&qx, &qy, nu).unwrap(), &slopes, 1e-11);
        near(&spline.partial_derivative(nu).unwrap().evaluate(&qx, &qy).unwrap(), &slopes, 1e-11);
        // On a grid and back again, the same values.
        let grid = spline.evaluate_grid(&qx, &qy).unwrap();
        assert_eq!(grid.shape(), [5, 5]);
        near(&grid.diagonal().unwrap(), &values, 1e-12);
        let found = spline.integral([0.3, 5.0], [-0.5, 1.5]).unwrap();
        assert!((found - integral).abs() < 1e-11, "{found}, not {integral}");
        assert!((spline.integral([5.0, 0.3], [-0.5, 1.5]).unwrap() + integral).abs() < 1e-11);
        let knots = spline.knots();
        let again = BivariateSpline::new(knots[0], knots[1], spline.coeffs(), [kx, ky]).unwrap();
        near(&again.evaluate(&qx, &qy).unwrap(), &values, 1e-12);
        assert_eq!((spline.residual(), spline.degrees()), (0.0, vec![kx, ky]));
        assert!(spline.partial_derivative([0, 0]).unwrap().residual().is_nan());
        assert!(matches!(spline.partial_derivative([kx + 1, 0]), Err(Error::Value { .. })));
    }
    let wide = RectBivariateSpline::new().bbox([Some(-1.0), Some(4.0)], [Some(-2.0), Some(3.0)]);
    let expected =
        [22.556387509587243, -0.016027795692028477, 1.0807711349769666, 0.4794896602624911, 1.118480823104837];
    near(&wide.fit(&x, &y, &z).unwrap().evaluate(&qx, &qy).unwrap(), &expected, 1e-10);
    // As smooth as may be.
    let known = [
        (
            5.0,
            0.3486673299237688,
            [0.00895024601335921, 0.2086162009141174, 1.0060014335094236, 0.5744240430744532, -1.0096212036966177],
        ),
        (
            0.3,
            0.2998629497860614,
            [0.0056119351242375935, 0.20746713090754954, 1.0191786067278816, 0.546239967226434, -0.9912354998373328],
        ),
    ];
    for (s, residual, values) in known {
        let spline = RectBivariateSpline::new().kx(2).ky(1).s(s).fit(&x, &y, &z).unwrap();
        assert!((spline.residual() - residual).abs() < 1e-8, "{}, not {residual}", spline.residual());
        near(&spline.evaluate(&qx, &qy).unwrap(), &values, 1e-8);
    }
    let tight = RectBivariateSpline::new().s(1e-3).fit(&x, &y, &z).unwrap();
    assert!((tight.residual() - 1e-3).abs() < 1e-5, "{}", tight.residual());

    let plain = RectBivariateSpline::new();
    assert!(matches!(plain.fit(&x, &y, &z.transpose()), Err(Error::Shape { .. })));
    assert!(matches!(plain.fit(&x.flip(0).unwrap(), &y, &z), Err(Error::Value { .. })));
    assert!(matches!(plain.fit(&x, &y, &z.multiply(f64::NAN).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(plain.fit(&x, &y, &z.astype::<Complex<f64>>()), Err(Error::DType { .. })));
    for wrong in [plain.kx(6), plain.ky(0), plain.ky(5), plain.s(-1.0), plain.bbox([Some(1.0), None], [None; 2])] {
        assert!(matches!(wrong.fit(&x, &y, &z), Err(Error::Value { .. })), "{wrong:?}");
    }
    let t = of(&[0.0, 0.0, 1.0, 1.0]);
    assert!(matches!(BivariateSpline::new(&t, &t, &t, [1, 1]), Err(Error::Shape { .. })));
}

/// `envelope`.
pub fn envelopes<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.array(x).unwrap();
    let x = of(&[0.0, 1.0, 3.0, -2.0, 1.0, 4.0, 0.0, -1.0, 2.0]);
    let (found, left) = envelope(&x, Envelope::new()).unwrap();
    let expected = [
        1.2629033693452645,
        2.06714715537562,
        2.672783522331861,
        3.091905738737711,
        3.3326639324835616,
        3.204934467079101,
        2.766478761186216,
        2.1169821494623218,
        1.3010882593520678,
    ];
    near(&found, &expected, 1e-12);
    near(&left, &[8.0 / 9.0; 9], 1e-12);
    let (found, left) = envelope(&x, Envelope::new().band(2, 4).n_out(5).residual(Residual::All)).unwrap();
    near(
        &found,
        &[1.0127279563525333, 2.235066383376334, 3.258842631474745, 3.1821854726408922, 2.0485643696437954],
        1e-12,
    );
    near(
        &left,
        &[0.6548814623913897, 0.9303509091311982, 1.1485212531383715, 1.007888494332253, 0.7028023254512324],
        1e-12,
    );
    // Of columns, and of numbers with imaginary parts.
    let z =
        x.astype::<Complex<f64>>().add(&x.flip(0).unwrap().square().multiply(Complex::new(0.0, 1.0)).unwrap()).unwrap();
    let options = Envelope::new().band(-2, 3).squared(true).axis(0);
    let (found, left) = envelope(&z.expand_dims(1).unwrap(), options).unwrap();
    assert_eq!((found.shape(), left.shape()), (&[9, 1][..], &[9, 1][..]));
    near(&found.slice(s![..3]).unwrap(), &[2.039190154410982, 5.851455184967243, 29.720715742265853], 1e-12);
    near(&left.real().unwrap().slice(s![..2]).unwrap(), &[-1.7282368358378424, 2.7505326117941356], 1e-12);
    near(&left.imag().unwrap().slice(s![..2]).unwrap(), &[1.0083990388653483, 0.9079641135891268], 1e-12);
    for wrong in
        [Envelope::new().band(3, 3), Envelope::new().band(0, 6), Envelope::new().band(-7, 1), Envelope::new().n_out(0)]
    {
        assert!(matches!(envelope(&x, wrong), Err(Error::Value { .. })), "{wrong:?}");
    }
    assert!(matches!(envelope(&x, Envelope::new().axis(1)), Err(Error::Axis { .. })));
    assert!(matches!(envelope(&of(&[]), Envelope::new()), Err(Error::Value { .. })));
}

/// Differences of truth values, of which those of both signs take each other away.
pub fn truths<B: Backend>(xp: &B) {
    let x =
        xp.array(&[1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]).unwrap().reshape([4, 4]).unwrap().astype::<bool>();
    let found = prewitt(&x, -1, Filter::new()).unwrap();
    near(&found, &[1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0], 0.0);
    let found = sobel(&x, 0, Filter::new()).unwrap();
    near(&found, &[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.0);
}

/// Numbers of distributions that are nowhere.
pub fn nowhere<B: Backend>(xp: &B) {
    let loc = xp.array([f64::NAN, 1.0]).unwrap();
    let law = stats::norm(xp).unwrap().loc(&loc).unwrap();
    for found in law.stats().unwrap().iter().chain([&law.std().unwrap(), &law.entropy().unwrap()]) {
        assert_eq!(found.isnan().unwrap().to_string(), "[ True False]");
    }
    let law = stats::poisson(xp, 2.5).unwrap().loc(&loc).unwrap();
    for found in law.stats().unwrap().iter().chain([&law.std().unwrap(), &law.entropy().unwrap()]) {
        assert_eq!(found.isnan().unwrap().to_string(), "[ True False]");
    }
}
