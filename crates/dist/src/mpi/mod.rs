//! MPI, loaded when the program runs: that of whoever started it.

mod constants;
#[cfg(test)]
mod declarations;
mod file;
mod functions;
mod group;
mod handle;
mod launcher;
mod library;
mod messages;
mod operators;

use crate::transport::Transport;
use file::{Abi, File};
use group::Group;
use handle::Handle;
use launcher::Launcher;
use library::Library;
use std::env;
use std::path::Path;
use xparray_core::{Error, Result};

/// An MPI that is running.
pub(crate) struct Running {
    /// All processes of the program.
    pub world: Box<dyn Transport>,
    /// Ends it.
    pub finalise: Box<dyn Fn() + Send + Sync>,
}

/// The MPI that started the program, if one did or `XPARRAY_MPI` names one.
///
/// # Errors
/// [`Error::Unavailable`] if it is not found, or not the one that started the program; [`Error::Library`].
pub(crate) fn run() -> Result<Option<Running>> {
    let (launcher, size) = launcher::detect(|name| env::var(name).ok());
    let file = match env::var("XPARRAY_MPI") {
        Ok(path) if !path.is_empty() => File::open(Path::new(&path)),
        _ if launcher == Launcher::None => return Ok(None),
        _ => File::find(launcher),
    };
    let file = file.map_err(unavailable)?;
    let running = match file.abi {
        Abi::Mpich => initialised(Library::mpich(&file)),
        Abi::Standard | Abi::OpenMpi => initialised(Library::pointers(&file)),
    }?;
    let world = &running.world;
    // An MPI that another one has started knows nothing of the others.
    match size {
        Some(size) if size != world.size() => Err(unavailable(format!(
            "one of {size} processes sees {} by {} ({}), which did not start them; XPARRAY_MPI=path names another MPI",
            world.size(),
            file.path.display(),
            world.describe()
        ))),
        _ => Ok(Some(running)),
    }
}

fn unavailable(reason: String) -> Error {
    Error::Unavailable { backend: "MPI".into(), reason }
}

fn initialised<H: Handle>(library: Result<Library<H>, String>) -> Result<Running> {
    let library: &'static Library<H> = Box::leak(Box::new(library.map_err(unavailable)?));
    Ok(Running { world: Box::new(Group::world(library)?), finalise: Box::new(|| library.finalise()) })
}
