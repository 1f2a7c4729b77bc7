//! Machine code of libraries, by the crate and module of its functions.

use super::Code;
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// The code of libraries, by the name of the crate.
pub fn by_module(libraries: &[PathBuf]) -> Result<Code, String> {
    let mut code = Code::new();
    for path in libraries {
        let modules = code.entry(crate_name(path)).or_default();
        read(path, modules).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(code)
}

/// `libxparray_cpu-0123456789abcdef.rlib` is of `xparray_cpu`.
fn crate_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = stem.strip_prefix("lib").unwrap_or(&stem);
    name.rsplit_once('-').map_or(name, |(name, _)| name).to_owned()
}

/// Adds the code of one library: every function has a section of its own.
fn read(path: &Path, modules: &mut BTreeMap<String, u64>) -> Result<(), Box<dyn std::error::Error>> {
    let data = fs::read(path)?;
    for member in ArchiveFile::parse(&*data)?.members() {
        // Metadata is no object.
        let Ok(object) = object::File::parse(member?.data(&*data)?) else { continue };
        let named = object.symbols().filter_map(|symbol| Some((symbol.section_index()?, symbol.name().ok()?)));
        let names: HashMap<_, _> = named.filter(|(_, name)| !name.is_empty()).collect();
        for section in object.sections().filter(|section| section.kind() == SectionKind::Text && section.size() > 0) {
            let name = names
                .get(&section.index())
                .map_or(String::new(), |name| format!("{:#}", rustc_demangle::demangle(name)));
            *modules.entry(module(&name)).or_insert(0) += section.size();
        }
    }
    Ok(())
}

/// The crate and the first module of a function, or of the type that has it: of `<f32 as a::b::T>::f` they are `a::b`.
fn module(name: &str) -> String {
    let is_path = |c: char| c.is_alphanumeric() || "_:{}#".contains(c);
    let mut paths = name.split(|c| !is_path(c)).filter(|path| path.contains("::") && !path.starts_with(':'));
    let Some(path) = paths.next() else { return "(others)".to_owned() };
    let parts: Vec<&str> = path.split("::").collect();
    match parts[..] {
        [name, module, _, ..] => format!("{name}::{module}"),
        _ => parts[0].to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_belong_to_modules() {
        for (name, expected) in [
            ("xparray_cpu::pool::alloc", "xparray_cpu::pool"),
            ("xparray_cpu::launch::tile::run::<f32, xparray_core::Bool>", "xparray_cpu::launch"),
            ("<xparray_cpu::Cpu as xparray_core::backend::Blas>::dot", "xparray_cpu"),
            ("<xparray_cpu::pool::Pool>::free", "xparray_cpu::pool"),
            ("<f32 as xparray_cpu::vmath::Float>::sin", "xparray_cpu::vmath"),
            ("<&mut [u8] as core::iter::Iterator>::next", "core::iter"),
            ("rayon_core::join::join_context::<xparray_cpu::a::{closure#0}, f32>", "rayon_core::join"),
            ("memcpy", "(others)"),
        ] {
            assert_eq!(module(name), expected, "{name}");
        }
    }

    #[test]
    fn libraries_name_their_crate() {
        assert_eq!(crate_name(Path::new("/t/libxparray_cpu-0123456789abcdef.rlib")), "xparray_cpu");
    }
}
