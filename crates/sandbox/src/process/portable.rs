//! A run on systems other than Linux: only wall time is limited, and only the process
//! itself is killed.

use std::env;
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::capped::Capped;
use super::command::{self, CommandFault};
use super::{Launch, LaunchError, Run, RunEnd};
use crate::isolation::Sandbox;
use fruitrage_game::Exit;

/// What a program needs of the environment, where there is such a thing.
const ENVIRONMENT: [&str; 8] = ["PATH", "LANG", "SystemRoot", "SystemDrive", "ComSpec", "PATHEXT", "TEMP", "TMP"];

/// From one look at a program to the next.
const PAUSE: Duration = Duration::from_millis(1);

/// How long to wait for the last words of a program that has ended; a child of
/// its own may hold the pipe open for ever.
const LAST_WORDS: Duration = Duration::from_millis(200);

pub(super) fn run(sandbox: &Sandbox, launch: &Launch<'_>, is_stopped: &dyn Fn() -> bool) -> Result<Run, LaunchError> {
    let begun = Instant::now();
    let mut child = spawn(sandbox, launch, false)?;
    let outputs = [
        child.stdout.take().map(|pipe| listen(pipe, launch.limits.log)),
        child.stderr.take().map(|pipe| listen(pipe, launch.limits.log)),
    ];
    let end = watch(&mut child, begun, launch.limits.wall, is_stopped);
    let wall = begun.elapsed();
    // Dead already, or to be: then there is nothing to be told.
    let _ = child.kill();
    child.wait().map_err(LaunchError::system("waiting for the program"))?;
    let [stdout, stderr] = outputs.map(|output| output.map(Output::take).unwrap_or_default());
    Ok(Run { cpu: wall, wall, end: end?, stdout, stderr })
}

/// Starts a program whose outputs can be read, and which can be spoken to or not.
pub(super) fn spawn(sandbox: &Sandbox, launch: &Launch<'_>, has_input: bool) -> Result<Child, LaunchError> {
    let folder = launch.folder.path();
    let program = command::find(launch.command, folder, false)?;
    let _ = &program.needs;
    let mut command = Command::new(&program.path);
    command.args(&launch.command[1..]).current_dir(folder).env_clear().env("HOME", folder);
    if cfg!(windows) {
        command.env("USERPROFILE", folder).env("LOCALAPPDATA", folder);
    }
    command.envs(ENVIRONMENT.iter().filter_map(|name| env::var_os(name).map(|value| (*name, value))));
    command.envs(sandbox.environment().iter().map(|(name, value)| (name, value)));
    command.stdin(if has_input { Stdio::piped() } else { Stdio::null() });
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map_err(|error| {
        LaunchError::Command(CommandFault::NotExecutable { program: program.path.clone(), reason: error.to_string() })
    })
}

/// How a program has ended by itself.
pub(super) fn end_of(status: ExitStatus) -> RunEnd {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return RunEnd::Exited(Exit::Signal(signal));
    }
    RunEnd::Exited(Exit::Code(status.code().unwrap_or(-1)))
}

fn watch(
    child: &mut Child,
    begun: Instant,
    most: Duration,
    is_stopped: &dyn Fn() -> bool,
) -> Result<RunEnd, LaunchError> {
    loop {
        if let Some(status) = child.try_wait().map_err(LaunchError::system("waiting for the program"))? {
            return Ok(end_of(status));
        } else if begun.elapsed() >= most {
            return Ok(RunEnd::OverWall);
        } else if is_stopped() {
            return Err(LaunchError::Stopped);
        }
        thread::sleep(PAUSE);
    }
}

/// An output that a thread listens to.
struct Output {
    kept: Arc<Mutex<Capped>>,
    listener: thread::JoinHandle<()>,
}

fn listen(mut pipe: impl Read + Send + 'static, most: usize) -> Output {
    let kept = Arc::new(Mutex::new(Capped::new(most)));
    let shared = Arc::clone(&kept);
    let listener = thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = pipe.read(&mut buffer) {
            shared.lock().unwrap_or_else(PoisonError::into_inner).push(&buffer[..length]);
        }
    });
    Output { kept, listener }
}

impl Output {
    fn take(self) -> Vec<u8> {
        let deadline = Instant::now() + LAST_WORDS;
        while !self.listener.is_finished() && Instant::now() < deadline {
            thread::sleep(PAUSE);
        }
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
