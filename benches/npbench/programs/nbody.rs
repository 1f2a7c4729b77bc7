//! Bodies that attract each other, and their energy.

use super::*;

/// Steps that are traced together: enough for a device with graphs to make one of them.
const EACH: usize = 30;

/// The differences of positions, along x, y and z, of all pairs.
fn separations<B: Backend>(positions: &Array<f64, B>) -> Result<[Array<f64, B>; 3]> {
    let along = |k: i32| positions.slice(s![.., k..k + 1]).map(|x| x.t() - x);
    Ok([along(0)?, along(1)?, along(2)?])
}

fn accelerations<B: Backend>(
    positions: &Array<f64, B>,
    mass: &Array<f64, B>,
    gravity: f64,
    softening: f64,
) -> Result<Array<f64, B>> {
    let [x, y, z] = separations(positions)?;
    let squares = x.square() + y.square() + z.square() + softening * softening;
    let inverse_cubes = squares.greater(0)?.where_(squares.pow(-1.5)?, squares)?;
    // A sum, which computes its terms where it adds them up, rather than a product of a matrix that is stored.
    let along = |x: Array<f64, B>| (gravity * (x * &inverse_cubes) * mass.t()).sum(keepdims(1));
    let [x, y, z] = [along(x)?, along(y)?, along(z)?];
    positions.xp().hstack(&[&x, &y, &z])
}

/// The kinetic and the potential energy.
fn energies<B: Backend>(
    positions: &Array<f64, B>,
    velocities: &Array<f64, B>,
    mass: &Array<f64, B>,
    gravity: f64,
) -> Result<(Array<f64, B>, Array<f64, B>)> {
    let kinetic = 0.5 * (mass * velocities.square()).sum(..)?;
    let [x, y, z] = separations(positions)?;
    let distances = (x.square() + y.square() + z.square()).sqrt();
    let inverses = distances.greater(0)?.where_(1.0 / &distances, &distances)?;
    // Each pair once.
    let potential = gravity * (-(mass * mass.t()) * inverses).triu_with(1)?.sum(..)?;
    Ok((kinetic, potential))
}

pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (steps, dt) = (inputs.count("Nt")?, inputs.float("dt")?);
    let (gravity, softening) = (inputs.float("G")?, inputs.float("softening")?);
    let (mass, positions) = (inputs.array::<f64>("mass")?, inputs.array::<f64>("pos")?);
    let mut velocities = inputs.array::<f64>("vel")?;
    let (mut kinetic, mut potential) = (xp.zeros::<f64>(steps + 1)?, xp.zeros::<f64>(steps + 1)?);
    // The centre of mass stays where it is.
    velocities -= (&mass * &velocities).mean(0)? / mass.mean(..)?;
    let acceleration = accelerations(&positions, &mass, gravity, softening)?;
    let step = |[mut positions, mut velocities, acceleration]: [Array<f64, B>; 3]| {
        velocities += acceleration * dt / 2.0;
        positions += &velocities * dt;
        let acceleration = accelerations(&positions, &mass, gravity, softening)?;
        velocities += &acceleration * dt / 2.0;
        let energies = energies(&positions, &velocities, &mass, gravity)?;
        Ok::<_, Error>(([positions, velocities, acceleration], energies))
    };
    let steps_of = |count: usize, mut state| {
        let (mut moving, mut bound) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let (next, (kinetic, potential)) = step(state)?;
            state = next;
            moving.push(kinetic);
            bound.push(potential);
        }
        let joined = |energies: Vec<Array<f64, B>>| xp.stack(&energies.iter().collect::<Vec<_>>(), 0);
        Ok::<_, Error>((state, [joined(moving)?, joined(bound)?]))
    };
    let several = jit(|state| steps_of(EACH, state));
    let (moving, bound) = energies(&positions, &velocities, &mass, gravity)?;
    kinetic.assign(s![0], moving)?;
    potential.assign(s![0], bound)?;
    let mut state = [positions, velocities, acceleration];
    for first in (1..=steps).step_by(EACH) {
        let count = EACH.min(steps + 1 - first);
        let (next, [moving, bound]) = if count == EACH { several.call(state)? } else { steps_of(count, state)? };
        state = next;
        kinetic.assign(s![first..first + count], moving)?;
        potential.assign(s![first..first + count], bound)?;
    }
    outputs([kinetic.into_dyn(), potential.into_dyn()])
}
