//! The memory pool: statistics, limits, and what expressions need.

use xparray::Error;
use xparray::prelude::*;

const MIB: usize = 1 << 20;

/// Memory is in use while somebody holds it, then cached, then given back.
pub fn pools_count_what_is_used<B: Backend>(xp: &B) {
    let start = xp.memory_stats();
    let x = xp.from_slice(&vec![1u8; 3 * MIB], 3 * MIB).unwrap();
    let y = x.clone();
    let held = xp.memory_stats();
    let size = held.used_bytes - start.used_bytes;
    assert!((3 * MIB..4 * MIB).contains(&size), "{size}");
    assert!(held.total_bytes >= held.used_bytes);
    drop(x);
    assert_eq!(xp.memory_stats().used_bytes, held.used_bytes, "a clone is still there");
    drop(y);
    let freed = xp.memory_stats();
    assert_eq!((freed.used_bytes, freed.total_bytes), (start.used_bytes, held.total_bytes));
    let again = xp.from_slice(&vec![1u8; 3 * MIB], 3 * MIB).unwrap();
    assert_eq!(xp.memory_stats().total_bytes, held.total_bytes, "the block is used again");
    drop(again);
    xp.free_all_blocks();
    let empty = xp.memory_stats();
    assert_eq!(empty.total_bytes, empty.used_bytes);
}

/// `(x*2 + y*3) / (x + y + 1)` needs its operands and its result, and nothing else.
pub fn expressions_need_no_temporaries<B: Backend>(xp: &B) {
    let n = 2 * MIB;
    let x = xp.arange((0i64, n as i64, 1)).unwrap().astype::<f32>();
    let y = &x + 0.5;
    y.eval().unwrap();
    x.eval().unwrap();
    xp.free_all_blocks();
    let before = xp.memory_stats();
    // The limit would be hit by any temporary of the size of the arrays.
    xp.set_memory_limit(Some(before.total_bytes + 8 * MIB + MIB));
    let z = (&x * 2.0 + &y * 3.0) / (&x + &y + 1.0);
    z.eval().unwrap();
    let peak = xp.memory_stats().total_bytes - before.total_bytes;
    assert!((8 * MIB..9 * MIB).contains(&peak), "{peak}");
    // A reduction of the same needs next to nothing.
    let sum = ((&x * 2.0 + &y * 3.0) / (&x + &y + 1.0)).sum(..).unwrap();
    sum.eval().unwrap();
    assert!(xp.memory_stats().total_bytes - before.total_bytes < 9 * MIB);
    xp.set_memory_limit(None);
    let host = |x: f32| (x * 2.0 + (x + 0.5) * 3.0) / (x + (x + 0.5) + 1.0);
    assert_eq!(z.slice(xparray::s![7]).unwrap().item().unwrap(), host(7.0));
}

/// Beyond the limit there is an error that says how much; the program goes on.
pub fn limits_are_errors_and_no_end<B: Backend>(xp: &B) {
    let x = xp.from_slice(&vec![1.0f64; MIB], MIB).unwrap();
    xp.free_all_blocks();
    let used = xp.memory_stats().used_bytes;
    xp.set_memory_limit(Some(used + MIB));
    assert_eq!(xp.memory_stats().limit, Some(used + MIB));
    let Err(Error::OutOfMemory { asked, used: in_use, limit, device }) = xp.from_slice(&vec![0u8; 4 * MIB], 4 * MIB)
    else {
        panic!("no error");
    };
    assert!(asked >= 4 * MIB && in_use >= 8 * MIB && !device.is_empty());
    assert_eq!(limit, Some(used + MIB));
    // Deferred work fails when it is done, and can be done later.
    let sum = &x + &x;
    assert!(matches!(sum.eval(), Err(Error::OutOfMemory { .. })));
    assert!(matches!(sum.to_vec(), Err(Error::OutOfMemory { .. })));
    assert_eq!(sum.sum(..).unwrap().item().unwrap(), 2.0 * MIB as f64, "the array is computed in passing");
    assert!(sum.sum(..).unwrap().item().is_err(), "it is used again, so it has to be stored");
    let total = (&x * 3.0).sum(..).unwrap();
    assert_eq!(total.item().unwrap(), 3.0 * MIB as f64);
    assert!(matches!(x.sort().unwrap().eval(), Err(Error::OutOfMemory { .. })));
    let square = x.reshape([1024, 1024]).unwrap();
    let product = square.matmul(&square).unwrap();
    assert!(matches!(product.eval(), Err(Error::OutOfMemory { .. })));
    assert!(matches!((&product + 1.0).to_vec(), Err(Error::OutOfMemory { .. })));
    // A limit of nothing is a limit.
    xp.set_memory_limit(Some(0));
    assert!(matches!(xp.from_slice(&[1.0f32], 1), Err(Error::OutOfMemory { limit: Some(0), .. })));
    xp.set_memory_limit(None);
    assert_eq!(sum.slice(xparray::s![3]).unwrap().item().unwrap(), 2.0);
    assert_eq!(product.slice(xparray::s![3, 5]).unwrap().item().unwrap(), 1024.0);
    assert_eq!(xp.memory_stats().limit, None);
}

/// What is cached makes way before memory runs out.
pub fn cached_blocks_make_way<B: Backend>(xp: &B) {
    xp.free_all_blocks();
    let used = xp.memory_stats().used_bytes;
    xp.set_memory_limit(Some(used + 5 * MIB));
    for bytes in [MIB, 2 * MIB, 3 * MIB, 4 * MIB, MIB, 4 * MIB] {
        let x = xp.from_slice(&vec![7u8; bytes], bytes).unwrap();
        assert_eq!(x.sum(..).unwrap().item().unwrap(), 7 * bytes as u64);
    }
    xp.set_memory_limit(None);
}

/// Buffers of any lengths, copied together: more than are one launch, the last of them longer than one block's share.
pub fn copies_at_once<B: Backend>(xp: &B) {
    let lengths = (0..50usize).map(|k| [0, 1, 3, 15, 16, 17, 255, 4096][k % 8] + 16 * k).chain([1_000_003]);
    let bytes = |len: usize, by: usize| (0..len).map(|i| (i * by % 251) as u8).collect::<Vec<u8>>();
    let mut pairs = Vec::new();
    for (k, len) in lengths.enumerate() {
        let (mut from, mut to) = (xp.alloc(len + k % 3).unwrap(), xp.alloc(len).unwrap());
        xp.upload(&bytes(len + k % 3, k + 1), &mut from).unwrap();
        xp.upload(&bytes(len, 0), &mut to).unwrap();
        pairs.push((from, to, len));
    }
    let mut copies: Vec<(&B::Buffer, &mut B::Buffer)> = pairs.iter_mut().map(|(from, to, _)| (&*from, to)).collect();
    xp.copy_all(&mut copies).unwrap();
    for (k, (_, to, len)) in pairs.iter().enumerate() {
        let mut found = vec![0; *len];
        xp.download(to, 0, &mut found).unwrap();
        assert!(found == bytes(*len, k + 1), "copy {k} of {len} bytes");
    }
    assert!(xp.copies_at_once() >= 1);
    xp.copy_all(&mut []).unwrap();
}
