//! Arguments that programs should not pass, and some that they may.

use std::fmt::Debug;
use std::io::Write;
use xparray::backend::Memory;
use xparray::prelude::*;

/// Draws arguments, the same for the same seed, and says each one before it is used.
pub struct Chance {
    state: u64,
    drawn: Vec<String>,
}

const COUNTS: [usize; 20] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    64,
    1000,
    1 << 16,
    (1 << 31) - 1,
    1 << 32,
    (1 << 32) + 1,
    1 << 40,
    (1 << 53) + 1,
    1 << 60,
    1 << 62,
    (1 << 63) + 1,
    usize::MAX - 1,
    usize::MAX,
];
const OFFSETS: [isize; 17] = [
    0,
    -1,
    1,
    -2,
    2,
    3,
    -3,
    5,
    64,
    -65,
    1 << 31,
    -(1 << 40),
    1 << 62,
    isize::MAX - 1,
    isize::MAX,
    isize::MIN + 1,
    isize::MIN,
];
const NUMBERS: [f64; 18] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    3.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    1e-308,
    5e-324,
    9_007_199_254_740_993.0,
    -9.3e18,
    1e300,
    -1e-300,
    std::f64::consts::PI,
];
const SHAPES: [&[usize]; 14] = [
    &[],
    &[0],
    &[1],
    &[2],
    &[5],
    &[300],
    &[0, 3],
    &[3, 0],
    &[1, 1],
    &[3, 4],
    &[4, 4],
    &[2, 3, 4],
    &[2, 0, 4],
    &[1, 2, 1, 3, 1, 2],
];

impl Chance {
    pub fn new(name: &str, seed: u64) -> Self {
        let state = name.bytes().fold(seed, |state, byte| state.wrapping_mul(0x100_0000_01B3) ^ u64::from(byte));
        Self { state, drawn: Vec::new() }
    }

    /// All that was drawn.
    pub fn drawn(&self) -> String {
        self.drawn.join(", ")
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn say<T: Debug>(&mut self, value: T) -> T {
        let text = format!("{value:?}");
        // Not kept back: the process may end now.
        let _ = writeln!(std::io::stdout(), "    {text}");
        self.drawn.push(text);
        value
    }

    fn list<T: Copy + Debug>(&mut self, from: &[T]) -> Vec<T> {
        let len = self.below(5);
        let list = (0..len).map(|_| self.pick(from)).collect();
        self.say(list)
    }

    pub fn flag(&mut self) -> bool {
        let flag = self.below(2) == 0;
        self.say(flag)
    }

    pub fn count(&mut self) -> usize {
        let count = self.pick(&COUNTS);
        self.say(count)
    }

    pub fn offset(&mut self) -> isize {
        let offset = self.pick(&OFFSETS);
        self.say(offset)
    }

    /// An axis, half of the time one that an array may have.
    pub fn axis(&mut self) -> isize {
        let axis = if self.below(2) == 0 { self.pick(&[0, 1, -1]) } else { self.pick(&OFFSETS) };
        self.say(axis)
    }

    pub fn maybe_axis(&mut self) -> Option<isize> {
        if self.flag() { Some(self.axis()) } else { None }
    }

    pub fn number(&mut self) -> f64 {
        let number = self.pick(&NUMBERS);
        self.say(number)
    }

    pub fn maybe_number(&mut self) -> Option<f64> {
        if self.flag() { Some(self.number()) } else { None }
    }

    pub fn small(&mut self) -> i32 {
        let number = self.pick(&[0, 1, -1, 2, 5, -7, 400, i32::MAX, i32::MIN]);
        self.say(number)
    }

    pub fn integer(&mut self) -> i64 {
        let integer = self.pick(&OFFSETS) as i64;
        self.say(integer)
    }

    pub fn counts(&mut self) -> Vec<usize> {
        self.list(&COUNTS)
    }

    /// A shape, most of the time of few elements.
    pub fn shape(&mut self) -> Vec<usize> {
        if self.below(3) == 0 {
            return self.counts();
        }
        let shape = self.pick(&SHAPES);
        self.say(shape.to_vec())
    }

    pub fn offsets(&mut self) -> Vec<isize> {
        self.list(&OFFSETS)
    }

    pub fn axes(&mut self) -> Vec<isize> {
        if self.flag() { self.list(&[0, 1, -1, 2]) } else { self.offsets() }
    }

    pub fn numbers(&mut self) -> Vec<f64> {
        self.list(&NUMBERS)
    }

    pub fn pairs(&mut self) -> Vec<(usize, usize)> {
        let len = self.below(4);
        let pairs = (0..len).map(|_| (self.pick(&COUNTS), self.pick(&COUNTS))).collect();
        self.say(pairs)
    }

    /// One of these.
    pub fn of<T: Copy + Debug>(&mut self, choices: &[T]) -> T {
        let choice = self.pick(choices);
        self.say(choice)
    }

    /// A small array, whole, reversed, transposed or broadcast, of the elements that a function picks.
    fn array<T: Element>(&mut self, xp: &Cpu, element: impl Fn(&mut Self) -> T) -> Array<T, Cpu> {
        let shape = self.pick(&SHAPES);
        let elements: Vec<T> = (0..shape.iter().product()).map(|_| element(self)).collect();
        let x = fed(xp, || xp.from_slice(&elements, shape)).expect("a small array");
        let form = self.below(5);
        self.say((T::DTYPE, shape, ["whole", "whole", "reversed", "transposed", "broadcast"][form]));
        match form {
            2 => x.flip(..).expect("a view"),
            3 => x.t(),
            4 => x.broadcast_to([&[2], shape].concat()).expect("a view"),
            _ => x,
        }
    }

    pub fn real(&mut self, xp: &Cpu) -> Array<f64, Cpu> {
        self.array(xp, |chance| chance.pick(&NUMBERS))
    }

    pub fn complex(&mut self, xp: &Cpu) -> Array<Complex<f64>, Cpu> {
        self.array(xp, |chance| Complex::new(chance.pick(&NUMBERS), chance.pick(&NUMBERS)))
    }

    /// Integers, one half of which are small.
    pub fn int(&mut self, xp: &Cpu) -> Array<i64, Cpu> {
        match self.flag() {
            true => self.array(xp, |chance| chance.below(4) as i64),
            false => self.array(xp, |chance| chance.pick(&OFFSETS) as i64),
        }
    }

    pub fn dtype(&mut self) -> DType {
        self.of(&DType::ALL)
    }

    /// An array of any type.
    pub fn any(&mut self, xp: &Cpu) -> DynArray<Cpu> {
        let dtype = self.dtype();
        let x = match self.below(3) {
            0 => self.real(xp).into_dyn(),
            1 => self.int(xp).into_dyn(),
            _ => self.matrix(xp).into_dyn(),
        };
        fed(xp, || x.astype(dtype).and_then(|x| x.eval().map(|()| x))).expect("a small array")
    }

    pub fn bytes(&mut self, xp: &Cpu) -> Array<u8, Cpu> {
        self.array(xp, |chance| chance.next() as u8)
    }

    pub fn mask(&mut self, xp: &Cpu) -> Array<bool, Cpu> {
        self.array(xp, |chance| chance.below(2) == 0)
    }

    /// A matrix that most factorisations take, or any array.
    pub fn matrix(&mut self, xp: &Cpu) -> Array<f64, Cpu> {
        if self.flag() {
            return self.real(xp);
        }
        let n = self.below(6);
        let elements: Vec<f64> = (0..n * n).map(|_| self.below(100) as f64 - 50.0).collect();
        self.say(("matrix", n));
        fed(xp, || xp.from_slice(&elements, [n, n])).expect("a small matrix")
    }

    /// One number, seen more often than memory can hold.
    pub fn huge(&mut self, xp: &Cpu) -> Array<f64, Cpu> {
        let shape = self.pick(&[&[1 << 40][..], &[1 << 58], &[1 << 20, 1 << 20], &[3, 1 << 57], &[1 << 33, 7, 2]]);
        self.say(("huge", shape));
        xp.scalar(1.0).broadcast_to(shape).expect("a view")
    }

    /// A file's bytes with some of them changed, and perhaps the end cut off.
    pub fn damaged(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..1 + self.below(4) {
            let place = self.below(bytes.len());
            bytes[place] = self.next() as u8;
        }
        if self.below(3) == 0 {
            let len = self.below(bytes.len());
            bytes.truncate(len);
        }
        self.say(bytes.len());
        bytes
    }
}

/// Makes an argument, which no limit of the method's memory concerns.
fn fed<T>(xp: &Cpu, make: impl FnOnce() -> T) -> T {
    let limit = xp.memory_stats().limit;
    xp.set_memory_limit(None);
    let made = make();
    xp.set_memory_limit(limit);
    made
}
