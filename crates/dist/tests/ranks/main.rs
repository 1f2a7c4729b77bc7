//! What processes do together. Every rank runs every case, whose name contains one of the arguments if there are any:
//! `cargo xtask dist --ranks 4`. Without `mpiexec` ranks are threads, one to four of them, or one for each device that
//! `XPARRAY_TEST_DEVICES` lists.

mod algorithms;
mod arrays;
mod collectives;
mod derivatives;
mod devices;
mod files;
mod groups;
mod linear;
mod meshes;
mod messages;
mod orders;
mod reductions;
mod report;
mod shardings;

use xparray::backend::Streams;
use xparray::dist::{self, Comm};
use xparray::prelude::*;

/// A case, and its name.
type Case = (&'static str, fn(&Comm, &Device) -> xparray::Result<()>);

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
    ("derivatives::linear_operations", derivatives::linear_operations),
    ("derivatives::other_reductions", derivatives::other_reductions),
    ("derivatives::distributed_arrays", derivatives::distributed_arrays),
    ("derivatives::refused", derivatives::refused),
    ("devices::operations", devices::operations),
    ("devices::types", devices::types),
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
    ("algorithms::large_sorts", algorithms::large_sorts),
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

/// The devices, one for each rank in turn, where ranks are not on the CPU: `cuda:0,cuda:1`.
const DEVICES: &str = "XPARRAY_TEST_DEVICES";

fn main() -> xparray::Result<()> {
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let listed = std::env::var(DEVICES).unwrap_or_else(|_| "cpu".into());
    let devices: Vec<&str> = listed.split(',').collect();
    let world = dist::init()?;
    run(&world, &devices[world.local_rank()? % devices.len()].parse()?, &names)?;
    if world.describe() != "one process" {
        return Ok(());
    }
    match devices.as_slice() {
        [one] => (1..=4).try_for_each(|threads| local(&vec![*one; threads], &names)),
        several => local(several, &names),
    }
}

/// Ranks that are threads, on streams of their own where they share a device.
fn local(devices: &[&str], names: &[String]) -> xparray::Result<()> {
    let open = |name: &&str| name.parse::<Device>()?.on_new_stream();
    let devices = devices.iter().map(open).collect::<xparray::Result<Vec<_>>>()?;
    Comm::local(&devices, |world, xp| run(world, xp, names)).map(drop)
}

fn run(world: &Comm, xp: &Device, names: &[String]) -> xparray::Result<()> {
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
