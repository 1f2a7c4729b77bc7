//! Kernels that read along one axis and write along another: a group turns tiles in its memory.

use super::hoist::hoisted;
use super::line;
use super::shader::Writer;
use super::types::register;
use crate::TILE;
use crate::variant::Access;
use crate::words::DIMS;
use xparray_ir::{DType, Result};

/// The type of a value in a group's memory, which has no truth values.
fn class(dtype: DType) -> &'static str {
    if dtype == DType::Bool { "u32" } else { register(dtype) }
}

/// The entry, with tiles of the innermost axis and `other`.
pub(super) fn write(writer: &mut Writer<'_>, other: usize) -> Result<()> {
    let inner = writer.variant.kept - 1;
    let sites = writer.section(true);
    let is_staged = |k: usize| writer.variant.accesses[k] == Access::Staged;
    let staged: Vec<_> = sites.iter().copied().filter(|&(k, _)| is_staged(k)).collect();
    for &(k, site) in &staged {
        // A column more than a tile has, so that its columns are in different banks.
        line!(writer.out, "var<workgroup> t{k}: array<{}, {}>;", class(site.dtype), TILE * (TILE + 1));
    }
    line!(writer.out, "@compute @workgroup_size(256)");
    line!(writer.out, "fn map(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,");
    line!(writer.out, "@builtin(local_invocation_index) lane: u32) {{");
    line!(writer.out, "let x = lane % {TILE}u;\nlet y = lane / {TILE}u;");
    let head = std::mem::take(&mut writer.out);
    let count = |axis: usize| match axis == inner || axis == other {
        true => format!("((args[{}] + {}u) / {TILE}u)", 2 * (DIMS + axis), TILE - 1),
        false => format!("args[{}]", 2 * (DIMS + axis)),
    };
    let all: Vec<String> = (0..=inner).map(count).collect();
    line!(writer.out, "let tiles = {};", all.join(" * "));
    line!(
        writer.out,
        "for (var tile = group.y * groups.x + group.x; tile < tiles; tile += groups.x * groups.y) {{\nvar rest = tile;"
    );
    for axis in [inner, other].into_iter().chain((0..inner).filter(|&axis| axis != other).rev()) {
        let place = format!("rest % {0}", count(axis));
        match axis == inner || axis == other {
            true => line!(writer.out, "let b{axis} = {place} * {TILE}u;"),
            false => line!(writer.out, "let i{axis} = i32({place});"),
        }
        line!(writer.out, "rest /= {};", count(axis));
    }
    let within = |axis: usize| format!("u32(i{axis}) < args[{}]", 2 * (DIMS + axis));
    let rows = format!("for (var r = y; r < {TILE}u; r += {}u) {{", 256 / TILE);
    // Read along the axis on which neighbours lie.
    line!(writer.out, "{rows}\nlet i{inner} = i32(b{inner} + r);\nlet i{other} = i32(b{other} + x);");
    line!(writer.out, "if ({} && {}) {{", within(inner), within(other));
    for &(k, site) in &staged {
        let distance = writer.distance(k, 0..inner + 1);
        line!(writer.out, "let o{k} = {distance};");
        writer.load(k);
        line!(writer.out, "t{k}[r * {}u + x] = {}(l{k});", TILE + 1, class(site.dtype));
    }
    line!(writer.out, "}}\n}}\nworkgroupBarrier();");
    line!(writer.out, "{rows}\nlet i{inner} = i32(b{inner} + x);\nlet i{other} = i32(b{other} + r);");
    line!(writer.out, "if ({} && {}) {{", within(inner), within(other));
    for &(k, site) in &sites {
        if writer.variant.accesses[k] == Access::Staged {
            line!(writer.out, "let l{k} = {}(t{k}[x * {}u + r]);", register(site.dtype), TILE + 1);
            continue;
        }
        let distance = writer.distance(k, 0..inner + 1);
        line!(writer.out, "let o{k} = {distance};");
        writer.load(k);
    }
    writer.instructions(true)?;
    writer.store(true);
    line!(writer.out, "}}\n}}\nworkgroupBarrier();\n}}\n}}");
    writer.out = head + &hoisted(&writer.out);
    Ok(())
}
