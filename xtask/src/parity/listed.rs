//! The items that rustdoc lists, read off the pages that it writes.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// The crates whose items users reach.
const CRATES: [&str; 9] = [
    "xparray",
    "xparray_core",
    "xparray_ir",
    "xparray_cpu",
    "xparray_gpu",
    "xparray_cuda",
    "xparray_rocm",
    "xparray_scipy",
    "xparray_dist",
];

/// All documented items: types, functions by `module::name`, and methods and variants by `Type::name`.
pub fn items() -> Result<HashSet<String>, String> {
    let mut items = HashSet::new();
    for name in CRATES {
        let folder = Path::new("target/doc").join(name);
        add_folder(&folder, name.trim_start_matches("xparray_"), &mut items)
            .map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    Ok(items)
}

fn add_folder(folder: &Path, module: &str, items: &mut HashSet<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(file) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.is_dir() {
            add_folder(&path, file, items)?;
        } else if let Some((kind, name)) = file.strip_suffix(".html").and_then(|file| file.split_once('.')) {
            add_page(kind, name.trim_end_matches('!'), module, &fs::read_to_string(&path)?, items);
        }
    }
    Ok(())
}

fn add_page(kind: &str, name: &str, module: &str, page: &str, items: &mut HashSet<String>) {
    items.insert(format!("{module}::{name}"));
    items.insert(name.to_owned());
    if matches!(kind, "struct" | "enum" | "trait" | "type") {
        items.extend(members(page).map(|member| format!("{name}::{member}")));
    }
}

/// The methods, variants and constants of a type's page: each has a place of its own there.
fn members(page: &str) -> impl Iterator<Item = &str> {
    page.split("id=\"").skip(1).filter_map(|rest| {
        let (kind, name) = rest.split_once('"')?.0.split_once('.')?;
        matches!(kind, "method" | "tymethod" | "variant" | "associatedconstant" | "structfield").then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_members() {
        let page = r#"<section id="method.sum"></section><a id="impl-Add"></a><section id="variant.Ij">"#;
        let mut items = HashSet::new();
        add_page("struct", "Array", "array", page, &mut items);
        for item in ["Array", "array::Array", "Array::sum", "Array::Ij"] {
            assert!(items.contains(item), "{item}");
        }
        assert_eq!(items.len(), 4);
    }
}
