//! Launches: groups on all cores, with their registers filled as a kernel's descriptor says.

use super::fault::Fault;
use super::group::{Group, Order};
use super::lds::Lds;
use super::space::{self, Allocation, Kind, Space};
use super::wave::{LANES, Wave};
use crate::code::descriptor::UserRegister;
use crate::code::{ArgumentKind, Kernel, Module};
use crate::instruction::operand::{EXEC, PRIVATE_BASE, TTMP};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A launch.
pub struct Launch {
    pub module: Arc<Module>,
    pub kernel: Arc<Kernel>,
    pub groups: [u32; 3],
    pub threads: [u32; 3],
    /// Bytes of LDS beside the kernel's own.
    pub dynamic: u32,
    /// The kernel's arguments and the hidden ones.
    pub arguments: Vec<u8>,
    /// What memory there is.
    pub space: Arc<Space>,
    /// Whether all groups run at a time.
    pub cooperative: bool,
}

/// Groups that a core runs in turns.
const RESIDENT: usize = 2;

/// Bytes of a packet of HSA's queues.
const PACKET: usize = 64;

/// What groups share while they run.
struct Progress {
    next: AtomicU64,
    /// Executed by all waves.
    instructions: AtomicU64,
    stopped: AtomicBool,
    fault: Mutex<Option<Fault>>,
}

impl Launch {
    /// The memory of a launch's arguments: what is given at their places, and hidden ones.
    ///
    /// # Safety
    /// Each pointer is to as many bytes as the kernel's argument has.
    pub unsafe fn arguments(
        kernel: &Kernel,
        given: *const *const u8,
        groups: [u32; 3],
        threads: [u32; 3],
        dynamic: u32,
    ) -> Vec<u8> {
        let end = kernel.arguments.iter().map(|argument| argument.offset + argument.size).max().unwrap_or(0);
        let mut bytes = vec![0; end.max(kernel.descriptor.argument_bytes as usize)];
        let mut count = 0;
        for argument in &kernel.arguments {
            let to = &mut bytes[argument.offset..argument.offset + argument.size];
            let value = match argument.kind {
                ArgumentKind::Given => {
                    // SAFETY: the caller's promise.
                    unsafe { ptr::copy_nonoverlapping(*given.add(count), to.as_mut_ptr(), to.len()) };
                    count += 1;
                    continue;
                }
                ArgumentKind::Groups(axis) => groups[axis],
                ArgumentKind::GroupSize(axis) => threads[axis],
                // HIP's groups are whole.
                ArgumentKind::Remainder(_) | ArgumentKind::Unused => 0,
                ArgumentKind::Axes => 3 - groups.iter().rev().take_while(|&&n| n == 1).count().min(2) as u32,
                ArgumentKind::DynamicBytes => dynamic,
            };
            to.iter_mut().zip(value.to_le_bytes()).for_each(|(to, byte)| *to = byte);
        }
        bytes
    }

    /// Runs it to its end. How many instructions that took, of all waves.
    pub fn run(mut self, seed: u64) -> Result<u64, Fault> {
        let bytes = [&self.packet()[..], &self.arguments].concat();
        let memory = Allocation::new(bytes.len(), Kind::Arguments, 0);
        let memory = space::insert(memory.ok_or_else(|| Fault::new("no memory for arguments"))?);
        for (k, byte) in bytes.into_iter().enumerate() {
            // SAFETY: the byte is one of the allocation's.
            unsafe { space::write(memory + k, 1, byte.into()) };
        }
        self.space = space::seen();
        let outcome = self.run_groups(memory as u64, seed);
        space::remove(memory);
        outcome.map_err(|fault| fault.at(format_args!("kernel {}", self.kernel.name)))
    }

    /// What was given to the queue: kernels read the sizes of groups and of the grid there.
    fn packet(&self) -> [u8; PACKET] {
        let mut packet = [0; PACKET];
        for axis in 0..3 {
            packet[4 + 2 * axis..][..2].copy_from_slice(&(self.threads[axis] as u16).to_le_bytes());
            let grid = self.threads[axis].wrapping_mul(self.groups[axis]);
            packet[12 + 4 * axis..][..4].copy_from_slice(&grid.to_le_bytes());
        }
        packet
    }

    /// Runs all groups, with the packet and the arguments at an address.
    fn run_groups(&self, packet: u64, seed: u64) -> Result<u64, Fault> {
        let start = Instant::now();
        let count: u64 = self.groups.iter().map(|&n| u64::from(n)).product();
        let [next, instructions] = [const { AtomicU64::new(0) }; 2];
        let progress = Progress { next, instructions, stopped: AtomicBool::new(false), fault: Mutex::new(None) };
        let cores = (rayon::current_num_threads() as u64).min(count.div_ceil(RESIDENT as u64));
        let resident = match self.cooperative {
            true => count.div_ceil(cores.max(1)) as usize,
            false => RESIDENT,
        };
        let work = |core: u64| self.work(packet, count, resident, Order(seed.wrapping_add(core << 40)), &progress);
        if cores <= 1 {
            work(0);
        } else {
            rayon::scope(|scope| (0..cores).for_each(|core| scope.spawn(move |_| work(core))));
        }
        let executed = progress.instructions.into_inner();
        if std::env::var_os("XPARRAY_EMULATED_LOG").is_some() {
            let name = &self.kernel.name;
            let [groups, threads] = [self.groups, self.threads];
            eprintln!("{name}: {groups:?} groups of {threads:?}, {executed} instructions, {:?}", start.elapsed());
        }
        let fault = progress.fault.into_inner().unwrap_or_else(PoisonError::into_inner);
        fault.map_or(Ok(executed), Err)
    }

    /// Takes groups in their order and runs a few in turns, until none is left.
    fn work(&self, packet: u64, count: u64, resident: usize, mut order: Order, progress: &Progress) {
        let mut running: Vec<Group> = Vec::new();
        let mut exhausted = false;
        while !progress.stopped.load(Ordering::Relaxed) {
            while !exhausted && running.len() < resident {
                let number = progress.next.fetch_add(1, Ordering::Relaxed);
                exhausted = number >= count;
                if !exhausted {
                    running.push(self.group(number, packet));
                }
            }
            if running.is_empty() {
                return;
            }
            let mut place = 0;
            while place < running.len() {
                match running[place].advance(self, &mut order) {
                    Ok(false) => place += 1,
                    Ok(true) => {
                        let group = running.swap_remove(place);
                        let instructions = group.waves.iter().map(|wave| wave.count).sum();
                        progress.instructions.fetch_add(instructions, Ordering::Relaxed);
                    }
                    Err(fault) => {
                        let fault = fault.at(format_args!("group {:?}", running[place].id));
                        progress.stopped.store(true, Ordering::Relaxed);
                        progress.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
                        return;
                    }
                }
            }
        }
    }

    /// A group as it begins.
    fn group(&self, number: u64, packet: u64) -> Group {
        let [x, y, _] = self.groups.map(u64::from);
        let id = [(number % x) as u32, (number / x % y) as u32, (number / x / y) as u32];
        let descriptor = &self.kernel.descriptor;
        let lanes = if descriptor.has_waves_of_32() { 32 } else { LANES };
        let threads: u32 = self.threads.iter().product();
        let waves = (0..threads.div_ceil(lanes as u32)).map(|index| self.wave(index, lanes, threads, id, packet));
        let lds = Lds::new((descriptor.group_bytes + self.dynamic) as usize);
        Group { id, waves: waves.collect(), lds }
    }

    fn wave(&self, index: u32, lanes: usize, threads: u32, id: [u32; 3], packet: u64) -> Wave {
        let descriptor = &self.kernel.descriptor;
        let architecture = &self.module.target.architecture;
        let (vectors, accumulators) = descriptor.registers(architecture);
        let mut wave = Wave::new(index, lanes, vectors, accumulators, descriptor.private_bytes as usize);
        wave.next = self.kernel.entry;
        let mut next = 0;
        let mut put = |wave: &mut Wave, words: &[u32]| {
            for &word in words {
                wave.set_scalar(next, word);
                next += 1;
            }
        };
        let pair = |address: u64| [address as u32, (address >> 32) as u32];
        let given = [
            // A buffer over private memory: its base, and a size without limit.
            (UserRegister::PrivateBuffer, vec![0, (PRIVATE_BASE >> 32) as u32, u32::MAX, 0]),
            (UserRegister::DispatchPacket, pair(packet).to_vec()),
            (UserRegister::Queue, pair(0).to_vec()),
            (UserRegister::Arguments, pair(packet + PACKET as u64).to_vec()),
            (UserRegister::DispatchId, pair(0).to_vec()),
            (UserRegister::FlatScratch, pair(0).to_vec()),
            (UserRegister::PrivateSize, vec![descriptor.private_bytes]),
        ];
        for (register, words) in given {
            if descriptor.wants(register) {
                put(&mut wave, &words);
            }
        }
        let (words, from) = descriptor.preloaded;
        for word in 0..usize::from(words) {
            let at = 4 * (usize::from(from) + word);
            let bytes = self.arguments.get(at..at + 4).unwrap_or(&[0; 4]);
            put(&mut wave, &[u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])]);
        }
        let mut next = descriptor.user_registers;
        if architecture.starts_with("gfx12") {
            wave.set_scalar(TTMP + 9, id[0]);
            wave.set_scalar(TTMP + 7, id[1] & 0xffff | id[2] << 16);
        } else {
            for (axis, id) in id.into_iter().enumerate() {
                if descriptor.group_ids[axis] {
                    wave.set_scalar(next, id);
                    next += 1;
                }
            }
            if descriptor.group_info {
                wave.set_scalar(next, 0);
                next += 1;
            }
            if descriptor.wave_offset {
                wave.set_scalar(next, 0);
            }
        }
        let first = index * lanes as u32;
        let present = (threads - first).min(lanes as u32);
        wave.set_mask(EXEC, u64::MAX >> (LANES as u32 - present));
        for lane in 0..present {
            let thread = first + lane;
            let [x, y, _] = self.threads;
            let packed = (thread % x) | ((thread / x % y) << 10) | ((thread / x / y) << 20);
            // Every kernel has the register.
            let _ = wave.set_vector(0, lane as usize, packed);
        }
        wave
    }
}
