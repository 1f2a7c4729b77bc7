//! What the types forbid. Each program that does not compile stands beside one that does and differs in a type only, so
//! that it fails for no other reason.

/// Bits are of integers and truth values.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = !&xp.ones::<i32>(3)?;
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = !&xp.ones::<f32>(3)?;
/// # Ok::<(), xparray::Error>(())
/// ```
struct Bitwise;

/// Factorisations are of floats.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.array([[2.0, 1.0], [1.0, 2.0]])?.cholesky()?;
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.array([[2, 1], [1, 2]])?.cholesky()?;
/// # Ok::<(), xparray::Error>(())
/// ```
struct Factorisations;

/// Indices are integers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f32>(3)?.take(&xp.zeros::<i64>(2)?, 0)?;
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f32>(3)?.take(&xp.zeros::<f64>(2)?, 0)?;
/// # Ok::<(), xparray::Error>(())
/// ```
struct Indices;

/// Indices of Rust's own are integers, too.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f32>(3)?.take([0, 2], 0)?;
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f32>(3)?.take([0.0, 2.0], 0)?;
/// # Ok::<(), xparray::Error>(())
/// ```
struct ListedIndices;

/// Axes are integers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f32>([2, 3])?.sum(1)?;
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f32>([2, 3])?.sum(1.0)?;
/// # Ok::<(), xparray::Error>(())
/// ```
struct AxesOf;

/// Lengths are not negative.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f32>([2, 3])?;
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f32>([2, -1])?;
/// # Ok::<(), xparray::Error>(())
/// ```
struct Lengths;

/// Integers do not become floats in place.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let mut x = xp.ones::<f32>(3)?;
/// x += &xp.ones::<i32>(3)?;
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let mut x = xp.ones::<i32>(3)?;
/// x += &xp.ones::<f32>(3)?;
/// # Ok::<(), xparray::Error>(())
/// ```
struct InPlace;

/// Generic elements take the numbers that their bound names.
///
/// ```
/// # use xparray::prelude::*;
/// fn halves<T: RealFloat>(x: &xparray::Array<T, Cpu>) -> xparray::Array<T, Cpu> { x * 0.5 }
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*;
/// fn halves<T: Number>(x: &xparray::Array<T, Cpu>) -> xparray::Array<T, Cpu> { x * 0.5 }
/// ```
struct Bounds;

/// Masks are truth values.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f32>(3)?.mask(&xp.zeros::<bool>(3)?)?;
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f32>(3)?.mask(&xp.zeros::<u8>(3)?)?;
/// # Ok::<(), xparray::Error>(())
/// ```
struct Masks;

/// Complex numbers have no order along which they are split into bins.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<f64>(3)?.histogram(4)?;
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// xp.ones::<Complex<f64>>(3)?.histogram(4)?;
/// # Ok::<(), xparray::Error>(())
/// ```
struct Bins;

/// A change takes an array for itself.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let mut x = xp.ones::<f32>(3)?;
/// x.fill(2.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.ones::<f32>(3)?;
/// x.fill(2.0);
/// # Ok::<(), xparray::Error>(())
/// ```
struct Changes;
