//! Instructions on LDS, and permutations of lanes by way of it.

use super::format::{Atomic, AtomicKind, Format};
use super::operand::{Register, Source};
use super::text::Line;
use crate::machine::fault::Fault;
use crate::machine::group::Context;
use crate::machine::wave::{LANES, Wave, lanes_of};

/// An instruction on LDS.
pub struct Shared {
    action: Action,
    /// The register that takes a result, the address, the data.
    target: u16,
    address: u16,
    data: [u16; 2],
    /// In bytes.
    offsets: [usize; 2],
}

enum Action {
    Load(Format),
    Store(Format),
    /// At two places.
    LoadTwo(Format),
    StoreTwo(Format),
    Atomic(Atomic, bool),
    /// Values of the lanes that addresses name; or to them.
    Pull,
    Push,
}

/// The name of a pair of accesses: the format, and the bytes that offsets count.
fn pair(name: &str, verbs: [&str; 2]) -> Option<(Format, usize)> {
    let [old, new] = verbs;
    let (far, format) = name
        .strip_prefix(&format!("{old}2st64_"))
        .or_else(|| name.strip_prefix(&format!("{new}_2addr_stride64_")))
        .map(|format| (64, format))
        .or_else(|| {
            let near = name.strip_prefix(&format!("{old}2_")).or_else(|| name.strip_prefix(&format!("{new}_2addr_")));
            near.map(|format| (1, format))
        })?;
    Format::parse(format).map(|format| (format, far * format.bytes))
}

fn single(name: &str, verbs: [&str; 2]) -> Option<Format> {
    verbs.iter().find_map(|verb| Format::parse(name.strip_prefix(verb)?.strip_prefix('_')?))
}

/// Whether an atomic operation returns the old value, and its name without that.
fn returning(name: &str) -> (String, bool) {
    match name.contains("_rtn") {
        true => (name.replace("_rtn", ""), true),
        false => (name.into(), false),
    }
}

impl Shared {
    pub fn decode(line: &Line) -> Result<Option<Self>, String> {
        let Some(name) = line.name.strip_prefix("ds_") else { return Ok(None) };
        if line.has("gds") {
            return Err("global data share".into());
        }
        let mut unit = 1;
        let action = if let Some((format, bytes)) = pair(name, ["read", "load"]) {
            unit = bytes;
            Action::LoadTwo(format)
        } else if let Some((format, bytes)) = pair(name, ["write", "store"]) {
            unit = bytes;
            Action::StoreTwo(format)
        } else if let Some(format) = single(name, ["read", "load"]) {
            Action::Load(format)
        } else if let Some(format) = single(name, ["write", "store"]) {
            Action::Store(format)
        } else if name == "bpermute_b32" {
            Action::Pull
        } else if name == "permute_b32" {
            Action::Push
        } else {
            let (name, returns) = returning(name);
            match Atomic::parse(&name) {
                Some(atomic) => Action::Atomic(atomic, returns),
                None => return Ok(None),
            }
        };
        let vector = |text: &&str| Register::vector(text).ok_or_else(|| format!("the register {text}"));
        let registers = line.operands().iter().map(vector).collect::<Result<Vec<_>, _>>()?;
        let has_target = matches!(
            action,
            Action::Load(_) | Action::LoadTwo(_) | Action::Atomic(_, true) | Action::Pull | Action::Push
        );
        let (target, rest) = match (has_target, &registers[..]) {
            (true, [target, rest @ ..]) => (*target, rest),
            (_, rest) => (0, rest),
        };
        let (address, data) = rest.split_first().ok_or("no address")?;
        let mut data = [data.first().copied().unwrap_or(0), data.get(1).copied().unwrap_or(0)];
        if name.starts_with("cmpstore") {
            // Since GFX11 the new value comes first.
            data.reverse();
        }
        let number = |modifier: &str| line.number(modifier).unwrap_or(0) as usize;
        let offsets = match action {
            Action::LoadTwo(_) | Action::StoreTwo(_) => [number("offset0") * unit, number("offset1") * unit],
            _ => [number("offset"), 0],
        };
        Ok(Some(Self { action, target, address: *address, data, offsets }))
    }

    pub fn execute(&self, wave: &mut Wave, context: &mut Context) -> Result<(), Fault> {
        if matches!(self.action, Action::Pull | Action::Push) {
            return self.permute(wave);
        }
        wave.needs(Source::Vector(self.address), false, "an address of LDS")?;
        for lane in lanes_of(wave.exec()) {
            let address = wave.vector(self.address, lane)? as usize;
            self.access(wave, context, lane, address).map_err(|fault| fault.at(format_args!("lane {lane}")))?;
        }
        Ok(())
    }

    fn access(&self, wave: &mut Wave, context: &mut Context, lane: usize, address: usize) -> Result<(), Fault> {
        let [first, second] = self.offsets.map(|offset| address + offset);
        match self.action {
            Action::Load(format) => load(wave, context, lane, self.target, first, format),
            Action::LoadTwo(format) => {
                load(wave, context, lane, self.target, first, format)?;
                load(wave, context, lane, self.target + (format.bytes / 4) as u16, second, format)
            }
            Action::Store(format) => store(wave, context, lane, self.data[0], first, format),
            Action::StoreTwo(format) => {
                store(wave, context, lane, self.data[0], first, format)?;
                store(wave, context, lane, self.data[1], second, format)
            }
            Action::Atomic(atomic, returns) => {
                let wide = atomic.bytes == 8;
                let read = |index: u16| match wide {
                    true => wave.vector64(index, lane),
                    false => wave.vector(index, lane).map(u64::from),
                };
                let written = |index: u16| wave.unwritten.lanes(index) >> lane & 1 == 0;
                let [first_data, second_data] = self.data;
                let (data, compare) = match atomic.kind {
                    AtomicKind::CompareSwap => (read(second_data)?, read(first_data)?),
                    _ => (read(first_data)?, 0),
                };
                let known = written(first_data) && (atomic.kind != AtomicKind::CompareSwap || written(second_data));
                let replaces = atomic.kind == AtomicKind::Swap;
                let apply = |old| atomic.apply(old, data, compare);
                let (old, written) = context.lds.update(first, atomic.bytes, wave.index, known, replaces, apply)?;
                if returns {
                    wave.set_loaded(self.target, lane, old as u32, written, false)?;
                    if wide {
                        wave.set_loaded(self.target + 1, lane, (old >> 32) as u32, written, false)?;
                    }
                }
                Ok(())
            }
            Action::Pull | Action::Push => Ok(()),
        }
    }

    fn permute(&self, wave: &mut Wave) -> Result<(), Fault> {
        let (on, lanes) = (wave.exec(), wave.lanes);
        let [places, data] = [self.address, self.data[0]].map(|index| wave.unwritten.lanes(index));
        let (mut moved, mut unwritten) = ([0; LANES], 0);
        for lane in 0..lanes {
            let other = (wave.vector(self.address, lane)? as usize + self.offsets[0]) / 4 % lanes;
            // A lane that is off gives nothing.
            let (from, to) = match self.action {
                Action::Pull => (other, lane),
                _ => (lane, other),
            };
            if on >> from & 1 != 0 {
                moved[to] = wave.vector(self.data[0], from)?.into();
                unwritten |= ((places >> lane | data >> from) & 1) << to;
            }
        }
        wave.set_lanes(self.target, false, on, &moved)?;
        wave.unwritten.mark_lanes(self.target, unwritten & on);
        Ok(())
    }
}

fn load(
    wave: &mut Wave,
    context: &mut Context,
    lane: usize,
    target: u16,
    address: usize,
    format: Format,
) -> Result<(), Fault> {
    for (k, bytes) in format.pieces() {
        let (value, written) = context.lds.read(address + 4 * usize::from(k), bytes, wave.index)?;
        let value = format.loaded(wave.vector(target + k, lane)?, value as u32);
        wave.set_loaded(target + k, lane, value, written, format.half.is_some())?;
    }
    Ok(())
}

fn store(
    wave: &mut Wave,
    context: &mut Context,
    lane: usize,
    data: u16,
    address: usize,
    format: Format,
) -> Result<(), Fault> {
    for (k, bytes) in format.pieces() {
        let value = format.stored(wave.vector(data + k, lane)?);
        let written = wave.unwritten.lanes(data + k) >> lane & 1 == 0;
        context.lds.write(address + 4 * usize::from(k), bytes, wave.index, value.into(), written)?;
    }
    Ok(())
}
