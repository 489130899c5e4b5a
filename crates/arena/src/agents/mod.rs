//! Who takes part, as a person writes it down.

mod spec;

pub use spec::{AgentSpec, BUILTIN_NAMES, Roster, SpecError};
