//! 64-bit integers for devices whose shaders have none: pairs of words, which lie in memory as the integers do.
//!
//! Texts of shaders stay as they are. In the module that naga makes of one, these integers become vectors of two words, and what is
//! done with them becomes calls of the functions of `kernels/pairs.wgsl`.

use naga::proc::Emitter;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    Arena, AtomicFunction, BinaryOperator, Block, Constant, Expression, Function, Handle, Literal, Module, Scalar,
    ScalarKind, Span, Statement, SwitchCase, Type, TypeInner, UnaryOperator, UniqueArena, VectorSize,
};
use rustc_hash::FxHashMap;

/// What texts of shaders are given in front, so that calls find it.
pub(crate) const FUNCTIONS: &str = include_str!("kernels/pairs.wgsl");

const PAIR: TypeInner = TypeInner::Vector { size: VectorSize::Bi, scalar: Scalar::U32 };

/// Nothing is known of the texts' places in what is made here.
const NOWHERE: Span = Span::UNDEFINED;

type Outcome<T> = Result<T, String>;

/// A module with pairs in place of 64-bit integers. `info` is what naga knows of it.
///
/// # Errors
/// What there are no pairs for: vectors and atomic operations of these integers, and conversions from and to `f64`.
pub(crate) fn in_pairs(mut module: Module, info: &ModuleInfo) -> Outcome<Module> {
    let mut shared = Shared::new(&module)?;
    for (_, constant) in module.constants.iter_mut() {
        constant.ty = shared.ty(constant.ty);
    }
    shared.constants = std::mem::take(&mut module.constants);
    let mut globals = Vec::new();
    for (_, expression) in module.global_expressions.iter() {
        let new = match *expression {
            Expression::Literal(literal) => match bits(literal) {
                Some(word) => shared.global_pair(word),
                None => shared.globals.append(expression.clone(), NOWHERE),
            },
            _ => {
                let of = |old: Handle<Expression>| Ok(globals[old.index()]);
                let new = shared.mapped(expression, &of)?;
                shared.globals.append(new, NOWHERE)
            }
        };
        globals.push(new);
    }
    for (_, constant) in shared.constants.iter_mut() {
        constant.init = globals[constant.init.index()];
    }
    for (_, variable) in module.global_variables.iter_mut() {
        variable.ty = shared.ty(variable.ty);
        variable.init = variable.init.map(|init| globals[init.index()]);
    }
    for ty in module.special_types.predeclared_types.values_mut() {
        *ty = shared.ty(*ty);
    }
    for (handle, function) in module.functions.iter_mut() {
        *function = Rewriter::new(function, &info[handle], &module.types, &mut shared).function()?;
    }
    for (at, entry) in module.entry_points.iter_mut().enumerate() {
        let info = info.get_entry_point(at);
        entry.function = Rewriter::new(&entry.function, info, &module.types, &mut shared).function()?;
    }
    module.types = shared.types;
    module.constants = shared.constants;
    module.global_expressions = shared.globals;
    Ok(module)
}

/// The kind of a 64-bit integer.
fn wide(inner: &TypeInner) -> Option<ScalarKind> {
    match *inner {
        TypeInner::Scalar(scalar) if is_wide(scalar) => Some(scalar.kind),
        _ => None,
    }
}

fn is_wide(scalar: Scalar) -> bool {
    scalar == Scalar::I64 || scalar == Scalar::U64
}

/// The bits of a 64-bit integer.
fn bits(literal: Literal) -> Option<u64> {
    match literal {
        Literal::I64(value) => Some(value as u64),
        Literal::U64(value) => Some(value),
        _ => None,
    }
}

fn ending(kind: ScalarKind) -> &'static str {
    if kind == ScalarKind::Sint { "i" } else { "u" }
}

/// What the functions of a module share.
struct Shared {
    types: UniqueArena<Type>,
    /// The new type of each old one.
    renamed: Vec<Handle<Type>>,
    pair: Handle<Type>,
    constants: Arena<Constant>,
    globals: Arena<Expression>,
    /// Constants that are pairs with these bits.
    pairs: FxHashMap<u64, Handle<Constant>>,
    functions: FxHashMap<String, Handle<Function>>,
}

impl Shared {
    fn new(module: &Module) -> Outcome<Self> {
        let mut types = UniqueArena::new();
        let pair = types.insert(Type { name: None, inner: PAIR }, NOWHERE);
        let mut renamed = Vec::new();
        for (_, ty) in module.types.iter() {
            let mut ty = ty.clone();
            match &mut ty.inner {
                inner @ TypeInner::Scalar(_) if wide(inner).is_some() => *inner = PAIR,
                TypeInner::ValuePointer { size: size @ None, scalar, .. } if is_wide(*scalar) => {
                    (*size, *scalar) = (Some(VectorSize::Bi), Scalar::U32);
                }
                TypeInner::Vector { scalar, .. } | TypeInner::Atomic(scalar) if is_wide(*scalar) => {
                    return Err(format!("there are no pairs for {:?}", ty.inner));
                }
                TypeInner::Pointer { base, .. } | TypeInner::Array { base, .. } => *base = renamed[base.index()],
                TypeInner::Struct { members, .. } => {
                    members.iter_mut().for_each(|member| member.ty = renamed[member.ty.index()]);
                }
                _ => {}
            }
            renamed.push(types.insert(ty, NOWHERE));
        }
        let named = |(handle, function): (_, &Function)| Some((function.name.clone()?, handle));
        Ok(Self {
            types,
            renamed,
            pair,
            constants: Arena::new(),
            globals: Arena::new(),
            pairs: FxHashMap::default(),
            functions: module.functions.iter().filter_map(named).collect(),
        })
    }

    fn ty(&self, old: Handle<Type>) -> Handle<Type> {
        self.renamed[old.index()]
    }

    /// A pair as an expression outside functions.
    fn global_pair(&mut self, word: u64) -> Handle<Expression> {
        let components = [word as u32, (word >> 32) as u32].map(|half| Expression::Literal(Literal::U32(half)));
        let components = components.map(|half| self.globals.append(half, NOWHERE)).to_vec();
        self.globals.append(Expression::Compose { ty: self.pair, components }, NOWHERE)
    }

    fn constant_pair(&mut self, word: u64) -> Handle<Constant> {
        if let Some(&known) = self.pairs.get(&word) {
            return known;
        }
        let constant = Constant { name: None, ty: self.pair, init: self.global_pair(word) };
        let handle = self.constants.append(constant, NOWHERE);
        self.pairs.insert(word, handle);
        handle
    }

    /// An expression over other operands and types.
    fn mapped(
        &self,
        old: &Expression,
        of: &dyn Fn(Handle<Expression>) -> Outcome<Handle<Expression>>,
    ) -> Outcome<Expression> {
        let maybe = |old: Option<Handle<Expression>>| old.map(of).transpose();
        Ok(match *old {
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_)
            | Expression::CallResult(_) => old.clone(),
            Expression::ZeroValue(ty) => Expression::ZeroValue(self.ty(ty)),
            Expression::AtomicResult { ty, comparison } => Expression::AtomicResult { ty: self.ty(ty), comparison },
            Expression::WorkGroupUniformLoadResult { ty } => Expression::WorkGroupUniformLoadResult { ty: self.ty(ty) },
            Expression::Compose { ty, ref components } => Expression::Compose {
                ty: self.ty(ty),
                components: components.iter().map(|&old| of(old)).collect::<Outcome<_>>()?,
            },
            Expression::Access { base, index } => Expression::Access { base: of(base)?, index: of(index)? },
            Expression::AccessIndex { base, index } => Expression::AccessIndex { base: of(base)?, index },
            Expression::Splat { size, value } => Expression::Splat { size, value: of(value)? },
            Expression::Swizzle { size, vector, pattern } => Expression::Swizzle { size, vector: of(vector)?, pattern },
            Expression::Load { pointer } => Expression::Load { pointer: of(pointer)? },
            Expression::Unary { op, expr } => Expression::Unary { op, expr: of(expr)? },
            Expression::Binary { op, left, right } => Expression::Binary { op, left: of(left)?, right: of(right)? },
            Expression::Select { condition, accept, reject } => {
                Expression::Select { condition: of(condition)?, accept: of(accept)?, reject: of(reject)? }
            }
            Expression::Relational { fun, argument } => Expression::Relational { fun, argument: of(argument)? },
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                Expression::Math { fun, arg: of(arg)?, arg1: maybe(arg1)?, arg2: maybe(arg2)?, arg3: maybe(arg3)? }
            }
            Expression::As { expr, kind, convert } => Expression::As { expr: of(expr)?, kind, convert },
            Expression::ArrayLength(array) => Expression::ArrayLength(of(array)?),
            ref other => return Err(format!("{other:?} in a shader with 64-bit integers")),
        })
    }
}

/// A function, being written anew.
struct Rewriter<'a> {
    old: &'a Function,
    info: &'a FunctionInfo,
    /// The old types.
    types: &'a UniqueArena<Type>,
    shared: &'a mut Shared,
    expressions: Arena<Expression>,
    /// The new expression of each old one.
    known: Vec<Option<Handle<Expression>>>,
    emitter: Emitter,
}

impl<'a> Rewriter<'a> {
    fn new(old: &'a Function, info: &'a FunctionInfo, types: &'a UniqueArena<Type>, shared: &'a mut Shared) -> Self {
        let known = vec![None; old.expressions.len()];
        Self { old, info, types, shared, expressions: Arena::new(), known, emitter: Emitter::default() }
    }

    fn function(mut self) -> Outcome<Function> {
        let mut emitted = vec![false; self.known.len()];
        mark_emitted(&self.old.body, &mut emitted);
        for (handle, expression) in self.old.expressions.iter().filter(|(handle, _)| !emitted[handle.index()]) {
            let new = match expression {
                Expression::Literal(literal) if bits(*literal).is_some() => {
                    Expression::Constant(self.shared.constant_pair(bits(*literal).unwrap_or_default()))
                }
                _ => self.shared.mapped(expression, &|old| self.of(old))?,
            };
            self.known[handle.index()] = Some(self.expressions.append(new, NOWHERE));
        }
        let body = self.block(&self.old.body)?;
        let mut new = Function { body, diagnostic_filter_leaf: self.old.diagnostic_filter_leaf, ..Default::default() };
        new.name = self.old.name.clone();
        new.arguments = self.old.arguments.clone();
        new.result = self.old.result.clone();
        new.local_variables = self.old.local_variables.clone();
        new.arguments.iter_mut().for_each(|argument| argument.ty = self.shared.ty(argument.ty));
        new.result.iter_mut().for_each(|result| result.ty = self.shared.ty(result.ty));
        for (_, local) in new.local_variables.iter_mut() {
            local.ty = self.shared.ty(local.ty);
            local.init = self.maybe(local.init)?;
        }
        new.expressions = self.expressions;
        Ok(new)
    }

    /// The new expression of an old one.
    fn of(&self, old: Handle<Expression>) -> Outcome<Handle<Expression>> {
        self.known[old.index()].ok_or_else(|| "an expression is used before it is evaluated".to_owned())
    }

    fn maybe(&self, old: Option<Handle<Expression>>) -> Outcome<Option<Handle<Expression>>> {
        old.map(|old| self.of(old)).transpose()
    }

    fn inner(&self, old: Handle<Expression>) -> &TypeInner {
        self.info[old].ty.inner_with(self.types)
    }

    fn block(&mut self, old: &Block) -> Outcome<Block> {
        let mut out = Block::new();
        for statement in old.iter() {
            let new = match statement {
                Statement::Emit(range) => {
                    self.emitter.start(&self.expressions);
                    for handle in range.clone() {
                        let new = self.expression(handle, &mut out)?;
                        self.known[handle.index()] = Some(new);
                    }
                    out.extend(self.emitter.finish(&self.expressions));
                    continue;
                }
                Statement::Block(block) => Statement::Block(self.block(block)?),
                Statement::If { condition, accept, reject } => Statement::If {
                    condition: self.of(*condition)?,
                    accept: self.block(accept)?,
                    reject: self.block(reject)?,
                },
                Statement::Switch { selector, cases } => {
                    let cases = cases.iter().map(|case| {
                        let body = self.block(&case.body)?;
                        Ok(SwitchCase { value: case.value, body, fall_through: case.fall_through })
                    });
                    Statement::Switch { cases: cases.collect::<Outcome<_>>()?, selector: self.of(*selector)? }
                }
                Statement::Loop { body, continuing, break_if } => Statement::Loop {
                    body: self.block(body)?,
                    continuing: self.block(continuing)?,
                    break_if: self.maybe(*break_if)?,
                },
                Statement::Return { value } => Statement::Return { value: self.maybe(*value)? },
                Statement::Store { pointer, value } => {
                    Statement::Store { pointer: self.of(*pointer)?, value: self.of(*value)? }
                }
                Statement::Atomic { pointer, fun, value, result } => {
                    let fun = match *fun {
                        AtomicFunction::Exchange { compare } => {
                            AtomicFunction::Exchange { compare: self.maybe(compare)? }
                        }
                        fun => fun,
                    };
                    let (pointer, value) = (self.of(*pointer)?, self.of(*value)?);
                    Statement::Atomic { pointer, fun, value, result: self.maybe(*result)? }
                }
                Statement::WorkGroupUniformLoad { pointer, result } => {
                    Statement::WorkGroupUniformLoad { pointer: self.of(*pointer)?, result: self.of(*result)? }
                }
                Statement::Call { function, arguments, result } => Statement::Call {
                    function: *function,
                    arguments: arguments.iter().map(|&old| self.of(old)).collect::<Outcome<_>>()?,
                    result: self.maybe(*result)?,
                },
                Statement::Break
                | Statement::Continue
                | Statement::Kill
                | Statement::ControlBarrier(_)
                | Statement::MemoryBarrier(_) => statement.clone(),
                other => return Err(format!("{other:?} in a shader with 64-bit integers")),
            };
            out.push(new, NOWHERE);
        }
        Ok(out)
    }

    /// Evaluates an expression of no other statement.
    fn plain(&mut self, expression: Expression) -> Handle<Expression> {
        self.expressions.append(expression, NOWHERE)
    }

    /// What needs no evaluation, which stands apart from what does.
    fn leaf(&mut self, expression: Expression, out: &mut Block) -> Handle<Expression> {
        out.extend(self.emitter.finish(&self.expressions));
        let handle = self.plain(expression);
        self.emitter.start(&self.expressions);
        handle
    }

    fn call(&mut self, name: &str, arguments: &[Handle<Expression>], out: &mut Block) -> Outcome<Handle<Expression>> {
        let &function = self.shared.functions.get(name).ok_or_else(|| format!("there is no function {name}"))?;
        out.extend(self.emitter.finish(&self.expressions));
        let result = self.plain(Expression::CallResult(function));
        let call = Statement::Call { function, arguments: arguments.to_vec(), result: Some(result) };
        out.push(call, NOWHERE);
        self.emitter.start(&self.expressions);
        Ok(result)
    }

    /// An evaluated expression, and the calls that it takes.
    fn expression(&mut self, handle: Handle<Expression>, out: &mut Block) -> Outcome<Handle<Expression>> {
        let old = &self.old.expressions[handle];
        match *old {
            Expression::Unary { op: UnaryOperator::Negate, expr } if wide(self.inner(expr)).is_some() => {
                self.call("pair_neg", &[self.of(expr)?], out)
            }
            Expression::Binary { op, left, right } => match wide(self.inner(left)) {
                Some(kind) => self.binary(op, kind, self.of(left)?, self.of(right)?, out),
                None => Ok(self.same(old)?),
            },
            Expression::As { expr, kind, convert } => {
                let from = match *self.inner(expr) {
                    TypeInner::Scalar(from) => from,
                    _ => return self.same(old),
                };
                self.conversion(self.of(expr)?, from, kind, convert, out)
            }
            Expression::Math { arg, fun, .. } if wide(self.inner(arg)).is_some() => {
                Err(format!("there is no {fun:?} of pairs"))
            }
            _ => self.same(old),
        }
    }

    fn same(&mut self, old: &Expression) -> Outcome<Handle<Expression>> {
        let new = self.shared.mapped(old, &|old| self.of(old))?;
        Ok(self.plain(new))
    }

    fn not(&mut self, expr: Handle<Expression>) -> Handle<Expression> {
        self.plain(Expression::Unary { op: UnaryOperator::LogicalNot, expr })
    }

    fn binary(
        &mut self,
        op: BinaryOperator,
        kind: ScalarKind,
        left: Handle<Expression>,
        right: Handle<Expression>,
        out: &mut Block,
    ) -> Outcome<Handle<Expression>> {
        let of_kind = |name: &str| format!("{name}_{}", ending(kind));
        let less = of_kind("pair_lt");
        match op {
            BinaryOperator::And | BinaryOperator::InclusiveOr | BinaryOperator::ExclusiveOr => {
                Ok(self.plain(Expression::Binary { op, left, right }))
            }
            BinaryOperator::Add => self.call("pair_add", &[left, right], out),
            BinaryOperator::Subtract => self.call("pair_sub", &[left, right], out),
            BinaryOperator::Multiply => self.call("pair_mul", &[left, right], out),
            BinaryOperator::Divide => self.call(&of_kind("pair_div"), &[left, right], out),
            BinaryOperator::Modulo => self.call(&of_kind("pair_mod"), &[left, right], out),
            BinaryOperator::ShiftLeft => self.call("pair_shl", &[left, right], out),
            BinaryOperator::ShiftRight => self.call(&of_kind("pair_shr"), &[left, right], out),
            BinaryOperator::Equal => self.call("pair_eq", &[left, right], out),
            BinaryOperator::NotEqual => {
                let equal = self.call("pair_eq", &[left, right], out)?;
                Ok(self.not(equal))
            }
            BinaryOperator::Less => self.call(&less, &[left, right], out),
            BinaryOperator::Greater => self.call(&less, &[right, left], out),
            BinaryOperator::LessEqual => {
                let greater = self.call(&less, &[right, left], out)?;
                Ok(self.not(greater))
            }
            BinaryOperator::GreaterEqual => {
                let less = self.call(&less, &[left, right], out)?;
                Ok(self.not(less))
            }
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => Err(format!("there is no {op:?} of pairs")),
        }
    }

    fn conversion(
        &mut self,
        expr: Handle<Expression>,
        from: Scalar,
        kind: ScalarKind,
        convert: Option<u8>,
        out: &mut Block,
    ) -> Outcome<Handle<Expression>> {
        let to = Scalar { kind, width: convert.unwrap_or(from.width) };
        match (is_wide(from), is_wide(to)) {
            (false, false) => Ok(self.plain(Expression::As { expr, kind, convert })),
            (true, true) => Ok(expr),
            (false, true) => match from {
                Scalar::I32 => self.call("pair_of_i32", &[expr], out),
                Scalar::F32 => self.call(&format!("pair_of_f32_{}", ending(kind)), &[expr], out),
                Scalar::U32 | Scalar::BOOL => {
                    let high = self.leaf(Expression::Literal(Literal::U32(0)), out);
                    let low = match from {
                        Scalar::U32 => expr,
                        _ => self.plain(Expression::As { expr, kind: ScalarKind::Uint, convert: Some(4) }),
                    };
                    Ok(self.plain(Expression::Compose { ty: self.shared.pair, components: vec![low, high] }))
                }
                _ => Err(format!("there is no pair of {from:?}")),
            },
            (true, false) => match to {
                Scalar::U32 => Ok(self.plain(Expression::AccessIndex { base: expr, index: 0 })),
                Scalar::I32 => {
                    let low = self.plain(Expression::AccessIndex { base: expr, index: 0 });
                    Ok(self.plain(Expression::As { expr: low, kind, convert: None }))
                }
                Scalar::F32 => self.call(&format!("pair_to_f32_{}", ending(from.kind)), &[expr], out),
                Scalar::BOOL => {
                    let zero = self.leaf(Expression::ZeroValue(self.shared.pair), out);
                    let none = self.call("pair_eq", &[expr, zero], out)?;
                    Ok(self.not(none))
                }
                _ => Err(format!("a pair is no {to:?}")),
            },
        }
    }
}

/// Marks the expressions that statements of a block evaluate.
fn mark_emitted(block: &Block, emitted: &mut [bool]) {
    for statement in block.iter() {
        match statement {
            Statement::Emit(range) => range.clone().for_each(|handle| emitted[handle.index()] = true),
            Statement::Block(block) => mark_emitted(block, emitted),
            Statement::If { accept, reject, .. } => {
                mark_emitted(accept, emitted);
                mark_emitted(reject, emitted);
            }
            Statement::Switch { cases, .. } => cases.iter().for_each(|case| mark_emitted(&case.body, emitted)),
            Statement::Loop { body, continuing, .. } => {
                mark_emitted(body, emitted);
                mark_emitted(continuing, emitted);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use naga::back::wgsl::{WriterFlags, write_string};
    use naga::valid::{Capabilities, ValidationFlags, Validator};

    fn info(module: &Module, capabilities: Capabilities) -> ModuleInfo {
        Validator::new(ValidationFlags::all(), capabilities).validate(module).unwrap()
    }

    fn parsed(text: &str) -> (Module, ModuleInfo) {
        let module = naga::front::wgsl::parse_str(&format!("{FUNCTIONS}{text}")).unwrap();
        let info = info(&module, Capabilities::all());
        (module, info)
    }

    /// Integers in structures, constants, buffers, loops and calls.
    #[test]
    fn no_integer_is_left() {
        let text = "
            struct Found { index: i64, value: f32 }
            const LAST: i64 = 0x7fffffffffffffffli;
            @group(0) @binding(0) var<storage, read_write> out: array<i64>;
            var<workgroup> shared_found: array<Found, 64>;
            fn less(a: Found, b: Found) -> bool { return a.index < b.index || a.value >= b.value; }
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) at: u32) {
                var n = u64(at);
                var found = Found(LAST, 0.0);
                while n != 0lu {
                    n = (n >> 1u) / 3lu - 0lu;
                    found.index = select(found.index, -i64(at), n == 7lu);
                }
                shared_found[at] = found;
                workgroupBarrier();
                if less(found, shared_found[0]) { out[at] = bitcast<i64>(n) * LAST % i64(i32(n)); }
                out[0] = i64(f32(out[1]));
            }";
        let (module, known) = parsed(text);
        let module = in_pairs(module, &known).unwrap();
        let known = info(&module, Capabilities::all() - Capabilities::SHADER_INT64);
        let text = write_string(&module, &known, WriterFlags::empty()).unwrap();
        assert!(!text.contains("i64") && !text.contains("u64") && text.contains("pair_mod_i"), "{text}");
    }

    #[test]
    fn what_has_no_pairs_is_refused() {
        for body in ["let x = vec2<u64>(1lu, 2lu); out[0] = x.x;", "out[0] = u64(f64(out[1]));"] {
            let text = format!(
                "@group(0) @binding(0) var<storage, read_write> out: array<u64>;
                @compute @workgroup_size(1) fn main() {{ {body} }}"
            );
            let (module, known) = parsed(&text);
            assert!(in_pairs(module, &known).is_err(), "{body}");
        }
    }
}
