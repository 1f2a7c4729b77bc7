use super::*;
use smallvec::smallvec;

fn elements(layout: &Layout) -> Vec<usize> {
    let mut places = vec![layout.offset as isize];
    for (&d, &s) in layout.shape.iter().zip(&layout.strides) {
        places = places.iter().flat_map(|&p| (0..d as isize).map(move |i| p + i * s)).collect();
    }
    places.into_iter().map(|p| p as usize).collect()
}

#[test]
fn composing_is_indexing_twice() {
    let base = Layout::new(smallvec![4, 6], smallvec![1, 10], 3).unwrap();
    let inner = elements(&base);
    let views = [
        Layout::row_major(&[4, 6]),
        Layout::row_major(&[2, 2, 6]),
        Layout::new(smallvec![6, 4], smallvec![1, 6], 0).unwrap(),
        Layout::new(smallvec![4, 3], smallvec![6, -2], 5).unwrap(),
        Layout::new(smallvec![2, 4, 6], smallvec![0, 6, 1], 0).unwrap(),
        Layout::new(smallvec![2, 2], smallvec![12, 3], 7).unwrap(),
    ];
    for view in views {
        let composed = base.compose(&view).unwrap_or_else(|| panic!("{view:?}"));
        let expected: Vec<_> = elements(&view).into_iter().map(|i| inner[i]).collect();
        assert_eq!(elements(&composed), expected, "{view:?}");
    }
    let flat = Layout::row_major(&[24]);
    assert_eq!(base.compose(&flat), None);
}

#[test]
fn reshape_keeps_order_or_refuses() {
    let x = Layout::new(smallvec![4, 6], smallvec![12, 2], 1).unwrap();
    for shape in [&[24][..], &[2, 2, 6], &[4, 3, 2], &[2, 12], &[4, 1, 6, 1]] {
        let y = x.reshape(shape).unwrap();
        assert_eq!(elements(&y), elements(&x), "{shape:?}");
    }
    let t = x.transpose();
    assert!(t.reshape(&[24]).is_none());
    assert_eq!(elements(&t.reshape(&[3, 2, 2, 2]).unwrap()), elements(&t));
    assert!(Layout::row_major(&[0, 3]).reshape(&[3, 0, 7]).is_some());
}

#[test]
fn broadcasting_is_numpys() {
    assert_eq!(broadcast_shapes("t", &[3, 1], &[4]).unwrap()[..], [3, 4]);
    assert_eq!(broadcast_shapes("t", &[0, 1], &[1, 5]).unwrap()[..], [0, 5]);
    assert!(broadcast_shapes("t", &[3], &[4]).is_err());
    let x = Layout::row_major(&[3, 1]).broadcast("t", &[2, 3, 4]).unwrap();
    assert_eq!(x.strides(), [0, 1, 0]);
    assert!(x.overlaps() && !Layout::row_major(&[3, 4]).overlaps());
}

#[test]
fn bounds_reach_both_ways() {
    let x = Layout::new(smallvec![3, 2], smallvec![-4, 1], 8).unwrap();
    assert_eq!(x.bounds(), Some((0, 9)));
    assert_eq!(Layout::row_major(&[0]).bounds(), None);
    assert!(checked_len(&[usize::MAX, 2]).is_err());
    assert_eq!(checked_len(&[1 << 62, 0, 2]), Ok(0));
}
