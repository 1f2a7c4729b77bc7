//! Gaussian elimination without exchanging rows.

use super::*;

/// Matrices that are eliminated column by column.
const SMALL: usize = 32;

/// The options of solutions by the lower triangle.
pub fn lower() -> SolveTriangular {
    SolveTriangular::new().lower(true)
}

/// The factors of A = L U in one matrix: L, whose diagonal is ones, below the diagonal, and U. By quarters: nearly all of
/// the work is in products of matrices.
pub fn eliminate<B: Backend>(a: &Array<f64, B>) -> Result<Array<f64, B>> {
    let n = a.shape()[0];
    if n <= SMALL {
        return by_columns(a.copy());
    }
    let half = n / 2;
    let [top, bottom] = [a.slice(s![..half, ..])?, a.slice(s![half.., ..])?];
    let corner = eliminate(&top.slice(s![.., ..half])?)?;
    let right = corner.solve_triangular_with(&top.slice(s![.., half..])?, lower().unit_diagonal(true))?;
    let left = corner.t().solve_triangular_with(&bottom.slice(s![.., ..half])?.t(), lower())?.t();
    let rest = eliminate(&(bottom.slice(s![.., half..])? - left.matmul(&right)?))?;
    a.xp().block(&[&[&corner, &right], &[&left, &rest]])
}

fn by_columns<B: Backend>(mut a: Array<f64, B>) -> Result<Array<f64, B>> {
    for k in 1..a.shape()[0] {
        let column = a.slice(s![k.., k - 1])? / a.slice(s![k - 1, k - 1])?;
        let rest = a.slice(s![k.., k..])? - column.outer(&a.slice(s![k - 1, k..])?)?;
        a.assign(s![k.., k..], rest)?;
        a.assign(s![k.., k - 1], column)?;
    }
    Ok(a)
}
