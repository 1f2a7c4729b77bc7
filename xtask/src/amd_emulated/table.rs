//! `cargo xtask amd-emulated --table`: what passes of each family on each architecture, in `docs/amd-emulated.md`.

use super::{ARCHITECTURES, TYPES, root, set};
use crate::cargo::executables;
use crate::{Outcome, hiprtc};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{fs, thread};

const TABLE: &str = "docs/amd-emulated.md";
const HEAD: &str = "\
# The suite on an emulated AMD GPU

Written by `cargo xtask amd-emulated --table [--arch ARCHITECTURE] [--minutes N] [--types LIST] [FAMILY...]`, which runs the named families of the conformance suite,
or all, and puts what came of them here. A cell counts the cases that passed, of those that the family has, and names those that fail. The others had
not ended within the minutes that the family has, most of which AMD's compiler takes; a family that has no cell was not run. Where
cases were for a few element types alone, the cell says which. What this shows
and what not is said in [amd-clusters.md](amd-clusters.md#what-the-emulator-shows).
";

/// What became of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Passed,
    Failed,
    Slow,
}

/// Runs families and writes what came of them.
pub fn run(architectures: &[&str], minutes: u64, types: Option<&str>, families: &[String]) -> Outcome {
    let suite = Suite::build(types)?;
    for &architecture in architectures {
        let cases = suite.cases(architecture)?;
        let mut of_families: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for case in &cases {
            let family = case.split_once("::").map_or(case.as_str(), |(family, _)| family);
            of_families.entry(family).or_default().push(case);
        }
        if let Some(unknown) = families.iter().find(|family| !of_families.contains_key(family.as_str())) {
            return Err(format!("no family {unknown}"));
        }
        of_families.retain(|family, _| families.is_empty() || families.iter().any(|wanted| wanted == family));
        for (family, cases) in of_families {
            let cell = cell(family, &cases, |filter, limit| suite.fates(architecture, filter, limit), minutes)?;
            let cell = cell + &types.map_or(String::new(), |types| format!("; of {}", types.replace(',', ", ")));
            println!("{architecture} {family}: {cell}");
            // What was found out is there if the rest is not waited for; others may write, too.
            let mut rows = fs::read_to_string(TABLE).map(|text| parsed(&text)).unwrap_or_default();
            rows.entry(family.into()).or_default().insert(architecture.into(), cell);
            fs::write(TABLE, text(&rows)).map_err(|e| format!("{TABLE}: {e}"))?;
        }
    }
    Ok(())
}

/// The suite as a program, and the folder with the libraries that it is to find.
struct Suite {
    program: PathBuf,
    root: PathBuf,
    types: Option<String>,
}

impl Suite {
    fn build(types: Option<&str>) -> Result<Self, String> {
        let root = root(&["build", "--package", "xparray-hip-emulator", "--package", "xparray-rccl-threads"])?;
        // Without the CPU backend, which takes longest to compile and has no part in this.
        let features = ["rocm", "scipy", "autodiff", "serde"].map(|name| format!("xparray-tests/{name}")).join(",");
        let package = ["test", "--package", "xparray-tests", "--no-default-features", "--features", &features];
        let built = executables(&[&package[..], &["--test", "rocm", "--no-run"]].concat())?;
        let program = built.into_iter().next().ok_or("cargo built no test program")?;
        Ok(Self { program, root, types: types.map(Into::into) })
    }

    fn command(&self, architecture: &str) -> Result<Command, String> {
        let mut command = hiprtc::run(&self.program)?;
        set(&mut command, &self.root, architecture);
        command.envs(self.types.as_ref().map(|types| (TYPES, types)));
        Ok(command)
    }

    fn cases(&self, architecture: &str) -> Result<Vec<String>, String> {
        let output = self.command(architecture)?.arg("--list").output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let cases: Vec<String> =
            text.lines().filter_map(|line| line.trim().strip_suffix(": test")).map(str::to_owned).collect();
        if cases.is_empty() { Err(format!("{} lists no cases", self.program.display())) } else { Ok(cases) }
    }

    /// The fates of the cases of a filter: also of one that ended the process, or had not ended when time was over.
    fn fates(&self, architecture: &str, filter: &[&str], limit: Duration) -> Result<Vec<(String, Fate)>, String> {
        let mut command = self.command(architecture)?;
        command.args(filter).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| e.to_string())?;
        let (sender, lines) = mpsc::channel();
        let output = child.stdout.take().ok_or("no output")?;
        let reader = thread::spawn(move || {
            // The last line may be half of one, of the case that was running.
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let (end, mut fates, mut running) = (Instant::now() + limit, Vec::new(), None);
        let mut slow = false;
        loop {
            match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => note(&line, &mut fates, &mut running),
                Err(mpsc::RecvTimeoutError::Timeout) if !slow => {
                    slow = true;
                    // It may have ended by itself.
                    let _ = child.kill();
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
        let _ = (child.wait(), reader.join());
        if let Some(case) = running {
            fates.push((case, if slow { Fate::Slow } else { Fate::Failed }));
        }
        Ok(fates)
    }
}

/// Reads a line of a test program: `test family::case ... ok`.
fn note(line: &str, fates: &mut Vec<(String, Fate)>, running: &mut Option<String>) {
    let Some((case, outcome)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) else { return };
    let case = case.trim().to_owned();
    match outcome.trim() {
        "ok" => fates.push((case, Fate::Passed)),
        "FAILED" => fates.push((case, Fate::Failed)),
        "" => *running = Some(case),
        // A case that the device can't pass is not counted.
        _ => {}
    }
}

/// What is said of a family: its cases are run together, and those that had no turn, one by one.
fn cell(
    family: &str,
    cases: &[&str],
    fates: impl Fn(&[&str], Duration) -> Result<Vec<(String, Fate)>, String>,
    minutes: u64,
) -> Result<String, String> {
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let left = || end.saturating_duration_since(Instant::now());
    let filter = format!("{family}::");
    let mut found: BTreeMap<String, Fate> = fates(&[&filter], left())?.into_iter().collect();
    for case in cases {
        if !found.contains_key(*case) && !left().is_zero() {
            found.extend(fates(&["--exact", case], left())?);
        }
    }
    Ok(said(cases, &found))
}

fn said(cases: &[&str], found: &BTreeMap<String, Fate>) -> String {
    let names = |wanted: &dyn Fn(Option<&Fate>) -> bool| {
        let names = cases.iter().filter(|case| wanted(found.get(**case)));
        names.filter_map(|case| case.split_once("::")).map(|(_, name)| format!("`{name}`")).collect::<Vec<_>>()
    };
    let passed = names(&|fate| fate == Some(&Fate::Passed));
    let failed = names(&|fate| fate == Some(&Fate::Failed));
    let mut text = format!("{} of {}", passed.len(), cases.len());
    if !failed.is_empty() {
        text += &format!("; fails: {}", failed.join(", "));
    }
    text
}

/// Cells by families and architectures.
type Rows = BTreeMap<String, BTreeMap<String, String>>;

fn parsed(text: &str) -> Rows {
    let mut rows = Rows::new();
    for line in text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| family") && !line.starts_with("| ---"))
    {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let [family, cells @ ..] = &cells[..] {
            let filled = ARCHITECTURES.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
            rows.insert((*family).into(), filled.map(|(a, cell)| ((*a).into(), (*cell).into())).collect());
        }
    }
    rows
}

fn text(rows: &Rows) -> String {
    let mut text = format!("{HEAD}\n| family | {} |\n|{}\n", ARCHITECTURES.join(" | "), " --- |".repeat(5));
    for (family, cells) in rows {
        let cells = ARCHITECTURES.map(|architecture| cells.get(architecture).map_or("", String::as_str));
        text += &format!("| {family} | {} |\n", cells.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_as_it_is_written() {
        let cells = BTreeMap::from([("gfx942".to_owned(), "2 of 3; fails: `x`".to_owned())]);
        let rows = Rows::from([("views".to_owned(), cells)]);
        let written = text(&rows);
        assert!(written.contains("| views |  | 2 of 3; fails: `x` |  |  |"), "{written}");
        assert_eq!(parsed(&written), rows);
    }

    #[test]
    fn lines_of_test_programs() {
        let (mut fates, mut running) = (Vec::new(), None);
        for line in
            ["running 3 tests", "test a::b  ... ok", "test a::c ... FAILED", "test a::d ... ignored", "test a::e ... "]
        {
            note(line, &mut fates, &mut running);
        }
        assert_eq!(fates, [("a::b".to_owned(), Fate::Passed), ("a::c".to_owned(), Fate::Failed)]);
        assert_eq!(running.as_deref(), Some("a::e"));
    }

    #[test]
    fn cases_without_a_turn_are_run_alone() {
        let fates = |filter: &[&str], _: Duration| {
            let fate = |case: &str, fate| Ok(vec![(case.to_owned(), fate)]);
            match filter {
                ["a::"] => fate("a::b", Fate::Failed),
                ["--exact", case] => fate(case, Fate::Passed),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(cell("a", &["a::b", "a::c"], fates, 1).unwrap(), "1 of 2; fails: `b`");
        assert_eq!(cell("a", &["a::b", "a::c"], fates, 0).unwrap(), "0 of 2; fails: `b`");
    }
}
