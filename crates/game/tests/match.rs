//! Pairs and matches: who sits where, on which boards, with which dice, and what
//! happens if the arena fails.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fruitrage_game::{
    AgentLine, Answer, BoardSource, Builtin, Contestant, Ending, Entrant, Entry, Event, Failure, MatchPlan, Pair,
    PlayedUnit, RECORD_VERSION, Request, Rules, Series, Side, Stop, TieRule, Turn,
};
use fruitrage_rules::{Board, Player, generate};

/// A player that notes how it is entered, and cannot be for the first so many times.
#[derive(Debug)]
struct Noting {
    name: &'static str,
    failures: usize,
    entries: Mutex<Vec<(u64, String, Player)>>,
    answer: fn(&Request<'_>) -> Answer,
}

impl Noting {
    fn new(name: &'static str) -> Self {
        let largest = |request: &Request<'_>| Answer::Cell(request.board.groups()[0].cell());
        Self { name, failures: 0, entries: Mutex::default(), answer: largest }
    }

    fn entries(&self) -> Vec<(u64, String, Player)> {
        self.entries.lock().unwrap().clone()
    }
}

impl Entrant for Noting {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin(self.name, self.name, time)
    }

    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        let mut entries = self.entries.lock().unwrap();
        entries.push((entry.seed, entry.game.to_owned(), entry.player));
        anyhow::ensure!(entries.len() > self.failures, "no room for {}", self.name);
        Ok(Box::new(Answering(self.answer)))
    }
}

struct Answering(fn(&Request<'_>) -> Answer);

impl Contestant for Answering {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        let time = Duration::from_millis(1);
        Turn::new(time, time, (self.0)(request))
    }
}

fn side(entrant: &Arc<Noting>) -> Side {
    Side { entrant: Arc::<Noting>::clone(entrant), time: Duration::from_secs(9) }
}

fn pair(sides: [&Arc<Noting>; 2], seed: Option<u64>) -> Pair {
    let board = Board::settled(&generate(4, 3, 5));
    Pair { id: "17".to_owned(), board, kinds: 3, seed, sides: sides.map(side), rules: Rules::default() }
}

fn play(pair: &Pair, game: usize) -> (fruitrage_game::EndLine, Vec<Event>) {
    let mut events = Vec::new();
    let end = pair.play(game, &Stop::default(), &mut |step| {
        events.push(step.event.clone());
        Ok(())
    });
    (end.unwrap(), events)
}

fn announced(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Game(_))).count()
}

#[test]
fn in_the_second_game_of_a_pair_the_other_side_begins_on_the_same_board() {
    let [ada, ben] = ["Ada", "Ben"].map(|name| Arc::new(Noting::new(name)));
    let mut pair = pair([&ada, &ben], Some(3));
    pair.sides[1].time = Duration::from_secs(2);
    pair.rules = Rules { ties: TieRule::Time, strict_board: true, ..Rules::default() };
    let lines = [0, 1].map(|game| pair.game_line(game));
    for (line, id, names, seconds) in
        [(&lines[0], "17-1", ["Ada", "Ben"], [9, 2]), (&lines[1], "17-2", ["Ben", "Ada"], [2, 9])]
    {
        assert_eq!((line.id.as_str(), line.pair.as_str(), line.version), (id, "17", RECORD_VERSION));
        assert_eq!(line.agents.each_ref().map(|agent| agent.name.as_str()), names);
        assert_eq!(line.agents.each_ref().map(|agent| agent.time), seconds.map(Duration::from_secs));
        assert_eq!((line.rules(), line.kinds, line.seed), (pair.rules, 3, Some(3)));
        assert_eq!(line.board.replace('/', "\n"), pair.board.to_string().trim_end());
    }
    for (game, line) in lines.into_iter().enumerate() {
        let (_, events) = play(&pair, game);
        assert_eq!(events[0], Event::Game(line), "the game is announced by its line");
    }
}

#[test]
fn no_two_seats_of_neighbouring_pairs_throw_the_same_dice() {
    let noting = Arc::new(Noting::new("Ada"));
    for seed in [Some(5), Some(6), Some(7), Some(u64::MAX)] {
        for game in [0, 1] {
            play(&pair([&noting, &noting], seed), game);
        }
    }
    let mut seeds: Vec<u64> = noting.entries().into_iter().map(|(seed, ..)| seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 4 * 2 * 2, "{seeds:?}");
}

#[test]
fn a_player_is_told_which_game_and_which_seat_it_is_entered_for() {
    let [ada, ben] = ["Ada", "Ben"].map(|name| Arc::new(Noting::new(name)));
    for game in [0, 1] {
        play(&pair([&ada, &ben], None), game);
    }
    let seats = |player: &Noting| player.entries().into_iter().map(|(_, game, seat)| (game, seat)).collect::<Vec<_>>();
    let [first, second] = ["17-1", "17-2"].map(str::to_owned);
    assert_eq!(seats(&ada), [(first.clone(), Player::First), (second.clone(), Player::Second)]);
    assert_eq!(seats(&ben), [(first, Player::Second), (second, Player::First)]);
}

#[test]
fn what_the_arena_fails_at_is_begun_again_twice_and_then_void() {
    for (failures, tries, ending) in [(0, 1, "cleared"), (1, 2, "cleared"), (2, 3, "cleared"), (3, 3, "void")] {
        for failing in [0, 1] {
            let mut players = ["Ada", "Ben"].map(Noting::new);
            players[failing].failures = failures;
            let [ada, ben] = players.map(Arc::new);
            let (end, events) = play(&pair([&ada, &ben], None), 0);
            assert_eq!((end.ending.name(), announced(&events)), (ending, tries), "{}", end.message);
            if ending == "void" {
                let name = ["Ada", "Ben"][failing];
                assert_eq!(end.message, format!("The game does not count: no room for {name}"));
            }
        }
    }
}

#[test]
fn what_a_player_fails_at_is_lost_at_once() {
    let refusing =
        Noting { answer: |_| Answer::Fault(Ending::NoOutput { message: "nothing".to_owned() }), ..Noting::new("Ada") };
    let (end, events) = play(&pair([&Arc::new(refusing), &Arc::new(Noting::new("Ben"))], None), 0);
    assert_eq!((end.winner, announced(&events)), (Some(2), 1));
}

/// A match on boards of two lines, which are told apart by their kinds.
fn plan(series: Series) -> MatchPlan {
    let [ada, ben] = ["Ada", "Ben"].map(|name| Arc::new(Noting::new(name)));
    let boards = BoardSource::read_suite("00/01\n012/012/012\n0123/0123/0123/0123\n").unwrap();
    MatchPlan { sides: [side(&ada), side(&ben)], boards, series, rules: Rules::default() }
}

/// The pair, who begins by number and by name, and the kinds of fruit of all games.
fn games(unit: &PlayedUnit) -> Vec<(String, usize, String, u8)> {
    let game = |game: &fruitrage_game::PlayedGame| {
        let Event::Game(line) = &game.events[0] else { panic!("a game begins with its line") };
        assert_eq!(game.events.last(), Some(&Event::End(game.end.clone())));
        (line.pair.clone(), game.began, line.agents[0].name.clone(), line.kinds)
    };
    unit.iter().map(game).collect()
}

fn run(plan: &MatchPlan, jobs: usize, units: u64) -> Vec<Vec<(String, usize, String, u8)>> {
    let mut seen = Vec::new();
    let outcome = plan.run(jobs, &Stop::default(), |number, unit| {
        assert_eq!(number, seen.len() as u64);
        seen.push(games(&unit));
        Ok(if number + 1 == units { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    outcome.unwrap();
    seen
}

fn game(pair: &str, began: usize, name: &str, kinds: u8) -> (String, usize, String, u8) {
    (pair.to_owned(), began, name.to_owned(), kinds)
}

#[test]
fn a_match_of_pairs_plays_every_board_with_both_sides_first() {
    let plan = plan(Series::Pairs(2));
    assert_eq!((plan.units(), plan.games()), (2, Some(4)));
    assert_eq!(self::plan(Series::Pairs(5)).games(), Some(10));
    let expected = [
        vec![game("0001", 0, "Ada", 2), game("0001", 1, "Ben", 2)],
        vec![game("0002", 0, "Ada", 3), game("0002", 1, "Ben", 3)],
    ];
    for jobs in [1, 3] {
        assert_eq!(run(&plan, jobs, u64::MAX), expected);
    }
}

#[test]
fn in_a_best_of_series_the_players_begin_by_turns_on_a_new_board_each() {
    for (first, names) in [(0, ["Ada", "Ben", "Ada"]), (1, ["Ben", "Ada", "Ben"])] {
        let plan = plan(Series::BestOf { games: 11, first });
        assert_eq!((plan.units(), plan.games()), (110, Some(11)), "drawn games are played again, within reason");
        let seen: Vec<_> = run(&plan, 2, 3).into_iter().flatten().collect();
        let expected: Vec<_> = (0..3)
            .map(|number| {
                let began = (first + number) % 2;
                game(&format!("000{}", number + 1), began, names[number], number as u8 + 2)
            })
            .collect();
        assert_eq!(seen, expected);
    }
}

#[test]
fn a_match_ends_with_what_its_listener_cannot_take_or_with_the_flag() {
    let taken = AtomicUsize::new(0);
    let outcome = plan(Series::Pairs(50)).run(2, &Stop::default(), |_, _| {
        taken.fetch_add(1, Ordering::Relaxed);
        anyhow::bail!("the disk is full")
    });
    assert!(matches!(outcome, Err(Failure::Listener(error)) if error.to_string() == "the disk is full"));
    assert_eq!(taken.into_inner(), 1);

    let stop = Stop::default();
    stop.raise();
    let outcome = plan(Series::Pairs(50)).run(2, &stop, |_, _| panic!("nothing was played"));
    assert!(matches!(outcome, Err(Failure::Stopped)));
}

#[test]
fn what_is_enough_for_a_match_does_not_stop_what_it_is_a_part_of() {
    let stop = Stop::default();
    let plan = plan(Series::Pairs(50));
    plan.run(2, &stop, |_, _| Ok(ControlFlow::Break(()))).unwrap();
    assert!(!stop.is_raised());
}

#[test]
fn a_built_in_player_that_is_stopped_makes_no_move() {
    let (board, stop) = (Board::settled(&generate(6, 3, 1)), Stop::default());
    stop.raise();
    let request = Request {
        board: &board,
        kinds: 3,
        remaining: Duration::from_hours(1),
        clock: Rules::default().clock,
        ply: 1,
        course: None,
        stop: &stop,
    };
    for player in [Builtin::Random, Builtin::Greedy, Builtin::minimax(3), "minimax:deepen=1".parse().unwrap()] {
        assert_eq!(player.contestant(1).take_turn(&request).answer, Answer::Stopped, "{player}");
    }
}
