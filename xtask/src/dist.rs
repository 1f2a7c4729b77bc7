//! `cargo xtask dist`: programs on several processes, under the `mpiexec` of MPIs that are fetched.

use crate::cargo::{executables, succeeds};
use crate::mpi::{MPICH, Mpi, OPEN_MPI};
use crate::{Outcome, amd_emulated};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The examples that are for several processes.
const EXAMPLES: [&str; 10] = [
    "13_device_by_rank",
    "14_point_to_point",
    "15_independent_tasks",
    "16_scatter_gather",
    "17_distributed_matmul",
    "18_gradients",
    "19_halo_exchange",
    "20_monte_carlo",
    "21_shallow_water",
    "28_data_parallel",
];
/// The numbers of processes where none is named.
const RANKS: [usize; 4] = [1, 2, 3, 4];
/// The cases that see what an interface does. Others only call these operations, so one interface has them all.
const CARRIED: [&str; 6] = ["groups", "reductions", "collectives", "messages", "orders", "resharding"];
/// Arrays as if they were too large for a call, and processes that compare what they do.
const PARTS: [(&str, &str); 2] = [("XPARRAY_MPI_COUNT", "200"), ("XPARRAY_DIST_CHECK", "1")];
/// Seconds after which a call of MPI is taken to hang.
const TIMEOUT: &str = "60";

/// A binary interface, and where there is one.
struct Interface {
    name: &'static str,
    mpi: &'static Mpi,
    /// The library that must be named, as another one is found first.
    library: Option<&'static str>,
}

const INTERFACES: [Interface; 3] = [
    Interface { name: "standard", mpi: &MPICH, library: None },
    Interface { name: "mpich", mpi: &MPICH, library: Some("lib/libmpi.so.12") },
    Interface { name: "openmpi", mpi: &OPEN_MPI, library: None },
];

/// What was asked for.
#[derive(Default)]
struct Asked {
    ranks: Option<usize>,
    interface: Option<String>,
    names: Vec<String>,
}

pub fn run(args: &[String]) -> Outcome {
    let asked = parse(args)?;
    let wanted = |name: &str| asked.names.is_empty() || asked.names.iter().any(|part| name.contains(&**part));
    let interfaces: Vec<&Interface> = match &asked.interface {
        None => INTERFACES.iter().collect(),
        Some(name) => INTERFACES.iter().filter(|interface| interface.name == name).collect(),
    };
    if interfaces.is_empty() {
        return Err("--mpi is one of standard, mpich, openmpi".into());
    }
    for name in ["ranks", "faults"].into_iter().filter(|name| wanted(name)) {
        // With the features of the whole workspace, as of its other tests: little is compiled after them.
        let program = one(executables(&["test", "--no-run", "--workspace", "--test", name])?)?;
        for (place, interface) in interfaces.iter().enumerate() {
            let root = interface.mpi.root()?;
            match (name, asked.ranks) {
                // It starts processes itself.
                ("faults", _) => succeeds(&mut interface.environment(Command::new(&program), &root)?)?,
                (_, Some(ranks)) => interface.start(&program, &[], ranks, &[])?,
                (_, None) => {
                    let cases = if place == 0 { &[][..] } else { &CARRIED };
                    let counts = if place == 0 { &RANKS[..] } else { &RANKS[2..3] };
                    counts.iter().try_for_each(|&ranks| interface.start(&program, cases, ranks, &[]))?;
                    interface.start(&program, &CARRIED, 2, &PARTS)?;
                }
            }
        }
        if name == "ranks" && asked.interface.is_none() {
            // What RCCL does, on devices that are emulated.
            let build = ["test", "--no-run", "--workspace", "--features", "xparray/rocm", "--test", name];
            let program = one(executables(&build)?)?;
            println!("{} on emulated devices", program.display());
            succeeds(amd_emulated::run_ranks(&program, asked.ranks.unwrap_or(3))?.arg("devices"))?;
        }
    }
    for name in EXAMPLES.into_iter().filter(|name| wanted(name)) {
        let build = ["build", "--workspace", "--features", "xparray/dist,xparray/autodiff", "--example", name];
        let program = one(executables(&build)?)?;
        interfaces[0].start(&program, &[], asked.ranks.unwrap_or(4), &[])?;
    }
    Ok(())
}

fn one(programs: Vec<PathBuf>) -> Result<PathBuf, String> {
    programs.into_iter().next_back().ok_or_else(|| "cargo built no program".into())
}

fn parse(args: &[String]) -> Result<Asked, String> {
    let mut asked = Asked::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--ranks" => {
                let number = args.next().and_then(|text| text.parse().ok()).filter(|&number| number > 0);
                asked.ranks = Some(number.ok_or("--ranks takes a number")?);
            }
            "--mpi" => asked.interface = Some(args.next().ok_or("--mpi takes a name")?.clone()),
            option if option.starts_with('-') => return Err(format!("no option is called {option}")),
            name => asked.names.push(name.into()),
        }
    }
    Ok(asked)
}

impl Interface {
    /// Runs a program on so many processes, with arguments and variables of its own.
    fn start(&self, program: &Path, args: &[&str], ranks: usize, variables: &[(&str, &str)]) -> Outcome {
        let root = self.mpi.root()?;
        let mut command = Command::new(root.join("bin/mpiexec"));
        command.arg("-n").arg(ranks.to_string()).arg(program).args(args).envs(variables.iter().copied());
        println!("{} on {ranks} processes, {}", program.display(), self.name);
        succeeds(&mut self.environment(command, &root)?)
    }

    /// Lets a command find this MPI.
    fn environment(&self, mut command: Command, root: &Path) -> Result<Command, String> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = [root.join("bin")].into_iter().chain(env::split_paths(&path));
        command.env("PATH", env::join_paths(folders).map_err(|e| e.to_string())?);
        command.env("XPARRAY_MPIEXEC", root.join("bin/mpiexec")).env("XPARRAY_DIST_TIMEOUT", TIMEOUT);
        if let Some(library) = self.library {
            command.env("XPARRAY_MPI", root.join(library));
        }
        // More processes than cores; in containers, users are root.
        command.envs([
            ("RAYON_NUM_THREADS", "1"),
            ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
            ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
            ("PRTE_ALLOW_RUN_AS_ROOT", "1"),
            ("PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
            ("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe"),
        ]);
        Ok(command)
    }
}
