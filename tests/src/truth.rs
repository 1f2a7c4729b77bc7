//! Truth values in memory that somebody else wrote: any byte but 0 is true.

use xparray::prelude::*;
use xparray::{Side, s};

/// Uploads bytes as truth values, and makes the same values from Rust's.
fn both<B: Backend>(xp: &B, bytes: &[u8], shape: &[usize]) -> [Array<bool, B>; 2] {
    let clean: Vec<bool> = bytes.iter().map(|&byte| byte != 0).collect();
    let mut wild = xp.zeros::<bool>(shape).unwrap();
    let mut buffer = wild.buffer_mut_on(xp).unwrap();
    // SAFETY: the array keeps its buffer, and any byte is a truth value.
    xp.upload(bytes, unsafe { buffer.as_mut() }).unwrap();
    [wild, xp.from_slice(&clean, shape).unwrap()]
}

/// Bytes of all values, half of them 0; so many that work is shared out among threads.
fn bytes(n: usize) -> Vec<u8> {
    (0..n).map(|i| if i * i % 7 < 4 { 0 } else { (i % 255 + 1) as u8 }).collect()
}

/// Calls something with both forms of the same values; the results must agree.
fn agree<T: Element, B: Backend>(arrays: &[Array<bool, B>; 2], of: impl Fn(&Array<bool, B>) -> Array<T, B>) {
    let [wild, clean] = arrays.each_ref().map(of);
    assert_eq!(wild.shape(), clean.shape());
    // Results have the usual bytes, or are read as such.
    assert!(wild.to_vec().unwrap() == clean.to_vec().unwrap());
}

/// Operations on elements, and reductions.
pub fn elements<B: Backend>(xp: &B) {
    for n in [9, 70_000] {
        let arrays = both(xp, &bytes(n), &[n]);
        let other = xp.arange((0i64, n as i64, 1)).unwrap().less(n as i64 / 2).unwrap();
        agree(&arrays, |x| x.clone());
        agree(&arrays, |x| !x);
        agree(&arrays, |x| x & &other);
        agree(&arrays, |x| x ^ &other);
        agree(&arrays, |x| x.equal(&other).unwrap());
        agree(&arrays, |x| x.less(&other).unwrap());
        agree(&arrays, |x| x.astype::<u8>());
        agree(&arrays, |x| x.astype::<f32>());
        agree(&arrays, |x| x.sum(..).unwrap());
        agree(&arrays, |x| x.count_nonzero(..).unwrap());
        agree(&arrays, |x| x.any(..).unwrap());
        agree(&arrays, |x| x.all(..).unwrap());
        agree(&arrays, |x| x.argmax(..).unwrap());
        agree(&arrays, |x| x.where_(1.5f64, -2.5f64).unwrap());
    }
}

/// Masks, orders, indices and products.
pub fn primitives<B: Backend>(xp: &B) {
    for n in [9, 70_000] {
        let arrays = both(xp, &bytes(n), &[n]);
        let values = xp.arange((0i64, n as i64, 1)).unwrap();
        agree(&arrays, |x| values.mask(x).unwrap());
        agree(&arrays, |x| values.astype::<u8>().mask(x).unwrap());
        agree(&arrays, |x| x.mask(x).unwrap());
        agree(&arrays, |x| x.nonzero().unwrap().swap_remove(0));
        agree(&arrays, |x| x.sort_with(Sort::new().axis(0)).unwrap());
        agree(&arrays, |x| x.argsort_with(Sort::new().axis(0)).unwrap());
        agree(&arrays, |x| x.take(&values, 0).unwrap());
        agree(&arrays, |x| x.sort().unwrap().searchsorted_with(x.slice(s![..5]).unwrap(), Side::Right).unwrap());
        agree(&arrays, |x| x.cumsum(0).unwrap());
    }
    let matrices = both(xp, &bytes(30 * 40), &[30, 40]);
    agree(&matrices, |x| x.t().matmul(x).unwrap());
    agree(&matrices, |x| x.sort_with(Sort::new().axis(0)).unwrap());
    agree(&matrices, |x| x.matmul(&x.slice(s![0]).unwrap()).unwrap());
}
