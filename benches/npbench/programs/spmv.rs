//! A sparse matrix times a vector.

use super::*;
use xparray::sparse::Csr;

/// NumPy's loop over rows is the library's product of a matrix of the same format.
pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (rows, columns) = (inputs.array::<u32>("A_row")?, inputs.array::<u32>("A_col")?);
    let (values, x) = (inputs.array::<f64>("A_val")?, inputs.array::<f64>("x")?);
    let a = Csr::from_parts([rows.len() - 1, x.len()], &rows, &columns, &values)?;
    outputs([a.matmul(&x)?.into_dyn()])
}
