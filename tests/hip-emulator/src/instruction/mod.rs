//! Instructions, decoded from the text of AMD's disassembler.

mod control;
mod dpp;
mod flow;
mod format;
mod indexed;
mod lane;
mod memory;
pub mod operand;
mod packed;
mod scalar;
mod scalar_flow;
mod shared;
mod text;
#[cfg(test)]
mod unwritten;
mod vector;

use crate::machine::fault::Fault;
use crate::machine::group::Context;
use crate::machine::wave::Wave;
use control::Control;
use indexed::{Indexed, Indexing};
use lane::LaneMove;
use memory::{Memory, ScalarLoad};
use packed::PackedInstruction;
use scalar::Scalar;
use shared::Shared;
use text::Line;
use vector::{Compare, Vector};

/// What code is made for, and where it lies.
pub struct Target {
    /// The architecture without its features.
    pub architecture: String,
    /// Where the code object was loaded.
    pub base: u64,
    /// The address of the first instruction in the code object, and the instruction that begins at each word behind it.
    pub start: u64,
    pub places: Vec<u32>,
}

/// In [`Target::places`], for words that begin no instruction.
pub const NOWHERE: u32 = u32::MAX;

impl Target {
    /// The instruction at an address of the code object.
    pub fn place(&self, address: u64) -> Option<usize> {
        let offset = address.checked_sub(self.start)?;
        let place = *self.places.get(usize::try_from(offset / 4).ok()?)?;
        (offset % 4 == 0 && place != NOWHERE).then_some(place as usize)
    }

    /// Whether results of 16 bits leave zeros in the other half of their register: before GFX10.
    pub fn zeroes_halves(&self) -> bool {
        self.architecture.starts_with("gfx9")
    }
}

/// A decoded instruction.
pub enum Instruction {
    Vector(Vector),
    /// Two at once.
    Pair(Box<(Vector, Vector)>),
    Compare(Compare),
    Packed(PackedInstruction),
    Lane(LaneMove),
    Indexed(Indexed),
    Scalar(Scalar),
    ScalarLoad(ScalarLoad),
    Memory(Memory),
    Shared(Shared),
    Control(Control),
    /// Not known here: an error where it is reached.
    Unknown(Box<str>),
}

/// Reads the instructions of a code object in their order.
#[derive(Default)]
pub struct Decoder {
    indexing: Indexing,
}

impl Decoder {
    /// The instruction that a text means, at an address of the code object.
    pub fn decode(&mut self, text: &str, address: u64, size: u64, target: &Target) -> Instruction {
        match self.indexing.decode(&Line::new(text)) {
            Ok(Some(indexed)) => Instruction::Indexed(indexed),
            Ok(None) => Instruction::decode(text, address, size, target),
            Err(reason) => Instruction::Unknown(reason.into()),
        }
    }
}

impl Instruction {
    fn decode(text: &str, address: u64, size: u64, target: &Target) -> Self {
        match Self::known(text, address, size, target) {
            Ok(Some(instruction)) => instruction,
            Ok(None) => Self::Unknown("it is not known here".into()),
            Err(reason) => Self::Unknown(reason.into()),
        }
    }

    fn known(text: &str, address: u64, size: u64, target: &Target) -> Result<Option<Self>, String> {
        if let Some((x, y)) = Line::pair(text) {
            let half =
                |text| Vector::decode(&Line::new(text), target)?.ok_or_else(|| format!("half of a pair: {text}"));
            return Ok(Some(Self::Pair(Box::new((half(x)?, half(y)?)))));
        }
        let line = &Line::new(text);
        if let Some(control) = Control::decode(line, address, size, target)? {
            return Ok(Some(Self::Control(control)));
        }
        Ok(match line.name.split('_').next() {
            Some("s") => match ScalarLoad::decode(line)? {
                Some(load) => Some(Self::ScalarLoad(load)),
                None => Scalar::decode(line)?.map(Self::Scalar),
            },
            Some("ds") => Shared::decode(line)?.map(Self::Shared),
            Some("v") => Self::vector(line, target)?,
            _ => Memory::decode(line)?.map(Self::Memory),
        })
    }

    fn vector(line: &Line, target: &Target) -> Result<Option<Self>, String> {
        if let Some(lane) = LaneMove::decode(line)? {
            return Ok(Some(Self::Lane(lane)));
        }
        if let Some(compare) = Compare::decode(line)? {
            return Ok(Some(Self::Compare(compare)));
        }
        if let Some(packed) = PackedInstruction::decode(line)? {
            return Ok(Some(Self::Packed(packed)));
        }
        Ok(Vector::decode(line, target)?.map(Self::Vector))
    }

    pub fn execute(&self, wave: &mut Wave, context: &mut Context, target: &Target) -> Result<(), Fault> {
        match self {
            Self::Vector(vector) => vector.execute(wave),
            Self::Pair(pair) => Vector::execute_pair(pair, wave),
            Self::Compare(compare) => compare.execute(wave),
            Self::Packed(packed) => packed.execute(wave),
            Self::Lane(lane) => lane.execute(wave),
            Self::Indexed(indexed) => indexed.execute(wave),
            Self::Scalar(scalar) => scalar.execute(wave),
            Self::ScalarLoad(load) => load.execute(wave, context),
            Self::Memory(memory) => memory.execute(wave, context),
            Self::Shared(shared) => shared.execute(wave, context),
            Self::Control(control) => control.execute(wave, target),
            Self::Unknown(reason) => Err(Fault::new(reason.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::lds::Lds;
    use crate::machine::space::Space;
    use crate::machine::wave::State;
    use operand::{EXEC, VCC};

    /// A wave whose registers v0 to v3 hold functions of the lane.
    pub fn wave(lanes: usize) -> Wave {
        let mut wave = Wave::new(0, lanes, 16, 0, 16);
        wave.set_mask(EXEC, wave.all());
        for lane in 0..lanes {
            let values = [lane as u32, (lane as f32 - 8.5).to_bits(), 0x8001_7f03 ^ lane as u32, 4 * (lane as u32 ^ 1)];
            values.into_iter().zip(0..).for_each(|(value, index)| wave.set_vector(index, lane, value).unwrap());
        }
        wave
    }

    fn target(architecture: &str) -> Target {
        Target { architecture: architecture.into(), base: 0, start: 0, places: vec![0, 1, 2, 3] }
    }

    /// Executes instructions, one after the other.
    pub fn run(architecture: &str, wave: &mut Wave, lines: &[&str]) -> Result<(), Fault> {
        let (target, mut lds) = (target(architecture), Lds::new(1024));
        let mut decoder = Decoder::default();
        for line in lines {
            let mut context = Context { lds: &mut lds, space: &Space::default() };
            decoder.decode(line, 0, 4, &target).execute(wave, &mut context, &target).map_err(|fault| fault.at(line))?;
        }
        Ok(())
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        let fault = run("gfx942", &mut wave(64), &["v_no_such_thing_e32 v0, v1"]).unwrap_err();
        assert!(fault.to_string().contains("v_no_such_thing"), "{fault}");
        assert!(run("gfx942", &mut wave(64), &["v_add_f32_e32 v0, v1, w2"]).is_err());
        assert!(run("gfx942", &mut wave(64), &["v_mov_b32_e32 v77, 0"]).is_err());
    }

    #[test]
    fn lanes_that_are_off_keep_their_registers() {
        let mut wave = wave(64);
        run(
            "gfx942",
            &mut wave,
            &["s_mov_b64 exec, 5", "v_add_f32_e64 v4, |v1|, -v1 clamp", "v_add_u32_e32 v0, 1, v0"],
        )
        .unwrap();
        assert_eq!([0, 1, 2, 3].map(|lane| wave.vector(0, lane).unwrap()), [1, 1, 3, 3]);
        assert_eq!(wave.vector(4, 0).unwrap(), 1f32.to_bits());
    }

    #[test]
    fn carries_of_a_wave_are_masks() {
        for (architecture, lanes, lines) in [
            ("gfx942", 64, ["v_add_co_u32_e32 v4, vcc, -1, v0", "v_addc_co_u32_e32 v5, vcc, 7, v0, vcc"]),
            ("gfx1100", 32, ["v_add_co_u32 v4, vcc_lo, -1, v0", "v_add_co_ci_u32_e32 v5, vcc_lo, 7, v0, vcc_lo"]),
        ] {
            let mut wave = wave(lanes);
            run(architecture, &mut wave, &lines[..1]).unwrap();
            assert_eq!(wave.mask(VCC), wave.all() & !1);
            run(architecture, &mut wave, &lines[1..]).unwrap();
            for lane in 0..lanes {
                assert_eq!(wave.vector(5, lane).unwrap(), lane as u32 + 7 + u32::from(lane > 0));
            }
        }
    }

    #[test]
    fn halves_are_kept_or_zeroed() {
        let mut old = wave(64);
        run("gfx942", &mut old, &["v_add_u16_e32 v2, v0, v0"]).unwrap();
        assert_eq!(old.vector(2, 3).unwrap(), 6);
        let mut new = wave(32);
        run("gfx1201", &mut new, &["v_add_nc_u16 v2, v0, v0"]).unwrap();
        assert_eq!(new.vector(2, 3).unwrap(), 0x8001_0006);
        let mut new = wave(32);
        run("gfx1100", &mut new, &["v_add_nc_u16 v2.h, v0.l, v2.h op_sel:[0,1,1]"]).unwrap();
        assert_eq!(new.vector(2, 3).unwrap(), 0x8004_7f00);
    }

    #[test]
    fn parts_of_registers() {
        let mut wave = wave(64);
        let sdwa =
            "v_add_u32_sdwa v4, sext(v2), v0 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:DWORD";
        run("gfx90a", &mut wave, &[sdwa]).unwrap();
        assert_eq!(wave.vector(4, 5).unwrap(), 0xff85_0000);
        let compare = "v_cmp_eq_u32_sdwa s[4:5], v2, v0 src0_sel:BYTE_0 src1_sel:DWORD";
        run("gfx90a", &mut wave, &["v_xor_b32_e32 v2, 3, v2", compare]).unwrap();
        assert_eq!(wave.scalar64(4), u64::MAX);
    }

    #[test]
    fn pairs_read_before_they_write() {
        let mut wave = wave(32);
        run("gfx1100", &mut wave, &["v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0"]).unwrap();
        assert_eq!((wave.vector(0, 9).unwrap(), wave.vector(1, 9).unwrap()), (0.5f32.to_bits(), 9));
    }

    #[test]
    fn packed_numbers() {
        let mut wave = wave(64);
        let lines = ["v_pk_add_u16 v4, v2, v0 op_sel_hi:[1,0]", "v_pk_mul_f32 v[6:7], v[0:1], v[0:1] op_sel:[1,0]"];
        run("gfx90a", &mut wave, &lines).unwrap();
        assert_eq!(wave.vector(4, 4).unwrap(), 0x8005_7f0b);
        let [low, high] = [6, 7].map(|index| f32::from_bits(wave.vector(index, 4).unwrap()));
        assert_eq!((low, high), (-4.5 * f32::from_bits(4), 20.25));
    }

    #[test]
    fn values_of_other_lanes() {
        let mut wave = wave(64);
        let lines = ["ds_bpermute_b32 v4, v3, v0", "v_readlane_b32 s4, v0, 63", "v_writelane_b32 v5, s4, 2"];
        run("gfx942", &mut wave, &lines).unwrap();
        assert_eq!((wave.vector(4, 6).unwrap(), wave.scalar(4), wave.vector(5, 2).unwrap()), (7, 63, 63));
        // A lane that is off gives nothing.
        run("gfx942", &mut wave, &["s_mov_b64 exec, 1", "ds_bpermute_b32 v4, v3, v0"]).unwrap();
        assert_eq!(wave.vector(4, 0).unwrap(), 0);
    }

    #[test]
    fn registers_found_by_a_number() {
        let mut wave = wave(64);
        let lines = [
            "s_mov_b32 s4, 3",
            "s_set_gpr_idx_on s4, gpr_idx(SRC0)",
            "v_mov_b32_e32 v5, v0",
            "s_set_gpr_idx_off",
            "v_mov_b32_e32 v6, v0",
            "s_set_gpr_idx_on s4, gpr_idx(DST)",
            "v_mov_b32_e32 v4, v1",
            "s_set_gpr_idx_off",
        ];
        run("gfx942", &mut wave, &lines).unwrap();
        let found = [5, 6, 7].map(|index| wave.vector(index, 9).unwrap());
        assert_eq!(found, [32, 9, 0.5f32.to_bits()]);
        assert!(run("gfx942", &mut wave, &["s_set_gpr_idx_on s4, gpr_idx(SRC0)", "v_add_u32_e32 v5, v0, v1"]).is_err());
        assert!(run("gfx942", &mut wave, &["s_set_gpr_idx_on s9, gpr_idx(SRC0)"]).is_err());
        let beyond = ["s_movk_i32 s4, 0xff", "s_set_gpr_idx_on s4, gpr_idx(SRC0)", "v_mov_b32_e32 v5, v0"];
        assert!(run("gfx942", &mut wave, &beyond).is_err());
        let mut wave = self::wave(32);
        run("gfx1100", &mut wave, &["s_mov_b32 m0, 2", "v_movrels_b32_e32 v5, v1", "v_movreld_b32_e32 v4, v0"])
            .unwrap();
        assert_eq!([5, 6].map(|index| wave.vector(index, 9).unwrap()), [32, 9]);
    }

    #[test]
    fn local_and_private_memory() {
        let mut wave = wave(64);
        let lines = [
            "v_lshlrev_b32_e32 v4, 3, v0",
            "ds_write2_b32 v4, v0, v1 offset1:1",
            "ds_read_b64 v[6:7], v4",
            "ds_add_rtn_u32 v8, v4, v0",
            "scratch_store_dword off, v0, off offset:4",
            "scratch_load_ubyte v9, off, off offset:4",
        ];
        run("gfx942", &mut wave, &lines).unwrap();
        assert_eq!([6, 7, 8, 9].map(|index| wave.vector(index, 60).unwrap()), [60, 51.5f32.to_bits(), 60, 60]);
        assert!(run("gfx942", &mut wave, &["ds_read_b32 v4, v4 offset:1020"]).is_err());
        assert!(run("gfx942", &mut wave, &["scratch_load_dword v4, off, off offset:13"]).is_err());
        assert!(run("gfx942", &mut wave, &["global_load_dword v4, v[6:7], off"]).is_err());
    }

    #[test]
    fn branches_and_masks() {
        let mut wave = wave(64);
        let lines = ["v_cmp_gt_u32_e32 vcc, 3, v0", "s_and_saveexec_b64 s[2:3], vcc", "s_cbranch_execz 1"];
        run("gfx942", &mut wave, &lines).unwrap();
        assert_eq!((wave.exec(), wave.scalar64(2), wave.scc, wave.next), (7, u64::MAX, true, 0));
        run("gfx942", &mut wave, &["s_cbranch_scc1 1"]).unwrap();
        assert_eq!(wave.next, 2);
        run("gfx942", &mut wave, &["s_barrier"]).unwrap();
        assert_eq!(wave.state, State::AtBarrier);
    }
}
