//! Serialisation by serde.

use crate::compare::assert_array;
use crate::for_types;
use serde::de::DeserializeSeed;
use xparray::io::ArraySeed;
use xparray::prelude::*;

fn parsed<'a, T: Element + serde::Deserialize<'a>, B: Backend>(
    xp: &B,
    text: &'a str,
) -> serde_json::Result<Array<T, B>> {
    ArraySeed::new(xp).deserialize(&mut serde_json::Deserializer::from_str(text))
}

/// There and back, of every type.
pub fn round_trips<B: Backend>(xp: &B) {
    for_types!(all, T => for shape in [&[][..], &[0, 2], &[2, 3]] {
        let n = shape.iter().product::<usize>();
        let values: Vec<T> = (0..n as i64).map(|i| i.cast()).collect();
        let x = xp.from_slice(&values, shape).unwrap();
        let text = serde_json::to_string(&x).unwrap();
        assert_array(&parsed::<T, B>(xp, &text).unwrap(), shape, &values, 0.0);
    });
    let x = xp.from_slice(&[1.5, -2.0], [2, 1]).unwrap();
    assert_eq!(serde_json::to_string(&(&x * 2.0)).unwrap(), r#"{"shape":[2,1],"elements":[3.0,-4.0]}"#);
}

/// A shape that does not fit the elements, and elements of another type.
pub fn malformed_text<B: Backend>(xp: &B) {
    let message = |text: &str| parsed::<u8, B>(xp, text).err().unwrap().to_string();
    assert!(message(r#"{"shape":[3],"elements":[1,2]}"#).contains("shapes [2] and [3] do not match"));
    assert!(!message(r#"{"shape":[1],"elements":[300]}"#).is_empty());
    assert!(!message(r#"{"shape":[-1],"elements":[3]}"#).is_empty());
    assert!(!message(r#"{"shape":[18446744073709551615,2],"elements":[3]}"#).is_empty());
    assert!(!message(r#"{"elements":[3]}"#).is_empty());
}
