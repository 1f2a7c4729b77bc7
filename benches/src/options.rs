//! The command line.

use regex::Regex;
use std::path::PathBuf;
use xparray::BackendKind;

/// The options, for people.
pub const USAGE: &str = "\
usage: bench [OPTION...]
    --backend NAME     cpu, cuda, rocm or wgpu (default: the best one here, or what XPARRAY_BACKEND names)
    --filter REGEX     only the rows that match
    --list             print the names of the rows
    --serve            answer names of rows on standard input (benches/peers/README.md)
    --peers[=A,B]      run the peers in alternation, and print the ratios peer / ours
    --python PATH      the Python that has the peers' packages (default: python3)
    --scripts DIR      the peers' scripts (default: benches/peers of the clone that this was built in)
    --first-calls      with --peers: the time of each row's first call in new processes, which traces and compiles
    --rounds N         rounds of alternation (default 5); a figure is the median over rounds
    --markdown         print the table as Markdown";

/// What is asked for.
pub struct Options {
    /// `None` is the best one here.
    pub backend: Option<BackendKind>,
    /// The names of the rows to run.
    pub filter: Regex,
    /// What to do with them.
    pub mode: Mode,
}

/// What to do with the rows.
pub enum Mode {
    /// Print their names.
    List,
    /// Time those whose names come on standard input.
    Serve,
    /// Time them.
    Print,
    /// Time them in alternation with the peers.
    Compare(Comparison),
}

/// How to compare with the peers.
pub struct Comparison {
    /// The peers; none means all.
    pub peers: Vec<String>,
    /// The interpreter.
    pub python: String,
    /// The folder of the peers' scripts.
    pub scripts: PathBuf,
    /// How often each row is measured.
    pub rounds: usize,
    /// Whether the table is Markdown.
    pub markdown: bool,
    /// Whether first calls are timed, in processes of their own, instead of later ones.
    pub first_calls: bool,
}

/// Reads the arguments; `None` if help was asked for.
pub fn parse(args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let (mut backend, mut filter, mut mode) = (None, String::new(), Mode::Print);
    let mut compares = false;
    let mut how = Comparison {
        peers: Vec::new(),
        python: "python3".into(),
        scripts: concat!(env!("CARGO_MANIFEST_DIR"), "/peers").into(),
        rounds: 5,
        markdown: false,
        first_calls: false,
    };
    let mut args = args;
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value\n{USAGE}"));
        match arg.as_str() {
            "--backend" => backend = Some(value()?.parse().map_err(|e: xparray::Error| e.to_string())?),
            "--filter" => filter = value()?,
            "--help" | "-h" => return Ok(None),
            "--list" => mode = Mode::List,
            "--serve" => mode = Mode::Serve,
            "--python" => how.python = value()?,
            "--scripts" => how.scripts = value()?.into(),
            "--rounds" => {
                how.rounds = value()?.parse().ok().filter(|n| *n > 0).ok_or("--rounds needs a positive number")?;
            }
            "--markdown" => how.markdown = true,
            "--first-calls" => how.first_calls = true,
            "--peers" => compares = true,
            _ => match arg.strip_prefix("--peers=") {
                Some(names) => {
                    compares = true;
                    how.peers = names.split(',').map(String::from).collect();
                }
                None => return Err(format!("unknown option {arg}\n{USAGE}")),
            },
        }
    }
    let filter = Regex::new(&filter).map_err(|e| e.to_string())?;
    Ok(Some(Options { backend, filter, mode: if compares { Mode::Compare(how) } else { mode } }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(args: &[&str]) -> Result<Options, String> {
        parse(args.iter().map(|a| (*a).to_owned())).map(|options| options.expect("no help"))
    }

    #[test]
    fn options_are_read() {
        let o = options(&["--peers=numpy,jax", "--rounds", "3", "--filter", "^sum", "--backend", "cpu"]).unwrap();
        assert_eq!((o.backend, o.filter.as_str()), (Some(BackendKind::Cpu), "^sum"));
        let Mode::Compare(how) = o.mode else { panic!("no comparison") };
        assert_eq!((how.peers.len(), how.rounds), (2, 3));
        assert!(matches!(options(&["--list"]).unwrap().mode, Mode::List));
    }

    #[test]
    fn bad_options_are_refused() {
        for args in [&["--rounds", "0"][..], &["--backend"], &["--backend", "vax"], &["--fast"], &["--filter", "("]] {
            assert!(options(args).is_err(), "{args:?}");
        }
    }
}
