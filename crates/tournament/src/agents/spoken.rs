//! A program that plays by the Universal Game Interface: one process for a game, which is told
//! the position and both clocks, and says its move.
//!
//! It runs only in its own turn; whatever it would say before it is asked stays unread until
//! then, and is no answer: each turn begins with `isready`, and what comes before `readyok`
//! belongs to the past.

use std::fmt;
use std::time::Duration;

use fruitrage_game::ugi::{Command, Go, Reply, StartOfLine};
use fruitrage_game::{Answer, ClockKind, Contestant, Dialogue, Ending, Request, Turn, harmless};
use fruitrage_rules::Position;
use fruitrage_rules::text::PositionLine;
use fruitrage_sandbox::process::{AgentFolder, Exchange, ExchangeEnd, RunEnd, Session, TurnLimits};

use super::ProgramAgent;
use super::game_files::Log;
use super::program::{STDERR_KEPT, exit, tail};

/// What a program may take to get ready, of which nothing counts as time of the game. No
/// more than it has for the game.
const START: Duration = Duration::from_secs(10);
/// How much of an unfinished line is told.
const LONGEST_QUOTE: usize = 60;

/// A program in one game.
pub(super) struct SpokenContestant<'a> {
    agent: &'a ProgramAgent,
    /// Gone before the folder is.
    session: Option<Session>,
    folder: AgentFolder,
    log: Option<Log>,
    has_begun: bool,
}

impl Contestant for SpokenContestant<'_> {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        let begun = if self.session.is_none() { self.begin(request) } else { Ok(()) };
        let turn = begun.map_or_else(|turn| *turn, |()| self.answer(request));
        if !matches!(turn.answer, Answer::Cell(_)) {
            // Who was stopped may be asked again, and begins anew then.
            self.session = None;
        }
        turn
    }
}

impl<'a> SpokenContestant<'a> {
    pub(super) fn new(agent: &'a ProgramAgent, folder: AgentFolder, log: Option<Log>) -> Self {
        Self { agent, session: None, folder, log, has_begun: false }
    }

    /// Starts the program, and waits until it is ready.
    fn begin(&mut self, request: &Request<'_>) -> Result<(), Box<Turn>> {
        let lost = |answer| Box::new(Turn::new(Duration::ZERO, Duration::ZERO, answer));
        let session = Session::start(self.agent.sandbox(), &self.agent.launch(&self.folder));
        let mut session = session.map_err(|error| lost(self.agent.blamed(error)))?;
        let told = lines(&[Command::Ugi, Command::NewGame, Command::IsReady]);
        let mut expected = [Reply::UgiOk, Reply::ReadyOk].into_iter().peekable();
        let mut is_answer = |line: &[u8]| {
            if expected.peek() == reply(line).as_ref() {
                expected.next();
            }
            expected.peek().is_none()
        };
        let time = START.min(request.remaining);
        let asked = session.ask(&told, &limits(request, time), &mut is_answer, &|| request.stop.is_raised());
        let exchange = asked.map_err(|error| lost(self.agent.blamed(error)))?;
        self.session = Some(session);
        let Some(missing) = expected.next() else { return Ok(()) };
        let ending = match &exchange.end {
            ExchangeEnd::Over(RunEnd::OverCpu | RunEnd::OverWall) => Ending::BrokenProtocol {
                message: format!(
                    "there was no '{missing}' after {:.3} s; if it plays by input.txt and output.txt, name it without ugi:",
                    exchange.wall.as_secs_f64()
                ),
            },
            _ => self.fault(&exchange, request),
        };
        // Nothing of it was time of the game.
        Err(Box::new(Turn {
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            ..turn(&exchange, told, Answer::Fault(ending))
        }))
    }

    /// Asks the program for its move.
    fn answer(&mut self, request: &Request<'_>) -> Turn {
        let told = question(request);
        let (mut is_ready, mut late) = (false, 0);
        let mut is_answer = |line: &[u8]| {
            let word = line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty());
            is_ready |= word == Some(b"readyok");
            let is_move = word == Some(b"bestmove");
            late += usize::from(is_move && !is_ready);
            is_move && is_ready
        };
        let limits = limits(request, request.remaining);
        let Some(session) = &mut self.session else {
            return Turn::new(Duration::ZERO, Duration::ZERO, Answer::Void("there is no program".to_owned()));
        };
        let exchange = match session.ask(&told, &limits, &mut is_answer, &|| request.stop.is_raised()) {
            Ok(exchange) => exchange,
            Err(error) => return Turn::new(Duration::ZERO, Duration::ZERO, self.agent.blamed(error)),
        };
        late += exchange.before.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"bestmove")).count();
        if let Some(log) = &mut self.log {
            let outputs = [&exchange.stdout[..], &exchange.stderr];
            if let Err(error) = log.add(request.ply, &How(&exchange.end), [exchange.cpu, exchange.wall], outputs) {
                return turn(&exchange, told, Answer::Void(format!("the log cannot be written: {error}")));
            }
        }
        let answer = match &exchange.end {
            ExchangeEnd::Answered(line) => match String::from_utf8_lossy(line).parse() {
                Ok(Reply::BestMove(cell)) => Answer::Cell(cell),
                Ok(_) => broken("it said that it has no move, though there is fruit to take".to_owned()),
                Err(error) => broken(error.to_string()),
            },
            _ => Answer::Fault(self.fault(&exchange, request)),
        };
        let mut turn = turn(&exchange, told, answer);
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        turn.dialogue.warnings = warnings(late, is_first && !Session::RESTS);
        turn
    }

    /// How a game ends with an exchange that has no answer.
    fn fault(&self, exchange: &Exchange, request: &Request<'_>) -> Ending {
        let broken = |message| Ending::BrokenProtocol { message };
        let end = match &exchange.end {
            ExchangeEnd::Over(end) => *end,
            ExchangeEnd::EndlessLine(most) => {
                return broken(format!("it wrote a line of more than {} KiB", most >> 10));
            }
            ExchangeEnd::Flood(most) => return broken(format!("it wrote more than {} MiB and no move", most >> 20)),
            ExchangeEnd::Answered(line) => return broken(format!("'{}' is no move", quoted(line))),
        };
        let limits = self.agent.limits();
        match exit(end, limits, request.clock.kind, exchange.wall) {
            Ok(exit) => Ending::Crashed { exit, stderr: self.agent.last_words(&exchange.stderr, &self.folder, limits) },
            Err(ending @ Ending::Killed { .. }) => match exchange.stdout.rsplit(|&byte| byte == b'\n').next() {
                None | Some([]) => ending,
                Some(line) => {
                    broken(format!("it wrote '{}', did not end the line, and said nothing more", quoted(line)))
                }
            },
            Err(ending) => ending,
        }
    }
}

/// What a program is told in its turn.
fn question(request: &Request<'_>) -> String {
    let (start, moves) = match request.course {
        Some(course) => (course.start.clone(), course.moves.clone()),
        None => (Position::start(request.board.clone()), Vec::new()),
    };
    let go = match request.clock.kind {
        // Nobody can run out of time, and this is what a move should take.
        ClockKind::None => Go { move_time: Some(request.remaining), ..Go::default() },
        ClockKind::Cpu | ClockKind::Wall => {
            let clocks = request.course.map_or([request.remaining; 2], |course| course.left);
            Go { clocks: clocks.map(Some), ..Go::default() }
        }
    };
    let start = StartOfLine::Given(Box::new(PositionLine { position: start, clocks: None }));
    lines(&[Command::IsReady, Command::Position { start, moves }, Command::Go(go)])
}

fn lines(commands: &[Command]) -> String {
    commands.iter().flat_map(|command| [command.to_string(), "\n".to_owned()]).collect()
}

fn reply(line: &[u8]) -> Option<Reply> {
    String::from_utf8_lossy(line).parse().ok()
}

fn limits(request: &Request<'_>, time: Duration) -> TurnLimits {
    TurnLimits {
        cpu: request.clock.cpu_limit(time),
        wall: request.clock.wall_limit(time),
        wall_includes_waiting: request.clock.kind != ClockKind::Cpu,
    }
}

fn broken(message: String) -> Answer {
    Answer::Fault(Ending::BrokenProtocol { message })
}

fn turn(exchange: &Exchange, told: String, answer: Answer) -> Turn {
    let said = String::from_utf8_lossy(&exchange.stdout).into_owned();
    let dialogue = Dialogue { told, said, warnings: Vec::new() };
    Turn { stderr: tail(&exchange.stderr, STDERR_KEPT), dialogue, ..Turn::new(exchange.cpu, exchange.wall, answer) }
}

fn warnings(late: usize, runs_on: bool) -> Vec<String> {
    let late = (late > 0).then(|| "it wrote another 'bestmove' after its last move, which was not read".to_owned());
    let runs_on = runs_on.then(|| "this system cannot keep it from thinking while it is not its turn".to_owned());
    late.into_iter().chain(runs_on).collect()
}

/// The beginning of what a program wrote.
fn quoted(line: &[u8]) -> String {
    harmless(&String::from_utf8_lossy(&line[..line.len().min(LONGEST_QUOTE)]))
}

/// How an exchange ended, as logs have it.
struct How<'a>(&'a ExchangeEnd);

impl fmt::Display for How<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ExchangeEnd::Answered(_) => f.write_str("answered"),
            ExchangeEnd::Over(end) => end.fmt(f),
            ExchangeEnd::EndlessLine(_) => f.write_str("killed: a line without end"),
            ExchangeEnd::Flood(_) => f.write_str("killed: it wrote too much"),
        }
    }
}
