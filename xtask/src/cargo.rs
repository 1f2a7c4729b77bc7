//! Running cargo, and other programs.

use crate::Outcome;
use serde_json::Value;
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

/// Builds what the arguments ask for and returns the executables.
pub fn executables(args: &[&str]) -> Result<Vec<PathBuf>, String> {
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
    Ok(listed(&String::from_utf8_lossy(&output.stdout)))
}

/// The executables that cargo's messages, one a line, name.
fn listed(messages: &str) -> Vec<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    messages.filter_map(|message| Some(message.get("executable")?.as_str()?.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executables_are_found_in_messages() {
        let messages = "{\"reason\":\"compiler-artifact\",\"executable\":null}\n   Compiling\n\
                        {\"reason\":\"compiler-artifact\",\"executable\":\"/t/a b\"}\n{\"reason\":\"build-finished\"}\n";
        assert_eq!(listed(messages), [PathBuf::from("/t/a b")]);
    }
}
