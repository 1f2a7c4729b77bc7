//! Vector instructions: a function of each lane's operands.

use super::Target;
use super::dpp::Dpp;
use super::flow::{Flow, Halves};
use super::operand::{EXEC, Operand, Part, Register, Source, VCC};
use super::text::Line;
use crate::function::rows::Rows;
use crate::function::{self, Comparison, Function, Type};
use crate::machine::fault::Fault;
use crate::machine::wave::{Input, LANES, Lanes, Row, Wave, lanes_of};
use half::f16;

/// Where in a register a result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// One register or two.
    Whole,
    /// A half, and zeros in the other one.
    HalfAlone,
    /// A part; the others are kept.
    Kept(Part),
    /// A part; the others are zeros, or the sign.
    Padded(Part),
    Extended(Part),
    /// A scalar register, from the first lane.
    Scalar,
}

/// An instruction of a function.
pub struct Vector {
    function: Function,
    flow: Flow,
    sources: Vec<Operand>,
    target: u16,
    place: Place,
    /// The mask that takes truth values.
    flags: Option<u8>,
    dpp: Option<Dpp>,
    clamped: bool,
    factor: f32,
    /// What computes all lanes at once, where operands and the result are whole registers.
    of_rows: Option<fn(Rows, &mut Row)>,
}

/// A result before it is written.
struct Outcome {
    values: Lanes,
    flags: u64,
    on: u64,
    /// Lanes that come from what nobody wrote.
    unwritten: Halves,
}

fn part(selected: &str) -> Option<Part> {
    Some(match selected {
        "DWORD" => Part::Whole,
        "BYTE_0" => Part::Byte(0),
        "BYTE_1" => Part::Byte(1),
        "BYTE_2" => Part::Byte(2),
        "BYTE_3" => Part::Byte(3),
        "WORD_0" => Part::Half(0),
        "WORD_1" => Part::Half(1),
        _ => return None,
    })
}

/// The `k`-th source of an instruction, with what its modifiers choose of it.
pub fn source(line: &Line, k: usize, text: &str, ty: Type) -> Result<Operand, String> {
    let mut operand = Operand::parse(text, ty).ok_or_else(|| format!("the operand {text}"))?;
    if let Some(selected) = line.value(["src0_sel", "src1_sel"].get(k).unwrap_or(&"src2_sel")) {
        operand.part = part(selected).ok_or("an unknown part")?;
    }
    let sixteen = ty.width() == 16 && !text.contains(".l") && !text.contains(".h");
    if sixteen && line.bits("op_sel").is_some_and(|bits| bits >> k & 1 != 0) {
        operand.part = Part::Half(1);
    }
    Ok(operand)
}

/// On GFX9 these keep the other half of their register; other functions of 16 bits zero it.
fn keeps_half(name: &str) -> bool {
    matches!(name, "mad_u16" | "mad_i16" | "mad_f16" | "fma_f16" | "div_fixup_f16" | "fmaak_f16" | "fmamk_f16")
        || name.ends_with("mixlo_f16")
}

fn place(line: &Line, name: &str, text: &str, sources: usize, result: Type, target: &Target) -> Result<Place, String> {
    if let Some(selected) = line.value("dst_sel") {
        let part = part(selected).ok_or("an unknown part")?;
        return Ok(match line.value("dst_unused") {
            _ if part == Part::Whole => Place::Whole,
            Some("UNUSED_PRESERVE") => Place::Kept(part),
            Some("UNUSED_SEXT") => Place::Extended(part),
            _ => Place::Padded(part),
        });
    }
    let high = text.ends_with(".h") || line.bits("op_sel").is_some_and(|bits| bits >> sources & 1 != 0);
    Ok(match result.width() {
        16 if text.ends_with(".l") || text.ends_with(".h") => Place::Kept(Part::Half(text.ends_with(".h").into())),
        16 if high || !target.zeroes_halves() || keeps_half(name) => Place::Kept(Part::Half(high.into())),
        16 => Place::HalfAlone,
        _ => Place::Whole,
    })
}

impl Vector {
    /// An instruction whose name is that of a function.
    pub fn decode(line: &Line, target: &Target) -> Result<Option<Self>, String> {
        let Some(name) = line.plain_name().strip_prefix("v_") else { return Ok(None) };
        let name = name.strip_prefix("dual_").unwrap_or(name);
        let Some(mut function) = function::named(name) else { return Ok(None) };
        let mut operands = line.operands().into_iter();
        let destination = operands.next().ok_or("no destination")?;
        let flags = match function {
            Function::Flagged(..) => operands.next().and_then(Register::scalar),
            _ => None,
        };
        let mut sources = Vec::new();
        for (k, text) in operands.enumerate() {
            if k > 3 {
                return Err("too many operands".into());
            }
            sources.push(source(line, k, text, function.source(k))?);
        }
        let mask = |operand: &mut Operand| {
            if let Source::Scalar(index) = operand.source {
                operand.source = Source::Mask(index);
            }
        };
        let carries = matches!(name, "addc_co_u32" | "subb_co_u32" | "subbrev_co_u32") || name.ends_with("_co_ci_u32");
        match name {
            "cndmask_b32" | "cndmask_b16" if sources.len() == 2 => {
                sources.push(Operand::of(Source::Mask(VCC), Type::B32));
            }
            "cndmask_b32" | "cndmask_b16" => {
                sources.iter_mut().skip(2).for_each(mask);
                sources.iter_mut().skip(2).for_each(|choice| choice.part = Part::Whole);
            }
            "div_fmas_f32" | "div_fmas_f64" => sources.push(Operand::of(Source::Mask(VCC), Type::B32)),
            "mbcnt_lo_u32_b32" | "mbcnt_hi_u32_b32" => {
                sources.push(Operand::of(Source::Constant(0), Type::B32));
                sources.push(Operand::of(Source::Lane, Type::B32));
            }
            "bitop3_b32" | "bitop3_b16" => {
                let values = line.number("bitop3").unwrap_or(0) as u64;
                sources.push(Operand::of(Source::Constant(values), Type::B32));
            }
            "fmac_f32" | "fmac_f64" | "fmac_f16" | "mac_f32" | "mac_f16" | "dot4c_i32_i8" => {
                sources.push(source(line, 2, destination, function.source(2))?);
            }
            _ if carries => sources.iter_mut().skip(2).for_each(mask),
            _ => {}
        }
        let float = matches!(function.result(), Type::F16 | Type::F32 | Type::F64);
        let clamped = line.has("clamp") && float;
        if line.has("clamp") && !float {
            function = function::saturating(name).ok_or("integers that saturate")?;
        }
        let factor = match (line.number("mul"), line.number("div")) {
            (None, None) => 1.0,
            (Some(by), _) => by as f32,
            (_, Some(by)) => 1.0 / by as f32,
        };
        let place = place(line, name, destination, sources.len(), function.result(), target)?;
        let register = destination.strip_suffix(".l").or(destination.strip_suffix(".h")).unwrap_or(destination);
        let (target, place) = match Register::parse(register).ok_or_else(|| format!("the register {destination}"))? {
            Register::Vector(index) => (index, place),
            Register::Scalar(index) => (index.into(), Place::Scalar),
        };
        let dpp = Dpp::of(line)?;
        let flow = Flow::of(name, &function);
        let is_whole = place == Place::Whole && dpp.is_none() && !clamped && factor == 1.0 && sources.len() <= 3;
        let of_rows = function.of_rows().filter(|_| is_whole);
        Ok(Some(Self { function, flow, sources, target, place, flags, dpp, clamped, factor, of_rows }))
    }

    fn compute(&self, wave: &Wave) -> Result<Outcome, Fault> {
        let mut inputs = [const { Input::Same(0) }; 4];
        let mut on = if self.place == Place::Scalar { 1 } else { wave.exec() };
        for (k, operand) in self.sources.iter().enumerate() {
            inputs[k] = match &self.dpp {
                Some(dpp) if k == 0 => {
                    let raw = wave.raw(operand.source, operand.ty.width() == 64)?;
                    let (moved, written) = dpp.apply(&raw, on, wave.lanes);
                    on = written;
                    Input::Moved(Box::new(moved))
                }
                _ => wave.input(operand)?,
            };
        }
        let (mut values, mut flags) = ([0; LANES], 0);
        match self.function {
            Function::F64(f) => self.each(&inputs, on, &mut values, |[a, b, c, _]| {
                f(f64::from_bits(a), f64::from_bits(b), f64::from_bits(c)).to_bits()
            }),
            Function::Flagged(_, _, f) => {
                let mut lane_flags = [0; LANES];
                self.each(&inputs, on, &mut lane_flags, |[a, b, c, _]| f([a, b, c]).1.into());
                self.each(&inputs, on, &mut values, |[a, b, c, _]| f([a, b, c]).0);
                lanes_of(on).for_each(|lane| flags |= lane_flags[lane] << lane);
            }
            function => self.each(&inputs, on, &mut values, |operands| function.call(operands).0),
        }
        if self.clamped || self.factor != 1.0 {
            lanes_of(on).for_each(|lane| values[lane] = self.adjusted(values[lane]));
        }
        Ok(Outcome { values, flags, on, unwritten: self.unwritten(wave, on) })
    }

    /// The lanes of a result that come from what nobody wrote.
    fn unwritten(&self, wave: &Wave, on: u64) -> Halves {
        let wide = |operand: &Operand| operand.ty.width() == 64;
        if self.sources.iter().all(|operand| wave.is_written(operand.source, wide(operand))) {
            return [0; 2];
        }
        let mut operands = [[0; 2]; 4];
        for (k, operand) in self.sources.iter().enumerate() {
            let lanes = wave.unwritten_lanes(operand.source, wide(operand));
            operands[k] = match &self.dpp {
                Some(dpp) if k == 0 => lanes.map(|mask| dpp.apply_mask(mask, wave.exec(), wave.lanes)),
                _ => lanes,
            };
        }
        let is_vector = |k: usize| self.sources.get(k).is_some_and(|s| matches!(s.source, Source::Vector(_)));
        let chosen = || match self.sources.get(2).map(|operand| operand.source) {
            Some(Source::Mask(index)) => wave.mask(index),
            _ => 0,
        };
        self.flow.result(&operands[..self.sources.len()], is_vector, chosen).map(|lanes| lanes & on)
    }

    /// A function of each lane's operands.
    fn each(&self, inputs: &[Input; 4], on: u64, values: &mut Lanes, f: impl Fn([u64; 4]) -> u64) {
        let [a, b, c, d] = inputs;
        let get = |lane: usize| [a.get(lane), b.get(lane), c.get(lane), d.get(lane)];
        if self.sources.iter().all(Operand::is_plain) {
            lanes_of(on).for_each(|lane| values[lane] = f(get(lane)));
            return;
        }
        for lane in lanes_of(on) {
            let mut operands = get(lane);
            operands.iter_mut().zip(&self.sources).for_each(|(value, operand)| *value = operand.modified(*value));
            values[lane] = f(operands);
        }
    }

    /// Multiplied and held between 0 and 1.
    fn adjusted(&self, bits: u64) -> u64 {
        let held = |x: f64| match self.clamped {
            // Also of -0 and of what is no number.
            true if x > 0.0 => x.min(1.0),
            true => 0.0,
            false => x,
        };
        match self.function.result() {
            Type::F16 => function::nearest16(held(f16::from_bits(bits as u16).to_f64() * f64::from(self.factor)))
                .to_bits()
                .into(),
            Type::F64 => held(f64::from_bits(bits) * f64::from(self.factor)).to_bits(),
            _ => (held((f32::from_bits(bits as u32) * self.factor).into()) as f32).to_bits().into(),
        }
    }

    fn write(&self, wave: &mut Wave, outcome: &Outcome) -> Result<(), Fault> {
        let Outcome { values, flags, on, unwritten: [low, high] } = outcome;
        if let Some(mask) = self.flags {
            wave.set_mask(mask, *flags);
            wave.mark_mask(mask, low | high)?;
        }
        match self.place {
            Place::Whole => {
                let wide = self.function.result().width() == 64;
                wave.set_lanes(self.target, wide, *on, values)?;
                wave.unwritten.mark_lanes(self.target, *low);
                if wide {
                    wave.unwritten.mark_lanes(self.target + 1, *high);
                }
            }
            Place::Scalar => {
                wave.set_scalar(self.target as u8, values[0] as u32);
                wave.mark_scalar(self.target as u8, false, if *low == 0 { 0 } else { 0xffff_ffff })?;
            }
            place => {
                // A part that was written before is left.
                let before = if matches!(place, Place::Kept(_)) { wave.unwritten.lanes(self.target) } else { u64::MAX };
                for lane in lanes_of(*on) {
                    let merged = merged(place, wave.vector(self.target, lane)?, values[lane] as u32);
                    wave.set_vector(self.target, lane, merged)?;
                }
                wave.unwritten.mark_lanes(self.target, low & before);
            }
        }
        Ok(())
    }

    pub fn execute(&self, wave: &mut Wave) -> Result<(), Fault> {
        if let Some(f) = self.of_rows {
            return self.execute_rows(f, wave);
        }
        let outcome = self.compute(wave)?;
        self.write(wave, &outcome)
    }

    /// Executes a function of whole registers.
    fn execute_rows(&self, f: fn(Rows, &mut Row), wave: &mut Wave) -> Result<(), Fault> {
        let on = wave.exec();
        let (mut spare, mut words) = ([[0; LANES]; 3], [0; LANES]);
        let [first, second, third] = &mut spare;
        let row = |k: usize, spare| wave.words(self.sources.get(k), spare);
        f([row(0, first)?, row(1, second)?, row(2, third)?], &mut words);
        let [unwritten, _] = self.unwritten(wave, on);
        wave.set_row(self.target, on, &words)?;
        wave.unwritten.mark_lanes(self.target, unwritten);
        Ok(())
    }

    /// Executes two at once: both read before one writes.
    pub fn execute_pair(pair: &(Self, Self), wave: &mut Wave) -> Result<(), Fault> {
        let (x, y) = (pair.0.compute(wave)?, pair.1.compute(wave)?);
        pair.0.write(wave, &x)?;
        pair.1.write(wave, &y)
    }
}

/// A register with a part replaced.
fn merged(place: Place, old: u32, value: u32) -> u32 {
    let range = |part: Part| match part {
        Part::Whole => (0, 32),
        Part::Byte(k) => (8 * u32::from(k), 8),
        Part::Half(k) => (16 * u32::from(k), 16),
    };
    let field = |(from, width): (u32, u32)| (u32::MAX >> (32 - width)) << from;
    match place {
        Place::Whole | Place::Scalar => value,
        Place::HalfAlone => value & 0xffff,
        Place::Kept(part) => old & !field(range(part)) | value << range(part).0 & field(range(part)),
        Place::Padded(part) => value << range(part).0 & field(range(part)),
        Place::Extended(part) => {
            let (from, width) = range(part);
            (((value << (32 - width)) as i32 >> (32 - width)) as u32) << from
        }
    }
}

/// A comparison of each lane's operands.
pub struct Compare {
    comparison: Comparison,
    sources: [Operand; 2],
    target: u8,
    /// Lanes go on only where it is true.
    restricts: bool,
    dpp: Option<Dpp>,
}

impl Compare {
    pub fn decode(line: &Line) -> Result<Option<Self>, String> {
        let name = line.plain_name();
        let (name, restricts) = match (name.strip_prefix("v_cmp_"), name.strip_prefix("v_cmpx_")) {
            (Some(name), _) => (name, false),
            (_, Some(name)) => (name, true),
            _ => return Ok(None),
        };
        let Some(comparison) = function::comparison(name) else { return Ok(None) };
        let operands = line.operands();
        let (target, [a, b]) = match operands[..] {
            [target, a, b] => (Register::scalar(target).ok_or_else(|| format!("the mask {target}"))?, [a, b]),
            [a, b] => (EXEC, [a, b]),
            _ => return Err("operands of a comparison".into()),
        };
        let sources = [source(line, 0, a, comparison.source(0))?, source(line, 1, b, comparison.source(1))?];
        Ok(Some(Self { comparison, sources, target, restricts, dpp: Dpp::of(line)? }))
    }

    pub fn execute(&self, wave: &mut Wave) -> Result<(), Fault> {
        let mut on = wave.exec();
        let mut a = wave.values(&self.sources[0])?;
        if let Some(dpp) = &self.dpp {
            (a, on) = dpp.apply(&a, on, wave.lanes);
        }
        let b = wave.values(&self.sources[1])?;
        let [first, second] = [0, 1].map(|k| {
            let Operand { source, ty, .. } = self.sources[k];
            let [low, high] = wave.unwritten_lanes(source, ty.width() == 64);
            low | high
        });
        let first = self.dpp.as_ref().map_or(first, |dpp| dpp.apply_mask(first, wave.exec(), wave.lanes));
        let unwritten = (first | second) & on;
        let result = self.comparison.lanes(&a, &b, on);
        wave.set_mask(self.target, result);
        wave.mark_mask(self.target, unwritten)?;
        if self.restricts {
            wave.set_mask(EXEC, result);
            wave.mark_mask(EXEC, unwritten)?;
        }
        Ok(())
    }
}
