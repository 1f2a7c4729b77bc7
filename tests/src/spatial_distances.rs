//! Distances of pairs, against SciPy's values.

use crate::data::{Stored, npz};
use crate::for_types;
use crate::scipy::{array, each, same};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::spatial::distance::{
    self, Metric, Parameters, cdist, cdist_with, directed_hausdorff, pdist, pdist_with, squareform,
};
use xparray::scipy::spatial::{distance_matrix, minkowski_distance, minkowski_distance_p};
use xparray::{Error, Result, s};

type Data = BTreeMap<String, Stored>;
type Single<B> = fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>;

/// Metrics without parameters, and whether they are of truth values.
fn metrics<B: Backend>() -> Vec<(&'static str, Metric, bool, Single<B>)> {
    vec![
        ("braycurtis", Metric::Braycurtis, false, |u, v| distance::braycurtis(u, v)),
        ("canberra", Metric::Canberra, false, |u, v| distance::canberra(u, v)),
        ("chebyshev", Metric::Chebyshev, false, |u, v| distance::chebyshev(u, v)),
        ("cityblock", Metric::Cityblock, false, |u, v| distance::cityblock(u, v)),
        ("correlation", Metric::Correlation, false, |u, v| distance::correlation(u, v)),
        ("cosine", Metric::Cosine, false, |u, v| distance::cosine(u, v)),
        ("euclidean", Metric::Euclidean, false, |u, v| distance::euclidean(u, v)),
        ("jensenshannon", Metric::Jensenshannon, false, |u, v| distance::jensenshannon(u, v)),
        ("hellinger", Metric::Hellinger, false, |u, v| distance::hellinger(u, v)),
        ("kl_divergence", Metric::KlDivergence, false, |u, v| distance::kl_divergence(u, v)),
        ("minkowski", Metric::Minkowski(2.0), false, |u, v| distance::minkowski(u, v, 2.0)),
        ("minkowski/0.5", Metric::Minkowski(0.5), false, |u, v| distance::minkowski(u, v, 0.5)),
        ("minkowski/1.0", Metric::Minkowski(1.0), false, |u, v| distance::minkowski(u, v, 1.0)),
        ("minkowski/3.0", Metric::Minkowski(3.0), false, |u, v| minkowski_distance(u, v, 3.0)),
        ("minkowski/inf", Metric::Minkowski(f64::INFINITY), false, |u, v| distance::minkowski(u, v, f64::INFINITY)),
        ("sqeuclidean", Metric::Sqeuclidean, false, |u, v| distance::sqeuclidean(u, v)),
        ("dice", Metric::Dice, true, |u, v| distance::dice(u, v)),
        ("hamming", Metric::Hamming, true, |u, v| distance::hamming(u, v)),
        ("jaccard", Metric::Jaccard, true, |u, v| distance::jaccard(u, v)),
        ("rogerstanimoto", Metric::Rogerstanimoto, true, |u, v| distance::rogerstanimoto(u, v)),
        ("russellrao", Metric::Russellrao, true, |u, v| distance::russellrao(u, v)),
        ("sokalsneath", Metric::Sokalsneath, true, |u, v| distance::sokalsneath(u, v)),
        ("yule", Metric::Yule, true, |u, v| distance::yule(u, v)),
    ]
}

/// The arrays of both sets, of numbers or of truth values.
fn sets<B: Backend>(xp: &B, data: &Data, k: usize, truths: bool) -> [DynArray<B>; 2] {
    let kind = if truths { "/truth" } else { "" };
    ["a", "b"].map(|name| array(xp, data, &format!("{k}{kind}/{name}")))
}

/// `cdist` of every metric, with weights and other parameters, and the functions of two vectors.
pub fn all_pairs<B: Backend>(xp: &B) {
    let data = npz("spatial_distance.npz");
    for k in [3, 11] {
        let w = array(xp, &data, &format!("{k}/w"));
        for (name, metric, truths, single) in metrics::<B>() {
            let [a, b] = sets(xp, &data, k, truths);
            let key = format!("{k}/{name}");
            each(&a, &data, &key, 64.0, &|a| cdist(a, &b.astype(a.dtype())?, metric));
            each(&b, &data, &key, 64.0, &|b| cdist(&a.astype(b.dtype())?, b, metric));
            same(&single(&a.expand_dims(1).unwrap(), &b).unwrap(), &data, &key, 64.0);
            let one = single(&a.slice(s![2]).unwrap(), &b.slice(s![3]).unwrap()).unwrap();
            assert_eq!(one.ndim(), 0, "{name}");
            if data.contains_key(&format!("{key}/w")) {
                let weighted = cdist_with(&a, &b, metric, &Parameters::new().w(&w)).unwrap();
                same(&weighted, &data, &format!("{key}/w"), 64.0);
            } else {
                let error = cdist_with(&a, &b, metric, &Parameters::new().w(&w)).unwrap_err();
                assert!(matches!(error, Error::Value { .. }), "{name}: {error}");
            }
            if data.contains_key(&format!("{key}/pdist")) {
                each(&b, &data, &format!("{key}/pdist"), 64.0, &|b| pdist(b, metric));
            }
        }
        let [a, b] = sets(xp, &data, k, false);
        let [v, vi] = ["v", "vi"].map(|name| array(xp, &data, &format!("{k}/{name}")));
        let rows = a.expand_dims(1).unwrap();
        each(&a, &data, &format!("{k}/seuclidean"), 64.0, &|a| cdist(a, &b.astype(a.dtype())?, Metric::Seuclidean));
        same(&distance::seuclidean(&rows, &b, &v).unwrap(), &data, &format!("{k}/seuclidean/v"), 64.0);
        same(&pdist(&b, Metric::Seuclidean).unwrap(), &data, &format!("{k}/seuclidean/pdist"), 64.0);
        let bound = 4096.0;
        each(&a, &data, &format!("{k}/mahalanobis"), bound, &|a| cdist(a, &b.astype(a.dtype())?, Metric::Mahalanobis));
        same(&distance::mahalanobis(&rows, &b, &vi).unwrap(), &data, &format!("{k}/mahalanobis/vi"), 64.0);
        same(&pdist(&b, Metric::Mahalanobis).unwrap(), &data, &format!("{k}/mahalanobis/pdist"), bound);
        same(&distance_matrix(&a, &b, 3.0).unwrap(), &data, &format!("{k}/minkowski/3.0"), 64.0);
        let cubes = minkowski_distance_p(&rows, &b, 3.0).unwrap().power(1.0 / 3.0).unwrap();
        same(&cubes, &data, &format!("{k}/minkowski/3.0"), 64.0);
        same(&minkowski_distance_p(&rows, &b, 2.0).unwrap(), &data, &format!("{k}/sqeuclidean"), 64.0);
        same(&minkowski_distance_p(&rows, &b, 1.0).unwrap(), &data, &format!("{k}/cityblock"), 64.0);
    }
    for_types!(real, T => {
        let a = xp.array(&[[1i8, 0], [0, 0]]).unwrap().astype::<T>();
        let b = xp.array(&[[1i8, 1], [1, 0]]).unwrap().astype::<T>();
        assert_eq!(cdist(&a, &b, Metric::Cityblock).unwrap().to_string(), "[[1. 0.]\n [2. 1.]]", "{}", T::DTYPE);
        assert_eq!(pdist(&b, Metric::Hamming).unwrap().to_string(), "[0.5]", "{}", T::DTYPE);
    });
}

/// Broadcast, empty and one-dimensional sets; bad ones.
pub fn edges<B: Backend>(xp: &B) {
    let data = npz("spatial_distance.npz");
    let [a, b] = sets(xp, &data, 3, false);
    let row = a.slice(s![..1]).unwrap();
    let wide = row.broadcast_to([4, 3]).unwrap();
    let expected = cdist(&row, &b, Metric::Euclidean).unwrap().broadcast_to([4, 18]).unwrap();
    assert!(cdist(&wide, &b, Metric::Euclidean).unwrap().array_equal(&expected).unwrap());
    let none = xp.zeros::<f64>([0, 3]).unwrap();
    let hollow = xp.zeros::<f64>([2, 0]).unwrap();
    for (name, metric, ..) in metrics::<B>() {
        assert_eq!(cdist(&none, &b, metric).unwrap().shape(), [0, 18], "{name}");
        assert_eq!(pdist(&none, metric).unwrap().shape(), [0], "{name}");
        assert_eq!(pdist(&row, metric).unwrap().shape(), [0], "{name}");
        // Vectors without components: sums of nothing.
        assert_eq!(cdist(&hollow, &hollow, metric).unwrap().shape(), [2, 2], "{name}");
    }
    assert_eq!(cdist(&hollow, &hollow, Metric::Chebyshev).unwrap().to_string(), "[[0. 0.]\n [0. 0.]]");
    let many = array(xp, &data, "many");
    let all = pdist(&many, Metric::Euclidean).unwrap();
    same(&all.slice(s![..;37]).unwrap(), &data, "many/pdist", 8.0);
    let square = squareform(&all, true).unwrap();
    assert!(square.allclose(cdist(&many, &many, Metric::Euclidean).unwrap()).unwrap());
    // So many that they come in parts.
    let mut rng = xp.rng(11);
    let (x, y) = (rng.normal::<f64>([800, 7]).unwrap().into_dyn(), rng.normal::<f64>([900, 7]).unwrap().into_dyn());
    let differences = x.expand_dims(1).unwrap().subtract(y.expand_dims(0).unwrap()).unwrap();
    let expected = differences.square().unwrap().sum(-1).unwrap().sqrt().unwrap();
    assert!(cdist(&x, &y, Metric::Euclidean).unwrap().allclose(&expected).unwrap());
    let eye = Parameters::new().vi(&xp.eye::<f64>(7).unwrap());
    assert!(cdist_with(&x, &y, Metric::Mahalanobis, &eye).unwrap().allclose(&expected).unwrap());
    let zeros = xp.zeros::<f64>(3).unwrap();
    let nan = xp.array([1.0, f64::NAN, 0.0]).unwrap();
    for (name, value) in [("jaccard", "0.0"), ("yule", "0.0"), ("canberra", "0.0"), ("dice", "nan"), ("cosine", "nan")]
    {
        let (_, metric, ..) = metrics::<B>().into_iter().find(|row| row.0 == name).unwrap();
        assert_eq!(metric.between(&zeros, &zeros, &Parameters::new()).unwrap().to_string(), value, "{name}");
    }
    for metric in [Metric::Euclidean, Metric::Chebyshev, Metric::Canberra, Metric::Jensenshannon, Metric::KlDivergence]
    {
        assert_eq!(metric.between(&nan, &zeros, &Parameters::new()).unwrap().to_string(), "nan", "{metric:?}");
    }
    let negative = xp.array([1.0, 2.0, -0.5]).unwrap();
    assert_eq!(distance::jensenshannon(&negative, &xp.array([0.2, 0.3, 0.4]).unwrap()).unwrap().to_string(), "inf");
    let wrong = |metric: Metric, parameters: Parameters<B>| cdist_with(&a, &b, metric, &parameters).unwrap_err();
    let new = Parameters::new;
    for p in [0.0, -1.0, f64::NAN] {
        assert!(matches!(wrong(Metric::Minkowski(p), new()), Error::Value { .. }), "{p}");
    }
    assert!(matches!(wrong(Metric::Euclidean, new().w(&zeros.subtract(1.0).unwrap())), Error::Value { .. }));
    assert!(matches!(wrong(Metric::Euclidean, new().w(&xp.ones::<f64>(2).unwrap())), Error::Shape { .. }));
    assert!(matches!(wrong(Metric::Seuclidean, new().v(&xp.ones::<f64>(2).unwrap())), Error::Shape { .. }));
    assert!(matches!(wrong(Metric::Mahalanobis, new().vi(&zeros)), Error::Shape { .. }));
    assert!(matches!(cdist(&row, &row, Metric::Mahalanobis), Err(Error::Value { .. })));
    assert!(matches!(cdist(&a, &hollow, Metric::Euclidean), Err(Error::Shape { .. })));
    assert!(matches!(cdist(&a, &zeros, Metric::Euclidean), Err(Error::Value { .. })));
    assert!(matches!(pdist(&zeros, Metric::Euclidean), Err(Error::Value { .. })));
    assert!(matches!(distance::euclidean(&zeros, &xp.ones::<f64>(2).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(distance::euclidean(&xp.full([], 1.0).unwrap(), &zeros), Err(Error::Axis { .. })));
    assert!(matches!(distance::seuclidean(&zeros, &zeros, &xp.ones::<f64>(2).unwrap()), Err(Error::Shape { .. })));
    let missing = Metric::Seuclidean.between(&zeros, &zeros, &new());
    assert!(matches!(missing, Err(Error::Value { .. })));
    let complex = xp.full([2, 3], Complex::new(1.0, 1.0)).unwrap();
    assert!(matches!(cdist(&complex, &b, Metric::Euclidean), Err(Error::DType { .. })));
    assert!(matches!(pdist_with(&complex, Metric::Euclidean, &new()), Err(Error::DType { .. })));
}

/// `squareform`, `is_valid_dm`, `is_valid_y`, `num_obs_dm`, `num_obs_y`.
pub fn condensed<B: Backend>(xp: &B) {
    for_types!(all, T => {
        let vector = xp.array(&[1i8, 0, 1, 1, 0, 1]).unwrap().astype::<T>();
        let matrix = squareform(&vector, true).unwrap();
        assert_eq!((matrix.dtype(), matrix.shape()), (T::DTYPE, &[4, 4][..]));
        let expected = xp.array(&[[0i8, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]).unwrap().astype::<T>();
        assert!(matrix.array_equal(expected.as_dyn()).unwrap(), "{matrix}");
        assert!(squareform(&matrix.t(), true).unwrap().array_equal(vector.as_dyn()).unwrap(), "{}", T::DTYPE);
    });
    assert_eq!(squareform(&xp.zeros::<i32>(0).unwrap(), true).unwrap().to_string(), "[[0]]");
    assert_eq!(squareform(&xp.zeros::<i32>([1, 1]).unwrap(), true).unwrap().shape(), [0]);
    assert_eq!(squareform(&xp.zeros::<i32>([0, 0]).unwrap(), true).unwrap().shape(), [0]);
    let tilted = xp.array([[0.0, 1.0], [2.0, 0.0]]).unwrap();
    assert!(matches!(squareform(&tilted, true), Err(Error::Value { .. })));
    assert_eq!(squareform(&tilted, false).unwrap().to_string(), "[1.]");
    let wrong = [
        xp.zeros::<f64>(4).unwrap(),
        xp.zeros([2, 3]).unwrap(),
        xp.zeros([1, 1, 1]).unwrap(),
        xp.full([], 1.0).unwrap(),
    ];
    for x in wrong {
        assert!(matches!(squareform(&x, true), Err(Error::Value { .. })), "{:?}", x.shape());
        assert!(!distance::is_valid_y(&x) && !distance::is_valid_dm(&x, 0.0).unwrap());
        assert!(matches!(distance::num_obs_dm(&x), Err(Error::Value { .. })));
        assert!(matches!(distance::num_obs_y(&x), Err(Error::Value { .. })));
    }
    assert!(distance::is_valid_dm(&tilted, 1.0).unwrap() && !distance::is_valid_dm(&tilted, 0.9).unwrap());
    assert!(!distance::is_valid_dm(&xp.array([[1.0]]).unwrap(), 0.5).unwrap());
    assert!(!distance::is_valid_dm(&xp.array([[f64::NAN]]).unwrap(), 0.5).unwrap());
    assert!(matches!(distance::is_valid_dm(&tilted, -1.0), Err(Error::Value { .. })));
    assert!(distance::is_valid_y(&xp.zeros::<f64>(0).unwrap()) && distance::is_valid_y(&xp.zeros::<f64>(3).unwrap()));
    assert_eq!(distance::num_obs_y(&xp.zeros::<f64>(10).unwrap()).unwrap(), 5);
    assert_eq!(distance::num_obs_dm(&tilted).unwrap(), 2);
    assert!(matches!(distance::num_obs_y(&xp.zeros::<f64>(0).unwrap()), Err(Error::Value { .. })));
}

/// `directed_hausdorff`.
pub fn hausdorff<B: Backend>(xp: &B) {
    let data = npz("spatial_distance.npz");
    let many = array(xp, &data, "many");
    let (u, v) = (many.slice(s![..140]).unwrap(), many.slice(s![140..]).unwrap());
    let found = directed_hausdorff(&u, &v).unwrap();
    let expected = data["many/hausdorff"].cast::<f64>();
    assert_eq!([found.distance, found.index_u as f64, found.index_v as f64], expected[..]);
    assert_eq!(directed_hausdorff(&u.t().copy().unwrap().t(), &v).unwrap(), found);
    assert_eq!(directed_hausdorff(&u, &u).unwrap().distance, 0.0);
    for_types!(real, T => {
        let x = xp.array(&[[0i8, 0], [1, 1]]).unwrap().astype::<T>();
        let found = directed_hausdorff(&x, &x.slice(s![..1]).unwrap()).unwrap();
        assert_eq!((found.distance, found.index_u), (2.0f64.sqrt(), 1), "{}", T::DTYPE);
    });
    let wide = xp.full([], 2.0).unwrap().broadcast_to([3, 2]).unwrap();
    assert_eq!(directed_hausdorff(&wide, &xp.zeros::<f64>([1, 2]).unwrap()).unwrap().distance, 8.0f64.sqrt());
    assert!(matches!(directed_hausdorff(&u, &xp.zeros::<f64>([0, 2]).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(directed_hausdorff(&u, &xp.zeros::<f64>([2, 3]).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(directed_hausdorff(&u, &xp.array([[f64::NAN, 0.0]]).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(directed_hausdorff(&xp.full([], 1.0).unwrap(), &u), Err(Error::Value { .. })));
}
