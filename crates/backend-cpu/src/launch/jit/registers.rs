//! Which values are in which registers. The code has no branches, so values give up their registers in the order in which
//! they are needed last; where there are too few, the value that is needed last of all goes to the stack.

use super::code::{Class, Code, Form, Ins, Source, V};
use super::machine::registers;

/// Where an instruction finds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// In a register.
    Register(u8),
    /// In memory.
    Home(Home),
}

/// A value's place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// A vector on the stack.
    Stack(u16),
    /// A vector among the constants.
    Constant(u32),
}

/// What is to be emitted.
#[derive(Clone, Copy, Debug)]
pub enum Placed {
    /// An instruction, with the registers of its fields.
    Ins { ins: Ins, out: u8, args: [At; 3], mask: u8 },
    /// To the stack.
    Spill(Class, Home, u8),
    /// From memory.
    Fill(Class, u8, Home),
    /// Between registers.
    Copy(u8, u8),
}

/// The code with its registers.
pub struct Allocated {
    /// The body.
    pub body: Vec<Placed>,
    /// Where the values are that do not change in a row.
    pub fixed: Vec<(Source, Class, At)>,
    /// How many vectors the stack has.
    pub stack: usize,
}

/// So many registers are left to the body at least.
const LEAST: usize = 8;

struct Allocator<'a> {
    code: &'a Code,
    /// The places of the instructions that read each value, the next one last.
    uses: Vec<Vec<usize>>,
    register: Vec<Option<u8>>,
    home: Vec<Option<Home>>,
    is_fixed: Vec<bool>,
    free: [Vec<u8>; 2],
    stack: usize,
    body: Vec<Placed>,
}

/// Gives every value a place; `like` has the places for what does not change.
pub fn allocate(code: &Code, like: Option<&Allocated>) -> Allocated {
    let n = code.classes.len();
    let mut uses = vec![Vec::new(); n];
    for (at, ins) in code.body.iter().enumerate().rev() {
        for v in reads(ins) {
            if uses[v as usize].last() != Some(&at) {
                uses[v as usize].push(at);
            }
        }
    }
    let free = [Class::Vector, Class::Mask].map(|class| registers(class, code.wide, code.sums.len()));
    let mut allocator = Allocator {
        code,
        uses,
        register: vec![None; n],
        home: vec![None; n],
        is_fixed: vec![false; n],
        free,
        stack: 0,
        body: Vec::new(),
    };
    let fixed = match like {
        Some(like) => allocator.fix_like(like),
        None => allocator.fix(),
    };
    for (at, ins) in code.body.iter().enumerate() {
        allocator.place(at, ins);
    }
    Allocated { body: allocator.body, fixed, stack: allocator.stack }
}

fn reads(ins: &Ins) -> impl Iterator<Item = V> + '_ {
    ins.args.iter().copied().flatten().chain(ins.mask)
}

impl Allocator<'_> {
    fn free_of(&mut self, class: Class) -> &mut Vec<u8> {
        &mut self.free[class as usize]
    }

    /// Registers for what does not change, as far as the body leaves some, for what is read most often first.
    fn fix(&mut self) -> Vec<(Source, Class, At)> {
        let code = self.code;
        let pressure = self.pressure();
        let mut order: Vec<usize> = (0..code.fixed.len()).collect();
        let rank = |&k: &usize| {
            let (v, source) = code.fixed[k];
            (!matches!(source, Source::Index(_)), std::cmp::Reverse(self.uses[v as usize].len()))
        };
        order.sort_by_key(rank);
        let mut room = self.free[Class::Vector as usize].len().saturating_sub(pressure.max(LEAST));
        let mut fixed = Vec::new();
        for k in order {
            let (v, source) = code.fixed[k];
            let class = code.classes[v as usize];
            self.is_fixed[v as usize] = true;
            let at = if class == Class::Vector && room > 0 {
                room -= 1;
                let register = self.free_of(class).pop().expect("there are as many");
                self.register[v as usize] = Some(register);
                At::Register(register)
            } else {
                let home = match source {
                    Source::Constant(at) => Home::Constant(at),
                    _ => self.stack_place(),
                };
                self.home[v as usize] = Some(home);
                At::Home(home)
            };
            fixed.push((source, class, at));
        }
        fixed
    }

    /// The places that another body has for the same values.
    fn fix_like(&mut self, like: &Allocated) -> Vec<(Source, Class, At)> {
        self.stack = like.stack;
        for &(source, class, at) in &like.fixed {
            let same = |&&(v, other): &&(V, Source)| other == source && self.code.classes[v as usize] == class;
            let v = self.code.fixed.iter().find(same).expect("both bodies have it").0 as usize;
            self.is_fixed[v] = true;
            match at {
                At::Register(register) => {
                    self.free_of(class).retain(|&free| free != register);
                    self.register[v] = Some(register);
                }
                At::Home(home) => self.home[v] = Some(home),
            }
        }
        like.fixed.clone()
    }

    /// How many vectors the body needs at a time, besides what does not change.
    fn pressure(&self) -> usize {
        let code = self.code;
        let mut is_fixed = vec![false; code.classes.len()];
        code.fixed.iter().for_each(|&(v, _)| is_fixed[v as usize] = true);
        let counts = |v: V| code.classes[v as usize] == Class::Vector && !is_fixed[v as usize];
        let (mut live, mut most) = (0usize, 0);
        for (at, ins) in code.body.iter().enumerate() {
            live += usize::from(ins.out.is_some_and(counts));
            most = most.max(live);
            let mut seen = [None; 4];
            for (k, v) in reads(ins).enumerate() {
                if counts(v) && self.uses[v as usize].first() == Some(&at) && !seen.contains(&Some(v)) {
                    live -= 1;
                }
                seen[k] = Some(v);
            }
            // A result that nobody reads.
            live -= usize::from(ins.out.is_some_and(|v| counts(v) && self.uses[v as usize].is_empty()));
        }
        most
    }

    fn stack_place(&mut self) -> Home {
        self.stack += 1;
        Home::Stack(self.stack as u16 - 1)
    }

    fn place(&mut self, at: usize, ins: &Ins) {
        let mut args = [At::Register(0); 3];
        let (in_memory, in_place) = match ins.form {
            Form::Machine(instruction) => (instruction.in_memory(), instruction.in_place()),
            Form::Rescue(_) => (None, true),
            _ => (None, false),
        };
        for (k, arg) in ins.args.iter().enumerate() {
            let Some(v) = *arg else { continue };
            args[k] = match (self.register[v as usize], self.home[v as usize]) {
                // The one that later vectors begin with.
                (_, Some(home)) if matches!(ins.form, Form::Advance(_)) => At::Home(home),
                (Some(register), _) => At::Register(register),
                (None, Some(home)) if self.may_stay(ins, k, in_memory) => At::Home(home),
                (None, _) => At::Register(self.fill(v, at, ins)),
            };
        }
        let mask = ins.mask.map_or(0, |v| match self.register[v as usize] {
            Some(register) => register,
            None => self.fill(v, at, ins),
        });
        // A gather's result must not be where its distances are; a copy must not overwrite what is still read.
        let tied = in_place.then(|| ins.args[0].expect("it has one"));
        let early = matches!(ins.form, Form::LoadApart(_)) || tied.is_some();
        let reused = tied.filter(|&v| !self.is_fixed[v as usize] && self.uses[v as usize].first() == Some(&at));
        let mut out = 0;
        if let Some(v) = reused {
            // The register goes from the one value to the other.
            out = self.register[v as usize].take().expect("it is in one");
        } else if let (true, Some(v)) = (early, ins.out) {
            out = self.take(self.code.classes[v as usize], at, ins);
        }
        for v in reads(ins) {
            let uses = &mut self.uses[v as usize];
            if uses.last() == Some(&at) {
                uses.pop();
            }
            if uses.is_empty()
                && !self.is_fixed[v as usize]
                && let Some(register) = self.register[v as usize].take()
            {
                self.free_of(self.code.classes[v as usize]).push(register);
            }
        }
        if let Some(v) = ins.out {
            let class = self.code.classes[v as usize];
            if !early {
                out = self.take(class, at, ins);
            }
            if let (Some(_), None, At::Register(from)) = (tied, reused, args[0]) {
                self.body.push(Placed::Copy(out, from));
            }
            if self.uses[v as usize].is_empty() {
                self.free_of(class).push(out);
            } else {
                self.register[v as usize] = Some(out);
            }
        }
        self.body.push(Placed::Ins { ins: *ins, out, args, mask });
    }

    /// Whether the instruction can read argument `k` from memory.
    fn may_stay(&self, ins: &Ins, k: usize, in_memory: Option<usize>) -> bool {
        let v = ins.args[k];
        in_memory == Some(k)
            && self.code.classes[v.expect("it is there") as usize] == Class::Vector
            // A field for a register names the same value.
            && !ins.args.iter().enumerate().any(|(other, &arg)| other != k && arg == v)
    }

    /// Brings a value into a register.
    fn fill(&mut self, v: V, at: usize, ins: &Ins) -> u8 {
        let class = self.code.classes[v as usize];
        let register = self.take(class, at, ins);
        let home = self.home[v as usize].expect("a value is in a register or in memory");
        self.body.push(Placed::Fill(class, register, home));
        // What does not change stays there, as any other value does, until the body needs the register.
        self.is_fixed[v as usize] = false;
        self.register[v as usize] = Some(register);
        register
    }

    /// A register, of a value that the instruction does not read if none is free.
    fn take(&mut self, class: Class, at: usize, ins: &Ins) -> u8 {
        if let Some(register) = self.free_of(class).pop() {
            return register;
        }
        let busy = |v: V| reads(ins).any(|read| read == v);
        let next = |v: usize| self.uses[v].last().copied().unwrap_or(usize::MAX);
        let victim = (0..self.register.len())
            .filter(|&v| self.register[v].is_some() && self.code.classes[v] == class)
            .filter(|&v| !self.is_fixed[v] && !busy(v as V))
            .max_by_key(|&v| (next(v), v))
            .unwrap_or_else(|| panic!("instruction {at} has too many values"));
        let register = self.register[victim].take().expect("it was chosen for that");
        if self.home[victim].is_none() {
            let home = self.stack_place();
            self.home[victim] = Some(home);
            self.body.push(Placed::Spill(class, home, register));
        }
        register
    }
}
