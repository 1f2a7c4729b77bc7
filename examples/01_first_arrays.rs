//! Arrays, views, broadcasting and reductions: `cargo run --release --example 01_first_arrays`.

use xparray::prelude::*;

fn main() -> xparray::Result<()> {
    println!("{}", run(&Device::best()?)?);
    Ok(())
}

/// The marks of three pupils in four tests, and what follows from them.
fn run(xp: &Device) -> xparray::Result<String> {
    let marks = xp.array([[6, 4, 5, 9], [8, 7, 9, 8], [3, 2, 4, 3]])?;
    let mean = marks.mean(1)?; // over axis 1: one number for each row

    // Slices share memory; a step of -1 goes backwards.
    let last_two = marks.slice(s![.., -2..])?;
    let backwards = marks.slice(s![0, ..; -1])?;

    // A row of four broadcasts against the matrix; integers and floats promote as in NumPy.
    let weights = xp.array([0.1, 0.2, 0.3, 0.4])?;
    let weighted = (&marks * &weights).sum(1)?;

    // Masks select; an array is a value, so `curved` leaves `marks` as they were.
    let mut curved = marks.clone();
    curved.assign_mask(&marks.less(4)?, 4)?;
    let passed = mean.greater(4.0)?.count_nonzero(..)?.item()?;

    Ok(format!(
        "shape {:?}, type {}\n{marks}\nmean {mean}\nlast two\n{last_two}\nbackwards {backwards}\n\
         weighted {weighted}\ncurved\n{curved}\n{passed} of {} passed",
        marks.shape(),
        marks.dtype(),
        marks.shape()[0],
    ))
}

#[cfg(test)]
mod tests {
    #[test]
    fn prints_as_numpy() -> xparray::Result<()> {
        let expected = "\
shape [3, 4], type i32
[[6 4 5 9]
 [8 7 9 8]
 [3 2 4 3]]
mean [6. 8. 3.]
last two
[[5 9]
 [9 8]
 [4 3]]
backwards [9 5 4 6]
weighted [6.5 8.1 3.1]
curved
[[6 4 5 9]
 [8 7 9 8]
 [4 4 4 4]]
2 of 3 passed";
        assert_eq!(super::run(&xparray::Device::best()?)?, expected);
        Ok(())
    }
}
