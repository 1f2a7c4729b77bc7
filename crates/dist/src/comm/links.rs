//! What moves the arrays of a device: NCCL or RCCL among the devices of all processes, or else the group's own transport, by way
//! of the host's memory.

use super::Comm;
use super::notice::Early;
use crate::fault;
use crate::nccl::{Group, NOT_DIRECT, Vendor};
use std::env;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use xparray_core::backend::{Backend, DeviceBuffer};
use xparray_core::{Error, Result};

/// The devices whose arrays the group's operations have met, and what moves each one's.
#[derive(Default)]
pub(crate) struct Links {
    met: Mutex<Vec<(Place, Link)>>,
    family: Family,
    early: Early,
}

/// The kind and number of a device.
type Place = Option<(i32, i32)>;

/// What moves a device's arrays, or why it goes through the host's memory.
#[derive(Clone)]
enum Link {
    Direct(Arc<Group>),
    Host(String),
}

/// The groups of NCCL's that a group of ours and those made of it have.
#[derive(Clone, Default)]
pub(crate) struct Family(Arc<Mutex<Vec<Weak<Group>>>>);

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Family {
    /// Ends what these groups do, for which a member is missing.
    pub fn abort(&self) {
        for group in locked(&self.0).iter().filter_map(Weak::upgrade) {
            if let Err(error) = group.abort() {
                fault::end(&error.to_string());
            }
        }
    }
}

impl Links {
    pub fn of(family: Family) -> Arc<Self> {
        Arc::new(Self { family, ..Self::default() })
    }

    pub fn family(&self) -> Family {
        self.family.clone()
    }

    pub fn early(&self) -> &Early {
        &self.early
    }

    /// What is known to move a device's arrays.
    fn known<B: Backend>(&self, xp: &B) -> Option<Link> {
        let place = place(xp);
        locked(&self.met).iter().find(|(of, _)| *of == place).map(|(_, link)| link.clone())
    }

    /// Whether any device's arrays are moved by NCCL: all members know.
    pub fn any_direct(&self) -> bool {
        locked(&self.met).iter().any(|(_, link)| matches!(link, Link::Direct(_)))
    }
}

fn place<B: Backend>(xp: &B) -> Place {
    xp.dlpack_device().map(|device| (device.device_type, device.device_id))
}

impl Comm {
    /// What moves arrays of this device without the host's memory, if that is possible. The first time for a device, all
    /// processes find it out together, so all of them call this for devices of their own.
    pub(super) fn direct<B: Backend>(&self, xp: &B) -> Result<Option<Arc<Group>>> {
        if self.size() == 1 {
            return Ok(None);
        }
        let link = match self.links.known(xp) {
            Some(link) => link,
            None => {
                let link = self.link(xp)?;
                locked(&self.links.met).push((place(xp), link.clone()));
                link
            }
        };
        Ok(match link {
            Link::Direct(group) => Some(group),
            Link::Host(_) => None,
        })
    }

    /// As [`Comm::direct`], for what not all processes call: only what is known already.
    pub(super) fn known_direct<B: Backend>(&self, xp: &B) -> Option<Arc<Group>> {
        match self.links.known(xp)? {
            Link::Direct(group) => Some(group),
            Link::Host(_) => None,
        }
    }

    /// What moves arrays of this device, for people.
    pub(super) fn way<B: Backend>(&self, xp: &B) -> Result<String> {
        self.direct(xp)?;
        Ok(match self.links.known(xp) {
            Some(Link::Direct(group)) => format!("by {}", group.describe()),
            Some(Link::Host(why)) if !why.is_empty() => format!("through the host's memory: {why}"),
            _ if super::host::is_host(xp) => "from where they lie".into(),
            _ => "through the host's memory".into(),
        })
    }

    fn link<B: Backend>(&self, xp: &B) -> Result<Link> {
        let library = xp.dlpack_device().and_then(Vendor::of).map(Vendor::library);
        let own = match library {
            Some(Ok(library)) => library.number(),
            Some(Err(_)) | None => 0,
        };
        let all = self.share_all(own)?;
        let library = match library {
            Some(Ok(library)) if all.iter().all(|&number| number == own) => library,
            Some(Ok(_)) => {
                return Ok(Link::Host("other processes have not this device's library in this version".into()));
            }
            Some(Err(message)) => return Ok(Link::Host(message.into())),
            None => return Ok(Link::Host(String::new())),
        };
        if self.transport.is_one_process() && env::var_os(NOT_DIRECT).is_none_or(|value| value != "1") {
            let name = library.describe();
            return Ok(Link::Host(format!("{NOT_DIRECT}=1 lets {name} carry what threads of one process exchange")));
        }
        let mut made = Err(Error::value("nccl", "the device has no streams"));
        let device = xp.clone();
        let mut buffer = xp.alloc(1)?;
        xp.queue_on_stream(&[], &mut buffer, &mut |_| {
            // The device is bound.
            let device = device.clone();
            made = Group::new(library, &*self.transport, Box::new(move || device.synchronize()));
            Ok(())
        })?;
        let failed = self.share_all(usize::from(made.is_err()))?;
        let link = match made {
            Ok(group) if failed.iter().all(|&failed| failed == 0) => {
                locked(&self.links.family.0).push(Arc::downgrade(&group));
                Link::Direct(group)
            }
            Ok(_) => Link::Host(format!("{} failed elsewhere", library.describe())),
            Err(error) => Link::Host(error.to_string()),
        };
        Ok(link)
    }
}

/// Where a buffer is on its device.
///
/// # Errors
/// [`Error::Value`] on a device without addresses.
pub(super) fn address(buffer: &impl DeviceBuffer) -> Result<u64> {
    buffer.address().ok_or_else(|| Error::value("nccl", "the device's memory has no addresses"))
}
