//! What a device is, in numbers, where it is, and what it reserves.

use crate::device::Gpu;
use crate::driver::{DeviceAttribute, Driver, Limit};
use xparray_ir::Result;

/// What a device is: [`Gpu::properties`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Properties {
    /// The name of the product.
    pub name: String,
    /// The same in every program.
    pub uuid: [u8; 16],
    /// Domain, bus, device and function.
    pub pci_bus_id: String,
    /// Bytes of its memory.
    pub total_memory: usize,
    /// What code is compiled for.
    pub architecture: String,
    /// The attributes that it has.
    pub attributes: Vec<(DeviceAttribute, i32)>,
}

impl Properties {
    /// One of the numbers.
    pub fn attribute(&self, attribute: DeviceAttribute) -> Option<i32> {
        self.attributes.iter().find(|(known, _)| *known == attribute).map(|(_, value)| *value)
    }
}

impl<D: Driver> Gpu<D> {
    /// One of the numbers that the device tells of itself.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// use xparray_gpu::DeviceAttribute;
    /// println!("{} bytes of cache", xp.attribute(DeviceAttribute::L2CacheSize)?);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Library` or `Error::Unavailable` if the driver does not know it.
    #[doc(alias = "deviceGetAttribute")]
    pub fn attribute(&self, attribute: DeviceAttribute) -> Result<i32> {
        self.driver()?.attribute(attribute)
    }

    /// What the device is, with all attributes that the driver knows.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    #[doc(alias = "getDeviceProperties")]
    pub fn properties(&self) -> Result<Properties> {
        let driver = self.driver()?;
        let attributes = DeviceAttribute::ALL.iter().filter_map(|&of| Some((of, driver.attribute(of).ok()?)));
        Ok(Properties {
            name: driver.info().name.clone(),
            uuid: driver.uuid()?,
            pci_bus_id: driver.pci_bus_id()?,
            total_memory: driver.memory()?.1,
            architecture: driver.architecture().to_owned(),
            attributes: attributes.collect(),
        })
    }

    /// Where the device is: domain, bus, device and function, as `0000:17:00.0`.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    #[doc(alias = "deviceGetPCIBusId")]
    pub fn pci_bus_id(&self) -> Result<String> {
        self.driver()?.pci_bus_id()
    }

    /// A handle to the device that is there; see [`Gpu::new`].
    ///
    /// # Errors
    /// `Error::Value` if there is none; `Error::Unavailable` without a driver.
    #[doc(alias = "deviceGetByPCIBusId")]
    pub fn from_pci_bus_id(id: &str) -> Result<Self> {
        Self::new(D::by_pci_bus_id(id)?)
    }

    /// What the device reserves for kernels.
    ///
    /// # Errors
    /// `Error::Library` or `Error::Unavailable` if the driver does not know it.
    #[doc(alias = "deviceGetLimit")]
    pub fn limit(&self, limit: Limit) -> Result<usize> {
        self.driver()?.limit(limit)
    }

    /// Asks the device to reserve more or less; it may take another value, which [`limit`](Gpu::limit) says. Those for
    /// `printf` and `malloc` are for modules that are loaded later.
    ///
    /// # Errors
    /// `Error::Library` for more than there is.
    #[doc(alias = "deviceSetLimit")]
    pub fn set_limit(&self, limit: Limit, value: usize) -> Result<()> {
        self.driver()?.set_limit(limit, value)
    }
}
