//! Linear systems in time, continuous and discrete: on the host in `f64`.

mod conversions;
mod discrete;
mod frequencies;
mod lti;
mod matrices;
mod place;
mod responses;
mod simulation;
mod state_space;

pub use conversions::{ss2tf, ss2zpk, tf2ss, zpk2ss};
pub use discrete::{Discretization, cont2discrete};
pub use frequencies::{bode, bode_at, freqresp, freqresp_at};
pub use lti::{Lti, Model, dlti, lti};
pub use place::{PlacedPoles, place_poles};
pub use responses::{Response, impulse, step};
pub use simulation::{Lsim, dlsim, lsim};
pub use state_space::StateSpace;
