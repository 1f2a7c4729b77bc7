//! What nobody wrote, through instructions.

use super::tests::{run, wave};
use crate::machine::wave::Wave;

/// What is said against instructions, on a wave whose registers v0 to v3 were written.
fn complaint(architecture: &str, lines: &[&str]) -> Option<String> {
    let mut wave = wave(if architecture.starts_with("gfx9") { 64 } else { 32 });
    run(architecture, &mut wave, lines).err().map(|fault| fault.to_string())
}

fn is_noticed(lines: &[&str]) {
    let complaint = complaint("gfx942", lines).unwrap_or_default();
    assert!(complaint.contains("nobody wrote"), "{lines:?}: {complaint}");
}

fn is_harmless(lines: &[&str]) {
    // Of the last one, what it says of an address alone.
    let complaint = complaint("gfx942", lines).unwrap_or_default();
    assert!(!complaint.contains("nobody wrote"), "{lines:?}: {complaint}");
}

#[test]
fn addresses_are_written() {
    is_noticed(&["ds_read_b32 v4, v9"]);
    is_noticed(&["global_load_dword v4, v[8:9], off"]);
    is_noticed(&["global_load_dword v4, v0, s[4:5]"]);
    is_noticed(&["scratch_load_dword v4, v9, off"]);
    is_noticed(&["s_load_dword s4, s[6:7], 0x0"]);
    is_noticed(&["v_add_u32_e32 v4, v0, v9", "v_lshlrev_b32_e32 v4, 2, v4", "ds_read_b32 v4, v4"]);
    // Only the lanes that are on have addresses.
    let masked = ["s_mov_b64 exec, 15", "v_mov_b32_e32 v9, 0", "ds_read_b32 v4, v9"];
    is_harmless(&masked);
    is_noticed(&[&masked[..], &["s_mov_b64 exec, 31", "ds_read_b32 v4, v9"]].concat());
}

#[test]
fn ways_depend_on_what_was_written() {
    is_noticed(&["v_cmp_lt_u32_e32 vcc, 3, v9", "s_and_saveexec_b64 s[2:3], vcc"]);
    is_noticed(&["v_cmp_lt_u32_e32 vcc, 3, v9", "s_cbranch_vccnz 1"]);
    is_noticed(&["v_cmpx_lt_u32_e32 3, v9"]);
    is_noticed(&["s_cmp_eq_u32 s9, 4", "s_cbranch_scc1 1"]);
    is_noticed(&["s_cbranch_scc0 1"]);
    is_noticed(&["s_setpc_b64 s[4:5]"]);
    is_noticed(&["v_readfirstlane_b32 s4, v9", "s_cmp_eq_u32 s4, 4", "s_cbranch_scc1 1"]);
    is_noticed(&["s_or_b64 exec, exec, s[4:5]", "s_mov_b64 exec, s[4:5]"]);
    // Known zeros of a mask hide what is not known.
    is_harmless(&["v_cmp_lt_u32_e32 vcc, 3, v9", "s_and_b64 vcc, vcc, 0", "s_and_saveexec_b64 s[2:3], vcc"]);
    is_harmless(&["v_cmp_gt_u32_e32 vcc, 3, v0", "s_and_b64 exec, exec, vcc", "s_cbranch_execz 1"]);
    is_harmless(&["s_and_b64 s[4:5], s[4:5], 0", "s_cbranch_scc1 1"]);
    // Of what a lane keeps, bits are known as well, until something else is written there.
    let kept = ["s_or_b32 s4, s4, 15", "v_writelane_b32 v9, s4, 2", "v_readlane_b32 s6, v9, 2"];
    let used = ["s_and_b32 s6, s6, 15", "s_cmp_eq_u32 s6, 4", "s_cbranch_scc1 1"];
    is_harmless(&[&kept[..], &used].concat());
    is_noticed(&[&kept[..2], &["v_mov_b32_e32 v9, v8", kept[2]], &used].concat());
    is_noticed(&[&kept[..], &["s_and_b32 s6, s6, 16", "s_cmp_eq_u32 s6, 0", used[2]]].concat());
    // One lane is known to be in it.
    is_harmless(&["s_or_b64 vcc, s[4:5], 1", "s_cbranch_vccnz 1"]);
}

#[test]
fn what_is_stored_was_written() {
    let to = "v_mov_b64_e32 v[10:11], 0";
    let store = "global_store_dword v[10:11], v4, off";
    is_noticed(&[to, store]);
    is_noticed(&[to, "v_fma_f32 v4, v0, v1, v9", store]);
    is_noticed(&[to, "v_cndmask_b32_e64 v4, v0, v1, s[6:7]", store]);
    is_noticed(&[to, "global_atomic_add v[10:11], v4, off"]);
    is_noticed(&[to, "v_mov_b32_dpp v4, v9 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1", store]);
    is_noticed(&[to, "v_pk_add_f16 v4, v0, v9", store]);
    is_noticed(&[to, "ds_bpermute_b32 v4, v3, v9", store]);
    is_noticed(&[to, "v_readlane_b32 s4, v9, 3", "v_mov_b32_e32 v4, s4", store]);
    // A choice that is not taken, parts, and words that nothing depends on.
    is_harmless(&[to, "s_mov_b64 s[6:7], -1", "v_cndmask_b32_e64 v4, v9, v1, s[6:7]", store]);
    is_harmless(&[to, "v_perm_b32 v4, v0, v9, v1", store]);
    is_harmless(&[
        to,
        "v_add_u16_sdwa v4, v0, v1 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0",
        store,
    ]);
    is_harmless(&[to, "v_mov_b32_e32 v8, v0", "v_mad_u64_u32 v[4:5], s[6:7], v0, v1, v[8:9]", store]);
    is_harmless(&[to, "v_mov_b32_e32 v9, v0", "v_lshrrev_b64 v[4:5], 32, v[8:9]", store]);
    is_harmless(&[to, "v_writelane_b32 v9, 5, 2", "v_readlane_b32 s4, v9, 2", "v_mov_b32_e32 v4, s4", store]);
}

#[test]
fn memory_passes_on_what_nobody_wrote() {
    let to = "v_mov_b64_e32 v[10:11], 0";
    let store = "global_store_dword v[10:11], v4, off";
    let address = "v_lshlrev_b32_e32 v8, 3, v0";
    is_noticed(&[to, address, "ds_read_b32 v4, v8", store]);
    is_noticed(&[to, address, "ds_write_b32 v8, v9", "ds_read_b32 v4, v8", store]);
    is_noticed(&[to, address, "ds_add_rtn_u32 v4, v8, v0", store]);
    is_noticed(&[to, address, "ds_write_b32 v8, v0", "ds_add_u32 v8, v9", "ds_read_b32 v4, v8", store]);
    is_noticed(&[to, "scratch_store_dword off, v9, off", "scratch_load_dword v4, off, off", store]);
    is_noticed(&[to, "scratch_load_dword v4, off, off offset:4", store]);
    is_harmless(&[to, address, "ds_write_b32 v8, v0", "ds_read_b32 v4, v8", store]);
    is_harmless(&[to, address, "ds_wrxchg_rtn_b32 v5, v8, v0", "ds_read_b32 v4, v8", store]);
    is_harmless(&[to, "scratch_store_dword off, v0, off", "scratch_load_dword v4, off, off", store]);
    is_harmless(&[to, "scratch_store_dword off, v9, off", "scratch_store_dword off, v0, off offset:4"]);
}

#[test]
fn masks_of_32_lanes_are_one_register() {
    let compare = "v_cmp_lt_u32_e32 vcc_lo, 3, v9";
    assert!(complaint("gfx1100", &[compare, "s_and_saveexec_b32 s2, vcc_lo"]).is_some());
    assert!(complaint("gfx1100", &["v_cmp_lt_u32_e32 vcc_lo, 3, v0", "s_and_saveexec_b32 s2, vcc_lo"]).is_none());
    assert!(complaint("gfx1100", &["s_mov_b32 vcc_lo, 0", "s_cbranch_vccz 1"]).is_none());
}

#[test]
fn waves_begin_with_a_pattern() {
    let wave = Wave::new(0, 64, 8, 0, 4);
    assert!(wave.vector(7, 63).unwrap() != 0 && wave.scalar(7) != 0);
}
