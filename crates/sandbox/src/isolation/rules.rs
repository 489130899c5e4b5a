//! The rules on files, signals and connections that the kernel enforces (Landlock).

use std::path::Path;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, LandlockStatus, PathBeneath, PathFd,
    RestrictionStatus, Ruleset, RulesetAttr as _, RulesetCreated, RulesetCreatedAttr as _, RulesetError, RulesetStatus,
    Scope, make_bitflags,
};

/// The newest set of rules that this was written for; an older kernel is held to
/// as many of them as it knows.
const KNOWN: ABI = ABI::V6;

/// Devices that are harmless and that programs expect. Not `/dev/zero`, of which shared
/// memory could be made that no process is told to have.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// What runtimes want to know of the machine, besides `/proc/self`. Not `/proc`
/// as a whole, where all other processes are.
const MACHINE: [&str; 6] =
    ["/proc/cpuinfo", "/proc/loadavg", "/proc/meminfo", "/proc/self", "/proc/stat", "/sys/devices/system/cpu"];

/// Which protection the kernel gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    /// Whether files are protected at all.
    pub(crate) files: bool,
    /// Whether cutting a file short counts as changing it.
    pub(crate) truncation: bool,
    /// Whether signals to others are held back.
    pub(crate) signals: bool,
}

/// Makes the rules: `free` can be used in all ways, `readable` can be read and
/// executed.
pub(crate) fn make<'a>(
    free: impl IntoIterator<Item = &'a Path>,
    readable: impl IntoIterator<Item = &'a Path>,
) -> Result<RulesetCreated, RulesetError> {
    let read = AccessFs::from_read(KNOWN);
    let own = AccessFs::from_all(KNOWN) & !make_bitflags!(AccessFs::{MakeChar | MakeBlock | IoctlDev});
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(KNOWN))?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?;
    let devices = DEVICES.iter().map(|path| (Path::new(*path), make_bitflags!(AccessFs::{ReadFile | WriteFile})));
    let machine = MACHINE.iter().map(|path| (Path::new(*path), read & !AccessFs::Execute));
    let readable = readable.into_iter().map(|path| (path, read));
    let free = free.into_iter().map(|path| (path, own));
    for (path, access) in devices.chain(machine).chain(readable).chain(free) {
        // What is not there need not be allowed.
        let Ok(descriptor) = PathFd::new(path) else { continue };
        let access: BitFlags<AccessFs> = if path.is_dir() { access } else { access & AccessFs::from_file(KNOWN) };
        rules = rules.add_rule(PathBeneath::new(descriptor, access))?;
    }
    Ok(rules)
}

/// Binds this process to the rules, and all that it will start.
pub(crate) fn enforce(rules: RulesetCreated) -> Result<Held, RulesetError> {
    let RestrictionStatus { ruleset, landlock, .. } = rules.restrict_self()?;
    Ok(match landlock {
        LandlockStatus::Available { effective_abi, .. } if ruleset != RulesetStatus::NotEnforced => Held {
            files: true,
            truncation: effective_abi >= ABI::V3,
            // A kernel may claim the sixth version without this (some of Red
            // Hat's do): then less than everything is enforced.
            signals: effective_abi >= ABI::V6 && ruleset == RulesetStatus::FullyEnforced,
        },
        _ => Held::default(),
    })
}
