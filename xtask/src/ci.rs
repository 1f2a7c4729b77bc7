//! `cargo xtask ci`: the checks that a change must pass.

use crate::Outcome;
use crate::cargo::cargo;
use std::time::Instant;

/// One command of cargo, with its environment.
struct Step {
    name: &'static str,
    env: &'static [(&'static str, &'static str)],
    args: &'static str,
}

const fn step(name: &'static str, args: &'static str) -> Step {
    Step { name, env: &[], args }
}

/// Checks that need no compiled tests come first, and steps with equal flags stand together: they share what is built.
const STEPS: &[Step] = &[
    step("fmt", "fmt --all --check"),
    step("clippy", "clippy --workspace --all-targets -- -D warnings"),
    step("features-none", "clippy --package xparray --lib --no-default-features -- -D warnings"),
    step("features-cpu", "clippy --package xparray --lib --no-default-features --features cpu -- -D warnings"),
    step("features-all", "clippy --package xparray --lib --all-features -- -D warnings"),
    Step { name: "doc", env: &[("RUSTDOCFLAGS", "-D warnings")], args: "doc --workspace --no-deps" },
    // The README's two commands.
    step("test", "test --workspace"),
    step("example-pca", "run --release --example pca"),
    // A machine runs its best instruction set only, so the others are asked for.
    Step {
        name: "isa-baseline",
        env: &[("XPARRAY_CPU_ISA", "baseline")],
        args: "test --package xparray-cpu --package xparray-tests --tests",
    },
    Step {
        name: "isa-avx2",
        env: &[("XPARRAY_CPU_ISA", "avx2")],
        args: "test --package xparray-cpu --package xparray-tests --tests",
    },
    // Every unsafe block under test, with threads. The sanitizer's flag is unstable; the stable toolchain ships its
    // runtime. A target makes cargo leave build scripts and macros alone. Doctests do not take the flag.
    Step {
        name: "asan",
        env: &[("RUSTC_BOOTSTRAP", "1"), ("RUSTFLAGS", "-Zsanitizer=address")],
        args: "test --package xparray-core --package xparray-cpu --package xparray-tests --lib --tests \
               --target x86_64-unknown-linux-gnu --target-dir target/asan",
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
        true => STEPS.iter().collect(),
        false => STEPS.iter().filter(|s| args.iter().any(|a| a == s.name)).collect(),
    };
    let begin = Instant::now();
    for (i, step) in chosen.iter().enumerate() {
        println!("\n[{}/{}] {}: {}", i + 1, chosen.len(), step.name, command_line(step));
        let start = Instant::now();
        let status = cargo().args(step.args.split_whitespace()).envs(step.env.iter().copied()).status();
        match status {
            Ok(status) if status.success() => println!("{} passed in {:.0?}", step.name, start.elapsed()),
            Ok(status) => return Err(format!("{} failed ({status}): {}", step.name, command_line(step))),
            Err(e) => return Err(format!("cargo did not start: {e}")),
        }
    }
    println!("\n{} steps passed in {:.0?}", chosen.len(), begin.elapsed());
    Ok(())
}

fn command_line(step: &Step) -> String {
    let env: String = step.env.iter().map(|(k, v)| format!("{k}='{v}' ")).collect();
    let args: Vec<&str> = step.args.split_whitespace().collect();
    format!("{env}cargo {}", args.join(" "))
}
