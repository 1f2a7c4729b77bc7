//! Tensors of DLPack, in the backend's own memory.

use crate::arrays::counting;
use crate::compare::assert_array;
use crate::for_types;
use crate::layouts::relaid;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use xparray::Error;
use xparray::io::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, Dlpack, FromDlpack};
use xparray::prelude::*;

/// There and back, of every type, shape and layout, with a version and without.
pub fn tensors<B: Backend>(xp: &B) {
    for_types!(all, T => for shape in [&[][..], &[5], &[0, 2], &[2, 3, 4]] {
        let n = shape.iter().product::<usize>();
        let values: Vec<T> = (0..n as i64).map(|i| (i % 5 - 2).cast()).collect();
        for x in relaid(&xp.from_slice(&values, shape).unwrap()) {
            let tensor = x.to_dlpack().unwrap();
            assert_eq!((tensor.device(), tensor.is_read_only()), (xp.dlpack_device().unwrap(), true));
            assert_eq!(tensor.tensor().ndim as usize, shape.len());
            // SAFETY: the tensor is whole, and `x` is only read.
            let tensor = unsafe { Dlpack::from_raw(tensor.into_raw()).unwrap() };
            assert_array(&xp.from_dlpack(tensor).unwrap().typed::<T>().unwrap(), shape, &values, 0.0);
            let tensor = x.copy().into_dlpack().unwrap().into_raw_unversioned().unwrap();
            // SAFETY: the tensor is whole, and nobody else has its memory.
            let tensor = unsafe { Dlpack::from_raw_unversioned(tensor).unwrap() };
            // SAFETY: likewise.
            let tensor = unsafe { Dlpack::from_raw(tensor.into_raw()).unwrap() };
            assert_array(&xp.from_dlpack(tensor).unwrap().typed::<T>().unwrap(), shape, &values, 0.0);
        }
    });
    assert!(xp.ones::<f32>(3).unwrap().to_dlpack().unwrap().into_raw_unversioned().is_err());
}

/// Memory that nobody else has stays where it is; that of others is copied, and what is written stays apart.
pub fn memory<B: Backend>(xp: &B) {
    let x = counting::<f32, B>(xp, &[100, 7]).copy();
    let place = x.byte_bounds().unwrap();
    let mut y = xp.from_dlpack(x.into_dlpack().unwrap()).unwrap().typed::<f32>().unwrap();
    assert_eq!(y.byte_bounds().unwrap(), place);
    y += 1.0;
    assert_eq!(y.slice(s![0, 0]).unwrap().item().unwrap(), 1.0);
    let held = y.clone();
    let mut z = xp.from_dlpack(y.into_dlpack().unwrap()).unwrap().typed::<f32>().unwrap();
    z.fill(9.0);
    assert_eq!(held.slice(s![-1, -1]).unwrap().item().unwrap(), 700.0);
    // A tensor outlives its array, and goes with its buffer.
    let before = xp.memory_stats().used_bytes;
    let tensor = counting::<f64, B>(xp, &[1000]).copy().into_dlpack().unwrap();
    assert!(xp.memory_stats().used_bytes >= before + 8000);
    let array = xp.from_dlpack(tensor).unwrap();
    assert_eq!(array.sum(..).unwrap().typed::<f64>().unwrap().item().unwrap(), 499_500.0);
    drop(array);
    xp.synchronize().unwrap();
    assert_eq!(xp.memory_stats().used_bytes, before);
}

static DELETED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn deleter(tensor: *mut DLManagedTensorVersioned) {
    DELETED.fetch_add(1, SeqCst);
    // SAFETY: the test made both boxes.
    unsafe { drop(Box::from_raw(Box::from_raw(tensor).manager_ctx.cast::<Owner>())) };
}

/// What a tensor points to: it goes when the tensor is deleted.
struct Owner {
    _memory: Dlpack,
    shape: Vec<i64>,
    strides: Option<Vec<i64>>,
}

/// What other libraries make: offsets, no strides, strides backwards, other flags.
pub fn tensors_of_others<B: Backend>(xp: &B) {
    let tensor = |shape: Vec<i64>, strides: Option<Vec<i64>>, offset: u64, flags: u64| {
        let ours = counting::<i32, B>(xp, &[400]).copy().into_dlpack().unwrap();
        let inner = ours.tensor();
        let (data, device, dtype) = (inner.data, inner.device, inner.dtype);
        let mut owner = Box::new(Owner { _memory: ours, shape, strides });
        let (ndim, shape) = (owner.shape.len() as i32, owner.shape.as_mut_ptr());
        let strides = owner.strides.as_mut().map_or(std::ptr::null_mut(), Vec::as_mut_ptr);
        let managed = DLManagedTensorVersioned {
            version: DLPackVersion { major: 1, minor: 3 },
            manager_ctx: Box::into_raw(owner).cast::<c_void>(),
            deleter: Some(deleter),
            flags,
            dl_tensor: xparray::io::DLTensor { data, device, ndim, dtype, shape, strides, byte_offset: offset },
        };
        // SAFETY: the tensor is whole, and nobody else has its memory.
        let tensor = unsafe { Dlpack::from_raw(Box::into_raw(Box::new(managed))).unwrap() };
        xp.from_dlpack(tensor).unwrap().typed::<i32>().unwrap()
    };
    for flags in [0, 1] {
        let before = DELETED.load(SeqCst);
        assert_array(&tensor(vec![2, 3], None, 0, flags), &[2, 3], &[0, 1, 2, 3, 4, 5], 0.0);
        assert_array(&tensor(vec![2, 2], None, 4, flags), &[2, 2], &[1, 2, 3, 4], 0.0);
        assert_array(&tensor(vec![3], Some(vec![2]), 256 * 4, flags), &[3], &[256, 258, 260], 0.0);
        assert_array(&tensor(vec![3], Some(vec![-1]), 396 * 4, flags), &[3], &[396, 395, 394], 0.0);
        assert_array(&tensor(vec![2, 2], Some(vec![-10, 3]), 300 * 4, flags), &[2, 2], &[300, 303, 290, 293], 0.0);
        assert_array(&tensor(vec![2, 2], Some(vec![0, 1]), 8, flags), &[2, 2], &[2, 3, 2, 3], 0.0);
        assert_array(&tensor(vec![0, 2], None, 0, flags), &[0, 2], &[], 0.0);
        assert_array(&tensor(vec![], None, 40, flags), &[], &[10], 0.0);
        xp.synchronize().unwrap();
        assert_eq!(DELETED.load(SeqCst), before + 8);
    }
}

/// What arrays cannot be.
pub fn wrong_tensors<B: Backend>(xp: &B) {
    let edited = |edit: fn(&mut DLManagedTensor)| {
        let raw = xp.ones::<f32>([2, 3]).unwrap().copy().into_dlpack().unwrap().into_raw_unversioned().unwrap();
        // SAFETY: the tensor is whole but for what is edited, which is looked at first.
        unsafe {
            edit(&mut *raw);
            xp.from_dlpack(Dlpack::from_raw_unversioned(raw).unwrap())
        }
    };
    assert!(edited(|_| ()).is_ok());
    assert!(matches!(edited(|t| t.dl_tensor.device.device_id += 1), Err(Error::Value { .. })));
    assert!(matches!(edited(|t| t.dl_tensor.device.device_type = 7), Err(Error::Value { .. })));
    assert!(matches!(edited(|t| t.dl_tensor.dtype.lanes = 4), Err(Error::DType { .. })));
    assert!(matches!(edited(|t| t.dl_tensor.dtype.bits = 8), Err(Error::DType { .. })));
    assert!(matches!(edited(|t| t.dl_tensor.ndim = -1), Err(Error::Value { .. })));
    // SAFETY: the shape is an array of two numbers.
    assert!(edited(|t| unsafe { *t.dl_tensor.shape = -2 }).is_err());
    // SAFETY: a null pointer, and a version that nobody has, are only looked at.
    unsafe {
        assert!(matches!(Dlpack::from_raw(std::ptr::null_mut()), Err(Error::Value { .. })));
        assert!(matches!(Dlpack::from_raw_unversioned(std::ptr::null_mut()), Err(Error::Value { .. })));
        let raw = xp.ones::<f32>(2).unwrap().to_dlpack().unwrap().into_raw();
        (*raw).version.major = 2;
        assert!(matches!(Dlpack::from_raw(raw), Err(Error::Value { .. })));
    }
}
