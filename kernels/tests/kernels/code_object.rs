//! What AMD's compiler writes into a code object about its kernels: notes in MessagePack, which
//! [LLVM's AMDGPU guide](https://llvm.org/docs/AMDGPUUsage.html#code-object-v5-metadata) describes.

/// The local data share that a block may have on every device.
const MOST_LDS: u64 = 64 << 10;
/// The threads that a block may have on every device.
const MOST_THREADS: u64 = 1024;

/// Checks what holds for every kernel of a code object: it fits, and has waves of the width that the sources rely on.
pub fn check(what: &str, code: &[u8], architecture: &str) {
    let kernels = numbers(code, ".group_segment_fixed_size");
    assert!(!kernels.is_empty(), "{what} for {architecture}: no kernel");
    for lds in kernels {
        assert!(lds <= MOST_LDS, "{what} for {architecture}: {lds} bytes of LDS");
    }
    for threads in numbers(code, ".max_flat_workgroup_size") {
        assert!(threads <= MOST_THREADS, "{what} for {architecture}: {threads} threads a block");
    }
    let width = if architecture.starts_with("gfx9") { 64 } else { 32 };
    for lanes in numbers(code, ".wavefront_size") {
        assert_eq!(lanes, width, "{what} for {architecture}: lanes of a wave");
    }
}

/// The unsigned integers that follow a key, one for each kernel.
fn numbers(code: &[u8], key: &str) -> Vec<u64> {
    // A string of fewer than 32 bytes begins with its length.
    let written = [&[0xa0 | key.len() as u8], key.as_bytes()].concat();
    let places = code.windows(written.len()).enumerate().filter(|(_, window)| *window == written);
    places.map(|(place, _)| integer(&code[place + written.len()..]).expect("an integer")).collect()
}

/// The unsigned integer at the beginning of what MessagePack wrote.
fn integer(bytes: &[u8]) -> Option<u64> {
    let (&kind, rest) = bytes.split_first()?;
    let length = match kind {
        0..0x80 => return Some(u64::from(kind)),
        0xcc..=0xcf => 1 << (kind - 0xcc),
        _ => return None,
    };
    Some(rest.get(..length)?.iter().fold(0, |all, &byte| all << 8 | u64::from(byte)))
}

#[test]
#[should_panic(expected = "65537 bytes of LDS")]
fn too_much_shared_memory_is_found() {
    let mut code = b"\xb9.group_segment_fixed_size".to_vec();
    code.extend([0xce, 0, 1, 0, 1]);
    check("a kernel", &code, "gfx90a");
}
