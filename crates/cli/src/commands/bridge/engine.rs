//! An engine of the Universal Game Interface that asks an agent by files.

use std::io::BufRead as _;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use fruitrage_game::ugi::{Command, Go, Reply, StartOfLine};
use fruitrage_game::{Answer, Contestant, Entrant, Entry, Harmless, Request, Rules, Stop, judge_turn};
use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Board, Cell, Player, Position, generate};
use fruitrage_tournament::agents::AgentSpec;

use crate::commands::Verdict;
use crate::commands::engine::{complain, reply};
use crate::players::{HouseRoster, SandboxOptions};
use crate::printing::print;

/// The time for a game if nobody says how much there is, and none is in the position.
const USUAL_TIME: Duration = Duration::from_mins(5);

/// The kinds of fruit on the usual board.
const KINDS: u8 = 4;

/// Speaks for a program until there are no more commands.
pub(super) fn serve(program: &str, sandbox: SandboxOptions) -> anyhow::Result<Verdict> {
    let stop = Stop::default();
    let roster = HouseRoster::new(move || sandbox.choose(), &stop)?;
    let entrant = roster.entrant(&AgentSpec::of_command(program), None)?;
    let (sender, commands) = channel();
    let (name, listening) = (program.to_owned(), stop.clone());
    // Not waited for: it may hang on standard input when all is over.
    std::thread::spawn(move || listen(&name, &sender, &listening));
    Bridge { name: program, entrant: &*entrant, player: None, line: usual(), kinds: KINDS, stop: &stop }
        .obey(&commands)?;
    Ok(Verdict::Yes)
}

/// Hands commands on in order, and answers at once what cannot wait while a program thinks.
fn listen(name: &str, sender: &Sender<Command>, stop: &Stop) {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if line.trim().is_empty() {
            continue;
        }
        let done = match line.parse() {
            Ok(Command::Ugi) => introduce(name),
            Ok(Command::IsReady) => reply(&Reply::ReadyOk),
            Ok(Command::Quit) => {
                stop.raise();
                return;
            }
            Ok(command) => sender.send(command).map_err(std::io::Error::other),
            // Who is newer than this may know more commands: it is told, and goes on.
            Err(error) => complain(error),
        };
        if done.is_err() {
            return;
        }
    }
}

fn introduce(name: &str) -> std::io::Result<()> {
    print(format_args!("id name {} by way of fruitrage bridge\n", Harmless(name)))?;
    reply(&Reply::UgiOk)
}

fn usual() -> PositionLine {
    PositionLine { position: Position::start(Board::settled(&generate(10, KINDS, 1))), clocks: None }
}

/// A program that is spoken for.
struct Bridge<'a> {
    name: &'a str,
    entrant: &'a dyn Entrant,
    /// In the game that is played, with its folder.
    player: Option<Box<dyn Contestant + 'a>>,
    line: PositionLine,
    /// How many kinds of fruit the game began with.
    kinds: u8,
    stop: &'a Stop,
}

impl Bridge<'_> {
    fn obey(&mut self, commands: &Receiver<Command>) -> anyhow::Result<()> {
        while let Ok(command) = commands.recv() {
            match command {
                Command::NewGame => (self.player, self.line, self.kinds) = (None, usual(), KINDS),
                Command::Position { start, moves } => {
                    if let Err(error) = self.place(start, &moves) {
                        complain(error)?;
                    }
                }
                Command::Go(go) => {
                    let answer = self.think(&go)?;
                    if self.stop.is_raised() {
                        return Ok(());
                    }
                    reply(&answer)?;
                }
                Command::Query(_) => complain("it plays and answers no questions; fruitrage engine does")?,
                Command::SetOption { .. } => complain("there are no options")?,
                // A program by files cannot be hurried: it answers when it has written its reply.
                // The others are the listener's.
                Command::Stop | Command::Ugi | Command::IsReady | Command::Quit => {}
            }
        }
        Ok(())
    }

    fn place(&mut self, start: StartOfLine, moves: &[Cell]) -> Result<(), String> {
        let begin = start.after(&[], usual)?;
        let kinds = begin.position.board().to_grid().kinds();
        self.line = StartOfLine::Given(Box::new(begin)).after(moves, usual)?;
        self.kinds = kinds;
        Ok(())
    }

    /// Has the program run for a move.
    fn think(&mut self, go: &Go) -> anyhow::Result<Reply> {
        let PositionLine { position, clocks } = &self.line;
        if position.is_over() {
            return Ok(Reply::NoMove);
        }
        if self.player.is_none() {
            self.player = Some(self.entrant.enter(&Entry { seed: 0, game: "bridge", player: Player::First })?);
        }
        let Some(player) = &mut self.player else { return Ok(Reply::NoMove) };
        let own = position.turn().index();
        let own_clock = go.move_time.or(go.clocks[own]).or(clocks.map(|clocks| clocks[own]));
        let rules = Rules::default();
        let turn = player.take_turn(&Request {
            board: position.board(),
            kinds: self.kinds,
            remaining: own_clock.unwrap_or(USUAL_TIME).max(Duration::from_millis(1)),
            clock: rules.clock,
            ply: 1,
            course: None,
            stop: self.stop,
        });
        if turn.answer == Answer::Stopped {
            return Ok(Reply::NoMove);
        }
        Ok(match judge_turn(position.board(), &rules, &turn) {
            Ok(judged) => {
                for warning in judged.warnings {
                    complain(Harmless(&warning))?;
                }
                Reply::BestMove(judged.cell)
            }
            Err(refused) => {
                complain(Harmless(&format!("{} {}", self.name, refused.ending.sentence())))?;
                Reply::NoMove
            }
        })
    }
}
