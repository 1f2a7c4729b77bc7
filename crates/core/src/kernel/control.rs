//! Loops and branches of user kernels.

use super::state::{self, IntoState};
use super::trace::{Id, Nested, Recipe, is_remembered, nested, record};
use super::var::{IntoVar, Var};
use crate::dtype::{DType, Scalar};
use crate::graph::MapOp;

/// Repeats `next` while `condition` holds, for each element by itself: `while condition(state) { state = next(state) }`.
///
/// The state is a variable or a tuple of up to six, or numbers of named types (`0.0f64`) where it starts; its types stay as they are. The closures read the
/// variables around them, and have loops of their own. What they compute is traced once: a Rust `if` on what is not a variable chooses
/// when the kernel is made. A loop that does not end keeps the device busy for ever.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::kernel::while_;
/// // How many steps of Collatz's rule lead to 1.
/// let n = xp.array(&[1i64, 6, 7, 27])?;
/// let steps = xp.map(&n, |n| {
///     let halved = |n: Var<i64>| (n % 2).eq(0).select(n.floor_divide(2), 3 * n + 1);
///     while_((n, 0i64), |(n, _)| n.gt(1), |(n, count)| (halved(n), count + 1)).1
/// })?;
/// assert_eq!(steps.to_string(), "[  0   8  16 111]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn while_<S: IntoState>(
    start: S,
    condition: impl FnOnce(S::State) -> Var<bool>,
    next: impl FnOnce(S::State) -> S::State,
) -> S::State {
    let (start, types) = (state::ids(&start.into_state()), state::dtypes::<S::State>());
    let traced = nested(&types, |ids| Some(condition(state::of(ids)).id), |ids| state::ids(&next(state::of(ids))));
    state::of(&traced.repeat(&types, &start).unwrap_or_else(nothing::<S>))
}

/// Repeats `next` so many times, for each element by itself: `for i in 0..count { state = next(i, state) }`.
///
/// As [`while_`], of which it is a short form; `count` may differ from element to element.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::kernel::for_;
/// let x = xp.array([1.0, 2.0])?;
/// let cubes = xp.map(&x, |x| for_(3, 1.0f64, |_, product| product * x))?;
/// assert_eq!(cubes.to_string(), "[1. 8.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn for_<S: IntoState>(
    count: impl IntoVar<i64, Element = i64>,
    start: S,
    next: impl FnOnce(Var<i64>, S::State) -> S::State,
) -> S::State {
    let (count, start) = (count.into_var(), state::ids(&start.into_state()));
    let first = 0i64.into_state();
    let types = [vec![DType::I64], state::dtypes::<S::State>()].concat();
    let traced = nested(
        &types,
        |ids| Some(Var::<i64>::of(ids[0]).lt(count).id),
        |ids| {
            let i = Var::<i64>::of(ids[0]);
            let state = next(i, state::of(&ids[1..]));
            [vec![(i + 1).id], state::ids(&state)].concat()
        },
    );
    let start = [vec![first.id], start].concat();
    let end = traced.repeat(&types, &start).map(|end| end[1..].to_vec());
    state::of(&end.unwrap_or_else(nothing::<S>))
}

/// What `then` gives where a condition holds, and what `otherwise` gives elsewhere: variables of the same types.
///
/// Branches without loops are both computed, and one is chosen, as by [`select`](Var::select): they have no other effects. A branch with
/// loops runs only for those elements that take it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::kernel::{for_, if_};
/// let x = xp.array([-2.0, 3.0])?;
/// let y = xp.map(&x, |x| if_(x.lt(0.0), || x * x, || for_(2, x, |_, x| x + 1.0)))?;
/// assert_eq!(y.to_string(), "[4. 5.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn if_<S: IntoState>(condition: Var<bool>, then: impl FnOnce() -> S, otherwise: impl FnOnce() -> S) -> S::State {
    let types = state::dtypes::<S::State>();
    let branch = |takes: Var<bool>, traced: Nested| {
        // A branch that runs only where it is taken has nothing that is not finite in derivatives elsewhere.
        if !traced.has_loops() && !is_remembered() {
            return traced.inline();
        }
        let zeros = types.iter().map(|&dtype| {
            let zero = Scalar::new(false).astype(dtype);
            (record(Recipe::Const(zero), dtype, &[]), dtype)
        });
        traced.once(takes.id, &zeros.collect::<Vec<_>>())
    };
    let then = branch(condition, nested(&[], |_| None, |_| state::ids(&then().into_state())));
    let otherwise = branch(!condition, nested(&[], |_| None, |_| state::ids(&otherwise().into_state())));
    let ids = then.zip(otherwise).map_or_else(nothing::<S>, |(then, otherwise)| {
        let pairs = then.iter().zip(&otherwise).zip(&types);
        let select = |((&a, &b), &dtype)| record(Recipe::Map(MapOp::Select), dtype, &[condition.id, a, b]);
        pairs.map(select).collect()
    });
    state::of(&ids)
}

/// Any variables, for a closure that is refused.
fn nothing<S: IntoState>() -> Vec<Id> {
    let zero = |&dtype: &DType| record(Recipe::Const(Scalar::new(false).astype(dtype)), dtype, &[]);
    state::dtypes::<S::State>().iter().map(zero).collect()
}
