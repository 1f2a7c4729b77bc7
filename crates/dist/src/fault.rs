//! How a process ends that others wait for: an error, a panic or an exit code ends all of them, with a message.

use crate::Comm;
use std::ffi::{c_int, c_void};
use std::io::{self, Write as _};
use std::panic;
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

/// What this process is, and how it leaves.
struct Member {
    rank: usize,
    size: usize,
    world: Comm,
    finalise: Box<dyn Fn() + Send + Sync>,
}

static MEMBER: OnceLock<Member> = OnceLock::new();
static ENDED: AtomicBool = AtomicBool::new(false);

#[cfg_attr(not(unix), allow(dead_code))] // Only MPI starts many processes.
/// Sees to it that whatever ends this process lets the others know.
pub(crate) fn watch(world: Comm, finalise: Box<dyn Fn() + Send + Sync>) {
    let (rank, size) = (world.rank(), world.size());
    if MEMBER.set(Member { rank, size, world, finalise }).is_err() {
        return;
    }
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        eprint!("rank {rank} of {size}: ");
        print(info);
    }));
    at_exit(left);
}

/// Ends all processes of the program, with a message that names this one.
pub(crate) fn end(message: &str) -> ! {
    match MEMBER.get() {
        Some(member) => ended(member, 1, &format!("rank {} of {}: {message}", member.rank, member.size)),
        None => eprintln!("{message}"),
    }
    process::exit(1)
}

fn ended(member: &Member, code: i32, message: &str) {
    if !ENDED.swap(true, SeqCst) {
        // In one piece, as others write too; `mpiexec` drops what it has not passed on when it is told to end all.
        let _ = io::stderr().write_all(format!("{message}; all processes end\n").as_bytes());
        thread::sleep(Duration::from_millis(100));
        member.world.abort(code);
    }
}

/// Asks for a function to be called when the program ends, with its exit code; those that asked later are called before.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn at_exit(function: extern "C" fn(c_int, *mut c_void)) {
    unsafe extern "C" {
        fn on_exit(function: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
    }
    // SAFETY: it is the C library's function, and ours lives as long as the program.
    unsafe { on_exit(function, std::ptr::null_mut()) };
}

/// Asks for a function to be called when the program ends. Exit codes are not known here, but panics are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn at_exit(function: extern "C" fn(c_int, *mut c_void)) {
    static ASKED: std::sync::Mutex<Vec<extern "C" fn(c_int, *mut c_void)>> = std::sync::Mutex::new(Vec::new());
    unsafe extern "C" {
        fn atexit(function: extern "C" fn()) -> c_int;
    }
    extern "C" fn leave() {
        let asked = ASKED.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
        asked.into_iter().for_each(|function| function(0, std::ptr::null_mut()));
    }
    ASKED.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(function);
    // SAFETY: it is the C library's function, and ours lives as long as the program.
    unsafe { atexit(leave) };
}

/// The program ends: with the others if all is well, else all of them with it.
extern "C" fn left(code: c_int, _argument: *mut c_void) {
    let Some(member) = MEMBER.get() else { return };
    if ENDED.load(SeqCst) {
        return;
    }
    let Member { rank, size, .. } = member;
    if code != 0 {
        return ended(member, code, &format!("rank {rank} of {size} ended with exit code {code}"));
    }
    match member.world.agree("the end of the program", String::new) {
        Ok(()) => (member.finalise)(),
        Err(error) => ended(member, 1, &format!("rank {rank} of {size}: {error}")),
    }
}
