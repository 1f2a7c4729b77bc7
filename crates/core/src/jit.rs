//! Programs that are traced once and then replayed.

use crate::array::{Array, DynArray};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::graph::record::{self, Recording};
use crate::graph::{Node, Program};
use crate::layout::{Dims, Layout};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

/// So many traces of a program are kept; one that is called with more kinds of arguments is traced anew.
const KEPT: usize = 64;

/// The arguments and results of a traced program: an array, or several of them in tuples, arrays of Rust's, vectors, maps and options, in
/// one another; with the feature `derive`, in structures of your own.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use std::collections::BTreeMap;
/// use xparray::jit;
/// type Vector = Array<f64, Cpu>;
/// let sum = jit(|vectors: BTreeMap<&str, Vec<Vector>>| vectors["a"].iter().try_fold(xp.zeros::<f64>(2)?, |sum, x| Ok(sum + x)));
/// let vectors = BTreeMap::from([("a", vec![xp.array([1.0, 2.0])?, xp.array([3.0, 4.0])?])]);
/// assert_eq!(sum.call(vectors)?.to_string(), "[4. 6.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Arrays<B: Backend>: Sized {
    /// What there is besides the arrays, such as the length of a vector. Values of one structure have as many arrays.
    type Structure: Clone + Eq + Hash + Send + Sync + 'static;

    /// The arrays are added to `arrays`, in order; gives what is left.
    fn into_arrays(self, arrays: &mut Vec<DynArray<B>>) -> Self::Structure;

    /// A value of a structure. Takes as many arrays as there are in it.
    ///
    /// # Errors
    /// [`Error::DType`] for an array of another type, [`Error::Value`] if there are too few.
    fn from_arrays(structure: &Self::Structure, arrays: &mut impl Iterator<Item = DynArray<B>>) -> Result<Self>;
}

fn next<B: Backend>(arrays: &mut impl Iterator<Item = DynArray<B>>) -> Result<DynArray<B>> {
    arrays.next().ok_or_else(|| Error::value("jit", "too few arrays"))
}

impl<B: Backend> Arrays<B> for DynArray<B> {
    type Structure = ();

    fn into_arrays(self, arrays: &mut Vec<DynArray<B>>) {
        arrays.push(self);
    }

    fn from_arrays((): &(), arrays: &mut impl Iterator<Item = DynArray<B>>) -> Result<Self> {
        next(arrays)
    }
}

impl<T: Element, B: Backend> Arrays<B> for Array<T, B> {
    type Structure = ();

    fn into_arrays(self, arrays: &mut Vec<DynArray<B>>) {
        arrays.push(self.into_dyn());
    }

    fn from_arrays((): &(), arrays: &mut impl Iterator<Item = DynArray<B>>) -> Result<Self> {
        next(arrays)?.typed()
    }
}

impl<A: Arrays<B>, B: Backend, const N: usize> Arrays<B> for [A; N] {
    type Structure = [A::Structure; N];

    fn into_arrays(self, arrays: &mut Vec<DynArray<B>>) -> Self::Structure {
        self.map(|x| x.into_arrays(arrays))
    }

    fn from_arrays(structure: &Self::Structure, arrays: &mut impl Iterator<Item = DynArray<B>>) -> Result<Self> {
        let all: Vec<A> = structure.iter().map(|part| A::from_arrays(part, arrays)).collect::<Result<_>>()?;
        all.try_into().map_err(|_| Error::value("jit", "too few arrays"))
    }
}

impl<A: Arrays<B>, B: Backend> Arrays<B> for Vec<A> {
    type Structure = Vec<A::Structure>;

    fn into_arrays(self, arrays: &mut Vec<DynArray<B>>) -> Self::Structure {
        self.into_iter().map(|x| x.into_arrays(arrays)).collect()
    }

    fn from_arrays(structure: &Self::Structure, arrays: &mut impl Iterator<Item = DynArray<B>>) -> Result<Self> {
        structure.iter().map(|part| A::from_arrays(part, arrays)).collect()
    }
}

impl<A: Arrays<B>, B: Backend> Arrays<B> for Option<A> {
    type Structure = Option<A::Structure>;

    fn into_arrays(self, arrays: &mut Vec<DynArray<B>>) -> Self::Structure {
        self.map(|x| x.into_arrays(arrays))
    }

    fn from_arrays(structure: &Self::Structure, arrays: &mut impl Iterator<Item = DynArray<B>>) -> Result<Self> {
        structure.as_ref().map(|part| A::from_arrays(part, arrays)).transpose()
    }
}

impl<K, A, B> Arrays<B> for BTreeMap<K, A>
where
    K: Ord + Clone + Hash + Send + Sync + 'static,
    A: Arrays<B>,
    B: Backend,
{
    type Structure = BTreeMap<K, A::Structure>;

    fn into_arrays(self, arrays: &mut Vec<DynArray<B>>) -> Self::Structure {
        self.into_iter().map(|(key, x)| (key, x.into_arrays(arrays))).collect()
    }

    fn from_arrays(structure: &Self::Structure, arrays: &mut impl Iterator<Item = DynArray<B>>) -> Result<Self> {
        structure.iter().map(|(key, part)| Ok((key.clone(), A::from_arrays(part, arrays)?))).collect()
    }
}

macro_rules! tuples {
    ($($($name:ident)+;)+) => {
        $(impl<B: Backend, $($name: Arrays<B>),+> Arrays<B> for ($($name,)+) {
            type Structure = ($($name::Structure,)+);

            fn into_arrays(self, arrays: &mut Vec<DynArray<B>>) -> Self::Structure {
                #[allow(non_snake_case)]
                let ($($name,)+) = self;
                ($($name.into_arrays(arrays),)+)
            }

            fn from_arrays(
                structure: &Self::Structure,
                arrays: &mut impl Iterator<Item = DynArray<B>>,
            ) -> Result<Self> {
                #[allow(non_snake_case)]
                let ($($name,)+) = structure;
                Ok(($($name::from_arrays($name, arrays)?,)+))
            }
        })+
    };
}

tuples! {
    A0;
    A0 A1;
    A0 A1 A2;
    A0 A1 A2 A3;
    A0 A1 A2 A3 A4;
    A0 A1 A2 A3 A4 A5;
    A0 A1 A2 A3 A4 A5 A6;
    A0 A1 A2 A3 A4 A5 A6 A7;
}

/// What a trace depends on.
#[derive(PartialEq, Eq, Hash)]
struct Signature<S>(S, Vec<Argument>);

/// What a trace depends on of an argument.
#[derive(PartialEq, Eq, Hash)]
struct Argument {
    device: u64,
    stream: u64,
    dtype: DType,
    /// Of the whole array that it is a view of.
    shape: Dims,
    layout: Layout,
    /// The first argument in the same buffer.
    same: usize,
}

/// A result: the array of a buffer.
struct Shell {
    dtype: DType,
    /// Of the buffer.
    shape: Dims,
    layout: Layout,
}

/// A program with the arrays that it gives.
struct Traced<S, B: Backend> {
    program: Program<B>,
    shells: Vec<Shell>,
    structure: S,
}

/// The traces of a program by what its arguments are, or why there is none.
type Traces<A, R, B> = FxHashMap<
    Signature<<A as Arrays<B>>::Structure>,
    std::result::Result<Arc<Traced<<R as Arrays<B>>::Structure, B>>, &'static str>,
>;

/// A traced program; see [`jit`].
pub struct Jit<F, A: Arrays<B>, R: Arrays<B>, B: Backend> {
    program: F,
    traces: Mutex<Traces<A, R, B>>,
    types: PhantomData<fn(A) -> R>,
}

/// Traces a program: its first call for arguments of certain types, shapes and strides runs it and records the kernels that
/// it launches, and later calls launch these again, without building or lowering any expression. So a loop of small
/// kernels costs little more than its kernels.
///
/// On GPUs the host takes longer to launch a small kernel than the device to run it. So a program of a dozen small
/// kernels or more is captured as a graph of the device in its third call, and launched as a whole from then on, if
/// its arguments and results are few and small beside its work: they are copied to and from the graph's own memory,
/// which is held until the `Jit` is dropped. Results are the same, and so are errors. A program that cannot be
/// captured is launched kernel by kernel, as is one in `Gpu::capture`.
///
/// The program must be a function of its arguments: what else it reads is as it was when it was traced. Arrays of the
/// surroundings are constants; so are Rust's own numbers, and arrays that the program makes of them. Arguments are handed
/// over: one that the caller has no clone of is overwritten where the program does so.
///
/// Some programs are run as they are, each time: those that look at values ([`Array::item`], [`Array::to_vec`]) or whose
/// shapes depend on them ([`Array::mask`]), draw random numbers, multiply sparse matrices, work on several streams, or call
/// native code. [`Jit::obstacle`] says why. What the results do not depend on is not computed in a replay, so errors of it,
/// such as an index out of bounds, are not found.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::{Array, jit};
/// // Half a step of a leapfrog, then half a step back.
/// let step = jit(|(x, v): (Array<f64, Cpu>, Array<f64, Cpu>)| {
///     let v = v - &x * 0.1;
///     Ok((&x + &v * 0.1, v))
/// });
/// let mut state = (xp.array([1.0, 2.0])?, xp.array([0.0, 0.0])?);
/// for _ in 0..100 {
///     state = step.call(state)?;
/// }
/// assert_eq!(step.traced(), 1);
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn jit<F, A, R, B>(program: F) -> Jit<F, A, R, B>
where
    F: Fn(A) -> Result<R>,
    A: Arrays<B>,
    R: Arrays<B>,
    B: Backend,
{
    Jit { program, traces: Mutex::default(), types: PhantomData }
}

impl<F, A, R, B> Jit<F, A, R, B>
where
    F: Fn(A) -> Result<R>,
    A: Arrays<B>,
    R: Arrays<B>,
    B: Backend,
{
    /// The program's results; see [`jit`].
    ///
    /// # Errors
    /// Those of the program; [`Error::OutOfMemory`].
    pub fn call(&self, arguments: A) -> Result<R> {
        let mut arrays = Vec::new();
        let structure = arguments.into_arrays(&mut arrays);
        let xp = match arrays.first() {
            // In another trace the steps belong there.
            Some(first) if !record::is_on() => first.xp().clone(),
            _ => return (self.program)(rebuilt(&structure, arrays)?),
        };
        arrays.iter().try_for_each(|x| x.eval())?;
        let signature = Signature::of(structure, &arrays);
        let known = self.traces().get(&signature).cloned();
        match known {
            Some(Ok(traced)) => rebuilt(&traced.structure, traced.run(&xp, arrays)?),
            Some(Err(_)) => (self.program)(rebuilt(&signature.0, arrays)?),
            None => self.trace(&xp, signature, arrays),
        }
    }

    /// Runs the program and keeps what it launches.
    fn trace(&self, xp: &B, signature: Signature<A::Structure>, arrays: Vec<DynArray<B>>) -> Result<R> {
        // Of its own, so that what the program overwrites is recorded so; a replay copies what the caller still has.
        let arrays = DynArray::duplicates(arrays)?;
        let recording = {
            let buffers: Vec<_> = arrays.iter().map(DynArray::whole_buffer).collect::<Result<_>>()?;
            Recording::start(&buffers, xp.stream_id())
        };
        let result = (self.program)(rebuilt(&signature.0, arrays)?)?;
        let mut results = Vec::new();
        let structure = result.into_arrays(&mut results);
        results.iter().try_for_each(|x| x.eval())?;
        let numbers = results.iter().map(DynArray::recorded).collect::<Result<_>>()?;
        let trace = recording.finish(numbers);
        let shells = results.iter().map(Shell::of).collect();
        let made = |trace| Arc::new(Traced { program: Program::new(trace), shells, structure: structure.clone() });
        let traced = trace.map(made);
        let mut traces = self.traces();
        if traces.len() >= KEPT {
            traces.clear();
        }
        traces.insert(signature, traced);
        drop(traces);
        rebuilt(&structure, results)
    }

    fn traces(&self) -> std::sync::MutexGuard<'_, Traces<A, R, B>> {
        // Traces are whole when they come here.
        self.traces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For how many kinds of arguments the program was traced, and is replayed.
    pub fn traced(&self) -> usize {
        self.traces().values().filter(|traced| traced.is_ok()).count()
    }

    /// Why the program is run anew each time, if it is, for some kind of arguments that it was called with.
    pub fn obstacle(&self) -> Option<&'static str> {
        self.traces().values().find_map(|traced| traced.as_ref().err().copied())
    }
}

fn rebuilt<A: Arrays<B>, B: Backend>(structure: &A::Structure, arrays: Vec<DynArray<B>>) -> Result<A> {
    A::from_arrays(structure, &mut arrays.into_iter())
}

impl<S> Signature<S> {
    fn of<B: Backend>(structure: S, arrays: &[DynArray<B>]) -> Self {
        let argument = |x: &DynArray<B>| Argument {
            device: x.xp().device_id(),
            stream: x.xp().stream_id(),
            dtype: x.dtype(),
            shape: Dims::from_slice(x.whole_shape()),
            layout: x.layout().clone(),
            same: arrays.iter().position(|other| other.shares_node(x)).unwrap_or_default(),
        };
        Self(structure, arrays.iter().map(argument).collect())
    }
}

impl Shell {
    fn of<B: Backend>(x: &DynArray<B>) -> Self {
        Self { dtype: x.dtype(), shape: Dims::from_slice(x.whole_shape()), layout: x.layout().clone() }
    }
}

impl<S, B: Backend> Traced<S, B> {
    fn run(&self, xp: &B, arrays: Vec<DynArray<B>>) -> Result<Vec<DynArray<B>>> {
        let buffers: Vec<_> = arrays.iter().map(DynArray::whole_buffer).collect::<Result<_>>()?;
        // What only this call refers to may be overwritten.
        drop(arrays);
        let buffers = self.program.run(xp, buffers)?;
        let arrays = buffers.into_iter().zip(&self.shells).map(|(buffer, shell)| {
            DynArray::seen_through(Node::shared(xp, shell.dtype, &shell.shape, buffer), shell.layout.clone())
        });
        Ok(arrays.collect())
    }
}
