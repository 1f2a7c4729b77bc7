//! Transforms of lines: the elements of an array along one of its axes.

use super::plan::{convolved, passes, radices};
use super::tables::{Table, low_bits};
use super::text::{Order, REAL_FIRST, REAL_LAST, SCALE, SWAP_READ, SWAP_RESULT, SWAP_WRITTEN, Source, Variant, room};
use crate::buffer::Buffer;
use crate::check::counted;
use crate::device::{UNITS, Wgpu};
use crate::run::Access;
use xparray_ir::backend::{FftDirection, Memory};
use xparray_ir::{DType, Error, Result};
use xparray_kernels::wgsl::types::part;

/// Columns that lie side by side, so that what a group reads at a time are whole sectors of memory.
const SIDE_BY_SIDE: usize = 4;

/// The lines of an array, of complex numbers while they are transformed.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    dtype: DType,
    n: usize,
    /// How many there are, along axes outside and inside of the own one.
    outer: usize,
    inner: usize,
}

/// What is read, from an element on.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    from: &'a Buffer,
    start: u32,
    source: Source,
    /// When parts are exchanged.
    swaps: u32,
    factors: Option<Table>,
}

impl<'a> Reading<'a> {
    pub fn new(from: &'a Buffer, start: u32, source: Source) -> Self {
        Self { from, start, source, swaps: 0, factors: None }
    }
}

/// What is written of each line: its first elements, times `scale`, or their real parts.
#[derive(Clone, Copy)]
pub(super) struct Writing {
    len: usize,
    scale: f64,
    real: bool,
    swaps: u32,
    factors: Option<Table>,
}

impl Writing {
    pub fn new(len: usize, scale: f64) -> Self {
        Self { len, scale, real: false, swaps: 0, factors: None }
    }

    /// The first half of what `n` real numbers transform to, which is real at zero and at half the frequency.
    pub fn half(n: usize, scale: f64) -> Self {
        let swaps = REAL_FIRST | if n.is_multiple_of(2) { REAL_LAST } else { 0 };
        Self { swaps, ..Self::new(n / 2 + 1, scale) }
    }

    pub fn real(len: usize, scale: f64) -> Self {
        Self { real: true, ..Self::new(len, scale) }
    }
}

impl Lines {
    /// Those along an axis of a shape.
    pub fn new(dtype: DType, shape: &[usize], axis: usize) -> Self {
        let outer = shape[..axis].iter().product();
        Self { dtype, n: shape[axis], outer, inner: shape[axis + 1..].iter().product() }
    }

    /// Lines of one element, which is its own transform.
    pub fn of_one(dtype: DType, count: usize) -> Self {
        Self { dtype, n: 1, outer: count, inner: 1 }
    }

    pub fn transform(
        &self,
        xp: &Wgpu,
        mut reading: Reading<'_>,
        mut writing: Writing,
        direction: FftDirection,
    ) -> Result<Buffer> {
        if direction == FftDirection::Inverse {
            reading.swaps = SWAP_READ;
            writing.swaps = SWAP_WRITTEN;
        }
        if radices(self.n).is_some() {
            return self.passes(xp, reading, self.n, writing);
        }
        // A product of spectra is a convolution: forth, times the chirp's spectrum, and back.
        let convolution = Self { n: convolved(2 * self.n - 1), ..*self };
        reading.factors = Some(Table::Chirp(self.n));
        let spectrum = Some(Table::Spectrum(self.n));
        let forth = Writing { swaps: SWAP_WRITTEN, factors: spectrum, ..Writing::new(convolution.n, 1.0) };
        let product = convolution.passes(xp, reading, self.n, forth)?;
        writing.swaps |= SWAP_RESULT;
        writing.factors = Some(Table::Chirp(self.n));
        convolution.passes(xp, Reading::new(&product, 0, Source::Complex), convolution.n, writing)
    }

    /// How many complex numbers a group's memory holds: of devices with more than all have, twice as many.
    fn room(&self, xp: &Wgpu) -> usize {
        let bytes = xp.device.room().shared.clamp(1 << 14, 1 << 15);
        (1 << bytes.ilog2()) / self.dtype.size()
    }

    /// The passes of a forward transform, of which the first reads `there` elements of each line, and takes the others for zero.
    fn passes(&self, xp: &Wgpu, reading: Reading<'_>, there: usize, writing: Writing) -> Result<Buffer> {
        let room = self.room(xp);
        let most = room / SIDE_BY_SIDE;
        let plan = passes(self.n, if self.inner == 1 { room } else { most }, most);
        let plan = plan.ok_or_else(|| Error::value("fft", format!("no passes make {}", self.n)))?;
        let mut done: Option<Buffer> = None;
        let mut before = 1;
        for (k, &len) in plan.iter().enumerate() {
            let reading = match &done {
                None => reading,
                Some(done) => Reading::new(done, 0, Source::Complex),
            };
            let there = if k == 0 { there } else { self.n };
            let writing = if k + 1 == plan.len() { writing } else { Writing::new(self.n, 1.0) };
            done = Some(Pass { lines: self, len, before, reading, there, writing }.run(xp)?);
            before *= len;
        }
        done.ok_or_else(|| Error::value("fft", "a transform without passes"))
    }
}

/// A pass over memory.
struct Pass<'a> {
    lines: &'a Lines,
    /// The length of the columns that it transforms.
    len: usize,
    /// The product of the lengths of passes before it.
    before: usize,
    reading: Reading<'a>,
    there: usize,
    writing: Writing,
}

impl Pass<'_> {
    fn run(&self, xp: &Wgpu) -> Result<Buffer> {
        let Self { lines, len, before, reading, there, writing } = self;
        let dtype = lines.dtype;
        let step = lines.n / len;
        let all = lines.outer * step * lines.inner;
        let order = |side_by_side| if side_by_side { Order::Across } else { Order::Along };
        let orders = [order(lines.inner * step > 1), order(lines.inner * before > 1)];
        let columns = self.columns(all, lines.room(xp));
        let fits = room(len * columns, true) * dtype.size() <= xp.device.room().shared;
        let variant = Variant {
            dtype,
            radices: radices(*len).ok_or_else(|| Error::value("fft", format!("no butterflies make {len}")))?,
            columns,
            source: reading.source,
            real_result: writing.real,
            spaced: fits && orders != [Order::Across; 2],
            orders,
            turns: *before > 1,
            factors: [reading.factors, writing.factors].map(|factors| factors.is_some()),
        };
        let table = |table| xp.device.tables.find(xp, dtype, table);
        let mut tables = vec![table(Table::Roots(*len))?];
        if variant.turns {
            tables.push(table(Table::Turns(before * len))?);
        }
        for factors in [reading.factors, writing.factors].into_iter().flatten() {
            tables.push(table(factors)?);
        }
        let result = if writing.real { part(dtype) } else { dtype };
        let elements = lines.outer * writing.len * lines.inner;
        let in_memory = if reading.source == Source::Half { there / 2 + 1 } else { *there };
        // Places are counted in 31 bits.
        for count in [all * len, elements] {
            counted("fft", count)?;
        }
        let out = xp.alloc(elements * result.size())?;
        let mut words: Vec<u32> =
            [all, lines.inner, step, *before, reading.start as usize, in_memory, writing.len, *there]
                .map(|word| word as u32)
                .to_vec();
        words.push(low_bits(before * len));
        words.push(reading.swaps | writing.swaps);
        debug_assert_eq!(words.len(), SCALE);
        words.extend(bits(dtype, writing.scale));
        let mut buffers = vec![Access::Read(reading.from), Access::Write(&out)];
        buffers.extend(tables.iter().map(Access::Table));
        xp.run(&variant.name(), || variant.text(), &buffers, &words, all.div_ceil(variant.columns))?;
        Ok(out)
    }

    /// How many columns a group takes: few enough to give all units of a device some, and enough for whole sectors.
    fn columns(&self, all: usize, room: usize) -> usize {
        let most = (room / self.len).max(1);
        let shared = (all / UNITS as usize).max(SIDE_BY_SIDE).min(all).next_power_of_two();
        shared.min(1 << most.ilog2())
    }
}

/// A number of a type's parts, as words.
fn bits(dtype: DType, number: f64) -> Vec<u32> {
    match part(dtype) {
        DType::F64 => {
            let bits = number.to_bits();
            vec![bits as u32, (bits >> 32) as u32]
        }
        _ => vec![(number as f32).to_bits()],
    }
}
