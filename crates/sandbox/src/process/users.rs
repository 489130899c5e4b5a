//! The users that programs run as when the caller is root: each agent its own, so that
//! none can signal or read another.

use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use nix::unistd::Uid;

/// The first of the user ids that nobody hands out: systemd's list of ranges ends
/// below it, and ids from 2^31 are taken for negative by some.
const FIRST: u32 = 0x7000_0000;
/// Where only the usual 2^16 ids exist (a container): systemd's range for users
/// that come and go.
const FIRST_SHORT: u32 = 61_184;
const LAST_SHORT: u32 = 65_519;
/// How many a calling process uses before it begins again.
const PER_CALLER: u32 = 1 << 12;
const CALLERS: u32 = 1 << 16;

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A user for an agent, if there is a choice.
pub(crate) fn next() -> Option<u32> {
    Uid::effective().is_root().then(|| {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let id = nth(process::id(), number, ids_reach(FIRST + CALLERS * PER_CALLER));
        assert!(is_ours(id), "never a user that someone else may be");
        id
    })
}

/// Whether a user id is one of those that agents run as.
pub(crate) fn is_ours(id: u32) -> bool {
    (FIRST..FIRST + CALLERS * PER_CALLER).contains(&id) || (FIRST_SHORT..=LAST_SHORT).contains(&id)
}

fn nth(caller: u32, number: u32, all_ids: bool) -> u32 {
    if all_ids {
        FIRST + caller % CALLERS * PER_CALLER + number % PER_CALLER
    } else {
        let start = caller.wrapping_mul(97);
        FIRST_SHORT + start.wrapping_add(number) % (LAST_SHORT - FIRST_SHORT + 1)
    }
}

/// Whether user ids up to this one exist here.
fn ids_reach(last: u32) -> bool {
    let Ok(map) = std::fs::read_to_string("/proc/self/uid_map") else { return true };
    map.lines().any(|line| {
        let mut numbers = line.split_whitespace().map(|number| number.parse::<u64>().unwrap_or(0));
        let (first, _, count) = (numbers.next(), numbers.next(), numbers.next());
        first.zip(count).is_some_and(|(first, count)| first <= u64::from(FIRST) && u64::from(last) <= first + count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agent_gets_a_user_of_its_own() {
        for caller in [0, 1, 65_535, 65_536, u32::MAX] {
            for number in [0, 1, PER_CALLER - 1, PER_CALLER, u32::MAX] {
                assert!(is_ours(nth(caller, number, true)));
                assert!(is_ours(nth(caller, number, false)));
            }
        }
        assert_ne!(nth(7, 0, true), nth(7, 1, true));
        assert_ne!(nth(7, 0, false), nth(7, 1, false));
        assert!([0, 1000, 65_534].iter().all(|&id| !is_ours(id)));
    }
}
