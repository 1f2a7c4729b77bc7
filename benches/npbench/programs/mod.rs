//! NPBench's programs, each as a user writes it: with arrays, and without loops over elements.
//!
//! `run` takes the arguments by NPBench's names and returns what NPBench compares: what the Python function returns,
//! then the arguments that it writes, in the order of `output_args`.

pub use crate::inputs::Inputs;
pub use xparray::prelude::*;
pub use xparray::{Array, DynArray, Result};

/// What a program computes.
pub type Outputs<B> = Result<Vec<DynArray<B>>>;

/// A program.
pub type Program<B> = fn(&B, &mut Inputs<B>) -> Outputs<B>;

fn outputs<B: Backend, const N: usize>(arrays: [DynArray<B>; N]) -> Outputs<B> {
    Ok(arrays.into())
}

mod elimination;

/// A module for each program, and the list of them.
macro_rules! programs {
    ($($name:ident)*) => {
        $(mod $name;)*

        /// All programs by NPBench's names.
        pub fn all<B: Backend>() -> Vec<(&'static str, Program<B>)> {
            vec![$((stringify!($name), $name::run::<B>)),*]
        }
    };
}

programs! {
    atax
    azimint_hist
    azimint_naive
    bicg
    cholesky
    cholesky2
    correlation
    covariance
    covariance2
    crc16
    doitgen
    durbin
    gemm
    gemver
    gesummv
    gramschmidt
    jacobi_2d
    k2mm
    k3mm
    lu
    ludcmp
    mvt
    nussinov
    spmv
    symm
    syr2k
    syrk
    trisolv
    trmm
}
