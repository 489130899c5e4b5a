//! Players inside this program: the classic opponents and the engine, by one grammar
//! for games with people, matches, tournaments and the laboratory.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use fruitrage_engine::{
    Budget, Clock, Engine, Level, LevelError, Limits, Memory, Report, Root, TimedSearch, Traits, Tunables,
};
use fruitrage_game::{
    AgentLine, Answer, Builtin, Contestant, Entrant, Entry, Parameters, PlayerError, Request, Turn, measured,
};
use fruitrage_rules::Board;

/// How many times its time a player may be given where time is what one makes it, as
/// in the laboratory.
const TIME_FACTORS: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// A player inside this program, by its name and settings: `random`, `greedy`,
/// `minimax:depth=3`, `engine:level=2,time=0.5`.
#[derive(Clone, Debug)]
pub struct BuiltinPlayer {
    text: String,
    time_factor: f64,
    kind: BuiltinKind,
}

/// Who it is.
#[derive(Clone, Debug)]
pub enum BuiltinKind {
    /// A classic opponent.
    Classic(Builtin),
    /// The engine.
    Engine(Box<EnginePlayer>),
}

/// The engine as a player.
#[derive(Clone, Debug)]
pub struct EnginePlayer {
    engine: Engine,
    level: Level,
    depth: Option<u32>,
    /// Whether it learns what the opponent does and makes plans on it.
    learns_habits: bool,
}

impl FromStr for BuiltinPlayer {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let mut parameters = Parameters::parse(text)?;
        let time_factor = parameters.number("time", &TIME_FACTORS, "a factor from 0.000001 to 1000000")?;
        let kind = match parameters.name() {
            "engine" => BuiltinKind::Engine(Box::new(EnginePlayer::of_parameters(parameters)?)),
            _ => BuiltinKind::Classic(Builtin::of_parameters(parameters)?),
        };
        Ok(Self { text: text.to_owned(), time_factor: time_factor.unwrap_or(1.0), kind })
    }
}

impl fmt::Display for BuiltinPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl BuiltinPlayer {
    /// Returns who it is.
    pub const fn kind(&self) -> &BuiltinKind {
        &self.kind
    }

    /// Returns the factor on its time: 1 unless it was given another one.
    pub const fn time_factor(&self) -> f64 {
        self.time_factor
    }

    /// Returns the level if it is the engine at a level and nothing else is set.
    pub fn plain_level(&self) -> Option<Level> {
        let level = match &self.kind {
            BuiltinKind::Engine(player) => player.level,
            BuiltinKind::Classic(_) => return None,
        };
        let settings = self.text.strip_prefix("engine")?;
        let plain =
            settings.is_empty() || settings.strip_prefix(":level=").is_some_and(|text| text.parse() == Ok(level));
        plain.then_some(level)
    }

    /// Returns the player under a name, ready to be entered for games. On a real
    /// clock nobody has more than its time.
    pub fn entrant(self, name: impl Into<String>) -> Result<BuiltinEntrant, PlayerError> {
        if self.time_factor > 1.0 {
            let parameters = Parameters::parse(&self.text)?;
            return Err(parameters.wrong("time", &self.time_factor.to_string(), "a part of its time, at most 1"));
        }
        Ok(BuiltinEntrant { name: name.into(), player: self })
    }
}

/// A player inside this program under a name.
#[derive(Clone, Debug)]
pub struct BuiltinEntrant {
    name: String,
    player: BuiltinPlayer,
}

impl Entrant for BuiltinEntrant {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin(&self.name, &self.player.text, time)
    }

    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        let factor = self.player.time_factor;
        Ok(match &self.player.kind {
            BuiltinKind::Classic(builtin) => builtin.contestant(entry.seed),
            BuiltinKind::Engine(player) => Box::new(EngineContestant { player, factor, memory: Memory::default() }),
        })
    }
}

struct EngineContestant<'a> {
    player: &'a EnginePlayer,
    factor: f64,
    memory: Memory,
}

impl Contestant for EngineContestant<'_> {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        measured(|clock| {
            let budget = Budget::Game(request.remaining.mul_f64(self.factor));
            let (clock, stop) = (|| clock.used(request), || request.stop.is_raised());
            let (limits, lead) = (Limits::default(), None);
            let task = EngineTask { board: request.board, lead, budget, limits, clock: &clock, stop: &stop };
            match self.player.choose(&task, &mut self.memory) {
                None => Answer::Void("the engine was asked about an empty board".to_owned()),
                Some(_) if request.stop.is_raised() => Answer::Stopped,
                Some(report) => Answer::Cell(report.best.cell),
            }
        })
    }
}

/// One move that the engine is asked for.
pub struct EngineTask<'a, C: ?Sized> {
    /// The board.
    pub board: &'a Board,
    /// Points more than the opponent's; none to find out.
    pub lead: Option<i32>,
    /// How much time there is.
    pub budget: Budget,
    /// Limits by count.
    pub limits: Limits,
    /// The clock that the time is held against.
    pub clock: &'a C,
    /// Whether to give up.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl EnginePlayer {
    fn of_parameters(mut parameters: Parameters<'_>) -> Result<Self, PlayerError> {
        let level = match parameters.text("level") {
            None => Level::default(),
            Some(text) => {
                text.parse().map_err(|_: LevelError| parameters.wrong("level", text, &LevelError::expected()))?
            }
        };
        let depth = parameters.number("depth", &(1.0..=1000.0), "a number of moves from 1 to 1000")?;
        let learns_habits = parameters.switch("habits")?;
        let mut tunables = Tunables::default();
        for name in Tunables::NAMES {
            if let Some(number) = parameters.number(name, &(0.0..=1e6), "a number from 0 to 1000000")? {
                *tunables.get_mut(name).expect("its own name") = number;
            }
        }
        let mut traits = level.traits().unwrap_or_default();
        let mut is_person = level.traits().is_some();
        for name in Traits::NAMES {
            if let Some(number) = parameters.number(name, &(0.0..=1e6), "a number from 0 to 1000000")? {
                *traits.get_mut(name).expect("its own name") = number;
                is_person = true;
            }
        }
        let names = [Tunables::NAMES, Traits::NAMES].concat().join(", ");
        parameters.finish(&format!("it takes level, time, depth, habits (0 or 1) and {names}"))?;
        let engine = Engine::new(tunables);
        let engine = if is_person { engine.with_traits(&traits) } else { engine };
        Ok(Self { engine, level, depth: depth.map(|depth| depth as u32), learns_habits })
    }

    /// Chooses a move; none if the board is empty.
    pub fn choose<C: Clock + ?Sized>(&self, task: &EngineTask<'_, C>, memory: &mut Memory) -> Option<Report> {
        let root = Root::of_board(task.board).ok()?;
        let limits = Limits { depth: self.depth.or(task.limits.depth), ..task.limits.clone() };
        let search =
            TimedSearch::new(&self.engine, &root, task.clock, task.budget).with_limits(limits).until(task.stop);
        if !self.learns_habits {
            return Some(search.run(|_, _| {}));
        }
        memory.catch_up(&self.engine, task.board, search.expected_nodes());
        memory.lead = task.lead.or(memory.lead);
        let report = search.against(memory).run(|_, _| {});
        memory.moved(task.board, &report);
        Some(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_engine::Rival;
    use fruitrage_game::{PLAYER_NAMES, greedy};
    use fruitrage_rules::{Random, generate};

    fn error(text: &str) -> String {
        text.parse::<BuiltinPlayer>().unwrap_err().to_string()
    }

    #[test]
    fn every_name_is_a_player_and_says_what_it_takes() {
        for name in PLAYER_NAMES {
            let player: BuiltinPlayer = name.parse().unwrap();
            assert_eq!(player.to_string(), name);
            assert!(error(&format!("{name}:colour=3")).contains("has no 'colour'; it takes"), "{name}");
        }
    }

    #[test]
    fn settings_are_refused_with_a_reason() {
        for (text, reason) in [
            (
                "engines",
                "there is no player 'engines'; did you mean engine? There are random, greedy, minimax and engine",
            ),
            (
                "engine:level=10",
                "'level=10' for 'engine': expected a level from 1 to 9 or its name (cress, mint, dill, fig, basil, quince, thyme, rosemary, sage)",
            ),
            ("engine:overtime", "'overtime' in 'engine:overtime' is not a name=value such as depth=3"),
            ("engine:habits=yes", "'habits=yes' for 'engine': expected 0 or 1"),
            ("engine:time=0", "'time=0' for 'engine': expected a factor from 0.000001 to 1000000"),
            ("engine:early_bonus=-1", "'early_bonus=-1' for 'engine': expected a number from 0 to 1000000"),
            ("minimax:depth=0", "'depth=0' for 'minimax': expected a number of moves from 1 to 100"),
            ("minimax:depth=2,deepen=1", "'deepen=1' for 'minimax': expected either depth or deepen"),
            ("greedy:depth=2", "'greedy' has no 'depth'; it takes no settings"),
        ] {
            assert_eq!(error(text), reason);
        }
    }

    #[test]
    fn classic_players_play_like_the_kinds_that_the_engine_knows() {
        // Where each stands among these. Some differ seldom, but none may be ruled out.
        for (text, kind) in [
            ("greedy", 0),
            ("minimax:depth=2", 1),
            ("minimax:depth=3", 2),
            ("minimax:depth=2,leaf=best", 2),
            ("minimax:depth=3,ties=last", 4),
            ("minimax:depth=3,counts=fruits", 6),
            ("minimax:depth=3,singles=0", 7),
            ("minimax:depth=4,beam=3", 8),
        ] {
            let (player, engine) = (text.parse::<Builtin>().unwrap(), Engine::default());
            let (mut rival, mut dice) = (Rival::default(), Random::new(1));
            let mut board = Board::settled(&generate(10, 4, 2));
            while board.group_count() > 10 {
                let group = player.choose(&board, &mut dice, None, &mut || false).unwrap();
                engine.watch(&mut rival, &board, group, None, 200_000);
                board.try_play(group.cell()).unwrap();
                board.try_play(greedy(&board).cell()).unwrap();
            }
            let numbers: Vec<f64> = rival.to_numbers().collect();
            assert!(numbers[kind] > 0.1 && numbers.iter().sum::<f64>() > 0.9, "{text}: {numbers:?}");
        }
    }

    #[test]
    fn on_a_real_clock_nobody_has_more_than_its_time() {
        let player: BuiltinPlayer = "engine:time=2".parse().unwrap();
        assert!(player.entrant("engine").unwrap_err().to_string().contains("at most 1"));
        let player: BuiltinPlayer = "engine:time=0.5".parse().unwrap();
        assert!(player.entrant("engine").is_ok());
    }

    #[test]
    fn only_a_level_and_nothing_else_is_a_plain_level() {
        let level = |text: &str| text.parse::<BuiltinPlayer>().unwrap().plain_level().map(Level::number);
        assert_eq!(
            [
                "engine",
                "engine:level=2",
                "engine:level=Basil",
                "engine:level=2,depth=1",
                "engine:attention=1",
                "greedy"
            ]
            .map(level),
            [Some(Level::HIGHEST.number()), Some(2), Some(5), None, None, None]
        );
    }
}
