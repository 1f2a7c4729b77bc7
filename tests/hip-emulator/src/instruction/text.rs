//! The text of an instruction as AMD's disassembler writes it: a name, operands, modifiers.

/// An instruction's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The name with the suffix of its encoding.
    pub name: &'a str,
    rest: &'a str,
}

/// Pieces of a text between separators that are in no brackets.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c| {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            _ => {}
        }
        c == separator && depth == 0
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
}

impl<'a> Line<'a> {
    pub fn new(text: &'a str) -> Self {
        let text = text.trim();
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Self { name, rest }
    }

    /// The name without the encoding's suffix.
    pub fn plain_name(&self) -> &'a str {
        const SUFFIXES: [&str; 8] = ["_e64_dpp8", "_e64_dpp", "_e32_dpp", "_e32", "_e64", "_sdwa", "_dpp8", "_dpp"];
        SUFFIXES.iter().find_map(|suffix| self.name.strip_suffix(suffix)).unwrap_or(self.name)
    }

    /// Operands, which commas separate; the last one ends where modifiers begin.
    pub fn operands(&self) -> Vec<&'a str> {
        split(self.rest, ',').map(|part| split(part, ' ').next().unwrap_or(part)).collect()
    }

    /// Modifiers, behind the last operand.
    pub fn modifiers(&self) -> impl Iterator<Item = &'a str> {
        let last = split(self.rest, ',').last().unwrap_or("");
        // An instruction may have modifiers alone.
        split(last, ' ').skip(1)
    }

    pub fn has(&self, modifier: &str) -> bool {
        self.modifiers().any(|m| m == modifier)
    }

    /// What stands behind a modifier's colon.
    pub fn value(&self, modifier: &str) -> Option<&'a str> {
        self.modifiers().find_map(|m| m.strip_prefix(modifier)?.strip_prefix(':'))
    }

    /// The number behind a modifier's colon.
    pub fn number(&self, modifier: &str) -> Option<i64> {
        self.value(modifier).and_then(integer)
    }

    /// The list of ones and zeros behind a modifier's colon, as bits; none if it is not there.
    pub fn bits(&self, modifier: &str) -> Option<u32> {
        let list = self.value(modifier)?.strip_prefix('[')?.strip_suffix(']')?;
        Some(list.split(',').enumerate().map(|(k, bit)| u32::from(bit.trim() == "1") << k).sum())
    }

    /// The two instructions of a pair.
    pub fn pair(text: &'a str) -> Option<(&'a str, &'a str)> {
        text.split_once("::").map(|(x, y)| (x.trim(), y.trim()))
    }
}

/// A number as it is written, in decimal or hexadecimal digits.
pub fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()? as i64,
        None => digits.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_instructions() {
        let line = Line::new("  v_add_f32_e64 v0, -v1, |v[2:3]| clamp mul:2");
        assert_eq!((line.name, line.plain_name()), ("v_add_f32_e64", "v_add_f32"));
        assert_eq!(line.operands(), ["v0", "-v1", "|v[2:3]|"]);
        assert!(line.has("clamp") && line.number("mul") == Some(2) && !line.has("mul"));
        let line = Line::new("v_mov_b32_dpp v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf");
        assert_eq!(line.operands(), ["v1", "v2"]);
        assert_eq!(line.value("quad_perm"), Some("[1,0,3,2]"));
        assert_eq!(line.number("row_mask"), Some(15));
        let line = Line::new("v_pk_fma_f32 v[0:1], s[2:3], 1.0, v[0:1] op_sel_hi:[0,0,1]");
        assert_eq!((line.operands().len(), line.bits("op_sel_hi")), (4, Some(4)));
        assert_eq!(Line::new("s_endpgm").operands(), [""; 0]);
        assert_eq!(integer("-0x10"), Some(-16));
    }
}
