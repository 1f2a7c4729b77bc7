//! Two devices of one machine. With fewer, each test says so and passes, unless `XPARRAY_REQUIRE` names the second,
//! as in `cuda:1`.

use crate::backend::{NAME, Xp};
use crate::common::turn;
use std::env;
use std::sync::MutexGuard;
use xparray_core::fft::{FftNorm, fft};
use xparray_core::prelude::*;
use xparray_ir::{Error, Result};

fn devices() -> Option<(Xp, Xp, MutexGuard<'static, ()>)> {
    let turn = turn();
    match Xp::new(0).and_then(|first| Ok((first, Xp::new(1)?))) {
        Ok((first, second)) => Some((first, second, turn)),
        Err(error) => {
            let wanted = format!("{NAME}:1");
            let required = env::var("XPARRAY_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == wanted));
            assert!(!required, "XPARRAY_REQUIRE={wanted}, but {error}");
            println!("ignored: no two devices: {error}");
            None
        }
    }
}

#[test]
fn arrays_move_between_devices() -> Result<()> {
    let Some((first, second, _turn)) = devices() else { return Ok(()) };
    let n = 10_000_000;
    // Queued work of the first device comes before the copy, and the copy before the second's work.
    let x = first.rng(7).random::<f64>(n)? * 3.0;
    let y = x.to_device(&second)?;
    let z = (&y + 1.0).to_device(&first)?;
    assert!(x.to_vec()?.iter().zip(z.to_vec()?).all(|(x, z)| x + 1.0 == z));
    drop(y);
    let matrix = first.arange::<f32>(0.0, 60.0, 1.0)?.reshape([5, 12])?;
    let part = matrix.slice(s![1..;2, ..;-3])?.to_device(&second)?;
    assert_eq!(part.to_vec()?, matrix.slice(s![1..;2, ..;-3])?.to_vec()?);
    assert!(first.zeros::<i8>([0, 4])?.to_device(&second)?.to_vec()?.is_empty());
    assert_eq!(first.full([], 4i16)?.to_device(&second)?.item()?, 4);
    Ok(())
}

#[test]
fn operands_of_two_devices_are_an_error() -> Result<()> {
    let Some((first, second, _turn)) = devices() else { return Ok(()) };
    let (x, y) = (first.ones::<f32>([4, 4])?, second.ones::<f32>([4, 4])?);
    for error in [x.add(&y).unwrap_err(), x.matmul(&y).unwrap_err()] {
        assert!(matches!(error, Error::Value { .. }), "{error:?}");
        let text = error.to_string();
        assert!(
            text.contains(&format!("{NAME}:0")) && text.contains(&format!("{NAME}:1")) && text.contains("to_device"),
            "{text}"
        );
    }
    // Nothing is lost.
    assert_eq!((&x + &y.to_device(&first)?).sum(..)?.item()?, 32.0);
    Ok(())
}

/// Every library has handles of its own there.
#[test]
fn the_second_device_does_all_that_the_first_does() -> Result<()> {
    let Some((first, second, _turn)) = devices() else { return Ok(()) };
    let on = |xp: &Xp| -> Result<Vec<Vec<f64>>> {
        let x = xp.rng(3).normal::<f64>([64, 64])?;
        let spectrum = fft(&x, None, -1, FftNorm::Backward)?.abs()?;
        let (values, _) = x.matmul(&x.t())?.eigh()?;
        let solved = x.solve(&x.matmul(&xp.ones::<f64>([64, 2])?)?)?;
        let sorted = x.sort()?.cumsum(0)?;
        let random = xp.rng(5).permutation(1000)?.astype::<f64>()?;
        [spectrum, values, solved, sorted, random, x.std(0)?].iter().map(|array| array.to_vec()).collect()
    };
    let (a, b) = (on(&first)?, on(&second)?);
    assert!(b[2].iter().all(|x| (x - 1.0).abs() < 1e-9));
    assert!(a == b, "two devices of one kind, two results");
    Ok(())
}

#[test]
fn threads_use_their_own_devices() -> Result<()> {
    let Some((first, second, _turn)) = devices() else { return Ok(()) };
    let sums = std::thread::scope(|scope| {
        [&first, &second]
            .map(|xp| {
                scope.spawn(move || -> Result<f64> {
                    let mut x = xp.zeros::<f64>([1000, 1000])?;
                    for k in 0..100 {
                        x = &x + f64::from(k);
                    }
                    x.mean(..)?.item()
                })
            })
            .map(|thread| thread.join().expect("no panic"))
    });
    for sum in sums {
        assert_eq!(sum?, 4950.0);
    }
    Ok(())
}
