//! Of very many elements a thread takes several at once: results are those of the CPU backend.

mod both;

use both::device;
use xparray_core::prelude::*;
use xparray_cpu::Cpu;
use xparray_ir::Result;

/// Elements that are not a multiple of what threads take together, of rows that are not, either.
const SHAPE: [usize; 2] = [1031, 2063];

fn same<T: Element + PartialEq>(
    what: &str,
    on_cpu: impl FnOnce(&Cpu) -> Result<Vec<T>>,
    on_device: impl FnOnce(&xparray_wgpu::Wgpu) -> Result<Vec<T>>,
) {
    let Some(device) = device() else { return };
    let (expected, found) = (on_cpu(&Cpu::new()).unwrap(), on_device(&device).unwrap());
    let wrong = expected.iter().zip(&found).position(|(a, b)| a != b);
    assert!(expected.len() == found.len() && wrong.is_none(), "{what}: {wrong:?}");
}

/// Runs a function on both.
macro_rules! same {
    ($($name:ident: $T:ty, $f:expr;)*) => {$(
        #[test]
        fn $name() {
            fn on<B: Backend>(xp: &B) -> Result<Vec<$T>> {
                $f(xp)
            }
            same::<$T>(stringify!($name), on, on);
        }
    )*};
}

fn count<T: Element, B: Backend>(xp: &B) -> Result<Array<T, B>> {
    // Remainders, so that sums and products are exact.
    let numbers = xp.arange((0i64, (SHAPE[0] * SHAPE[1]) as i64, 1))?;
    let small = (numbers % 101).astype::<T>().reshape(SHAPE)?;
    small.eval()?;
    Ok(small)
}

same! {
    operands_in_every_order: f32, |xp| {
        let x = count::<f32, B>(xp)?;
        let y = x.reshape([SHAPE[1], SHAPE[0]])?.t();
        (&x * 2.0f32 + &y - x.slice(s![0..1, ..])?).to_vec()
    };
    small_elements: i8, |xp| {
        let x = count::<i8, B>(xp)?;
        (&x + x.slice(s![.., ..;-1])?).to_vec()
    };
    wide_elements: i64, |xp| {
        let x = count::<i64, B>(xp)?;
        (&x * &x - 7i64).to_vec()
    };
    turned_matrices: f32, |xp| {
        let x = count::<f32, B>(xp)?;
        (x.t() + 1.0f32).to_vec()
    };
    turned_truth_values: bool, |xp| {
        let x = count::<i16, B>(xp)?.greater(50i16)?;
        x.eval()?;
        x.t().logical_not().to_vec()
    };
    turned_stacks: i16, |xp| {
        let x = count::<i16, B>(xp)?.slice(s![..1024, ..2048])?.reshape([16, 64, 2048])?;
        x.eval()?;
        (x.permute_dims([0, 2, 1])? + x.reshape([16, 2048, 64])?).to_vec()
    };
    padded_operands: f32, |xp| {
        let x = count::<f32, B>(xp)?;
        let moved = x.slice(s![2.., ..-3])?.pad([(1, 1), (2, 1)])?;
        (moved + x).to_vec()
    };
    continued_operands: f32, |xp| {
        let x = count::<f32, B>(xp)?;
        let mut all = Vec::new();
        for mode in [PadMode::Edge, PadMode::Reflect, PadMode::Symmetric, PadMode::Wrap] {
            let padded = x.pad_with(2, mode)?;
            let (up, down) = (padded.slice(s![..-4, 1..-3])?, padded.slice(s![4.., 3..-1])?);
            all.extend((up + down * 3.0f32 + padded.slice(s![2..-2, 4..])?).to_vec()?);
            all.extend(padded.slice(s![..;-1, ..-4])?.sum(1)?.to_vec()?);
        }
        Ok(all)
    };
    continued_bytes: u8, |xp| {
        let x = count::<u8, B>(xp)?;
        (x.pad_with((0, 2), PadMode::Symmetric)?.slice(s![2.., 2..])? + x).to_vec()
    };
    longest_sums: i64, |xp: &B| {
        // So many that all pieces of the sum have several turns.
        let x = xp.arange((0i32, 9_000_007, 1))? % 101;
        x.eval()?;
        Ok(vec![x.astype::<i64>().sum(..)?.item()?, x.max(..)?.item()?.into()])
    };
    long_sums: f32, |xp| {
        let x = count::<f32, B>(xp)?;
        let mut sums = vec![x.sum(..)?.item()?, (&x * &x).max(..)?.item()?];
        sums.extend(x.sum(0)?.to_vec()?);
        sums.extend(x.sum(1)?.to_vec()?);
        Ok(sums)
    };
}
