//! What holds for a tournament, whatever happens to it. Real processes are killed
//! in the tests of the program; here is what can be told apart only from inside.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::store::{GameEnd, Store, Stored};
use super::*;
use crate::agents::{AgentSpec, Roster};
use crate::game::{AgentLine, Builtin, BuiltinEntrant, Contestant, Entrant, Entry, Event, Request, Stop, Turn};
use crate::storage::{Access, Worker};

const ONE: NonZeroUsize = NonZeroUsize::MIN;

/// Built-in players, and some that are in trouble.
#[derive(Debug, Default)]
struct TestRoster {
    /// Who cannot be made ready.
    missing: Vec<&'static str>,
    /// Whom the arena cannot enter.
    void: Vec<&'static str>,
    /// After so many turns of all players everything is to stop.
    turns: Option<(Arc<AtomicUsize>, Stop)>,
}

impl Roster for TestRoster {
    fn entrant(&self, spec: &AgentSpec) -> anyhow::Result<Arc<dyn Entrant>> {
        let name = spec.name();
        anyhow::ensure!(!self.missing.contains(&name.as_str()), "it does not compile");
        let is_void = self.void.contains(&name.as_str());
        let entrant = BuiltinEntrant { builtin: spec.command.parse::<Builtin>()?, name };
        Ok(Arc::new(TestEntrant { entrant, is_void, turns: self.turns.clone() }))
    }
}

#[derive(Debug)]
struct TestEntrant {
    entrant: BuiltinEntrant,
    is_void: bool,
    turns: Option<(Arc<AtomicUsize>, Stop)>,
}

impl Entrant for TestEntrant {
    fn line(&self, time: Duration) -> AgentLine {
        self.entrant.line(time)
    }

    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        anyhow::ensure!(!self.is_void, "no room for its folder");
        Ok(Box::new(Counted { player: self.entrant.enter(entry)?, turns: self.turns.clone() }))
    }
}

/// A player whose turns are counted.
struct Counted<'a> {
    player: Box<dyn Contestant + 'a>,
    turns: Option<(Arc<AtomicUsize>, Stop)>,
}

impl Contestant for Counted<'_> {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        if let Some((left, stop)) = &self.turns
            && left.fetch_sub(1, Ordering::Relaxed) == 1
        {
            stop.raise();
        }
        self.player.take_turn(request)
    }
}

struct Scratch {
    temporary: tempfile::TempDir,
}

const THREE: &str = r#"
    format = "round-robin"
    boards = ["4p2"]
    time = 60
    [[agents]]
    command = "random"
    [[agents]]
    command = "greedy"
    [[agents]]
    name = "one ahead"
    command = "minimax:depth=1"
"#;

impl Scratch {
    fn new(settings: &str) -> Self {
        let scratch = Self { temporary: tempfile::tempdir().unwrap() };
        scratch.write(settings);
        scratch
    }

    fn folder(&self) -> Folder {
        Folder::new(self.temporary.path())
    }

    fn write(&self, settings: &str) {
        fs::write(self.temporary.path().join(FILE_NAME), settings).unwrap();
    }

    fn run(&self, roster: &TestRoster) -> Result<Outcome, TournamentError> {
        let tournament = Tournament::open(&self.folder())?;
        let stop = roster.turns.as_ref().map(|(_, stop)| stop.clone()).unwrap_or_default();
        let lineup = tournament.prepare(roster, ONE, &stop)?.expect("nobody stopped it");
        tournament.run(&lineup, ONE, &stop, &|_| {})
    }

    fn results(&self) -> Results {
        load_results(&self.folder()).unwrap()
    }

    /// Asserts that everything is in order, and returns how many games there are.
    fn verified(&self) -> usize {
        let found = verify(&self.folder()).unwrap();
        assert_eq!(found.problems, [""; 0]);
        found.games
    }
}

fn stop_after(turns: usize) -> TestRoster {
    TestRoster { turns: Some((Arc::new(AtomicUsize::new(turns)), Stop::default())), ..TestRoster::default() }
}

fn played_moves(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_finished_game_of_an_interrupted_pair_is_kept() {
    let scratch = Scratch::new(THREE);
    // The first game of a 4 x 4 box is over after 16 turns at most; the second one
    // is broken off as soon as one game is there.
    let mut turns = 1;
    while {
        assert_eq!(scratch.run(&stop_after(turns)).unwrap(), Outcome::Stopped);
        scratch.results().games.is_empty()
    } {
        turns += 1;
    }
    let before = scratch.results();
    assert_eq!(before.games.len(), 1);
    assert_eq!(before.pairs[before.games[0].pair].state, PairState::Open);
    let record = played_moves(&before.games[0].record);
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    let after = scratch.results();
    assert_eq!(after.games[0], before.games[0]);
    assert_eq!(played_moves(&after.games[0].record), record);
    assert_eq!((scratch.verified(), after.is_finished), (6, true));
}

#[test]
fn a_tournament_that_is_stopped_after_every_few_turns_comes_to_the_same_end() {
    let moves = |scratch: &Scratch| {
        let mut games = Vec::new();
        each_record(&scratch.folder(), |record| {
            let moves: Vec<String> = record.moves.into_iter().map(|line| line.cell).collect();
            games.push((record.game.id, moves, record.end.unwrap().points));
            Ok(())
        })
        .unwrap();
        games
    };
    for format in ["format = \"swiss\"\nrounds = 2", "format = \"knockout\"", "format = \"round-robin\""] {
        let settings = THREE.replace("format = \"round-robin\"", format);
        let whole = Scratch::new(&settings);
        assert_eq!(whole.run(&TestRoster::default()).unwrap(), Outcome::Finished);
        let stopped = Scratch::new(&settings);
        // Never less than a game takes.
        while stopped.run(&stop_after(17)).unwrap() == Outcome::Stopped {}
        assert_eq!(moves(&stopped), moves(&whole), "{format}");
        assert_eq!(stopped.verified(), whole.verified());
        assert_eq!(stopped.results().byes, whole.results().byes);
    }
}

#[test]
fn who_cannot_be_made_ready_is_left_out_and_the_others_play() {
    let scratch = Scratch::new(THREE);
    let roster = TestRoster { missing: vec!["greedy"], ..TestRoster::default() };
    assert_eq!(scratch.run(&roster).unwrap(), Outcome::Finished);
    let results = scratch.results();
    assert_eq!(results.agents[1].problem.as_deref(), Some("it does not compile"));
    assert_eq!((results.games.len(), results.is_finished), (2, true));
    // Mended, it comes to its games.
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    assert_eq!((scratch.verified(), scratch.results().agents[1].problem.clone()), (6, None));
}

#[test]
fn fewer_than_two_are_no_tournament() {
    let scratch = Scratch::new(THREE);
    let roster = TestRoster { missing: vec!["greedy", "random"], ..TestRoster::default() };
    let error = scratch.run(&roster).unwrap_err();
    assert!(matches!(error, TournamentError::TooFew(_)) && !error.is_of_arena(), "{error}");
    assert!(error.to_string().contains("greedy: it does not compile"), "{error}");
}

#[test]
fn what_the_arena_cannot_play_does_not_count_and_is_tried_again() {
    for roster in [
        TestRoster { void: vec!["greedy"], ..TestRoster::default() },
        // It could, once, and is not judged by what has become of its files.
        TestRoster { missing: vec!["greedy"], ..TestRoster::default() },
    ] {
        let scratch = Scratch::new(THREE);
        assert_eq!(scratch.run(&stop_after(1)).unwrap(), Outcome::Stopped);
        let Outcome::Void(pairs) = scratch.run(&roster).unwrap() else { panic!("it was played") };
        assert_eq!(pairs.len(), 2);
        let results = scratch.results();
        assert_eq!((results.games.len(), results.faults.len(), results.is_finished), (2, 0, false));
        assert!(results.games.iter().all(|game| !game.agents.contains(&1)));
        assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
        assert_eq!(scratch.verified(), 6);
    }
}

#[test]
fn agents_may_be_added_but_nothing_changed_that_games_were_played_under() {
    let scratch = Scratch::new(THREE);
    assert_eq!(scratch.run(&stop_after(1)).unwrap(), Outcome::Stopped);
    // As long as no game is finished everything may change.
    let settings = THREE.replace("4p2", "3p2");
    scratch.write(&settings);
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);

    let more = format!("{settings}\n[[agents]]\nname = \"late\"\ncommand = \"greedy\"\n");
    scratch.write(&more);
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    assert_eq!(scratch.verified(), 12);

    let refused = |settings: &str| {
        scratch.write(settings);
        let error = scratch.run(&TestRoster::default()).unwrap_err();
        assert!(matches!(error, TournamentError::Changed(_)) && !error.is_of_arena(), "{error}");
        error.to_string()
    };
    assert!(refused(&more.replace("3p2", "4p2")).contains(r#"'boards' was ["3p2"] and is ["4p2"]"#));
    assert!(refused(&more.replace("time = 60", "time = 6")).contains("'time' was 60.0 and is 6.0"));
    assert!(refused(&more.replace("time = 60", "time = 60\nseed = 2")).contains("'seed' was 1 and is 2"));
    assert!(refused(&settings).contains("'late' is not in tournament.toml any more"));
    assert!(refused(&more.replace("depth=1", "depth=2")).contains("'one ahead' is not what it was"));
    scratch.write(&more.replace("time = 60", "time = 60\njobs = 2"));
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
}

#[test]
fn a_swiss_tournament_that_has_begun_takes_nobody_in() {
    let swiss = THREE.replace("\"round-robin\"", "\"swiss\"\nrounds = 2");
    let scratch = Scratch::new(&swiss);
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    scratch.write(&format!("{swiss}\n[[agents]]\nname = \"late\"\ncommand = \"greedy\"\n"));
    let error = scratch.run(&TestRoster::default()).unwrap_err();
    assert!(matches!(error, TournamentError::Changed(_)), "{error}");
}

#[test]
fn records_that_are_gone_are_made_again_as_they_were() {
    let scratch = Scratch::new(THREE);
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    let record = scratch.results().games[2].record.clone();
    let text = played_moves(&record);
    fs::remove_file(&record).unwrap();
    assert_eq!(verify(&scratch.folder()).unwrap().problems.len(), 1);
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    assert_eq!(played_moves(&record), text);
    assert_eq!(scratch.verified(), 6);
}

#[test]
fn nobody_runs_what_somebody_runs() {
    let scratch = Scratch::new(THREE);
    let tournament = Tournament::open(&scratch.folder()).unwrap();
    assert!(scratch.folder().is_running());
    assert!(matches!(scratch.run(&TestRoster::default()), Err(TournamentError::Busy(_))));
    drop(tournament);
    assert!(!scratch.folder().is_running());
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
}

#[test]
fn a_pair_that_is_delivered_twice_counts_once() {
    let scratch = Scratch::new(THREE);
    assert_eq!(scratch.run(&stop_after(1)).unwrap(), Outcome::Stopped);
    let store = Store::open(&scratch.folder(), Access::Write).unwrap();
    // Whoever has not been heard of for long is taken for dead, but plays on.
    let [slow, quick] = ["slow", "quick"].map(Worker::new);
    store.start_alone(&slow).unwrap();
    let taken_by_slow = store.take(&slow).unwrap().unwrap();
    store.start_alone(&quick).unwrap();
    let taken_by_quick = store.take(&quick).unwrap().unwrap();
    assert_eq!(taken_by_slow.pair, taken_by_quick.pair);
    let elsewhere = Scratch::new(THREE);
    assert_eq!(elsewhere.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    let results = elsewhere.results();
    let mut first_move = None;
    each_record(&elsewhere.folder(), |record| {
        first_move.get_or_insert(record.moves[0].clone());
        Ok(())
    })
    .unwrap();
    let finish = |taken, worker, play| {
        let played = &results.games[0];
        let (moves, used, longest) = (played.moves, played.used, played.longest);
        let game = GameEnd { play, game: 0, end: &played.end, moves, used, longest };
        store.finish_game(taken, worker, &game).unwrap()
    };

    let line = &results.games[0].line;
    let slow_play = store.begin_game(&taken_by_slow, 0, &slow, line).unwrap();
    let quick_play = store.begin_game(&taken_by_quick, 0, &quick, line).unwrap();
    assert_eq!(store.add_move(slow_play, first_move.as_ref().unwrap()).unwrap(), Stored::Lost);
    assert_eq!(store.add_move(quick_play, first_move.as_ref().unwrap()).unwrap(), Stored::Yes);
    assert_eq!(finish(&taken_by_slow, &slow, slow_play), Stored::Lost);
    assert_eq!(finish(&taken_by_quick, &quick, quick_play), Stored::Yes);
    let late_play = store.begin_game(&taken_by_slow, 0, &slow, line).unwrap();
    assert_eq!(finish(&taken_by_slow, &slow, late_play), Stored::Lost);
    assert_eq!(store.progress().unwrap().games, 1);
}

#[test]
fn the_last_line_of_a_record_is_what_the_results_say() {
    let scratch = Scratch::new(THREE);
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    for game in scratch.results().games {
        let text = played_moves(&game.record);
        let last: Event = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!(last, Event::End(game.end));
        assert_eq!(text.lines().count(), game.moves + 2);
    }
}
