//! Functions written in WGSL, each put into a shader only if it is used, and those of a type made from the text for all types.

use super::{elementary, functions};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

const TEXTS: [&str; 9] = [
    include_str!("../../wgsl/boolean.wgsl"),
    include_str!("../../wgsl/complex.wgsl"),
    include_str!("../../wgsl/half.wgsl"),
    include_str!("../../wgsl/integer.wgsl"),
    include_str!("../../wgsl/memory.wgsl"),
    include_str!("../../wgsl/random.wgsl"),
    include_str!("../../wgsl/real.wgsl"),
    include_str!("../../wgsl/reduce.wgsl"),
    include_str!("../../wgsl/scaled.wgsl"),
];

/// Of devices without `f64`, those that take the place of others of the same name.
const SINGLE: &str = include_str!("../../wgsl/single.wgsl");

/// What shaders of a device can compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    /// Whether `fma` rounds once.
    pub fused: bool,
    /// Whether there is `f64`.
    pub double: bool,
}

/// The definitions by name that take the place of others where there is no `f64`.
fn singles() -> &'static HashMap<&'static str, &'static str> {
    static KNOWN: OnceLock<HashMap<&str, &str>> = OnceLock::new();
    KNOWN.get_or_init(|| split(SINGLE).into_iter().collect())
}

/// The definitions by name.
fn definitions() -> &'static HashMap<&'static str, &'static str> {
    static KNOWN: OnceLock<HashMap<&str, &str>> = OnceLock::new();
    KNOWN.get_or_init(|| TEXTS.iter().flat_map(|text| split(text)).collect())
}

/// A text's definitions, each of which begins a line.
fn split(text: &'static str) -> Vec<(&'static str, &'static str)> {
    let begins = |line: &str| {
        ["fn ", "struct ", "const "].into_iter().find_map(|word| line.strip_prefix(word).map(|_| word.len()))
    };
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some(skip) = begins(line) {
            let rest = &text[at + skip..];
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            starts.push((at, &rest[..end]));
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(at, _)| at).chain([text.len()]);
    starts.iter().zip(ends).map(|(&(start, name), end)| (name, without_comments(&text[start..end]))).collect()
}

/// Without the comment of the definition that comes next.
fn without_comments(text: &str) -> &str {
    let end = match text.rfind("\n}").filter(|_| !text.starts_with("const")) {
        Some(end) => end + 2,
        None if text.starts_with("const") => text.find(';').map_or(text.len(), |end| end + 1),
        None => text.find('\n').unwrap_or(text.len()),
    };
    &text[..end]
}

/// The identifiers of a text.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// The text for a type: words stand for the type, its bits, and integers of its size, and endings of names for the type.
fn of_type(text: &str, word: &str, ending: &str) -> String {
    let wide = ending.ends_with("64");
    let (bits, signed) = if wide { ("u64", "i64") } else { ("u32", "i32") };
    let mut out = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(from.len());
        let (name, after) = from.split_at(end);
        out.push_str(before);
        // The letter behind a number belongs to it.
        let number = before.ends_with(|c: char| c.is_ascii_digit() || c == '.');
        match name.strip_suffix(word).filter(|stem| stem.ends_with('_')) {
            _ if number => out.push_str(name),
            Some(stem) => {
                out.push_str(stem);
                out.push_str(ending);
            }
            None => out.push_str(match name {
                "U" => bits,
                "S" => signed,
                _ if name == word => ending,
                _ => name,
            }),
        }
        rest = after;
    }
    out + rest
}

/// The definition of a name, if the library has one.
fn definition(name: &str) -> Option<String> {
    let known = definitions();
    if let Some(text) = known.get(name) {
        return Some((*text).to_owned());
    }
    if let Some(text) = elementary::definition(name).or_else(|| functions::definition(name)) {
        return Some(text);
    }
    let (stem, ending) = name.rsplit_once('_')?;
    let word = if ending.starts_with('f') { "T" } else { "I" };
    let text = known.get(format!("{stem}_{word}").as_str())?;
    ["f32", "f64", "i32", "u32", "i64", "u64"].contains(&ending).then(|| of_type(text, word, ending))
}

/// A text with all that it uses.
pub fn complete(text: String, arithmetic: Arithmetic) -> String {
    let mut seen: HashSet<String> = HashSet::new();
    let mut out = text;
    let mut at = 0;
    while at < out.len() {
        let new: Vec<String> = identifiers(&out[at..])
            .filter(|name| name.contains('_') || definitions().contains_key(name))
            .map(str::to_owned)
            .collect();
        at = out.len();
        for name in new {
            if seen.contains(&name) {
                continue;
            }
            let soft = |ending: &str| {
                let parameters = ["x", "y", "z"].map(|name| format!("{name}: {ending}")).join(", ");
                format!("fn r_fma_{ending}({parameters}) -> {ending} {{ return soft_fma_{ending}(x, y, z); }}")
            };
            let single = || singles().get(name.as_str()).filter(|_| !arithmetic.double).map(|&text| text.to_owned());
            let replaced = name.strip_prefix("r_fma_").filter(|_| !arithmetic.fused).map(soft).or_else(single);
            if let Some(text) = replaced.or_else(|| definition(&name)) {
                out.push('\n');
                out.push_str(&text);
                out.push('\n');
            }
            seen.insert(name);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_type() {
        let text = "fn r_half_T(x: T) -> T { return bitcast<T>(bitcast<U>(x) & 1u) * T(0.5); }";
        let single = "fn r_half_f32(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) & 1u) * f32(0.5); }";
        assert_eq!(of_type(text, "T", "f32"), single);
        assert_eq!(of_type("I(x) + S(y) + n_a_I(z)", "I", "u64"), "u64(x) + i64(y) + n_a_u64(z)");
    }

    #[test]
    fn what_is_used_comes_along() {
        let text =
            complete("fn main() { let x = r_sin_f32(1.0); }".to_owned(), Arithmetic { fused: true, double: true });
        assert!(text.contains("fn r_sin_f32(") && text.contains("fn m_sin_f32(") && !text.contains("fn r_exp_f32("));
        assert_eq!(text.matches("fn m_sin_f32(").count(), 1);
    }

    #[test]
    fn without_double_precision_there_is_none() {
        let text =
            "fn main() { let x = moments_part1_f32(moments_start_f32()) + r_fma_f32(1.0, 2.0, 3.0); }".to_owned();
        let text = complete(text, Arithmetic { fused: false, double: false });
        assert!(text.contains("fn soft_fma_f32(") && text.contains("struct Pair_f32"));
        assert!(!text.contains("f64"));
    }
}
