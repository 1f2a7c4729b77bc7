//! C's view of the tables of libraries: what a compiler says about assertions over their headers.

use std::env;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// C's name of a type, of those with names of their own by `named`.
pub fn name(of: &str, named: &dyn Fn(&str) -> String) -> String {
    if let Some(to) = of.strip_prefix("*const ") {
        return name(to, named) + " const *";
    }
    if let Some(to) = of.strip_prefix("*mut ") {
        return name(to, named) + " *";
    }
    match of {
        "c_void" => "void".into(),
        "c_char" => "char".into(),
        "c_int" => "int".into(),
        "usize" => "size_t".into(),
        of => named(of),
    }
}

/// The arguments of a function.
pub fn arguments(of: &[&str], named: &dyn Fn(&str) -> String) -> String {
    let arguments: Vec<String> = of.iter().map(|of| name(of, named)).collect();
    if arguments.is_empty() { "void".into() } else { arguments.join(", ") }
}

/// What a compiler says about a program that includes headers of these folders; nothing if all is well.
pub fn complaints(source: &str, folders: &[&Path]) -> String {
    let mut compiler = Command::new(env::var("CC").unwrap_or("cc".into()))
        .args(["-std=gnu11", "-fsyntax-only", "-fmax-errors=0", "-x", "c", "-"])
        .args(folders.iter().map(|folder| format!("-I{}", folder.display())))
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a C compiler");
    compiler.stdin.take().unwrap().write_all(source.as_bytes()).unwrap();
    let output = compiler.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = text.lines().filter(|line| line.contains("error")).collect();
    assert_eq!(output.status.success(), errors.is_empty(), "{text}");
    errors.join("\n")
}
