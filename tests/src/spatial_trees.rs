//! Neighbours of points, against SciPy's values and a search of all points.

use crate::data::{Stored, npz};
use crate::for_types;
use crate::scipy::{array, same};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::spatial::distance::{Metric, cdist};
use xparray::scipy::spatial::{Ball, KDTree, Query};
use xparray::{Error, s};

type Data = BTreeMap<String, Stored>;

const SPACES: [&str; 5] = ["1/plain", "2/plain", "3/plain", "2/periodic", "3/periodic"];
const ORDERS: [(&str, f64); 4] = [("1.0", 1.0), ("2.0", 2.0), ("3.5", 3.5), ("inf", f64::INFINITY)];

fn tree<B: Backend>(xp: &B, data: &Data, space: &str, name: &str) -> KDTree<B> {
    let points = array(xp, data, &format!("{space}/{name}"));
    match space.ends_with("periodic") {
        true => KDTree::periodic(&points, array(xp, data, &format!("{space}/box"))).unwrap(),
        false => KDTree::new(&points).unwrap(),
    }
}

/// `query`.
pub fn nearest<B: Backend>(xp: &B) {
    let data = npz("spatial_trees.npz");
    for space in SPACES {
        let x = array(xp, &data, &format!("{space}/x"));
        let tree = tree(xp, &data, space, "points");
        for (name, p) in ORDERS {
            let key = format!("{space}/{name}");
            let layouts = [x.clone(), x.flip(..).unwrap().copy().unwrap().flip(..).unwrap(), x.t().copy().unwrap().t()];
            for x in layouts {
                let (distances, places) = tree.query(&x, Query::new().k(5).p(p)).unwrap();
                same(&distances, &data, &format!("{key}/distances"), 4.0);
                assert_eq!(places.to_vec().unwrap(), data[&format!("{key}/places")].to_vec::<i64>(), "{key}");
            }
            let (third, _) = tree.query(&x, Query::new().ranks(&[3, 1]).p(p)).unwrap();
            let (five, _) = tree.query(&x, Query::new().k(5).p(p)).unwrap();
            assert!(third.slice(s![.., 0]).unwrap().array_equal(&five.slice(s![.., 2]).unwrap()).unwrap());
            let (first, at) = tree.query(&x.reshape([3, 4, -1]).unwrap(), Query::new().p(p)).unwrap();
            assert_eq!((first.shape(), at.shape()), (&[3, 4][..], &[3, 4][..]));
            assert!(first.ravel().unwrap().array_equal(&five.slice(s![.., 0]).unwrap()).unwrap(), "{key}");
            let (near, at) = tree.query(&x, Query::new().k(5).p(p).eps(0.5)).unwrap();
            assert!(
                near.less_equal(five.multiply(1.5).unwrap()).unwrap().all(..).unwrap().item().unwrap().get::<bool>()
            );
            assert_eq!(at.shape(), [12, 5]);
        }
    }
    let many = xp.rng(5).normal::<f64>([3000, 4]).unwrap();
    let tree = KDTree::new(&many).unwrap();
    let (near, places) = tree.query(&many, Query::new().k(3)).unwrap();
    let expected = cdist(&many, &many, Metric::Euclidean).unwrap().sort().unwrap().slice(s![.., ..3]).unwrap();
    assert!(near.allclose(&expected).unwrap());
    assert_eq!(places.slice(s![.., 0]).unwrap().to_vec().unwrap(), (0..3000).collect::<Vec<i64>>());
}

/// `query_ball_point`, `query_ball_tree`, `query_pairs`, `count_neighbors`, `sparse_distance_matrix`.
pub fn within<B: Backend>(xp: &B) {
    let data = npz("spatial_trees.npz");
    for space in SPACES {
        let x = array(xp, &data, &format!("{space}/x"));
        let (tree, other) = (tree(xp, &data, space, "points"), tree(xp, &data, space, "other"));
        let r = data[&format!("{space}/r")].to_vec::<f64>()[0];
        for (name, p) in ORDERS {
            let key = format!("{space}/{name}");
            let whole = |name: &str| data[&format!("{key}/{name}")].to_vec::<i64>();
            let ball = Ball::new().p(p);
            let found = tree.query_ball_point(&x, r, ball).unwrap();
            assert_eq!(found.places.to_vec().unwrap(), whole("balls"), "{key}");
            assert_eq!(found.offsets.diff().unwrap().to_vec().unwrap(), whole("lengths"), "{key}");
            let reaches = xp.full([12], r).unwrap();
            let lengths = tree.query_ball_lengths(&x.t().copy().unwrap().t(), &reaches, ball).unwrap();
            assert_eq!(lengths.to_vec().unwrap(), whole("lengths"), "{key}");
            assert_eq!(tree.query_pairs(r / 3.0, ball).unwrap().to_vec().unwrap(), whole("pairs"), "{key}");
            let counts = tree.count_neighbors(&other, &xp.array([0.5, 0.01, 0.1, 0.1, 3.0]).unwrap(), p).unwrap();
            assert_eq!(counts.to_vec().unwrap(), whole("counts"), "{key}");
            let matrix = tree.sparse_distance_matrix(&other, r / 2.0, p).unwrap().to_dense().unwrap();
            same(matrix.sum(1).unwrap().as_dyn(), &data, &format!("{key}/sums"), 4.0);
            let there = tree.query_ball_tree(&other, r / 2.0, ball).unwrap();
            assert_eq!(there.places.shape(), [whole("near")[0] as usize], "{key}");
        }
    }
    let tree = KDTree::new(&xp.array([[0.0], [1.0], [3.0]]).unwrap()).unwrap();
    let found = tree.query_ball_point(&xp.array([[0.0], [2.0]]).unwrap(), xp.array([0.5, 1.0]).unwrap(), Ball::new());
    assert_eq!(found.unwrap().lists().unwrap(), [vec![0], vec![1, 2]]);
    let everything = tree.query_ball_lengths(&xp.zeros::<f64>([2, 1]).unwrap(), f64::INFINITY, Ball::new());
    assert_eq!(everything.unwrap().to_string(), "[3 3]");
}

/// Equal points, no points, few points, each element type; bad arguments.
pub fn tree_edges<B: Backend>(xp: &B) {
    let same_point = xp.full([], 2.0).unwrap().broadcast_to([100, 2]).unwrap();
    let tree = KDTree::new(&same_point).unwrap();
    let (near, places) = tree.query(&xp.array([2.0, 3.0]).unwrap(), Query::new().k(3)).unwrap();
    assert_eq!((near.to_string(), places.to_string()), ("[1. 1. 1.]".into(), "[0 1 2]".into()));
    assert_eq!(tree.query_pairs(0.0, Ball::new()).unwrap().shape(), [4950, 2]);
    let none = KDTree::new(&xp.zeros::<f64>([0, 2]).unwrap()).unwrap();
    let (near, places) = none.query(&xp.array([2.0, 3.0]).unwrap(), Query::new().k(2)).unwrap();
    assert_eq!((near.to_string(), places.to_string()), ("[inf inf]".into(), "[0 0]".into()));
    let ball = Ball::new();
    assert_eq!(none.query_ball_lengths(&same_point, 1.0, ball).unwrap().sum(..).unwrap().item().unwrap(), 0);
    assert_eq!(none.query_pairs(1.0, ball).unwrap().shape(), [0, 2]);
    assert_eq!(none.count_neighbors(&tree, &xp.array([1.0]).unwrap(), 2.0).unwrap().to_string(), "[0]");
    assert_eq!(none.sparse_distance_matrix(&tree, 1.0, 2.0).unwrap().shape(), [0, 100]);
    assert_eq!(tree.query(&xp.zeros::<f64>([0, 2]).unwrap(), Query::new().k(2)).unwrap().0.shape(), [0, 2]);
    for_types!(real, T => {
        let points = xp.array(&[[0i8, 0], [1, 0], [1, 1]]).unwrap().astype::<T>();
        let tree = KDTree::new(&points).unwrap();
        let (near, places) = tree.query(&points, Query::new().k(4).distance_upper_bound(1.0)).unwrap();
        assert_eq!(near.dtype(), if matches!(T::DTYPE, DType::F32 | DType::F16 | DType::BF16) { DType::F32 } else { DType::F64 });
        assert_eq!(places.to_string(), "[[0 3 3 3]\n [1 3 3 3]\n [2 3 3 3]]", "{}", T::DTYPE);
    });
    let value = |error: Error| assert!(matches!(error, Error::Value { .. }), "{error}");
    let bad = [f64::NAN, f64::INFINITY];
    for x in bad {
        value(KDTree::new(&xp.array([[x, 0.0]]).unwrap()).err().unwrap());
        value(tree.query(&xp.array([x, 0.0]).unwrap(), Query::new()).unwrap_err());
    }
    value(KDTree::new(&xp.zeros::<f64>(3).unwrap()).err().unwrap());
    value(KDTree::new(&xp.zeros::<f64>([3, 0]).unwrap()).err().unwrap());
    value(KDTree::periodic(&same_point, 2.0).err().unwrap());
    value(KDTree::periodic(&same_point, -1.0).err().unwrap());
    assert!(matches!(KDTree::periodic(&same_point, xp.ones::<f64>(3).unwrap()), Err(Error::Shape { .. })));
    let complex = xp.full([2, 2], Complex::new(1.0, 1.0)).unwrap();
    assert!(matches!(KDTree::new(&complex), Err(Error::DType { .. })));
    let x = xp.array([0.0, 0.0]).unwrap();
    let new = Query::new;
    let options = [
        new().k(0),
        new().ranks(&[0]),
        new().p(0.5),
        new().p(f64::NAN),
        new().eps(-1.0),
        new().distance_upper_bound(-1.0),
    ];
    for options in options {
        value(tree.query(&x, options).unwrap_err());
    }
    assert!(matches!(tree.query(&xp.zeros::<f64>(3).unwrap(), new()), Err(Error::Shape { .. })));
    assert!(matches!(tree.query(&xp.full([], 1.0).unwrap(), new()), Err(Error::Axis { .. })));
    value(tree.query_ball_point(&x, -1.0, ball).err().unwrap());
    value(tree.query_ball_lengths(&x, f64::NAN, ball).unwrap_err());
    assert!(matches!(tree.query_ball_point(&x, xp.ones::<f64>(3).unwrap(), ball), Err(Error::Shape { .. })));
    value(tree.query_pairs(-1.0, ball).unwrap_err());
    value(tree.query_pairs(1.0, ball.p(0.0)).unwrap_err());
    value(tree.sparse_distance_matrix(&tree, -1.0, 2.0).err().unwrap());
    value(tree.count_neighbors(&tree, &xp.array([-1.0]).unwrap(), 2.0).unwrap_err());
    let line = KDTree::new(&xp.zeros::<f64>([3, 1]).unwrap()).unwrap();
    assert!(matches!(tree.query_ball_tree(&line, 1.0, ball), Err(Error::Shape { .. })));
    let circle = KDTree::periodic(&xp.zeros::<f64>([3, 2]).unwrap(), 1.0).unwrap();
    value(tree.query_ball_tree(&circle, 1.0, ball).err().unwrap());
}
