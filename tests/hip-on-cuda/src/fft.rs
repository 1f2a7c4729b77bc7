//! hipFFT, by cuFFT.

use crate::cuda::{borrow, check, chosen, on};
use crate::entry::Table;
use crate::handles::{Exclusive, Handles, out};
use crate::matrix::vector;
use crate::memory::device_range;
use crate::runtime::event::hipEventDisableTiming;
use crate::runtime::stream::STREAMS;
use crate::types::*;
use cudarc::cufft::sys::{self, cufftHandle, cufftResult, cufftType};
use cudarc::driver::sys::{
    CUevent, CUresult, cuEventCreate, cuEventDestroy_v2, cuEventQuery, cuEventRecord, cuMemsetD8Async,
};
use std::cell::RefCell;
use std::ffi::{c_int, c_longlong, c_void};
use std::ptr::null_mut;
use std::slice;

codes! { hipfftResult {
    HIPFFT_INVALID_PLAN = 1;
    HIPFFT_ALLOC_FAILED = 2;
    HIPFFT_INVALID_TYPE = 3;
    HIPFFT_INVALID_VALUE = 4;
    HIPFFT_INTERNAL_ERROR = 5;
    HIPFFT_EXEC_FAILED = 6;
    HIPFFT_SETUP_FAILED = 7;
    HIPFFT_INVALID_SIZE = 8;
    HIPFFT_NOT_SUPPORTED = 16;
}}

constants! {
    HIPFFT_C2C: hipfftType = 0x29;
    HIPFFT_Z2Z: hipfftType = 0x69;
    HIPFFT_R2C: hipfftType = 0x2a;
    HIPFFT_D2Z: hipfftType = 0x6a;
    HIPFFT_C2R: hipfftType = 0x2c;
    HIPFFT_Z2D: hipfftType = 0x6c;
    HIPFFT_FORWARD: c_int = -1;
    HIPFFT_BACKWARD: c_int = 1;
}

struct FftPlan {
    raw: cufftHandle,
    device: c_int,
    stream: hipStream_t,
    automatic: bool,
    made: Option<Made>,
    work: *mut c_void,
    /// An event behind the last execution on each stream, by the stream's handle.
    ends: RefCell<Vec<(usize, CUevent)>>,
}

/// What a plan was made for.
struct Made {
    transform: hipfftType,
    /// From the first element to the last, of input and output.
    elements: [usize; 2],
    work: usize,
}

static PLANS: Handles<Exclusive<FftPlan>> = Handles::new("hipFFT plan", 10);

fn fft(result: cufftResult) -> Result<(), hipfftResult> {
    Err(match result {
        cufftResult::CUFFT_SUCCESS => return Ok(()),
        cufftResult::CUFFT_INVALID_PLAN => HIPFFT_INVALID_PLAN,
        cufftResult::CUFFT_ALLOC_FAILED => HIPFFT_ALLOC_FAILED,
        cufftResult::CUFFT_INVALID_TYPE => HIPFFT_INVALID_TYPE,
        cufftResult::CUFFT_INVALID_VALUE => HIPFFT_INVALID_VALUE,
        cufftResult::CUFFT_EXEC_FAILED => HIPFFT_EXEC_FAILED,
        cufftResult::CUFFT_SETUP_FAILED => HIPFFT_SETUP_FAILED,
        cufftResult::CUFFT_INVALID_SIZE => HIPFFT_INVALID_SIZE,
        cufftResult::CUFFT_NOT_SUPPORTED => HIPFFT_NOT_SUPPORTED,
        _ => HIPFFT_INTERNAL_ERROR,
    })
}

/// How one side of a batch of transforms lies in memory.
struct Side<'a> {
    what: &'static str,
    /// Of the side: a half spectrum is shorter along the last axis.
    lengths: &'a [i64],
    /// The array that a transform lies in; none if they are packed, whatever the rest says.
    embed: Option<&'a [i64]>,
    stride: i64,
    distance: i64,
}

impl Side<'_> {
    /// From the first element to the last.
    fn elements(&self, batch: i64) -> usize {
        let Self { what, lengths, embed, stride, distance } = *self;
        let volume: i64 = lengths.iter().product();
        let Some(embed) = embed else { return (batch * volume) as usize };
        if stride < 1 || distance < 0 {
            misuse!("{what}: a stride of {stride} and a distance of {distance}");
        }
        if embed.iter().zip(lengths).any(|(embed, length)| embed < length) {
            misuse!("{what}: {lengths:?} in {embed:?}");
        }
        let last = lengths.iter().zip(embed).fold(0, |place, (length, embed)| place * embed + length - 1);
        ((batch - 1) * distance + last * stride + 1) as usize
    }
}

/// Element sizes of input and output.
fn sizes(transform: hipfftType) -> [usize; 2] {
    match transform {
        HIPFFT_C2C => [8, 8],
        HIPFFT_Z2Z => [16, 16],
        HIPFFT_R2C => [4, 8],
        HIPFFT_D2Z => [8, 16],
        HIPFFT_C2R => [8, 4],
        HIPFFT_Z2D => [16, 8],
        other => misuse!("{other:#x} is no transform"),
    }
}

fn transform_type(transform: hipfftType) -> cufftType {
    match transform {
        HIPFFT_C2C => cufftType::CUFFT_C2C,
        HIPFFT_Z2Z => cufftType::CUFFT_Z2Z,
        HIPFFT_R2C => cufftType::CUFFT_R2C,
        HIPFFT_D2Z => cufftType::CUFFT_D2Z,
        HIPFFT_C2R => cufftType::CUFFT_C2R,
        HIPFFT_Z2D => cufftType::CUFFT_Z2D,
        other => misuse!("{other:#x} is no transform"),
    }
}

/// Overwrites the first number that was read, as AMD's library may overwrite all, unless the result is there. Between the
/// others may be what is read next.
///
/// # Safety
/// The execution of these was checked and queued.
unsafe fn spoil(plan: &FftPlan, input: *const c_void, output: *const c_void) -> Result<(), hipfftResult> {
    let Some(made) = plan.made.as_ref().filter(|_| input != output) else { return Ok(()) };
    let (bytes, stream) = (sizes(made.transform)[0], STREAMS.get(plan.stream));
    // SAFETY: the range was checked, and the stream is alive.
    let result = check(unsafe { cuMemsetD8Async(input.addr() as u64, 0xa5, bytes, stream.raw) });
    result.map_err(|_| HIPFFT_EXEC_FAILED)
}

/// What follows an execution.
///
/// # Safety
/// As for [`spoil`].
unsafe fn follow(plan: &FftPlan, input: *const c_void, output: *const c_void) -> Result<(), hipfftResult> {
    let stream = STREAMS.get(plan.stream);
    // SAFETY: the caller's promise; the stream and the event are alive.
    unsafe {
        spoil(plan, input, output)?;
        if stream.captured() {
            return Ok(());
        }
        let (mut ends, number) = (plan.ends.borrow_mut(), plan.stream.addr());
        let end = match ends.iter().find(|(stream, _)| *stream == number) {
            Some(&(_, end)) => end,
            None => {
                let mut end = null_mut();
                check(cuEventCreate(&mut end, hipEventDisableTiming)).map_err(|_| HIPFFT_EXEC_FAILED)?;
                ends.push((number, end));
                end
            }
        };
        check(cuEventRecord(end, stream.raw)).map_err(|_| HIPFFT_EXEC_FAILED)
    }
}

/// Checks an execution.
fn checked(plan: &FftPlan, transform: hipfftType, input: *const c_void, output: *const c_void) -> cufftHandle {
    on("hipFFT plan", plan.device);
    let Some(made) = &plan.made else { misuse!("the plan was not made") };
    if made.transform != transform {
        misuse!("the plan is of type {:#x}", made.transform);
    }
    if plan.stream.is_null() {
        misuse!("the plan has no stream");
    }
    STREAMS.get(plan.stream);
    if !plan.automatic {
        device_range("the work area", plan.work, made.work, plan.device);
    }
    let [of_input, of_output] = sizes(transform);
    vector("the input", input, made.elements[0], of_input, plan.device);
    vector("the output", output, made.elements[1], of_output, plan.device);
    plan.raw
}

fn direction(sign: c_int) {
    if sign != HIPFFT_FORWARD && sign != HIPFFT_BACKWARD {
        misuse!("{sign} is no direction");
    }
}

entries! {
    status hipfftResult;

    fn hipfftCreate(plan: *mut hipfftHandle) {
        out("plan", plan);
        let device = chosen();
        if !sys::is_culib_present() {
            eprintln!("hip-on-cuda: no cuFFT");
            return Err(HIPFFT_SETUP_FAILED);
        }
        let mut raw = 0;
        fft(sys::cufftCreate(&mut raw))?;
        let (stream, work, ends) = (null_mut(), null_mut(), RefCell::default());
        let new = FftPlan { raw, device, stream, automatic: true, made: None, work, ends };
        *plan = PLANS.insert(Exclusive::new(new));
        Ok(())
    }

    fn hipfftDestroy(plan: hipfftHandle) {
        let plan = PLANS.remove(plan);
        let plan = plan.lock();
        let driver = |result: Result<(), hipError_t>| result.map_err(|_| HIPFFT_INTERNAL_ERROR);
        driver(borrow(plan.device))?;
        for &(_, end) in &*plan.ends.borrow() {
            if cuEventQuery(end) == CUresult::CUDA_ERROR_NOT_READY {
                misuse!("the plan's work is not done");
            }
            driver(check(cuEventDestroy_v2(end)))?;
        }
        fft(sys::cufftDestroy(plan.raw))
    }

    fn hipfftSetAutoAllocation(plan: hipfftHandle, automatic: c_int) {
        let plan = PLANS.get(plan);
        let mut plan = plan.lock();
        if plan.made.is_some() {
            misuse!("the plan is made already");
        }
        plan.automatic = automatic != 0;
        fft(sys::cufftSetAutoAllocation(plan.raw, automatic))
    }

    fn hipfftMakePlanMany64(
        plan: hipfftHandle, rank: c_int, lengths: *mut c_longlong,
        input: *mut c_longlong, input_stride: c_longlong, input_distance: c_longlong,
        output: *mut c_longlong, output_stride: c_longlong, output_distance: c_longlong,
        transform: hipfftType, batch: c_longlong, work: *mut usize,
    ) {
        out("work size", work);
        out("lengths", lengths);
        let plan = PLANS.get(plan);
        let mut plan = plan.lock();
        on("hipFFT plan", plan.device);
        if plan.made.is_some() {
            misuse!("the plan is made already");
        }
        if !(1..=3).contains(&rank) {
            misuse!("{rank} axes");
        }
        let axes = rank as usize;
        let real = slice::from_raw_parts(lengths, axes);
        if batch < 1 || real.iter().any(|&n| n < 1) {
            misuse!("{batch} transforms of {real:?}");
        }
        if input.is_null() != output.is_null() {
            misuse!("one side is packed and the other is not");
        }
        let mut half = real.to_vec();
        half[axes - 1] = half[axes - 1] / 2 + 1;
        let [input_lengths, output_lengths] = match transform {
            HIPFFT_R2C | HIPFFT_D2Z => [real, &half],
            HIPFFT_C2R | HIPFFT_Z2D => [&half, real],
            _ => [real, real],
        };
        let embed = |pointer: *mut c_longlong| (!pointer.is_null()).then(|| slice::from_raw_parts(pointer, axes));
        let sides = [
            Side {
                what: "the input",
                lengths: input_lengths,
                embed: embed(input),
                stride: input_stride,
                distance: input_distance,
            },
            Side {
                what: "the output",
                lengths: output_lengths,
                embed: embed(output),
                stride: output_stride,
                distance: output_distance,
            },
        ];
        let elements = sides.map(|side| side.elements(batch));
        let kind = transform_type(transform);
        fft(sys::cufftMakePlanMany64(
            plan.raw, rank, lengths, input, input_stride, input_distance, output, output_stride, output_distance, kind,
            batch, work,
        ))?;
        plan.made = Some(Made { transform, elements, work: *work });
        Ok(())
    }

    fn hipfftSetStream(plan: hipfftHandle, stream: hipStream_t) {
        let (plan, raw) = (PLANS.get(plan), STREAMS.get(stream));
        let mut plan = plan.lock();
        if raw.device != plan.device {
            misuse!("a stream of device {} for a plan of device {}", raw.device, plan.device);
        }
        plan.stream = stream;
        fft(sys::cufftSetStream(plan.raw, raw.raw.cast()))
    }

    fn hipfftSetWorkArea(plan: hipfftHandle, work: *mut c_void) {
        let plan = PLANS.get(plan);
        let mut plan = plan.lock();
        if plan.automatic {
            misuse!("the plan has a work area of its own");
        }
        let Some(made) = &plan.made else { misuse!("the plan was not made") };
        device_range("the work area", work, made.work, plan.device);
        plan.work = work;
        fft(sys::cufftSetWorkArea(plan.raw, work))
    }

    fn hipfftExecC2C(plan: hipfftHandle, input: *mut hipfftComplex, output: *mut hipfftComplex, sign: c_int) {
        direction(sign);
        let plan = PLANS.get(plan);
        let plan = plan.lock();
        let raw = checked(&plan, HIPFFT_C2C, input.cast(), output.cast());
        fft(sys::cufftExecC2C(raw, input.cast(), output.cast(), sign))?;
        follow(&plan, input.cast(), output.cast())
    }

    fn hipfftExecZ2Z(
        plan: hipfftHandle, input: *mut hipfftDoubleComplex, output: *mut hipfftDoubleComplex, sign: c_int,
    ) {
        direction(sign);
        let plan = PLANS.get(plan);
        let plan = plan.lock();
        let raw = checked(&plan, HIPFFT_Z2Z, input.cast(), output.cast());
        fft(sys::cufftExecZ2Z(raw, input.cast(), output.cast(), sign))?;
        follow(&plan, input.cast(), output.cast())
    }

    fn hipfftExecR2C(plan: hipfftHandle, input: *mut hipfftReal, output: *mut hipfftComplex) {
        let plan = PLANS.get(plan);
        let plan = plan.lock();
        let raw = checked(&plan, HIPFFT_R2C, input.cast(), output.cast());
        fft(sys::cufftExecR2C(raw, input.cast(), output.cast()))?;
        follow(&plan, input.cast(), output.cast())
    }

    fn hipfftExecD2Z(plan: hipfftHandle, input: *mut hipfftDoubleReal, output: *mut hipfftDoubleComplex) {
        let plan = PLANS.get(plan);
        let plan = plan.lock();
        let raw = checked(&plan, HIPFFT_D2Z, input.cast(), output.cast());
        fft(sys::cufftExecD2Z(raw, input.cast(), output.cast()))?;
        follow(&plan, input.cast(), output.cast())
    }

    fn hipfftExecC2R(plan: hipfftHandle, input: *mut hipfftComplex, output: *mut hipfftReal) {
        let plan = PLANS.get(plan);
        let plan = plan.lock();
        let raw = checked(&plan, HIPFFT_C2R, input.cast(), output.cast());
        fft(sys::cufftExecC2R(raw, input.cast(), output.cast()))?;
        follow(&plan, input.cast(), output.cast())
    }

    fn hipfftExecZ2D(plan: hipfftHandle, input: *mut hipfftDoubleComplex, output: *mut hipfftDoubleReal) {
        let plan = PLANS.get(plan);
        let plan = plan.lock();
        let raw = checked(&plan, HIPFFT_Z2D, input.cast(), output.cast());
        fft(sys::cufftExecZ2D(raw, input.cast(), output.cast()))?;
        follow(&plan, input.cast(), output.cast())
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CODES, CONSTANTS] };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_and_strided_sides_end_at_their_last_element() {
        let side = |embed, stride, distance| Side { what: "side", lengths: &[3, 4], embed, stride, distance };
        assert_eq!(side(None, 9, 9).elements(5), 60);
        assert_eq!(side(Some(&[3, 4][..]), 1, 12).elements(5), 60);
        // The last of 5 begins at 4, its last element is 7 * 2 + 3 places of 5 behind that.
        assert_eq!(side(Some(&[3, 7][..]), 5, 1).elements(5), 4 + 17 * 5 + 1);
    }

    #[test]
    #[should_panic(expected = "[3, 4] in [3, 2]")]
    fn a_transform_wider_than_its_array() {
        Side { what: "side", lengths: &[3, 4], embed: Some(&[3, 2]), stride: 1, distance: 6 }.elements(1);
    }
}
