//! Distributions of all integers, of Zipf's first ones, and two of the half line, against sums and integrals in mpmath.

use crate::special_ends::near;
use crate::stats_laws::{Row, check};
use xparray::Result;
use xparray::prelude::*;
use xparray::scipy::stats::{self, Discrete};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// A distribution at integers: probabilities, quantiles, moments and entropy; NaN is not looked at.
fn check_integers<B: Backend>(xp: &B, law: Result<Discrete<B>>, rows: &[Row], moments: [f64; 4], entropy: f64) {
    let law = law.unwrap();
    let column = |f: &dyn Fn(&Row) -> f64| rows.iter().map(f).collect::<Vec<f64>>();
    let k = column(&|row| row.0);
    let [mass, below, above] = [0, 1, 2].map(|part| column(&|row| row.1[part]));
    let x = xp.from_slice(&k, k.len()).unwrap().into_dyn();
    let backwards = x.flip(0).unwrap().copy().unwrap().flip(0).unwrap();
    for x in [&x, &backwards] {
        near(&law.pmf(x).unwrap(), &mass, 1e-11);
        near(&law.logpmf(x).unwrap().exp().unwrap(), &mass, 1e-11);
        near(&law.cdf(x).unwrap(), &below, 1e-11);
        near(&law.sf(x.add(0.25).unwrap()).unwrap(), &above, 1e-11);
    }
    assert_eq!(law.pmf(x.add(0.5).unwrap()).unwrap().typed::<f64>().unwrap().to_vec().unwrap(), vec![0.0; k.len()]);
    let moved = law.clone().loc(7).unwrap();
    for &(k, [mass, below, above]) in rows {
        // Between two steps, which rounding does not reach.
        if below < 0.9 {
            near(&moved.ppf(below - 0.4 * mass).unwrap(), &[k + 7.0], 0.0);
        }
        if above < 0.9 && above > 0.0 {
            near(&moved.isf(above + 0.4 * mass).unwrap(), &[k + 7.0], 0.0);
        }
    }
    for (found, expected) in law.stats().unwrap().iter().zip(moments) {
        if !expected.is_nan() {
            near(found, &[expected], 1e-9);
        }
    }
    if !entropy.is_nan() {
        near(&law.entropy().unwrap(), &[entropy], 1e-10);
    }
    let ends = xp.array([NAN, -INF, INF]).unwrap();
    assert_eq!(law.cdf(&ends).unwrap().to_string(), "[nan  0.  1.]");
    assert_eq!(law.sf(&ends).unwrap().to_string(), "[nan  1.  0.]");
    let drawn = law.rvs(&mut xp.rng(3), [2000]).unwrap();
    let [mean, variance, ..] = moments;
    let off = drawn.mean(0).unwrap().item().unwrap().get::<f64>() - mean;
    assert!(off.abs() < 5.0 * (variance / 2000.0).sqrt() + 1e-9, "{off}");
}

/// `skellam`, `dlaplace`.
pub fn of_all<B: Backend>(xp: &B) {
    let rows = [
        (-30.0, [7.920398187891865e-32, 8.251655068171257e-32, 1.0]),
        (-4.0, [0.00434096274693916, 0.005560688078205586, 0.9944393119217945]),
        (-1.0, [0.10656667781908837, 0.17476426226415215, 0.8252357377358479]),
        (0.0, [0.17878891682841067, 0.3535531790925628, 0.6464468209074372]),
        (3.0, [0.12695287264230556, 0.8807105565193251, 0.11928944348067495]),
        (20.0, [1.0197217835473173e-12, 0.9999999999998641, 1.3584534769241397e-13]),
    ];
    let moments = [1.25, 3.75, 0.17213259316477408, 0.26666666666666666];
    check_integers(xp, stats::skellam(xp, 2.5, 1.25), &rows, moments, 2.076602940556825);
    let rows = [
        (-90.0, [4.3796636331853585e-12, 7.764991525931595e-12, 0.999999999992235]),
        (-41.0, [0.06140882083224324, 0.45802041135406096, 0.5419795886459391]),
        (-10.0, [1.2308420453729542e-08, 0.9999999960617756, 3.938224440764239e-09]),
        (0.0, [4.4155775526694154e-18, 1.0, 4.331709160658798e-21]),
        (2.0, [2.150489913900481e-24, 1.0, 7.146315006825028e-28]),
    ];
    let moments = [-39.999, 40.001, -0.15810400122424237, 0.02499937501562461];
    check_integers(xp, stats::skellam(xp, 0.001, 40.0), &rows, moments, 3.261280785802831);
    let rows = [
        (-200.0, [5.5922654271765545e-42, 1.2334942351622446e-41, 1.0]),
        (60.0, [0.0035983764228434117, 0.03837961282127989, 0.9616203871787201]),
        (100.0, [0.017845408034782156, 0.5095176568156693, 0.4904823431843307]),
        (180.0, [3.142174411767114e-05, 0.9998282351281479, 0.00017176487185210435]),
        (400.0, [2.7358243009709517e-39, 1.0, 3.764718916395829e-39]),
    ];
    let moments = [100.0, 500.0, 0.00894427190999916, 0.002];
    check_integers(xp, stats::skellam(xp, 300.0, 200.0), &rows, moments, 4.526235851534245);
    // Where probabilities are no numbers any more.
    for (k, means, log) in [
        (400, [2.5, 1.25], -1637.7266122916573),
        (-20000, [1000.0, 4000.0], -16995.625651065682),
        (60000, [3000.0, 2000.0], -124650.44121291501),
    ] {
        near(&stats::skellam(xp, means[0], means[1]).unwrap().logpmf(k).unwrap(), &[log], 1e-13);
    }
    let rows = [
        (-300.0, [6.88744187509159e-99, 1.3053459576665041e-98, 1.0]),
        (-3.0, [0.03777059190217996, 0.07158490823202215, 0.9284150917679779]),
        (-1.0, [0.16927604890819933, 0.320821300824607, 0.679178699175393]),
        (0.0, [0.35835739835078595, 0.679178699175393, 0.320821300824607]),
        (2.0, [0.07996034368438554, 0.9284150917679779, 0.07158490823202215]),
        (40.0, [3.353373421861123e-14, 0.99999999999997, 3.002124773489526e-14]),
    ];
    let moments = [0.0, 3.3934737801522035, 0.0, 3.294683284676845];
    check_integers(xp, stats::dlaplace(xp, 0.75), &rows, moments, 1.9382817975754667);
    let rows = [
        (-5000.0, [9.643668876046228e-25, 9.69196758419982e-23, 1.0]),
        (0.0, [0.004999958333749996, 0.5024999791668749, 0.497500020833125]),
        (700.0, [4.5593718330706295e-06, 0.9995463387031392, 0.0004536612968607228]),
    ];
    let moments = [0.0, 19999.833334166662, 0.0, 3.000050000416668];
    check_integers(xp, stats::dlaplace(xp, 0.01), &rows, moments, 6.298309033360535);
    assert_eq!(
        stats::dlaplace(xp, 0.75).unwrap().ppf(xp.array([0.0, 1.0, NAN]).unwrap()).unwrap().to_string(),
        "[-inf  inf  nan]"
    );
}

/// `zipfian`.
pub fn of_first<B: Backend>(xp: &B) {
    let rows = [
        (1.0, [0.3001399906995915, 0.3001399906995915, 0.6998600093004085]),
        (2.0, [0.12619332112678486, 0.42633331182637635, 0.5736666881736237]),
        (30.0, [0.0042748639375274, 0.8683157388688411, 0.13168426113115897]),
        (99.0, [0.0009611249946585447, 0.9990508740124875, 0.0009491259875124634]),
    ];
    let moments = [12.458352319851597, 391.85861505524565, 2.373365698957623, 5.285201789021883];
    check_integers(xp, stats::zipfian(xp, 1.25, 100), &rows, moments, 3.098949936169483);
    let rows = [
        (1.0, [0.14285714285714285, 0.14285714285714285, 0.8571428571428571]),
        (3.0, [0.14285714285714285, 0.42857142857142855, 0.5714285714285714]),
        (6.0, [0.14285714285714285, 0.8571428571428571, 0.14285714285714285]),
    ];
    check_integers(xp, stats::zipfian(xp, 0.0, 7), &rows, [4.0, 4.0, NAN, -1.25], 1.9459101490553132);
    let rows = [
        (1.0, [0.13359213049244015, 0.13359213049244015, 0.8664078695075599]),
        (25.0, [0.005343685219697606, 0.5097819828361406, 0.4902180171638594]),
        (900.0, [0.00014843570054715572, 0.985932083417148, 0.01406791658285198]),
    ];
    let moments = [133.59213049244016, 49016.00398195714, 2.079711014143336, 3.591931287514788];
    check_integers(xp, stats::zipfian(xp, 1.0, 1000), &rows, moments, 5.191011033332523);
    let rows = [
        (1.0, [0.9999999999993568, 0.9999999999993568, 6.431099185654543e-13]),
        (2.0, [6.431098710764607e-13, 1.0, 4.748899367435015e-20]),
        (5.0, [4.9171654835140013e-29, 1.0, 3.0600007705947534e-32]),
        (30.0, [1.5017207575729777e-60, 1.0, 5.5337955211840165e-61]),
    ];
    let law = stats::zipfian(xp, 40.5, 60).unwrap();
    for (k, [mass, below, above]) in rows {
        near(&law.pmf(k).unwrap(), &[mass], 1e-12);
        near(&law.cdf(k).unwrap(), &[below], 1e-12);
        near(&law.sf(k).unwrap(), &[above], 1e-12);
    }
    let rows = [
        (1.0, [5.000003650887688e-07, 5.000003650887688e-07, 0.9999994999996349]),
        (1000.0, [1.5811399845962473e-08, 3.090052694547582e-05, 0.9999690994730546]),
        (1e9, [1.581139984596247e-11, 0.03162206952204308, 0.968377930477957]),
        (999_999_999_999.0, [5.000003650890188e-13, 0.9999999999995, 5.000003650887688e-13]),
    ];
    let law = stats::zipfian(xp, 0.5, 1_000_000_000_000i64).unwrap();
    for (k, [mass, below, above]) in rows {
        near(&law.pmf(k).unwrap(), &[mass], 1e-12);
        near(&law.cdf(k).unwrap(), &[below], 1e-12);
        near(&law.sf(k).unwrap(), &[above], 1e-12);
    }
}

/// `genexpon`, `kstwobign`.
pub fn of_half_lines<B: Backend>(xp: &B) {
    let rows = [
        (1e-09, [0.7500000031875, 7.5000000159375e-10, 0.99999999925]),
        (0.01, [0.7810092086042437, 0.0076564858525053296, 0.9923435141474947]),
        (0.5, [0.9067096723515128, 0.5018743268725013, 0.49812567312749867]),
        (2.0, [0.04515678941260667, 0.979839756716129, 0.020160243283871]),
        (30.0, [1.9855538900892032e-29, 1.0, 8.824683955952015e-30]),
    ];
    let moments = [0.6189087260912967, 0.2511115519887519, 1.589744477510531, 3.951830154783774];
    check(xp, stats::genexpon(xp, 0.75, 1.5, 2.5), &rows, moments, 0.4824629141693645);
    let rows = [
        (1e-08, [0.0010000149999899622, 1.0000074999949874e-11, 0.9999999999899999]),
        (0.001, [0.00249962068846457, 1.7498734845930456e-06, 0.9999982501265154]),
        (0.25, [0.3378757944456614, 0.04422372521303883, 0.9557762747869611]),
        (1.5, [0.4165249394327016, 0.737025791051091, 0.262974208948909]),
        (9.0, [2.0862955000559897e-09, 0.9999999992969928, 7.030072021934587e-10]),
    ];
    let moments = [1.1494719290753097, 0.44150318872244215, 0.9261328226020958, 1.1256525091777898];
    check(xp, stats::genexpon(xp, 0.001, 3.0, 0.5), &rows, moments, 0.9184549289559902);
    let rows = [
        (0.1, [1.6241713974329762e-49, 6.6093052422454705e-53, 1.0]),
        (0.3, [0.0008193934196931303, 9.305801334566633e-06, 0.9999906941986655]),
        (0.8, [1.6270243456365923, 0.4558575884258019, 0.5441424115741982]),
        (0.84, [1.5438158439668141, 0.5193646400913112, 0.4806353599086888]),
        (1.5, [0.13330722741988021, 0.9777820373834749, 0.02221796261652513]),
        (4.0, [4.052532975710136e-13, 0.9999999999999747, 2.532833109818835e-14]),
    ];
    let moments = [0.8687311606361591, 0.06777320396386508, 0.8604261371436683, 0.8816189679105237];
    check(xp, stats::kstwobign(xp), &rows, moments, 0.0008903226544026737);
    // Beyond what densities are numbers of: `log(8 z) - 2 z^2`.
    near(&stats::kstwobign(xp).unwrap().logpdf(30.0).unwrap(), &[-1794.519361076658], 1e-13);
}

/// Parameters that are not valid.
pub fn parameters<B: Backend>(xp: &B) {
    let bad = xp.array([-1.0, NAN, INF]).unwrap();
    let unknown = |law: Discrete<B>| {
        for found in [law.pmf(1), law.cdf(1), law.ppf(0.5), law.mean(), law.entropy()] {
            assert_eq!(found.unwrap().to_string(), "[nan nan nan]");
        }
    };
    unknown(stats::skellam(xp, &bad, 1.0).unwrap());
    unknown(stats::skellam(xp, 1.0, &bad).unwrap());
    unknown(stats::dlaplace(xp, &bad).unwrap());
    unknown(stats::zipfian(xp, &bad, 5).unwrap());
    unknown(stats::zipfian(xp, 1.0, &bad).unwrap());
    unknown(stats::zipfian(xp, 1.0, xp.array([0.0, 2.5, -3.0]).unwrap()).unwrap());
    for law in
        [stats::genexpon(xp, &bad, 1.0, 1.0), stats::genexpon(xp, 1.0, &bad, 1.0), stats::genexpon(xp, 1.0, 1.0, &bad)]
    {
        assert_eq!(law.unwrap().cdf(0.5).unwrap().to_string(), "[nan nan nan]");
    }
    let complex = xp.array([Complex::new(1.0, 0.0)]).unwrap();
    assert!(matches!(stats::dlaplace(xp, &complex), Err(xparray::Error::DType { .. })));
}
