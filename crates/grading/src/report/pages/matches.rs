//! A match on a student's page: its games, those to be stepped through, and how much was luck.

use fruitrage_results::report::page::lines;
use maud::{Markup, PreEscaped, html};

use super::student::{mark, why};
use super::{name, text_only};
use crate::{GameOutcome, ItemGrade, MatchEvidence, MatchGame};

/// Shows the game whose button is pressed.
pub(super) const SCRIPT: &str = include_str!("replays.js");

/// A game that can be stepped through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddedGame {
    /// The item that it belongs to.
    pub item: String,
    /// The game's id in its record.
    pub id: String,
    /// The game and its review for the replay page: JSON that can stand in a page.
    pub data: String,
}

/// The games of a page that can be stepped through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replays {
    /// The replay page without its game, as JSON text that can stand in a page; there is
    /// `{{game}}` in the place of the game.
    pub shell: String,
    /// The games.
    pub games: Vec<EmbeddedGame>,
}

impl Replays {
    fn place(&self, item: &str, id: &str) -> Option<usize> {
        self.games.iter().position(|game| game.item == item && game.id == id)
    }

    /// The games inside the page.
    pub(super) fn data(&self) -> Markup {
        html! { @if !self.games.is_empty() {
            script type="application/json" id="replay-shell" { (PreEscaped(&self.shell)) }
            @for (number, game) in self.games.iter().enumerate() {
                script type="application/json" id=(format!("replay-{number}")) { (PreEscaped(&game.data)) }
            }
        } }
    }
}

pub(super) fn section(item: &ItemGrade, replays: &Replays) -> Markup {
    let title = format!("{}-title", item.id);
    html! {
        section id=(item.id) aria-labelledby=(title) {
            h2 id=(title) { (name(&item.name)) " " (mark(item)) }
            (why(item))
            @if let Some(evidence) = item.evidence.of_match().filter(|evidence| !evidence.played.is_empty()) {
                (games(item, evidence, replays))
                (luck(evidence))
            }
        }
    }
}

fn games(item: &ItemGrade, evidence: &MatchEvidence, replays: &Replays) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Games" {
            table.games {
                thead { tr {
                    th.number scope="col" { "Game" } th scope="col" { "Began" } th scope="col" { "Result" }
                    th.number scope="col" { "You" } th.number scope="col" { "They" } th scope="col" { span.hidden { "To look at" } }
                } }
                tbody { @for game in &evidence.played { (row(item, game, replays)) } }
            }
        }
    }
}

fn row(item: &ItemGrade, game: &MatchGame, replays: &Replays) -> Markup {
    let [own, other] = game.points();
    let word = match game.outcome() {
        GameOutcome::Won => "won",
        GameOutcome::Lost => "lost",
        GameOutcome::Drawn => "drawn",
    };
    let id = game.record().map(|record| record.game.id);
    let place = id.and_then(|id| replays.place(&item.id, &id));
    let said = game.fault().and_then(|_| game.end()).map(|end| end.message.as_str());
    html! {
        tr {
            td.number { (game.number + 1) @if !game.counts { "*" } }
            td { @if game.began { "you" } @else { "they" } }
            td { span class=(format!("badge {word}")) { (word) } (how(game)) }
            td.number { (own) } td.number { (other) }
            td { @if let Some(place) = place {
                button type="button" data-replay=(place) aria-expanded="false" { "Step through" }
            } }
        }
        @if let Some(said) = said { tr.said { td {} td colspan="5" { pre { (lines(said)) } } } }
        @if let Some(place) = place { tr.replay hidden data-place=(place) { td colspan="6" {
            p { "Before each move of yours, the better one is outlined where there was one. 'Next mistake' takes you to the moves that cost most." }
            div.frame {}
        } } }
    }
}

/// What decided a game, if it was not the points.
fn how(game: &MatchGame) -> Markup {
    let [own, other] = game.points();
    html! {
        @if game.fault().is_some() { " by a fault" }
        @else if own == other && game.outcome() != GameOutcome::Drawn { " by time left" }
    }
}

fn luck(evidence: &MatchEvidence) -> Markup {
    let fairness = evidence.fairness();
    html! {
        @if evidence.played.iter().any(|game| !game.counts) {
            p.beside { "* does not count. It is the same board as another game with the sides swapped, to tell luck from skill." }
        }
        details {
            summary { "How much of this was luck?" }
            p { "Whoever moves first has a large advantage, and who begins game 1 is drawn by lot. In an odd number of games one side begins once more often." }
            @for sentence in fairness.sentences() { p { (text_only(&sentence)) } }
        }
    }
}
