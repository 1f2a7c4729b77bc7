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
