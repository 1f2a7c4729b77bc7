//! Sine and cosine transforms, Hankel's, and lengths that are fast.

use super::functions;
use super::words::{Many, Norm, Type};
use crate::convert::Input;
use crate::device::DeviceArg;
use xparray::scipy::fft::{self, Fht, Trig, TrigN};

fn along(kind: Type, n: Option<usize>, axis: isize, norm: Norm, orthogonalize: Option<bool>) -> Trig {
    let options = Trig::new().kind(kind.0).axis(axis).norm(norm.0);
    let options = n.map_or(options, |n| options.n(n));
    orthogonalize.map_or(options, |orthogonalize| options.orthogonalize(orthogonalize))
}

fn several<'a>(
    kind: Type,
    s: &'a Many<usize>,
    axes: &'a Many<isize>,
    norm: Norm,
    orthogonalize: Option<bool>,
) -> TrigN<'a> {
    let options = TrigN::new().kind(kind.0).norm(norm.0);
    let options = s.0.as_ref().map_or(options, |s| options.shape(s));
    let options = axes.0.as_ref().map_or(options, |axes| options.axes(axes));
    orthogonalize.map_or(options, |orthogonalize| options.orthogonalize(orthogonalize))
}

functions! {
    dct(x: Input, kind: Type, n: Option<usize>, axis: isize, norm: Norm, orthogonalize: Option<bool>) =
        fft::dct_with(&x.0, along(kind, n, axis, norm, orthogonalize));
    dctn(x: Input, kind: Type, s: Many<usize>, axes: Many<isize>, norm: Norm, orthogonalize: Option<bool>) =
        fft::dctn_with(&x.0, several(kind, &s, &axes, norm, orthogonalize));
    dst(x: Input, kind: Type, n: Option<usize>, axis: isize, norm: Norm, orthogonalize: Option<bool>) =
        fft::dst_with(&x.0, along(kind, n, axis, norm, orthogonalize));
    dstn(x: Input, kind: Type, s: Many<usize>, axes: Many<isize>, norm: Norm, orthogonalize: Option<bool>) =
        fft::dstn_with(&x.0, several(kind, &s, &axes, norm, orthogonalize));
    fht(a: Input, dln: f64, mu: f64, offset: f64, bias: f64) =
        fft::fht_with(&a.0, dln, mu, Fht::new().offset(offset).bias(bias));
    fhtoffset(dln: f64, mu: f64, initial: f64, bias: f64, device: DeviceArg) =
        fft::fhtoffset(&device.0, dln, mu, Fht::new().offset(initial).bias(bias));
    idct(x: Input, kind: Type, n: Option<usize>, axis: isize, norm: Norm, orthogonalize: Option<bool>) =
        fft::idct_with(&x.0, along(kind, n, axis, norm, orthogonalize));
    idctn(x: Input, kind: Type, s: Many<usize>, axes: Many<isize>, norm: Norm, orthogonalize: Option<bool>) =
        fft::idctn_with(&x.0, several(kind, &s, &axes, norm, orthogonalize));
    idst(x: Input, kind: Type, n: Option<usize>, axis: isize, norm: Norm, orthogonalize: Option<bool>) =
        fft::idst_with(&x.0, along(kind, n, axis, norm, orthogonalize));
    idstn(x: Input, kind: Type, s: Many<usize>, axes: Many<isize>, norm: Norm, orthogonalize: Option<bool>) =
        fft::idstn_with(&x.0, several(kind, &s, &axes, norm, orthogonalize));
    ifht(a: Input, dln: f64, mu: f64, offset: f64, bias: f64) =
        fft::ifht_with(&a.0, dln, mu, Fht::new().offset(offset).bias(bias));
    next_fast_len(target: usize, real: bool) = fft::next_fast_len(target, real);
    prev_fast_len(target: usize, real: bool) = fft::prev_fast_len(target, real);
}
