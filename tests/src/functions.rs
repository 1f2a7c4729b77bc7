//! The functions of the table, against mpmath's values: all of them, so a new one needs nothing here.

use crate::compare::{flushes, is_subnormal, ulp};
use crate::data::{Stored, npz};
use crate::elementwise::layouts;
use crate::for_types;
use std::collections::BTreeMap;
use xparray::backend::{Input, LaunchArgs, Output, View};
use xparray::functions::{Expression, Function, FunctionId};
use xparray::ir::{Inst, Kernel, Op, SharedKernel};
use xparray::prelude::*;
use xparray::{Layout, s};

/// A function of arrays, and of the variables of user kernels.
struct Method<T: RealElement, B: Backend> {
    id: FunctionId,
    array: fn(&Array<T, B>) -> Array<T::Float, B>,
    variable: fn(Var<T>) -> Var<T::Float>,
}

fn methods<T: RealElement, B: Backend>() -> Vec<Method<T, B>> {
    macro_rules! methods {
        ($($name:ident)+) => {
            vec![$(Method { id: FunctionId::$name, array: |x| x.$name(), variable: |x| x.$name() }),+]
        };
    }
    xparray::for_each_function!(methods)
}

/// What `functions.py` wrote for a function and a type.
struct Reference {
    data: BTreeMap<String, Stored>,
    dtype: DType,
    /// Whether the device takes subnormal numbers for zeros.
    flushes: bool,
}

impl Reference {
    fn of(function: &Function, dtype: DType) -> Self {
        Self { data: npz(&format!("functions/{}.npz", function.name)), dtype, flushes: false }
    }

    fn get(&self, part: &str) -> Option<&Stored> {
        self.data.get(&format!("{}/{part}", self.dtype))
    }

    fn numbers(&self, part: &str) -> Vec<f64> {
        self.get(part).unwrap_or_else(|| panic!("{} without {part}", self.dtype)).cast()
    }

    /// The errors of results, in units in the last place of the values, or of their terms where those count and are larger.
    fn errors<T: Element>(&self, results: &[f64], terms: bool) -> Vec<f64> {
        let [out, rest] = ["out", "rest"].map(|part| self.numbers(part));
        let terms = self.get("terms").filter(|_| terms).map_or(vec![0.0; out.len()], Stored::cast);
        assert_eq!(results.len(), out.len());
        let inputs = self.numbers("in");
        let counts = |i: &usize| !(self.flushes && [inputs[*i], out[*i]].into_iter().any(is_subnormal));
        let error = |i: usize| ((results[i] - out[i]) - rest[i]).abs() / ulp::<T>(out[i].abs().max(terms[i]));
        let error = |i: usize| if counts(&i) { error(i) } else { 0.0 };
        (0..out.len()).map(error).map(|error| if error.is_nan() { f64::INFINITY } else { error }).collect()
    }

    /// The largest of the errors, and the number where it is.
    fn worst<T: Element>(&self, results: &[f64]) -> (f64, f64) {
        let errors = self.errors::<T>(results, true).into_iter().zip(self.numbers("in"));
        errors.fold((0.0, 0.0), |worst, error| if error.0 > worst.0 { error } else { worst })
    }

    /// The largest error of the values in each sample.
    fn largest<T: Element>(&self, results: &[f64]) -> Vec<f64> {
        let (errors, mut start) = (self.errors::<T>(results, false), 0);
        let ends = self.numbers("ends").into_iter().map(|end| end as usize);
        ends.map(|end| errors[std::mem::replace(&mut start, end)..end].iter().copied().fold(0.0, f64::max)).collect()
    }
}

fn numbers<T: Element, B: Backend>(x: &Array<T, B>) -> Vec<f64> {
    x.to_vec().unwrap().into_iter().map(|x| x.cast()).collect()
}

pub(crate) fn same<T: Element>(a: &[T], b: &[T]) -> bool {
    let bits = |x: &T| x.cast::<f64>().to_bits();
    let is_nan = |x: &T| x.cast::<f64>().is_nan();
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| bits(a) == bits(b) || is_nan(a) && is_nan(b))
}

/// Errors are within the bounds, and in each sample no larger than SciPy's where that is beyond them; the same in each layout
/// and in a user kernel.
pub fn errors<B: Backend>(xp: &B) {
    for_types!([f32 f64] T => for Method { id, array, variable } in methods::<T, B>() {
        let function = id.function();
        let reference = Reference { flushes: flushes::<T, B>(xp), ..Reference::of(function, T::DTYPE) };
        let x = xp.from_slice(&reference.get("in").unwrap().to_vec::<T>(), reference.numbers("in").len()).unwrap();
        let bound = function.bound[usize::from(T::DTYPE == DType::F64)];
        let results = array(&x);
        let (values, scipy) = (numbers(&results), reference.numbers("scipy"));
        let (worst, at) = reference.worst::<T>(&values);
        println!("{:10} {} {worst:.2} ulp at {at:e}, SciPy {:.2}", function.name, T::DTYPE, reference.worst::<T>(&scipy).0);
        assert!(worst <= bound, "{} of {}: {worst} ulp at {at:e}, at most {bound}", function.name, T::DTYPE);
        let largest = reference.largest::<T>(&values).into_iter().zip(reference.largest::<T>(&scipy));
        for (sample, (error, scipy)) in function.samples.iter().zip(largest) {
            println!("    {sample:?}: {error:.3e}, SciPy {scipy:.3e}");
            assert!(error <= scipy.max(bound), "{} of {}, {sample:?}: {error} ulp, SciPy {scipy}", function.name, T::DTYPE);
        }
        let results = results.to_vec().unwrap();
        for x in layouts(&x) {
            assert!(same(&array(&x).to_vec().unwrap(), &results), "{}: a layout", function.name);
        }
        assert!(same(&xp.map(&x, variable).unwrap().to_vec().unwrap(), &results), "{}: a user kernel", function.name);
        let first = x.slice(s![0]).unwrap();
        let wide = array(&first.broadcast_to([2, 3]).unwrap());
        assert_eq!((array(&first).ndim(), wide.shape()), (0, &[2, 3][..]), "{}", function.name);
        assert!(same(&wide.to_vec().unwrap(), &[results[0]; 6]), "{}: broadcast", function.name);
        assert_eq!(array(&x.slice(s![..0]).unwrap()).shape(), [0], "{}", function.name);
    });
}

/// Infinities, zeros and poles.
pub fn special_values<B: Backend>(xp: &B) {
    for_types!([f32 f64] T => for Method { id, array, .. } in methods::<T, B>() {
        let function = id.function();
        for &(x, expected) in function.special.iter().chain(&[(f64::NAN, f64::NAN)]) {
            let y = numbers(&array(&xp.from_slice(&[x.cast::<T>()], 1).unwrap()))[0];
            let near = expected != 0.0 && (y - expected).abs() <= 2.0 * ulp::<T>(expected);
            let exact = y.to_bits() == expected.to_bits() || y.is_nan() && expected.is_nan();
            assert!(exact || near, "{}({x}) of {}: {y}, expected {expected}", function.name, T::DTYPE);
        }
    });
}

/// Half types are computed in `f32` and rounded once; integers and truth values are converted first.
pub fn other_types<B: Backend>(xp: &B) {
    for_types!([xparray::f16 xparray::bf16] T => {
        for (half, single) in methods::<T, B>().into_iter().zip(methods::<f32, B>()) {
            let values = Reference::of(half.id.function(), DType::F32).numbers("in");
            let x = xp.from_slice(&values, values.len()).unwrap().astype::<T>();
            let expected = (single.array)(&x.astype::<f32>()).astype::<T>();
            let expected = expected.to_vec().unwrap();
            assert!(same(&(half.array)(&x).to_vec().unwrap(), &expected), "{:?} of {}", half.id, T::DTYPE);
            assert!(same(&xp.map(&x, half.variable).unwrap().to_vec().unwrap(), &expected), "{:?}", half.id);
        }
    });
    for_types!(bits, T => {
        for (integer, float) in methods::<T, B>().into_iter().zip(methods::<<T as Results>::Float, B>()) {
            let x = xp.from_slice(&[-3.0, 0.0, 1.0, 2.0, 7.0, 100.0], 6).unwrap().astype::<T>();
            let y: Array<<T as Results>::Float, B> = (integer.array)(&x);
            let expected = (float.array)(&x.astype::<<T as Results>::Float>()).astype();
            assert!(same(&y.to_vec().unwrap(), &expected.to_vec().unwrap()), "{:?} of {}", integer.id, T::DTYPE);
        }
    });
}

/// Derivatives are those of differences.
pub fn derivatives<B: Backend>(xp: &B) {
    for Method { id, array, .. } in methods::<f64, B>() {
        let function = id.function();
        let Some(derivative) = function.derivative else { continue };
        let ordinary = |x: &f64| (0.01..20.0).contains(&x.abs());
        let points = Reference::of(function, DType::F64).numbers("in");
        let points: Vec<f64> = points.into_iter().filter(ordinary).collect();
        let values = |h: f64| {
            let x: Vec<f64> = points.iter().map(|x| x + h).collect();
            numbers(&array(&xp.from_slice(&x, x.len()).unwrap()))
        };
        let h = 1e-4;
        let middle = values(0.0);
        let centre: Vec<f64> = values(h).iter().zip(&values(-h)).map(|(a, b)| (a + b) / 2.0).collect();
        // The error of one difference is a quarter of the other's, so that it cancels; what is left is estimated by them.
        let [wide, narrow] = [2.0 * h, h].map(|h| {
            let (above, below) = (values(h), values(-h));
            above.iter().zip(&below).map(|(a, b)| (a - b) / (2.0 * h)).collect::<Vec<_>>()
        });
        let slopes = expression(xp, &Expression::new(DType::F64, derivative), &points);
        let mut checked = 0;
        for (i, &x) in points.iter().enumerate() {
            let expected = (4.0 * narrow[i] - wide[i]) / 3.0;
            let doubt = 0.01 * (narrow[i] - wide[i]).abs() + 1e-9 * (1.0 + expected.abs());
            // Beside a pole differences tell nothing.
            let bend = (centre[i] - middle[i]).abs();
            // A slope of zero is one where both differences are.
            let vague = expected != 0.0 && doubt > 1e-4 * expected.abs();
            if !expected.is_finite() || vague || bend > 1e-2 * h * (1.0 + expected.abs()) {
                continue;
            }
            checked += 1;
            let error = (slopes[i] - expected).abs();
            assert!(error <= 10.0 * doubt, "{}'({x}): {}, by differences {expected}", function.name, slopes[i]);
        }
        assert!(checked > 50, "{}: {checked} of {} differences tell anything", function.name, points.len());
    }
}

/// The values of an expression.
fn expression<B: Backend>(xp: &B, expression: &Expression, x: &[f64]) -> Vec<f64> {
    let mut insts = expression.insts.clone();
    insts[0] = Inst { op: Op::Load(0), dtype: DType::F64, args: Default::default() };
    let outputs = vec![expression.result];
    let kernel =
        SharedKernel::new(Kernel { body: insts.len(), insts, outputs, operands: 1, ..Kernel::default() }).unwrap();
    let bytes: Vec<u8> = x.iter().flat_map(|x| x.to_ne_bytes()).collect();
    let (mut from, mut to) = (xp.alloc(bytes.len()).unwrap(), xp.alloc(bytes.len()).unwrap());
    xp.upload(&bytes, &mut from).unwrap();
    let layout = Layout::row_major(&[x.len()]);
    let inputs = [Input::Buffer(View::new(&from, DType::F64, &layout).unwrap())];
    let outputs = vec![Output::new(&mut to, DType::F64, &layout).unwrap()];
    xp.launch(LaunchArgs::new(&kernel, &[x.len()], 1, &inputs, outputs.into(), &[]).unwrap()).unwrap();
    let mut result = vec![0; bytes.len()];
    xp.download(&to, 0, &mut result).unwrap();
    result.chunks_exact(8).map(|bytes| f64::from_ne_bytes(bytes.try_into().unwrap())).collect()
}

/// The tables of `docs/functions.md`.
pub fn document<B: Backend>(xp: &B) -> String {
    let (mut all, mut beyond) = (String::new(), String::new());
    for id in FunctionId::ALL {
        let function = id.function();
        all += &format!("| `{}` |", function.name);
        for_types!([f32 f64] T => {
            let reference = Reference::of(function, T::DTYPE);
            let bound = function.bound[usize::from(T::DTYPE == DType::F64)];
            let x = reference.get("in").unwrap().array::<T, B>(xp);
            let method = methods::<T, B>().into_iter().find(|method| method.id == *id).unwrap();
            let (ours, scipy) = (numbers(&(method.array)(&x)), reference.numbers("scipy"));
            let [worst, scipys] = [&ours, &scipy].map(|results| rounded_up(reference.worst::<T>(results).0));
            all += &format!(" {bound} | {worst} | {scipys} |");
            let largest = reference.largest::<T>(&ours).into_iter().zip(reference.largest::<T>(&scipy));
            for (sample, (ours, scipy)) in function.samples.iter().zip(largest).filter(|(_, (_, scipy))| *scipy > bound) {
                let [ours, scipy] = [ours, scipy].map(rounded_up);
                beyond += &format!("| `{}` | {} | `{sample:?}` | {ours} | {scipy} |\n", function.name, T::DTYPE);
            }
        });
        all += &format!(" {} |\n", function.terms.map_or(String::new(), |terms| format!("`{terms}`")));
    }
    format!(
        "# Functions of the table\n\n\
        Largest errors in units in the last place (ulp): what is promised, what the CPU gives for the numbers that the tests take, and what\n\
        SciPy gives for them. An error is one of the value; where that is a small difference of terms, so that the size of those is given\n\
        below, one of that size. SciPy's `expit` and others give 0 for subnormal values, and it has no `rsqrt` (that is NumPy's\n\
        `1 / np.sqrt(x)`). Figures are rounded up to a half, or to one digit from 10 on.\n\n\
        | function | f32 promised | f32 | SciPy | f64 promised | f64 | SciPy | size of the terms |\n\
        | --- | --- | --- | --- | --- | --- | --- | --- |\n{all}\n\
        Where SciPy's largest error of the value in a sample of the tests is beyond what is promised, such as beside zeros, ours is not\n\
        larger there, or as promised:\n\n\
        | function | type | sample | largest error | SciPy's |\n| --- | --- | --- | --- | --- |\n{beyond}"
    )
}

/// An error, rounded up to a half, or to one digit from 10 on.
pub(crate) fn rounded_up(error: f64) -> String {
    let halves = (1..20).map(|half| f64::from(half) / 2.0);
    let digits =
        (1..308).flat_map(|power| (1..10).map(move |digit| format!("{digit}e{power}").parse::<f64>().unwrap()));
    let step = halves.chain(digits).find(|step| error <= *step).unwrap_or(f64::INFINITY);
    if step < 1000.0 { step.to_string() } else { format!("{step:e}") }
}
