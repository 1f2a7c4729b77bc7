//! A group's local memory, with who used it since the last barrier.

use super::fault::Fault;
use super::space::PATTERN;

/// Who used a byte in an epoch: the time between two barriers.
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
    uses: Vec<Use>,
    epoch: u32,
}

impl Lds {
    pub fn new(bytes: usize) -> Self {
        Self { bytes: vec![PATTERN; bytes], uses: vec![Use::default(); bytes], epoch: 1 }
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
        for (k, usage) in self.uses[address..address + bytes].iter_mut().enumerate() {
            if usage.epoch != self.epoch {
                *usage = Use { epoch: self.epoch, readers: 0, writers: 0, atomic: true, written: usage.written };
            }
            let others = !(1 << wave);
            let both_atomic = usage.atomic && access == Access::Atomic;
            let same = value.is_some_and(|value| self.bytes[address + k] == (value >> (8 * k)) as u8);
            let race = match access {
                Access::Write if same => usage.readers & others != 0,
                Access::Read => usage.writers & others != 0,
                Access::Write | Access::Atomic => (usage.writers | usage.readers) & others != 0,
            };
            if race && !both_atomic {
                let Use { readers, writers, .. } = usage;
                return Err(Fault::new(format!(
                    "a race for byte {} of LDS: {access:?} by wave {wave}, since the last barrier read by waves \
                     {readers:#b} and written by waves {writers:#b}",
                    address + k
                )));
            }
            usage.atomic &= access == Access::Atomic;
            match access {
                Access::Read => usage.readers |= 1 << wave,
                Access::Write | Access::Atomic => usage.writers |= 1 << wave,
            }
        }
        Ok(())
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
        self.uses[address..address + bytes].iter().any(|usage| usage.written)
    }

    fn value(&self, address: usize, bytes: usize) -> u64 {
        let mut value = [0; 8];
        value[..bytes].copy_from_slice(&self.bytes[address..address + bytes]);
        u64::from_le_bytes(value)
    }

    fn put(&mut self, address: usize, bytes: usize, value: u64, written: bool) {
        self.uses[address..address + bytes].iter_mut().for_each(|usage| usage.written = written);
        self.bytes[address..address + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
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
}
