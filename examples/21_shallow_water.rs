//! Water in a rotating basin that is divided among processes along both sides: `mpiexec -n 4 target/release/examples/21_shallow_water`
//! draws `shallow_water.svg`.
//!
//! The shallow-water equations are the simplest model of weather: a layer of fluid whose pressure is its depth, on a planet that turns.
//! A mound of it first sends out waves; what stays is a high that the flow goes around, as winds do. The equations are written
//! for depth and momentum, so what leaves one cell enters its neighbour, and the mass stays the same.

use plotters::prelude::*;
use std::error::Error;
use xparray::dist::{self, Comm, DistArray, Mesh};
use xparray::prelude::*;

/// Cells along the sides, of length 1.
const CELLS: [usize; 2] = [120, 160];
const GRAVITY: f64 = 1.0;
/// Twice the rate at which the basin turns.
const CORIOLIS: f64 = 0.05;
/// A wave goes through a third of a cell.
const TIME_STEP: f64 = 0.3;
const STEPS: usize = 300;

/// Depth and momentum along both axes: an array of 3 by the cells.
type State = DistArray<f64, Device>;

fn main() -> Result<(), Box<dyn Error>> {
    let world = dist::init()?;
    let mesh = nearly_square(&world)?;
    let mut state = at_rest(&mesh, &Device::best()?)?;
    let before = mass(&state)?;
    for _ in 0..STEPS {
        state = step(&state)?;
    }
    let after = mass(&state)?;
    if let Some(state) = state.gather(0)? {
        println!("{STEPS} steps on {mesh:?}: the mass has changed by {:.1e} of itself", after / before - 1.0);
        draw(&state.slice(s![0])?)?;
    }
    Ok(())
}

/// The processes in a grid whose sides are as equal as may be.
fn nearly_square(world: &Comm) -> xparray::Result<Mesh> {
    let size = world.size();
    let divides = |side: &usize| size.is_multiple_of(*side) && side * side <= size;
    let rows = (1..=size).rev().find(divides).unwrap_or(1);
    world.mesh([rows, size / rows])
}

/// Water at rest, with a mound of it beside the middle.
fn at_rest(mesh: &Mesh, xp: &Device) -> xparray::Result<State> {
    let [rows, columns] = CELLS;
    let from = |len: usize, centre: f64| Ok::<_, xparray::Error>(xp.arange(len)?.astype::<f64>() - centre);
    let (y, x) = (from(rows, 60.0)?.reshape([rows, 1])?, from(columns, 70.0)?);
    let depth = 1.0 + (-(y.square() + x.square()) / 100.0).exp() * 0.3;
    let still = depth.zeros_like();
    let state = xp.stack(&[&depth, &still, &still], 0)?;
    mesh.sharding([None, Some(0), Some(1)])?.shard(&state)
}

fn mass(state: &State) -> xparray::Result<f64> {
    state.slice(s![..1, .., ..])?.sum(..)?.item()
}

/// What flows into cells from those beside them, and then the turn that the planet gives the flow.
fn step(state: &State) -> xparray::Result<State> {
    let inflow = inflow(state, 1)? + inflow(state, 2)?;
    let next = state.local() + inflow * TIME_STEP;
    let (depth, down, across) = (next.slice(s![0])?, next.slice(s![1])?, next.slice(s![2])?);
    let (sin, cos) = (CORIOLIS * TIME_STEP).sin_cos();
    let turned = [&depth, &(&down * cos - &across * sin), &(&down * sin + &across * cos)];
    let next = next.xp().stack(&turned, 0)?;
    next.eval()?;
    state.sharding().from_local(&next, state.shape().to_vec())
}

/// The flow into each cell across its two sides along an axis: mean flows of both cells, less what smooths as fast as waves go (Rusanov, 1961).
fn inflow(state: &State, axis: usize) -> xparray::Result<Array<f64>> {
    let cells = with_walls(state, axis)?;
    let (depth, along) = (cells.slice(s![0])?, cells.slice(s![axis])?);
    let velocity = &along / &depth;
    let mut flow: Vec<_> =
        (0..3).map(|field| Ok(cells.slice(s![field])? * &velocity)).collect::<xparray::Result<_>>()?;
    flow[axis] += depth.square() * (GRAVITY / 2.0);
    let flow = cells.xp().stack(&flow.iter().collect::<Vec<_>>(), 0)?;
    let speed = (velocity.abs() + (depth * GRAVITY).sqrt()).expand_dims(0)?;
    let (here, there) = (before(&cells, axis)?, after(&cells, axis)?);
    let fastest = before(&speed, axis)?.maximum(after(&speed, axis)?)?;
    let across = (before(&flow, axis)? + after(&flow, axis)? - fastest * (there - here)) * 0.5;
    Ok(before(&across, axis)? - after(&across, axis)?)
}

/// The cells of this process with those beside them along an axis; beyond a wall the water is as if in a mirror.
fn with_walls(state: &State, axis: usize) -> xparray::Result<Array<f64>> {
    let cells = state.halo(axis, 1)?;
    let line = state.sharding().mesh().line(axis - 1)?;
    let mut signs = [1.0; 3];
    signs[axis] = -1.0;
    let mirror = cells.xp().array(signs)?.reshape([3, 1, 1])?;
    let edge = |cell: i64| Ok::<_, xparray::Error>(cells.take(&cells.xp().full(1, cell)?, axis)? * &mirror);
    let (first, last) = (edge(0)?, edge(cells.shape()[axis] as i64 - 1)?);
    let mut all = vec![&cells];
    if line.rank() == 0 {
        all.insert(0, &first);
    }
    if line.rank() == line.size() - 1 {
        all.push(&last);
    }
    cells.xp().concatenate(&all, axis)
}

/// All but the last along an axis.
fn before(x: &Array<f64>, axis: usize) -> xparray::Result<Array<f64>> {
    if axis == 1 { x.slice(s![.., ..-1, ..]) } else { x.slice(s![.., .., ..-1]) }
}

/// All but the first along an axis.
fn after(x: &Array<f64>, axis: usize) -> xparray::Result<Array<f64>> {
    if axis == 1 { x.slice(s![.., 1.., ..]) } else { x.slice(s![.., .., 1..]) }
}

/// Depths, from blue to red.
fn draw(depth: &Array<f64>) -> Result<(), Box<dyn Error>> {
    let [rows, columns] = CELLS;
    let area = SVGBackend::new("shallow_water.svg", (4 * columns as u32, 4 * rows as u32)).into_drawing_area();
    let (least, most) = (depth.min(..)?.item()?, depth.max(..)?.item()?);
    for (cell, depth) in depth.to_vec()?.into_iter().enumerate() {
        let (row, column) = ((cell / columns) as i32, (cell % columns) as i32);
        let colour = HSLColor(0.67 * (most - depth) / (most - least), 0.8, 0.5);
        let corners = [(4 * column, 4 * row), (4 * column + 4, 4 * row + 4)];
        area.draw(&Rectangle::new(corners, colour.filled()))?;
    }
    area.present()?;
    println!("depths from {least:.3} to {most:.3}; drew shallow_water.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After some steps on so many processes: the state, and how much of the mass is lost.
    fn run(processes: usize) -> xparray::Result<(Vec<f64>, f64)> {
        let devices = (0..processes).map(|_| Device::cpu()).collect::<xparray::Result<Vec<_>>>()?;
        let mut found = Comm::local(&devices, |world, xp| {
            let mut state = at_rest(&nearly_square(world)?, xp)?;
            let before = mass(&state)?;
            for _ in 0..40 {
                state = step(&state)?;
            }
            Ok((state.all_gather()?.to_vec()?, (mass(&state)? / before - 1.0).abs()))
        })?;
        Ok(found.swap_remove(0))
    }

    #[test]
    fn no_mass_is_lost_and_processes_do_not_matter() -> xparray::Result<()> {
        let (alone, _) = run(1)?;
        // The waves have gone through a part of the basin, and the flow turns.
        let moved = alone.iter().filter(|x| x.abs() > 1e-3).count();
        assert!(moved > CELLS[0] * CELLS[1] * 5 / 4, "{moved}");
        for processes in [1, 2, 3, 4] {
            let (state, lost) = run(processes)?;
            assert!(lost < 1e-13, "{lost}");
            let largest = state.iter().zip(&alone).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            assert!(largest == 0.0, "{processes} processes: {largest}");
        }
        Ok(())
    }
}
