//! Brackets, line breaks and summaries.

use super::Shown;
use super::options::PrintOptions;

/// The words of an array in nested brackets, the options' prefix standing before the first.
pub(super) fn format(shown: &Shown, words: &[String], options: &PrintOptions) -> String {
    let indent = options.prefix.chars().count() + 1;
    let width = options.linewidth.saturating_sub(options.suffix.chars().count());
    Nested { shown, words, options }.axis(0, 0, indent, width)
}

struct Nested<'a> {
    shown: &'a Shown,
    words: &'a [String],
    options: &'a PrintOptions,
}

/// What stands at a place along an axis.
enum Item {
    Index(usize),
    Ellipsis,
}

impl Nested<'_> {
    /// The part below a position on the first axes: `first` is its first word.
    fn axis(&self, axis: usize, first: usize, indent: usize, width: usize) -> String {
        let (shape, kept) = (&self.shown.shape, &self.shown.kept);
        let left = shape.len() - axis;
        if left == 0 {
            return self.words[first].clone();
        }
        let below: usize = kept[axis + 1..].iter().product();
        let mut items: Vec<Item> = (0..kept[axis]).map(Item::Index).collect();
        if kept[axis] < shape[axis] {
            items.insert(self.options.edgeitems, Item::Ellipsis);
        }
        let separator = &self.options.separator;
        let trimmed = separator.trim_end();
        let text = |item: &Item| match item {
            Item::Index(i) => self.axis(axis + 1, first + i * below, indent + 1, width.saturating_sub(1)),
            Item::Ellipsis => "...".to_owned(),
        };
        let body = if left == 1 {
            // Columns are left for the separator or the bracket.
            let width = width.saturating_sub(trimmed.chars().count().max(1));
            Rows::new(indent, width).fill(items.iter().map(text), separator)
        } else {
            let break_lines = trimmed.to_owned() + &"\n".repeat(left - 1) + &" ".repeat(indent);
            items.iter().map(text).collect::<Vec<_>>().join(&break_lines)
        };
        format!("[{body}]")
    }
}

/// The items of the last axis, broken into lines.
struct Rows {
    indent: usize,
    width: usize,
    /// Complete lines.
    text: String,
    line: String,
    /// The characters of `line`.
    used: usize,
}

impl Rows {
    fn new(indent: usize, width: usize) -> Self {
        Self { indent, width, text: String::new(), line: " ".repeat(indent), used: indent }
    }

    fn fill(mut self, words: impl Iterator<Item = String>, separator: &str) -> String {
        let separator_len = separator.chars().count();
        for (i, word) in words.enumerate() {
            if i > 0 {
                self.line += separator;
                self.used += separator_len;
            }
            self.add(&word);
        }
        self.text += &self.line;
        self.text.split_off(self.indent)
    }

    /// A word, which can have several lines: all of them begin in one column, and what follows stands behind the longest.
    fn add(&mut self, word: &str) {
        let longest = word.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        if self.used.saturating_add(longest) > self.width && self.used > self.indent {
            self.next_line(self.indent);
        }
        let column = self.used;
        for (i, line) in word.lines().enumerate() {
            if i > 0 {
                self.next_line(column);
            }
            self.line += line;
            self.used += line.chars().count();
        }
        if self.used < column + longest {
            self.line += &" ".repeat(column + longest - self.used);
            self.used = column + longest;
        }
    }

    fn next_line(&mut self, indent: usize) {
        self.text += self.line.trim_end();
        self.text.push('\n');
        self.line = " ".repeat(indent);
        self.used = indent;
    }
}
