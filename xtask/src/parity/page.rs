//! The table as a page for readers.

use super::table::{Row, State};
use std::fmt::Write;

const HEAD: &str = "# NumPy's and CuPy's names\n\n\
You know it from NumPy or CuPy by the name in the first column; here it is what stands in the second. An item is looked up in the\n\
documentation by its name (`cargo doc --open`). Written by `cargo xtask parity` from [parity.tsv](parity.tsv), which is held to\n\
rustdoc's list of items and to the tests.\n\n";

/// How many of a page's names are in each state: yes, part, no, na.
fn states<'a>(rows: impl Iterator<Item = &'a Row<'a>>) -> [usize; 4] {
    let mut counts = [0; 4];
    rows.for_each(|row| counts[row.state as usize] += 1);
    counts
}

fn pages<'a>(rows: &'a [Row<'a>]) -> Vec<&'a str> {
    let mut pages: Vec<&str> = rows.iter().map(|row| row.page).collect();
    pages.dedup();
    pages
}

/// How many names of each page are there.
pub fn counts(rows: &[Row]) -> String {
    let mut text = String::from("| page | yes | part | no | no meaning here |\n| --- | ---: | ---: | ---: | ---: |\n");
    let mut line = |page: &str, [yes, part, no, na]: [usize; 4]| {
        writeln!(text, "| {page} | {yes} | {part} | {no} | {na} |").expect("a string");
    };
    for page in pages(rows) {
        line(page, states(rows.iter().filter(|row| row.page == page)));
    }
    line("all", states(rows.iter()));
    text
}

/// The whole page.
pub fn write(rows: &[Row]) -> String {
    let mut text = HEAD.to_owned() + &counts(rows);
    for page in pages(rows) {
        write!(text, "\n## {page}\n\n| NumPy, CuPy | here | |\n| --- | --- | --- |\n").expect("a string");
        let mut section = "";
        for row in rows.iter().filter(|row| row.page == page) {
            if row.section != section {
                section = row.section;
                writeln!(text, "| **{section}** | | |").expect("a string");
            }
            let here = match row.state {
                State::Yes | State::Part => {
                    row.items.iter().map(|item| format!("`{item}`")).collect::<Vec<_>>().join(", ")
                }
                State::No => "not yet".into(),
                State::Na => "-".into(),
            };
            let missing = if row.state == State::Part { "in part: " } else { "" };
            writeln!(text, "| `{}` | {here} | {missing}{} |", row.name, row.note.replace('|', "\\|"))
                .expect("a string");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::table::parse;
    use super::*;

    #[test]
    fn pages_have_all_names() {
        let table = "page\tsection\tname\tstate\titem\tnote\nmath\t\tcupy.sum\tyes\tArray::sum\t\nio\t\tcupy.who\tna\t\tlists variables";
        let rows = parse(table).unwrap();
        assert!(counts(&rows).contains("| math | 1 | 0 | 0 | 0 |\n| io | 0 | 0 | 0 | 1 |\n| all | 1 | 0 | 0 | 1 |"));
        assert!(write(&rows).contains("| `cupy.sum` | `Array::sum` |  |\n"));
        assert!(write(&rows).contains("| `cupy.who` | - | lists variables |\n"));
    }
}
