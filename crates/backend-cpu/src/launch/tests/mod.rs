//! The executor against an independent evaluation, one element at a time.

mod arrays;
#[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod functions;
mod layouts;
#[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod native;
mod ops;
mod programs;
mod reductions;
mod reference;
mod refusals;
#[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod sums;
pub mod values;
