//! What a driver tells of a device, and lets programs set.

use super::lacks;
use xparray_ir::Result;

macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What a device tells of itself as a number; the names are CUDA's, without `CU_DEVICE_ATTRIBUTE`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum DeviceAttribute {
            $($(#[$doc])* $name,)*
        }

        impl DeviceAttribute {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
        }
    };
}

attributes! {
    /// The most threads of a block.
    MaxThreadsPerBlock,
    /// The most threads of a block along its first axis.
    MaxBlockDimX,
    /// The most threads of a block along its second axis.
    MaxBlockDimY,
    /// The most threads of a block along its third axis.
    MaxBlockDimZ,
    /// The most blocks of a grid along its first axis.
    MaxGridDimX,
    /// The most blocks of a grid along its second axis.
    MaxGridDimY,
    /// The most blocks of a grid along its third axis.
    MaxGridDimZ,
    /// Shared memory of a block, in bytes, if its function is not allowed more.
    MaxSharedMemoryPerBlock,
    /// Constant memory of a module, in bytes.
    TotalConstantMemory,
    /// Lanes of a warp.
    WarpSize,
    /// Registers of 32 bits of a block.
    MaxRegistersPerBlock,
    /// The frequency of the processor, in kilohertz.
    ClockRate,
    /// The frequency of the memory, in kilohertz.
    MemoryClockRate,
    /// The width of the memory's bus, in bits.
    GlobalMemoryBusWidth,
    /// Bytes of the second cache.
    L2CacheSize,
    /// Multiprocessors, or compute units.
    MultiprocessorCount,
    /// The most threads that a multiprocessor runs at the same time.
    MaxThreadsPerMultiprocessor,
    /// Shared memory of a multiprocessor, in bytes.
    MaxSharedMemoryPerMultiprocessor,
    /// Registers of 32 bits of a multiprocessor.
    MaxRegistersPerMultiprocessor,
    /// 1 if the device shares the host's memory.
    Integrated,
    /// 1 if the device can use the host's pinned memory.
    CanMapHostMemory,
    /// 1 if kernels of several streams can run at the same time.
    ConcurrentKernels,
    /// 1 if memory corrects errors.
    EccEnabled,
    /// The number of the device's bus.
    PciBusId,
    /// The device's number on its bus.
    PciDeviceId,
    /// The number of the bus' domain.
    PciDomainId,
    /// How many copies can be under way beside kernels.
    AsyncEngineCount,
    /// 1 if the host and the device have one address space.
    UnifiedAddressing,
    /// The major number of the compute capability.
    ComputeCapabilityMajor,
    /// The minor number of the compute capability.
    ComputeCapabilityMinor,
    /// 1 if streams have priorities.
    StreamPrioritiesSupported,
    /// 1 if there is managed memory.
    ManagedMemory,
    /// 1 if the host may use managed memory while kernels run.
    ConcurrentManagedAccess,
    /// 1 if the device can use ordinary memory of the host.
    PageableMemoryAccess,
    /// 1 if there are cooperative launches.
    CooperativeLaunch,
    /// 1 if memory is allocated in the order of streams.
    MemoryPoolsSupported,
    /// The most elements of a texture along one axis.
    MaxTexture1dWidth,
    /// The greatest width of a texture of two axes.
    MaxTexture2dWidth,
    /// The greatest height of a texture of two axes.
    MaxTexture2dHeight,
}

/// What a device reserves for kernels; the names are CUDA's, without `CU_LIMIT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The stack of a thread, in bytes.
    StackSize,
    /// The buffer of `printf` of kernels, in bytes.
    PrintfFifoSize,
    /// The heap of `malloc` of kernels, in bytes.
    MallocHeapSize,
}

/// What a driver tells of a device. What a vendor does not have is `Error::Unavailable`.
pub trait DeviceDriver: Sized {
    /// One of the device's numbers.
    fn attribute(&self, _attribute: DeviceAttribute) -> Result<i32> {
        Err(lacks("attributes of devices"))
    }

    /// Where the device is: domain, bus, device and function, as `0000:17:00.0`.
    fn pci_bus_id(&self) -> Result<String> {
        Err(lacks("PCI bus ids"))
    }

    /// The number of the device that is there.
    ///
    /// # Errors
    /// `Error::Value` if there is none.
    fn by_pci_bus_id(_id: &str) -> Result<usize> {
        Err(lacks("PCI bus ids"))
    }

    /// The number by which the vendor's tools know the device, the same in every program.
    fn uuid(&self) -> Result<[u8; 16]> {
        Err(lacks("UUIDs"))
    }

    /// What the device reserves now.
    fn limit(&self, _limit: Limit) -> Result<usize> {
        Err(lacks("limits"))
    }

    /// Asks for more or less; the driver may take another value.
    fn set_limit(&self, _limit: Limit, _value: usize) -> Result<()> {
        Err(lacks("limits"))
    }

    /// Whether kernels of this device could use memory of another.
    fn can_access_peer(&self, _other: &Self) -> Result<bool> {
        Err(lacks("peer access"))
    }

    /// Lets them, or ends it.
    fn set_peer_access(&self, _other: &Self, _enable: bool) -> Result<()> {
        Err(lacks("peer access"))
    }
}
