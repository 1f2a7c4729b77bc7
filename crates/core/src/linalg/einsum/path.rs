//! The order in which operands are contracted.

use super::OP;
use super::subscripts::{Label, Subscripts};
use crate::error::{Error, Result};

/// How the order of contractions is found.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let shapes: [&[usize]; 3] = [&[100, 2], &[2, 100], &[100, 3]];
/// let greedy = xp.einsum_path("ij,jk,kl", &shapes, Optimize::Greedy)?;
/// assert_eq!(greedy.steps().collect::<Vec<_>>(), [(1, 2), (0, 1)]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Optimize<'a> {
    /// At each step the pair whose product saves most memory, or costs least if several do.
    #[default]
    Greedy,
    /// The order of the fewest operations, among all of up to twelve operands; greedy for more.
    Optimal,
    /// The first two, then the result with the next one, and so on.
    InOrder,
    /// These pairs: places among the operands that are left, behind which each product is put.
    Path(&'a [(usize, usize)]),
}

/// An order of contractions.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let path = xp.einsum_path("i,j->ij", &[&[3], &[4]], Optimize::Greedy)?;
/// assert_eq!((path.steps().count(), path.operations()), (1, 12.0));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct EinsumPath {
    steps: Vec<(usize, usize)>,
    operations: f64,
    naive: f64,
}

impl EinsumPath {
    /// The pairs: places among the operands that are left, behind which each product is put.
    pub fn steps(&self) -> impl Iterator<Item = (usize, usize)> {
        self.steps.iter().copied()
    }

    /// How many products of elements the pairs take.
    pub fn operations(&self) -> f64 {
        self.operations
    }

    /// How many a single loop over all labels would take.
    pub fn naive_operations(&self) -> f64 {
        self.naive
    }
}

/// Sets of labels as bits, by their places among all labels.
struct Sets {
    /// The length of each label.
    lengths: Vec<f64>,
    inputs: Vec<u128>,
    output: u128,
}

/// All orders of more operands take too long.
const MOST: usize = 12;

/// The order for operands.
pub(super) fn find(subscripts: &Subscripts, optimize: Optimize<'_>) -> Result<EinsumPath> {
    let sets = Sets::new(subscripts)?;
    let count = sets.inputs.len();
    let steps = match optimize {
        Optimize::Optimal if count <= MOST => sets.optimal(),
        Optimize::Greedy | Optimize::Optimal => sets.greedy(),
        Optimize::InOrder => (1..count).map(|k| if k == 1 { (0, 1) } else { (0, count - k) }).collect(),
        Optimize::Path(steps) => checked(steps, count)?.to_vec(),
    };
    let products = count.saturating_sub(1).max(1) as f64;
    let naive = products * sets.size(sets.inputs.iter().fold(sets.output, |all, set| all | set));
    Ok(EinsumPath { operations: sets.cost(&steps), steps, naive })
}

fn checked(steps: &[(usize, usize)], count: usize) -> Result<&[(usize, usize)]> {
    let fits = |(k, &(a, b)): (usize, &(usize, usize))| a != b && a.max(b) < count - k;
    if steps.len() + 1 == count && steps.iter().enumerate().all(fits) {
        return Ok(steps);
    }
    Err(Error::value(OP, format!("the path {steps:?} does not contract {count} operands to one")))
}

impl Sets {
    fn new(subscripts: &Subscripts) -> Result<Self> {
        let mut all: Vec<Label> = Vec::new();
        for &label in subscripts.inputs.iter().flatten() {
            if !all.contains(&label) {
                all.push(label);
            }
        }
        if all.len() > 128 {
            return Err(Error::value(OP, format!("{} axes, of at most 128", all.len())));
        }
        let set = |labels: &[Label]| {
            labels.iter().filter_map(|label| all.iter().position(|other| other == label)).fold(0, |set, k| set | 1 << k)
        };
        let (inputs, output) = (subscripts.inputs.iter().map(|labels| set(labels)).collect(), set(&subscripts.output));
        Ok(Self { lengths: all.iter().map(|label| subscripts.size([label])).collect(), inputs, output })
    }

    fn size(&self, set: u128) -> f64 {
        self.lengths.iter().enumerate().filter(|&(k, _)| set >> k & 1 == 1).map(|(_, length)| length).product()
    }

    /// What is left of two sets: what others or the output need.
    fn product(&self, a: u128, b: u128, others: impl Iterator<Item = u128>) -> u128 {
        (a | b) & others.fold(self.output, |needed, other| needed | other)
    }

    fn cost(&self, steps: &[(usize, usize)]) -> f64 {
        let (mut left, mut cost) = (self.inputs.clone(), 0.0);
        for &(a, b) in steps {
            let second = left.remove(a.max(b));
            let first = left.remove(a.min(b));
            cost += self.size(first | second);
            left.push(self.product(first, second, left.iter().copied()));
        }
        cost
    }

    fn greedy(&self) -> Vec<(usize, usize)> {
        let (mut left, mut steps) = (self.inputs.clone(), Vec::new());
        while left.len() > 1 {
            let pairs = (0..left.len()).flat_map(|a| (a + 1..left.len()).map(move |b| (a, b)));
            let saved = |&(a, b): &(usize, usize)| {
                let others = left.iter().enumerate().filter(|&(k, _)| k != a && k != b).map(|(_, &set)| set);
                let product = self.product(left[a], left[b], others);
                let grown = self.size(product) - self.size(left[a]) - self.size(left[b]);
                (grown, self.size(left[a] | left[b]))
            };
            let better = |x: &(f64, f64), y: &(f64, f64)| x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1));
            let Some((a, b)) = pairs.min_by(|x, y| better(&saved(x), &saved(y))) else { break };
            let second = left.remove(b);
            let first = left.remove(a);
            left.push(self.product(first, second, left.iter().copied()));
            steps.push((a, b));
        }
        steps
    }

    /// The best order for each set of operands, from small sets to large ones.
    fn optimal(&self) -> Vec<(usize, usize)> {
        let count = self.inputs.len();
        if count < 2 {
            return Vec::new();
        }
        let full = (1usize << count) - 1;
        let members = |group: usize| (0..count).filter(move |k| group >> k & 1 == 1);
        let union = |group: usize| members(group).fold(0, |set, k| set | self.inputs[k]);
        // What the product of a group still has: it does not depend on the order.
        let left: Vec<u128> = (0..=full)
            .map(|group| match group.count_ones() {
                1 => self.inputs[group.trailing_zeros() as usize],
                _ => union(group) & (self.output | union(full & !group)),
            })
            .collect();
        let mut best = vec![(f64::INFINITY, 0); full + 1];
        for group in 1..=full {
            if group.count_ones() == 1 {
                best[group] = (0.0, 0);
                continue;
            }
            // Each division once: the half with the first operand.
            let first = 1 << group.trailing_zeros();
            let mut half = (group - 1) & group;
            while half > 0 {
                if half & first != 0 {
                    let other = group & !half;
                    let cost = best[half].0 + best[other].0 + self.size(left[half] | left[other]);
                    if cost < best[group].0 || best[group].1 == 0 {
                        best[group] = (cost, half);
                    }
                }
                half = (half - 1) & group;
            }
        }
        let mut order: Vec<usize> = (0..count).map(|k| 1 << k).collect();
        let mut steps = Vec::new();
        steps_of(full, &best, &mut order, &mut steps);
        steps
    }
}

/// Adds the steps that make the product of a group; `order` are the groups that are left.
fn steps_of(group: usize, best: &[(f64, usize)], order: &mut Vec<usize>, steps: &mut Vec<(usize, usize)>) {
    let half = best[group].1;
    if half == 0 {
        return;
    }
    let other = group & !half;
    steps_of(half, best, order, steps);
    steps_of(other, best, order, steps);
    let place = |wanted: usize| order.iter().position(|&group| group == wanted);
    if let (Some(a), Some(b)) = (place(half), place(other)) {
        steps.push((a.min(b), a.max(b)));
        order.remove(a.max(b));
        order.remove(a.min(b));
        order.push(group);
    }
}
