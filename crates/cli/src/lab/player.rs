//! Answers for the players of the laboratory: who they are, by name and
//! parameters, and how they choose a move.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use fruitrage_arena::{Foreseeable, alpha_beta, greedy, random};
use fruitrage_engine::{
    Engine, Level, LevelError, Limits, NODES_BETWEEN_QUESTIONS, Observer, Report, Rival, Root, Table, TimePlan,
    Tunables,
};
use fruitrage_rules::{Board, Group, Judge, Random};

use super::Allowance;
use super::best_first::BestFirst;

/// How often the textbook player is asked to stop before it looks at the clock.
const TEXTBOOK_NODES_BETWEEN_QUESTIONS: u32 = 64;
/// How much the best-first player explores if it is not told.
const EXPLORE: f64 = 0.15;
/// Deeper than any textbook search gets.
const DEEPEST: u32 = 60;

/// A player by its name and parameters.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    name: String,
    /// How much of the allowance it gets.
    time_factor: f64,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Random,
    Greedy,
    /// Alpha-beta as in the textbook, to a depth if it has one; if it is slow, on
    /// a board of one byte a cell, as public agents have it.
    Textbook {
        depth: Option<u32>,
        slow: bool,
    },
    /// A tree that grows where it matters, as a sparring partner of the engine.
    BestFirst(Box<BestFirst>),
    Engine {
        engine: Box<Engine>,
        /// Whether it learns what the opponent does and makes plans on it.
        learns_habits: bool,
    },
}

/// Where a player sits in a game: its clock, and what it has seen of the opponent.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) remaining: Duration,
    /// All that was used, be it more than there was.
    pub(crate) used: Duration,
    pub(crate) rival: Rival,
    /// The opponent's last move, and the box that it was made in.
    pub(crate) last_reply: Option<(Board, Group)>,
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerError(String);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlayerError {}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl FromStr for Player {
    type Err = PlayerError;

    /// `engine`, `engine:level=3`, `engine:habits=1`, `engine:early_bonus=1.5,time=0.1`,
    /// `textbook:depth=3`, `textbook:depth=3,slow=1`, `best-first:explore=0.3`, `greedy` or `random`.
    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
        let mut time_factor = 1.0;
        let mut depth = None;
        let (mut slow, mut average, mut explore, mut habits) = (0.0, 0.0, EXPLORE, 0.0);
        let mut tunables = Tunables::default();
        let mut level = f64::from(Level::default().number());
        for parameter in parameters.split(',').filter(|parameter| !parameter.is_empty()) {
            let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
            let Some((key, value)) = parameter.split_once('=').and_then(|(key, value)| Some((key, number(value)?)))
            else {
                return Err(PlayerError(format!("'{parameter}' in '{text}' is not a name=number")));
            };
            let known = match key {
                "time" if (1e-6..=1e6).contains(&value) => Some(&mut time_factor),
                "depth" if name == "textbook" && value >= 1.0 => Some(depth.insert(value)),
                "slow" if name == "textbook" && [0.0, 1.0].contains(&value) => Some(&mut slow),
                "explore" if name == "best-first" && (0.0..=1e6).contains(&value) => Some(&mut explore),
                "average" if name == "best-first" && [0.0, 1.0].contains(&value) => Some(&mut average),
                "level" if name == "engine" => Some(&mut level),
                "habits" if name == "engine" && [0.0, 1.0].contains(&value) => Some(&mut habits),
                _ if name == "engine" && (0.0..=1e6).contains(&value) => tunables.get_mut(key),
                _ => None,
            };
            let Some(known) = known else {
                return Err(PlayerError(format!("'{parameter}' cannot be set for '{name}'; {}", advice(name))));
            };
            *known = value;
        }
        let kind = match name {
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "textbook" => Kind::Textbook { depth: depth.map(|depth| depth as u32), slow: slow > 0.0 },
            "best-first" => {
                Kind::BestFirst(Box::new(BestFirst { explore, average: average > 0.0, engine: Engine::new(tunables) }))
            }
            "engine" => {
                let level = level.to_string().parse().map_err(|error: LevelError| PlayerError(error.to_string()))?;
                Kind::Engine { engine: Box::new(Engine::new(tunables).at_level(level)), learns_habits: habits > 0.0 }
            }
            _ => {
                return Err(PlayerError(format!(
                    "there is no player '{name}'; there are engine, best-first, textbook, greedy and random"
                )));
            }
        };
        Ok(Self { name: text.to_owned(), time_factor, kind })
    }
}

fn advice(name: &str) -> String {
    match name {
        "engine" => format!("it takes time, level, habits (0 or 1) and {}", Tunables::NAMES.join(", ")),
        "best-first" => "it takes time, explore and average (0 or 1)".to_owned(),
        "textbook" => "it takes time, depth and slow (0 or 1)".to_owned(),
        _ => "it takes time".to_owned(),
    }
}

impl Player {
    /// Whether the player can be held to an allowance.
    pub(crate) fn can_keep(&self, allowance: &Allowance) -> Result<(), PlayerError> {
        match (&self.kind, allowance) {
            (Kind::Textbook { depth: None, .. }, Allowance::Nodes(_) | Allowance::GameTime(_)) => Err(PlayerError(
                "textbook plays by --move-time or --depth, or with a depth of its own: textbook:depth=3".to_owned(),
            )),
            (Kind::BestFirst(_), Allowance::Depth(_) | Allowance::GameTime(_)) => {
                Err(PlayerError("best-first plays by --move-time or --nodes".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Chooses a move and takes the time for it off the clock.
    pub(crate) fn choose(&self, board: &Board, allowance: &Allowance, seat: &mut Seat, dice: &mut Random) -> Group {
        let started = Clock::start();
        let group = match &self.kind {
            Kind::Random => random(board, dice),
            Kind::Greedy => greedy(board),
            Kind::Textbook { depth, slow: false } => self.choose_by_textbook(board, *depth, allowance, started),
            Kind::Textbook { depth, slow: true } => {
                self.choose_by_textbook(&Judge::new(&board.to_grid()), *depth, allowance, started)
            }
            Kind::BestFirst(search) => {
                let Task { root, limits, table, mut deadline } =
                    self.task(&search.engine, board, allowance, seat.remaining, started);
                search.search(board, &root, &limits, &table, &mut deadline)
            }
            Kind::Engine { engine, learns_habits } => {
                let Task { root, limits, table, mut deadline } =
                    self.task(engine, board, allowance, seat.remaining, started);
                if let Some((before, reply)) = seat.last_reply.take().filter(|_| *learns_habits) {
                    engine.watch(&mut seat.rival, &before, reply, table.nodes());
                }
                let best = engine.search_against(&seat.rival, &root, &limits, &table, &mut deadline).best;
                board.group_at(best.cell).expect("a move of the root")
            }
        };
        let used = started.used();
        seat.used += used;
        seat.remaining = seat.remaining.saturating_sub(used);
        group
    }

    /// A seat at the beginning of a game.
    pub(crate) fn seat(&self, allowance: &Allowance) -> Seat {
        Seat { remaining: self.clock(allowance), used: Duration::ZERO, rival: Rival::default(), last_reply: None }
    }

    /// The whole clock for a game, if there is one.
    pub(crate) fn clock(&self, allowance: &Allowance) -> Duration {
        match allowance {
            Allowance::GameTime(time) => time.mul_f64(self.time_factor),
            _ => Duration::MAX,
        }
    }

    fn move_time(&self, allowance: &Allowance) -> Option<Duration> {
        match allowance {
            Allowance::MoveTime(time) => Some(time.mul_f64(self.time_factor)),
            _ => None,
        }
    }

    fn choose_by_textbook(
        &self,
        board: &impl Foreseeable,
        depth: Option<u32>,
        allowance: &Allowance,
        started: Clock,
    ) -> Group {
        if let Some(depth) = depth {
            return alpha_beta(board, depth, &mut || false).expect("never told to stop");
        }
        let deadline = self.move_time(allowance);
        let last_depth = if let Allowance::Depth(depth) = allowance { *depth } else { DEEPEST };
        let mut asked = 0_u32;
        let mut should_stop = || {
            asked = asked.wrapping_add(1);
            asked.is_multiple_of(TEXTBOOK_NODES_BETWEEN_QUESTIONS)
                && deadline.is_some_and(|deadline| started.used_of(deadline) >= deadline)
        };
        let groups = board.groups_by_size();
        let fruits: usize = groups.iter().map(|group| group.size()).sum();
        let mut best = groups[0];
        for depth in 1..=last_depth.min(fruits as u32) {
            match alpha_beta(board, depth, &mut should_stop) {
                Some(group) => best = group,
                None => break,
            }
        }
        best
    }

    /// What a search is asked to do.
    fn task(&self, engine: &Engine, board: &Board, allowance: &Allowance, remaining: Duration, started: Clock) -> Task {
        let root = Root::of_board(board).expect("a game that is not over");
        let plan = match allowance {
            Allowance::GameTime(_) => Some(engine.plan_of_thinking(remaining, root.moves().len() as u32)),
            Allowance::MoveTime(_) => self.move_time(allowance).map(|time| TimePlan::of_move(time, time)),
            Allowance::Nodes(_) | Allowance::Depth(_) => None,
        };
        let limits = match allowance {
            Allowance::Nodes(nodes) => {
                Limits { nodes: Some((*nodes as f64 * self.time_factor) as u64), ..Limits::default() }
            }
            Allowance::Depth(depth) => Limits { depth: Some(*depth), ..Limits::default() },
            _ => Limits::default(),
        };
        let nodes = plan.map_or(limits.nodes, |plan| Some(Table::nodes_in(plan.stop_at)));
        let table = Table::for_nodes(nodes.unwrap_or(1 << 20));
        Task { root, limits, table, deadline: Deadline { started, plan } }
    }
}

/// A search to be done.
struct Task {
    root: Root,
    limits: Limits,
    table: Table,
    deadline: Deadline,
}

/// Holds a search to its plan by its clock.
struct Deadline {
    started: Clock,
    plan: Option<TimePlan>,
}

impl Observer for Deadline {
    fn iteration(&mut self, report: &Report) -> bool {
        self.plan.is_none_or(|plan| plan.wants_more_than(report, self.started.used_of(plan.deepen_settled_until)))
    }

    fn nodes_allowed(&mut self) -> u64 {
        self.plan.map_or(NODES_BETWEEN_QUESTIONS, |plan| plan.nodes_allowed(self.started.used_of(plan.stop_at)))
    }
}

/// Counts the CPU time of this thread, which other threads do not disturb.
#[derive(Clone, Copy, Debug)]
struct Clock {
    on_the_wall: Instant,
    of_thread: ThreadTime,
}

impl Clock {
    fn start() -> Self {
        // The wall's first, so that it is never behind.
        Self { on_the_wall: Instant::now(), of_thread: ThreadTime::now() }
    }

    /// The time used so far.
    fn used(self) -> Duration {
        self.of_thread.elapsed()
    }

    /// The same for one who is held to a limit; before it is reached, this may say
    /// a little more.
    ///
    /// The system takes ten times as long to tell the time of a thread as that on
    /// the wall: a quarter of a search of ten microseconds. But a thread never uses
    /// more time than passes on the wall.
    fn used_of(self, limit: Duration) -> Duration {
        let passed = self.on_the_wall.elapsed();
        if passed < limit { passed } else { self.used() }
    }
}
