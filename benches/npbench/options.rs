//! The command line.

use std::path::PathBuf;
use xparray::BackendKind;

/// The options, for people.
pub const USAGE: &str = "\
usage: npbench --list | --suite DIR [OPTION...] [NAME...]
    --list             print the names of the programs
    --suite DIR        a clone of spcl/npbench; runs ours and the peers' versions in alternation
    --backend NAME     cpu, cuda or rocm (default: the best one here, or what XPARRAY_BACKEND names)
    --size SIZE        S (default), M, L or paper; results are compared with NumPy's at S
    --peers=A,B        numpy, numba, jax, cupy (default: numpy, numba, jax on the CPU, cupy, jax on a GPU)
    --rounds N         rounds of alternation (default 3); a figure is the median over rounds
    --check            compare the results with NumPy's, and time nothing
    --markdown         print the table as Markdown
    --python PATH      the Python that has the peers' packages (default: python3)
    --script FILE      the peers' script (default: benches/npbench/peer.py of the clone that this was built in)
    --data DIR         where arguments and results are exchanged (default: a folder that is removed)
    --serve DIR        answer requests on standard input (benches/npbench/README.md)";

/// What is asked for.
pub struct Options {
    /// `None` is the best one here.
    pub backend: Option<BackendKind>,
    /// What to do.
    pub mode: Mode,
}

/// What to do with the programs.
pub enum Mode {
    /// Print their names.
    List,
    /// Run those that standard input asks for, their arguments in this folder.
    Serve(PathBuf),
    /// Time them in alternation with the peers.
    Compare(Comparison),
}

/// How to compare with the peers.
pub struct Comparison {
    /// The clone of NPBench.
    pub suite: PathBuf,
    /// The programs; none means all.
    pub names: Vec<String>,
    /// The peers; none means the backend's usual ones.
    pub peers: Vec<String>,
    /// NPBench's name of the size.
    pub size: String,
    /// How often each program is measured.
    pub rounds: usize,
    /// Whether nothing is timed.
    pub check: bool,
    /// Whether the table is Markdown.
    pub markdown: bool,
    /// The interpreter.
    pub python: String,
    /// The peers' script.
    pub script: PathBuf,
    /// Where arguments and results are exchanged.
    pub data: Option<PathBuf>,
}

/// Reads the arguments; `None` if help was asked for.
pub fn parse(mut args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let (mut backend, mut mode) = (None, None);
    let mut how = Comparison {
        suite: PathBuf::new(),
        names: Vec::new(),
        peers: Vec::new(),
        size: "S".into(),
        rounds: 3,
        check: false,
        markdown: false,
        python: "python3".into(),
        script: concat!(env!("CARGO_MANIFEST_DIR"), "/npbench/peer.py").into(),
        data: None,
    };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value\n{USAGE}"));
        match arg.as_str() {
            "--help" | "-h" => return Ok(None),
            "--list" => mode = Some(Mode::List),
            "--serve" => mode = Some(Mode::Serve(value()?.into())),
            "--backend" => backend = Some(value()?.parse().map_err(|e: xparray::Error| e.to_string())?),
            "--suite" => how.suite = value()?.into(),
            "--size" => how.size = value()?,
            "--python" => how.python = value()?,
            "--script" => how.script = value()?.into(),
            "--data" => how.data = Some(value()?.into()),
            "--rounds" => {
                how.rounds = value()?.parse().ok().filter(|n| *n > 0).ok_or("--rounds needs a positive number")?;
            }
            "--check" => how.check = true,
            "--markdown" => how.markdown = true,
            _ if arg.starts_with("--peers=") => how.peers = arg[8..].split(',').map(String::from).collect(),
            _ if arg.starts_with('-') => return Err(format!("unknown option {arg}\n{USAGE}")),
            _ => how.names.push(arg),
        }
    }
    if mode.is_none() && how.suite.as_os_str().is_empty() {
        return Err(format!("--suite is missing\n{USAGE}"));
    }
    if !["S", "M", "L", "paper"].contains(&how.size.as_str()) {
        return Err(format!("no size is called {}; there are S, M, L and paper", how.size));
    }
    Ok(Some(Options { backend, mode: mode.unwrap_or(Mode::Compare(how)) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(args: &[&str]) -> Result<Options, String> {
        parse(args.iter().map(|a| (*a).to_owned())).map(|options| options.expect("no help"))
    }

    #[test]
    fn options_are_read() {
        let o = options(&["--suite", "npbench", "--peers=numpy,jax", "--size", "L", "adi", "lu"]).unwrap();
        let Mode::Compare(how) = o.mode else { panic!("no comparison") };
        assert_eq!((how.peers.len(), how.size.as_str(), how.names.len()), (2, "L", 2));
        assert!(matches!(options(&["--list"]).unwrap().mode, Mode::List));
    }

    #[test]
    fn bad_options_are_refused() {
        for args in [&["--rounds", "0"][..], &["adi"], &["--suite"], &["--suite", ".", "--size", "XL"], &["--fast"]] {
            assert!(options(args).is_err(), "{args:?}");
        }
    }
}
