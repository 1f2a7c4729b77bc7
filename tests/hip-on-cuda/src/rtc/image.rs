//! Compiled code as `hiprtcGetCode` gives it: an ELF file, as AMD's, around CUDA's code, marked with the architecture
//! that it was asked for.

use std::ptr::slice_from_raw_parts;

/// Of ELF, for 64 bits.
const START: &[u8; 6] = b"\x7fELF\x02\x01";
/// Where it says where its sections are described, of which it has none: its end.
const SECTIONS: usize = 40;
/// The length of ELF's header.
const ELF: usize = 64;
const MAGIC: &[u8; 16] = b"hip-on-cuda code";
/// Before the architecture's name: ELF's header, the magic, and the lengths of the name and the code.
const HEADER: usize = ELF + 32;

/// What an image holds.
#[derive(Debug, PartialEq, Eq)]
pub struct Image<'a> {
    pub architecture: &'a [u8],
    pub code: &'a [u8],
}

pub fn make(image: &Image<'_>) -> Vec<u8> {
    let lengths = [image.architecture.len(), image.code.len()];
    let mut elf = [0; ELF];
    elf[..START.len()].copy_from_slice(START);
    elf[SECTIONS..][..8].copy_from_slice(&((HEADER + lengths[0] + lengths[1]) as u64).to_le_bytes());
    let lengths = lengths.map(|n| (n as u64).to_le_bytes());
    [&elf[..], MAGIC, &lengths[0], &lengths[1], image.architecture, image.code].concat()
}

fn length(image: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(image.get(at..at + 8)?.try_into().ok()?)).ok()
}

/// The image at an address, as long as its header says. `None` if it does not begin as one does.
///
/// # Safety
/// If it does begin so, all of it is there.
pub unsafe fn at<'a>(address: *const u8) -> Option<&'a [u8]> {
    // SAFETY: the caller's promise; what follows a wrong byte is not read.
    unsafe {
        if (0..START.len()).any(|i| *address.add(i) != START[i]) {
            return None;
        }
        let bytes = length(&*slice_from_raw_parts(address, ELF), SECTIONS)?;
        Some(&*slice_from_raw_parts(address, bytes))
    }
}

pub fn parts(image: &[u8]) -> Option<Image<'_>> {
    let [name, code] = [length(image, ELF + 16)?, length(image, ELF + 24)?];
    let rest = image.get(HEADER..)?;
    (image[ELF..].starts_with(MAGIC) && rest.len() == name + code)
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
        // SAFETY: the fourth byte is wrong.
        assert_eq!(unsafe { at(b"\x7fELg".as_ptr()) }, None);
    }
}
