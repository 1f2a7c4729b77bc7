//! Rotations and figures of the same shape, against SciPy's values.

use crate::compare::assert_refused;
use crate::data::npz;
use crate::for_types;
use crate::scipy::{array, each, numbers, same};
use std::f64::consts::PI;
use xparray::prelude::*;
use xparray::scipy::spatial::transform::{Axis, Rotation, Sequence, Slerp};
use xparray::scipy::spatial::{geometric_slerp, procrustes};
use xparray::{Error, s};

/// A sequence by SciPy's letters.
fn sequence(letters: &str) -> Sequence {
    let axes: Vec<Axis> = letters
        .to_lowercase()
        .chars()
        .map(|letter| match letter {
            'x' => Axis::X,
            'y' => Axis::Y,
            _ => Axis::Z,
        })
        .collect();
    let extrinsic = letters.starts_with(|letter: char| letter.is_lowercase());
    if extrinsic { Sequence::extrinsic(&axes) } else { Sequence::intrinsic(&axes) }.unwrap()
}

/// What rotations are made of, what they give, and what they do.
pub fn rotations<B: Backend>(xp: &B) {
    let data = npz("rotations.npz");
    let of = |name: &str| array(xp, &data, name);
    let [quat, v, w] = ["quat", "v", "w"].map(of);
    let r = |q: &DynArray<B>| Rotation::from_quat(q);
    each(&quat, &data, "as_quat", 4.0, &|q| r(q)?.as_quat(true));
    each(&quat, &data, "as_matrix", 8.0, &|q| r(q)?.as_matrix());
    each(&quat, &data, "as_rotvec", 8.0, &|q| r(q)?.as_rotvec());
    each(&quat, &data, "as_mrp", 8.0, &|q| r(q)?.as_mrp());
    each(&quat, &data, "magnitude", 8.0, &|q| r(q)?.magnitude());
    each(&quat, &data, "apply", 8.0, &|q| r(q)?.apply(&v.astype(q.dtype())?));
    each(&quat, &data, "inverse", 8.0, &|q| r(q)?.inv()?.apply(&v.astype(q.dtype())?));
    each(&quat, &data, "compose", 8.0, &|q| r(q)?.compose(&r(&q.flip(0)?)?)?.as_matrix());
    each(&quat, &data, "pow", 16.0, &|q| r(q)?.pow(0.3)?.as_matrix());
    let all = r(&quat).unwrap();
    let wide = r(&quat.slice(s![5]).unwrap()).unwrap();
    same(&wide.apply(&v).unwrap(), &data, "one", 8.0);
    assert_eq!((wide.shape(), all.shape()), (&[][..], &[12][..]));
    let grid = r(&quat.reshape([3, 4, 4]).unwrap()).unwrap();
    let turned = grid.apply(&v.reshape([3, 4, 3]).unwrap()).unwrap();
    same(&turned.reshape([12, 3]).unwrap(), &data, "apply", 8.0);
    let later = all.take(4..12).unwrap();
    same(&later.mean(None).unwrap().as_matrix().unwrap(), &data, "mean", 64.0);
    same(&later.mean(Some(&w.slice(s![4..]).unwrap())).unwrap().as_matrix().unwrap(), &data, "weighted", 64.0);
    each(&of("rotvec"), &data, "from_rotvec", 8.0, &|x| Rotation::from_rotvec(x)?.as_matrix());
    each(&of("mrp"), &data, "from_mrp", 8.0, &|x| Rotation::from_mrp(x)?.as_matrix());
    let matrices = all.as_matrix().unwrap();
    same(&Rotation::from_matrix(&matrices).unwrap().as_matrix().unwrap(), &data, "as_matrix", 8.0);
    let back = Rotation::from_matrix(&matrices.swapaxes(1, 2).unwrap()).unwrap().inv().unwrap();
    same(&back.as_matrix().unwrap(), &data, "as_matrix", 8.0);
    same(&Rotation::from_matrix(&of("rough")).unwrap().as_matrix().unwrap(), &data, "from_rough", 64.0);
    for axes in ["xyz", "zyx", "yxz", "xyx", "zxz", "XYZ", "ZYX", "XZY", "ZXZ", "YXY"] {
        let sequence = sequence(axes);
        let shift = if axes[..1] == axes[2..] { [0.0, 0.5 * PI, 0.0] } else { [0.0; 3] };
        let angles = of("angles").add(xp.array(shift).unwrap()).unwrap();
        let found = Rotation::from_euler(&sequence, &angles).unwrap();
        same(&found.as_matrix().unwrap(), &data, &format!("euler/{axes}/from"), 16.0);
        let given = Rotation::from_quat(&of(&format!("euler/{axes}/quat"))).unwrap();
        // Where the middle angle is at an end, the others have half of the digits.
        let angles = given.as_euler(&sequence).unwrap();
        let rows = |x: &DynArray<B>, n: usize| x.slice(s![..n]).unwrap();
        let expected = of(&format!("euler/{axes}/as"));
        assert!(
            rows(&angles, 4).allclose_with(rows(&expected, 4), xparray::Tolerance::new().atol(1e-13)).unwrap(),
            "{axes}"
        );
        assert!(
            angles.allclose_with(&expected, xparray::Tolerance::new().atol(1e-7)).unwrap(),
            "{axes}: {angles}\n{expected}"
        );
    }
    let two = Rotation::from_euler(&sequence("zx"), &of("angles").slice(s![.., ..2]).unwrap()).unwrap();
    same(&two.as_matrix().unwrap(), &data, "euler/two", 8.0);
    let random = Rotation::random(&mut xp.rng(2), [50, 3]).unwrap();
    assert_eq!(random.shape(), [50, 3]);
    let gram = random.as_matrix().unwrap().matmul(&random.inv().unwrap().as_matrix().unwrap()).unwrap();
    let identity = Rotation::identity(xp, [50, 3]).unwrap().as_matrix().unwrap();
    assert!(gram.allclose_with(&identity, xparray::Tolerance::new().atol(1e-14)).unwrap());
    for_types!(real, T => {
        let half = xp.array(&[[0i8, 0, 1, 0]]).unwrap().astype::<T>();
        assert_eq!(Rotation::from_quat(&half).unwrap().apply(&half.slice(s![.., ..3]).unwrap()).unwrap().to_string(), "[[0. 0. 1.]]");
    });
    assert_eq!(
        r(&xp.zeros_of(DType::F64, [0, 4]).unwrap()).unwrap().as_euler(&sequence("xyz")).unwrap().shape(),
        [0, 3]
    );
}

/// `Rotation::align_vectors`, `Slerp`, `procrustes`, `geometric_slerp`.
pub fn fits<B: Backend>(xp: &B) {
    let data = npz("rotations.npz");
    let of = |name: &str| array(xp, &data, name);
    let [quat, v, w, a] = ["quat", "v", "w", "a"].map(of);
    for (name, weights) in [("align", None), ("align/w", Some(&w))] {
        for v in [v.clone(), v.t().copy().unwrap().t()] {
            let (found, rssd) = Rotation::align_vectors(&a, &v, weights).unwrap();
            same(&found.as_matrix().unwrap(), &data, name, 64.0);
            let expected = data[&format!("{name}/rssd")].to_vec::<f64>()[0];
            assert!((rssd - expected).abs() < 1e-13, "{rssd}, not {expected}");
        }
    }
    let between = Slerp::new(&of("times"), &Rotation::from_quat(&quat).unwrap()).unwrap();
    let at = of("at");
    for at in [at.clone(), at.flip(..).unwrap().copy().unwrap().flip(..).unwrap()] {
        same(&between.evaluate(&at).unwrap().as_matrix().unwrap(), &data, "slerp", 64.0);
    }
    assert_eq!(between.evaluate(&at.slice(s![3]).unwrap()).unwrap().shape(), [0usize; 0]);
    assert_eq!(between.evaluate(&at.slice(s![..0]).unwrap()).unwrap().shape(), [0]);
    let [x, y, start, end, t] = ["x", "y", "start", "end", "t"].map(of);
    for y in [y.clone(), y.t().copy().unwrap().t()] {
        let (one, two, disparity) = procrustes(&x, &y).unwrap();
        same(&one, &data, "procrustes/one", 16.0);
        same(&two, &data, "procrustes/two", 64.0);
        assert!((disparity - data["procrustes/disparity"].to_vec::<f64>()[0]).abs() < 1e-14);
    }
    each(&t, &data, "geometric_slerp", 16.0, &|t| {
        geometric_slerp(&start.astype(t.dtype())?, &end.astype(t.dtype())?, t)
    });
    let resting = geometric_slerp(&start, &start, &t).unwrap();
    assert_eq!(numbers(&resting.slice(s![1]).unwrap()), numbers(&start));
    assert_eq!(geometric_slerp(&start, &end, &xp.full([], 0.5).unwrap()).unwrap().shape(), [3]);
    // The way goes on beyond both ends.
    let (right, up) = (xp.array([1.0, 0.0]).unwrap(), xp.array([0.0, 1.0]).unwrap());
    let beyond = numbers(&geometric_slerp(&right, &up, &xp.array([-1.0, 1.5]).unwrap()).unwrap());
    let half = 0.5f64.sqrt();
    assert!(beyond.iter().zip([0.0, -1.0, -half, half]).all(|(found, known)| (found - known).norm() < 1e-15));
    for_types!(real, T => {
        let x = xp.array(&[[0i8, 0], [1, 0], [0, 1]]).unwrap().astype::<T>();
        assert!(procrustes(&x, &x).unwrap().2 < 1e-12, "{}", T::DTYPE);
        let (x, y) = (x.slice(s![1]).unwrap(), x.slice(s![2]).unwrap());
        assert_eq!(geometric_slerp(&x, &y, &x).unwrap().shape(), [2, 2], "{}", T::DTYPE);
    });
}

/// Bad arguments.
pub fn refused_rotations<B: Backend>(xp: &B) {
    let value = |error: Error| assert!(matches!(error, Error::Value { .. }), "{error}");
    let shape = |error: Error| assert!(matches!(error, Error::Shape { .. }), "{error}");
    let (none, one) = (xp.zeros::<f64>([2, 4]).unwrap(), xp.full([], 1.0).unwrap());
    value(Rotation::from_quat(&none).err().unwrap());
    shape(Rotation::from_quat(&one).err().unwrap());
    shape(Rotation::from_rotvec(&none).err().unwrap());
    shape(Rotation::from_mrp(&none).err().unwrap());
    shape(Rotation::from_matrix(&none).err().unwrap());
    value(Rotation::from_matrix(&xp.eye::<f64>(3).unwrap().negative()).err().unwrap());
    value(Rotation::from_matrix(&xp.zeros::<f64>([3, 3]).unwrap()).err().unwrap());
    let complex = none.into_dyn().add(Complex::new(0.0, 1.0)).unwrap();
    assert!(matches!(Rotation::from_quat(&complex), Err(Error::DType { .. })));
    value(Sequence::extrinsic(&[]).err().unwrap());
    value(Sequence::intrinsic(&[Axis::X, Axis::Y, Axis::Z, Axis::X]).err().unwrap());
    value(Sequence::intrinsic(&[Axis::X, Axis::X]).err().unwrap());
    let two = sequence("xy");
    shape(Rotation::from_euler(&two, &xp.zeros::<f64>(3).unwrap()).err().unwrap());
    let rest = Rotation::identity(xp, 3).unwrap();
    value(rest.as_euler(&two).unwrap_err());
    shape(rest.apply(&xp.zeros::<f64>(2).unwrap()).unwrap_err());
    shape(rest.apply(&xp.zeros::<f64>([2, 3]).unwrap()).unwrap_err());
    shape(rest.compose(&Rotation::identity(xp, 2).unwrap()).err().unwrap());
    let weights = xp.array([1.0, -1.0, 1.0]).unwrap().into_dyn();
    value(rest.mean(Some(&weights)).err().unwrap());
    shape(rest.mean(Some(&weights.slice(s![..2]).unwrap())).err().unwrap());
    value(Rotation::identity(xp, 0).unwrap().mean(None).err().unwrap());
    assert_refused(xp, rest.take(3), "take", 3, 3);
    assert!(matches!(Rotation::identity(xp, ()).unwrap().take(0).err().unwrap(), Error::Axis { .. }));
    let eye = xp.eye::<f64>(3).unwrap();
    value(Rotation::align_vectors(&eye, &eye, Some(&weights)).err().unwrap());
    let one = eye.slice(s![..1]).unwrap();
    assert!(Rotation::align_vectors(&one, &one, None).unwrap().1 < 1e-15);
    value(Rotation::align_vectors(&one, &xp.zeros::<f64>([1, 3]).unwrap(), None).err().unwrap());
    value(Rotation::align_vectors(&eye.slice(s![..0]).unwrap(), &eye.slice(s![..0]).unwrap(), None).err().unwrap());
    shape(Rotation::align_vectors(&eye, &eye.slice(s![..2]).unwrap(), None).err().unwrap());
    let times = xp.array([0.0, 1.0, 2.0]).unwrap();
    let between = Slerp::new(&times, &rest).unwrap();
    value(between.evaluate(&xp.array([2.5]).unwrap()).err().unwrap());
    value(between.evaluate(&xp.array([f64::NAN]).unwrap()).err().unwrap());
    value(Slerp::new(&times.flip(..).unwrap(), &rest).err().unwrap());
    shape(Slerp::new(&times.slice(s![..2]).unwrap(), &rest).err().unwrap());
    value(Slerp::new(&times, &Rotation::identity(xp, ()).unwrap()).err().unwrap());
    value(procrustes(&times, &times).err().unwrap());
    value(procrustes(&xp.ones::<f64>([3, 2]).unwrap(), &xp.zeros::<f64>([3, 2]).unwrap()).err().unwrap());
    value(procrustes(&xp.ones::<f64>([0, 2]).unwrap(), &xp.zeros::<f64>([0, 2]).unwrap()).err().unwrap());
    value(procrustes(&eye, &eye.multiply(f64::NAN).unwrap()).err().unwrap());
    shape(procrustes(&eye, &xp.zeros::<f64>([3, 2]).unwrap()).err().unwrap());
    let (x, y) = (eye.slice(s![0]).unwrap(), eye.slice(s![1]).unwrap());
    value(geometric_slerp(&x, &x.negative(), &one).err().unwrap());
    value(geometric_slerp(&times, &times, &one).err().unwrap());
    shape(geometric_slerp(&x, &y.slice(s![..2]).unwrap(), &one).err().unwrap());
}
