//! How arrays are printed.

use crate::dtype::Scalar;
use crate::error::{Error, Result};
use std::fmt;
use std::sync::Arc;

/// More digits than any number has; also NumPy has no room for more.
const MOST_DIGITS: usize = 16_384;

/// How many digits after the point floats have, as NumPy's `floatmode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloatMode {
    /// As many as the precision says, of the exact value.
    Fixed,
    /// As many as each needs to be told from its neighbours, whatever the precision says.
    Unique,
    /// As many as each needs, up to the precision.
    #[default]
    MaxPrec,
    /// As many as the one needs that needs most, up to the precision.
    MaxPrecEqual,
}

/// What stands in front of numbers that are not negative, as NumPy's `sign`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrintSign {
    /// Nothing.
    #[default]
    Minus,
    /// A plus.
    Plus,
    /// A space.
    Space,
}

/// Options of [`Array::to_string_with`](super::Array::to_string_with) and
/// [`Array::to_repr_with`](super::Array::to_repr_with): those of NumPy's `array2string` and `printoptions`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::{FloatMode, PrintOptions, PrintSign};
/// let x = xp.array([1.0, -2.0 / 3.0])?;
/// let options = PrintOptions::new().precision(3).separator(", ");
/// assert_eq!(x.to_string_with(&options)?, "[ 1.   , -0.667]");
/// let options = options.floatmode(FloatMode::Fixed).sign(PrintSign::Plus);
/// assert_eq!(x.to_string_with(&options)?, "[+1.000, -0.667]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct PrintOptions {
    pub(super) precision: usize,
    pub(super) threshold: usize,
    pub(super) edgeitems: usize,
    pub(super) linewidth: usize,
    pub(super) suppress_small: bool,
    pub(super) separator: String,
    pub(super) prefix: String,
    pub(super) suffix: String,
    pub(super) sign: PrintSign,
    pub(super) floatmode: FloatMode,
    pub(super) nanstr: String,
    pub(super) infstr: String,
    pub(super) formatter: Option<Arc<dyn Fn(Scalar) -> String + Send + Sync>>,
}

impl Default for PrintOptions {
    fn default() -> Self {
        Self {
            precision: 8,
            threshold: 1000,
            edgeitems: 3,
            linewidth: 75,
            suppress_small: false,
            separator: " ".to_owned(),
            prefix: String::new(),
            suffix: String::new(),
            sign: PrintSign::Minus,
            floatmode: FloatMode::MaxPrec,
            nanstr: "nan".to_owned(),
            infstr: "inf".to_owned(),
            formatter: None,
        }
    }
}

impl fmt::Debug for PrintOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrintOptions")
            .field("precision", &self.precision)
            .field("threshold", &self.threshold)
            .field("edgeitems", &self.edgeitems)
            .field("linewidth", &self.linewidth)
            .field("suppress_small", &self.suppress_small)
            .field("separator", &self.separator)
            .field("prefix", &self.prefix)
            .field("suffix", &self.suffix)
            .field("sign", &self.sign)
            .field("floatmode", &self.floatmode)
            .field("nanstr", &self.nanstr)
            .field("infstr", &self.infstr)
            .field("formatter", &self.formatter.as_ref().map(|_| ".."))
            .finish()
    }
}

impl PrintOptions {
    /// The defaults, which are NumPy's: at most 8 digits after the point, a summary of more than 1000 elements, lines of
    /// 75 characters.
    pub fn new() -> Self {
        Self::default()
    }

    /// The digits after the point, at most; in mode [`Fixed`](FloatMode::Fixed) exactly.
    pub fn precision(self, precision: usize) -> Self {
        Self { precision, ..self }
    }

    /// Arrays with more elements are summarised: only items near the ends of axes are shown.
    pub fn threshold(self, threshold: usize) -> Self {
        Self { threshold, ..self }
    }

    /// How many items of each end of an axis a summary shows.
    pub fn edgeitems(self, edgeitems: usize) -> Self {
        Self { edgeitems, ..self }
    }

    /// The width of a line, in characters.
    #[doc(alias = "max_line_width")]
    pub fn linewidth(self, linewidth: usize) -> Self {
        Self { linewidth, ..self }
    }

    /// Whether numbers near 0 are printed as 0 rather than all numbers with exponents.
    pub fn suppress_small(self, suppress_small: bool) -> Self {
        Self { suppress_small, ..self }
    }

    /// What stands between elements.
    pub fn separator(self, separator: impl Into<String>) -> Self {
        Self { separator: separator.into(), ..self }
    }

    /// What will stand before the text: as many characters indent the lines after the first. It is not part of the text.
    pub fn prefix(self, prefix: impl Into<String>) -> Self {
        Self { prefix: prefix.into(), ..self }
    }

    /// What will stand behind the text: lines are shorter by as many characters. It is not part of the text.
    pub fn suffix(self, suffix: impl Into<String>) -> Self {
        Self { suffix: suffix.into(), ..self }
    }

    /// What stands in front of numbers that are not negative.
    pub fn sign(self, sign: PrintSign) -> Self {
        Self { sign, ..self }
    }

    /// How many digits after the point floats have.
    pub fn floatmode(self, floatmode: FloatMode) -> Self {
        Self { floatmode, ..self }
    }

    /// The word for what is not a number.
    pub fn nanstr(self, nanstr: impl Into<String>) -> Self {
        Self { nanstr: nanstr.into(), ..self }
    }

    /// The word for infinity.
    pub fn infstr(self, infstr: impl Into<String>) -> Self {
        Self { infstr: infstr.into(), ..self }
    }

    /// A function that makes the text of each element, in place of all other options of elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::PrintOptions;
    /// let hexadecimal = PrintOptions::new().formatter(|x| format!("{:#04x}", x.get::<u8>()));
    /// assert_eq!(xp.array(&[7u8, 255])?.to_string_with(&hexadecimal)?, "[0x07 0xff]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn formatter(self, formatter: impl Fn(Scalar) -> String + Send + Sync + 'static) -> Self {
        Self { formatter: Some(Arc::new(formatter)), ..self }
    }

    pub(super) fn check(&self) -> Result<()> {
        if self.precision > MOST_DIGITS {
            let message = format!("a precision of {} is more than {MOST_DIGITS} digits", self.precision);
            return Err(Error::value("to_string_with", message));
        }
        Ok(())
    }
}
