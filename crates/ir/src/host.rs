//! Vectors on the host whose lengths a program chooses: where there is no room, that is an error, not the end.

use crate::error::{Error, Result};

fn no_room<T>(n: usize) -> Error {
    let asked = n.saturating_mul(size_of::<T>());
    Error::OutOfMemory { asked, used: 0, limit: None, device: "host".into() }
}

/// An empty vector with room for `n` items.
///
/// ```
/// use xparray::{Error, host::room};
/// assert!(room::<u8>(3)?.capacity() >= 3);
/// assert!(matches!(room::<u64>(usize::MAX), Err(Error::OutOfMemory { .. })));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// [`Error::OutOfMemory`] if the host has no room.
pub fn room<T>(n: usize) -> Result<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(n).map_err(|_| no_room::<T>(n))?;
    Ok(items)
}

/// Zeros that the system gives: nothing is written here, so that whoever reads into them may do so in parallel.
///
/// ```
/// assert_eq!(xparray::host::zeros::<u8>(2)?, [0, 0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::OutOfMemory`] if the host has no room.
pub fn zeros<T: bytemuck::Zeroable>(n: usize) -> Result<Vec<T>> {
    bytemuck::try_zeroed_vec(n).map_err(|()| no_room::<T>(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_room_is_an_error() {
        for n in [usize::MAX, isize::MAX as usize / 8, 1 << 56] {
            assert!(matches!(room::<u64>(n), Err(Error::OutOfMemory { .. })));
            assert!(matches!(zeros::<u64>(n), Err(Error::OutOfMemory { .. })));
        }
        assert!(room::<u64>(3).unwrap().capacity() >= 3 && zeros::<u64>(3).unwrap() == [0; 3]);
    }
}
