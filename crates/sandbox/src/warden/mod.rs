//! The warden: the process between the caller and a program that nobody trusts.
//!
//! It is this very program, started again as `fruitrage warden`, with one thread.
//! Under bubblewrap it is the first process of the system inside, so that it
//! cannot be killed from there; otherwise an ordinary process. In both cases it
//!
//! - learns over its standard input, a socket, what to run, and answers there;
//! - starts the program, bound to its limits and rules;
//! - watches it, and ends it if it uses too much or if the caller has gone;
//! - kills and waits for all that the program has started, before it answers.

mod confine;
mod disk;
mod estimate;
pub(crate) mod fork;
mod group;
mod holdings;
mod message;
mod probe;
mod tree;
mod waits;
mod watch;

use std::ffi::OsStr;
use std::io::{self, Read as _, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;

use nix::sys::prctl;
use nix::unistd::{Pid, setpgid};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};

use crate::isolation::Tier;
use group::Group;
pub(crate) use message::{Answer, Instructions};
pub(crate) use tree::{children, descendants_of};
pub(crate) use waits::Waits;
pub(crate) use watch::{SoFar, Wish};

/// The argument with which the warden is the harmless program of a trial.
pub(crate) const PROBE: &str = "probe";

/// How many files come with the instructions at most.
pub(crate) const MOST_FILES: usize = 8;

/// What is not the warden's to judge ends the warden with this.
const FAILED: u8 = 70;

/// Runs the warden; returns its exit code. Nothing else may run in the process.
pub fn warden() -> u8 {
    let mut arguments = std::env::args_os().skip(2);
    if arguments.next().as_deref() == Some(OsStr::new(PROBE)) {
        return probe::run(arguments);
    }
    match serve() {
        Ok(()) => 0,
        Err(error) => {
            // Only someone who starts a warden by hand sees this.
            let _ = writeln!(io::stderr(), "fruitrage warden: {error}");
            FAILED
        }
    }
}

fn serve() -> io::Result<()> {
    // Apart from the caller's signals, Ctrl-C among them. Not a session of its own:
    // on a busy machine the scheduler has a new one wait. Of a process that leads a
    // group already, the first one under bubblewrap, nothing is wanted.
    let _ = setpgid(Pid::from_raw(0), Pid::from_raw(0));
    prctl::set_dumpable(false)?;
    prctl::set_child_subreaper(true)?;
    let mut caller = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let null = std::fs::File::open("/dev/null")?;
    nix::unistd::dup2_stdin(&null)?;
    drop(null);

    let (length, mut files) = receive(&caller)?;
    let mut text = vec![0; u32::from_le_bytes(length) as usize];
    caller.read_exact(&mut text)?;
    let instructions = Instructions::decode(&text);
    if instructions.as_ref().is_some_and(|instructions| instructions.session)
        && let Some(input) = files.pop()
    {
        // The program inherits it.
        nix::unistd::dup2_stdin(&input)?;
    }
    let answer = match instructions {
        Some(instructions) => match Group::new(files, instructions.tier == Tier::Bubblewrap) {
            Ok(group) => watch::run(&instructions, group.as_ref(), &caller),
            Err(error) => Answer::Fault(format!("the group of processes: {error}")),
        },
        None => Answer::Fault("instructions that make no sense".to_owned()),
    };
    caller.write_all(&answer.encode())
}

/// Receives the length of the instructions, and the files of a group if there is one.
fn receive(mut caller: &UnixStream) -> io::Result<([u8; 4], Vec<OwnedFd>)> {
    let mut length = [0; 4];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FILES))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut buffer = [io::IoSliceMut::new(&mut length)];
    let received = recvmsg(caller, &mut buffer, &mut control, RecvFlags::CMSG_CLOEXEC)?.bytes;
    let files = control.drain().flat_map(|message| match message {
        RecvAncillaryMessage::ScmRights(files) => files.collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    let files = files.collect();
    caller.read_exact(&mut length[received..])?;
    Ok((length, files))
}
