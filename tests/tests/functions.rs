//! The tables of errors in the documentation.

#[test]
fn documentation_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/functions.md");
    let text = xparray_tests::functions::document(&xparray::Cpu::new());
    if std::env::var_os("XPARRAY_WRITE_DOCS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == text,
        "docs/functions.md is not current: XPARRAY_WRITE_DOCS=1 cargo test -p xparray-tests --test functions"
    );
}
