//! Impulses, and sequences like noise.

use xparray_core::prelude::*;
use xparray_core::{Error, IntoShape, Result};

/// Where the impulse of [`unit_impulse`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place<'a> {
    /// At the first element.
    #[default]
    First,
    /// At half the length of each axis, rounded down.
    Middle,
    /// At these indices, one for each axis.
    At(&'a [usize]),
}

/// Zeros with a single 1.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Place, unit_impulse};
/// assert_eq!(unit_impulse::<f32, _>(&xp, 4, Place::Middle)?.to_string(), "[0. 0. 1. 0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Index`] for a place outside the shape, [`Error::Axis`] unless there is an index for each axis.
pub fn unit_impulse<T: Element, B: Backend>(xp: &B, shape: impl IntoShape, place: Place<'_>) -> Result<Array<T, B>> {
    const OP: &str = "unit_impulse";
    let zeros = xp.zeros::<bool>(shape)?;
    let shape = zeros.shape();
    let indices = match place {
        Place::First => vec![0; shape.len()],
        Place::Middle => shape.iter().map(|n| n / 2).collect(),
        Place::At(indices) => indices.to_vec(),
    };
    if indices.len() != shape.len() {
        return Err(Error::Axis { op: OP, axis: indices.len() as isize, ndim: shape.len() });
    }
    let mut flat = 0;
    for (&index, &len) in indices.iter().zip(shape) {
        if index >= len {
            // An array of no elements has no place for it.
            return match place {
                Place::At(_) => Err(Error::Index { op: OP, index: index as i64, len }),
                _ => xp.zeros(shape),
            };
        }
        flat = flat * len + index;
    }
    let places = xp.arange_of(DType::I64, 0..zeros.len() as i64)?;
    places.equal(flat as i64)?.reshape(shape)?.astype(T::DTYPE)?.typed()
}

/// Taps of shift registers whose sequences are as long as can be, from 2 bits on (Xilinx XAPP 052, as SciPy has them).
const TAPS: [&[usize]; 31] = [
    &[1],
    &[2],
    &[3],
    &[3],
    &[5],
    &[6],
    &[7, 6, 1],
    &[5],
    &[7],
    &[9],
    &[11, 10, 4],
    &[12, 11, 8],
    &[13, 12, 2],
    &[14],
    &[15, 13, 4],
    &[14],
    &[11],
    &[18, 17, 14],
    &[17],
    &[19],
    &[21],
    &[18],
    &[23, 22, 17],
    &[22],
    &[25, 24, 20],
    &[26, 25, 22],
    &[25],
    &[27],
    &[29, 28, 7],
    &[28],
    &[31, 30, 10],
];

/// Options of [`max_len_seq`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{MaxLenSeq, max_len_seq};
/// let (first, state) = max_len_seq(&xp, 4, MaxLenSeq::new().length(10))?;
/// let (rest, _) = max_len_seq(&xp, 4, MaxLenSeq::new().state(&state).length(5))?;
/// assert_eq!((first.len(), rest.len()), (10, 5));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MaxLenSeq<'a> {
    state: Option<&'a [bool]>,
    length: Option<usize>,
    taps: Option<&'a [usize]>,
}

impl<'a> MaxLenSeq<'a> {
    /// A whole period from a register of ones on.
    pub fn new() -> Self {
        Self::default()
    }

    /// What the register holds at the beginning, not only zeros.
    pub fn state(self, state: &'a [bool]) -> Self {
        Self { state: Some(state), ..self }
    }

    /// How many bits.
    pub fn length(self, length: usize) -> Self {
        Self { length: Some(length), ..self }
    }

    /// Other taps, which the number of bits must have if it has none of its own.
    pub fn taps(self, taps: &'a [usize]) -> Self {
        Self { taps: Some(taps), ..self }
    }
}

/// Bits of a shift register with feedback, of the longest period, `2^nbits - 1`: like noise, with a flat spectrum. And what the register holds in the
/// end. The bits are made one after the other, on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{MaxLenSeq, max_len_seq};
/// let (bits, state) = max_len_seq(&xp, 3, MaxLenSeq::new())?;
/// assert_eq!(bits.astype::<i8>().to_string(), "[1 1 1 0 1 0 0]");
/// assert_eq!(state, [true; 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `nbits` is from 2 to 32, or there are taps; for taps above the number of bits, a state of another number or of zeros;
/// [`Error::OutOfMemory`] if the host has no room.
pub fn max_len_seq<B: Backend>(xp: &B, nbits: usize, options: MaxLenSeq<'_>) -> Result<(Array<bool, B>, Vec<bool>)> {
    const OP: &str = "max_len_seq";
    let own = nbits.checked_sub(2).and_then(|k| TAPS.get(k).copied());
    let Some(taps) = options.taps.or(own) else {
        return Err(Error::value(OP, format!("no taps for {nbits} bits are known")));
    };
    if nbits == 0 || taps.is_empty() || taps.iter().any(|&tap| tap > nbits) {
        return Err(Error::value(OP, format!("the taps {taps:?} of {nbits} bits")));
    }
    let mut state = options.state.map_or_else(|| vec![true; nbits], <[bool]>::to_vec);
    if state.len() != nbits || !state.contains(&true) {
        return Err(Error::value(OP, format!("a state of {} bits, not all 0, for a register of {nbits}", state.len())));
    }
    let period = u32::try_from(nbits).ok().and_then(|n| 1usize.checked_shl(n)).map_or(usize::MAX, |n| n - 1);
    let length = options.length.unwrap_or(period);
    let mut bits = xparray_core::host::room::<bool>(length)?;
    let mut start = 0;
    for _ in 0..length {
        let bit = state[start];
        bits.push(bit);
        state[start] = taps.iter().fold(bit, |sum, tap| sum ^ state[(tap + start) % nbits]);
        start = (start + 1) % nbits;
    }
    state.rotate_left(start);
    Ok((xp.from_slice(&bits, length)?, state))
}
