//! What subscripts say.

use super::OP;
use crate::error::{Error, Result};
use rustc_hash::FxHashMap;

/// An axis that operands share: a letter, or one of those that `...` stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Label {
    /// So many axes from the last one that `...` stands for.
    Ellipsis(usize),
    Letter(char),
}

/// The labels of the operands' and the result's axes.
#[derive(Debug)]
pub(super) struct Subscripts {
    pub inputs: Vec<Vec<Label>>,
    pub output: Vec<Label>,
    lengths: FxHashMap<Label, usize>,
}

/// A part of the subscripts: letters, with a place for `...`.
struct Part {
    before: Vec<Label>,
    /// None without `...`.
    after: Option<Vec<Label>>,
}

fn invalid(message: impl Into<String>) -> Error {
    Error::value(OP, message)
}

impl Part {
    fn new(text: &str) -> Result<Self> {
        let letters = |text: &str| {
            text.chars()
                .map(|letter| match letter {
                    'a'..='z' | 'A'..='Z' => Ok(Label::Letter(letter)),
                    _ => Err(invalid(format!("{letter:?} is no letter"))),
                })
                .collect::<Result<Vec<_>>>()
        };
        Ok(match text.split_once("...") {
            Some((before, after)) => Self { before: letters(before)?, after: Some(letters(after)?) },
            None => Self { before: letters(text)?, after: None },
        })
    }

    fn letters(&self) -> usize {
        self.before.len() + self.after.as_ref().map_or(0, Vec::len)
    }

    /// The labels, if `...` stands for so many axes.
    fn labels(&self, axes: usize) -> Vec<Label> {
        match &self.after {
            None => self.before.clone(),
            Some(after) => {
                let between = (0..axes).rev().map(Label::Ellipsis);
                self.before.iter().copied().chain(between).chain(after.iter().copied()).collect()
            }
        }
    }
}

impl Subscripts {
    /// Of operands of these shapes.
    pub fn new(text: &str, shapes: &[&[usize]]) -> Result<Self> {
        let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let (inputs, output) = match text.split_once("->") {
            Some((inputs, output)) => (inputs, Some(Part::new(output)?)),
            None => (&*text, None),
        };
        let parts = inputs.split(',').map(Part::new).collect::<Result<Vec<_>>>()?;
        if parts.len() != shapes.len() {
            return Err(invalid(format!("subscripts of {} operands for {}", parts.len(), shapes.len())));
        }
        let (mut inputs, mut lengths) = (Vec::with_capacity(parts.len()), FxHashMap::default());
        let mut most = 0;
        for (part, shape) in parts.iter().zip(shapes) {
            let axes = match (&part.after, shape.len().checked_sub(part.letters())) {
                (Some(_), Some(axes)) => axes,
                (None, Some(0)) => 0,
                _ => return Err(invalid(format!("{} letters for shape {shape:?}", part.letters()))),
            };
            most = most.max(axes);
            let labels = part.labels(axes);
            for (&label, &length) in labels.iter().zip(*shape) {
                let known = lengths.entry(label).or_insert(length);
                match (*known, length) {
                    (1, length) => *known = length,
                    (known, length) if length == 1 || known == length => {}
                    (known, length) => return Err(Error::shape(OP, &[known], &[length])),
                }
            }
            inputs.push(labels);
        }
        let output = match output {
            Some(part) if part.after.is_none() && most > 0 => {
                return Err(invalid("the result has no \"...\" for the axes that it stands for"));
            }
            Some(part) => part.labels(most),
            None => implicit(&inputs, most),
        };
        for (k, label) in output.iter().enumerate() {
            if !lengths.contains_key(label) || output[..k].contains(label) {
                return Err(invalid(format!("{label:?} of the result is in no operand, or is there twice")));
            }
        }
        Ok(Self { inputs, output, lengths })
    }

    /// The length of the axes of a label.
    pub fn length(&self, label: Label) -> usize {
        self.lengths.get(&label).copied().unwrap_or(1)
    }

    /// The number of elements over labels.
    pub fn size<'a>(&self, labels: impl IntoIterator<Item = &'a Label>) -> f64 {
        labels.into_iter().map(|&label| self.length(label) as f64).product()
    }
}

/// The axes of `...`, then the letters that come once.
fn implicit(inputs: &[Vec<Label>], ellipsis: usize) -> Vec<Label> {
    let all = || inputs.iter().flatten();
    let once = |label: &&Label| matches!(label, Label::Letter(_)) && all().filter(|other| other == label).count() == 1;
    let mut letters: Vec<Label> = all().filter(once).copied().collect();
    letters.sort();
    (0..ellipsis).rev().map(Label::Ellipsis).chain(letters).collect()
}
