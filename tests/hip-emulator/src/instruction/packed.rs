//! Packed instructions: a function of both halves of registers, or of both registers of pairs.

use super::operand::{Operand, Part, Register, Source};
use super::text::Line;
use crate::function::{self, Function, Type};
use crate::machine::fault::Fault;
use crate::machine::wave::{LANES, Wave, lanes_of};

/// Which element of an operand the two results take, and whether it is negated.
struct Packed {
    function: Function,
    width: u32,
    sources: Vec<Source>,
    /// A bit for each source: of the first result, of the second one.
    selected: [u32; 2],
    negated: [u32; 2],
    target: u16,
}

/// Operands that are halves or whole, as each says.
struct Mix {
    function: Function,
    sources: Vec<Operand>,
    target: u16,
    /// The half that is written; none if it is the register.
    half: Option<u8>,
}

/// An instruction of packed operands.
pub struct PackedInstruction(Form);

enum Form {
    Packed(Packed),
    Mix(Mix),
}

impl PackedInstruction {
    pub fn decode(line: &Line) -> Result<Option<Self>, String> {
        let name = line.plain_name();
        if let Some(name) = name.strip_prefix("v_pk_") {
            return Packed::decode(line, name).map(|packed| packed.map(|packed| Self(Form::Packed(packed))));
        }
        match name.strip_prefix("v_").filter(|name| name.contains("_mix")) {
            Some(name) => Mix::decode(line, name).map(|mix| Some(Self(Form::Mix(mix)))),
            None => Ok(None),
        }
    }

    pub fn execute(&self, wave: &mut Wave) -> Result<(), Fault> {
        match &self.0 {
            Form::Packed(packed) => packed.execute(wave),
            Form::Mix(mix) => mix.execute(wave),
        }
    }
}

impl Packed {
    fn decode(line: &Line, name: &str) -> Result<Option<Self>, String> {
        let Some(function) = function::named(name) else { return Ok(None) };
        let width = function.result().width();
        let operands = line.operands();
        let (target, sources) = operands.split_first().ok_or("no destination")?;
        let target = Register::vector(target).ok_or_else(|| format!("the register {target}"))?;
        let parse =
            |text: &&str| Source::parse_packed(text, function.source(0)).ok_or_else(|| format!("the operand {text}"));
        let mut sources = sources.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
        if name.starts_with("fmac") {
            sources.push(Source::Vector(target));
        }
        let selected = [line.bits("op_sel").unwrap_or(0), line.bits("op_sel_hi").unwrap_or(u32::MAX)];
        let negated = ["neg_lo", "neg_hi"].map(|name| line.bits(name).unwrap_or(0));
        if line.has("clamp") {
            return Err("packed numbers that saturate".into());
        }
        Ok(Some(Self { function, width, sources, selected, negated, target }))
    }

    /// The element of a source that a result takes.
    fn element(&self, source: Source, value: u64, k: usize, result: usize) -> u64 {
        let high = self.selected[result] >> k & 1 != 0;
        // Constants of pairs of registers are both elements.
        let shift = if high && !(self.width == 32 && matches!(source, Source::Constant(_))) { self.width } else { 0 };
        let element = value >> shift & (u64::MAX >> (64 - self.width));
        element ^ u64::from(self.negated[result] >> k & 1) << (self.width - 1)
    }

    fn execute(&self, wave: &mut Wave) -> Result<(), Fault> {
        let mut inputs = [[0; LANES]; 3];
        for (input, &source) in inputs.iter_mut().zip(&self.sources) {
            *input = wave.raw(source, self.width == 32)?;
        }
        let (on, mut values) = (wave.exec(), [0; LANES]);
        let unwritten = self.unwritten(wave).map(|lanes| lanes & on);
        for lane in lanes_of(on) {
            for result in 0..2 {
                let mut operands = [0; 4];
                for (k, &source) in self.sources.iter().enumerate() {
                    operands[k] = self.element(source, inputs[k][lane], k, result);
                }
                values[lane] |= self.function.call(operands).0 << (self.width * result as u32);
            }
        }
        wave.set_lanes(self.target, self.width == 32, on, &values)?;
        let [low, high] = unwritten;
        wave.unwritten.mark_lanes(self.target, low);
        if self.width == 32 {
            wave.unwritten.mark_lanes(self.target + 1, high);
        }
        Ok(())
    }

    /// Lanes of both results that come from what nobody wrote.
    fn unwritten(&self, wave: &Wave) -> [u64; 2] {
        [0, 1].map(|result| {
            let lanes = self.sources.iter().enumerate().map(|(k, &source)| {
                let second = self.width == 32 && self.selected[result] >> k & 1 != 0;
                wave.unwritten_lanes(source, self.width == 32)[usize::from(second)]
            });
            lanes.fold(0, |all, lanes| all | lanes)
        })
    }
}

impl Mix {
    fn decode(line: &Line, name: &str) -> Result<Self, String> {
        let function = function::named(name).ok_or("an unknown function")?;
        let operands = line.operands();
        let (target, sources) = operands.split_first().ok_or("no destination")?;
        let (halves, high) = (line.bits("op_sel_hi").unwrap_or(0), line.bits("op_sel").unwrap_or(0));
        let parse = |(k, text): (usize, &&str)| {
            let half = halves >> k & 1 != 0;
            let ty = if half { Type::F16 } else { Type::F32 };
            let operand = Operand::parse(text, ty).ok_or_else(|| format!("the operand {text}"))?;
            let part = if half { Part::Half((high >> k & 1) as u8) } else { Part::Whole };
            Ok::<_, String>(Operand { part, ..operand })
        };
        if line.has("clamp") {
            return Err("mixed numbers that saturate".into());
        }
        Ok(Self {
            function,
            sources: sources.iter().enumerate().map(parse).collect::<Result<_, _>>()?,
            target: Register::vector(target).ok_or_else(|| format!("the register {target}"))?,
            half: name.contains("mixlo").then_some(0).or(name.contains("mixhi").then_some(1)),
        })
    }

    fn execute(&self, wave: &mut Wave) -> Result<(), Fault> {
        let mut inputs = [[0; LANES]; 3];
        for (input, operand) in inputs.iter_mut().zip(&self.sources) {
            *input = wave.values(operand)?;
            if operand.ty == Type::F16 {
                let wide = |half: u64| half::f16::from_bits(half as u16).to_f32().to_bits().into();
                input.iter_mut().for_each(|value| *value = wide(*value));
            }
        }
        let on = wave.exec();
        let unwritten =
            self.sources.iter().fold(0, |all, operand| all | wave.unwritten_lanes(operand.source, false)[0]);
        // A half that was written before is left.
        let before = if self.half.is_some() { wave.unwritten.lanes(self.target) } else { u64::MAX };
        for lane in lanes_of(on) {
            let [a, b, c] = [0, 1, 2].map(|k| inputs[k][lane]);
            let value = self.function.call([a, b, c, 0]).0 as u32;
            let value = match self.half {
                None => value,
                Some(0) => wave.vector(self.target, lane)? & 0xffff_0000 | value,
                Some(_) => wave.vector(self.target, lane)? & 0xffff | value << 16,
            };
            wave.set_vector(self.target, lane, value)?;
        }
        wave.unwritten.mark_lanes(self.target, unwritten & on & before);
        Ok(())
    }
}
