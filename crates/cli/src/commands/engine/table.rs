//! What the engine has on its table: options, the position, and the search under way.

use fruitrage_engine::Root;
use fruitrage_game::ugi::{Command, Go, Question, Reply, StartOfLine};
use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Board, Cell, Player, Position, generate};

use super::options::EngineOptions;
use super::search::Search;
use super::{complain, reply};
use crate::printing::print;

/// The state of a session.
#[derive(Default)]
pub(super) struct EngineTable {
    options: EngineOptions,
    /// The position that was set, with its clocks; none before the first one.
    line: Option<PositionLine>,
    search: Option<Search>,
}

impl EngineTable {
    /// Does what a command says. What cannot be done is told, and changes nothing.
    pub(super) fn obey(&mut self, command: Command) -> std::io::Result<()> {
        match command {
            Command::Ugi => {
                print(format_args!(
                    "id name Fruit Rage {}\nid author the Fruit Rage maintainers\n{}",
                    env!("CARGO_PKG_VERSION"),
                    EngineOptions::in_words()
                ))?;
                reply(&Reply::UgiOk)
            }
            Command::IsReady => reply(&Reply::ReadyOk),
            Command::Query(question) => reply(&Reply::Response(answer(question, &self.line().position).to_owned())),
            Command::Stop => {
                self.stop();
                Ok(())
            }
            // Whatever changes the position or the options ends a search of the old ones.
            Command::NewGame => {
                self.stop();
                self.line = None;
                Ok(())
            }
            Command::SetOption { name, value } => {
                self.stop();
                self.options.set(&name, &value).or_else(complain)
            }
            Command::Position { start, moves } => {
                self.stop();
                self.place(start, &moves).or_else(complain)
            }
            Command::Go(go) => {
                self.stop();
                self.go(go)
            }
            Command::Quit => Ok(()),
        }
    }

    /// Lets a search with limits come to its end.
    pub(super) fn finish(&mut self) {
        if let Some(search) = self.search.take() {
            search.finish();
        }
    }

    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            if search.is_over() { search.finish() } else { search.stop() }
        }
    }

    /// The position that was set, or else the usual one.
    fn line(&self) -> PositionLine {
        self.line.clone().unwrap_or_else(|| {
            let (size, kinds, seed) = self.options.start();
            PositionLine { position: Position::start(Board::settled(&generate(size, kinds, seed))), clocks: None }
        })
    }

    fn place(&mut self, start: StartOfLine, moves: &[Cell]) -> Result<(), String> {
        let usual = || Self { options: self.options.clone(), ..Self::default() }.line();
        self.line = Some(start.after(moves, usual)?);
        Ok(())
    }

    fn go(&mut self, mut go: Go) -> std::io::Result<()> {
        let PositionLine { position, clocks } = self.line();
        let Ok(root) = Root::of_board(position.board()) else { return reply(&Reply::NoMove) };
        if let Some(clocks) = clocks.filter(|_| go == Go::default()) {
            // The position itself says how much time is left.
            go.clocks = clocks.map(Some);
        }
        self.search = Some(Search::start(root, &position, &go, &self.options));
        Ok(())
    }
}

fn answer(question: Question, position: &Position) -> &'static str {
    let [first, second] = position.points();
    let truth = |is_true: bool| if is_true { "true" } else { "false" };
    match question {
        Question::GameOver => truth(position.is_over()),
        Question::FirstPlayersTurn => truth(position.turn() == Player::First),
        Question::Result if !position.is_over() => "none",
        Question::Result if first > second => "p1win",
        Question::Result if second > first => "p2win",
        Question::Result => "draw",
    }
}
