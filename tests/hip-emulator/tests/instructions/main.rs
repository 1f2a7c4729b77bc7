//! Instructions against the host's arithmetic and the manuals' pseudocode, on special and on random operands. What is
//! expected is computed here, by none of the emulator's own functions.

mod approximate;
mod atomics;
mod bits;
mod compare;
mod convert;
mod division;
mod float;
mod half;
mod integer;
mod lanes;
mod machine;
mod numbers;
mod packed;
mod parts;
mod scalar;
