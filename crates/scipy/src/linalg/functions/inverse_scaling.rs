//! Roots of a triangle that are close to one, for its logarithm and its powers.

use super::roots::root_of_triangle;
use super::spectrum::off_the_cut;
use crate::linalg::dense::{C, Entry, Matrix};
use std::f64::consts::PI;
use xparray_core::{Error, Result};

/// A root of a triangle less the identity.
pub struct Root {
    /// The difference, a triangle.
    pub r: Matrix<C>,
    /// How many square roots were taken.
    pub roots: i32,
    /// The degree of an approximation that is precise enough for it.
    pub degree: usize,
}

/// The square roots that an approximation needs, whose degrees 1 to 7 are precise below these bounds (Al-Mohy and Higham, SIAM J. Sci.
/// Comput. 34, 2012, algorithm 4.1). No element of the triangle's diagonal is 0.
pub fn inverse_scaling(op: &'static str, t: &Matrix<C>, bounds: &[f64; 7]) -> Result<Root> {
    let n = t.rows();
    let mut diagonal: Vec<C> = (0..n).map(|i| t[i][i]).collect();
    let mut root = t.clone();
    let mut roots = 0;
    while diagonal.iter().any(|x| (x - 1.0).size() > bounds[6]) {
        diagonal.iter_mut().for_each(|x| *x = x.sqrt());
        root = root_of_triangle(op, &root)?;
        roots += 1;
    }
    let least = roots;
    let mut again = 0;
    let degree = loop {
        let difference = root.clone().plus(-1.0, &Matrix::identity(n));
        // Roots of the norms of powers bound the error more sharply than the norm itself.
        let second = difference.times(&difference);
        let third = second.times(&difference);
        let d3 = third.one_norm().cbrt();
        let a2 = second.one_norm().sqrt().max(d3);
        if let Some(degree) = (0..2).find(|&k| roots == least && a2 <= bounds[k]) {
            break degree + 1;
        }
        let fourth = second.times(&second);
        let d4 = fourth.one_norm().powf(0.25);
        let a3 = d3.max(d4);
        if a3 <= bounds[6] {
            match (2..6).find(|&k| a3 <= bounds[k]) {
                Some(degree) => break degree + 1,
                None if a3 / 2.0 <= bounds[4] && again < 2 => {
                    again += 1;
                    root = root_of_triangle(op, &root)?;
                    roots += 1;
                    continue;
                }
                None => {}
            }
        }
        // Elements beside the diagonal are halved each time, so that many are enough for all numbers.
        if roots > 2048 {
            return Err(Error::value(op, "the roots of the matrix do not come close to one"));
        }
        let d5 = fourth.times(&difference).one_norm().powf(0.2);
        let eta = a3.min(d4.max(d5));
        if let Some(degree) = (5..7).find(|&k| eta <= bounds[k]) {
            break degree + 1;
        }
        root = root_of_triangle(op, &root)?;
        roots += 1;
    };
    let mut r = root.plus(-1.0, &Matrix::identity(n));
    if off_the_cut(t) {
        // The differences next to the diagonal by formulas that cancel less.
        let power = f64::from(-roots).exp2();
        for i in 0..n {
            r[i][i] = root_less_one(t[i][i], roots);
            if i + 1 < n {
                r[i][i + 1] = power_beside(t[i][i], t[i + 1][i + 1], t[i][i + 1], power);
            }
        }
    }
    Ok(Root { r, roots, degree })
}

/// `a^(1 / 2^k) - 1` (Al-Mohy, Numerical Algorithms 59, 2012).
fn root_less_one(mut a: C, mut k: i32) -> C {
    if k == 0 {
        return a - 1.0;
    }
    // In the left half-plane the first root turns it into the right one.
    if a.arg().abs() >= PI / 2.0 {
        a = a.sqrt();
        k -= 1;
    }
    let least = a - 1.0;
    let mut product = C::ONE;
    for _ in 0..k {
        a = a.sqrt();
        product *= a + 1.0;
    }
    least.over(product)
}

/// How often the imaginary part of a difference of logarithms goes round.
pub fn turns(z: C) -> f64 {
    ((z.im - PI) / (2.0 * PI)).ceil()
}

/// Half of the logarithm of the quotient of two neighbours, from their difference over their sum.
pub fn half_log(first: C, second: C) -> C {
    let quotient = (second - first).over(second + first);
    quotient.atanh() + C::new(0.0, PI * turns(second.ln() - first.ln()))
}

/// Whether two eigenvalues are so far apart that their difference may be divided by.
pub fn apart(first: C, second: C) -> bool {
    (second - first).size() > (first + second).size() / 2.0
}

/// The element above the diagonal of a power of `[[first, t], [0, second]]` (Higham and Lin, SIAM J. Matrix Anal. Appl. 32, 2011, eq. 5.6).
pub fn power_beside(first: C, second: C, t: C, power: f64) -> C {
    if first == second {
        return t * first.powf(power - 1.0) * power;
    }
    let difference = second - first;
    if apart(first, second) {
        return t.over(difference) * (second.powf(power) - first.powf(power));
    }
    let factor = ((second.ln() + first.ln()) * (power / 2.0)).exp();
    t.over(difference) * factor * (half_log(first, second) * power).sinh() * 2.0
}
