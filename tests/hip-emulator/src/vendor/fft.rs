//! hipFFT. A transform may overwrite what it reads, as rocFFT's documentation says; here it does.

use super::fourier::{along, transform};
use super::handle::Library;
use super::matrix::{range, read, write};
use super::number::{Element, Number};
use crate::entry::Table;
use crate::handles::{Exclusive, Handles, out};
use crate::types::*;
use num_complex::Complex as Computed;
use std::ffi::{c_int, c_longlong, c_void};
use std::slice;

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

type C = Computed<f64>;

/// What the first number that was read becomes.
const NOISE: u8 = 0xa5;

struct Plan {
    library: Library,
    automatic: bool,
    made: Option<Made>,
    /// The work area's address.
    work: usize,
}

/// What a plan was made for.
#[derive(Clone)]
struct Made {
    transform: hipfftType,
    lengths: Vec<usize>,
    batch: usize,
    input: Side,
    output: Side,
    work: usize,
}

/// How one side of a batch lies in memory.
#[derive(Clone)]
struct Side {
    what: &'static str,
    /// Of the side: a half spectrum is shorter along the last axis.
    lengths: Vec<usize>,
    embed: Vec<usize>,
    stride: usize,
    distance: usize,
}

static PLANS: Handles<Exclusive<Plan>> = Handles::new("hipFFT plan", 10);

impl Side {
    /// # Safety
    /// The pointer is null, or to as many lengths as there are axes.
    #[track_caller]
    unsafe fn new(
        what: &'static str,
        lengths: Vec<usize>,
        embed: *const c_longlong,
        [stride, distance]: [c_longlong; 2],
    ) -> Self {
        if embed.is_null() {
            // Packed, whatever the rest says.
            let distance = lengths.iter().product();
            return Self { what, embed: lengths.clone(), lengths, stride: 1, distance };
        }
        // SAFETY: the caller's promise.
        let embed = unsafe { slice::from_raw_parts(embed, lengths.len()) };
        let [Ok(stride @ 1..), Ok(distance)] = [stride, distance].map(usize::try_from) else {
            misuse!("{what}: a stride of {stride} and a distance of {distance}");
        };
        let embed: Vec<usize> = embed.iter().map(|&n| n as usize).collect();
        if embed.iter().zip(&lengths).skip(1).any(|(embed, length)| embed < length) {
            misuse!("{what}: {lengths:?} in {embed:?}");
        }
        Self { what, lengths, embed, stride, distance }
    }

    /// The place of each number of one transform.
    fn places(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.lengths.iter().product()).map(move |index: usize| {
            let (mut rest, mut place, mut step) = (index, 0, 1);
            for (length, embed) in self.lengths.iter().zip(&self.embed).rev() {
                place += rest % length * step;
                (rest, step) = (rest / length, step * embed);
            }
            number * self.distance + place * self.stride
        })
    }

    fn load<T: Element>(&self, address: usize, number: usize) -> Vec<T::Number> {
        let one = |place| read::<T>(self.what, address + place * size_of::<T>(), 1)[0].number();
        self.places(number).map(one).collect()
    }

    fn store<T: Element>(&self, address: usize, number: usize, values: impl Iterator<Item = T::Number>) {
        for (place, value) in self.places(number).zip(values) {
            write(self.what, address + place * size_of::<T>(), &[T::element(value)]);
        }
    }
}

impl Made {
    /// Does one transform: numbers in, numbers out.
    fn compute(&self, mut x: Vec<C>, sign: f64) -> Vec<C> {
        let last = self.lengths.len() - 1;
        let of_half = matches!(self.transform, HIPFFT_C2R | HIPFFT_Z2D);
        let lengths = if of_half { &self.input.lengths } else { &self.lengths };
        let axes = if of_half { 0..last } else { 0..last + 1 };
        axes.for_each(|axis| along(&mut x, lengths, axis, sign));
        if of_half {
            return x.chunks(lengths[last]).flat_map(|half| real_line(half, self.lengths[last])).collect();
        }
        if self.output.lengths == self.lengths {
            return x;
        }
        let (whole, half) = (self.lengths[last], self.output.lengths[last]);
        x.chunks(whole).flat_map(|line| line[..half].to_vec()).collect()
    }

    /// Does all transforms from elements of one type to those of another.
    fn run<I: Element, O: Element>(
        &self,
        [input, output]: [usize; 2],
        sign: f64,
        to: fn(I::Number) -> C,
        from: fn(C) -> O::Number,
    ) {
        // All is read before anything is written: both sides may be one memory.
        let read: Vec<Vec<C>> =
            (0..self.batch).map(|k| self.input.load::<I>(input, k).into_iter().map(to).collect()).collect();
        for (k, numbers) in read.into_iter().enumerate() {
            self.output.store::<O>(output, k, self.compute(numbers, sign).into_iter().map(from));
        }
        if input != output {
            // Between the other numbers may be what is read next.
            write(self.input.what, input, &vec![NOISE; size_of::<I>()]);
        }
    }
}

/// The real numbers whose half spectrum this is.
fn real_line(half: &[C], n: usize) -> Vec<C> {
    let mut line: Vec<C> = (0..n).map(|k| if k < half.len() { half[k] } else { half[n - k].conj() }).collect();
    // These have no imaginary part, whatever is there.
    line[0].im = 0.0;
    if n.is_multiple_of(2) {
        line[n / 2].im = 0.0;
    }
    transform(&mut line, 1.0);
    line
}

/// Hands a plan's transforms to its stream.
fn execute<I: Element, O: Element>(
    plan: hipfftHandle,
    kind: hipfftType,
    sides: [usize; 2],
    sign: c_int,
    to: fn(I::Number) -> C,
    from: fn(C) -> O::Number,
) -> Result<(), hipfftResult> {
    if sign != HIPFFT_FORWARD && sign != HIPFFT_BACKWARD {
        misuse!("{sign} is no direction");
    }
    let plan = PLANS.get(plan);
    let plan = plan.lock();
    let Some(made) = plan.made.clone() else { misuse!("the plan was not made") };
    if made.transform != kind {
        misuse!("the plan is of type {:#x}", made.transform);
    }
    let (work, automatic) = (plan.work, plan.automatic);
    plan.library.give(move || {
        made.run::<I, O>(sides, sign.into(), to, from);
        if !automatic {
            range("the work area", work, made.work);
            write("the work area", work, &vec![NOISE; made.work]);
        }
    });
    Ok(())
}

entries! {
    status hipfftResult;

    fn hipfftCreate(plan: *mut hipfftHandle) {
        out("plan", plan);
        let new = Plan { library: Library::new("hipFFT plan"), automatic: true, made: None, work: 0 };
        *plan = PLANS.insert(Exclusive::new(new));
        Ok(())
    }

    fn hipfftDestroy(plan: hipfftHandle) {
        PLANS.remove(plan);
        Ok(())
    }

    fn hipfftSetAutoAllocation(plan: hipfftHandle, automatic: c_int) {
        PLANS.get(plan).lock().automatic = automatic != 0;
        Ok(())
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
        if plan.made.is_some() {
            misuse!("the plan is made already");
        }
        if !(1..=3).contains(&rank) {
            misuse!("{rank} axes");
        }
        let given = slice::from_raw_parts(lengths, rank as usize);
        if batch < 1 || given.iter().any(|&n| n < 1) {
            misuse!("{batch} transforms of {given:?}");
        }
        let lengths: Vec<usize> = given.iter().map(|&n| n as usize).collect();
        let mut half = lengths.clone();
        half[rank as usize - 1] = half[rank as usize - 1] / 2 + 1;
        let [of_input, of_output] = match transform {
            HIPFFT_R2C | HIPFFT_D2Z => [lengths.clone(), half],
            HIPFFT_C2R | HIPFFT_Z2D => [half, lengths.clone()],
            HIPFFT_C2C | HIPFFT_Z2Z => [lengths.clone(), lengths.clone()],
            other => misuse!("{other:#x} is no transform"),
        };
        let input = Side::new("the input", of_input, input, [input_stride, input_distance]);
        let output = Side::new("the output", of_output, output, [output_stride, output_distance]);
        *work = 64 + 8 * lengths.iter().product::<usize>();
        plan.made = Some(Made { transform, lengths, batch: batch as usize, input, output, work: *work });
        Ok(())
    }

    fn hipfftSetStream(plan: hipfftHandle, stream: hipStream_t) {
        PLANS.get(plan).lock().library.set_stream(stream);
        Ok(())
    }

    fn hipfftSetWorkArea(plan: hipfftHandle, work: *mut c_void) {
        let plan = PLANS.get(plan);
        let mut plan = plan.lock();
        if plan.automatic || plan.made.is_none() {
            misuse!("the plan has a work area of its own, or was not made");
        }
        plan.work = work.addr();
        Ok(())
    }

    fn hipfftExecC2C(plan: hipfftHandle, input: *mut hipfftComplex, output: *mut hipfftComplex, sign: c_int) {
        let sides = [input.addr(), output.addr()];
        execute::<hipfftComplex, hipfftComplex>(plan, HIPFFT_C2C, sides, sign, |x| x, |x| x)
    }

    fn hipfftExecZ2Z(
        plan: hipfftHandle, input: *mut hipfftDoubleComplex, output: *mut hipfftDoubleComplex, sign: c_int,
    ) {
        let sides = [input.addr(), output.addr()];
        execute::<hipfftDoubleComplex, hipfftDoubleComplex>(plan, HIPFFT_Z2Z, sides, sign, |x| x, |x| x)
    }

    fn hipfftExecR2C(plan: hipfftHandle, input: *mut hipfftReal, output: *mut hipfftComplex) {
        let sides = [input.addr(), output.addr()];
        execute::<hipfftReal, hipfftComplex>(plan, HIPFFT_R2C, sides, HIPFFT_FORWARD, C::from, |x| x)
    }

    fn hipfftExecD2Z(plan: hipfftHandle, input: *mut hipfftDoubleReal, output: *mut hipfftDoubleComplex) {
        let sides = [input.addr(), output.addr()];
        execute::<hipfftDoubleReal, hipfftDoubleComplex>(plan, HIPFFT_D2Z, sides, HIPFFT_FORWARD, C::from, |x| x)
    }

    fn hipfftExecC2R(plan: hipfftHandle, input: *mut hipfftComplex, output: *mut hipfftReal) {
        let sides = [input.addr(), output.addr()];
        execute::<hipfftComplex, hipfftReal>(plan, HIPFFT_C2R, sides, HIPFFT_BACKWARD, |x| x, |x| x.re())
    }

    fn hipfftExecZ2D(plan: hipfftHandle, input: *mut hipfftDoubleComplex, output: *mut hipfftDoubleReal) {
        let sides = [input.addr(), output.addr()];
        execute::<hipfftDoubleComplex, hipfftDoubleReal>(plan, HIPFFT_Z2D, sides, HIPFFT_BACKWARD, |x| x, |x| x.re())
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
