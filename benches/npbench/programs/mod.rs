//! NPBench's programs, each as a user writes it: with arrays, and without loops over elements.
//!
//! `run` takes the arguments by NPBench's names and returns what NPBench compares: what the Python function returns,
//! then the arguments that it writes, in the order of `output_args`. Programs that trace what they do have `prepare`
//! instead, which returns `run` for arguments like those that it is given: tracing is to us what compiling is to JAX, and
//! done once.

pub use crate::inputs::Inputs;
pub use xparray::prelude::*;
pub use xparray::{Array, DynArray, Error, Result, jit};

mod flow;
mod layers;
mod stencil;

/// What a program computes.
pub type Outputs<B> = Result<Vec<DynArray<B>>>;

/// A program that is ready to run.
pub type Run<B> = Box<dyn Fn(&B, &mut Inputs<B>) -> Outputs<B>>;

/// A program: what prepares it for arguments like these.
pub type Program<B> = fn(&mut Inputs<B>) -> Result<Run<B>>;

fn outputs<B: Backend, const N: usize>(arrays: [DynArray<B>; N]) -> Outputs<B> {
    Ok(arrays.into())
}

mod elimination;

/// A module for each program, and the list of them.
macro_rules! programs {
    (run: $($name:ident)*; prepare: $($traced:ident)*;) => {
        $(mod $name;)*
        $(mod $traced;)*

        /// All programs by NPBench's names.
        pub fn all<B: Backend>() -> Vec<(&'static str, Program<B>)> {
            let mut all: Vec<(&'static str, Program<B>)> = vec![
                $((stringify!($name), |_| Ok(Box::new($name::run::<B>))),)*
                $((stringify!($traced), $traced::prepare),)*
            ];
            all.sort_by_key(|&(name, _)| name);
            all
        }
    };
}

programs! {
    run:
    adi
    arc_distance
    atax
    azimint_hist
    azimint_naive
    bicg
    cholesky
    cholesky2
    compute
    contour_integral
    conv2d_bias
    correlation
    covariance
    covariance2
    doitgen
    floyd_warshall
    gemm
    gemver
    gesummv
    go_fast
    gramschmidt
    hdiff
    k2mm
    k3mm
    lenet
    lu
    ludcmp
    mandelbrot1
    mandelbrot2
    mlp
    mvt
    nussinov
    resnet
    scattering_self_energies
    softmax
    spmv
    stockham_fft
    symm
    syr2k
    syrk
    trisolv
    trmm;
    prepare:
    cavity_flow
    channel_flow
    crc16
    deriche
    durbin
    fdtd_2d
    heat_3d
    jacobi_1d
    jacobi_2d
    nbody
    seidel_2d
    vadv;
}
