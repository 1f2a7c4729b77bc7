//! Linear algebra and what is made of it.

use crate::shardings::{close, is_close, shardings};
use xparray::dist::{Comm, DistCsr, Sharding};
use xparray::prelude::*;
use xparray::sparse::Csr;
use xparray::{Array, Error, Result};

/// The shardings whose rows are divided, or nothing.
fn rows(world: &Comm) -> Result<Vec<Sharding>> {
    Ok(shardings(world)?.into_iter().filter(|sharding| sharding.axes()[1].is_none()).collect())
}

/// The shardings whose columns are divided, or nothing.
fn columns(world: &Comm) -> Result<Vec<Sharding>> {
    Ok(shardings(world)?.into_iter().filter(|sharding| sharding.axes()[0].is_none()).collect())
}

pub fn transforms<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let x = xp.rng(6).normal::<f64>([6, 5])?;
    for sharding in shardings(world)? {
        let d = sharding.shard(&x)?;
        match d.fftn() {
            Ok(found) => {
                assert!(*found.sharding() == sharding);
                close(&found, &x.fftn()?)?;
                close(&d.ifftn()?, &x.ifftn()?)?;
                close(&found.ifftn()?, &x.astype::<Complex<f64>>())?;
            }
            Err(error) => assert!(error.to_string().contains("reshard"), "{error}"),
        }
    }
    // Pencils, and axes shorter than the mesh.
    let size = world.size();
    for rows in (1..=size).filter(|&rows| size.is_multiple_of(rows)) {
        let mesh = world.mesh([rows, size / rows])?;
        let x = xp.rng(7).normal::<f32>([3, 4, 5])?;
        for axes in [[Some(0), Some(1), None], [None, Some(1), Some(0)], [Some(1), None, None]] {
            let found = mesh.sharding(axes)?.shard(&x)?.fftn()?.all_gather()?;
            assert!(found.allclose_with(&x.fftn()?, Tolerance::new().rtol(1e-5).atol(1e-5))?);
        }
    }
    Ok(())
}

pub fn tall<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let mut rng = xp.rng(2);
    for shape in [[20, 3], [3, 3], [2, 4], [5, 1]] {
        let a = rng.normal::<f64>(shape)?;
        let k = shape[0].min(shape[1]);
        let b = rng.normal::<f64>([shape[0], 2])?;
        for sharding in rows(world)? {
            let d = sharding.shard(&a)?;
            let (q, r) = d.qr()?;
            is_close(&q.matmul(&r)?, &a)?;
            is_close(&q.t().matmul(&q)?, &xp.eye::<f64>(k)?)?;
            assert!(r.local().abs().allclose_with(a.qr_r()?.abs(), Tolerance::new().atol(1e-12))?);
            let (u, s, vt) = d.svd()?;
            is_close(&s, &a.svdvals()?)?;
            is_close(&u.zip(&s, |u, s| Ok(u * s))?.matmul(&vt)?, &a)?;
            let lying = sharding.mesh().sharding([sharding.axes()[0], None])?.shard(&b)?;
            is_close(&d.lstsq(&lying)?, &a.lstsq(&b)?.x)?;
            let first = sharding.mesh().sharding([sharding.axes()[0]])?.shard(&b.slice(s![.., 0])?)?;
            is_close(&d.lstsq(&first)?, &a.lstsq(&b)?.x.slice(s![.., 0])?)?;
        }
    }
    let complex = rng.normal::<f64>([7, 2])?.astype::<Complex<f64>>() * Complex::new(1.0, 2.0);
    let rows = world.mesh(world.size())?.sharding([Some(0), None])?;
    let (q, r) = rows.shard(&complex)?.qr()?;
    close(&q.matmul(&r)?, &complex)?;
    let error = rows.shard(&complex)?.t().qr().unwrap_err();
    assert!(error.to_string().contains("reshard"), "{error}");
    // Deficient: the solution of least norm.
    let (a, b) = (xp.ones::<f64>([6, 2])?, xp.arange(6)?.astype::<f64>());
    let b = world.mesh(world.size())?.sharding([Some(0)])?.shard(&b)?;
    let a = b.sharding().mesh().sharding([Some(0), None])?.shard(&a)?;
    assert!(a.lstsq(&b)?.all_gather()?.allclose(1.25)?);
    Ok(())
}

pub fn systems<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let mut rng = xp.rng(9);
    for n in [1, 3, 10] {
        let (a, b) = (rng.normal::<f64>([n, n])?, rng.normal::<f64>([n, 3])?);
        let positive = a.matmul(&a.t())? + xp.eye::<f64>(n)?;
        for sharding in columns(world)? {
            let (d, p) = (sharding.shard(&a)?, sharding.shard(&positive)?);
            let l = p.cholesky()?;
            is_close(&l, &positive.cholesky()?)?;
            let mesh = sharding.mesh();
            for on in [None, Some(0), Some(1)].into_iter().filter(|&on| on.is_none() || on != sharding.axes()[1]) {
                let right = mesh.sharding([None, on])?.shard(&b)?;
                is_close(&d.solve(&right)?, &a.solve(&b)?)?;
                is_close(&l.cho_solve(&right)?, &positive.solve(&b)?)?;
            }
            let vector = mesh.sharding([None])?.shard(&b.slice(s![.., 0])?)?;
            is_close(&d.solve(&vector)?, &a.solve(&b.slice(s![.., 0])?)?)?;
        }
    }
    let sharding = world.mesh(world.size())?.sharding([None, Some(0)])?;
    let vector = sharding.mesh().sharding([None])?;
    let singular = sharding.shard(&xp.ones::<f64>([4, 4])?)?.solve(&vector.shard(&xp.ones::<f64>(4)?)?).unwrap_err();
    assert_eq!(singular, Error::Singular { op: "solve", pivot: 1 });
    let negative = sharding.shard(&(xp.eye::<f64>(4)? * xp.array([1.0, 1.0, 1.0, -1.0])?))?.cholesky().unwrap_err();
    assert!(negative.to_string().contains("leading minor 4"), "{negative}");
    // Only the last process sees the zero, and the others do not wait for it.
    let factor = sharding.shard(&(xp.eye::<f64>(4)? * xp.array([1.0, 1.0, 1.0, 0.0])?))?;
    let singular = factor.cho_solve(&vector.shard(&xp.ones::<f64>(4)?)?).unwrap_err();
    assert!(singular.to_string().contains("singular"), "{singular}");
    let b = sharding.shard(&xp.ones::<f64>([4, 4])?)?;
    assert!(sharding.shard(&xp.eye::<f64>(4)?)?.solve(&b).unwrap_err().to_string().contains("reshard"));
    assert!(b.t().cholesky().unwrap_err().to_string().contains("reshard"));
    // Hermitian, and more columns than a block has.
    let z = rng.normal::<f64>([5, 5])?.astype::<Complex<f64>>() + rng.normal::<f64>([5, 5])? * Complex::new(0.0, 1.0);
    let positive = z.matmul(&z.conj().t())? + xp.eye::<Complex<f64>>(5)?;
    let right = rng.normal::<f64>(5)?.astype::<Complex<f64>>();
    let l = sharding.shard(&positive)?.cholesky()?;
    close(&l.cho_solve(&vector.shard(&right)?)?, &positive.solve(&right)?)?;
    close(&sharding.shard(&z)?.solve(&vector.shard(&right)?)?, &z.solve(&right)?)?;
    let (large, ones) = (rng.normal::<f64>([600, 600])?, vector.shard(&xp.ones::<f64>(600)?)?);
    let x = sharding.shard(&large)?.solve(&ones)?.all_gather()?;
    assert!(large.matmul(&x)?.allclose_with(1.0, Tolerance::new().rtol(0.0).atol(1e-8))?);
    Ok(())
}

/// Differences of neighbours on a line, and an entry far away.
fn chain<B: Backend>(xp: &B, n: usize) -> Result<Csr<f64, B>> {
    let mut a = xp.eye::<f64>(n)? * 3.0
        - xp.eye_with::<f64>(n, Eye::new().diagonal(1))?
        - xp.eye_with::<f64>(n, Eye::new().diagonal(-1))?;
    a.assign(s![0, -1], -0.5)?;
    a.assign(s![-1, 0], -0.5)?;
    Csr::from_dense(&a)
}

pub fn sparse<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    for vector in crate::shardings::vectors(world)? {
        for n in [3, 17] {
            let a = chain(xp, n)?;
            let x = xp.rng(1).normal::<f64>(n)?;
            let d = DistCsr::shard(&a, &vector)?;
            is_close(&d.matmul(&vector.shard(&x)?)?, &a.matmul(&x)?)?;
            let found = d.cg(&vector.shard(&x)?, 1e-12, 100)?;
            assert!(found.converged && found.steps <= n + 5, "{}", found.steps);
            is_close(&found.x, &a.to_dense()?.solve(&x)?)?;
            assert!(!d.cg(&vector.shard(&x)?, 1e-12, 1)?.converged);
        }
        let wide = Csr::from_dense(&xp.rng(2).integers(0, 2, [5, 9])?.astype::<i32>())?;
        let x = xp.arange(9)?.astype::<i32>();
        let product = DistCsr::shard(&wide, &vector)?.matmul(&vector.shard(&x)?)?.all_gather()?;
        assert!(product.array_equal(&wide.matmul(&x)?)?);
        let nothing = DistCsr::shard(&Csr::<f64, _>::zeros(xp, [0, 4])?, &vector)?;
        assert_eq!(nothing.matmul(&vector.shard(&xp.ones::<f64>(4)?)?)?.shape(), [0]);
        let short = vector.shard(&xp.ones::<f64>(2)?)?;
        assert!(matches!(nothing.matmul(&short).unwrap_err(), Error::Shape { op: "DistCsr::matmul", .. }));
    }
    let mesh = world.mesh(world.size())?;
    let (whole, divided) = (mesh.sharding([None])?, mesh.sharding([Some(0)])?);
    let error = DistCsr::shard(&chain(xp, 4)?, &divided)?.matmul(&whole.shard(&xp.ones::<f64>(4)?)?).unwrap_err();
    assert!(error.to_string().contains("reshard"), "{error}");
    assert!(DistCsr::shard(&chain(xp, 4)?, &mesh.sharding([None, None])?).is_err());
    Ok(())
}

/// Points around three places, and these.
fn points<B: Backend>(xp: &B) -> Result<(Array<f64, B>, Array<f64, B>)> {
    let centres = xp.array([[0.0, 0.0], [9.0, 1.0], [2.0, 8.0]])?;
    let which = xp.rng(3).integers(0, 3, 50)?;
    Ok((centres.take(&which, 0)? + xp.rng(4).normal::<f64>([50, 2])?, centres))
}

pub fn clusters<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (x, places) = points(xp)?;
    let alone = Comm::alone().mesh(1)?.sharding([None, None])?.shard(&x)?;
    let (expected, labels) = alone.k_means(&places, 100)?;
    // A mean of its points, each of which is nearest to it.
    let first = labels.local().equal(0)?;
    assert!(x.mask(&first)?.mean(0)?.allclose(&expected.slice(s![0])?)?);
    assert!(expected.allclose_with(&places, Tolerance::new().atol(1.0))?);
    for sharding in rows(world)? {
        let (centres, found) = sharding.shard(&x)?.k_means(&places, 100)?;
        assert!(centres.allclose(&expected)?, "{sharding:?}: {centres}");
        assert!(found.all_gather()?.array_equal(labels.local())?);
        // A centre without points stays.
        let far = xp.array([[0.0, 0.0], [1e6, 1e6]])?;
        let (centres, _) = sharding.shard(&x)?.k_means(&far, 3)?;
        assert_eq!(centres.slice(s![1])?.to_vec()?, [1e6, 1e6]);
        assert!(matches!(sharding.shard(&x)?.k_means(&x.t(), 3), Err(Error::Shape { op: "k_means", .. })));
    }
    Ok(())
}

pub fn components<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let x = xp.rng(5).normal::<f64>([30, 4])?.matmul(&xp.rng(6).normal::<f64>([4, 4])?)? + 5.0;
    let centred = &x - &x.mean(0)?;
    let (values, vectors) = (centred.t().matmul(&centred)? / 29.0).eigh()?;
    for sharding in rows(world)? {
        let pca = sharding.shard(&x)?.pca(2)?;
        assert!(pca.mean.allclose(&x.mean(0)?)?);
        assert!(pca.variances.allclose(&values.flip(..)?.slice(s![..2])?)?, "{}", pca.variances);
        let along = pca.components.matmul(&vectors)?.abs();
        let expected = xp.array([[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]])?;
        assert!(along.allclose_with(&expected, Tolerance::new().atol(1e-8))?, "{along}");
        assert!(pca.components.max(1)?.allclose(&pca.components.abs().max(1)?)?);
        is_close(&pca.scores, &centred.matmul(&pca.components.t())?)?;
        assert!(sharding.shard(&x)?.pca(5).is_err());
    }
    Ok(())
}
