//! The call of `bwrap`: the system that a program sees.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::Means;
use super::system::Part;

/// The agent's folder inside.
pub(crate) const FOLDER: &str = "/agent";
/// The warden inside. The rules on files hide it from the agent: it is also a
/// strong player, which nobody shall have play for them.
const WARDEN: &str = "/run/warden";
/// The user inside, called `nobody` on most systems.
const NOBODY: &str = "65534";
/// What `/tmp` and `/dev/shm` may hold, each, in bytes.
const SCRATCH: &str = "16777216";

/// The arguments of `bwrap` up to and with the call of the warden inside.
pub(crate) fn arguments(means: &Means, folder: &Path, visible: &[PathBuf]) -> Vec<OsString> {
    let warden = &means.warden;
    let mut call = Call::default();
    for part in &means.system {
        match part {
            Part::Tree(path) => call.add([OsStr::new("--ro-bind-try"), path.as_ref(), path.as_ref()]),
            Part::Link(path, target) => call.add([OsStr::new("--symlink"), target.as_ref(), path.as_ref()]),
        }
    }
    if warden.starts_with("/usr") {
        call.add([OsStr::new("--ro-bind"), OsStr::new("/dev/null"), warden.as_ref()]);
    }
    call.add(["--proc", "/proc", "--dev", "/dev"]);
    call.add(["--size", SCRATCH, "--tmpfs", "/dev/shm", "--size", SCRATCH, "--tmpfs", "/tmp"]);
    for path in visible {
        call.add([OsStr::new("--ro-bind"), path.as_ref(), path.as_ref()]);
    }
    call.add([OsStr::new("--ro-bind"), warden.as_ref(), WARDEN.as_ref()]);
    call.add([OsStr::new("--bind"), folder.as_ref(), FOLDER.as_ref()]);
    call.add(["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", FOLDER]);
    call.add(["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]);
    call.add(["--unshare-cgroup-try", "--cap-drop", "ALL", "--uid", NOBODY, "--gid", NOBODY]);
    if means.has_terminal {
        // Only then, since on a busy machine the scheduler has a new session wait.
        call.add(["--new-session"]);
    }
    call.add(["--die-with-parent", "--as-pid-1", "--", WARDEN, "warden"]);
    call.0
}

#[derive(Default)]
struct Call(Vec<OsString>);

impl Call {
    fn add<T: Into<OsString>, const N: usize>(&mut self, arguments: [T; N]) {
        self.0.extend(arguments.map(Into::into));
    }
}
