//! The conformance suite: generic tests, the same for every backend.
//!
//! A case is a function `fn case<B: Backend>(xp: &B)` that panics if the backend is wrong. `tests/*.rs`
//! instantiates all of them for one backend by [`conformance!`]. Expected values are NumPy's: literals, or
//! the data that `generate.py` wrote.

pub mod compare;
pub mod data;
pub mod elementwise;
pub mod fusion;
pub mod kernels;
pub mod large;
pub mod layouts;
pub mod mixed;
pub mod operators;
pub mod promotion;
pub mod reductions;
pub mod scans;
pub mod sorting;
pub mod statistics;
pub mod types;

/// Makes a `#[test]` for each case of the suite, on the backend that the expression opens.
#[macro_export]
macro_rules! conformance {
    ($open:expr) => {
        $crate::conformance! { @ $open;
            fusion: rational_is_one_kernel_and_one_allocation, generated_sum_reads_no_array,
                reduction_with_epilogue_is_one_kernel, centering_is_two_kernels, standardizing_is_two_kernels,
                held_intermediates_are_outputs, common_subexpressions_are_computed_once, dying_operands_are_overwritten,
                long_chains_are_bounded, views_compose, slices_of_deferred_arrays;
            elementwise: trigonometric, exponential, arithmetic, rounding_and_parts, parts_and_extrema, logic_and_bits;
            kernels: map_of_one_and_several, map_reduce_and_scan, raw_inputs_are_indexed, wrong_use_is_an_error;
            large: integers_are_exact, first_extremum_of_many, axes_of_large_arrays, sums_are_accurate,
                half_precision_accumulates_in_single, variances_do_not_cancel;
            mixed: types_promote, signed_and_unsigned_compare_exactly, powers, integers_wrap, compound_assignment,
                equality_of_arrays, packed_bits;
            operators: operands_are_owned_or_borrowed, scalars_stand_on_either_side, truth_values, division_is_numpys,
                integers_wrap_and_shift, shapes_broadcast, mismatched_shapes, complex_arithmetic;
            promotion: pairs_promote_as_numpys, conversions, conversions_out_of_range_saturate;
            reductions: sums, products, means, extrema, variances, vector_norms, matrix_norms, wrong_axes_and_no_elements,
                no_axes_and_repeated_elements, extrema_of_special_values;
            scans: cumulative, medians, other_scans, calculus, unwrapped_angles;
            sorting: sorted, distinct_and_searched, other_orders, sets, searching;
            statistics: histograms, counts, quantiles, averages, correlation, convolutions;
        }
    };
    (@ $open:expr; $($family:ident: $($case:ident),*;)*) => {
        $(mod $family {
            $(#[test]
            fn $case() {
                $crate::$family::$case(&$open);
            })*
        })*
    };
}
