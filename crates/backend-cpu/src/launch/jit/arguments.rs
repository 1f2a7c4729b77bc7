//! The memory through which compiled code is told what to work on: words of 8 bytes.

use super::Along;

/// The words of an operand.
const OPERAND: usize = 5;
/// The bytes of a vector.
const VECTOR: usize = 64;
/// The words of a vector.
pub const VECTOR_WORDS: usize = VECTOR / 8;

/// Where which argument is.
#[derive(Clone, Debug)]
pub struct Arguments {
    operands: usize,
    /// The place of each operand's vectors.
    vectors: Vec<usize>,
    words: usize,
}

/// What the code is told about an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The address of the first element in the row, or its value if it is an index.
    Base = 0,
    /// How far the next row is.
    Row = 1,
    /// How far the next element is.
    Element = 2,
    /// How far the next vector is.
    Vector = 3,
    /// The address of the current element, for the code's own use.
    Current = 4,
}

impl Arguments {
    /// The places for these operands and so many parameters.
    pub fn new(along: &[Along], params: usize) -> Self {
        let mut words = 2 + OPERAND * along.len() + params;
        let mut vectors = Vec::new();
        for along in along {
            vectors.push(words);
            words += VECTOR_WORDS
                * match along {
                    // Distances.
                    Along::Apart => 1,
                    // The first values, and steps to the next vector and to the next element.
                    Along::Index => 3,
                    Along::Next | Along::Same => 0,
                };
        }
        Self { operands: along.len(), vectors, words }
    }

    /// How many words there are.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The length of a row.
    pub fn length(&self) -> usize {
        0
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        1
    }

    /// A word of an operand.
    pub fn operand(&self, operand: u16, word: Word) -> usize {
        2 + OPERAND * operand as usize + word as usize
    }

    /// A parameter.
    pub fn param(&self, k: u16) -> usize {
        2 + OPERAND * self.operands + k as usize
    }

    /// The first word of a vector of an operand.
    pub fn vector(&self, operand: u16, k: usize) -> usize {
        self.vectors[operand as usize] + k * VECTOR_WORDS
    }
}
