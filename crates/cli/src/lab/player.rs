//! The players of the laboratory: those inside this program, held to an allowance by
//! the CPU time of their own thread.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use fruitrage_engine::{Budget, Clock, Limits, Memory};
use fruitrage_game::Builtin;
use fruitrage_play::players::{BuiltinKind, BuiltinPlayer, EngineTask};
use fruitrage_rules::{Board, Group, Player, Position, Random};

use super::Allowance;

/// How often minimax may ask for the time before the clock is really read.
const NODES_BETWEEN_LOOKS: u32 = 64;

/// Where a player sits in a game: its clock, and what it has seen of the opponent.
#[derive(Debug)]
pub(crate) struct Seat<'a> {
    player: &'a BuiltinPlayer,
    remaining: Duration,
    /// All that was used, be it more than there was.
    pub(crate) used: Duration,
    memory: &'a mut Memory,
}

/// Makes sure that a player can be held to an allowance.
pub(crate) fn must_keep(player: &BuiltinPlayer, allowance: &Allowance) -> anyhow::Result<()> {
    let deepens = matches!(player.kind(), BuiltinKind::Classic(Builtin::Minimax { depth: None, .. }));
    let impossible = deepens && matches!(allowance, Allowance::Nodes(_) | Allowance::GameTime(_));
    anyhow::ensure!(!impossible, "{player} plays by --move-time or --depth; give it a depth instead: minimax:depth=3");
    Ok(())
}

impl<'a> Seat<'a> {
    /// The seat of a player at the beginning of a game.
    pub(crate) fn new(player: &'a BuiltinPlayer, allowance: &Allowance, memory: &'a mut Memory) -> Self {
        let remaining = match allowance {
            Allowance::GameTime(time) => time.mul_f64(player.time_factor()),
            _ => Duration::MAX,
        };
        Self { player, remaining, used: Duration::ZERO, memory }
    }

    /// Chooses a move and takes the time for it off the clock.
    pub(crate) fn choose(&mut self, position: &Position, allowance: &Allowance, dice: &mut Random) -> Group {
        let board = position.board();
        let clock = ThreadClock::start();
        let group = match self.player.kind() {
            BuiltinKind::Classic(builtin) => self.choose_classic(builtin, board, allowance, dice, clock),
            BuiltinKind::Engine(engine) => {
                let (budget, limits) = (self.budget(allowance), self.limits(allowance));
                let [own, other] = [position.turn(), position.turn().opponent()].map(Player::index);
                let lead = Some(position.points()[own] as i32 - position.points()[other] as i32);
                let task = EngineTask { board, lead, budget, limits, clock: &clock, stop: &|| false };
                let report = engine.choose(&task, self.memory).expect("a game that is not over");
                board.group_at(report.best.cell).expect("a move of the board")
            }
        };
        let used = clock.elapsed();
        self.used += used;
        self.remaining = self.remaining.saturating_sub(used);
        group
    }

    fn choose_classic(
        &self,
        builtin: &Builtin,
        board: &Board,
        allowance: &Allowance,
        dice: &mut Random,
        clock: ThreadClock,
    ) -> Group {
        // A depth of its own is searched to the end, whatever it takes.
        let deepens = matches!(builtin, Builtin::Minimax { depth: None, .. });
        let deadline = self.move_time(allowance).filter(|_| deepens);
        let depth_limit = if let Allowance::Depth(depth) = allowance { Some(*depth) } else { None };
        let mut asked = 0_u32;
        let mut time_is_up = || {
            asked = asked.wrapping_add(1);
            asked.is_multiple_of(NODES_BETWEEN_LOOKS)
                && deadline.is_some_and(|deadline| clock.elapsed_towards(deadline) >= deadline)
        };
        builtin.choose(board, dice, depth_limit, &mut time_is_up).expect("a depth of its own is never given up")
    }

    fn move_time(&self, allowance: &Allowance) -> Option<Duration> {
        match allowance {
            Allowance::MoveTime(time) => Some(time.mul_f64(self.player.time_factor())),
            _ => None,
        }
    }

    /// The time for one move of a search.
    fn budget(&self, allowance: &Allowance) -> Budget {
        match allowance {
            Allowance::GameTime(_) => Budget::Thinking(self.remaining),
            Allowance::MoveTime(_) => self.move_time(allowance).map_or(Budget::Unlimited, Budget::of_move),
            Allowance::Nodes(_) | Allowance::Depth(_) => Budget::Unlimited,
        }
    }

    fn limits(&self, allowance: &Allowance) -> Limits {
        match allowance {
            Allowance::Nodes(nodes) => {
                Limits { nodes: Some((*nodes as f64 * self.player.time_factor()) as u64), ..Limits::default() }
            }
            Allowance::Depth(depth) => Limits { depth: Some(*depth), ..Limits::default() },
            Allowance::MoveTime(_) | Allowance::GameTime(_) => Limits::default(),
        }
    }
}

/// Counts the CPU time of this thread, which other threads do not disturb.
#[derive(Clone, Copy, Debug)]
struct ThreadClock {
    on_the_wall: Instant,
    of_thread: ThreadTime,
}

impl ThreadClock {
    fn start() -> Self {
        // The wall's first, so that it is never behind.
        Self { on_the_wall: Instant::now(), of_thread: ThreadTime::now() }
    }
}

impl Clock for ThreadClock {
    fn elapsed(&self) -> Duration {
        self.of_thread.elapsed()
    }

    /// The system takes ten times as long to tell the time of a thread as that on
    /// the wall: a quarter of a search of ten microseconds. But a thread never uses
    /// more time than passes on the wall.
    fn elapsed_towards(&self, limit: Duration) -> Duration {
        let passed = self.on_the_wall.elapsed();
        if passed < limit { passed } else { self.elapsed() }
    }
}
