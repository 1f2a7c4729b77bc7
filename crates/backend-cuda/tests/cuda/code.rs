//! Assembly, and what only CUDA's functions can be asked for.

use crate::backend::Xp;
use xparray_core::backend::Memory;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};
use xparray_cuda::{Color, FunctionAttribute, mark, mark_with_color, range, range_with_color};

tests!(assembly_loads, ranges_and_marks_need_no_profiler, blocks_have_much_shared_memory);

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

fn ranges_and_marks_need_no_profiler() {
    let _outer = range("outer");
    mark("a moment");
    mark_with_color("with a zero byte \0 inside", Color(0xff_00_00));
    let _inner = range_with_color("inner", Color(0x76_b9_00));
}

fn blocks_have_much_shared_memory(xp: &Xp) -> Result<()> {
    let source = "extern \"C\" __global__ void last(float *x, int n) {\n\
        extern __shared__ float tile[];\n\
        for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = i;\n\
        __syncthreads();\n\
        if (threadIdx.x == 0) x[0] = tile[n - 1];\n}";
    let function = xp.module(source)?.function("last")?;
    let (mut x, n) = (xp.zeros::<f32>(1)?, 16_000);
    // SAFETY: the arguments are the function's, and the shared memory has an element for each.
    unsafe { function.launch(1, 256, n * 4, (&mut x, n as i32))? };
    assert_eq!(x.item()?, 15_999.0);
    assert!(function.max_active_blocks(256, n * 4)? >= 1);
    assert_eq!(function.attribute(FunctionAttribute::MaxDynamicSharedSizeBytes)?, n as i32 * 4);
    function.set_attribute(FunctionAttribute::PreferredSharedMemoryCarveout, 100)?;
    assert_eq!(function.attribute(FunctionAttribute::PreferredSharedMemoryCarveout)?, 100);
    // More than any device has, and what cannot be set.
    // SAFETY: refused.
    assert!(matches!(unsafe { function.launch(1, 32, 1 << 20, (&mut x, 1i32)) }, Err(Error::Library { .. })));
    assert!(matches!(function.set_attribute(FunctionAttribute::NumRegs, 1), Err(Error::Library { .. })));
    Ok(())
}
