//! What an element of a texture is.

use cudarc::driver::sys::CUarray_format as Native;
use xparray_ir::{DType, Error, Result};

/// What the channels of an element are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelKind {
    /// Integers with a sign.
    Signed,
    /// Integers without one.
    Unsigned,
    /// Floating-point numbers.
    Float,
}

/// What an element of a texture is: one, two or four numbers of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "ChannelFormatDescriptor")]
pub struct ChannelFormat {
    kind: ChannelKind,
    bits: u32,
    channels: u32,
}

impl ChannelFormat {
    /// Elements of 1, 2 or 4 channels of 8, 16 or 32 bits; numbers with a point have 16 or 32.
    ///
    /// ```
    /// use xparray_cuda::{ChannelFormat, ChannelKind};
    /// let rgba = ChannelFormat::new(ChannelKind::Unsigned, 8, 4)?;
    /// assert!(ChannelFormat::new(ChannelKind::Float, 64, 1).is_err());
    /// # Ok::<(), xparray_ir::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Error::Value` for others, which textures do not have.
    pub fn new(kind: ChannelKind, bits: u32, channels: u32) -> Result<Self> {
        let known = match kind {
            ChannelKind::Float => [16, 32].contains(&bits),
            ChannelKind::Signed | ChannelKind::Unsigned => [8, 16, 32].contains(&bits),
        };
        if !known || ![1, 2, 4].contains(&channels) {
            let message = format!("textures have no elements of {channels} channels, {kind:?} of {bits} bits");
            return Err(Error::value("ChannelFormat", message));
        }
        Ok(Self { kind, bits, channels })
    }

    /// Elements of 1, 2 or 4 channels of an array's type.
    ///
    /// # Errors
    /// `Error::Value` for types that textures do not have.
    pub fn of(dtype: DType, channels: u32) -> Result<Self> {
        let kind = match dtype {
            DType::F16 | DType::F32 => ChannelKind::Float,
            DType::I8 | DType::I16 | DType::I32 => ChannelKind::Signed,
            DType::U8 | DType::U16 | DType::U32 => ChannelKind::Unsigned,
            other => return Err(Error::value("ChannelFormat", format!("textures have no elements of type {other}"))),
        };
        Self::new(kind, dtype.size() as u32 * 8, channels)
    }

    /// What the channels are.
    pub fn kind(self) -> ChannelKind {
        self.kind
    }

    /// The bits of a channel.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// How many there are.
    pub fn channels(self) -> u32 {
        self.channels
    }

    /// The bytes of an element.
    pub fn bytes(self) -> usize {
        (self.bits / 8 * self.channels) as usize
    }

    pub(super) fn native(self) -> Native {
        match (self.kind, self.bits) {
            (ChannelKind::Float, 16) => Native::CU_AD_FORMAT_HALF,
            (ChannelKind::Float, _) => Native::CU_AD_FORMAT_FLOAT,
            (ChannelKind::Signed, 8) => Native::CU_AD_FORMAT_SIGNED_INT8,
            (ChannelKind::Signed, 16) => Native::CU_AD_FORMAT_SIGNED_INT16,
            (ChannelKind::Signed, _) => Native::CU_AD_FORMAT_SIGNED_INT32,
            (ChannelKind::Unsigned, 8) => Native::CU_AD_FORMAT_UNSIGNED_INT8,
            (ChannelKind::Unsigned, 16) => Native::CU_AD_FORMAT_UNSIGNED_INT16,
            (ChannelKind::Unsigned, _) => Native::CU_AD_FORMAT_UNSIGNED_INT32,
        }
    }

    /// An error unless numbers of a type are channels.
    pub(super) fn check(self, op: &'static str, dtype: DType) -> Result<()> {
        match Self::of(dtype, self.channels) == Ok(self) {
            true => Ok(()),
            false => Err(Error::DType { op, expected: format!("{self:?}"), found: dtype.to_string() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ChannelFormat, ChannelKind};
    use xparray_ir::DType;

    #[test]
    fn formats_are_those_of_textures() {
        let format = ChannelFormat::of(DType::U8, 4).unwrap();
        assert_eq!((format.kind(), format.bits(), format.channels(), format.bytes()), (ChannelKind::Unsigned, 8, 4, 4));
        assert!(format.check("test", DType::U8).is_ok() && format.check("test", DType::I8).is_err());
        assert!(ChannelFormat::of(DType::F64, 1).is_err() && ChannelFormat::of(DType::F32, 3).is_err());
        assert!(ChannelFormat::new(ChannelKind::Float, 8, 1).is_err());
    }
}
