//! Cells: what the views of one array share. A cell has the value of the whole, and can lend its memory to those who write it, as NumPy's
//! arrays over it do.
//!
//! Values do not change, and memory that is lent does. So while it is lent, reading copies what is there then, and assigning writes
//! into it: nothing that was computed, or is deferred, sees later writes, and both sides see each other's.

use crate::DynArray;
use std::ptr::with_exposed_provenance_mut;
use std::sync::{Arc, Weak};
use xparray::io::Dlpack;
use xparray::{Error, Result};

/// The value of an array, and the memory that it has lent.
pub struct Cell {
    value: DynArray,
    /// Gone with the last of those who have the memory.
    lent: Weak<Dlpack>,
}

impl Cell {
    pub fn new(value: DynArray) -> Self {
        Self { value, lent: Weak::new() }
    }

    /// The value as it is kept, if nobody else writes its memory.
    pub fn kept(&self) -> Option<&DynArray> {
        if self.is_lent() { None } else { Some(&self.value) }
    }

    /// Whether others have the memory.
    pub fn is_lent(&self) -> bool {
        self.lent.strong_count() > 0
    }

    /// The bytes of all elements.
    pub fn nbytes(&self) -> usize {
        self.value.nbytes()
    }

    /// What does not depend on the elements: the device.
    pub fn xp(&self) -> &xparray::Device {
        self.value.xp()
    }

    /// The value as it is now.
    pub fn now(&self) -> Result<DynArray> {
        match self.kept() {
            Some(value) => Ok(value.clone()),
            None => {
                let copy = self.value.copy()?;
                copy.eval()?;
                Ok(copy)
            }
        }
    }

    /// Gives the cell what a function makes of its value, of the same shape and type.
    pub fn change(&mut self, f: impl FnOnce(&mut DynArray) -> Result<()>) -> Result<()> {
        let Some(tensor) = self.lent.upgrade() else { return f(&mut self.value) };
        let mut value = self.now()?;
        f(&mut value)?;
        let bytes = value.to_bytes()?;
        let memory = address(&tensor);
        // SAFETY: the tensor is of the cell's elements, row-major in the host's memory, so of as many bytes. It lives, and
        // its memory is nobody's but the cell's and theirs who have borrowed it to write.
        unsafe { with_exposed_provenance_mut::<u8>(memory).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Ok(())
    }

    /// The value on a GPU, whose memory is never lent.
    #[cfg(any(feature = "cuda", feature = "rocm"))]
    pub fn value_on_gpu(&mut self) -> &mut DynArray {
        &mut self.value
    }

    /// Lends the memory of the elements, in row-major order on the host, to whoever holds the tensor.
    pub fn lend(&mut self) -> Result<Arc<Dlpack>> {
        if let Some(tensor) = self.lent.upgrade() {
            return Ok(tensor);
        }
        self.value.make_unique()?;
        let tensor = Arc::new(self.value.to_dlpack()?);
        if tensor.device().device_type != xparray::backend::DlDevice::CPU {
            return Err(Error::value("buffer", "the array is not in the memory of the host: use asnumpy"));
        }
        self.lent = Arc::downgrade(&tensor);
        Ok(tensor)
    }
}

/// Where the elements of a tensor begin.
pub fn address(tensor: &Dlpack) -> usize {
    let tensor = tensor.tensor();
    tensor.data.expose_provenance() + tensor.byte_offset as usize
}
