//! Results in the form that rating programs such as Ordo and
//! `BayesElo` read: the headers of chess games, without moves.

use std::io::{self, Write};

use fruitrage_game::harmless;

use super::{Findings, GameSummary};

/// Writes the headers of all games that count. Who moves first is White.
pub fn games_pgn(findings: &Findings<'_>, mut out: impl Write) -> io::Result<()> {
    let data = findings.data;
    for game in data.games.iter().filter(|game| game.counts()) {
        let [white, black] = game.agents().map(|agent| quoted(&data.agents[agent].name));
        let result = result(game);
        writeln!(out, "[Event {}]", quoted(&data.name))?;
        writeln!(out, "[Site {}]", quoted(&game.id))?;
        writeln!(out, "[Date \"????.??.??\"]")?;
        writeln!(out, "[Round \"{}\"]", game.round)?;
        writeln!(out, "[White {white}]")?;
        writeln!(out, "[Black {black}]")?;
        writeln!(out, "[Result \"{result}\"]")?;
        writeln!(out, "[PlyCount \"{}\"]", game.sides[0].moves + game.sides[1].moves)?;
        writeln!(out, "[Termination {}]", quoted(&game.ending))?;
        writeln!(out, "\n{result}\n")?;
    }
    Ok(())
}

const fn result(game: &GameSummary) -> &'static str {
    match game.winner {
        Some(0) => "1-0",
        Some(_) => "0-1",
        None => "1/2-1/2",
    }
}

/// A string of the format. A name of two lines would end the header early.
fn quoted(text: &str) -> String {
    format!("\"{}\"", harmless(text).replace('\\', "\\\\").replace('"', "\\\""))
}
