//! Who started this process, by the environment.

/// Who did, as far as the choice of an MPI depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launcher {
    /// No MPI: there is one process.
    None,
    /// MPICH's `mpiexec` or one of its relatives (Intel, Cray), or Slurm by their protocol.
    Mpich,
    /// Open MPI's `mpiexec`.
    OpenMpi,
    /// PMIx, which MPIs of all kinds speak: Slurm, PRRTE.
    Pmix,
}

/// Who did, and how many processes it says that there are.
pub fn detect(variable: impl Fn(&str) -> Option<String>) -> (Launcher, Option<usize>) {
    let number = |name: &str| variable(name).and_then(|text| text.trim().parse().ok());
    if variable("OMPI_COMM_WORLD_RANK").is_some() {
        return (Launcher::OpenMpi, number("OMPI_COMM_WORLD_SIZE"));
    }
    if ["PMI_RANK", "PMI_FD", "PMI_PORT"].iter().any(|name| variable(name).is_some()) {
        return (Launcher::Mpich, number("PMI_SIZE"));
    }
    match variable("PMIX_RANK") {
        Some(_) => (Launcher::Pmix, number("SLURM_NTASKS")),
        None => (Launcher::None, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_are_known_by_their_variables() {
        let found = |set: &[(&str, &str)]| {
            detect(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).into()))
        };
        assert_eq!(found(&[("PATH", "/bin")]), (Launcher::None, None));
        assert_eq!(found(&[("PMI_RANK", "0"), ("PMI_SIZE", "4")]), (Launcher::Mpich, Some(4)));
        // Open MPI's has PMIx as well.
        let open_mpi = [("PMIX_RANK", "1"), ("OMPI_COMM_WORLD_RANK", "1"), ("OMPI_COMM_WORLD_SIZE", "2")];
        assert_eq!(found(&open_mpi), (Launcher::OpenMpi, Some(2)));
        assert_eq!(found(&[("PMIX_RANK", "0"), ("SLURM_NTASKS", "8")]), (Launcher::Pmix, Some(8)));
    }
}
