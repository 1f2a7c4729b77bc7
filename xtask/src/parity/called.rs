//! The names that tests call, read off their source text.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The conformance suite, what only GPUs have, and what many processes do.
const FOLDERS: [&str; 5] =
    ["tests/src", "tests/tests", "crates/gpu/tests", "crates/backend-cuda/tests", "crates/dist/tests"];

/// The functions of one number.
const TABLE: &str = "crates/ir/src/functions";

/// The names that stand anywhere in the tests but in comments and strings.
pub fn names() -> Result<HashSet<String>, String> {
    let mut names = HashSet::new();
    for folder in FOLDERS.map(Path::new).into_iter().filter(|folder| folder.is_dir()) {
        add_folder(folder, &mut names)?;
    }
    // That calls each function of the table, of which each has a file.
    if names.contains("for_each_function") {
        let files = fs::read_dir(TABLE).map_err(|e| format!("{TABLE}: {e}"))?;
        let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
        names.extend(files.filter_map(|file| stem(file.ok()?.path())));
    }
    Ok(names)
}

fn add_folder(folder: &Path, names: &mut HashSet<String>) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            add_folder(&path, names)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).map_err(failed)?;
            let tokens = text.parse::<TokenStream>().map_err(|e| format!("{}: {e}", path.display()))?;
            add_tokens(tokens, names);
        }
    }
    Ok(())
}

fn add_tokens(tokens: TokenStream, names: &mut HashSet<String>) {
    let mut defined = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => add_tokens(group.stream(), names),
            // A case of the same name is no call.
            TokenTree::Ident(ident) if !defined => {
                defined = ident == "fn" || ident == "mod";
                names.insert(ident.to_string());
                continue;
            }
            _ => {}
        }
        defined = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_strings_and_definitions_are_no_calls() {
        let mut names = HashSet::new();
        let text = "/// tan\npub fn cos() { assert!(x.sin(\"exp\")); } // log";
        add_tokens(text.parse().unwrap(), &mut names);
        assert!(names.contains("sin"));
        for absent in ["cos", "tan", "exp", "log"] {
            assert!(!names.contains(absent), "{absent}");
        }
    }
}
