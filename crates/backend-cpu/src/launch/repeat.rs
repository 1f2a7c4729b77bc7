//! Loops of a kernel. The elements of a tile go round together; those that are done leave their results behind, and when
//! many have left, the others close ranks.

use super::ahead::Ahead;
use super::lower::Lowering;
use super::ops::in_tile;
use super::program::{Id, Section};
use super::tile::{Context, Frame, UNIT};
use smallvec::SmallVec;
use std::ptr;
use xparray_ir::Result;
use xparray_ir::ir::{Loop, Op, Value};

/// Eight truth values, all of them true.
const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// A compiled [`Loop`].
pub struct Repeat {
    /// The condition alone. It is asked first, as there may be much to compute for few elements, or none.
    head: Part,
    /// The condition and the next state.
    all: Part,
    /// Whether there are loops in the loop: these need not end where the condition does not hold.
    nested: bool,
    /// Bytes of each argument; the state comes first.
    sizes: Vec<usize>,
}

/// A section that computes the condition, and maybe the next state.
struct Part {
    section: Section,
    /// The inputs that each argument is.
    inputs: Vec<Vec<Id>>,
    condition: Id,
    next: Vec<Next>,
}

/// A part of the next state.
struct Next {
    value: Id,
    /// Whether it is computed, for nothing else: then where the state lay before.
    moves: bool,
}

impl Part {
    fn new(body: &Loop, insts: usize, next: &[Value]) -> Result<Self> {
        let mut lowering = Lowering::new(&[], &body.insts[..insts]);
        lowering.lower_all()?;
        let mut result = |value: Value| lowering.arg_as(value, body.insts[value as usize].dtype);
        let condition = result(body.condition)?;
        let values = next.iter().map(|&value| result(value)).collect::<Result<Vec<_>>>()?;
        let section = lowering.finish();
        let input = |k: usize| {
            let same = |(_, op): &&(Id, Op)| matches!(op, Op::Arg(arg) if usize::from(*arg) == k);
            section.inputs.iter().filter(same).map(|(id, _)| *id).collect()
        };
        let inputs = (0..body.args.len()).map(input).collect();
        let next = values.iter().map(|&value| {
            let computed = section.steps.iter().any(|step| step.out == value);
            let once = value != condition && values.iter().filter(|&&other| other == value).count() == 1;
            Next { value, moves: computed && once }
        });
        Ok(Self { inputs, condition, next: next.collect(), section })
    }

    /// Reads the arguments from there.
    fn place(&self, frame: &mut Frame<'_>, rooms: &[*mut u8]) {
        for (inputs, &room) in self.inputs.iter().zip(rooms) {
            inputs.iter().for_each(|&id| frame.set_place(id, room));
        }
    }
}

impl Repeat {
    pub fn new(body: &Loop) -> Result<Self> {
        let (head, nested) = (Part::new(body, body.head, &[])?, body.has_loops());
        let all = Part::new(body, body.insts.len(), &body.next)?;
        Ok(Self { head, all, nested, sizes: body.args.iter().map(|&dtype| in_tile(dtype).size()).collect() })
    }

    /// Bytes of each part of the state.
    pub fn state(&self) -> &[usize] {
        &self.sizes[..self.all.next.len()]
    }

    /// The memory that it needs for each element.
    pub fn width(&self) -> usize {
        let frames = self.all.section.width + self.head.section.width;
        frames + self.sizes.iter().chain(self.state()).sum::<usize>() + 2 * size_of::<u32>() + 1
    }

    /// The estimated time for each element.
    pub fn cost(&self) -> usize {
        /// Nobody knows how often it goes round.
        const ROUNDS: usize = 16;
        self.all.section.cost * ROUNDS
    }

    /// Prepares to go round for up to `capacity` elements, a multiple of [`UNIT`].
    ///
    /// # Safety
    /// `memory`, aligned to a cache line, must be [`Repeat::width`] bytes for each element that live and are the result's alone as
    /// long as it does.
    pub unsafe fn going(&self, memory: *mut u8, capacity: usize) -> Going<'_> {
        debug_assert!(capacity.is_multiple_of(UNIT));
        let mut used = 0;
        let mut room = |size: usize| {
            used += size * capacity;
            memory.wrapping_add(used - size * capacity)
        };
        let (head, all) = (room(self.head.section.width), room(self.all.section.width));
        let rooms = self.sizes.iter().map(|&size| room(size)).collect();
        let spare = self.state().iter().map(|&size| room(size)).collect();
        let (lanes, from) = (room(size_of::<u32>()).cast(), room(size_of::<u32>()).cast());
        let alive = room(1);
        // SAFETY: the caller's promise.
        let (head, frame) = unsafe {
            (Frame::new(&self.head.section, head, capacity, &[]), Frame::new(&self.all.section, all, capacity, &[]))
        };
        Going { repeat: self, head, frame, rooms, spare, lanes, from, alive, live: 0, left: 0 }
    }
}

/// The elements of a tile that still go round. It is kept for the next tile.
pub struct Going<'a> {
    repeat: &'a Repeat,
    head: Frame<'a>,
    frame: Frame<'a>,
    /// The arguments' values.
    rooms: SmallVec<[*mut u8; 8]>,
    /// Room for the state once more.
    spare: SmallVec<[*mut u8; 8]>,
    /// Which element of the tile each is.
    lanes: *mut u32,
    /// Where each was before they close ranks.
    from: *mut u32,
    /// Whether each has not left yet.
    alive: *mut u8,
    /// How many are computed.
    live: usize,
    /// How many of these have not left.
    left: usize,
}

impl Going<'_> {
    /// Goes round for `n` elements.
    ///
    /// # Safety
    /// `args` must be `n` values of each argument and `outs` room for as many of the state, apart from each other; `n` at most the
    /// capacity.
    pub unsafe fn run(&mut self, n: usize, args: &[*mut u8], outs: &[*mut u8], context: &Context<'_>) {
        let Repeat { head, all, nested, .. } = self.repeat;
        let mut first = true;
        // SAFETY: the caller's promise; each room has space for as many elements of its size.
        unsafe {
            head.place(&mut self.head, args);
            self.head.run(n, context, &Ahead::default());
            self.begin(n, self.head.value(head.condition), args, outs);
            while self.left > 0 {
                let asks = *nested && !std::mem::replace(&mut first, false);
                if asks {
                    head.place(&mut self.head, &self.rooms);
                    self.head.run(self.live, context, &Ahead::default());
                    self.leave(self.head.value(head.condition), outs);
                    self.close_ranks();
                    if self.left == 0 {
                        return;
                    }
                }
                all.place(&mut self.frame, &self.rooms);
                self.frame.run(self.live, context, &Ahead::default());
                if !nested {
                    self.leave(self.frame.value(all.condition), outs);
                }
                self.step();
                // Moving those that are left costs about what computing the others does.
                if self.left < self.live / 4 * 3 {
                    self.close_ranks();
                }
            }
        }
    }

    /// Those for which the condition holds go round; the others, often nearly all, leave as they came.
    ///
    /// # Safety
    /// `condition` must be there for all `n`; the rest as [`Going::run`].
    unsafe fn begin(&mut self, n: usize, condition: *const u8, args: &[*mut u8], outs: &[*mut u8]) {
        let Repeat { sizes, .. } = self.repeat;
        self.live = 0;
        // SAFETY: the caller's promise; rooms have space for `n` elements.
        unsafe {
            for ((&arg, &out), &size) in args.iter().zip(outs).zip(self.repeat.state()) {
                ptr::copy_nonoverlapping(arg.cast_const(), out, n * size);
            }
            for first in (0..n).step_by(8) {
                let whole = first + 8 <= n;
                if whole && condition.add(first).cast::<u64>().read_unaligned() == 0 {
                    continue;
                }
                for k in first..n.min(first + 8) {
                    // Written for every element, and kept for those that go: no branch.
                    *self.lanes.add(self.live) = k as u32;
                    self.live += usize::from(*condition.add(k) != 0);
                }
            }
            for ((&arg, &room), &size) in args.iter().zip(&self.rooms).zip(sizes) {
                if self.live == n {
                    ptr::copy_nonoverlapping(arg.cast_const(), room, n * size);
                } else {
                    gather(arg, room, std::slice::from_raw_parts(self.lanes, self.live), size);
                }
            }
            ptr::write_bytes(self.alive, 1, self.live);
        }
        self.left = self.live;
    }

    /// Those for which the condition does not hold leave.
    ///
    /// # Safety
    /// `condition` must be there for all that are computed.
    unsafe fn leave(&mut self, condition: *const u8, outs: &[*mut u8]) {
        let whole = self.live / 8 * 8;
        // SAFETY: the caller's promise; rooms have space for more than `live` elements.
        unsafe {
            for first in (0..whole).step_by(8) {
                let alive = self.alive.add(first).cast::<u64>().read_unaligned();
                if alive & (condition.add(first).cast::<u64>().read_unaligned() ^ ONES) != 0 {
                    (first..first + 8).for_each(|k| self.leave_one(k, condition, outs));
                }
            }
            (whole..self.live).for_each(|k| self.leave_one(k, condition, outs));
        }
    }

    /// # Safety
    /// As [`Going::leave`], for element `k`.
    unsafe fn leave_one(&mut self, k: usize, condition: *const u8, outs: &[*mut u8]) {
        // SAFETY: the caller's promise.
        unsafe {
            if *self.alive.add(k) == 0 || *condition.add(k) != 0 {
                return;
            }
            *self.alive.add(k) = 0;
            self.left -= 1;
            let at = *self.lanes.add(k) as usize;
            for ((&out, room), &size) in outs.iter().zip(&self.rooms).zip(self.repeat.state()) {
                move_one(room.add(k * size), out.add(at * size), size);
            }
        }
    }

    /// The next state becomes the state.
    ///
    /// # Safety
    /// The next state must have been computed.
    unsafe fn step(&mut self) {
        let Self { repeat, frame, rooms, spare, live, .. } = self;
        // First what is copied: it may be the state itself.
        for ((next, room), size) in repeat.all.next.iter().zip(&*spare).zip(repeat.state()) {
            if !next.moves {
                // SAFETY: the caller's promise; the room has space.
                unsafe { ptr::copy_nonoverlapping(frame.value(next.value), *room, *live * size) };
            }
        }
        for ((next, room), spare) in repeat.all.next.iter().zip(rooms).zip(spare) {
            if next.moves {
                let computed = frame.value(next.value);
                frame.set_place(next.value, *room);
                *room = computed;
            } else {
                std::mem::swap(room, spare);
            }
        }
    }

    /// Those that are left become the first ones.
    ///
    /// # Safety
    /// The rooms must hold values for all that are computed.
    unsafe fn close_ranks(&mut self) {
        if self.left == self.live {
            return;
        }
        let Self { lanes, alive, live, .. } = *self;
        let mut to = 0;
        // SAFETY: the rooms, `lanes` and `alive` have space for `live` elements; nobody moves to a later place, so a place is read before
        // another one moves there.
        unsafe {
            for k in 0..live {
                // Written for every element, and kept for those that are left: no branch.
                *self.from.add(to) = k as u32;
                *lanes.add(to) = *lanes.add(k);
                to += usize::from(*alive.add(k) != 0);
            }
            let from = std::slice::from_raw_parts(self.from, to);
            for (&room, &size) in self.rooms.iter().zip(&self.repeat.sizes) {
                gather(room, room, from, size);
            }
            ptr::write_bytes(alive, 1, to);
        }
        self.live = to;
    }
}

/// Brings the values at some places to the front of `to`, which may be the same memory if the places ascend.
///
/// # Safety
/// There must be values of `size` bytes at the places, and room for as many.
unsafe fn gather(from: *const u8, to: *mut u8, places: &[u32], size: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => gather_as::<u8>(from, to, places),
            4 => gather_as::<u32>(from, to, places),
            8 => gather_as::<u64>(from, to, places),
            _ => places.iter().enumerate().for_each(|(k, &place)| {
                move_one(from.add(place as usize * size), to.add(k * size), size);
            }),
        }
    }
}

/// # Safety
/// As [`gather`].
unsafe fn gather_as<T: Copy>(from: *const u8, to: *mut u8, places: &[u32]) {
    let (from, to) = (from.cast::<T>(), to.cast::<T>());
    for (k, &place) in places.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { to.add(k).write_unaligned(from.add(place as usize).read_unaligned()) };
    }
}

/// Copies a value, which may be where it is to be.
///
/// # Safety
/// Both must be `size` bytes, the same ones or apart.
unsafe fn move_one(from: *const u8, to: *mut u8, size: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => *to = *from,
            4 => to.cast::<u32>().write_unaligned(from.cast::<u32>().read_unaligned()),
            8 => to.cast::<u64>().write_unaligned(from.cast::<u64>().read_unaligned()),
            _ => ptr::copy(from, to, size),
        }
    }
}
