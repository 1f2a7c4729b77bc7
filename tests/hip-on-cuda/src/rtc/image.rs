//! Compiled code as `hiprtcGetCode` gives it: CUDA's, marked with the architecture that it was asked for.

use std::ptr::slice_from_raw_parts;

const MAGIC: &[u8; 16] = b"hip-on-cuda code";
/// Before the architecture's name: the magic, and the lengths of the name and the code.
const HEADER: usize = 32;

/// What an image holds.
#[derive(Debug, PartialEq, Eq)]
pub struct Image<'a> {
    pub architecture: &'a [u8],
    pub code: &'a [u8],
}

pub fn make(image: &Image<'_>) -> Vec<u8> {
    let lengths = [image.architecture.len(), image.code.len()].map(|n| (n as u64).to_le_bytes());
    [&MAGIC[..], &lengths[0], &lengths[1], image.architecture, image.code].concat()
}

fn lengths(header: &[u8]) -> Option<[usize; 2]> {
    let length = |at: usize| -> Option<usize> {
        usize::try_from(u64::from_le_bytes(header.get(at..at + 8)?.try_into().ok()?)).ok()
    };
    Some([length(16)?, length(24)?])
}

/// The image at an address, whose length nobody says. `None` if it does not begin as one does.
///
/// # Safety
/// If it does begin so, all of it is there.
pub unsafe fn at<'a>(address: *const u8) -> Option<&'a [u8]> {
    // SAFETY: the caller's promise; what follows a wrong byte is not read.
    unsafe {
        if (0..MAGIC.len()).any(|i| *address.add(i) != MAGIC[i]) {
            return None;
        }
        let [name, code] = lengths(&*slice_from_raw_parts(address, HEADER))?;
        Some(&*slice_from_raw_parts(address, HEADER + name + code))
    }
}

pub fn parts(image: &[u8]) -> Option<Image<'_>> {
    let [name, code] = lengths(image)?;
    let rest = image.get(HEADER..)?;
    (image.starts_with(MAGIC) && rest.len() == name + code)
        .then(|| Image { architecture: &rest[..name], code: &rest[name..] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_read_as_it_was_made() {
        let image = Image { architecture: b"gfx1100", code: b"code" };
        let bytes = make(&image);
        // SAFETY: the whole image is there.
        assert_eq!(unsafe { at(bytes.as_ptr()) }, Some(&bytes[..]));
        assert_eq!(parts(&bytes), Some(image));
        assert_eq!(parts(&bytes[..bytes.len() - 1]), None);
        // SAFETY: the first byte is wrong.
        assert_eq!(unsafe { at(b"\x7fELF".as_ptr()) }, None);
    }
}
