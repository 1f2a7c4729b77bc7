//! The methods of arrays whose element type is a value, each with arrays of any type: what types do not allow is an error.

use super::calls::{INDEX_MODES, MODES, ORDERS, SIDES, along, bins, calls, changed, cutoff, quantile, triangle};
use super::chance::Chance;
use std::fs;
use xparray::io::FromDlpack;
use xparray::polynomial::{self, Polyfit, Polyint};
use xparray::prelude::*;
use xparray::{
    Bins, BitOrder, Cross, FloatMode, GufuncAxes, Gufuncs, PrintOptions, PrintSign, Reduction, Result, Scalar,
    SliceRange, Ufunc,
};
use xparray_tests::files::Scratch;

fn printed(c: &mut Chance) -> PrintOptions {
    let options =
        PrintOptions::new().precision(c.count()).threshold(c.count()).edgeitems(c.count()).linewidth(c.count());
    let modes = [FloatMode::Fixed, FloatMode::Unique, FloatMode::MaxPrec, FloatMode::MaxPrecEqual];
    let signs = [PrintSign::Minus, PrintSign::Plus, PrintSign::Space];
    let options = options.floatmode(c.of(&modes)).sign(c.of(&signs)).suppress_small(c.flag());
    options.separator(c.of(&["", "\n", "\u{1F980} "])).nanstr(c.of(&["", "\u{e9}"])).prefix(c.of(&["", "\u{e9}\n"]))
}

fn ufunc(c: &mut Chance) -> Ufunc {
    c.of(Ufunc::ALL)
}

calls! {
    // Functions as values.
    ufunc_call(xp, c) ufunc(c).call(&c.any(xp), c.any(xp));
    ufunc_call_where(xp, c) {
        let mut out = c.any(xp);
        ufunc(c).call_where(&c.any(xp), c.any(xp), &c.mask(xp), &mut out)?;
        Ok(out)
    };
    ufunc_outer(xp, c) ufunc(c).outer(&c.any(xp), &c.any(xp));
    ufunc_reduce(xp, c) ufunc(c).reduce(&c.any(xp), c.axes());
    ufunc_reduce_with(xp, c) {
        let (mask, options) = (c.mask(xp), Reduction::new().axes(c.axis()));
        let options = if c.flag() { options.mask(&mask) } else { options };
        let options = if c.flag() { options.initial(c.number()) } else { options };
        ufunc(c).reduce_with(&c.any(xp), options)
    };
    ufunc_accumulate(xp, c) ufunc(c).accumulate(&c.any(xp), c.axis());
    ufunc_reduceat(xp, c) ufunc(c).reduceat(&c.any(xp), c.int(xp), c.axis());
    ufunc_at(xp, c) {
        let mut x = c.any(xp);
        ufunc(c).at(&mut x, [&c.int(xp)], c.any(xp))?;
        Ok(x)
    };
    gufunc(xp, c) {
        let signature = c.of(&["(n)->(n)", "(m,n),(n)->(m)", "()->()", "(2),(n)->(n)", "(n", "->"]);
        let function = xp.guvectorize(signature, |x| Ok(vec![x[0].clone()]))?;
        let axes = GufuncAxes::new().keepdims(c.flag());
        let axes = if c.flag() { axes.axis(c.axis()) } else { axes };
        function.call_with(&[&c.any(xp), &c.any(xp)][..c.of(&[1, 2])], &axes)
    };
    // Other views of the memory.
    dyn_view(xp, c) c.any(xp).view(c.dtype());
    dyn_byte_bounds(xp, c) c.any(xp).byte_bounds().map(drop);
    dyn_dlpack(xp, c) xp.from_dlpack(c.any(xp).to_dlpack()?);
    // What makes arrays.
    dyn_of_bytes(xp, c) xp.from_bytes(c.dtype(), &vec![7; c.of(&[0, 1, 8, 12, 64])], c.shape());
    dyn_full(xp, c) xp.full_of(c.dtype(), c.shape(), c.number());
    dyn_arange(xp, c) xp.arange_of(c.dtype(), (c.number(), c.number(), c.number()));
    dyn_arange_of_integers(xp, c) xp.arange_of(c.dtype(), (c.integer(), c.integer(), c.integer()));
    dyn_linspace(xp, c) xp.linspace_of(c.dtype(), c.number(), c.number(), c.count(), Linspace::new().endpoint(c.flag()));
    dyn_logspace(xp, c) xp.logspace_of(c.dtype(), c.number(), c.number(), c.count(), Logspace::new().base(c.number()));
    dyn_linspace_to(xp, c) c.any(xp).linspace_to(c.any(xp), c.count(), Linspace::new().endpoint(c.flag()));
    dyn_linspace_to_retstep(xp, c) {
        let options = Linspace::new().endpoint(c.flag()).axis(c.axis());
        c.any(xp).linspace_to_retstep(c.any(xp), c.count(), options)
    };
    dyn_logspace_to(xp, c) c.any(xp).logspace_to(c.any(xp), c.count(), Logspace::new().base(c.number()).axis(c.axis()));
    dyn_geomspace_to(xp, c) c.any(xp).geomspace_to(c.any(xp), c.count(), Linspace::new().axis(c.axis()));
    dyn_to_string_with(xp, c) c.any(xp).to_string_with(&printed(c)).map(drop);
    dyn_to_repr_with(xp, c) c.any(xp).to_repr_with(&printed(c)).map(drop);
    dyn_geomspace(xp, c) xp.geomspace_of(c.dtype(), c.number(), c.number(), c.count(), Linspace::new());
    dyn_eye(xp, c) xp.eye_of(c.dtype(), c.count(), Eye::new().columns(c.count()).diagonal(c.offset()));
    dyn_random(xp, c) xp.rng(1).random_of(c.dtype(), c.shape());
    dyn_uniform(xp, c) xp.rng(1).uniform_of(c.dtype(), c.number(), c.number(), c.shape());
    dyn_integers(xp, c) xp.rng(1).integers_of(c.dtype(), c.integer(), c.integer(), c.shape());
    dyn_typed(xp, c) c.any(xp).typed::<f32>();
    dyn_item(xp, c) c.any(xp).item().map(drop);
    dyn_add_number(xp, c) c.any(xp).add(c.number());
    dyn_add_integer(xp, c) c.any(xp).add(c.integer());
    dyn_compare_number(xp, c) c.any(xp).less(c.integer());
    dyn_power_of_number(xp, c) c.any(xp).power(c.integer());
    dyn_assign_number(xp, c) changed(c.any(xp), |x| x.assign(s![c.offset()..c.offset(); c.offset()], c.number()));
    dyn_save_npy(xp, c) c.any(xp).save_npy(Scratch::new().path("any.npy"));
    dyn_load_npy(xp, c) {
        let scratch = Scratch::new();
        let path = scratch.path("array.npy");
        c.any(xp).save_npy(&path)?;
        let bytes = c.damaged(&fs::read(&path).expect("the file"));
        xp.load_npy_any(scratch.write("damaged.npy", &bytes))
    };
    // Functions of one value and of two.
    dyn_exp(xp, c) c.any(xp).exp();
    dyn_exp2(xp, c) c.any(xp).exp2();
    dyn_expm1(xp, c) c.any(xp).expm1();
    dyn_log(xp, c) c.any(xp).log();
    dyn_log2(xp, c) c.any(xp).log2();
    dyn_log10(xp, c) c.any(xp).log10();
    dyn_log1p(xp, c) c.any(xp).log1p();
    dyn_sqrt(xp, c) c.any(xp).sqrt();
    dyn_cbrt(xp, c) c.any(xp).cbrt();
    dyn_square(xp, c) c.any(xp).square();
    dyn_reciprocal(xp, c) c.any(xp).reciprocal();
    dyn_negative(xp, c) c.any(xp).negative();
    dyn_absolute(xp, c) c.any(xp).absolute();
    dyn_sign(xp, c) c.any(xp).sign();
    dyn_i0(xp, c) c.any(xp).i0();
    dyn_sinc(xp, c) c.any(xp).sinc();
    dyn_sin(xp, c) c.any(xp).sin();
    dyn_cos(xp, c) c.any(xp).cos();
    dyn_tan(xp, c) c.any(xp).tan();
    dyn_arcsin(xp, c) c.any(xp).arcsin();
    dyn_arccos(xp, c) c.any(xp).arccos();
    dyn_arctan(xp, c) c.any(xp).arctan();
    dyn_sinh(xp, c) c.any(xp).sinh();
    dyn_cosh(xp, c) c.any(xp).cosh();
    dyn_tanh(xp, c) c.any(xp).tanh();
    dyn_arcsinh(xp, c) c.any(xp).arcsinh();
    dyn_arccosh(xp, c) c.any(xp).arccosh();
    dyn_arctanh(xp, c) c.any(xp).arctanh();
    dyn_degrees(xp, c) c.any(xp).degrees();
    dyn_radians(xp, c) c.any(xp).radians();
    dyn_isfinite(xp, c) c.any(xp).isfinite();
    dyn_isinf(xp, c) c.any(xp).isinf();
    dyn_isnan(xp, c) c.any(xp).isnan();
    dyn_logical_not(xp, c) c.any(xp).logical_not();
    dyn_signbit(xp, c) c.any(xp).signbit();
    dyn_isposinf(xp, c) c.any(xp).isposinf();
    dyn_isneginf(xp, c) c.any(xp).isneginf();
    dyn_iscomplex(xp, c) c.any(xp).iscomplex();
    dyn_isreal(xp, c) c.any(xp).isreal();
    dyn_invert(xp, c) c.any(xp).invert();
    dyn_bitwise_count(xp, c) c.any(xp).bitwise_count();
    dyn_rint(xp, c) c.any(xp).rint();
    dyn_floor(xp, c) c.any(xp).floor();
    dyn_ceil(xp, c) c.any(xp).ceil();
    dyn_trunc(xp, c) c.any(xp).trunc();
    dyn_fix(xp, c) c.any(xp).fix();
    dyn_positive(xp, c) c.any(xp).positive();
    dyn_conj(xp, c) c.any(xp).conj();
    dyn_real(xp, c) c.any(xp).real();
    dyn_imag(xp, c) c.any(xp).imag();
    dyn_angle(xp, c) c.any(xp).angle();
    dyn_subtract(xp, c) c.any(xp).subtract(c.any(xp));
    dyn_divide(xp, c) c.any(xp).divide(c.any(xp));
    dyn_remainder(xp, c) c.any(xp).remainder(c.any(xp));
    dyn_floor_divide(xp, c) c.any(xp).floor_divide(c.any(xp));
    dyn_fmod(xp, c) c.any(xp).fmod(c.any(xp));
    dyn_arctan2(xp, c) c.any(xp).arctan2(c.any(xp));
    dyn_hypot(xp, c) c.any(xp).hypot(c.any(xp));
    dyn_logaddexp(xp, c) c.any(xp).logaddexp(c.any(xp));
    dyn_logaddexp2(xp, c) c.any(xp).logaddexp2(c.any(xp));
    dyn_gcd(xp, c) c.any(xp).gcd(c.any(xp));
    dyn_lcm(xp, c) c.any(xp).lcm(c.any(xp));
    dyn_bitwise_and(xp, c) c.any(xp).bitwise_and(c.any(xp));
    dyn_bitwise_or(xp, c) c.any(xp).bitwise_or(c.any(xp));
    dyn_bitwise_xor(xp, c) c.any(xp).bitwise_xor(c.any(xp));
    dyn_left_shift(xp, c) c.any(xp).left_shift(c.any(xp));
    dyn_right_shift(xp, c) c.any(xp).right_shift(c.any(xp));
    dyn_logical_and(xp, c) c.any(xp).logical_and(c.any(xp));
    dyn_logical_or(xp, c) c.any(xp).logical_or(c.any(xp));
    dyn_logical_xor(xp, c) c.any(xp).logical_xor(c.any(xp));
    dyn_equal(xp, c) c.any(xp).equal(c.any(xp));
    dyn_not_equal(xp, c) c.any(xp).not_equal(c.any(xp));
    dyn_less(xp, c) c.any(xp).less(c.any(xp));
    dyn_greater(xp, c) c.any(xp).greater(c.any(xp));
    dyn_minimum(xp, c) c.any(xp).minimum(c.any(xp));
    dyn_maximum(xp, c) c.any(xp).maximum(c.any(xp));
    dyn_fmin(xp, c) c.any(xp).fmin(c.any(xp));
    dyn_fmax(xp, c) c.any(xp).fmax(c.any(xp));
    dyn_copysign(xp, c) c.any(xp).copysign(c.any(xp));
    dyn_nextafter(xp, c) c.any(xp).nextafter(c.any(xp));
    dyn_float_power(xp, c) c.any(xp).float_power(c.any(xp));
    dyn_heaviside(xp, c) c.any(xp).heaviside(c.any(xp));

    // Shapes and parts.
    dyn_reshape(xp, c) c.any(xp).reshape(c.offsets());
    dyn_reshape_to_counts(xp, c) c.any(xp).reshape(c.counts());
    dyn_broadcast_to(xp, c) c.any(xp).broadcast_to(c.shape());
    dyn_permute_dims(xp, c) c.any(xp).permute_dims(c.axes());
    dyn_swapaxes(xp, c) c.any(xp).swapaxes(c.axis(), c.axis());
    dyn_moveaxis(xp, c) c.any(xp).moveaxis(c.axis(), c.axis());
    dyn_moveaxis_of_several(xp, c) c.any(xp).moveaxis(c.axes(), c.axes());
    dyn_expand_dims_of_several(xp, c) c.any(xp).expand_dims(c.axes());
    dyn_expand_dims(xp, c) c.any(xp).expand_dims(c.axis());
    dyn_squeeze(xp, c) c.any(xp).squeeze(&c.axes()[..]);
    dyn_flip(xp, c) c.any(xp).flip(&c.axes()[..]);
    dyn_rot90(xp, c) c.any(xp).rot90_with(Rot90::new().k(c.offset()).axes([c.axis(), c.axis()]));
    dyn_slice(xp, c) c.any(xp).slice(s![c.offset()..c.offset(); c.offset(), ..c.offset(), c.offset()..; c.offset()]);
    dyn_slice_at(xp, c) c.any(xp).slice(s![c.offset(), NewAxis, Ellipsis, ..; c.offset()]);
    dyn_split(xp, c) c.any(xp).split(c.count(), c.axis());
    dyn_split_at(xp, c) c.any(xp).split(&c.offsets()[..], c.axis());
    dyn_array_split(xp, c) c.any(xp).array_split(c.count(), c.axis());
    dyn_hsplit(xp, c) c.any(xp).hsplit(c.count());
    dyn_vsplit(xp, c) c.any(xp).vsplit(c.count());
    dyn_dsplit(xp, c) c.any(xp).dsplit(c.count());
    dyn_unstack(xp, c) c.any(xp).unstack(c.axis());
    dyn_concatenate(xp, c) xp.concatenate(&[&c.any(xp), &c.any(xp)], c.axis());
    dyn_stack(xp, c) xp.stack(&[&c.any(xp), &c.any(xp)], c.axis());
    dyn_vstack(xp, c) xp.vstack(&[&c.any(xp), &c.any(xp)]);
    dyn_hstack(xp, c) xp.hstack(&[&c.any(xp), &c.any(xp)]);
    dyn_dstack(xp, c) xp.dstack(&[&c.any(xp), &c.any(xp)]);
    dyn_column_stack(xp, c) xp.column_stack(&[&c.any(xp), &c.any(xp)]);
    dyn_append(xp, c) c.any(xp).append(&c.any(xp), c.maybe_axis());
    dyn_repeat(xp, c) c.any(xp).repeat(c.count(), c.maybe_axis());
    dyn_repeat_each(xp, c) c.any(xp).repeat(&c.counts()[..], c.maybe_axis());
    dyn_tile(xp, c) c.any(xp).tile(c.counts());
    dyn_resize(xp, c) c.any(xp).resize(c.shape());
    dyn_roll(xp, c) c.any(xp).roll(c.offset(), c.maybe_axis());
    dyn_pad(xp, c) c.any(xp).pad_with(&c.pairs()[..], PadMode::Constant(Scalar::new(c.number())));
    dyn_pad_odd(xp, c) c.any(xp).pad_with(&c.pairs()[..], Pad::new(c.of(&[PadMode::Reflect, PadMode::Symmetric])).odd(true));
    dyn_pad_statistic(xp, c) c.any(xp).pad_with(c.count(), Pad::new(c.of(&[PadMode::Mean, PadMode::Median])).lengths(c.count()));
    dyn_pad_all(xp, c) c.any(xp).pad_with(c.count(), PadMode::Constant(Scalar::new(c.number())));
    dyn_roll_of_axes(xp, c) c.any(xp).roll(&c.offsets()[..], &c.axes()[..]);
    dyn_sliding_window_view(xp, c) c.any(xp).sliding_window_view(c.counts(), c.axes());
    dyn_as_strided(xp, c) c.any(xp).as_strided(c.shape(), &c.offsets());
    dyn_apply_along_axis(xp, c) c.any(xp).apply_along_axis(c.axis(), |rows| rows.sum(&c.axes()[..]));
    dyn_apply_over_axes(xp, c) c.any(xp).apply_over_axes(c.axes(), |x, axis| x.max(axis));
    dyn_piecewise(xp, c) c.any(xp).piecewise(&[&c.any(xp)], &[&|x| Ok(x.clone())]);
    dyn_insert_at_array(xp, c) c.any(xp).insert(&c.any(xp), c.any(xp), c.maybe_axis());
    dyn_insert_at_range(xp, c) c.any(xp).insert(c.offset()..c.offset(), c.any(xp), c.maybe_axis());
    dyn_delete_array(xp, c) c.any(xp).delete(&c.any(xp), c.maybe_axis());
    dyn_delete_mask(xp, c) c.any(xp).delete(&c.mask(xp), c.maybe_axis());
    dyn_delete_range(xp, c) c.any(xp).delete(SliceRange::from(c.offset()..c.offset()).step(c.offset()), c.maybe_axis());
    dyn_insert(xp, c) c.any(xp).insert(&c.offsets()[..], c.any(xp), c.maybe_axis());
    dyn_delete(xp, c) c.any(xp).delete(&c.offsets()[..], c.maybe_axis());
    dyn_trim_zeros(xp, c) c.any(xp).trim_zeros_with(c.of(&[Trim::Front, Trim::Back, Trim::Both]));
    dyn_diag(xp, c) c.any(xp).diag_with(c.offset());
    dyn_diagflat(xp, c) c.any(xp).diagflat_with(c.offset());
    dyn_diagonal(xp, c) c.any(xp).diagonal_with(Diagonal::new().offset(c.offset()).axes(c.axis(), c.axis()));
    dyn_trace(xp, c) c.any(xp).trace_with(Diagonal::new().offset(c.offset()).axes(c.axis(), c.axis()));
    dyn_asfortranarray(xp, c) c.any(xp).asfortranarray();
    dyn_asarray_chkfinite(xp, c) c.any(xp).asarray_chkfinite();
    dyn_partition_of_several(xp, c) c.any(xp).argpartition_with(c.offsets(), Sort::new().axis(c.axis()));
    dyn_tril(xp, c) c.any(xp).tril_with(c.offset());
    dyn_triu(xp, c) c.any(xp).triu_with(c.offset());

    // Elementwise.
    dyn_add(xp, c) c.any(xp).add(c.any(xp));
    dyn_multiply(xp, c) c.any(xp).multiply(c.any(xp));
    dyn_divmod(xp, c) c.any(xp).divmod(c.any(xp));
    dyn_power(xp, c) c.any(xp).power(c.any(xp));
    dyn_round(xp, c) c.any(xp).round(c.small());
    dyn_ldexp(xp, c) c.any(xp).ldexp(&c.any(xp));
    dyn_frexp(xp, c) c.any(xp).frexp();
    dyn_modf(xp, c) c.any(xp).modf();
    dyn_clip(xp, c) c.any(xp).clip(c.number(), c.number());
    dyn_nan_to_num(xp, c) c.any(xp).nan_to_num_with(NanToNum::new().nan(c.number()).posinf(c.maybe_number()).neginf(c.maybe_number()));
    dyn_isclose(xp, c) c.any(xp).isclose_with(c.any(xp), Tolerance::new().rtol(c.number()).atol(c.number()).equal_nan(c.flag()));
    dyn_allclose(xp, c) c.any(xp).allclose_with(c.any(xp), Tolerance::new().rtol(c.number()).atol(c.number()).equal_nan(c.flag()));
    dyn_where(xp, c) c.any(xp).where_(c.any(xp), c.any(xp));
    dyn_choose(xp, c) c.any(xp).choose(&[&c.any(xp), &c.any(xp)]);
    dyn_choose_with(xp, c) c.any(xp).choose_with(&[&c.any(xp), &c.any(xp)], c.of(&INDEX_MODES));
    dyn_unwrap_phase(xp, c) c.any(xp).unwrap_phase_with(Unwrap::new().discont(c.maybe_number()).axis(c.axis()).period(c.number()));
    dyn_packbits(xp, c) c.any(xp).packbits_with(PackBits::new().axis(c.maybe_axis()));
    dyn_unpackbits(xp, c) c.any(xp).unpackbits_with(PackBits::new().axis(c.maybe_axis()).order(BitOrder::Little));

    // Reductions and scans.
    dyn_sum(xp, c) c.any(xp).sum(&c.axes()[..]);
    dyn_sum_keeping(xp, c) c.any(xp).sum(keepdims(&c.axes()[..]));
    dyn_prod(xp, c) c.any(xp).prod(&c.axes()[..]);
    dyn_mean(xp, c) c.any(xp).mean(&c.axes()[..]);
    dyn_mean_where(xp, c) c.any(xp).mean_where(&c.axes()[..], &c.mask(xp));
    dyn_std_where(xp, c) c.any(xp).std_where(&c.axes()[..], &c.mask(xp), Variance::new().ddof(c.number()));
    dyn_var_where(xp, c) c.any(xp).var_where(&c.axes()[..], &c.mask(xp), Variance::new().ddof(c.number()));
    dyn_var_ddof(xp, c) c.any(xp).var_with(&c.axes()[..], Variance::new().ddof(c.number()));
    dyn_std_ddof(xp, c) c.any(xp).std_with(&c.axes()[..], Variance::new().ddof(c.number()));
    dyn_max(xp, c) c.any(xp).max(&c.axes()[..]);
    dyn_ptp(xp, c) c.any(xp).ptp(&c.axes()[..]);
    dyn_argmax(xp, c) c.any(xp).argmax(&c.axes()[..]);
    dyn_nanargmin(xp, c) c.any(xp).nanargmin(&c.axes()[..]);
    dyn_all(xp, c) c.any(xp).all(&c.axes()[..]);
    dyn_count_nonzero(xp, c) c.any(xp).count_nonzero(&c.axes()[..]);
    dyn_average_of_axes(xp, c) c.any(xp).average(&c.axes()[..]);
    dyn_average(xp, c) c.any(xp).average_returned(&c.axes()[..], &c.any(xp));
    dyn_median(xp, c) c.any(xp).median(&c.axes()[..]);
    dyn_nanmedian(xp, c) c.any(xp).nanmedian(&c.axes()[..]);
    dyn_quantile(xp, c) c.any(xp).quantile(&c.numbers()[..], &c.axes()[..]);
    dyn_percentile(xp, c) c.any(xp).percentile(c.number(), &c.axes()[..]);
    dyn_quantile_with(xp, c) c.any(xp).quantile_with(&c.numbers()[..], &c.axes()[..], quantile(c));
    dyn_percentile_with(xp, c) c.any(xp).percentile_with(c.number(), &c.axes()[..], quantile(c));
    dyn_nanquantile(xp, c) c.any(xp).nanquantile_with(&c.real(xp), &c.axes()[..], quantile(c));
    dyn_nanpercentile(xp, c) c.any(xp).nanpercentile_with(&c.numbers()[..], &c.axes()[..], quantile(c));
    dyn_norm(xp, c) c.any(xp).norm(&c.axes()[..]);
    dyn_norm_with(xp, c) c.any(xp).norm_with(&c.axes()[..], Norm::new().ord(c.of(&ORDERS)));
    dyn_cumsum(xp, c) c.any(xp).cumsum(c.maybe_axis());
    dyn_cummax(xp, c) c.any(xp).cummax(c.maybe_axis());
    dyn_cumulative_sum(xp, c) c.any(xp).cumulative_sum_with(c.axis(), Cumulative::new().include_initial(c.flag()));
    dyn_diff(xp, c) c.any(xp).diff_with(Diff::new().n(c.count()).axis(c.axis()));
    dyn_diff_with_ends(xp, c) c.any(xp).diff_with(Diff::new().n(c.count()).axis(c.axis()).prepend(&c.any(xp)).append(&c.any(xp)));
    dyn_ediff1d(xp, c) c.any(xp).ediff1d_with(Ediff1d::new().to_end(&c.any(xp)).to_begin(&c.any(xp)));
    dyn_gradient(xp, c) c.any(xp).gradient_with(c.axis(), Gradient::new().spacing(c.number()).edge_order(c.count()));
    dyn_gradient_at(xp, c) c.any(xp).gradient_with(c.axis(), Gradient::new().spacing(c.any(xp)).edge_order(c.of(&[1, 2])));
    dyn_gradients(xp, c) c.any(xp).gradients_with(&c.axes()[..], Gradient::new().edge_order(c.of(&[1, 2])));
    dyn_trapezoid(xp, c) c.any(xp).trapezoid_with(Trapezoid::new().dx(c.number()).axis(c.axis()));
    dyn_trapezoid_at(xp, c) c.any(xp).trapezoid_with(Trapezoid::new().x(&c.any(xp)).axis(c.axis()));
    dyn_cov(xp, c) c.any(xp).cov_with(Covariance::new().rowvar(c.flag()).ddof(c.number()));
    dyn_cov_of_two(xp, c) c.any(xp).cov_with(Covariance::new().y(&c.any(xp)).rowvar(c.flag()));
    dyn_cov_of_weights(xp, c) c.any(xp).cov_with(Covariance::new().fweights(&c.any(xp)).aweights(&c.any(xp)).ddof(c.number()));
    dyn_corrcoef(xp, c) c.any(xp).corrcoef_with(Covariance::new().rowvar(c.flag()));
    dyn_convolve(xp, c) c.any(xp).convolve_with(&c.any(xp), c.of(&MODES));
    dyn_correlate(xp, c) c.any(xp).correlate_with(&c.any(xp), c.of(&MODES));

    // Order, sets and counts.
    dyn_sort(xp, c) c.any(xp).sort();
    dyn_sort_axis(xp, c) c.any(xp).sort_with(Sort::new().axis(c.axis()));
    dyn_argsort_axis(xp, c) c.any(xp).argsort_with(Sort::new().axis(c.axis()));
    dyn_lexsort(xp, c) c.any(xp).lexsort();
    dyn_partition(xp, c) c.any(xp).partition_with(c.offset(), Sort::new().axis(c.axis()));
    dyn_argpartition(xp, c) c.any(xp).argpartition_with(c.offset(), Sort::new().axis(c.axis()));
    dyn_searchsorted(xp, c) c.any(xp).searchsorted_with(c.any(xp), c.of(&SIDES));
    dyn_searchsorted_with_sorter(xp, c) c.any(xp).searchsorted_with(c.any(xp), SearchSorted::new().side(c.of(&SIDES)).sorter(&c.any(xp)));
    dyn_digitize(xp, c) c.any(xp).digitize_with(&c.any(xp), Digitize::new().right(c.flag()));
    dyn_interp(xp, c) c.any(xp).interp_with(&c.any(xp), &c.any(xp), Interp::new().left(c.maybe_number()).right(c.maybe_number()));
    dyn_interp_of_period(xp, c) c.any(xp).interp_with(&c.any(xp), &c.any(xp), Interp::new().period(c.number()));
    dyn_unique_all(xp, c) c.any(xp).unique_all_with(Unique::new().equal_nan(c.flag()));
    dyn_unique_with(xp, c) c.any(xp).unique_with(Unique::new().axis(c.axis()).equal_nan(c.flag()));
    dyn_intersect1d_indices(xp, c) c.any(xp).intersect1d_indices(&c.any(xp));
    dyn_isin(xp, c) c.any(xp).isin(&c.any(xp));
    dyn_setxor1d(xp, c) c.any(xp).setxor1d(&c.any(xp));
    dyn_bincount(xp, c) c.any(xp).bincount_with(Bincount::new().minlength(c.count()));
    dyn_bincount_weights(xp, c) c.any(xp).bincount_with(Bincount::new().weights(&c.any(xp)).minlength(c.count()));
    dyn_histogram(xp, c) c.any(xp).histogram(bins(c));
    dyn_histogram_of_range(xp, c) c.any(xp).histogram(c.count());
    dyn_histogram_of_edges(xp, c) c.any(xp).histogram(&c.any(xp));
    dyn_histogram_weights(xp, c) c.any(xp).histogram_with(bins(c), Histogram::new().weights(&c.any(xp)));
    dyn_histogram_density(xp, c) c.any(xp).histogram_with(bins(c), Histogram::new().weights(&c.any(xp)).density());
    dyn_histogram_bin_edges(xp, c) c.any(xp).histogram_bin_edges(bins(c));
    dyn_histogram2d(xp, c) c.any(xp).histogram2d_with(&c.any(xp), (bins(c), c.count()), Histogram::new().weights(&c.any(xp)));
    dyn_histogram2d_density(xp, c) c.any(xp).histogram2d_with(&c.any(xp), (bins(c), c.count()), Histogram::new().density());
    dyn_histogramdd_density(xp, c) c.any(xp).histogramdd_with(&[Bins::Equal(c.count(), None)], Histogram::new().weights(&c.any(xp)).density());
    dyn_histogramdd(xp, c) c.any(xp).histogramdd(&[Bins::Equal(c.count(), None), Bins::Edges(c.any(xp))]);

    // Indices and masks.
    dyn_take(xp, c) c.any(xp).take(c.any(xp), c.maybe_axis());
    dyn_take_with(xp, c) c.any(xp).take_with(c.any(xp), c.maybe_axis(), c.of(&INDEX_MODES));
    dyn_take_at(xp, c) c.any(xp).take_at([&c.any(xp), &c.any(xp)]);
    dyn_take_along_axis(xp, c) c.any(xp).take_along_axis(c.any(xp), c.axis());
    dyn_compress(xp, c) c.any(xp).compress(&c.any(xp), c.maybe_axis());
    dyn_extract(xp, c) c.any(xp).extract(&c.any(xp));
    dyn_mask(xp, c) c.any(xp).mask(&c.any(xp));
    dyn_nonzero(xp, c) c.any(xp).nonzero();
    dyn_argwhere(xp, c) c.any(xp).argwhere();
    dyn_unravel_index(xp, c) c.any(xp).unravel_index(c.shape());
    dyn_assign(xp, c) changed(c.any(xp), |x| x.assign(s![c.offset()..c.offset(); c.offset()], c.any(xp)));
    dyn_assign_mask(xp, c) changed(c.any(xp), |x| x.assign_mask(&c.any(xp), c.any(xp)));
    dyn_put(xp, c) changed(c.any(xp), |x| x.put(c.any(xp), c.any(xp)));
    dyn_put_with(xp, c) changed(c.any(xp), |x| x.put_with(c.any(xp), c.any(xp), c.of(&INDEX_MODES)));
    dyn_place(xp, c) changed(c.any(xp), |x| x.place(&c.any(xp), c.any(xp)));
    dyn_put_at(xp, c) changed(c.any(xp), |x| x.put_at([&c.any(xp), &c.any(xp)], c.number()));
    dyn_put_mask(xp, c) changed(c.any(xp), |x| x.put_mask(&c.any(xp), c.any(xp)));
    dyn_put_along_axis(xp, c) changed(c.any(xp), |x| x.put_along_axis(c.any(xp), c.any(xp), c.axis()));
    dyn_add_at(xp, c) changed(c.any(xp), |x| x.add_at([&c.any(xp)], c.any(xp)));
    dyn_index_add(xp, c) changed(c.any(xp), |x| x.index_add(c.any(xp), c.any(xp), c.axis()));
    dyn_index_put(xp, c) changed(c.any(xp), |x| x.index_put(c.any(xp), c.any(xp), c.axis()));
    dyn_copyto(xp, c) changed(c.any(xp), |x| x.copyto(c.any(xp), &c.any(xp)));
    dyn_fill_diagonal(xp, c) changed(c.any(xp), |x| x.fill_diagonal(c.any(xp)));
    dyn_fill_diagonal_wrapping(xp, c) changed(c.any(xp), |x| x.fill_diagonal_wrapping(c.any(xp)));

    // Linear algebra.
    dyn_matmul(xp, c) c.any(xp).matmul(&c.any(xp));
    dyn_dot(xp, c) c.any(xp).dot(&c.any(xp));
    dyn_vdot(xp, c) c.any(xp).vdot(&c.any(xp));
    dyn_outer(xp, c) c.any(xp).outer(&c.any(xp));
    dyn_inner(xp, c) c.any(xp).inner(&c.any(xp));
    dyn_kron(xp, c) c.any(xp).kron(&c.any(xp));
    dyn_tensordot(xp, c) c.any(xp).tensordot(&c.any(xp), (&c.axes()[..], &c.axes()[..]));
    dyn_cross(xp, c) c.any(xp).cross(&c.any(xp));
    dyn_cross_with(xp, c) c.any(xp).cross_with(&c.any(xp), Cross::new().axisa(c.axis()).axisb(c.axis()).axisc(c.axis()));
    dyn_vander(xp, c) c.any(xp).vander_with(Vander::new().columns(c.count()).increasing(c.flag()));
    dyn_cholesky(xp, c) c.any(xp).cholesky();
    dyn_lu(xp, c) c.any(xp).lu();
    dyn_qr_with(xp, c) c.any(xp).qr_with(Qr::new().mode(c.of(&[QrMode::Reduced, QrMode::Complete])));
    dyn_solve(xp, c) c.any(xp).solve(&c.any(xp));
    dyn_solve_triangular(xp, c) c.any(xp).solve_triangular_with(&c.any(xp), triangle(c));
    dyn_inv(xp, c) c.any(xp).inv();
    dyn_det(xp, c) c.any(xp).det();
    dyn_slogdet(xp, c) c.any(xp).slogdet();
    dyn_pinv(xp, c) c.any(xp).pinv_with(cutoff(c));
    dyn_lstsq(xp, c) c.any(xp).lstsq_with(&c.any(xp), cutoff(c)).map(drop);
    dyn_matrix_power(xp, c) c.any(xp).matrix_power(c.small());
    dyn_matrix_rank(xp, c) c.any(xp).matrix_rank_with(MatrixRank::new().rtol(c.number()).hermitian(c.flag()));
    dyn_matrix_rank_tol(xp, c) c.any(xp).matrix_rank_with(MatrixRank::new().tol(c.number()));
    dyn_tensorsolve(xp, c) c.any(xp).tensorsolve(&c.any(xp));
    dyn_tensorsolve_with(xp, c) c.any(xp).tensorsolve_with(&c.any(xp), c.axes());
    dyn_tensorinv(xp, c) c.any(xp).tensorinv(c.count());
    dyn_multi_dot(xp, c) xp.multi_dot(&[&c.any(xp), &c.any(xp), &c.any(xp)]);
    dyn_vecdot(xp, c) c.any(xp).vecdot(&c.any(xp));
    dyn_matvec(xp, c) c.any(xp).matvec(&c.any(xp));
    dyn_vecmat(xp, c) c.any(xp).vecmat(&c.any(xp));
    dyn_qr_r(xp, c) c.any(xp).qr_r();
    dyn_norm_of_matrix(xp, c) c.any(xp).norm_with([-2, -1], Norm::new().ord(c.of(&ORDERS)));
    dyn_cond(xp, c) c.any(xp).cond_with(Norm::new().ord(c.of(&ORDERS)));
    dyn_svd(xp, c) c.any(xp).svd();
    dyn_svd_with(xp, c) c.any(xp).svd_with(Svd::new().full_matrices(c.flag()));
    dyn_eigh(xp, c) c.any(xp).eigh();
    dyn_eigvalsh(xp, c) c.any(xp).eigvalsh();

    // Polynomials.
    dyn_polyval(xp, c) c.any(xp).polyval(&c.any(xp));
    dyn_polyadd(xp, c) c.any(xp).polyadd(&c.any(xp));
    dyn_polysub(xp, c) c.any(xp).polysub(&c.any(xp));
    dyn_polymul(xp, c) c.any(xp).polymul(&c.any(xp));
    dyn_polydiv(xp, c) c.any(xp).polydiv(&c.any(xp));
    dyn_polyder(xp, c) c.any(xp).polyder(c.count());
    dyn_polyint(xp, c) c.any(xp).polyint_with(Polyint::new().m(c.of(&[0, 1, 3, usize::MAX])).k(c.numbers()));
    dyn_poly(xp, c) c.any(xp).poly();
    dyn_polyfit(xp, c) c.any(xp).polyfit_full(&c.any(xp), c.of(&[0, 1, 2, 7, usize::MAX]), Polyfit::new().w(&c.any(xp))).map(|fit| fit.x);
    dyn_polyfit_cov(xp, c) c.any(xp).polyfit_cov(&c.any(xp), c.of(&[0, 1, 2]), Polyfit::new());
    dyn_polynomial_polyval(xp, c) polynomial::polyval(&c.any(xp), &c.any(xp));
    dyn_polyvalfromroots(xp, c) polynomial::polyvalfromroots(&c.any(xp), &c.any(xp));
    dyn_polyvander(xp, c) polynomial::polyvander(&c.any(xp), c.count());
    dyn_polycompanion(xp, c) polynomial::polycompanion(&c.any(xp));
    dyn_trimseq(xp, c) polynomial::trimseq(&c.any(xp));
    dyn_trimcoef(xp, c) polynomial::trimcoef(&c.any(xp), c.number());

    // Transforms.
    dyn_fft(xp, c) c.any(xp).fft_with(along(c));
    dyn_ifft(xp, c) c.any(xp).ifft_with(along(c));
    dyn_rfft(xp, c) c.any(xp).rfft_with(along(c));
    dyn_irfft(xp, c) c.any(xp).irfft_with(along(c));
    dyn_hfft(xp, c) c.any(xp).hfft_with(along(c));
    dyn_ihfft(xp, c) c.any(xp).ihfft_with(along(c));
    dyn_fftn(xp, c) c.any(xp).fftn_with(FftN::new().shape(&c.counts()).axes(&c.axes()));
    dyn_rfftn(xp, c) c.any(xp).rfftn_with(FftN::new().axes(&c.axes()));
    dyn_irfftn(xp, c) c.any(xp).irfftn_with(FftN::new().shape(&c.counts()).norm(FftNorm::Forward));
    dyn_irfft2(xp, c) c.any(xp).irfft2_with(FftN::new().norm(FftNorm::Ortho));
    dyn_fftshift(xp, c) c.any(xp).fftshift(&c.axes()[..]);
}
