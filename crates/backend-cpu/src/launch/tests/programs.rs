//! Random programs over random shapes and layouts.

use super::arrays::{Array, Build, Case, Lie, Operand};
use super::values::V;
use crate::launch::Executor;
use crate::pool::Pool;
use xparray_ir::DType;
use xparray_ir::ir::{BinaryOp, Op, ReduceOp, UnaryOp, Value};

/// A generator of numbers below a bound, enough for tests.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const DTYPES: [DType; 7] = [DType::Bool, DType::I8, DType::I32, DType::U64, DType::F16, DType::F32, DType::F64];

/// Operations without rounding that the reference would do otherwise.
fn grow(dice: &mut Dice, build: &mut Build, values: &mut Vec<Value>) {
    use BinaryOp::*;
    let x = dice.one_of(values);
    let dtype = build.kernel.dtype(x);
    let new = match dice.below(6) {
        0 => {
            let target = dice.one_of(&DTYPES);
            build.cast(x, target)
        }
        1 => {
            let ops = [UnaryOp::Abs, UnaryOp::Square, UnaryOp::Sign, UnaryOp::IsNan, UnaryOp::Conj];
            build.unary(dice.one_of(&ops), x)
        }
        2 => {
            let bools: Vec<Value> = values.iter().copied().filter(|&v| build.kernel.dtype(v) == DType::Bool).collect();
            if bools.is_empty() {
                return;
            }
            let y = same_type(dice, build, values, x);
            let c = dice.one_of(&bools);
            build.op(Op::Select, dtype, &[c, x, y])
        }
        _ => {
            let op = dice.one_of(&[Add, Mul, Min, Max, Sub, Lt, Eq, Ge, FloorDiv, Mod, Div]);
            if !op.accepts(dtype) || (op == FloorDiv && dtype.is_float()) {
                return;
            }
            let y = same_type(dice, build, values, x);
            build.binary(op, x, y)
        }
    };
    values.push(new);
}

pub fn same_type(dice: &mut Dice, build: &Build, values: &[Value], x: Value) -> Value {
    let dtype = build.kernel.dtype(x);
    let same: Vec<Value> = values.iter().copied().filter(|&v| build.kernel.dtype(v) == dtype).collect();
    dice.one_of(&same)
}

fn random_case(seed: u64, pool: &Pool, executor: &Executor) {
    let mut dice = Dice(seed);
    let rank = dice.below(4);
    let shape: Vec<usize> = (0..rank).map(|_| dice.one_of(&[1, 2, 3, 5, 17, 40])).collect();
    let reduces = dice.below(2) == 0;
    let kept = if reduces { dice.below(rank + 1) } else { rank };
    let mut build = Build::default();
    let mut values = Vec::new();
    let mut operands = Vec::new();
    for _ in 0..1 + dice.below(3) {
        let dtype = dice.one_of(&DTYPES);
        let lie = dice.one_of(&Lie::ALL);
        let shift = dice.below(10);
        let value = |i: usize| V::I(((i + shift) * 7 % 19) as i128 / 2);
        values.push(build.load(dtype));
        operands.push(Operand::Array(Array::new(pool, dtype, &shape, lie, value)));
    }
    values.push(build.param(V::I(3).scalar(DType::I32)));
    for _ in 0..dice.below(12) {
        grow(&mut dice, &mut build, &mut values);
    }
    let mut reductions = Vec::new();
    if reduces {
        for _ in 0..1 + dice.below(2) {
            let x = dice.one_of(&values);
            let dtype = build.kernel.dtype(x);
            let minimum = dice.below(2) == 0;
            let op = if minimum { ReduceOp::Min } else { ReduceOp::Max };
            reductions.push(build.reduce(op, dtype, &[x]));
        }
    }
    if dice.below(2) == 0 || !reduces {
        let (x, y) = (dice.one_of(&values), dice.one_of(&values));
        build.store(x).store(y);
    }
    let mut results: Vec<Value> = reductions.iter().map(|&index| build.reduced(index, 0)).collect();
    if reduces {
        for _ in 0..dice.below(3) {
            grow(&mut dice, &mut build, &mut results);
        }
        let last = results[results.len() - 1];
        build.store(last).store(results[0]);
    }
    let lie = dice.one_of(&Lie::OUTPUTS);
    Case { build: &mut build, shape: &shape, kept, operands, lie }.check(executor, pool, &[], 0.0);
}

#[test]
fn random_programs() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for seed in 0..2000 {
        random_case(seed, &pool, &executor);
    }
}
