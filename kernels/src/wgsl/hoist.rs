//! Arguments of a launch, read once before a loop: a compiler cannot know that what the loop writes is not they.

use super::line;
use std::collections::BTreeSet;

/// Statements that define what `text` reads of the arguments, and the text with their names.
pub(super) fn hoisted(text: &str) -> String {
    const READ: &str = "args[";
    let mut known = BTreeSet::new();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(READ) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let number = from[READ.len()..].split(']').next().unwrap_or_default();
        match number.parse::<usize>() {
            Ok(word) => {
                known.insert(word);
                out.push_str(&format!("a{word}"));
                rest = &from[READ.len() + number.len() + 1..];
            }
            Err(_) => {
                out.push_str(READ);
                rest = &from[READ.len()..];
            }
        }
    }
    out.push_str(rest);
    let mut definitions = String::new();
    for word in known {
        line!(definitions, "let a{word} = args[{word}];");
    }
    definitions + &out
}

#[cfg(test)]
mod tests {
    use super::hoisted;

    #[test]
    fn each_word_is_read_once() {
        let text = "x[args[14] + i] = args[14] * args[3] + args[k];";
        assert_eq!(hoisted(text), "let a3 = args[3];\nlet a14 = args[14];\nx[a14 + i] = a14 * a3 + args[k];");
    }
}
