//! Kernels without reductions.

use super::hoist::hoisted;
use super::line;
use super::shader::Writer;
use super::together::TOGETHER;
use crate::words::{ITEMS, LENGTH, PIECES};
use xparray_ir::Result;

pub(super) fn write(writer: &mut Writer<'_>) -> Result<()> {
    line!(writer.out, "@compute @workgroup_size(256)");
    line!(writer.out, "fn map(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,");
    line!(writer.out, "@builtin(local_invocation_index) lane: u32) {{");
    line!(writer.out, "let step = groups.x * groups.y * 256u;");
    let head = std::mem::take(&mut writer.out);
    line!(writer.out, "var first = (group.y * groups.x + group.x) * 256u + lane;");
    if writer.variant.vector > 1 {
        return vectors(writer, head);
    }
    if writer.together {
        line!(
            writer.out,
            "for (; first + {}u * step < args[{}]; first += {TOGETHER}u * step) {{",
            TOGETHER - 1,
            2 * ITEMS
        );
        writer.together(|number| format!("first + {number}u * step"), loads, finish)?;
        line!(writer.out, "}}");
    }
    line!(writer.out, "for (; first < args[{}]; first += step) {{\nlet t = first;", 2 * ITEMS);
    loads(writer);
    finish(writer)?;
    line!(writer.out, "}}\n}}");
    writer.out = head + &hoisted(&writer.out);
    Ok(())
}

/// A thread takes neighbours; of what is left at the end of a vector, one.
fn vectors(writer: &mut Writer<'_>, head: String) -> Result<()> {
    let axes = 0..writer.variant.kept;
    line!(writer.out, "let own = first;\nfor (; first < args[{}]; first += step) {{\nlet t = first;", 2 * ITEMS);
    writer.vector(axes.clone(), |writer, k| writer.distance(k, axes.clone()), finish)?;
    line!(writer.out, "}}");
    if axes.len() == 1 {
        let [whole, all] = [LENGTH, PIECES].map(|word| 2 * word);
        line!(writer.out, "let t = args[{whole}] + own;\nif (own < args[{all}] - args[{whole}]) {{");
        loads(writer);
        finish(writer)?;
        line!(writer.out, "}}");
    }
    line!(writer.out, "}}");
    writer.out = head + &hoisted(&writer.out);
    Ok(())
}

/// The places and values of element `t`.
fn loads(writer: &mut Writer<'_>) {
    let axes = 0..writer.variant.kept;
    writer.indices("t", axes.clone());
    for (k, _) in writer.section(true) {
        let distance = writer.distance(k, axes.clone());
        line!(writer.out, "let o{k} = {distance};");
        writer.load(k);
    }
}

/// What is made of them.
fn finish(writer: &mut Writer<'_>) -> Result<()> {
    writer.instructions(true)?;
    writer.store(true);
    Ok(())
}
