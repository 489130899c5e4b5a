//! A run on Linux, as the caller sees it: starts the warden, reads the program's output
//! so that the program never waits for a reader, and reads the warden's answer.

use std::io::{self, Read, Write as _};
use std::mem::MaybeUninit;
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Uid, pipe2};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};

use super::capped::Capped;
use super::child::{self, Process};
use super::command::{self, CommandFault};
use super::{AgentFolder, Launch, LaunchError, Limits, Run, RunEnd};
use crate::groups::{Groups, Lease};
use crate::isolation::system::Part;
use crate::isolation::{Sandbox, Tier, bubblewrap};
use crate::warden::fork::start_in;
use crate::warden::{self, Answer, Instructions, descendants_of};

/// How often the wish to stop is looked at.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a warden may be silent: it tells every second that it is alive, and gives up
/// killing after ten; but the machine may be busy.
const PATIENCE: Duration = Duration::from_mins(1);
/// How many bufferfuls a pipe holds, and some more.
pub(super) const PIPE_IN_BUFFERS: usize = 64;
/// How long the warden may take to die when it is killed.
const LAST_PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn run(sandbox: &Sandbox, launch: &Launch<'_>, is_stopped: &dyn Fn() -> bool) -> Result<Run, LaunchError> {
    if is_stopped() {
        return Err(LaunchError::Stopped);
    }
    let begun = Instant::now();
    // The last one is dropped first: it is gone before the group is given back.
    let Launched { group, program, mut started } = begin(sandbox, launch, None)?;
    if let Err(error) = started.listen(is_stopped) {
        if let Some(group) = &group {
            group.kill();
        }
        return Err(error);
    }
    let finished = started.finish()?;
    conclude(finished, group, program, begun, Some(launch.folder), is_stopped)
}

/// A program that was started, with its warden.
pub(super) struct Launched {
    /// Before the group, so that it is gone when the group is given back.
    pub(super) started: Started,
    pub(super) group: Option<Lease>,
    pub(super) program: PathBuf,
}

/// Starts a program under a warden. With an input of its own it is for many turns.
pub(super) fn begin(
    sandbox: &Sandbox,
    launch: &Launch<'_>,
    input: Option<BorrowedFd<'_>>,
) -> Result<Launched, LaunchError> {
    let program = command::find(launch.command, launch.folder.path(), launch.folder.user().is_some())?;
    if launch.folder.user().is_some()
        && let Some(path) = command::out_of_reach(launch.visible)
    {
        return Err(CommandFault::OutOfReach(path.clone()).into());
    }
    let instructions = Instructions { session: input.is_some(), ..instruct(sandbox, launch, &program) };
    let mut visible = program.needs;
    visible.extend_from_slice(launch.visible);
    let group = match sandbox.groups() {
        Some(groups) => Some(lease(groups, sandbox.tier(), &launch.limits)?),
        None => None,
    };
    let mut started = start(sandbox, launch, &visible, group.as_ref())?;
    let mut files = group.as_ref().map(|group| group.files(sandbox.tier())).unwrap_or_default();
    files.extend(input);
    if let Err(error) = started.tell(&instructions, &files) {
        // It is gone, and what it has printed says why.
        if error.kind() != io::ErrorKind::BrokenPipe {
            return Err(LaunchError::system("telling the warden what to do")(error));
        }
    }
    Ok(Launched { started, group, program: program.path })
}

/// What became of a program, by what its warden has left behind.
pub(super) fn conclude(
    finished: Finished,
    group: Option<Lease>,
    program: PathBuf,
    begun: Instant,
    folder: Option<&AgentFolder>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Run, LaunchError> {
    let Finished { answer, stdout, stderr } = finished;
    match answer {
        Some(Answer::Done { end, cpu, wall, disk_due, tidy }) => {
            if let Some(folder) = folder {
                folder.set_disk_due(disk_due);
            }
            if let Some(group) = group.filter(|_| tidy) {
                group.give_back();
            }
            Ok(Run { cpu, wall, end, stdout, stderr })
        }
        Some(Answer::NotStarted(error)) => Err(not_started(program, error)),
        Some(Answer::Stopped) => Err(LaunchError::Stopped),
        Some(Answer::Fault(reason)) => Err(LaunchError::Sandbox(reason)),
        None if is_stopped() => Err(LaunchError::Stopped),
        // The kernel has chosen the warden, but it is the program that wanted too much.
        None if group.as_ref().is_some_and(Lease::ran_out_of_memory) => {
            let cpu = group.map(|group| group.used()).unwrap_or_default();
            Ok(Run { cpu, wall: begun.elapsed(), end: RunEnd::OverMemory, stdout, stderr })
        }
        None => {
            let said = String::from_utf8_lossy(&stderr).trim().to_owned();
            Err(LaunchError::Sandbox(if said.is_empty() { "the warden died".to_owned() } else { said }))
        }
    }
}

/// A group for one run. Under bubblewrap the warden is in it too, and `bwrap` itself.
fn lease(groups: &Arc<Groups>, tier: Tier, limits: &Limits) -> Result<Lease, LaunchError> {
    let others = if tier == Tier::Bubblewrap { 2 } else { 0 };
    groups.lease(limits, others).map_err(LaunchError::system("a group of processes"))
}

fn not_started(program: PathBuf, error: i32) -> LaunchError {
    let reason = match error {
        libc::ENOENT => "the interpreter or loader that it names is missing".to_owned(),
        error => io::Error::from_raw_os_error(error).to_string(),
    };
    LaunchError::Command(CommandFault::NotExecutable { program, reason })
}

fn instruct(sandbox: &Sandbox, launch: &Launch<'_>, program: &command::Program) -> Instructions {
    let (tier, outside) = (sandbox.tier(), launch.folder.path());
    let folder = if tier == Tier::Bubblewrap { Path::new(bubblewrap::FOLDER) } else { outside };
    // What names the agent's folder or something in it, by the name it has inside.
    let inside = |text: &Path| match text.strip_prefix(outside) {
        Ok(rest) => folder.join(rest),
        Err(_) => text.to_owned(),
    };
    let command = [inside(&program.path).into_os_string()].into_iter();
    let command = command.chain(launch.command.iter().skip(1).map(|argument| {
        if Path::new(argument).is_absolute() { inside(Path::new(argument)).into_os_string() } else { argument.clone() }
    }));
    let system = sandbox.means().system.iter().filter_map(|part| match part {
        Part::Tree(path) => Some(path.clone()),
        // It leads to one of the trees.
        Part::Link(..) => None,
    });
    let readable = system.chain(program.needs.iter().cloned()).chain(launch.visible.iter().cloned());
    let user = if tier == Tier::Bubblewrap { None } else { launch.folder.user() };
    Instructions {
        tier,
        command: command.collect(),
        folder: folder.to_owned(),
        readable: readable.collect(),
        environment: sandbox.environment().to_vec(),
        user,
        caller: std::process::id() as i32,
        processes: most_processes(sandbox, launch),
        disk_due: launch.folder.disk_due(),
        session: false,
        limits: launch.limits.clone(),
    }
}

/// How many processes and threads the system is to allow. Where it counts others
/// too, those of parallel games among them, that is more than the limit, to which
/// the warden holds the program then.
fn most_processes(sandbox: &Sandbox, launch: &Launch<'_>) -> u64 {
    /// Room for so many programs at their limit.
    const PROGRAMS: u64 = 8;
    /// Counting takes a while, and a few more or less do no harm.
    const STILL_TRUE: Duration = Duration::from_secs(2);
    static COUNTED: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let own = u64::from(launch.limits.processes);
    if sandbox.tier() == Tier::Bubblewrap {
        // The warden is one too.
        return own + 1;
    } else if launch.folder.user().is_some() {
        return own;
    }
    let mut counted = COUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    let others = match *counted {
        Some((when, count)) if when.elapsed() < STILL_TRUE => count,
        _ => {
            let count = tasks_of(Uid::effective());
            *counted = Some((Instant::now(), count));
            count
        }
    };
    others + own * PROGRAMS
}

/// All processes and threads of a user.
fn tasks_of(user: Uid) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let own = processes.filter(|entry| entry.metadata().is_ok_and(|found| found.uid() == user.as_raw()));
    own.filter_map(|entry| {
        let text = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        text.rsplit_once(')')?.1.split_whitespace().nth(17)?.parse::<u64>().ok()
    })
    .sum()
}

/// A warden at work.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) child: Process,
    pub(super) socket: UnixStream,
    pub(super) answer: Vec<u8>,
    pub(super) outputs: [Output; 2],
}

/// What a warden leaves behind; without an answer it has not done its work.
pub(super) struct Finished {
    pub(super) answer: Option<Answer>,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
}

/// One of the program's outputs.
#[derive(Debug)]
pub(super) struct Output {
    pub(super) pipe: Option<OwnedFd>,
    pub(super) kept: Capped,
}

fn start(
    sandbox: &Sandbox,
    launch: &Launch<'_>,
    visible: &[PathBuf],
    group: Option<&Lease>,
) -> Result<Started, LaunchError> {
    let (socket, theirs) = UnixStream::pair().map_err(LaunchError::system("a socket"))?;
    let pipe = || pipe2(OFlag::O_CLOEXEC).map_err(|error| LaunchError::system("a pipe")(error.into()));
    let ((stdout, their_stdout), (stderr, their_stderr)) = (pipe()?, pipe()?);
    let means = sandbox.means();
    let (mut command, user) = if sandbox.tier() == Tier::Bubblewrap {
        let program = means.bubblewrap.as_ref().ok_or_else(|| LaunchError::Sandbox("there is no bwrap".to_owned()))?;
        let mut command = vec![program.clone().into_os_string()];
        command.extend(bubblewrap::arguments(means, launch.folder.path(), visible));
        (command, launch.folder.user())
    } else {
        (vec![means.warden.clone().into_os_string(), "warden".into()], None)
    };
    let child = if let Some(group) = group.filter(|_| sandbox.tier() == Tier::Bubblewrap) {
        let files = [theirs.as_fd(), their_stdout.as_fd(), their_stderr.as_fd()];
        start_in(group.folder(), command, files, user).map(Process::from)
    } else {
        let arguments = command.split_off(1);
        let mut command = Command::new(&command[0]);
        command.args(arguments);
        if let Some(user) = user {
            // Which also leaves all groups.
            command.uid(user).gid(user);
        }
        // An empty environment, since the first process's own can be read inside.
        command.env_clear().stdin(OwnedFd::from(theirs)).stdout(their_stdout).stderr(their_stderr);
        // When it is dropped, the warden's ends are the warden's alone.
        child::start(&mut command, LAST_PATIENCE)
    };
    let child = child.map_err(LaunchError::system("starting the warden"))?;
    for pipe in [&stdout, &stderr] {
        fcntl(pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))
            .map_err(|error| LaunchError::system("a pipe")(error.into()))?;
    }
    let outputs = [stdout, stderr].map(|pipe| Output { pipe: Some(pipe), kept: Capped::new(launch.limits.log) });
    Ok(Started { child, socket, answer: Vec::new(), outputs })
}

impl Started {
    /// Sends the instructions, and with them the files of the group and the program's input.
    fn tell(&mut self, instructions: &Instructions, files: &[BorrowedFd<'_>]) -> io::Result<()> {
        let text = instructions.encode();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(warden::MOST_FILES))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !files.is_empty() {
            control.push(SendAncillaryMessage::ScmRights(files));
        }
        let sent = sendmsg(&self.socket, &[io::IoSlice::new(&text)], &mut control, SendFlags::NOSIGNAL)?;
        self.socket.write_all(&text[sent..])
    }

    /// Listens until the warden has hung up, and asks it to stop if need be.
    fn listen(&mut self, is_stopped: &dyn Fn() -> bool) -> Result<(), LaunchError> {
        let mut deadline = Instant::now() + PATIENCE;
        let mut asked = false;
        loop {
            let heard = self.answer.len();
            if self.wait()? {
                return Ok(());
            }
            if self.answer.len() > heard && !asked {
                deadline = Instant::now() + PATIENCE;
            }
            if !asked && is_stopped() {
                asked = true;
                deadline = Instant::now() + PATIENCE;
                // If it is gone already, so much the better.
                let _ = self.socket.shutdown(Shutdown::Write);
            }
            if Instant::now() > deadline {
                return self.kill();
            }
        }
    }

    /// Waits for something to read, and reads it. Returns whether the warden has
    /// hung up.
    pub(super) fn wait(&mut self) -> Result<bool, LaunchError> {
        let [socket_ready, stdout_ready, stderr_ready] = {
            let socket = PollFd::new(self.socket.as_fd(), PollFlags::POLLIN);
            let mut descriptors = vec![socket];
            let open: Vec<bool> = self.outputs.iter().map(|output| output.pipe.is_some()).collect();
            for output in &self.outputs {
                if let Some(pipe) = &output.pipe {
                    descriptors.push(PollFd::new(pipe.as_fd(), PollFlags::POLLIN));
                }
            }
            let timeout = PollTimeout::try_from(PAUSE).unwrap_or(PollTimeout::ZERO);
            match poll(&mut descriptors, timeout) {
                Ok(_) | Err(nix::Error::EINTR) => {}
                Err(error) => return Err(LaunchError::system("listening to the warden")(error.into())),
            }
            let mut ready = descriptors.iter().map(|descriptor| descriptor.any().unwrap_or(true));
            let mut next = |open: bool| open && ready.next().unwrap_or(false);
            [next(true), next(open[0]), next(open[1])]
        };
        for (output, ready) in self.outputs.iter_mut().zip([stdout_ready, stderr_ready]) {
            if ready {
                output.read_some();
            }
        }
        if socket_ready { self.hear() } else { Ok(false) }
    }

    /// Reads what the warden says. Returns whether it has hung up.
    pub(super) fn hear(&mut self) -> Result<bool, LaunchError> {
        let mut buffer = [0; 4096];
        match self.socket.read(&mut buffer) {
            Ok(0) => Ok(true),
            Ok(length) => {
                self.answer.extend_from_slice(&buffer[..length]);
                Ok(false)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            // It died with instructions unread.
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => Ok(true),
            Err(error) => Err(LaunchError::system("listening to the warden")(error)),
        }
    }

    /// Waits for the warden's death, and reads what is left.
    pub(super) fn finish(mut self) -> Result<Finished, LaunchError> {
        let is_dead = self.child.wait_for(LAST_PATIENCE).map_err(LaunchError::system("waiting for the warden"))?;
        if !is_dead {
            self.kill()?;
        }
        for output in &mut self.outputs {
            while output.read_some() {}
        }
        let [stdout, stderr] = self.outputs.each_mut().map(|output| output.kept.take());
        Ok(Finished { answer: Answer::decode(&self.answer), stdout, stderr })
    }

    /// Kills a warden that does not do its work, and what it has started. Under
    /// bubblewrap that is the first process inside, with which all others die.
    fn kill(&mut self) -> Result<(), LaunchError> {
        for process in descendants_of(self.child.number(), |_| ()) {
            let _ = kill(process, Signal::SIGKILL);
        }
        std::thread::sleep(Duration::from_millis(100));
        self.child.kill();
        self.child.wait().map_err(LaunchError::system("waiting for the warden"))?;
        Err(LaunchError::Sandbox("the warden did not answer and was killed".to_owned()))
    }
}

impl Drop for Started {
    /// Nothing is left, whatever went wrong: the warden kills all when nobody
    /// listens, and is killed if it does not.
    fn drop(&mut self) {
        let _ = self.socket.shutdown(Shutdown::Both);
        if matches!(self.child.wait_for(LAST_PATIENCE), Ok(false)) {
            let _ = self.kill();
        }
    }
}

impl Output {
    /// Reads all that was in the pipe, and no more of what is still being written.
    pub(super) fn drain(&mut self) {
        for _ in 0..PIPE_IN_BUFFERS {
            if !self.read_some() {
                return;
            }
        }
    }

    /// Reads what there is, up to a bufferful. Returns whether there may be more.
    pub(super) fn read_some(&mut self) -> bool {
        let mut buffer = [0; 16 << 10];
        let Some(pipe) = &self.pipe else { return false };
        match nix::unistd::read(pipe, &mut buffer) {
            Ok(0) => {
                self.pipe = None;
                false
            }
            Ok(length) => {
                self.kept.push(&buffer[..length]);
                true
            }
            Err(nix::Error::EINTR) => true,
            Err(nix::Error::EAGAIN) => false,
            Err(_) => {
                self.pipe = None;
                false
            }
        }
    }
}
