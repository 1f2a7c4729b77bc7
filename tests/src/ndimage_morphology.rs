//! Morphology of images, against SciPy's values.

use crate::data::npz;
use crate::ndimage_filters::{load, same, strided};
use xparray::prelude::*;
use xparray::scipy::ndimage::*;
use xparray::{Error, Result};

fn dynamic<T: xparray::Element, B: Backend>(found: Result<Array<T, B>>) -> Result<DynArray<B>> {
    found.map(Array::into_dyn)
}

/// Erosions, dilations and what is made of them.
pub fn binary<B: Backend>(xp: &B) {
    let data = npz("ndimage_parts.npz");
    let skew = load(xp, &data, "skew");
    for label in ["line", "image", "volume"] {
        let [x, mask, seed] = ["x", "mask", "seed"].map(|part| strided(&load(xp, &data, &format!("{label}/{part}"))));
        let check =
            |what: &str, found: Result<Array<bool, B>>| same(&dynamic(found), &data, &format!("{label}/{what}"));
        type Operation<B> = fn(&DynArray<B>, &Binary<B>) -> Result<Array<bool, B>>;
        let operations: [(&str, Operation<B>); 4] = [
            ("erosion", binary_erosion),
            ("dilation", binary_dilation),
            ("opening", binary_opening),
            ("closing", binary_closing),
        ];
        for (name, f) in operations {
            // Of numbers, those that are not zero count.
            for x in
                [x.clone(), x.astype(DType::F32).unwrap().multiply(-2.5).unwrap(), x.astype(DType::Complex64).unwrap()]
            {
                check(&format!("{name}/plain"), f(&x, &Binary::new()));
            }
            check(&format!("{name}/twice"), f(&x, &Binary::new().iterations(2).border_value(true)));
            check(&format!("{name}/mask"), f(&x, &Binary::new().iterations(3).mask(&mask)));
            check(&format!("{name}/stable"), f(&x, &Binary::new().iterations(0).mask(&mask)));
            if label == "image" {
                check(&format!("{name}/skew"), f(&x, &Binary::new().structure(&skew).origin([0, 1])));
                let along = Binary::new().structure(&xp.ones::<i32>(4).unwrap()).axes([1]).origin(-1);
                check(&format!("{name}/axes"), f(&x, &along));
            }
        }
        check("propagation", binary_propagation(&seed, &Binary::new().mask(&x)));
        check("holes", binary_fill_holes(&x, &Binary::new()));
        check("hit", binary_hit_or_miss(&x, None::<&DynArray<B>>, None, &Binary::new()));
        if label == "image" {
            let hits = Binary::new().structure(&xp.array([[1, 1]]).unwrap()).origin([0, -1]);
            let misses = xp.array([[1], [0]]).unwrap();
            check("hit/two", binary_hit_or_miss(&x, Some(&misses.into_dyn()), Some([-1, 0].into()), &hits));
        }
        let structure = generate_binary_structure(xp, x.ndim(), 2).unwrap();
        check("structure", iterate_structure(&structure, 3));
    }
    same(&dynamic(iterate_structure(&skew, 3)), &data, "image/iterated");
    assert!(iterate_structure(&skew, 1).unwrap().into_dyn().array_equal(&skew).unwrap());
}

/// Many steps, which are done by few passes, and the same steps one by one.
pub fn steps<B: Backend>(xp: &B) {
    for shape in [&[40, 50][..], &[1, 9], &[70], &[6, 9, 8], &[0, 3]] {
        let x = strided(&xp.rng(3).random::<f64>(shape).unwrap().less(0.93).unwrap().into_dyn());
        for connectivity in 1..=shape.len() {
            let structure = generate_binary_structure(xp, shape.len(), connectivity).unwrap();
            for (count, border) in [(2, true), (3, false), (7, true), (13, true), (13, false), (37, false)] {
                let options = |count| Binary::new().structure(&structure).iterations(count).border_value(border);
                let one_by_one = |f: fn(&DynArray<B>, &Binary<B>) -> Result<Array<bool, B>>, x: &DynArray<B>| {
                    (0..count).fold(x.clone(), |x, _| f(&x, &options(1)).unwrap().into_dyn())
                };
                let holes = x.logical_not().unwrap();
                for (found, expected) in [
                    (binary_erosion(&x, &options(count)), one_by_one(binary_erosion, &x)),
                    (binary_dilation(&x, &options(count)), one_by_one(binary_dilation, &x)),
                    (binary_dilation(&holes, &options(count)), one_by_one(binary_dilation, &holes)),
                ] {
                    let same = found.unwrap().into_dyn().array_equal(&expected).unwrap();
                    assert!(same, "{shape:?}, connectivity {connectivity}, {count} steps, {border}");
                }
            }
        }
    }
    let x = xp.rng(4).random::<f64>([9, 70]).unwrap().less(0.9).unwrap();
    let rows = |count| Binary::new().structure(&xp.ones::<bool>(3).unwrap()).axes([1]).iterations(count);
    let one_by_one = (0..5).fold(x.clone(), |x, _| binary_erosion(&x, &rows(1)).unwrap());
    assert!(binary_erosion(&x, &rows(5)).unwrap().array_equal(&one_by_one).unwrap());
}

/// Morphology of numbers.
pub fn grey<B: Backend>(xp: &B) {
    let data = npz("ndimage_parts.npz");
    let (skew, heights) = (load(xp, &data, "skew"), load(xp, &data, "heights"));
    type Operation<B> = fn(&DynArray<B>, StructuringElement, Filter) -> Result<DynArray<B>>;
    let operations: [(&str, Operation<B>); 8] = [
        ("grey_erosion", grey_erosion),
        ("grey_dilation", grey_dilation),
        ("grey_opening", grey_opening),
        ("grey_closing", grey_closing),
        ("white_tophat", white_tophat),
        ("black_tophat", black_tophat),
        ("morphological_gradient", morphological_gradient),
        ("morphological_laplace", morphological_laplace),
    ];
    for name in ["u8", "i32", "bool", "f32", "f64"] {
        let x = strided(&load(xp, &data, &format!("grey/{name}/x")));
        for (what, f) in operations {
            if name == "bool" && what.starts_with("morph") {
                continue;
            }
            let check = |case: &str, found| same(&found, &data, &format!("{what}/{name}/{case}"));
            check("size", f(&x, [3, 2].into(), Filter::new().mode(Mode::Nearest)));
            let footprint = || Window::footprint(&skew).unwrap();
            check("footprint", f(&x, footprint().into(), Filter::new().origin([0, -1])));
            if x.dtype().is_float() || name == "i32" {
                let mirror = || Filter::new().mode(Mode::Mirror);
                check("structure", f(&x, StructuringElement::structure(&heights).unwrap(), mirror()));
                let all = Window::footprint(&heights.ones_like().unwrap()).unwrap();
                check("structure", f(&x, StructuringElement::structure(&heights).unwrap().within(all), mirror()));
            }
        }
    }
}

/// Empty and 0-d arrays, and what is refused.
pub fn edges<B: Backend>(xp: &B) {
    let none = xp.zeros::<bool>([0, 3]).unwrap();
    for found in [
        binary_erosion(&none, &Binary::new()),
        binary_fill_holes(&none, &Binary::new()),
        binary_opening(&none, &Binary::new().iterations(0)),
    ] {
        assert_eq!(found.unwrap().shape(), [0, 3]);
    }
    let number = xp.full([], true).unwrap();
    assert!(binary_dilation(&number, &Binary::new()).unwrap().item().unwrap());
    assert_eq!(grey_closing(&xp.full([], 3).unwrap(), 3, Filter::new()).unwrap().to_string(), "3");
    assert_eq!(grey_erosion(&xp.zeros::<f32>([3, 0]).unwrap(), 3, Filter::new()).unwrap().shape(), [3, 0]);
    let rows = xp.array([true, false, true, true]).unwrap().broadcast_to([3, 4]).unwrap();
    let copy = binary_erosion(&rows.copy(), &Binary::new()).unwrap();
    assert!(binary_erosion(&rows, &Binary::new()).unwrap().array_equal(&copy).unwrap());
    // Nothing in the structure: all and any of nothing.
    let nothing = Binary::new().structure(&xp.zeros::<i32>([1, 1]).unwrap());
    assert!(binary_erosion(&rows, &nothing).unwrap().all(..).unwrap().item().unwrap());
    assert!(!binary_dilation(&rows, &nothing).unwrap().any(..).unwrap().item().unwrap());
    let refused =
        |options: Binary<B>| assert!(matches!(binary_dilation(&rows, &options).err(), Some(Error::Value { .. })));
    refused(Binary::new().structure(&xp.ones::<i32>(3).unwrap()));
    refused(Binary::new().structure(&xp.ones::<i32>([0, 3]).unwrap()));
    refused(Binary::new().origin([0, 2]));
    refused(Binary::new().origin([0, 1, 0]));
    refused(Binary::new().axes([0, 0]));
    assert!(matches!(binary_dilation(&rows, &Binary::new().axes([2])).err(), Some(Error::Axis { .. })));
    assert!(binary_dilation(&rows, &Binary::new().mask(&xp.ones::<bool>([2, 2]).unwrap())).is_err());
    assert!(matches!(generate_binary_structure(xp, 40, 1).err(), Some(Error::Value { .. })));
    assert_eq!(generate_binary_structure(xp, 0, 1).unwrap().shape(), [0usize; 0]);
    assert!(matches!(iterate_structure(&xp.ones::<i32>([0, 3]).unwrap(), 2).err(), Some(Error::Value { .. })));
    assert!(iterate_structure(&xp.ones::<i32>([3, 3]).unwrap(), usize::MAX).is_err());
    let wrong = StructuringElement::structure(&xp.ones::<f64>([3, 3]).unwrap()).unwrap().within(2.into());
    assert!(matches!(grey_erosion(&rows, wrong, Filter::new()).err(), Some(Error::Value { .. })));
    let complex = xp.ones::<Complex<f64>>([3, 3]).unwrap();
    assert!(matches!(grey_erosion(&complex, 3, Filter::new()).err(), Some(Error::DType { .. })));
}
