//! What a sandbox is made of on Linux, and the trial whether it holds.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use nix::unistd::Uid;
use tempfile::TempDir;

use super::system::{self, Part};
use super::{Accounting, Held, Precision, Sandbox, Tier};
use crate::groups::{Controllers, Groups};
use crate::process::{self, AgentFolder, Launch, Limits, RunEnd};
use crate::warden::PROBE;
use fruitrage_game::Exit;

/// How long the try of a tier may take: it needs a few milliseconds, but the
/// machine may be busy.
const PATIENCE: Duration = Duration::from_secs(20);

/// A variable of the environment that does without groups of processes, as on a machine that
/// has none.
const NO_GROUPS: &str = "FRUITRAGE_NO_CGROUP";

/// Where `bwrap` is looked for.
const BUBBLEWRAP: [&str; 3] = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"];

/// What a sandbox is made of.
#[derive(Debug)]
pub(crate) struct Means {
    pub(crate) warden: PathBuf,
    pub(crate) bubblewrap: Option<PathBuf>,
    pub(crate) system: Vec<Part>,
    /// Whether there is a terminal that agents must be kept away from.
    pub(crate) has_terminal: bool,
    /// The groups of processes, or why there are none.
    pub(crate) groups: Result<Arc<Groups>, String>,
    /// Holds the copy of the warden, if there has to be one.
    _copy: Option<TempDir>,
}

impl Means {
    pub(crate) fn new(warden: &Path) -> Result<Self, String> {
        let warden = warden.canonicalize().map_err(|error| format!("{}: {error}", warden.display()))?;
        let bubblewrap = BUBBLEWRAP.iter().map(PathBuf::from).find(|path| path.exists());
        let (warden, copy) = in_reach(warden).map_err(|error| format!("no copy of the program: {error}"))?;
        let has_terminal = fs::File::open("/dev/tty").is_ok();
        let groups =
            if std::env::var_os(NO_GROUPS).is_some() { Err(format!("{NO_GROUPS} is set")) } else { Groups::new() };
        Ok(Self { warden, bubblewrap, system: system::parts(), has_terminal, groups, _copy: copy })
    }

    /// Whether there are groups of processes; if not, why.
    pub(super) fn groups(&self) -> Result<(), String> {
        self.groups.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    /// How well programs are held to their limits.
    pub(super) fn precision(&self, tier: Tier, accounting: &Accounting) -> Precision {
        let controllers = match (accounting, &self.groups) {
            (Accounting::Group, Ok(groups)) => groups.controllers(),
            _ => Controllers::default(),
        };
        let cpu = match accounting {
            Accounting::Group => Held::Exactly("by a group of processes (cgroup v2)".to_owned()),
            Accounting::Looks { why } => Held::Watched(format!(
                "exact for children that are waited for; if a program ignores their deaths, an estimate from looks \
                 every 2 to 20 ms, which can miss half of it and 0.5 s a move ({why})"
            )),
        };
        let memory = if controllers.memory {
            Held::Exactly("by a group of processes (cgroup v2)".to_owned())
        } else {
            Held::Watched("looked at every 5 to 20 ms, shared pages and buffers every 100 ms".to_owned())
        };
        let processes = if controllers.processes {
            Held::Exactly("by a group of processes (cgroup v2)".to_owned())
        } else if tier == Tier::Bubblewrap || Uid::effective().is_root() {
            Held::Exactly("by the kernel's limit for a user of its own".to_owned())
        } else {
            Held::Watched("looked at every 5 to 20 ms".to_owned())
        };
        let disk =
            Held::Watched("looked at every 100 ms and after each move; less often if there are many files".to_owned());
        Precision { cpu, memory, processes, disk }
    }
}

/// The warden where the user that agents run as can execute it: where it is, or a
/// copy.
fn in_reach(warden: PathBuf) -> std::io::Result<(PathBuf, Option<TempDir>)> {
    if !Uid::effective().is_root() || process::is_in_everyones_reach(&warden) {
        return Ok((warden, None));
    }
    let folder = tempfile::Builder::new().prefix("fruitrage-").tempdir()?;
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o711))?;
    let copy = folder.path().join("warden");
    fs::copy(&warden, &copy)?;
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o755))?;
    Ok((copy, Some(folder)))
}

impl Sandbox {
    /// Runs a harmless program that looks whether it is held, and in the end says
    /// what it could do that it should not.
    pub(super) fn probe(&self) -> Result<(), String> {
        if self.tier == Tier::Bubblewrap && self.means.bubblewrap.is_none() {
            return Err("there is no bwrap; on Debian and Ubuntu: apt install bubblewrap".to_owned());
        }
        let text = |error: std::io::Error| error.to_string();
        let parent = tempfile::Builder::new().prefix("fruitrage-").tempdir().map_err(text)?;
        let outside = parent.path().join("outside");
        fs::write(&outside, "secret").map_err(text)?;
        let folder = AgentFolder::create(parent.path(), None).map_err(text)?;
        let command: [OsString; 5] = [
            self.means.warden.clone().into(),
            "warden".into(),
            PROBE.into(),
            outside.into(),
            std::process::id().to_string().into(),
        ];
        let limits = Limits { wall: PATIENCE, ..Limits::default() };
        let launch = Launch { command: &command, folder: &folder, visible: &[], limits };
        let run = process::run(self, &launch, &|| false).map_err(|error| self.advise(&error.to_string()))?;
        let said = String::from_utf8_lossy(&run.stdout).trim().to_owned();
        match run.end {
            RunEnd::Exited(Exit::Code(0)) if self.tier == Tier::Plain || said.is_empty() => Ok(()),
            RunEnd::Exited(Exit::Code(0)) => Err(format!("it does not hold: {said}")),
            end => Err(self.advise(&format!("the trial ended: {end} {}", String::from_utf8_lossy(&run.stderr)))),
        }
    }

    /// What failed, and what can be done about it.
    fn advise(&self, failure: &str) -> String {
        let failure = failure.trim();
        match self.tier {
            Tier::Bubblewrap => format!(
                "{failure} (programs without privileges must be allowed to make namespaces: \
                 sysctl kernel.unprivileged_userns_clone=1, user.max_user_namespaces above 0, and on Ubuntu \
                 kernel.apparmor_restrict_unprivileged_userns=0; in a container, start it with \
                 --security-opt seccomp=unconfined)"
            ),
            Tier::Landlock => {
                format!("{failure} (the kernel must be 5.13 or newer, with `landlock` in its parameter lsm=)")
            }
            Tier::Plain => failure.to_owned(),
        }
    }
}
