//! Factors of matrices and functions of them, for `scipy.linalg`.

use super::functions;
use super::words::{Lined, Output, Placed};
use crate::convert::Input;
use crate::error::raised;
use crate::functions::Generator;
use num_complex::Complex;
use pyo3::prelude::*;
use std::cell::RefCell;
use xparray::Error;
use xparray::scipy::linalg::{self, Eig, Eigh, RandomizedSvd};

type C = Complex<f64>;

/// Calls a function of Python on numbers, and keeps the first exception, which `done` raises.
struct Called<'a> {
    function: &'a Py<PyAny>,
    fault: RefCell<Option<PyErr>>,
}

impl<'a> Called<'a> {
    fn new(function: &'a Py<PyAny>) -> Self {
        Self { function, fault: RefCell::new(None) }
    }

    fn of<T>(&self, work: impl FnOnce(Python<'_>, &Py<PyAny>) -> PyResult<T>, fallback: T) -> T {
        if self.fault.borrow().is_some() {
            return fallback;
        }
        Python::attach(|py| work(py, self.function)).unwrap_or_else(|error| {
            *self.fault.borrow_mut() = Some(error);
            fallback
        })
    }

    fn done<T>(self, found: xparray::Result<T>) -> Result<T, Error> {
        match self.fault.into_inner() {
            Some(error) => Err(raised(error)),
            None => found,
        }
    }
}

functions! {
    clarkson_woodruff_transform(a: Input, size: usize, rng: Py<Generator>) =
        rng.get().with(|rng| linalg::clarkson_woodruff_transform(&a.0, size, rng));
    cossin(x: Input, p: usize, q: usize, swap: bool) = {
        let found = linalg::cossin(&x.0, p, q)?;
        let found = if swap { found.swap_sign()? } else { found };
        Ok(((found.u1, found.u2), found.theta, (found.v1h, found.v2h)))
    };
    cossin_whole(x: Input, p: usize, q: usize, swap: bool) = {
        let found = linalg::cossin(&x.0, p, q)?;
        let found = if swap { found.swap_sign()? } else { found };
        Ok((found.u()?, found.cs()?, found.vh()?))
    };
    eig(a: Input, b: Option<Input>) = {
        let options = b.iter().fold(Eig::new(), |options, b| options.b(&b.0));
        linalg::eig_with(&a.0, options)
    };
    eig_banded(ab: Input, lower: bool) = linalg::eig_banded(&ab.0, lower, Eigh::new());
    eigvals_banded(ab: Input, lower: bool) = linalg::eigvals_banded(&ab.0, lower, Eigh::new());
    funm(a: Input, function: Py<PyAny>) = {
        let call = Called::new(&function);
        let number = |z: C| call.of(|py, function| function.bind(py).call1((z,))?.extract::<C>(), C::new(f64::NAN, 0.0));
        let found = linalg::funm(&a.0, number);
        call.done(found).map(|found| (found.f, found.error))
    };
    interp_decomp(a: Input, k: usize) = linalg::interp_decomp(&a.0, k);
    ordqz(a: Input, b: Input, output: Output, chosen: Py<PyAny>) = {
        let call = Called::new(&chosen);
        let choose = |above: C, below: f64| {
            call.of(|py, chosen| chosen.bind(py).call1((above, below))?.is_truthy(), false)
        };
        let found = linalg::ordqz_with(&a.0, &b.0, output.0, choose);
        call.done(found)
    };
    qr_delete(q: Input, r: Input, k: usize, p: usize, which: Lined) = linalg::qr_delete(&q.0, &r.0, k, p, which.0);
    qr_insert(q: Input, r: Input, u: Input, k: usize, which: Lined) = linalg::qr_insert(&q.0, &r.0, &u.0, k, which.0);
    qr_multiply(a: Input, c: Input, side: Placed) = linalg::qr_multiply(&a.0, &c.0, side.0);
    qr_multiply_pivoting(a: Input, c: Input, side: Placed) = linalg::qr_multiply_pivoting(&a.0, &c.0, side.0);
    randomized_svd(a: Input, k: usize, seed: u64) =
        linalg::randomized_svd_with(&a.0, k, RandomizedSvd::new().seed(seed));
    schur_sorted(a: Input, output: Output, chosen: Py<PyAny>) = {
        let call = Called::new(&chosen);
        let choose = |value: C| call.of(|py, chosen| chosen.bind(py).call1((value,))?.is_truthy(), false);
        let found = linalg::schur_sorted(&a.0, output.0, choose);
        call.done(found)
    };
    qr_update(q: Input, r: Input, u: Input, v: Input) = linalg::qr_update(&q.0, &r.0, &u.0, &v.0);
}
