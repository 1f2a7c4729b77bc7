//! Where the elements of an array object are.

use crate::DynArray;
use crate::cell::Cell;
use crate::error::run;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xparray::io::Dlpack;
use xparray::{ArrayLike, Create, DType, Device, Ellipsis, Join, Layout, Result, s};

/// What a view shows of the elements of a cell, if that is not themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The real parts of complex numbers.
    Real,
    /// Their imaginary parts.
    Imaginary,
    /// All of the cell's bits, as elements of this type.
    Bits(DType),
}

impl Part {
    /// The parts of numbers.
    fn of(self, numbers: &DynArray) -> Result<DynArray> {
        match self {
            Self::Real => numbers.real(),
            Self::Imaginary => numbers.imag(),
            Self::Bits(dtype) => numbers.reshape([-1isize])?.view(dtype),
        }
    }

    /// The numbers with other such parts.
    fn put(self, numbers: &DynArray, parts: &DynArray) -> Result<DynArray> {
        let both = match self {
            Self::Real => [parts, &numbers.imag()?],
            Self::Imaginary => [&numbers.real()?, parts],
            Self::Bits(_) => return parts.view(numbers.dtype()),
        };
        numbers.xp().stack(&both, -1)?.view(numbers.dtype())?.squeeze(-1)
    }
}

/// Where the parts of complex numbers lie, each of which is two of them.
fn halves(numbers: &Layout, part: Part) -> Result<Layout> {
    let strides = numbers.strides().iter().map(|stride| 2 * stride).collect();
    Layout::new(numbers.shape().into(), strides, 2 * numbers.offset() + usize::from(part == Part::Imaginary))
}

/// Where the elements of an array are.
pub struct Place {
    cell: Arc<Mutex<Cell>>,
    /// Where they lie among those of the cell.
    layout: Layout,
    /// Whether these are not just the cell's elements, in their order.
    is_view: bool,
    /// What is seen of the cell's elements.
    part: Option<Part>,
}

impl Place {
    pub fn new(cell: Arc<Mutex<Cell>>, layout: Layout, is_view: bool, part: Option<Part>) -> Self {
        Self { cell, layout, is_view, part }
    }

    /// The parts of the complex numbers that are here, whose type is given.
    pub fn of_part(&self, part: Part, dtype: DType) -> Result<Self> {
        let (cell, layout) = (self.cell.clone(), &self.layout);
        if self.part.is_none() {
            return Ok(Self::new(cell, layout.clone(), true, Some(part)));
        }
        Ok(Self::new(cell, halves(layout, part)?, true, Some(Part::Bits(dtype))))
    }

    /// The bits of the elements here, of a type, as elements of another one, of a cell of so many bytes: none where they are no
    /// whole elements of all its bits.
    pub fn of_bits(&self, from: DType, to: DType, bytes: usize) -> Option<Self> {
        if !bytes.is_multiple_of(to.size()) {
            return None;
        }
        let layout = match self.part {
            Some(part @ (Part::Real | Part::Imaginary)) => halves(&self.layout, part).ok()?,
            _ => self.layout.clone(),
        };
        let (from, size) = (from.size(), to.size());
        let scaled = |n: usize| (n * from).is_multiple_of(size).then_some(n * from / size);
        let mut shape = layout.shape().to_vec();
        // Along an axis of one element nothing says how far the next one is.
        let step = |(&stride, &length): (&isize, &usize)| match length {
            0 | 1 => Some(0),
            _ => scaled(stride.unsigned_abs()).map(|found| found as isize * stride.signum()),
        };
        let mut strides: Vec<_> = layout.strides().iter().zip(&shape).map(step).collect();
        if from != size {
            let (last, stride) = (shape.last_mut()?, strides.last_mut()?);
            if *last != 1 && layout.strides().last() != Some(&1) {
                return None;
            }
            (*last, *stride) = (scaled(*last)?, Some(1));
        }
        let strides = strides.into_iter().collect::<Option<Vec<_>>>()?;
        let layout = Layout::new(shape.as_slice().into(), strides.as_slice().into(), scaled(layout.offset())?);
        Some(Self::new(self.cell.clone(), layout.ok()?, true, Some(Part::Bits(to))))
    }

    pub fn part(&self) -> Option<Part> {
        self.part
    }

    pub fn is_view(&self) -> bool {
        self.is_view
    }

    /// The elements among those of the cell.
    pub fn seen(&self, value: &DynArray) -> Result<DynArray> {
        match self.part {
            None => value.through(&self.layout),
            Some(bits @ Part::Bits(_)) => bits.of(value)?.through(&self.layout),
            Some(part) => part.of(&value.through(&self.layout)?),
        }
    }

    /// Changes the elements among those of the cell.
    pub fn change_seen(&self, value: &mut DynArray, f: impl FnOnce(&mut DynArray) -> Result<()>) -> Result<()> {
        let mut seen = self.seen(value)?;
        f(&mut seen)?;
        match self.part {
            Some(bits @ Part::Bits(_)) => self.write_bits(bits, value, seen),
            Some(part) => {
                let numbers = part.put(&value.through(&self.layout)?, &seen)?;
                value.assign_through(&self.layout, &numbers)
            }
            None => value.assign_through(&self.layout, &seen),
        }
    }

    /// Writes values, broadcast and converted, to the elements among those of the cell.
    pub fn write_seen(&self, value: &mut DynArray, values: impl ArrayLike<Device>) -> Result<()> {
        match self.part {
            None => value.assign_through(&self.layout, values),
            Some(bits @ Part::Bits(_)) => self.write_bits(bits, value, values),
            Some(_) => self.change_seen(value, |parts| parts.assign(s![Ellipsis], values)),
        }
    }

    fn write_bits(&self, part: Part, value: &mut DynArray, values: impl ArrayLike<Device>) -> Result<()> {
        let shape: Vec<isize> = value.shape().iter().map(|&length| length as isize).collect();
        // They are the only ones with the memory then, and need not copy it.
        let nothing = value.xp().zeros_of(value.dtype(), 0)?;
        let mut bits = part.of(value)?;
        let dtype = value.dtype();
        *value = nothing;
        let written = bits.assign_through(&self.layout, values);
        *value = bits.view(dtype)?.reshape(shape)?;
        written
    }

    /// The bytes from one element of the cell to the next, and from where one begins to this array's, of elements of so many bytes.
    pub fn steps(&self, size: usize) -> (usize, usize) {
        match self.part {
            None | Some(Part::Bits(_)) => (size, 0),
            Some(Part::Real) => (2 * size, 0),
            Some(Part::Imaginary) => (2 * size, size),
        }
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The cell. Who holds it neither waits for the interpreter nor runs Python.
    pub fn locked(&self) -> MutexGuard<'_, Cell> {
        self.cell.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bytes of all elements of the cell.
    pub fn nbytes(&self, py: Python<'_>) -> PyResult<usize> {
        if let Ok(cell) = self.cell.try_lock() {
            return Ok(cell.nbytes());
        }
        run(py, || Ok(self.locked().nbytes()))
    }

    pub fn cell(&self) -> &Arc<Mutex<Cell>> {
        &self.cell
    }

    /// Lends the memory of the whole array, of which these elements are where the layout says.
    pub fn lend(&self, py: Python<'_>) -> PyResult<Arc<Dlpack>> {
        run(py, || self.locked().lend())
    }

    /// Whether it is another one.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.cell, &other.cell)
            && (self.is_view, self.part, &self.layout) == (other.is_view, other.part, &other.layout)
    }
}

/// Where the elements of an array are, and were before it was given another shape. Who has found a place keeps it as it is, so all live as long as
/// the array; one that comes again is used again.
pub struct Places {
    first: Place,
    /// Those after the first one.
    others: Mutex<Vec<Arc<Place>>>,
    /// The one of the others where the elements are; null is the first.
    now: AtomicPtr<Place>,
}

impl Places {
    pub fn new(first: Place) -> Self {
        Self { first, others: Mutex::default(), now: AtomicPtr::default() }
    }

    /// Where the elements are.
    pub fn now(&self) -> &Place {
        // SAFETY: it points to one of the others, each of which stays where it is, and is only read, until `self` goes.
        unsafe { self.now.load(Ordering::Acquire).as_ref() }.unwrap_or(&self.first)
    }

    /// Puts the elements elsewhere.
    pub fn moved(&self, place: Place) {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let to = if self.first.is_same(&place) {
            std::ptr::null_mut()
        } else {
            let found = others.iter().position(|other| other.is_same(&place)).unwrap_or_else(|| {
                others.push(Arc::new(place));
                others.len() - 1
            });
            Arc::as_ptr(&others[found]).cast_mut()
        };
        self.now.store(to, Ordering::Release);
    }

    /// Whether another array shares the cell.
    pub fn share_cell(&self) -> bool {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let cell = self.now().cell();
        let own = others.iter().map(|place| &**place).chain([&self.first]);
        Arc::strong_count(cell) > own.filter(|place| Arc::ptr_eq(&place.cell, cell)).count()
    }
}
