//! `cargo xtask`: the project's own commands.

mod aarch64;
mod amd_emulated;
mod bench;
#[cfg(unix)]
mod build_cost;
mod bundle;
mod cargo;
mod ci;
mod debian;
mod deny;
mod dist;
mod errors;
mod fetch;
mod hip_headers;
mod hiprtc;
mod lavapipe;
mod mpi;
mod mpi_headers;
mod msrv;
mod nccl_headers;
mod npbench;
mod nvrtc;
mod parity;
mod python;
mod speed_plot;
mod web;
mod wheel;

use std::path::Path;
use std::process::ExitCode;

/// What every command ends with: nothing, or a message for the terminal.
type Outcome = Result<(), String>;

const USAGE: &str = "\
cargo xtask ci [--list] [STEP...]      the checks that a change must pass, or the named ones
cargo xtask bench [OPTION...]          time the workloads
    --backend NAME     cpu (default), cuda, rocm
    --peers[=A,B]      beside the peers (benches/peers); more options: cargo xtask bench --help
cargo xtask npbench --list | --suite DIR [OPTION...] [NAME...]
                                       NPBench's programs beside the versions of its clone in DIR: --size S|M|L|paper,
                                       --backend NAME, --peers=A,B; more options: cargo xtask npbench --help
cargo xtask amd-emulated [--arch gfx90a|gfx942|gfx1100|gfx1201] [FAMILY...]
                                       the suite of the ROCm backend, or families of it, on an emulated GPU of AMD's
    --table            what passes is written to docs/amd-emulated.md; a family has --minutes N (10)
    --types LIST       only for these element types: f32,i64
cargo xtask build-cost                 the time and the machine code of the README's first command, by crate and module
cargo xtask dist [--ranks N] [--mpi standard|mpich|openmpi] [NAME...]
                                       the tests and examples of xparray-dist under mpiexec, or those that are named
cargo xtask errors                     the errors of functions against mpmath's values, in the tables of docs/functions.md
cargo xtask parity [--check]           holds docs/parity.tsv to the documentation and the tests, and writes docs/parity.md
cargo xtask python [OPTION...]         the Python module's tests; options are pytest's
cargo xtask array-api --suite DIR [OPTION...]
                                       the suite of the array API standard, from its clone in DIR; options are pytest's
cargo xtask speed-plot                 draws docs/speed.svg and docs/npbench.svg from the tables in docs
cargo xtask web [--serve | --check [--update]]
                                       the page of examples/web, in target/web; --serve serves it on this machine, --check runs it
                                       in Chromium, --update keeps its pictures as what they shall be
cargo xtask bundle --features NAME[,NAME] [--hip-on-cuda] [--out DIR]
                                       what runs on a machine without Rust, in DIR (target/bundle) and DIR.tar.gz:
                                       tests, benchmarks, the example and xparray-info for the backends cpu,
                                       cuda, rocm";

fn main() -> ExitCode {
    #[cfg(unix)]
    if build_cost::is_compiler() {
        return build_cost::run_compiler(std::env::args_os().skip(1));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository");
    let args: Vec<String> = std::env::args().skip(1).collect();
    let outcome = std::env::set_current_dir(root).map_err(|e| format!("{}: {e}", root.display())).and_then(|()| {
        match args.first().map(String::as_str) {
            Some("ci") => ci::run(&args[1..]),
            Some("amd-emulated") => amd_emulated::run(&args[1..]),
            Some("bench") => bench::run(&args[1..]),
            Some("npbench") => npbench::run(&args[1..]),
            #[cfg(unix)]
            Some("build-cost") => build_cost::run(&args[1..]),
            Some("dist") => dist::run(&args[1..]),
            Some("errors") => errors::run(),
            Some("parity") => parity::run(&args[1..]),
            Some("python") => python::run(&args[1..]),
            Some("array-api") => python::array_api(&args[1..]),
            Some("speed-plot") => speed_plot::run(&args[1..]),
            Some("bundle") => bundle::run(&args[1..]),
            Some("web") => web::run(&args[1..]),
            _ => Err(USAGE.into()),
        }
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
