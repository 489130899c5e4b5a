//! The place of the groups: the part of the cgroup v2 tree in which this process may make
//! groups and move its children into them.

use std::fs;
use std::path::{Path, PathBuf};

use nix::unistd::{AccessFlags, access};

/// Where groups can be made, and which limits the kernel keeps there by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GroupParent {
    pub(super) folder: PathBuf,
    pub(super) controllers: Controllers,
}

/// Which limits the kernel keeps for a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Controllers {
    pub(crate) memory: bool,
    pub(crate) processes: bool,
}

impl Controllers {
    pub(super) fn read(file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap_or_default();
        let has = |name| text.split_whitespace().any(|word| word == name);
        Self { memory: has("memory"), processes: has("pids") }
    }

    /// What is written to have groups below held to the same limits.
    pub(super) fn wish(self) -> String {
        let names = [(self.memory, "+memory"), (self.processes, "+pids")];
        names.into_iter().filter_map(|(is_there, name)| is_there.then_some(name)).collect::<Vec<_>>().join(" ")
    }
}

/// Finds the best place: this process's own group or one above it, the one with most limits
/// and then the nearest. Fails with the reason if there is none.
pub(super) fn find() -> Result<GroupParent, String> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let candidates = candidates(&read("/proc/self/mountinfo")?, &read("/proc/self/cgroup")?)?;
    let writable = |folder: &PathBuf| {
        let may_write = |path: &Path| access(path, AccessFlags::W_OK).is_ok();
        may_write(folder) && may_write(&folder.join("cgroup.procs")) && folder.join("cpu.stat").exists()
    };
    let places = candidates.into_iter().filter(writable).map(|folder| {
        let controllers = Controllers::read(&folder.join("cgroup.subtree_control"));
        GroupParent { folder, controllers }
    });
    // Of equals the last is taken, which is the nearest.
    let found = places.max_by_key(|place| place.controllers);
    found.ok_or_else(|| {
        "this user may not make groups in its own one; systemd gives one away: \
         systemd-run --user --scope -p Delegate=yes fruitrage ..."
            .to_owned()
    })
}

/// The folders of all groups that this process is in, the outermost first.
fn candidates(mounts: &str, own: &str) -> Result<Vec<PathBuf>, String> {
    let none = || "no cgroup v2 is mounted".to_owned();
    let own = own.lines().find_map(|line| line.strip_prefix("0::")).ok_or_else(none)?;
    let mount = mounts.lines().find_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        let mut fields = place.split(' ').skip(3);
        let (root, folder) = (fields.next()?, fields.next()?);
        kind.starts_with("cgroup2 ").then_some((root, folder))
    });
    let (root, folder) = mount.ok_or_else(none)?;
    // What is mounted may be a part of the tree, outside of which this process may be.
    let own = Path::new(own).strip_prefix(root).map_err(|_| "its own group is not mounted".to_owned())?;
    let mut all: Vec<PathBuf> = own.ancestors().map(|part| Path::new(folder).join(part)).collect();
    all.reverse();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: &str = "\
32 24 0:28 / /sys/fs/cgroup rw,nosuid - tmpfs tmpfs rw
33 32 0:29 / /sys/fs/cgroup/unified rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate
34 32 0:30 / /sys/fs/cgroup/memory rw,nosuid - cgroup cgroup rw,memory";

    fn folders(mounts: &str, own: &str) -> Result<Vec<PathBuf>, String> {
        candidates(mounts, own)
    }

    #[test]
    fn the_own_group_and_all_above_it_are_candidates() {
        let expected = ["", "user.slice", "user.slice/shell.scope"];
        let expected = expected.map(|part| Path::new("/sys/fs/cgroup/unified").join(part));
        assert_eq!(folders(BOTH, "1:cpu:/\n0::/user.slice/shell.scope\n").unwrap(), expected);
        assert_eq!(folders(BOTH, "0::/\n").unwrap(), [Path::new("/sys/fs/cgroup/unified")]);
    }

    #[test]
    fn a_part_of_the_tree_can_be_mounted() {
        let part = "33 32 0:29 /docker/x /sys/fs/cgroup ro - cgroup2 cgroup rw";
        assert_eq!(folders(part, "0::/docker/x\n").unwrap(), [Path::new("/sys/fs/cgroup")]);
        assert_eq!(folders(part, "0::/other\n").unwrap_err(), "its own group is not mounted");
    }

    #[test]
    fn without_the_second_version_there_is_no_place() {
        assert_eq!(
            folders("34 32 0:30 / /cg rw - cgroup cgroup rw,memory", "0::/\n").unwrap_err(),
            "no cgroup v2 is mounted"
        );
        assert_eq!(folders(BOTH, "4:memory:/\n").unwrap_err(), "no cgroup v2 is mounted");
    }
}
