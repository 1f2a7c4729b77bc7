//! What stands in for hipBLAS, hipSOLVER and hipFFT: simple loops on the host, in double precision, on the emulator's
//! memory. They show that the backend calls AMD's libraries as their headers ask; not how exact or fast those are.
//!
//! Work is done in the order of the handle's stream, and kept where the stream is captured. A matrix must lie in one
//! allocation, and what is read of it must have been written.

pub mod blas;
mod eigen;
mod factor;
pub mod fft;
mod fourier;
mod handle;
mod matrix;
mod number;
pub mod solver;
