//! The rows that are timed if nobody names others, and what they move.

use xparray::BackendKind;

/// The rows of a backend.
pub fn rows(backend: BackendKind) -> &'static [&'static str] {
    match backend {
        BackendKind::Cpu => CPU,
        BackendKind::Cuda | BackendKind::Rocm | BackendKind::Wgpu => GPU,
    }
}

/// The device's own copy of memory, with which rows that are bound by memory compare.
pub const COPY: &str = "d2d_copy_50M_f32";

const CPU: &[&str] = &[
    "add_10M_f32",
    "add_out_10M_f32",
    "sin_10M_f32",
    "exp_10M_f32",
    "chain_exp_sincos_10M_f32",
    "rational_10M_f32",
    "sum_10M_f32",
    "max_10M_f32",
    "argmax_10M_f32",
    "std_10M_f32",
    "cumsum_10M_f32",
    "sort_10M_f32",
    "argsort_10M_f32",
    "weighted_sum_10M_f32",
    "mask_select_10M_f32",
    "take_10M_f32",
    "histogram_10M_f32",
    "sum_axis0_10000x1000_f32",
    "sum_axis0_1000000x30_f32",
    "sum_axis1_10000x1000_f32",
    "squares_axis0_10000x1000_f32",
    "squares_axis1_10000x1000_f32",
    "centred_matvec_10000x1000_f32",
    "standardize_10000x1000_f32",
    "softmax_10000x1000_f32",
    "layernorm_10000x1000_f32",
    "transpose_copy_10000x1000_f32",
    "latency_3sin(-a)*b_10000_f64",
    "latency_add_16_f32",
    "latency_sum_16_f32",
    "latency_dyn_add_16_f32",
    "latency_dyn_sum_16_f32",
    "latency_fft_1024_c64",
    "loop1000_10000_f32",
    "jit_loop1000_10000_f32",
    "matmul_1000_f32",
    "matmul_1000_f64",
    "batched_matmul_100x64_f32",
    "batched_inv_100x64_f32",
    "cholesky_1000_f64",
    "eigh_1000_f64",
    "svd_1000_f64",
    "solve_1000_f64",
    "qr_1000_f64",
    "inv_1000_f64",
    "rng_uniform_10M_f32",
    "rng_normal_10M_f32",
    "fft_1M_c64",
    "fft2_1024_c64",
    "rfft_1M_f32",
    "spmv_laplacian_1M_f32",
    "spmm_laplacian_1M_x8_f32",
    "alloc_free_4MB",
];

const GPU: &[&str] = &[
    COPY,
    "add_50M_f32",
    "add_out_50M_f32",
    "sin_50M_f32",
    "exp_50M_f32",
    "chain_exp_sincos_50M_f32",
    "rational_50M_f32",
    "sum_50M_f32",
    "std_50M_f32",
    "cumsum_50M_f32",
    "standardize_50000x1000_f32",
    "standardize_rows_50000x1000_f32",
    "softmax_8192x12288_f32",
    "transpose_copy_50000x1000_f32",
    "rng_uniform_50M_f32",
    "rng_normal_50M_f32",
    "rational_10M_f32",
    "sum_10M_f32",
    "max_10M_f32",
    "argmax_10M_f32",
    "std_10M_f32",
    "cumsum_10M_f32",
    "sort_10M_f32",
    "argsort_10M_f32",
    "weighted_sum_10M_f32",
    "mask_select_10M_f32",
    "take_10M_f32",
    "histogram_10M_f32",
    "sum_axis0_10000x1000_f32",
    "sum_axis0_1000000x30_f32",
    "sum_axis1_10000x1000_f32",
    "squares_axis0_10000x1000_f32",
    "squares_axis1_10000x1000_f32",
    "centred_matvec_10000x1000_f32",
    "centred_columns_5000000x64_f32",
    "standardize_10000x1000_f32",
    "softmax_10000x1000_f32",
    "layernorm_10000x1000_f32",
    "transpose_copy_10000x1000_f32",
    "latency_3sin(-a)*b_10000_f64",
    "latency_add_16_f32",
    "latency_sum_16_f32",
    "latency_dyn_add_16_f32",
    "latency_dyn_sum_16_f32",
    "latency_fft_1024_c64",
    "loop1000_10000_f32",
    "jit_loop1000_10000_f32",
    "matmul_1000_f32",
    "matmul_4096_f16",
    "matmul_4096_f32",
    "matmul_4096_f64",
    "matmul_5000_f16",
    "matmul_5000_f32",
    "matmul_5000_f64",
    "gelu_4096_f16",
    "gelu_4096_f32",
    "batched_matmul_100x64_f32",
    "batched_inv_100x64_f32",
    "cholesky_2048_f32",
    "eigh_2048_f32",
    "svd_2048_f32",
    "solve_2048_f32",
    "qr_2048_f32",
    "inv_2048_f32",
    "rng_uniform_10M_f32",
    "rng_normal_10M_f32",
    "fft_16M_c64",
    "fft2_4096_c64",
    "rfft_10M_f32",
    "spmv_laplacian_4M_f32",
    "spmm_laplacian_4M_x8_f32",
    "h2d_50M_f32_pageable",
    "d2h_50M_f32_pageable",
    "alloc_free_4MB",
];

/// Beyond arithmetic: selection, sets, statistics, contractions, distributions, stacks of matrices.
pub const NUMPY: &[&str] = &[
    "unique_10M_i32",
    "partition_10M_f32",
    "quantile_10M_f32",
    "median_axis0_10000x1000_f32",
    "einsum_bij,bjk->bik",
    "einsum_ij,jk,kl,lm->im",
    "einsum_ijkl,klmn",
    "einsum_ii->i",
    "einsum_ij,ij->",
    "fancy_columns_10000x1000_f32",
    "fancy_pairs_10000x1000_f32",
    "fancy_mask_assign_10M_f32",
    "fancy_add_at_10M_f32",
    "rng_gamma_10M_f64",
    "rng_poisson_10M_i64",
    "rng_binomial_10M_i64",
    "choice_10M_weighted",
    "eig_500_f64",
    "lstsq_2000x500_f64",
    "pinv_500_f64",
    "det_1000_f64",
    "matrix_power_500_f64",
    "kron_60_f64",
    "stack_cholesky_10000x8_f64",
    "stack_solve_10000x8_f64",
    "stack_inv_10000x8_f64",
    "stack_qr_10000x8_f64",
    "stack_eigh_10000x8_f64",
    "stack_svd_10000x8_f64",
    "stack_cholesky_1000x32_f64",
    "stack_solve_1000x32_f64",
    "stack_inv_1000x32_f64",
    "stack_qr_1000x32_f64",
    "stack_eigh_1000x32_f64",
    "stack_svd_1000x32_f64",
    "mandelbrot_2000_f64",
];

/// The bytes that a row bound by memory moves at least: each input and each output once. `None` for other rows.
pub fn bytes(row: &str) -> Option<usize> {
    let (stem, size) = row.strip_suffix("_f32")?.rsplit_once('_')?;
    let each = match stem {
        "sum" | "max" | "argmax" | "std" | "histogram" | "sum_axis0" | "sum_axis1" | "squares_axis0"
        | "squares_axis1" | "centred_matvec" | "centred_columns" | "rng_uniform" | "rng_normal" | "logsumexp" => 4,
        // Half of the elements are selected.
        "mask_select" => 6,
        "d2d_copy" | "sin" | "exp" | "chain_exp_sincos" | "cumsum" | "weighted_sum" | "standardize"
        | "standardize_rows" | "softmax" | "special_softmax" | "layernorm" | "transpose_copy" => 8,
        "add" | "add_out" | "rational" => 12,
        // With 64-bit indices.
        "take" => 16,
        _ => return None,
    };
    let elements = match size.split_once('x') {
        Some((rows, columns)) => rows.parse::<usize>().ok()? * columns.parse::<usize>().ok()?,
        None => elements(size)?,
    };
    Some(each * elements)
}

/// A number of elements: `M` is a million.
pub fn elements(size: &str) -> Option<usize> {
    match size.strip_suffix('M') {
        Some(millions) => Some(millions.parse::<usize>().ok()? * 1_000_000),
        None => size.parse().ok(),
    }
}

/// A number of points of a transform or a grid: `1M` is 2^20 and `16M` is 2^24, but `10M` is ten million.
pub fn points(size: &str) -> Option<usize> {
    match size.strip_suffix('M').and_then(|mega| mega.parse::<usize>().ok()) {
        Some(mega) if mega.is_power_of_two() => Some(mega << 20),
        _ => elements(size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(elements("16"), Some(16));
        assert_eq!(elements("10M"), Some(10_000_000));
        assert_eq!(points("16M"), Some(1 << 24));
        assert_eq!(points("10M"), Some(10_000_000));
        assert_eq!(points("1024"), Some(1024));
    }

    #[test]
    fn operands_and_results_count_once() {
        assert_eq!(bytes("add_50M_f32"), Some(600_000_000));
        assert_eq!(bytes("standardize_10000x1000_f32"), Some(80_000_000));
        assert_eq!(bytes("sort_10M_f32"), None);
        assert_eq!(bytes("matmul_4096_f32"), None);
    }
}
