//! What holds for a tournament, whatever happens to it. Real processes are killed
//! in the tests of the program; here is what can be told apart only from inside.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::store::{FinishedPlay, Play, Store, Stored};
use super::*;
use crate::agents::{Agent, AgentSpec, Roster};
use crate::storage::Access;
use fruitrage_game::{AgentLine, Builtin, Contestant, Entrant, Entry, Event, Request, Stop, Turn};

const NOBODY: &str = "nobody";

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
    fn agent(&self, spec: &AgentSpec, _: &Path) -> anyhow::Result<Agent> {
        let name = spec.name();
        anyhow::ensure!(!self.missing.contains(&name.as_str()), "it does not compile");
        let is_void = self.void.contains(&name.as_str());
        let builtin = spec.command.parse()?;
        Ok(Agent::Builtin(Arc::new(TestEntrant { name, builtin, is_void, turns: self.turns.clone() })))
    }
}

#[derive(Debug)]
struct TestEntrant {
    name: String,
    builtin: Builtin,
    is_void: bool,
    turns: Option<(Arc<AtomicUsize>, Stop)>,
}

impl Entrant for TestEntrant {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin(&self.name, &self.builtin.to_string(), time)
    }

    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        anyhow::ensure!(!self.is_void, "no room for its folder");
        Ok(Box::new(Counted { player: self.builtin.contestant(entry.seed), turns: self.turns.clone() }))
    }
}

/// A player whose turns are counted.
struct Counted {
    player: Box<dyn Contestant>,
    turns: Option<(Arc<AtomicUsize>, Stop)>,
}

impl Contestant for Counted {
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

    fn site(&self) -> Site {
        Site::of_folder(self.folder(), None).unwrap()
    }

    fn window(&self) -> Window {
        Window::open(&self.site()).unwrap()
    }

    fn run(&self, roster: &TestRoster) -> Result<Outcome, TournamentError> {
        self.run_on("here", roster)
    }

    fn run_on(&self, host: &str, roster: &TestRoster) -> Result<Outcome, TournamentError> {
        let tournament = Tournament::open(&self.site())?;
        let stop = roster.turns.as_ref().map(|(_, stop)| stop.clone()).unwrap_or_default();
        let lineup = tournament.prepare(roster, ONE, &stop)?.expect("nobody stopped it");
        let info = WorkerInfo { host: host.to_owned(), speed: 1, version: "0".to_owned() };
        tournament.run(&lineup, &info, ONE, &stop, &|_| {})
    }

    fn results(&self) -> Results {
        self.window().results().unwrap()
    }

    /// Asserts that everything is in order, and returns how many games there are.
    fn verified(&self) -> usize {
        let found = verify(&self.window()).unwrap();
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
    // The first game of a 4 x 4 board is over after 16 turns at most; the second one
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
        let window = scratch.window();
        let each = window.each_record(|record| {
            let moves: Vec<String> = record.moves.into_iter().map(|line| line.cell.to_string()).collect();
            games.push((record.game.id, moves, record.end.unwrap().points));
            Ok(())
        });
        each.unwrap();
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
        let results = whole.results();
        assert_eq!(stopped.results().byes, results.byes);
        let mut expected = results.schedule().byes(&results.encounters());
        expected.sort_unstable();
        assert_eq!(results.byes, expected, "a report takes them from here");
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
        assert_eq!((results.games.len(), results.faults().count(), results.is_finished), (2, 0, false));
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
    assert_eq!(verify(&scratch.window()).unwrap().problems.len(), 1);
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    assert_eq!(played_moves(&record), text);
    assert_eq!(scratch.verified(), 6);
}

#[test]
fn nobody_runs_what_somebody_runs() {
    let scratch = Scratch::new(THREE);
    let tournament = Tournament::open(&scratch.site()).unwrap();
    assert!(scratch.folder().is_running());
    assert!(matches!(scratch.run(&TestRoster::default()), Err(TournamentError::Busy(_))));
    drop(tournament);
    assert!(!scratch.folder().is_running());
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
}

#[test]
fn who_looks_whether_it_is_running_keeps_nobody_from_running_it() {
    let scratch = Scratch::new(THREE);
    drop(scratch.folder().lock().unwrap());
    // As `is_running` does, only for longer.
    let looked_at = fs::File::open(scratch.temporary.path().join("tournament.lock")).unwrap();
    looked_at.lock_shared().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            looked_at.unlock().unwrap();
        });
        assert!(scratch.folder().lock().is_ok());
    });
}

#[test]
fn a_pair_that_is_delivered_twice_counts_once() {
    let scratch = Scratch::new(THREE);
    assert_eq!(scratch.run(&stop_after(1)).unwrap(), Outcome::Stopped);
    let store = Store::open(&scratch.site().location, Access::Write).unwrap();
    let identity = store.identity().unwrap().unwrap();
    // Whoever has not been heard of for long is taken for dead, but plays on.
    let info = WorkerInfo { host: "here".to_owned(), speed: 1, version: "0".to_owned() };
    let take = |worker: &str| {
        // Alone, it takes all pairs back from the others.
        store.join(worker, &info, 1).unwrap();
        store.take(&identity, worker, Duration::from_hours(1)).unwrap().unwrap()
    };
    let elsewhere = Scratch::new(THREE);
    assert_eq!(elsewhere.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    let results = elsewhere.results();
    let played = |taken: &store::TakenPair, game: usize, play, worker: &str| {
        let found = &results.games[game];
        FinishedPlay {
            pair: taken.pair.number,
            game,
            play,
            tournament: identity.clone(),
            worker: worker.to_owned(),
            agents: results::movers(taken.pair.agents, game),
            events: played_moves(&found.record).lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
            log: None,
        }
    };
    let [slow_play, quick_play] = [Play::new(), Play::new()];
    let line = &Event::Game(results.games[0].line.clone());
    let begin = |taken: &store::TakenPair, game, play, worker: &str| {
        store.begin_game(&identity, taken, game, play, worker, line).unwrap()
    };
    let taken_by_slow = take("slow");
    assert_eq!(begin(&taken_by_slow, 0, slow_play, "slow"), Stored::Yes);
    let taken_by_quick = take("quick");
    assert_eq!(taken_by_slow.pair, taken_by_quick.pair);
    assert_eq!(begin(&taken_by_quick, 0, quick_play, "quick"), Stored::Yes);
    assert_eq!(begin(&taken_by_slow, 0, Play::new(), "slow"), Stored::Lost, "it is not its own any more");
    let of_quick = played(&taken_by_quick, 0, quick_play, "quick");
    let of_slow = played(&taken_by_slow, 0, slow_play, "slow");
    // Whoever begins a game anew is the one to be watched.
    assert_eq!(store.add_move(slow_play, 1, &of_slow.events[1]).unwrap(), Stored::Lost);
    assert_eq!(store.add_move(quick_play, 1, &of_quick.events[1]).unwrap(), Stored::Yes);
    // But whoever comes to the end first has played it, and is told so as often as it
    // asks.
    for _ in 0..2 {
        assert_eq!(store.finish_game(&of_slow).unwrap(), Stored::Yes);
    }
    assert_eq!(store.add_move(quick_play, 2, &of_quick.events[2]).unwrap(), Stored::Lost);
    assert_eq!(store.finish_game(&of_quick).unwrap(), Stored::Lost);
    let other = FinishedPlay { tournament: "another".to_owned(), ..played(&taken_by_quick, 1, Play::new(), NOBODY) };
    assert_eq!(store.finish_game(&other).unwrap(), Stored::Lost, "it is of another tournament");
    let stored = store.begin_game("another", &taken_by_quick, 1, Play::new(), NOBODY, line).unwrap();
    assert_eq!(stored, Stored::Lost, "so is this");
    assert_eq!(store.progress().unwrap().games, 1);
    // The pair is not done: it goes back, and is taken again with what is left of it.
    store.release(taken_by_slow.lease).unwrap();
    store.release(taken_by_quick.lease).unwrap();
    drop(store);
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    assert_eq!(scratch.verified(), 6);
}

#[test]
fn who_is_withdrawn_keeps_what_it_has_played() {
    let scratch = Scratch::new(THREE);
    let mut turns = 1;
    while scratch.run(&stop_after(turns)).is_ok() && scratch.results().games.is_empty() {
        turns += 1;
    }
    let played = scratch.results().games.len();
    let who = scratch.results().agents[scratch.results().games[0].agents[0]].name.clone();
    assert!(matches!(withdraw(&scratch.site(), "nobody").unwrap_err(), TournamentError::NoSuchAgent(..)));
    assert_eq!(withdraw(&scratch.site(), &who).unwrap(), 2, "it has finished no pair");
    assert_eq!(withdraw(&scratch.site(), &who).unwrap(), 0, "once is enough");
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    let results = scratch.results();
    assert_eq!(scratch.verified(), played + 2);
    let standings = scratch.window().status().unwrap().standings;
    let last = standings.last().unwrap();
    assert_eq!(results.agents[last.player].name, who);
    assert_eq!((last.half_points, last.encounters), (0, [0, 0, 2]));
}

#[test]
fn what_is_finished_is_complete_also_if_somebody_was_withdrawn() {
    let swiss = THREE.replace("\"round-robin\"", "\"swiss\"\nrounds = 3");
    let scratch = Scratch::new(&swiss);
    assert_eq!(scratch.run(&stop_after(1)).unwrap(), Outcome::Stopped);
    withdraw(&scratch.site(), "greedy").unwrap();
    assert_eq!(scratch.run(&TestRoster::default()).unwrap(), Outcome::Finished);
    let Status { progress, forecast, .. } = scratch.window().status().unwrap();
    assert!(progress.is_finished && progress.games < 6, "{progress:?}");
    assert_eq!((forecast.games, forecast.games_left), (progress.games, 0));
}

#[test]
fn a_pause_is_kept_by_who_plays() {
    let scratch = Scratch::new(THREE);
    assert_eq!(scratch.run(&stop_after(1)).unwrap(), Outcome::Stopped);
    pause(&scratch.site()).unwrap();
    let stop = Stop::default();
    let roster = TestRoster { turns: Some((Arc::default(), stop.clone())), ..TestRoster::default() };
    let before = scratch.results().workers.len();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| scratch.run(&roster).unwrap());
        while scratch.results().workers.len() == before {
            assert!(!running.is_finished(), "it does not wait");
            std::thread::sleep(Duration::from_millis(1));
        }
        let progress = scratch.window().status().unwrap().progress;
        assert!(progress.is_paused && progress.games == 0, "{progress:?}");
        resume(&scratch.site()).unwrap();
        assert_eq!(running.join().unwrap(), Outcome::Finished);
    });
    assert_eq!(scratch.verified(), 6);
}

#[test]
fn who_watches_hears_of_a_pause_and_of_its_end() {
    let scratch = Scratch::new(THREE);
    assert_eq!(scratch.run(&stop_after(1)).unwrap(), Outcome::Stopped);
    let window = scratch.window();
    let before = window.stamp().unwrap();
    pause(&scratch.site()).unwrap();
    let paused = window.stamp().unwrap();
    resume(&scratch.site()).unwrap();
    let resumed = window.stamp().unwrap();
    assert!(before != paused && paused != resumed, "{before:?} {paused:?} {resumed:?}");
}

#[test]
fn a_report_knows_who_has_played_what_and_can_do_without_them() {
    let swiss = THREE.replace("\"round-robin\"", "\"swiss\"\nrounds = 3");
    let scratch = Scratch::new(&swiss);
    let mut turns = 1;
    while {
        assert_eq!(scratch.run_on("first", &stop_after(turns)).unwrap(), Outcome::Stopped);
        scratch.results().games.is_empty()
    } {
        turns += 1;
    }
    assert_eq!(scratch.run_on("second", &TestRoster::default()).unwrap(), Outcome::Finished);
    let data = load_report_data(&scratch.window()).unwrap();
    let hosts: Vec<_> = data.games.iter().map(|game| (game.host.as_deref().unwrap(), game.speed.unwrap())).collect();
    assert_eq!((hosts[0], hosts.len()), (("first", 1), 6));
    assert!(hosts[1..].iter().all(|&host| host == ("second", 1)), "{hosts:?}");
    assert_eq!(data.hosts.iter().map(|host| host.name.as_str()).collect::<Vec<_>>(), ["first", "second"]);
    assert_eq!((data.hosts[0].speeds.len(), data.hosts[1].speeds.len()), (turns, 1));
    assert_eq!((data.byes.len(), &data.byes), (3, &scratch.results().byes));

    let rest = data.clone().without_hosts(&["first".to_owned()]).unwrap();
    assert_eq!((rest.games.len(), rest.left_out.games.len(), &rest.byes), (4, 2, &data.byes));
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
