//! Loads, stores and atomic operations on memory: global, flat, private.

use super::format::{Atomic, AtomicKind, Format};
use super::operand::{PRIVATE_BASE, Register, SHARED_BASE, Source};
use super::text::{Line, integer};
use crate::function::Type;
use crate::machine::fault::Fault;
use crate::machine::group::Context;
use crate::machine::space;
use crate::machine::wave::{Wave, lanes_of};
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// How addresses are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Segment {
    /// 64 bits, which also LDS and private memory have.
    Flat,
    Global,
    /// An offset into each lane's private memory.
    Private,
    /// The same by a buffer, whose scalar offset counts all lanes' bytes.
    PrivateBuffer,
}

enum Action {
    Load(Format),
    Store(Format),
    /// Whether the old value is returned.
    Atomic(Atomic, bool),
}

/// An access to memory by each lane.
pub struct Memory {
    segment: Segment,
    action: Action,
    /// The register that is loaded, and the first one that is stored.
    target: u16,
    data: u16,
    address: Option<u16>,
    base: Option<Source>,
    offset: i64,
    /// Whether a load sees what other groups have written.
    coherent: bool,
}

/// Where an address leads.
enum Place {
    Global(usize),
    Shared(usize),
    Private(usize),
}

fn vector(text: &str) -> Result<u16, String> {
    Register::vector(text).ok_or_else(|| format!("the register {text}"))
}

impl Memory {
    pub fn decode(line: &Line) -> Result<Option<Self>, String> {
        let Some((segment, name)) = line.name.split_once('_') else { return Ok(None) };
        let segment = match segment {
            "flat" => Segment::Flat,
            "global" => Segment::Global,
            "scratch" => Segment::Private,
            "buffer" => Segment::PrivateBuffer,
            _ => return Ok(None),
        };
        let (kind, rest) = name.split_once('_').unwrap_or((name, ""));
        let returns = line.has("glc") || line.has("sc0") || line.value("th") == Some("TH_ATOMIC_RETURN");
        let action = match kind {
            "load" => Format::parse(rest).map(Action::Load),
            "store" => Format::parse(rest).map(Action::Store),
            "atomic" => Atomic::parse(rest).map(|atomic| Action::Atomic(atomic, returns)),
            _ => None,
        };
        let Some(action) = action else { return Ok(None) };
        if line.has("lds") {
            return Err("a load into LDS".into());
        }
        let operands = line.operands();
        let mut operands = operands.iter().copied();
        let mut next = || operands.next().ok_or("too few operands");
        let (mut target, mut data) = (0, 0);
        let address = match (&action, segment) {
            // Here the data come first.
            (Action::Load(_), _) => {
                target = vector(next()?)?;
                next()?
            }
            (Action::Store(_), Segment::PrivateBuffer) => {
                data = vector(next()?)?;
                next()?
            }
            (Action::Store(_), _) => {
                let address = next()?;
                data = vector(next()?)?;
                address
            }
            (Action::Atomic(..), Segment::PrivateBuffer) => return Err("an atomic operation on a buffer".into()),
            (Action::Atomic(_, returns), _) => {
                if *returns {
                    target = vector(next()?)?;
                }
                let address = next()?;
                data = vector(next()?)?;
                address
            }
        };
        let address = if address == "off" { None } else { Some(vector(address)?) };
        if segment == Segment::PrivateBuffer {
            next()?;
        }
        let base = match next() {
            Ok("off" | "null") | Err(_) => None,
            Ok(text) => Some(Source::parse(text, Type::B32).ok_or_else(|| format!("the operand {text}"))?),
        };
        let offset = line.number("offset").unwrap_or(0);
        let coherent = ["glc", "sc0", "sc1"].iter().any(|flag| line.has(flag)) || line.value("scope").is_some();
        Ok(Some(Self { segment, action, target, data, address, base, offset, coherent }))
    }

    fn place(&self, wave: &Wave, lane: usize) -> Result<Place, Fault> {
        let low = |index: Option<u16>| index.map_or(Ok(0), |index| wave.vector(index, lane)).map(u64::from);
        let wide = |index: Option<u16>| index.map_or(Ok(0), |index| wave.vector64(index, lane));
        let base = |wide: bool| self.base.map_or(Ok(0), |base| wave.uniform(base, wide));
        let private =
            |address: u64| Ok(Place::Private((address as u32).wrapping_add_signed(self.offset as i32) as usize));
        match (self.segment, self.base) {
            (Segment::Private, _) => private(low(self.address)?.wrapping_add(base(false)?)),
            (Segment::PrivateBuffer, _) => {
                private(low(self.address)?.wrapping_add(base(false)? / crate::machine::wave::LANES as u64))
            }
            (_, Some(_)) => {
                let address = base(true)?.wrapping_add(low(self.address)?).wrapping_add_signed(self.offset);
                Ok(Place::Global(address as usize))
            }
            (segment, None) => {
                let address = wide(self.address)?.wrapping_add_signed(self.offset);
                Ok(match address & !0xffff_ffff {
                    SHARED_BASE if segment == Segment::Flat => Place::Shared(address as u32 as usize),
                    PRIVATE_BASE if segment == Segment::Flat => Place::Private(address as u32 as usize),
                    _ => Place::Global(address as usize),
                })
            }
        }
    }

    /// Whether what it takes was written: addresses, and what other kernels will find.
    fn check(&self, wave: &Wave) -> Result<(), Fault> {
        let wide = matches!(self.segment, Segment::Flat | Segment::Global);
        if let Some(address) = self.address {
            wave.needs(Source::Vector(address), wide && self.base.is_none(), "an address")?;
        }
        if let Some(base) = self.base {
            wave.needs(base, wide, "a base address")?;
        }
        let data = |words: u16| {
            (self.data..self.data + words).try_for_each(|index| wave.needs(Source::Vector(index), false, "a value"))
        };
        match &self.action {
            Action::Store(format) if self.segment == Segment::Global => data(format.bytes.div_ceil(4) as u16),
            Action::Atomic(atomic, _) => {
                data((atomic.bytes / 4) as u16 * if atomic.kind == AtomicKind::CompareSwap { 2 } else { 1 })
            }
            _ => Ok(()),
        }
    }

    pub fn execute(&self, wave: &mut Wave, context: &mut Context) -> Result<(), Fault> {
        self.check(wave)?;
        for lane in lanes_of(wave.exec()) {
            let place = self.place(wave, lane)?;
            self.access(wave, context, lane, place).map_err(|fault| fault.at(format_args!("lane {lane}")))?;
        }
        Ok(())
    }

    fn access(&self, wave: &mut Wave, context: &mut Context, lane: usize, place: Place) -> Result<(), Fault> {
        match self.action {
            Action::Load(format) => self.load(wave, context, lane, place, format),
            Action::Store(format) => self.store(wave, context, lane, place, format),
            Action::Atomic(atomic, returns) => self.update(wave, context, lane, place, atomic, returns),
        }
    }

    fn load(
        &self,
        wave: &mut Wave,
        context: &mut Context,
        lane: usize,
        place: Place,
        format: Format,
    ) -> Result<(), Fault> {
        if let Place::Global(address) = place {
            let block = context.space.range(address, format.bytes, &mut wave.hint)?;
            let was_written = block.is_written(address, format.bytes)
                || (self.coherent && block.is_partly_written(address, format.bytes));
            if !was_written {
                let at = address - block.start;
                let message = format!("reads {} bytes at {at} of {}, which nobody wrote", format.bytes, block.bytes);
                return Err(Fault::new(message));
            }
            // Whole, where the device's own load would be.
            if format.bytes == 8 {
                // SAFETY: the range lies in an allocation, which the launch holds.
                let value = unsafe { space::read(address, 8) };
                wave.set_vector(self.target, lane, value as u32)?;
                return wave.set_vector(self.target + 1, lane, (value >> 32) as u32);
            }
        }
        for (k, bytes) in format.pieces() {
            let at = 4 * usize::from(k);
            let (value, written) = match place {
                // SAFETY: the range lies in an allocation, which the launch holds.
                Place::Global(address) => unsafe { (space::read(address + at, bytes) as u32, true) },
                Place::Shared(address) => {
                    let (value, written) = context.lds.read(address + at, bytes, wave.index)?;
                    (value as u32, written)
                }
                Place::Private(address) => read_private(wave, lane, address + at, bytes)?,
            };
            let value = format.loaded(wave.vector(self.target + k, lane)?, value);
            wave.set_loaded(self.target + k, lane, value, written, format.half.is_some())?;
        }
        Ok(())
    }

    fn store(
        &self,
        wave: &mut Wave,
        context: &mut Context,
        lane: usize,
        place: Place,
        format: Format,
    ) -> Result<(), Fault> {
        if let Place::Global(address) = place {
            let block = context.space.range(address, format.bytes, &mut wave.hint)?;
            if matches!(block.kind, space::Kind::Code | space::Kind::Arguments) {
                return Err(Fault::new(format!("writes to {:?}", block.kind)));
            }
            block.wrote(address, format.bytes);
            // Of flat stores it is not known before where they lead.
            let is_written = |(k, _)| wave.unwritten.lanes(self.data + k) >> lane & 1 == 0;
            if self.segment == Segment::Flat && !format.pieces().all(is_written) {
                return Err(Fault::new("a value that nobody wrote"));
            }
            if format.bytes == 8 {
                let value = wave.vector64(self.data, lane)?;
                // SAFETY: the range lies in an allocation, which the launch holds.
                unsafe { space::write(address, 8, value) };
                return Ok(());
            }
        }
        for (k, bytes) in format.pieces() {
            let at = 4 * usize::from(k);
            let value = format.stored(wave.vector(self.data + k, lane)?);
            let written = wave.unwritten.lanes(self.data + k) >> lane & 1 == 0;
            match place {
                // SAFETY: the range lies in an allocation, which the launch holds.
                Place::Global(address) => unsafe { space::write(address + at, bytes, value.into()) },
                Place::Shared(address) => context.lds.write(address + at, bytes, wave.index, value.into(), written)?,
                Place::Private(address) => write_private(wave, lane, address + at, bytes, value, written)?,
            }
        }
        Ok(())
    }

    fn update(
        &self,
        wave: &mut Wave,
        context: &mut Context,
        lane: usize,
        place: Place,
        atomic: Atomic,
        returns: bool,
    ) -> Result<(), Fault> {
        let wide = atomic.bytes == 8;
        let read = |wave: &Wave, index: u16| match wide {
            true => wave.vector64(index, lane),
            false => wave.vector(index, lane).map(u64::from),
        };
        let data = read(wave, self.data)?;
        let compare = match atomic.kind {
            AtomicKind::CompareSwap => read(wave, self.data + if wide { 2 } else { 1 })?,
            _ => 0,
        };
        let apply = |old: u64| atomic.apply(old, data, compare);
        let (old, written) = match place {
            Place::Global(address) => {
                let block = context.space.range(address, atomic.bytes, &mut wave.hint)?;
                if address % atomic.bytes != 0 {
                    return Err(Fault::new(format!("an atomic operation on {} bytes at {address:#x}", atomic.bytes)));
                }
                let is_written = match atomic.kind {
                    AtomicKind::CompareSwap => block.is_partly_written(address, atomic.bytes),
                    _ => block.is_written(address, atomic.bytes),
                };
                if !is_written {
                    return Err(Fault::new("an atomic operation on memory that nobody wrote"));
                }
                // SAFETY: the range lies in an allocation, which the launch holds, and is aligned.
                (unsafe { update_global(address, wide, apply) }, true)
            }
            Place::Shared(address) => {
                let replaces = atomic.kind == AtomicKind::Swap;
                context.lds.update(address, atomic.bytes, wave.index, true, replaces, apply)?
            }
            Place::Private(_) => return Err(Fault::new("an atomic operation on private memory")),
        };
        if returns {
            wave.set_loaded(self.target, lane, old as u32, written, false)?;
            if wide {
                wave.set_loaded(self.target + 1, lane, (old >> 32) as u32, written, false)?;
            }
        }
        Ok(())
    }
}

/// Changes a word, or a pair of words, at once. What it was.
///
/// # Safety
/// They are aligned, and of a live allocation.
unsafe fn update_global(address: usize, wide: bool, apply: impl Fn(u64) -> u64) -> u64 {
    const ORDER: Ordering = Ordering::SeqCst;
    // SAFETY: the caller's promise.
    unsafe {
        if wide {
            let at = AtomicU64::from_ptr(ptr::with_exposed_provenance_mut(address));
            at.fetch_update(ORDER, ORDER, |old| Some(apply(old))).unwrap_or_else(|old| old)
        } else {
            let at = AtomicU32::from_ptr(ptr::with_exposed_provenance_mut(address));
            let new = |old: u32| Some(apply(old.into()) as u32);
            at.fetch_update(ORDER, ORDER, new).unwrap_or_else(|old| old).into()
        }
    }
}

fn private_range(wave: &Wave, lane: usize, address: usize, bytes: usize) -> Result<usize, Fault> {
    let size = wave.private.len() / wave.lanes;
    match address.checked_add(bytes).is_some_and(|end| end <= size) {
        true => Ok(lane * size + address),
        false => Err(Fault::new(format!("{bytes} bytes at {address} of {size} of private memory"))),
    }
}

/// A value, and whether a byte of it was written.
fn read_private(wave: &Wave, lane: usize, address: usize, bytes: usize) -> Result<(u32, bool), Fault> {
    let at = private_range(wave, lane, address, bytes)?;
    let mut value = [0; 4];
    value[..bytes].copy_from_slice(&wave.private[at..at + bytes]);
    Ok((u32::from_le_bytes(value), wave.private_written[at..at + bytes].contains(&true)))
}

fn write_private(
    wave: &mut Wave,
    lane: usize,
    address: usize,
    bytes: usize,
    value: u32,
    written: bool,
) -> Result<(), Fault> {
    let at = private_range(wave, lane, address, bytes)?;
    wave.private[at..at + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    wave.private_written[at..at + bytes].fill(written);
    Ok(())
}

/// A load into scalar registers.
pub struct ScalarLoad {
    format: Format,
    words: usize,
    target: u8,
    base: u8,
    index: Option<Source>,
    offset: i64,
}

impl ScalarLoad {
    pub fn decode(line: &Line) -> Result<Option<Self>, String> {
        let Some(name) = line.name.strip_prefix("s_load_") else { return Ok(None) };
        let words = match name {
            "dwordx8" | "b256" => 8,
            "dwordx16" | "b512" => 16,
            _ => 0,
        };
        let format = Format::parse(name).unwrap_or(Format { bytes: 4 * words, signed: false, half: None });
        if format.bytes == 0 {
            return Ok(None);
        }
        let operands = line.operands();
        let [target, base, offset] = operands[..] else { return Err("operands of a scalar load".into()) };
        let scalar = |text: &str| Register::scalar(text).ok_or_else(|| format!("the register {text}"));
        let constant = integer(offset);
        let index = match constant {
            Some(_) => None,
            None => Some(Source::Scalar(scalar(offset)?)),
        };
        let offset = constant.unwrap_or(0) + line.number("offset").unwrap_or(0);
        let words = format.bytes.div_ceil(4);
        Ok(Some(Self { format, words, target: scalar(target)?, base: scalar(base)?, index, offset }))
    }

    pub fn execute(&self, wave: &mut Wave, context: &mut Context) -> Result<(), Fault> {
        let unwritten = self.index.map_or(0, |index| wave.unwritten_bits(index, false));
        if wave.unwritten.scalar(self.base, true) | unwritten != 0 {
            return Err(Fault::new("an address that nobody wrote"));
        }
        let index = self.index.map_or(Ok(0), |index| wave.uniform(index, false))?;
        let address = wave.scalar64(self.base).wrapping_add(index).wrapping_add_signed(self.offset) as usize;
        let address = if self.format.bytes >= 4 { address & !3 } else { address };
        let block = context.space.range(address, self.format.bytes, &mut wave.hint)?;
        if !block.is_written(address, self.format.bytes) {
            return Err(Fault::new(format!("reads {} bytes that nobody wrote", self.format.bytes)));
        }
        for k in 0..self.words {
            let bytes = (self.format.bytes - 4 * k).min(4);
            // SAFETY: the range lies in an allocation, which the launch holds.
            let value = unsafe { space::read(address + 4 * k, bytes) } as u32;
            wave.set_scalar(self.target + k as u8, self.format.loaded(0, value));
        }
        Ok(())
    }
}
