//! The conformance suite: generic tests, the same for every backend.
//!
//! A case is a function `fn case<B: Backend>(xp: &B)` that panics if the backend is wrong. `tests/*.rs`
//! instantiates all of them for one backend by [`conformance!`]. Expected values are NumPy's: literals, or
//! the data that `generate.py` wrote.

pub mod arrays;
pub mod compare;
pub mod data;
pub mod fusion;
pub mod indexing;
pub mod kernels;
pub mod padding;
pub mod rearranging;
pub mod views;
pub mod writing;

/// Makes a `#[test]` for each case of the suite, on the backend that the expression opens.
#[macro_export]
macro_rules! conformance {
    ($open:expr) => {
        $crate::conformance! { @ $open;
            fusion: rational_is_one_kernel_and_one_allocation, generated_sum_reads_no_array,
                reduction_with_epilogue_is_one_kernel, centering_is_two_kernels, standardizing_is_two_kernels,
                held_intermediates_are_outputs, common_subexpressions_are_computed_once, dying_operands_are_overwritten,
                long_chains_are_bounded, views_compose, slices_of_deferred_arrays;
            kernels: map_of_one_and_several, map_reduce_and_scan, raw_inputs_are_indexed, wrong_use_is_an_error;
            views: slices, slices_out_of_bounds, shapes, shape_errors, orders, diagonals, traces;
            rearranging: joining, joining_is_few_kernels, joining_errors, splitting, repeating, inserting, grids;
            padding: copies, computed;
            indexing: taking, every_element_type, taking_out_of_bounds, masking, choosing;
            writing: slices, deferred_readers, unshared_is_in_place, masks, indices, sums, out_of_bounds;
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
