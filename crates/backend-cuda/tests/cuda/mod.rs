//! What CUDA alone has.

mod code;
mod pools;
mod textures;

use libtest_mimic::Trial;

pub fn tests() -> Vec<Trial> {
    [code::tests(), pools::tests(), textures::tests()].into_iter().flatten().collect()
}
