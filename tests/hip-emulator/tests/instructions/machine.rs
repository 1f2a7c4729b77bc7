//! A wave that executes a few instructions.

use xparray_hip_emulator::instruction::operand::EXEC;
use xparray_hip_emulator::instruction::{Decoder, Target};
use xparray_hip_emulator::machine::group::Context;
use xparray_hip_emulator::machine::lds::Lds;
use xparray_hip_emulator::machine::space;
use xparray_hip_emulator::machine::wave::Wave;

/// Architectures whose waves have 64 lanes, and 32.
pub const WIDE: &str = "gfx942";
pub const NARROW: &str = "gfx1100";

/// A wave with LDS of 4 KiB.
pub struct Machine {
    pub wave: Wave,
    lds: Lds,
    target: Target,
}

impl Machine {
    /// All lanes are on.
    pub fn new(architecture: &str) -> Self {
        let lanes = if architecture.starts_with("gfx9") { 64 } else { 32 };
        let mut wave = Wave::new(0, lanes, 64, 0, 64);
        wave.set_mask(EXEC, wave.all());
        let target = Target { architecture: architecture.into(), base: 0, start: 0, places: vec![0] };
        Self { wave, lds: Lds::new(4096), target }
    }

    pub fn lanes(&self) -> usize {
        self.wave.lanes
    }

    /// Writes a register of each lane, or two: the upper word to the next one.
    pub fn set(&mut self, register: u16, wide: bool, value: impl Fn(usize) -> u64) {
        for lane in 0..self.lanes() {
            self.wave.set_vector(register, lane, value(lane) as u32).unwrap();
            if wide {
                self.wave.set_vector(register + 1, lane, (value(lane) >> 32) as u32).unwrap();
            }
        }
    }

    pub fn get(&self, register: u16, wide: bool, lane: usize) -> u64 {
        match wide {
            true => self.wave.vector64(register, lane).unwrap(),
            false => self.wave.vector(register, lane).unwrap().into(),
        }
    }

    pub fn run(&mut self, text: &str) {
        let space = space::seen();
        let mut context = Context { lds: &mut self.lds, space: &space };
        let instruction = Decoder::default().decode(text, 0, 4, &self.target);
        instruction
            .execute(&mut self.wave, &mut context, &self.target)
            .unwrap_or_else(|fault| panic!("{text}: {fault}"));
    }
}

/// What an instruction's operands are: v2, v4 and v6 or pairs that begin there, and the lane's bit of vcc.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    pub a: u64,
    pub b: u64,
    pub c: u64,
    pub bit: bool,
}

/// Executes an instruction of which v0 or v[0:1] is the result on all triples of operands, and compares. Operands and
/// results of 16 bits are lower halves; the upper ones hold something else. The lanes' bits of vcc come from `bits`.
pub fn each(
    architecture: &str,
    text: &str,
    width: u32,
    [a, b, c]: [&[u64]; 3],
    same: fn(u64, u64) -> bool,
    expected: impl Fn(Operands) -> u64,
) {
    let mut machine = Machine::new(architecture);
    let lanes = machine.lanes();
    let wide = |register: u16| text.contains(&format!("v[{register}:{}]", register + 1));
    let triples = a.len() * b.len() * c.len();
    let of = |k: usize| {
        let k = k % triples;
        (a[k % a.len()], b[k / a.len() % b.len()], c[k / a.len() / b.len()])
    };
    let result = u64::MAX >> (64 - width);
    for first in (0..triples).step_by(lanes) {
        let bits = (first as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        machine.wave.set_mask(xparray_hip_emulator::instruction::operand::VCC, bits & machine.wave.all());
        machine.set(2, wide(2), |lane| of(first + lane).0);
        machine.set(4, wide(4), |lane| of(first + lane).1);
        machine.set(6, wide(6), |lane| of(first + lane).2);
        machine.set(0, true, |_| 0x5555_5555_5555_5555);
        machine.run(text);
        for lane in 0..lanes {
            let (a, b, c) = of(first + lane);
            let operands = Operands { a, b, c, bit: bits >> lane & 1 != 0 };
            let (found, wanted) = (machine.get(0, wide(0), lane) & result, expected(operands) & result);
            assert!(same(found, wanted), "{architecture} {text}, {operands:#x?}: {found:#x}, not {wanted:#x}");
        }
    }
}

/// Bits are bits.
pub fn exactly(a: u64, b: u64) -> bool {
    a == b
}
