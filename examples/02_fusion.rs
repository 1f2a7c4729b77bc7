//! What is deferred runs as one kernel: `cargo run --release --example 02_fusion`.
//!
//! Elementwise operations, generators and reductions do nothing until somebody reads their result. Then one kernel does
//! all of them at once: it reads each operand once and stores only what is wanted. Temporaries are wanted until their statement ends:
//! so sums have names here.

use xparray::prelude::*;

fn main() -> xparray::Result<()> {
    let xp = Device::best()?;
    for (what, work) in [
        ("seven operations and a sum", rational(&xp, 10_000_000)?),
        ("a sum of no memory", digits(&xp, 1_000_000_000)?),
    ] {
        println!("{what}: {} by {} kernel, which reads {} arrays", work.value, work.kernels, work.operands);
    }
    Ok(())
}

/// A result, and what it took.
struct Work {
    value: f64,
    kernels: u64,
    operands: u64,
}

/// Reads a deferred number, and counts what the device does for it.
fn measured<T: Element + Into<f64>>(x: Array<T>) -> xparray::Result<Work> {
    let before = x.xp().stats();
    let value = x.item()?.into();
    let done = x.xp().stats() - before;
    Ok(Work { value, kernels: done.kernels, operands: done.operands_read })
}

/// The sum of (2 x + 3 y) / (x + y + 1).
fn rational(xp: &Device, n: usize) -> xparray::Result<Work> {
    let (x, y) = (xp.full(n, 3.0)?, xp.full(n, 4.0)?);
    x.eval()?;
    y.eval()?;
    let sum = ((&x * 2.0 + &y * 3.0) / (&x + &y + 1.0)).sum(..)?;
    measured(sum)
}

/// The sum of 2 (k mod 10) + 1 over k = 0, 1, ..., n - 1: numbers are made where they are added up.
fn digits(xp: &Device, n: usize) -> xparray::Result<Work> {
    let sum = (xp.arange(n)? % 10 * 2 + 1).sum(..)?;
    measured(sum.astype::<f64>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_kernel_each() -> xparray::Result<()> {
        let xp = Device::best()?;
        let work = rational(&xp, 1000)?;
        assert_eq!((work.value, work.kernels, work.operands), (1000.0 * 18.0 / 8.0, 1, 2));
        let work = digits(&xp, 1000)?;
        assert_eq!((work.value, work.kernels, work.operands), (10_000.0, 1, 0));
        Ok(())
    }
}
