//! Derivatives and batching of whole programs: [`grad`], [`vjp`], [`jvp`], [`vmap`] and their company, nested in any order, on every backend.
//!
//! [`Autodiff`] is a backend around another one. A program is a function of its arrays, written as for any backend:
//!
//! ```
//! # use xparray::prelude::*;
//! use xparray::autodiff::{Autodiff, grad, hessian};
//! let xp = Autodiff::new(Cpu::new());
//! let rosenbrock = |x: Array<f64, Autodiff<Cpu>>| {
//!     let (first, rest) = (x.slice(s![..-1])?, x.slice(s![1..])?);
//!     ((rest - first.square()).square() * 100.0 + (1.0 - &first).square()).sum(..)
//! };
//! let mut x = xp.array([-1.2, 1.0])?;
//! for _ in 0..8 {
//!     let step = hessian(rosenbrock)(x.clone())?.solve(&grad(rosenbrock)(x.clone())?)?; // Newton's method
//!     x = x - step;
//! }
//! assert!(x.allclose(1.0)?);
//! # Ok::<(), xparray::Error>(())
//! ```
//!
//! # Why a backend
//!
//! Whatever an array does, of `core` or of SciPy's modules, ends as one of a few dozen operations of
//! [`Backend`](xparray_core::backend::Backend): these are the primitives, as jaxprs and MLX have them. An array of another type would need all
//! methods a second time, and the graph of `core` forgets what it has computed. So the buffers of [`Autodiff`] know the step that wrote
//! them, while a program is differentiated, and each kind of step has a rule: a product, a transform, a factorisation; and a fused kernel,
//! whose instructions are differentiated one by one. Rules are programs over arrays, so they are differentiated like any other, and
//! what they compute fuses: of a kernel only its operands are kept, and what it computed on the way is computed again within the
//! kernels of the derivative.
//!
//! # What has rules
//!
//! | operations | |
//! | --- | --- |
//! | functions of one or two values, `where_`, casts between floats and complex types | all but `nextafter` and `zetac`; where they jump, the derivative is that beside the jump |
//! | sums, means, variances, products, extrema | all; ties of extrema share, as in JAX; products also of zeros |
//! | views, joined, padded and assigned arrays | all; as another type, complex numbers as their parts and back |
//! | `take`, `mask`, `put`, `add_at`, `sort`, `partition`, `bincount` | all; where several values are put at one index, the last one stays |
//! | scans | all but a user's |
//! | products and `einsum` | all |
//! | `solve`, `solve_triangular`, `inv`, `det`, `slogdet`, `cholesky`, `eigh`, `svd` (thin), `qr` of tall matrices, `lu` of square ones | of symmetric arguments the symmetric part counts, as in JAX; `det` of singular matrices too, up to the third order |
//! | `fft`, `rfft`, `irfft` and those of several axes | all |
//! | `eig`, `eigvals` | all, with a full set of vectors; of a vector neither the norm nor the phase changes |
//! | kernels of closures | all but loops and reductions of their own |
//! | sparse matrices | by their entries: conversions, sums, products with vectors and with dense and sparse matrices; where there are no entries, there are no derivatives |
//! | SciPy's `expm`, `sqrtm`, `logm`, `solve_sylvester`, Lyapunov's equations, `solve_toeplitz` | all but large matrices, of which an equation has more than 4096 unknowns; `sqrtm` and `logm` up to the third order, and not in batches |
//! | SciPy's special functions | inverses, and Bessel's and Struve's functions by the argument, up to the third order; by a parameter that counts, such as a degree, none |
//! | splines | by ordinates and places |
//! | what a solver finds | by [`custom_linear_solve`] and [`custom_root`]: derivatives of the equation, not of the solver's steps |
//! | `svd` with full matrices, `gemm` | none |
//!
//! The same operations go over batches ([`vmap`]), but those whose shapes depend on values, places in the kernels of closures, and
//! [`while_loop`].
//!
//! An operation without a rule is an error that names it, and so is reading a real or complex element that depends on what is
//! differentiated by; integers and truth values have no derivatives and may be read, but in a batch. Complex numbers follow JAX: a
//! cotangent `c` and a tangent `t` pair to the real part of `c t`, and nothing is conjugated. Unlike JAX's, a kernel has no part of a
//! derivative in a branch that is not taken, so what is infinite there does no harm.
//!
//! # Limits
//!
//! A trace is one thread's: what other threads compute meanwhile is a constant of it. Second derivatives at points where a
//! function's first one is a limit can be NaN.
//!
//! # Speed
//!
//! A derivative traces its program in each call. [`jit`](xparray_core::jit) of it, `jit(grad(f))`, traces once: its replays launch the kernels
//! of the derivative alone, without those of the program that it does not need, and on a GPU as one graph where these are many and small.
//! A loop on values, as [`while_loop`] and [`cond`] are, is run anew.

mod backend;
mod batch;
mod buffer;
mod captured;
mod control;
mod custom;
mod forward;
mod held;
mod implicit;
mod jacobian;
mod kernel;
mod launch;
mod operations;
mod outside;
mod repeat;
mod reverse;
mod rule;
mod rules;
mod tape;
mod trace;
mod view;
mod vmap;

pub use backend::Autodiff;
pub use buffer::TracedBuffer;
pub use control::{cond, fori_loop, scan, while_loop};
pub use custom::{checkpoint, custom_jvp, custom_vjp, stop_gradient};
pub use forward::jvp;
pub use held::Held;
pub use implicit::{custom_linear_solve, custom_root};
pub use jacobian::{hessian, hvp, jacfwd, jacrev};
pub use reverse::{Pullback, grad, value_and_grad, vjp};
pub use vmap::{vmap, vmap_with};
