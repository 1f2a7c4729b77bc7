//! The tables of errors in the documentation.

#[test]
fn documentation_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/functions.md");
    let xp = xparray::Cpu::new();
    let text = xparray_tests::functions::document(&xp);
    #[cfg(feature = "scipy")]
    let text = text + &xparray_tests::special_further::document(&xp);
    if std::env::var_os("XPARRAY_WRITE_DOCS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == text, "docs/functions.md is not current: cargo xtask errors");
}
