//! Random programs over small arrays, compared with a scalar evaluation of the same program.
//!
//! A program is a list of numbers that is read as operations on what was computed before, so that every
//! list is a program, and a shorter list is a simpler one. All values are integers of a size that both element types
//! compute exactly in, so results are equal to the last bit, in whatever order they are computed.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use xparray::prelude::*;
use xparray::{NewAxis, Number, SliceItem, SliceRange};

/// Beyond this a sum of `f64` may round.
const EXACT: i64 = 1 << 50;
/// Programs do not grow arrays beyond this.
const LARGEST: usize = 20_000;
/// Lengths of axes: empty, short, and beyond the vectors and tiles of backends.
const LENGTHS: [usize; 8] = [1, 2, 3, 5, 17, 70, 1100, 0];

/// One step: an operation, the operands, and numbers that it may use.
type Step = (u8, u8, u8, [u8; 4]);

/// What element types have in common here: exact integers.
pub trait Exact: Number + RealElement {
    /// An integer as the type wraps it.
    fn wrap(x: i64) -> i64;
}

impl Exact for i32 {
    fn wrap(x: i64) -> i64 {
        x as i32 as i64
    }
}

impl Exact for f64 {
    fn wrap(x: i64) -> i64 {
        x
    }
}

/// An array as a list of elements in row-major order.
#[derive(Clone, Debug)]
struct Host {
    shape: Vec<usize>,
    elements: Vec<i64>,
}

/// All indices of a shape in row-major order.
fn indices(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    (0..shape.iter().product()).map(|mut place: usize| {
        let mut index: Vec<usize> = shape.iter().rev().map(|d| (place % d, place /= d).0).collect();
        index.reverse();
        index
    })
}

impl Host {
    fn at(&self, index: &[usize]) -> i64 {
        self.elements[index.iter().zip(&self.shape).fold(0, |place, (i, d)| place * d + i)]
    }

    /// The array whose element at an index is this one's at another.
    fn viewed(&self, shape: Vec<usize>, from: impl Fn(&[usize]) -> Vec<usize>) -> Self {
        let elements = indices(&shape).map(|index| self.at(&from(&index))).collect();
        Self { shape, elements }
    }

    fn map(&self, f: impl Fn(i64) -> i64) -> Self {
        Self { shape: self.shape.clone(), elements: self.elements.iter().map(|&x| f(x)).collect() }
    }

    fn broadcast(&self, shape: &[usize]) -> Self {
        let missing = shape.len() - self.shape.len();
        self.viewed(shape.to_vec(), |index| {
            index[missing..].iter().zip(&self.shape).map(|(&i, &d)| if d == 1 { 0 } else { i }).collect()
        })
    }

    fn combined(&self, other: &Self, f: impl Fn(i64, i64) -> i64) -> Self {
        let shape = common_shape(&self.shape, &other.shape).unwrap();
        let (left, right) = (self.broadcast(&shape), other.broadcast(&shape));
        Self { shape, elements: left.elements.iter().zip(&right.elements).map(|(&x, &y)| f(x, y)).collect() }
    }

    /// Over some axes, from an initial value.
    fn reduced(&self, axes: &[usize], keepdims: bool, initial: i64, f: impl Fn(i64, i64) -> i64) -> Self {
        let one = |shape: &[usize]| -> Vec<usize> {
            shape.iter().enumerate().map(|(k, &d)| if axes.contains(&k) { 1 } else { d }).collect()
        };
        let mut result = Self { shape: one(&self.shape), elements: vec![] };
        result.elements = vec![initial; result.shape.iter().product()];
        for index in indices(&self.shape) {
            let place = index.iter().enumerate().map(|(k, &i)| if axes.contains(&k) { 0 } else { i });
            let place = place.zip(&result.shape).fold(0, |place, (i, d)| place * d + i);
            result.elements[place] = f(result.elements[place], self.at(&index));
        }
        if !keepdims {
            result.shape = (0..self.shape.len()).filter(|k| !axes.contains(k)).map(|k| self.shape[k]).collect();
        }
        result
    }

    fn largest(&self) -> i64 {
        self.elements.iter().map(|x| x.abs()).max().unwrap_or(0)
    }
}

/// The shape that two broadcast to, if they do and it is not too large.
fn common_shape(a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let n = a.len().max(b.len());
    let length = |shape: &[usize], k: usize| (k + shape.len()).checked_sub(n).map_or(1, |k| shape[k]);
    let lengths = (0..n).map(|k| match (length(a, k), length(b, k)) {
        (x, y) if x == y || y == 1 => Some(x),
        (1, y) => Some(y),
        _ => None,
    });
    lengths.collect::<Option<Vec<usize>>>().filter(|shape| shape.iter().product::<usize>() <= LARGEST)
}

/// Both evaluations of a program, side by side. `None` is an array that nobody holds any more.
struct Machine<T: Exact, B: Backend> {
    xp: B,
    values: Vec<Option<(Array<T, B>, Host)>>,
}

impl<T: Exact, B: Backend> Machine<T, B> {
    /// A new array of small numbers.
    fn leaf(&mut self, seed: u8, numbers: [u8; 4]) {
        let mut shape = Vec::new();
        for &n in &numbers[..numbers[3] as usize % 4] {
            let d = LENGTHS[n as usize % LENGTHS.len()];
            // Axes without elements count as 1: a reduction may take them away.
            let room = LARGEST / shape.iter().map(|&d: &usize| d.max(1)).product::<usize>();
            shape.push(if d > room { 1 } else { d });
        }
        let n = shape.iter().product::<usize>() as i64;
        let elements: Vec<i64> = (0..n).map(|i| (i * 37 + seed as i64 * 11) % 23 - 11).collect();
        let values: Vec<T> = elements.iter().map(|x| x.cast()).collect();
        let array = self.xp.from_slice(&values, shape.clone()).unwrap();
        self.values.push(Some((array, Host { shape, elements })));
    }

    /// An array that is still held, near a place.
    fn operand(&self, place: u8) -> (Array<T, B>, Host) {
        let n = self.values.len();
        let found = (0..n).find_map(|k| self.values[(place as usize + k) % n].clone());
        found.unwrap_or_else(|| (self.xp.scalar(3i8.cast()), Host { shape: vec![], elements: vec![3] }))
    }

    fn push(&mut self, array: Array<T, B>, host: Host) {
        self.values.push(Some((array, host)));
    }

    fn step(&mut self, (op, a, b, numbers): Step) {
        match op % 9 {
            0 => self.leaf(a, numbers),
            1 | 2 => self.binary(a, b, numbers[0]),
            3 => self.unary(a, numbers),
            4 | 5 => self.view(a, b, numbers),
            6 => self.reduction(a, numbers),
            7 => self.operation(a, numbers),
            _ => match numbers[0] % 3 {
                0 => self.operand(a).0.eval().unwrap(),
                1 => {
                    let n = self.values.len();
                    self.values[a as usize % n] = None;
                }
                _ => {
                    let (array, host) = self.operand(a);
                    assert_same(&array, &host);
                }
            },
        }
    }

    fn binary(&mut self, a: u8, b: u8, op: u8) {
        let ((x, hx), (mut y, mut hy)) = (self.operand(a), self.operand(b));
        if common_shape(&hx.shape, &hy.shape).is_none() {
            (y, hy) = (y.count_nonzero(..).unwrap().astype(), hy.map(|v| (v != 0) as i64));
            let all: Vec<usize> = (0..hy.shape.len()).collect();
            hy = hy.reduced(&all, false, 0, |n, v| n + v);
        }
        let (large, wrap) = (hx.largest() * 2 > EXACT || hy.largest() * 2 > EXACT, T::wrap);
        let product = hx.largest().checked_mul(hy.largest()).is_some_and(|p| p <= EXACT);
        let (array, host) = match op % 6 {
            0 if !large => (x.add(&y), hx.combined(&hy, |x, y| wrap(x + y))),
            1 if !large => (x.subtract(&y), hx.combined(&hy, |x, y| wrap(x - y))),
            2 if product => (x.multiply(&y), hx.combined(&hy, |x, y| wrap(x * y))),
            3 => (x.less(&y).map(|less| less.astype()), hx.combined(&hy, |x, y| (x < y) as i64)),
            4 => (x.maximum(&y), hx.combined(&hy, i64::max)),
            _ => (x.minimum(&y), hx.combined(&hy, i64::min)),
        };
        self.push(array.unwrap(), host);
    }

    fn unary(&mut self, a: u8, [op, n, ..]: [u8; 4]) {
        let (x, host) = self.operand(a);
        let small = n as i64 % 9 - 4;
        let scalar: T = small.cast();
        let room = host.largest() < EXACT / 8;
        let (array, host) = match op % 6 {
            0 => (Ok(-&x), host.map(|x| T::wrap(-x))),
            1 if room => (x.add(scalar), host.map(|x| T::wrap(x + small))),
            2 if room => (x.multiply(scalar), host.map(|x| T::wrap(x * small))),
            3 => (Ok(&x % 7i8.cast::<T>()), host.map(|x| x.rem_euclid(7))),
            4 => (x.maximum(scalar), host.map(|x| x.max(small))),
            _ => (x.equal(scalar).map(|equal| equal.astype()), host.map(|x| (x == small) as i64)),
        };
        self.push(array.unwrap(), host);
    }

    fn view(&mut self, a: u8, kind: u8, numbers: [u8; 4]) {
        let (x, host) = self.operand(a);
        let shape = host.shape.clone();
        let ndim = shape.len();
        let (array, host) = match kind % 5 {
            0 => {
                // Any order of the axes: sorted by a number for each.
                let mut order: Vec<usize> = (0..ndim).collect();
                order.sort_by_key(|&k| numbers[k % 4]);
                let axes: Vec<isize> = order.iter().map(|&k| k as isize).collect();
                let from =
                    |index: &[usize]| (0..ndim).map(|k| index[order.iter().position(|&o| o == k).unwrap()]).collect();
                (x.permute_dims(&axes), host.viewed(order.iter().map(|&k| shape[k]).collect(), from))
            }
            1 if ndim < 5 => {
                let axis = numbers[0] as usize % (ndim + 1);
                let mut wide = shape.clone();
                wide.insert(axis, if host.elements.len() * 3 > LARGEST { 1 } else { numbers[1] as usize % 4 });
                let mut items = vec![SliceItem::Range(SliceRange::from(..)); ndim];
                items.insert(axis, NewAxis.into());
                let from = |index: &[usize]| [&index[..axis], &index[axis + 1..]].concat();
                (x.slice(&items).and_then(|x| x.broadcast_to(wide.clone())), host.viewed(wide, from))
            }
            2 => {
                let flat = vec![host.elements.len()];
                (x.reshape(&flat[..]), Host { shape: flat, elements: host.elements })
            }
            _ => {
                // From each axis every `step`-th element between two places, or one.
                let mut items = Vec::new();
                let mut picks: Vec<(usize, isize, Option<usize>)> = Vec::new();
                for (k, &d) in shape.iter().enumerate() {
                    let n = numbers[k % 4] as usize;
                    let step = [1isize, -1, 2, -3][n % 4];
                    let (low, high) = (n / 4 % (d + 1), d - (n / 32 % 3).min(d));
                    let (low, high) = (low.min(high), high);
                    if n % 16 == 15 && d > 0 {
                        items.push(SliceItem::Index(d as isize / 2 - d as isize));
                        picks.push((d / 2, 0, None));
                        continue;
                    }
                    let len = (high - low).div_ceil(step.unsigned_abs());
                    // Backwards from the last place to the one before the lowest.
                    let (start, range) = match (step > 0, low) {
                        (true, _) => (low, SliceRange::from(low..high)),
                        (false, 0) if high == d => (high.max(1) - 1, SliceRange::from(..)),
                        (false, 0) => (
                            high.max(1) - 1,
                            if high == 0 { SliceRange::from(0..0) } else { SliceRange::from(high - 1..) },
                        ),
                        (false, _) => (high - 1, SliceRange::from(high as isize - 1..low as isize - 1)),
                    };
                    items.push(SliceItem::Range(range.step(if len == 0 { step.abs() } else { step })));
                    if len == 0 {
                        *items.last_mut().unwrap() = SliceItem::Range(SliceRange::from(0..0));
                    }
                    picks.push((start, step, Some(len)));
                }
                let kept: Vec<usize> = picks.iter().filter_map(|pick| pick.2).collect();
                let from = |index: &[usize]| {
                    let mut next = index.iter();
                    let place = |&(start, step, len): &(usize, isize, Option<usize>)| match len {
                        None => start,
                        Some(_) => (start as isize + step * *next.next().unwrap() as isize) as usize,
                    };
                    picks.iter().map(place).collect()
                };
                (x.slice(&items), host.viewed(kept, from))
            }
        };
        self.push(array.unwrap(), host);
    }

    fn reduction(&mut self, a: u8, [op, mask, keep, _]: [u8; 4]) {
        let (x, host) = self.operand(a);
        let axes: Vec<usize> = (0..host.shape.len()).filter(|k| mask >> k & 1 == 1).collect();
        let count: usize = axes.iter().map(|&k| host.shape[k]).product();
        let signed: Vec<isize> =
            axes.iter().map(|&k| k as isize - (keep as isize / 2 % 2) * host.shape.len() as isize).collect();
        let keeps = keep % 2 == 1;
        let over = || if keeps { keepdims(&signed[..]) } else { xparray::IntoAxes::into_axes(&signed[..]) };
        let summable = host.largest().checked_mul(count.max(1) as i64).is_some_and(|sum| sum <= EXACT);
        let (array, host) = match op % 4 {
            0 if summable => {
                let sum = x.astype::<f64>().sum(over());
                (sum.map(|x| x.astype::<i64>().astype()), host.reduced(&axes, keeps, 0, |x, y| x + y).map(T::wrap))
            }
            1 if count > 0 => (x.max(over()), host.reduced(&axes, keeps, i64::MIN, i64::max)),
            2 if count > 0 => (x.min(over()), host.reduced(&axes, keeps, i64::MAX, i64::min)),
            _ => {
                let nonzero = x.count_nonzero(over()).map(|count| count.astype());
                (nonzero, host.reduced(&axes, keeps, 0, |n, x| n + (x != 0) as i64))
            }
        };
        self.push(array.unwrap(), host);
    }

    /// What no kernel of an expression computes.
    fn operation(&mut self, a: u8, [op, axis, ..]: [u8; 4]) {
        let (x, host) = self.operand(a);
        let Some(axis) = (axis as usize).checked_rem(host.shape.len()) else { return };
        let (d, wrap) = (host.shape[axis], T::wrap);
        let summable = host.largest().checked_mul(d.max(1) as i64).is_some_and(|sum| sum <= EXACT);
        let array = match op % 2 {
            0 if summable => x.astype::<i64>().cumsum(axis as isize).map(|x| x.astype()),
            _ => x.sort_with(Sort::new().axis(axis as isize)),
        };
        let inner: usize = host.shape[axis + 1..].iter().product();
        let mut elements = host.elements.clone();
        for first in (0..elements.len()).filter(|place| (place / inner.max(1)).checked_rem(d) == Some(0)) {
            let places = (0..d).map(|k| first + k * inner);
            let mut row: Vec<i64> = places.clone().map(|place| elements[place]).collect();
            match op % 2 {
                0 if summable => (1..d).for_each(|k| row[k] += row[k - 1]),
                _ => row.sort_unstable(),
            }
            places.zip(row).for_each(|(place, x)| elements[place] = wrap(x));
        }
        self.push(array.unwrap(), Host { shape: host.shape, elements });
    }
}

#[track_caller]
fn assert_same<T: Exact, B: Backend>(array: &Array<T, B>, host: &Host) {
    assert_eq!(array.shape(), host.shape);
    let actual: Vec<i64> = array.to_vec().unwrap().into_iter().map(|x| x.cast()).collect();
    assert_eq!(actual, host.elements);
}

/// Runs a program twice over, as lowering is remembered; with other elements, which nothing may depend on; then with values that nobody
/// holds any more when the rest is computed.
fn run<T: Exact, B: Backend>(xp: &B, steps: &[Step]) {
    for round in 0..3 {
        let mut machine = Machine::<T, B> { xp: xp.clone(), values: Vec::new() };
        machine.leaf(1 + round, [2, 3, 4, 2]);
        machine.leaf(2 + round, [3, 0, 0, 1]);
        for &step in steps {
            machine.step(step);
        }
        if round == 2 {
            machine.values.iter_mut().step_by(2).for_each(|value| *value = None);
        }
        // The last first, so that what it is made of is computed for it.
        for (array, host) in machine.values.iter().rev().flatten() {
            assert_same(array, host);
        }
    }
}

fn programs<T: Exact, B: Backend>(xp: &B) {
    let steps = prop::collection::vec(any::<Step>(), 1..24);
    // What fails is printed as a list of steps; nothing is left in the source tree.
    let mut runner = TestRunner::new(Config { failure_persistence: None, cases: 256, ..Config::default() });
    let result = runner.run(&steps, |steps| {
        run::<T, B>(xp, &steps);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Programs that failed once.
pub fn programs_that_failed<B: Backend>(xp: &B) {
    // The maximum of an array and its negative, both of which are stored.
    let negated: [Step; 9] = [
        (9, 0, 0, [13, 0, 0, 69]),
        (99, 0, 0, [0, 0, 0, 131]),
        (82, 130, 0, [50, 0, 0, 0]),
        (82, 52, 0, [20, 0, 0, 0]),
        (0, 0, 0, [0, 0, 0, 0]),
        (3, 2, 0, [145, 158, 0, 0]),
        (255, 23, 0, [6, 0, 0, 0]),
        (0, 0, 0, [0, 0, 0, 0]),
        (96, 108, 0, [37, 61, 0, 0]),
    ];
    run::<i32, B>(xp, &negated);
    let ends = [negated.to_vec(), vec![(0, 0, 0, [0; 4]); 5]].concat();
    run::<i32, B>(xp, &ends);
    run::<f64, B>(xp, &ends);
}

/// Programs over `f64`.
pub fn programs_of_floats<B: Backend>(xp: &B) {
    programs::<f64, B>(xp);
}

/// Programs over `i32`, which wraps.
pub fn programs_of_integers<B: Backend>(xp: &B) {
    programs::<i32, B>(xp);
}
