//! Linear algebra beyond NumPy's.

use super::functions;
use super::words::{Output, Part, Scale, Sided, Trans, Triangle};
use crate::convert::Input;
use crate::device::DeviceArg;
use xparray::Device;
use xparray::linalg::{QrMode, SolveTriangular};
use xparray::scipy::linalg::{self, Balance, Eigh, Ldl, Symmetry};

fn mode(economic: bool) -> QrMode {
    if economic { QrMode::Reduced } else { QrMode::Complete }
}

/// Options of an eigenvalue problem of one matrix or two.
fn hermitian(b: &Option<Input>, lower: bool) -> Eigh<'_, Device> {
    b.iter().fold(Eigh::new().lower(lower), |options, b| options.b(&b.0))
}

functions! {
    bandwidth(a: Input) = linalg::bandwidth(&a.0);
    block_diag(arrays: Vec<Input>) = linalg::block_diag(&arrays.iter().map(|array| &array.0).collect::<Vec<_>>());
    cdf2rdf(w: Input, v: Input) = linalg::cdf2rdf(&w.0, &v.0);
    cho_solve(c: Input, b: Input) = linalg::cho_solve(&c.0, &b.0);
    cho_solve_banded(cb: Input, lower: bool, b: Input) = linalg::cho_solve_banded(&cb.0, lower, &b.0);
    cholesky_banded(ab: Input, lower: bool) = linalg::cholesky_banded(&ab.0, lower);
    circulant(c: Input) = linalg::circulant(&c.0);
    companion(a: Input) = linalg::companion(&a.0);
    convolution_matrix(a: Input, n: usize, mode: Part) = linalg::convolution_matrix(&a.0, n, mode.0);
    coshm(a: Input) = linalg::coshm(&a.0);
    cosm(a: Input) = linalg::cosm(&a.0);
    dft(n: usize, scale: Scale, device: DeviceArg) = linalg::dft(&device.0, n, scale.0);
    diagsvd(s: Input, m: usize, n: usize) = linalg::diagsvd(&s.0, m, n);
    eigh(a: Input, b: Option<Input>, lower: bool) = linalg::eigh_with(&a.0, hermitian(&b, lower));
    eigh_tridiagonal(d: Input, e: Input) = linalg::eigh_tridiagonal(&d.0, &e.0, Eigh::new());
    eigvals(a: Input, b: Option<Input>) = match &b {
        Some(b) => linalg::eigvals(&a.0, &b.0),
        None => a.0.eigvals(),
    };
    eigvalsh(a: Input, b: Option<Input>, lower: bool) = linalg::eigvalsh_with(&a.0, hermitian(&b, lower));
    eigvalsh_tridiagonal(d: Input, e: Input) = linalg::eigvalsh_tridiagonal(&d.0, &e.0, Eigh::new());
    expm(a: Input) = linalg::expm(&a.0);
    expm_cond(a: Input) = linalg::expm_cond(&a.0);
    expm_frechet(a: Input, e: Input) = linalg::expm_frechet(&a.0, &e.0);
    fiedler(a: Input) = linalg::fiedler(&a.0);
    fiedler_companion(a: Input) = linalg::fiedler_companion(&a.0);
    fractional_matrix_power(a: Input, t: f64) = linalg::fractional_matrix_power(&a.0, t);
    hadamard(n: usize, device: DeviceArg) = linalg::hadamard(&device.0, n);
    hankel(c: Input, r: Option<Input>) = match &r {
        Some(r) => linalg::hankel_with(&c.0, &r.0),
        None => linalg::hankel(&c.0),
    };
    helmert(n: usize, full: bool, device: DeviceArg) = linalg::helmert(&device.0, n, full);
    hessenberg(a: Input) = linalg::hessenberg(&a.0);
    hilbert(n: usize, device: DeviceArg) = linalg::hilbert(&device.0, n);
    interp_decomp(a: Input, k: usize) = linalg::interp_decomp(&a.0, k);
    invhilbert(n: usize, device: DeviceArg) = linalg::invhilbert(&device.0, n);
    invpascal(n: usize, kind: Triangle, device: DeviceArg) = linalg::invpascal(&device.0, n, kind.0);
    ishermitian(a: Input, atol: f64, rtol: f64) = linalg::ishermitian(&a.0, Symmetry::new().atol(atol).rtol(rtol));
    issymmetric(a: Input, atol: f64, rtol: f64) = linalg::issymmetric(&a.0, Symmetry::new().atol(atol).rtol(rtol));
    khatri_rao(a: Input, b: Input) = linalg::khatri_rao(&a.0, &b.0);
    ldl(a: Input, lower: bool, hermitian: bool) = linalg::ldl_with(&a.0, Ldl::new().lower(lower).hermitian(hermitian));
    leslie(f: Input, s: Input) = linalg::leslie(&f.0, &s.0);
    logm(a: Input) = linalg::logm(&a.0);
    lu(a: Input) = a.0.lu();
    lu_factor(a: Input) = a.0.lu_factor();
    lu_solve(lu: Input, pivots: Input, b: Input, trans: Trans) = linalg::lu_solve_with(&lu.0, &pivots.0, &b.0, trans.0);
    matmul_toeplitz(c: Input, r: Input, x: Input) = linalg::matmul_toeplitz(&c.0, &r.0, &x.0);
    matrix_balance(a: Input, permute: bool, scale: bool) =
        linalg::matrix_balance_with(&a.0, Balance::new().permute(permute).scale(scale));
    matrix_balance_separate(a: Input, permute: bool, scale: bool) =
        linalg::matrix_balance_separate(&a.0, Balance::new().permute(permute).scale(scale));
    null_space(a: Input, rcond: Option<f64>) = linalg::null_space(&a.0, rcond);
    orth(a: Input, rcond: Option<f64>) = linalg::orth(&a.0, rcond);
    orthogonal_procrustes(a: Input, b: Input) = linalg::orthogonal_procrustes(&a.0, &b.0);
    pascal(n: usize, kind: Triangle, device: DeviceArg) = linalg::pascal(&device.0, n, kind.0);
    pinvh(a: Input, rtol: Option<f64>) = linalg::pinvh(&a.0, rtol);
    polar(a: Input, side: Sided) = linalg::polar_with(&a.0, side.0);
    qr_pivoting(a: Input, economic: bool) = linalg::qr_pivoting(&a.0, mode(economic));
    qz(a: Input, b: Input, output: Output) = linalg::qz_with(&a.0, &b.0, output.0);
    rq(a: Input, economic: bool) = linalg::rq_with(&a.0, mode(economic));
    rsf2csf(t: Input, z: Input) = linalg::rsf2csf(&t.0, &z.0);
    schur(a: Input, output: Output) = linalg::schur_with(&a.0, output.0);
    signm(a: Input) = linalg::signm(&a.0);
    sinhm(a: Input) = linalg::sinhm(&a.0);
    sinm(a: Input) = linalg::sinm(&a.0);
    solve_banded(below: usize, above: usize, ab: Input, b: Input) = linalg::solve_banded((below, above), &ab.0, &b.0);
    solve_circulant(c: Input, b: Input) = linalg::solve_circulant(&c.0, &b.0);
    solve_continuous_are(a: Input, b: Input, q: Input, r: Input) = linalg::solve_continuous_are(&a.0, &b.0, &q.0, &r.0);
    solve_continuous_lyapunov(a: Input, q: Input) = linalg::solve_continuous_lyapunov(&a.0, &q.0);
    solve_discrete_are(a: Input, b: Input, q: Input, r: Input) = linalg::solve_discrete_are(&a.0, &b.0, &q.0, &r.0);
    solve_discrete_lyapunov(a: Input, q: Input) = linalg::solve_discrete_lyapunov(&a.0, &q.0);
    solve_sylvester(a: Input, b: Input, q: Input) = linalg::solve_sylvester(&a.0, &b.0, &q.0);
    solve_triangular(a: Input, b: Input, lower: bool, unit_diagonal: bool) =
        a.0.solve_triangular_with(&b.0, SolveTriangular::new().lower(lower).unit_diagonal(unit_diagonal));
    solve_toeplitz(c: Input, r: Option<Input>, b: Input) = match &r {
        Some(r) => linalg::solve_toeplitz_with(&c.0, &r.0, &b.0),
        None => linalg::solve_toeplitz(&c.0, &b.0),
    };
    solveh_banded(ab: Input, b: Input, lower: bool) = linalg::solveh_banded(&ab.0, lower, &b.0);
    sqrtm(a: Input) = linalg::sqrtm(&a.0);
    subspace_angles(a: Input, b: Input) = linalg::subspace_angles(&a.0, &b.0);
    tanhm(a: Input) = linalg::tanhm(&a.0);
    tanm(a: Input) = linalg::tanm(&a.0);
    toeplitz(c: Input, r: Option<Input>) = match &r {
        Some(r) => linalg::toeplitz_with(&c.0, &r.0),
        None => linalg::toeplitz(&c.0),
    };
}
