//! What processes do together. Every rank runs every case, whose name contains one of the arguments if there are any:
//! `cargo xtask dist --ranks 4`. Without `mpiexec` ranks are threads, one to four of them.

mod algorithms;
mod arrays;
mod collectives;
mod files;
mod groups;
mod linear;
mod meshes;
mod messages;
mod orders;
mod reductions;
mod report;
mod shardings;

use xparray::dist::{self, Comm};
use xparray::prelude::*;

/// A case, and its name.
type Case = (&'static str, fn(&Comm, &Cpu) -> xparray::Result<()>);

const CASES: &[Case] = &[
    ("groups::splits", groups::splits),
    ("groups::hosts", groups::hosts),
    ("groups::bad_ranks", groups::bad_ranks),
    ("report::ranks", report::ranks),
    ("reductions::every_type", reductions::every_type),
    ("reductions::every_layout", reductions::every_layout),
    ("reductions::nan", reductions::nan),
    ("reductions::rank_order", reductions::rank_order),
    ("reductions::parts", reductions::parts),
    ("collectives::gathers", collectives::gathers),
    ("collectives::scatters", collectives::scatters),
    ("collectives::broadcasts", collectives::broadcasts),
    ("collectives::exchanges", collectives::exchanges),
    ("collectives::bad_arguments", collectives::bad_arguments),
    ("messages::pairs", messages::pairs),
    ("messages::rings", messages::rings),
    ("messages::edges", messages::edges),
    ("messages::lengths", messages::lengths),
    ("orders::differ", orders::differ),
    ("meshes::grids", meshes::grids),
    ("meshes::parts", meshes::parts),
    ("meshes::random", meshes::random),
    ("meshes::resharding", meshes::resharding),
    ("meshes::elementwise", meshes::elementwise),
    ("meshes::reductions", meshes::reductions),
    ("meshes::products", meshes::products),
    ("meshes::slices", meshes::slices),
    ("meshes::halos", meshes::halos),
    ("algorithms::sorting", algorithms::sorting),
    ("algorithms::unique", algorithms::unique),
    ("algorithms::histograms", algorithms::histograms),
    ("algorithms::selection", algorithms::selection),
    ("algorithms::scans", algorithms::scans),
    ("files::parts", files::parts),
    ("linear::transforms", linear::transforms),
    ("linear::tall", linear::tall),
    ("linear::systems", linear::systems),
    ("linear::sparse", linear::sparse),
    ("linear::clusters", linear::clusters),
    ("linear::components", linear::components),
];

fn main() -> xparray::Result<()> {
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let world = dist::init()?;
    run(&world, &Cpu::new(), &names)?;
    if world.describe() == "one process" {
        for threads in 1..=4 {
            let devices: Vec<Cpu> = (0..threads).map(|_| Cpu::new()).collect();
            Comm::local(&devices, |world, xp| run(world, xp, &names))?;
        }
    }
    Ok(())
}

fn run(world: &Comm, xp: &Cpu, names: &[String]) -> xparray::Result<()> {
    let chosen = CASES.iter().filter(|(name, _)| names.is_empty() || names.iter().any(|part| name.contains(&**part)));
    let mut count = 0;
    for (name, case) in chosen {
        case(world, xp).inspect_err(|_| eprintln!("{name} failed on rank {}", world.rank()))?;
        world.barrier()?;
        count += 1;
    }
    if world.rank() == 0 {
        println!("{count} cases passed on {} ranks, by {}", world.size(), world.describe());
    }
    Ok(())
}
