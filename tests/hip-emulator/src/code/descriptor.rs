//! Kernel descriptors: how a kernel's registers are to be filled. The layout is that of LLVM's AMDGPU guide.

/// A kernel's descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    pub group_bytes: u32,
    pub private_bytes: u32,
    pub argument_bytes: u32,
    /// Where the code begins, from the descriptor.
    pub entry: i64,
    pub user_registers: u8,
    /// Which of a group's numbers it gets in registers.
    pub group_ids: [bool; 3],
    pub group_info: bool,
    pub wave_offset: bool,
    /// 1 to 3 axes of a thread's number.
    pub thread_axes: u8,
    properties: u16,
    /// Words of arguments that registers get, and where they begin.
    pub preloaded: (u8, u16),
    vectors: u8,
    accumulator_offset: u8,
}

/// What a kernel gets in registers, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserRegister {
    PrivateBuffer,
    DispatchPacket,
    Queue,
    Arguments,
    DispatchId,
    FlatScratch,
    PrivateSize,
}

fn bits(word: u32, from: u32, count: u32) -> u32 {
    word >> from & ((1 << count) - 1)
}

impl Descriptor {
    /// Reads one of 64 bytes.
    pub fn parse(bytes: &[u8; 64]) -> Self {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let (third, first, second) = (word(44), word(48), word(52));
        let (properties, preload) = (word(56) as u16, (word(56) >> 16) as u16);
        Self {
            group_bytes: word(0),
            private_bytes: word(4),
            argument_bytes: word(8),
            entry: (u64::from(word(16)) | u64::from(word(20)) << 32) as i64,
            user_registers: bits(second, 1, 5) as u8,
            group_ids: [7, 8, 9].map(|bit| bits(second, bit, 1) != 0),
            group_info: bits(second, 10, 1) != 0,
            wave_offset: bits(second, 0, 1) != 0,
            thread_axes: bits(second, 11, 2) as u8 + 1,
            properties,
            preloaded: ((preload & 0x7f) as u8, preload >> 7),
            vectors: bits(first, 0, 6) as u8,
            accumulator_offset: bits(third, 0, 6) as u8,
        }
    }

    pub fn wants(&self, register: UserRegister) -> bool {
        self.properties >> register as u16 & 1 != 0
    }

    pub fn has_waves_of_32(&self) -> bool {
        self.properties >> 10 & 1 != 0
    }

    /// Vector registers, and accumulation registers, that a wave has.
    pub fn registers(&self, architecture: &str) -> (usize, usize) {
        let all = (usize::from(self.vectors) + 1) * 8;
        match architecture.starts_with("gfx90a") || architecture.starts_with("gfx94") || architecture == "gfx950" {
            // The file is shared: accumulation registers begin at an offset.
            true => {
                let vectors = (usize::from(self.accumulator_offset) + 1) * 4;
                (vectors.min(all), all.saturating_sub(vectors))
            }
            false => (all, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_where_the_guide_says() {
        let mut bytes = [0; 64];
        let mut put = |at: usize, value: u32| bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        put(0, 1024);
        put(8, 280);
        put(16, 0x540);
        put(44, 5);
        put(48, 7);
        put(52, 1 | 8 << 1 | 1 << 7 | 2 << 11);
        put(56, 1 << 3 | 1 << 10 | (6 | 2 << 7) << 16);
        let descriptor = Descriptor::parse(&bytes);
        assert_eq!((descriptor.group_bytes, descriptor.argument_bytes, descriptor.entry), (1024, 280, 0x540));
        assert_eq!((descriptor.user_registers, descriptor.group_ids), (8, [true, false, false]));
        assert!(descriptor.wave_offset && descriptor.thread_axes == 3 && descriptor.has_waves_of_32());
        assert!(descriptor.wants(UserRegister::Arguments) && !descriptor.wants(UserRegister::PrivateBuffer));
        assert_eq!(descriptor.preloaded, (6, 2));
        assert_eq!((descriptor.registers("gfx942"), descriptor.registers("gfx1100")), ((24, 40), (64, 0)));
    }
}
