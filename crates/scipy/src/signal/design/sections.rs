//! Which zeros and poles go together into a section.

use super::pairs::conjugate_pairs;
use super::{C, Sos, Zpk};
use xparray_core::{Error, Result};

/// How zeros and poles are distributed over sections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// The worst poles with the zeros next to them; an odd filter has a pole and a zero at 0 more.
    #[default]
    Nearest,
    /// As that, with one section of first order in an odd filter.
    KeepOdd,
    /// As few zeros and poles as there are, of a digital filter.
    Minimal,
    /// As few as there are, of an analog filter, whose worst poles are those next to the imaginary axis.
    Analog,
}

/// Sections of second order: the poles nearest to the unit circle are in the last section, with the zeros nearest to them, and so on.
///
/// ```
/// use xparray::scipy::signal::{Band, Pairing, butter, zpk2sos};
/// let sos = zpk2sos(&butter(3, Band::lowpass(0.5))?, Pairing::KeepOdd)?;
/// assert_eq!(sos.sections()[0][2], 0.0); // of first order
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if a complex zero or pole has no conjugate; with [`Pairing::Minimal`] and [`Pairing::Analog`] if there are more zeros than
/// poles.
pub fn zpk2sos(zpk: &Zpk, pairing: Pairing) -> Result<Sos> {
    const OP: &str = "zpk2sos";
    let (mut z, mut p) = (zpk.z().to_vec(), zpk.p().to_vec());
    let analog = pairing == Pairing::Analog;
    if z.is_empty() && p.is_empty() {
        let section = if analog { [0.0, 0.0, zpk.k(), 0.0, 0.0, 1.0] } else { [zpk.k(), 0.0, 0.0, 1.0, 0.0, 0.0] };
        return Sos::new([section]);
    }
    let minimal = analog || pairing == Pairing::Minimal;
    if minimal && p.len() < z.len() {
        return Err(Error::value(OP, format!("{} zeros of {} poles", z.len(), p.len())));
    }
    if !minimal {
        let mut n = z.len().max(p.len());
        n += usize::from(n % 2 == 1 && pairing == Pairing::Nearest);
        z.resize(n, C::ZERO);
        p.resize(n, C::ZERO);
    }
    let count = p.len().div_ceil(2);
    let mut zeros = Roots::new(OP, &z)?;
    let mut poles = Roots::new(OP, &p)?;
    let badness = |p: &C| if analog { p.re.abs() } else { (1.0 - p.norm()).abs() };
    let mut sections = Vec::with_capacity(count);
    for _ in 0..count {
        let p1 = poles.take(|_| true, badness).ok_or_else(|| Error::value(OP, "no pole is left"))?;
        let near = |z: &C| (z - p1).norm();
        let real = p1.im == 0.0;
        let (mut some_zeros, mut some_poles) = (Vec::new(), vec![p1]);
        if real && poles.reals() == 0 {
            // The last real pole has a section of first order, or one with a zero and a pole at 0.
            some_zeros.extend(zeros.take(is_real, near));
            if !minimal {
                some_zeros.push(C::ZERO);
                some_poles.push(C::ZERO);
            }
        } else if !real && poles.0.len() + 1 == zeros.0.len() && poles.reals() == 1 && zeros.reals() == 1 {
            // A real pole and a real zero are left over for each other.
            some_zeros.extend(zeros.take(|z| !is_real(z), near));
        } else {
            if real {
                some_poles.extend(poles.take(is_real, badness));
            }
            if let Some(z1) = zeros.take(|_| true, near) {
                some_zeros.push(z1);
                if is_real(&z1) {
                    some_zeros.extend(zeros.take(is_real, near));
                }
            }
        }
        sections.push(section(&some_zeros, &some_poles));
    }
    if !zeros.0.is_empty() {
        return Err(Error::value(OP, "zeros are left over that no section has room for"));
    }
    sections.reverse();
    sections[0][..3].iter_mut().for_each(|b| *b *= zpk.k());
    Sos::new(sections)
}

fn is_real(z: &C) -> bool {
    z.im == 0.0
}

/// Roots, of a pair of conjugates one.
struct Roots(Vec<C>);

impl Roots {
    fn new(op: &'static str, roots: &[C]) -> Result<Self> {
        let (complex, real) = conjugate_pairs(op, roots)?;
        Ok(Self(complex.into_iter().chain(real.into_iter().map(C::from)).collect()))
    }

    fn reals(&self) -> usize {
        self.0.iter().filter(|z| is_real(z)).count()
    }

    /// Takes the first of those allowed that have the least value.
    fn take(&mut self, allowed: impl Fn(&C) -> bool, value: impl Fn(&C) -> f64) -> Option<C> {
        let candidates = (0..self.0.len()).filter(|&k| allowed(&self.0[k]));
        let best = candidates.min_by(|&i, &j| value(&self.0[i]).total_cmp(&value(&self.0[j])))?;
        Some(self.0.remove(best))
    }
}

/// Of one complex root with its conjugate, or up to two real roots.
fn section(zeros: &[C], poles: &[C]) -> [f64; 6] {
    let polynomial = |roots: &[C]| match *roots {
        [] => [0.0, 0.0, 1.0],
        [x] if is_real(&x) => [0.0, 1.0, -x.re],
        [x] => [1.0, -2.0 * x.re, x.norm_sqr()],
        [x, y, ..] => [1.0, -(x.re + y.re), x.re * y.re],
    };
    let ([b0, b1, b2], [a0, a1, a2]) = (polynomial(zeros), polynomial(poles));
    [b0, b1, b2, a0, a1, a2]
}
