//! `cargo xtask ci`: the checks that a change must pass.

use crate::Outcome;
use crate::cargo::{cargo, succeeds};
use crate::{aarch64, amd_emulated, deny, hip_headers, hiprtc, lavapipe, mpi_headers, msrv, nvrtc};
use std::process::Command;
use std::thread;
use std::time::Instant;

/// One command of cargo, with its environment.
struct Step {
    name: &'static str,
    env: &'static [(&'static str, &'static str)],
    /// Adds what is fetched when the step runs.
    prepare: Option<fn(&mut Command) -> Outcome>,
    /// Runs only where it is named.
    on_request: bool,
    /// Runs at the same time as the step before it, because one of them leaves cores idle.
    beside: bool,
    args: &'static str,
}

const fn step(name: &'static str, args: &'static str) -> Step {
    Step { name, env: &[], prepare: None, on_request: false, beside: false, args }
}

/// Checks that need no compiled tests come first, and steps with equal flags stand together: they share what is built.
const STEPS: &[Step] = &[
    step("fmt", "fmt --all --check"),
    // Licences and sources of dependencies. What is known of their weaknesses is fetched from a host of its own, so
    // hosted CI asks for that.
    Step { prepare: Some(deny::prepare), ..step("deny", "deny check --hide-inclusion-graph licenses bans sources") },
    step("clippy", "clippy --workspace --all-targets --all-features -- -D warnings"),
    step("features-none", "clippy --package xparray --lib --no-default-features -- -D warnings"),
    step("features-cpu", "clippy --package xparray --lib --no-default-features --features cpu -- -D warnings"),
    step("features-cuda", "clippy --package xparray --lib --no-default-features --features cuda -- -D warnings"),
    step(
        "features-cpu-cuda",
        "clippy --package xparray --lib --no-default-features --features cpu,cuda -- -D warnings",
    ),
    step("features-wgpu", "clippy --package xparray --lib --no-default-features --features wgpu -- -D warnings"),
    step("features-rocm", "clippy --package xparray --lib --no-default-features --features rocm -- -D warnings"),
    step(
        "features-cuda-rocm",
        "clippy --package xparray --lib --no-default-features --features cuda,rocm -- -D warnings",
    ),
    // Modules of SciPy by themselves.
    step("features-fft", "clippy --package xparray-scipy --lib --no-default-features --features fft -- -D warnings"),
    step(
        "features-sparse",
        "clippy --package xparray-scipy --lib --no-default-features --features linalg,sparse -- -D warnings",
    ),
    step("features-dist", "clippy --package xparray --lib --no-default-features --features dist -- -D warnings"),
    step(
        "features-autodiff",
        "clippy --package xparray --lib --no-default-features --features autodiff -- -D warnings",
    ),
    // The oldest compiler that is promised, with all features of the facade. Clippy looks for younger functions of the
    // standard library, by any compiler.
    Step { prepare: Some(msrv::prepare), ..step("msrv", "check --package xparray --all-features") },
    Step { env: &[("RUSTDOCFLAGS", "-D warnings")], ..step("doc", "doc --workspace --no-deps") },
    // What there is of NumPy's and CuPy's names, held to the documentation just made and to the tests.
    step("parity", "run --quiet --package xtask -- parity --check"),
    // The README's two commands.
    step("test", "test --workspace"),
    // The Python module, from what the tests have compiled.
    step("python", "run --quiet --package xtask -- python"),
    // No GPU is needed to compile what would run on it. hipRTC compiles one program at a time.
    Step { prepare: Some(nvrtc::prepare), ..step("kernels", "test --workspace --test kernels -- --include-ignored") },
    Step {
        prepare: Some(hiprtc::prepare),
        beside: true,
        ..step("kernels-hip", "test --workspace --test kernels -- --include-ignored compile")
    },
    Step { prepare: Some(nvrtc::prepare), ..step("nvrtc", "test --workspace --lib -- --include-ignored nvrtc") },
    // Under the loader that came with the compiler, which does not find what a macro's library is linked to.
    Step {
        prepare: Some(hiprtc::prepare),
        beside: true,
        ..step("hiprtc", "test --workspace --exclude xparray-derive --lib -- --include-ignored hiprtc")
    },
    // The tables of AMD's interfaces against its headers; its libraries' answers on a machine without its GPUs.
    Step {
        prepare: Some(hip_headers::prepare),
        ..step("hip-headers", "test --workspace --lib --test headers -- --include-ignored headers")
    },
    Step { prepare: Some(hiprtc::prepare), ..step("hip-absent", "test --workspace --test device -- absent") },
    // AMD's machine code, executed: kernels that are broken on purpose are noticed, AMD's functions are near mpmath's values.
    Step {
        prepare: Some(hiprtc::prepare),
        ..step("amd-code", "test --workspace --test compiled -- --include-ignored")
    },
    // What the ROCm backend's tests of devices do with kernels of our own. Left out is what
    // calls hipBLAS, hipSOLVER or hipFFT, what starts the program once more, without its loader, and what is large.
    Step {
        prepare: Some(amd_emulated::prepare),
        ..step(
            "amd-emulated",
            "test --workspace --test device -- --skip absent --skip code_is_kept --skip processes:: --skip dense:: \
             --skip fft:: --skip sparse:: --skip primitives:: --skip rocm:: --skip the_second_device_does_all \
             --skip graphs_capture_what_is --skip streams_call_the_host --skip benchmarks_measure \
             --skip events_may_be_untimed --skip the_device_is_waited_for --skip sums_at_places_are_exact",
        )
    },
    // The suite through Vulkan, on a driver that uses the CPU, without what takes it long.
    Step {
        prepare: Some(lavapipe::prepare),
        ..step(
            "wgpu",
            "test --package xparray-wgpu --package xparray-tests --no-default-features --features xparray-tests/wgpu --lib --test wgpu \
             --test products --test indexing --test faults --test ordering --test transforms --test sparse --test many --test factors \
             -- --skip trigonometric --skip exponential --skip complex_ \
             --skip functions:: --skip distributions:: --skip pairs_promote --skip programs_of --skip nan_ --skip extrema --skip truth \
             --skip reductions::products --skip means --skip deviations --skip variances --skip large --skip npy:: --skip printing:: \
             --skip polynomials:: --skip partitions --skip hostile:: --skip spaces_of_arrays --skip long_ --skip sparse --skip linalg:: --skip eig::",
        )
    },
    // The same backend with what a browser has: neither 64-bit integers nor `f64` in shaders.
    Step {
        env: &[("XPARRAY_WGPU_FEATURES", "web")],
        prepare: Some(lavapipe::prepare),
        ..step(
            "wgpu-web",
            "test --package xparray-wgpu --package xparray-tests --no-default-features --features xparray-tests/wgpu --test products \
             --test indexing --test faults --test ordering --test transforms --test sparse --test many --test factors",
        )
    },
    // The page of examples/web in Chromium, with WebGPU on the CPU and without.
    step("web", "run --quiet --package xtask -- web --check"),
    // The tables of MPI's interfaces against its headers; programs on 1 to 4 processes.
    Step {
        prepare: Some(mpi_headers::prepare),
        ..step("mpi-headers", "test --workspace --lib -- --include-ignored declarations")
    },
    step("dist", "run --quiet --package xtask -- dist"),
    // The README's other command. The step `test` runs the example's test, so compiling it once more has to be asked for.
    Step { on_request: true, ..step("example-pca", "run --release --example pca") },
    // A machine runs its best instruction set only, so the others are asked for. All packages are named, as in the step
    // `test`, so that features are the same and nothing is compiled again. Left out are the modules of SciPy, whose
    // kernels the other families run, and what takes long.
    Step {
        env: &[("XPARRAY_CPU_ISA", "baseline")],
        ..step(
            "isa-baseline",
            "test --workspace --lib --test cpu -- --skip distributions --skip sparse --skip scipy --skip stats \
             --skip filtering --skip signal_ --skip ndimage --skip interpolate --skip spatial --skip special \
             --skip large --skip long_ --skip hard_matrices --skip rebuilds --skip diagonalises --skip norms \
             --skip nan_ --skip deviations --skip npy:: --skip printing:: --skip autodiff",
        )
    },
    // Here every kernel that can become machine code does, however small its launches. What has the best instruction set
    // is in the step `test`, and in random kernels of the unit tests.
    Step {
        env: &[("XPARRAY_CPU_ISA", "avx2"), ("XPARRAY_CPU_COMPILE", "always")],
        ..step(
            "isa-avx2",
            "test --workspace --lib --test cpu -- --skip distributions --skip sparse --skip scipy --skip stats \
             --skip filtering --skip signal_ --skip ndimage --skip interpolate --skip spatial --skip special \
             --skip large --skip long_ --skip hard_matrices --skip rebuilds --skip diagonalises --skip norms \
             --skip nan_ --skip deviations --skip npy:: --skip printing:: --skip autodiff",
        )
    },
    // Another processor, under emulation, ten times as slow. Its instructions are the backend's alone, whose unit tests run every
    // kernel; skipped is what takes long there.
    Step {
        prepare: Some(aarch64::prepare),
        ..step(
            "aarch64",
            "test --package xparray-ir --package xparray-cpu --lib --target aarch64-unknown-linux-gnu \
             -- --skip linalg::tests --skip svd::tests --skip eigh::tests --skip exact_sums --skip conjugates_c \
             --skip large --skip long --skip sums_of_products --skip sums_are_accurate",
        )
    },
    // The suite there, which reaches these kernels through code that knows no processor, has to be asked for. Every kernel that can become
    // machine code does.
    Step {
        env: &[("XPARRAY_CPU_COMPILE", "always")],
        prepare: Some(aarch64::prepare),
        on_request: true,
        ..step(
            "aarch64-suite",
            "test --package xparray-tests --no-default-features --features cpu,serde --test cpu \
             --target aarch64-unknown-linux-gnu -- --skip large --skip hostile --skip nan_ --skip norms --skip deviations \
             --skip chains_are --skip limits_are --skip distributions --skip npy:: --skip printing:: --skip ufuncs:: \
             --skip expressions:: --skip polynomials:: --skip eig:: --skip stacks_of_small --skip factors_multiply \
             --skip places_of --skip variances --skip many_deferred",
        )
    },
    // What threads share, in every order that they can take.
    step("loom", "test --manifest-path tests/loom/Cargo.toml --target-dir target/loom"),
    // Every unsafe block under test, with threads. The sanitizer's flag is unstable; the stable toolchain ships its
    // runtime. A target makes cargo leave build scripts and macros alone. Doctests do not take the flag. Skipped is what
    // takes long and accesses memory as what is not. Left out are the modules of SciPy, which have no unsafe code. What
    // is too large for memory fails, as without the sanitizer.
    Step {
        env: &[
            ("RUSTC_BOOTSTRAP", "1"),
            ("RUSTFLAGS", "-Zsanitizer=address"),
            ("ASAN_OPTIONS", "allocator_may_return_null=1"),
        ],
        ..step(
            "asan",
            "test --package xparray-core --package xparray-cpu --package xparray-tests --no-default-features \
             --features xparray-tests/cpu,xparray-tests/serde --lib --test cpu --test layout \
             --target x86_64-unknown-linux-gnu --target-dir target/asan -- --skip large_arrays --skip large_reductions \
             --skip svd_rebuilds::c --skip qr_rebuilds::c --skip exact_sums --skip nan_ --skip norms --skip deviations \
             --skip distributions --skip expressions:: --skip printing:: --skip places_of --skip variances \
             --skip hard_matrices --skip sums_of_products",
        )
    },
    // What threads share. The standard library is compiled with the sanitizer too: of the one that comes with the
    // toolchain it sees no locks, so it takes whatever they protect for races. Its sources are a component of their own
    // (`rustup component add rust-src`), so this step has to be asked for.
    Step {
        on_request: true,
        env: &[("RUSTC_BOOTSTRAP", "1"), ("RUSTFLAGS", "-Zsanitizer=thread")],
        ..step(
            "tsan",
            "test --package xparray-core --package xparray-tests --lib --test cpu -Zbuild-std \
             --target x86_64-unknown-linux-gnu --target-dir target/tsan -- graph concurrency streams memory threads",
        )
    },
];

pub fn run(args: &[String]) -> Outcome {
    if args.iter().any(|a| a == "--list") {
        STEPS.iter().for_each(|s| println!("{:<18}{}", s.name, command_line(s)));
        return Ok(());
    }
    if let Some(unknown) = args.iter().find(|a| STEPS.iter().all(|s| s.name != *a)) {
        return Err(format!("no step is called {unknown}; cargo xtask ci --list names them"));
    }
    let chosen: Vec<&Step> = match args.is_empty() {
        true => STEPS.iter().filter(|s| !s.on_request).collect(),
        false => STEPS.iter().filter(|s| args.iter().any(|a| a == s.name)).collect(),
    };
    let begin = Instant::now();
    for group in chosen.chunk_by(|_, next| next.beside) {
        thread::scope(|scope| {
            let all: Vec<_> = group.iter().map(|&step| scope.spawn(move || run_step(step))).collect();
            all.into_iter().try_for_each(|one| one.join().unwrap_or_else(|_| Err("a step panicked".into())))
        })?;
    }
    println!("\n{} steps passed in {:.0?}", chosen.len(), begin.elapsed());
    Ok(())
}

fn run_step(step: &Step) -> Outcome {
    println!("\n[{}] {}", step.name, command_line(step));
    let start = Instant::now();
    run_command(step).map_err(|e| format!("{} failed ({e}): {}", step.name, command_line(step)))?;
    println!("{} passed in {:.0?}", step.name, start.elapsed());
    Ok(())
}

fn run_command(step: &Step) -> Outcome {
    let mut command = cargo();
    command.envs(step.env.iter().copied());
    // What it adds comes first: arguments of the tests may end the step's.
    if let Some(prepare) = step.prepare {
        prepare(&mut command)?;
    }
    succeeds(command.args(step.args.split_whitespace()))
}

fn command_line(step: &Step) -> String {
    let env: String = step.env.iter().map(|(k, v)| format!("{k}='{v}' ")).collect();
    let args: Vec<&str> = step.args.split_whitespace().collect();
    format!("{env}cargo {}", args.join(" "))
}
