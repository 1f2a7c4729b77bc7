//! An MPI that is loaded and initialised.

use super::constants::{Constants, MAX_TEXT, MPICH, Name, Numbers, OPEN_MPI, STANDARD};
use super::file::{Abi, File};
use super::functions::{Functions, UserFunction};
use super::handle::Handle;
use super::operators;
use crate::environment;
use crate::op::Op;
use crate::watchdog::{Watchdog, Watched};
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use xparray_core::{DType, Error, Result};

/// Which threads may call.
enum Threads {
    /// All.
    Multiple,
    /// All, one at a time.
    Serialized(Mutex<()>),
    /// The one that initialised it.
    One(ThreadId),
}

/// A library with its functions and constants.
pub struct Library<H> {
    pub functions: Functions<H>,
    pub constants: Constants<H>,
    threads: Threads,
    /// The operations made for what MPI has none for.
    operators: Mutex<HashMap<(Op, DType), H>>,
    watchdog: Option<Watchdog>,
    /// The most elements of one call.
    pub limit: usize,
    /// Whether it was initialised here, so that it is finalised here.
    ours: bool,
}

// SAFETY: handles are names of what MPI has; who calls it when is up to `Threads`.
unsafe impl<H> Send for Library<H> {}
// SAFETY: as above.
unsafe impl<H> Sync for Library<H> {}

/// A call that may be made now: how long it lasts is watched, and others wait if they must.
pub struct Call<'a> {
    _alone: Option<MutexGuard<'a, ()>>,
    _watched: Option<Watched<'a>>,
}

impl Library<c_int> {
    pub fn mpich(file: &File) -> Result<Self, String> {
        Self::load(file, MPICH, |&(_, _, number, _)| Ok(number))
    }
}

impl Library<*mut c_void> {
    pub fn pointers(file: &File) -> Result<Self, String> {
        match file.abi {
            Abi::OpenMpi => Self::load(file, OPEN_MPI, |&(_, _, _, variable)| file.symbol(variable)),
            Abi::Standard | Abi::Mpich => Self::load(file, STANDARD, |&(_, number, _, _)| Ok(Handle::of(number))),
        }
    }
}

impl<H: Handle> Library<H> {
    fn load(
        file: &File,
        numbers: Numbers,
        handle: impl Fn(&(Name, usize, c_int, &'static str)) -> Result<H, String>,
    ) -> Result<Self, String> {
        // SAFETY: tests compare the types with the headers of this kind of MPI.
        let functions = unsafe { Functions::load(|name| file.symbol(name))? };
        let constants = Constants::load(numbers, handle)?;
        let mut library = Self {
            functions,
            constants,
            threads: Threads::Multiple,
            operators: Mutex::default(),
            watchdog: None,
            limit: environment::number("XPARRAY_MPI_COUNT")?.unwrap_or(usize::MAX).min(c_int::MAX as usize),
            ours: false,
        };
        library.initialise().map_err(|error| error.to_string())?;
        library.watchdog = Watchdog::from_environment()?;
        Ok(library)
    }

    fn initialise(&mut self) -> Result<()> {
        let (mut initialised, mut finalised, mut provided) = (0, 0, 0);
        // SAFETY: these may be called at any time.
        self.check("MPI_Initialized", unsafe { (self.functions.MPI_Initialized)(&mut initialised) })?;
        // SAFETY: as above.
        self.check("MPI_Finalized", unsafe { (self.functions.MPI_Finalized)(&mut finalised) })?;
        if finalised != 0 {
            return Err(Error::value("init", "MPI was finalised already"));
        }
        let Numbers { thread_multiple, thread_serialized, .. } = self.constants.numbers;
        if initialised == 0 {
            // SAFETY: it was not called before; arguments may be missing.
            let code =
                unsafe { (self.functions.MPI_Init_thread)(null_mut(), null_mut(), thread_multiple, &mut provided) };
            self.check("MPI_Init_thread", code)?;
        } else {
            // SAFETY: MPI is initialised.
            self.check("MPI_Query_thread", unsafe { (self.functions.MPI_Query_thread)(&mut provided) })?;
        }
        self.ours = initialised == 0;
        self.threads = match provided {
            level if level >= thread_multiple => Threads::Multiple,
            level if level >= thread_serialized => Threads::Serialized(Mutex::new(())),
            _ => Threads::One(thread::current().id()),
        };
        let (world, handler) = (self.constants.of(Name::COMM_WORLD), self.constants.of(Name::ERRORS_RETURN));
        // SAFETY: MPI is initialised.
        let code = unsafe { (self.functions.MPI_Comm_set_errhandler)(world, handler) };
        self.check("MPI_Comm_set_errhandler", code)
    }

    /// Lets a call be made.
    ///
    /// # Errors
    /// [`Error::Value`] on a thread that must not call.
    pub fn enter(&self, call: &'static str) -> Result<Call<'_>> {
        let alone = match &self.threads {
            Threads::Multiple => None,
            Threads::Serialized(lock) => Some(lock.lock().unwrap_or_else(PoisonError::into_inner)),
            Threads::One(id) if *id == thread::current().id() => None,
            Threads::One(_) => {
                return Err(Error::value(call, "this MPI lets only the thread call that has called init"));
            }
        };
        Ok(Call { _alone: alone, _watched: self.watchdog.as_ref().map(|watchdog| watchdog.watch(call)) })
    }

    /// A code as an error, unless it is success.
    pub fn check(&self, call: &'static str, code: c_int) -> Result<()> {
        if code == 0 {
            return Ok(());
        }
        let name = self.text(|text, len| {
            // SAFETY: there is room for the longest text of any MPI.
            unsafe { (self.functions.MPI_Error_string)(code, text, len) }
        });
        Err(Error::Library { call, code: code.into(), name })
    }

    /// Its name and version.
    pub fn version(&self) -> String {
        let text = self.text(|text, len| {
            // SAFETY: there is room for the longest text of any MPI.
            unsafe { (self.functions.MPI_Get_library_version)(text, len) }
        });
        let line = text.lines().next().unwrap_or_default().trim_matches('\0');
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn text(&self, write: impl FnOnce(*mut c_char, *mut c_int) -> c_int) -> String {
        let (mut text, mut len) = (vec![0u8; MAX_TEXT], 0);
        write(text.as_mut_ptr().cast(), &mut len);
        String::from_utf8_lossy(&text[..(len.max(0) as usize).min(MAX_TEXT)]).into_owned()
    }

    /// The type of elements.
    pub fn datatype(&self, dtype: DType) -> H {
        self.constants.of(match dtype {
            DType::Bool => Name::C_BOOL,
            DType::I8 => Name::INT8_T,
            DType::I16 => Name::INT16_T,
            DType::I32 => Name::INT32_T,
            DType::I64 => Name::INT64_T,
            DType::U8 => Name::UINT8_T,
            // MPI has no half floats; what combines them is ours.
            DType::U16 | DType::F16 | DType::BF16 => Name::UINT16_T,
            DType::U32 => Name::UINT32_T,
            DType::U64 => Name::UINT64_T,
            DType::F32 => Name::FLOAT,
            DType::F64 => Name::DOUBLE,
            DType::Complex64 => Name::C_FLOAT_COMPLEX,
            DType::Complex128 => Name::C_DOUBLE_COMPLEX,
        })
    }

    /// The operation on elements of a type: MPI's own, or one that is made of our function.
    pub fn operation(&self, op: Op, dtype: DType) -> Result<H> {
        if let Some(name) = operators::native(op, dtype) {
            return Ok(self.constants.of(name));
        }
        let mut made = self.operators.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = made.get(&(op, dtype)) {
            return Ok(*handle);
        }
        let mut handle = H::of(0);
        let function: UserFunction = operators::user(op, dtype);
        // SAFETY: the function combines elements of the type that it is used with.
        let code = unsafe { (self.functions.MPI_Op_create)(function, 1, &mut handle) };
        self.check("MPI_Op_create", code)?;
        made.insert((op, dtype), handle);
        Ok(handle)
    }

    /// Ends MPI, if it was initialised here and nobody has ended it.
    pub fn finalise(&self) {
        let mut finalised = 0;
        // SAFETY: this may be called at any time.
        let code = unsafe { (self.functions.MPI_Finalized)(&mut finalised) };
        if self.ours
            && code == 0
            && finalised == 0
            && let Ok(_call) = self.enter("MPI_Finalize")
        {
            // SAFETY: MPI is initialised and not finalised.
            unsafe { (self.functions.MPI_Finalize)() };
        }
    }

    /// Ends all processes.
    pub fn abort(&self, code: i32) {
        // Not as other calls: whoever is in one may wait for ever.
        // SAFETY: MPI is initialised; nothing comes after this.
        unsafe { (self.functions.MPI_Abort)(self.constants.of(Name::COMM_WORLD), code) };
    }
}
