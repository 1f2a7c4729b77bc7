//! NumPy-class array computing in Rust: one program for CPUs and GPUs.
//!
//! An [`Array<T, B>`](Array) has elements of type `T` and any number of dimensions, and lies on a device of a backend
//! `B`. A handle to the device, named `xp` here, makes arrays. Functions generic over [`Backend`] run on every device:
//!
//! ```
//! use xparray::prelude::*;
//!
//! fn standardize<B: Backend>(x: &Array<f64, B>) -> xparray::Result<Array<f64, B>> {
//!     Ok((x - x.mean(0)?) / x.std(0)?) // two kernels: one reduces, one writes
//! }
//!
//! let xp = Cpu::new();
//! let x = xp.array([[1.0, 10.0], [3.0, 50.0]])?;
//! assert_eq!(standardize(&x)?.to_string(), "[[-1. -1.]\n [ 1.  1.]]");
//! # Ok::<(), xparray::Error>(())
//! ```
//!
//! The backends are Cargo features; see the README for what runs where. [`Device::best`] takes the best one that is
//! compiled in and present; arrays are on a [`Device`] unless another backend is named.
//!
//! # Creating arrays
//!
//! Creation functions are methods of the handle, from the traits in the [`prelude`]: [`Create`], [`Grid`], [`Join`],
//! [`Random`](random::Random), [`LoadNpy`](io::LoadNpy), [`FromNdarray`](io::FromNdarray). Arrays print as NumPy's do.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! let x = xp.arange((0, 6, 1))?.reshape([2, 3])?;
//! assert_eq!(x.to_string(), "[[0 1 2]\n [3 4 5]]");
//! let y = xp.linspace(0.0f32, 1.0, 5)?;
//! let z = xp.rng(42).normal::<f64>([1000, 3])?;
//! assert_eq!((y.shape(), z.shape()), (&[5][..], &[1000, 3][..]));
//! # Ok::<(), xparray::Error>(())
//! ```
//!
//! # Operators and fusion
//!
//! Operators broadcast and promote by the rules of NumPy 2 ([`Promote`]); a scalar is of its array's type. Elementwise
//! operations, views, generators and reductions are deferred. They run when somebody reads the result
//! ([`to_vec`](Array::to_vec), [`item`](Array::item), printing) or calls [`eval`](Array::eval): one kernel that reads
//! each operand once. Products, transforms, sorting and scans are deferred as well, and run as what they are. What may
//! refuse the elements themselves, as solving a system does, runs at once, so that its error comes where it is called; a
//! GPU reports indices out of bounds when somebody reads.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! let (x, y) = (xp.full(1000, 3.0)?, xp.full(1000, 4.0)?);
//! let before = xp.stats();
//! let sum = ((&x * 2.0 + &y * 3.0) / (&x + &y + 1.0)).sum(..)?;
//! assert_eq!(sum.to_string(), "2250.0");
//! assert_eq!((xp.stats() - before).kernels, 1);
//! # Ok::<(), xparray::Error>(())
//! ```
//!
//! [`UserKernels`] makes kernels of closures, which fuse in the same way; [`Profiled`] shows what ran.
//!
//! # Element types as values
//!
//! A [`DynArray`] has the methods of an [`Array`], with its element type as a value: for files of any type, for other languages, and for
//! code that is compiled once for all types. [`into_dyn`](Array::into_dyn) and [`typed`](xparray_core::DynArray::typed) go between them for
//! free. What a type does not allow is an error, and numbers are weak, as Python's.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! let x = xp.array(&[1u8, 2, 3])?.into_dyn();
//! let mean = x.multiply(2)?.mean(..)?;
//! assert_eq!((x.dtype(), mean.dtype(), mean.to_string()), (DType::U8, DType::F64, "4.0".into()));
//! assert!(x.cholesky().is_err());
//! # Ok::<(), xparray::Error>(())
//! ```
//!
//! # Axes, reductions, indexing
//!
//! Where NumPy takes an axis, methods take an index (negative from the end), several, or `..` for all;
//! [`keepdims`] around them keeps these axes. [`s!`] selects as NumPy's brackets do. An array is a value: clones and
//! slices share memory until one of them is written.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! let mut x = xp.arange((0, 6, 1))?.reshape([2, 3])?;
//! assert_eq!(x.sum(0)?.to_string(), "[3 5 7]");
//! assert_eq!(x.max(keepdims(-1))?.to_string(), "[[2]\n [5]]");
//! let last = x.slice(s![.., -1])?;
//! x.assign(s![0, ..], 9)?;
//! assert_eq!((last.to_string(), x.to_string()), ("[2 5]".into(), "[[9 9 9]\n [3 4 5]]".into()));
//! # Ok::<(), xparray::Error>(())
//! ```
//!
//! # Linear algebra, transforms, sparse matrices
//!
//! Products, factorisations ([`linalg`]) and transforms ([`fft`]) are methods of arrays, with NumPy's names and defaults; what has
//! options takes them by its name with `_with`. [`sparse`] follows `scipy.sparse`.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! let a = xp.array([[3.0, 1.0], [1.0, 2.0]])?;
//! let b = xp.array([9.0, 8.0])?;
//! assert_eq!(a.solve(&b)?.to_string(), "[2. 3.]");
//! let (u, _s, _vt) = xp.ones::<f64>([3, 2])?.svd_with(Svd::new().full_matrices(true))?;
//! let spectrum = b.fft_with(Fft::new().n(4))?;
//! assert_eq!((u.shape(), spectrum.shape()), (&[3, 3][..], &[4][..]));
//! # Ok::<(), xparray::Error>(())
//! ```
//!
//! # Errors
//!
//! What can fail returns a [`Result`] with the one [`Error`]. Operators, which cannot, panic with its message at the
//! caller's line; `x.add(&y)?` is `&x + &y` without the panic. Deferred work that fails (no memory, an index out
//! of bounds) reports it when it runs.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! let (x, y) = (xp.zeros::<f32>([2, 3])?, xp.zeros::<f32>(4)?);
//! assert_eq!(x.add(&y).unwrap_err().to_string(), "add: shapes [2, 3] and [4] do not match");
//! # Ok::<(), xparray::Error>(())
//! ```

// Without any backend there is no device, and nothing of this is reached.
#[cfg_attr(
    not(any(feature = "cpu", feature = "cuda", feature = "rocm", feature = "wgpu")),
    allow(unused_imports, unused_variables, unreachable_code, dead_code)
)]
mod device;
#[cfg(all(doctest, feature = "cpu"))]
mod forbidden;
/// The README's programs.
#[cfg(all(doctest, feature = "cpu"))]
#[doc = include_str!("../README.md")]
struct Readme;

pub use device::{BackendKind, Device, DeviceEvent, DeviceMemory};
pub use xparray_core::*;

/// An n-dimensional array of elements of type `T`, on a [`Device`] unless another backend is named.
///
/// All of its methods are documented at [`xparray_core::Array`].
pub type Array<T, B = Device> = xparray_core::Array<T, B>;

/// An n-dimensional array whose element type is a value, on a [`Device`] unless another backend is named.
///
/// All of its methods are documented at [`xparray_core::DynArray`].
pub type DynArray<B = Device> = xparray_core::DynArray<B>;

#[cfg(feature = "autodiff")]
pub use xparray_autodiff as autodiff;
#[cfg(feature = "cpu")]
pub use xparray_cpu::Cpu;
/// What only CUDA has: raw modules and their arguments, graphs, pinned buffers, managed
/// memory, ranges for profilers.
#[cfg(feature = "cuda")]
pub use xparray_cuda as cuda;
#[cfg(feature = "cuda")]
pub use xparray_cuda::Cuda;
#[cfg(feature = "derive")]
pub use xparray_derive::Arrays;
#[cfg(feature = "dist")]
pub use xparray_dist as dist;
/// What only ROCm has: raw modules and their arguments, graphs, pinned buffers.
#[cfg(feature = "rocm")]
pub use xparray_rocm as rocm;
#[cfg(feature = "rocm")]
pub use xparray_rocm::Rocm;
#[cfg(feature = "scipy")]
pub use xparray_scipy as scipy;
#[cfg(feature = "wgpu")]
pub use xparray_wgpu::Wgpu;

/// The names that a program needs.
///
/// ```
/// use xparray::prelude::*;
///
/// let x = Cpu::new().ones::<f32>([2, 3])?;
/// assert_eq!(x.shape(), [2, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
pub mod prelude {
    pub use crate::{Array, Device, DynArray};
    pub use xparray_core::prelude::*;
    #[cfg(feature = "cpu")]
    pub use xparray_cpu::Cpu;
    #[cfg(feature = "cuda")]
    pub use xparray_cuda::Cuda;
    #[cfg(feature = "rocm")]
    pub use xparray_rocm::Rocm;
    #[cfg(feature = "wgpu")]
    pub use xparray_wgpu::Wgpu;
}
