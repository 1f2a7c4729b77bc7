//! Two devices of one machine.

use crate::backend::{NAME, Xp};
use xparray_core::backend::Memory;
use xparray_core::prelude::*;
use xparray_ir::{Error, Result};

tests!(
    arrays_move_between_devices,
    operands_of_two_devices_are_an_error,
    the_second_device_does_all_that_the_first_does,
    threads_use_their_own_devices,
    buffers_are_copied
);

fn arrays_move_between_devices(first: &Xp, second: &Xp) -> Result<()> {
    let n = 10_000_000;
    // Queued work of the first device comes before the copy, and the copy before the second's work.
    let x = first.rng(7).random::<f64>(n)? * 3.0;
    let y = x.to_device(second)?;
    let z = (&y + 1.0).to_device(first)?;
    assert!(x.to_vec()?.iter().zip(z.to_vec()?).all(|(x, z)| x + 1.0 == z));
    drop(y);
    let matrix = first.arange::<f32>(0.0..60.0)?.reshape([5, 12])?;
    let part = matrix.slice(s![1..;2, ..;-3])?.to_device(second)?;
    assert_eq!(part.to_vec()?, matrix.slice(s![1..;2, ..;-3])?.to_vec()?);
    assert!(first.zeros::<i8>([0, 4])?.to_device(second)?.to_vec()?.is_empty());
    assert_eq!(first.full([], 4i16)?.to_device(second)?.item()?, 4);
    Ok(())
}

fn operands_of_two_devices_are_an_error(first: &Xp, second: &Xp) -> Result<()> {
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
    assert_eq!((&x + &y.to_device(first)?).sum(..)?.item()?, 32.0);
    Ok(())
}

/// Every library has handles of its own there.
fn the_second_device_does_all_that_the_first_does(first: &Xp, second: &Xp) -> Result<()> {
    let on = |xp: &Xp| -> Result<Vec<Vec<f64>>> {
        let x = xp.rng(3).normal::<f64>([64, 64])?;
        let spectrum = x.fft()?.abs();
        let (values, _) = x.matmul(&x.t())?.eigh()?;
        let solved = x.solve(&x.matmul(&xp.ones::<f64>([64, 2])?)?)?;
        let sorted = x.sort()?.cumsum(0)?;
        let random = xp.rng(5).permutation(1000)?.astype::<f64>();
        [spectrum, values, solved, sorted, random, x.std(0)?].iter().map(|array| array.to_vec()).collect()
    };
    let (a, b) = (on(first)?, on(second)?);
    assert!(b[2].iter().all(|x| (x - 1.0).abs() < 1e-9));
    assert!(a == b, "two devices of one kind, two results");
    Ok(())
}

fn threads_use_their_own_devices(first: &Xp, second: &Xp) -> Result<()> {
    let sums = std::thread::scope(|scope| {
        [first, second]
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

fn buffers_are_copied(first: &Xp, second: &Xp) -> Result<()> {
    let mut x = first.alloc(3)?;
    first.upload(&[1, 2, 3], &mut x)?;
    let mut y = second.alloc(3)?;
    second.copy(&x, &mut y, 3)?;
    let mut bytes = [0; 3];
    second.download(&y, 0, &mut bytes)?;
    assert_eq!(bytes, [1, 2, 3]);
    let error = second.download(&x, 0, &mut bytes).unwrap_err();
    assert!(error.to_string().contains(&format!("used on {NAME}:1")), "{error}");
    Ok(())
}
