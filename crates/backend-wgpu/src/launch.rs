//! [`Launch`]: plans of `xparray-kernels`, as shaders.

use crate::buffer::Buffer;
use crate::device::{UNITS, Wgpu};
use crate::queue::Dispatch;
use xparray_ir::backend::{Border, DeviceBuffer, Input, Launch, LaunchArgs, Memory};
use xparray_ir::{Error, Result};
use xparray_kernels::wgsl::{Binding, Place, WgslPlan, plan_wgsl};

type Args<'a> = LaunchArgs<'a, Buffer>;

impl Launch for Wgpu {
    fn launch(&self, args: Args<'_>) -> Result<()> {
        let device = &*self.device;
        let Some(plan) = plan_wgsl(&args, UNITS, device.room())? else { return Ok(()) };
        let shader = device.pipelines.of_plan(device, args.kernel(), &plan)?;
        let packs = self.packs(&shader.bindings, &plan, &args)?;
        let words = plan.words(&args, |place| packs.iter().find_map(|pack| pack.start(place)).unwrap_or(0));
        let mut partials = Vec::new();
        for binding in &shader.bindings {
            if let Binding::Partial(_, size) = binding {
                partials.push(self.alloc(plan.partials() * size)?);
            }
        }
        let mut buffers = Vec::with_capacity(shader.bindings.len());
        for binding in &shader.bindings {
            let buffer = match *binding {
                Binding::Input(k) => buffer(&args, Place::Input(k)),
                Binding::Output(k) => buffer(&args, Place::Output(k)),
                Binding::Partial(k, _) => partials.get(k),
                packed => packs.iter().find(|pack| pack.binding == packed).map(|pack| &pack.buffer),
            };
            let buffer = buffer.ok_or_else(|| Error::value("launch", "an operand that is read has a buffer"))?;
            buffers.push(self.raw("launch", buffer)?);
        }
        let dispatch =
            Dispatch { shader: &shader, buffers: &buffers, words: &words, groups: plan.groups(), stream: &self.stream };
        device.queue.launch(device, &dispatch);
        packs.iter().filter(|pack| pack.is_written()).try_for_each(|pack| self.unpack(pack, &args))
    }

    fn reads_padded(&self, _border: Border) -> usize {
        // Each view asks where it ends.
        6
    }
}

/// Copies of several operands or outputs, one after the other, for a kernel with more buffers than it can be given.
struct Pack {
    binding: Binding,
    buffer: Buffer,
    /// Which, and from which byte on.
    parts: Vec<(Place, usize)>,
}

impl Pack {
    fn start(&self, place: Place) -> Option<usize> {
        self.parts.iter().find(|(other, _)| *other == place).map(|&(_, start)| start)
    }

    fn is_written(&self) -> bool {
        matches!(self.binding, Binding::PackedOutput(_))
    }
}

/// The buffer of an operand or an output.
fn buffer<'a>(args: &'a Args<'_>, place: Place) -> Option<&'a Buffer> {
    match place {
        Place::Input(k) => match &args.inputs()[k] {
            Input::Buffer(view) | Input::Padded { view, .. } => Some(view.buffer()),
            _ => None,
        },
        Place::Output(k) => Some(args.target(k).0),
    }
}

impl Wgpu {
    fn packs(&self, bindings: &[Binding], plan: &WgslPlan, args: &Args<'_>) -> Result<Vec<Pack>> {
        let mut packs = Vec::new();
        for &binding in bindings {
            let places: Vec<Place> = match binding {
                Binding::Packed(class) => plan.packed(class).map(Place::Input).collect(),
                Binding::PackedOutput(class) => plan.packed_outputs(args.kernel(), class).map(Place::Output).collect(),
                _ => continue,
            };
            packs.push(self.pack(binding, &places, args)?);
        }
        Ok(packs)
    }

    /// A buffer with the contents of others.
    fn pack(&self, binding: Binding, places: &[Place], args: &Args<'_>) -> Result<Pack> {
        let mut bytes = 0usize;
        let mut parts = Vec::new();
        for &place in places {
            parts.push((place, bytes));
            let length = buffer(args, place).map_or(0, Buffer::bytes).next_multiple_of(16);
            bytes = bytes.checked_add(length).ok_or_else(|| Error::value("launch", "too many operands"))?;
        }
        let pack = Pack { binding, buffer: self.alloc(bytes)?, parts };
        let to = self.raw("launch", &pack.buffer)?;
        for &(place, start) in &pack.parts {
            if let Some(part) = buffer(args, place) {
                let length = part.bytes().next_multiple_of(4) as u64;
                self.device.queue.copy(&self.device, (self.raw("launch", part)?, 0), (to, start as u64), length);
            }
        }
        Ok(pack)
    }

    /// Copies the outputs of a pack to where they belong.
    fn unpack(&self, pack: &Pack, args: &Args<'_>) -> Result<()> {
        let from = self.raw("launch", &pack.buffer)?;
        for &(place, start) in &pack.parts {
            if let Some(part) = buffer(args, place) {
                let length = part.bytes().next_multiple_of(4) as u64;
                self.device.queue.copy(&self.device, (from, start as u64), (self.raw("launch", part)?, 0), length);
            }
        }
        Ok(())
    }
}
