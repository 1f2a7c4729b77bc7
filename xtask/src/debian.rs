//! Packages of Debian's later suites, unpacked into a folder: the machine's own packages stay as they are.

use crate::cargo::succeeds;
use crate::{Outcome, fetch};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Who signs Debian's suites.
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// What packages are for: the machine itself, or another architecture by Debian's name.
#[derive(Clone, Copy)]
pub enum For {
    Machine,
    Other(&'static str),
}

/// Unpacks packages of a suite and all that they depend on, also what the machine has: they fit each other.
pub fn unpack(suite: &str, packages: &[&str], folder: &Path) -> Outcome {
    let apt = Apt::new(&[suite], For::Machine, folder)?;
    succeeds(apt.get().args(["install", "--yes", "--download-only", "--no-install-recommends"]).args(packages))?;
    apt.extract(folder)
}

/// Unpacks packages of a suite, and nothing that they depend on. What the suite lacks is taken from the unstable one.
pub fn unpack_alone(suite: &str, architecture: For, packages: &[&str], folder: &Path) -> Outcome {
    let mut suites = vec!["unstable", suite];
    suites.dedup();
    let apt = Apt::new(&suites, architecture, folder)?;
    let archives = apt.state.join("archives");
    succeeds(apt.get().args(["download", "--target-release", suite]).args(packages).current_dir(&archives))?;
    apt.extract(folder)
}

/// apt, with a state of its own.
struct Apt {
    state: PathBuf,
    architecture: For,
}

impl Apt {
    /// One that knows the packages of suites. Its state is in a folder of the given one.
    fn new(suites: &[&str], architecture: For, folder: &Path) -> Result<Self, String> {
        let apt = Self { state: folder.join("apt"), architecture };
        let failed = |e: std::io::Error| format!("{}: {e}", apt.state.display());
        for part in ["lists/partial", "archives/partial"] {
            fs::create_dir_all(apt.state.join(part)).map_err(failed)?;
        }
        fs::write(apt.state.join("status"), "").map_err(failed)?;
        for mirror in mirrors()? {
            let line = |suite| format!("deb [target=Packages signed-by={KEYRING}] {mirror} {suite} main\n");
            fs::write(apt.state.join("sources.list"), suites.iter().map(line).collect::<String>()).map_err(failed)?;
            if succeeds(apt.get().arg("update")).is_ok() {
                return Ok(apt);
            }
        }
        Err(format!("no source of apt has Debian's suites {}", suites.join(" and ")))
    }

    fn get(&self) -> Command {
        let mut command = Command::new("apt-get");
        command.args(["-qq", "-o", "APT::Sandbox::User=root", "-o", "Dir::Etc::SourceParts=-"]);
        // A source may be away for a moment.
        command.args(["-o", "Acquire::Retries=5"]);
        let places = [
            ("Dir::Etc::SourceList", "sources.list"),
            ("Dir::State", ""),
            ("Dir::State::status", "status"),
            ("Dir::Cache", ""),
        ];
        for (option, place) in places {
            let mut setting = OsString::from(format!("{option}="));
            setting.push(self.state.join(place));
            command.arg("-o").arg(setting);
        }
        if let For::Other(architecture) = self.architecture {
            for option in ["APT::Architecture", "APT::Architectures"] {
                command.arg("-o").arg(format!("{option}={architecture}"));
            }
        }
        command
    }

    /// Unpacks what was downloaded, and removes the state.
    fn extract(self, folder: &Path) -> Outcome {
        for package in fetch::files(&self.state.join("archives"))? {
            if package.extension().is_some_and(|extension| extension == "deb") {
                succeeds(Command::new("dpkg-deb").arg("--extract").arg(package).arg(folder))?;
            }
        }
        fs::remove_dir_all(&self.state).map_err(|e| format!("{}: {e}", self.state.display()))
    }
}

/// Where apt gets the main part of the machine's own release.
fn mirrors() -> Result<Vec<String>, String> {
    let release = fs::read_to_string("/etc/os-release").map_err(|e| format!("/etc/os-release: {e}"))?;
    let codename = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME=")).unwrap_or_default();
    let output = Command::new("apt-get")
        .args(["indextargets", "--format", "$(RELEASE) $(COMPONENT) $(REPO_URI)", "Created-By: Packages"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("apt-get did not start: {e}"))?;
    Ok(addresses(&String::from_utf8_lossy(&output.stdout), codename.trim_matches('"')))
}

/// The addresses among lines of a release, its part and an address.
fn addresses(targets: &str, codename: &str) -> Vec<String> {
    let wanted = format!("{codename} main ");
    let mut found: Vec<String> = targets.lines().filter_map(|line| Some(line.strip_prefix(&wanted)?.into())).collect();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_the_release() {
        let targets = "trixie main http://a/debian/\ntrixie main http://a/debian/\ntrixie contrib http://a/debian/\n\
                       trixie-updates main http://a/debian/\nnodistro main http://b/\ntrixie main http://c/\n";
        assert_eq!(addresses(targets, "trixie"), ["http://a/debian/", "http://c/"]);
    }
}
