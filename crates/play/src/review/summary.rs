//! A game as a whole: the curve of what was to be expected, where it
//! turned, and how well each player did.

use std::time::Duration;

use fruitrage_engine::Value;
use fruitrage_game::GameRecord;
use fruitrage_rules::{Player, Position};
use serde::Serialize;

use super::judge::Judged;
use super::{Class, Review, ReviewedMove};
use crate::named;

/// What was to be expected at some moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Evaluation {
    /// How many moves were made.
    pub ply: u32,
    /// By how many points the first player will have more in the end than the
    /// second, if both play well from there on.
    #[serde(serialize_with = "named::value")]
    pub margin: Value,
    /// Whether that is certain.
    pub exact: bool,
}

/// The move since which the player who was ahead in the end always was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurningPoint {
    /// Its number, from 1.
    pub ply: u32,
    /// Who made it.
    #[serde(serialize_with = "named::player")]
    pub player: Player,
    /// Who was ahead from then on.
    #[serde(serialize_with = "named::player")]
    pub ahead: Player,
    /// What was to be expected before, as in [`Evaluation`].
    #[serde(serialize_with = "named::value")]
    pub before: Value,
    /// What was to be expected after it.
    #[serde(serialize_with = "named::value")]
    pub after: Value,
}

/// How a player did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReview {
    /// The name.
    pub name: String,
    /// How much was kept of what was at stake, in per cent: 100 x (1 - sum of losses
    /// / sum of stakes), over all moves with a choice, where no loss counts for more
    /// than its stake. None without such a move.
    pub accuracy: Option<f64>,
    /// The points lost against the best moves, all together.
    #[serde(serialize_with = "named::value")]
    pub lost: Value,
    /// How many moves were of each class, the best class first.
    pub classes: [u32; Class::ALL.len()],
    /// The time on the wall that all moves took.
    #[serde(rename = "seconds", serialize_with = "named::seconds")]
    pub wall: Duration,
    /// The number of the move that took longest.
    pub longest: Option<u32>,
}

impl Review {
    /// Returns a sentence about the move that decided the game, or about why there is
    /// none.
    pub fn turning_point_in_words(&self) -> String {
        let name = |player: Player| &self.players[player.index()].name;
        let Some(turn) = &self.turning_point else {
            return match self.curve.last().and_then(ahead) {
                None => "No turning point: nobody came out ahead.".to_owned(),
                Some(player) => format!("No turning point: {} was ahead all the time.", name(player)),
            };
        };
        // Seen by who was ahead from then on, in whole points and never as -0.
        let seen = |value: Value| if turn.ahead == Player::First { value } else { -value }.points().round() as i64;
        format!(
            "Turning point: move {}, {} by {}: {} was expected to end at {:+} before it, at {:+} after it, and ahead ever after.",
            turn.ply,
            self.moves[turn.ply as usize - 1].cell,
            name(turn.player),
            name(turn.ahead),
            seen(turn.before),
            seen(turn.after),
        )
    }
}

/// Puts the parts together.
pub(super) fn sum_up(record: &GameRecord, moves: Vec<ReviewedMove>, judged: &[Judged]) -> Review {
    let curve = curve(record, &moves, judged);
    let turning_point = turning_point(record, &curve);
    let players = [Player::First, Player::Second].map(|player| player_review(record, player, &moves));
    Review { moves, curve, players, turning_point }
}

fn curve(record: &GameRecord, moves: &[ReviewedMove], judged: &[Judged]) -> Vec<Evaluation> {
    let of = |ply: usize, position: &Position| {
        // Before a move, the better of what was made and what was thought best.
        let found = moves.get(ply).filter(|_| !judged[ply].exact);
        let rest = found.map_or(judged[ply].value, |found| found.best_margin);
        let rest = if position.turn() == Player::First { rest } else { -rest };
        let [first, second] = position.points();
        let margin = Value::from_points(first) - Value::from_points(second) + rest;
        Evaluation { ply: ply as u32, margin, exact: judged[ply].exact }
    };
    record.positions.iter().enumerate().map(|(ply, position)| of(ply, position)).collect()
}

fn ahead(evaluation: &Evaluation) -> Option<Player> {
    match evaluation.margin.cmp(&Value::EVEN) {
        std::cmp::Ordering::Greater => Some(Player::First),
        std::cmp::Ordering::Less => Some(Player::Second),
        std::cmp::Ordering::Equal => None,
    }
}

fn turning_point(record: &GameRecord, curve: &[Evaluation]) -> Option<TurningPoint> {
    let winner = ahead(curve.last()?)?;
    let before = curve.iter().rposition(|evaluation| ahead(evaluation) != Some(winner))?;
    Some(TurningPoint {
        ply: before as u32 + 1,
        player: record.positions[before].turn(),
        ahead: winner,
        before: curve[before].margin,
        after: curve[before + 1].margin,
    })
}

fn player_review(record: &GameRecord, player: Player, moves: &[ReviewedMove]) -> PlayerReview {
    let own = || moves.iter().filter(|found| found.player == player);
    let (mut kept, mut stakes) = (0.0, 0.0);
    for found in own().filter(|found| found.choices > 1) {
        let stake = f64::from(found.stake);
        kept += (stake - found.lost.points()).max(0.0);
        stakes += stake;
    }
    PlayerReview {
        name: record.game.agents[player.index()].name.clone(),
        accuracy: (stakes > 0.0).then(|| 100.0 * kept / stakes),
        lost: own().fold(Value::EVEN, |sum, found| sum + found.lost),
        classes: Class::ALL.map(|class| own().filter(|found| found.class == class).count() as u32),
        wall: own().map(|found| found.wall).sum(),
        longest: own().filter(|found| !found.wall.is_zero()).max_by_key(|found| found.wall).map(|found| found.ply),
    }
}
