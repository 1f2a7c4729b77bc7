//! What a newcomer types first. Most of these tests are passed by compiling: the types are inferred, numbers take the
//! arrays' type, and arguments are what is at hand.

use xparray::prelude::*;
use xparray::sparse::{Coo, Csr};
use xparray::{Array, Result};

/// Two floats have a sum, without a type in sight.
#[test]
fn sum_of_a_literal() -> Result<()> {
    let xp = Cpu::new();
    let total = xp.array([1.0, 2.0])?.sum(..)?.item()?;
    assert_eq!(total, 3.0);
    Ok(())
}

#[test]
fn sum_of_integers() -> Result<()> {
    let xp = Cpu::new();
    assert_eq!(xp.array([1, 2, 3])?.sum(..)?.item()?, 6);
    assert_eq!(xp.array([true, false, true])?.sum(..)?.item()?, 2);
    Ok(())
}

#[test]
fn mean_of_a_literal() -> Result<()> {
    let xp = Cpu::new();
    assert_eq!(xp.array([1, 2])?.mean(..)?.item()?, 1.5);
    assert_eq!(xp.array([[1.0, 2.0], [3.0, 4.0]])?.mean(0)?.to_vec()?, [2.0, 3.0]);
    Ok(())
}

#[test]
fn eigenvalues_of_a_literal() -> Result<()> {
    let xp = Cpu::new();
    let (values, vectors) = xp.array([[2.0, 0.0], [0.0, 3.0]])?.eigh()?;
    assert_eq!(values.to_vec()?, [2.0, 3.0]);
    assert_eq!(vectors.shape(), [2, 2]);
    Ok(())
}

fn standardize<T: RealFloat>(x: &Array<T, Cpu>) -> Result<Array<T, Cpu>> {
    Ok((x - x.mean(0)?) / x.std(0)?)
}

fn softplus<T: RealFloat>(x: &Array<T, Cpu>) -> Array<T, Cpu> {
    (x.exp() + 1).log() + x * 2.0
}

fn unit<T: RealFloat>(x: &Array<T, Cpu>) -> Result<Array<T, Cpu>> {
    let norm: Array<T, Cpu> = x.norm(..)?;
    Ok(x / norm)
}

fn grown<T: RealFloat>(x: &Array<T, Cpu>) -> Array<T, Cpu> {
    x.exp() + x
}

fn average<T: RealFloat>(x: &Array<T, Cpu>) -> Result<Array<T, Cpu>> {
    let n: usize = x.shape()[0];
    Ok(x.sum(0)? / n)
}

/// Generic code says the kind of the elements once.
#[test]
fn generic_functions() -> Result<()> {
    let xp = Cpu::new();
    let x = xp.array([1.0, 3.0])?;
    assert_eq!(standardize(&x)?.to_vec()?, [-1.0, 1.0]);
    assert_eq!(standardize(&x.astype::<f32>())?.to_vec()?, [-1.0f32, 1.0]);
    assert_eq!(standardize(&x.astype::<f16>())?.dtype(), DType::F16);
    assert!((softplus(&xp.zeros::<f64>(1)?).item()? - 2.0f64.ln()).abs() < 1e-15);
    assert_eq!(unit(&xp.array([3.0, 4.0])?)?.to_vec()?, [0.6, 0.8]);
    assert_eq!(grown(&xp.zeros::<f32>(2)?).to_vec()?, [1.0, 1.0]);
    assert_eq!(average(&x)?.item()?, 2.0);
    Ok(())
}

/// Numbers take the type of the array if it has one of their kind.
#[test]
fn numbers_are_weak() -> Result<()> {
    let xp = Cpu::new();
    let x = xp.ones::<f32>(2)?;
    let k = xp.array([1, 2])?;
    let n = 4usize;
    let y: Array<f32, _> = &x * 2.0;
    assert_eq!(y.to_vec()?, [2.0, 2.0]);
    let y: Array<f32, _> = 2 * &x;
    assert_eq!(y.to_vec()?, [2.0, 2.0]);
    let y: Array<f32, _> = 1.0 - &x / 2;
    assert_eq!(y.to_vec()?, [0.5, 0.5]);
    let y: Array<f64, _> = &k * 0.5;
    assert_eq!(y.to_vec()?, [0.5, 1.0]);
    let y: Array<f64, _> = 0.5 * &k;
    assert_eq!(y.to_vec()?, [0.5, 1.0]);
    let y: Array<i32, _> = 10 - &k;
    assert_eq!(y.to_vec()?, [9, 8]);
    let y: Array<f32, _> = x.sum(0)? / n;
    assert_eq!(y.item()?, 0.5);
    let y: Array<f32, _> = &x - n as f64;
    assert_eq!(y.to_vec()?, [-3.0, -3.0]);
    Ok(())
}

#[test]
fn powers_and_squares() -> Result<()> {
    let xp = Cpu::new();
    let x = xp.array([2.0, 3.0])?;
    assert_eq!(x.pow(2)?.to_vec()?, [4.0, 9.0]);
    assert_eq!(x.pow(0.5)?.pow(2)?.round(0).to_vec()?, [2.0, 3.0]);
    assert_eq!((&x * &x).to_vec()?, [4.0, 9.0]);
    assert_eq!(x.square().to_vec()?, [4.0, 9.0]);
    assert_eq!(xp.array([2, 3])?.pow(2)?.to_vec()?, [4, 9]);
    Ok(())
}

/// Where NumPy casts in place, so does compound assignment.
#[test]
fn in_place() -> Result<()> {
    let xp = Cpu::new();
    let counts = xp.array([1, 2])?;
    let mut z = xp.zeros::<f32>(2)?;
    z += &counts;
    z += 1;
    z *= 0.5;
    z -= xp.array([0.5, 0.5])?;
    assert_eq!(z.to_vec()?, [0.5, 1.0]);
    let mut k = xp.array([1, 2])?;
    k += &counts;
    k *= 2;
    assert_eq!(k.to_vec()?, [4, 8]);
    Ok(())
}

/// Functions that can only fail by running give the array itself.
#[test]
fn functions_chain() -> Result<()> {
    let xp = Cpu::new();
    let (x, y) = (xp.zeros::<f64>(3)?, xp.ones::<f64>(3)?);
    assert_eq!((x.sin() * y.exp()).sum(..)?.item()?, 0.0);
    assert_eq!((x.exp() + &y).sqrt().abs().sum(..)?.item()?, 3.0 * 2.0f64.sqrt());
    Ok(())
}

#[test]
fn arrays_from_little() -> Result<()> {
    let xp = Cpu::new();
    let n = 3usize;
    assert_eq!(xp.eye::<f64>(3)?.sum(..)?.item()?, 3.0);
    assert_eq!(xp.arange(n)?.to_vec()?, [0, 1, 2]);
    assert_eq!(xp.arange(2..5)?.to_vec()?, [2, 3, 4]);
    assert_eq!(xp.arange(0..n)?.sum(..)?.item()?, 3);
    assert_eq!(xp.arange(0.0..3.0)?.to_vec()?, [0.0, 1.0, 2.0]);
    assert_eq!(xp.array([[1.0, 2.0], [3.0, 4.0]])?.shape(), [2, 2]);
    assert_eq!(xp.array(vec![1.0f32, 2.0])?.shape(), [2]);
    assert_eq!(xp.array(&[1u8, 2])?.dtype(), DType::U8);
    assert_eq!(xp.from_fn([2, 3], |i, j| (i * 3 + j) as f64)?.sum(..)?.item()?, 15.0);
    assert_eq!(xp.full(n, 2.5)?.sum(..)?.item()?, 7.5);
    Ok(())
}

/// The identity in arithmetic: its type follows from what it is added to.
#[test]
fn identity_beside_an_array() -> Result<()> {
    let xp = Cpu::new();
    let x: Array<f64, _> = xp.eye(2)?;
    assert_eq!((x + xp.array([[1.0, 2.0], [3.0, 4.0]])?).to_vec()?, [2.0, 2.0, 3.0, 5.0]);
    Ok(())
}

/// Indices are whatever holds integers.
#[test]
fn indices_at_hand() -> Result<()> {
    let xp = Cpu::new();
    let x = xp.array([10.0, 20.0, 30.0])?;
    assert_eq!(x.take([0, 2], 0)?.sum(..)?.item()?, 40.0);
    assert_eq!(x.take(-1, 0)?.item()?, 30.0);
    assert_eq!(x.take(1usize, 0)?.item()?, 20.0);
    assert_eq!(x.take(vec![2usize, 0], 0)?.to_vec()?, [30.0, 10.0]);
    assert_eq!(x.take(&[1i64, 1][..], 0)?.to_vec()?, [20.0, 20.0]);
    assert_eq!(x.take(1..3, 0)?.to_vec()?, [20.0, 30.0]);
    assert_eq!(x.take([[0, 1], [2, 0]], 0)?.shape(), [2, 2]);
    assert_eq!(x.take(x.argsort()?, 0)?.to_vec()?, [10.0, 20.0, 30.0]);
    assert_eq!(x.take(&xp.array(&[2u8])?, 0)?.item()?, 30.0);
    assert_eq!(x.take_along_axis([2, 1], 0)?.to_vec()?, [30.0, 20.0]);
    assert_eq!(x.clone().into_dyn().take([0, 2], 0)?.sum(..)?.item()?.get::<f64>(), 40.0);
    assert!(x.take([0, 3], 0).is_err());
    assert!(x.take([-4], 0).is_err());
    assert!(x.take(usize::MAX, 0).is_err());
    Ok(())
}

#[test]
fn writing_at_indices_at_hand() -> Result<()> {
    let xp = Cpu::new();
    let mut x = xp.zeros::<f32>([2, 3])?;
    x.put([0, -1], 1.0)?;
    x.put_at(([0, 1], [1, 0]), 2.0)?;
    x.add_at([[1, 1], [1, 1]], 3)?;
    x.index_add([2, 2], 1, 1)?;
    x.index_put(0usize..1, 7, -1)?;
    assert_eq!(x.to_vec()?, [7.0, 2.0, 2.0, 7.0, 6.0, 3.0]);
    assert!(x.put([6], 1.0).is_err());
    Ok(())
}

#[test]
fn crosses_of_indices() -> Result<()> {
    let xp = Cpu::new();
    let x = xp.arange(12)?.reshape([3, 4])?;
    assert_eq!(x.take_at(xp.ix(([0, 2], [1, 3]))?)?.to_vec()?, [1, 3, 9, 11]);
    assert_eq!(xp.ravel_multi_index(([0, 1], [2, 1]), (2, 3))?.to_vec()?, [2, 4]);
    Ok(())
}

#[test]
fn sparse_matrices_from_literals() -> Result<()> {
    let xp = Cpu::new();
    let values = xp.array([1.0, 2.0])?;
    assert_eq!(Coo::new([2, 2], [0, 1], [1, 0], &values)?.to_csr()?.to_dense()?.to_vec()?, [0.0, 1.0, 2.0, 0.0]);
    assert_eq!(Csr::from_parts([2, 2], [0, 1, 2], vec![1, 0], &values)?.nnz(), 2);
    Ok(())
}

/// An axis is an integer as the program has it.
#[test]
fn axes_of_any_integer() -> Result<()> {
    let xp = Cpu::new();
    let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
    for axis in 0..x.ndim() {
        assert_eq!(x.sum(axis)?.shape(), [2]);
        assert_eq!(x.sum(keepdims(axis))?.ndim(), 2);
        assert_eq!(x.cumsum(axis)?.shape(), [2, 2]);
        assert_eq!(x.expand_dims(axis)?.ndim(), 3);
        assert_eq!(x.take(0, axis)?.shape(), [2]);
        assert_eq!(x.swapaxes(axis, 0)?.shape(), [2, 2]);
        assert_eq!(x.flip(axis)?.shape(), [2, 2]);
        assert_eq!(x.unstack(axis)?.len(), 2);
        assert_eq!(xp.stack(&[&x, &x], axis)?.ndim(), 3);
        assert_eq!(xp.concatenate(&[&x, &x], axis)?.len(), 8);
    }
    let (narrow, wide, signed): (i32, i64, isize) = (-1, -1, -1);
    assert_eq!(x.max(narrow)?.to_vec()?, x.max(wide)?.to_vec()?);
    assert_eq!(x.max(signed)?.to_vec()?, [2.0, 4.0]);
    assert!(x.sum(2usize).is_err() && x.sum(usize::MAX).is_err());
    Ok(())
}

#[test]
fn several_axes() -> Result<()> {
    let xp = Cpu::new();
    let x = xp.ones::<f64>((2, 3, 4))?;
    let axes = vec![0usize, 2];
    assert_eq!(x.sum((0, 1))?.shape(), [4]);
    assert_eq!(x.sum((0, -1))?.shape(), [3]);
    assert_eq!(x.sum([0, 1])?.shape(), [4]);
    assert_eq!(x.sum(&axes)?.shape(), [3]);
    assert_eq!(x.sum(&axes[..])?.shape(), [3]);
    assert_eq!(x.sum(axes)?.shape(), [3]);
    assert_eq!(x.sum(..)?.item()?, 24.0);
    assert_eq!(x.sum(())?.shape(), [2, 3, 4]);
    assert_eq!(x.permute_dims((2, 0, 1))?.shape(), [4, 2, 3]);
    Ok(())
}

#[test]
fn shapes_at_hand() -> Result<()> {
    let xp = Cpu::new();
    let (m, n) = (2, 3);
    let x = xp.zeros::<f64>((m, n))?;
    let lengths = vec![m, n];
    for y in [xp.zeros(x.shape())?, xp.zeros([m, n])?, xp.zeros([m, n])?, xp.zeros(&lengths)?, xp.zeros(lengths)?] {
        let y: Array<f64, _> = y;
        assert_eq!(y.shape(), x.shape());
    }
    assert_eq!(x.reshape((3, -1))?.shape(), [3, 2]);
    assert_eq!(x.reshape(n * m)?.shape(), [6]);
    assert_eq!(x.reshape(-1)?.shape(), [6]);
    assert_eq!(xp.zeros::<f32>(n)?.broadcast_to((m, n))?.shape(), [2, 3]);
    assert_eq!(xp.array([1, 2])?.tile((2, 1))?.shape(), [2, 2]);
    Ok(())
}

#[test]
fn counts_of_any_integer() -> Result<()> {
    let xp = Cpu::new();
    let x = xp.arange(6)?;
    let (n, k) = (2usize, -2isize);
    assert_eq!(x.roll(n, 0)?.to_vec()?, [4, 5, 0, 1, 2, 3]);
    assert_eq!(x.roll(-1i64, None)?.to_vec()?, [1, 2, 3, 4, 5, 0]);
    assert_eq!(x.repeat(n, 0)?.len(), 12);
    assert_eq!(x.repeat(vec![n; 6], 0)?.len(), 12);
    assert_eq!(x.split(n, 0)?.len(), 2);
    assert_eq!(x.split([n, 4], 0)?.len(), 3);
    assert_eq!(x.delete(n, 0)?.len(), 5);
    assert_eq!(x.delete([0, -1], 0)?.to_vec()?, [1, 2, 3, 4]);
    assert_eq!(x.slice(s![n])?.item()?, 2);
    assert_eq!(x.slice(s![n..])?.len(), 4);
    assert_eq!(x.slice(s![k..])?.len(), 2);
    assert_eq!(x.slice(s![..;n])?.len(), 3);
    Ok(())
}
