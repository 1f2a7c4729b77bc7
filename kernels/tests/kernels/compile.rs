//! Compiles generated sources with NVRTC, if `XPARRAY_NVRTC` names the library.

use crate::build::{Build, Operand, dense, planned};
use libloading::{Library, Symbol};
use smallvec::smallvec;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;
use xparray_core::backend::ScanOp;
use xparray_core::ir::{BinaryOp, Combine, Distribution, Inst, Op, ReduceOp, UnaryOp};
use xparray_core::{DType, Kind, Layout, Scalar};
use xparray_kernels::{NVRTC_OPTIONS, Routine, source};

struct Nvrtc {
    nvrtc: Library,
    architectures: Vec<&'static str>,
}

impl Nvrtc {
    fn open() -> Option<Self> {
        let Some(path) = std::env::var_os("XPARRAY_NVRTC") else {
            println!("skipped: XPARRAY_NVRTC does not name NVRTC's library");
            return None;
        };
        // SAFETY: NVRTC's initialisers have no requirements.
        let nvrtc = unsafe { Library::new(&path) }.expect("NVRTC");
        let (mut major, mut minor) = (0, 0);
        // SAFETY: the signature is NVRTC's.
        let version: Symbol<unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int> =
            unsafe { nvrtc.get(b"nvrtcVersion") }.expect("nvrtcVersion");
        // SAFETY: both point to integers.
        assert_eq!(unsafe { version(&mut major, &mut minor) }, 0);
        let mut architectures = vec!["sm_80", "sm_90", "sm_100"];
        if major < 13 {
            architectures.insert(0, "sm_70");
        }
        println!("NVRTC {major}.{minor} for {architectures:?}");
        Some(Self { nvrtc, architectures })
    }

    /// Compiles for one of the architectures, which take turns: `turn` says whose it is.
    fn compile(&self, code: &str, turn: usize) -> Result<(), String> {
        let architecture = format!("--gpu-architecture={}", self.architectures[turn % self.architectures.len()]);
        let options: Vec<CString> = NVRTC_OPTIONS
            .iter()
            .copied()
            .chain([&*architecture])
            .map(|option| CString::new(option).expect("an option"))
            .collect();
        let options: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let code = CString::new(code).expect("a source");
        let mut program: *mut c_void = ptr::null_mut();
        // SAFETY: the signatures are NVRTC's, and all pointers live until the calls end.
        unsafe {
            type Create = unsafe extern "C" fn(
                *mut *mut c_void,
                *const c_char,
                *const c_char,
                c_int,
                *const *const c_char,
                *const *const c_char,
            ) -> c_int;
            let create: Symbol<Create> = self.nvrtc.get(b"nvrtcCreateProgram").map_err(|e| e.to_string())?;
            let compile: Symbol<unsafe extern "C" fn(*mut c_void, c_int, *const *const c_char) -> c_int> =
                self.nvrtc.get(b"nvrtcCompileProgram").map_err(|e| e.to_string())?;
            let log_size: Symbol<unsafe extern "C" fn(*mut c_void, *mut usize) -> c_int> =
                self.nvrtc.get(b"nvrtcGetProgramLogSize").map_err(|e| e.to_string())?;
            let get_log: Symbol<unsafe extern "C" fn(*mut c_void, *mut c_char) -> c_int> =
                self.nvrtc.get(b"nvrtcGetProgramLog").map_err(|e| e.to_string())?;
            let destroy: Symbol<unsafe extern "C" fn(*mut *mut c_void) -> c_int> =
                self.nvrtc.get(b"nvrtcDestroyProgram").map_err(|e| e.to_string())?;
            create(&mut program, code.as_ptr(), c"kernel.cu".as_ptr(), 0, ptr::null(), ptr::null());
            let status = compile(program, options.len() as c_int, options.as_ptr());
            let mut size = 0;
            log_size(program, &mut size);
            let mut log = vec![0u8; size.max(1)];
            get_log(program, log.as_mut_ptr().cast());
            destroy(&mut program);
            if status == 0 { Ok(()) } else { Err(String::from_utf8_lossy(&log).trim_end_matches('\0').to_owned()) }
        }
    }

    /// Compiles a hand-written source.
    fn check_routine(&self, turn: usize, routine: &Routine) {
        if let Err(log) = self.compile(&routine.source(), turn) {
            let lines: Vec<&str> = log.lines().take(40).collect();
            panic!("{routine:?}\n{}", lines.join("\n"));
        }
    }

    /// Plans, writes and compiles a kernel.
    fn check(&self, what: &str, turn: usize, build: &Build, shape: &[usize], kept: usize, operands: &[Operand]) {
        let plan = planned(build, shape, kept, operands).expect(what).expect(what);
        let code = source(&build.kernel, &plan.variant).expect(what);
        if let Err(log) = self.compile(&code, turn) {
            let lines: Vec<&str> = log.lines().take(40).collect();
            panic!("{what}: {:?}\n{}", plan.variant, lines.join("\n"));
        }
    }
}

/// Two operands and all functions of them.
fn everything(dtype: DType) -> Build {
    let mut build = Build::default();
    let (x, y) = (build.load(dtype), build.load(dtype));
    for op in UnaryOp::ALL.into_iter().filter(|op| op.accepts(dtype)) {
        let value = build.op(Op::Unary(op), op.result(dtype), &[x]);
        build.kernel.outputs.push(value);
    }
    for op in BinaryOp::ALL.into_iter().filter(|op| op.accepts(dtype)) {
        let value = build.op(Op::Binary(op), op.result(dtype), &[x, y]);
        build.kernel.outputs.push(value);
    }
    build
}

/// All conversions to types of a size, so that vectors have different lengths.
fn casts(dtype: DType, size: usize) -> Build {
    let mut build = Build::default();
    let x = build.load(dtype);
    for target in DType::ALL.into_iter().filter(|target| target.size() == size) {
        let value = build.op(Op::Cast, target, &[x]);
        build.kernel.outputs.push(value);
    }
    build
}

#[test]
fn every_function_of_every_type() {
    let Some(nvrtc) = Nvrtc::open() else { return };
    for (turn, dtype) in DType::ALL.into_iter().enumerate() {
        let build = everything(dtype);
        for k in 0..nvrtc.architectures.len().min(if dtype.is_complex() { 1 } else { 4 }) {
            let shape = [1 << 10];
            nvrtc.check(dtype.name(), turn + k, &build, &shape, 1, &[dense(dtype, &shape), dense(dtype, &shape)]);
        }
    }
}

#[test]
fn every_conversion() {
    let Some(nvrtc) = Nvrtc::open() else { return };
    for (turn, dtype) in DType::ALL.into_iter().enumerate() {
        for size in [1, 2, 4, 8, 16] {
            let what = format!("{dtype} to {size} bytes");
            nvrtc.check(&what, turn + size, &casts(dtype, size), &[1001], 1, &[dense(dtype, &[1001])]);
        }
    }
}

/// Shapes and operand layouts of reductions: a long row, rows, short rows, columns, few columns, strided.
fn forms(dtype: DType) -> Vec<(Vec<usize>, usize, Operand)> {
    let turned = |rows: usize, columns: usize| {
        let layout = Layout::new(smallvec![columns, rows], smallvec![1, columns as isize], 0);
        Operand::Buffer(rows * columns * dtype.size(), layout)
    };
    let gaps = Layout::new(smallvec![100, 30, 7], smallvec![700, 21, 2], 0);
    vec![
        (vec![1 << 20], 0, dense(dtype, &[1 << 20])),
        (vec![1 << 12, 512], 1, dense(dtype, &[1 << 12, 512])),
        (vec![1 << 12, 3], 1, dense(dtype, &[1 << 12, 3])),
        (vec![256, 1 << 12], 1, turned(1 << 12, 256)),
        (vec![3, 8], 1, turned(8, 3)),
        (vec![100, 30, 7], 1, Operand::Buffer(100_000 * dtype.size(), gaps)),
    ]
}

#[test]
fn every_reduction_of_every_type() {
    let Some(nvrtc) = Nvrtc::open() else { return };
    use ReduceOp::*;
    for (turn, dtype) in DType::ALL.into_iter().enumerate() {
        for (k, (shape, kept, operand)) in forms(dtype).into_iter().enumerate() {
            let mut build = Build::default();
            let (x, i) = (build.load(dtype), build.index());
            for op in [Sum, Prod, Min, Max, Any, All] {
                build.reduce(op, dtype, &[x]);
            }
            build.reduce(ArgMin, DType::I64, &[x, i]);
            build.reduce(ArgMax, DType::I64, &[x, i]);
            if matches!(dtype.kind(), Kind::Float | Kind::Complex) {
                build.reduce(Moments, dtype, &[x]);
            }
            let index = Operand::Index(Layout::row_major(&shape));
            nvrtc.check(&format!("{dtype} {shape:?}"), turn + k, &build, &shape, kept, &[operand, index]);
        }
    }
}

#[test]
fn users_reductions() {
    let Some(nvrtc) = Nvrtc::open() else { return };
    for dtype in [DType::F32, DType::C64, DType::I8] {
        for (k, (shape, kept, operand)) in forms(dtype).into_iter().enumerate() {
            let inst = |op, args: &[u16]| Inst { op, dtype, args: args.into() };
            let insts = vec![
                inst(Op::Arg(0), &[]),
                inst(Op::Arg(1), &[]),
                inst(Op::Const(Scalar::from_f64(dtype, 2.0)), &[]),
                inst(Op::Binary(BinaryOp::Mul), &[1, 2]),
                inst(Op::Binary(BinaryOp::Add), &[0, 3]),
            ];
            let mut build = Build::default();
            let (x, identity) = (build.load(dtype), build.param(Scalar::from_f64(dtype, 0.0)));
            // The mapped values are stored as well, and the epilogue reads the body's parameter.
            let square = build.op(Op::Unary(UnaryOp::Square), dtype, &[x]);
            build.kernel.outputs.push(square);
            build.reduce(ReduceOp::Custom(Arc::new(Combine { insts, result: 4 })), dtype, &[square, identity]);
            let reduced = build.kernel.outputs[1];
            let sum = build.op(Op::Binary(BinaryOp::Add), dtype, &[reduced, identity]);
            build.kernel.outputs.push(sum);
            nvrtc.check(&format!("{dtype} {shape:?}"), k, &build, &shape, kept, &[operand]);
        }
    }
}

#[test]
fn layouts_random_numbers_and_indices() {
    let Some(nvrtc) = Nvrtc::open() else { return };
    let shape = [64, 48];
    let mut build = Build::default();
    let (x, y, z) = (build.load(DType::F32), build.load(DType::F32), build.load(DType::F64));
    let sum = build.op(Op::Binary(BinaryOp::Add), DType::F32, &[x, y]);
    let positive = build.op(Op::Binary(BinaryOp::Gt), DType::Bool, &[x, y]);
    let chosen = build.op(Op::Select, DType::F32, &[positive, sum, y]);
    let scalar = build.param(Scalar::new(xparray_core::Complex::new(1.0f64, 2.0)));
    let complex = build.op(Op::Complex, DType::C64, &[z, z]);
    let product = build.op(Op::Binary(BinaryOp::Mul), DType::C64, &[complex, scalar]);
    let i = build.index();
    build.kernel.operands += 1;
    let taken = build.op(Op::Gather(4), DType::BF16, &[i]);
    let at = build.op(Op::Cast, DType::U64, &[i]);
    let seed = build.param(Scalar::new(7u64));
    build.kernel.outputs = vec![chosen, product, taken];
    for dtype in DType::ALL {
        use Distribution::*;
        for distribution in [Bits, Uniform, Normal, Exponential, Integers] {
            let kind = dtype.kind();
            let value = match distribution {
                Bits if matches!(dtype, DType::U32 | DType::U64) => {
                    build.op(Op::Random(distribution), dtype, &[at, seed, seed])
                }
                Integers if matches!(kind, Kind::Signed | Kind::Unsigned) => {
                    let (low, last) =
                        (build.param(Scalar::from_f64(dtype, 0.0)), build.param(Scalar::from_f64(dtype, 9.0)));
                    build.op(Op::Random(distribution), dtype, &[at, seed, seed, low, last])
                }
                Uniform | Normal | Exponential if kind == Kind::Float => {
                    build.op(Op::Random(distribution), dtype, &[at, seed, seed])
                }
                _ => continue,
            };
            build.kernel.outputs.push(value);
        }
    }
    let row = Layout::row_major(&[48]).broadcast("row", &shape).expect("a row");
    let turned = Layout::row_major(&[48, 64]).permute(&[1, 0]);
    for (k, layout) in [Layout::row_major(&shape), row, turned].into_iter().enumerate() {
        let operands = [
            dense(DType::F32, &shape),
            Operand::Buffer(1 << 16, layout),
            dense(DType::F64, &shape),
            Operand::Index(Layout::row_major(&shape)),
            dense(DType::BF16, &[1 << 12]),
        ];
        for turn in 0..nvrtc.architectures.len() {
            nvrtc.check(&format!("layout {k}"), turn, &build, &shape, 2, &operands);
        }
    }
}

#[test]
fn hand_written_sources() {
    let Some(nvrtc) = Nvrtc::open() else { return };
    let turns = nvrtc.architectures.len();
    for (turn, dtype) in DType::ALL.into_iter().enumerate() {
        nvrtc.check_routine(turn, &Routine::index(dtype));
        nvrtc.check_routine(turn + 1, &Routine::scatter(dtype));
        if dtype.is_integer() || dtype == DType::Bool {
            nvrtc.check_routine(turn, &Routine::matmul(dtype));
        }
        if matches!(dtype, DType::F32 | DType::F64 | DType::C32 | DType::C64) {
            nvrtc.check_routine(turn, &Routine::matrix(dtype));
            nvrtc.check_routine(turn + 1, &Routine::jacobi(dtype));
            nvrtc.check_routine(turn + 2, &Routine::inverse(dtype));
        }
        nvrtc.check_routine(turn + 2, &Routine::select(dtype));
        nvrtc.check_routine(turn, &Routine::scatter_add(dtype));
        nvrtc.check_routine(turn + 1, &Routine::search(dtype));
        nvrtc.check_routine(turn + 2, &Routine::sort_small(dtype, if turn % 2 == 0 { 32 } else { 2048 }));
        if dtype != DType::C64 {
            nvrtc.check_routine(turn, &Routine::sort(dtype, true, false));
        }
        if !dtype.is_complex() {
            nvrtc.check_routine(turn + 1, &Routine::sort(dtype, false, turn % 2 == 0));
        }
        if dtype != DType::Bool {
            for (k, op) in [ScanOp::Sum, ScanOp::Prod, ScanOp::Min, ScanOp::Max].into_iter().enumerate() {
                let vector = if k % 2 == 0 { 16 / dtype.size() } else { 1 };
                nvrtc.check_routine(turn + k, &Routine::scan(&op, dtype, vector).expect("an operation"));
            }
        }
    }
    (0..turns).for_each(|turn| nvrtc.check_routine(turn, &Routine::permutation()));
    let columns = [
        (DType::I32, DType::I32, DType::U32),
        (DType::I64, DType::I32, DType::I64),
        (DType::I32, DType::I64, DType::I64),
    ];
    for (turn, dtype) in [DType::F32, DType::F64, DType::C32, DType::C64].into_iter().enumerate() {
        let (index, other, key) = columns[turn % columns.len()];
        nvrtc.check_routine(turn, &Routine::sparse_form(dtype, index, other, key));
        nvrtc.check_routine(turn + 1, &Routine::sparse_product(dtype, index));
        nvrtc.check_routine(turn + 2, &Routine::sparse_rows(dtype, index));
    }
}

/// Operands along different axes than the output: tiles in shared memory.
#[test]
fn turned_operands() {
    let Some(nvrtc) = Nvrtc::open() else { return };
    for (turn, dtype) in DType::ALL.into_iter().enumerate() {
        let mut build = Build::default();
        let (x, y) = (build.load(dtype), build.load(dtype));
        let same = build.op(Op::Binary(BinaryOp::Eq), DType::Bool, &[x, y]);
        build.kernel.outputs = vec![same, x];
        let shape = [3, 100, 60];
        let turned = Layout::row_major(&[3, 60, 100]).permute(&[0, 2, 1]);
        let bytes = turned.len() * dtype.size();
        let operands = [Operand::Buffer(bytes, turned), dense(dtype, &shape)];
        nvrtc.check(dtype.name(), turn, &build, &shape, 3, &operands);
    }
}
