//! The classic opponents as contestants: they run in this process, on the same
//! clock as everybody else.

use std::fmt;
use std::str::FromStr;

use fruitrage_rules::{Board, Group, Judge, Random};

use crate::{
    Answer, Contestant, Ending, Foreseeable, Kill, Parameters, PlayerError, Request, Style, Turn, alpha_beta, greedy,
    measured, random,
};

/// How far plain minimax looks if it is not told: as far as the courses' does.
const DEFAULT_DEPTH: u32 = 3;

/// Deeper than any plain minimax gets.
const DEEPEST: u32 = 100;

/// The part of its remaining time that minimax takes for a move if it deepens for as
/// long as it may.
const MOVES_A_GAME: u32 = 20;

/// A classic opponent by its name and settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// Any move.
    Random,
    /// The largest group.
    Greedy,
    /// Plain minimax with alpha-beta.
    Minimax {
        /// How many moves it looks ahead; none to deepen until its time is up.
        depth: Option<u32>,
        /// Whether it plays on a board of one byte a cell, as public agents do.
        slow: bool,
        /// How it counts and chooses.
        style: Style,
    },
}

impl FromStr for Builtin {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        Self::of_parameters(Parameters::parse(text)?)
    }
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Self::Random => "random".to_owned(),
            Self::Greedy => "greedy".to_owned(),
            Self::Minimax { depth, slow, style } => {
                let depth = depth.map_or("deepen=1".to_owned(), |depth| format!("depth={depth}"));
                format!("minimax:{depth}{}{style}", if *slow { ",slow=1" } else { "" })
            }
        })
    }
}

impl Builtin {
    /// Plain minimax that looks so many moves ahead.
    pub const fn minimax(depth: u32) -> Self {
        Self::Minimax { depth: Some(depth), slow: false, style: Style::PLAIN }
    }

    /// Reads the player from its name and settings.
    pub fn of_parameters(mut parameters: Parameters<'_>) -> Result<Self, PlayerError> {
        let minimax_takes = format!("it takes depth, deepen, slow, {}", Style::TAKES);
        let (player, takes) = match parameters.name() {
            "random" => (Self::Random, "it takes no settings"),
            "greedy" => (Self::Greedy, "it takes no settings"),
            "minimax" => {
                let range = 1.0..=f64::from(DEEPEST);
                let depth = parameters.number("depth", &range, "a number of moves from 1 to 100")?;
                let deepens = parameters.switch("deepen")?;
                if deepens && depth.is_some() {
                    return Err(parameters.wrong("deepen", "1", "either depth or deepen"));
                }
                let depth = (!deepens).then(|| depth.map_or(DEFAULT_DEPTH, |depth| depth as u32));
                let (slow, style) = (parameters.switch("slow")?, Style::of_parameters(&mut parameters)?);
                (Self::Minimax { depth, slow, style }, minimax_takes.as_str())
            }
            name => return Err(PlayerError::Unknown(name.to_owned())),
        };
        parameters.finish(takes)?;
        Ok(player)
    }

    /// Chooses a move, none if `time_is_up` said so before one was found. Minimax that
    /// deepens has one at once, and returns it when the time is up.
    ///
    /// # Panics
    /// If the board is empty.
    pub fn choose(
        &self,
        board: &Board,
        dice: &mut Random,
        depth_limit: Option<u32>,
        time_is_up: &mut dyn FnMut() -> bool,
    ) -> Option<Group> {
        match self {
            Self::Random => Some(random(board, dice)),
            Self::Greedy => Some(greedy(board)),
            Self::Minimax { depth, slow: false, style } => minimax(board, *depth, *style, depth_limit, time_is_up),
            Self::Minimax { depth, slow: true, style } => {
                minimax(&Judge::new(&board.to_grid()), *depth, *style, depth_limit, time_is_up)
            }
        }
    }

    /// The player, ready for a game. The seed is for the dice of those who have
    /// some.
    pub fn contestant(&self, seed: u64) -> Box<dyn Contestant> {
        Box::new(BuiltinContestant { kind: self.clone(), dice: Random::new(seed) })
    }
}

fn minimax(
    board: &impl Foreseeable,
    depth: Option<u32>,
    style: Style,
    depth_limit: Option<u32>,
    mut time_is_up: &mut dyn FnMut() -> bool,
) -> Option<Group> {
    if let Some(depth) = depth {
        return alpha_beta(board, depth, style, &mut time_is_up);
    }
    let groups = board.groups_by_size();
    let fruits: usize = groups.iter().map(|group| group.size()).sum();
    let deepest = depth_limit.unwrap_or(DEEPEST).min(fruits as u32);
    let found = (1..=deepest).map_while(|depth| alpha_beta(board, depth, style, &mut time_is_up));
    Some(found.last().unwrap_or(groups[0]))
}

struct BuiltinContestant {
    kind: Builtin,
    dice: Random,
}

impl Contestant for BuiltinContestant {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        let deepens = matches!(self.kind, Builtin::Minimax { depth: None, .. });
        let limit = if deepens { request.remaining / MOVES_A_GAME } else { request.remaining + request.clock.grace };
        measured(|clock| {
            let mut time_is_up = || request.stop.is_raised() || clock.used(request) >= limit;
            let chosen = self.kind.choose(request.board, &mut self.dice, None, &mut time_is_up);
            match chosen {
                _ if request.stop.is_raised() => Answer::Stopped,
                Some(group) => Answer::Cell(group.cell()),
                None => Answer::Fault(Ending::Killed { kill: Kill::Time, after: clock.wall() }),
            }
        })
    }
}
