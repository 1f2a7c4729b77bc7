//! A wave: its registers, and what instructions read and write of them.

use super::fault::Fault;
use crate::instruction::operand::{EXEC, M0, NULL, Operand, Source, VCC};
use crate::machine::space::PATTERN;
use crate::machine::unwritten::Unwritten;

/// The most lanes that a wave has.
pub const LANES: usize = 64;
/// A register of each lane.
pub type Row = [u32; LANES];
/// A value for each lane.
pub type Lanes = [u64; LANES];

/// What a wave waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Running,
    AtBarrier,
    Done,
}

/// A wave.
pub struct Wave {
    /// In its group.
    pub index: u32,
    pub lanes: usize,
    /// The next instruction.
    pub next: usize,
    pub state: State,
    pub scc: bool,
    scalars: [u32; 128],
    vectors: Vec<[u32; LANES]>,
    /// What of them nobody wrote.
    pub unwritten: Unwritten,
    /// Private memory of each lane, one after the other's, and which bytes of it were written.
    pub private: Vec<u8>,
    pub private_written: Vec<bool>,
    /// Where memory was found last.
    pub hint: usize,
    /// Instructions so far.
    pub count: u64,
}

/// Where the values of lanes are.
pub enum Input<'a> {
    Row(&'a [u32; LANES]),
    Pair(&'a [u32; LANES], &'a [u32; LANES]),
    Same(u64),
    Mask(u64),
    Lane,
    /// Those that came from other lanes.
    Moved(Box<Lanes>),
}

impl Input<'_> {
    #[inline(always)]
    pub fn get(&self, lane: usize) -> u64 {
        match self {
            Self::Row(row) => row[lane].into(),
            Self::Pair(low, high) => u64::from(low[lane]) | u64::from(high[lane]) << 32,
            Self::Same(value) => *value,
            Self::Mask(mask) => mask >> lane & 1,
            Self::Lane => lane as u64,
            Self::Moved(values) => values[lane],
        }
    }
}

/// What registers hold at first.
const FRESH: u32 = u32::from_le_bytes([PATTERN; 4]);

impl Wave {
    pub fn new(index: u32, lanes: usize, vectors: usize, accumulators: usize, private: usize) -> Self {
        // Accumulation registers have places of their own.
        let places = if accumulators > 0 { 256 + accumulators } else { vectors };
        Self {
            index,
            lanes,
            next: 0,
            state: State::Running,
            scc: true,
            scalars: [FRESH; 128],
            vectors: vec![[FRESH; LANES]; places],
            unwritten: Unwritten::new(places),
            private: vec![PATTERN; private * lanes],
            private_written: vec![false; private * lanes],
            hint: 0,
            count: 0,
        }
    }

    /// The lanes that exist.
    pub fn all(&self) -> u64 {
        u64::MAX >> (LANES - self.lanes)
    }

    pub fn scalar(&self, index: u8) -> u32 {
        if index == NULL { 0 } else { self.scalars[usize::from(index)] }
    }

    pub fn scalar64(&self, index: u8) -> u64 {
        if index == NULL {
            return 0;
        }
        u64::from(self.scalar(index)) | u64::from(self.scalars[usize::from(index) + 1]) << 32
    }

    pub fn set_scalar(&mut self, index: u8, value: u32) {
        if index != NULL {
            self.scalars[usize::from(index)] = value;
            self.unwritten.wrote_scalar(index);
        }
    }

    pub fn set_scalar64(&mut self, index: u8, value: u64) {
        if index != NULL {
            self.set_scalar(index, value as u32);
            self.scalars[usize::from(index) + 1] = (value >> 32) as u32;
            self.unwritten.wrote_scalar(index + 1);
        }
    }

    /// A mask of lanes: one register, or two.
    pub fn mask(&self, index: u8) -> u64 {
        if self.lanes > 32 { self.scalar64(index) } else { self.scalar(index).into() }
    }

    pub fn set_mask(&mut self, index: u8, value: u64) {
        match self.lanes > 32 {
            true => self.set_scalar64(index, value),
            false => self.set_scalar(index, value as u32),
        }
    }

    pub fn exec(&self) -> u64 {
        self.mask(EXEC) & self.all()
    }

    pub fn vcc(&self) -> u64 {
        self.mask(VCC) & self.all()
    }

    pub fn m0(&self) -> u32 {
        self.scalar(M0)
    }

    fn row(&self, index: u16) -> Result<&[u32; LANES], Fault> {
        self.vectors.get(usize::from(index)).ok_or_else(|| Fault::new(format!("the wave has no register v{index}")))
    }

    fn row_mut(&mut self, index: u16) -> Result<&mut [u32; LANES], Fault> {
        let has = self.vectors.len();
        self.vectors
            .get_mut(usize::from(index))
            .ok_or_else(|| Fault::new(format!("the wave has {has} vector registers and no v{index}")))
    }

    pub fn vector(&self, index: u16, lane: usize) -> Result<u32, Fault> {
        self.row(index).map(|row| row[lane])
    }

    pub fn set_vector(&mut self, index: u16, lane: usize, value: u32) -> Result<(), Fault> {
        self.row_mut(index)?[lane] = value;
        self.unwritten.wrote_lanes(index, 1 << lane);
        Ok(())
    }

    /// Writes what was loaded, which may be what nobody wrote. Of a register, a part may have been written before.
    pub fn set_loaded(&mut self, index: u16, lane: usize, value: u32, written: bool, part: bool) -> Result<(), Fault> {
        let before = self.unwritten.lanes(index);
        self.set_vector(index, lane, value)?;
        if !written {
            self.unwritten.mark_lanes(index, 1 << lane & if part { before } else { u64::MAX });
        }
        Ok(())
    }

    /// A pair of registers.
    pub fn vector64(&self, index: u16, lane: usize) -> Result<u64, Fault> {
        Ok(u64::from(self.vector(index, lane)?) | u64::from(self.vector(index + 1, lane)?) << 32)
    }

    /// A source that is the same for all lanes.
    pub fn uniform(&self, source: Source, wide: bool) -> Result<u64, Fault> {
        Ok(match source {
            Source::Scalar(index) if wide => self.scalar64(index),
            Source::Scalar(index) => self.scalar(index).into(),
            Source::Constant(bits) => bits,
            Source::Scc => self.scc.into(),
            Source::Mask(index) => self.mask(index),
            Source::Vector(_) | Source::Lane => return Err(Fault::new("a scalar operand in a vector register")),
        })
    }

    /// The bits of a source, before anything is done to them.
    pub fn raw(&self, source: Source, wide: bool) -> Result<Lanes, Fault> {
        let mut values = [0; LANES];
        match source {
            Source::Vector(index) => {
                let low = self.row(index)?;
                values.iter_mut().zip(low).for_each(|(value, &word)| *value = word.into());
                if wide {
                    let high = self.row(index + 1)?;
                    values.iter_mut().zip(high).for_each(|(value, &word)| *value |= u64::from(word) << 32);
                }
            }
            Source::Mask(index) => {
                let mask = self.mask(index);
                values.iter_mut().enumerate().for_each(|(lane, value)| *value = mask >> lane & 1);
            }
            Source::Lane => values.iter_mut().enumerate().for_each(|(lane, value)| *value = lane as u64),
            _ => values = [self.uniform(source, wide)?; LANES],
        }
        Ok(values)
    }

    /// Where an operand's values are.
    pub fn input(&self, operand: &Operand) -> Result<Input<'_>, Fault> {
        let wide = operand.ty.width() == 64;
        Ok(match operand.source {
            Source::Vector(index) if wide => Input::Pair(self.row(index)?, self.row(index + 1)?),
            Source::Vector(index) => Input::Row(self.row(index)?),
            Source::Mask(index) => Input::Mask(self.mask(index)),
            Source::Lane => Input::Lane,
            source => Input::Same(self.uniform(source, wide)?),
        })
    }

    /// What an operand of 32 bits is for each lane: the register itself, or what is put into `spare`.
    pub fn words<'a>(&'a self, operand: Option<&Operand>, spare: &'a mut Row) -> Result<&'a Row, Fault> {
        let Some(operand) = operand else { return Ok(spare) };
        match operand.source {
            Source::Vector(index) if operand.is_plain() => return self.row(index),
            Source::Vector(index) => *spare = *self.row(index)?,
            Source::Mask(index) => {
                let mask = self.mask(index);
                spare.iter_mut().enumerate().for_each(|(lane, word)| *word = (mask >> lane) as u32 & 1);
            }
            Source::Lane => spare.iter_mut().zip(0..).for_each(|(word, lane)| *word = lane),
            source => *spare = [self.uniform(source, false)? as u32; LANES],
        }
        if !operand.is_plain() {
            spare.iter_mut().for_each(|word| *word = operand.modified((*word).into()) as u32);
        }
        Ok(spare)
    }

    /// Writes a register of the lanes that are on.
    pub fn set_row(&mut self, index: u16, on: u64, words: &Row) -> Result<(), Fault> {
        let all = self.all();
        let row = self.row_mut(index)?;
        match on == all {
            true => *row = *words,
            false => {
                for (lane, (to, word)) in row.iter_mut().zip(words).enumerate() {
                    *to = if on >> lane & 1 != 0 { *word } else { *to };
                }
            }
        }
        self.unwritten.wrote_lanes(index, on);
        Ok(())
    }

    /// What an operand is for each lane.
    pub fn values(&self, operand: &Operand) -> Result<Lanes, Fault> {
        let mut values = self.raw(operand.source, operand.ty.width() == 64)?;
        if !operand.is_plain() {
            values.iter_mut().for_each(|value| *value = operand.modified(*value));
        }
        Ok(values)
    }

    /// Writes a register, or two, of the lanes that are on.
    pub fn set_lanes(&mut self, index: u16, wide: bool, on: u64, values: &Lanes) -> Result<(), Fault> {
        let all = on == u64::MAX;
        let low = self.row_mut(index)?;
        for lane in 0..LANES {
            if all || on >> lane & 1 != 0 {
                low[lane] = values[lane] as u32;
            }
        }
        self.unwritten.wrote_lanes(index, on);
        if wide {
            let high = self.row_mut(index + 1)?;
            for lane in 0..LANES {
                if all || on >> lane & 1 != 0 {
                    high[lane] = (values[lane] >> 32) as u32;
                }
            }
            self.unwritten.wrote_lanes(index + 1, on);
        }
        Ok(())
    }
}

/// The lanes of a mask, from the first one.
pub fn lanes_of(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}
