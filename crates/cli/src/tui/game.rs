//! A game on the screen: how it stands according to the session's events, where the cursor
//! is, what is looked at, and what keys and mouse do to it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use fruitrage_engine::Value;
use fruitrage_play::Thought;
use fruitrage_play::puzzle::{Mistake, mistakes};
use fruitrage_play::session::{Clocks, Hint, Refusal, Session, SessionEvent, Snapshot, Told};
use fruitrage_rules::{Cell, Player, Position};

use super::keys::Action;
use super::layout::View;
use super::message::Message;
use super::motion::Motions;
use super::study::{AnalysisView, ReviewView};
use super::wish::quoted;

/// The steps of the speed at which machines move, slowest first.
const PACES: [u64; 7] = [5000, 2500, 1500, 1000, 500, 200, 0];

/// How often the screen changes while a machine thinks.
const THINKING_TICK: Duration = Duration::from_millis(250);

/// Below this the clock shows tenths of a second.
pub(super) const TENTHS_BELOW: Duration = Duration::from_secs(20);

/// A game on the screen.
pub(super) struct Game {
    session: Session,
    pub(super) number: u64,
    messages: Sender<Message>,
    /// The record.
    pub(super) path: Option<PathBuf>,
    /// The programs that play, as typed.
    pub(super) programs: Vec<String>,
    pub(super) pace: Duration,
    /// Whether moves are seen.
    pub(super) animation: bool,
    /// Something to be told.
    pub(super) note: Option<String>,
    /// How it stands.
    pub(super) snapshot: Snapshot,
    pub(super) cursor: Cell,
    /// The group that the cursor was sent to last.
    tabbed: Option<Cell>,
    /// The first row that is seen, if not all are.
    pub(super) top: usize,
    /// Where the board was drawn last.
    pub(super) view: Option<View>,
    /// The number of moves after which the game is looked at; none for how it stands.
    looked_at: Option<usize>,
    pub(super) motions: Motions,
    pub(super) help: Help,
    /// What a machine thought last, and at which move.
    pub(super) thought: Option<(usize, Thought)>,
    /// Since when a machine thinks.
    pub(super) thinking_since: Instant,
    pub(super) analysis: Option<AnalysisView>,
    pub(super) review: ReviewView,
    /// Whether the next R resigns.
    resigning: bool,
}

/// How far a person was helped.
#[derive(Clone, Debug, Default)]
pub(super) enum Help {
    #[default]
    None,
    Wanted,
    Given(Hint),
}

impl Game {
    /// The view of a session; what happens in it comes as messages.
    pub(super) fn new(session: Session, path: Option<PathBuf>, number: u64, messages: &Sender<Message>) -> Self {
        let sender = messages.clone();
        let snapshot =
            session.subscribe(move |told| sender.send(Message::Told(number, Box::new(told.clone()))).is_ok());
        let size = snapshot.size;
        Self {
            session,
            number,
            messages: messages.clone(),
            path,
            programs: Vec::new(),
            pace: Duration::ZERO,
            animation: false,
            note: None,
            cursor: Cell::new(size / 2, size - 1),
            tabbed: None,
            top: size,
            view: None,
            looked_at: None,
            motions: Motions::default(),
            help: snapshot.hint.clone().map_or(Help::None, Help::Given),
            thought: None,
            thinking_since: Instant::now(),
            analysis: None,
            review: ReviewView::None,
            resigning: false,
            snapshot,
        }
    }

    // To look at.

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    /// Whether only machines play.
    pub(super) fn is_watched(&self) -> bool {
        !self.snapshot.seats.iter().any(|seat| seat.human)
    }

    pub(super) fn is_over(&self) -> bool {
        self.snapshot.end.is_some()
    }

    /// Whether a machine is to move, and does.
    pub(super) fn is_thinking(&self) -> bool {
        self.session.clocks().running.is_some_and(|player| !self.snapshot.seats[player.index()].human)
    }

    /// The number of moves after which the game is looked at.
    pub(super) fn ply(&self) -> usize {
        self.looked_at.unwrap_or(self.snapshot.moves.len())
    }

    /// Whether something else than how it stands is looked at.
    pub(super) fn is_looking_back(&self) -> bool {
        self.looked_at.is_some()
    }

    /// The position that is looked at.
    pub(super) fn position(&self) -> &Position {
        self.position_at(self.ply()).unwrap_or(&self.snapshot.first_position)
    }

    /// The position as it stands after all moves.
    fn last_position(&self) -> &Position {
        self.snapshot.moves.last().map_or(&self.snapshot.first_position, |last| &last.position)
    }

    /// The position after so many moves.
    pub(super) fn position_at(&self, ply: usize) -> Option<&Position> {
        match ply.checked_sub(1) {
            None => Some(&self.snapshot.first_position),
            Some(last) => self.snapshot.moves.get(last).map(|played| &played.position),
        }
    }

    /// How often the screen has to be drawn although nothing happens.
    pub(super) fn tick(&self, clocks: &Clocks) -> Option<Duration> {
        let running = clocks.running?;
        if !self.snapshot.seats[running.index()].human {
            return Some(THINKING_TICK);
        }
        let left = clocks.left?[running.index()];
        let step = if left < TENTHS_BELOW { 100 } else { 1000 };
        // A little later than the figure changes.
        Some(Duration::from_millis(u64::from(left.subsec_millis()) % step + 5))
    }

    /// What is expected in the end if a player gets so much more from a position on.
    pub(super) fn final_margin(position: &Position, rest: Value) -> Value {
        let points = position.points().map(Value::from_points);
        let own = position.turn().index();
        points[own] - points[1 - own] + rest
    }

    /// What to know when it is left: how it ended, where it is, and how to go on.
    pub(super) fn farewell(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.snapshot.end.iter().map(|end| end.message.clone()).collect();
        let Some(path) = self.path.as_ref().filter(|_| !self.snapshot.moves.is_empty()) else { return lines };
        let path = path.display().to_string();
        lines.push(format!("The game is recorded in {path}"));
        let path = quoted(&path);
        if self.is_over() {
            lines.push(format!("What was good and what was not: fruitrage review {path}"));
        } else {
            let words: Vec<String> =
                [path].into_iter().chain(self.programs.iter().map(|program| quoted(program))).collect();
            lines.push(format!("To go on: fruitrage play --resume {}", words.join(" ")));
        }
        // Names may come from a file that somebody else has made.
        lines.iter().map(|line| line.replace(char::is_control, " ")).collect()
    }

    // What happens.

    /// Something has happened in the session.
    pub(super) fn hear(&mut self, told: Told) {
        self.snapshot.sequence = told.sequence;
        match told.event {
            SessionEvent::Turn { player, clocks, .. } => {
                self.snapshot.clocks = clocks;
                self.snapshot.turn = player;
                self.thinking_since = Instant::now();
            }
            SessionEvent::Thinking { thought, .. } => {
                self.thought = Some((self.snapshot.moves.len() + 1, thought));
            }
            SessionEvent::Moved(played) => {
                if self.animation && !self.is_looking_back() {
                    self.motions.add(self.last_position().board().clone(), Arc::clone(&played));
                }
                self.note = (!played.warnings.is_empty()).then(|| played.warnings.join("; "));
                self.snapshot.points = played.points;
                self.snapshot.moves.push(played);
                self.position_changed();
            }
            SessionEvent::TookBack { snapshot, .. } => {
                self.snapshot = *snapshot;
                self.motions.clear();
                self.looked_at = None;
                self.review = ReviewView::None;
                self.thought = None;
                self.position_changed();
            }
            SessionEvent::HintWanted => self.help = Help::Wanted,
            SessionEvent::Hint(hint) => {
                if let Hint::Move { thought, .. } = &hint {
                    self.go_to(thought.cell);
                }
                self.help = Help::Given(hint);
            }
            SessionEvent::Paused { .. } => self.snapshot.paused = true,
            SessionEvent::WentOn => self.snapshot.paused = false,
            SessionEvent::Ended(end) => {
                self.snapshot.paused = false;
                self.note = None;
                self.help = Help::None;
                self.snapshot.end = Some(end);
            }
            SessionEvent::Renamed { player, name } => self.snapshot.seats[player.index()].name = name,
            SessionEvent::Trouble { message } => self.note = Some(message),
        }
    }

    /// What was said about another position is not said any more.
    fn position_changed(&mut self) {
        self.help = Help::None;
        self.resigning = false;
        self.renew_analysis();
    }

    fn renew_analysis(&mut self) {
        if let Some(analysis) = self.analysis.take() {
            self.analysis = Some(analysis.of(self.position().board(), &self.messages));
        }
    }

    // What is done.

    /// Does what a key asks for, as far as it is about the game.
    pub(super) fn act(&mut self, action: Action) {
        self.resigning &= action == Action::Resign;
        match action {
            Action::Move(right, down) => self.move_cursor(right, down),
            Action::NextGroup { larger } => self.next_group(larger),
            Action::Play if self.is_watched() => self.pause_or_go_on(),
            Action::Play => self.play(),
            Action::TakeBack => {
                self.note = None;
                let done = self.session.take_back().map(|_| ());
                self.or_note(done);
            }
            Action::Hint => {
                self.look_at(None);
                let done = self.session.hint();
                self.or_note(done);
            }
            Action::Analysis => {
                self.analysis = match self.analysis.take() {
                    Some(_) => None,
                    None => Some(AnalysisView::start(self.position().board(), &self.messages)),
                };
            }
            Action::Pause => self.pause_or_go_on(),
            Action::Step => {
                let done = self.session.step();
                self.or_note(done);
            }
            Action::Faster => self.change_pace(1),
            Action::Slower => self.change_pace(-1),
            Action::Resign => self.resign(),
            Action::Review => self.start_review(),
            Action::Browse(by) => {
                let ply = self.ply().saturating_add_signed(by);
                self.look_at(Some(ply));
            }
            Action::First => self.look_at(Some(0)),
            Action::Last => self.look_at(None),
            Action::Leave => {
                self.note = None;
                self.look_at(None);
            }
            _ => {}
        }
    }

    /// What the mouse does: to point is to move the cursor, to click is to take.
    pub(super) fn point(&mut self, mouse: MouseEvent) {
        let Some(view) = self.view else { return };
        let cell = view.cell_at(mouse.column, mouse.row);
        match (mouse.kind, cell) {
            (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(cell)) => self.cursor = cell,
            (MouseEventKind::Down(MouseButton::Left), Some(cell)) => {
                self.cursor = cell;
                if !self.is_watched() {
                    self.play();
                }
            }
            (MouseEventKind::ScrollUp, Some(_)) if view.rows() < view.size => {
                self.top = view.first_row.saturating_sub(1);
            }
            (MouseEventKind::ScrollDown, Some(_)) if view.rows() < view.size => self.top = view.first_row + 1,
            (MouseEventKind::ScrollUp, _) => self.act(Action::Browse(-1)),
            (MouseEventKind::ScrollDown, _) => self.act(Action::Browse(1)),
            _ => {}
        }
    }

    fn or_note(&mut self, done: Result<(), Refusal>) {
        if let Err(refusal) = done {
            self.note = Some(refusal.to_string());
        }
    }

    fn play(&mut self) {
        if self.is_looking_back() {
            return self.look_at(None);
        }
        self.motions.clear();
        self.note = None;
        let done = self.session.play(self.cursor);
        self.or_note(done);
    }

    fn pause_or_go_on(&mut self) {
        self.note = None;
        let done = if self.snapshot.paused { self.session.go_on() } else { self.session.pause() };
        self.or_note(done);
    }

    fn change_pace(&mut self, by: isize) {
        let now = PACES.iter().position(|&pace| pace <= self.pace.as_millis() as u64).unwrap_or(PACES.len() - 1);
        let next = now.saturating_add_signed(by).min(PACES.len() - 1);
        self.pace = Duration::from_millis(PACES[next]);
        self.session.set_pace(self.pace);
        self.note = Some(format!("Machines take at least {} s for a move.", self.pace.as_secs_f64()));
    }

    fn resign(&mut self) {
        let Some(seat) = self.person() else {
            self.note = Some("no person plays".to_owned());
            return;
        };
        if self.resigning {
            self.resigning = false;
            self.note = None;
            let done = self.session.resign(seat);
            self.or_note(done);
        } else if !self.is_over() {
            self.resigning = true;
            self.note = Some(format!("{}: press R again to resign.", self.snapshot.seats[seat.index()].name));
        }
    }

    /// The person at the keyboard: who is to move, else the other one.
    fn person(&self) -> Option<Player> {
        let turn = self.snapshot.turn;
        [turn, turn.opponent()].into_iter().find(|player| self.snapshot.seats[player.index()].human)
    }

    fn start_review(&mut self) {
        if !self.is_over() {
            self.note = Some("The review comes when the game is over.".to_owned());
        } else if self.snapshot.moves.is_empty() {
            self.note = Some("There is no move to review.".to_owned());
        } else if matches!(self.review, ReviewView::None) {
            self.review = ReviewView::start(self.session.record(), self.number, &self.messages);
        }
    }

    /// The mistakes of the people who play, once there is a review.
    pub(super) fn mistakes(&self) -> Vec<Mistake> {
        match &self.review {
            ReviewView::Done(review) => mistakes(&self.session.record(), review),
            ReviewView::None | ReviewView::Running { .. } => Vec::new(),
        }
    }

    /// A review is done: where did it turn?
    pub(super) fn reviewed(&mut self, review: Box<fruitrage_play::review::Review>) {
        if matches!(self.review, ReviewView::Running { .. }) {
            let turn = review.turning_point.as_ref().map(|point| point.ply as usize);
            self.review = ReviewView::Done(review);
            self.look_at(turn.or(Some(self.snapshot.moves.len())));
        }
    }

    /// Looks at the position after so many moves, or at how it stands.
    fn look_at(&mut self, ply: Option<usize>) {
        let last = self.snapshot.moves.len();
        // With a review, the last position is looked at like any other.
        let keep_last = matches!(self.review, ReviewView::Done(_));
        let ply = ply.map(|ply| ply.min(last)).filter(|&ply| ply < last || keep_last);
        if ply != self.looked_at {
            self.looked_at = ply;
            self.motions.clear();
            self.renew_analysis();
        }
    }

    fn move_cursor(&mut self, right: isize, down: isize) {
        let last = self.snapshot.size - 1;
        let column = self.cursor.column().saturating_add_signed(right).min(last);
        let row = self.cursor.row().saturating_add_signed(down).min(last);
        self.go_to(Cell::new(column, row));
    }

    fn go_to(&mut self, cell: Cell) {
        self.cursor = cell;
        if let Some(view) = &self.view {
            self.top = view.top_to_see(cell.row());
        }
    }

    /// Goes to the next smaller or larger group, and round.
    fn next_group(&mut self, larger: bool) {
        let board = self.position().board();
        let mut groups = board.groups();
        groups.sort_by_key(|group| std::cmp::Reverse(group.size()));
        // Whoever has looked elsewhere since begins again with the largest.
        let at = groups.iter().position(|group| self.tabbed == Some(group.cell()) && group.cell() == self.cursor);
        let count = groups.len();
        let next = match at {
            None => 0,
            Some(at) if larger => (at + count - 1) % count,
            Some(at) => (at + 1) % count,
        };
        if let Some(group) = groups.get(next) {
            self.tabbed = Some(group.cell());
            self.go_to(group.cell());
        }
    }
}
