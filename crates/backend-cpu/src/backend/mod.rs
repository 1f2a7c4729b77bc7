//! The traits of a backend, each over the module that does the work.

mod dense;
mod fft;
mod host_blas;
mod launch;
mod primitives;
mod random;
mod scan;
mod sparse;
mod view;
