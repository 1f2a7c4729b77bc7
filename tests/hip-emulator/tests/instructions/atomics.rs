//! Atomic operations on LDS and on memory of the device, and loads and stores of all formats.

use super::machine::{Machine, NARROW, WIDE};
use super::numbers::{doubles, f32_of, f64_of, longs, singles, words};
use xparray_hip_emulator::machine::space::{self, Allocation, Kind};

/// Names for LDS and for global memory, whether operands have 64 bits, and what is left of an old value and an operand.
struct Operation {
    shared: &'static str,
    global: &'static str,
    wide: bool,
    new: fn(u64, u64) -> u64,
}

const fn operation(shared: &'static str, global: &'static str, wide: bool, new: fn(u64, u64) -> u64) -> Operation {
    Operation { shared, global, wide, new }
}

const INTEGERS: [Operation; 16] = [
    operation("add_rtn_u32", "add", false, |old, x| (old + x) & 0xffff_ffff),
    operation("sub_rtn_u32", "sub", false, |old, x| (old + (1 << 32) - x) & 0xffff_ffff),
    operation("min_rtn_i32", "smin", false, |old, x| if (x as i32) < old as i32 { x } else { old }),
    operation("max_rtn_i32", "smax", false, |old, x| if (x as i32) > old as i32 { x } else { old }),
    operation("min_rtn_u32", "umin", false, |old, x| if x < old { x } else { old }),
    operation("max_rtn_u32", "umax", false, |old, x| if x > old { x } else { old }),
    operation("and_rtn_b32", "and", false, |old, x| old & x),
    operation("or_rtn_b32", "or", false, |old, x| old | x),
    operation("xor_rtn_b32", "xor", false, |old, x| old ^ x),
    operation("wrxchg_rtn_b32", "swap", false, |_, x| x),
    operation("inc_rtn_u32", "inc", false, |old, x| if old >= x { 0 } else { old + 1 }),
    operation("dec_rtn_u32", "dec", false, |old, x| if old == 0 || old > x { x } else { old - 1 }),
    operation("add_rtn_u64", "add_x2", true, |old, x| (u128::from(old) + u128::from(x)) as u64),
    operation("min_rtn_i64", "smin_x2", true, |old, x| if (x as i64) < old as i64 { x } else { old }),
    operation("max_rtn_u64", "umax_x2", true, |old, x| if x > old { x } else { old }),
    operation("or_rtn_b64", "or_x2", true, |old, x| old | x),
];

const FLOATS: [Operation; 2] = [
    operation("add_rtn_f32", "add_f32", false, |old, x| (f32_of(old) + f32_of(x)).to_bits().into()),
    operation("add_rtn_f64", "add_f64", true, |old, x| (f64_of(old) + f64_of(x)).to_bits()),
];

fn same(a: u64, b: u64, wide: bool, floats: bool) -> bool {
    let nan = |x: u64| if wide { f64_of(x).is_nan() } else { f32_of(x).is_nan() };
    a == b || (floats && nan(a) && nan(b))
}

/// Memory that was written.
fn buffer(bytes: usize) -> u64 {
    let start = space::insert(Allocation::new(bytes, Kind::Device, 0).unwrap());
    space::at(start).unwrap().wrote(start, bytes);
    start as u64
}

fn check(operations: &[Operation], values: fn(bool) -> Vec<u64>, floats: bool) {
    let memory = buffer(64 * 8);
    for Operation { shared, global, wide, new } in operations {
        let (wide, values) = (*wide, values(*wide));
        let (pair, store) = if wide { ("[2:3]", "b64") } else { ("2", "b32") };
        let (result, size) = if wide { ("[0:1]", "dwordx2") } else { ("0", "dword") };
        for step in 1..values.len() {
            let old = |lane: usize| values[lane % values.len()];
            let x = |lane: usize| values[(lane * step + step) % values.len()];
            let mut machine = Machine::new(WIDE);
            machine.set(4, false, |lane| 8 * lane as u64);
            machine.set(8, true, |lane| memory + 8 * lane as u64);
            let texts = [
                vec![
                    format!("ds_write_{store} v4, v{pair}"),
                    format!("ds_{shared} v{result}, v4, v{pair}"),
                    format!("ds_read_{store} v[6:7], v4").replace("v[6:7]", if wide { "v[6:7]" } else { "v6" }),
                ],
                vec![
                    format!("global_store_{size} v[8:9], v{pair}, off"),
                    format!("global_atomic_{global} v{result}, v[8:9], v{pair}, off sc0"),
                    format!("global_load_{size} v{}, v[8:9], off", if wide { "[6:7]" } else { "6" }),
                ],
            ];
            for lines in texts {
                machine.set(2, wide, old);
                machine.run(&lines[0]);
                machine.set(2, wide, x);
                machine.run(&lines[1]);
                machine.run(&lines[2]);
                for lane in 0..64 {
                    assert_eq!(machine.get(0, wide, lane), old(lane), "{}", lines[1]);
                    let (found, expected) = (machine.get(6, wide, lane), new(old(lane), x(lane)));
                    let text = &lines[1];
                    assert!(
                        same(found, expected, wide, floats),
                        "{text}: {:#x}, {:#x}: {found:#x}, not {expected:#x}",
                        old(lane),
                        x(lane)
                    );
                }
            }
        }
    }
    space::remove(memory as usize);
}

#[test]
fn atomic_operations_on_integers() {
    check(&INTEGERS, |wide| if wide { longs() } else { words() }, false);
}

#[test]
fn atomic_sums_of_floats() {
    check(&FLOATS, |wide| if wide { doubles() } else { singles() }, true);
}

/// One place for all lanes: each sees another sum.
#[test]
fn lanes_add_one_after_the_other() {
    for (architecture, text) in [(WIDE, "ds_add_rtn_u32 v0, v4, v2"), (NARROW, "ds_add_rtn_u32 v0, v4, v2")] {
        let mut machine = Machine::new(architecture);
        let lanes = machine.lanes() as u64;
        machine.set(4, false, |_| 16);
        machine.set(2, false, |_| 0);
        machine.run("ds_write_b32 v4, v2");
        machine.set(2, false, |lane| lane as u64 + 1);
        machine.run(text);
        machine.run("ds_read_b32 v6, v4");
        assert_eq!(machine.get(6, false, 0), lanes * (lanes + 1) / 2);
        let mut seen: Vec<u64> = (0..machine.lanes()).map(|lane| machine.get(0, false, lane)).collect();
        seen.dedup();
        assert_eq!(seen.len(), machine.lanes());
    }
}

/// It replaces what is equal: the new value and what it is compared with are in other places in LDS than in memory.
#[test]
fn what_is_equal_is_replaced() {
    let memory = buffer(64 * 4);
    let mut machine = Machine::new(WIDE);
    machine.set(4, false, |lane| 4 * lane as u64);
    machine.set(8, true, |lane| memory + 4 * lane as u64);
    machine.set(10, false, |lane| lane as u64);
    machine.set(12, false, |_| 5);
    machine.run("ds_write_b32 v4, v10");
    machine.run("global_store_dword v[8:9], v10, off");
    // v12 is compared with, v13 is new; in memory v14 is new, v15 is compared with.
    machine.set(13, false, |_| 900);
    machine.run("ds_cmpst_rtn_b32 v0, v4, v12, v13");
    machine.set(14, false, |_| 900);
    machine.set(15, false, |_| 5);
    machine.run("global_atomic_cmpswap v1, v[8:9], v[14:15], off sc0");
    machine.run("ds_read_b32 v6, v4");
    machine.run("global_load_dword v7, v[8:9], off");
    for lane in 0..64 {
        let new = if lane == 5 { 900 } else { lane as u64 };
        let found = [0, 1, 6, 7].map(|register| machine.get(register, false, lane));
        assert_eq!(found, [lane as u64, lane as u64, new, new]);
    }
    space::remove(memory as usize);
}

/// Loads of parts are widened as they say, or leave the other half of a register; stores write the part alone.
#[test]
fn formats() {
    let memory = buffer(64 * 16);
    let mut machine = Machine::new(WIDE);
    let word = |lane: usize| (lane as u32).wrapping_mul(0x9e37_79b9) ^ 0x8081_7f80;
    machine.set(4, false, |lane| 16 * lane as u64);
    machine.set(8, true, |lane| memory + 16 * lane as u64);
    machine.set(2, true, |lane| u64::from(word(lane)) | u64::from(!word(lane)) << 32);
    machine.run("ds_write_b64 v4, v[2:3]");
    machine.run("global_store_dwordx2 v[8:9], v[2:3], off");
    type Expected = fn(u32, u32) -> u32;
    let loads: [(&str, &str, Expected); 9] = [
        ("u8", "ubyte", |x, _| x & 0xff),
        ("i8", "sbyte", |x, _| x as i8 as u32),
        ("u16", "ushort", |x, _| x & 0xffff),
        ("i16", "sshort", |x, _| x as i16 as u32),
        ("b32", "dword", |x, _| x),
        ("u16_d16", "short_d16", |x, old| old & 0xffff_0000 | x & 0xffff),
        ("u16_d16_hi", "short_d16_hi", |x, old| old & 0xffff | x << 16),
        ("u8_d16", "ubyte_d16", |x, old| old & 0xffff_0000 | x & 0xff),
        ("i8_d16_hi", "sbyte_d16_hi", |x, old| old & 0xffff | (x as i8 as u32) << 16),
    ];
    for (shared, global, expected) in loads {
        for offset in [0usize, 2, 4] {
            let texts = [
                format!("ds_read_{shared} v0, v4 offset:{offset}"),
                format!("global_load_{global} v0, v[8:9], off offset:{offset}"),
            ];
            for text in texts {
                machine.set(0, false, |_| 0x1234_5678);
                machine.run(&text);
                for lane in 0..64 {
                    let bytes = (u64::from(word(lane)) | u64::from(!word(lane)) << 32) >> (8 * offset);
                    assert_eq!(machine.get(0, false, lane), expected(bytes as u32, 0x1234_5678).into(), "{text}");
                }
            }
        }
    }
    machine.set(6, false, |_| 0xaabb_ccdd);
    machine.run("ds_write_b8 v4, v6 offset:1");
    machine.run("ds_write_b16_d16_hi v4, v6 offset:2");
    machine.run("global_store_byte v[8:9], v6, off offset:1");
    machine.run("global_store_short_d16_hi v[8:9], v6, off offset:2");
    machine.run("ds_read_b32 v0, v4");
    machine.run("global_load_dword v1, v[8:9], off");
    for lane in 0..64 {
        let expected = u64::from(word(lane) & 0xff | 0xaabb_dd00);
        assert_eq!((machine.get(0, false, lane), machine.get(1, false, lane)), (expected, expected));
    }
    space::remove(memory as usize);
}

/// Pairs of places count elements, or 64 of them.
#[test]
fn two_places_at_once() {
    let mut machine = Machine::new(WIDE);
    machine.set(4, false, |lane| 8 * lane as u64);
    machine.set(2, false, |lane| lane as u64);
    machine.set(3, false, |lane| lane as u64 + 500);
    machine.run("ds_write2_b32 v4, v2, v3 offset1:1");
    machine.run("ds_read2_b32 v[6:7], v4 offset0:1");
    machine.run("ds_write2st64_b32 v4, v2, v3 offset0:4 offset1:8");
    machine.run("ds_read_b32 v0, v4 offset:1024");
    machine.run("ds_read_b32 v1, v4 offset:2048");
    for lane in 0..64u64 {
        let found = [6, 7, 0, 1].map(|register| machine.get(register, false, lane as usize));
        assert_eq!(found, [lane + 500, lane, lane, lane + 500]);
    }
}
