//! Properties of layouts: against the places of all their elements, and of hostile numbers.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::collections::HashSet;
use xparray::Layout;
use xparray::layout::{Dims, Strides, checked_len, row_major_strides};

/// The places of the elements, in row-major order.
fn places(layout: &Layout) -> Vec<usize> {
    let mut places = vec![layout.offset() as isize];
    for (&d, &s) in layout.shape().iter().zip(layout.strides()) {
        places = places.iter().flat_map(|&p| (0..d as isize).map(move |i| p + i * s)).collect();
    }
    places.into_iter().map(|p| p as usize).collect()
}

/// The indices of all elements of a shape, in row-major order.
fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |all, &d| {
        all.iter().flat_map(|index| (0..d).map(move |i| [&index[..], &[i]].concat())).collect()
    })
}

/// The place of an index.
fn place(layout: &Layout, index: &[usize]) -> usize {
    let steps = index.iter().zip(layout.strides()).map(|(&i, &s)| i as isize * s);
    (layout.offset() as isize + steps.sum::<isize>()) as usize
}

fn permutation(n: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..n).collect::<Vec<_>>()).prop_shuffle()
}

/// What views are made by; the numbers are taken modulo what there is.
#[derive(Clone, Debug)]
enum Step {
    Slice(Index, Index, Index, bool),
    Permute(Vec<Index>),
    Insert(Index),
    Broadcast(Index, usize),
    Diagonal(Index, Index),
}

impl Step {
    fn apply(&self, x: Layout) -> Layout {
        let n = x.ndim();
        match self {
            Step::Slice(axis, first, second, backwards) if n > 0 && x.shape()[axis.index(n)] > 0 => {
                let axis = axis.index(n);
                let d = x.shape()[axis];
                let (start, step) = (first.index(d), 1 + second.index(d));
                match backwards {
                    true => x.sliced(axis, start, -(step as isize), start / step + 1),
                    false => x.sliced(axis, start, step as isize, (d - 1 - start) / step + 1),
                }
            }
            Step::Permute(keys) => {
                let mut order: Vec<usize> = (0..n).collect();
                order.sort_by_key(|&k| keys[k % keys.len()].index(100));
                x.permute(&order)
            }
            Step::Insert(axis) if n < 5 => x.with_axis(axis.index(n + 1)),
            Step::Broadcast(axis, d) if n > 0 && x.shape()[axis.index(n)] == 1 => {
                let mut shape = x.shape().to_vec();
                shape[axis.index(n)] = *d;
                x.broadcast("test", &shape)
            }
            Step::Diagonal(a, b) if n > 1 && a.index(n) != b.index(n) => x.diagonal(a.index(n), b.index(n)),
            _ => Ok(x),
        }
        .expect("a view")
    }

    fn is_diagonal(&self) -> bool {
        matches!(self, Step::Diagonal(..))
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let index = any::<Index>;
    let step = prop_oneof![
        3 => (index(), index(), index(), any::<bool>()).prop_map(|(a, b, c, d)| Step::Slice(a, b, c, d)),
        2 => prop::collection::vec(index(), 1..6).prop_map(Step::Permute),
        1 => index().prop_map(Step::Insert),
        1 => (index(), 0usize..4).prop_map(|(axis, d)| Step::Broadcast(axis, d)),
        1 => (index(), index()).prop_map(|(a, b)| Step::Diagonal(a, b)),
    ];
    prop::collection::vec(step, 0..6)
}

fn shapes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(prop_oneof![1 => Just(0usize), 3 => Just(1), 8 => 2usize..6], 0..4)
}

/// Views as programs make them.
fn views() -> impl Strategy<Value = Layout> {
    (shapes(), steps()).prop_map(|(shape, steps)| steps.iter().fold(Layout::row_major(&shape), |x, step| step.apply(x)))
}

/// Any small layouts, overlapping ones too.
fn anything() -> impl Strategy<Value = Layout> {
    prop::collection::vec((0usize..5, -9isize..10), 0..4)
        .prop_flat_map(|axes| (Just(axes), 0usize..150))
        .prop_filter_map("places below zero", |(axes, offset)| {
            let (shape, strides): (Vec<_>, Vec<_>) = axes.into_iter().unzip();
            Layout::new(shape.into(), strides.into(), offset).ok()
        })
}

/// Shapes of a number of elements.
fn divided(mut len: usize, choices: &[usize]) -> Vec<usize> {
    let mut shape = vec![];
    for &d in choices {
        if len.is_multiple_of(d) {
            shape.push(d);
            len /= d;
        }
    }
    shape.push(len);
    shape
}

fn lengths() -> impl Strategy<Value = usize> {
    let edges =
        [0, 1, 2, 3, 7, 1 << 31, 1 << 32, 1 << 40, 1 << 59, 1 << 60, 1 << 62, (1 << 63) - 1, 1 << 63, usize::MAX];
    select(edges.to_vec())
}

fn distances() -> impl Strategy<Value = isize> {
    let edges = [0, 1, 2, 3, 1 << 31, 1 << 40, 1 << 61, 1 << 62, isize::MAX - 1, isize::MAX, isize::MIN];
    (select(edges.to_vec()), any::<bool>()).prop_map(|(d, negative)| if negative { d.wrapping_neg() } else { d })
}

fn hostile() -> impl Strategy<Value = (Vec<usize>, Vec<isize>, usize)> {
    (prop::collection::vec(lengths(), 0..4), prop::collection::vec(distances(), 0..4), lengths())
}

proptest! {
    #[test]
    fn bounds_are_the_lowest_and_highest_place(x in prop_oneof![views(), anything()]) {
        let all = places(&x);
        let expected = all.iter().min().copied().zip(all.iter().max().copied());
        prop_assert_eq!(x.bounds(), expected);
        prop_assert_eq!(x.len(), all.len());
    }

    #[test]
    fn places_below_zero_are_refused(
        axes in prop::collection::vec((0usize..5, -9isize..10), 0..4),
        offset in 0usize..60,
    ) {
        let (shape, strides): (Vec<_>, Vec<_>) = axes.into_iter().unzip();
        let all: Vec<isize> = indices(&shape)
            .iter()
            .map(|index| offset as isize + index.iter().zip(&strides).map(|(&i, &s)| i as isize * s).sum::<isize>())
            .collect();
        let made = Layout::new(shape.into(), strides.into(), offset);
        prop_assert_eq!(made.is_ok(), all.iter().all(|&place| place >= 0));
    }

    #[test]
    fn overlaps_are_found(x in anything()) {
        let all = places(&x);
        let distinct = all.iter().collect::<HashSet<_>>().len();
        prop_assert!(x.overlaps() || distinct == all.len());
    }

    #[test]
    fn views_overlap_only_if_elements_do(shape in shapes(), steps in steps()) {
        let steps = steps.iter().filter(|step| !step.is_diagonal());
        let x = steps.fold(Layout::row_major(&shape), |x, step| step.apply(x));
        let all = places(&x);
        prop_assert_eq!(x.overlaps(), all.iter().collect::<HashSet<_>>().len() < all.len());
    }

    #[test]
    fn views_are_apart_if_they_share_no_element(shape in shapes(), first in steps(), second in steps()) {
        let view = |steps: Vec<Step>| steps.iter().fold(Layout::row_major(&shape), |x, step| step.apply(x));
        let (x, y) = (view(first), view(second));
        let shared = places(&x).into_iter().collect::<HashSet<_>>().intersection(&places(&y).into_iter().collect()).count();
        prop_assert_eq!(x.is_apart_from(&y), shared == 0, "{:?} {:?}", x, y);
    }

    #[test]
    fn apart_is_never_said_of_what_is_not(x in anything(), y in anything()) {
        let theirs: HashSet<usize> = places(&y).into_iter().collect();
        prop_assert!(!x.is_apart_from(&y) || places(&x).iter().all(|place| !theirs.contains(place)));
    }

    #[test]
    fn contiguous_is_one_after_another(x in prop_oneof![views(), anything()]) {
        let all = places(&x);
        prop_assert_eq!(x.is_contiguous(), all.windows(2).all(|pair| pair[0] + 1 == pair[1]));
    }

    #[test]
    fn composing_is_indexing_twice(x in prop_oneof![views(), anything()], steps in steps(), choices in prop::collection::vec(1usize..5, 0..4)) {
        let whole = Layout::row_major(&divided(x.len(), &choices));
        let view = steps.iter().fold(whole, |view, step| step.apply(view));
        let inner = places(&x);
        let expected: Vec<usize> = places(&view).into_iter().map(|i| inner[i]).collect();
        match x.compose(&view) {
            Some(composed) => {
                prop_assert_eq!(composed.shape(), view.shape());
                prop_assert_eq!(places(&composed), expected);
            }
            None => prop_assert!(!x.is_contiguous()),
        }
    }

    #[test]
    fn composing_stays_inside(x in prop_oneof![views(), anything()], view in anything()) {
        let inner = places(&x);
        let outside = places(&view).iter().any(|&i| i >= inner.len());
        match x.compose(&view) {
            Some(_) if outside => prop_assert!(false, "an element that is not there"),
            Some(composed) => {
                let expected: Vec<usize> = places(&view).into_iter().map(|i| inner[i]).collect();
                prop_assert_eq!(places(&composed), expected);
            }
            None => prop_assert!(outside || !x.is_contiguous()),
        }
    }

    #[test]
    fn reshaping_keeps_the_order(x in prop_oneof![views(), anything()], choices in prop::collection::vec(1usize..5, 0..4)) {
        let shape = divided(x.len(), &choices);
        match x.reshape(&shape) {
            Some(y) => {
                prop_assert_eq!(y.shape(), &shape[..]);
                prop_assert_eq!(places(&y), places(&x));
            }
            None => prop_assert!(!x.is_contiguous()),
        }
        prop_assert_eq!(x.reshape(x.shape()).map(|y| places(&y)), Some(places(&x)));
        prop_assert!(x.reshape(&[x.len() + 1]).is_none());
    }

    #[test]
    fn slices_are_every_step(x in views(), axis in any::<Index>(), start in 0usize..7, step in -3isize..4, len in 0usize..6) {
        prop_assume!(x.ndim() > 0);
        let axis = axis.index(x.ndim());
        let at = |i: usize| start as isize + i as isize * step;
        let inside = (0..len).all(|i| (0..x.shape()[axis] as isize).contains(&at(i)));
        let y = x.sliced(axis, start, step, len);
        prop_assert_eq!(y.is_ok(), inside);
        let Ok(y) = y else { return Ok(()) };
        for index in indices(y.shape()) {
            let mut from = index.clone();
            from[axis] = at(index[axis]) as usize;
            prop_assert_eq!(place(&y, &index), place(&x, &from));
        }
    }

    #[test]
    fn axes_are_permuted((x, order) in views().prop_flat_map(|x| { let n = x.ndim(); (Just(x), permutation(n)) })) {
        let y = x.permute(&order).unwrap();
        for index in indices(y.shape()) {
            let mut from = index.clone();
            order.iter().zip(&index).for_each(|(&k, &i)| from[k] = i);
            prop_assert_eq!(place(&y, &index), place(&x, &from));
        }
        let reversed: Vec<usize> = (0..x.ndim()).rev().collect();
        prop_assert_eq!(x.transpose(), x.permute(&reversed).unwrap());
        if x.ndim() > 0 {
            prop_assert!(x.permute(&order[1..]).is_err());
            let mut wrong = order.clone();
            wrong[0] = x.ndim();
            prop_assert!(x.permute(&wrong).is_err());
            if x.ndim() > 1 {
                wrong[0] = wrong[1];
                prop_assert!(x.permute(&wrong).is_err());
            }
        }
    }

    #[test]
    fn broadcasting_repeats(x in views(), lead in prop::collection::vec(0usize..3, 0..3), lengths in prop::collection::vec(0usize..4, 6)) {
        let own = x.shape().iter().zip(&lengths).map(|(&d, &n)| if d == 1 { n } else { d });
        let shape: Vec<usize> = lead.iter().copied().chain(own).collect();
        let y = x.broadcast("test", &shape).unwrap();
        for index in indices(&shape) {
            let from: Vec<usize> =
                index[lead.len()..].iter().zip(x.shape()).map(|(&i, &d)| if d == 1 { 0 } else { i }).collect();
            prop_assert_eq!(place(&y, &index), place(&x, &from));
        }
    }

    #[test]
    fn diagonals_have_equal_indices(x in views(), a in any::<Index>(), b in any::<Index>()) {
        prop_assume!(x.ndim() > 1);
        let (a, b) = (a.index(x.ndim()), b.index(x.ndim()));
        let y = x.diagonal(a, b);
        prop_assert_eq!(y.is_ok(), a != b);
        let Ok(y) = y else { return Ok(()) };
        for index in indices(y.shape()) {
            let (&at, others) = index.split_last().unwrap();
            let mut others = others.iter();
            let from: Vec<usize> =
                (0..x.ndim()).map(|k| if k == a || k == b { at } else { *others.next().unwrap() }).collect();
            prop_assert_eq!(place(&y, &index), place(&x, &from));
        }
    }

    #[test]
    fn axes_come_and_go(x in views(), axis in 0usize..6) {
        let y = x.with_axis(axis);
        prop_assert_eq!(y.is_ok(), axis <= x.ndim());
        if let Ok(y) = y {
            prop_assert_eq!(places(&y), places(&x));
            prop_assert_eq!(y.without_axis(axis), Ok(x.clone()));
        }
        prop_assert_eq!(x.without_axis(axis).is_ok(), x.shape().get(axis) == Some(&1));
    }

    /// Nothing panics or wraps: what is made has all its places, whatever is asked of it.
    #[test]
    fn hostile_numbers((shape, strides, offset) in hostile(), other in hostile(), (start, step, len) in (lengths(), distances(), lengths()), axis in 0usize..5) {
        let make = |(shape, strides, offset): (Vec<usize>, Vec<isize>, usize)| {
            Layout::new(Dims::from_vec(shape), Strides::from_vec(strides), offset)
        };
        let _ = row_major_strides(&shape);
        let mut made = vec![];
        if checked_len(&shape).is_ok() {
            made.push(Layout::row_major(&shape));
        }
        made.extend(make((shape.clone(), strides.clone(), offset)).ok());
        let other = make(other).ok();
        let mut next = 0;
        while let Some(x) = made.get(next).cloned() {
            next += 1;
            let mut ends = (x.offset() as i128, x.offset() as i128);
            for (&d, &s) in x.shape().iter().zip(x.strides()) {
                let reach = (d as i128 - 1) * s as i128;
                if reach < 0 { ends.0 += reach } else { ends.1 += reach }
            }
            prop_assert_eq!(x.shape().len(), x.strides().len());
            prop_assert_eq!(checked_len(x.shape()), Ok(x.len()));
            if x.len() > 0 {
                prop_assert!(ends.0 >= 0 && ends.1 <= isize::MAX as i128, "{:?}", x);
                prop_assert_eq!(x.bounds(), Some((ends.0 as usize, ends.1 as usize)));
            } else {
                prop_assert_eq!(x.bounds(), None);
            }
            let _ = (x.overlaps(), x.is_contiguous(), x.is_identity());
            let views = [
                x.sliced(axis, start, step, len).ok(),
                x.broadcast("test", &shape).ok(),
                x.reshape(&shape),
                x.diagonal(axis, 0).ok(),
                x.with_axis(axis).ok(),
                x.without_axis(axis).ok(),
                Some(x.transpose()),
                other.as_ref().and_then(|other| x.compose(other)),
                other.as_ref().and_then(|other| other.compose(&x)),
            ];
            if made.len() < 12 {
                made.extend(views.into_iter().flatten());
            }
        }
    }
}

#[test]
fn known_traps() {
    assert!(Layout::new(Dims::from_slice(&[5]), Strides::from_slice(&[1 << 62]), 0).is_err());
    assert!(Layout::new(Dims::from_slice(&[2, 2]), Strides::from_slice(&[1]), 0).is_err());
    let empty = Layout::row_major(&[0, 1 << 40, 1 << 40]);
    assert!(empty.is_contiguous() && empty.len() == 0 && empty.bounds().is_none());
    assert_eq!(checked_len(&[0, 1 << 40, 1 << 40]), Ok(0));
    assert!(checked_len(&[0, 1 << 63]).is_err());
    let line = Layout::new(Dims::from_slice(&[9]), Strides::from_slice(&[1]), 0).unwrap();
    assert_eq!(Layout::row_major(&[2, 2]).compose(&line), None);
    assert_eq!(Layout::row_major(&[2, 2]).transpose().compose(&line), None);
}
