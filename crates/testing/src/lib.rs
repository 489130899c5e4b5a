//! What tests of more than one crate need and no program does.

#[cfg(unix)]
mod postgres;

#[cfg(unix)]
pub use postgres::Postgres;
