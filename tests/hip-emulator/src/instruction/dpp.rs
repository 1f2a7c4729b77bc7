//! DPP: operands from other lanes.

use super::text::{Line, integer};
use crate::machine::wave::{LANES, Lanes, lanes_of};

/// Where a lane's operand comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    /// Among four lanes.
    Quad([u8; 4]),
    /// Among eight lanes.
    Eight([u8; 8]),
    /// From higher lanes of a row of 16.
    ShiftLeft(usize),
    ShiftRight(usize),
    Rotate(usize),
    Mirror,
    HalfMirror,
    /// One lane of the row.
    Share(usize),
    Xor(usize),
    /// The last lane of the row before, or of the half before.
    Broadcast(usize),
    /// Through the whole wave.
    WaveShiftRight,
    WaveShiftLeft,
}

/// Other lanes as an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dpp {
    pattern: Pattern,
    /// Rows of 16 lanes, and groups of 4 in each, that are written.
    rows: u32,
    banks: u32,
    /// Lanes that do not exist are zeros, rather than that nothing is written.
    zeros: bool,
    /// Lanes that are off are read as well.
    inactive: bool,
}

fn list<const N: usize>(text: &str) -> Option<[u8; N]> {
    let parts = text.strip_prefix('[')?.strip_suffix(']')?.split(',').map(|part| part.trim().parse().ok());
    parts.collect::<Option<Vec<u8>>>()?.try_into().ok()
}

fn pattern(modifier: &str) -> Option<Pattern> {
    let (name, value) = modifier.split_once(':').unwrap_or((modifier, ""));
    let number = || integer(value).map(|n| n as usize);
    Some(match name {
        "quad_perm" => Pattern::Quad(list(value)?),
        "dpp8" => Pattern::Eight(list(value)?),
        "row_shl" => Pattern::ShiftLeft(number()?),
        "row_shr" => Pattern::ShiftRight(number()?),
        "row_ror" => Pattern::Rotate(number()?),
        "row_mirror" => Pattern::Mirror,
        "row_half_mirror" => Pattern::HalfMirror,
        "row_share" | "row_newbcast" => Pattern::Share(number()?),
        "row_xmask" => Pattern::Xor(number()?),
        "row_bcast" => Pattern::Broadcast(number()?),
        "wave_shr" => Pattern::WaveShiftRight,
        "wave_shl" => Pattern::WaveShiftLeft,
        _ => return None,
    })
}

impl Dpp {
    /// That of an instruction's modifiers, if it has one.
    pub fn of(line: &Line) -> Result<Option<Self>, String> {
        if !line.name.contains("_dpp") {
            return Ok(None);
        }
        let pattern = line.modifiers().find_map(pattern).ok_or("an unknown pattern of lanes")?;
        let mask = |name: &str| line.number(name).unwrap_or(0xf) as u32;
        let eight = matches!(pattern, Pattern::Eight(_));
        Ok(Some(Self {
            pattern,
            rows: mask("row_mask"),
            banks: mask("bank_mask"),
            zeros: line.value("bound_ctrl").is_some() || eight,
            inactive: line.value("fi").is_some(),
        }))
    }

    /// The lane that another one reads.
    fn from(&self, lane: usize) -> Option<usize> {
        let (row, place) = (lane & !15, lane & 15);
        match self.pattern {
            Pattern::Quad(lanes) => Some(lane & !3 | usize::from(lanes[lane & 3])),
            Pattern::Eight(lanes) => Some(lane & !7 | usize::from(lanes[lane & 7])),
            Pattern::ShiftLeft(by) => (place + by < 16).then_some(lane + by),
            Pattern::ShiftRight(by) => (place >= by).then(|| lane - by),
            Pattern::Rotate(by) => Some(row | (place + 16 - by) & 15),
            Pattern::Mirror => Some(row | (15 - place)),
            Pattern::HalfMirror => Some(lane & !7 | (7 - (lane & 7))),
            Pattern::Share(from) => Some(row | from),
            Pattern::Xor(mask) => Some(row | place ^ mask),
            Pattern::Broadcast(31) => lane.checked_sub(32).map(|_| 31),
            Pattern::Broadcast(_) => row.checked_sub(1),
            Pattern::WaveShiftRight => lane.checked_sub(1),
            Pattern::WaveShiftLeft => (lane + 1 < LANES).then_some(lane + 1),
        }
    }

    /// Values of other lanes, and the lanes that are written.
    pub fn apply(&self, values: &Lanes, exec: u64, lanes: usize) -> (Lanes, u64) {
        let (mut moved, mut on) = ([0; LANES], exec);
        for (lane, moved) in moved.iter_mut().enumerate().take(lanes) {
            let enabled = self.rows >> (lane / 16) & 1 != 0 && self.banks >> (lane / 4 % 4) & 1 != 0;
            let source = self.from(lane).filter(|&from| from < lanes && (self.inactive || exec >> from & 1 != 0));
            match source {
                Some(from) if enabled => *moved = values[from],
                None if enabled && self.zeros => {}
                _ => on &= !(1 << lane),
            }
        }
        (moved, on)
    }

    /// Likewise of one bit for each lane.
    pub fn apply_mask(&self, mask: u64, exec: u64, lanes: usize) -> u64 {
        if mask == 0 {
            return 0;
        }
        let (moved, on) = self.apply(&std::array::from_fn(|lane| mask >> lane & 1), exec, lanes);
        lanes_of(on).fold(0, |all, lane| all | moved[lane] << lane)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(text: &str, exec: u64) -> (Lanes, u64) {
        let dpp = Dpp::of(&Line::new(text)).unwrap().unwrap();
        dpp.apply(&std::array::from_fn(|lane| lane as u64), exec, 64)
    }

    #[test]
    fn lanes_of_rows() {
        let (values, on) = applied("v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf", u64::MAX);
        assert_eq!((values[1], values[31]), (0, 30));
        assert_eq!(on, !0x0001_0001_0001_0001);
        let (values, on) = applied("v_mov_b32_dpp v0, v1 row_bcast:15 row_mask:0xa bank_mask:0xf", u64::MAX);
        assert_eq!((values[16], values[50], on), (15, 47, 0xffff_0000_ffff_0000));
        let (values, on) =
            applied("v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1", 1);
        assert_eq!((values[0], on), (0, 1));
        let (values, _) = applied("v_mov_b32_dpp v0, v1 row_half_mirror row_mask:0xf bank_mask:0xf", u64::MAX);
        assert_eq!((values[0], values[9]), (7, 14));
    }
}
