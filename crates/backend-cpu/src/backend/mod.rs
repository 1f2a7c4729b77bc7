//! The traits of a backend, each over the module that does the work.

mod fft;
mod view;
