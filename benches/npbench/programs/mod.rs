//! NPBench's programs, each as a user writes it: with arrays, and without loops over elements.
//!
//! `run` takes the arguments by NPBench's names and returns what NPBench compares: what the Python function returns,
//! then the arguments that it writes, in the order of `output_args`.

pub use crate::inputs::Inputs;
pub use xparray::prelude::*;
pub use xparray::{Array, DynArray, Error, Result, jit};

mod flow;
mod layers;
mod stencil;

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
    adi
    arc_distance
    atax
    azimint_hist
    azimint_naive
    bicg
    cavity_flow
    channel_flow
    cholesky
    cholesky2
    compute
    contour_integral
    conv2d_bias
    correlation
    covariance
    covariance2
    crc16
    deriche
    doitgen
    durbin
    fdtd_2d
    floyd_warshall
    gemm
    gemver
    gesummv
    go_fast
    gramschmidt
    hdiff
    heat_3d
    jacobi_1d
    jacobi_2d
    k2mm
    k3mm
    lenet
    lu
    ludcmp
    mandelbrot1
    mandelbrot2
    mlp
    mvt
    nbody
    nussinov
    resnet
    scattering_self_energies
    seidel_2d
    softmax
    spmv
    stockham_fft
    symm
    syr2k
    syrk
    trisolv
    trmm
    vadv
}
