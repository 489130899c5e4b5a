//! The warden as a program of its own, for the tests of this crate.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    fruitrage_sandbox::warden().into()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("only Linux has wardens");
    ExitCode::FAILURE
}
