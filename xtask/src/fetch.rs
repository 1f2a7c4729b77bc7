//! Folders below `target` that hold what is fetched once.

use crate::Outcome;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The path of a folder, which `fill` fills the first time.
pub fn folder(name: &str, fill: impl FnOnce(&Path) -> Outcome) -> Result<PathBuf, String> {
    let failed = |e: std::io::Error| format!("{name}: {e}");
    let target = env::current_dir().map_err(failed)?.join("target");
    let (folder, part) = (target.join(name), target.join(format!("{name}.part")));
    if folder.exists() {
        return Ok(folder);
    }
    // Only a complete folder gets the name.
    if part.exists() {
        fs::remove_dir_all(&part).map_err(failed)?;
    }
    fs::create_dir_all(&part).map_err(failed)?;
    fill(&part)?;
    fs::rename(&part, &folder).map_err(failed)?;
    Ok(folder)
}

/// The files of a folder, in order.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}
