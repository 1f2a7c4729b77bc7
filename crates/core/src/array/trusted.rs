//! What the methods of [`DynArray`] are made of. It trusts its callers: they have checked element types, axes and shapes.

use super::DynArray;
use super::device::{order_after, same_device};
use crate::backend::{Backend, CutReason, DeviceBuffer, Input, LaunchArgs, Output, Padding, View};
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::functions::FunctionId;
use crate::graph::{self, CallExpr, Edge, Expr, MapOp, Node, PadExpr, ReduceExpr, Sink, Written, record};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Dims, Layout, broadcast_shapes, checked_len};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// A computed array: its buffer, kept alive, and where its elements lie.
pub(crate) struct Computed<B: Backend> {
    pub buffer: Arc<B::Buffer>,
    pub dtype: DType,
    pub layout: Layout,
}

impl<B: Backend> Computed<B> {
    /// As the backend's operations take it.
    pub fn view(&self) -> Result<View<'_, B::Buffer>> {
        View::new(&*self.buffer, self.dtype, &self.layout)
    }
}

#[cold]
fn read_elsewhere() -> Error {
    Error::value("write", "the array is being read by another thread")
}

#[cold]
fn unsupported<B: Backend>(xp: &B, dtype: DType) -> Error {
    Error::Unsupported { backend: xp.name(), op: "arrays", dtype }
}

impl<B: Backend> DynArray<B> {
    /// Checks that the backend has arrays of an element type: asked wherever one comes to be that is not its own result.
    #[inline]
    pub(crate) fn check_supported(xp: &B, dtype: DType) -> Result<()> {
        if xp.supports(dtype) { Ok(()) } else { Err(unsupported(xp, dtype)) }
    }

    /// An array to be computed.
    fn deferred(xp: B, dtype: DType, shape: Dims, expr: Expr<B>) -> Result<Self> {
        Self::check_supported(&xp, dtype)?;
        Ok(Self::whole(Node::deferred(xp, dtype, &shape, expr)?))
    }

    /// An array that reports an error to whoever reads it.
    #[cold]
    pub(crate) fn failed(xp: &B, dtype: DType, shape: &[usize], error: Error) -> Self {
        Self::whole(Node::failed(xp, dtype, shape, error))
    }

    fn whole(node: Arc<Node<B>>) -> Self {
        Self { edge: Edge::whole(node) }
    }

    /// An array over a row-major buffer that holds its elements: the backend's own result, or of a type that it has.
    pub(crate) fn from_buffer(xp: &B, dtype: DType, shape: &[usize], buffer: B::Buffer) -> Self {
        Self::whole(Node::ready(xp, dtype, shape, buffer))
    }

    /// As [`DynArray::from_buffer`], of a buffer that others may hold.
    pub(crate) fn from_shared(xp: &B, dtype: DType, shape: &[usize], buffer: Arc<B::Buffer>) -> Self {
        Self::whole(Node::shared(xp, dtype, shape, buffer))
    }

    /// An array of the bytes of row-major elements.
    pub(crate) fn from_bytes(xp: &B, dtype: DType, shape: &[usize], bytes: &[u8]) -> Result<Self> {
        Self::check_supported(xp, dtype)?;
        let mut buffer = graph::alloc(xp, bytes.len())?;
        xp.upload(bytes, &mut buffer)?;
        let buffer = Arc::new(buffer);
        record::constant(&buffer);
        Ok(Self::from_shared(xp, dtype, shape, buffer))
    }

    /// One value everywhere.
    pub(crate) fn full(xp: &B, value: Scalar, shape: &[usize]) -> Result<Self> {
        checked_len(shape)?;
        Self::check_supported(xp, value.dtype())?;
        Ok(Self::whole(Node::sized(xp.clone(), value.dtype(), shape, Expr::Const(value), (1, 0))))
    }

    /// The row-major index of each element (`i64`).
    pub(crate) fn iota(xp: &B, shape: &[usize]) -> Result<Self> {
        checked_len(shape)?;
        Self::deferred(xp.clone(), DType::I64, shape.into(), Expr::Iota)
    }

    /// The same elements of the computed node's buffer, for another handle of the device.
    pub(crate) fn shared_with(&self, xp: &B, buffer: Arc<B::Buffer>) -> Self {
        let node = Node::shared(xp, self.dtype(), self.whole_shape(), buffer);
        Self { edge: self.edge.with_node(node) }
    }

    /// The one value of an array that has just one and is not computed.
    pub(crate) fn constant(&self) -> Option<Scalar> {
        self.edge.node.constant()
    }

    fn into_edge(self) -> Edge<B> {
        self.edge
    }

    /// The same elements seen through another layout of the same node.
    pub(crate) fn viewed(&self, layout: Layout) -> Self {
        Self { edge: Edge::new(self.edge.node.clone(), layout) }
    }

    /// The array, or a part of it, seen through another layout of the same node.
    ///
    /// A part of what a kernel has yet to compute becomes a node of its own, so that only the part is computed.
    pub(crate) fn with_layout(&self, layout: Layout) -> Result<Self> {
        let part = self.viewed(layout);
        if part.len() < self.edge.node.len() && self.edge.node.is_expression() {
            return part.copy();
        }
        Ok(part)
    }

    /// Repeats to a larger shape.
    pub(crate) fn broadcast(&self, op: &'static str, shape: &[usize]) -> Result<Self> {
        if self.shape() == shape {
            return Ok(self.clone());
        }
        checked_len(shape)?;
        Ok(self.viewed(self.layout().broadcast(op, shape)?))
    }

    /// The same elements in row-major order under another shape of the same length.
    pub(crate) fn reshaped(&self, shape: &[usize]) -> Result<Self> {
        if checked_len(shape)? != self.len() {
            return Err(Error::shape("reshape", self.shape(), shape));
        }
        match self.layout().reshape(shape) {
            Some(layout) => Ok(self.viewed(layout)),
            None => self.copy()?.reshaped(shape),
        }
    }

    /// The size of what a closure makes of these, if it is one kernel although it is large.
    pub(crate) fn closure_size(inputs: &[Self], steps: usize, numbers: usize) -> Result<Option<(u32, u32)>> {
        graph::closure_size(inputs.iter().map(|input| &input.edge.node), steps, numbers)
    }

    /// A node computed elementwise from arrays that broadcast to `shape`.
    pub(crate) fn map(op: MapOp, dtype: DType, shape: Dims, args: impl IntoIterator<Item = Self>) -> Result<Self> {
        Self::map_sized(op, dtype, shape, args, None)
    }

    /// Likewise; of a graph of a known size, if there is one.
    pub(crate) fn map_sized(
        op: MapOp,
        dtype: DType,
        shape: Dims,
        args: impl IntoIterator<Item = Self>,
        size: Option<(u32, u32)>,
    ) -> Result<Self> {
        let mut edges = SmallVec::<[Edge<B>; 2]>::new();
        for mut arg in args {
            if let Some(first) = edges.first() {
                same_device("elementwise operation", &first.node.xp, arg.xp())?;
            }
            if !arg.layout().has_shape(&shape) {
                arg = arg.viewed(arg.layout().broadcast("broadcast", &shape)?);
            }
            edges.push(arg.into_edge());
        }
        let first = edges.first().ok_or_else(|| Error::value("elementwise operation", "no operands"))?;
        let xp = first.node.xp.clone();
        match size {
            None => Self::deferred(xp, dtype, shape, Expr::Map(op, edges)),
            Some(size) => {
                Self::check_supported(&xp, dtype)?;
                Ok(Self::whole(Node::sized(xp, dtype, &shape, Expr::Map(op, edges), size)))
            }
        }
    }

    /// The elements of a flat array, computed already, at indices (`i64`) of this shape.
    pub(crate) fn gather(index: &Self, source: &Self, shape: &[usize]) -> Result<Self> {
        Self::gather_sized(index, source, shape, None)
    }

    /// Likewise; of a graph of a known size, if there is one.
    pub(crate) fn gather_sized(index: &Self, source: &Self, shape: &[usize], size: Option<(u32, u32)>) -> Result<Self> {
        let xp = Self::common_device("gather", &[index, source])?;
        let index = index.broadcast("gather", shape)?;
        let expr = Expr::Map(MapOp::Gather, smallvec![index.into_edge(), source.clone().into_edge()]);
        match size {
            None => Self::deferred(xp.clone(), source.dtype(), shape.into(), expr),
            Some(size) => Ok(Self::whole(Node::sized(xp.clone(), source.dtype(), shape, expr, size))),
        }
    }

    /// The array with a border around it, deferred, in an array of `shape`. It has elements, which reach the ends of that.
    pub(crate) fn surrounded(&self, padding: Padding, shape: &[usize]) -> Result<Self> {
        let pad = PadExpr { edge: self.clone().into_edge(), padding };
        Self::deferred(self.xp().clone(), self.dtype(), shape.into(), Expr::Pad(pad))
    }

    pub(crate) fn common_device<'a>(op: &'static str, args: &[&'a Self]) -> Result<&'a B> {
        let xp = args.first().ok_or_else(|| Error::value(op, "no operands"))?.xp();
        args[1..].iter().try_for_each(|arg| same_device(op, xp, arg.xp()))?;
        Ok(xp)
    }

    pub(crate) fn unary(&self, op: UnaryOp) -> Result<Self> {
        debug_assert!(op.accepts(self.dtype()), "{op:?} of {}", self.dtype());
        if op.is_identity(self.dtype()) {
            return Ok(self.clone());
        }
        Self::map(MapOp::Unary(op), op.result(self.dtype()), self.shape().into(), [self.clone()])
    }

    /// A function of the table.
    pub(crate) fn call(&self, function: FunctionId) -> Result<Self> {
        Self::map(MapOp::Call(function), self.dtype(), self.shape().into(), [self.clone()])
    }

    /// A function of two arrays of one element type, broadcast.
    pub(crate) fn binary(&self, op: BinaryOp, name: &'static str, other: &Self) -> Result<Self> {
        Self::binary_of(op, name, self.clone(), other.clone())
    }

    /// As [`DynArray::binary`], of arrays that are not needed any more.
    pub(crate) fn binary_of(op: BinaryOp, name: &'static str, a: Self, b: Self) -> Result<Self> {
        debug_assert!(op.accepts(a.dtype()) && a.dtype() == b.dtype(), "{op:?} of {}", a.dtype());
        let mut shape = Dims::from_slice(a.shape());
        if !b.layout().has_shape(&shape) {
            shape = broadcast_shapes(name, &shape, b.shape())?;
            checked_len(&shape)?;
        }
        Self::map(MapOp::Binary(op), op.result(a.dtype()), shape, [a, b])
    }

    /// A function of the array and a scalar of its element type.
    pub(crate) fn binary_scalar(&self, op: BinaryOp, value: Scalar, scalar_first: bool) -> Result<Self> {
        let scalar = Self::full(self.xp(), value, &[])?;
        let args = if scalar_first { [scalar, self.clone()] } else { [self.clone(), scalar] };
        Self::map(MapOp::Binary(op), op.result(self.dtype()), self.shape().into(), args)
    }

    /// A function of the array and a number, converted to its element type.
    pub(crate) fn with_number(&self, op: BinaryOp, number: f64) -> Result<Self> {
        self.binary_scalar(op, Scalar::from_f64(self.dtype(), number), false)
    }

    /// A number without dimensions, converted to the element type of `self`.
    pub(crate) fn number(&self, number: f64) -> Result<Self> {
        Self::full(self.xp(), Scalar::from_f64(self.dtype(), number), &[])
    }

    /// Complex numbers of two real arrays of one type and shape.
    pub(crate) fn complex(re: &Self, im: &Self) -> Result<Self> {
        let dtype = if re.dtype() == DType::F64 { DType::Complex128 } else { DType::Complex64 };
        Self::map(MapOp::Complex, dtype, re.shape().into(), [re.clone(), im.clone()])
    }

    /// `a` where the condition holds, else `b`; broadcast.
    pub(crate) fn selected(condition: &Self, a: &Self, b: &Self) -> Result<Self> {
        let shape = broadcast_shapes("select", a.shape(), b.shape())?;
        let shape = broadcast_shapes("select", condition.shape(), &shape)?;
        checked_len(&shape)?;
        Self::map(MapOp::Select, a.dtype(), shape, [condition, a, b].map(Self::clone))
    }

    /// Reduces arrays of one shape over `axes` (sorted, in range). The result lacks these axes.
    pub(crate) fn reduce(
        op: ReduceOp,
        part: u16,
        args: &[&Self],
        axes: &[usize],
        identity: Option<Scalar>,
    ) -> Result<Self> {
        let xp = Self::common_device("reduction", args)?;
        let (mut order, mut shape) = (Dims::new(), Dims::new());
        for (k, &d) in args[0].shape().iter().enumerate() {
            if !axes.contains(&k) {
                order.push(k);
                shape.push(d);
            }
        }
        checked_len(&shape)?;
        order.extend_from_slice(axes);
        let acc = args[0].dtype();
        let dtype = op.result(acc, part);
        // Of nothing, however long the other axes are.
        let nothing = axes.iter().any(|&k| args[0].shape()[k] == 0);
        let cut = |layout: Layout| (shape.len()..order.len()).try_fold(layout, |x, k| x.sliced(k, 0, 1, 0));
        let mut edges = SmallVec::new();
        for arg in args {
            let layout = arg.layout().permute(&order)?;
            edges.push(Edge::new(arg.edge.node.clone(), if nothing { cut(layout)? } else { layout }));
        }
        let reduce = ReduceExpr { op, part, dtype: acc, args: edges, identity };
        Self::deferred(xp.clone(), dtype, shape, Expr::Reduce(reduce))
    }

    /// Computes an array that is about to be written somewhere, so that it refers to no other any more.
    pub(crate) fn settle(&self) -> Result<()> {
        if self.constant().is_some() { Ok(()) } else { self.eval() }
    }

    /// Those that [`DynArray::settle`] would compute.
    pub(crate) fn unsettled<'a>(arrays: impl Iterator<Item = &'a Self>) -> SmallVec<[&'a Self; 4]> {
        arrays.filter(|array| array.constant().is_none() && !array.edge.node.is_ready()).collect()
    }

    /// Computes several arrays, in one kernel where they share a space.
    pub(crate) fn eval_all(arrays: &[&Self]) -> Result<()> {
        let nodes: SmallVec<[_; 4]> = arrays.iter().map(|array| array.edge.node.clone()).collect();
        graph::evaluate_all(&nodes)
    }

    /// The buffer and layout, computed.
    pub(crate) fn computed(&self) -> Result<Computed<B>> {
        record::obstacle("an operation that is not recorded");
        graph::settle();
        Ok(Computed { buffer: self.edge.node.buffer()?, dtype: self.dtype(), layout: self.layout().clone() })
    }

    /// As [`DynArray::computed`], for work that `xp` is about to queue: on its device, and ordered after
    /// the work that wrote the buffer.
    pub(crate) fn computed_for(&self, op: &'static str, xp: &B) -> Result<Computed<B>> {
        same_device(op, xp, self.xp())?;
        let computed = self.computed()?;
        order_after(xp, self.xp())?;
        Ok(computed)
    }

    /// What an operation of the first array's backend makes of arrays: one row-major buffer, when it is read. A program that
    /// is traced records it.
    ///
    /// What finds fault with the elements is to be [`evaluated`](DynArray::evaluated) at once, so that the error comes where
    /// the operation is called.
    ///
    /// # Errors
    /// [`Error::Value`] for arrays of different devices; [`Error::Unsupported`] for a type that the backend lacks.
    #[doc(hidden)]
    pub fn operation(
        op: &'static str,
        inputs: &[&Self],
        dtype: DType,
        shape: &[usize],
        call: impl Fn(&B, &[View<'_, B::Buffer>]) -> Result<B::Buffer> + Send + Sync + 'static,
    ) -> Result<Self> {
        Self::called(op, false, inputs, (dtype, shape), Arc::new(call))
    }

    /// What an operation of the backend makes of arrays now: row-major buffers of these types and shapes. A program that is traced
    /// records it.
    ///
    /// # Errors
    /// Those of the operation and of [`eval`](DynArray::eval); [`Error::Value`] for arrays of another device.
    #[doc(hidden)]
    pub fn operations(
        op: &'static str,
        xp: &B,
        inputs: &[&Self],
        outputs: &[(DType, Dims)],
        call: impl Fn(&B, &[View<'_, B::Buffer>]) -> Result<SmallVec<[B::Buffer; 3]>> + Send + Sync + 'static,
    ) -> Result<SmallVec<[Self; 3]>> {
        let args = Self::arguments(op, xp, inputs)?;
        let buffers = graph::call::computed(xp, &args)?;
        let made: SmallVec<[_; 3]> =
            call(xp, &graph::call::views(&buffers, &args)?)?.into_iter().map(Arc::new).collect();
        if record::is_on() {
            let sources = graph::call::sources(&buffers, &args);
            let numbers = made.iter().map(|buffer| record::written(buffer, None).0).collect();
            record::calls::<B>(sources, numbers, Arc::new(call));
        }
        let array =
            |((dtype, shape), buffer): (&(DType, Dims), _)| Self::whole(Node::shared(xp, *dtype, shape, buffer));
        Ok(outputs.iter().zip(made).map(array).collect())
    }

    /// Arrays of one device as the arguments of an operation that runs now, when all that waits to be assigned is there.
    fn arguments(op: &'static str, xp: &B, inputs: &[&Self]) -> Result<SmallVec<[Edge<B>; 3]>> {
        inputs.iter().try_for_each(|input| same_device(op, xp, input.xp()))?;
        graph::settle();
        Ok(inputs.iter().map(|&input| input.edge.clone()).collect())
    }

    /// Lets an operation of the backend write into the whole array, which is row-major in a buffer of its own then. A program that
    /// is traced records it.
    pub(crate) fn write_with(
        &mut self,
        op: &'static str,
        inputs: &[&Self],
        call: impl Fn(&B, Output<'_, B::Buffer>, &[View<'_, B::Buffer>]) -> Result<()> + Send + Sync + 'static,
    ) -> Result<()> {
        let xp = self.xp().clone();
        // Computed before the target is asked for: they may refer to it, which would make it copy.
        let args = Self::arguments(op, &xp, inputs)?;
        let buffers = graph::call::computed(&xp, &args)?;
        if !self.layout().is_identity() {
            *self = self.copy()?;
        }
        self.eval()?;
        let (dtype, place) = (self.dtype(), Layout::row_major(&[self.len()]));
        let sources = record::is_on().then(|| graph::call::sources(&buffers, &args));
        let views = graph::call::views(&buffers, &args)?;
        let write = |buffer: &mut B::Buffer| call(&xp, Output::new(buffer, dtype, &place)?, &views);
        let mut before = B::Buffer::identity(&self.edge.node.buffer()?);
        let mut written = self.edge.node.with_unique_buffer(write);
        if written.is_none() {
            *self = self.copied()?;
            before = B::Buffer::identity(&self.edge.node.buffer()?);
            written = self.edge.node.with_unique_buffer(write);
        }
        written.ok_or_else(read_elsewhere)??;
        if let Some(sources) = sources {
            let (buffer, before) = record::written(&self.edge.node.buffer()?, Some(before));
            let output = Sink { buffer, before, bytes: self.edge.node.len() * dtype.size(), dtype, layout: place };
            record::write::<B>(sources, output, Arc::new(call));
        }
        Ok(())
    }

    /// The product of two matrices of a type, of this shape, to be computed by an operation of the backend.
    pub(crate) fn product(op: &'static str, [a, b]: [&Self; 2], dtype: DType, shape: &[usize]) -> Result<Self> {
        let matmul = |xp: &B, x: &[View<'_, B::Buffer>]| xp.matmul(x[0], x[1]);
        Self::called(op, shape.len() == 2, &[a, b], (dtype, shape), Arc::new(matmul))
    }

    fn called(
        op: &'static str,
        product: bool,
        inputs: &[&Self],
        (dtype, shape): (DType, &[usize]),
        call: graph::Call<B>,
    ) -> Result<Self> {
        let xp = Self::common_device(op, inputs)?;
        let args = inputs.iter().map(|&x| x.clone().into_edge()).collect();
        let expr = Expr::Call(Arc::new(CallExpr { name: op, product, args, call }));
        Self::deferred(xp.clone(), dtype, shape.into(), expr)
    }

    /// The buffer that holds the elements, computed.
    pub(crate) fn whole_buffer(&self) -> Result<Arc<B::Buffer>> {
        self.edge.node.buffer()
    }

    /// Arrays of the same elements, types and layouts that nobody else has; those of one buffer are of one buffer again.
    pub(crate) fn duplicates(arrays: Vec<Self>) -> Result<Vec<Self>> {
        let mut copies: Vec<Self> = Vec::with_capacity(arrays.len());
        for (k, x) in arrays.iter().enumerate() {
            let node = match arrays[..k].iter().position(|other| other.shares_node(x)) {
                Some(same) => copies[same].edge.node.clone(),
                None => {
                    let (source, bytes) = (x.edge.node.buffer()?, x.edge.node.len() * x.dtype().size());
                    let mut buffer = graph::alloc(x.xp(), bytes)?;
                    x.xp().copy(&source, &mut buffer, bytes)?;
                    Node::ready(x.xp(), x.dtype(), x.whole_shape(), buffer)
                }
            };
            copies.push(Self { edge: x.edge.with_node(node) });
        }
        Ok(copies)
    }

    /// The number of the buffer in the trace that is being recorded.
    pub(crate) fn recorded(&self) -> Result<usize> {
        Ok(record::read(&self.edge.node.buffer()?, self.edge.node.made, self.xp().stream_id()))
    }

    /// The shape of the array that the elements are a view of.
    pub(crate) fn whole_shape(&self) -> &[usize] {
        self.edge.node.shape()
    }

    /// Whether two arrays are one and the same, without a look at their elements.
    #[doc(hidden)]
    pub fn is_same(&self, other: &Self) -> bool {
        self.shares_node(other) && self.layout() == other.layout()
    }

    /// Whether two arrays are views of one.
    pub(crate) fn shares_node(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.edge.node, &other.edge.node)
    }

    /// A view of a node.
    pub(crate) fn seen_through(node: Arc<Node<B>>, layout: Layout) -> Self {
        Self { edge: Edge::new(node, layout) }
    }

    /// The same elements, row-major from the start of their buffer.
    pub(crate) fn contiguous(&self) -> Result<Self> {
        if self.layout().is_identity() && self.len() == self.edge.node.len() { Ok(self.clone()) } else { self.copy() }
    }

    /// The bytes of the elements in row-major order.
    pub(crate) fn read_bytes(&self, bytes: &mut [u8]) -> Result<()> {
        let size = self.dtype().size();
        debug_assert_eq!(bytes.len(), self.len() * size);
        let computed = self.computed()?;
        if computed.layout.is_contiguous() {
            return self.xp().download(&computed.buffer, computed.layout.offset() * size, bytes);
        }
        self.copy()?.read_bytes(bytes)
    }

    /// The layout and buffer to write to: row-major, and nobody else's.
    pub(crate) fn exclusive(&mut self) -> Result<(&mut B::Buffer, Layout)> {
        record::obstacle("an operation that writes into an array and is not recorded");
        self.eval()?;
        if self.layout().overlaps() || self.edge.node.unique_buffer().is_none() {
            *self = self.copied()?;
        }
        let layout = self.layout().clone();
        Ok((self.edge.node.unique_buffer().ok_or_else(read_elsewhere)?, layout))
    }

    /// The buffer to write to, which starts with the elements in row-major order and is nobody else's.
    pub(crate) fn exclusive_row_major(&mut self) -> Result<&mut B::Buffer> {
        if !self.layout().is_identity() {
            *self = self.copy()?;
        }
        Ok(self.exclusive()?.0)
    }

    /// The elements in a buffer of their own.
    fn copied(&self) -> Result<Self> {
        self.copy()?.evaluated()
    }

    /// The same array, computed.
    pub(crate) fn evaluated(self) -> Result<Self> {
        self.eval()?;
        Ok(self)
    }

    /// Writes values to a part of the array, of their shape; `part` gives its places in what has a layout. Values that are
    /// not computed yet are computed there. `lent` says whether somebody else has an array of the values.
    pub(crate) fn write(
        &mut self,
        op: &'static str,
        part: impl Fn(&Layout) -> Result<Layout>,
        mut values: Self,
        lent: bool,
    ) -> Result<()> {
        if values.is_empty() {
            return values.settle();
        }
        // What is no kernel's has a buffer of its own.
        if !values.edge.node.is_expression() && !values.edge.node.is_stored() {
            values.eval()?;
        }
        while values.xp().device_id() == self.xp().device_id() {
            if self.layout().overlaps() {
                *self = self.copied()?;
            } else if !self.edge.node.is_stored() {
                self.eval()?;
            }
            let places = part(self.layout())?;
            let written = graph::write(&values.edge, lent, &self.edge.node, &places)?;
            match written {
                Written::Done => return Ok(()),
                Written::Shared => *self = self.copied()?,
                Written::Apart => match Arc::ptr_eq(&values.edge.node, &self.edge.node) {
                    true => values = values.copied()?,
                    false => {
                        graph::evaluate_apart(&values.edge.node, CutReason::Overlap)?;
                        values.settle()?;
                    }
                },
            }
        }
        values.settle()?;
        let xp = self.xp().clone();
        let (buffer, layout) = self.exclusive()?;
        values.store(op, &xp, buffer, &part(&layout)?)
    }

    /// Writes the elements to `layout` (of the same shape) in a buffer of the same element type.
    pub(crate) fn store(&self, op: &'static str, xp: &B, buffer: &mut B::Buffer, layout: &Layout) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        // One value everywhere is an argument, not an array to read.
        let constant = self.constant();
        let source = if constant.is_some() { None } else { Some(self.computed_for(op, xp)?) };
        let inputs = source.iter().map(|source| Ok(Input::Buffer(source.view()?)));
        let inputs = inputs.collect::<Result<SmallVec<[_; 1]>>>()?;
        let kernel = graph::moving(self.dtype(), constant.is_some())?;
        let outputs = smallvec![Output::new(buffer, self.dtype(), layout)?];
        let shape = self.shape();
        let args = LaunchArgs::new(&kernel, shape, shape.len(), &inputs, outputs, constant.as_slice())?;
        xp.counters().count_launch(inputs.len());
        xp.launch(args)
    }
}
