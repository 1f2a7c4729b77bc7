//! Transforms of a few values in registers, in WGSL.

use std::f64::consts::{FRAC_1_SQRT_2, TAU};
use std::fmt::Write;
use xparray_ir::DType;
use xparray_kernels::wgsl::types::real;

/// Writes statements that transform values; gives the names of the results. Names begin with `prefix`.
pub(super) fn butterfly(text: &mut String, part: DType, values: &[String], prefix: &str) -> Vec<String> {
    let mut names = 0;
    let mut named = |text: &mut String, value: String| {
        names += 1;
        let name = format!("{prefix}_{names}");
        let _ = writeln!(text, "let {name} = {value};");
        name
    };
    match values {
        [] | [_] => values.to_vec(),
        [a, b] => vec![named(text, format!("{a} + {b}")), named(text, format!("{a} - {b}"))],
        _ if values.len().is_multiple_of(2) => {
            let every_second = |first: usize| values.iter().skip(first).step_by(2).cloned().collect::<Vec<_>>();
            let even = butterfly(text, part, &every_second(0), &format!("{prefix}e"));
            let odd = butterfly(text, part, &every_second(1), &format!("{prefix}o"));
            let eighth = real(FRAC_1_SQRT_2, part);
            let turned: Vec<_> = odd
                .iter()
                .enumerate()
                .map(|(k, odd)| match 8 / values.len() * k {
                    0 => odd.clone(),
                    1 => named(text, format!("C({odd}.x + {odd}.y, {odd}.y - {odd}.x) * {eighth}")),
                    2 => named(text, format!("C({odd}.y, -{odd}.x)")),
                    _ => named(text, format!("C({odd}.y - {odd}.x, -{odd}.x - {odd}.y) * {eighth}")),
                })
                .collect();
            let halves = ['+', '-'].into_iter().flat_map(|sign| even.iter().zip(&turned).map(move |pair| (sign, pair)));
            halves.map(|(sign, (even, odd))| named(text, format!("{even} {sign} {odd}"))).collect()
        }
        [first, others @ ..] => {
            // The terms k and n - k have the same cosines, and sines of opposite signs.
            let n = values.len();
            let half = n / 2;
            let pairs: Vec<[String; 2]> = (0..half)
                .map(|k| {
                    let (a, b) = (&others[k], &others[n - 2 - k]);
                    ['+', '-'].map(|sign| named(text, format!("{a} {sign} {b}")))
                })
                .collect();
            let mut results = vec![String::new(); n];
            let sum = pairs.iter().fold(first.clone(), |sum, [plus, _]| format!("{sum} + {plus}"));
            results[0] = named(text, sum);
            for m in 1..=half {
                let angle = |k: usize| TAU * ((m * k) % n) as f64 / n as f64;
                let term = |k: usize, of: usize, factor: f64| format!("{} * {}", pairs[k - 1][of], real(factor, part));
                let cosines =
                    (1..=half).fold(first.clone(), |sum, k| format!("{sum} + {}", term(k, 0, angle(k).cos())));
                let sines = (1..=half).map(|k| term(k, 1, angle(k).sin())).collect::<Vec<_>>().join(" + ");
                let (cosines, sines) = (named(text, cosines), named(text, sines));
                let sines = named(text, format!("C({sines}.y, -{sines}.x)"));
                results[m] = named(text, format!("{cosines} + {sines}"));
                results[n - m] = named(text, format!("{cosines} - {sines}"));
            }
            results
        }
    }
}
