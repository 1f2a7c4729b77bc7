//! Packages of Debian's later suites, unpacked into a folder: the machine's own packages stay as they are.

use crate::cargo::succeeds;
use crate::{Outcome, fetch};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Who signs Debian's suites.
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// Unpacks packages of the unstable suite and all that they depend on, also what the machine has: they fit each other.
pub fn unpack(packages: &[&str], folder: &Path) -> Outcome {
    let apt = prepare(&["unstable"], folder)?;
    succeeds(apt_get(&apt).args(["install", "--yes", "--download-only", "--no-install-recommends"]).args(packages))?;
    extract(&apt, folder)
}

/// Unpacks packages of a suite, and nothing that they depend on. What the suite lacks is taken from the unstable one.
pub fn unpack_alone(suite: &str, packages: &[&str], folder: &Path) -> Outcome {
    let mut suites = vec!["unstable", suite];
    suites.dedup();
    let apt = prepare(&suites, folder)?;
    let archives = apt.join("archives");
    succeeds(apt_get(&apt).args(["download", "--target-release", suite]).args(packages).current_dir(&archives))?;
    extract(&apt, folder)
}

/// A folder in a folder with which apt knows the packages of suites.
fn prepare(suites: &[&str], folder: &Path) -> Result<PathBuf, String> {
    let apt = folder.join("apt");
    let failed = |e: std::io::Error| format!("{}: {e}", apt.display());
    for part in ["lists/partial", "archives/partial"] {
        fs::create_dir_all(apt.join(part)).map_err(failed)?;
    }
    fs::write(apt.join("status"), "").map_err(failed)?;
    for mirror in mirrors()? {
        let line = |suite| format!("deb [target=Packages signed-by={KEYRING}] {mirror} {suite} main\n");
        fs::write(apt.join("sources.list"), suites.iter().map(line).collect::<String>()).map_err(failed)?;
        if succeeds(apt_get(&apt).arg("update")).is_ok() {
            return Ok(apt);
        }
    }
    Err(format!("no source of apt has Debian's suites {}", suites.join(" and ")))
}

/// Unpacks what was downloaded, and removes apt's folder.
fn extract(apt: &Path, folder: &Path) -> Outcome {
    for package in fetch::files(&apt.join("archives"))? {
        if package.extension().is_some_and(|extension| extension == "deb") {
            succeeds(Command::new("dpkg-deb").arg("--extract").arg(package).arg(folder))?;
        }
    }
    fs::remove_dir_all(apt).map_err(|e| format!("{}: {e}", apt.display()))
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

/// apt, with a state of its own.
fn apt_get(apt: &Path) -> Command {
    let mut command = Command::new("apt-get");
    command.args(["-qq", "-o", "APT::Sandbox::User=root", "-o", "Dir::Etc::SourceParts=-"]);
    let places = [
        ("Dir::Etc::SourceList", "sources.list"),
        ("Dir::State", ""),
        ("Dir::State::status", "status"),
        ("Dir::Cache", ""),
    ];
    for (option, place) in places {
        let mut setting = OsString::from(format!("{option}="));
        setting.push(apt.join(place));
        command.arg("-o").arg(setting);
    }
    command
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
