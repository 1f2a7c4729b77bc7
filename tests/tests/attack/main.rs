//! Hostile arguments for every method that returns a `Result`: no panic, abort, hang or leak may come of them.
//! Calls that succeed are made again with ever less memory than they need, so that each of their steps fails once.
//!
//! A test is a process of its own that calls one method with many arguments (`calls`, `chance`), under limits of memory
//! and time. It says what it is about to do, so that what ended it is known.
#![cfg(target_os = "linux")]

mod calls;
mod calls_dyn;
mod chance;

use calls::Call;
use chance::Chance;
use libtest_mimic::{Arguments, Failed, Trial};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use std::{env, process, thread};
use xparray::backend::Memory;
use xparray::{Cpu, Error};

/// What a call comes to.
type Outcome = xparray::Result<()>;

/// Tells a process which method to call.
const METHOD: &str = "XPARRAY_ATTACK";
/// How often, each time with other arguments; another number in `XPARRAY_ATTACKS` attacks for longer.
const TIMES: u64 = 60;
/// One of how many calls that succeed is starved, and how many of its steps at most.
const STARVED: u64 = 4;
const STEPS: u32 = 100;
/// Bytes of addresses that a process may have, and bytes that its arrays may have.
const ADDRESSES: u64 = 3 << 30;
const POOL: usize = 64 << 20;
/// What a call may take, on a busy machine.
const LIMIT: Duration = Duration::from_secs(20);

fn main() -> ExitCode {
    if let Ok(name) = env::var(METHOD) {
        let call = calls().find(|call| call.0 == name).expect("a method of the list");
        return attack(call);
    }
    let trials = calls().map(|&(name, _)| Trial::test(name, move || survives(name)));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

fn calls() -> impl Iterator<Item = &'static Call> {
    calls::CALLS.iter().chain(calls_dyn::CALLS)
}

/// Attacks a method in another process.
fn survives(name: &str) -> Result<(), Failed> {
    let mut child = Command::new(env::current_exe()?);
    // The stacks of many threads would take what the limit leaves.
    let output = child.env(METHOD, name).env("RAYON_NUM_THREADS", "2").output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let last = said.rfind("\ncall ").map_or(&*said, |start| &said[start..]);
    let failures: Vec<&str> = said.lines().filter(|line| line.starts_with("FAILED")).take(5).collect();
    Err(format!(
        "{}\n{}\nthe last call:{last}{}",
        output.status,
        failures.join("\n"),
        String::from_utf8_lossy(&output.stderr)
    )
    .into())
}

/// What the watching thread sees: the number of the call that runs.
static RUNNING: AtomicU64 = AtomicU64::new(0);
static PANIC: Mutex<String> = Mutex::new(String::new());

fn attack(&(name, call): &Call) -> ExitCode {
    limit_memory();
    thread::spawn(watch);
    panic::set_hook(Box::new(|info| *PANIC.lock().unwrap() = info.to_string().replace('\n', " ")));
    let times = env::var("XPARRAY_ATTACKS").map_or(TIMES, |times| times.parse().expect("a number"));
    let xp = Cpu::new();
    xp.set_memory_limit(Some(POOL));
    let mut failures = 0;
    for seed in 0..times {
        println!("call {name} {seed}");
        RUNNING.store(seed + 1, Relaxed);
        let outcome = run(&xp, name, call, seed, &mut failures);
        // One in a few, as each is made as often as it has steps.
        if matches!(outcome, Some(Ok(()))) && seed % STARVED == 0 {
            starve(&xp, name, call, seed, &mut failures);
        }
    }
    // The threads of the pool need not be waited for.
    process::exit(i32::from(failures > 0))
}

/// Calls a method once. It panicked if there is no outcome.
fn run(xp: &Cpu, name: &str, call: fn(&Cpu, &mut Chance) -> Outcome, seed: u64, failures: &mut u32) -> Option<Outcome> {
    let before = xp.memory_stats().used_bytes;
    let mut chance = Chance::new(name, seed);
    let outcome: Result<_, Box<dyn Any + Send>> = catch_unwind(AssertUnwindSafe(|| call(xp, &mut chance)));
    match &outcome {
        Ok(Ok(())) => println!("done"),
        Ok(Err(error)) => println!("error: {error}"),
        Err(_) => {
            println!("FAILED {name} {}: {}", chance.drawn(), PANIC.lock().unwrap());
            *failures += 1;
        }
    }
    let kept = xp.memory_stats().used_bytes as i64 - before as i64;
    if kept != 0 {
        println!("FAILED {name} {}: {kept} bytes are kept", chance.drawn());
        *failures += 1;
    }
    outcome.ok()
}

/// Calls a method that succeeds with as little memory as fails at its first allocation, then at the next that asks for more than
/// those before it, and so on until it succeeds.
fn starve(xp: &Cpu, name: &str, call: fn(&Cpu, &mut Chance) -> Outcome, seed: u64, failures: &mut u32) {
    let mut limit = xp.memory_stats().used_bytes;
    for _ in 0..STEPS {
        println!("call {name} {seed} limited to {limit}");
        // What the pool keeps is within the limit.
        xp.free_all_blocks();
        xp.set_memory_limit(Some(limit));
        let outcome = run(xp, name, call, seed, failures);
        xp.set_memory_limit(Some(POOL));
        match outcome {
            // A block may be larger than what is asked for.
            Some(Err(Error::OutOfMemory { asked, used, .. })) => limit = (used + asked).max(limit + 64),
            Some(Ok(())) | None => return,
            Some(Err(error)) => {
                println!("FAILED {name} limited to {limit}: {error}");
                *failures += 1;
                return;
            }
        }
    }
}

fn limit_memory() {
    let limit = libc::rlimit { rlim_cur: ADDRESSES, rlim_max: ADDRESSES };
    // SAFETY: the pointer is to a live variable.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) }, 0);
}

/// Ends the process when one call takes too long.
fn watch() {
    let mut seen = 0;
    loop {
        thread::sleep(LIMIT);
        match RUNNING.load(Relaxed) {
            running if running == seen => {
                println!("FAILED call {} takes more than {LIMIT:?}", running.saturating_sub(1));
                process::exit(2);
            }
            running => seen = running,
        }
    }
}
