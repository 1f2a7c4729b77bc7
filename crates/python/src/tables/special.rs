//! Special functions.

use super::functions;
use super::words::Many;
use crate::convert::Input;
use crate::device::DeviceArg;
use crate::functions::axes;
use crate::ufunc::{Function, Several};
use xparray::scipy::special::{self, AssocLegendre, LogSumExp};
use xparray::{ArrayOrNumber, Device};

type Operands<'a> = [ArrayOrNumber<'a, Device>];

macro_rules! unary {
    ($($name:ident)+) => {
        const UNARY: &[(&str, Function)] = &[$((stringify!($name), Function::Unary(|x| special::$name(x)))),+];
    };
}
xparray::for_each_function!(unary);

macro_rules! more {
    ($($name:ident($($k:literal)+);)+) => {
        const MORE: &[(&str, Function)] = &[$((stringify!($name), {
            const NUMBER: usize = [$($k),+].len();
            let f: Several = |x: &Operands<'_>| special::$name($(&x[$k]),+);
            Function::Several(NUMBER, f)
        })),+];
    };
}

more! {
    bdtr(0 1 2); bdtrc(0 1 2); bdtri(0 1 2); bei(0); beip(0); ber(0); berp(0); beta(0 1); betainc(0 1 2); betaincc(0 1 2);
    betainccinv(0 1 2); betaincinv(0 1 2); betaln(0 1); binom(0 1); boxcox(0 1); boxcox1p(0 1); btdtr(0 1 2); btdtri(0 1 2);
    chdtr(0 1); chdtrc(0 1); chdtri(0 1); ellipeinc(0 1); ellipkinc(0 1); elliprc(0 1);
    elliprd(0 1 2); elliprf(0 1 2); elliprg(0 1 2); elliprj(0 1 2 3); eval_chebyc(0 1); eval_chebys(0 1); eval_chebyt(0 1);
    eval_chebyu(0 1); eval_gegenbauer(0 1 2); eval_genlaguerre(0 1 2); eval_hermite(0 1); eval_hermitenorm(0 1);
    eval_jacobi(0 1 2 3); eval_laguerre(0 1); eval_legendre(0 1); eval_sh_chebyt(0 1); eval_sh_chebyu(0 1);
    eval_sh_jacobi(0 1 2 3); eval_sh_legendre(0 1); expn(0 1); fdtr(0 1 2); fdtrc(0 1 2); fdtri(0 1 2); gammainc(0 1);
    gammaincc(0 1); gammainccinv(0 1); gammaincinv(0 1); gdtr(0 1 2); gdtrc(0 1 2); hankel1(0 1); hankel1e(0 1); hankel2(0 1);
    hankel2e(0 1); huber(0 1); hyp0f1(0 1); hyp1f1(0 1 2); hyp2f1(0 1 2 3); hyperu(0 1 2); inv_boxcox(0 1); inv_boxcox1p(0 1);
    iv(0 1); ive(0 1); jv(0 1); jve(0 1); kei(0); keip(0); ker(0); kerp(0); kl_div(0 1); kv(0 1); kve(0 1); lpmv(0 1 2);
    modstruve(0 1); nbdtr(0 1 2); nbdtrc(0 1 2); nbdtri(0 1 2); nrdtrimn(0 1 2); nrdtrisd(0 1 2); owens_t(0 1); pdtr(0 1);
    pdtrc(0 1); pdtri(0 1); poch(0 1); polygamma(0 1); pseudo_huber(0 1); radian(0 1 2); rel_entr(0 1); stdtr(0 1);
    stdtrit(0 1); struve(0 1); voigt_profile(0 1 2); wright_bessel(0 1 2); yn(0 1); yv(0 1); yve(0 1); zeta(0 1);
}

/// Functions of arrays alone: without weak numbers.
const OF_ARRAYS: &[(&str, Function)] = &[
    ("erfi", Function::Unary(special::erfi)),
    ("loggamma", Function::Unary(special::loggamma)),
    ("wofz", Function::Unary(special::wofz)),
    ("wrightomega", Function::Unary(special::wrightomega)),
];

/// Functions of each element, by name.
pub const UFUNCS: [&[(&str, Function)]; 3] = [UNARY, MORE, OF_ARRAYS];

fn legendre(normalized: bool, branch_cut: i64) -> xparray::Result<AssocLegendre> {
    let options = AssocLegendre::new().normalized(normalized);
    match branch_cut {
        2 => Ok(options),
        3 => Ok(options.outside(true)),
        _ => Err(xparray::Error::Value { op: "assoc_legendre_p", message: "the branch cut is 2 or 3".into() }),
    }
}

fn factors(b: &Option<Input>) -> LogSumExp<Device> {
    b.iter().fold(LogSumExp::new(), |options, b| options.b(&b.0))
}

functions! {
    airy(z: Input) = special::airy(&z.0);
    airye(z: Input) = special::airye(&z.0);
    assoc_legendre_p(n: Input, m: Input, z: Input, norm: bool, branch_cut: i64) =
        special::assoc_legendre_p_with(&n.0, &m.0, &z.0, legendre(norm, branch_cut)?);
    ellipj(u: Input, m: Input) = special::ellipj(&u.0, &m.0);
    fresnel(z: Input) = special::fresnel(&z.0);
    kelvin(x: Input) = special::kelvin(&x.0);
    lambertw(z: Input, k: i64) = special::lambertw(&z.0, k);
    log_softmax(x: Input, axis: Many<isize>) = special::log_softmax(&x.0, axes(axis.0, false));
    logsumexp(a: Input, axis: Many<isize>, b: Option<Input>, keepdims: bool) = {
        let (log, sign) = special::logsumexp_with(&a.0, axes(axis.0, keepdims), factors(&b))?;
        // Of a negative sum it is NaN, of a complex one it has the angle.
        log.add(&sign.log()?)
    };
    logsumexp_and_sign(a: Input, axis: Many<isize>, b: Option<Input>, keepdims: bool) =
        special::logsumexp_with(&a.0, axes(axis.0, keepdims), factors(&b));
    multigammaln(a: Input, d: usize) = special::multigammaln(&a.0, d);
    roots_chebyt(n: usize, device: DeviceArg) = special::roots_chebyt(&device.0, n);
    roots_chebyu(n: usize, device: DeviceArg) = special::roots_chebyu(&device.0, n);
    roots_gegenbauer(n: usize, alpha: f64, device: DeviceArg) = special::roots_gegenbauer(&device.0, n, alpha);
    roots_genlaguerre(n: usize, alpha: f64, device: DeviceArg) = special::roots_genlaguerre(&device.0, n, alpha);
    roots_hermite(n: usize, device: DeviceArg) = special::roots_hermite(&device.0, n);
    roots_hermitenorm(n: usize, device: DeviceArg) = special::roots_hermitenorm(&device.0, n);
    roots_jacobi(n: usize, alpha: f64, beta: f64, device: DeviceArg) = special::roots_jacobi(&device.0, n, alpha, beta);
    roots_laguerre(n: usize, device: DeviceArg) = special::roots_laguerre(&device.0, n);
    roots_legendre(n: usize, device: DeviceArg) = special::roots_legendre(&device.0, n);
    shichi(x: Input) = special::shichi(&x.0);
    sici(x: Input) = special::sici(&x.0);
    softmax(x: Input, axis: Many<isize>) = special::softmax(&x.0, axes(axis.0, false));
    sph_harm_y(n: i64, m: i64, theta: Input, phi: Input) = special::sph_harm_y(n, m, &theta.0, &phi.0);
    spherical_in(n: Input, z: Input, derivative: bool) =
        if derivative { special::spherical_in_derivative(&n.0, &z.0) } else { special::spherical_in(&n.0, &z.0) };
    spherical_jn(n: Input, z: Input, derivative: bool) =
        if derivative { special::spherical_jn_derivative(&n.0, &z.0) } else { special::spherical_jn(&n.0, &z.0) };
    spherical_kn(n: Input, z: Input, derivative: bool) =
        if derivative { special::spherical_kn_derivative(&n.0, &z.0) } else { special::spherical_kn(&n.0, &z.0) };
    spherical_yn(n: Input, z: Input, derivative: bool) =
        if derivative { special::spherical_yn_derivative(&n.0, &z.0) } else { special::spherical_yn(&n.0, &z.0) };
    xlog1py(x: Input, y: Input) = special::xlog1py(&x.0, &y.0);
    xlogy(x: Input, y: Input) = special::xlogy(&x.0, &y.0);
}
