//! The game in the terminal: one thread that waits for whatever happens
//! (message.rs), changes what is on the screen, and draws it.
//!
//! ```text
//! commands/play.rs --> Begin, House --> run: one channel of messages, one loop
//! start_screen.rs   which game is wanted         wish.rs      getting it going
//! game.rs           how it stands, what keys do  keys.rs      what keys mean
//! layout.rs         where things are             theme.rs     how they look
//! board.rs          the board   motion.rs  a move being seen   panel.rs  beside the board
//! exercise.rs       the lesson (lesson.rs) and puzzles (puzzles.rs): a move to be found
//! study.rs          analysis and review          terminal.rs  the terminal, given back
//! ```
//!
//! Rules and events come from the session (crate `fruitrage-play`). Nothing here
//! thinks, so nothing here freezes; and nothing is asked in vain, so a game that
//! waits for its player costs nothing.

mod board;
mod exercise;
mod game;
mod game_screen;
mod keys;
mod layout;
mod lesson;
mod message;
mod motion;
mod panel;
mod puzzles;
mod start_screen;
mod study;
mod suggestion;
mod terminal;
pub(crate) mod text;
mod theme;
mod wish;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use fruitrage_game::Stop;
use fruitrage_play::puzzle::{Date, Source};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::widgets::Paragraph;

use exercise::{ExerciseScreen, Teacher, Wanted};
use game::Game;
use keys::Action;
use layout::LEAST;
use lesson::LessonTeacher;
use message::Message;
use start_screen::{Choice, StartScreen};
use terminal::Screen;

pub(crate) use puzzles::PuzzleRoom;
pub(crate) use suggestion::Suggestion;
pub(crate) use terminal::must_be_there;
pub(crate) use theme::{Theme, is_plain_terminal};
pub(crate) use wish::{House, Starts, Who, Wish, WishedBoard, usual_folder};

const SECONDS_A_DAY: u64 = 24 * 3600;

/// What the screen opens with.
pub(crate) enum Begin {
    /// The start screen.
    Choose,
    /// The game that is wished for.
    Play,
    /// A game that was recorded, with the programs that may play in it.
    Resume(PathBuf, Vec<String>),
}

/// How the screen is used.
#[derive(Clone, Copy)]
pub(crate) struct Manners {
    pub(crate) theme: Theme,
    /// Whether h, j, k and l move the cursor.
    pub(crate) vi: bool,
}

/// How a screen without games may be wanted.
#[derive(clap::Args, Debug)]
pub(crate) struct ScreenOptions {
    /// h, j, k and l move the cursor
    #[arg(long)]
    vi_keys: bool,
    /// Only letters and digits, for terminals without symbols
    #[arg(long)]
    ascii: bool,
}

impl ScreenOptions {
    pub(crate) fn manners(&self) -> Manners {
        Manners { theme: Theme::of_environment(self.ascii), vi: self.vi_keys }
    }
}

/// How it was left.
pub(crate) struct Left {
    /// Whether somebody else wanted that.
    pub(crate) interrupted: bool,
    /// What to tell of the game: how it ended, where it is, how to go on.
    pub(crate) farewell: Vec<String>,
}

/// Plays in the terminal until that is left.
pub(crate) fn run(
    house: House,
    wish: Wish,
    suggestion: Suggestion,
    begin: &Begin,
    manners: Manners,
    stop: &Stop,
) -> anyhow::Result<Left> {
    let (sender, messages) = mpsc::channel();
    let house = Arc::new(house);
    let scene = match begin {
        Begin::Choose => Scene::Start,
        // Before the screen is taken, so that what is wrong can be read.
        Begin::Play => Scene::Game(house.open(&wish, 1, &sender)?),
        Begin::Resume(path, programs) => Scene::Game(house.resume(path, programs, 1, &sender)?),
    };
    let mut screen = Screen::take(sender.clone())?;
    message::hear_signals(sender.clone())?;
    message::read_input(sender.clone())?;
    let start = StartScreen::new(wish, suggestion);
    let mut app = App {
        house,
        manners,
        sender,
        stop: stop.clone(),
        start,
        scene,
        behind: None,
        opened: 1,
        opening: None,
        learning_from_game: false,
        help: false,
        too_small: false,
        outcome: None,
    };
    let result = app.run(&mut screen, &messages);
    let interrupted = matches!(app.outcome, Some(Outcome::Interrupted));
    let farewell = app.close();
    drop(screen);
    result.map(|()| Left { interrupted, farewell })
}

/// What is on the screen.
enum Scene {
    Start,
    /// A game is being made ready.
    Opening,
    Game(Box<Game>),
    /// The lesson or puzzles.
    Exercise(Box<ExerciseScreen>),
}

enum Outcome {
    Quit,
    Interrupted,
}

struct App {
    house: Arc<House>,
    manners: Manners,
    sender: Sender<Message>,
    /// Stops whoever makes a game ready.
    stop: Stop,
    start: StartScreen,
    scene: Scene,
    /// The game to go back to from the start screen, and whether it was made to pause
    /// for that.
    behind: Option<(Box<Game>, bool)>,
    /// How many games were opened.
    opened: u64,
    opening: Option<JoinHandle<()>>,
    /// Whether the mistakes of the game behind are being learnt from.
    learning_from_game: bool,
    /// Whether the help lies on top.
    help: bool,
    /// Whether there is no room for the game.
    too_small: bool,
    outcome: Option<Outcome>,
}

impl App {
    fn run(&mut self, screen: &mut Screen, messages: &Receiver<Message>) -> anyhow::Result<()> {
        while self.outcome.is_none() {
            let mut wake = None;
            screen.draw(|frame| wake = self.draw(frame))?;
            let first = match wake {
                Some(wait) => match messages.recv_timeout(wait) {
                    Err(RecvTimeoutError::Timeout) => continue,
                    received => received.ok(),
                },
                None => messages.recv().ok(),
            };
            // Whatever else is there already is drawn along with it.
            for message in first.into_iter().chain(messages.try_iter()) {
                self.hear(message, screen)?;
                if self.outcome.is_some() {
                    break;
                }
            }
        }
        Ok(())
    }

    // What happens.

    fn hear(&mut self, message: Message, screen: &mut Screen) -> anyhow::Result<()> {
        match message {
            Message::Terminal(Event::Key(key)) if key.kind == KeyEventKind::Press => self.press(&key, screen)?,
            Message::Terminal(Event::Mouse(mouse)) => match &mut self.scene {
                _ if self.too_small => {}
                _ if self.help => self.help &= !matches!(mouse.kind, crossterm::event::MouseEventKind::Down(_)),
                Scene::Start => {
                    let choice = self.start.point(mouse);
                    self.chosen(choice);
                }
                Scene::Game(game) => game.point(mouse),
                Scene::Exercise(exercise) => {
                    let wanted = exercise.point(mouse);
                    self.leave_exercise(wanted);
                }
                Scene::Opening => {}
            },
            Message::Terminal(Event::Paste(text)) if matches!(self.scene, Scene::Start) => self.start.paste(&text),
            // A new size is found out when it is drawn.
            Message::Terminal(_) => {}
            Message::InputLost(why) => anyhow::bail!("the terminal is gone: {why}"),
            Message::Ended => self.outcome = Some(Outcome::Interrupted),
            Message::Panicked => anyhow::bail!("the game broke off by a fault of its own, told above"),
            Message::Opened(number, result) => self.opened(number, result),
            Message::Told(number, told) => {
                if let Some(game) = self.game(number) {
                    game.hear(*told);
                }
            }
            Message::Analysed(number, update) => {
                if let Scene::Game(game) = &mut self.scene
                    && let Some(analysis) = &mut game.analysis
                {
                    analysis.hear(number, *update);
                }
            }
            Message::Reviewing(number, done, total) => {
                if let Some(game) = self.game(number) {
                    game.review.progress(done, total);
                }
            }
            Message::Reviewed(number, review) => {
                if let Some(game) = self.game(number) {
                    game.reviewed(review);
                }
            }
        }
        Ok(())
    }

    /// The game with this number, if it is still there.
    fn game(&mut self, number: u64) -> Option<&mut Game> {
        let behind = self.behind.as_mut().map(|(game, _)| game);
        let here = if let Scene::Game(game) = &mut self.scene { Some(game) } else { None };
        [behind, here].into_iter().flatten().find(|game| game.number == number).map(|game| &mut **game)
    }

    fn press(&mut self, key: &KeyEvent, screen: &mut Screen) -> anyhow::Result<()> {
        let action = keys::action(key, self.manners.vi);
        match action {
            Some(Action::Interrupt) => self.outcome = Some(Outcome::Interrupted),
            Some(Action::Redraw) => screen.forget()?,
            Some(Action::Suspend) => screen.suspend()?,
            #[cfg(debug_assertions)]
            Some(Action::Panic) => panic!("a fault on purpose"),
            _ if self.too_small => {
                if action == Some(Action::Quit) {
                    self.outcome = Some(Outcome::Quit);
                }
            }
            _ if self.help => self.help = false,
            _ => match &mut self.scene {
                Scene::Start => {
                    let choice = self.start.press(key, self.manners.vi);
                    self.chosen(choice);
                }
                Scene::Opening => {
                    if matches!(key.code, KeyCode::Esc | KeyCode::Char('q')) && key.modifiers == KeyModifiers::NONE {
                        self.outcome = Some(Outcome::Quit);
                    }
                }
                Scene::Exercise(exercise) => {
                    let wanted = action.map_or(Wanted::Nothing, |action| exercise.act(action));
                    self.leave_exercise(wanted);
                }
                Scene::Game(game) => match action {
                    Some(Action::Quit) => self.outcome = Some(Outcome::Quit),
                    Some(Action::Help) => self.help = true,
                    Some(Action::New) => self.choose_anew(),
                    Some(Action::Mistakes) => self.learn_from_mistakes(),
                    Some(action) => game.act(action),
                    None => {}
                },
            },
        }
        Ok(())
    }

    /// Back to the start screen, or to the game whose mistakes were learnt from, if that is
    /// wanted.
    fn leave_exercise(&mut self, wanted: Wanted) {
        if wanted == Wanted::Leave {
            self.scene = Scene::Start;
            if std::mem::take(&mut self.learning_from_game) {
                self.chosen(Some(Choice::Leave));
            }
        }
    }

    /// Asks for better moves where those of the game were mistakes.
    fn learn_from_mistakes(&mut self) {
        let Scene::Game(game) = &mut self.scene else { return };
        let mistakes = game.mistakes();
        if mistakes.is_empty() {
            game.note = Some("There is no mistake to learn from; the review (r) finds them.".to_owned());
            return;
        }
        self.choose_anew();
        self.learning_from_game = true;
        let room = PuzzleRoom::open(Source::Mistakes(mistakes), today(), None);
        self.open_exercise(room.map(|room| Box::new(room) as Box<dyn Teacher>));
    }

    /// Opens the lesson or the puzzles.
    fn open_exercise(&mut self, teacher: anyhow::Result<Box<dyn Teacher>>) {
        match teacher {
            Ok(teacher) => self.scene = Scene::Exercise(Box::new(ExerciseScreen::new(teacher))),
            Err(error) => self.start.trouble = Some(format!("{error:#}")),
        }
    }

    /// To the start screen, with the game behind it, which stands still.
    fn choose_anew(&mut self) {
        if let Scene::Game(mut game) = std::mem::replace(&mut self.scene, Scene::Start) {
            let paused = !game.snapshot.paused && game.session().pause().is_ok();
            game.analysis = None;
            self.start.has_game = true;
            self.behind = Some((game, paused));
        }
    }

    fn chosen(&mut self, choice: Option<Choice>) {
        match choice {
            None => {}
            Some(Choice::Help) => self.help = true,
            Some(Choice::Leave) => match self.behind.take() {
                Some((game, paused)) => {
                    if paused {
                        // It is over at worst, and then it shows.
                        let _ = game.session().go_on();
                    }
                    self.start.has_game = false;
                    self.scene = Scene::Game(game);
                }
                None => self.outcome = Some(Outcome::Quit),
            },
            Some(Choice::Learn) => self.open_exercise(Ok(Box::<LessonTeacher>::default())),
            Some(Choice::Puzzles) => {
                let path = self.house.games.as_deref().map(progress_path);
                let room = PuzzleRoom::open(Source::Daily, today(), path);
                self.open_exercise(room.map(|room| Box::new(room) as Box<dyn Teacher>));
            }
            Some(Choice::Begin) => match self.start.wish() {
                Err(trouble) => self.start.trouble = Some(trouble),
                Ok(wish) => self.open(wish),
            },
        }
    }

    /// Makes a game ready, in a thread of its own: a program may have to be built.
    fn open(&mut self, wish: Wish) {
        self.opened += 1;
        let (house, sender, number) = (Arc::clone(&self.house), self.sender.clone(), self.opened);
        let open = move || {
            let result = house.open(&wish, number, &sender);
            // A program that has ended wants no more games.
            let _ = sender.send(Message::Opened(number, result));
        };
        match thread::Builder::new().name("opening".to_owned()).spawn(open) {
            Ok(thread) => (self.opening, self.scene) = (Some(thread), Scene::Opening),
            Err(error) => self.start.trouble = Some(error.to_string()),
        }
    }

    fn opened(&mut self, number: u64, result: anyhow::Result<Box<Game>>) {
        if number != self.opened {
            return;
        }
        match result {
            Ok(game) => {
                self.behind = None;
                self.start.has_game = false;
                // The next game is on another board.
                self.start.another_board();
                self.scene = Scene::Game(game);
            }
            Err(error) => {
                self.start.trouble = Some(format!("{error:#}"));
                self.scene = Scene::Start;
            }
        }
    }

    // To look at.

    /// Draws everything; how soon it has to be drawn again although nothing happens.
    fn draw(&mut self, frame: &mut Frame<'_>) -> Option<Duration> {
        let area = frame.area();
        self.too_small = area.width < LEAST.0 || area.height < LEAST.1;
        if self.too_small {
            draw_too_small(frame, area);
            return None;
        }
        let theme = self.manners.theme;
        match &mut self.scene {
            Scene::Start => {
                self.start.draw(frame, theme);
                if self.help {
                    game_screen::draw_help(None, frame, self.manners);
                }
                None
            }
            Scene::Opening => {
                let text = Paragraph::new("Getting the game ready ...   (Esc leaves)").alignment(Alignment::Center);
                frame.render_widget(text, Rect { y: area.height / 2, height: 1, ..area });
                None
            }
            Scene::Exercise(exercise) => {
                exercise.draw(frame, self.manners);
                None
            }
            Scene::Game(game) => {
                let wake = game_screen::draw(game, frame, self.manners, Instant::now());
                if self.help {
                    game_screen::draw_help(Some(game), frame, self.manners);
                }
                wake
            }
        }
    }

    // The end.

    /// Stops everything, and tells what to know about the games.
    fn close(self) -> Vec<String> {
        self.stop.raise();
        if let Some(opening) = self.opening {
            // A panic was told about already, by the thread itself.
            let _ = opening.join();
        }
        let mut farewell = Vec::new();
        if let Some((game, _)) = self.behind {
            farewell.extend(game.farewell());
        }
        if let Scene::Game(game) = self.scene {
            farewell.extend(game.farewell());
        }
        farewell
    }
}

/// What is on the screen by itself, without games.
pub(crate) enum Alone {
    Lesson,
    Puzzles(Box<PuzzleRoom>),
}

/// Shows the lesson or puzzles in the terminal until that is left. Returns whether
/// somebody else wanted that.
pub(crate) fn run_alone(what: Alone, manners: Manners) -> anyhow::Result<bool> {
    let teacher: Box<dyn Teacher> = match what {
        Alone::Lesson => Box::<LessonTeacher>::default(),
        Alone::Puzzles(room) => room,
    };
    let (sender, messages) = mpsc::channel();
    let mut screen = Screen::take(sender.clone())?;
    message::hear_signals(sender.clone())?;
    message::read_input(sender)?;
    let mut exercise = ExerciseScreen::new(teacher);
    loop {
        let mut too_small = false;
        screen.draw(|frame| {
            let area = frame.area();
            too_small = area.width < LEAST.0 || area.height < LEAST.1;
            if too_small { draw_too_small(frame, area) } else { exercise.draw(frame, manners) }
        })?;
        let wanted = match messages.recv() {
            Ok(Message::Terminal(Event::Key(key))) if key.kind == KeyEventKind::Press => {
                match keys::action(&key, manners.vi) {
                    Some(Action::Interrupt) => return Ok(true),
                    Some(Action::Redraw) => screen.forget().map(|()| Wanted::Nothing)?,
                    Some(Action::Suspend) => screen.suspend().map(|()| Wanted::Nothing)?,
                    Some(Action::Quit) => Wanted::Leave,
                    Some(action) if !too_small => exercise.act(action),
                    _ => Wanted::Nothing,
                }
            }
            Ok(Message::Terminal(Event::Mouse(mouse))) if !too_small => exercise.point(mouse),
            Ok(Message::Ended) | Err(_) => return Ok(true),
            Ok(Message::InputLost(why)) => anyhow::bail!("the terminal is gone: {why}"),
            Ok(Message::Panicked) => anyhow::bail!("the program broke off by a fault of its own, told above"),
            Ok(_) => Wanted::Nothing,
        };
        if wanted == Wanted::Leave {
            return Ok(false);
        }
    }
}

/// Where puzzles that were solved are kept: beside the folder of games.
pub(crate) fn progress_path(games: &std::path::Path) -> PathBuf {
    games.with_file_name("puzzles.txt")
}

/// The day, the same for everybody.
pub(crate) fn today() -> Date {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Date::of_days((since.as_secs() / SECONDS_A_DAY) as i64)
}

fn draw_too_small(frame: &mut Frame<'_>, area: Rect) {
    let text = format!(
        "This terminal has {} x {} characters.\nFruit Rage needs {} x {}: make it larger.\n(q quits; the game is kept)",
        area.width, area.height, LEAST.0, LEAST.1
    );
    frame.render_widget(Paragraph::new(text).wrap(ratatui::widgets::Wrap { trim: true }), area);
}
