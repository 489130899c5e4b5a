//! Grading one item: the case is asked or the match played, and what came of it is written
//! down with what it rests on.

use std::sync::Arc;

use fruitrage_game::{ClockRules, Ending, Entrant, Entry, Event, Failure, Refused, Side, Stop};

use fruitrage_rules::Player;

use crate::{Case, CaseEvidence, Evidence, Item, ItemGrade, MatchEvidence, MatchGame, MatchItem, Outcome, Task};

/// Finds an opponent by its name in the grammar of players: `minimax:depth=3`.
pub type FindOpponent<'a> = dyn Fn(&str) -> anyhow::Result<Arc<dyn Entrant>> + Sync + 'a;

/// Hears of each finished game of a match, and may keep it.
pub type GameObserver<'a> = dyn FnMut(&MatchGame) -> anyhow::Result<()> + 'a;

/// A submission that is ready to play, and what it is graded with.
#[derive(Clone)]
pub struct Grader<'a> {
    /// What the submission is called; the lot depends on it.
    pub name: &'a str,
    /// The submission.
    pub submission: Arc<dyn Entrant>,
    /// Finds its opponents.
    pub opponent: &'a FindOpponent<'a>,
    /// Breaks it off.
    pub stop: &'a Stop,
}

impl std::fmt::Debug for Grader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grader").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How many faults of a match are told; one kind is seldom made only once.
const MOST_FAULTS: usize = 3;

impl Grader<'_> {
    /// Grades an item. Games of a match that were finished `earlier` are not played again. A
    /// failure is that everything is to stop, or that the observer has failed; whatever else
    /// the arena fails at is an item that is not graded.
    pub fn grade(
        &self,
        item: &Item,
        earlier: Vec<MatchGame>,
        observer: &mut GameObserver<'_>,
    ) -> Result<ItemGrade, Failure> {
        match &item.task {
            Task::Case { case, clock } => self.grade_case(item, case, *clock),
            Task::Match(asked) => self.grade_match(item, asked, earlier, observer),
        }
    }

    fn grade_case(&self, item: &Item, case: &Case, clock: ClockRules) -> Result<ItemGrade, Failure> {
        let mut program = match self.submission.enter(&Entry { seed: 0, game: &item.id, player: Player::First }) {
            Ok(program) => program,
            Err(error) => return Ok(ItemGrade::new(item, Outcome::NotGraded, format!("{error:#}"))),
        };
        let (turn, judged) = case.ask(&mut *program, clock, self.stop);
        if self.stop.is_raised() {
            return Err(Failure::Stopped);
        }
        let used = clock.cost(turn.cpu, turn.wall).as_secs_f64();
        let mut evidence = CaseEvidence {
            input: case.input.to_string(),
            cell: None,
            ending: None,
            reply: None,
            cpu: turn.cpu,
            wall: turn.wall,
        };
        let grade = match judged {
            Ok(judged) => {
                evidence.cell = Some(judged.cell.to_string());
                let reason = format!("a right move, {}, in {used:.3} s", judged.cell);
                ItemGrade { notes: judged.warnings, ..ItemGrade::new(item, Outcome::Earned, reason) }
            }
            Err(Refused { ending: Ending::Void { message }, .. }) => {
                return Ok(ItemGrade::new(item, Outcome::NotGraded, message));
            }
            Err(Refused { ending, reply }) => {
                let reason = format!("it {}", ending.sentence());
                (evidence.ending, evidence.reply) = (Some(ending), reply.map(|reply| *reply));
                ItemGrade::new(item, Outcome::Missed, reason)
            }
        };
        Ok(ItemGrade { evidence: Evidence::Case(evidence), ..grade })
    }

    fn grade_match(
        &self,
        item: &Item,
        asked: &MatchItem,
        earlier: Vec<MatchGame>,
        observer: &mut GameObserver<'_>,
    ) -> Result<ItemGrade, Failure> {
        let opponent = match (self.opponent)(&asked.opponent) {
            Ok(entrant) => entrant,
            Err(error) => return Ok(ItemGrade::new(item, Outcome::NotGraded, format!("{error:#}"))),
        };
        let side = |entrant: &Arc<dyn Entrant>| Side { entrant: entrant.clone(), time: asked.time };
        let begins = asked.begins(self.name);
        let mut hall = Hall {
            grader: self,
            item,
            asked,
            begins,
            sides: [side(&self.submission), side(&opponent)],
            earlier,
            played: Vec::new(),
            observer,
        };
        let trouble = hall.play_all()?;
        let Hall { played, .. } = hall;
        let evidence =
            MatchEvidence { opponent: asked.opponent.clone(), games: asked.games, mode: asked.mode, begins, played };
        Ok(match (evidence.score().decided(asked.games), trouble) {
            (Some(is_won), trouble) => {
                let notes = faults(&evidence).chain(trouble.map(|trouble| {
                    format!("not all boards were played from both sides, by the arena's own fault: {trouble}")
                }));
                ItemGrade {
                    notes: notes.collect(),
                    ..ItemGrade::new(item, if is_won { Outcome::Earned } else { Outcome::Missed }, told(&evidence))
                }
            }
            (None, trouble) => {
                let trouble = trouble.unwrap_or_else(|| "the match was not played to its end".to_owned());
                ItemGrade::new(item, Outcome::NotGraded, trouble)
            }
        }
        .with(Evidence::Match(evidence)))
    }
}

/// A match under way.
struct Hall<'a, 'b> {
    grader: &'a Grader<'a>,
    item: &'a Item,
    asked: &'a MatchItem,
    begins: bool,
    /// The submission, and its opponent.
    sides: [Side; 2],
    /// Games that were finished before.
    earlier: Vec<MatchGame>,
    played: Vec<MatchGame>,
    observer: &'a mut GameObserver<'b>,
}

impl Hall<'_, '_> {
    /// Plays what counts, and then the other sides of some boards. Returns what the arena
    /// failed at, if it did.
    fn play_all(&mut self) -> Result<Option<String>, Failure> {
        let mut score = crate::MatchScore::default();
        for number in 0..self.asked.games {
            if score.decided(self.asked.games).is_some() && !self.asked.all_games {
                break;
            }
            if let Some(trouble) = self.play(number, self.begins, true)? {
                return Ok(Some(trouble));
            }
            score.add(self.played[self.played.len() - 1].outcome());
        }
        for number in 0..self.asked.fairness_pairs {
            // The same board with the sides swapped, as if the lot had said otherwise.
            for begins in [self.begins, !self.begins] {
                if !self.has(number, begins)
                    && let Some(trouble) = self.play(number, begins, false)?
                {
                    return Ok(Some(trouble));
                }
            }
        }
        Ok(None)
    }

    /// Whether the board of a game was played from the side that it has if the lot says so.
    fn has(&self, number: u64, begins: bool) -> bool {
        let began = MatchItem::began(number, begins);
        self.played.iter().any(|game| game.number == number && game.began == began)
    }

    /// Plays a game, or takes the one that was finished before.
    fn play(&mut self, number: u64, begins: bool, counts: bool) -> Result<Option<String>, Failure> {
        let began = MatchItem::began(number, begins);
        let is_it = |game: &MatchGame| game.number == number && game.began == began;
        if let Some(place) = self.earlier.iter().position(is_it) {
            self.played.push(MatchGame { counts, ..self.earlier.swap_remove(place) });
            return Ok(None);
        }
        let (mut pair, game) = self.asked.game(number, begins, self.sides.clone());
        pair.id = format!("{}-{}", self.item.id, pair.id);
        let mut events = Vec::new();
        let end = pair.play(game, self.grader.stop, &mut |step| {
            // A game that the arena failed at begins anew.
            if matches!(step.event, Event::Game(_)) {
                events.clear();
            }
            events.push(step.event.clone());
            Ok(())
        })?;
        if let Ending::Void { message } = end.ending {
            return Ok(Some(message));
        }
        let played = MatchGame { number, began, counts, events };
        (self.observer)(&played).map_err(Failure::Listener)?;
        self.played.push(played);
        Ok(None)
    }
}

/// What came of a match, in a sentence.
fn told(evidence: &MatchEvidence) -> String {
    let (score, games) = (evidence.score(), evidence.games);
    let played = score.played();
    let most = games / 2 + 1;
    let drawn = if score.drawn > 0 { format!(" and drew {}", score.drawn) } else { String::new() };
    let rest = if played < games { "; the others could not change it" } else { "" };
    format!(
        "won {}{drawn} of {played} games against {}; {most} of {games} are needed{rest}",
        score.won, evidence.opponent
    )
}

/// The faults by which games of a match were lost, the first few.
fn faults(evidence: &MatchEvidence) -> impl Iterator<Item = String> + '_ {
    let faults = evidence.played.iter().filter_map(|game| Some((game.number, game.fault()?)));
    let all = faults.clone().count();
    let more = (all > MOST_FAULTS).then(|| format!("{all} games were lost by a fault"));
    faults
        .take(MOST_FAULTS)
        .map(|(number, ending)| format!("lost game {} by a fault: it {}", number + 1, ending.sentence()))
        .chain(more)
}
