//! A driver over host memory, which does everything at once and keeps a log: what is generic is tested with it.

use crate::device::{Gpu, Registry};
use crate::disk::DiskCache;
use crate::driver::{Config, Driver, EventFlags, RawEvent, RawFunction, RawGraph, RawModule, RawStream};
use crate::fake_libraries::FftPlan;
use crate::fft::FftPlans;
use std::collections::{HashMap, HashSet};
use std::ffi::c_void;
use std::ptr::copy_nonoverlapping;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;
use xparray_ir::backend::DeviceInfo;
use xparray_ir::{Error, Result};

/// Shared with the test that opened the device.
#[derive(Default)]
pub struct World {
    /// Bytes that the device has.
    pub capacity: AtomicUsize,
    pub compiled: AtomicUsize,
    pub capture_fails: AtomicBool,
    /// Leaves other threads time while a capture begins.
    pub slow_capture: AtomicBool,
    /// Without managed memory.
    pub unmanaged: AtomicBool,
    /// The stream of the last allocation.
    pub allocated_on: AtomicUsize,
    pub log: Mutex<Vec<String>>,
    memory: Mutex<HashMap<u64, Box<[u64]>>>,
    pub managed: Mutex<HashMap<u64, Box<[u64]>>>,
    host: Mutex<HashMap<usize, Box<[u64]>>>,
    modules: Mutex<HashMap<usize, String>>,
    captures: Mutex<Captures>,
    handles: AtomicUsize,
    live: AtomicUsize,
}

/// As HIP does, the fake ends a capture when somebody asks for the stream's work; also when another thread queues some.
#[derive(Default)]
struct Captures {
    active: HashMap<usize, ThreadId>,
    ended: HashSet<usize>,
    /// The stream of each event's last record.
    recorded: HashMap<usize, usize>,
}

pub struct Fake {
    pub world: Arc<World>,
    info: DeviceInfo,
    pub plans: FftPlans<FftPlan>,
}

/// A device with some memory, without a cache on disk.
pub fn open(capacity: usize) -> (Gpu<Fake>, Arc<World>) {
    open_with(capacity, DiskCache::at(None), 0)
}

pub fn open_with(capacity: usize, disk: DiskCache, id: u64) -> (Gpu<Fake>, Arc<World>) {
    let world = Arc::new(World { capacity: capacity.into(), ..World::default() });
    let info = DeviceInfo { name: "fake".into(), units: 4, memory: Some(capacity), details: Vec::new() };
    (Gpu::start(Fake { world: world.clone(), info, plans: FftPlans::default() }, id, disk).unwrap(), world)
}

impl World {
    pub fn note(&self, text: String) -> Result<()> {
        self.log.lock().unwrap().push(text);
        Ok(())
    }

    /// The log since the last look.
    pub fn news(&self) -> Vec<String> {
        std::mem::take(&mut self.log.lock().unwrap())
    }

    pub fn handle(&self) -> usize {
        self.live.fetch_add(1, SeqCst);
        self.handles.fetch_add(1, SeqCst) + 1
    }

    /// An error, and the end of its capture, if a stream is captured.
    fn ask(&self, stream: usize) -> Result<()> {
        let mut captures = self.captures.lock().unwrap();
        if captures.active.contains_key(&stream) {
            captures.ended.insert(stream);
            return Err(Error::Library { call: "ask", code: 900, name: "CAPTURE".into() });
        }
        Ok(())
    }

    /// An error, and the end of its capture, if another thread captures a stream.
    fn queue(&self, stream: RawStream) -> Result<()> {
        let captures = self.captures.lock().unwrap();
        let own = captures.active.get(&stream.0).is_none_or(|thread| *thread == thread::current().id());
        drop(captures);
        if own { Ok(()) } else { self.ask(stream.0) }
    }

    /// As [`World::ask`], of the stream where an event was recorded.
    fn ask_event(&self, event: RawEvent) -> Result<()> {
        let stream = self.captures.lock().unwrap().recorded.get(&event.0).copied();
        stream.map_or(Ok(()), |stream| self.ask(stream))
    }

    pub fn destroy(&self) -> Result<()> {
        self.live.fetch_sub(1, SeqCst);
        Ok(())
    }

    /// Streams, events, modules, plans and graphs that are there.
    pub fn live(&self) -> usize {
        self.live.load(SeqCst)
    }

    /// Streams, events, modules and memory that are not given back.
    pub fn leaks(&self) -> usize {
        let memory = [&self.memory, &self.managed].map(|memory| memory.lock().unwrap().len());
        self.live() + memory.iter().sum::<usize>() + self.host.lock().unwrap().len()
    }

    /// Bytes in blocks of the pool, which have 512 bytes at least; streams' counters have fewer.
    pub fn taken(&self) -> usize {
        self.memory.lock().unwrap().values().map(|block| block.len() * 8).filter(|&bytes| bytes >= 512).sum()
    }
}

fn block(bytes: usize) -> Box<[u64]> {
    vec![0xa5a5_a5a5_a5a5_a5a5; bytes.div_ceil(8)].into()
}

// Everything is done at once, so the contract's promises about memory are the tests' to keep.
impl Driver for Fake {
    const NAME: &'static str = "fake";
    const KERNEL_OPTIONS: &'static [&'static str] = &[];
    const TEXT: bool = true;

    fn registry() -> &'static Registry<Self> {
        static REGISTRY: Registry<Fake> = Registry::new();
        &REGISTRY
    }

    fn count() -> Result<usize> {
        Ok(0)
    }

    fn libraries() -> Vec<(&'static str, Result<String>)> {
        Vec::new()
    }

    fn open(index: usize) -> Result<Self> {
        Err(Error::Unavailable { backend: "fake".into(), reason: format!("no device {index}") })
    }

    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn architecture(&self) -> &str {
        "fake_1"
    }

    fn compiler(&self) -> Result<String> {
        Ok("fakec 1.0".into())
    }

    fn compile(&self, source: &str, _: &[&str]) -> Result<Vec<u8>> {
        self.world.compiled.fetch_add(1, SeqCst);
        if source.contains("#error") {
            return Err(Error::Compile { source_code: source.into(), log: "line 1: #error".into() });
        }
        Ok(format!(".version 1.0\n{source}").into())
    }

    fn bind(&self) -> Result<()> {
        Ok(())
    }

    fn memory(&self) -> Result<(usize, usize)> {
        let total = self.world.capacity.load(SeqCst);
        Ok((total - self.world.taken(), total))
    }

    unsafe fn alloc(&self, bytes: usize, stream: RawStream) -> Result<Option<u64>> {
        self.world.queue(stream)?;
        self.world.allocated_on.store(stream.0, SeqCst);
        if self.world.taken() + bytes > self.world.capacity.load(SeqCst) {
            return Ok(None);
        }
        let memory = block(bytes);
        let address = memory.as_ptr() as u64;
        self.world.memory.lock().unwrap().insert(address, memory);
        Ok(Some(address))
    }

    unsafe fn free(&self, address: u64, _: RawStream) -> Result<()> {
        self.world.memory.lock().unwrap().remove(&address).expect("freed once");
        Ok(())
    }

    fn has_managed(&self) -> bool {
        !self.world.unmanaged.load(SeqCst)
    }

    /// As much as is asked for.
    unsafe fn alloc_managed(&self, bytes: usize) -> Result<Option<u64>> {
        let memory = block(bytes);
        let address = memory.as_ptr() as u64;
        self.world.managed.lock().unwrap().insert(address, memory);
        Ok(Some(address))
    }

    unsafe fn free_managed(&self, address: u64) -> Result<()> {
        self.world.managed.lock().unwrap().remove(&address).expect("freed once");
        Ok(())
    }

    fn trim(&self) -> Result<()> {
        Ok(())
    }

    unsafe fn alloc_host(&self, bytes: usize) -> Result<*mut u8> {
        let mut memory = block(bytes);
        let pointer = memory.as_mut_ptr().cast();
        self.world.host.lock().unwrap().insert(pointer as usize, memory);
        Ok(pointer)
    }

    unsafe fn free_host(&self, memory: *mut u8) -> Result<()> {
        self.world.host.lock().unwrap().remove(&(memory as usize)).expect("freed once");
        Ok(())
    }

    unsafe fn upload(&self, src: *const u8, dst: u64, bytes: usize, stream: RawStream) -> Result<()> {
        self.world.queue(stream)?;
        // SAFETY: the caller's promise.
        unsafe { copy_nonoverlapping(src, dst as *mut u8, bytes) };
        Ok(())
    }

    unsafe fn download(&self, src: u64, dst: *mut u8, bytes: usize, stream: RawStream) -> Result<()> {
        self.world.queue(stream)?;
        // SAFETY: the caller's promise.
        unsafe { copy_nonoverlapping(src as *const u8, dst, bytes) };
        Ok(())
    }

    unsafe fn copy(&self, src: u64, dst: u64, bytes: usize, stream: RawStream) -> Result<()> {
        self.world.queue(stream)?;
        // SAFETY: the caller's promise.
        unsafe { copy_nonoverlapping(src as *const u8, dst as *mut u8, bytes) };
        Ok(())
    }

    unsafe fn copy_from(&self, _: &Self, src: u64, dst: u64, bytes: usize, stream: RawStream) -> Result<()> {
        self.world.note("copy from another device".into())?;
        // SAFETY: the caller's promise.
        unsafe { self.copy(src, dst, bytes, stream) }
    }

    unsafe fn fill(&self, dst: u64, value: u8, bytes: usize, stream: RawStream) -> Result<()> {
        self.world.queue(stream)?;
        // SAFETY: the caller's promise.
        unsafe { (dst as *mut u8).write_bytes(value, bytes) };
        Ok(())
    }

    unsafe fn create_stream(&self) -> Result<RawStream> {
        Ok(RawStream(self.world.handle()))
    }

    unsafe fn destroy_stream(&self, _: RawStream) -> Result<()> {
        self.world.destroy()
    }

    unsafe fn synchronize_stream(&self, stream: RawStream) -> Result<()> {
        self.world.ask(stream.0)
    }

    unsafe fn wait(&self, stream: RawStream, event: RawEvent) -> Result<()> {
        self.world.ask(stream.0)?;
        self.world.ask_event(event)?;
        self.world.note(format!("stream {} waits for event {}", stream.0, event.0))
    }

    unsafe fn create_event(&self, _: EventFlags) -> Result<RawEvent> {
        Ok(RawEvent(self.world.handle()))
    }

    unsafe fn destroy_event(&self, _: RawEvent) -> Result<()> {
        self.world.destroy()
    }

    unsafe fn record(&self, event: RawEvent, stream: RawStream) -> Result<()> {
        self.world.ask(stream.0)?;
        self.world.captures.lock().unwrap().recorded.insert(event.0, stream.0);
        self.world.note(format!("event {} on stream {}", event.0, stream.0))
    }

    unsafe fn detach(&self, event: RawEvent) -> Result<()> {
        self.world.captures.lock().unwrap().recorded.remove(&event.0);
        Ok(())
    }

    unsafe fn synchronize_event(&self, event: RawEvent) -> Result<()> {
        self.world.ask_event(event)
    }

    unsafe fn query(&self, event: RawEvent) -> Result<bool> {
        self.world.ask_event(event).map(|()| true)
    }

    unsafe fn elapsed(&self, start: RawEvent, end: RawEvent) -> Result<f32> {
        Ok(end.0 as f32 - start.0 as f32)
    }

    unsafe fn begin_capture(&self, stream: RawStream) -> Result<()> {
        self.world.captures.lock().unwrap().active.insert(stream.0, thread::current().id());
        // Other threads get their chance before anybody knows.
        if self.world.slow_capture.load(SeqCst) {
            thread::sleep(Duration::from_micros(200));
        }
        self.world.note(format!("capture of stream {}", stream.0))
    }

    unsafe fn end_capture(&self, stream: RawStream) -> Result<RawGraph> {
        self.world.note(format!("end of the capture of stream {}", stream.0))?;
        let mut captures = self.world.captures.lock().unwrap();
        captures.active.remove(&stream.0);
        let ended = captures.ended.remove(&stream.0);
        match ended || self.world.capture_fails.load(SeqCst) {
            false => Ok(RawGraph { ready: self.world.handle(), graph: 0 }),
            true => Err(Error::Library { call: "end_capture", code: 1, name: "INVALIDATED".into() }),
        }
    }

    unsafe fn launch_graph(&self, graph: RawGraph, stream: RawStream) -> Result<()> {
        self.world.note(format!("graph {} on stream {}", graph.ready, stream.0))
    }

    unsafe fn destroy_graph(&self, _: RawGraph) -> Result<()> {
        self.world.destroy()
    }

    unsafe fn load(&self, image: &[u8]) -> Result<RawModule> {
        let module = self.world.handle();
        self.world.modules.lock().unwrap().insert(module, String::from_utf8(image.to_vec()).unwrap());
        Ok(RawModule(module))
    }

    unsafe fn unload(&self, module: RawModule) -> Result<()> {
        self.world.note(format!("unload {}", module.0))?;
        self.world.destroy()
    }

    unsafe fn function(&self, module: RawModule, name: &str) -> Result<Option<RawFunction>> {
        Ok(self.world.modules.lock().unwrap()[&module.0].contains(name).then_some(RawFunction(module.0)))
    }

    /// Its arguments, as far as a word each, are in the log.
    unsafe fn launch(&self, _: RawFunction, config: Config, args: &[*const c_void], stream: RawStream) -> Result<()> {
        self.world.queue(stream)?;
        // SAFETY: the caller's promise; arguments have room for a word at least.
        let words: Vec<u64> = args.iter().map(|arg| unsafe { arg.cast::<u64>().read() }).collect();
        self.world.note(format!("launch {:?} {:?} on stream {}: {words:x?}", config.grid, config.block, stream.0))
    }
}

/// A folder of its own for a test, removed at its end.
pub struct TempDir(pub std::path::PathBuf);

impl TempDir {
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("xparray-gpu-{}-{}", std::process::id(), NEXT.fetch_add(1, SeqCst));
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
