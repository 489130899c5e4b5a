//! The probe: a harmless program that tries what a sandbox should refuse, and prints what
//! it could do.

use std::ffi::OsString;
use std::fs::{self, File};
use std::net::{TcpStream, UdpSocket};
use std::path::PathBuf;
use std::time::Duration;

use nix::sys::signal::kill;
use nix::unistd::{Pid, Uid};

/// Prints what it could do, a remark each; nothing if it is held. The arguments
/// are a file outside, which is to stay unread, and a process outside, which is
/// asked whether it could be signalled without being so.
pub(super) fn run(mut arguments: impl Iterator<Item = OsString>) -> u8 {
    let (Some(outside), Some(process)) = (arguments.next(), arguments.next()) else { return 2 };
    let outside = PathBuf::from(outside);
    let Some(process) = process.to_str().and_then(|number| number.parse().ok()).filter(|number| *number > 0) else {
        return 2;
    };
    if fs::write("own", "text").and_then(|()| fs::remove_file("own")).is_err() {
        println!("its own folder cannot be written to;");
    }
    if fs::read(&outside).is_ok() {
        println!("files outside can be read;");
    }
    if File::options().append(true).open(&outside).is_ok() || File::create(outside.with_extension("new")).is_ok() {
        println!("files outside can be written;");
    }
    if UdpSocket::bind("127.0.0.1:0").is_ok() {
        println!("there is a network;");
    }
    // A port that nobody listens at: to be refused by it is to have a network.
    let address = ([127, 0, 0, 1], 9).into();
    let refused = TcpStream::connect_timeout(&address, Duration::from_millis(100)).map_err(|error| error.kind());
    if matches!(refused, Ok(_) | Err(std::io::ErrorKind::ConnectionRefused)) {
        println!("there is a network;");
    }
    if kill(Pid::from_raw(process), None).is_ok() {
        println!("processes outside can be signalled;");
    }
    if Uid::effective().is_root() {
        println!("it is root;");
    }
    0
}
