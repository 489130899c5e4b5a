//! Games under way: the session of `play`, driven by a page. Requests come in with the time;
//! what is to be told, kept and thought about goes out.

use std::collections::HashMap;
use std::time::Duration;

use fruitrage_engine::Level;
use fruitrage_game::ClockKind;
use fruitrage_play::Thought;
use fruitrage_play::session::{Refusal, Seat, SessionOutput, SessionRequest, SessionState, Task};
use fruitrage_play::view::{WantedGame, choose, name_of, read_record, shown, with_groups};
use fruitrage_rules::{Cell, Player};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Refused;
use crate::calls::line;

/// Something that is asked of a game.
#[derive(Deserialize)]
pub(crate) struct TableCall {
    /// The game's name.
    id: String,
    /// Milliseconds since the page was opened.
    now: f64,
    /// What.
    deed: Deed,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Deed {
    /// Begins a game. `random` is a number of 64 bits in hexadecimal digits.
    Start {
        wanted: WantedGame,
        random: String,
    },
    /// Goes on with the game of a record.
    Resume {
        record: String,
    },
    /// How it stands.
    Look,
    Play {
        cell: String,
        ply: Option<usize>,
    },
    TakeBack,
    Hint,
    Resign {
        player: u8,
    },
    Rename {
        player: u8,
        name: String,
    },
    Pause,
    GoOn,
    SetPace {
        seconds: f64,
    },
    Tick,
    /// What was thought in another worker, as it was told there.
    Thought(Told),
    /// The record cannot be kept.
    RecordFailed {
        reason: String,
    },
}

/// What a worker tells of a turn or a hint.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Told {
    /// Nothing yet.
    Nothing,
    /// Thought a bit further.
    Further { task: u64, thought: Thought },
    /// The move.
    Answer { task: u64, cell: Option<String>, seconds: f64 },
    /// The best move, for a hint.
    Hint { task: u64, thought: Thought },
}

/// A task as it goes to another worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TaskLine {
    number: u64,
    player: u8,
    board: String,
    kinds: u8,
    remaining: f64,
    clock: ClockKind,
    grace: f64,
    ply: u32,
    /// In hexadecimal digits: JavaScript has no such numbers.
    seed: String,
    /// The engine's level; none for a hint.
    pub(crate) level: Option<u8>,
}

impl TaskLine {
    fn of(task: &Task, level: Option<Level>) -> Self {
        Self {
            number: task.number,
            player: task.player.index() as u8 + 1,
            board: task.board.to_line(),
            kinds: task.kinds,
            remaining: task.remaining.as_secs_f64(),
            clock: task.clock.kind,
            grace: task.clock.grace.as_secs_f64(),
            ply: task.ply,
            seed: format!("{:x}", task.seed),
            level: level.map(Level::number),
        }
    }

    pub(crate) fn task(&self) -> Result<Task, Refused> {
        let board = fruitrage_play::view::parse(&self.board)?.0.board().clone();
        Ok(Task {
            number: self.number,
            player: player(self.player)?,
            board,
            kinds: self.kinds,
            remaining: seconds(self.remaining)?,
            clock: fruitrage_game::ClockRules { kind: self.clock, grace: seconds(self.grace)? },
            ply: self.ply,
            course: None,
            seed: u64::from_str_radix(&self.seed, 16).map_err(Refused::bad)?,
        })
    }
}

fn seconds(seconds: f64) -> Result<Duration, Refused> {
    Duration::try_from_secs_f64(seconds).map_err(Refused::bad)
}

fn player(number: u8) -> Result<Player, Refused> {
    match number {
        1 => Ok(Player::First),
        2 => Ok(Player::Second),
        _ => Err(Refused::bad("a player is 1 or 2")),
    }
}

fn refused(refusal: Refusal) -> Refused {
    match refusal {
        Refusal::Illegal(illegal) => Refused { status: 422, message: illegal.to_string() },
        other => Refused::conflict(other),
    }
}

/// All games of a page by their names, each with the time at which it was taken up.
#[derive(Debug, Default)]
pub(crate) struct Tables(HashMap<String, (SessionState, Duration)>);

impl Tables {
    /// Does what is asked for. The answer has `outputs`, and `wake`: in how many milliseconds
    /// a tick is wanted. What is refused is told as a part of it, because a clock may have run
    /// out all the same.
    pub(crate) fn handle(&mut self, call: TableCall) -> Result<Value, Refused> {
        let TableCall { id, now, deed } = call;
        let now = seconds(now / 1000.0)?;
        let deed = match deed {
            Deed::Start { wanted, random } => {
                let random = u64::from_str_radix(&random, 16).map_err(Refused::bad)?;
                let mut setup = wanted.setup(random)?;
                setup.id.clone_from(&id);
                let state = SessionState::start(setup).map_err(Refused::bad)?;
                self.0.insert(id.clone(), (state, now));
                Deed::Look
            }
            Deed::Resume { record } => {
                self.0.insert(id.clone(), (resumed(&record)?, now));
                Deed::Look
            }
            deed => deed,
        };
        let found = self.0.get_mut(&id).ok_or_else(|| Refused::missing("there is no such game"));
        let (state, began) = found?;
        let now = now.saturating_sub(*began);
        let looks = matches!(deed, Deed::Look);
        let done = act(state, now, deed);
        let outputs: Vec<Value> = state.take_outputs().into_iter().map(|output| told(state, output)).collect();
        let wake = state.wake_at().map(|wake| wake.saturating_sub(now).as_secs_f64() * 1000.0);
        let mut answer = json!({ "outputs": outputs, "wake": wake, "refused": done.err() });
        if looks {
            answer["snapshot"] = with_groups(&state.snapshot(now));
            answer["lines"] = json!(crate::calls::lines(state.record()));
        }
        Ok(answer)
    }
}

fn resumed(text: &str) -> Result<SessionState, Refused> {
    let record = choose(read_record(text)?, None).ok_or_else(|| Refused::bad("there is no game in it"))?;
    let seat = |line: &fruitrage_game::AgentLine| match Seat::of_line(line) {
        Some(seat @ (Seat::Human { .. } | Seat::Engine { .. })) => Ok(seat),
        // A game of others can be looked at to its end, but nobody goes on with it.
        _ if record.end.is_some() => Ok(Seat::human(&line.name)),
        _ => Err(Refused::conflict(format!("{} cannot play here", line.name))),
    };
    let [first, second] = &record.game.agents;
    let seats = [seat(first)?, seat(second)?];
    Ok(SessionState::resume(record, seats))
}

fn act(state: &mut SessionState, now: Duration, deed: Deed) -> Result<(), Refused> {
    let request = match deed {
        Deed::Start { .. } | Deed::Resume { .. } | Deed::Look | Deed::Tick => SessionRequest::Tick,
        Deed::Play { cell, ply } => {
            if ply.is_some_and(|ply| ply != state.record().moves.len() + 1) {
                return Err(Refused::conflict("the game has gone on meanwhile"));
            }
            SessionRequest::Play(cell.parse::<Cell>().map_err(Refused::bad)?)
        }
        Deed::TakeBack => SessionRequest::TakeBack,
        Deed::Hint => SessionRequest::Hint,
        Deed::Resign { player: number } => SessionRequest::Resign(player(number)?),
        Deed::Rename { player: number, name } => SessionRequest::Rename(player(number)?, name_of(&name)?),
        Deed::Pause => SessionRequest::Pause,
        Deed::GoOn => SessionRequest::GoOn,
        Deed::SetPace { seconds: pace } => SessionRequest::SetPace(seconds(pace)?),
        Deed::Thought(told) => told.request()?,
        Deed::RecordFailed { reason } => SessionRequest::RecordFailed(reason),
    };
    state.handle(now, request).map_err(refused)
}

impl Told {
    fn request(self) -> Result<SessionRequest, Refused> {
        use fruitrage_game::{Answer, Turn};
        Ok(match self {
            Self::Nothing => SessionRequest::Tick,
            Self::Further { task, thought } => SessionRequest::Thought { task, thought },
            Self::Hint { task, thought } => SessionRequest::HintFound { task, thought },
            Self::Answer { task, cell, seconds: used } => {
                let used = seconds(used)?;
                let answer = match cell {
                    Some(cell) => Answer::Cell(cell.parse().map_err(Refused::bad)?),
                    None => Answer::Void("the engine in the page has failed".to_owned()),
                };
                SessionRequest::Answer { task, turn: Turn::new(used, used, answer) }
            }
        })
    }

    /// Returns what a worker tells for what a session wants to hear.
    pub(crate) fn of(request: SessionRequest) -> Self {
        use fruitrage_game::Answer;
        match request {
            SessionRequest::Thought { task, thought } => Self::Further { task, thought },
            SessionRequest::HintFound { task, thought } => Self::Hint { task, thought },
            SessionRequest::Answer { task, turn } => {
                let cell = match turn.answer {
                    Answer::Cell(cell) => Some(cell.to_string()),
                    _ => None,
                };
                Self::Answer { task, cell, seconds: turn.wall.as_secs_f64() }
            }
            _ => Self::Nothing,
        }
    }
}

/// Returns what is to be done, for the page: `tell`, `append`, `keep`, `think`, `hint` or `stop`.
fn told(state: &SessionState, output: SessionOutput) -> Value {
    match output {
        SessionOutput::Tell(told) => json!({ "tell": shown(&told) }),
        SessionOutput::Append(event) => json!({ "append": line(&event) }),
        SessionOutput::Retitle(event) => json!({ "retitle": line(&event) }),
        SessionOutput::KeepLines(lines) => json!({ "keep": lines }),
        SessionOutput::Think(task) => {
            let level = state.seats()[task.player.index()].level().unwrap_or_default();
            json!({ "think": TaskLine::of(&task, Some(level)) })
        }
        SessionOutput::FindHint(task) => json!({ "think": TaskLine::of(&task, None) }),
        SessionOutput::StopThinking => json!({ "stop": true }),
    }
}
