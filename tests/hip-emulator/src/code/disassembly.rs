//! AMD's own disassembler, of the library that its compilers come with.

use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_void};
use std::slice;
use std::sync::OnceLock;

type ReadMemory = unsafe extern "C" fn(u64, *mut c_char, u64, *mut c_void) -> u64;
type Print = unsafe extern "C" fn(*const c_char, *mut c_void);
type Annotate = unsafe extern "C" fn(u64, *mut c_void);
type Create = unsafe extern "C" fn(*const c_char, ReadMemory, Print, Annotate, *mut u64) -> i32;
type Disassemble = unsafe extern "C" fn(u64, u64, *mut c_void, *mut u64) -> i32;
type Destroy = unsafe extern "C" fn(u64) -> i32;

struct Comgr {
    create: Create,
    disassemble: Disassemble,
    destroy: Destroy,
}

fn comgr() -> Result<&'static Comgr, String> {
    static COMGR: OnceLock<Result<Comgr, String>> = OnceLock::new();
    COMGR.get_or_init(load).as_ref().map_err(Clone::clone)
}

fn load() -> Result<Comgr, String> {
    let names = ["libamd_comgr.so.3", "libamd_comgr.so.2"];
    // SAFETY: the library's initialisers have no requirements.
    let library = names.iter().find_map(|name| unsafe { Library::new(*name) }.ok());
    let library = library.ok_or_else(|| format!("none of {names:?} is found"))?;
    // SAFETY: the types are those of AMD's header. The library is never unloaded.
    unsafe {
        let comgr = Comgr {
            create: *library.get(b"amd_comgr_create_disassembly_info\0").map_err(|e| e.to_string())?,
            disassemble: *library.get(b"amd_comgr_disassemble_instruction\0").map_err(|e| e.to_string())?,
            destroy: *library.get(b"amd_comgr_destroy_disassembly_info\0").map_err(|e| e.to_string())?,
        };
        std::mem::forget(library);
        Ok(comgr)
    }
}

/// What the disassembler reads and writes.
struct Work<'a> {
    code: &'a [u8],
    start: u64,
    text: String,
}

unsafe extern "C" fn read(from: u64, to: *mut c_char, size: u64, work: *mut c_void) -> u64 {
    // SAFETY: `disassemble` passes its work, and the disassembler room for so many bytes.
    unsafe {
        let work = &*work.cast::<Work>();
        let at = usize::try_from(from.wrapping_sub(work.start)).unwrap_or(usize::MAX);
        let bytes = work.code.get(at..).unwrap_or_default();
        let count = bytes.len().min(size as usize);
        slice::from_raw_parts_mut(to.cast::<u8>(), count).copy_from_slice(&bytes[..count]);
        count as u64
    }
}

unsafe extern "C" fn print(text: *const c_char, work: *mut c_void) {
    // SAFETY: as above; the text ends with a zero byte.
    unsafe {
        let work = &mut *work.cast::<Work>();
        work.text.clear();
        work.text.push_str(CStr::from_ptr(text).to_string_lossy().trim());
    }
}

unsafe extern "C" fn annotate(_: u64, _: *mut c_void) {}

/// An instruction's text, with its address and its bytes.
pub struct Disassembled {
    pub address: u64,
    pub size: u64,
    pub text: String,
}

/// All instructions of code that begins at an address. Words that are no instruction have no text.
pub fn disassemble(architecture: &str, code: &[u8], start: u64) -> Result<Vec<Disassembled>, String> {
    let comgr = comgr()?;
    let isa = CString::new(format!("amdgcn-amd-amdhsa--{architecture}")).map_err(|e| e.to_string())?;
    let mut info = 0;
    // SAFETY: the functions follow the header's types, and the name ends with a zero byte.
    if unsafe { (comgr.create)(isa.as_ptr(), read, print, annotate, &mut info) } != 0 {
        return Err(format!("no disassembler for {architecture}"));
    }
    let mut work = Work { code, start, text: String::new() };
    let (mut instructions, mut address) = (Vec::new(), start);
    while address < start + code.len() as u64 {
        let mut size = 0;
        work.text.clear();
        // SAFETY: the callbacks get the work, which is alive.
        let status = unsafe { (comgr.disassemble)(info, address, (&raw mut work).cast(), &mut size) };
        if status != 0 || size == 0 {
            (size, work.text) = (4, String::new());
        }
        instructions.push(Disassembled { address, size, text: std::mem::take(&mut work.text) });
        address += size;
    }
    // SAFETY: it was created above.
    unsafe { (comgr.destroy)(info) };
    Ok(instructions)
}
