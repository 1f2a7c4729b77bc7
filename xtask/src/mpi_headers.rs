//! The headers of MPIs of all kinds and ages, with which a test compares the tables of `xparray-dist`; those of NCCL and RCCL for another one.

use crate::debian::{self, For};
use crate::mpi::{MPICH, OPEN_MPI};
use crate::{Outcome, fetch, nccl_headers};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A suite with MPICH 4 and Open MPI 4, what holds their headers, and where.
const SUITE: &str = "bookworm";
const PACKAGES: [&str; 2] = ["libmpich-dev", "libopenmpi-dev"];
const OLDER: [&str; 2] =
    ["usr/lib/x86_64-linux-gnu/mpich/include/mpi.h", "usr/lib/x86_64-linux-gnu/openmpi/include/mpi.h"];

/// Lets cargo's command use them.
pub fn prepare(command: &mut Command) -> Outcome {
    let older = fetch::folder("mpi-headers", fill)?;
    let (mpich, open_mpi) = (MPICH.root()?, OPEN_MPI.root()?);
    let mut headers: Vec<PathBuf> = ["mpi_abi.h", "mpi.h"].map(|name| mpich.join("include").join(name)).into();
    headers.push(open_mpi.join("include/mpi.h"));
    headers.extend(OLDER.map(|header| older.join(header)));
    command.env("XPARRAY_MPI_HEADERS", env::join_paths(headers).map_err(|e| e.to_string())?);
    nccl_headers::prepare(command)
}

fn fill(folder: &Path) -> Outcome {
    debian::unpack_alone(SUITE, For::Machine, &PACKAGES, folder)?;
    match OLDER.iter().find(|header| !folder.join(header).is_file()) {
        None => Ok(()),
        Some(missing) => Err(format!("{PACKAGES:?} hold no {missing}")),
    }
}
