//! What of a wave's registers nobody wrote yet.
//!
//! Compilers may read such registers where nothing depends on them: lanes that are off, halves that are dropped, the side of
//! a choice that is not taken. So reading is no fault, and results of what nobody wrote count as unwritten, too. It is one
//! where such a value becomes an address, decides which way a wave goes or which lanes are on, or is stored in memory of the
//! device. Of scalar registers each bit is known, as masks of lanes are put together bit by bit; of a vector register, each
//! lane, and a register of which a part was written counts as written.

use super::fault::Fault;
use super::wave::Wave;
use crate::instruction::operand::{EXEC, NULL, Source};
use std::collections::BTreeMap;

/// What nobody wrote.
pub struct Unwritten {
    /// Bits of scalar registers.
    scalars: [u32; 128],
    /// Lanes of vector registers.
    vectors: Vec<u64>,
    /// Bits of such lanes that keep scalar registers, of which some were written: masks of lanes that are being put together.
    kept: BTreeMap<(u16, usize), u32>,
    pub scc: bool,
}

impl Unwritten {
    /// Nothing was written.
    pub fn new(vectors: usize) -> Self {
        Self { scalars: [u32::MAX; 128], vectors: vec![u64::MAX; vectors], kept: BTreeMap::default(), scc: true }
    }

    #[inline(always)]
    pub fn wrote_scalar(&mut self, index: u8) {
        self.scalars[usize::from(index)] = 0;
    }

    /// Lanes of a register of the wave were written.
    #[inline(always)]
    pub fn wrote_lanes(&mut self, index: u16, lanes: u64) {
        self.vectors[usize::from(index)] &= !lanes;
    }

    pub fn lanes(&self, index: u16) -> u64 {
        self.vectors.get(usize::from(index)).copied().unwrap_or(0)
    }

    /// Takes back that lanes were written.
    pub fn mark_lanes(&mut self, index: u16, lanes: u64) {
        if lanes != 0 {
            self.vectors[usize::from(index)] |= lanes;
            if !self.kept.is_empty() {
                self.kept.retain(|&(register, lane), _| register != index || lanes >> lane & 1 == 0);
            }
        }
    }

    /// Takes back that bits of a lane were written, which keeps a scalar register.
    pub fn mark_kept(&mut self, index: u16, lane: usize, bits: u32) {
        if bits != 0 {
            self.mark_lanes(index, 1 << lane);
            self.kept.insert((index, lane), bits);
        }
    }

    /// Bits of a lane.
    pub fn of_lane(&self, index: u16, lane: usize) -> u32 {
        match self.lanes(index) >> lane & 1 {
            0 => 0,
            _ => self.kept.get(&(index, lane)).copied().unwrap_or(u32::MAX),
        }
    }

    /// Bits of one scalar register, or of two.
    pub fn scalar(&self, index: u8, wide: bool) -> u64 {
        let word = |index: u8| u64::from(self.scalars[usize::from(index)]);
        match wide {
            _ if index == NULL => 0,
            true => word(index) | word(index + 1) << 32,
            false => word(index),
        }
    }
}

impl Wave {
    /// Bits of a mask of lanes.
    pub fn unwritten_mask(&self, index: u8) -> u64 {
        self.unwritten.scalar(index, self.lanes > 32)
    }

    /// Bits of a source that is the same for all lanes.
    pub fn unwritten_bits(&self, source: Source, wide: bool) -> u64 {
        match source {
            Source::Scalar(index) => self.unwritten.scalar(index, wide),
            Source::Mask(index) => self.unwritten_mask(index),
            Source::Scc => self.unwritten.scc.into(),
            Source::Constant(_) | Source::Vector(_) | Source::Lane => 0,
        }
    }

    /// Whether all of a source was written, as mostly.
    pub fn is_written(&self, source: Source, wide: bool) -> bool {
        match source {
            Source::Vector(index) => {
                self.unwritten.lanes(index) == 0 && (!wide || self.unwritten.lanes(index + 1) == 0)
            }
            source => self.unwritten_bits(source, wide) == 0,
        }
    }

    /// Lanes of a source, of its lower word and of the upper one.
    pub fn unwritten_lanes(&self, source: Source, wide: bool) -> [u64; 2] {
        match source {
            Source::Vector(index) => {
                [self.unwritten.lanes(index), if wide { self.unwritten.lanes(index + 1) } else { 0 }]
            }
            Source::Mask(index) => [self.unwritten_mask(index), 0],
            Source::Constant(_) | Source::Lane => [0; 2],
            Source::Scalar(_) | Source::Scc => {
                let bits = self.unwritten_bits(source, wide);
                [bits << 32, bits >> 32 << 32].map(|half| if half == 0 { 0 } else { u64::MAX })
            }
        }
    }

    /// Takes back that bits of scalar registers were written: the lanes that are on can't depend on them.
    pub fn mark_scalar(&mut self, index: u8, wide: bool, bits: u64) -> Result<(), Fault> {
        if bits == 0 || index == NULL {
            return Ok(());
        }
        if index == EXEC {
            return Err(Fault::new(format!("which lanes are on depends on what nobody wrote: {bits:#x}")));
        }
        self.unwritten.scalars[usize::from(index)] |= bits as u32;
        if wide {
            self.unwritten.scalars[usize::from(index) + 1] |= (bits >> 32) as u32;
        }
        Ok(())
    }

    pub fn mark_mask(&mut self, index: u8, lanes: u64) -> Result<(), Fault> {
        self.mark_scalar(index, self.lanes > 32, lanes)
    }

    /// Lanes that are on need a source to be written.
    pub fn needs(&self, source: Source, wide: bool, what: &str) -> Result<(), Fault> {
        let [low, high] = self.unwritten_lanes(source, wide);
        match (low | high) & self.exec() {
            0 => Ok(()),
            lanes => Err(Fault::new(format!("{what} that nobody wrote, in lane {}", lanes.trailing_zeros()))),
        }
    }
}
