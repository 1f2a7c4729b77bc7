//! What ends one process ends all, soon and with a message: `cargo xtask dist faults`. Without `mpiexec` there is nothing to
//! test.

use std::env;
use std::io;
use std::process::{self, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use xparray::Array;
use xparray::dist::{self, AllReduce, Comm, Mesh, Op};
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
        // A group's first operation asks all of it what they can do.
        says: &["MPI_Allgatherv has waited for", "all processes end"],
        program: waits,
    },
];

/// What the processes do again and again when the rank 1 is killed in the middle.
type Call = fn(&Comm, &Mesh, &Array<f32, Cpu>) -> Outcome;

const CALLS: &[(&str, Call)] = &[
    ("all_reduce", |world, _, x| world.all_reduce(x, Op::Sum).map(drop)),
    ("all_reduce_in_order", |world, _, x| {
        world.all_reduce_with(x, Op::Sum, AllReduce::new().rank_order(true)).map(drop)
    }),
    ("reduce", |world, _, x| world.reduce(x, Op::Sum, 0).map(drop)),
    ("reduce_scatter", |world, _, x| world.reduce_scatter(x, Op::Sum).map(drop)),
    ("all_gather", |world, _, x| world.all_gather(x).map(drop)),
    ("gather", |world, _, x| world.gather(x, 0).map(drop)),
    ("scatter", |world, _, x| world.scatter(x.xp(), Some(x), 0).map(drop)),
    ("broadcast", |world, _, x| world.broadcast(x.xp(), Some(x), 0).map(drop)),
    ("all_to_all", |world, _, x| world.all_to_all(x).map(drop)),
    ("sendrecv", |world, _, x| {
        let (rank, size) = (world.rank(), world.size());
        world.sendrecv(x, (rank + 1) % size, (rank + size - 1) % size, 0).map(drop)
    }),
    ("reshard", |_, mesh, x| {
        let (rows, columns) = (mesh.sharding([Some(0), None])?, mesh.sharding([None, Some(0)])?);
        rows.shard(&x.reshape([1000, 300])?)?.reshard(&columns)?.local().eval()
    }),
    ("barrier", |world, _, _| world.barrier()),
    ("split", |world, _, _| world.split(0, 0)?.map_or(Ok(()), Comm::free)),
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
    let is_chosen = |name: &str| args.is_empty() || args.iter().any(|part| name.contains(&**part));
    for fault in FAULTS.iter().filter(|fault| is_chosen(fault.name)) {
        test(&mpiexec, fault.name, fault.variable, fault.says);
    }
    for (name, _) in CALLS.iter().filter(|(name, _)| is_chosen(name)) {
        test(&mpiexec, name, None, &[]);
    }
    Ok(())
}

/// All processes end, and say this.
fn test(mpiexec: &str, name: &str, variable: Option<(&str, &str)>, says: &[&str]) {
    let begin = Instant::now();
    let output = run(mpiexec, name, variable);
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success(), "{name}: all seemed well:\n{said}");
    for text in says {
        assert!(said.contains(text), "{name}: nobody said {text:?}:\n{said}");
    }
    assert!(!said.contains("nothing has happened"), "{name}: a process went on:\n{said}");
    println!("{name}: all ended after {:.1?}", begin.elapsed());
}

/// Starts three processes that fail, and ends them if they do not end themselves.
fn run(mpiexec: &str, name: &str, variable: Option<(&str, &str)>) -> Output {
    let mut command = Command::new(mpiexec);
    command.args(["-n", "3"]).arg(env::current_exe().unwrap()).env("XPARRAY_FAULT", name);
    command.env("XPARRAY_DIST_TIMEOUT", "60").envs(variable);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("{name}: processes wait for ever: {:?}", child.wait_with_output());
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().unwrap()
}

/// The part of a process.
fn fail(name: &str) -> Outcome {
    let (world, xp) = (dist::init()?, Cpu::new());
    match FAULTS.iter().find(|fault| fault.name == name) {
        Some(fault) => (fault.program)(&world, &xp)?,
        None => killed_in(&world, &xp, name)?,
    }
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

/// Some other process kills the rank 1 after a while, whatever it does then.
fn killed_in(world: &Comm, xp: &Cpu, name: &str) -> Outcome {
    let (_, call) = CALLS.iter().find(|(of, _)| *of == name).unwrap();
    let (mesh, x) = (world.mesh(world.size())?, xp.ones::<f32>(300_000)?);
    call(world, &mesh, &x)?;
    if world.rank() == 1 {
        thread::spawn(|| Command::new("sh").args(["-c", "sleep 0.02; kill -KILL $PPID"]).status().unwrap());
    }
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(30) {
        call(world, &mesh, &x)?;
    }
    Ok(())
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
