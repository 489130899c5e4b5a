//! A pair: the same board twice, with the sides swapped. It is the
//! unit of every schedule, because between equals the first to move wins nearly
//! every game.

use std::sync::Arc;
use std::time::Duration;

use fruitrage_rules::{Board, Player};

use super::{
    ClockLine, EndLine, Ending, Entrant, Entry, Failure, GameLine, RECORD_VERSION, Referee, Rules, Step, Stop,
};

/// How often a game is begun again if the arena itself fails.
const TRIES: u32 = 3;

/// Somebody in a pair, with its time for each game.
#[derive(Clone, Debug)]
pub struct Side {
    /// Who.
    pub entrant: Arc<dyn Entrant>,
    /// Its time for a game.
    pub time: Duration,
}

/// A board, and who plays on it.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Its name, unique among those recorded together.
    pub id: String,
    /// The board.
    pub board: Board,
    /// How many kinds of fruit there are, as the players are told.
    pub kinds: u8,
    /// What the board was made from, if it was.
    pub seed: Option<u64>,
    /// Who moves first in game 0, and who in game 1.
    pub sides: [Side; 2],
    /// What the referee goes by.
    pub rules: Rules,
}

/// Returns the name of a game of a pair: 0 or 1.
pub fn game_id(pair: &str, game: usize) -> String {
    format!("{pair}-{}", game + 1)
}

impl Pair {
    /// The name of one of its games.
    pub fn game_id(&self, game: usize) -> String {
        game_id(&self.id, game)
    }

    /// The line that announces one of its games. In game 1 the sides are swapped.
    pub fn game_line(&self, game: usize) -> GameLine {
        let line = |side: &Side| side.entrant.line(side.time);
        GameLine {
            version: RECORD_VERSION,
            id: self.game_id(game),
            pair: self.id.clone(),
            board: self.board.to_line(),
            kinds: self.kinds,
            seed: self.seed,
            agents: self.order(game).map(|side| line(&self.sides[side])),
            clock: ClockLine { kind: self.rules.clock.kind, grace: self.rules.clock.grace, increment: Duration::ZERO },
            ties: self.rules.ties,
            strict_board: self.rules.strict_board,
            strict_format: self.rules.strict_format,
        }
    }

    /// The sides that move first and second in a game.
    pub const fn order(&self, game: usize) -> [usize; 2] {
        if game == 0 { [0, 1] } else { [1, 0] }
    }

    /// Plays one of its games. If the arena fails it is played again; if it
    /// fails again and again the last ending is void. Listeners hear every try.
    pub fn play(
        &self,
        game: usize,
        stop: &Stop,
        listener: &mut dyn FnMut(&Step) -> anyhow::Result<()>,
    ) -> Result<EndLine, Failure> {
        let mut tries = 1;
        loop {
            let end = self.play_once(game, stop, listener)?;
            if !matches!(end.ending, Ending::Void { .. }) || tries == TRIES {
                return Ok(end);
            }
            tries += 1;
        }
    }

    fn play_once(
        &self,
        game: usize,
        stop: &Stop,
        listener: &mut dyn FnMut(&Step) -> anyhow::Result<()>,
    ) -> Result<EndLine, Failure> {
        let id = self.game_id(game);
        let enter = |player: Player| {
            let side = self.order(game)[player.index()];
            // Both games and both sides throw different dice.
            let seed = self.seed.unwrap_or(0).wrapping_mul(4).wrapping_add((2 * game + player.index()) as u64);
            self.sides[side].entrant.enter(&Entry { seed, game: &id, player })
        };
        let referee = Referee::new(self.board.clone(), self.game_line(game), stop, listener)?;
        match (enter(Player::First), enter(Player::Second)) {
            (Ok(mut first), Ok(mut second)) => referee.play([&mut *first, &mut *second]),
            (Err(error), _) | (_, Err(error)) => referee.give_up(format!("{error:#}")),
        }
    }
}
