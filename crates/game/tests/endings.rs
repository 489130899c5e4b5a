//! Every way a game can end, as records name it and as people read it.

use std::time::Duration;

use fruitrage_game::{ClockKind, ClockRules, DecidedBy, Ending, Exit, FolderLimit, Kill, TieRule};

fn text(text: &str) -> String {
    text.to_owned()
}

/// Every ending, whether it is a fault, and what its player did.
fn endings() -> Vec<(Ending, bool, &'static str)> {
    let after = Duration::from_micros(1_234_567);
    let crashed = |stderr| Ending::Crashed { exit: Exit::Signal(11), stderr: text(stderr) };
    vec![
        (Ending::Cleared, false, "emptied the board"),
        (
            Ending::OutOfTime { used: after, left: Duration::from_millis(5) },
            true,
            "ran out of time: the move took 1.235 s, and 0.005 s were left",
        ),
        (
            Ending::Killed { kill: Kill::Time, after },
            true,
            "ran out of time and did not answer; it was killed after 1.235 s",
        ),
        (
            Ending::Killed { kill: Kill::Asleep, after },
            true,
            "did not answer and hardly used the CPU: it slept or waited, and was killed after 1.235 s",
        ),
        (Ending::IllegalMove { message: text("why") }, true, "made an illegal move: why"),
        (Ending::WrongBoard { message: text("where") }, true, "wrote a wrong board: where"),
        (
            Ending::MalformedOutput { line: 2, column: 3, message: text("expected a, found b") },
            true,
            "wrote a malformed output.txt: line 2, column 3: expected a, found b",
        ),
        (Ending::NoOutput { message: text("a folder") }, true, "left no output.txt: a folder"),
        (
            crashed(""),
            true,
            "crashed with signal 11, SIGSEGV: a bad memory access or a stack overflow, and wrote nothing to stderr",
        ),
        (
            crashed("oops\n"),
            true,
            "crashed with signal 11, SIGSEGV: a bad memory access or a stack overflow; the end of its stderr: oops",
        ),
        (Ending::NotRun { message: text("no such file") }, true, "cannot be run: no such file"),
        (Ending::MemoryLimit { limit: 512 << 20 }, true, "used more than its 512 MiB of memory"),
        (Ending::ProcessLimit { limit: 64 }, true, "started more than its 64 processes and threads"),
        (
            Ending::DiskLimit { limit: 100 << 20, of: FolderLimit::Bytes },
            true,
            "wrote more than its 100 MiB to its folder",
        ),
        (
            Ending::DiskLimit { limit: 0, of: FolderLimit::Files(1000) },
            true,
            "put more than 1000 files into its folder",
        ),
        (
            Ending::DiskLimit { limit: 0, of: FolderLimit::Nesting(32) },
            true,
            "nested folders more than 32 deep in its folder",
        ),
        (
            Ending::DiskLimit { limit: 0, of: FolderLimit::Unreadable },
            true,
            "hid files from the arena, in a folder or a process that cannot be looked into",
        ),
        (Ending::Resigned { player: 2 }, false, "resigned"),
        (Ending::Void { message: text("no room") }, false, "was not at fault; the arena failed: no room"),
    ]
}

#[test]
fn every_ending_has_a_sentence_and_only_a_players_own_doing_is_its_fault() {
    for (ending, is_fault, sentence) in endings() {
        assert_eq!(ending.sentence(), sentence);
        assert_eq!(ending.is_fault(), is_fault, "{ending:?}");
    }
}

#[test]
fn an_ending_is_called_what_its_record_calls_it() {
    for (ending, ..) in endings() {
        let line = serde_json::to_value(&ending).unwrap();
        assert_eq!(line["kind"], ending.name());
        assert_eq!(serde_json::from_value::<Ending>(line).unwrap().name(), ending.name());
    }
}

#[test]
fn only_exit_code_0_is_a_good_end() {
    assert!(Exit::Code(0).is_success());
    for exit in [Exit::Code(1), Exit::Code(-1), Exit::Signal(0), Exit::Signal(9)] {
        assert!(!exit.is_success(), "{exit}");
    }
    assert_eq!(Exit::Code(3).to_string(), "exit code 3");
}

#[test]
fn the_signals_that_end_programs_have_their_names_and_others_their_numbers() {
    let named = [
        (4, "SIGILL"),
        (6, "SIGABRT"),
        (7, "SIGBUS"),
        (8, "SIGFPE"),
        (9, "SIGKILL"),
        (11, "SIGSEGV"),
        (13, "SIGPIPE"),
        (15, "SIGTERM"),
        (24, "SIGXCPU"),
        (25, "SIGXFSZ"),
        (31, "SIGSYS"),
    ];
    for signal in 1..=64 {
        let shown = Exit::Signal(signal).to_string();
        match named.iter().find(|(number, _)| *number == signal) {
            Some((_, name)) => assert!(shown.starts_with(&format!("signal {signal}, {name}")), "{shown}"),
            None => assert_eq!(shown, format!("signal {signal}")),
        }
    }
}

#[test]
fn what_decided_a_game_can_be_read_and_lined_up() {
    let shown = |by: DecidedBy| format!("{by:>17}|");
    assert_eq!(shown(DecidedBy::Points), "           points|");
    assert_eq!(shown(DecidedBy::Time), "        time left|");
    assert_eq!(shown(DecidedBy::Fault), "the other's fault|");
    assert_eq!(shown(DecidedBy::Resignation), "      resignation|");
    assert_eq!(shown(DecidedBy::None), "          nothing|");
}

#[test]
fn a_move_is_broken_off_a_grace_after_the_budget_and_sleeping_does_not_help() {
    let (left, grace) = (Duration::from_secs(20), Duration::from_secs(7));
    let limits = |kind| {
        let rules = ClockRules { kind, grace };
        (rules.cpu_limit(left), rules.wall_limit(left))
    };
    // On the CPU clock a busy machine may slow an agent down to a third.
    assert_eq!(limits(ClockKind::Cpu), (Some(left + grace), 3 * left + grace));
    assert_eq!(limits(ClockKind::Wall), (None, left + grace));
    assert_eq!(limits(ClockKind::None), (None, left + grace));
    assert_eq!(ClockRules::default(), ClockRules { kind: ClockKind::Cpu, grace: Duration::from_secs(10) });
}

#[test]
fn a_move_costs_what_its_clock_measures() {
    let (cpu, wall) = (Duration::from_secs(2), Duration::from_secs(3));
    let cost = |kind| ClockRules { kind, grace: Duration::ZERO }.cost(cpu, wall);
    assert_eq!([ClockKind::Cpu, ClockKind::Wall, ClockKind::None].map(cost), [cpu, wall, Duration::ZERO]);
}

#[test]
fn clocks_and_ties_are_read_as_they_are_written() {
    for kind in [ClockKind::Cpu, ClockKind::Wall] {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    // Whoever plays without a clock does not do so by its name.
    assert_eq!(ClockKind::None.to_string(), "none");
    let error = "none".parse::<ClockKind>().unwrap_err();
    assert_eq!(error.to_string(), "there is no clock 'none'; there are cpu and wall");
    for ties in [TieRule::Draw, TieRule::Time] {
        assert_eq!(ties.to_string().parse(), Ok(ties));
    }
    let error = "coin".parse::<TieRule>().unwrap_err();
    assert_eq!(error, "equal points can be a 'draw' or decided by 'time', not 'coin'");
}
