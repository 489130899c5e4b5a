//! The machines that have played, side by side: how fast they are, what
//! happened on them, and which of them are not like the others.
//!
//! Agents have as many seconds everywhere, so whoever plays on a slow machine has less
//! to think with. What they took there is not compared: a move's time depends on the
//! agent and the board far more than on the machine, and those who look at the clock take
//! the same everywhere. What can be compared is the machines' benchmarks, and how often
//! games were lost on time.

use std::collections::BTreeSet;

use super::{GameSummary, HostInfo, TournamentData};
use crate::statistics::chance_of_as_many;

/// How far from the median a speed may be: a fifth. The benchmark is the best of some
/// runs and wobbles by a few percent, and computers that were bought together differ by
/// less than this. Beyond it, 10 s of time are worth less than 8 s elsewhere.
pub const SPEED_TOLERANCE: f64 = 0.2;

/// If all machines are alike, games lost on time get one of them flagged in so many of
/// all tournaments.
pub const TIME_LOSS_LEVEL: f64 = 0.01;

/// In which way a machine is not like the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HostFlag {
    /// Slower than the median by this part of it.
    Slower(f64),
    /// Faster than the median by this part of it.
    Faster(f64),
    /// More games were lost on time than chance explains.
    TimeLosses {
        /// Their part of all games here, and on the other machines.
        shares: [f64; 2],
        /// How likely so many are by chance.
        chance: f64,
    },
}

/// What there is to tell about a machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostFindings {
    /// What it is called.
    pub name: String,
    /// Whether its games were left out.
    pub is_left_out: bool,
    /// How many processes have played or were ready to.
    pub workers: usize,
    /// Positions a second in the engine's benchmark, the median of the workers.
    pub speed: Option<f64>,
    /// The least and the most of these.
    pub speed_range: Option<[u64; 2]>,
    /// Its speed as a part of the median of all machines whose games are in the report.
    pub relative_speed: Option<f64>,
    /// Its games but for void ones, whether or not they were left out.
    pub games: u32,
    /// Those that are in the report.
    pub counted: u32,
    /// Games that were lost by a fault.
    pub faults: u32,
    /// Games that were lost on time: out of time, or killed because there was no answer.
    pub time_losses: u32,
    /// How likely it is that as many pairs or more had a loss on time if machines do not
    /// matter; none without games here or elsewhere.
    pub time_loss_chance: Option<f64>,
    /// What is not as with the others.
    pub flags: Vec<HostFlag>,
}

impl HostFindings {
    /// The part of its games that was lost on time.
    pub fn time_loss_share(&self) -> Option<f64> {
        (self.games > 0).then(|| f64::from(self.time_losses) / f64::from(self.games))
    }
}

/// All machines, in the order in which they came.
pub(super) fn hosts(data: &TournamentData) -> Vec<HostFindings> {
    let logs: Vec<Log<'_>> = data.hosts.iter().map(|host| Log::new(data, &host.name)).collect();
    let mut hosts: Vec<HostFindings> =
        data.hosts.iter().zip(&logs).map(|(info, log)| host(info, log, &data.left_out.hosts)).collect();
    let median = median(hosts.iter().filter(|host| host.counted > 0).filter_map(|host| host.speed).collect());
    let tests = hosts.iter().filter(|host| host.games > 0).count();
    for index in 0..hosts.len() {
        let others = (0..hosts.len()).filter(|&other| other != index && hosts[other].counted > 0);
        let others = Log::sum(others.map(|other| &logs[other]));
        let host = &mut hosts[index];
        host.relative_speed = median.and_then(|median| Some(host.speed? / median));
        host.time_loss_chance = logs[index].chance_beside(&others);
        host.flags = flags(host, &others, tests);
    }
    hosts
}

fn host(info: &HostInfo, log: &Log<'_>, left_out: &[String]) -> HostFindings {
    // A benchmark that found nothing was none.
    let speeds: Vec<u64> = info.speeds.iter().copied().filter(|&speed| speed > 0).collect();
    let range = speeds.iter().min().zip(speeds.iter().max());
    HostFindings {
        name: info.name.clone(),
        is_left_out: left_out.contains(&info.name),
        workers: info.speeds.len(),
        speed: median(speeds.iter().map(|&speed| speed as f64).collect()),
        speed_range: range.map(|(&least, &most)| [least, most]),
        games: log.games,
        counted: log.counted,
        faults: log.faults,
        time_losses: log.time_losses,
        ..HostFindings::default()
    }
}

fn flags(host: &HostFindings, others: &Log<'_>, tests: usize) -> Vec<HostFlag> {
    let speed = host.relative_speed.and_then(|speed| match speed {
        ..1.0 if 1.0 - speed > SPEED_TOLERANCE => Some(HostFlag::Slower(1.0 - speed)),
        1.0.. if speed - 1.0 > SPEED_TOLERANCE => Some(HostFlag::Faster(speed - 1.0)),
        _ => None,
    });
    // As many machines as there are, as many chances to be wrong (Bonferroni).
    let unlikely = host.time_loss_chance.filter(|chance| chance * (tests as f64) < TIME_LOSS_LEVEL);
    let time = unlikely.zip(host.time_loss_share()).map(|(chance, share)| {
        let elsewhere = f64::from(others.time_losses) / f64::from(others.games);
        HostFlag::TimeLosses { shares: [share, elsewhere], chance }
    });
    speed.into_iter().chain(time).collect()
}

/// What happened in the games of one machine, or of some.
#[derive(Clone, Debug, Default)]
struct Log<'a> {
    games: u32,
    counted: u32,
    faults: u32,
    time_losses: u32,
    pairs: BTreeSet<&'a str>,
    /// Those in which a game was lost on time.
    late_pairs: BTreeSet<&'a str>,
}

impl<'a> Log<'a> {
    fn new(data: &'a TournamentData, host: &str) -> Self {
        let mut log = Self::default();
        let is_here = |game: &&GameSummary| game.counts() && game.host.as_deref() == Some(host);
        log.counted = data.games.iter().filter(is_here).count() as u32;
        for game in data.games.iter().chain(&data.left_out.games).filter(is_here) {
            log.games += 1;
            log.faults += u32::from(game.at_fault().is_some());
            log.pairs.insert(&game.pair);
            if is_lost_on_time(game) {
                log.time_losses += 1;
                log.late_pairs.insert(&game.pair);
            }
        }
        log
    }

    fn sum<'b>(logs: impl Iterator<Item = &'b Self>) -> Self
    where
        'a: 'b,
    {
        logs.fold(Self::default(), |mut sum, log| {
            sum.games += log.games;
            sum.time_losses += log.time_losses;
            sum.pairs.extend(&log.pairs);
            sum.late_pairs.extend(&log.late_pairs);
            sum
        })
    }

    /// How likely as many losses on time are beside those of others. Pairs are counted
    /// and not games: a pair is what a machine takes, and who is late in one of its
    /// games mostly is in the other. So it does not matter that some agents are late
    /// more often than others, as long as pairs come to machines without regard to that.
    fn chance_beside(&self, others: &Self) -> Option<f64> {
        let [pairs, late, other_pairs, other_late] =
            [&self.pairs, &self.late_pairs, &others.pairs, &others.late_pairs].map(|set| set.len() as u32);
        (pairs > 0 && other_pairs > 0).then(|| chance_of_as_many(late, pairs, late + other_late, pairs + other_pairs))
    }
}

fn is_lost_on_time(game: &GameSummary) -> bool {
    ["out-of-time", "killed"].contains(&game.ending.as_str())
}

/// The middle one of some numbers, or the mean of the two in the middle.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let upper = *numbers.get(numbers.len() / 2)?;
    let lower = numbers[(numbers.len() - 1) / 2];
    Some(f64::midpoint(lower, upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![7.0]), Some(7.0));
        assert_eq!(median(vec![9.0, 1.0]), Some(5.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
    }
}
