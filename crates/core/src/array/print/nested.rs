//! Brackets, line breaks and summaries.

use super::{EDGE_ITEMS, Shown};

/// The words of an array in nested brackets, `prefix` standing before the first.
pub(super) fn format(shown: &Shown, words: &[String], separator: &str, prefix: &str, width: usize) -> String {
    let indent = " ".repeat(prefix.len() + 1);
    Nested { shown, words, separator }.axis(0, 0, &indent, width)
}

struct Nested<'a> {
    shown: &'a Shown,
    words: &'a [String],
    separator: &'a str,
}

/// What stands at a place along an axis.
enum Item {
    Index(usize),
    Ellipsis,
}

impl Nested<'_> {
    /// The part below a position on the first axes: `first` is its first word.
    fn axis(&self, axis: usize, first: usize, indent: &str, width: usize) -> String {
        let (shape, kept) = (&self.shown.shape, &self.shown.kept);
        let left = shape.len() - axis;
        if left == 0 {
            return self.words[first].clone();
        }
        let below: usize = kept[axis + 1..].iter().product();
        let mut items: Vec<Item> = (0..kept[axis]).map(Item::Index).collect();
        if self.shown.summary && shape[axis] > 2 * EDGE_ITEMS {
            items.insert(EDGE_ITEMS, Item::Ellipsis);
        }
        let deeper = format!("{indent} ");
        let text = |item: &Item| match item {
            Item::Index(i) => self.axis(axis + 1, first + i * below, &deeper, width - 1),
            Item::Ellipsis => "...".to_owned(),
        };
        let body = if left == 1 {
            self.row(items.iter().map(text), indent, width - 1)
        } else {
            let break_lines = self.separator.trim_end().to_owned() + &"\n".repeat(left - 1) + indent;
            items.iter().map(text).collect::<Vec<_>>().join(&break_lines)
        };
        format!("[{body}]")
    }

    /// The items of the last axis, broken into lines. One column is left for the bracket.
    fn row(&self, words: impl Iterator<Item = String>, indent: &str, width: usize) -> String {
        let mut text = String::new();
        let mut line = indent.to_owned();
        for (i, word) in words.enumerate() {
            if i > 0 {
                line += self.separator;
            }
            if line.len() + word.len() > width && line.len() > indent.len() {
                text += line.trim_end();
                text.push('\n');
                line = indent.to_owned();
            }
            line += &word;
        }
        text += &line;
        text.split_off(indent.len())
    }
}
