//! What a shader was bound to of late: programs go round the same few buffers, as the pool gives them out again.

use std::sync::{Mutex, MutexGuard, PoisonError};
use wgpu::{BindGroup, Buffer};

/// As many are kept.
const KEPT: usize = 8;

#[derive(Default)]
pub(crate) struct Bound(Mutex<State>);

#[derive(Default)]
struct State {
    groups: Vec<(Box<[Buffer]>, BindGroup)>,
    /// The one that the next new one replaces.
    oldest: usize,
}

impl Bound {
    fn state(&self) -> MutexGuard<'_, State> {
        // Each change is complete.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The group of these buffers.
    pub fn find<'a>(&self, buffers: impl Iterator<Item = &'a Buffer> + Clone) -> Option<BindGroup> {
        let state = self.state();
        let known = state.groups.iter().find(|(bound, _)| bound.iter().eq(buffers.clone()));
        known.map(|(_, group)| group.clone())
    }

    pub fn keep<'a>(&self, buffers: impl Iterator<Item = &'a Buffer>, group: &BindGroup) {
        let new = (buffers.cloned().collect(), group.clone());
        let mut state = self.state();
        if state.groups.len() < KEPT {
            return state.groups.push(new);
        }
        let at = state.oldest;
        state.groups[at] = new;
        state.oldest = (at + 1) % KEPT;
    }

    /// Lets go of the buffers.
    pub fn forget(&self) {
        *self.state() = State::default();
    }
}
