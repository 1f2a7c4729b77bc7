//! What instructions of every architecture name: registers, addresses, and places to jump to.

/// A general register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gpr(pub u8);

/// An address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mem {
    /// A register plus a distance.
    At(Gpr, i32),
    /// A register plus another one times a power of two (1, 2, 4, 8) plus a distance. The other is a vector in gathers.
    Indexed(Gpr, u8, u8, i32),
    /// A place in the constants, which follow the code.
    Constant(u32),
}

/// A place to jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(usize);

/// Where labels are in the code.
#[derive(Default)]
pub struct Labels(Vec<Option<usize>>);

impl Labels {
    /// A label without a place yet.
    pub fn add(&mut self) -> Label {
        self.0.push(None);
        Label(self.0.len() - 1)
    }

    /// Puts a label at a place.
    pub fn place(&mut self, label: Label, at: usize) {
        self.0[label.0] = Some(at);
    }

    /// Where a label is, when all have their places.
    pub fn target(&self, label: Label) -> usize {
        self.0[label.0].expect("every label has its place")
    }
}
