//! What needs an NVIDIA GPU.

mod backend;
#[macro_use]
#[path = "../../gpu/tests/on_device/mod.rs"]
mod on_device;

use std::process::ExitCode;

fn main() -> ExitCode {
    on_device::run(cuda::tests())
}

/// What CUDA alone has.
mod cuda {
    use crate::backend::Xp;
    use xparray_core::Error;
    use xparray_core::backend::Memory;

    tests!(assembly_loads, ranges_need_no_profiler);

    fn assembly_loads(xp: &Xp) {
        let ptx = "\
            .version 7.0\n.target sm_70\n.address_size 64\n\
            .visible .entry seven(.param .u64 out) {\n\
            .reg .b64 %p;\n.reg .b32 %v;\n\
            ld.param.u64 %p, [out];\ncvta.to.global.u64 %p, %p;\nmov.b32 %v, 7;\nst.global.u32 [%p], %v;\nret;\n}\n";
        let mut x = xp.alloc(4).unwrap();
        let mut seven = [0; 4];
        let function = xp.module_from_image(ptx.as_bytes()).unwrap().function("seven").unwrap();
        // SAFETY: the argument is the function's, and it writes one word.
        unsafe { function.launch(1, 1, 0, (&mut x,)).unwrap() };
        xp.download(&x, 0, &mut seven).unwrap();
        assert_eq!(seven, [7, 0, 0, 0]);
        let error = xp.module_from_image(ptx.replace("st.global", "no.such").as_bytes()).unwrap_err();
        assert!(matches!(&error, Error::Compile { log, .. } if log.contains("line")), "{error}");
    }

    fn ranges_need_no_profiler() {
        let _outer = xparray_cuda::range("outer");
        let _inner = xparray_cuda::range("with a zero byte \0 inside");
    }
}
