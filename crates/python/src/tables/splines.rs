//! Splines by knots: interpolating, of least squares, smoothing.

use super::functions;
use super::kept::{Kept, keep};
use super::pieces::{Ends, evaluate};
use super::sparse::Matrix;
use super::words::{Beyond, Past};
use crate::convert::Input;
use xparray::Device;
use xparray::scipy::interpolate::{
    self, BSpline, BivariateSpline, FittedSpline, InterpSpline, InterpolatedUnivariateSpline, LSQUnivariateSpline,
    LsqSpline, PPoly, RectBivariateSpline, ScatteredBivariateSpline, SmoothingSpline, UnivariateSpline,
};

type Spline = Kept<BSpline<Device>>;
type Fitted = Kept<FittedSpline<Device>>;
type Surface = Kept<BivariateSpline<Device>>;

fn interpolating(k: usize, t: Option<Input>, ends: Ends, axis: isize) -> InterpSpline<Device> {
    let options = InterpSpline::new().k(k).axis(axis);
    let options = t.iter().fold(options, |options, t| options.t(&t.0));
    ends.0.into_iter().fold(options, |options, [first, last]| options.bc_types(first, last))
}

/// What the three kinds of splines of one variable have in common.
macro_rules! common {
    ($Kind:ident, $w:ident, $bbox:ident, $k:ident, $ext:ident) => {{
        let options = $Kind::new().k($k).bbox($bbox.0, $bbox.1).ext($ext.0);
        $w.iter().fold(options, |options, w| options.w(&w.0))
    }};
}

functions! {
    basis_element(t: Input, extrapolate: Beyond) =
        BSpline::basis_element(&t.0).map(|spline| keep(spline.extrapolate(extrapolate.0.unwrap_or_default())));
    bivariate(tx: Input, ty: Input, c: Input, k: [usize; 2]) = BivariateSpline::new(&tx.0, &ty.0, &c.0, k).map(keep);
    bivariate_derivative(spline: Surface, nu: [usize; 2]) = spline.0.partial_derivative(nu).map(keep);
    bivariate_evaluate(spline: Surface, x: Input, y: Input, nu: [usize; 2], grid: bool) = match grid {
        true => spline.0.evaluate_grid_with(&x.0, &y.0, nu),
        false => spline.0.evaluate_with(&x.0, &y.0, nu),
    };
    bivariate_integral(spline: Surface, x: [f64; 2], y: [f64; 2]) = spline.0.integral(x, y);
    bivariate_parts(spline: Surface) = {
        let knots: Vec<_> = spline.0.knots().into_iter().cloned().collect();
        Ok((knots, spline.0.coeffs().clone(), spline.0.degrees(), spline.0.residual()))
    };
    bspline(t: Input, c: Input, k: usize, extrapolate: Beyond) =
        BSpline::new(&t.0, &c.0, k).map(|spline| keep(spline.extrapolate(extrapolate.0.unwrap_or_default())));
    bspline_antiderivative(spline: Spline, nu: usize) = spline.0.antiderivative(nu).map(keep);
    bspline_derivative(spline: Spline, nu: usize) = spline.0.derivative(nu).map(keep);
    bspline_evaluate(spline: Spline, x: Input, nu: usize, extrapolate: Beyond) =
        spline.0.evaluate_with(&x.0, evaluate(nu, extrapolate));
    bspline_integrate(spline: Spline, a: f64, b: f64, extrapolate: Beyond) =
        spline.0.integrate_with(a, b, evaluate(0, extrapolate));
    bspline_parts(spline: Spline) = Ok((spline.0.t().clone(), spline.0.c()?, spline.0.k(), spline.0.axis()));
    bspline_pieces(spline: Spline) = PPoly::from_spline(&spline.0).map(keep);
    design_matrix(x: Input, t: Input, k: usize) = BSpline::design_matrix(&x.0, &t.0, k).map(Matrix::from);
    fitted_antiderivative(spline: Fitted, n: usize) = spline.0.antiderivative(n).map(keep);
    fitted_derivative(spline: Fitted, n: usize) = spline.0.derivative(n).map(keep);
    fitted_derivatives(spline: Fitted, x: f64) = spline.0.derivatives(x);
    fitted_evaluate(spline: Fitted, x: Input, nu: usize, ext: Past) = spline.0.evaluate_with(&x.0, nu, ext.0);
    fitted_integral(spline: Fitted, a: f64, b: f64) = spline.0.integral(a, b);
    fitted_parts(spline: Fitted) = Ok((spline.0.knots()?, spline.0.coeffs()?, spline.0.residual()));
    fitted_roots(spline: Fitted) = spline.0.roots();
    interpolated_univariate(x: Input, y: Input, w: Option<Input>, bbox: (Option<f64>, Option<f64>), k: usize, ext: Past) =
        common!(InterpolatedUnivariateSpline, w, bbox, k, ext).fit(&x.0, &y.0).map(keep);
    lsq_univariate(x: Input, y: Input, t: Input, w: Option<Input>, bbox: (Option<f64>, Option<f64>), k: usize, ext: Past) =
        common!(LSQUnivariateSpline, w, bbox, k, ext).fit(&x.0, &y.0, &t.0).map(keep);
    make_interp_spline(x: Input, y: Input, k: usize, t: Option<Input>, ends: Ends, axis: isize) =
        interpolate::make_interp_spline_with(&x.0, &y.0, interpolating(k, t, ends, axis)).map(keep);
    make_lsq_spline(x: Input, y: Input, t: Input, k: usize, w: Option<Input>, axis: isize) = {
        let options = w.iter().fold(LsqSpline::new().k(k).axis(axis), |options, w| options.w(&w.0));
        interpolate::make_lsq_spline_with(&x.0, &y.0, &t.0, options).map(keep)
    };
    make_smoothing_spline(x: Input, y: Input, w: Option<Input>, lam: Option<f64>, axis: isize) = {
        let options = w.iter().fold(SmoothingSpline::new().lam(lam).axis(axis), |options, w| options.w(&w.0));
        interpolate::make_smoothing_spline_with(&x.0, &y.0, options).map(keep)
    };
    rect_bivariate(x: Input, y: Input, z: Input, k: [usize; 2], bbox: [[Option<f64>; 2]; 2], s: f64) = {
        let [of_x, of_y] = bbox;
        RectBivariateSpline::new().kx(k[0]).ky(k[1]).bbox(of_x, of_y).s(s).fit(&x.0, &y.0, &z.0).map(keep)
    };
    scattered_bivariate(
        x: Input, y: Input, z: Input, w: Option<Input>, k: [usize; 2], bbox: [[Option<f64>; 2]; 2], s: Option<f64>,
        knots: Option<(Input, Input)>
    ) = {
        let options = ScatteredBivariateSpline::new().kx(k[0]).ky(k[1]).bbox(bbox[0], bbox[1]).s(s);
        let options = w.iter().fold(options, |options, w| options.w(&w.0));
        match knots {
            None => options.fit(&x.0, &y.0, &z.0).map(keep),
            Some((tx, ty)) => options.least_squares(&x.0, &y.0, &z.0, [&tx.0, &ty.0]).map(keep),
        }
    };
    splprep(
        u: Input, points: Input, w: Option<Input>, bbox: (Option<f64>, Option<f64>), k: usize, s: Option<f64>,
        nest: Option<usize>
    ) = {
        let options = UnivariateSpline::new().k(k).bbox(bbox.0, bbox.1).s(s).nest(nest);
        let options = w.iter().fold(options, |options, w| options.w(&w.0));
        let (curve, residual) = options.fit_curve(&u.0, &points.0)?;
        Ok((keep(curve), residual))
    };
    univariate(
        x: Input, y: Input, w: Option<Input>, bbox: (Option<f64>, Option<f64>), k: usize, s: Option<f64>, ext: Past,
        nest: Option<usize>
    ) = common!(UnivariateSpline, w, bbox, k, ext).s(s).nest(nest).fit(&x.0, &y.0).map(keep);
}
