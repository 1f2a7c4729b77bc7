//! `cargo xtask build-cost`: what the README's first command costs in an empty target folder, by crate, and the machine
//! code that it makes, by module.

mod code;
mod compiler;

pub use compiler::{is_compiler, run_compiler};

use crate::Outcome;
use crate::cargo::{cargo, succeeds};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

const TARGET: &str = "target/build-cost";
/// The crate that has most of the code.
const CPU: &str = "xparray_cpu";

pub fn run(args: &[String]) -> Outcome {
    if let Some(unknown) = args.first() {
        return Err(format!("build-cost has no option {unknown}"));
    }
    let target = Path::new(TARGET);
    match fs::remove_dir_all(target) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(format!("{TARGET}: {e}")),
        _ => fs::create_dir_all(target).map_err(|e| format!("{TARGET}: {e}"))?,
    }
    // Compilers run in other folders.
    let log = fs::canonicalize(target).map_err(|e| format!("{TARGET}: {e}"))?.join("compilers");
    let mut command = cargo();
    command.args(["build", "--release", "--example", "pca", "--target-dir", TARGET]);
    compiler::record(&mut command, &log)?;
    let (start, before) = (Instant::now(), compiler::seconds_of_children());
    succeeds(&mut command)?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), compiler::seconds_of_children() - before);

    let crates = compiler::seconds_by_crate(&log)?;
    let code = code::by_module(&libraries(&target.join("release/deps"))?)?;
    let report = report(cpu, wall, &crates, &code);
    io::stdout().write_all(report.as_bytes()).map_err(|e| e.to_string())
}

/// The libraries of this workspace's crates.
fn libraries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libxparray") && name.ends_with(".rlib")
    };
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).filter(ours).collect())
}

/// Bytes of code of a library's crate, by the crate and module of the function.
type Code = BTreeMap<String, BTreeMap<String, u64>>;

fn report(cpu: f64, wall: f64, crates: &BTreeMap<String, f64>, code: &Code) -> String {
    let bytes_of = |name: &str| code.get(name).map_or(0, |modules| modules.values().sum::<u64>());
    let mut text = format!(
        "\n{cpu:>9.0} CPU seconds\n{wall:>9.0} seconds\n{:>9.2} MB of machine code in xparray-cpu\n\nCPU seconds\n",
        megabytes(bytes_of(CPU))
    );
    let others = cpu - crates.values().sum::<f64>();
    let rows = crates.iter().map(|(name, &seconds)| (name.clone(), seconds));
    rows_of(&mut text, rows.chain([("(build scripts, cargo)".to_owned(), others)]).collect(), 1.0, 1);
    for (name, modules) in code {
        text += &format!("\n{name}: {:.2} MB, of functions of\n", megabytes(bytes_of(name)));
        rows_of(&mut text, modules.iter().map(|(name, &bytes)| (name.clone(), megabytes(bytes))).collect(), 0.02, 2);
    }
    text
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 * 1e-6
}

/// Appends rows, the largest first, those below `least` as one.
fn rows_of(text: &mut String, mut rows: Vec<(String, f64)>, least: f64, digits: usize) {
    let small: Vec<f64> = rows.extract_if(.., |row| row.1 < least).map(|row| row.1).collect();
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    if !small.is_empty() {
        rows.push((format!("({} others)", small.len()), small.iter().sum()));
    }
    rows.iter().for_each(|(name, value)| *text += &format!("{value:>9.digits$} {name}\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_has_the_largest_first_and_the_smallest_together() {
        let crates = [("a", 0.25), ("b", 2.0), ("c", 30.0), ("d", 0.5)].map(|(name, s)| (name.to_owned(), s));
        let modules = [("xparray_cpu::pool", 3_000_000), ("rayon_core", 5_000_000)];
        let code = [(CPU.to_owned(), modules.map(|(name, bytes)| (name.to_owned(), bytes)).into())].into();
        assert_eq!(
            report(40.0, 20.0, &crates.into(), &code),
            "
       40 CPU seconds
       20 seconds
     8.00 MB of machine code in xparray-cpu

CPU seconds
     30.0 c
      7.2 (build scripts, cargo)
      2.0 b
      0.8 (2 others)

xparray_cpu: 8.00 MB, of functions of
     5.00 rayon_core
     3.00 xparray_cpu::pool
"
        );
    }
}
