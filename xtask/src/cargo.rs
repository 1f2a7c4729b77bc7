//! Running cargo, and other programs.

use crate::Outcome;
use serde_json::Value;
use std::env::consts::DLL_EXTENSION;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The cargo that runs this program.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
}

/// Runs a command and fails where it does.
pub fn succeeds(command: &mut Command) -> Outcome {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: {status}", command.get_program().display())),
        Err(e) => Err(format!("{}: {e}", command.get_program().display())),
    }
}

/// Builds what the arguments ask for and returns the executables; those of tests, if it is tests that they ask for.
pub fn executables(args: &[&str]) -> Result<Vec<PathBuf>, String> {
    let tests = args.first() == Some(&"test");
    built(args).map(|messages| listed(&messages, tests))
}

/// What builds libraries as `cargo test --workspace` does: all packages and their tests are named, so that features are the
/// same, and little is compiled after it.
pub const LIBRARIES: [&str; 4] = ["build", "--workspace", "--lib", "--tests"];

/// Builds what the arguments ask for and returns the library for C of a crate.
pub fn library(name: &str, args: &[&str]) -> Result<PathBuf, String> {
    let found = dynamic(&built(args)?, name).into_iter().next_back();
    found.ok_or_else(|| format!("cargo {} built no library {name}", args.join(" ")))
}

/// Cargo's messages, one a line.
fn built(args: &[&str]) -> Result<String, String> {
    let (verb, rest) = args.split_first().ok_or("cargo needs a command")?;
    let output = cargo()
        .args([verb, "--message-format=json-render-diagnostics"])
        .args(rest)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("cargo did not start: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo {}: {}", args.join(" "), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn values(messages: &str) -> impl Iterator<Item = Value> {
    messages.lines().filter_map(|line| serde_json::from_str(line).ok())
}

/// The executables that messages name. A package's tests bring its programs along, which are built in any order.
fn listed(messages: &str, tests: bool) -> Vec<PathBuf> {
    let wanted = |message: &Value| !tests || message["profile"]["test"] == true;
    values(messages).filter(wanted).filter_map(|message| Some(message.get("executable")?.as_str()?.into())).collect()
}

/// The libraries for C of a crate that messages name.
fn dynamic(messages: &str, name: &str) -> Vec<PathBuf> {
    let of_c = |message: &Value| {
        let target = &message["target"];
        target["name"] == name && target["crate_types"].as_array().is_some_and(|t| t.contains(&"cdylib".into()))
    };
    let files = values(messages).filter(of_c).filter_map(|message| message["filenames"].as_array().cloned()).flatten();
    files
        .filter_map(|file| Some(PathBuf::from(file.as_str()?)))
        .filter(|file| file.extension().is_some_and(|e| e == DLL_EXTENSION))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executables_are_found_in_messages() {
        let messages = "{\"reason\":\"compiler-artifact\",\"executable\":null}\n   Compiling\n\
                        {\"reason\":\"compiler-artifact\",\"executable\":\"/t/a b\"}\n{\"reason\":\"build-finished\"}\n";
        assert_eq!(listed(messages, false), [PathBuf::from("/t/a b")]);
    }

    #[test]
    fn programs_of_a_package_are_not_its_tests() {
        let messages = "{\"executable\":\"/t/test\",\"profile\":{\"test\":true}}\n\
                        {\"executable\":\"/t/program\",\"profile\":{\"test\":false}}\n";
        assert_eq!(listed(messages, true), [PathBuf::from("/t/test")]);
        assert_eq!(listed(messages, false).len(), 2);
    }

    #[test]
    fn libraries_for_c_are_found_in_messages() {
        let file = format!("/t/liba.{DLL_EXTENSION}");
        let messages = format!(
            "{{\"target\":{{\"name\":\"a\",\"crate_types\":[\"lib\"]}},\"filenames\":[\"/t/libb.rlib\"]}}\n\
             {{\"target\":{{\"name\":\"a\",\"crate_types\":[\"cdylib\",\"rlib\"]}},\
             \"filenames\":[\"/t/liba.rlib\",\"{file}\"]}}\n"
        );
        assert_eq!(dynamic(&messages, "a"), [PathBuf::from(file)]);
        assert!(dynamic(&messages, "b").is_empty());
    }
}
