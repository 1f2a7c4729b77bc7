//! Arrays are values: nobody sees another's changes.

// `x = x + 1` makes a new array of the old one; `x += 1` is another operation.
#![allow(clippy::assign_op_pattern)]

use xparray::prelude::*;
use xparray::s;

/// Writing to an array changes neither its clones, nor its views, nor what was computed of it.
pub fn clones_and_views_are_independent<B: Backend>(xp: &B) {
    let mut x = xp.from_slice(&[1i32, 2, 3, 4, 5, 6], [2, 3]).unwrap();
    let clone = x.clone();
    let row = x.slice(s![0]).unwrap();
    let turned = x.permute_dims([1, 0]).unwrap();
    let deferred = &x * 10;
    let sum = x.sum(..).unwrap();
    x.assign(s![0, ..2], -7).unwrap();
    assert_eq!(x.to_vec().unwrap(), [-7, -7, 3, 4, 5, 6]);
    assert_eq!(clone.to_vec().unwrap(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(row.to_vec().unwrap(), [1, 2, 3]);
    assert_eq!(turned.to_vec().unwrap(), [1, 4, 2, 5, 3, 6]);
    assert_eq!(deferred.to_vec().unwrap(), [10, 20, 30, 40, 50, 60]);
    assert_eq!(sum.item().unwrap(), 21);

    let mut part = x.slice(s![.., 1..]).unwrap();
    part.assign(s![..], 0).unwrap();
    part += 1;
    assert_eq!(part.to_vec().unwrap(), [1; 4]);
    assert_eq!(x.to_vec().unwrap(), [-7, -7, 3, 4, 5, 6]);
    let before = x.clone();
    x.fill(9);
    assert_eq!((x.to_vec().unwrap(), before.to_vec().unwrap()[0]), (vec![9; 6], -7));
}

/// An array may be written to from itself.
pub fn assigning_an_array_to_itself<B: Backend>(xp: &B) {
    let mut x = xp.arange((0i64, 6, 1)).unwrap();
    let reversed = x.slice(s![..;-1]).unwrap();
    x.assign(s![..], &reversed).unwrap();
    assert_eq!(x.to_vec().unwrap(), [5, 4, 3, 2, 1, 0]);
    let shifted = x.slice(s![..5]).unwrap();
    x.assign(s![1..], &shifted).unwrap();
    assert_eq!(x.to_vec().unwrap(), [5, 5, 4, 3, 2, 1]);
    let doubled = &x + &x;
    x.assign(s![..;2], doubled.slice(s![..;2]).unwrap().slice(s![..;-1]).as_ref().unwrap()).unwrap();
    assert_eq!(x.to_vec().unwrap(), [4, 5, 8, 3, 10, 1]);
    x -= &x.clone();
    assert_eq!(x.to_vec().unwrap(), [0; 6]);
}

/// A kernel that overwrites an operand gives the same as one that does not, whatever else reads it.
pub fn overwriting_is_invisible<B: Backend>(xp: &B) {
    for n in [10usize, 50_000] {
        let host: Vec<f32> = (0..n).map(|i| i as f32).collect();
        let fresh = || xp.from_slice(&host, n).unwrap();
        let expected: Vec<f32> = host.iter().map(|x| (x + 1.0) * x).collect();
        // Read twice in one kernel, at the same and at other places.
        let x = fresh();
        assert_eq!((&x + 1.0).multiply(&x).unwrap().to_vec().unwrap(), expected);
        let y = &x + 1.0;
        drop(x);
        let z = y.slice(s![..;-1]).unwrap();
        let both = y - z;
        let middle = (n as f32 - 1.0) / 2.0;
        assert_eq!(both.to_vec().unwrap(), host.iter().map(|x| 2.0 * (x - middle)).collect::<Vec<_>>());
        let mut x = fresh();
        for _ in 0..5 {
            x = x * 2.0;
            x.eval().unwrap();
        }
        assert_eq!(x.to_vec().unwrap(), host.iter().map(|x| x * 32.0).collect::<Vec<_>>());
        // A failing kernel leaves its operands as they were.
        let x = fresh();
        let wrong = x.add(&xp.zeros::<f32>(n + 1).unwrap());
        assert!(wrong.is_err());
        assert_eq!(x.to_vec().unwrap(), host);
    }
}

/// What is computed of indices alone is not stored for whoever holds it, who computes it again: of what is still there.
pub fn indices_are_not_overwritten<B: Backend>(xp: &B) {
    let i = xp.arange((0i64, 5, 1)).unwrap();
    let next = &i + 1;
    i.eval().unwrap();
    drop(i);
    assert_eq!((&next * 2).to_vec().unwrap(), [2, 4, 6, 8, 10]);
    assert_eq!(next.to_vec().unwrap(), [1, 2, 3, 4, 5]);
}

/// Arrays and handles cross threads.
pub fn arrays_cross_threads<B: Backend>(xp: &B) {
    let x = xp.arange((0i64, 1000, 1)).unwrap();
    let handle = std::thread::spawn(move || (&x * 2).sum(..));
    let sum = handle.join().unwrap().unwrap();
    assert_eq!(sum.item().unwrap(), 999_000);
    let other = xp.clone();
    let made = std::thread::spawn(move || other.ones::<f32>(7)).join().unwrap().unwrap();
    assert_eq!((made + xp.ones::<f32>(7).unwrap()).to_vec().unwrap(), [2.0; 7]);
}
