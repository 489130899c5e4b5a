//! What stands beside the board: players, points and clocks, the group under
//! the cursor, what machines think, hints, analysis, review, and the moves.

use std::time::Instant;

use fruitrage_play::session::{Clocks, Clue, Hint};
use fruitrage_play::{GroupView, MoveThought};
use fruitrage_rules::Player;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::game::{Game, Help};
use super::study::ReviewView;
use super::text::{apart, clipped, clock, short, wrapped};
use super::theme::Theme;
use crate::printing::plural;

const PLAYERS: [Player; 2] = [Player::First, Player::Second];

/// The fewest lines for the moves; what is said above them must leave so many.
const MOVES: usize = 4;

pub(super) struct Panel<'a> {
    pub(super) game: &'a Game,
    pub(super) theme: Theme,
    pub(super) clocks: Clocks,
    /// The group under the cursor.
    pub(super) group: Option<&'a GroupView>,
    pub(super) now: Instant,
}

impl Panel<'_> {
    pub(super) fn draw(&self, frame: &mut Frame<'_>, area: Rect) {
        let width = usize::from(area.width);
        let mut lines = self.heading(width);
        lines.extend(self.players(width));
        lines.push(Line::default());
        lines.push(self.group_line(width));
        lines.extend(self.thought(width));
        lines.extend(self.analysis(width));
        lines.push(Line::default());
        let room = usize::from(area.height).saturating_sub(MOVES + 1);
        let mut said = self.said(width);
        said.truncate(room.saturating_sub(lines.len()));
        if !said.is_empty() {
            lines.extend(said);
            lines.push(Line::default());
        }
        let rest = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.moves(width, rest));
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn heading(&self, width: usize) -> Vec<Line<'static>> {
        let (game, snapshot) = (self.game, &self.game.snapshot);
        let state = if snapshot.end.is_some() {
            "game over".to_owned()
        } else if snapshot.paused {
            "PAUSED".to_owned()
        } else {
            format!("move {}", snapshot.moves.len() + 1)
        };
        let size = snapshot.size;
        let seed = snapshot.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
        let about = format!("{size} x {size}, {} kind{}{seed}", snapshot.kinds, plural(snapshot.kinds.into()));
        let short = format!("{size}x{size} p{}{seed}", snapshot.kinds);
        let about = if super::text::width(&about) <= width { about } else { short };
        let mut lines = vec![
            Line::styled(apart("FRUIT RAGE", &state, width), self.theme.title()),
            Line::styled(clipped(&about, width), self.theme.faint()),
        ];
        if game.is_looking_back() {
            let text = format!("after move {} of {}", game.ply(), snapshot.moves.len());
            lines.push(Line::styled(clipped(&text, width), Theme::chosen()));
        } else {
            lines.push(Line::default());
        }
        lines
    }

    fn players(&self, width: usize) -> Vec<Line<'static>> {
        let (game, snapshot) = (self.game, &self.game.snapshot);
        let position = game.position();
        let winner = snapshot.end.as_ref().filter(|_| !game.is_looking_back()).and_then(|end| end.winner);
        let mut lines = Vec::new();
        for player in PLAYERS {
            let seat = &snapshot.seats[player.index()];
            let is_on_turn = position.turn() == player && (snapshot.end.is_none() || game.is_looking_back());
            let won = winner == Some(player.index() as u8 + 1);
            let mark = if won {
                self.theme.either("★ ", "* ")
            } else if is_on_turn {
                self.theme.either("▶ ", "> ")
            } else {
                "  "
            };
            let style = if won {
                self.theme.good()
            } else if is_on_turn {
                Theme::strong()
            } else {
                Style::new()
            };
            let points = position.points()[player.index()].to_string();
            lines.push(Line::styled(apart(&format!("{mark}{}", seat.name), &points, width), style));
            let left = self.clocks.left.map(|left| clock(left[player.index()]));
            let doing = if self.clocks.running != Some(player) || game.is_looking_back() {
                String::new()
            } else if seat.human {
                "to move".to_owned()
            } else {
                format!("thinking {}", self.spinner())
            };
            match left {
                Some(left) => {
                    let style = if self.clocks.running == Some(player) { Theme::strong() } else { self.theme.faint() };
                    lines.push(Line::styled(apart(&format!("  {doing}"), &left, width), style));
                }
                None => lines.push(Line::styled(clipped(&format!("  {doing}"), width), self.theme.faint())),
            }
        }
        lines
    }

    fn spinner(&self) -> char {
        let quarters = self.now.duration_since(self.game.thinking_since).as_millis() / 250;
        ['|', '/', '-', '\\'][quarters as usize % 4]
    }

    fn group_line(&self, width: usize) -> Line<'static> {
        let cell = self.game.cursor;
        let Some(group) = self.group else {
            return Line::styled(format!("{cell}: empty"), self.theme.faint());
        };
        let (size, points) = (group.size, group.points);
        let symbol = format!(" {} ", self.theme.symbol(group.fruit));
        let long = format!(" {cell}: {size} fruit{}, {points} point{}", plural(size as usize), plural(points as usize));
        let brief = format!(" {cell}: {size} for {points}");
        let text = if super::text::width(&long) + 3 <= width { long } else { brief };
        Line::from(vec![Span::styled(symbol, self.theme.fruit(group.fruit)), Span::styled(text, Theme::strong())])
    }

    /// What the machine thinks, or thought at its last move.
    fn thought(&self, width: usize) -> Vec<Line<'static>> {
        let game = self.game;
        let Some((ply, thought)) = &game.thought else {
            if game.is_thinking() && !game.is_looking_back() {
                let seconds = self.now.duration_since(game.thinking_since).as_secs();
                return vec![Line::styled(format!("thinks for {seconds} s"), self.theme.faint()), Line::default()];
            }
            return Vec::new();
        };
        // The position that was thought about: there are as many before it as moves.
        let Some(position) = game.position_at(ply - 1) else { return Vec::new() };
        let margin = Game::final_margin(position, thought.best().margin);
        let is_now = game.is_thinking();
        let name = if is_now { "thinks" } else { "thought" };
        let certain = if thought.exact { ", certain" } else { "" };
        let style = if is_now { Style::new() } else { self.theme.faint() };
        let expects = if margin.points() < 0.0 { "expects to lose by" } else { "expects to win by" };
        let amount = format!("{:.0}", margin.points().abs());
        let expected = format!("{expects} {amount}{certain}");
        let expected =
            if super::text::width(&expected) <= width { expected } else { format!("expects {margin}{certain}") };
        let depth = format!("{name} {} ahead", thought.depth);
        let nodes = format!("{depth}, {} boards", short(thought.nodes));
        let looked = if super::text::width(&nodes) <= width { nodes } else { depth };
        vec![Line::styled(clipped(&looked, width), style), Line::styled(clipped(&expected, width), style)]
    }

    fn analysis(&self, width: usize) -> Vec<Line<'static>> {
        let Some(view) = &self.game.analysis else { return Vec::new() };
        let Some(update) = &view.update else {
            return vec![Line::styled("analysis ...", self.theme.title())];
        };
        let thought = &update.thought;
        let how = match (thought.exact, update.finish) {
            (true, _) => "exact".to_owned(),
            (false, None) => format!("{} ahead ...", thought.depth),
            (false, Some(_)) => format!("{} ahead", thought.depth),
        };
        let mut lines = vec![Line::styled(apart("analysis", &how, width), self.theme.title())];
        for (rank, found) in thought.moves.iter().enumerate() {
            lines.push(Line::raw(apart(
                &format!("{} {:<3} takes {}", rank + 1, found.cell.to_string(), found.size),
                &self.in_the_end(found),
                width,
            )));
        }
        let line = thought.best().line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        lines.push(Line::styled(clipped(&line, width), self.theme.faint()));
        lines
    }

    /// By how much the player to move wins in the end, after a move.
    fn in_the_end(&self, found: &MoveThought) -> String {
        let margin = Game::final_margin(self.game.position(), found.margin);
        format!("{:+.0}", margin.points())
    }

    /// What there is to be said in words.
    fn said(&self, width: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let mut say = |text: &str, style: Style| {
            lines.extend(wrapped(text, width).into_iter().map(|line| Line::styled(line, style)));
        };
        let game = self.game;
        if let Some(note) = &game.note {
            say(note, self.theme.bad());
        }
        if let Some(end) = &game.snapshot.end
            && !game.is_looking_back()
        {
            say(&format!("{}.", end.message.trim_end_matches('.')), self.theme.good());
        }
        match &game.help {
            Help::None => {}
            Help::Wanted => say("Thinking about a hint ...", self.theme.hint()),
            Help::Given(hint) => say(&self.hint_in_words(hint), self.theme.hint()),
        }
        match &game.review {
            ReviewView::None if game.is_over() => say("r: review of the game", self.theme.hint()),
            ReviewView::None => {}
            ReviewView::Running { done, total, .. } => {
                let percent = (done * 100).checked_div(*total).unwrap_or(0);
                say(&format!("Review: {percent} %"), self.theme.hint());
            }
            ReviewView::Done(review) => {
                let mistakes = game.mistakes().len();
                if mistakes > 0 {
                    say(&format!("m: learn from {mistakes} mistake{}", plural(mistakes)), self.theme.hint());
                }
                if let Some(found) = game.ply().checked_sub(1).and_then(|at| review.moves.get(at)) {
                    let lost = found.lost.points();
                    let class = format!("Move {}, {}: {}", found.ply, found.cell, found.class);
                    let by = if lost > 0.0 { format!(", lost {lost:.0}") } else { String::new() };
                    let style = if found.class.is_fault() { self.theme.bad() } else { self.theme.good() };
                    say(&format!("{class}{by}."), style);
                    say(&found.words, Style::new());
                    if found.class.is_fault() {
                        say(&format!("Best was {}.", found.best), Style::new());
                    }
                    if review.turning_point.as_ref().is_some_and(|point| point.ply == found.ply) {
                        say("The turning point.", self.theme.hint());
                    }
                }
                for player in &review.players {
                    if let Some(accuracy) = player.accuracy {
                        lines.push(Line::styled(
                            apart(&player.name, &format!("{accuracy:.0} %"), width),
                            self.theme.faint(),
                        ));
                    }
                }
            }
        }
        lines
    }

    fn hint_in_words(&self, hint: &Hint) -> String {
        match hint {
            Hint::Clue { clue: Clue::Fruit { fruit }, words, .. } => {
                format!("{words} ({})", self.theme.symbol(*fruit))
            }
            Hint::Clue { words, .. } | Hint::Move { words, .. } => words.clone(),
        }
    }

    /// The moves, two in a line, so that the one looked at can be seen.
    fn moves(&self, width: usize, lines: usize) -> Vec<Line<'static>> {
        let game = self.game;
        let moves = &game.snapshot.moves;
        let rounds = moves.len().div_ceil(2);
        let at = game.ply().saturating_sub(1) / 2;
        let first =
            (at + 1).saturating_sub(lines).max(if game.is_looking_back() { 0 } else { rounds.saturating_sub(lines) });
        let column = (width.saturating_sub(4) / 2).min(14);
        let one = |ply: usize| -> Span<'static> {
            let Some(played) = moves.get(ply) else { return Span::raw("") };
            let class = match &game.review {
                ReviewView::Done(review) => review.moves.get(ply).map(|found| found.class),
                _ => None,
            };
            let mark = class.map_or("", |class| class.mark());
            let text = apart(&format!("{}{mark}", played.cell), &played.effect.taken.points.to_string(), column - 1);
            let mut style = match class {
                Some(class) if class.is_fault() => self.theme.bad(),
                _ => Style::new(),
            };
            if ply + 1 == game.ply() {
                style = style.add_modifier(if game.is_looking_back() { Modifier::REVERSED } else { Modifier::BOLD });
            }
            Span::styled(text, style)
        };
        (first..rounds)
            .take(lines)
            .map(|round| {
                let number = Span::styled(format!("{:>3} ", round + 1), self.theme.faint());
                Line::from(vec![number, one(round * 2), Span::raw("  "), one(round * 2 + 1)])
            })
            .collect()
    }
}
