//! A recursive filter as a linear system: what a block of its input does to the output and to the state, as matrices that the host makes. So
//! blocks are products of matrices, independent of each other but for their states, and those are a scan.

use xparray_core::linalg::host::Matrix;
use xparray_core::prelude::*;
use xparray_core::{Create, Error, Result};

type Z = Complex<f64>;

/// A filter `b / a` with `a[0]` of 1, both with as many coefficients.
#[derive(Clone, Debug)]
pub(in crate::signal) struct System {
    b: Vec<Z>,
    a: Vec<Z>,
}

/// What blocks of inputs do, rows times matrices.
struct Blocks {
    /// Outputs of the inputs: `[n, n]`.
    forced: Vec<Z>,
    /// Outputs of the state: `[order, n]`.
    free: Vec<Z>,
    /// The state after the inputs: `[n, order]`.
    gathered: Vec<Z>,
    /// The state after the state: `[order, order]`.
    carried: Vec<Z>,
}

impl System {
    /// Of coefficients, of which the first ones of `a` that are 0 do not count.
    pub fn new(op: &'static str, b: &[Z], a: &[Z]) -> Result<Self> {
        let a = &a[a.iter().position(|a| *a != Z::new(0.0, 0.0)).unwrap_or(a.len())..];
        let Some(first) = a.first().filter(|_| !b.is_empty()) else {
            return Err(Error::value(op, "no coefficients, or denominators of zeros alone"));
        };
        let n = a.len().max(b.len());
        let part = |x: &[Z]| (0..n).map(|k| x.get(k).map_or(Z::new(0.0, 0.0), |x| x / first)).collect();
        Ok(Self { b: part(b), a: part(a) })
    }

    /// How many numbers a state has.
    pub fn order(&self) -> usize {
        self.a.len() - 1
    }

    /// How many outputs before one it depends on.
    pub fn poles(&self) -> usize {
        self.a.iter().rposition(|a| *a != Z::new(0.0, 0.0)).unwrap_or(0)
    }

    /// Whether the inputs have so many more coefficients than the outputs that they are better summed before.
    pub fn is_long(&self) -> bool {
        self.order() > BLOCK && self.order() > self.poles()
    }

    /// The dependence on outputs alone.
    pub fn all_poles(&self) -> Self {
        let n = self.poles() + 1;
        let b = (0..n).map(|k| f64::from(k == 0).into()).collect();
        Self { b, a: self.a[..n].to_vec() }
    }

    /// What a constant input of 1 becomes.
    pub fn level(&self) -> Z {
        self.b.iter().sum::<Z>() / self.a.iter().sum::<Z>()
    }

    /// Whether the last coefficients of the inputs and of the outputs are 0.
    pub fn ends(&self) -> [bool; 2] {
        [&self.b, &self.a].map(|x| x.last() == Some(&Z::new(0.0, 0.0)))
    }

    /// The coefficients of the inputs.
    pub fn b(&self) -> &[Z] {
        &self.b
    }

    /// One step of the transposed direct form II.
    fn step(&self, state: &mut [Z], x: Z) -> Z {
        let y = self.b[0] * x + state.first().copied().unwrap_or_default();
        for k in 0..state.len() {
            let next = state.get(k + 1).copied().unwrap_or_default();
            state[k] = next + self.b[k + 1] * x - self.a[k + 1] * y;
        }
        y
    }

    /// The state in which a constant input of 1 gives a constant output.
    pub fn steady(&self, op: &'static str) -> Result<Vec<Z>> {
        let rest = |k: usize| self.b[k] - self.a[k] * self.b[0];
        let sum: Z = self.a.iter().sum();
        let total: Z = (1..self.a.len()).map(rest).sum();
        if self.order() > 0 && sum == Z::new(0.0, 0.0) {
            return Err(Error::value(op, "a pole at 1, so that no state is steady"));
        }
        let first = total / sum;
        // Sums of the coefficients up to each give the others (Gustafsson, Determining the initial states in forward-backward filtering, 1996).
        let (mut a, mut b) = (self.a[0], Z::new(0.0, 0.0));
        let mut state = Vec::with_capacity(self.order());
        for k in 0..self.order() {
            if k > 0 {
                a += self.a[k];
                b += rest(k);
            }
            state.push(if k == 0 { first } else { a * first - b });
        }
        Ok(state)
    }

    /// The state after inputs and outputs before, the latest first.
    pub fn after(&self, y: &[Z], x: &[Z]) -> Vec<Z> {
        let of = |values: &[Z], k: usize| values.get(k).copied().unwrap_or_default();
        let state = |m: usize| {
            let from_inputs: Z = (m + 1..self.b.len()).map(|k| self.b[k] * of(x, k - m - 1)).sum();
            let from_outputs: Z = (m + 1..self.a.len()).map(|k| self.a[k] * of(y, k - m - 1)).sum();
            from_inputs - from_outputs
        };
        (0..self.order()).map(state).collect()
    }
}

/// How many numbers the states of filters have.
fn order(systems: &[System]) -> usize {
    systems.iter().map(System::order).sum()
}

/// One step of filters, one after another.
fn step(systems: &[System], state: &mut [Z], x: Z) -> Z {
    let (mut x, mut rest) = (x, state);
    for system in systems {
        let (own, others) = rest.split_at_mut(system.order());
        x = system.step(own, x);
        rest = others;
    }
    x
}

/// What blocks of `n` inputs do to filters, one after another.
fn blocks(systems: &[System], n: usize) -> Blocks {
    let order = order(systems);
    let zero = Z::new(0.0, 0.0);
    // An impulse at the begin: its outputs and states, which those of later ones repeat.
    let (mut state, mut impulse, mut states) = (vec![zero; order], Vec::with_capacity(n), Vec::with_capacity(n));
    for k in 0..n {
        impulse.push(step(systems, &mut state, if k == 0 { Z::new(1.0, 0.0) } else { zero }));
        states.push(state.clone());
    }
    let forced = (0..n * n).map(|at| if at % n < at / n { zero } else { impulse[at % n - at / n] }).collect();
    let gathered = (0..n).flat_map(|k| states[n - 1 - k].clone()).collect();
    let (mut free, mut carried) = (Vec::with_capacity(order * n), Vec::with_capacity(order * order));
    for k in 0..order {
        let mut state = vec![zero; order];
        state[k] = Z::new(1.0, 0.0);
        free.extend((0..n).map(|_| step(systems, &mut state, zero)));
        carried.extend(state);
    }
    Blocks { forced, free, gathered, carried }
}

/// The outputs of rows of inputs, `[rows, n]`, of filters, one after another, and the states after them, of states `[rows, order]` before them:
/// those of all filters, one behind the other.
pub(super) fn run<B: Backend>(
    systems: &[System],
    x: &DynArray<B>,
    state: &DynArray<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let (&[rows, n], order) = (<&[usize; 2]>::try_from(x.shape()).expect("rows"), order(systems));
    let matrix = |values: &[Z], shape: [usize; 2]| matrix(x, values, shape);
    let length = BLOCK.max(order).min(n);
    let count = n / length;
    let Blocks { forced, free, gathered, carried } = blocks(systems, length);
    let whole = x.slice(s![.., ..count * length])?.reshape([rows, count, length])?;
    let gathered = whole.matmul(&matrix(&gathered, [length, order])?)?;
    let first = state.reshape([rows, 1, order])?;
    let all = x.xp().concatenate(&[&first, &gathered], 1)?;
    let states = scan(&all, &Matrix::new(order, order, carried))?;
    let before = states.slice(s![.., ..count])?;
    let outputs = whole.matmul(&matrix(&forced, [length, length])?)?;
    let outputs = outputs.add(&before.matmul(&matrix(&free, [order, length])?)?)?;
    let (y, last) = (outputs.reshape([rows, count * length])?, states.slice(s![.., count])?);
    let rest = n - count * length;
    if rest == 0 {
        return Ok((y, last));
    }
    let Blocks { forced, free, gathered, carried } = blocks(systems, rest);
    let tail = x.slice(s![.., count * length..])?;
    let outputs = tail.matmul(&matrix(&forced, [rest, rest])?)?;
    let outputs = outputs.add(&last.matmul(&matrix(&free, [order, rest])?)?)?;
    let after = tail.matmul(&matrix(&gathered, [rest, order])?)?;
    let after = after.add(&last.matmul(&matrix(&carried, [order, order])?)?)?;
    Ok((x.xp().concatenate(&[&y, &outputs], 1)?, after))
}

/// Elements of a block: few enough that the products cost less than memory does, many enough that few states are left.
const BLOCK: usize = 64;
/// States of a group in a scan, at most, and the numbers of all of them together.
const GROUP: usize = 16;
const WIDTH: usize = 512;

/// A matrix of numbers on the device of an array, and of its type.
fn matrix<B: Backend>(like: &DynArray<B>, values: &[Z], shape: [usize; 2]) -> Result<DynArray<B>> {
    let array = like.xp().from_slice(values, shape)?.into_dyn();
    let array = if like.dtype().is_complex() { array } else { array.real()? };
    array.astype(like.dtype())
}

/// Of rows `c` of shape `[rows, count, order]` the sums `t[k] = t[k - 1] M + c[k]`, in groups.
fn scan<B: Backend>(c: &DynArray<B>, m: &Matrix<Z>) -> Result<DynArray<B>> {
    let &[rows, count, order] = <&[usize; 3]>::try_from(c.shape()).expect("rows of states");
    let size = (WIDTH / order).clamp(2, GROUP).min(count);
    let mut powers = vec![Matrix::identity(order)];
    for k in 0..size {
        powers.push(powers[k].times(m));
    }
    // Within a group: blocks of powers above the diagonal.
    let width = size * order;
    let entry = |at: usize| {
        let (row, column) = (at / width, at % width);
        let (i, j) = (row / order, column / order);
        if j < i { Z::new(0.0, 0.0) } else { powers[j - i][row % order][column % order] }
    };
    let within = matrix(c, &(0..width * width).map(entry).collect::<Vec<_>>(), [width, width])?;
    let groups = count.div_ceil(size);
    let padded = c.pad([(0, 0), (0, groups * size - count), (0, 0)])?.reshape([rows, groups, width])?;
    let local = padded.matmul(&within)?;
    if groups == 1 {
        return local.reshape([rows, size, order])?.slice(s![.., ..count]);
    }
    // The last state of each group is what the next one begins with.
    let ends = local.slice(s![.., .., width - order..])?;
    let totals = scan(&ends, &powers[size])?;
    let before = totals.slice(s![.., ..groups - 1])?.pad([(0, 0), (1, 0), (0, 0)])?;
    let along = (0..order).flat_map(|row| (0..width).map(move |column| (row, column)));
    let along: Vec<Z> = along.map(|(row, column)| powers[column / order + 1][row][column % order]).collect();
    let carried = before.matmul(&matrix(c, &along, [order, width])?)?;
    local.add(&carried)?.reshape([rows, groups * size, order])?.slice(s![.., ..count])
}
