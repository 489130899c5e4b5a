//! What tests of more than one crate need and no program does.

mod cases;
mod folder;
#[cfg(unix)]
mod postgres;

pub use cases::cases;
pub use folder::{Folder, Run};
#[cfg(unix)]
pub use postgres::Postgres;
