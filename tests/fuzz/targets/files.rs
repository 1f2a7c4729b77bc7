//! Any bytes as a `.npy` file and as an archive: an array that is no larger than they are, or an error.
//!
//! The suite's `npy::damaged_files` does a little of this without a fuzzer.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use std::{env, fs, process};
use xparray::io::NpzReader;
use xparray::prelude::*;

/// The most that a byte of an archive becomes.
const EXPANSION: usize = 1032;

static CPU: LazyLock<Cpu> = LazyLock::new(Cpu::new);

fuzz_target!(|bytes: &[u8]| {
    let path = env::temp_dir().join(format!("xparray-fuzz-{}", process::id()));
    fs::write(&path, bytes).unwrap();
    macro_rules! load {
        ($($T:ty),*) => {
            $(if let Ok(x) = CPU.load_npy::<$T>(&path) {
                assert!(x.len() * size_of::<$T>() <= bytes.len());
            })*
        };
    }
    load!(bool, i16, u64, f16, f32, Complex<f64>);
    if let Ok(mut reader) = NpzReader::open(&path) {
        for name in reader.names().unwrap_or_default() {
            if let Ok(x) = reader.load::<f32, _>(&*CPU, &name) {
                assert!(x.len() * 4 <= bytes.len() * EXPANSION);
            }
        }
    }
});
