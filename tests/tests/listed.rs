//! The suite's list names every case, so that none is written and never run.

use std::fs;
use std::path::Path;

#[test]
fn every_case_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let list = fs::read_to_string(folder.join("lib.rs")).unwrap();
    let mut cases = 0;
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    for path in files.filter(|path| path.is_file()) {
        let family = path.file_stem().unwrap().to_str().unwrap().to_owned();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let Some((name, _)) =
                line.strip_prefix("pub fn ").and_then(|rest| rest.split_once("<B: Backend>(xp: &B) {"))
            else {
                continue;
            };
            let listed = list
                .split_once(&format!(" {family}: "))
                .and_then(|(_, rest)| rest.split_once(';'))
                .is_some_and(|(names, _)| names.split(',').any(|listed| listed.trim() == name));
            assert!(listed, "{family}::{name} is not in the list of the suite");
            cases += 1;
        }
    }
    assert!(cases > 150, "{cases} cases found");
}
