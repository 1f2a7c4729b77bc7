//! The notes of a code object: MessagePack, which LLVM's AMDGPU guide describes.

use super::{ENDIAN, File};
use object::read::elf::{FileHeader, SectionHeader};
use rmpv::Value;

/// An argument of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    pub offset: usize,
    pub size: usize,
    pub kind: ArgumentKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// One of the launch.
    Given,
    /// Groups along an axis.
    Groups(usize),
    /// Threads of a group along an axis.
    GroupSize(usize),
    /// Threads of a last, smaller group along an axis.
    Remainder(usize),
    /// The number of axes.
    Axes,
    /// Bytes of LDS that the launch asks for.
    DynamicBytes,
    /// What only printing, heaps and queues of kernels would need.
    Unused,
}

/// Notes on a kernel.
pub struct KernelNotes {
    pub name: String,
    /// Its descriptor's symbol.
    pub symbol: String,
    pub arguments: Vec<Argument>,
    pub most_threads: u32,
}

pub struct Notes {
    /// With its features.
    pub architecture: String,
    pub kernels: Vec<KernelNotes>,
}

fn get<'a>(map: &'a Value, key: &str) -> Option<&'a Value> {
    map.as_map()?.iter().find(|(k, _)| k.as_str() == Some(key)).map(|(_, value)| value)
}

fn text(map: &Value, key: &str) -> Result<String, String> {
    get(map, key).and_then(Value::as_str).map(Into::into).ok_or_else(|| format!("no {key}"))
}

fn number(map: &Value, key: &str) -> Result<usize, String> {
    get(map, key).and_then(Value::as_u64).map(|n| n as usize).ok_or_else(|| format!("no {key}"))
}

fn kind(name: &str) -> ArgumentKind {
    let axis = ["_x", "_y", "_z"].iter().position(|axis| name.ends_with(axis)).unwrap_or(0);
    match name.trim_end_matches(['x', 'y', 'z']) {
        "hidden_block_count_" => ArgumentKind::Groups(axis),
        "hidden_group_size_" => ArgumentKind::GroupSize(axis),
        "hidden_remainder_" => ArgumentKind::Remainder(axis),
        "hidden_grid_dims" => ArgumentKind::Axes,
        "hidden_dynamic_lds_size" => ArgumentKind::DynamicBytes,
        hidden if hidden.starts_with("hidden_") => ArgumentKind::Unused,
        _ => ArgumentKind::Given,
    }
}

fn argument(value: &Value) -> Result<Argument, String> {
    let kind = kind(&text(value, ".value_kind")?);
    Ok(Argument { offset: number(value, ".offset")?, size: number(value, ".size")?, kind })
}

fn kernel(value: &Value) -> Result<KernelNotes, String> {
    let arguments = get(value, ".args").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    Ok(KernelNotes {
        name: text(value, ".name")?,
        symbol: text(value, ".symbol")?,
        arguments: arguments.iter().map(argument).collect::<Result<_, _>>()?,
        most_threads: number(value, ".max_flat_workgroup_size")? as u32,
    })
}

/// The notes of a file.
pub fn read(header: &File, image: &[u8]) -> Result<Notes, String> {
    const AMDGPU_METADATA: u32 = 32;
    let sections = header.sections(ENDIAN, image).map_err(|e| e.to_string())?;
    for section in sections.iter() {
        let Some(mut notes) = section.notes(ENDIAN, image).map_err(|e| e.to_string())? else { continue };
        while let Some(note) = notes.next().map_err(|e| e.to_string())? {
            if note.n_type(ENDIAN) != AMDGPU_METADATA {
                continue;
            }
            let value = rmpv::decode::read_value(&mut note.desc()).map_err(|e| e.to_string())?;
            let target = text(&value, "amdhsa.target")?;
            let architecture = target.rsplit("--").next().unwrap_or_default().to_owned();
            let kernels = get(&value, "amdhsa.kernels").and_then(Value::as_array).ok_or("no kernels")?;
            return Ok(Notes { architecture, kernels: kernels.iter().map(kernel).collect::<Result<_, _>>()? });
        }
    }
    Err("no notes".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_arguments() {
        assert_eq!(kind("hidden_block_count_y"), ArgumentKind::Groups(1));
        assert_eq!(kind("hidden_remainder_z"), ArgumentKind::Remainder(2));
        assert_eq!(kind("hidden_group_size_x"), ArgumentKind::GroupSize(0));
        assert_eq!(kind("hidden_dynamic_lds_size"), ArgumentKind::DynamicBytes);
        assert_eq!(kind("hidden_grid_dims"), ArgumentKind::Axes);
        assert_eq!(kind("hidden_hostcall_buffer"), ArgumentKind::Unused);
        assert_eq!(kind("global_buffer"), ArgumentKind::Given);
        assert_eq!(kind("by_value"), ArgumentKind::Given);
    }
}
