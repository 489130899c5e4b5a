//! The estimate of CPU time where there is no group of processes.
//!
//! The kernel accounts exactly for processes that are alive or that somebody has waited for. A
//! program that ignores the deaths of its children disowns them: their time is in nobody's
//! account. So processes are looked at, at times that nobody can foresee (see [`pause`]). What
//! they have on their clocks is certain; one that was not there at the last look is charged
//! with the mean time between two looks besides, as far as it was running.
//!
//! On average that is what it uses: a child that lives for a tenth of that time is there at one
//! look in ten, and is charged ten times its life then; one that lives long is seen but for
//! what it does after the last look. The estimate counts only if it exceeds the accounts by
//! more than chance explains, so that a program that waits for its children is charged what it
//! has used. A program that stops whenever it is looked at is charged if it does so often. On a
//! busy machine looks are late and children have to wait for their turn to run: whoever is gone
//! or idle at a look is charged with the part of the time that children did run.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _};
use std::time::Duration;

use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;

/// What may be missing in the accounts while processes live, who tell of the children that
/// they have waited for in hundredths of a second.
const DOUBT_IN_BETWEEN: Duration = Duration::from_millis(100);
/// The same in the end, when all are dead.
const DOUBT_IN_THE_END: Duration = Duration::from_millis(10);
/// What so many standard deviations do not explain is no chance.
const DEVIATIONS: f64 = 4.0;
/// For how long newcomers may seem to sleep without being suspected, besides as long again as
/// the accounts say that they have worked.
const MAY_SLEEP: Duration = Duration::from_millis(500);

/// The turns of newcomers before there was any.
const SOME_TURNS: Turns = Turns { ran: 0.001, waited: 0.0 };

/// A pause is at most so many times the mean one.
const LONGEST: f64 = 4.0;

/// Returns a pause until the next look, of which this is the mean. How long it will still be
/// does not depend on how long it has been, so there is no time at which to hide is safe.
pub(super) fn pause(mean: Duration) -> Duration {
    // Seeded by the system.
    let random = RandomState::new().build_hasher().finish() >> 11;
    let part = (random as f64 + 1.0) / (1_u64 << 53) as f64;
    mean.mul_f64((-part.ln()).min(LONGEST))
}

/// A process as it is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sighting {
    process: Pid,
    /// CPU time; nothing if it has died since it was listed.
    clock: Option<Duration>,
    state: State,
}

/// What a newcomer does.
#[derive(Clone, Copy, Debug)]
enum State {
    /// It is ready to run.
    Busy(Turns),
    Idle(Turns),
    /// It has gone since it was listed, so it was running.
    Gone,
    /// It is dead, and will be in somebody's account; or it is no newcomer.
    Dead,
}

/// For how many seconds something ran, and for how many it was ready but others did.
#[derive(Clone, Copy, Debug, Default)]
struct Turns {
    ran: f64,
    waited: f64,
}

impl Turns {
    /// The part of the time in which it could have run that it did run.
    fn share(self) -> f64 {
        if self.ran + self.waited > 0.0 { self.ran / (self.ran + self.waited) } else { 1.0 }
    }
}

/// What the looks have shown.
#[derive(Debug)]
pub(super) struct Estimate {
    /// The clocks of all processes at the last look.
    clocks: HashMap<Pid, Duration>,
    /// What those had on their clocks that are gone.
    gone: Duration,
    /// What newcomers are charged with that were running, in seconds.
    busy: f64,
    /// The variance of that.
    variance: f64,
    /// What those would be charged with that were not.
    idle: f64,
    /// The turns of all newcomers.
    turns: Turns,
    processors: f64,
}

impl Estimate {
    /// Nothing was seen yet but the program itself.
    pub(super) fn new(program: Pid) -> Self {
        let processors = std::thread::available_parallelism().map_or(1.0, |count| count.get() as f64);
        let clocks = HashMap::from([(program, Duration::ZERO)]);
        Self { clocks, gone: Duration::ZERO, busy: 0.0, variance: 0.0, idle: 0.0, turns: SOME_TURNS, processors }
    }

    /// Looks at a process that was just listed.
    pub(super) fn sight(&self, process: Pid) -> Sighting {
        let clock = clock(process);
        let is_known = self.clocks.get(&process).is_some_and(|before| clock.is_none_or(|clock| clock >= *before));
        let state = if is_known { State::Dead } else { state(process).unwrap_or(State::Gone) };
        Sighting { process, clock, state }
    }

    /// Takes down what was seen of all processes; `between` is the mean time between two looks.
    /// Returns whether there were newcomers.
    pub(super) fn look(&mut self, sightings: &[Sighting], between: Duration) -> bool {
        let mut clocks = HashMap::with_capacity(self.clocks.len());
        let (mut busy, mut idle, mut gone, mut newcomers) = (0.0, 0.0, 0.0, false);
        for &Sighting { process, clock, state } in sightings {
            match (clock, self.clocks.remove(&process)) {
                (Some(clock), Some(before)) if before <= clock => {}
                (None, Some(before)) => self.gone += before,
                // A newcomer, if need be with the number of one that is gone.
                (_, before) => {
                    self.gone += before.unwrap_or_default();
                    newcomers = true;
                    match state {
                        State::Busy(turns) => {
                            busy += turns.share();
                            self.take_turns(turns);
                        }
                        State::Idle(turns) => {
                            idle += 1.0;
                            self.take_turns(turns);
                        }
                        State::Gone => gone += 1.0,
                        State::Dead => {}
                    }
                }
            }
            clocks.extend(clock.map(|clock| (process, clock)));
        }
        self.gone += self.clocks.values().sum();
        self.clocks = clocks;
        // No more than there are processors can have run.
        let share = self.turns.share();
        let busy = f64::min(busy + gone * share, self.processors);
        let between = between.as_secs_f64();
        self.busy += between * busy;
        self.variance += between * between * busy;
        self.idle += between * f64::min(idle * share, self.processors - busy);
        newcomers
    }

    fn take_turns(&mut self, turns: Turns) {
        self.turns.ran += turns.ran;
        self.turns.waited += turns.waited;
    }

    /// CPU time of the processes that were alive at the last look.
    pub(super) fn alive(&self) -> Duration {
        self.clocks.values().sum()
    }

    /// CPU time so far, if so much is in the accounts.
    pub(super) fn judge(&self, counted: Duration) -> Duration {
        self.judge_with(counted, DOUBT_IN_BETWEEN)
    }

    /// CPU time when all are dead, if so much is in the accounts.
    pub(super) fn judge_in_the_end(&self, counted: Duration) -> Duration {
        self.judge_with(counted, DOUBT_IN_THE_END)
    }

    fn judge_with(&self, counted: Duration, doubt: Duration) -> Duration {
        let seen = self.gone + self.alive();
        let likely = seen + Duration::from_secs_f64(self.busy);
        let possible = likely + Duration::from_secs_f64(self.idle);
        let chance = Duration::from_secs_f64(DEVIATIONS * self.variance.sqrt());
        if possible > counted * 2 + MAY_SLEEP {
            possible
        } else if likely > counted + chance + doubt {
            likely
        } else {
            // What was seen was used.
            counted.max(seen)
        }
    }
}

/// CPU time of a process.
fn clock(process: Pid) -> Option<Duration> {
    clock_getcpuclockid(process).and_then(clock_gettime).ok().map(Duration::from)
}

/// What a process does; nothing if there is no such any more.
fn state(process: Pid) -> Option<State> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before it, in brackets, can hold anything.
    Some(match text.rsplit_once(')')?.1.trim_start().chars().next()? {
        'R' => State::Busy(turns(process).unwrap_or_default()),
        'Z' | 'X' => State::Dead,
        _ => State::Idle(turns(process).unwrap_or_default()),
    })
}

fn turns(process: Pid) -> Option<Turns> {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    let mut nanoseconds = text.split_whitespace().map_while(|time| time.parse::<f64>().ok());
    Some(Turns { ran: nanoseconds.next()? / 1e9, waited: nanoseconds.next()? / 1e9 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As on a machine where nobody has to wait.
    const BUSY: State = State::Busy(Turns { ran: 0.001, waited: 0.0 });
    const IDLE: State = State::Idle(Turns { ran: 0.001, waited: 0.0 });

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// The program, and another process of which this is seen.
    fn look(estimate: &mut Estimate, program: u64, process: i32, clock: Option<u64>, state: State) {
        let known = Sighting { process: Pid::from_raw(7), clock: Some(ms(program)), state: State::Dead };
        let other = Sighting { process: Pid::from_raw(process), clock: clock.map(ms), state };
        estimate.look(&[known, other], ms(5));
    }

    #[test]
    fn who_waits_for_its_children_is_charged_what_is_in_the_accounts() {
        let mut estimate = Estimate::new(Pid::from_raw(7));
        for number in 1..=100 {
            look(&mut estimate, number, 7 + number as i32, Some(2), BUSY);
        }
        // At half of all looks it would have found one of them, had they run for 5 ms each.
        assert_eq!(estimate.judge_in_the_end(ms(700)), ms(700));
        assert_eq!(estimate.judge(ms(700)), ms(700));
    }

    #[test]
    fn who_disowns_them_is_charged_the_time_between_looks_for_each_that_was_seen() {
        let mut estimate = Estimate::new(Pid::from_raw(7));
        for number in 1..=100 {
            let clock = (number % 2 == 0).then_some(1);
            look(&mut estimate, number, 7 + number as i32, clock, BUSY);
        }
        // 100 of the program, 50 that were seen, and 100 times 5
        assert_eq!(estimate.judge_in_the_end(ms(100)).as_millis(), 650);
    }

    #[test]
    fn who_sleeps_whenever_it_is_looked_at_is_charged_in_the_end() {
        let mut estimate = Estimate::new(Pid::from_raw(7));
        for number in 1..=100 {
            look(&mut estimate, 100, 7 + number, Some(0), IDLE);
        }
        assert_eq!(estimate.judge_in_the_end(ms(100)), ms(100));
        for number in 101..=200 {
            look(&mut estimate, 100, 7 + number, Some(0), IDLE);
        }
        assert_eq!(estimate.judge_in_the_end(ms(100)).as_millis(), 1100);
    }

    #[test]
    fn on_a_busy_machine_nobody_is_charged_for_the_turns_of_others() {
        let turns = Turns { ran: 0.001, waited: 0.009 };
        for (clock, state) in [(Some(0), State::Idle(turns)), (None, State::Gone)] {
            let mut estimate = Estimate::new(Pid::from_raw(7));
            for number in 1..=400 {
                look(&mut estimate, 300, 7 + 2 * number, Some(0), State::Busy(turns));
                look(&mut estimate, 300, 8 + 2 * number, clock, state);
            }
            // A tenth of 5 ms for each; ten times as much would not be in the accounts.
            assert_eq!(estimate.judge_in_the_end(ms(700)), ms(700), "{state:?}");
        }
    }

    #[test]
    fn no_more_runs_than_there_are_processors() {
        let mut estimate = Estimate { processors: 2.0, ..Estimate::new(Pid::from_raw(1)) };
        let crowd = |first: i32| -> Vec<Sighting> {
            let busy = |number| Sighting { process: Pid::from_raw(number), clock: None, state: BUSY };
            (first..first + 50).map(busy).collect()
        };
        for number in 0..100 {
            estimate.look(&crowd(100 + 50 * number), ms(5));
        }
        assert_eq!(estimate.judge_in_the_end(ms(0)).as_millis(), 1000);
    }

    #[test]
    fn a_number_that_has_gone_to_another_is_a_newcomer() {
        let mut estimate = Estimate::new(Pid::from_raw(7));
        look(&mut estimate, 0, 8, Some(300), State::Dead);
        look(&mut estimate, 0, 8, Some(1), State::Dead);
        assert_eq!(estimate.judge_in_the_end(ms(1)), ms(301));
    }

    #[test]
    fn pauses_have_their_mean_and_no_pattern() {
        let pauses: Vec<f64> = (0..20_000).map(|_| pause(ms(5)).as_secs_f64() * 1000.0).collect();
        let mean = pauses.iter().sum::<f64>() / 20_000.0;
        assert!((4.7..5.1).contains(&mean), "{mean}");
        // However long it has been, it will be as long again.
        let left: Vec<f64> = pauses.iter().filter(|pause| **pause > 5.0).map(|pause| pause - 5.0).collect();
        let mean = left.iter().sum::<f64>() / left.len() as f64;
        assert!((4.3..5.1).contains(&mean), "{mean}");
        assert!(pauses.iter().all(|pause| *pause <= 20.0));
    }
}
