//! Horizontal diffusion of a weather model, with limited fluxes.

use super::*;

/// A flux, or none where it would go up the field's gradient.
fn limited<B: Backend>(flux: Array<f64, B>, gradient: Array<f64, B>) -> Result<Array<f64, B>> {
    (&flux * gradient).greater(0)?.where_(0, flux)
}

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (field, coeff) = (inputs.array::<f64>("in_field")?, inputs.array::<f64>("coeff")?);
    let mut out = inputs.array::<f64>("out_field")?;
    let laplacian = 4.0 * field.slice(s![1..-1, 1..-1])?
        - (field.slice(s![2.., 1..-1])?
            + field.slice(s![..-2, 1..-1])?
            + field.slice(s![1..-1, 2..])?
            + field.slice(s![1..-1, ..-2])?);
    let flux_x = limited(
        laplacian.slice(s![1.., 1..-1])? - laplacian.slice(s![..-1, 1..-1])?,
        field.slice(s![2..-1, 2..-2])? - field.slice(s![1..-2, 2..-2])?,
    )?;
    let flux_y = limited(
        laplacian.slice(s![1..-1, 1..])? - laplacian.slice(s![1..-1, ..-1])?,
        field.slice(s![2..-2, 2..-1])? - field.slice(s![2..-2, 1..-2])?,
    )?;
    let divergence = flux_x.slice(s![1..])? - flux_x.slice(s![..-1])? + flux_y.slice(s![.., 1..])?
        - flux_y.slice(s![.., ..-1])?;
    out.assign(s![..], field.slice(s![2..-2, 2..-2])? - coeff * divergence)?;
    outputs([out.into_dyn()])
}
