//! Bodies that attract each other, and their energy.

use super::*;

/// Steps that are traced together: enough for a device with graphs to make one of them.
const EACH: usize = 25;

/// The differences of positions, along x, y and z, of all pairs.
fn separations<B: Backend>(positions: &Array<f64, B>) -> Result<[Array<f64, B>; 3]> {
    let along = |k: i32| positions.slice(s![.., k..k + 1]).map(|x| x.t() - x);
    Ok([along(0)?, along(1)?, along(2)?])
}

fn accelerations<B: Backend>(positions: &Array<f64, B>, mass: &Array<f64, B>, laws: Laws) -> Result<Array<f64, B>> {
    let Laws { gravity, softening, .. } = laws;
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

/// A step's length, the gravitational constant, and what keeps near bodies apart.
#[derive(Clone, Copy)]
struct Laws {
    dt: f64,
    gravity: f64,
    softening: f64,
}

/// Positions, velocities and accelerations.
type State<B> = [Array<f64, B>; 3];

/// So many steps: the state after them, and the kinetic and potential energies of each.
fn steps_of<B: Backend>(
    count: usize,
    laws: Laws,
    mass: &Array<f64, B>,
    [mut positions, mut velocities, mut acceleration]: State<B>,
) -> Result<(State<B>, [Array<f64, B>; 2])> {
    let (mut moving, mut bound) = (Vec::new(), Vec::new());
    for _ in 0..count {
        velocities += acceleration * laws.dt / 2.0;
        positions += &velocities * laws.dt;
        acceleration = accelerations(&positions, mass, laws)?;
        velocities += &acceleration * laws.dt / 2.0;
        let (kinetic, potential) = energies(&positions, &velocities, mass, laws.gravity)?;
        moving.push(kinetic);
        bound.push(potential);
    }
    let joined = |energies: Vec<Array<f64, B>>| mass.xp().stack(&energies.iter().collect::<Vec<_>>(), 0);
    Ok(([positions, velocities, acceleration], [joined(moving)?, joined(bound)?]))
}

pub fn prepare<B: Backend>(inputs: &mut Inputs<B>) -> Result<Run<B>> {
    let laws = Laws { dt: inputs.float("dt")?, gravity: inputs.float("G")?, softening: inputs.float("softening")? };
    let several = jit(move |(mass, state): (Array<f64, B>, State<B>)| steps_of(EACH, laws, &mass, state));
    Ok(Box::new(move |xp: &B, inputs: &mut Inputs<B>| {
        let steps = inputs.count("Nt")?;
        let (mass, positions) = (inputs.array::<f64>("mass")?, inputs.array::<f64>("pos")?);
        let mut velocities = inputs.array::<f64>("vel")?;
        let (mut kinetic, mut potential) = (xp.zeros::<f64>(steps + 1)?, xp.zeros::<f64>(steps + 1)?);
        // The centre of mass stays where it is.
        velocities -= (&mass * &velocities).mean(0)? / mass.mean(..)?;
        let acceleration = accelerations(&positions, &mass, laws)?;
        let (moving, bound) = energies(&positions, &velocities, &mass, laws.gravity)?;
        kinetic.assign(s![0], moving)?;
        potential.assign(s![0], bound)?;
        let mut state = [positions, velocities, acceleration];
        for first in (1..=steps).step_by(EACH) {
            let count = EACH.min(steps + 1 - first);
            let (next, [moving, bound]) = match count {
                EACH => several.call((mass.clone(), state))?,
                _ => steps_of(count, laws, &mass, state)?,
            };
            state = next;
            kinetic.assign(s![first..first + count], moving)?;
            potential.assign(s![first..first + count], bound)?;
        }
        outputs([kinetic.into_dyn(), potential.into_dyn()])
    }))
}
