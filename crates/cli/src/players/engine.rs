//! Answers for the engine as a contestant in this process, on the same clock as
//! everybody else.

use std::str::FromStr;
use std::time::Duration;

use fruitrage_arena::game::{AgentLine, Answer, Contestant, Entrant, Entry, Request, Stop, Turn, TurnClock, measured};
use fruitrage_engine::{Engine, Level, Limits, Observer, Report, Root, Table, TimePlan, Tunables};

/// The engine under a name, with what limits it.
#[derive(Clone, Debug)]
pub(super) struct EngineEntrant {
    pub(super) name: String,
    pub(super) settings: EngineSettings,
}

/// What an `engine:…` may say.
#[derive(Clone, Debug)]
pub(super) struct EngineSettings {
    text: String,
    engine: Engine,
    /// The part of its time that it uses.
    time_factor: f64,
    depth: Option<u32>,
}

impl FromStr for EngineSettings {
    type Err = anyhow::Error;

    /// `engine`, or `engine:time-factor=0.1,depth=4,level=3`.
    fn from_str(text: &str) -> anyhow::Result<Self> {
        let parameters = text.split_once(':').map_or("", |(_, parameters)| parameters);
        let mut settings = Self { text: text.to_owned(), engine: Engine::default(), time_factor: 1.0, depth: None };
        for parameter in parameters.split(',').filter(|parameter| !parameter.is_empty()) {
            let wrong = |expected: &str| anyhow::anyhow!("'{parameter}' in '{text}': expected {expected}");
            let (key, value) = parameter.split_once('=').ok_or_else(|| wrong("key=value"))?;
            match key {
                "time-factor" => {
                    let factor = value.parse().ok().filter(|factor| (1e-6..=1.0).contains(factor));
                    settings.time_factor = factor.ok_or_else(|| wrong("a part of its time, above 0 and up to 1"))?;
                }
                "depth" => {
                    let depth = value.parse().ok().filter(|&depth| depth > 0);
                    settings.depth = Some(depth.ok_or_else(|| wrong("a number of moves from 1"))?);
                }
                "level" => {
                    let level: Level = value.parse().map_err(|error| wrong(&format!("a level; {error}")))?;
                    settings.engine = Engine::new(Tunables::default()).at_level(level);
                }
                _ => return Err(wrong("time-factor, depth or level")),
            }
        }
        Ok(settings)
    }
}

impl Entrant for EngineEntrant {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin(&self.name, &self.settings.text, time)
    }

    fn enter<'a>(&'a self, _: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        Ok(Box::new(self.settings.clone()))
    }
}

impl Contestant for EngineSettings {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        measured(|clock| {
            let Ok(root) = Root::of_board(request.board) else {
                return Answer::Void("the engine was asked about an empty box".to_owned());
            };
            let report = self.think(&root, request, clock);
            if request.stop.is_raised() { Answer::Stopped } else { Answer::Cell(report.best.cell) }
        })
    }
}

impl EngineSettings {
    fn think(&self, root: &Root, request: &Request<'_>, clock: &TurnClock) -> Report {
        let time = request.remaining.mul_f64(self.time_factor);
        let plan = self.engine.plan(time, Duration::ZERO, root.moves().len() as u32);
        if root.moves().len() == 1 || plan.stop_at.is_zero() {
            return self.engine.glance(root);
        }
        let limits = Limits { depth: self.depth, ..Limits::default() };
        let table = Table::for_nodes(Table::nodes_in(plan.stop_at));
        self.engine.search(root, &limits, &table, &mut Deadline { plan, clock, request, stop: request.stop })
    }
}

/// Holds a search to its plan by the clock that the referee goes by.
struct Deadline<'a> {
    plan: TimePlan,
    clock: &'a TurnClock,
    request: &'a Request<'a>,
    stop: &'a Stop,
}

impl Observer for Deadline<'_> {
    fn iteration(&mut self, report: &Report) -> bool {
        self.plan.wants_more_than(report, self.clock.used(self.request))
    }

    fn nodes_allowed(&mut self) -> u64 {
        if self.stop.is_raised() { 0 } else { self.plan.nodes_allowed(self.clock.used(self.request)) }
    }
}
