//! The conformance suite: generic tests, the same for every backend.
//!
//! A case is a function `fn case<B: Backend>(xp: &B)` that panics if the backend is wrong. `tests/*.rs`
//! instantiates all of them for one backend by [`conformance!`] or [`cases!`]. Expected values are NumPy's: literals, or
//! the data that `generate.py` wrote.

pub mod arrays;
pub mod assertions;
pub mod assigning;
#[cfg(feature = "autodiff")]
pub mod autodiff;
#[cfg(feature = "autodiff")]
pub mod autodiff_audit;
#[cfg(feature = "autodiff")]
pub mod autodiff_branches;
#[cfg(feature = "autodiff")]
pub mod autodiff_factors;
#[cfg(feature = "autodiff")]
pub mod autodiff_implicit;
#[cfg(feature = "autodiff")]
pub mod autodiff_kernels;
#[cfg(feature = "autodiff")]
pub mod autodiff_programs;
#[cfg(feature = "autodiff")]
pub mod autodiff_random;
#[cfg(feature = "autodiff")]
pub mod autodiff_sparse;
#[cfg(feature = "autodiff")]
pub mod autodiff_structures;
pub mod compare;
pub mod concurrency;
pub mod creation;
pub mod data;
pub mod distributions;
pub mod dlpack;
pub mod dynamic;
pub mod eig;
pub mod einsum;
pub mod elementwise;
pub mod epilogues;
pub mod expressions;
pub mod fft;
pub mod files;
#[cfg(feature = "scipy")]
pub mod filtering;
#[cfg(feature = "scipy")]
pub mod filtering_modes;
pub mod functional;
pub mod functions;
pub mod fusion;
pub mod getitem;
#[cfg(any(feature = "cuda", feature = "rocm", feature = "wgpu"))]
pub mod gpu;
pub mod hostile;
pub mod indexing;
pub mod interchange;
#[cfg(feature = "scipy")]
pub mod interpolate;
#[cfg(feature = "scipy")]
pub mod interpolate_grids;
#[cfg(feature = "scipy")]
pub mod interpolate_rational;
#[cfg(feature = "scipy")]
pub mod interpolate_splines;
pub mod jit;
pub mod kernels;
pub mod large;
#[cfg(feature = "scipy")]
pub mod large_spectra;
pub mod layouts;
pub mod lies;
pub mod linalg;
pub mod loops;
pub mod matmul;
pub mod matrices;
pub mod memory;
pub mod mixed;
#[cfg(feature = "scipy")]
pub mod ndimage_filters;
#[cfg(feature = "scipy")]
pub mod ndimage_measurements;
#[cfg(feature = "scipy")]
pub mod ndimage_morphology;
#[cfg(feature = "scipy")]
pub mod ndimage_spectra;
#[cfg(feature = "scipy")]
pub mod ndimage_splines;
pub mod npy;
pub mod numpy_ends;
pub mod operations;
pub mod operators;
pub mod outcome;
pub mod padded;
pub mod padding;
pub mod polynomials;
pub mod printing;
pub mod profiled;
pub mod promotion;
pub mod random;
pub mod rearranging;
pub mod reductions;
#[cfg(feature = "scipy")]
pub mod rotations;
pub mod scans;
#[cfg(feature = "scipy")]
pub mod scattered;
#[cfg(feature = "scipy")]
pub mod scipy;
#[cfg(feature = "scipy")]
pub mod scipy_changes;
#[cfg(feature = "scipy")]
pub mod scipy_chirp;
#[cfg(feature = "scipy")]
pub mod scipy_eigensystem;
#[cfg(feature = "scipy")]
pub mod scipy_ends;
#[cfg(feature = "scipy")]
pub mod scipy_further;
#[cfg(feature = "scipy")]
pub mod scipy_linalg;
#[cfg(feature = "scipy")]
pub mod scipy_linear_ends;
#[cfg(feature = "scipy")]
pub mod scipy_options;
#[cfg(feature = "scipy")]
pub mod scipy_quotients;
#[cfg(feature = "scipy")]
pub mod scipy_remaining;
#[cfg(feature = "scipy")]
pub mod scipy_spectra;
#[cfg(feature = "scipy")]
pub mod scipy_systems;
#[cfg(feature = "serde")]
pub mod serialisation;
pub mod series;
#[cfg(feature = "scipy")]
pub mod signal;
#[cfg(feature = "scipy")]
pub mod signal_complex;
#[cfg(feature = "scipy")]
pub mod signal_design;
#[cfg(feature = "scipy")]
pub mod signal_filters;
#[cfg(feature = "scipy")]
pub mod signal_ridges;
#[cfg(feature = "scipy")]
pub mod signal_systems;
#[cfg(feature = "scipy")]
pub mod signal_windows;
pub mod sorting;
pub mod sparse;
#[cfg(feature = "scipy")]
pub mod sparse_blocks;
#[cfg(feature = "scipy")]
pub mod sparse_components;
#[cfg(feature = "scipy")]
pub mod sparse_direct;
#[cfg(feature = "scipy")]
pub mod sparse_factors;
#[cfg(feature = "scipy")]
pub mod sparse_files;
#[cfg(feature = "scipy")]
pub mod sparse_functions;
#[cfg(feature = "scipy")]
pub mod sparse_graphs;
#[cfg(feature = "scipy")]
pub mod sparse_hermitian;
#[cfg(feature = "scipy")]
pub mod sparse_linalg;
#[cfg(feature = "scipy")]
mod sparse_matrices;
#[cfg(feature = "scipy")]
pub mod sparse_queues;
#[cfg(feature = "scipy")]
pub mod sparse_solvers;
#[cfg(feature = "scipy")]
pub mod sparse_spectra;
#[cfg(feature = "scipy")]
pub mod sparse_supernodes;
pub mod sparse_types;
#[cfg(feature = "scipy")]
pub mod spatial_distances;
#[cfg(feature = "scipy")]
pub mod spatial_trees;
#[cfg(feature = "scipy")]
pub mod spatial_triangulations;
#[cfg(feature = "scipy")]
pub mod special;
#[cfg(feature = "scipy")]
pub mod special_carlson;
#[cfg(feature = "scipy")]
pub mod special_ends;
#[cfg(feature = "scipy")]
pub mod special_further;
#[cfg(feature = "scipy")]
pub mod special_more;
#[cfg(feature = "scipy")]
pub mod special_plane;
#[cfg(feature = "scipy")]
pub mod special_table;
#[cfg(feature = "scipy")]
pub mod spectra;
pub mod stages;
pub mod statistics;
#[cfg(feature = "scipy")]
pub mod stats;
#[cfg(feature = "scipy")]
pub mod stats_comparisons;
#[cfg(feature = "scipy")]
pub mod stats_distances;
#[cfg(feature = "scipy")]
pub mod stats_distributions;
#[cfg(feature = "scipy")]
pub mod stats_estimates;
#[cfg(feature = "scipy")]
pub mod stats_fits;
#[cfg(feature = "scipy")]
pub mod stats_gaps;
#[cfg(feature = "scipy")]
pub mod stats_integers;
#[cfg(feature = "scipy")]
pub mod stats_laws;
#[cfg(feature = "scipy")]
pub mod stats_limits;
#[cfg(feature = "scipy")]
pub mod stats_normal;
#[cfg(feature = "scipy")]
pub mod stats_orders;
#[cfg(feature = "scipy")]
pub mod stats_pairs;
#[cfg(feature = "scipy")]
pub mod stats_qmc;
#[cfg(feature = "scipy")]
pub mod stats_ranked;
#[cfg(feature = "scipy")]
pub mod stats_resampled;
#[cfg(feature = "scipy")]
pub mod stats_shapes;
#[cfg(feature = "scipy")]
pub mod stats_tails;
#[cfg(feature = "scipy")]
pub mod stats_user;
pub mod streams;
pub mod text;
pub mod truth;
pub mod types;
pub mod ufuncs;
pub mod values;
pub mod views;
#[cfg(feature = "scipy")]
pub mod waveforms;
pub mod windows;
pub mod writing;

/// Makes a `#[test]` for each case of the suite, on the backend that the expression opens.
#[macro_export]
macro_rules! conformance {
    ($open:expr) => {
        $crate::suite! { tests $open }
        $crate::autodiff_cases! { tests $open }
        $crate::serialisation_cases! { tests $open }
        $crate::scipy_cases! { tests $open }
    };
}

/// All cases of the suite as pairs of a name and a function of `&$backend`.
#[macro_export]
macro_rules! cases {
    ($backend:ty) => {{
        let suite: Vec<(&'static str, fn(&$backend))> = $crate::suite! { list $backend };
        let derivatives: Vec<(&'static str, fn(&$backend))> = $crate::autodiff_cases! { list $backend };
        let serialised: Vec<(&'static str, fn(&$backend))> = $crate::serialisation_cases! { list $backend };
        let of_scipy: Vec<(&'static str, fn(&$backend))> = $crate::scipy_cases! { list $backend };
        [suite, derivatives, serialised, of_scipy].concat()
    }};
}

/// The list of the cases, for [`conformance!`] and [`cases!`].
#[doc(hidden)]
#[macro_export]
macro_rules! suite {
    ($what:ident $($argument:tt)*) => {
        $crate::suite! { @ $what ($($argument)*);
            assertions: messages, passes;
            assigning: parts_are_one_kernel, others_wait_for_each_other, others_see_what_was_there, threads_take_turns,
                every_element_type, large_parts, any_order, traced;
            concurrency: shared_parts_are_computed_once, readers_and_an_owner, unrelated_work;
            creation: ranges, spaces, options_of_spaces, spaces_of_arrays, constants, from_elements;
            distributions: shares_are_scipys, parameters_are_arrays, choices, several_at_once, states, wrong_distributions;
            dlpack: tensors, memory, tensors_of_others, wrong_tensors;
            dynamic: pairs_promote, types_come_and_go, numbers_are_weak, powers_by_numbers, forbidden_types, families, files_of_any_type, joins;
            einsum: definitions, orders, ellipses, wrong_subscripts;
            elementwise: trigonometric, exponential, complex_limits, arithmetic, rounding_and_parts, parts_and_extrema,
                logic_and_bits;
            epilogues: values, layouts, programs, one_kernel;
            expressions: programs_of_floats, programs_of_integers, programs_that_failed;
            fft: along_one_axis, along_several_axes, long_transforms, long_columns, batches, frequencies_and_shifts,
                axes_named_twice, wrong_axes_and_lengths;
            functional: rows_and_axes, pieces, powers;
            functions: errors, special_values, other_types, derivatives;
            fusion: rational_is_one_kernel_and_one_allocation, generated_sum_reads_no_array,
                reduction_with_epilogue_is_one_kernel, centering_is_two_kernels, standardizing_is_two_kernels,
                held_intermediates_are_outputs, parts_of_what_is_held_store_it_in_the_end, reductions_store_what_is_used_again, common_subexpressions_are_computed_once,
                dying_operands_are_overwritten, shared_operands_survive,
                operands_of_held_arrays_survive, long_chains_are_bounded, views_compose, windows_are_one_kernel,
                neighbours_of_windows, neighbours_of_few_windows,
                slices_of_deferred_arrays, arrays_seen_twice_are_computed_once,
                generated_arrays_are_not_computed_too_often, shortest_paths;
            getitem: mixed, values_broadcast, refused;
            hostile: many_parts, many_repetitions, wide_margins, many_bins, large_counts, long_transforms,
                long_empty_axes, large_products, places_in_bulk;
            lies: views, outputs, launches, reductions, kernels, buffers, operands, truth_values, guards;
            indexing: taking, taking_one, every_element_type, taking_out_of_bounds, masking, choosing, modes;
            interchange: ndarray_round_trips, ndarray_views;
            kernels: map_of_one_and_several, map_reduce_and_scan, raw_inputs_are_indexed, wrong_use_is_an_error, long_closures, closures_with_few_numbers,
                raw_inputs_stay_in_their_closure;
            large: integers_are_exact, first_extremum_of_many, axes_of_large_arrays, sums_are_accurate,
                half_precision_accumulates_in_single, variances_do_not_cancel;
            eig: known_eigenvalues, eigenvectors, refused, roots;
            linalg: determinants_and_inverses, systems, spectra, least_squares, factors_multiply_to_the_matrix,
                hermitian_factors, stacks_of_small_matrices, many_small_matrices, triangular_systems;
            loops: rounds_differ, every_element_type, loops_in_loops, several_results, branches, wrong_loops;
            matmul: data, large_products, errors_are_those_of_inner_products, operands, other_products,
                empty_products, stacks_and_chains, expressions_and_vectors, vectors_fuse, few_columns;
            matrices: singular_matrices, indefinite_matrices, not_a_number, wrong_shapes, empty_matrices,
                powers_of_matrices, norms_of_matrices, ranks, tensors, reflections;
            memory: pools_count_what_is_used, expressions_need_no_temporaries, limits_are_errors_and_no_end,
                cached_blocks_make_way, copies_at_once;
            mixed: types_promote, signed_and_unsigned_compare_exactly, powers, integers_wrap, compound_assignment,
                equality_of_arrays, packed_bits;
            npy: numpys_files, round_trips, orders_and_versions, wrong_files, hostile_files, archives,
                wrong_archives, old_files_stay, paths_that_are_no_text, long_files, archives_that_claim_too_much,
                damaged_files, parts_of_files, wrong_parts;
            numpy_ends: powers_of_zero, products_in_range, products_out_of_range;
            operations: unread_operations_do_not_run, operands_may_change_afterwards, parts_share_a_result, chains_are_bounded,
                the_rest_fuses, threads_share_a_result, small_products_at_once, traces, traces_keep_constants, errors_come_at_once;
            operators: operands_are_owned_or_borrowed, scalars_stand_on_either_side, truth_values,
                division_is_numpys, integers_wrap_and_shift, shapes_broadcast, mismatched_shapes,
                complex_arithmetic;
            padded: views, windows, neighbours, programs, random_programs;
            padding: copies, computed, options;
            polynomials: arithmetic, calculus, from_roots, fits, series, values, operators, texts;
            printing: numpys_text, numpys_text_of_random_arrays, numpys_text_under_options, options,
                views_and_other_types;
            profiled: programs_run_the_same, operations_are_counted, cuts;
            promotion: pairs_promote_as_numpys, conversions, conversions_out_of_range_saturate, types_hold_types;
            random: known_bits, values_are_made_of_the_bits, streams_are_reproducible, fills_fuse,
                distributions_have_their_moments, integers_are_unbiased, permutations, wrong_parameters;
            rearranging: joining, joining_is_few_kernels, joining_many_deferred_arrays, joining_errors, splitting,
                repeating, inserting, grids, indices_in_turn;
            reductions: sums, nan_sums, counts, truth, products, means, nan_means, extrema, nan_extrema,
                places_of_extrema, places_of_nan_extrema, variances, deviations, nan_variances, nan_deviations,
                vector_norms, other_vector_norms, euclidean_norms, matrix_norms, wrong_axes_and_no_elements,
                no_axes_and_repeated_elements, extrema_of_special_values, extrema_of_negated, many_at_once, chosen_by_a_mask;
            scans: cumulative, medians, other_scans, calculus, unwrapped_angles;
            series: operations, texts, values;
            sorting: sorted, distinct_and_searched, other_orders, partitions, sets, searching, sorters, distinct_slices, common_elements;
            sparse: conversions, parts_are_sorted_and_unique, products_are_those_of_dense_matrices, empty_matrices,
                wrong_matrices, arithmetic, reductions, parts, building, arrays_are_values;
            sparse_types: operations, order, edges;
            stages: rows_of_all_lengths, rows_of_views, softmax_of_numbers, launches;
            statistics: histograms, joint_histograms, counts, sums_of_weights, quantiles, quantile_methods, averages, correlation, convolutions;
            streams: handles_know_their_device, arrays_cross_streams, held_arrays_stay_on_their_stream, events_measure_time,
                benchmarks_time_calls, copies_for_other_handles;
            text: tables, wrong_tables, missing_values, named_columns, written_tables, raw_files, strings;
            values: clones_and_views_are_independent, assigning_an_array_to_itself, overwriting_is_invisible,
                arrays_cross_threads, indices_are_not_overwritten;
            jit: replays_are_calls, loops, held_arrays_are_not_copied, unread_arrays_are_not_stored, operations, writes, obstacles, arguments, long_loops, results_of_long_loops,
                faults_in_long_loops, operations_in_long_loops, long_loops_in_threads, long_loops_in_graphs;
            truth: elements, primitives;
            ufuncs: methods, sizes, masks, refused, generalized;
            views: slices, slices_out_of_bounds, shapes, shape_errors, orders, diagonals, traces, column_major, windows,
                reinterpreted, elements, bounds, layouts_of_parts;
            windows: points;
            writing: slices, deferred_readers, unshared_is_in_place, expressions_are_computed_in_place, refused_expressions_write_nothing, masks, indices, places, sums, many_sums, sums_of_floats, joins, out_of_bounds;
        }
    };
    (@ tests ($open:expr); $($family:ident: $($case:ident),*;)*) => {
        $(mod $family {
            $(#[test]
            fn $case() {
                $crate::$family::$case(&$open);
            })*
        })*
    };
    (@ list ($backend:ty); $($family:ident: $($case:ident),*;)*) => {
        vec![$($((concat!(stringify!($family), "::", stringify!($case)), $crate::$family::$case::<$backend> as fn(&$backend))),*),*]
    };
}

/// The cases with which a device proves itself: a few of most families, quick and without the suite's data.
#[macro_export]
macro_rules! core_cases {
    ($backend:ty) => {
        $crate::suite! { @ list ($backend);
            creation: ranges, constants;
            operators: truth_values, integers_wrap_and_shift, complex_arithmetic;
            fusion: rational_is_one_kernel_and_one_allocation, standardizing_is_two_kernels;
            kernels: map_of_one_and_several;
            functions: special_values;
            large: integers_are_exact, sums_are_accurate, half_precision_accumulates_in_single;
            views: slices;
            writing: masks, sums;
            indexing: taking, taking_out_of_bounds;
            sorting: sets, searching;
            scans: other_scans;
            statistics: counts;
            random: known_bits, permutations;
            matmul: large_products;
            linalg: factors_multiply_to_the_matrix, triangular_systems;
            matrices: singular_matrices;
            fft: long_transforms, batches;
            sparse: products_are_those_of_dense_matrices;
            memory: pools_count_what_is_used;
            streams: arrays_cross_streams, events_measure_time;
        }
    };
}

// A macro's own `cfg` would ask about the crate that uses it.
/// The cases that need the feature `autodiff`.
#[cfg(feature = "autodiff")]
#[macro_export]
macro_rules! autodiff_cases {
    ($what:ident $($argument:tt)*) => {
        $crate::suite! { @ $what ($($argument)*);
            autodiff: orders, jacobians, shapes, types, refused, held_memory, windows, own_rules, programs, assignments, shifted, many_units, loops, loops_of_batches, batches,
                axes_of_batches, user_kernels, lies;
            autodiff_kernels: loops, states, complex_loops, combinations, places_of_batches;
            autodiff_audit: determinants, powers, special_values, equations, splines;
            autodiff_branches: chosen, special_functions, written_places, extrema_at_places, other_types, integers,
                interpolation_at_points, matrices;
            autodiff_factors: triangles, orthogonal, singular, added_products;
            autodiff_implicit: systems, kinds_of_systems, orders, roots, batches, refused, krylov;
            autodiff_programs: functions, functions_of_two, reductions, layouts, products, matrices, transforms,
                complex_numbers;
            autodiff_random: programs;
            autodiff_structures: structures, enumerations;
            autodiff_sparse: matrices, batches, eigenvalues, eigenvectors;
        }
    };
}

/// The cases that need the feature `autodiff`: none in this build.
#[cfg(not(feature = "autodiff"))]
#[macro_export]
macro_rules! autodiff_cases {
    (tests $($argument:tt)*) => {};
    (list $($argument:tt)*) => {
        Vec::new()
    };
}

/// The cases that need the feature `serde`.
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! serialisation_cases {
    ($what:ident $($argument:tt)*) => {
        $crate::suite! { @ $what ($($argument)*); serialisation: round_trips, malformed_text; }
    };
}

/// The cases that need the feature `serde`: none in this build.
#[cfg(not(feature = "serde"))]
#[macro_export]
macro_rules! serialisation_cases {
    (tests $($argument:tt)*) => {};
    (list $($argument:tt)*) => {
        Vec::new()
    };
}

/// The cases that need the feature `scipy`.
#[cfg(feature = "scipy")]
#[macro_export]
macro_rules! scipy_cases {
    ($what:ident $($argument:tt)*) => {
        $crate::suite! { @ $what ($($argument)*);
            filtering: convolutions, images, recursive, smoothing, rates, splines;
            filtering_modes: extensions, spectra, gustafssons;
            ndimage_filters: modes, types, ranks, edges;
            ndimage_measurements: labels, large, values, watersheds, edges;
            ndimage_morphology: binary, steps, grey, edges;
            ndimage_spectra: fourier, distances, far;
            ndimage_splines: modes, large, types, edges;
            rotations: rotations, fits, refused_rotations;
            scattered: interpolated, scattered_edges;
            interpolate: polynomials, bernstein, cubics, roots;
            interpolate_grids: grids, products, lines, polynomials, radial;
            interpolate_rational: approximated, blended, series, radial_sums;
            interpolate_splines: bsplines, interpolating, approximating, univariate;
            scipy: waves, transforms, matrices, functions_of_matrices, statistics;
            scipy_changes: qr, forms;
            scipy_chirp: chirps, lengths, several_axes;
            large_spectra: as_scipy, known_spectra, reducible;
            scipy_eigensystem: both_sides, refused;
            scipy_ends: functions, samples, signals;
            scipy_further: surfaces, envelopes, truths, nowhere;
            scipy_linear_ends: beyond, matrices, spectra, steps;
            scipy_linalg: schur_forms, functions, awkward_functions, exponentials, derivatives, low_ranks, orders;
            scipy_quotients: real_forms, cossines, refused;
            scipy_remaining: extremes, laws, surfaces;
            scipy_spectra: pencils, spaces, quotients, binomials;
            scipy_systems: banded, equations, shifted, indefinite;
            signal: shifts, detection, pulses, filters;
            signal_complex: filters, plans;
            signal_design: prototypes, filters, conversions, responses;
            signal_filters: orders, narrow, finite, fractions;
            signal_ridges: ridges, refused_ridges;
            signal_systems: forms, complex, simulations, responses, placed;
            signal_windows: weights, properties, sequences;
            waveforms: waves, impulses;
            spectra: powers, short_times, uneven, peaks, fewer;
            sparse_blocks: products;
            sparse_components: graphs;
            sparse_direct: systems, triangles, incomplete, refused;
            sparse_factors: systems, triangles, halves, ends;
            sparse_queues: lengths;
            sparse_supernodes: wide, small;
            sparse_files: scipys, round_trips, hostile;
            sparse_functions: krylov, grids;
            sparse_graphs: paths, refused_paths, walks, flows;
            sparse_hermitian: spectra, blocks;
            sparse_linalg: operators, systems, steps, breakdowns, least_squares, functions;
            sparse_solvers: bases_stay_where_they_lie, iterative, multigrid, functions, halves, norms, exponentials, generalised;
            scipy_options: peaks, values, factors, generalized;
            sparse_spectra: general, shifted;
            spatial_distances: all_pairs, edges, condensed, hausdorff;
            spatial_trees: nearest, within, tree_edges;
            spatial_triangulations: triangulations, hulls, spheres, degenerate;
            special: errors, types, complex, sums;
            special_carlson: integrals, complex, kummer, small, negative_degrees, certain, endless, idle_inputs;
            special_ends: cylinders, plane, confluent, others, tails;
            special_further: errors, hypergeometric_arguments, order_arguments, kelvin_arguments, polynomial_arguments,
                degree_arguments, ends;
            special_more: errors, airy_arguments, polynomial_arguments, bessel_arguments, ends, quadratures;
            special_plane: errors, arguments, cuts, derivatives;
            special_table: methods, pairs;
            stats: descriptions, edges_of_descriptions, tests_of_means, tests_of_distributions;
            stats_comparisons: each_two, beside_a_control, scales;
            stats_distances: goodness, orders, tables, transport;
            stats_distributions: continuous_distributions, discrete_distributions, parameters_of_distributions,
                random_variates, fitted_parameters;
            stats_estimates: densities, vectors, resampling;
            stats_fits: one_sample, several_samples, fitted, censored, entropies, waves, through_points;
            stats_gaps: samples_with_gaps, pairs_with_gaps;
            stats_integers: of_all, of_first, of_half_lines, parameters;
            stats_laws: of_lines, of_intervals, parameters_of_laws;
            stats_limits: within, extremes, trimmed, frequencies, means, powers;
            stats_normal: probabilities, singular;
            stats_orders: lines_of_medians, trends, dependence, weighted, expectiles;
            stats_pairs: tests_by_ranks, dependence, distances, tests_of_counts;
            stats_ranked: pairs, shuffled, several, medians, numbers, together;
            stats_resampled: bootstraps, permutations, integrals, censored;
            stats_qmc: sequences, random, measures;
            stats_shapes: of_intervals, of_lines, noncentral, parameters, of_integers;
            stats_tails: logarithms, expectations, proportions, tables;
            stats_user: continuous, tails, parts, fits, discrete, refused;
        }
    };
}

/// The cases that need the feature `scipy`: none in this build.
#[cfg(not(feature = "scipy"))]
#[macro_export]
macro_rules! scipy_cases {
    (tests $($argument:tt)*) => {};
    (list $($argument:tt)*) => {
        Vec::new()
    };
}
