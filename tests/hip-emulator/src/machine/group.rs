//! A group of waves, which share LDS and meet at barriers.

use super::fault::Fault;
use super::launch::Launch;
use super::lds::Lds;
use super::space::Space;
use super::wave::{State, Wave};

/// What instructions reach beyond their wave.
pub struct Context<'a> {
    pub lds: &'a mut Lds,
    pub space: &'a Space,
}

/// A group.
pub struct Group {
    pub id: [u32; 3],
    pub waves: Vec<Wave>,
    pub lds: Lds,
}

/// Pseudorandom numbers for the order of waves.
#[derive(Clone, Copy)]
pub struct Order(pub u64);

impl Order {
    /// A number below another one.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }
}

/// The most instructions of a wave before another one has its turn.
const TURN: u64 = 512;

impl Group {
    /// Runs each wave for a while, in some order. Whether all are done.
    pub fn advance(&mut self, launch: &Launch, order: &mut Order) -> Result<bool, Fault> {
        let count = self.waves.len();
        let first = order.below(count as u64) as usize;
        for k in 0..count {
            let wave = &mut self.waves[(first + k) % count];
            if wave.state == State::Running {
                let mut context = Context { lds: &mut self.lds, space: &launch.space };
                run(wave, &mut context, launch, 1 + order.below(TURN))?;
            }
        }
        if self.waves.iter().all(|wave| wave.state == State::Done) {
            return Ok(true);
        }
        // Waves that have ended are not waited for.
        if self.waves.iter().all(|wave| wave.state != State::Running) {
            let waiting = self.waves.iter_mut().filter(|wave| wave.state == State::AtBarrier);
            waiting.for_each(|wave| wave.state = State::Running);
            self.lds.barrier();
        }
        Ok(false)
    }
}

/// Runs a wave until it waits, ends, or has had its turn.
fn run(wave: &mut Wave, context: &mut Context, launch: &Launch, turn: u64) -> Result<(), Fault> {
    let module = &launch.module;
    for _ in 0..turn {
        let place = wave.next;
        let instruction = module.instructions.get(place).ok_or_else(|| Fault::new("the code ends"))?;
        wave.next += 1;
        wave.count += 1;
        instruction.execute(wave, context, &module.target).map_err(|fault| {
            let text = &module.texts[place];
            fault.at(format_args!("wave {}, {:#x} {}", wave.index, text.address, text.text))
        })?;
        if wave.state != State::Running {
            break;
        }
    }
    Ok(())
}
