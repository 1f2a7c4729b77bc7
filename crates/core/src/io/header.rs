//! The header of a `.npy` file: a Python dictionary.
//!
//! Files come from anywhere, so the parser neither recurses nor trusts a length.

use std::io::{self, ErrorKind, Read};

const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// No header that NumPy reads is longer.
const LONGEST: usize = 10_000;
/// Elements start at a multiple of this.
const ALIGN: usize = 64;
/// NumPy leaves room for the first length to grow to as many digits.
const GROWTH: usize = 21;

/// What the header says.
pub(super) struct Header {
    /// Byte order and type of the elements, as NumPy's `dtype.str`: `<f8`. Of structured elements, the list of fields.
    pub descr: String,
    pub fortran_order: bool,
    pub shape: Vec<usize>,
}

fn malformed(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

impl Header {
    /// Reads up to the first element.
    pub fn read(source: &mut impl Read) -> io::Result<Self> {
        let mut start = [0; 8];
        source.read_exact(&mut start).map_err(|_| malformed("not a .npy file"))?;
        let Some(&[version, _]) = start.strip_prefix(MAGIC) else {
            return Err(malformed("not a .npy file"));
        };
        let mut len = [0; 4];
        let digits = match version {
            1 => 2,
            2 | 3 => 4,
            _ => return Err(malformed(&format!("version {version} of the .npy format is not known"))),
        };
        source.read_exact(&mut len[..digits])?;
        let len = u32::from_le_bytes(len) as usize;
        if len > LONGEST {
            return Err(malformed(&format!("the header is {len} bytes long")));
        }
        let mut text = vec![0; len];
        source.read_exact(&mut text)?;
        let text = std::str::from_utf8(&text).map_err(|_| malformed("the header is not text"))?;
        Parser(text).header().ok_or_else(|| malformed(&format!("the header is malformed: {}", text.trim_end())))
    }

    /// The bytes before the first element, as NumPy writes them.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let order = if self.fortran_order { "True" } else { "False" };
        let shape = match &self.shape[..] {
            [d] => format!("({d},)"),
            shape => format!("({})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
        };
        let room = self.shape.first().map_or(0, |d| GROWTH.saturating_sub(d.to_string().len()));
        let text = format!("{{'descr': '{}', 'fortran_order': {order}, 'shape': {shape}, }}{:room$}", self.descr, "");
        let used = MAGIC.len() + 4 + text.len() + 1;
        let len = text.len() + 1 + ALIGN - used % ALIGN;
        let digits = u16::try_from(len).map_err(|_| malformed("too many axes for a .npy file"))?.to_le_bytes();
        let line = format!("{text:<width$}\n", width = len - 1);
        Ok([&MAGIC[..], &[1, 0], &digits, line.as_bytes()].concat())
    }
}

/// The text that is left.
struct Parser<'a>(&'a str);

impl<'a> Parser<'a> {
    fn header(mut self) -> Option<Header> {
        let (mut descr, mut fortran_order, mut shape) = (None, None, None);
        self.expect("{")?;
        while self.expect("}").is_none() {
            let key = self.quoted()?;
            self.expect(":")?;
            match key {
                "descr" => descr = Some(self.fields().or_else(|| self.quoted())?.to_owned()),
                "fortran_order" => fortran_order = Some(self.truth()?),
                "shape" => shape = Some(self.tuple()?),
                _ => return None,
            }
            if self.expect(",").is_none() {
                self.expect("}")?;
                break;
            }
        }
        self.0.trim().is_empty().then_some(())?;
        Some(Header { descr: descr?, fortran_order: fortran_order?, shape: shape? })
    }

    /// Goes past a token, if it is next.
    fn expect(&mut self, token: &str) -> Option<()> {
        self.0 = self.0.trim_start().strip_prefix(token)?;
        Some(())
    }

    fn quoted(&mut self) -> Option<&'a str> {
        let quote = if self.expect("'").is_some() { '\'' } else { self.expect("\"").map(|()| '"')? };
        let (text, rest) = self.0.split_once(quote)?;
        self.0 = rest;
        Some(text)
    }

    /// A list or tuple as it stands, with all that is in it.
    fn fields(&mut self) -> Option<&'a str> {
        let text = self.0.trim_start();
        text.starts_with(['[', '(']).then_some(())?;
        let (mut depth, mut quote) = (0usize, None);
        for (at, c) in text.char_indices() {
            match (quote, c) {
                (Some(open), _) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '\'' | '"') => quote = Some(c),
                (None, '[' | '(') => depth += 1,
                (None, ']' | ')') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let (fields, rest) = text.split_at(at + 1);
                self.0 = rest;
                return Some(fields);
            }
        }
        None
    }

    fn truth(&mut self) -> Option<bool> {
        self.expect("True").map(|()| true).or_else(|| self.expect("False").map(|()| false))
    }

    fn tuple(&mut self) -> Option<Vec<usize>> {
        let mut lengths = Vec::new();
        self.expect("(")?;
        while self.expect(")").is_none() {
            let text = self.0.trim_start();
            let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            lengths.push(text[..digits].parse().ok()?);
            self.0 = &text[digits..];
            // Python 2 wrote long integers as `3L`.
            self.expect("L");
            if self.expect(",").is_none() {
                self.expect(")")?;
                break;
            }
        }
        Some(lengths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<(String, bool, Vec<usize>)> {
        Parser(text).header().map(|h| (h.descr, h.fortran_order, h.shape))
    }

    #[test]
    fn dictionaries_are_read_as_python_writes_them() {
        let one = Some(("<f8".to_owned(), false, vec![3, 4]));
        assert_eq!(parsed("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }   \n"), one);
        assert_eq!(parsed("{\"shape\":(3L,4L,),\"descr\":\"<f8\",\"fortran_order\":False}"), one);
        assert_eq!(parsed("{'descr':'|b1','fortran_order':True,'shape':()}"), Some(("|b1".to_owned(), true, vec![])));
        assert_eq!(parsed("{'descr':'|b1','fortran_order':True,'shape':(0,)}").unwrap().2, [0]);
    }

    #[test]
    fn fields_of_structured_elements_are_one_text() {
        for descr in
            ["[('x', '<f4'), ('y', '<i8', (2, 3))]", "[('a]', '<f4'), (\"it's\", [('é', '|b1')])]", "('<f4', (2,))"]
        {
            let text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (3,), }}");
            assert_eq!(parsed(&text), Some((descr.to_owned(), false, vec![3])));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "{",
            "{'descr': '<f8', 'fortran_order': False}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (-3,)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}",
            "{'descr': [('x', '<f8'), 'fortran_order': False, 'shape': (3,)}",
            "{'descr': ], 'fortran_order': False, 'shape': (3,)}",
            "{'descr': '<f8', 'fortran_order': 0, 'shape': (3,)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'more': 1}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)} garbage",
            "{'descr': '<f8, 'fortran_order': False, 'shape': (3,)}",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
        assert!(parsed(&format!("{{'descr': {}", "(".repeat(9000))).is_none());
    }

    #[test]
    fn headers_are_numpys() {
        let bytes = Header { descr: "<f4".to_owned(), fortran_order: false, shape: vec![3, 4] }.to_bytes().unwrap();
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\0v\0");
        assert_eq!(bytes.len(), 128);
        assert!(bytes[10..].starts_with(b"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } "));
        let back = Header::read(&mut &bytes[..]).unwrap();
        assert_eq!((back.descr, back.fortran_order, back.shape), ("<f4".to_owned(), false, vec![3, 4]));
    }
}
