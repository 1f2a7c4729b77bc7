//! Sobol's sequence.

use super::places;
use xparray_core::prelude::*;
use xparray_core::random::Generator;
use xparray_core::{Error, Result};

const OP: &str = "Sobol";

/// The polynomials and first numbers of all dimensions but the first.
const DIRECTIONS: &str = include_str!("directions.txt");

/// How many binary digits numbers have if nothing else is said, as SciPy's.
const BITS: u32 = 30;

/// Sobol's sequence in up to 1024 dimensions, in the order of Gray's code: each `2^k` points that begin at a multiple of this number have one in each of many equal
/// boxes. Directions are those of Joe and Kuo (*Constructing Sobol sequences with better two-dimensional projections*, SIAM J. Sci. Comput. 30, 2008), of
/// which points in few dimensions are even, too.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::qmc::Sobol;
/// let points = Sobol::new(&xp, 2)?.points(0, 4)?;
/// assert_eq!(points.to_string(), "[[0.   0.  ]\n [0.5  0.5 ]\n [0.75 0.25]\n [0.25 0.75]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sobol<B: Backend> {
    /// What each binary digit of a place adds, `[digits, d]`.
    directions: Array<i64, B>,
    /// What is added to all.
    shift: Array<i64, B>,
    bits: u32,
}

impl<B: Backend> Sobol<B> {
    /// The sequence of `d` dimensions, which begins at the origin, to 30 binary digits.
    ///
    /// # Errors
    /// [`Error::Value`] for no dimensions, or more than 1024; those of making arrays.
    pub fn new(xp: &B, d: usize) -> Result<Self> {
        Self::with_bits(xp, d, BITS)
    }

    /// The sequence to so many binary digits, of which there are `2^bits` points.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::qmc::Sobol;
    /// assert!(Sobol::with_bits(&xp, 1, 3)?.points(0, 9).is_err());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Sobol::new`]; [`Error::Value`] for no digits, or more than 53.
    pub fn with_bits(xp: &B, d: usize, bits: u32) -> Result<Self> {
        let columns = directions(d, bits)?;
        Ok(Self { directions: table(xp, &columns, bits)?, shift: xp.zeros(d)?, bits })
    }

    /// The sequence with its digits mixed at random, so that each point has a uniform distribution, and still as even: by a triangular matrix and a shift for each dimension
    /// (Matoušek, *On the L2-discrepancy for anchored boxes*, J. Complexity 14, 1998). Of one generator it is the same on every backend.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::qmc::Sobol;
    /// let points = Sobol::scrambled(&mut xp.rng(1), 3, 30)?.points(0, 8)?;
    /// assert_eq!((points * 8.0).floor().sum(0)?.to_string(), "[28. 28. 28.]"); // one in each eighth
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Sobol::with_bits`].
    pub fn scrambled(rng: &mut Generator<B>, d: usize, bits: u32) -> Result<Self> {
        let mut columns = directions(d, bits)?;
        let n = bits as usize;
        let shift = rng.integers::<i64>(0, 1 << bits, d)?;
        let chance = rng.integers::<i64>(0, 1 << bits, [d, n])?.to_vec()?;
        for (column, chance) in columns.iter_mut().zip(chance.chunks(n)) {
            for direction in column {
                let given = *direction;
                // A digit becomes itself and a mixture of those before it.
                *direction = (0..bits).fold(0, |mixed, row| {
                    let place = bits - 1 - row;
                    let before = (chance[row as usize] >> place | 1) << place;
                    mixed | i64::from((before & given).count_ones() & 1) << place
                });
            }
        }
        Ok(Self { directions: table(shift.xp(), &columns, bits)?, shift, bits })
    }

    /// The points from a place in the sequence on, `[n, d]`, between 0 and 1, 1 excluded.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::qmc::Sobol;
    /// let sequence = Sobol::new(&xp, 5)?;
    /// assert!(sequence.points(3, 2)?.array_equal(&sequence.points(0, 5)?.slice(s![3..])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for more points than there are.
    pub fn points(&self, first: u64, n: usize) -> Result<Array<f64, B>> {
        let end = first.checked_add(n as u64).filter(|&end| end <= 1 << self.bits);
        let Some(end) = end else {
            return Err(Error::value(OP, format!("{n} points from {first} on of 2^{}", self.bits)));
        };
        let place = places(self.shift.xp(), first, n)?;
        let gray = place.bitwise_xor(&place.bitwise_right_shift(1)?)?.reshape([n, 1])?;
        let mut found = self.shift.broadcast_to([n, self.shift.len()])?;
        for digit in 0..u64::BITS - end.leading_zeros() {
            if digit >= self.bits {
                break;
            }
            let chosen = gray.bitwise_right_shift(i64::from(digit))?.bitwise_and(1)?;
            found = found.bitwise_xor(&(chosen * self.directions.take(digit as usize, 0)?))?;
        }
        Ok(found.astype::<f64>() * (-f64::from(self.bits)).exp2())
    }
}

/// Of each dimension what the digits of a place add, the lowest first, as integers of so many binary digits.
fn directions(d: usize, bits: u32) -> Result<Vec<Vec<i64>>> {
    if !(1..=53).contains(&bits) {
        return Err(Error::value(OP, format!("{bits} binary digits")));
    }
    let n = bits as usize;
    let first = vec![1; n];
    let rows = DIRECTIONS.lines().filter(|line| !line.starts_with('#'));
    let others = rows.map(|line| {
        let mut numbers = line.split_ascii_whitespace().filter_map(|word| word.parse::<i64>().ok());
        let polynomial = numbers.next().unwrap_or(1);
        let mut m: Vec<i64> = numbers.collect();
        let degree = m.len();
        for k in degree..n {
            // Of the coefficients of the polynomial, whose highest and lowest ones are 1 (Bratley and Fox, 1988).
            let next = (1..=degree)
                .filter(|j| polynomial >> (degree - j) & 1 == 1)
                .fold(m[k - degree], |sum, j| sum ^ m[k - j] << j);
            m.push(next);
        }
        m.truncate(n);
        m
    });
    let all: Vec<Vec<i64>> = std::iter::once(first).chain(others).take(d).collect();
    if d == 0 || all.len() < d {
        return Err(Error::value(OP, format!("{d} dimensions, not from 1 to {}", all.len())));
    }
    let aligned = |m: Vec<i64>| m.into_iter().enumerate().map(|(k, m)| m << (n - 1 - k)).collect();
    Ok(all.into_iter().map(aligned).collect())
}

fn table<B: Backend>(xp: &B, columns: &[Vec<i64>], bits: u32) -> Result<Array<i64, B>> {
    Ok(xp.from_slice(&columns.concat(), [columns.len(), bits as usize])?.t().copy())
}
