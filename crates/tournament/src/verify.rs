//! Verification: whether what is stored of a tournament can have happened, and whether its
//! files say the same.

use std::fs;

use super::results::{PairState, Results};
use super::status::read_record;
use super::{TournamentError, Window};
use fruitrage_game::game_id;

/// What was looked at and found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// How many games were looked at, move by move.
    pub games: usize,
    /// What is wrong.
    pub problems: Vec<String>,
}

/// Looks at everything that is stored: every game is played through by the rules,
/// and held to its pair, its record and the counts.
pub fn verify(window: &Window) -> Result<Verification, TournamentError> {
    let results = window.results()?;
    let mut found = Verification { games: results.games.len(), problems: Vec::new() };
    for (index, pair) in results.pairs.iter().enumerate() {
        // In the order of their pairs.
        let first = results.games.partition_point(|game| game.pair < index);
        let games = results.games[first..].iter().take_while(|game| game.pair == index).count();
        if (pair.state == PairState::Done) != (games == 2 || pair.awarded.is_some()) {
            let state = match pair.state {
                PairState::Open => "open",
                PairState::Done => "done",
                PairState::Void => "void",
            };
            found.problems.push(format!("pair {} is {state}, but has {games} finished games", pair.id));
        }
    }
    for number in 0..results.games.len() {
        check_game(window, &results, number, &mut found.problems)?;
    }
    if results.is_finished && results.pairs.iter().any(|pair| pair.state != PairState::Done) {
        found.problems.push("it is called finished, but there are pairs to be played".to_owned());
    }
    Ok(found)
}

fn check_game(
    window: &Window,
    results: &Results,
    number: usize,
    problems: &mut Vec<String>,
) -> Result<(), TournamentError> {
    let game = &results.games[number];
    let pair = &results.pairs[game.pair];
    let id = game_id(&pair.id, game.game);
    let Some(lines) = window.store().record(&id)? else { return Ok(()) };
    let mut wrong = |problem: String| problems.push(format!("game {id}: {problem}"));
    match read_record(&lines) {
        Err(problem) => wrong(problem),
        Ok(record) => {
            let names = game.agents.map(|agent| results.agents[agent].name.as_str());
            if record.game.agents.each_ref().map(|agent| agent.name.as_str()) != names {
                wrong(format!("it was scheduled for {} and {}, but played by others", names[0], names[1]));
            }
            if record.game.board != pair.board || record.game.id != id {
                wrong("it is not the game that was scheduled".to_owned());
            }
            // What older programs have written down of agents is another hash.
            if results.workers.iter().any(|worker| worker.name == game.worker) {
                for (line, &agent) in record.game.agents.iter().zip(&game.agents) {
                    let entered = &results.agents[agent];
                    let is_other = entered.hash.is_some() && line.hash != entered.hash;
                    if is_other || line.time != entered.spec.time(results.conditions.time()) {
                        wrong(format!("{} was not played by what was entered, or with another time", line.name));
                    }
                }
            }
            if record.moves.len() != game.moves {
                wrong(format!("it has {} moves, but {} were counted", record.moves.len(), game.moves));
            }
        }
    }
    // Of what several machines have played, records are made for a report.
    let file = window.folder().record(pair.round, &id);
    if window.is_shared() && !file.exists() {
        return Ok(());
    }
    match fs::read_to_string(&file) {
        Ok(text) if text.lines().eq(&lines) => {}
        Ok(_) => wrong(format!("its record {} says something else", file.display())),
        Err(error) => wrong(format!("its record {}: {error}", file.display())),
    }
    Ok(())
}
