//! Devices, memory, streams and raw functions on NVIDIA GPUs.

mod backend;
#[path = "../../gpu/tests/on_device/common.rs"]
mod common;
#[path = "../../gpu/tests/on_device/device.rs"]
mod device;

use xparray_ir::Error;
use xparray_ir::backend::Memory;

#[test]
fn assembly_loads() {
    let Some((xp, _turn)) = common::device() else { return };
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
