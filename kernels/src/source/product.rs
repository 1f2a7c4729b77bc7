//! Kernels of which a product of matrices is an operand: the finishing of a tile, for `library/product.h`.

use super::{Uses, Writer, functions, line, name, prelude};
use crate::product::ProductVariant;
use crate::sites::{Touch, sites};
use crate::words::Words;
use std::fmt::Write;
use xparray_ir::ir::SharedKernel;
use xparray_ir::{DType, Result};

/// Elements that a lane takes at once: a row of a tile is for a warp.
const VECTOR: usize = 8;

/// The complete source of a kernel along with the product that it reads, for devices of compute capability 9.0.
///
/// # Errors
/// An operation that there is no text for.
pub fn product_source(kernel: &SharedKernel, variant: &ProductVariant) -> Result<String> {
    let out = prelude(Uses::of(kernel));
    let ProductVariant { variant: of_kernel, dtype, turned, .. } = variant;
    let words = Words::new(kernel, of_kernel);
    let mut writer =
        Writer { kernel, variant: of_kernel, sites: sites(kernel), words, going: None, straight: true, out };
    let (unsigned, signed) = if of_kernel.wide { ("u64", "i64") } else { ("u32", "i32") };
    line!(writer, "typedef {unsigned} U;\ntypedef {signed} S;\ntypedef {} T;", name(*dtype));
    line!(writer, "struct Args {{ u64 w[{}]; }};", writer.words.len);
    let [left, right] = turned.map(u8::from);
    line!(writer, "#define LEFT_TURNED {left}\n#define RIGHT_TURNED {right}");
    writer.out.push_str(&functions::of_kernel(kernel, true)?);
    writer.body()?;
    writer.multiply(*dtype);
    let library = include_str!("../../library/product.h");
    let (before, entry) = library.split_once(ENTRY).unwrap_or((library, ""));
    writer.out.push_str(before);
    writer.finish_tiles(variant);
    writer.out.push_str(ENTRY);
    writer.out.push_str(entry);
    Ok(writer.out)
}

/// Where the entry begins, which calls what is written here.
const ENTRY: &str = "extern \"C\" __global__";

impl Writer<'_> {
    /// The instruction, with as many registers of the sum as a thread has, and the rounding of two of them.
    fn multiply(&mut self, dtype: DType) {
        let dtype = if dtype == DType::BF16 { "bf16" } else { "f16" };
        let numbers = |format: fn(usize) -> String| (0..128).map(format).collect::<Vec<_>>().join(", ");
        let (registers, outputs) = (numbers(|k| format!("%{k}")), numbers(|k| format!("\"+f\"(d[{k}])")));
        line!(self, "XP void multiply(float (&d)[128], u64 x, u64 y, i32 add) {{");
        line!(self, "asm volatile(\"{{\\n.reg .pred p;\\nsetp.ne.b32 p, %130, 0;\\n\"");
        line!(self, "\"wgmma.mma_async.sync.aligned.m64n256k16.f32.{dtype}.{dtype} {{{registers}}}, \"");
        line!(self, "\"%128, %129, p, 1, 1, %131, %132;\\n}}\" : {outputs}");
        line!(self, ": \"l\"(x), \"l\"(y), \"r\"(add), \"n\"(LEFT_TURNED), \"n\"(!RIGHT_TURNED));\n}}");
        line!(self, "XP u32 narrow_pair(float lower, float upper) {{\nu32 two;");
        line!(self, "asm(\"cvt.rn.{dtype}x2.f32 %0, %1, %2;\" : \"=r\"(two) : \"f\"(upper), \"f\"(lower));");
        line!(self, "return two;\n}}");
    }

    /// What is made of rows of a tile, each by a warp. What is the same for all rows is loaded once.
    fn finish_tiles(&mut self, variant: &ProductVariant) {
        let is_product = |touch: Touch| touch == Touch::Load(variant.operand);
        line!(
            self,
            "XP void finish(const Args& a, const Shape& s, const T* staging, i32 row, i32 column, i32 r, i32 end, i32 step) {{"
        );
        line!(self, "const S i1 = (S)(column + (i32)lane_id() * {VECTOR});");
        line!(self, "if (i1 >= (S)s.n) return;\nif (end > s.m - row) end = s.m - row;");
        let all = self.section(true);
        let in_loop = |&&(k, site): &&(usize, crate::sites::Site)| !variant.fixed[k] || site.stores();
        for &(k, site) in all.iter().filter(|site| !in_loop(site)) {
            if !is_product(site.touch) {
                let distance = self.distance(k, 1..2);
                line!(self, "const S o{k} = {distance};");
                self.load(k, VECTOR);
            }
        }
        line!(self, "for (; r < end; r += step) {{\nconst S i0 = (S)(row + r);");
        for &(k, site) in all.iter().filter(in_loop) {
            if is_product(site.touch) {
                line!(
                    self,
                    "const Pack<T, {VECTOR}> l{k} = load_pack<T, {VECTOR}>(staging + r * PITCH + (i32)lane_id() * {VECTOR});"
                );
                continue;
            }
            let distance = self.distance(k, 0..2);
            line!(self, "const S o{k} = {distance};");
            self.load(k, VECTOR);
        }
        let mut arguments = vec!["a".to_owned()];
        arguments.extend(all.iter().map(|&(k, _)| self.argument(k, VECTOR)));
        line!(self, "#pragma unroll\nfor (int j = 0; j < {VECTOR}; j++)\nbody({});", arguments.join(", "));
        all.iter().for_each(|&(k, _)| self.store(k, VECTOR));
        line!(self, "}}\n}}");
    }
}
