//! What compiled code says of its own length: native interfaces take none, and read as far as headers tell them to.

use xparray_ir::{Error, Result};

/// An offload bundle of Clang's, and a compressed one.
const BUNDLE: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
const COMPRESSED: &[u8] = b"CCOB";
/// A fat binary of CUDA's.
const FAT: &[u8] = &[0x50, 0xed, 0x55, 0xba];
const ELF: &[u8] = b"\x7fELF";
/// Of ELF: 64 bits, little-endian.
const CLASS: [u8; 2] = [2, 1];
/// A section without bytes in the file.
const NOBITS: usize = 8;

/// An error unless an image is all there; `text` also counts as one, if a backend takes it.
pub(crate) fn check(image: &[u8], text: bool) -> Result<()> {
    let plain = || text && std::str::from_utf8(image).is_ok_and(is_assembly);
    let binary = [BUNDLE, COMPRESSED, FAT, ELF].into_iter().any(|magic| image.starts_with(magic));
    let what = match (binary, end(image)) {
        (true, Some(end)) if end <= image.len() => return Ok(()),
        (true, _) => format!("the image of {} bytes is cut off, or damaged", image.len()),
        (false, _) if plain() => return Ok(()),
        (false, _) => "the image is no compiled code".into(),
    };
    Err(Error::value("module_from_image", what))
}

/// Whether a text can be PTX, which begins by saying its version.
fn is_assembly(text: &str) -> bool {
    let text = text.trim_end_matches('\0');
    text.contains(".version") && !text.contains('\0')
}

/// Where a binary ends, by its headers; nothing if these are not there.
fn end(image: &[u8]) -> Option<usize> {
    if image.starts_with(ELF) {
        elf_end(image)
    } else if image.starts_with(BUNDLE) {
        bundle_end(image)
    } else if image.starts_with(COMPRESSED) {
        // Before the second version there is no length of the whole.
        match number(image, 4, 2)? {
            0 | 1 => None,
            2 => number(image, 8, 4),
            _ => number(image, 8, 8),
        }
    } else {
        number(image, 6, 2)?.checked_add(number(image, 8, 8)?)
    }
}

/// The little-endian number of so many bytes at a place.
fn number(image: &[u8], at: usize, bytes: usize) -> Option<usize> {
    let mut word = [0; 8];
    word[..bytes].copy_from_slice(image.get(at..at.checked_add(bytes)?)?);
    usize::try_from(u64::from_le_bytes(word)).ok()
}

fn elf_end(image: &[u8]) -> Option<usize> {
    if image.get(4..6)? != CLASS {
        return None;
    }
    let (segments, sections) = (number(image, 32, 8)?, number(image, 40, 8)?);
    let [segment_size, segment_count, section_size, section_count] = [54, 56, 58, 60].map(|at| number(image, at, 2));
    let mut end = 64;
    let mut part = |start: usize, len: usize| {
        end = start.checked_add(len)?.max(end);
        Some(())
    };
    let table = |start: usize, size: usize, count: usize, least: usize| {
        // Entries shorter than what is read of them would overlap.
        (count == 0 || size >= least).then(|| (0..count).map(move |k| start.checked_add(k * size)))
    };
    part(segments, segment_size? * segment_count?)?;
    part(sections, section_size? * section_count?)?;
    for at in table(segments, segment_size?, segment_count?, 56)? {
        part(number(image, at? + 8, 8)?, number(image, at? + 32, 8)?)?;
    }
    for at in table(sections, section_size?, section_count?, 64)? {
        let bytes = if number(image, at? + 4, 4)? == NOBITS { 0 } else { number(image, at? + 32, 8)? };
        part(number(image, at? + 24, 8)?, bytes)?;
    }
    Some(end)
}

fn bundle_end(image: &[u8]) -> Option<usize> {
    let (mut at, mut end) = (BUNDLE.len() + 8, 0);
    for _ in 0..number(image, BUNDLE.len(), 8)? {
        let (start, len, name) = (number(image, at, 8)?, number(image, at + 8, 8)?, number(image, at + 16, 8)?);
        at = at.checked_add(24)?.checked_add(name)?;
        end = start.checked_add(len)?.max(end);
    }
    Some(end.max(at))
}

#[cfg(test)]
mod tests {
    use super::check;

    fn put(image: &mut [u8], at: usize, bytes: usize, number: usize) {
        image[at..at + bytes].copy_from_slice(&number.to_le_bytes()[..bytes]);
    }

    /// A header, 16 bytes of code in a segment, and the table of a section that has them, one without bytes, and an
    /// empty one.
    fn elf() -> Vec<u8> {
        let mut image = vec![0; 64 + 56 + 16 + 3 * 64];
        image[..6].copy_from_slice(b"\x7fELF\x02\x01");
        let (segments, code, sections) = (64, 120, 136);
        for (at, bytes, number) in
            [(32, 8, segments), (40, 8, sections), (54, 2, 56), (56, 2, 1), (58, 2, 64), (60, 2, 3)]
        {
            put(&mut image, at, bytes, number);
        }
        put(&mut image, segments + 8, 8, code);
        put(&mut image, segments + 32, 8, 16);
        for (section, kind, len) in [(1, 1, 16), (2, 8, 1 << 40)] {
            put(&mut image, sections + section * 64 + 4, 4, kind);
            put(&mut image, sections + section * 64 + 24, 8, code);
            put(&mut image, sections + section * 64 + 32, 8, len);
        }
        image
    }

    fn bundle() -> Vec<u8> {
        let mut image = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
        for number in [1u64, 72, 8, 5] {
            image.extend(number.to_le_bytes());
        }
        image.extend(b"amdgc");
        image.resize(80, 0);
        image
    }

    fn fat() -> Vec<u8> {
        let mut image = vec![0; 16 + 9];
        image[..8].copy_from_slice(&[0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0]);
        put(&mut image, 8, 8, 9);
        image
    }

    fn compressed() -> Vec<u8> {
        let mut image = b"CCOB\x02\0\x01\0".to_vec();
        image.resize(40, 0);
        put(&mut image, 8, 4, 40);
        image
    }

    #[test]
    fn images_are_whole_or_refused() {
        for image in [elf(), bundle(), fat(), compressed()] {
            check(&image, false).unwrap();
            check(&[&image[..], &[0]].concat(), false).unwrap();
            let short = (0..image.len()).find(|&len| check(&image[..len], false).is_ok());
            assert_eq!(short, None, "of {}", image.len());
        }
    }

    #[test]
    fn damaged_headers_are_refused() {
        let image = elf();
        for (at, bytes) in [(32, 8), (40, 8), (56, 2), (60, 2), (136 + 64 + 24, 8), (136 + 64 + 32, 8)] {
            let mut image = image.clone();
            image[at..at + bytes].fill(0xff);
            assert!(check(&image, true).is_err(), "{at}");
        }
        let mut of_32_bits = image;
        of_32_bits[4] = 1;
        assert!(check(&of_32_bits, true).is_err());
    }

    #[test]
    fn text_is_for_those_who_take_it() {
        assert!(check(b".version 7.0\n\0", true).is_ok());
        for image in [&b".version 7.0"[..], b"", b"neither"] {
            assert!(check(image, false).is_err());
        }
        for image in [&b""[..], b"neither", b".version 7.0\0and more", b".version \xff\xfe"] {
            assert!(check(image, true).is_err());
        }
    }
}
