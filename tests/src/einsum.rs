//! Sums of products, against a loop over all indices that the subscripts name.

use crate::for_types;
use std::collections::BTreeMap;
use xparray::Error;
use xparray::prelude::*;

/// Subscripts without `...`, shapes, and the shape of the result.
const CASES: &[(&str, &[&[usize]])] = &[
    ("i->i", &[&[5]]),
    ("i->", &[&[5]]),
    ("->", &[&[]]),
    ("ii->i", &[&[4, 4]]),
    ("ii", &[&[4, 4]]),
    ("iij->ji", &[&[3, 3, 2]]),
    ("ijij->ij", &[&[2, 3, 2, 3]]),
    ("iii->i", &[&[3, 3, 3]]),
    ("ji", &[&[2, 3]]),
    ("ba", &[&[2, 3]]),
    ("ij->", &[&[3, 4]]),
    ("ijk->ki", &[&[2, 3, 4]]),
    ("i,i->i", &[&[4], &[4]]),
    ("i,i", &[&[4], &[4]]),
    ("i,j->ji", &[&[3], &[2]]),
    ("i,j->", &[&[3], &[2]]),
    ("ij,jk->ik", &[&[2, 3], &[3, 4]]),
    ("ij,jk->ki", &[&[2, 3], &[3, 4]]),
    ("ij,ij->", &[&[3, 4], &[3, 4]]),
    ("ij,ij->i", &[&[3, 4], &[3, 4]]),
    ("ij,j->i", &[&[3, 4], &[4]]),
    ("j,ij->i", &[&[4], &[3, 4]]),
    ("bij,bjk->bik", &[&[2, 3, 4], &[2, 4, 2]]),
    ("bij,bjk->ikb", &[&[2, 3, 4], &[2, 4, 2]]),
    ("ijkl,klmn->ijmn", &[&[2, 2, 3, 2], &[3, 2, 2, 2]]),
    ("ijkl,lkmn->nmji", &[&[2, 2, 3, 2], &[2, 3, 2, 2]]),
    ("ab,cd,ef->fca", &[&[2, 3], &[2, 2], &[3, 2]]),
    ("ij,jk,kl,lm->im", &[&[2, 3], &[3, 2], &[2, 4], &[4, 2]]),
    ("i,ij,j", &[&[3], &[3, 2], &[2]]),
    ("abc,bd,ace->de", &[&[2, 3, 2], &[3, 2], &[2, 2, 3]]),
    ("ij,ij,ij->j", &[&[3, 2], &[3, 2], &[3, 2]]),
    ("ij,jk->ik", &[&[2, 1], &[3, 4]]),
    ("ij,ij->ij", &[&[2, 1], &[1, 3]]),
    ("ij,ik->jk", &[&[0, 2], &[0, 3]]),
    ("ij,jk->ik", &[&[0, 2], &[2, 3]]),
    ("ij,->ij", &[&[2, 2], &[]]),
    (" i j , j k -> i k ", &[&[2, 3], &[3, 2]]),
];

/// Every operand's elements, and what the definition makes of them: a sum of products as numbers.
fn expected(subscripts: &str, shapes: &[&[usize]], values: &[Vec<i64>]) -> (Vec<usize>, Vec<i64>) {
    let text: String = subscripts.chars().filter(|c| !c.is_whitespace()).collect();
    let (inputs, output) = match text.split_once("->") {
        Some((inputs, output)) => (inputs.to_owned(), output.to_owned()),
        None => {
            let mut letters: Vec<char> = text.chars().filter(|c| *c != ',').collect();
            letters.sort();
            let once = |c: &char| letters.iter().filter(|other| *other == c).count() == 1;
            (text.clone(), letters.iter().copied().filter(once).collect())
        }
    };
    let mut lengths: BTreeMap<char, usize> = BTreeMap::new();
    for (letters, shape) in inputs.split(',').zip(shapes) {
        for (letter, &length) in letters.chars().zip(*shape) {
            let known = lengths.entry(letter).or_insert(length);
            *known = if *known == 1 { length } else { *known };
        }
    }
    let shape: Vec<usize> = output.chars().map(|letter| lengths[&letter]).collect();
    let mut result = vec![0; shape.iter().product()];
    for mut rest in 0..lengths.values().product::<usize>() {
        let mut at: BTreeMap<char, usize> = BTreeMap::new();
        for (&letter, &length) in &lengths {
            at.insert(letter, rest % length);
            rest /= length;
        }
        let mut product = 1;
        for ((letters, shape), values) in inputs.split(',').zip(shapes).zip(values) {
            let place =
                letters.chars().zip(*shape).fold(0, |place, (letter, &length)| place * length + at[&letter] % length);
            product *= values[place];
        }
        result[output.chars().fold(0, |place, letter| place * lengths[&letter] + at[&letter])] += product;
    }
    (shape, result)
}

fn numbers(shape: &[usize], seed: usize) -> Vec<i64> {
    (0..shape.iter().product()).map(|k: usize| ((k * 7 + seed * 5) % 4) as i64).collect()
}

/// All cases in every element type, of operands that lie in other ways as well.
pub fn definitions<B: Backend>(xp: &B) {
    for_types!(numbers, T => {
        for (subscripts, shapes) in CASES {
            let values: Vec<Vec<i64>> = shapes.iter().enumerate().map(|(k, shape)| numbers(shape, k)).collect();
            let (shape, expected) = expected(subscripts, shapes, &values);
            let expected: Vec<T> = expected.iter().map(|&x| x.cast::<T>()).collect();
            let arrays: Vec<Array<T, B>> = shapes
                .iter()
                .zip(&values)
                .map(|(shape, values)| xp.from_slice(&values.iter().map(|&x| x.cast::<T>()).collect::<Vec<_>>(), *shape).unwrap())
                .collect();
            // Every second element of twice as many, and in the opposite order of axes.
            let wide: Vec<Array<T, B>> = arrays
                .iter()
                .map(|x| {
                    let turned = x.transpose().copy();
                    let doubled = turned.reshape([turned.len(), 1]).unwrap().repeat(2, 1).unwrap();
                    doubled.slice(s![.., 0]).unwrap().reshape(turned.shape()).unwrap().transpose()
                })
                .collect();
            for operands in [&arrays, &wide] {
                let operands: Vec<&Array<T, B>> = operands.iter().collect();
                let found = xp.einsum(subscripts, &operands).unwrap();
                assert_eq!((found.shape(), found.to_vec().unwrap()), (&shape[..], expected.clone()), "{} {subscripts}", T::DTYPE);
            }
        }
    });
    let truth = [xp.array([true, false]).unwrap(), xp.array([true, true]).unwrap()];
    assert!(xp.einsum("i,i->", &[&truth[0], &truth[1]]).unwrap().item().unwrap());
    let outer = xp.einsum("i,j->ij", &[&truth[0], &truth[1]]).unwrap();
    assert_eq!(outer.to_vec().unwrap(), [true, true, false, false]);
}

/// All orders of contraction give the same.
pub fn orders<B: Backend>(xp: &B) {
    for (subscripts, shapes) in CASES {
        let values: Vec<Vec<i64>> = shapes.iter().enumerate().map(|(k, shape)| numbers(shape, k)).collect();
        let arrays: Vec<Array<i64, B>> =
            shapes.iter().zip(&values).map(|(shape, values)| xp.from_slice(values, *shape).unwrap()).collect();
        let operands: Vec<&Array<i64, B>> = arrays.iter().collect();
        let expected = expected(subscripts, shapes, &values).1;
        let backwards: Vec<(usize, usize)> = (1..shapes.len()).rev().map(|k| (k, k - 1)).collect();
        for optimize in [Optimize::Optimal, Optimize::InOrder, Optimize::Path(&backwards)] {
            let found = xp.einsum_with(subscripts, &operands, optimize).unwrap();
            assert_eq!(found.to_vec().unwrap(), expected, "{subscripts} {optimize:?}");
        }
        let costs = [Optimize::Optimal, Optimize::Greedy, Optimize::InOrder]
            .map(|optimize| xp.einsum_path(subscripts, shapes, optimize).unwrap().operations());
        assert!(costs[0] <= costs[1] && costs[0] <= costs[2], "{subscripts}: {costs:?}");
    }
    // numpy.einsum_path's example: eight operands, a cost of 2.8e8 in one loop.
    let shapes: [&[usize]; 3] = [&[10, 1000], &[1000, 10], &[10, 1000]];
    let path = xp.einsum_path("ij,jk,kl->il", &shapes, Optimize::Optimal).unwrap();
    assert_eq!((path.steps().collect::<Vec<_>>(), path.operations()), (vec![(0, 1), (0, 1)], 200_000.0));
    assert_eq!(path.naive_operations(), 2e8);
    let many: Vec<&[usize]> = vec![&[2, 2]; 20];
    let chain = "ab,bc,cd,de,ef,fg,gh,hi,ij,jk,kl,lm,mn,no,op,pq,qr,rs,st,tu->au";
    assert_eq!(xp.einsum_path(chain, &many, Optimize::Optimal).unwrap().steps().count(), 19);
}

/// `...` stands for axes that broadcast; element types that are values are promoted.
pub fn ellipses<B: Backend>(xp: &B) {
    let x = xp.arange((0i64, 24, 1)).unwrap().reshape([2, 3, 4]).unwrap();
    let y = xp.arange((0i64, 12, 1)).unwrap().reshape([4, 3]).unwrap();
    let product = xp.einsum("...ij,jk->...ik", &[&x, &y]).unwrap();
    assert!(product.array_equal(&x.matmul(&y).unwrap()).unwrap());
    let implicit = xp.einsum("...ij,jk", &[&x, &y]).unwrap();
    assert!(implicit.array_equal(&product).unwrap());
    let turned = xp.einsum("i...->...i", &[&x]).unwrap();
    assert!(turned.array_equal(&x.moveaxis(0, -1).unwrap()).unwrap());
    let diagonal = xp.einsum("...ii->...", &[&x.slice(s![.., .., ..3]).unwrap()]).unwrap();
    assert_eq!(diagonal.to_vec().unwrap(), [15, 51]);
    // Of different numbers of axes, from the last one on.
    let row = xp.array(&[1i64, 10, 100, 1000]).unwrap();
    let scaled = xp.einsum("...,...->...", &[&x, &row]).unwrap();
    assert!(scaled.array_equal(&(&x * &row)).unwrap());
    let column = xp.einsum("...j,...j->...", &[&x, &row.reshape([1, 1, 4]).unwrap()]).unwrap();
    assert!(column.array_equal(&x.matmul(&row).unwrap()).unwrap());
    let mixed = xp.einsum("i,i->i", &[&row.into_dyn(), &xp.full(4, 0.5f32).unwrap().into_dyn()]).unwrap();
    assert_eq!((mixed.dtype(), mixed.to_string()), (DType::F64, "[  0.5   5.   50.  500. ]".into()));
}

/// Subscripts that cannot be read, or do not fit.
pub fn wrong_subscripts<B: Backend>(xp: &B) {
    let (x, y) = (xp.zeros::<f32>([2, 3]).unwrap(), xp.zeros::<f32>([4, 3]).unwrap());
    for subscripts in [
        "ij",
        "ij,jk,kl",
        "ijk,kl",
        "i,jk",
        "ij,kl->im",
        "ij,kj->ii",
        "i1,jk",
        "i..j,jk",
        "...i...,jk",
        "...ij,kj->ik1",
        "...i,jk->ij",
        "ij,kj->ik->i",
        "",
    ] {
        assert!(matches!(xp.einsum(subscripts, &[&x, &y]), Err(Error::Value { .. })), "{subscripts}");
    }
    assert!(matches!(xp.einsum("ij,ij", &[&x, &y]), Err(Error::Shape { .. })));
    assert!(matches!(xp.einsum("ii", &[&x]), Err(Error::Shape { .. })));
    assert!(matches!(xp.einsum::<Array<f32, B>>("", &[]), Err(Error::Value { .. })));
    let huge = xp.full([1 << 40], 1.0f32).unwrap();
    assert!(matches!(xp.einsum("i,j->ij", &[&huge, &huge]), Err(Error::Value { .. })));
    for path in [&[][..], &[(0, 0)], &[(0, 2)], &[(0, 1), (0, 1)]] {
        assert!(
            matches!(xp.einsum_with("ij,kj", &[&x, &y], Optimize::Path(path)), Err(Error::Value { .. })),
            "{path:?}"
        );
    }
}
