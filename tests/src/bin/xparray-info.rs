//! What xparray finds on a machine, and whether its devices compute what they should.

use std::collections::BTreeMap;
use std::panic;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use xparray::backend::Backend;
use xparray_tests::core_cases;
use xparray_tests::outcome::outcome;
#[cfg(any(feature = "cuda", feature = "rocm", feature = "wgpu"))]
use {xparray::Result, xparray_tests::outcome::required};

const USAGE: &str = "\
usage: xparray-info [--self-test | --world]
Prints the backends of this build, the devices that each finds, and the libraries that it loads, or why it cannot.
    --self-test    runs a part of the conformance suite on every device, one line a family; a failure is exit status 1
    --world        under mpiexec or srun: where each process runs, what carries arrays between them, and how fast
A backend that XPARRAY_REQUIRE names (cpu,cuda,rocm,wgpu) has to be there.";

fn main() -> ExitCode {
    let test = match std::env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [] => false,
        [option] if option == "--self-test" => true,
        [option] if option == "--world" => return world(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    // Panics of cases are lines of the report.
    panic::set_hook(Box::new(|_| {}));
    println!("xparray {}, {} {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH);
    let mut good = true;
    #[cfg(feature = "cuda")]
    {
        use xparray::Cuda;
        good &= gpu(Cuda::count(), Cuda::new, Cuda::libraries, core_cases!(Cuda), test);
    }
    #[cfg(not(feature = "cuda"))]
    println!("cuda: not compiled in");
    #[cfg(feature = "rocm")]
    {
        use xparray::Rocm;
        good &= gpu(Rocm::count(), Rocm::new, Rocm::libraries, core_cases!(Rocm), test);
    }
    #[cfg(not(feature = "rocm"))]
    println!("rocm: not compiled in");
    #[cfg(feature = "wgpu")]
    {
        use xparray::Wgpu;
        good &= gpu(Ok(Wgpu::count()), Wgpu::new, Vec::new, core_cases!(Wgpu), test);
    }
    #[cfg(not(feature = "wgpu"))]
    println!("wgpu: not compiled in");
    #[cfg(feature = "cpu")]
    {
        use xparray::Cpu;
        println!("cpu: 1 device");
        good &= device(0, Cpu::new(), &core_cases!(Cpu), test);
    }
    #[cfg(not(feature = "cpu"))]
    println!("cpu: not compiled in");
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reports the processes of the program, each with the device of its place on its host.
#[cfg(feature = "dist")]
fn world() -> ExitCode {
    use xparray::dist;
    let report = || -> xparray::Result<()> {
        let world = dist::init()?;
        let first = xparray::Device::best()?;
        let others = (1..).map_while(|index| xparray::Device::open(first.kind(), index).ok());
        let devices: Vec<_> = std::iter::once(first.clone()).chain(others).collect();
        let report = world.report(&devices[world.local_rank()? % devices.len()])?;
        if world.rank() == 0 {
            print!("{report}");
        }
        Ok(())
    };
    match report() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(feature = "dist"))]
fn world() -> ExitCode {
    eprintln!("this build has no processes beside its own: it lacks the feature dist");
    ExitCode::FAILURE
}

type Cases<B> = Vec<(&'static str, fn(&B))>;

/// Reports a backend of GPUs; whether all that is needed is there and right.
#[cfg(any(feature = "cuda", feature = "rocm", feature = "wgpu"))]
fn gpu<B: Backend>(
    count: Result<usize>,
    open: fn(usize) -> Result<B>,
    libraries: fn() -> Vec<(&'static str, Result<String>)>,
    cases: Cases<B>,
    test: bool,
) -> bool {
    let count = match count {
        Ok(count) => count,
        Err(error) => {
            println!("{}: {error}", B::NAME);
            return !required(B::NAME);
        }
    };
    println!("{}: {count} {}", B::NAME, if count == 1 { "device" } else { "devices" });
    for (name, found) in libraries() {
        match found {
            Ok(found) => println!("  {name}: {found}"),
            Err(error) => println!("  {name}: {error}"),
        }
    }
    let mut good = count > 0 || !required(B::NAME);
    for index in 0..count {
        match open(index) {
            Ok(xp) => good &= device(index, xp, &cases, test),
            Err(error) => {
                println!("  {}:{index}: {error}", B::NAME);
                good = false;
            }
        }
    }
    good
}

/// Reports a device; whether it is right.
fn device<B: Backend>(index: usize, xp: B, cases: &Cases<B>, test: bool) -> bool {
    let info = xp.info();
    let memory =
        info.memory.map_or_else(String::new, |bytes| format!(", {:.1} GiB", bytes as f64 / (1u64 << 30) as f64));
    println!("  {}:{index}: {}, {} parallel units{memory}", B::NAME, info.name, info.units);
    for (name, value) in &info.details {
        println!("    {name}: {value}");
    }
    !test || self_test(&xp, cases)
}

/// What came of a family's cases.
#[derive(Default)]
struct Family {
    cases: usize,
    failures: Vec<String>,
    time: Duration,
}

fn self_test<B: Backend>(xp: &B, cases: &Cases<B>) -> bool {
    let mut families = BTreeMap::<&str, Family>::new();
    for &(name, case) in cases {
        let (family, case_name) = name.split_once("::").unwrap_or((name, name));
        let family = families.entry(family).or_default();
        let start = Instant::now();
        let result = outcome(case, xp);
        family.time += start.elapsed();
        family.cases += 1;
        if let Err(message) = result {
            let line = message.lines().next().unwrap_or_default();
            family.failures.push(format!("{case_name}: {line}"));
        }
    }
    for (name, Family { cases, failures, time }) in &families {
        let passed = cases - failures.len();
        println!("    {name:<12} {passed} of {cases} passed in {:.1} s", time.as_secs_f64());
        failures.iter().for_each(|failure| println!("      FAILED {failure}"));
    }
    families.values().all(|family| family.failures.is_empty())
}
