//! Arguments that are one of a few words, or one or several numbers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::fft::FftNorm;
use xparray::scipy::fft::Kind;
use xparray::scipy::linalg::{ConvolutionMode, DftScale, PascalKind, SchurOutput, Side, Transpose};
use xparray::scipy::signal::{ConvolveMethod, PadType, SavgolMode, Trend};
use xparray::scipy::stats::{Alternative, NanPolicy, RankMethod};
use xparray::{BitOrder, ConvolveMode, IndexMode};

/// None, one, or several.
pub struct Many<T>(pub Option<Vec<T>>);

impl<'py, T> FromPyObject<'_, 'py> for Many<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self(None));
        }
        match object.extract::<T>() {
            Ok(one) => Ok(Self(Some(vec![one]))),
            Err(_) => object.extract().map(|several| Self(Some(several))),
        }
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $Name:ident($Type:ty): $($word:pat => $value:expr, $text:literal;)+)+) => {$(
        $(#[$doc])*
        pub struct $Name(pub $Type);

        impl<'py> FromPyObject<'_, 'py> for $Name {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                let text = object.str()?.to_string();
                match text.as_str() {
                    $($word => Ok(Self($value)),)+
                    _ => {
                        let known = [$($text),+].join(", ");
                        Err(PyValueError::new_err(format!("'{text}' is none of {known}")))
                    }
                }
            }
        }
    )+};
}

words! {
    /// What becomes of indices out of bounds.
    Mode(IndexMode):
        "raise" => IndexMode::Raise, "raise";
        "wrap" => IndexMode::Wrap, "wrap";
        "clip" => IndexMode::Clip, "clip";
    /// Which bit of a byte is the first.
    BitOrderWord(BitOrder):
        "big" => BitOrder::Big, "big";
        "little" => BitOrder::Little, "little";
    /// Which part of a convolution of signals.
    Overlap(ConvolveMode):
        "full" => ConvolveMode::Full, "full";
        "same" => ConvolveMode::Same, "same";
        "valid" => ConvolveMode::Valid, "valid";
    /// How a convolution is computed.
    Method(ConvolveMethod):
        "auto" => ConvolveMethod::Auto, "auto";
        "direct" => ConvolveMethod::Direct, "direct";
        "fft" => ConvolveMethod::Fft, "fft";
    /// What is taken off a signal.
    Trending(Trend):
        "linear" | "l" => Trend::Linear, "linear";
        "constant" | "c" => Trend::Constant, "constant";
    /// How a signal goes on before it is filtered both ways.
    Pad(Option<PadType>):
        "odd" => Some(PadType::Odd), "odd";
        "even" => Some(PadType::Even), "even";
        "constant" => Some(PadType::Constant), "constant";
        "None" => None, "None";
    /// How smoothing treats the ends.
    Ends(SavgolMode):
        "interp" => SavgolMode::Interp, "interp";
        "mirror" => SavgolMode::Mirror, "mirror";
        "nearest" => SavgolMode::Nearest, "nearest";
        "wrap" => SavgolMode::Wrap, "wrap";
        "constant" => SavgolMode::Constant(0.0), "constant";
    /// What becomes of NaN in samples.
    Nan(NanPolicy):
        "propagate" => NanPolicy::Propagate, "propagate";
        "omit" => NanPolicy::Omit, "omit";
        "raise" => NanPolicy::Raise, "raise";
    /// The alternative of a test.
    Sides(Alternative):
        "two-sided" => Alternative::TwoSided, "two-sided";
        "less" => Alternative::Less, "less";
        "greater" => Alternative::Greater, "greater";
    /// The ranks of elements that are alike.
    Ranks(RankMethod):
        "average" => RankMethod::Average, "average";
        "min" => RankMethod::Min, "min";
        "max" => RankMethod::Max, "max";
        "dense" => RankMethod::Dense, "dense";
        "ordinal" => RankMethod::Ordinal, "ordinal";
    /// The types of sine and cosine transforms.
    Type(Kind):
        "1" => Kind::I, "1";
        "2" => Kind::II, "2";
        "3" => Kind::III, "3";
        "4" => Kind::IV, "4";
    /// Where the factor of a transform goes.
    Norm(FftNorm):
        "None" | "backward" => FftNorm::Backward, "backward";
        "ortho" => FftNorm::Ortho, "ortho";
        "forward" => FftNorm::Forward, "forward";
    /// Which system of a factorisation is solved.
    Trans(Transpose):
        "0" => Transpose::No, "0";
        "1" => Transpose::Transposed, "1";
        "2" => Transpose::Conjugated, "2";
    /// Which triangle Pascal's matrix is.
    Triangle(PascalKind):
        "symmetric" => PascalKind::Symmetric, "symmetric";
        "lower" => PascalKind::Lower, "lower";
        "upper" => PascalKind::Upper, "upper";
    /// What Fourier's matrix is divided by.
    Scale(DftScale):
        "None" => DftScale::None, "None";
        "sqrtn" => DftScale::Sqrtn, "sqrtn";
        "n" => DftScale::N, "n";
    /// Whether Schur's form is real.
    Output(SchurOutput):
        "real" | "r" => SchurOutput::Real, "real";
        "complex" | "c" => SchurOutput::Complex, "complex";
    /// On which side a factor is.
    Sided(Side):
        "right" => Side::Right, "right";
        "left" => Side::Left, "left";
    /// Which part of a convolution.
    Part(ConvolutionMode):
        "full" => ConvolutionMode::Full, "full";
        "valid" => ConvolutionMode::Valid, "valid";
        "same" => ConvolutionMode::Same, "same";
}
