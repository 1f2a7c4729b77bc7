//! Code objects: ELF files with kernels, read as a driver reads them.

pub mod descriptor;
pub mod disassembly;
mod notes;

use crate::instruction::{Decoder, Instruction, NOWHERE, Target};
use crate::machine::space::{self, Allocation, Kind};
use descriptor::Descriptor;
use disassembly::{Disassembled, disassemble};
pub use notes::{Argument, ArgumentKind};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, Sym};
use object::{LittleEndian, elf};
use std::collections::HashMap;

type File = elf::FileHeader64<LittleEndian>;
const ENDIAN: LittleEndian = LittleEndian;
/// The relocation that adds where the file was loaded.
const RELATIVE64: u32 = 13;

/// A kernel of a code object.
pub struct Kernel {
    pub name: String,
    pub descriptor: Descriptor,
    pub arguments: Vec<Argument>,
    /// The most threads of a group.
    pub most_threads: u32,
    /// Its first instruction.
    pub entry: usize,
}

/// A loaded code object.
pub struct Module {
    pub target: Target,
    pub instructions: Vec<Instruction>,
    /// What they are in AMD's assembly.
    pub texts: Vec<Disassembled>,
    pub kernels: HashMap<String, std::sync::Arc<Kernel>>,
    /// Variables: addresses and sizes.
    pub globals: HashMap<String, (usize, usize)>,
    memory: usize,
}

impl Drop for Module {
    fn drop(&mut self) {
        space::remove(self.memory);
    }
}

/// Why a code object was not loaded.
#[derive(Debug)]
pub enum Refusal {
    /// It is no code object.
    Invalid(String),
    /// It is of another architecture.
    OtherArchitecture(String),
}

fn invalid(what: impl ToString) -> Refusal {
    Refusal::Invalid(what.to_string())
}

/// The bytes of a code object that begins at an address, as its headers say.
pub fn extent(header: &[u8; 64]) -> Option<usize> {
    let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|k| header[at + k]));
    let half = |at: usize| u64::from(u16::from_le_bytes([header[at], header[at + 1]]));
    // The section headers come last.
    let end = word(0x28).checked_add(half(0x3a) * half(0x3c))?;
    (header[..4] == *b"\x7fELF").then_some(usize::try_from(end).ok()?)
}

impl Module {
    /// Loads a code object for a device of an architecture (`gfx90a:sramecc+:xnack-`).
    pub fn load(image: &[u8], device: i32, device_architecture: &str) -> Result<Self, Refusal> {
        let header = File::parse(image).map_err(invalid)?;
        let notes = notes::read(header, image).map_err(invalid)?;
        let plain = |name: &str| name.split(':').next().unwrap_or_default().to_owned();
        let architecture = plain(&notes.architecture);
        if architecture != plain(device_architecture) {
            return Err(Refusal::OtherArchitecture(notes.architecture));
        }
        let memory = space::insert(mapped(header, image, device)?);
        let mut module = Self {
            target: Target { architecture, base: memory as u64, start: 0, places: Vec::new() },
            instructions: Vec::new(),
            texts: Vec::new(),
            kernels: HashMap::new(),
            globals: HashMap::new(),
            memory,
        };
        module.decode(header, image)?;
        module.link(header, image, notes)?;
        Ok(module)
    }

    /// Decodes the instructions of the code's section.
    fn decode(&mut self, header: &File, image: &[u8]) -> Result<(), Refusal> {
        let sections = header.sections(ENDIAN, image).map_err(invalid)?;
        let (_, section) = sections.section_by_name(ENDIAN, b".text").ok_or_else(|| invalid("no code"))?;
        let code = section.data(ENDIAN, image).map_err(invalid)?;
        self.target.start = section.sh_addr(ENDIAN);
        self.texts = disassemble(&self.target.architecture, code, self.target.start).map_err(invalid)?;
        self.target.places = vec![NOWHERE; code.len().div_ceil(4)];
        for (place, instruction) in self.texts.iter().enumerate() {
            self.target.places[((instruction.address - self.target.start) / 4) as usize] = place as u32;
        }
        let mut decoder = Decoder::default();
        let decode = |x: &Disassembled| decoder.decode(&x.text, x.address, x.size, &self.target);
        self.instructions = self.texts.iter().map(decode).collect();
        Ok(())
    }

    /// Finds kernels and variables by their symbols.
    fn link(&mut self, header: &File, image: &[u8], notes: notes::Notes) -> Result<(), Refusal> {
        let sections = header.sections(ENDIAN, image).map_err(invalid)?;
        let symbols = sections.symbols(ENDIAN, image, elf::SHT_DYNSYM).map_err(invalid)?;
        let mut places = HashMap::new();
        for symbol in symbols.iter() {
            let name = symbol.name(ENDIAN, symbols.strings()).map_err(invalid)?;
            let name = String::from_utf8_lossy(name).into_owned();
            let (address, size) = (symbol.st_value(ENDIAN), symbol.st_size(ENDIAN) as usize);
            if symbol.st_type() == elf::STT_OBJECT && address > 0 {
                self.globals.insert(name.clone(), (self.memory + address as usize, size));
            }
            places.insert(name, address);
        }
        for kernel in notes.kernels {
            let address = *places.get(&kernel.symbol).ok_or_else(|| invalid(format!("no {}", kernel.symbol)))?;
            self.globals.remove(&kernel.symbol);
            let bytes: [u8; 64] = std::array::from_fn(|k| {
                // SAFETY: the descriptor lies in a loaded segment of the module's memory, as its symbol says.
                unsafe { space::read(self.memory + address as usize + k, 1) as u8 }
            });
            let descriptor = Descriptor::parse(&bytes);
            let entry = self.target.place(address.wrapping_add_signed(descriptor.entry));
            let entry = entry.ok_or_else(|| invalid(format!("no code of {}", kernel.name)))?;
            let notes::KernelNotes { name, arguments, most_threads, .. } = kernel;
            let kernel = Kernel { name: name.clone(), descriptor, arguments, most_threads, entry };
            self.kernels.insert(name, kernel.into());
        }
        Ok(())
    }
}

/// The segments of a file in memory of their own, relocated.
fn mapped(header: &File, image: &[u8], device: i32) -> Result<Allocation, Refusal> {
    let segments = header.program_headers(ENDIAN, image).map_err(invalid)?;
    let loaded = || segments.iter().filter(|segment| segment.p_type(ENDIAN) == elf::PT_LOAD);
    let end = loaded().map(|segment| segment.p_vaddr(ENDIAN) + segment.p_memsz(ENDIAN)).max().unwrap_or(0) as usize;
    let memory = Allocation::new(end, Kind::Code, device).ok_or_else(|| invalid("no memory"))?;
    let put = |address: usize, bytes: &[u8]| {
        for (k, &byte) in bytes.iter().enumerate().take(end.saturating_sub(address)) {
            // SAFETY: the byte is one of the allocation's.
            unsafe { space::write(memory.start + address + k, 1, byte.into()) };
        }
    };
    put(0, &vec![0; end]);
    for segment in loaded() {
        let bytes = segment.data(ENDIAN, image).map_err(|()| invalid("a segment outside of the file"))?;
        put(segment.p_vaddr(ENDIAN) as usize, bytes);
    }
    let sections = header.sections(ENDIAN, image).map_err(invalid)?;
    for section in sections.iter() {
        let Some((relocations, _)) = section.rela(ENDIAN, image).map_err(invalid)? else { continue };
        for relocation in relocations {
            match relocation.r_type(ENDIAN, false) {
                RELATIVE64 => {
                    let address = memory.start as i64 + relocation.r_addend.get(ENDIAN);
                    put(relocation.r_offset.get(ENDIAN) as usize, &address.to_le_bytes());
                }
                other => return Err(invalid(format!("a relocation of type {other}"))),
            }
        }
    }
    Ok(memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_code_object_is_refused() {
        assert!(matches!(Module::load(b"\x7fELF", 0, "gfx942"), Err(Refusal::Invalid(_))));
        assert!(extent(&[0; 64]).is_none());
    }
}
