//! A program that times workloads on request: ours, or another library. The protocol is in benches/peers/README.md.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running program that answers the name of a row with microseconds per call.
pub struct Timer {
    /// Who answers: `numpy`.
    pub name: String,
    /// What it said at the start: `numpy 2.4.6`, or why it is absent.
    pub version: String,
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Timer {
    /// Starts the program and waits until it is ready; the error says why it is not.
    pub fn start(name: &str, command: &mut Command) -> Result<Self, String> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{name}: {} did not start: {e}", command.get_program().to_string_lossy()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{name}: no pipes"));
        };
        let mut timer =
            Timer { name: name.into(), version: String::new(), child, stdin, stdout: BufReader::new(stdout) };
        let greeting = timer.line()?;
        match greeting.strip_prefix("ready ") {
            Some(version) => timer.version = version.into(),
            None => return Err(format!("{name}: {greeting}")),
        }
        Ok(timer)
    }

    /// Microseconds per call, or `None` for a row that this program does not have.
    pub fn time(&mut self, row: &str) -> Result<Option<f64>, String> {
        writeln!(self.stdin, "{row}").map_err(|e| format!("{}: {e}", self.name))?;
        let answer = self.line()?;
        if answer == "-" {
            return Ok(None);
        }
        answer.parse().map(Some).map_err(|_| format!("{} on {row}: {answer}", self.name))
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.stdout.read_line(&mut line) {
            Ok(0) => Err(format!("{} ended", self.name)),
            Ok(_) => Ok(line.trim().into()),
            Err(e) => Err(format!("{}: {e}", self.name)),
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        // It may be in the middle of a row when another one failed. That it has ended already is no error.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
