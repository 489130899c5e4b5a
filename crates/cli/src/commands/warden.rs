//! `fruitrage warden`: the process between the arena and an agent that nobody
//! trusts. The arena calls it for every move; it is not for people.

/// Whether the program was called as the warden. Asked before any arguments are
/// parsed, because the warden must start at once.
pub(crate) fn is_asked_for() -> bool {
    std::env::args_os().nth(1).is_some_and(|name| name == "warden")
}

/// Does the warden's work; returns the exit code.
#[cfg(target_os = "linux")]
pub(crate) fn run() -> u8 {
    fruitrage_sandbox::warden()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn run() -> u8 {
    crate::printing::tell_error("only Linux has wardens");
    crate::BAD_INPUT
}
