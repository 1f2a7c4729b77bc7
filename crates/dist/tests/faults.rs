//! What ends one process ends all, soon and with a message: `cargo xtask dist faults`. Without `mpiexec` there is nothing to
//! test.

use std::env;
use std::io;
use std::process::{self, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use xparray::dist::{self, Comm, Op};
use xparray::prelude::*;

type Outcome = xparray::Result<()>;

/// What goes wrong on the rank 1 of 3, the variable that is set, and what is said.
struct Fault {
    name: &'static str,
    variable: Option<(&'static str, &'static str)>,
    says: &'static [&'static str],
    program: fn(&Comm, &Cpu) -> Outcome,
}

const FAULTS: &[Fault] = &[
    Fault { name: "panic", variable: None, says: &["rank 1 of 3: ", "the cause"], program: panics },
    Fault {
        name: "error",
        variable: None,
        says: &["the cause", "rank 1 of 3 ended with exit code 1; all processes end"],
        program: errors,
    },
    Fault { name: "exit", variable: None, says: &["rank 1 of 3 ended with exit code 7"], program: exits },
    Fault { name: "killed", variable: None, says: &[], program: killed },
    Fault {
        name: "order",
        variable: Some(("XPARRAY_DIST_CHECK", "1")),
        says: &["processes differ: ranks 0, 2: all_reduce (sum) of f32 [4]; rank 1: barrier"],
        program: other_order,
    },
    Fault {
        name: "shape",
        variable: Some(("XPARRAY_DIST_CHECK", "1")),
        says: &["processes differ: ranks 0, 2: all_reduce (sum) of f32 [4]; rank 1: all_reduce (sum) of f32 [5]"],
        program: other_shape,
    },
    Fault {
        name: "type",
        variable: Some(("XPARRAY_DIST_CHECK", "1")),
        says: &["rank 1: all_reduce (sum) of f64 [4]"],
        program: other_type,
    },
    Fault {
        name: "leaves",
        variable: Some(("XPARRAY_DIST_CHECK", "1")),
        says: &["ranks 0, 2: all_reduce (sum) of f32 [4]; rank 1: the end of the program"],
        program: leaves,
    },
    Fault {
        name: "waits",
        variable: Some(("XPARRAY_DIST_TIMEOUT", "1")),
        says: &["MPI_Allreduce has waited for", "all processes end"],
        program: waits,
    },
];

fn main() -> Outcome {
    let args: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    if let Ok(program) = env::var("XPARRAY_FAULT") {
        return fail(&program);
    }
    let Ok(mpiexec) = env::var("XPARRAY_MPIEXEC") else {
        println!("XPARRAY_MPIEXEC names no mpiexec, so no faults are tested");
        return Ok(());
    };
    let chosen = |fault: &&Fault| args.is_empty() || args.iter().any(|part| fault.name.contains(&**part));
    for fault in FAULTS.iter().filter(chosen) {
        let begin = Instant::now();
        let output = run(&mpiexec, fault);
        let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success(), "{}: all seemed well:\n{said}", fault.name);
        for text in fault.says {
            assert!(said.contains(text), "{}: nobody said {text:?}:\n{said}", fault.name);
        }
        assert!(!said.contains("nothing has happened"), "{}: a process went on:\n{said}", fault.name);
        println!("{}: all ended after {:.1?}", fault.name, begin.elapsed());
    }
    Ok(())
}

/// Starts three processes that fail, and ends them if they do not end themselves.
fn run(mpiexec: &str, fault: &Fault) -> Output {
    let mut command = Command::new(mpiexec);
    command.args(["-n", "3"]).arg(env::current_exe().unwrap()).env("XPARRAY_FAULT", fault.name);
    command.env("XPARRAY_DIST_TIMEOUT", "60").envs(fault.variable);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("{}: processes wait for ever: {:?}", fault.name, child.wait_with_output());
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().unwrap()
}

/// The part of a process.
fn fail(name: &str) -> Outcome {
    let world = dist::init()?;
    let fault = FAULTS.iter().find(|fault| fault.name == name).unwrap();
    (fault.program)(&world, &Cpu::new())?;
    println!("nothing has happened");
    Ok(())
}

/// What the other ranks do: wait for the rank 1.
fn sum(world: &Comm, xp: &Cpu) -> Outcome {
    world.all_reduce(&xp.ones::<f32>(4)?, Op::Sum)?.eval()
}

fn panics(world: &Comm, xp: &Cpu) -> Outcome {
    assert!(world.rank() != 1, "the cause");
    sum(world, xp)
}

fn errors(world: &Comm, xp: &Cpu) -> Outcome {
    if world.rank() == 1 {
        return Err(xparray::Error::value("test", "the cause"));
    }
    sum(world, xp)
}

fn exits(world: &Comm, xp: &Cpu) -> Outcome {
    if world.rank() == 1 {
        process::exit(7);
    }
    sum(world, xp)
}

fn killed(world: &Comm, xp: &Cpu) -> Outcome {
    if world.rank() == 1 {
        let outcome: io::Result<_> = Command::new("kill").args(["-KILL", &process::id().to_string()]).status();
        outcome.unwrap();
        thread::sleep(Duration::from_secs(30));
    }
    sum(world, xp)
}

fn other_order(world: &Comm, xp: &Cpu) -> Outcome {
    if world.rank() == 1 {
        return world.barrier();
    }
    sum(world, xp)
}

fn other_shape(world: &Comm, xp: &Cpu) -> Outcome {
    let len = if world.rank() == 1 { 5 } else { 4 };
    world.all_reduce(&xp.ones::<f32>(len)?, Op::Sum)?.eval()
}

fn other_type(world: &Comm, xp: &Cpu) -> Outcome {
    if world.rank() == 1 {
        return world.all_reduce(&xp.ones::<f64>(4)?, Op::Sum)?.eval();
    }
    sum(world, xp)
}

fn leaves(world: &Comm, xp: &Cpu) -> Outcome {
    if world.rank() == 1 {
        process::exit(0);
    }
    sum(world, xp)
}

fn waits(world: &Comm, xp: &Cpu) -> Outcome {
    if world.rank() == 1 {
        thread::sleep(Duration::from_secs(30));
    }
    sum(world, xp)
}
