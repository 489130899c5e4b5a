//! One item, graded: what is played, what counts, and what it rests on.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use fruitrage_game::{
    AgentLine, Answer, BoardClass, Builtin, ClockRules, Contestant, Entrant, Entry, Request, Stop, Turn,
};
use fruitrage_grading::{
    Evidence, GameOutcome, Grader, Item, ItemGrade, MatchGame, MatchItem, Mode, Outcome, Part, Points, Rubric, Task,
    course_cases,
};
use fruitrage_rules::text::Output;

/// A player inside this process that plays like a built-in one, and may have a habit.
#[derive(Clone, Debug)]
struct Player {
    name: &'static str,
    habit: Habit,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Habit {
    None,
    /// It writes back the board before the move.
    OldBoard,
    /// The arena fails at it.
    Trouble,
}

struct Playing(Box<dyn Contestant>, Habit);

impl Contestant for Playing {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        let turn = self.0.take_turn(request);
        let answer = match (self.1, turn.answer) {
            (Habit::OldBoard, Answer::Cell(cell)) => {
                let output = Output { cell, grid: request.board.to_grid() };
                Answer::Output { text: output.to_string().into_bytes(), exit: None }
            }
            (Habit::Trouble, _) => Answer::Void("the disk is full".to_owned()),
            (_, answer) => answer,
        };
        // So that no clock of this machine decides anything.
        Turn { cpu: Duration::from_millis(1), wall: Duration::from_millis(1), answer, ..turn }
    }
}

impl Entrant for Player {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin(self.name, self.name, time)
    }

    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        let player: Builtin = self.name.parse()?;
        Ok(Box::new(Playing(player.contestant(entry.seed), self.habit)))
    }
}

fn player(name: &'static str) -> Player {
    Player { name, habit: Habit::None }
}

fn opponent(name: &str) -> anyhow::Result<Arc<dyn Entrant>> {
    let known = ["random", "greedy", "minimax:depth=2"].into_iter().find(|known| *known == name);
    Ok(Arc::new(player(known.ok_or_else(|| anyhow::anyhow!("nobody is called {name}"))?)))
}

fn grade_with(item: &Item, submission: Player, earlier: Vec<MatchGame>) -> (ItemGrade, Vec<MatchGame>) {
    let mut played = Vec::new();
    let stop = Stop::default();
    let grader = Grader { name: "ada", submission: Arc::new(submission), opponent: &opponent, stop: &stop };
    let grade = grader.grade(item, earlier, &mut |game| {
        played.push(game.clone());
        Ok(())
    });
    (grade.unwrap(), played)
}

fn match_item(opponent: &str, change: impl FnOnce(&mut MatchItem)) -> Item {
    let part = Part::Match { points: Points::whole(50), opponent: opponent.to_owned(), games: 5, fairness_pairs: 0 };
    let rubric = Rubric { boards: vec![BoardClass::new(5, 3).unwrap()], parts: vec![part], ..Rubric::course(3) };
    let mut item = rubric.items().remove(0);
    let Task::Match(asked) = &mut item.task else { unreachable!("a match") };
    change(asked);
    item
}

fn games(grade: &ItemGrade) -> &[MatchGame] {
    let Evidence::Match(evidence) = &grade.evidence else { panic!("{grade:?}") };
    &evidence.played
}

#[test]
fn a_match_ends_when_it_is_decided_unless_all_games_are_wanted() {
    let item = match_item("random", |_| {});
    let (grade, played) = grade_with(&item, player("minimax:depth=2"), Vec::new());
    assert_eq!((grade.outcome, grade.earned()), (Outcome::Earned, Points::whole(50)), "{grade:?}");
    let won = played.iter().filter(|game| game.outcome() == GameOutcome::Won).count();
    assert_eq!((won, games(&grade)), (3, &played[..]));
    assert_eq!(played.last().unwrap().outcome(), GameOutcome::Won, "the game that decided it is the last one");
    let all = match_item("random", |asked| asked.all_games = true);
    assert_eq!(grade_with(&all, player("minimax:depth=2"), Vec::new()).1.len(), 5);
}

#[test]
fn games_that_were_finished_are_not_played_again_and_change_nothing() {
    let item = match_item("greedy", |asked| (asked.all_games, asked.fairness_pairs) = (true, 2));
    let (whole, played) = grade_with(&item, player("greedy"), Vec::new());
    for finished in 0..=played.len() {
        let (grade, again) = grade_with(&item, player("greedy"), played[..finished].to_vec());
        assert_eq!((&grade, again.len()), (&whole, played.len() - finished));
    }
}

#[test]
fn the_other_side_of_a_board_shows_what_the_lot_is_worth_and_does_not_count() {
    let item = match_item("greedy", |asked| (asked.games, asked.fairness_pairs) = (3, 3));
    let (grade, _) = grade_with(&item, player("greedy"), Vec::new());
    let evidence = grade.evidence.of_match().unwrap();
    assert_eq!(evidence.played.iter().filter(|game| !game.counts).count() + evidence.counted().count(), 6);
    let sides: BTreeSet<(u64, bool)> = evidence.played.iter().map(|game| (game.number, game.began)).collect();
    assert_eq!(sides.len(), 6, "each board from each side, once");
    let pairs = evidence.fairness().pairs.unwrap();
    // A player against itself: what one side wins on a board, the other loses on it.
    assert_eq!((pairs.boards, pairs.won, pairs.is_better()), (3, pairs.lost, None));
    assert_eq!(pairs.points[0], pairs.points[1]);
    let boards = |began| -> Vec<String> {
        let of_side = evidence.played.iter().filter(|game| game.began == began);
        let mut boards: Vec<String> = of_side.map(|game| game.record().unwrap().game.board).collect();
        boards.sort();
        boards
    };
    assert_eq!(boards(true), boards(false));
    assert_eq!(evidence.score().played(), evidence.counted().count() as u64);
}

#[test]
fn in_a_paired_match_every_board_is_played_from_both_sides() {
    let item = match_item("greedy", |asked| (asked.games, asked.mode, asked.all_games) = (4, Mode::Paired, true));
    let (grade, _) = grade_with(&item, player("greedy"), Vec::new());
    let fairness = grade.evidence.of_match().unwrap().fairness();
    assert_eq!(fairness.pairs.unwrap().boards, 2);
    assert_eq!((fairness.first.played, fairness.second.played), (2, 2));
}

#[test]
fn what_the_arena_fails_at_is_not_graded() {
    let submission = Player { name: "greedy", habit: Habit::Trouble };
    let case = Task::Case { case: Box::new(course_cases(1, 1).remove(0)), clock: ClockRules::default() };
    for item in [match_item("random", |_| {}), Item { task: case, ..match_item("random", |_| {}) }] {
        let (grade, _) = grade_with(&item, submission.clone(), Vec::new());
        assert_eq!(grade.outcome, Outcome::NotGraded);
        assert!(grade.reason.contains("the disk is full"), "{}", grade.reason);
    }
    let (grade, _) = grade_with(&match_item("nobody", |_| {}), player("greedy"), Vec::new());
    assert_eq!((grade.outcome, grade.reason.as_str()), (Outcome::NotGraded, "nobody is called nobody"));
}

#[test]
fn a_wrong_board_costs_the_case_and_the_game_and_its_reply_is_kept() {
    let submission = Player { name: "greedy", habit: Habit::OldBoard };
    let items = Rubric::course(1).items();
    let (grade, _) = grade_with(&items[0], submission.clone(), Vec::new());
    let Evidence::Case(evidence) = &grade.evidence else { panic!("{grade:?}") };
    assert_eq!(grade.outcome, Outcome::Missed);
    assert!(grade.reason.starts_with("it wrote a wrong board"), "{}", grade.reason);
    assert!(evidence.reply.as_ref().is_some_and(|reply| reply.output.is_some()));
    let (grade, played) = grade_with(&match_item("random", |_| {}), submission, Vec::new());
    assert_eq!((grade.outcome, played.len()), (Outcome::Missed, 3));
    assert!(played.iter().all(|game| game.fault().is_some()));
    assert!(grade.notes[0].starts_with("lost game 1 by a fault: it wrote a wrong board"), "{:?}", grade.notes);
    // What is written down is read back as it was.
    let text = serde_json::to_string(&grade).unwrap();
    assert_eq!(serde_json::from_str::<ItemGrade>(&text).unwrap(), grade);
}

#[test]
fn an_item_is_read_as_it_was_written() {
    for item in Rubric::course(5).items() {
        let text = serde_json::to_string(&item.task).unwrap();
        assert_eq!(serde_json::from_str::<Task>(&text).unwrap(), item.task);
    }
    let rubric = Rubric::course(5);
    assert_eq!(serde_json::from_str::<Rubric>(&serde_json::to_string(&rubric).unwrap()).unwrap(), rubric);
}
