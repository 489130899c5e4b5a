//! The system calls that a program is denied (seccomp).
//!
//! Only what could reach out of the sandbox, or around its limits, is denied; all
//! else is allowed, since agents come in any language.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, apply_filter, sock_filter,
};

use super::rules::Held;

/// What the denials depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    /// Whether more is to be denied than what would hinder the caller itself.
    pub(crate) sandboxed: bool,
    /// Whether the program runs as the same user as the caller, in the same system.
    pub(crate) shares_user: bool,
    /// The largest area of memory that processes may share, in bytes.
    pub(crate) largest_area: u64,
    /// What the kernel's rules on files see to already.
    pub(crate) held: Held,
    /// Processes that must not be signalled.
    pub(crate) guarded: [i32; 2],
}

type Denials = BTreeMap<i64, Vec<SeccompRule>>;

/// Binds this process to all denials, and all that it will start.
pub(crate) fn enforce(situation: Situation) -> Result<(), String> {
    apply_filter(&compile(situation)?).map_err(|error| error.to_string())
}

/// One program for all denials, since each costs time at every start.
fn compile(situation: Situation) -> Result<BpfProgram, String> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH).map_err(|error| error.to_string())?;
    let refusal = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(refused(situation), SeccompAction::Allow, refusal, architecture);
    let refused: BpfProgram = filter.and_then(TryInto::try_into).map_err(|error| error.to_string())?;
    let unknown = unknown(situation).into_iter().map(|call| (call, libc::ENOSYS));
    // No error, and no effect.
    let pretended = pretended(situation).into_iter().map(|call| (call, 0));
    let mut program = answered(unknown.chain(pretended));
    if situation.sandboxed {
        program.extend(large_shared_areas(situation.largest_area));
    }
    Ok(program.into_iter().chain(refused).collect())
}

/// The beginning of a program: whatever their arguments are, these calls are
/// answered so. For calls of another kind of processor the numbers are others, but
/// then the rest of the program would end the process anyway.
fn answered(calls: impl Iterator<Item = (c_long, i32)>) -> BpfProgram {
    let mut program = vec![sock_filter { code: LOAD, jt: 0, jf: 0, k: NUMBER }];
    let mut answer = |comparison, number: c_long, error: i32| {
        program.push(sock_filter { code: comparison, jt: 0, jf: 1, k: number as u32 });
        program.push(sock_filter { code: RETURN, jt: 0, jf: 0, k: WITH_ERROR | error as u32 });
    };
    // Each call has a second number there (x32), by which all denials could be got
    // around.
    if cfg!(target_arch = "x86_64") {
        answer(IF_AT_LEAST, 0x4000_0000, libc::ENOSYS);
    }
    for (call, error) in calls {
        answer(IF_EQUAL, call, error);
    }
    program
}

/// The steps of a program, and where the number of a call and its arguments are.
const LOAD: u16 = 0x20;
const IF_EQUAL: u16 = 0x15;
const IF_AT_LEAST: u16 = 0x35;
const RETURN: u16 = 0x06;
const WITH_ERROR: u32 = 0x0005_0000;
const NUMBER: u32 = 0;
const SECOND_ARGUMENT: u32 = 24;
const FOURTH_ARGUMENT: u32 = 40;
const AND: u16 = 0x54;
const IF_GREATER: u16 = 0x25;

const fn step(code: u16, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

/// There is no memory for a shared area larger than this: what is left of one may look small
/// and keep all of its pages.
fn large_shared_areas(largest: u64) -> BpfProgram {
    let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u32;
    vec![
        step(LOAD, 0, 0, NUMBER),
        step(IF_EQUAL, 0, 8, libc::SYS_mmap as u32),
        step(LOAD, 0, 0, FOURTH_ARGUMENT),
        step(AND, 0, 0, shared),
        step(IF_EQUAL, 0, 5, shared),
        step(LOAD, 0, 0, SECOND_ARGUMENT + 4),
        step(IF_EQUAL, 0, 2, 0),
        step(LOAD, 0, 0, SECOND_ARGUMENT),
        step(IF_GREATER, 0, 1, u32::try_from(largest).unwrap_or(u32::MAX)),
        step(RETURN, 0, 0, WITH_ERROR | libc::ENOMEM as u32),
    ]
}

fn always(calls: &[c_long]) -> Denials {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

/// A denial if an argument compares so.
fn argument(number: u8, comparison: SeccompCmpOp, value: u64) -> SeccompRule {
    let condition = SeccompCondition::new(number, SeccompCmpArgLen::Dword, comparison, value);
    SeccompRule::new(vec![condition.expect("calls have six arguments")]).expect("there is a condition")
}

/// What a program is told that it may not do.
fn refused(situation: Situation) -> Denials {
    let mut denials = if situation.sandboxed { always(OUTWARD) } else { Denials::new() };
    denials.insert(libc::SYS_ioctl, equal_to(1, &TYPE_FOR_OTHERS));
    if situation.sandboxed {
        deny_sockets(&mut denials);
        deny_unseen_memory(&mut denials);
        denials.insert(libc::SYS_clone, new_namespaces(0));
        denials.insert(libc::SYS_unshare, Vec::new());
        // Limits, processors and pages of others.
        for call in [libc::SYS_prlimit64, libc::SYS_sched_setaffinity, libc::SYS_move_pages, libc::SYS_migrate_pages] {
            denials.insert(call, vec![argument(0, SeccompCmpOp::Ne, 0)]);
        }
        if situation.shares_user {
            denials.extend(always(CHANGES));
            denials.insert(libc::SYS_ioctl, equal_to(1, &[&TYPE_FOR_OTHERS[..], &CHANGE_FLAGS].concat()));
        }
        if !situation.held.truncation {
            deny_truncation(&mut denials);
        }
    }
    if !situation.held.signals {
        deny_signals(&mut denials, situation.guarded);
    }
    denials
}

/// Sockets: only pairs of streams, within the program. What is sent may name no receiver and
/// hand over no file, and buffers stay as they are.
fn deny_sockets(denials: &mut Denials) {
    const KIND: u64 = 0xf;
    let others = [libc::SOCK_DGRAM, libc::SOCK_RAW, libc::SOCK_RDM, libc::SOCK_SEQPACKET];
    let mut pairs = vec![argument(0, SeccompCmpOp::Ne, libc::AF_UNIX as u64)];
    pairs.extend(others.map(|kind| argument(1, SeccompCmpOp::MaskedEq(KIND), kind as u64)));
    denials.insert(libc::SYS_socketpair, pairs);
    let condition = SeccompCondition::new(4, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0);
    denials.insert(libc::SYS_sendto, vec![all_of([condition])]);
    let level = || SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, libc::SOL_SOCKET as u64);
    let buffers = [libc::SO_SNDBUF, libc::SO_SNDBUFFORCE, libc::SO_RCVBUF, libc::SO_RCVBUFFORCE].map(|option| {
        all_of([level(), SeccompCondition::new(2, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, option as u64)])
    });
    denials.insert(libc::SYS_setsockopt, buffers.into());
}

/// Memory that is not told as that of any process.
fn deny_unseen_memory(denials: &mut Denials) {
    denials.insert(libc::SYS_fcntl, equal_to(1, &[libc::F_SETPIPE_SZ as u64]));
    // Who cannot be looked into could hold anything.
    let hide = all_of([
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, libc::PR_SET_DUMPABLE as u64),
        SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 1),
    ]);
    denials.insert(libc::SYS_prctl, vec![hide]);
}

/// A denial if all arguments compare so.
fn all_of<const N: usize>(conditions: [Result<SeccompCondition, seccompiler::BackendError>; N]) -> SeccompRule {
    let conditions = conditions.map(|condition| condition.expect("calls have six arguments"));
    SeccompRule::new(conditions.into()).expect("there is a condition")
}

/// What a program is told that the system does not have. It has another way to
/// do it, or can do without.
fn unknown(situation: Situation) -> Vec<c_long> {
    // There is `kill`.
    let mut calls = vec![libc::SYS_pidfd_send_signal];
    if situation.sandboxed {
        calls.extend([
            // Its flags are in memory, where a filter cannot look. There is `clone`.
            libc::SYS_clone3,
            // Would do without being seen what is denied otherwise.
            libc::SYS_io_uring_setup,
            libc::SYS_io_uring_enter,
            libc::SYS_io_uring_register,
            // Memory that belongs to no process.
            libc::SYS_memfd_create,
            libc::SYS_memfd_secret,
        ]);
        if !situation.held.truncation {
            calls.push(libc::SYS_openat2);
        }
        if situation.shares_user {
            calls.extend(NEW_CHANGES);
        }
    }
    calls
}

/// What a program is told that it has done, since it is harmless to believe so.
fn pretended(situation: Situation) -> Vec<c_long> {
    // What would make processes of the program leave their group, by which all of
    // them can be killed at one stroke.
    let mut calls = vec![libc::SYS_setsid, libc::SYS_setpgid];
    if situation.sandboxed {
        // Priorities: the own ones do not matter, and those of others are not its business.
        calls.extend([
            libc::SYS_setpriority,
            libc::SYS_ioprio_set,
            libc::SYS_sched_setattr,
            libc::SYS_sched_setparam,
            libc::SYS_sched_setscheduler,
        ]);
        if situation.shares_user {
            // When files were changed: `touch` and copying programs insist on it.
            calls.extend([
                libc::SYS_utimensat,
                #[cfg(target_arch = "x86_64")]
                libc::SYS_utime,
                #[cfg(target_arch = "x86_64")]
                libc::SYS_utimes,
                #[cfg(target_arch = "x86_64")]
                libc::SYS_futimesat,
            ]);
        }
    }
    calls
}

fn equal_to(number: u8, values: &[u64]) -> Vec<SeccompRule> {
    values.iter().map(|&value| argument(number, SeccompCmpOp::Eq, value)).collect()
}

fn new_namespaces(number: u8) -> Vec<SeccompRule> {
    [
        libc::CLONE_NEWCGROUP,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWUTS,
    ]
    .map(|flag| argument(number, SeccompCmpOp::MaskedEq(flag as u64), flag as u64))
    .into()
}

/// Files can be cut short by name, or when they are opened to be read.
fn deny_truncation(denials: &mut Denials) {
    let cuts = |number| {
        let mask = (libc::O_ACCMODE | libc::O_TRUNC) as u64;
        vec![argument(number, SeccompCmpOp::MaskedEq(mask), libc::O_TRUNC as u64)]
    };
    denials.insert(libc::SYS_truncate, Vec::new());
    denials.insert(libc::SYS_openat, cuts(2));
    #[cfg(target_arch = "x86_64")]
    denials.insert(libc::SYS_open, cuts(1));
}

/// Signals to the caller, and to more than one process at a time.
fn deny_signals(denials: &mut Denials, guarded: [i32; 2]) {
    /// As a number without a sign: all negative ones are at least this.
    const NEGATIVE: u64 = 0x8000_0000;
    let guarded = guarded.map(|process| process as u64);
    let mut several = equal_to(0, &guarded);
    several.push(argument(0, SeccompCmpOp::Ge, NEGATIVE));
    denials.insert(libc::SYS_kill, several);
    for call in [libc::SYS_tkill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo] {
        denials.insert(call, equal_to(0, &guarded));
    }
    denials.entry(libc::SYS_fcntl).or_default().extend(equal_to(1, &SIGNAL_FROM_FILE));
}

/// The commands TIOCSTI and TIOCLINUX of a terminal: input as if someone had typed
/// it.
const TYPE_FOR_OTHERS: [u64; 2] = [0x5412, 0x541c];

/// The commands `F_SETOWN`, `F_SETSIG` and `F_SETOWN_EX` of a file: whom it signals,
/// and how.
const SIGNAL_FROM_FILE: [u64; 3] = [8, 10, 15];

/// What reaches out of the sandbox: connections, other processes, the system. The
/// list is short, since each call on it costs time at every start; what only root
/// may do need not be on it.
const OUTWARD: &[c_long] = &[
    // No connection at all; for talk within the program there is `socketpair`, of which no
    // end gets a name or another receiver.
    libc::SYS_socket,
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Memory and messages that outlive the program.
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Doors into the kernel that agents have no use for.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
];

/// Changes to files, on which there are no rules: the program could, say,
/// open up the user's private files to everyone.
const CHANGES: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchown,
    libc::SYS_fsetxattr,
    libc::SYS_fremovexattr,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
];

/// `setxattrat`, `removexattrat` and `file_setattr`: changes by name that are newer than the
/// list above. Their numbers are the same on all processors.
const NEW_CHANGES: [c_long; 3] = [463, 466, 469];

/// The commands `FS_IOC_SETFLAGS`, `FS_IOC_FSSETXATTR` and `FS_IOC_SETVERSION` of a file.
const CHANGE_FLAGS: [u64; 3] = [0x4008_6602, 0x401c_5820, 0x4008_7602];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_denials_can_be_compiled_in_every_situation() {
        if TargetArch::try_from(std::env::consts::ARCH).is_err() {
            return;
        }
        let both = [false, true];
        for (sandboxed, shares_user) in both.into_iter().flat_map(|first| both.map(|second| (first, second))) {
            for held in [Held::default(), Held { files: true, truncation: true, signals: true }] {
                let largest_area = 64 << 20;
                let situation = Situation { sandboxed, shares_user, largest_area, held, guarded: [2, 3] };
                let length = compile(situation).unwrap().len();
                assert!(length < 4096, "longer than the kernel takes: {length}");
            }
        }
    }
}
