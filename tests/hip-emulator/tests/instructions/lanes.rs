//! What lanes get of other lanes: DPP, permutations, reads of one lane, counts of lanes.

use super::machine::{Machine, NARROW, WIDE};
use super::numbers::Random;
use xparray_hip_emulator::instruction::operand::EXEC;

/// The pseudocode of a pattern: the lane that another one reads, if there is one.
type From = fn(usize) -> Option<usize>;

/// Masks of lanes that are on.
const MASKS: [u64; 4] = [u64::MAX, 0xffff_0000_f0f0_1234, 1, 0x8000_0000_8000_0001];

/// Moves v2 to v0, whose lanes held 1000.
fn moved(architecture: &str, modifiers: &str, from: From) {
    for mask in MASKS {
        for (rows, banks, zeros) in [(15, 15, false), (15, 15, true), (10, 15, false), (15, 3, false), (5, 12, true)] {
            let mut machine = Machine::new(architecture);
            let lanes = machine.lanes();
            machine.set(2, false, |lane| lane as u64 * 3 + 7);
            machine.set(0, false, |_| 1000);
            let mask = mask & machine.wave.all();
            machine.wave.set_mask(EXEC, mask);
            let bound = if zeros { " bound_ctrl:1" } else { "" };
            let text = format!("v_mov_b32_dpp v0, v2 {modifiers} row_mask:{rows:#x} bank_mask:{banks:#x}{bound}");
            machine.run(&text);
            for lane in 0..lanes {
                let enabled =
                    rows >> (lane / 16) & 1 == 1 && banks >> (lane % 16 / 4) & 1 == 1 && mask >> lane & 1 == 1;
                // A lane that is off can't be read.
                let source = from(lane).filter(|&from| from < lanes && mask >> from & 1 == 1);
                let expected = match source {
                    _ if !enabled => 1000,
                    Some(from) => from as u64 * 3 + 7,
                    None if zeros => 0,
                    None => 1000,
                };
                assert_eq!(machine.get(0, false, lane), expected, "{architecture} {text}, {mask:#x}, lane {lane}");
            }
        }
    }
}

#[test]
fn rows() {
    for architecture in [WIDE, NARROW] {
        moved(architecture, "row_shl:1", |lane| (lane % 16 + 1 < 16).then_some(lane + 1));
        moved(architecture, "row_shr:1", |lane| (lane % 16 >= 1).then(|| lane - 1));
        moved(architecture, "row_shr:8", |lane| (lane % 16 >= 8).then(|| lane - 8));
        moved(architecture, "row_ror:3", |lane| Some(lane / 16 * 16 + (lane % 16 + 13) % 16));
        moved(architecture, "row_mirror", |lane| Some(lane / 16 * 16 + 15 - lane % 16));
        moved(architecture, "row_half_mirror", |lane| Some(lane / 8 * 8 + 7 - lane % 8));
        moved(architecture, "quad_perm:[3,0,2,1]", |lane| Some(lane / 4 * 4 + [3, 0, 2, 1][lane % 4]));
    }
    moved(WIDE, "row_bcast:15", |lane| (lane >= 16).then(|| lane / 16 * 16 - 1));
    moved(WIDE, "row_bcast:31", |lane| (lane >= 32).then_some(31));
    moved(WIDE, "wave_shr:1", |lane| lane.checked_sub(1));
    moved(WIDE, "row_newbcast:5", |lane| Some(lane / 16 * 16 + 5));
    moved(NARROW, "row_share:5", |lane| Some(lane / 16 * 16 + 5));
    moved(NARROW, "row_xmask:6", |lane| Some(lane ^ 6));
}

#[test]
fn operands_of_other_lanes_are_computed_with() {
    let mut machine = Machine::new(WIDE);
    machine.set(2, false, |lane| lane as u64);
    machine.set(4, false, |lane| 100 * lane as u64);
    machine.set(0, false, |_| 9);
    machine.run("v_sub_u32_dpp v0, v2, v4 row_shr:2 row_mask:0xf bank_mask:0xf");
    for lane in 0..64 {
        let expected = if lane % 16 < 2 { 9 } else { (lane as u32 - 2).wrapping_sub(100 * lane as u32).into() };
        assert_eq!(machine.get(0, false, lane), expected);
    }
    let mut machine = Machine::new(NARROW);
    machine.set(2, false, |lane| lane as u64);
    machine.run("v_mov_b32_dpp v0, v2 dpp8:[7,6,5,4,3,2,1,0]");
    (0..32).for_each(|lane| assert_eq!(machine.get(0, false, lane), (lane / 8 * 8 + 7 - lane % 8) as u64));
}

#[test]
fn permutations() {
    for (architecture, mask) in [(WIDE, u64::MAX), (NARROW, u64::MAX), (WIDE, 0xffff_ffff_0000_fffe)] {
        let mut machine = Machine::new(architecture);
        let lanes = machine.lanes();
        let mask = mask & machine.wave.all();
        // A permutation, in bytes and with bits above that do not count.
        let place = |lane: usize| (lane * 5 + 3) % lanes;
        machine.set(4, false, |lane| (place(lane) * 4 + lanes * 4 * 7) as u64);
        machine.set(2, false, |lane| lane as u64 + 100);
        machine.wave.set_mask(EXEC, mask);
        machine.run("ds_bpermute_b32 v6, v4, v2");
        machine.run("ds_permute_b32 v8, v4, v2");
        let on = |lane: usize| mask >> lane & 1 == 1;
        for lane in (0..lanes).filter(|&lane| on(lane)) {
            let from = place(lane);
            assert_eq!(machine.get(6, false, lane), if on(from) { from as u64 + 100 } else { 0 });
            let pushed = (0..lanes).find(|&other| place(other) == lane && on(other));
            assert_eq!(machine.get(8, false, lane), pushed.map_or(0, |other| other as u64 + 100));
        }
    }
}

#[test]
fn single_lanes() {
    let mut machine = Machine::new(WIDE);
    machine.set(2, false, |lane| lane as u64 + 100);
    machine.run("s_mov_b32 s8, 0x85");
    machine.run("v_readlane_b32 s9, v2, s8");
    assert_eq!(machine.wave.scalar(9), 105);
    machine.set(4, false, |_| 1);
    machine.wave.set_mask(EXEC, 0xff00);
    machine.run("v_readfirstlane_b32 s10, v2");
    assert_eq!(machine.wave.scalar(10), 108);
    // It writes lanes that are off.
    machine.run("v_writelane_b32 v4, s9, 3");
    (0..64).for_each(|lane| assert_eq!(machine.get(4, false, lane), if lane == 3 { 105 } else { 1 }));
    machine.wave.set_mask(EXEC, 0);
    machine.run("v_readfirstlane_b32 s10, v2");
    assert_eq!(machine.wave.scalar(10), 100);
}

#[test]
fn lanes_below_are_counted() {
    let mut random = Random::new(3);
    for architecture in [WIDE, NARROW] {
        for _ in 0..20 {
            let mut machine = Machine::new(architecture);
            let mask = random.next();
            machine.wave.set_scalar64(8, mask);
            machine.set(4, false, |_| 7);
            machine.run("v_mbcnt_lo_u32_b32 v0, s8, v4");
            machine.run("v_mbcnt_hi_u32_b32 v6, s9, v0");
            for lane in 0..machine.lanes() {
                let below = (0..lane).filter(|&k| mask >> k & 1 == 1).count() as u64;
                assert_eq!(machine.get(6, false, lane), 7 + below);
            }
        }
    }
}

#[test]
fn registers_are_exchanged_where_lanes_are_on() {
    let mut machine = Machine::new(WIDE);
    machine.set(2, false, |lane| lane as u64);
    machine.set(4, false, |lane| 1000 + lane as u64);
    machine.wave.set_mask(EXEC, 0xff);
    machine.run("v_swap_b32 v2, v4");
    for lane in 0..64u64 {
        let (a, b) = if lane < 8 { (1000 + lane, lane) } else { (lane, 1000 + lane) };
        assert_eq!((machine.get(2, false, lane as usize), machine.get(4, false, lane as usize)), (a, b));
    }
}
