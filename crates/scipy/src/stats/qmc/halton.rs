//! Halton's sequence.

use super::places;
use xparray_core::prelude::*;
use xparray_core::random::Generator;
use xparray_core::{Error, Result};

const OP: &str = "Halton";

/// Halton's sequence: in each dimension the digits of a place to a prime number, mirrored at the point.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::qmc::Halton;
/// let points = Halton::new(&xp, 2)?.points(0, 3)?;
/// assert!(points.allclose(&xp.array([[0.0, 0.0], [0.5, 1.0 / 3.0], [0.25, 2.0 / 3.0]])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Halton<B: Backend> {
    bases: Array<i64, B>,
    /// What becomes of each digit at each place of the numbers, `[bases, largest base]`, if they are mixed: of the first bases, which have so many places.
    digits: Option<Vec<Array<i64, B>>>,
}

impl<B: Backend> Halton<B> {
    /// The sequence of `d` dimensions, which begins at the origin.
    ///
    /// # Errors
    /// [`Error::Value`] for no dimensions, or more than 10,000.
    pub fn new(xp: &B, d: usize) -> Result<Self> {
        let bases = primes(d)?;
        Ok(Self { bases: xp.from_slice(&bases, d)?, digits: None })
    }

    /// The sequence with digits exchanged at random, at each place others (Owen, *A randomized Halton algorithm in R*, arXiv:1706.02808, 2017). Of one generator it is
    /// the same on every backend.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::qmc::Halton;
    /// let points = Halton::scrambled(&mut xp.rng(1), 2)?.points(0, 4)?;
    /// assert_eq!((points.take(0, 1)? * 4.0).floor().sort()?.to_string(), "[0. 1. 2. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Halton::new`].
    pub fn scrambled(rng: &mut Generator<B>, d: usize) -> Result<Self> {
        let bases = primes(d)?;
        let digits = (0..length(2)).map(|place| {
            let longer = &bases[..bases.partition_point(|&base| length(base) > place)];
            let largest = longer[longer.len() - 1];
            let chance = rng.random::<f64>([longer.len(), largest as usize])?;
            let xp = chance.xp();
            // Digits that a base does not have come last.
            let beyond = xp.arange(0..largest)?.greater_equal(&xp.from_slice(longer, [longer.len(), 1])?)?;
            chance.add(&beyond.astype::<f64>())?.argsort()
        });
        let digits = digits.collect::<Result<Vec<_>>>()?;
        Ok(Self { bases: digits[0].xp().from_slice(&bases, d)?, digits: Some(digits) })
    }

    /// The points from a place in the sequence on, `[n, d]`, between 0 and 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::qmc::Halton;
    /// let sequence = Halton::new(&xp, 5)?;
    /// assert!(sequence.points(3, 2)?.array_equal(&sequence.points(0, 5)?.slice(s![3..])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for places from 2^53 on.
    pub fn points(&self, first: u64, n: usize) -> Result<Array<f64, B>> {
        let xp = self.bases.xp();
        let end = first.checked_add(n as u64).filter(|&end| end < 1 << 53);
        let Some(end) = end else {
            return Err(Error::value(OP, format!("{n} points from {first} on")));
        };
        let d = self.bases.len();
        let mut rest = places(xp, first, n)?.reshape([n, 1])?.broadcast_to([n, d])?;
        let (mut found, mut weight) = (xp.zeros::<f64>([n, d])?, xp.ones::<f64>(d)?);
        // Mixed zeros are digits, too.
        let count = match &self.digits {
            Some(digits) => digits.len(),
            None => (u64::BITS - end.leading_zeros()) as usize,
        };
        let base = self.bases.astype::<f64>();
        for place in 0..count {
            let next = rest.floor_divide(&self.bases)?;
            let digit = &rest - &next * &self.bases;
            weight /= &base;
            match self.digits.as_ref().map(|digits| &digits[place]) {
                None => found += digit.astype::<f64>() * &weight,
                Some(mixed) => {
                    let [bases, largest] = [mixed.shape()[0], mixed.shape()[1]];
                    let offsets = xp.arange(0..bases as i64)? * largest as i64;
                    let digit = mixed.flatten().take(&(digit.slice(s![.., ..bases])? + offsets), 0)?;
                    let sum = found.slice(s![.., ..bases])? + digit.astype::<f64>() * weight.slice(s![..bases])?;
                    found.assign(s![.., ..bases], &sum)?;
                }
            }
            rest = next;
        }
        // What is rounded to 1 is the number below it.
        found.minimum(1.0 - f64::EPSILON / 2.0)
    }
}

/// How many digits a number between 0 and 1 has to a base.
fn length(base: i64) -> usize {
    (54.0 / (base as f64).log2()).ceil() as usize - 1
}

/// The first prime numbers.
fn primes(d: usize) -> Result<Vec<i64>> {
    if !(1..=10_000).contains(&d) {
        return Err(Error::value(OP, format!("{d} dimensions")));
    }
    let mut found: Vec<i64> = Vec::with_capacity(d);
    let mut next = 2;
    while found.len() < d {
        if found.iter().take_while(|&&p| p * p <= next).all(|p| next % p != 0) {
            found.push(next);
        }
        next += 1;
    }
    Ok(found)
}
