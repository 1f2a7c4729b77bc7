//! Generalized functions: over whole axes, and once for each place of the others.

use super::signature::{Length, Signature};
use crate::array::DynArray;
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::layout::{Dims, broadcast_shapes, normalize_axis};
use rustc_hash::FxHashMap;
use std::fmt;

const OP: &str = "gufunc";

/// A function over core axes, which its signature names, and once for each place of the other axes, which broadcast: NumPy's
/// generalized `ufunc`. Made by [`Gufuncs::guvectorize`].
#[doc(alias = "GeneralizedUFunc")]
pub struct Gufunc<B, F> {
    signature: Signature,
    function: F,
    backend: std::marker::PhantomData<fn() -> B>,
}

impl<B, F> fmt::Debug for Gufunc<B, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Gufunc").field(&self.signature).finish()
    }
}

/// Which axes of operands and results are core axes: options of [`Gufunc::call_with`], those of NumPy.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::{GufuncAxes, Gufuncs};
/// let longest = xp.guvectorize("(n)->()", |x| Ok(vec![x[0].max(-1)?]))?;
/// let x = xp.array([[3, 1], [2, 9]])?;
/// let options = GufuncAxes::new().axis(0).keepdims(true);
/// assert_eq!(longest.call_with(&[x.as_dyn()], &options)?[0].to_string(), "[[3 9]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GufuncAxes {
    axes: Option<Vec<Vec<isize>>>,
    axis: Option<isize>,
    keepdims: bool,
}

impl GufuncAxes {
    /// The defaults: the last axes, in the signature's order.
    pub fn new() -> Self {
        Self::default()
    }

    /// The core axes of each operand, then of each result; results without core axes may be left out.
    pub fn axes(self, axes: &[&[isize]]) -> Self {
        Self { axes: Some(axes.iter().map(|axes| axes.to_vec()).collect()), ..self }
    }

    /// The one core axis of all operands.
    pub fn axis(self, axis: isize) -> Self {
        Self { axis: Some(axis), ..self }
    }

    /// Whether results without core axes keep those of the operands, with length 1.
    pub fn keepdims(self, keepdims: bool) -> Self {
        Self { keepdims, ..self }
    }
}

/// Making generalized functions, as a method of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::Gufuncs;
/// let center = xp.guvectorize("(n)->(n)", |x| Ok(vec![x[0].subtract(&x[0].mean(keepdims(-1))?)?]))?;
/// let x = xp.array([[1.0, 3.0], [5.0, 9.0]])?;
/// assert_eq!(center.call(&[x.as_dyn()])?[0].to_string(), "[[-1.  1.]\n [-2.  2.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Gufuncs: Backend {
    /// A function of arrays with core axes, and others before them. The closure is called once, with all operands broadcast
    /// to the same axes before their core axes; these come last. It gives an array for each result, with axes to match.
    ///
    /// The signature lists the core axes of each operand and result: axes of one name have one length, and so have those
    /// that are numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Gufuncs;
    /// let matvec = xp.guvectorize("(m,n),(n)->(m)", |x| {
    ///     let columns = x[1].expand_dims(-2)?;
    ///     Ok(vec![x[0].multiply(&columns)?.sum(-1)?])
    /// })?;
    /// let (a, v) = (xp.ones::<f64>([5, 2, 3])?, xp.array([1.0, 2.0, 3.0])?);
    /// let product = matvec.call(&[a.as_dyn(), v.as_dyn()])?.remove(0).typed::<f64>()?;
    /// assert_eq!((product.shape(), product.slice(s![0])?.to_string()), (&[5, 2][..], "[6. 6.]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for what is no signature.
    #[doc(alias = "vectorize")]
    fn guvectorize<F>(&self, signature: &str, function: F) -> Result<Gufunc<Self, F>>
    where
        F: Fn(&[DynArray<Self>]) -> Result<Vec<DynArray<Self>>>,
    {
        Ok(Gufunc { signature: Signature::parse(signature)?, function, backend: std::marker::PhantomData })
    }
}

impl<B: Backend> Gufuncs for B {}

/// The lengths that names stand for.
type Lengths<'a> = FxHashMap<&'a str, usize>;

impl<B: Backend, F> Gufunc<B, F>
where
    F: Fn(&[DynArray<B>]) -> Result<Vec<DynArray<B>>>,
{
    /// The function's results.
    ///
    /// # Errors
    /// [`Error::Value`] for another number of operands or results than the signature has, or axes of other lengths;
    /// [`Error::Shape`] if the other axes do not broadcast; those of the closure.
    pub fn call(&self, operands: &[&DynArray<B>]) -> Result<Vec<DynArray<B>>> {
        self.call_with(operands, &GufuncAxes::new())
    }

    /// [`call`](Gufunc::call), with core axes elsewhere than at the end.
    ///
    /// # Errors
    /// Those of [`call`](Gufunc::call); [`Error::Axis`] for axes that are not there; [`Error::Value`] for axes that the
    /// signature has not.
    pub fn call_with(&self, operands: &[&DynArray<B>], options: &GufuncAxes) -> Result<Vec<DynArray<B>>> {
        let Signature { inputs, outputs } = &self.signature;
        if operands.len() != inputs.len() {
            let message = format!("{} operands where the signature has {}", operands.len(), inputs.len());
            return Err(Error::value(OP, message));
        }
        let axes = self.axes(options)?;
        let mut lengths = Lengths::default();
        let (mut moved, mut outer) = (Vec::new(), Dims::new());
        for ((k, operand), core) in operands.iter().enumerate().zip(inputs) {
            let operand = match &axes {
                Some(axes) => moved_to_end(operand, &axes[k])?,
                None => (*operand).clone(),
            };
            let before = bind(&format!("operand {k}"), operand.shape(), core, &mut lengths)?;
            outer = broadcast_shapes(OP, &outer, &operand.shape()[..before])?;
            moved.push(operand);
        }
        let operands = moved.iter().zip(inputs).map(|(operand, core)| {
            let shape: Dims = outer.iter().chain(&operand.shape()[operand.ndim() - core.len()..]).copied().collect();
            operand.broadcast(OP, &shape)
        });
        let results = (self.function)(&operands.collect::<Result<Vec<_>>>()?)?;
        if results.len() != outputs.len() {
            let message = format!("{} results where the signature has {}", results.len(), outputs.len());
            return Err(Error::value(OP, message));
        }
        let results = results.into_iter().zip(outputs).enumerate().map(|(k, (result, core))| {
            let before = bind(&format!("result {k}"), result.shape(), core, &mut lengths)?;
            if result.shape()[..before] != outer[..] {
                return Err(Error::shape(OP, result.shape(), &outer));
            }
            match axes.as_ref().and_then(|axes| axes.get(inputs.len() + k)) {
                Some(to) if options.keepdims => moved_from_end(&result.trailed_by(to.len() - core.len())?, to),
                Some(to) => moved_from_end(&result, to),
                None if options.keepdims => result.trailed_by(inputs[0].len()),
                None => Ok(result),
            }
        });
        results.collect()
    }

    /// The core axes of operands and results, if they are not the last ones.
    fn axes(&self, options: &GufuncAxes) -> Result<Option<Vec<Vec<isize>>>> {
        let Signature { inputs, outputs } = &self.signature;
        let refuse = |message: &str| Err(Error::value(OP, message));
        let core = inputs[0].len();
        if options.keepdims
            && (outputs.iter().any(|axes| !axes.is_empty()) || inputs.iter().any(|axes| axes.len() != core))
        {
            return refuse("keepdims is for results without core axes, of operands with as many each");
        }
        let kept = if options.keepdims { core } else { 0 };
        let axes = match (&options.axes, options.axis) {
            (None, None) => return Ok(None),
            (Some(_), Some(_)) => return refuse("axes and axis exclude each other"),
            (None, Some(axis)) => {
                if inputs.iter().any(|axes| axes.len() != 1) || outputs.iter().any(|axes| axes.len() > 1) {
                    return refuse("axis is for operands with one core axis");
                }
                let outputs = outputs.iter().map(|axes| vec![axis; axes.len() + kept]);
                inputs.iter().map(|_| vec![axis]).chain(outputs).collect()
            }
            (Some(axes), None) => {
                let mut axes = axes.clone();
                let sides = inputs.len() + outputs.len();
                if axes.len() == inputs.len() && outputs.iter().all(Vec::is_empty) {
                    axes.resize(sides, axes[0][..kept].to_vec());
                }
                let expected = inputs.iter().map(Vec::len).chain(outputs.iter().map(|axes| axes.len() + kept));
                if axes.len() != sides || !axes.iter().map(Vec::len).eq(expected) {
                    return refuse("axes lists those of each operand and result, as many as the signature has");
                }
                axes
            }
        };
        Ok(Some(axes))
    }
}

/// Notes the lengths of an array's core axes, which come last; returns how many axes are before them.
fn bind<'a>(what: &str, shape: &[usize], core: &'a [Length], lengths: &mut Lengths<'a>) -> Result<usize> {
    let Some(before) = shape.len().checked_sub(core.len()) else {
        let message = format!("{what} of shape {shape:?} has fewer axes than the signature's {}", core.len());
        return Err(Error::value(OP, message));
    };
    for (&length, core) in shape[before..].iter().zip(core) {
        let (name, expected) = match core {
            Length::Named(name) => (name.clone(), *lengths.entry(name).or_insert(length)),
            Length::Fixed(expected) => (expected.to_string(), *expected),
        };
        if length != expected {
            let message = format!("the axis {name} of {what} has length {length}, not {expected}");
            return Err(Error::value(OP, message));
        }
    }
    Ok(before)
}

/// The axes in front of the others, which are named, and those at the end.
fn order(axes: &[isize], ndim: usize) -> Result<Dims> {
    let named = axes.iter().map(|&axis| normalize_axis(OP, axis, ndim)).collect::<Result<Dims>>()?;
    if (1..named.len()).any(|k| named[..k].contains(&named[k])) {
        return Err(Error::value(OP, "an axis is named twice"));
    }
    Ok((0..ndim).filter(|k| !named.contains(k)).chain(named.iter().copied()).collect())
}

fn moved_to_end<B: Backend>(x: &DynArray<B>, axes: &[isize]) -> Result<DynArray<B>> {
    x.permuted(&order(axes, x.ndim())?)
}

fn moved_from_end<B: Backend>(x: &DynArray<B>, axes: &[isize]) -> Result<DynArray<B>> {
    let order = order(axes, x.ndim())?;
    let mut inverse = Dims::from_elem(0, order.len());
    for (to, &from) in order.iter().enumerate() {
        inverse[from] = to;
    }
    x.permuted(&inverse)
}
