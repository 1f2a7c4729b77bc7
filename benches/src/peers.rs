//! A program that times workloads on request: ours, or another library. The protocol is in benches/peers/README.md.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program that answers the name of a row with microseconds per call.
pub struct Timer {
    /// Who answers: `numpy`.
    pub name: String,
    /// What it said at the start: `numpy 2.4.6`.
    pub version: String,
    command: Command,
    process: Process,
}

impl Timer {
    /// Starts the program and waits until it is ready.
    ///
    /// # Errors
    /// Why it is not.
    pub fn start(name: &str, mut command: Command) -> Result<Self, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let (process, version) = Process::start(name, &mut command)?;
        Ok(Self { name: name.into(), version, command, process })
    }

    /// Microseconds per call, or `None` for a row that this program does not have.
    ///
    /// # Errors
    /// What the program answered instead.
    pub fn time(&mut self, row: &str) -> Result<Option<f64>, String> {
        let answer = self.ask(row)?;
        self.read(row, &answer)
    }

    /// Microseconds of the first call of a row, by the program started anew.
    ///
    /// # Errors
    /// As for [`time`](Timer::time).
    pub fn time_first(&mut self, row: &str) -> Result<Option<f64>, String> {
        (self.process, _) = Process::start(&self.name, &mut self.command)?;
        let answer = self.ask(&format!("first {row}"))?;
        self.read(row, &answer)
    }

    fn read(&self, row: &str, answer: &str) -> Result<Option<f64>, String> {
        if answer == "-" {
            return Ok(None);
        }
        answer.parse().map(Some).map_err(|_| format!("{} on {row}: {answer}", self.name))
    }

    /// The answer to a request. After an error the program is started anew: a fault may leave it a broken device.
    ///
    /// # Errors
    /// An answer that begins with `error`, and the program's end.
    pub fn ask(&mut self, request: &str) -> Result<String, String> {
        let error = match self.process.ask(request) {
            Ok(answer) if !answer.starts_with("error") => return Ok(answer),
            Ok(error) | Err(error) => error,
        };
        (self.process, _) = Process::start(&self.name, &mut self.command)?;
        Err(format!("{} on {request}: {error}", self.name))
    }
}

struct Process {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a program; with it comes what it calls itself.
    fn start(name: &str, command: &mut Command) -> Result<(Self, String), String> {
        let mut child = command
            .spawn()
            .map_err(|e| format!("{name}: {} did not start: {e}", command.get_program().to_string_lossy()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{name}: no pipes"));
        };
        let mut process = Self { child, stdin, stdout: BufReader::new(stdout) };
        let greeting = process.line().map_err(|e| format!("{name}: {e}"))?;
        match greeting.strip_prefix("ready ") {
            Some(version) => Ok((process, version.into())),
            None => Err(format!("{name}: {greeting}")),
        }
    }

    fn ask(&mut self, row: &str) -> Result<String, String> {
        writeln!(self.stdin, "{row}").map_err(|e| e.to_string())?;
        self.line()
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.stdout.read_line(&mut line) {
            Ok(0) => Err("the program ended".into()),
            Ok(_) => Ok(line.trim().into()),
            Err(e) => Err(e.to_string()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be in the middle of a row when another one failed. That it has ended already is no error.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
