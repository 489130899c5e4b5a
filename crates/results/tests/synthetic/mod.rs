//! Tournaments to look at: classic players under all kinds of names,
//! with made-up times and faults, in real games on tiny boards. Everything follows
//! from a seed.

use std::sync::Arc;
use std::time::Duration;

use fruitrage_game::BoardClass;
use fruitrage_game::{
    AgentLine, Answer, Builtin, Contestant, Ending, Entrant, Entry, Exit, Kill, Pair, Request, Rules, Side, Stop, Turn,
};
use fruitrage_results::report::{AgentInfo, GameSummary, HostInfo, LeftOut, TournamentData, encounters};
use fruitrage_results::{Anchor, Field, Format, Next, Schedule, Seeding};
use fruitrage_rules::Random;
use fruitrage_rules::text::Output;

/// The time that everybody has for a game.
const ALLOWED: Duration = Duration::from_secs(10);

/// What is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Synthetic {
    /// How many agents.
    pub(crate) agents: usize,
    /// How they meet.
    pub(crate) format: Format,
    /// Pairs of games in an encounter.
    pub(crate) pairs: u32,
    /// What everything follows from.
    pub(crate) seed: u64,
}

/// Names as strangers give them.
const NAMES: [&str; 12] = [
    "Chen",
    "Ada & Ben <b>bold</b>",
    "O'Brien",
    "<script>document.title = 'owned'</script>",
    "果物の怒り",
    "=HYPERLINK(\"x\")",
    "a-name-that-is-as-long-as-names-are-allowed-to-be-and-then-some",
    "Zoë \u{202e}reversed",
    "\"quoted\" 'name' \\",
    "Dana",
    "tabs\tand\nlines\u{1b}[31m",
    "no-build",
];

struct Agent {
    number: usize,
    name: String,
    builtin: Builtin,
    /// The mean time of a move in microseconds.
    pace: u64,
    /// Of a thousand moves so many are faults.
    faults: u64,
    /// Of a thousand moves so many end with an exit code.
    oddities: u64,
}

impl std::fmt::Debug for Agent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl Agent {
    fn new(number: usize, seed: u64) -> Self {
        let mut random = Random::new(seed ^ (number as u64 + 1) << 20);
        let name = NAMES.get(number).map_or_else(|| format!("student-{:03}", number + 1), |&name| name.to_owned());
        let builtin = match random.below(6) {
            0 => Builtin::Random,
            1 | 2 => Builtin::Greedy,
            depth => Builtin::minimax(depth as u32 - 2),
        };
        let pace = 10_u64.pow(random.below(4) as u32 + 2) * (1 + random.below(9));
        let faults = if random.below(4) == 0 { 5 + random.below(60) } else { 0 };
        let oddities = if random.below(6) == 0 { 30 } else { 0 };
        Self { number, name, builtin, pace, faults, oddities }
    }

    fn info(&self) -> AgentInfo {
        AgentInfo {
            name: self.name.clone(),
            command: format!("{} --pace {}", self.builtin, self.pace),
            hash: self.number.is_multiple_of(2).then(|| format!("{:064x}", self.number * 0x9e37_79b9)),
            sandbox: "built-in".to_owned(),
            is_excluded: false,
            note: (self.number == 11)
                .then(|| "homework.cpp:3: error: expected ';' before '}' token\n  <br>".to_owned()),
        }
    }
}

impl Entrant for Agent {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin(&self.name, &self.builtin.to_string(), time)
    }

    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        let random = Random::new(entry.seed ^ (self.number as u64) << 40);
        Ok(Box::new(Playing { agent: self, inner: self.builtin.contestant(entry.seed), random }))
    }
}

struct Playing<'a> {
    agent: &'a Agent,
    inner: Box<dyn Contestant>,
    random: Random,
}

impl Contestant for Playing<'_> {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        let Turn { mut answer, .. } = self.inner.take_turn(request);
        let time = Duration::from_micros(self.agent.pace * (1 + self.random.below(100)) / 50);
        if self.random.below(1_000) < self.agent.faults {
            answer = Answer::Fault(self.fault(time));
        } else if self.random.below(1_000) < self.agent.oddities
            && let Answer::Cell(cell) = answer
        {
            let output = Output::of(&request.board.to_grid(), cell).expect("a legal move");
            let exit = Some((Exit::Code(1), String::new()));
            answer = Answer::Output { text: output.to_string().into_bytes(), exit };
        }
        Turn::new(time, 2 * time, answer)
    }
}

impl Playing<'_> {
    fn fault(&mut self, time: Duration) -> Ending {
        let stderr =
            "Traceback (most recent call last):\n  File \"homework.py\", line 7\n</pre><img src=x onerror=alert(1)>";
        match self.random.below(4) {
            0 => Ending::Crashed { exit: Exit::Code(1), stderr: stderr.to_owned() },
            1 => Ending::Killed { kill: Kill::Asleep, after: time + Duration::from_secs(20) },
            2 => Ending::IllegalMove { message: "B1 is empty".to_owned() },
            _ => Ending::MemoryLimit { limit: 1 << 30 },
        }
    }
}

impl Synthetic {
    /// Plays it.
    pub(crate) fn play(&self) -> TournamentData {
        let agents: Vec<Arc<Agent>> = (0..self.agents).map(|number| Arc::new(Agent::new(number, self.seed))).collect();
        let schedule = Schedule {
            format: self.format,
            field: Field::new(self.agents),
            seeding: Seeding::Drawn { seed: self.seed },
        };
        let mut games = Vec::new();
        while let Next::Play(round) = schedule.next_round(&encounters(&games, &[])).expect("its own results") {
            for players in round.pairings {
                for number in 0..self.pairs {
                    self.play_pair(round.number, players.map(|player| &agents[player]), number, &mut games);
                }
            }
        }
        let byes = schedule.byes(&encounters(&games, &[]));
        TournamentData {
            name: "Synthetic <tournament>".to_owned(),
            schedule,
            seed: self.seed,
            anchor: Anchor::Mean(0.0),
            conditions: vec![("Boards".to_owned(), "5p4".to_owned()), ("Time".to_owned(), "10 s of CPU".to_owned())],
            is_finished: true,
            agents: agents.iter().map(|agent| agent.info()).collect(),
            games,
            hosts: Vec::new(),
            left_out: LeftOut::default(),
            replays: None,
            awarded: Vec::new(),
            byes,
        }
    }

    fn play_pair(&self, round: u32, players: [&Arc<Agent>; 2], number: u32, games: &mut Vec<GameSummary>) {
        let class: BoardClass = "5p4".parse().expect("a class");
        let seed = self.seed + games.len() as u64 / 2;
        let pair = Pair {
            id: format!("r{round:02}-{}-{}-{}", players[0].number + 1, players[1].number + 1, number + 1),
            board: class.board(seed),
            kinds: class.kinds(),
            seed: Some(seed),
            sides: players.map(|player| Side { entrant: Arc::<Agent>::clone(player), time: ALLOWED }),
            rules: Rules::default(),
        };
        for game in 0..2 {
            let mut events = Vec::new();
            let played = pair.play(game, &Stop::default(), &mut |step| {
                events.push(step.event.clone());
                Ok(())
            });
            played.expect("nobody stops it");
            let agents = pair.order(game).map(|side| players[side].number);
            let mut summary = GameSummary::of_events(round, agents, &events).expect("it has an end");
            summary.record = Some(format!("../games/r{round:02}/{}.jsonl", summary.id));
            for (side, number) in summary.sides.iter_mut().zip(1..) {
                side.log = Some(format!("../logs/r{round:02}/{}.{number}.log", summary.id));
            }
            games.push(summary);
        }
    }
}

/// Has a tournament played by machines with these names and speeds of their workers,
/// who take pairs by turns. The last machine dies in the middle of every tenth pair that
/// it takes, and the first one plays the rest.
pub(crate) fn on_hosts(mut data: TournamentData, hosts: &[(&str, &[u64])]) -> TournamentData {
    let mut taken: Vec<String> = Vec::new();
    for game in &mut data.games {
        let is_second = taken.last() == Some(&game.pair);
        if !is_second {
            taken.push(game.pair.clone());
        }
        let turn = taken.len() - 1;
        let is_broken = is_second && turn % hosts.len() == hosts.len() - 1 && (turn / hosts.len()).is_multiple_of(10);
        let (name, speeds) = hosts[if is_broken { 0 } else { turn % hosts.len() }];
        game.host = Some(name.to_owned());
        game.speed = Some(speeds[turn % speeds.len()]);
    }
    let info = |&(name, speeds): &(&str, &[u64])| HostInfo { name: name.to_owned(), speeds: speeds.to_vec() };
    data.hosts = hosts.iter().map(info).collect();
    data
}
