//! Plans that are kept, and how they run.

use crate::device::Gpu;
use crate::driver::RawStream;
use crate::fft::pass::Pass;
use crate::vendor::{FftLibrary, FftSpec};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xparray_ir::Result;
use xparray_ir::backend::{FftDirection, Memory};

/// More plans than this are not kept: those go that were not used for the longest time.
const MOST: usize = 128;

/// The plans of one device.
pub struct FftPlans<P>(Mutex<State<P>>);

struct State<P> {
    plans: FxHashMap<FftSpec, Kept<P>>,
    /// Counts uses.
    clock: u64,
}

struct Kept<P> {
    plan: Arc<Mutex<Ready<P>>>,
    used: u64,
}

/// A plan, and what was set last.
struct Ready<P> {
    plan: P,
    work: usize,
    stream: Option<RawStream>,
    area: Option<u64>,
}

impl<P> Default for FftPlans<P> {
    fn default() -> Self {
        Self(Mutex::new(State { plans: FxHashMap::default(), clock: 0 }))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is kept changes in single steps, and what was set is forgotten before it changes.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P> FftPlans<P> {
    fn find(&self, spec: &FftSpec) -> Option<Arc<Mutex<Ready<P>>>> {
        let mut state = lock(&self.0);
        state.clock += 1;
        let now = state.clock;
        let kept = state.plans.get_mut(spec)?;
        kept.used = now;
        Some(kept.plan.clone())
    }

    /// Keeps a plan, unless another thread did so meanwhile. What goes for it is destroyed when no stream and no graph
    /// holds it any more.
    fn keep(&self, spec: &FftSpec, plan: Ready<P>) -> Arc<Mutex<Ready<P>>> {
        let mut state = lock(&self.0);
        let oldest = if state.plans.len() < MOST {
            None
        } else {
            state.plans.iter().min_by_key(|(_, kept)| kept.used).map(|(spec, _)| *spec)
        };
        let _gone = oldest.and_then(|spec| state.plans.remove(&spec));
        let used = state.clock;
        let kept = state.plans.entry(*spec).or_insert_with(|| Kept { plan: Arc::new(Mutex::new(plan)), used });
        kept.plan.clone()
    }
}

impl<D: FftLibrary> Gpu<D> {
    fn plan(&self, spec: &FftSpec) -> Result<Arc<Mutex<Ready<D::FftPlan>>>> {
        let driver = self.driver()?;
        let plans = driver.fft_plans();
        if let Some(plan) = plans.find(spec) {
            return Ok(plan);
        }
        // SAFETY: the device is bound.
        let made = unsafe { driver.fft_plan(spec) }.or_else(|_| {
            // Plans have memory of their own, which the pool may have taken, or plans that this stream is done with.
            let _ = self.stream.finish();
            self.free_all_blocks();
            // SAFETY: as above.
            unsafe { self.driver()?.fft_plan(spec) }
        });
        let (plan, work) = made?;
        Ok(plans.keep(spec, Ready { plan, work, stream: None, area: None }))
    }

    /// Queues a pass over memory that begins at these addresses.
    ///
    /// # Safety
    /// The pass stays inside the memory, which is ordered on this stream.
    pub(super) unsafe fn transform(&self, pass: &Pass, input: u64, output: u64, direction: FftDirection) -> Result<()> {
        let spec = &pass.spec;
        let plan = self.plan(spec)?;
        self.stream.with_capture(|capture| {
            capture.keep(plan.clone());
            Ok(())
        })?;
        // SAFETY: the caller's promise.
        let queued = unsafe { self.execute(&plan, pass, input, output, direction) };
        // Only now: what a stream keeps goes when the work is done that was queued there before.
        queued.and(self.stream.keep(plan))
    }

    /// # Safety
    /// As [`Gpu::transform`].
    unsafe fn execute(
        &self,
        plan: &Mutex<Ready<D::FftPlan>>,
        pass: &Pass,
        input: u64,
        output: u64,
        direction: FftDirection,
    ) -> Result<()> {
        let spec = &pass.spec;
        let (real, complex) = if spec.double { (8, 16) } else { (4, 8) };
        let size = |is_real: bool| if is_real { real } else { complex };
        let (from, to) = (size(pass.reads_reals()), size(pass.writes_reals()));
        let work = lock(plan).work;
        let area = if work > 0 { Some(self.alloc_buffer(work)?) } else { None };
        let driver = self.driver()?;
        let stream = self.raw_stream();
        let _steady = self.stream.enter()?;
        // Last: who has a plan waits for nobody.
        let mut ready = lock(plan);
        let ready = &mut *ready;
        // SAFETY: the plan is locked, the work area goes back to the pool in the stream's order; the rest is the
        // caller's promise.
        unsafe {
            if ready.stream.replace(stream) != Some(stream) {
                driver.fft_set_stream(&mut ready.plan, stream).inspect_err(|_| ready.stream = None)?;
            }
            if let Some(area) = area.as_ref().map(|area| area.address())
                && ready.area.replace(area) != Some(area)
            {
                driver.fft_set_work_area(&mut ready.plan, area).inspect_err(|_| ready.area = None)?;
            }
            for [src, dst] in pass.starts() {
                let (input, output) = (input.wrapping_add_signed(src * from), output.wrapping_add_signed(dst * to));
                driver.fft_execute(&mut ready.plan, spec, input, output, direction)?;
            }
        }
        Ok(())
    }
}
