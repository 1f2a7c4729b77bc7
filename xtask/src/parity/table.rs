//! The table: page, section, name, state, items, note, with tabs between them.

/// A name of CuPy or NumPy, and what there is of it.
pub struct Row<'a> {
    pub page: &'a str,
    pub section: &'a str,
    /// As Python has it.
    pub name: &'a str,
    pub state: State,
    /// What it is here: `Type::method`, `module::function` or the name of a type.
    pub items: Vec<&'a str>,
    /// What differs, what is missing, or why it has no meaning here.
    pub note: &'a str,
}

/// How much of a name there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// All that it does.
    Yes,
    /// What the note says is missing.
    Part,
    /// Nothing.
    No,
    /// Nothing that a Rust program could want, by the note's reason.
    Na,
}

impl State {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "yes" => Self::Yes,
            "part" => Self::Part,
            "no" => Self::No,
            "na" => Self::Na,
            _ => return None,
        })
    }
}

const HEADER: &str = "page\tsection\tname\tstate\titem\tnote";

/// The rows of the table's text, or what is wrong with it.
pub fn parse(text: &str) -> Result<Vec<Row<'_>>, String> {
    let mut lines = text.lines().enumerate();
    if lines.next().map(|(_, line)| line) != Some(HEADER) {
        return Err(format!("the first line is not {HEADER:?}"));
    }
    lines.map(|(k, line)| row(line).map_err(|e| format!("line {}: {e}", k + 1))).collect()
}

fn row(line: &str) -> Result<Row<'_>, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[page, section, name, word, items, note] = &fields[..] else {
        return Err(format!("{} fields", fields.len()));
    };
    let state = State::parse(word).ok_or_else(|| format!("the state {word:?}"))?;
    let items: Vec<&str> = items.split(", ").filter(|item| !item.is_empty()).collect();
    match state {
        State::Yes if items.is_empty() => Err("a yes without an item".into()),
        State::Part if note.is_empty() => Err("a part that does not say what is missing".into()),
        State::Na if note.is_empty() => Err("no reason".into()),
        State::No | State::Na if !items.is_empty() => Err(format!("an item of a {word}")),
        _ => Ok(Row { page, section, name, state, items, note }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_complete() {
        let parsed = |rows: &str| parse(&format!("{HEADER}\n{rows}")).map(|rows| rows.len());
        assert_eq!(parsed("math\tSums\tcupy.sum\tyes\tArray::sum, Array::nansum\t\nmath\t\tcupy.x\tno\t\t"), Ok(2));
        for wrong in
            ["a\tb\tc\tyes\t\t", "a\tb\tc\tpart\tArray::sum\t", "a\tb\tc\tna\t\t", "a\tb\tc\tperhaps\t\t", "a\tb"]
        {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
        assert!(parse("").is_err());
    }
}
