//! The players that are predicted and graded: in this process, or as programs that play by
//! files.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use fruitrage_game::{
    AgentLine, Answer, Builtin, Contestant, Entrant, Entry, Parameters, Request, Stop, Turn, measured,
};
use fruitrage_rules::text::{Input, Output};
use fruitrage_rules::{Board, Group, Random};
use fruitrage_sandbox::{Sandbox, SandboxChoice};
use fruitrage_tournament::agents::{Agent, AgentSpec, GameFiles, Preparation, ProgramAgent};

/// A player that makes a random move now and then.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) name: String,
    kind: Builtin,
    /// How many of a hundred moves are random ones.
    pub(crate) blunders: u64,
}

impl Player {
    pub(crate) fn new(name: &str, blunders: u64) -> Result<Self, Box<dyn Error>> {
        let kind = Builtin::of_parameters(Parameters::parse(name)?)?;
        Ok(Self { name: name.to_owned(), kind, blunders })
    }

    fn choose(&self, board: &Board, dice: &mut Random) -> Option<Group> {
        let is_blunder = dice.below(100) < self.blunders;
        let kind = if is_blunder { &Builtin::Random } else { &self.kind };
        kind.choose(board, dice, None, &mut || false)
    }

    /// Makes one move by files. The dice are thrown by the board, and fall the same way again.
    pub(crate) fn play_by_files(&self) -> Result<(), Box<dyn Error>> {
        let text = std::fs::read("input.txt")?;
        let grid = Input::read_strictly(&text)?.grid;
        let mut dice = text.iter().fold(Random::new(1), |mut dice, byte| Random::new(dice.next() ^ u64::from(*byte)));
        let group = self.choose(&Board::settled(&grid), &mut dice).ok_or("no move")?;
        std::fs::write("output.txt", Output::of(&grid, group.cell())?.to_string())?;
        Ok(())
    }

    /// The player as a program in a sandbox: this program, called with `play`. Its folders go
    /// to `work`.
    pub(crate) fn as_program(&self, work: &Path) -> Result<Arc<dyn Entrant>, Box<dyn Error>> {
        let own = std::env::current_exe()?;
        let kit = work.join(format!("{}-{}", self.name.replace([':', '='], "-"), self.blunders));
        std::fs::create_dir(&kit)?;
        std::fs::copy(&own, kit.join("homework"))?;
        let preparation = Preparation {
            sandbox: Sandbox::choose(SandboxChoice::Landlock, true, &own)?,
            work,
            kept: work,
            stop: &Stop::default(),
            tell: &|_| {},
        };
        let command = format!("./homework play {} {}", self.name, self.blunders);
        let spec = AgentSpec { dir: Some(kit), ..AgentSpec::of_command(command) };
        let program = ProgramAgent::prepare(&spec, work, &preparation)?;
        Ok(Agent::Program(Arc::new(program)).entrant(GameFiles { work: work.to_owned(), logs: None }))
    }
}

impl Entrant for Player {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin(&self.name, &self.name, time)
    }

    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        Ok(Box::new(Game { player: self, dice: Random::new(entry.seed) }))
    }
}

struct Game<'a> {
    player: &'a Player,
    dice: Random,
}

impl Contestant for Game<'_> {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        measured(|_| {
            let chosen = self.player.choose(request.board, &mut self.dice);
            chosen.map_or(Answer::Stopped, |group| Answer::Cell(group.cell()))
        })
    }
}
