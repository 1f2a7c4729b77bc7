//! What needs a device.
//!
//! Some tests exhaust the device, so `run.sh` of a bundle runs this module while no other runs.

use crate::backend::{Buffer, DRIVER, NAME, Native, Xp};
use libtest_mimic::Completion;
use std::time::Duration;
use std::{env, fs, process};
use xparray_ir::backend::{Backend, Event, Memory, Streams};
use xparray_ir::{Error, Result};

tests!(
    information,
    the_pool_counts_keeps_and_gives_back,
    limits_and_exhaustion_are_errors_that_programs_survive,
    transfers_round_trip,
    streams_are_ordered_and_events_measure,
    raw_functions,
    compile_errors_show_the_log,
    binaries_load,
    code_is_kept_on_disk,
    threads_share_the_device,
    the_error_without_a_driver_says_what_is_missing
);

fn pattern(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8 ^ (i >> 16) as u8).collect()
}

fn as_bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

fn upload(xp: &Xp, values: &[f32]) -> Buffer<Native> {
    let mut buffer = xp.alloc(values.len() * 4).unwrap();
    xp.upload(&as_bytes(values), &mut buffer).unwrap();
    buffer
}

fn download(xp: &Xp, buffer: &Buffer<Native>) -> Result<Vec<f32>> {
    let mut bytes = vec![0; buffer.bytes()];
    xp.download(buffer, 0, &mut bytes)?;
    Ok(bytes.chunks_exact(4).map(|word| f32::from_ne_bytes(word.try_into().unwrap())).collect())
}

const SAXPY: &str = r#"
extern "C" __global__ void saxpy(const float *x, const float *y, float *out, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}
"#;

const BLOCK_SUM: &str = r#"
extern "C" __global__ void block_sum(const float *x, float *sums, int n) {
    extern __shared__ float tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (threadIdx.x < step) tile[threadIdx.x] += tile[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = tile[0];
}
"#;

/// Keeps a stream busy for a number of clock ticks, then writes. On AMD's GFX11 the clock of a multiprocessor has 20 bits,
/// so there it is the device's, of 100 MHz.
const SLOW_WRITE: &str = r#"
#ifdef __HIP_PLATFORM_AMD__
#define clock64 wall_clock64
#endif
extern "C" __global__ void slow_write(unsigned *x, unsigned value, int n, long long ticks) {
    long long start = clock64();
    while (clock64() - start < ticks) { }
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = value;
}
"#;

fn information(xp: &Xp) {
    let info = xp.info();
    println!("{info:?}\nfree and total memory: {:?}", xp.device_memory().unwrap());
    assert!(!info.name.is_empty() && info.units > 0 && info.memory.unwrap() > 1 << 30);
    assert!(Xp::count().unwrap() >= 1);
    let error = Xp::new(1000).unwrap_err();
    assert!(matches!(&error, Error::Unavailable { reason, .. } if reason.contains("no device 1000")), "{error}");
    let again = Xp::new(0).unwrap();
    assert_eq!((again.device_id(), again.stream_id()), (xp.device_id(), Xp::new(0).unwrap().stream_id()));
}

fn the_pool_counts_keeps_and_gives_back(xp: &Xp) {
    xp.free_all_blocks();
    let before = xp.memory_stats();
    let x = xp.alloc(1 << 20).unwrap();
    let address = x.address();
    let used = |xp: &Xp| xp.memory_stats().used_bytes - before.used_bytes;
    assert_eq!(used(xp), 1 << 20);
    drop(x);
    assert_eq!(used(xp), 0);
    assert_eq!(xp.alloc(1 << 20).unwrap().address(), address, "the block is kept");
    let free = xp.device_memory().unwrap().0;
    drop(xp.alloc(1 << 30).unwrap());
    assert!(xp.device_memory().unwrap().0 < free, "a cached block is the device's loss");
    xp.free_all_blocks();
    assert_eq!(xp.memory_stats().total_bytes, before.total_bytes);
    assert!(xp.device_memory().unwrap().0 + (64 << 20) >= free, "the device has it back");
    let x = xp.alloc(0).unwrap();
    assert_eq!(x.bytes(), 0);
}

fn limits_and_exhaustion_are_errors_that_programs_survive(xp: &Xp) {
    xp.free_all_blocks();
    let taken = xp.memory_stats().total_bytes;
    xp.set_memory_limit(Some(taken + (8 << 20)));
    drop(xp.alloc(6 << 20).unwrap());
    let x = xp.alloc(7 << 20).unwrap(); // the cached block had to go
    let refused = xp.alloc(4 << 20);
    xp.set_memory_limit(None);
    assert!(matches!(refused, Err(Error::OutOfMemory { limit: Some(_), .. })), "{refused:?}");
    drop(x);
    xp.free_all_blocks();

    let (free, total) = xp.device_memory().unwrap();
    let error = xp.alloc(total * 2).unwrap_err();
    assert!(matches!(error, Error::OutOfMemory { limit: None, .. }), "{error}");
    // Most of the memory, cached; then most of it in another size, for which the cache must go.
    drop(xp.alloc(free / 10 * 7).unwrap());
    let big = xp.alloc(free / 10 * 8).unwrap();
    assert!(matches!(xp.alloc(free / 10 * 5), Err(Error::OutOfMemory { .. })));
    drop(big);
    xp.free_all_blocks();
    let x = upload(xp, &[1.0, 2.0]);
    assert_eq!(download(xp, &x).unwrap(), [1.0, 2.0]);
}

fn transfers_round_trip(xp: &Xp) {
    let sizes = [0, 1, 3, 511, 4097, 256 << 10, (256 << 10) + 1, (2 << 20) - 1, 2 << 20, (4 << 20) + 3];
    for len in sizes.into_iter().chain([(15 << 20) + 7, (37 << 20) + 5, 200 << 20]) {
        let data = pattern(len);
        let (mut x, mut y) = (xp.alloc(len).unwrap(), xp.alloc(len).unwrap());
        xp.upload(&data, &mut x).unwrap();
        xp.copy(&x, &mut y, len).unwrap();
        let mut back = vec![0; len];
        xp.download(&y, 0, &mut back).unwrap();
        assert!(back == data, "{len} bytes");
        let start = len / 3;
        xp.download(&y, start, &mut back[start..]).unwrap();
        assert!(back == data, "{len} bytes, from {start}");
        xp.fill_bytes(&mut y, 7, len).unwrap();
        xp.download(&y, 0, &mut back).unwrap();
        assert!(back.iter().all(|&byte| byte == 7), "{len} bytes filled");
    }
    let x = xp.alloc(8).unwrap();
    assert!(matches!(xp.download(&x, 1, &mut [0; 8]), Err(Error::Value { op: "download", .. })));
}

fn streams_are_ordered_and_events_measure(xp: &Xp) {
    let other = xp.on_new_stream().unwrap();
    assert_ne!(xp.stream_id(), other.stream_id());
    let slow = xp.module(SLOW_WRITE).unwrap().function("slow_write").unwrap();
    let n = 1024;
    let mut x = xp.alloc(n * 4).unwrap();
    xp.fill_bytes(&mut x, 0, n * 4).unwrap();
    let start = xp.record().unwrap();
    // SAFETY: the arguments are the function's, and it writes inside the buffer.
    unsafe { slow.launch(1, 256, 0, (&mut x, 0xabababab_u32, n as i32, 40_000_000i64)).unwrap() };
    let end = xp.record().unwrap();
    println!("queued, done: {}", end.is_done().unwrap());

    // Another stream waits for the event, then reads.
    let mut y = other.alloc(n * 4).unwrap();
    other.wait(&end).unwrap();
    other.copy(&x, &mut y, n * 4).unwrap();
    let mut back = vec![0; n * 4];
    other.download(&y, 0, &mut back).unwrap();
    assert!(back.iter().all(|&byte| byte == 0xab), "read before the write");
    let time = end.elapsed_since(&start).unwrap();
    println!("40 million ticks: {time:?}");
    assert!(time > Duration::from_millis(5) && time < Duration::from_secs(5));

    // A write waits for another stream's reading of the buffer, and so does the pool's next user.
    let slow_other = other.module(SLOW_WRITE).unwrap().function("slow_write").unwrap();
    let mut busy = other.alloc(4).unwrap();
    // SAFETY: as above.
    unsafe { slow_other.launch(1, 32, 0, (&mut busy, 0u32, 1i32, 40_000_000i64)).unwrap() };
    other.copy(&x, &mut y, n * 4).unwrap();
    let address = x.address();
    drop(x);
    let mut x = xp.alloc(n * 4).unwrap();
    assert_eq!(x.address(), address, "the block is reused");
    xp.fill_bytes(&mut x, 1, n * 4).unwrap();
    other.download(&y, 0, &mut back).unwrap();
    assert!(back.iter().all(|&byte| byte == 0xab), "overwritten before it was read");
    xp.synchronize().unwrap();
}

fn raw_functions(xp: &Xp) {
    let n = 100_003;
    let x: Vec<f32> = (0..n).map(|i| (i % 1000) as f32).collect();
    let y: Vec<f32> = (0..n).map(|i| (i % 7) as f32).collect();
    let (dx, dy) = (upload(xp, &x), upload(xp, &y));
    let mut out = xp.alloc(n * 4).unwrap();
    let saxpy = xp.module(SAXPY).unwrap().function("saxpy").unwrap();
    // SAFETY: the arguments are the function's, which checks its index.
    unsafe { saxpy.launch(n.div_ceil(256) as u32, 256, 0, (&dx, &dy, &mut out, 2.0f32, n as i32)).unwrap() };
    let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 2.0 * x + y).collect();
    assert!(download(xp, &out).unwrap() == expected);

    let blocks = n.div_ceil(512);
    let mut sums = xp.alloc(blocks * 4).unwrap();
    let block_sum = xp.module(BLOCK_SUM).unwrap().function("block_sum").unwrap();
    for shared in [512 * 4, 64 << 10] {
        // SAFETY: as above; the shared memory holds a block's elements. More than 48 KiB need the driver's consent.
        unsafe { block_sum.launch(blocks as u32, 512, shared, (&dx, &mut sums, n as i32)).unwrap() };
        let expected: Vec<f32> = x.chunks(512).map(|chunk| chunk.iter().sum()).collect();
        assert!(download(xp, &sums).unwrap() == expected, "{shared} bytes of shared memory");
    }

    let error = xp.module(SAXPY).unwrap().function("daxpy").unwrap_err();
    assert!(error.to_string().contains("no function daxpy"), "{error}");
    // SAFETY: the device refuses blocks of this size.
    let error = unsafe { saxpy.launch(1, 5000, 0, (&dx, &dy, &mut out, 2.0f32, 0)) }.unwrap_err();
    assert!(matches!(error, Error::Library { .. }), "{error}");
    assert!(download(xp, &out).unwrap() == expected, "the device goes on");
}

fn compile_errors_show_the_log(xp: &Xp) {
    let error = xp.module("\n\nextern \"C\" __global__ void f() { undefined(); }").unwrap_err();
    let Error::Compile { log, .. } = &error else { panic!("{error}") };
    assert!((log.contains("(3)") || log.contains(":3:")) && log.contains("undefined"), "{log}");
}

fn binaries_load(xp: &Xp) {
    let binary = xp.compile(SAXPY, &[]).unwrap();
    xp.module_from_image(&binary).unwrap().function("saxpy").unwrap();
    assert!(xp.module_from_image(b"neither").is_err());
    for len in [0, 1, 20, binary.len() / 2, binary.len() - 1] {
        assert!(
            matches!(xp.module_from_image(&binary[..len]), Err(Error::Value { .. }) | Err(Error::Compile { .. })),
            "{len}"
        );
    }
}

/// The folder is a variable of the process, so another one of this same program compiles into it.
fn code_is_kept_on_disk(_: &Xp) {
    let dir = env::temp_dir().join(format!("xparray-device-test-{}", process::id()));
    let run = || {
        let mut command = process::Command::new(env::current_exe().unwrap());
        command.args(["--exact", "device::raw_functions"]).env("XPARRAY_CACHE_DIR", &dir);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        let files = dir.read_dir().unwrap().map(|entry| entry.unwrap());
        let mut files: Vec<_> = files.map(|file| (file.path(), file.metadata().unwrap().modified().unwrap())).collect();
        files.sort();
        files
    };
    let first = run();
    assert_eq!(first.len(), 2, "saxpy and block_sum: {first:?}");
    assert_eq!(run(), first, "found, not written again");
    for (file, _) in &first {
        fs::write(file, "damaged").unwrap();
    }
    let mended = run();
    assert!(mended.iter().all(|(file, _)| fs::metadata(file).unwrap().len() > 100), "damaged files are made anew");
    fs::remove_dir_all(dir).unwrap();
}

fn threads_share_the_device(xp: &Xp) {
    std::thread::scope(|scope| {
        for seed in 1..5 {
            let xp = xp.clone();
            scope.spawn(move || {
                let xp = if seed % 2 == 0 { xp } else { xp.on_new_stream().unwrap() };
                for i in 0..100 {
                    let data = pattern((i * 7919 * seed) % 700_000);
                    let (mut x, mut back) = (xp.alloc(data.len()).unwrap(), vec![0; data.len()]);
                    xp.upload(&data, &mut x).unwrap();
                    xp.download(&x, 0, &mut back).unwrap();
                    assert!(back == data);
                }
            });
        }
    });
}

fn the_error_without_a_driver_says_what_is_missing() -> Completion {
    match Xp::new(0) {
        Ok(xp) => return Completion::ignored_with(format!("there is {xp:?}")),
        Err(Error::Unavailable { backend, reason }) => {
            println!("{reason}");
            assert_eq!(backend, NAME);
            assert!([DRIVER, "finds", "driver"].iter().any(|word| reason.contains(word)));
        }
        Err(error) => panic!("{error}"),
    }
    Completion::Completed
}
