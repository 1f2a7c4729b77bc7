//! The methods that are attacked. What they return is computed too, and read if it is small.

use crate::chance::Chance;
use std::fs;
use xparray::io::{FromFile, GenFromTxt, LoadTxt, NpyFile, NpzReader, NpzWriter, SaveTxt};
use xparray::polynomial::{self, Poly1d, Polyfit, Polyint};
use xparray::prelude::*;
use xparray::sparse::{Bsr, Coo, Csc, Csr};
use xparray::{AnyArray, Bins, BitOrder, ConvolveMode, Cross, Result, Side, SliceRange, UniqueAll};
use xparray_tests::files::Scratch;

/// A method's name, and a call of it with arguments by chance.
pub type Call = (&'static str, fn(&Cpu, &mut Chance) -> Result<()>);

/// What methods return.
pub trait Compute {
    fn compute(self) -> Result<()>;
}

impl<T: Element> Compute for Array<T, Cpu> {
    fn compute(self) -> Result<()> {
        self.eval()?;
        let _ = self.to_string();
        if self.len() <= 4096 { self.to_vec().map(drop) } else { Ok(()) }
    }
}

impl Compute for DynArray<Cpu> {
    fn compute(self) -> Result<()> {
        self.eval()?;
        let _ = self.to_string();
        if self.len() <= 4096 { self.to_bytes().map(drop) } else { Ok(()) }
    }
}

impl<const N: usize> Compute for [DynArray<Cpu>; N] {
    fn compute(self) -> Result<()> {
        self.into_iter().try_for_each(DynArray::compute)
    }
}

impl<T: Field> Compute for Csr<T, Cpu> {
    fn compute(self) -> Result<()> {
        (self.indptr()?, self.indices()?, self.values()?).compute()
    }
}

impl<T: Element> Compute for UniqueAll<T, Cpu> {
    fn compute(self) -> Result<()> {
        (self.values, self.indices, self.inverse_indices, self.counts).compute()
    }
}

impl<C: Compute> Compute for Vec<C> {
    fn compute(self) -> Result<()> {
        // A view of each of a million rows is made in a moment, but not read.
        self.into_iter().take(100).try_for_each(C::compute)
    }
}

macro_rules! tuples {
    ($(($($name:ident),+))*) => {$(
        impl<$($name: Compute),+> Compute for ($($name,)+) {
            #[allow(non_snake_case)]
            fn compute(self) -> Result<()> {
                let ($($name,)+) = self;
                $($name.compute()?;)+
                Ok(())
            }
        }
    )*};
}
tuples! { (P, Q) (P, Q, R) (P, Q, R, S) }

macro_rules! plain {
    ($($T:ty)*) => {$(
        impl Compute for $T {
            fn compute(self) -> Result<()> {
                Ok(())
            }
        }
    )*};
}
plain! { () bool f64 i64 u8 String }

macro_rules! calls {
    ($($name:ident($xp:ident, $c:ident) $body:expr;)*) => {
        pub const CALLS: &[crate::calls::Call] = &[$((stringify!($name), |$xp, $c| {
            let result: Result<_> = $body;
            crate::calls::Compute::compute(result?)
        })),*];
    };
}
pub(super) use calls;

const NORMS: [FftNorm; 3] = [FftNorm::Backward, FftNorm::Ortho, FftNorm::Forward];
pub const ORDERS: [NormOrd; 7] = [
    NormOrd::Frobenius,
    NormOrd::Nuclear,
    NormOrd::P(0.0),
    NormOrd::P(1.0),
    NormOrd::P(2.0),
    NormOrd::P(3.0),
    NormOrd::P(f64::NEG_INFINITY),
];
pub const MODES: [ConvolveMode; 3] = [ConvolveMode::Full, ConvolveMode::Same, ConvolveMode::Valid];
pub const INDEX_MODES: [IndexMode; 3] = [IndexMode::Raise, IndexMode::Wrap, IndexMode::Clip];
pub const SIDES: [Side; 2] = [Side::Left, Side::Right];

/// Options of a transform.
pub fn along(c: &mut Chance) -> Fft {
    let options = Fft::new().axis(c.axis()).norm(c.of(&NORMS));
    if c.flag() { options.n(c.count()) } else { options }
}

pub fn cutoff(c: &mut Chance) -> Cutoff {
    c.maybe_number().map_or(Cutoff::new(), |rcond| Cutoff::new().rcond(rcond))
}

pub fn triangle(c: &mut Chance) -> SolveTriangular {
    SolveTriangular::new().lower(c.flag()).unit_diagonal(c.flag())
}

pub fn bins(c: &mut Chance) -> (usize, f64, f64) {
    (c.count(), c.number(), c.number())
}

pub fn quantile(c: &mut Chance) -> Quantile {
    use QuantileMethod::*;
    let methods = [InvertedCdf, ClosestObservation, Hazen, Weibull, Linear, MedianUnbiased, Higher, Midpoint, Nearest];
    Quantile::new().method(c.of(&methods))
}

fn pad_mode(c: &mut Chance) -> PadMode<f64> {
    use PadMode::*;
    c.of(&[Constant(1.0), Edge, LinearRamp(2.0), Maximum, Mean, Minimum, Reflect, Symmetric, Wrap])
}

fn pad_options(c: &mut Chance) -> Pad<f64> {
    use PadMode::*;
    match c.of(&[0, 1, 2]) {
        0 => Pad::new(c.of(&[Constant(0.0), LinearRamp(0.0)])).values([(c.number(), c.number())]),
        1 => Pad::new(c.of(&[Maximum, Mean, Median, Minimum])).lengths(&c.pairs()[..]),
        _ => Pad::new(c.of(&[Reflect, Symmetric])).odd(c.flag()),
    }
}

fn csr(xp: &Cpu, c: &mut Chance) -> Result<Csr<f64, Cpu>> {
    Csr::from_dense(&c.matrix(xp))
}

/// A change of an array, and the array after it.
pub fn changed<A: AnyArray<Cpu>>(mut x: A, change: impl FnOnce(&mut A) -> Result<()>) -> Result<A> {
    let outcome = change(&mut x);
    // A refused change leaves the array as it was.
    x.as_dyn().eval()?;
    outcome.map(|()| x)
}

calls! {
    // What makes arrays.
    array(xp, c) xp.from_slice(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], c.shape());
    full(xp, c) xp.full(c.shape(), c.number());
    zeros(xp, c) xp.zeros::<u8>(c.shape());
    ones(xp, c) xp.ones::<Complex<f64>>(c.shape());
    arange(xp, c) xp.arange((c.number(), c.number(), c.number()));
    arange_of_integers(xp, c) xp.arange((c.integer(), c.integer(), c.integer()));
    linspace(xp, c) xp.linspace(c.number(), c.number(), c.count());
    logspace(xp, c) xp.logspace(c.number(), c.number(), c.count());
    geomspace(xp, c) xp.geomspace(c.number(), c.number(), c.count());
    linspace_with(xp, c) xp.linspace_with(c.number(), c.number(), c.count(), Linspace::new().endpoint(c.flag()));
    logspace_with(xp, c) xp.logspace_with(c.number(), c.number(), c.count(), Logspace::new().endpoint(c.flag()).base(c.number()));
    geomspace_with(xp, c) xp.geomspace_with(c.number(), c.number(), c.count(), Linspace::new().endpoint(c.flag()));
    linspace_retstep(xp, c) {
        let options = Linspace::new().endpoint(c.flag()).axis(c.axis());
        xp.linspace_retstep(c.number(), c.number(), c.count(), options).map(|(x, _)| x)
    };
    logspace_to(xp, c) c.real(xp).logspace_to(&c.real(xp), c.count(), Logspace::new().base(c.number()).axis(c.axis()));
    geomspace_to(xp, c) c.complex(xp).geomspace_to(&c.complex(xp), c.count(), Linspace::new().axis(c.axis()));
    linspace_to(xp, c) c.real(xp).linspace_to(&c.real(xp), c.count(), Linspace::new().endpoint(c.flag()));
    eye_with(xp, c) xp.eye_with::<f32>(c.count(), Eye::new().columns(c.count()).diagonal(c.offset()));
    identity(xp, c) xp.eye::<bool>(c.count());
    tri(xp, c) xp.tri::<i8>(c.count(), c.count(), c.offset());
    tril_indices(xp, c) xp.tril_indices(c.count(), c.offset(), c.count());
    triu_indices(xp, c) xp.triu_indices(c.count(), c.offset(), c.count());
    diag_indices(xp, c) xp.diag_indices(c.count(), c.count());
    indices(xp, c) xp.indices(c.shape());
    mgrid(xp, c) xp.mgrid([(c.integer(), c.integer(), c.integer()), (c.integer(), c.integer(), c.integer())]);
    ogrid(xp, c) xp.ogrid([(c.number(), c.number(), c.number()), (c.number(), c.number(), c.number())]);
    mask_indices(xp, c) xp.mask_indices(c.count(), |ones| ones.triu_with(c.offset()));
    ravel_multi_index(xp, c) xp.ravel_multi_index((c.int(xp), c.int(xp)), c.shape());
    ravel_multi_index_with(xp, c) xp.ravel_multi_index_with((c.int(xp), c.int(xp)), c.shape(), c.of(&INDEX_MODES));
    bartlett(xp, c) xp.bartlett(c.count());
    blackman(xp, c) xp.blackman(c.count());
    hamming(xp, c) xp.hamming(c.count());
    hanning(xp, c) xp.hanning(c.count());
    kaiser(xp, c) xp.kaiser(c.count(), c.number());
    meshgrid(xp, c) xp.meshgrid_with(&[&c.real(xp), &c.real(xp)], Meshgrid::new().indexing(c.of(&[Indexing::Xy, Indexing::Ij])).sparse(c.flag()));
    ix(xp, c) xp.ix([&c.int(xp), &c.int(xp)]);
    random(xp, c) xp.rng(1).random::<f64>(c.shape());
    uniform(xp, c) xp.rng(1).uniform(c.number(), c.number(), c.shape());
    normal(xp, c) xp.rng(1).normal_with::<f64>(c.shape(), Normal::new().mean(c.number()).std(c.number()));
    exponential(xp, c) xp.rng(1).exponential(c.number(), c.shape());
    integers(xp, c) xp.rng(1).integers(c.integer(), c.integer(), c.shape());
    integers_inclusive(xp, c) xp.rng(1).integers_inclusive(c.integer(), c.integer(), c.shape());
    einsum(xp, c) xp.einsum_with(
        c.of(&["ij,jk->ik", "ij,ij->", "i,j", "...i,...i->...", "...,...", "ii,ij", "ij,j", "", "->", "a,->a", "..", "ij,jk->ii"]),
        &[&c.real(xp), &c.real(xp)],
        c.of(&[Optimize::Greedy, Optimize::Optimal, Optimize::InOrder, Optimize::Path(&[(0, 1)]), Optimize::Path(&[(3, 9)])]),
    );
    laplace(xp, c) xp.rng(1).laplace(c.number(), &c.real(xp), c.shape());
    logistic(xp, c) xp.rng(1).logistic(c.number(), c.number(), c.shape());
    gumbel(xp, c) xp.rng(1).gumbel(c.number(), c.number(), c.shape());
    lognormal(xp, c) xp.rng(1).lognormal(c.number(), c.number(), c.shape());
    rayleigh(xp, c) xp.rng(1).rayleigh(c.number(), c.shape());
    weibull(xp, c) xp.rng(1).weibull(c.number(), c.shape());
    pareto(xp, c) xp.rng(1).pareto(c.number(), c.shape());
    power_numbers(xp, c) xp.rng(1).power(c.number(), c.shape());
    standard_cauchy(xp, c) xp.rng(1).standard_cauchy(c.shape());
    triangular(xp, c) xp.rng(1).triangular(c.number(), c.number(), c.number(), c.shape());
    wald(xp, c) xp.rng(1).wald(c.number(), c.number(), c.shape());
    vonmises(xp, c) xp.rng(1).vonmises(c.number(), c.number(), c.shape());
    gamma(xp, c) xp.rng(1).gamma(&c.real(xp), c.number(), c.shape());
    chisquare(xp, c) xp.rng(1).chisquare(c.number(), c.shape());
    noncentral_chisquare(xp, c) xp.rng(1).noncentral_chisquare(c.number(), c.number(), c.shape());
    f(xp, c) xp.rng(1).f(c.number(), c.number(), c.shape());
    noncentral_f(xp, c) xp.rng(1).noncentral_f(c.number(), c.number(), c.number(), c.shape());
    standard_t(xp, c) xp.rng(1).standard_t(c.number(), c.shape());
    beta(xp, c) xp.rng(1).beta(c.number(), c.number(), c.shape());
    dirichlet(xp, c) xp.rng(1).dirichlet(&c.real(xp), c.shape());
    poisson(xp, c) xp.rng(1).poisson(c.number(), c.shape());
    binomial(xp, c) xp.rng(1).binomial(c.integer(), c.of(&[0.0, 1e-300, 0.3, 0.999, 1.0, 2.0]), c.shape());
    geometric(xp, c) xp.rng(1).geometric(c.of(&[0.0, 1e-300, 0.3, 1.0, 2.0]), c.shape());
    negative_binomial(xp, c) xp.rng(1).negative_binomial(c.number(), c.of(&[0.0, 1e-300, 0.3, 1.0]), c.shape());
    logseries(xp, c) xp.rng(1).logseries(c.of(&[0.0, 1e-300, 0.3, 1.0 - 1e-16, 1.0]), c.shape());
    zipf(xp, c) xp.rng(1).zipf(c.of(&[1.0, 1.0 + 1e-15, 1.001, 2.5, 1e3, 1e300]), c.shape());
    hypergeometric(xp, c) xp.rng(1).hypergeometric(c.integer(), c.integer(), c.integer(), c.shape());
    multivariate_hypergeometric(xp, c) xp.rng(1).multivariate_hypergeometric(&c.int(xp), c.integer(), c.shape());
    multinomial(xp, c) xp.rng(1).multinomial(c.integer(), &c.real(xp), c.shape());
    choice(xp, c) xp.rng(1).choice(&c.real(xp), c.shape());
    choice_of(xp, c) xp.rng(1).choice_with(&c.int(xp), c.shape(), Choice::new().replace(c.flag()).p(&c.real(xp)));
    multivariate_normal(xp, c) xp.rng(1).multivariate_normal(&c.real(xp), &c.matrix(xp), c.shape());
    permutation(xp, c) xp.rng(1).permutation(c.count());
    permuted(xp, c) xp.rng(1).permuted(&c.real(xp));

    // Shapes and parts.
    reshape(xp, c) c.real(xp).reshape(c.offsets());
    reshape_to_counts(xp, c) c.real(xp).reshape(c.counts());
    broadcast_to(xp, c) c.real(xp).broadcast_to(c.shape());
    permute_dims(xp, c) c.real(xp).permute_dims(c.axes());
    swapaxes(xp, c) c.real(xp).swapaxes(c.axis(), c.axis());
    moveaxis(xp, c) c.real(xp).moveaxis(c.axis(), c.axis());
    moveaxis_of_several(xp, c) c.real(xp).moveaxis(c.axes(), c.axes());
    expand_dims_of_several(xp, c) c.real(xp).expand_dims(c.axes());
    expand_dims(xp, c) c.real(xp).expand_dims(c.axis());
    squeeze(xp, c) c.real(xp).squeeze(&c.axes()[..]);
    flip(xp, c) c.real(xp).flip(&c.axes()[..]);
    rot90(xp, c) c.real(xp).rot90_with(Rot90::new().k(c.offset()).axes([c.axis(), c.axis()]));
    slice(xp, c) c.real(xp).slice(s![c.offset()..c.offset(); c.offset(), ..c.offset(), c.offset()..; c.offset()]);
    slice_at(xp, c) c.real(xp).slice(s![c.offset(), NewAxis, Ellipsis, ..; c.offset()]);
    split(xp, c) c.real(xp).split(c.count(), c.axis());
    split_at(xp, c) c.real(xp).split(&c.offsets()[..], c.axis());
    array_split(xp, c) c.real(xp).array_split(c.count(), c.axis());
    array_split_of_empty(xp, c) xp.zeros::<f64>([0, 4]).and_then(|x| x.array_split(c.count(), c.axis()));
    hsplit(xp, c) c.real(xp).hsplit(c.count());
    vsplit(xp, c) c.real(xp).vsplit(c.count());
    dsplit(xp, c) c.real(xp).dsplit(c.count());
    unstack(xp, c) c.real(xp).unstack(c.axis());
    unstack_of_huge(xp, c) c.huge(xp).unstack(c.axis());
    concatenate(xp, c) xp.concatenate(&[&c.real(xp), &c.real(xp)], c.axis());
    concatenate_of_huge(xp, c) xp.concatenate(&[&c.huge(xp), &c.huge(xp)], c.axis());
    stack(xp, c) xp.stack(&[&c.real(xp), &c.real(xp)], c.axis());
    stack_of_none(xp, c) xp.stack::<Array<f64, Cpu>>(&[], c.axis());
    vstack(xp, c) xp.vstack(&[&c.real(xp), &c.real(xp)]);
    hstack(xp, c) xp.hstack(&[&c.real(xp), &c.real(xp)]);
    dstack(xp, c) xp.dstack(&[&c.real(xp), &c.real(xp)]);
    column_stack(xp, c) xp.column_stack(&[&c.real(xp), &c.real(xp)]);
    block(xp, c) xp.block(&[&[&c.real(xp), &c.real(xp)], &[&c.real(xp)]]);
    broadcast_arrays(xp, c) xp.broadcast_arrays(&[&c.real(xp), &c.huge(xp)]);
    append(xp, c) c.real(xp).append(&c.real(xp), c.maybe_axis());
    repeat(xp, c) c.real(xp).repeat(c.count(), c.maybe_axis());
    repeat_each(xp, c) c.real(xp).repeat(&c.counts()[..], c.maybe_axis());
    tile(xp, c) c.real(xp).tile(c.counts());
    resize(xp, c) c.real(xp).resize(c.shape());
    roll(xp, c) c.real(xp).roll(c.offset(), c.maybe_axis());
    pad(xp, c) c.real(xp).pad_with(&c.pairs()[..], pad_mode(c));
    pad_with_options(xp, c) c.real(xp).pad_with(&c.pairs()[..], pad_options(c));
    pad_all(xp, c) c.real(xp).pad_with(c.count(), pad_mode(c));
    roll_of_axes(xp, c) c.real(xp).roll(&c.offsets()[..], &c.axes()[..]);
    sliding_window_view(xp, c) c.real(xp).sliding_window_view(c.counts(), c.axes());
    as_strided(xp, c) c.real(xp).as_strided(c.shape(), &c.offsets());
    apply_along_axis(xp, c) c.real(xp).apply_along_axis(c.axis(), |rows| rows.sum(&c.axes()[..]));
    apply_over_axes(xp, c) c.real(xp).apply_over_axes(c.axes(), |x, axis| x.max(axis));
    piecewise(xp, c) c.real(xp).piecewise(&[&c.mask(xp)], &[&|x| Ok(x.clone())]);
    insert_at_array(xp, c) c.real(xp).insert(&c.int(xp), c.real(xp), c.maybe_axis());
    insert_at_range(xp, c) c.real(xp).insert(c.offset()..c.offset(), c.real(xp), c.maybe_axis());
    delete_array(xp, c) c.real(xp).delete(&c.int(xp), c.maybe_axis());
    delete_mask(xp, c) c.real(xp).delete(&c.mask(xp), c.maybe_axis());
    delete_range(xp, c) c.real(xp).delete(SliceRange::from(c.offset()..c.offset()).step(c.offset()), c.maybe_axis());
    insert(xp, c) c.real(xp).insert(&c.offsets()[..], c.real(xp), c.maybe_axis());
    delete(xp, c) c.real(xp).delete(&c.offsets()[..], c.maybe_axis());
    trim_zeros(xp, c) c.real(xp).trim_zeros_with(c.of(&[Trim::Front, Trim::Back, Trim::Both]));
    diag(xp, c) c.real(xp).diag_with(c.offset());
    diagflat(xp, c) c.real(xp).diagflat_with(c.offset());
    diagonal(xp, c) c.real(xp).diagonal_with(Diagonal::new().offset(c.offset()).axes(c.axis(), c.axis()));
    trace(xp, c) c.real(xp).trace_with(Diagonal::new().offset(c.offset()).axes(c.axis(), c.axis()));
    tril(xp, c) c.real(xp).tril_with(c.offset());
    triu(xp, c) c.real(xp).triu_with(c.offset());
    asfortranarray(xp, c) Ok(c.huge(xp).asfortranarray());
    asarray_chkfinite(xp, c) c.real(xp).asarray_chkfinite();
    partition_of_several(xp, c) c.real(xp).partition_with(c.offsets(), Sort::new().axis(c.axis()));
    ascontiguousarray(xp, c) Ok(c.huge(xp).ascontiguousarray());
    ravel(xp, c) Ok(c.huge(xp).ravel());
    copy(xp, c) Ok(c.huge(xp).copy());
    zeros_like(xp, c) Ok(c.huge(xp).zeros_like().copy());

    // Leaving the device.
    to_vec(xp, c) c.huge(xp).to_vec();
    to_ndarray(xp, c) c.huge(xp).to_ndarray().map(drop);
    item(xp, c) c.real(xp).item();
    astype(xp, c) Ok(c.real(xp).astype::<u8>());
    astype_of_huge(xp, c) Ok(c.huge(xp).astype::<f32>());

    // Elementwise.
    add(xp, c) c.real(xp).add(&c.int(xp));
    add_to_huge(xp, c) c.huge(xp).add(&c.real(xp));
    multiply(xp, c) c.complex(xp).multiply(&c.real(xp));
    divmod(xp, c) c.int(xp).divmod(&c.int(xp));
    power(xp, c) c.real(xp).power(&c.int(xp));
    power_of_integers(xp, c) c.int(xp).power(c.integer());
    round(xp, c) Ok(c.real(xp).round(c.small()));
    round_integers(xp, c) Ok(c.int(xp).round(c.small()));
    ldexp(xp, c) c.real(xp).ldexp(&xp.full((), c.small())?);
    frexp(xp, c) Ok(c.real(xp).frexp());
    modf(xp, c) Ok(c.real(xp).modf());
    clip(xp, c) c.real(xp).clip(c.number(), c.number());
    nan_to_num(xp, c) Ok(c.real(xp).nan_to_num_with(NanToNum::new().nan(c.number()).posinf(c.maybe_number()).neginf(c.maybe_number())));
    isclose(xp, c) c.real(xp).isclose_with(c.real(xp), Tolerance::new().rtol(c.number()).atol(c.number()).equal_nan(c.flag()));
    allclose(xp, c) c.real(xp).allclose_with(c.real(xp), Tolerance::new().rtol(c.number()).atol(c.number()).equal_nan(c.flag()));
    array_equal(xp, c) c.huge(xp).array_equal_with(&c.real(xp), ArrayEqual::new().equal_nan(c.flag()));
    where_(xp, c) c.mask(xp).where_(&c.real(xp), &c.int(xp));
    choose(xp, c) c.int(xp).choose(&[&c.real(xp), &c.real(xp)]);
    choose_with(xp, c) c.int(xp).choose_with(&[&c.real(xp), &c.real(xp)], c.of(&INDEX_MODES));
    unwrap_phase(xp, c) c.real(xp).unwrap_phase_with(Unwrap::new().discont(c.maybe_number()).axis(c.axis()).period(c.number()));
    packbits(xp, c) c.mask(xp).packbits_with(PackBits::new().axis(c.maybe_axis()));
    packbits_of_integers(xp, c) c.int(xp).packbits_with(PackBits::new().axis(c.maybe_axis()).order(BitOrder::Little));
    unpackbits(xp, c) c.bytes(xp).unpackbits_with(PackBits::new().axis(c.maybe_axis()).order(BitOrder::Little));

    // Reductions and scans.
    sum(xp, c) c.real(xp).sum(&c.axes()[..]);
    sum_keeping(xp, c) c.real(xp).sum(keepdims(&c.axes()[..]));
    prod(xp, c) c.int(xp).prod(&c.axes()[..]);
    mean(xp, c) c.real(xp).mean(&c.axes()[..]);
    mean_where(xp, c) c.real(xp).mean_where(&c.axes()[..], &c.mask(xp));
    std_where(xp, c) c.real(xp).std_where(&c.axes()[..], &c.mask(xp), Variance::new().ddof(c.number()));
    var_where(xp, c) c.real(xp).var_where(&c.axes()[..], &c.mask(xp), Variance::new().ddof(c.number()));
    var_ddof(xp, c) c.real(xp).var_with(&c.axes()[..], Variance::new().ddof(c.number()));
    std_ddof(xp, c) c.complex(xp).std_with(&c.axes()[..], Variance::new().ddof(c.number()));
    max(xp, c) c.real(xp).max(&c.axes()[..]);
    ptp(xp, c) c.int(xp).ptp(&c.axes()[..]);
    argmax(xp, c) c.real(xp).argmax(&c.axes()[..]);
    nanargmin(xp, c) c.real(xp).nanargmin(&c.axes()[..]);
    all(xp, c) c.mask(xp).all(&c.axes()[..]);
    count_nonzero(xp, c) c.real(xp).count_nonzero(&c.axes()[..]);
    average_of_axes(xp, c) c.real(xp).average(&c.axes()[..]);
    average(xp, c) c.real(xp).average_returned(&c.axes()[..], &c.real(xp));
    median(xp, c) c.real(xp).median(&c.axes()[..]);
    nanmedian(xp, c) c.real(xp).nanmedian(&c.axes()[..]);
    quantile(xp, c) c.real(xp).quantile(&c.numbers()[..], &c.axes()[..]);
    percentile(xp, c) c.real(xp).percentile(c.number(), &c.axes()[..]);
    quantile_with(xp, c) c.real(xp).quantile_with(&c.numbers()[..], &c.axes()[..], quantile(c));
    percentile_with(xp, c) c.real(xp).percentile_with(c.number(), &c.axes()[..], quantile(c));
    nanquantile(xp, c) c.real(xp).nanquantile_with(&c.real(xp), &c.axes()[..], quantile(c));
    nanpercentile(xp, c) c.real(xp).nanpercentile_with(&c.numbers()[..], &c.axes()[..], quantile(c));
    norm(xp, c) c.real(xp).norm(&c.axes()[..]);
    norm_with(xp, c) c.real(xp).norm_with(&c.axes()[..], Norm::new().ord(c.of(&ORDERS)));
    cumsum(xp, c) c.real(xp).cumsum(c.maybe_axis());
    cumsum_of_huge(xp, c) c.huge(xp).cumsum(c.maybe_axis());
    cummax(xp, c) c.real(xp).cummax(c.maybe_axis());
    cumulative_sum(xp, c) c.real(xp).cumulative_sum_with(c.axis(), Cumulative::new().include_initial(c.flag()));
    diff(xp, c) c.real(xp).diff_with(Diff::new().n(c.count()).axis(c.axis()));
    diff_with_ends(xp, c) c.real(xp).diff_with(Diff::new().n(c.count()).axis(c.axis()).prepend(&c.real(xp)).append(&c.real(xp)));
    ediff1d(xp, c) c.real(xp).ediff1d_with(Ediff1d::new().to_end(&c.real(xp)).to_begin(&c.real(xp)));
    gradient(xp, c) c.real(xp).gradient_with(c.axis(), Gradient::new().spacing(c.number()).edge_order(c.count()));
    gradient_at(xp, c) c.real(xp).gradient_with(c.axis(), Gradient::new().spacing(c.real(xp)).edge_order(c.of(&[1, 2])));
    gradients(xp, c) c.real(xp).gradients_with(&c.axes()[..], Gradient::new().edge_order(c.of(&[1, 2])));
    trapezoid(xp, c) c.real(xp).trapezoid_with(Trapezoid::new().dx(c.number()).axis(c.axis()));
    trapezoid_at(xp, c) c.real(xp).trapezoid_with(Trapezoid::new().x(&c.real(xp)).axis(c.axis()));
    cov(xp, c) c.real(xp).cov_with(Covariance::new().rowvar(c.flag()).ddof(c.number()));
    cov_of_two(xp, c) c.real(xp).cov_with(Covariance::new().y(&c.real(xp)).rowvar(c.flag()));
    cov_of_weights(xp, c) c.real(xp).cov_with(Covariance::new().fweights(&c.int(xp)).aweights(&c.real(xp)).ddof(c.number()));
    corrcoef(xp, c) c.real(xp).corrcoef_with(Covariance::new().rowvar(c.flag()));
    convolve(xp, c) c.real(xp).convolve_with(&c.real(xp), c.of(&MODES));
    correlate(xp, c) c.real(xp).correlate_with(&c.int(xp), c.of(&MODES));

    // Order, sets and counts.
    sort(xp, c) c.real(xp).sort();
    sort_of_huge(xp, c) c.huge(xp).sort();
    sort_axis(xp, c) c.real(xp).sort_with(Sort::new().axis(c.axis()));
    argsort_axis(xp, c) c.real(xp).argsort_with(Sort::new().axis(c.axis()));
    lexsort(xp, c) c.real(xp).lexsort();
    partition(xp, c) c.real(xp).partition_with(c.offset(), Sort::new().axis(c.axis()));
    argpartition(xp, c) c.real(xp).argpartition_with(c.offset(), Sort::new().axis(c.axis()));
    searchsorted(xp, c) c.real(xp).searchsorted_with(c.real(xp), c.of(&SIDES));
    searchsorted_with_sorter(xp, c) c.real(xp).searchsorted_with(c.real(xp), SearchSorted::new().side(c.of(&SIDES)).sorter(&c.int(xp)));
    digitize(xp, c) c.real(xp).digitize_with(&c.real(xp), Digitize::new().right(c.flag()));
    interp(xp, c) c.real(xp).interp_with(&c.real(xp), &c.real(xp), Interp::new().left(c.maybe_number()).right(c.maybe_number()));
    interp_of_period(xp, c) c.real(xp).interp_with(&c.real(xp), &c.real(xp), Interp::new().period(c.number()));
    unique_all(xp, c) c.real(xp).unique_all_with(Unique::new().equal_nan(c.flag()));
    unique_with(xp, c) c.real(xp).unique_with(Unique::new().axis(c.axis()).equal_nan(c.flag()));
    intersect1d_indices(xp, c) c.real(xp).intersect1d_indices(&c.real(xp));
    unique_of_huge(xp, c) c.huge(xp).unique();
    isin(xp, c) c.real(xp).isin(&c.int(xp));
    setxor1d(xp, c) c.real(xp).setxor1d(&c.int(xp));
    bincount(xp, c) c.int(xp).bincount_with(Bincount::new().minlength(c.count()));
    bincount_weights(xp, c) c.int(xp).bincount_with(Bincount::new().weights(&c.real(xp)).minlength(c.count()));
    histogram(xp, c) c.real(xp).histogram(bins(c));
    histogram_of_range(xp, c) c.real(xp).histogram(c.count());
    histogram_of_edges(xp, c) c.real(xp).histogram(&c.real(xp));
    histogram_of_integers(xp, c) c.int(xp).histogram(c.count());
    histogram_weights(xp, c) c.real(xp).histogram_with(bins(c), Histogram::new().weights(&c.real(xp)));
    histogram_density(xp, c) c.real(xp).histogram_with(bins(c), Histogram::new().weights(&c.real(xp)).density());
    histogram_bin_edges(xp, c) c.real(xp).histogram_bin_edges(bins(c));
    histogram2d(xp, c) c.real(xp).histogram2d_with(&c.real(xp), (bins(c), c.count()), Histogram::new().weights(&c.real(xp)));
    histogram2d_density(xp, c) c.real(xp).histogram2d_with(&c.real(xp), (bins(c), c.count()), Histogram::new().density());
    histogramdd_density(xp, c) c.real(xp).histogramdd_with(&[Bins::Equal(c.count(), None)], Histogram::new().weights(&c.real(xp)).density());
    histogramdd(xp, c) c.real(xp).histogramdd(&[Bins::Equal(c.count(), None), Bins::Edges(c.real(xp))]);

    // Indices and masks.
    take(xp, c) c.real(xp).take(c.int(xp), c.maybe_axis());
    take_with(xp, c) c.real(xp).take_with(c.int(xp), c.maybe_axis(), c.of(&INDEX_MODES));
    take_at(xp, c) c.real(xp).take_at([&c.int(xp), &c.int(xp)]);
    take_along_axis(xp, c) c.real(xp).take_along_axis(c.int(xp), c.axis());
    compress(xp, c) c.real(xp).compress(&c.mask(xp), c.maybe_axis());
    extract(xp, c) c.real(xp).extract(&c.mask(xp));
    mask(xp, c) c.real(xp).mask(&c.mask(xp));
    nonzero(xp, c) c.real(xp).nonzero();
    nonzero_of_huge(xp, c) c.huge(xp).nonzero();
    argwhere(xp, c) c.real(xp).argwhere();
    unravel_index(xp, c) c.int(xp).unravel_index(c.shape());
    assign(xp, c) changed(c.real(xp), |x| x.assign(s![c.offset()..c.offset(); c.offset()], c.real(xp)));
    assign_mask(xp, c) changed(c.real(xp), |x| x.assign_mask(&c.mask(xp), c.real(xp)));
    put(xp, c) changed(c.real(xp), |x| x.put(c.int(xp), c.real(xp)));
    put_with(xp, c) changed(c.real(xp), |x| x.put_with(c.int(xp), c.real(xp), c.of(&INDEX_MODES)));
    place(xp, c) changed(c.real(xp), |x| x.place(&c.mask(xp), c.real(xp)));
    put_at(xp, c) changed(c.real(xp), |x| x.put_at([&c.int(xp), &c.int(xp)], c.number()));
    put_mask(xp, c) changed(c.real(xp), |x| x.put_mask(&c.mask(xp), c.real(xp)));
    put_along_axis(xp, c) changed(c.real(xp), |x| x.put_along_axis(c.int(xp), c.real(xp), c.axis()));
    add_at(xp, c) changed(c.real(xp), |x| x.add_at([&c.int(xp)], c.real(xp)));
    getitem(xp, c) c.real(xp).getitem(ix![.., &c.int(xp)]);
    getitem_of_slices(xp, c) c.real(xp).getitem(ix![c.axis(), &c.int(xp), NewAxis, c.count()..]);
    setitem(xp, c) changed(c.real(xp), |x| x.setitem(ix![&c.int(xp), .., &c.int(xp)], c.real(xp)));
    multiply_at(xp, c) changed(c.real(xp), |x| x.multiply_at([&c.int(xp)], c.real(xp)));
    minimum_at(xp, c) changed(c.real(xp), |x| x.minimum_at([&c.int(xp)], c.real(xp)));
    maximum_at(xp, c) changed(c.complex(xp), |x| x.maximum_at([&c.int(xp)], c.complex(xp)));
    ndenumerate(xp, c) c.real(xp).ndenumerate().map(drop);
    index_add(xp, c) changed(c.real(xp), |x| x.index_add(c.int(xp), c.real(xp), c.axis()));
    index_put(xp, c) changed(c.real(xp), |x| x.index_put(c.int(xp), c.real(xp), c.axis()));
    copyto(xp, c) changed(c.real(xp), |x| x.copyto(c.real(xp), &c.mask(xp)));
    fill_diagonal(xp, c) changed(c.real(xp), |x| x.fill_diagonal(c.real(xp)));
    fill_diagonal_wrapping(xp, c) changed(c.real(xp), |x| x.fill_diagonal_wrapping(c.real(xp)));
    fill(xp, c) changed(c.huge(xp), |x| {
        x.fill(1.0);
        Ok(())
    });

    // Linear algebra.
    qr_raw(xp, c) c.real(xp).qr_raw();
    matmul(xp, c) c.real(xp).matmul(&c.real(xp));
    matmul_of_huge(xp, c) c.huge(xp).matmul(&c.real(xp));
    dot(xp, c) c.real(xp).dot(&c.int(xp));
    vdot(xp, c) c.complex(xp).vdot(&c.complex(xp));
    outer(xp, c) c.real(xp).outer(&c.real(xp));
    outer_of_huge(xp, c) c.huge(xp).outer(&c.huge(xp));
    inner(xp, c) c.real(xp).inner(&c.real(xp));
    kron(xp, c) c.real(xp).kron(&c.real(xp));
    tensordot(xp, c) c.real(xp).tensordot(&c.real(xp), (&c.axes()[..], &c.axes()[..]));
    cross(xp, c) c.real(xp).cross(&c.real(xp));
    cross_with(xp, c) c.real(xp).cross_with(&c.real(xp), Cross::new().axisa(c.axis()).axisb(c.axis()).axisc(c.axis()));
    vander(xp, c) c.real(xp).vander_with(Vander::new().columns(c.count()).increasing(c.flag()));
    cholesky(xp, c) c.matrix(xp).cholesky();
    lu(xp, c) c.matrix(xp).lu();
    qr_with(xp, c) c.matrix(xp).qr_with(Qr::new().mode(c.of(&[QrMode::Reduced, QrMode::Complete])));
    qr_of_huge(xp, c) c.huge(xp).qr_with(Qr::new().mode(QrMode::Complete));
    solve(xp, c) c.matrix(xp).solve(&c.matrix(xp));
    solve_triangular(xp, c) c.matrix(xp).solve_triangular_with(&c.matrix(xp), triangle(c));
    inv(xp, c) c.matrix(xp).inv();
    det(xp, c) c.matrix(xp).det();
    slogdet(xp, c) c.matrix(xp).slogdet();
    pinv(xp, c) c.matrix(xp).pinv_with(cutoff(c));
    lstsq(xp, c) c.matrix(xp).lstsq_with(&c.matrix(xp), cutoff(c)).map(drop);
    matrix_power(xp, c) c.matrix(xp).matrix_power(c.small());
    matrix_power_of_integers(xp, c) c.int(xp).matrix_power(c.small());
    matrix_rank(xp, c) c.matrix(xp).matrix_rank_with(MatrixRank::new().rtol(c.number()).hermitian(c.flag()));
    matrix_rank_tol(xp, c) c.matrix(xp).matrix_rank_with(MatrixRank::new().tol(c.number()));
    tensorsolve(xp, c) c.matrix(xp).tensorsolve(&c.matrix(xp));
    tensorsolve_with(xp, c) c.matrix(xp).tensorsolve_with(&c.matrix(xp), c.axes());
    tensorinv(xp, c) c.matrix(xp).tensorinv(c.count());
    multi_dot(xp, c) xp.multi_dot(&[&c.matrix(xp), &c.matrix(xp), &c.matrix(xp)]);
    vecdot(xp, c) c.real(xp).vecdot(&c.real(xp));
    matvec(xp, c) c.real(xp).matvec(&c.real(xp));
    vecmat(xp, c) c.real(xp).vecmat(&c.real(xp));
    qr_r(xp, c) c.matrix(xp).qr_r();
    norm_of_matrix(xp, c) c.matrix(xp).norm_with([-2, -1], Norm::new().ord(c.of(&ORDERS)));
    cond(xp, c) c.matrix(xp).cond_with(Norm::new().ord(c.of(&ORDERS)));
    svd(xp, c) c.matrix(xp).svd();
    svd_with(xp, c) c.matrix(xp).svd_with(Svd::new().full_matrices(c.flag()));
    svd_of_complex(xp, c) c.complex(xp).svd();
    eigh(xp, c) c.matrix(xp).eigh();
    eigvalsh(xp, c) c.complex(xp).eigvalsh();
    eig(xp, c) c.matrix(xp).eig();
    eigvals(xp, c) c.complex(xp).eigvals();
    roots(xp, c) c.real(xp).roots();
    poly_of_matrix(xp, c) c.matrix(xp).poly();

    // Polynomials.
    polyval(xp, c) c.real(xp).polyval(&c.real(xp));
    polyadd(xp, c) c.real(xp).polyadd(&c.int(xp));
    polysub(xp, c) c.real(xp).polysub(&c.int(xp));
    polymul(xp, c) c.real(xp).polymul(&c.int(xp));
    polydiv(xp, c) c.real(xp).polydiv(&c.int(xp));
    polyder(xp, c) c.real(xp).polyder(c.count());
    polyint(xp, c) c.real(xp).polyint_with(Polyint::new().m(c.of(&[0, 1, 3, usize::MAX])).k(c.numbers()));
    poly(xp, c) c.real(xp).poly();
    polyfit(xp, c) c.int(xp).polyfit_full(&c.real(xp), c.of(&[0, 1, 2, 7, usize::MAX]), Polyfit::new().rcond(c.number())).map(|fit| fit.x);
    polyfit_cov(xp, c) c.int(xp).polyfit_cov(&c.real(xp), c.of(&[0, 1, 2]), Polyfit::new().w(&c.real(xp)));
    polynomial_polyval(xp, c) polynomial::polyval(&c.real(xp), &c.real(xp));
    polyvalfromroots(xp, c) polynomial::polyvalfromroots(&c.real(xp), &c.real(xp));
    polyvander(xp, c) polynomial::polyvander(&c.real(xp), c.count());
    polycompanion(xp, c) polynomial::polycompanion(&c.real(xp));
    trimseq(xp, c) polynomial::trimseq(&c.real(xp));
    trimcoef(xp, c) polynomial::trimcoef(&c.real(xp), c.number());
    poly1d(xp, c) Poly1d::new(&c.real(xp))?.divide(&Poly1d::from_roots(&c.int(xp))?).map(|(q, r)| [q.coefficients().clone(), r.coefficients().clone()]);
    poly1d_operators(xp, c) {
        let (p, q) = (Poly1d::new(&c.int(xp))?, Poly1d::new(&c.real(xp))?);
        let sum = p.add(&q)?.subtract(c.number())?.multiply(&p)?.add(c.number())?;
        Ok(sum.coefficients().clone())
    };
    poly1d_pow(xp, c) Poly1d::new(&c.real(xp))?.pow(c.of(&[0, 1, 2, 3, usize::MAX])).map(|p| p.coefficients().clone());
    poly1d_compose(xp, c) {
        let (p, q) = (xp.array([1.0, c.number(), 2.0])?, xp.array([c.number(), 1.0])?);
        Ok(Poly1d::new(&p)?.compose(&Poly1d::new(&q)?)?.coefficients().clone())
    };
    poly1d_coefficient(xp, c) Poly1d::new(&c.real(xp))?.coefficient(c.count()).map(drop);
    poly1d_set_coefficient(xp, c) {
        let mut p = Poly1d::new(&c.real(xp))?;
        p.set_coefficient(c.of(&[0, 1, 7, usize::MAX]), c.number())?;
        p.equal(&Poly1d::new(&c.int(xp))?)?;
        let _ = p.to_string();
        Ok(p.coefficients().clone())
    };

    // Transforms.
    fft(xp, c) c.complex(xp).fft_with(along(c));
    ifft(xp, c) c.complex(xp).ifft_with(along(c));
    rfft(xp, c) c.real(xp).rfft_with(along(c));
    irfft(xp, c) c.complex(xp).irfft_with(along(c));
    hfft(xp, c) c.complex(xp).hfft_with(along(c));
    ihfft(xp, c) c.real(xp).ihfft_with(along(c));
    fftn(xp, c) c.real(xp).fftn_with(FftN::new().shape(&c.counts()).axes(&c.axes()));
    rfftn(xp, c) c.real(xp).rfftn_with(FftN::new().axes(&c.axes()));
    irfftn(xp, c) c.complex(xp).irfftn_with(FftN::new().shape(&c.counts()).norm(FftNorm::Forward));
    irfft2(xp, c) c.complex(xp).irfft2_with(FftN::new().norm(FftNorm::Ortho));
    fftfreq(xp, c) xp.fftfreq_with(c.count(), FftFreq::new().d(c.number()));
    rfftfreq(xp, c) xp.rfftfreq_with(c.count(), FftFreq::new().d(c.number()));
    fftshift(xp, c) c.real(xp).fftshift(&c.axes()[..]);

    // Sparse matrices.
    coo(xp, c) Coo::new([c.count(), c.count()], c.int(xp), c.int(xp), &c.real(xp))?.to_csr();
    coo_to_columns(xp, c) Coo::new([c.count(), c.count()], c.int(xp), c.int(xp), &c.real(xp))?.to_csc()?.to_dense();
    csr(xp, c) Csr::from_parts([c.count(), c.count()], c.int(xp), c.int(xp), &c.real(xp))?.to_dense();
    csc(xp, c) Csc::from_parts([c.count(), c.count()], c.int(xp), c.int(xp), &c.real(xp))?.to_csr();
    csr_eye(xp, c) Csr::<f64, Cpu>::eye(xp, c.count());
    csr_matmul(xp, c) csr(xp, c)?.matmul(&c.real(xp));
    csr_matmul_sparse(xp, c) csr(xp, c)?.matmul_sparse(&csr(xp, c)?);
    csr_add(xp, c) csr(xp, c)?.add(&csr(xp, c)?);
    csr_resize(xp, c) csr(xp, c)?.resize([c.count(), c.count()])?.values();
    csr_reshape(xp, c) csr(xp, c)?.reshape([c.count(), c.count()])?.values();
    csr_less(xp, c) csr(xp, c)?.less(c.number())?.sum(c.axis());
    csr_greater_equal(xp, c) csr(xp, c)?.greater_equal(&csr(xp, c)?)?.to_dense();
    csr_argmax(xp, c) csr(xp, c)?.argmax(c.axis());
    csc_diagonal(xp, c) csr(xp, c)?.to_csc()?.diagonal(c.offset());
    csc_rows(xp, c) csr(xp, c)?.to_csc()?.take_rows(c.int(xp))?.values();
    coo_sums(xp, c) Coo::new([c.count(), c.count()], c.int(xp), c.int(xp), &c.int(xp))?.sum(c.axis());
    bsr(xp, c) Bsr::from_parts([c.count(), c.count()], c.int(xp), c.int(xp), &c.real(xp))?.to_dense();
    csr_to_bsr(xp, c) csr(xp, c)?.to_bsr([c.count(), c.count()])?.to_csr();
    bsr_matmul(xp, c) csr(xp, c)?.to_bsr([1, 1])?.matmul(&c.real(xp));

    // Files.
    save_npy(xp, c) c.huge(xp).save_npy(Scratch::new().path("huge.npy"));
    load_npy(xp, c) {
        let scratch = Scratch::new();
        let path = scratch.path("array.npy");
        c.real(xp).save_npy(&path)?;
        let bytes = c.damaged(&fs::read(&path).expect("the file"));
        xp.load_npy::<f64>(scratch.write("damaged.npy", &bytes))
    };
    npy_file(xp, c) {
        let scratch = Scratch::new();
        let path = scratch.path("array.npy");
        c.real(xp).save_npy(&path)?;
        let bytes = c.damaged(&fs::read(&path).expect("the file"));
        let mut file = NpyFile::open(scratch.write("damaged.npy", &bytes))?;
        Ok((file.load_any(xp, c.count()..c.count())?, file.load::<f64, _>(xp, ..)?))
    };
    loadtxt(xp, c) {
        let scratch = Scratch::new();
        let path = scratch.path("array.txt");
        c.real(xp).savetxt(&path)?;
        let bytes = c.damaged(&[&fs::read(&path).expect("the file"), &b"#\n"[..]].concat());
        let options = LoadTxt::new().usecols(c.offsets()).skiprows(c.count()).max_rows(c.count()).ndmin(c.count());
        let path = scratch.write("damaged.txt", &bytes);
        let whole = xp.loadtxt::<f64>(&path);
        Ok((xp.loadtxt_with::<f64>(&path, &options)?, whole?))
    };
    genfromtxt(xp, c) {
        let scratch = Scratch::new();
        let path = scratch.path("array.txt");
        c.int(xp).savetxt_with(&path, &SaveTxt::new().fmt(["%d"]).delimiter(","))?;
        let bytes = c.damaged(&[&fs::read(&path).expect("the file"), &b"\n"[..]].concat());
        let path = scratch.write("damaged.txt", &bytes);
        let options = GenFromTxt::new().delimiter(",").names_in_first_line(c.flag()).skip_footer(c.count()).loose(c.flag());
        let columns = xp.genfromtxt_columns(&path, &options).map(drop);
        let options = options.usecols(c.offsets()).filling_values(c.numbers()).skip_header(c.count());
        let array = xp.genfromtxt_with::<f32>(&path, &options)?;
        columns.map(|()| array)
    };
    savetxt(xp, c) c.any(xp).savetxt_with(Scratch::new().path("x"), &SaveTxt::new().fmt([c.of(&["%s", "%d", "%x", "%.9999f", "%*d", ""])]));
    savetxt_of_many(xp, c) c.huge(xp).savetxt(Scratch::new().path("x"));
    tofile(xp, c) c.any(xp).tofile(Scratch::new().path("x"));
    tofile_text(xp, c) c.any(xp).tofile_text(Scratch::new().path("x"), ",", c.of(&["%s", "%g", "%d %d"]));
    fromfile(xp, c) {
        let scratch = Scratch::new();
        let path = scratch.path("x");
        c.any(xp).tofile(&path)?;
        let options = FromFile::new().offset(c.count() as u64);
        let options = if c.flag() { options.count(c.count()) } else { options };
        xp.fromfile_of(c.dtype(), &path, &if c.flag() { options.sep(" ") } else { options })
    };
    fromstring(xp, c) xp.fromstring_of(c.dtype(), c.of(&["", "1 2", "1,2", "nan;", "\u{e9} 1", "(1+2j) 3"]), c.of(&["", " ", ",", ";"]));
    load_text(xp, c) {
        let scratch = Scratch::new();
        let path = scratch.path("texts.npz");
        let mut writer = NpzWriter::create(&path)?;
        writer.add_text("x", "some text")?;
        writer.finish()?;
        let bytes = c.damaged(&fs::read(&path).expect("the file"));
        let text = NpzReader::open(scratch.write("damaged.npz", &bytes))?.load_text("x")?;
        xp.full(1, text.len() as i64)
    };
    load_npz(xp, c) {
        let scratch = Scratch::new();
        let path = scratch.path("arrays.npz");
        let mut writer = NpzWriter::create(&path)?;
        writer.add("x", &c.real(xp))?;
        writer.add("y", &c.int(xp))?;
        writer.finish()?;
        let bytes = c.damaged(&fs::read(&path).expect("the file"));
        let mut reader = NpzReader::open(scratch.write("damaged.npz", &bytes))?;
        reader.names()?;
        Ok((reader.load::<f64, _>(xp, "x")?, reader.load::<i64, _>(xp, "y")?))
    };
}
