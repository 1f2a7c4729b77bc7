//! Signatures of generalized functions: `(m,n),(n)->(m)`.

use crate::error::{Error, Result};

/// The core axes of the operands and results of a generalized function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub inputs: Vec<Vec<Length>>,
    pub outputs: Vec<Vec<Length>>,
}

/// The length of a core axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// The same wherever the name stands.
    Named(String),
    /// A number.
    Fixed(usize),
}

impl Signature {
    /// The signature that a text means.
    pub fn parse(text: &str) -> Result<Self> {
        let bad = || Error::value("guvectorize", format!("{text:?} is no signature such as \"(m,n),(n)->(m)\""));
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (inputs, outputs) = plain.split_once("->").ok_or_else(bad)?;
        let side = |side| operands(side).ok_or_else(bad);
        let (inputs, outputs) = (side(inputs)?, side(outputs)?);
        if inputs.is_empty() || outputs.is_empty() { Err(bad()) } else { Ok(Self { inputs, outputs }) }
    }
}

/// The operands on one side, `(m,n),(n)`.
fn operands(mut text: &str) -> Option<Vec<Vec<Length>>> {
    let mut operands = Vec::new();
    while !text.is_empty() {
        if !operands.is_empty() {
            text = text.strip_prefix(',')?;
        }
        let (axes, rest) = text.strip_prefix('(')?.split_once(')')?;
        let axes = if axes.is_empty() { Some(Vec::new()) } else { axes.split(',').map(length).collect() };
        operands.push(axes?);
        text = rest;
    }
    Some(operands)
}

fn length(text: &str) -> Option<Length> {
    if let Ok(length) = text.parse() {
        return Some(Length::Fixed(length));
    }
    let name = text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    name.then(|| Length::Named(text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_lists_the_axes_of_each_operand() {
        let named = |name: &str| Length::Named(name.into());
        let signature = Signature::parse(" (m, n),(n) , ()->(m),(3)").unwrap();
        assert_eq!(signature.inputs, [vec![named("m"), named("n")], vec![named("n")], vec![]]);
        assert_eq!(signature.outputs, [vec![named("m")], vec![Length::Fixed(3)]]);
    }

    #[test]
    fn what_is_no_signature_is_an_error() {
        for text in ["", "(m)", "->(m)", "(m)->", "(m),->(m)", "(m)(n)->()", "(m->(m)", "(m,)->()", "(2m)->()", "m->m"]
        {
            assert!(matches!(Signature::parse(text), Err(Error::Value { .. })), "{text}");
        }
    }
}
