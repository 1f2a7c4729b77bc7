//! How a transform of a length is made of passes, and a pass of butterflies.

use smallvec::SmallVec;

pub(super) type Factors = SmallVec<[usize; 12]>;

/// Butterflies that are written out, the larger first: each pass over the memory of a group does as much as it can.
const RADICES: [usize; 8] = [8, 4, 2, 3, 5, 7, 11, 13];

/// A length as a product of radices; `None` if it has a larger prime.
pub(super) fn radices(n: usize) -> Option<Factors> {
    let (mut rest, mut found) = (n, Factors::new());
    for radix in RADICES {
        while rest.is_multiple_of(radix) {
            found.push(radix);
            rest /= radix;
        }
    }
    // Of one element, a pass that only moves it.
    if found.is_empty() {
        found.push(1);
    }
    (rest == 1).then_some(found)
}

/// The lengths of passes over memory, the fewest of at most `most` each; one if it has at most `alone`.
pub(super) fn passes(n: usize, alone: usize, most: usize) -> Option<Factors> {
    radices(n)?;
    if n <= alone {
        return Some(Factors::from_slice(&[n]));
    }
    let mut primes = Factors::new();
    let mut rest = n;
    for prime in [13, 11, 7, 5, 3, 2] {
        while rest.is_multiple_of(prime) {
            primes.push(prime);
            rest /= prime;
        }
    }
    (2..=primes.len()).find_map(|count| {
        let mut passes = Factors::from_elem(1, count);
        for &prime in &primes {
            *passes.iter_mut().min()? *= prime;
        }
        passes.iter().all(|&pass| pass <= most).then_some(passes)
    })
}

/// The shortest length of at least `least` in which a chirp is convolved: a power of two, or little more.
pub(super) fn convolved(least: usize) -> usize {
    let multiple = |odd: usize| odd * least.div_ceil(odd).next_power_of_two();
    [1, 3, 5, 9, 15].into_iter().map(multiple).min().unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_of_equal_lengths() {
        let found = |n| passes(n, 2048, 512).map(|found| found.to_vec());
        assert_eq!(found(1), Some(vec![1]));
        assert_eq!(found(2048), Some(vec![2048]));
        assert_eq!(found(4096), Some(vec![64, 64]));
        assert_eq!(found(1 << 24), Some(vec![256; 3]));
        assert_eq!(found(100_000).map(|found| found.iter().product()), Some(100_000));
        assert_eq!(found(17), None);
        assert_eq!(found(2 * 10_007), None);
    }

    #[test]
    fn radices_and_lengths_for_chirps() {
        assert_eq!(radices(1).as_deref(), Some(&[1][..]));
        assert_eq!(radices(2 * 8 * 13).as_deref(), Some(&[8, 2, 13][..]));
        assert_eq!(radices(34), None);
        assert_eq!([convolved(33), convolved(65), convolved(129)], [36, 72, 144]);
        assert!(
            (1..3000)
                .all(|n| convolved(n) >= n && convolved(n) <= n.next_power_of_two() && radices(convolved(n)).is_some())
        );
    }
}
