//! Answers for running a program on systems other than Linux: only its time is
//! limited, by the clock on the wall, and only the process itself is killed.

use std::env;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::capped::Capped;
use super::command::{self, CommandFault};
use super::{Launch, LaunchError, Run, RunEnd};
use crate::game::Stop;
use crate::sandbox::Sandbox;

/// What a program needs of the environment, where there is such a thing.
const ENVIRONMENT: [&str; 8] = ["PATH", "LANG", "SystemRoot", "SystemDrive", "ComSpec", "PATHEXT", "TEMP", "TMP"];

/// From one look at a program to the next.
const PAUSE: Duration = Duration::from_millis(1);

/// How long to wait for the last words of a program that has ended; a child of
/// its own may hold the pipe open for ever.
const LAST_WORDS: Duration = Duration::from_millis(200);

pub(super) fn run(_: &Sandbox, launch: &Launch<'_>, stop: &Stop) -> Result<Run, LaunchError> {
    let folder = launch.folder.path();
    let program = command::find(launch.command, folder, false)?;
    let _ = &program.needs;
    let mut command = Command::new(&program.path);
    command.args(&launch.command[1..]).current_dir(folder).env_clear().env("HOME", folder);
    command.envs(ENVIRONMENT.iter().filter_map(|name| env::var_os(name).map(|value| (*name, value))));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let begun = Instant::now();
    let mut child = command.spawn().map_err(|error| {
        LaunchError::Command(CommandFault::NotExecutable { program: program.path.clone(), reason: error.to_string() })
    })?;
    let outputs = [
        child.stdout.take().map(|pipe| listen(pipe, launch.limits.log)),
        child.stderr.take().map(|pipe| listen(pipe, launch.limits.log)),
    ];
    let end = watch(&mut child, begun, launch.limits.wall, stop);
    let wall = begun.elapsed();
    // Dead already, or to be: then there is nothing to be told.
    let _ = child.kill();
    child.wait().map_err(LaunchError::system("waiting for the program"))?;
    let [stdout, stderr] = outputs.map(|output| output.map(Output::take).unwrap_or_default());
    Ok(Run { cpu: wall, wall, end: end?, stdout, stderr })
}

fn watch(child: &mut Child, begun: Instant, most: Duration, stop: &Stop) -> Result<RunEnd, LaunchError> {
    loop {
        if let Some(status) = child.try_wait().map_err(LaunchError::system("waiting for the program"))? {
            #[cfg(unix)]
            if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
                return Ok(RunEnd::Signalled(signal));
            }
            return Ok(RunEnd::Exited(status.code().unwrap_or(-1)));
        } else if begun.elapsed() >= most {
            return Ok(RunEnd::OverWall);
        } else if stop.is_raised() {
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
