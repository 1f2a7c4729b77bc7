//! Rotations of space.

use super::functions;
use super::kept::{Kept, keep};
use crate::convert::Input;
use crate::device::DeviceArg;
use crate::functions::Generator;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::Device;
use xparray::scipy::spatial::transform::{Axis, Rotation, Sequence, Slerp};

type Turn = Kept<Rotation<Device>>;

/// The axes of angles: small letters for axes that stay, capital ones for those that turn.
struct Axes(Sequence);

impl<'py> FromPyObject<'_, 'py> for Axes {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let name: String = object.extract()?;
        let wrong = || {
            PyValueError::new_err(format!(
                "Expected axes from `seq` to be from ['x', 'y', 'z'] or ['X', 'Y', 'Z'], got {name}"
            ))
        };
        let axis = |letter: char| match letter.to_ascii_lowercase() {
            'x' => Ok(Axis::X),
            'y' => Ok(Axis::Y),
            'z' => Ok(Axis::Z),
            _ => Err(wrong()),
        };
        let axes = name.chars().map(axis).collect::<PyResult<Vec<_>>>()?;
        let capital = name.chars().filter(char::is_ascii_uppercase).count();
        let sequence = match capital {
            0 => Sequence::extrinsic(&axes),
            _ if capital == axes.len() => Sequence::intrinsic(&axes),
            _ => return Err(wrong()),
        };
        sequence.map(Self).map_err(crate::error::exception)
    }
}

functions! {
    align_vectors(a: Input, b: Input, weights: Option<Input>) =
        Rotation::align_vectors(&a.0, &b.0, weights.as_ref().map(|each| &each.0)).map(|(turn, rssd)| (keep(turn), rssd));
    apply(turn: Turn, vectors: Input) = turn.0.apply(&vectors.0);
    as_euler(turn: Turn, axes: Axes) = turn.0.as_euler(&axes.0);
    as_matrix(turn: Turn) = turn.0.as_matrix();
    as_mrp(turn: Turn) = turn.0.as_mrp();
    as_quat(turn: Turn, canonical: bool) = turn.0.as_quat(canonical);
    as_rotvec(turn: Turn) = turn.0.as_rotvec();
    compose(turn: Turn, other: Turn) = turn.0.compose(&other.0).map(keep);
    from_euler(axes: Axes, angles: Input) = Rotation::from_euler(&axes.0, &angles.0).map(keep);
    from_matrix(matrix: Input) = Rotation::from_matrix(&matrix.0).map(keep);
    from_mrp(mrp: Input) = Rotation::from_mrp(&mrp.0).map(keep);
    from_quat(quat: Input) = Rotation::from_quat(&quat.0).map(keep);
    from_rotvec(rotvec: Input) = Rotation::from_rotvec(&rotvec.0).map(keep);
    identity(shape: Vec<usize>, device: DeviceArg) = Rotation::identity(&device.0, shape).map(keep);
    inv(turn: Turn) = turn.0.inv().map(keep);
    magnitude(turn: Turn) = turn.0.magnitude();
    mean(turn: Turn, weights: Option<Input>) = turn.0.mean(weights.as_ref().map(|each| &each.0)).map(keep);
    pow(turn: Turn, n: f64) = turn.0.pow(n).map(keep);
    random(rng: Py<Generator>, shape: Vec<usize>) = rng.get().with(|rng| Rotation::random(rng, shape)).map(keep);
    shape(turn: Turn) = Ok(turn.0.shape().to_vec());
    slerp(times: Input, turns: Turn) = Slerp::new(&times.0, &turns.0).map(keep);
    slerp_evaluate(slerp: Kept<Slerp<Device>>, times: Input) = slerp.0.evaluate(&times.0).map(keep);
    take(turn: Turn, places: Input) = turn.0.take(&places.0).map(keep);
}
