//! The vendors' compilers that run on a machine without a GPU, where variables of the environment name their libraries.

use crate::build::{Build, Operand, planned};
use crate::code_object;
use libloading::{Library, Symbol};
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use xparray_ir::ir::SharedKernel;
use xparray_kernels::{HIPRTC_OPTIONS, NVRTC_OPTIONS, Routine, source};

/// What differs between them: hipRTC's functions are NVRTC's with another prefix.
struct Vendor {
    /// The variable that names the library.
    variable: &'static str,
    prefix: &'static str,
    /// The option that names the architecture, to which its name is appended.
    architecture: &'static str,
    options: &'static [&'static str],
    architectures: &'static [&'static str],
    /// How an architecture's name begins, and how where code for it ends as assembly.
    assembly: Option<[&'static str; 2]>,
    /// The function that gives machine code.
    code: &'static str,
    /// Whether that comes with notes on its kernels.
    code_objects: bool,
}

const VENDORS: [Vendor; 2] = [
    Vendor {
        variable: "XPARRAY_NVRTC",
        prefix: "nvrtc",
        architecture: "--gpu-architecture=",
        options: &NVRTC_OPTIONS,
        architectures: &["sm_70", "sm_80", "sm_90a", "sm_100"],
        assembly: Some(["sm_", "compute_"]),
        code: "GetCUBIN",
        // The assembler itself refuses too much shared memory.
        code_objects: false,
    },
    // The first three have waves of 64 lanes, the others of 32.
    Vendor {
        variable: "XPARRAY_HIPRTC",
        prefix: "hiprtc",
        architecture: "--offload-arch=",
        options: &HIPRTC_OPTIONS,
        architectures: &["gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201"],
        assembly: None,
        code: "GetCode",
        code_objects: true,
    },
];

type Version = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
type Create = unsafe extern "C" fn(
    *mut *mut c_void,
    *const c_char,
    *const c_char,
    c_int,
    *const *const c_char,
    *const *const c_char,
) -> c_int;
type Compile = unsafe extern "C" fn(*mut c_void, c_int, *const *const c_char) -> c_int;
type Size = unsafe extern "C" fn(*mut c_void, *mut usize) -> c_int;
type Bytes = unsafe extern "C" fn(*mut c_void, *mut c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut *mut c_void) -> c_int;

pub struct Compiler {
    vendor: &'static Vendor,
    library: Library,
    architectures: Vec<&'static str>,
}

/// All that there are.
pub fn compilers() -> Vec<Compiler> {
    let found: Vec<Compiler> = VENDORS.iter().filter_map(Compiler::open).collect();
    assert!(!found.is_empty(), "neither XPARRAY_NVRTC nor XPARRAY_HIPRTC names a library");
    found
}

impl Compiler {
    fn open(vendor: &'static Vendor) -> Option<Self> {
        let path = std::env::var_os(vendor.variable)?;
        // SAFETY: the libraries' initialisers have no requirements.
        let library = unsafe { Library::new(&path) }.expect(vendor.variable);
        let mut compiler = Self { vendor, library, architectures: vendor.architectures.to_vec() };
        let (mut major, mut minor) = (0, 0);
        // SAFETY: both point to integers.
        assert_eq!(unsafe { compiler.function::<Version>("Version")(&mut major, &mut minor) }, 0);
        if vendor.prefix == "nvrtc" && major >= 13 {
            compiler.architectures.retain(|&architecture| architecture != "sm_70");
        }
        println!("{} {major}.{minor} for {:?}", vendor.prefix, compiler.architectures);
        Some(compiler)
    }

    fn function<F>(&self, name: &str) -> Symbol<'_, F> {
        let name = format!("{}{name}", self.vendor.prefix);
        // SAFETY: the types above have the vendors' signatures.
        unsafe { self.library.get(name.as_bytes()) }.unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Gives the machine code, nothing of assembly.
    fn compile(&self, what: &str, code: &str, architecture: &str) -> Vec<u8> {
        let named = format!("{}{architecture}", self.vendor.architecture);
        let options = self.vendor.options.iter().copied().chain([&*named]);
        let options: Vec<CString> = options.map(|option| CString::new(option).expect("an option")).collect();
        let options: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let code = CString::new(code).expect("a source");
        let mut program: *mut c_void = ptr::null_mut();
        // SAFETY: all pointers live until the calls end.
        let (status, log, object) = unsafe {
            let create = self.function::<Create>("CreateProgram");
            create(&mut program, code.as_ptr(), c"kernel.cu".as_ptr(), 0, ptr::null(), ptr::null());
            let status = self.function::<Compile>("CompileProgram")(program, options.len() as c_int, options.as_ptr());
            let log = self.bytes(program, "GetProgramLog");
            let is_code = self.vendor.assembly.is_none_or(|[code, _]| architecture.starts_with(code));
            let object = if status == 0 && is_code { self.bytes(program, self.vendor.code) } else { Vec::new() };
            self.function::<Destroy>("DestroyProgram")(&mut program);
            (status, log, object)
        };
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.trim_end_matches('\0').lines().take(40).collect();
        assert_eq!(status, 0, "{what} for {architecture}\n{}", lines.join("\n"));
        if self.vendor.code_objects {
            code_object::check(what, &object, architecture);
        }
        object
    }

    /// What a function of this name gives of a program, as long as another one says.
    ///
    /// # Safety
    /// The program must be one, compiled; the two functions must have the signatures of [`Bytes`] and [`Size`].
    unsafe fn bytes(&self, program: *mut c_void, name: &str) -> Vec<u8> {
        let mut size = 0;
        // SAFETY: the caller's promise; there is room for so many bytes.
        unsafe {
            self.function::<Size>(&format!("{name}Size"))(program, &mut size);
            let mut bytes = vec![0; size.max(1)];
            self.function::<Bytes>(name)(program, bytes.as_mut_ptr().cast());
            bytes
        }
    }

    /// Compiles for all architectures. With a turn, one of them gets machine code and the next one assembly, if there is
    /// such: for a third of the time, that finds what the language and the functions of an architecture refuse. The
    /// assembler adds limits of registers and memory, which differ little. Sources that differ in a type alone have different
    /// turns, so that each kind is compiled for all.
    fn compile_all(&self, what: &str, code: &str, turn: Option<usize>) {
        let count = self.architectures.len();
        for (k, architecture) in self.architectures.iter().enumerate() {
            match (turn, self.vendor.assembly) {
                (Some(turn), Some([name, assembly])) if (turn + 1) % count == k => {
                    self.compile(what, code, &architecture.replace(name, assembly));
                }
                (Some(turn), _) if turn % count != k => {}
                _ => drop(self.compile(what, code, architecture)),
            }
        }
    }

    /// Compiles a hand-written source.
    pub fn check_routine(&self, routine: &Routine, turn: usize) {
        self.check_source(&format!("{routine:?}"), Some(turn), &routine.source());
    }

    /// Compiles a source.
    pub fn check_source(&self, what: &str, turn: Option<usize>, source: &str) {
        self.compile_all(what, source, turn);
    }

    /// Compiles a source that is for one architecture alone, if this compiler has it.
    pub fn check_for(&self, architecture: &str, what: &str, source: &str) {
        if self.architectures.contains(&architecture) {
            self.compile(what, source, architecture);
        }
    }

    /// The machine code of a kernel, for each of some architectures that this compiler has.
    pub fn machine_code(
        &self,
        architectures: &[&str],
        build: &Build,
        shape: &[usize],
        kept: usize,
        operands: &[Operand],
    ) -> Vec<Vec<u8>> {
        let plan = planned(build, shape, kept, operands).expect("a plan").expect("something to do");
        let kernel = SharedKernel::new(build.kernel.clone()).expect("a kernel");
        self.machine_code_of(architectures, &source(&kernel, &plan.variant).expect("a source"))
    }

    /// That of a source.
    pub fn machine_code_of(&self, architectures: &[&str], source: &str) -> Vec<Vec<u8>> {
        let known = self.architectures.iter().filter(|known| architectures.contains(known));
        known.map(|architecture| self.compile("a kernel", source, architecture)).collect()
    }

    /// Plans, writes and compiles a kernel.
    pub fn check(
        &self,
        what: &str,
        turn: Option<usize>,
        build: &Build,
        shape: &[usize],
        kept: usize,
        operands: &[Operand],
    ) {
        let plan = planned(build, shape, kept, operands).expect(what).expect(what);
        let kernel = SharedKernel::new(build.kernel.clone()).expect(what);
        let code = source(&kernel, &plan.variant).expect(what);
        self.compile_all(&format!("{what}: {:?}", plan.variant), &code, turn);
    }
}
