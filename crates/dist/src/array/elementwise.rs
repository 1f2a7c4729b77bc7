//! Elementwise operations: each process does them with its part.

use super::DistArray;
use crate::mesh::Sharding;
use std::ops::{Add, Div, Mul, Sub};
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Result};

impl<T: Element, B: Backend> DistArray<T, B> {
    /// What an elementwise function makes of the array. Nothing moves.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1.0, 4.0, 9.0])?)?;
    /// assert_eq!(x.map(|x| Ok(x.sqrt()))?.all_gather()?.to_vec()?, [1.0, 2.0, 3.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the function; [`Error::Shape`] if it makes an array of another shape.
    pub fn map<R: Element>(
        &self,
        function: impl FnOnce(&Array<T, B>) -> Result<Array<R, B>>,
    ) -> Result<DistArray<R, B>> {
        let local = function(&self.local)?;
        if local.shape() != self.local.shape() {
            return Err(Error::shape("map", local.shape(), self.local.shape()));
        }
        Ok(DistArray::new(local, self.shape.clone(), self.sharding.clone()))
    }

    /// What an elementwise function makes of two arrays, which broadcast. Axes that both have lie on the same axis of the mesh.
    /// Nothing moves.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let mesh = world.mesh(world.size())?;
    /// let x = mesh.sharding([Some(0), None])?.shard(&xp.ones::<f64>([4, 2])?)?;
    /// let y = mesh.sharding([None])?.shard(&xp.array([1.0, 2.0])?)?;
    /// assert_eq!(x.zip(&y, |x, y| Ok(x.hypot(y)?.square()))?.sum(..)?.item()?.round(), 28.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if shapes do not broadcast; [`Error::Value`] if the arrays lie on the mesh differently: one of them
    /// must be [resharded](DistArray::reshard); those of the function.
    pub fn zip<U: Element, R: Element>(
        &self,
        other: &DistArray<U, B>,
        function: impl FnOnce(&Array<T, B>, &Array<U, B>) -> Result<Array<R, B>>,
    ) -> Result<DistArray<R, B>> {
        let (shape, sharding) = self.broadcast_with("zip", &other.shape, &other.sharding)?;
        DistArray::new(function(&self.local, &other.local)?, shape, sharding).checked()
    }

    fn checked(self) -> Result<Self> {
        let expected: Vec<usize> = self.sharding.own_part(&self.shape).iter().map(|range| range.len()).collect();
        if self.local.shape() != expected {
            return Err(Error::shape("zip", self.local.shape(), &expected));
        }
        Ok(self)
    }

    /// The shape of what is made of this array and another one, and how it lies.
    fn broadcast_with(&self, op: &'static str, other: &[usize], on: &Sharding) -> Result<(Vec<usize>, Sharding)> {
        let differently = || {
            let (left, right) = (&self.sharding, on);
            let message = format!("the arrays lie on the mesh as {left:?} and {right:?}; reshard one of them first");
            Error::value(op, message)
        };
        if self.sharding.mesh() != on.mesh() {
            return Err(Error::value(op, "the arrays lie on different meshes; reshard one of them first"));
        }
        let ndim = self.shape.len().max(other.len());
        let (mut shape, mut axes) = (Vec::new(), Vec::new());
        for axis in 0..ndim {
            let at = |lens: &[usize], sharding: &Sharding| {
                let place = (axis + lens.len()).checked_sub(ndim);
                place.map_or((1, None), |place| (lens[place], sharding.axes()[place]))
            };
            let (left, right) = (at(&self.shape, &self.sharding), at(other, on));
            let (len, on) = match (left, right) {
                (left, right) if left == right => left,
                ((1, None), right) => right,
                (left, (1, None)) => left,
                ((n, _), (m, _)) if n == m || n == 1 || m == 1 => return Err(differently()),
                _ => return Err(Error::shape(op, &self.shape, other)),
            };
            // Two axes of the array on one of the mesh.
            if on.is_some() && axes.contains(&on) {
                return Err(differently());
            }
            shape.push(len);
            axes.push(on);
        }
        Ok((shape, self.sharding.with_axes(axes)))
    }
}

/// Operators of arrays and numbers. They panic where [`zip`](DistArray::zip) gives an error.
macro_rules! operator {
    ($($Op:ident $op:ident: $T:ident $symbol:tt;)*) => {$(
        impl<T: $T, B: Backend> $Op<&DistArray<T, B>> for &DistArray<T, B> {
            type Output = DistArray<T, B>;

            #[track_caller]
            fn $op(self, other: &DistArray<T, B>) -> DistArray<T, B> {
                self.zip(other, |x, y| Ok(x $symbol y)).unwrap_or_else(|error| panic!("{error}"))
            }
        }

        impl<T: $T, B: Backend> $Op<&DistArray<T, B>> for DistArray<T, B> {
            type Output = DistArray<T, B>;

            #[track_caller]
            fn $op(self, other: &DistArray<T, B>) -> DistArray<T, B> {
                (&self) $symbol other
            }
        }

        impl<T: $T, B: Backend> $Op<DistArray<T, B>> for DistArray<T, B> {
            type Output = DistArray<T, B>;

            #[track_caller]
            fn $op(self, other: DistArray<T, B>) -> DistArray<T, B> {
                (&self) $symbol (&other)
            }
        }

        impl<T: $T, B: Backend> $Op<T> for &DistArray<T, B> {
            type Output = DistArray<T, B>;

            #[track_caller]
            fn $op(self, number: T) -> DistArray<T, B> {
                let number = self.local.xp().full((), number);
                self.map(|x| Ok(x $symbol &number?)).unwrap_or_else(|error| panic!("{error}"))
            }
        }

        impl<T: $T, B: Backend> $Op<T> for DistArray<T, B> {
            type Output = DistArray<T, B>;

            #[track_caller]
            fn $op(self, number: T) -> DistArray<T, B> {
                (&self) $symbol number
            }
        }
    )*};
}

operator! {
    Add add: Number +;
    Sub sub: Number -;
    Mul mul: Number *;
    Div div: FloatElement /;
}
