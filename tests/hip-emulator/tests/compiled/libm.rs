//! AMD's functions of real numbers, against mpmath's values.

use super::ARCHITECTURES;
use super::compiler::compile;
use super::device::{Buffer, launch};
use std::fmt::Write;
use std::sync::Arc;
use xparray_hip_emulator::code::Module;

/// Lines of a function's name, its type, and pairs of an argument and the value as bits of an f64. `tests/libm_values.py`
/// wrote it.
const VALUES: &str = include_str!("libm.tsv");

/// Errors that are allowed, in units of the last place of `f32` and of `f64`; of functions that are not named, one. A wrong
/// instruction makes far larger ones. AMD documents only errors of a range, against C's functions, and promises none.
const ALLOWED: [(&str, [f64; 2]); 12] = [
    ("asin", [2.0, 1.0]),
    ("atan", [2.0, 1.0]),
    ("cbrt", [2.0, 1.0]),
    ("erf", [4.0, 4.0]),
    ("erfc", [2.0, 2.0]),
    ("erfcx", [5.0, 5.0]),
    ("erfinv", [4.0, 8.0]),
    ("lgamma", [4.0, 2.0]),
    ("log", [2.0, 1.0]),
    ("log10", [2.0, 1.0]),
    ("tanh", [2.0, 1.0]),
    ("tgamma", [6.0, 6.0]),
];

struct Function {
    name: &'static str,
    double: bool,
    /// Arguments and values.
    points: Vec<[f64; 2]>,
}

fn functions() -> Vec<Function> {
    let number = |text: &str| f64::from_bits(u64::from_str_radix(text, 16).unwrap());
    let line = |line: &'static str| {
        let mut fields = line.split('\t');
        let (name, ty) = (fields.next().unwrap(), fields.next().unwrap());
        let numbers: Vec<f64> = fields.map(number).collect();
        let points = numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        Function { name, double: ty == "f64", points }
    };
    VALUES.lines().map(line).collect()
}

impl Function {
    fn kernel(&self) -> String {
        format!("{}_{}", self.name, if self.double { "double" } else { "float" })
    }

    fn allowed(&self) -> f64 {
        let named = ALLOWED.iter().find(|(name, _)| *name == self.name);
        named.map_or(1.0, |(_, errors)| errors[usize::from(self.double)])
    }

    /// What the device computes.
    fn values(&self, module: &Arc<Module>) -> Vec<f64> {
        let threads = self.points.len();
        let arguments: Vec<f64> = self.points.iter().map(|[x, _]| *x).collect();
        let run = |x: &Buffer, y: &Buffer| {
            launch(module, &self.kernel(), [1, threads as u32, 0], &[x.address(), y.address()], 1).unwrap();
            assert!(x.is_whole() && y.is_whole());
        };
        if self.double {
            let (x, y) = (Buffer::of(&arguments), Buffer::fresh(8 * threads));
            run(&x, &y);
            y.read().unwrap()
        } else {
            let arguments: Vec<f32> = arguments.iter().map(|&x| x as f32).collect();
            let (x, y) = (Buffer::of(&arguments), Buffer::fresh(4 * threads));
            run(&x, &y);
            y.read::<f32>().unwrap().into_iter().map(f64::from).collect()
        }
    }

    /// The distance of a value from the exact one, in units of the exact one's last place.
    fn error(&self, found: f64, exact: f64) -> f64 {
        let (digits, least) = if self.double { (52, -1074) } else { (23, -149) };
        let rounded = if self.double { exact } else { f64::from(exact as f32) };
        if found == rounded || (found.is_nan() && rounded.is_nan()) {
            return 0.0;
        }
        if !found.is_finite() || !rounded.is_finite() {
            return f64::INFINITY;
        }
        let exponent = exact.abs().max(f64::MIN_POSITIVE).log2().floor() as i32;
        (found - exact).abs() / 2f64.powi((exponent - digits).max(least))
    }
}

#[test]
#[ignore = "needs hipRTC: cargo xtask ci amd-code"]
fn functions_are_exact_to_a_few_units() {
    let functions = functions();
    assert!(functions.len() >= 60);
    let mut source = String::new();
    for function in &functions {
        let (kernel, name) = (function.kernel(), function.name);
        let ty = if function.double { "double" } else { "float" };
        let call = if function.double { name.to_owned() } else { format!("{name}f") };
        writeln!(source, "extern \"C\" __global__ void {kernel}(const {ty}* x, {ty}* y) {{ y[threadIdx.x] = {call}(x[threadIdx.x]); }}").unwrap();
    }
    let mut wrong = String::new();
    for architecture in ARCHITECTURES {
        let module = Arc::new(Module::load(&compile(&source, architecture), 0, architecture).unwrap());
        for function in &functions {
            for (found, [x, exact]) in function.values(&module).into_iter().zip(&function.points) {
                let error = function.error(found, *exact);
                if error > function.allowed() {
                    let kernel = function.kernel();
                    writeln!(wrong, "{architecture} {kernel}({x:e}) = {found:e}, not {exact:e}: {error} ulp").unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
