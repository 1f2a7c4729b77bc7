//! The elementary functions of `xparray_ir::math` as WGSL: the operations that they were written down as.

use super::line;
use super::types::real;
use xparray_ir::DType;
use xparray_ir::math::formula::{Formula, Op};
use xparray_ir::math::{Binary, Unary};

/// The definition of `m_{function}_{type}` or `m_{function}_rare_{type}`.
pub(super) fn definition(name: &str) -> Option<String> {
    let (function, ending) = name.strip_prefix("m_")?.rsplit_once('_')?;
    let dtype = match ending {
        "f32" => DType::F32,
        "f64" => DType::F64,
        _ => return None,
    };
    let (function, rare) = match function.strip_suffix("_rare") {
        Some(function) => (function, true),
        None => (function, false),
    };
    let called = |op: String| op.to_lowercase() == function;
    let one = Unary::ALL.iter().find(|op| called(format!("{op:?}"))).map(|&op| (Formula::unary(op, dtype), 1));
    let two = || Binary::ALL.iter().find(|op| called(format!("{op:?}"))).map(|&op| (Formula::binary(op, dtype), 2));
    let (formula, arguments) = one.or_else(two)?;
    written(&formula, name, dtype, arguments, rare)
}

fn written(formula: &Formula, name: &str, dtype: DType, arguments: usize, rare: bool) -> Option<String> {
    let wide = dtype == DType::F64;
    let (float, bits) = if wide { ("f64", "u64") } else { ("f32", "u32") };
    let result = if rare { formula.rare? } else { formula.result };
    let mut needed = vec![false; formula.nodes.len()];
    needed[result as usize] = true;
    for (at, node) in formula.nodes.iter().enumerate().rev() {
        if needed[at] {
            node.args[..node.op.arity()].iter().for_each(|&arg| needed[arg as usize] = true);
        }
    }
    let parameters: Vec<String> = (0..arguments).map(|k| format!("x{k}: {float}")).collect();
    let mut out = String::new();
    let class = if rare { "bool" } else { float };
    line!(out, "fn {name}({}) -> {class} {{", parameters.join(", "));
    for (at, node) in formula.nodes.iter().enumerate().filter(|&(at, _)| needed[at]) {
        let [a, b, c] = node.args.map(|arg| format!("v{arg}"));
        let of_bits = |text: String| format!("bitcast<{float}>({text})");
        let [x, y] = [&a, &b].map(|value| format!("bitcast<{bits}>({value})"));
        let text = match node.op {
            Op::Argument(k) => format!("x{k}"),
            Op::Constant(word) if node.mask => (word != 0).to_string(),
            Op::Constant(word) => constant(word, wide),
            Op::Add => format!("{a} + {b}"),
            Op::Sub => format!("{a} - {b}"),
            Op::Mul => format!("{a} * {b}"),
            Op::Div => format!("r_div_{float}({a}, {b})"),
            Op::Fma(product, addend) => {
                let sign = |minus| if minus { "-" } else { "" };
                format!("r_fma_{float}({}{a}, {b}, {}{c})", sign(product), sign(addend))
            }
            Op::Negate => format!("-{a}"),
            Op::Sqrt => format!("r_sqrt_{float}({a})"),
            Op::And | Op::Or if node.mask => format!("{a} {} {b}", if node.op == Op::And { "&&" } else { "||" }),
            Op::Xor if node.mask => format!("{a} != {b}"),
            Op::Not if node.mask => format!("!{a}"),
            Op::And => of_bits(format!("{x} & {y}")),
            Op::Or => of_bits(format!("{x} | {y}")),
            Op::Xor => of_bits(format!("{x} ^ {y}")),
            Op::Not => of_bits(format!("~{x}")),
            Op::Shl(by) => of_bits(format!("{x} << {by}u")),
            Op::Shr(by) => of_bits(format!("{x} >> {by}u")),
            Op::Plus => of_bits(format!("{x} + {y}")),
            Op::Below => format!("{a} < {b}"),
            Op::AtLeast => format!("{a} >= {b}"),
            // Whether a number is one is asked of its bits: compilers may take it for granted.
            Op::Equals if node.args[0] == node.args[1] => format!("!is_nan_{float}({a})"),
            Op::Equals => format!("{a} == {b}"),
            Op::Negative => format!("({x} >> {}u) != 0{}", if wide { 63 } else { 31 }, if wide { "lu" } else { "u" }),
            Op::Select => format!("select({c}, {b}, {a})"),
        };
        line!(out, "let v{at} = {text};");
    }
    line!(out, "return v{result};\n}}");
    Some(out)
}

/// A number by its bits, which may be those of an integer.
fn constant(word: u64, wide: bool) -> String {
    let value = if wide { f64::from_bits(word) } else { f32::from_bits(word as u32).into() };
    let normal = value == 0.0 || value.abs() >= if wide { f64::MIN_POSITIVE } else { f32::MIN_POSITIVE.into() };
    match (value.is_finite() && normal, wide) {
        (true, true) => real(value, DType::F64),
        (true, false) => real(value, DType::F32),
        (_, true) => format!("bits_as_f64({word}lu)"),
        (_, false) => format!("bits_as_f32({word}u)"),
    }
}
