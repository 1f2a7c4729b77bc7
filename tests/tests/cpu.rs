//! The conformance suite on the CPU.

xparray_tests::conformance!(xparray::Cpu::new());
