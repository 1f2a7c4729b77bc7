//! Serialisation: shape and elements in row-major order.

use crate::array::{Array, Create};
use crate::backend::Backend;
use crate::element::Element;
use serde::de::{DeserializeSeed, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};
use serde::{Deserialize, Serialize as DeriveSerialize};
use std::marker::PhantomData;

#[derive(DeriveSerialize, Deserialize)]
#[serde(rename = "Array")]
struct Contents<T> {
    shape: Vec<usize>,
    elements: Vec<T>,
}

impl<T: Element + Serialize, B: Backend> Serialize for Array<T, B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let elements = self.to_vec().map_err(S::Error::custom)?;
        Contents { shape: self.shape().to_vec(), elements }.serialize(serializer)
    }
}

/// Deserialises an array to a device: serde's [`DeserializeSeed`], because an array needs a device to be on.
pub struct ArraySeed<'a, T, B> {
    xp: &'a B,
    element: PhantomData<fn() -> T>,
}

impl<'a, T: Element, B: Backend> ArraySeed<'a, T, B> {
    /// A seed for arrays on this device.
    pub fn new(xp: &'a B) -> Self {
        Self { xp, element: PhantomData }
    }
}

impl<'de, T: Element + Deserialize<'de>, B: Backend> DeserializeSeed<'de> for ArraySeed<'_, T, B> {
    type Value = Array<T, B>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Array<T, B>, D::Error> {
        let Contents { shape, elements } = Contents::deserialize(deserializer)?;
        self.xp.from_slice(&elements, shape).map_err(D::Error::custom)
    }
}
