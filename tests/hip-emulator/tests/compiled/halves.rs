//! Integers of 16 bits that lie together in a register.

use super::ARCHITECTURES;
use super::compiler::compile;
use super::device::{Buffer, launch};
use std::sync::Arc;
use xparray_hip_emulator::code::Module;

/// A thread divides eight numbers by as many, unless these are zero.
const SOURCE: &str = r#"
struct Eight { unsigned short v[8]; };

static __device__ unsigned short quotient(unsigned short x, unsigned short y) { return y == 0 ? 0 : x / y; }

extern "C" __global__ void quotients(const uint4* x, const uint4* y, uint4* z) {
    Eight a, b, c;
    uint4 words = x[threadIdx.x];
    __builtin_memcpy(&a, &words, 16);
    words = y[threadIdx.x];
    __builtin_memcpy(&b, &words, 16);
    for (int k = 0; k < 8; k++) c.v[k] = quotient(a.v[k], b.v[k]);
    __builtin_memcpy(&words, &c, 16);
    z[threadIdx.x] = words;
}
"#;

#[test]
#[ignore = "needs hipRTC: cargo xtask ci amd-code"]
fn neighbours_are_divided_by_their_own() {
    const THREADS: usize = 64;
    let numbers = |factor: usize| (0..8 * THREADS).map(move |k| (k * factor % 65_521) as u16);
    let (x, y): (Vec<u16>, Vec<u16>) = (numbers(40_503).collect(), numbers(7).map(|y| y % 300).collect());
    let expected: Vec<u16> = x.iter().zip(&y).map(|(x, y)| x.checked_div(*y).unwrap_or(0)).collect();
    for architecture in ARCHITECTURES {
        let module = Arc::new(Module::load(&compile(SOURCE, architecture), 0, architecture).unwrap());
        let [x, y] = [&x, &y].map(|values| Buffer::of(values));
        let z = Buffer::fresh(16 * THREADS);
        let arguments = [x.address(), y.address(), z.address()];
        launch(&module, "quotients", [1, THREADS as u32, 0], &arguments, 1).unwrap();
        assert_eq!(z.read::<u16>().unwrap(), expected, "{architecture}");
    }
}
