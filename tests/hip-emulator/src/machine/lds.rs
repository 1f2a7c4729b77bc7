//! A group's local memory, with who used it since the last barrier.

use super::fault::Fault;
use super::space::PATTERN;

/// Who used memory in an epoch: the time between two barriers.
#[derive(Clone, Copy, Default)]
struct Use {
    epoch: u32,
    /// A bit for each wave.
    readers: u32,
    writers: u32,
    /// Whether all were atomic operations.
    atomic: bool,
    /// Whether something was written there, in any epoch.
    written: bool,
}

/// The uses of a word: of all of it, or of each byte, once one was used alone.
#[derive(Clone)]
enum Word {
    Whole(Use),
    Bytes(Box<[Use; 4]>),
}

const WORD: usize = 4;

/// How memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
    Atomic,
}

/// Local memory.
pub struct Lds {
    bytes: Vec<u8>,
    words: Vec<Word>,
    epoch: u32,
}

impl Use {
    /// Notes an access by a wave; whether it races. `same` is a write of what is there.
    #[inline]
    fn note(&mut self, epoch: u32, wave: u32, access: Access, same: bool) -> bool {
        if self.epoch != epoch {
            *self = Self { epoch, readers: 0, writers: 0, atomic: true, written: self.written };
        }
        let others = !(1 << wave);
        let race = match access {
            Access::Write if same => self.readers & others != 0,
            Access::Read => self.writers & others != 0,
            Access::Write | Access::Atomic => (self.writers | self.readers) & others != 0,
        };
        if race && !(self.atomic && access == Access::Atomic) {
            return true;
        }
        self.atomic &= access == Access::Atomic;
        match access {
            Access::Read => self.readers |= 1 << wave,
            Access::Write | Access::Atomic => self.writers |= 1 << wave,
        }
        false
    }
}

impl Word {
    fn bytes(&mut self) -> &mut [Use; 4] {
        if let Self::Whole(usage) = self {
            *self = Self::Bytes(Box::new([*usage; 4]));
        }
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Whole(_) => unreachable!("the word was divided"),
        }
    }
}

impl Lds {
    pub fn new(bytes: usize) -> Self {
        let words = vec![Word::Whole(Use::default()); bytes.div_ceil(WORD)];
        Self { bytes: vec![PATTERN; bytes], words, epoch: 1 }
    }

    /// A barrier: what was done before is ordered before what follows.
    pub fn barrier(&mut self) {
        self.epoch += 1;
    }

    /// Checks an access; a write with its value. Waves that write one value to one place are no race: whichever is last,
    /// it is there.
    fn check(
        &mut self,
        address: usize,
        bytes: usize,
        wave: u32,
        access: Access,
        value: Option<u64>,
    ) -> Result<(), Fault> {
        let size = self.bytes.len();
        if address.checked_add(bytes).is_none_or(|end| end > size) {
            return Err(Fault::new(format!("{bytes} bytes at {address} of {size} of LDS")));
        }
        let mut at = address;
        while at < address + bytes {
            let count = (address + bytes - at).min(WORD - at % WORD);
            let same = |at: usize, count: usize| {
                let new = |k: usize| value.is_some_and(|value| self.bytes[k] == (value >> (8 * (k - address))) as u8);
                (at..at + count).all(new)
            };
            let word = &mut self.words[at / WORD];
            let race = match word {
                Word::Whole(usage) if count == WORD => {
                    usage.note(self.epoch, wave, access, same(at, WORD)).then_some(at)
                }
                _ => {
                    let uses = word.bytes();
                    let mut note = |k: &usize| uses[k % WORD].note(self.epoch, wave, access, same(*k, 1));
                    (at..at + count).find(|k| note(k))
                }
            };
            if let Some(byte) = race {
                return Err(self.race(byte, wave, access));
            }
            at += count;
        }
        Ok(())
    }

    #[cold]
    fn race(&self, byte: usize, wave: u32, access: Access) -> Fault {
        let Use { readers, writers, .. } = match &self.words[byte / WORD] {
            Word::Whole(usage) => usage,
            Word::Bytes(uses) => &uses[byte % WORD],
        };
        Fault::new(format!(
            "a race for byte {byte} of LDS: {access:?} by wave {wave}, since the last barrier read by waves {readers:#b} and \
             written by waves {writers:#b}"
        ))
    }

    /// Reads up to 8 bytes, with whether one of them was written.
    pub fn read(&mut self, address: usize, bytes: usize, wave: u32) -> Result<(u64, bool), Fault> {
        self.check(address, bytes, wave, Access::Read, None)?;
        Ok((self.value(address, bytes), self.is_written(address, bytes)))
    }

    /// Writes a value, which may be what nobody wrote before.
    pub fn write(&mut self, address: usize, bytes: usize, wave: u32, value: u64, written: bool) -> Result<(), Fault> {
        self.check(address, bytes, wave, Access::Write, Some(value))?;
        self.put(address, bytes, value, written);
        Ok(())
    }

    /// Changes a value by one that was written or not, or replaces it. What it was, and whether that was written.
    pub fn update(
        &mut self,
        address: usize,
        bytes: usize,
        wave: u32,
        written: bool,
        replaces: bool,
        with: impl FnOnce(u64) -> u64,
    ) -> Result<(u64, bool), Fault> {
        if !address.is_multiple_of(bytes) {
            return Err(Fault::new(format!("an atomic operation on {bytes} bytes at {address} of LDS")));
        }
        self.check(address, bytes, wave, Access::Atomic, None)?;
        let (old, known) = (self.value(address, bytes), self.is_written(address, bytes));
        self.put(address, bytes, with(old), (known || replaces) && written);
        Ok((old, known))
    }

    fn is_written(&self, address: usize, bytes: usize) -> bool {
        (address..address + bytes).any(|k| match &self.words[k / WORD] {
            Word::Whole(usage) => usage.written,
            Word::Bytes(uses) => uses[k % WORD].written,
        })
    }

    fn value(&self, address: usize, bytes: usize) -> u64 {
        match self.bytes[address..address + bytes] {
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
            ref all => all.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)),
        }
    }

    fn put(&mut self, address: usize, bytes: usize, value: u64, written: bool) {
        for k in address..address + bytes {
            match &mut self.words[k / WORD] {
                Word::Whole(usage) => usage.written = written,
                Word::Bytes(uses) => uses[k % WORD].written = written,
            }
        }
        match &mut self.bytes[address..address + bytes] {
            [a, b, c, d] => [*a, *b, *c, *d] = (value as u32).to_le_bytes(),
            all => all.iter_mut().zip(value.to_le_bytes()).for_each(|(to, byte)| *to = byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn races_are_between_waves_and_barriers() {
        let mut lds = Lds::new(64);
        lds.write(0, 4, 0, 7, true).unwrap();
        assert_eq!(lds.read(0, 4, 0).unwrap(), (7, true));
        assert!(lds.read(0, 4, 1).is_err());
        lds.barrier();
        assert_eq!(lds.read(0, 4, 1).unwrap(), (7, true));
        assert!(lds.write(3, 1, 0, 1, true).is_err());
        lds.update(8, 4, 0, true, false, |x| x + 1).unwrap();
        lds.update(8, 4, 1, true, false, |x| x + 1).unwrap();
        assert!(lds.read(8, 4, 2).is_err());
        assert!(lds.update(10, 4, 1, true, false, |x| x).is_err());
        assert!(lds.read(61, 4, 0).is_err());
    }

    #[test]
    fn waves_may_agree() {
        let mut lds = Lds::new(64);
        lds.write(0, 4, 0, 7, true).unwrap();
        lds.write(0, 4, 1, 7, true).unwrap();
        assert!(lds.write(0, 4, 2, 8, true).is_err());
        assert!(lds.read(0, 4, 0).is_err());
        lds.barrier();
        lds.read(0, 4, 0).unwrap();
        assert!(lds.write(0, 4, 1, 7, true).is_err());
    }

    #[test]
    fn what_nobody_wrote_is_known_to_be() {
        let mut lds = Lds::new(64);
        assert!(!lds.read(0, 4, 0).unwrap().1);
        lds.write(1, 1, 0, 7, true).unwrap();
        assert!(lds.read(0, 4, 0).unwrap().1 && !lds.read(4, 4, 0).unwrap().1);
        // A sum with what nobody wrote is nothing that somebody wrote.
        assert!(!lds.update(8, 4, 0, true, false, |x| x + 1).unwrap().1);
        lds.barrier();
        assert!(!lds.read(8, 4, 1).unwrap().1 && lds.read(1, 1, 1).unwrap().1);
        lds.write(8, 4, 1, 0, true).unwrap();
        lds.write(12, 4, 1, 0, false).unwrap();
        assert!(lds.read(8, 4, 1).unwrap().1 && !lds.read(12, 4, 1).unwrap().1);
    }

    #[test]
    fn bytes_of_a_word_are_used_apart() {
        let mut lds = Lds::new(6);
        lds.write(0, 1, 0, 1, true).unwrap();
        lds.write(1, 1, 1, 2, true).unwrap();
        assert!(lds.read(0, 4, 0).is_err());
        lds.barrier();
        assert_eq!(lds.read(0, 2, 2).unwrap(), (0x201, true));
        // Across words, and to the end.
        lds.barrier();
        lds.write(2, 4, 0, 0x0403_0201, true).unwrap();
        assert!(lds.write(5, 1, 1, 9, true).is_err());
        assert_eq!(lds.read(2, 4, 0).unwrap(), (0x0403_0201, true));
    }
}
