//! Hand-written kernels (`library/*.h`): what the generator does not write. One source is one family for one element type.

use crate::source::{Uses, called, combine_source, name, prelude};
use std::borrow::Cow;
use xparray_ir::backend::{ScanOp, ScatterOp};
use xparray_ir::{DType, Kind, Result};

/// A subject, and the files that it is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Family {
    /// Copies of several buffers. Expects `MOST`.
    Copies,
    /// Copies by index, with bounds checks.
    Index,
    /// Writes by index. Expects `XP_JOIN`.
    Scatter,
    /// Inclusive scans. Expects `XP_OPERATION` and `ALIGNED`.
    Scan,
    /// Elements where a mask is true.
    Select,
    /// Binary search, histograms.
    Search,
    /// Sums of weights in few bins.
    Weights,
    /// Exact sums at places. Expects `WIDTH_BITS`.
    Sums,
    /// Radix sort. Expects `K`, `C`, `BLOCK`, `ITEMS`, `RESIDENT`, `PASSES`, `XP_ORDER`, `XP_PAIRS`.
    Sort,
    /// Splitting of long rows. Expects what [`Family::Sort`] does.
    Partition,
    /// Sorting of short rows. Expects `MOST`.
    SortSmall,
    /// Random permutations.
    Permutation,
    /// Products of matrices of integers and truth values.
    Matmul,
    /// What factorisations need besides the vendors' routines.
    Matrix,
    /// Singular values of small matrices, Q from reflections.
    Jacobi,
    /// Inverses of small matrices.
    Inverse,
    /// LU factors of large matrices. Expects `ROWS` and `PART`.
    Elimination,
    /// What factorisations of small matrices make, each in the registers of lanes. Expects `LANES`.
    Small(Small),
    /// Making sparse matrices. Expects `I`, `J`, `K`.
    SparseForm,
    /// Products of sparse and dense matrices. Expects `I`.
    SparseProduct,
    /// Products of sparse matrices by rows. Expects `I`.
    SparseRows,
}

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../library/", $name, ".h"))
    };
}

impl Family {
    fn files(self) -> &'static [&'static str] {
        match self {
            Family::Copies => &[file!("copies")],
            Family::Index => &[file!("index")],
            Family::Scatter => &[file!("scatter")],
            Family::Scan => &[file!("warp"), file!("running"), file!("scan")],
            Family::Select => &[file!("warp"), file!("select")],
            Family::Search => &[file!("order"), file!("search")],
            Family::Weights => &[file!("warp"), file!("weights")],
            Family::Sums => &[file!("warp"), file!("sums")],
            Family::Sort => &[file!("warp"), file!("order"), file!("sort")],
            Family::Partition => &[file!("warp"), file!("order"), file!("sort"), file!("partition")],
            Family::SortSmall => &[file!("order"), file!("sort_small")],
            Family::Permutation => &[file!("permutation")],
            Family::Matmul => &[file!("matmul")],
            Family::Matrix => &[file!("matrix")],
            Family::Jacobi => &[file!("jacobi")],
            Family::Inverse => &[file!("inverse")],
            Family::Elimination => &[file!("elimination")],
            Family::Small(small) => small.files(),
            Family::SparseForm => &[file!("sparse_form")],
            Family::SparseProduct => &[file!("sparse_product")],
            Family::SparseRows => &[file!("warp"), file!("sparse_rows")],
        }
    }
}

/// What is made of small matrices in the registers of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Small {
    /// Cholesky factors (`xp_small_cholesky`).
    Cholesky,
    /// Solutions of systems with one right-hand side (`xp_small_solve`).
    Solve,
    /// Inverses (`xp_small_inverse`).
    Inverse,
    /// QR factorisations (`xp_small_qr`).
    Qr,
    /// Eigenvalues of Hermitian matrices (`xp_small_eigh`).
    Eigh,
    /// Singular values (`xp_small_svd`, `xp_small_svdvals`).
    Svd,
}

impl Small {
    fn files(self) -> &'static [&'static str] {
        match self {
            Small::Cholesky => &[file!("small"), file!("small_row"), file!("small_cholesky")],
            Small::Solve => &[file!("small"), file!("small_row"), file!("small_pivot"), file!("small_solve")],
            Small::Inverse => &[file!("small"), file!("small_row"), file!("small_pivot"), file!("small_inverse")],
            Small::Qr => &[file!("small"), file!("small_qr")],
            Small::Eigh => &[file!("small"), file!("small_rotate"), file!("small_eigh")],
            Small::Svd => &[file!("small"), file!("small_rotate"), file!("small_svd")],
        }
    }
}

/// Hand-written kernels for an element type, `T` in their source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Routine {
    family: Family,
    dtype: DType,
    /// What the family expects to be declared besides `T`.
    with: Cow<'static, str>,
}

impl Routine {
    /// A family that expects nothing.
    fn new(family: Family, dtype: DType) -> Self {
        Self::with(family, dtype, "")
    }

    fn with(family: Family, dtype: DType, declarations: impl Into<Cow<'static, str>>) -> Self {
        Self { family, dtype, with: declarations.into() }
    }

    /// Copies of up to so many buffers (`xp_copies`).
    pub fn copies(most: usize) -> Self {
        Self::with(Family::Copies, DType::U8, format!("#define MOST {most}\n"))
    }

    /// Products of matrices of integers and truth values (`xp_matmul`).
    pub fn matmul(dtype: DType) -> Self {
        Self::new(Family::Matmul, dtype)
    }

    /// What factorisations need besides the vendors' routines (`xp_addresses`, `xp_identity`, `xp_lower`, `xp_upper`,
    /// `xp_diagonal`, `xp_largest`, `xp_scale`), of floats and complex numbers.
    pub fn matrix(dtype: DType) -> Self {
        Self::new(Family::Matrix, dtype)
    }

    /// Singular values of small matrices (`xp_jacobi`), Q from reflections (`xp_basis`).
    pub fn jacobi(dtype: DType) -> Self {
        Self::new(Family::Jacobi, dtype)
    }

    /// Inverses of small matrices (`xp_inverse`), which lie in [`Routine::inverse_shared`] bytes of shared memory.
    pub fn inverse(dtype: DType) -> Self {
        Self::new(Family::Inverse, dtype)
    }

    /// The matrix with rows of odd length, a row, a column, and two numbers for each row.
    pub fn inverse_shared(dtype: DType, n: usize) -> usize {
        n.saturating_mul(n | 1)
            .saturating_add(2 * n)
            .saturating_mul(dtype.size())
            .saturating_add(2 * n * size_of::<u32>())
    }

    /// LU factors of a large real matrix: panels of [`Routine::PANEL`] columns and so many rows, at most
    /// [`Routine::PANEL_ROWS`] (`xp_lu_panel`), and the columns beside them (`xp_lu_rows`); with the threads of a panel's block.
    pub fn elimination(dtype: DType, rows: usize) -> (Self, usize) {
        let threads = rows.next_multiple_of(32).min(512);
        let each = rows.div_ceil(threads).next_power_of_two();
        // What a thread has of the matrix fills half of its registers.
        let part = (256 / dtype.size() / each).min(16);
        let declarations = format!("#define ROWS {each}u\n#define PART {part}u\n");
        (Self::with(Family::Elimination, dtype, declarations), threads)
    }

    /// Columns of a panel of [`Routine::elimination`], as its source has it.
    pub const PANEL: usize = 32;
    /// The most rows of one: with more, a thread has too few columns at a time to be faster than the vendors.
    pub const PANEL_ROWS: usize = 2048;
    /// Numbers of the list of exchanges that a panel leaves.
    pub const EXCHANGES: usize = 3 * Self::PANEL + 1;

    /// Copies by index (`xp_take`, `xp_take_along`, `xp_take_vector`, also `_wide`) of elements of this size.
    pub fn index(dtype: DType) -> Self {
        Self::new(Family::Index, carrier(dtype))
    }

    /// Writes by index: [`ScatterOp::Put`] (`xp_resolve`, `xp_claim`, `xp_put`, `xp_put_sorted`), or what joins a value and the
    /// one that was there (`xp_resolve`, `xp_join_sorted`, for lesser and greater integers `xp_join_any`, for sums of integers `xp_add`).
    pub fn scatter(op: ScatterOp, dtype: DType) -> Self {
        let (dtype, join) = match op {
            ScatterOp::Put => (carrier(dtype), "xp_add"),
            ScatterOp::Add => (dtype, "xp_add"),
            ScatterOp::Mul => (dtype, "xp_mul"),
            ScatterOp::Min => (dtype, "xp_min"),
            ScatterOp::Max => (dtype, "xp_max"),
        };
        Self::with(Family::Scatter, dtype, format!("#define XP_JOIN {join}\n"))
    }

    /// The most bins of [`Routine::weights`]: their numbers, and one for none, have the bits that the source looks at, and a
    /// table fits in 48 KiB.
    pub const WEIGHT_BINS: usize = 6 << 10;

    /// Sums of weights in few bins, of which each warp has a table in shared memory (`xp_weigh`, `xp_total`).
    pub fn weights() -> Self {
        Self::new(Family::Weights, DType::F64)
    }

    /// Sums of what goes to each place (`xp_sum_given`; `xp_keys`, `xp_starts`, `xp_sum_along`, `xp_sum_ordered`; `xp_add_sums`), of
    /// floats.
    pub fn sums(dtype: DType) -> Self {
        Self::with(Family::Sums, dtype, format!("#define WIDTH_BITS {}u\n", Self::sum_bits(dtype)))
    }

    /// The bits of a place's number in a table of [`Routine::sums`], which has one word and a half for each place or, for `f64`, two
    /// and a half, and fits in 48 KiB.
    pub fn sum_bits(dtype: DType) -> u32 {
        if dtype == DType::F64 { 11 } else { 12 }
    }

    /// Threads of a block of [`Routine::sums`].
    pub const SUM_THREADS: u32 = 512;

    /// Inclusive scans (`xp_scan_rows`, `xp_scan_columns`); `aligned` rows begin at multiples of 16 bytes.
    ///
    /// # Errors
    /// A user's operation that is not well formed.
    pub fn scan(op: &ScanOp, dtype: DType, aligned: bool) -> Result<Self> {
        let aligned = format!("#define ALIGNED {}\n", u8::from(aligned));
        let operation = match op {
            ScanOp::Sum => "#define XP_OPERATION XP_RUNNING(R, xp_neg(xp_cast<Acc>(0)), xp_add)\n".to_owned(),
            ScanOp::Prod if matches!(dtype.kind(), Kind::Float | Kind::Complex) => {
                "#define XP_OPERATION XP_PRODUCTS(R)\n".to_owned()
            }
            ScanOp::Prod => "#define XP_OPERATION XP_RUNNING(R, xp_cast<Acc>(1), xp_mul)\n".to_owned(),
            ScanOp::Min => "#define XP_OPERATION XP_CHOICE(R, greatest<T>(), xp_min)\n".to_owned(),
            ScanOp::Max => "#define XP_OPERATION XP_CHOICE(R, least<T>(), xp_max)\n".to_owned(),
            ScanOp::Custom(combine, _) => {
                combine.check(dtype)?;
                let functions = called(&combine.insts)?;
                let combine = combine_source(combine, dtype, "Combine")?;
                format!("{functions}{combine}#define XP_OPERATION XP_CHOICE(R, identity, Combine::apply)\n")
            }
        };
        Ok(Self::with(Family::Scan, dtype, aligned + &operation))
    }

    /// The most bytes that an accumulator takes that a block of `xp_scan_rows` leaves for others: half of them are flags.
    pub fn scan_slot(op: &ScanOp) -> usize {
        // Products have a power of 2 and two bounds.
        if matches!(op, ScanOp::Prod) { 64 } else { 32 }
    }

    /// How many elements of a row a block scans: 128 bytes for each thread.
    pub fn scan_tile(dtype: DType) -> usize {
        256 * 128 / dtype.size()
    }

    /// What a mask selects (`xp_choose`, then `xp_compact` or `xp_nonzero`).
    pub fn select(dtype: DType) -> Self {
        Self::new(Family::Select, carrier(dtype))
    }

    /// Binary search and counting (`xp_search`, `xp_histogram`, `xp_count`).
    pub fn search(dtype: DType) -> Self {
        Self::new(Family::Search, dtype)
    }

    /// Radix sort of real types (`xp_digits`, `xp_pass*`): of values, or of `order`, which complex values of
    /// single precision have too. `long` rows have more than [`Routine::SHORT`] elements.
    pub fn sort(dtype: DType, order: bool, long: bool) -> Self {
        let passes = dtype.size();
        let key = match passes {
            _ if order && passes < 8 => "u32",
            1 => "u8",
            2 => "u16",
            4 => "u32",
            _ => "u64",
        };
        let (block, items) = (Self::SORT_THREADS, Self::sort_tile(dtype) / Self::SORT_THREADS);
        // Indices take registers: fewer blocks share a multiprocessor.
        let (count, resident) = (if long { "u64" } else { "u32" }, if order { 2 } else { 3 });
        let order = u8::from(order);
        let declarations = format!(
            "typedef {key} K;\ntypedef {count} C;\n#define BLOCK {block}\n#define ITEMS {items}\n\
             #define RESIDENT {resident}\n#define PASSES {passes}\n#define XP_ORDER {order}\n#define XP_PAIRS 0\n"
        );
        Self::with(Family::Sort, dtype, declarations)
    }

    /// Splitting of long rows of real types at a few of their elements (`xp_narrow`, `xp_split`), as
    /// [`Routine::sort`] of values.
    pub fn partition(dtype: DType, long: bool) -> Self {
        Self { family: Family::Partition, ..Self::sort(dtype, false, long) }
    }

    /// The most places that [`Routine::partition`] finds at once.
    pub const PIVOTS: usize = 4;
    /// How many counts it has for each, a power of two.
    pub const PIVOT_BINS: usize = 2048;

    /// Radix sort of `u32` with so many bytes that count, up to 4, and a word that goes with each. The entries are those of
    /// [`Routine::sort`].
    pub fn sort_pairs(passes: usize) -> Self {
        let (block, items) = (Self::SORT_THREADS, Self::sort_tile(DType::U32) / Self::SORT_THREADS);
        let declarations = format!(
            "typedef u32 K;\ntypedef u32 C;\n#define BLOCK {block}\n#define ITEMS {items}\n\
             #define RESIDENT 2\n#define PASSES {passes}\n#define XP_ORDER 1\n#define XP_PAIRS 1\n"
        );
        Self::with(Family::Sort, DType::U32, declarations)
    }

    /// What is made of matrices of up to so many rows and columns, in blocks of [`Routine::SMALL_THREADS`] with so many lanes for
    /// each: 8, 16 or 32.
    pub fn small(small: Small, dtype: DType, lanes: usize) -> Self {
        Self::with(Family::Small(small), dtype, format!("#define LANES {lanes}u\n"))
    }

    /// Threads of a block of [`Routine::small`].
    pub const SMALL_THREADS: usize = 128;

    /// The most elements of a row whose counts have 32 bits, two of them for a state.
    pub const SHORT: usize = (1 << 30) - 1;

    /// Threads of a block of [`Routine::sort`].
    pub const SORT_THREADS: usize = 384;

    /// How many elements a block sorts.
    pub fn sort_tile(dtype: DType) -> usize {
        Self::SORT_THREADS * if dtype.size() == 8 { 11 } else { 22 }
    }

    /// Sorting of rows of at most `most` elements, a power of two up to 2048 (`xp_sort_rows`).
    pub fn sort_small(dtype: DType, most: usize) -> Self {
        Self::with(Family::SortSmall, dtype, format!("#define MOST {most}\n"))
    }

    /// Random permutations (`xp_permutation`).
    pub fn permutation() -> Self {
        Self::new(Family::Permutation, DType::I64)
    }

    /// Making matrices in compressed rows, with these types of their columns, of their transpose's, and of keys, which are
    /// entries' places in the dense matrix.
    pub fn sparse_form(dtype: DType, index: DType, transposed: DType, key: DType) -> Self {
        let [index, transposed, key] = [index, transposed, key].map(name);
        let declarations = format!("typedef {index} I;\ntypedef {transposed} J;\ntypedef {key} K;\n");
        Self::with(Family::SparseForm, dtype, declarations)
    }

    /// Products of compressed rows, with this type of columns (`xp_spmv`, `xp_spmm`, `xp_spmm_wide`).
    pub fn sparse_product(dtype: DType, index: DType) -> Self {
        Self::with(Family::SparseProduct, dtype, columns(index))
    }

    /// Products of compressed rows with each other, with this type of columns (`xp_most`; `xp_count_small` and `_large`,
    /// `xp_write_small` and `_large`).
    pub fn sparse_rows(dtype: DType, index: DType) -> Self {
        Self::with(Family::SparseRows, dtype, columns(index))
    }

    /// Rows of at most so many products are sorted by [`Routine::sparse_rows`].
    pub const ROW_PRODUCTS: usize = 1024;

    /// The complete source.
    pub fn source(&self) -> String {
        let uses = Uses {
            complex: self.dtype.is_complex(),
            random: matches!(self.family, Family::Permutation),
            reduce: matches!(self.family, Family::Scan),
        };
        format!("{}typedef {} T;\n{}\n{}", prelude(uses), name(self.dtype), self.with, self.family.files().concat())
    }
}

/// The declaration of the type of columns.
fn columns(index: DType) -> &'static str {
    if index == DType::I32 { "typedef i32 I;\n" } else { "typedef i64 I;\n" }
}

/// The type that moves elements of a size.
fn carrier(dtype: DType) -> DType {
    match dtype.size() {
        1 => DType::U8,
        2 => DType::U16,
        4 => DType::U32,
        8 => DType::U64,
        _ => DType::Complex128,
    }
}
