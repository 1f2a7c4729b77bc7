//! What a device tells of itself.

use crate::backend::Xp;
use xparray_gpu::{DeviceAttribute, Limit};
use xparray_ir::backend::Backend;
use xparray_ir::{Error, Result};

tests!(attributes_and_properties, devices_are_found_by_where_they_are, limits_are_told_and_set);

fn attributes_and_properties(xp: &Xp) -> Result<()> {
    let properties = xp.properties()?;
    println!("{properties:?}");
    let info = xp.info();
    assert_eq!((&properties.name, properties.attributes.len() > 20), (&info.name, true));
    assert_eq!(xp.attribute(DeviceAttribute::MultiprocessorCount)? as usize, info.units);
    assert!([32, 64].contains(&xp.attribute(DeviceAttribute::WarpSize)?));
    assert_eq!(
        properties.attribute(DeviceAttribute::MaxThreadsPerBlock),
        Some(xp.attribute(DeviceAttribute::MaxThreadsPerBlock)?)
    );
    assert!(properties.total_memory > 1 << 30 && properties.uuid != [0; 16]);
    Ok(())
}

fn devices_are_found_by_where_they_are(xp: &Xp) -> Result<()> {
    let id = xp.pci_bus_id()?;
    println!("{id}");
    assert_eq!(Xp::from_pci_bus_id(&id)?.device_id(), xp.device_id());
    for wrong in ["nowhere", "ffff:ff:1f.0", "zero\0byte"] {
        let error = Xp::from_pci_bus_id(wrong).unwrap_err();
        assert!(matches!(&error, Error::Value { .. }), "{error}");
    }
    Ok(())
}

fn limits_are_told_and_set(xp: &Xp) -> Result<()> {
    let before = xp.limit(Limit::StackSize)?;
    assert!(before > 0 && xp.limit(Limit::MallocHeapSize)? > 0);
    xp.set_limit(Limit::StackSize, 4096)?;
    assert!(xp.limit(Limit::StackSize)? >= 4096);
    xp.set_limit(Limit::StackSize, before)
}
