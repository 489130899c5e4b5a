//! The deck of puzzles: that every one is what it claims to be, on a sample in each run and
//! on all of them with `cargo test --release -p fruitrage-play --test puzzles -- --ignored
//! --nocapture`.

use std::collections::{HashMap, HashSet};

use fruitrage_engine::Level;
use fruitrage_play::puzzle::{
    Attempt, Course, Date, Exercise, LEAST_MARGIN, Progress, Puzzle, Reply, Selection, Source, Task, Theme, Truth,
    candidate, deck, likeness, seen_by, solved_by,
};
use fruitrage_rules::{Board, Cell, Group, Judge};

/// What a board is worth, by trying every game with the slow judge.
fn brute_force(judge: &Judge, seen: &mut HashMap<String, i32>) -> i32 {
    let name = judge.to_grid().to_string();
    if let Some(&value) = seen.get(&name) {
        return value;
    }
    let value = moves(judge, seen).into_iter().map(|(_, value)| value).max().unwrap_or(0);
    seen.insert(name, value);
    value
}

/// Every move with its value.
fn moves(judge: &Judge, seen: &mut HashMap<String, i32>) -> Vec<(Group, i32)> {
    let rated = judge.groups().into_iter().map(|group| {
        let mut after = *judge;
        let size = after.try_take(group.cell()).unwrap() as i32;
        (group, size * size - brute_force(&after, seen))
    });
    rated.collect()
}

/// Holds a puzzle to what it claims, without the solver that has made it.
fn check(puzzle: &Puzzle) {
    let board = &puzzle.board;
    let mut moves = moves(&Judge::new(&board.to_grid()), &mut HashMap::new());
    moves.sort_by_key(|&(_, value)| -value);
    let (best, second) = (moves[0], moves[1]);
    assert_eq!(board.group_at(puzzle.best), Ok(best.0), "the best group of\n{board}");
    assert_eq!((best.1, second.1), (puzzle.value, puzzle.second), "the values of\n{board}");
    assert!(best.1 > second.1, "only one is best in\n{board}");
    let decides = best.1.signum() > second.1.signum();
    assert!(best.1 - second.1 >= LEAST_MARGIN || decides, "the margin of\n{board}");
    let largest = moves.iter().map(|(group, _)| group.size()).max();
    assert!(largest > Some(best.0.size()), "a largest group is wrong in\n{board}");
}

#[test]
fn brute_force_finds_the_same_in_a_sample_of_the_deck() {
    let few = |puzzle: &&Puzzle| puzzle.board.group_count() <= 10;
    let sample: Vec<&Puzzle> = deck().puzzles().iter().filter(few).step_by(15).collect();
    assert!(sample.len() >= 20, "{}", sample.len());
    sample.into_iter().for_each(check);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p fruitrage-play --test puzzles -- --ignored"]
fn brute_force_finds_the_same_in_all_of_the_deck() {
    deck().puzzles().iter().for_each(check);
    println!("{} puzzles are what they claim, by brute force", deck().puzzles().len());
}

#[test]
#[ignore = "figures for BENCHMARKS.md"]
fn how_often_each_level_solves_the_deck() {
    let puzzles = deck().puzzles();
    for level in Level::all() {
        let share = |found: fn(Level, &Puzzle) -> f64| {
            100.0 * puzzles.iter().map(|puzzle| found(level, puzzle)).sum::<f64>() / puzzles.len() as f64
        };
        println!("{level}: {:.1} %, by seeing {:.1} %", share(solved_by), share(seen_by));
    }
    let minimax = |depth: u32| {
        let builtin = fruitrage_game::Builtin::minimax(depth);
        let mut dice = fruitrage_rules::Random::new(1);
        let solves = |puzzle: &&Puzzle| {
            let chosen = builtin.choose(&puzzle.board, &mut dice, None, &mut || false);
            chosen == puzzle.board.group_at(puzzle.best).ok()
        };
        puzzles.iter().filter(solves).count()
    };
    for depth in 1..=4 {
        println!("minimax:depth={depth}: {:.1} %", 100.0 * minimax(depth) as f64 / puzzles.len() as f64);
    }
}

#[test]
fn the_deck_is_large_and_no_two_puzzles_are_alike() {
    let puzzles = deck().puzzles();
    assert!(puzzles.len() >= 1000);
    let different: HashSet<String> = puzzles.iter().map(|puzzle| likeness(&puzzle.board)).collect();
    assert_eq!(different.len(), puzzles.len());
    for theme in Theme::ALL {
        assert!(deck().about(theme) >= 20, "{}: {}", theme.name(), deck().about(theme));
    }
    for [low, high] in [[0, 850], [850, 1000], [1000, 1100], [1100, 1200], [1200, 4000]] {
        let found = puzzles.iter().filter(|puzzle| (low..high).contains(&puzzle.rating)).count();
        assert!(found >= 200, "easy ones as well as hard ones: {found} from {low} to {high}");
    }
}

#[test]
fn a_puzzle_is_read_as_it_is_written_and_refused_with_a_reason() {
    for puzzle in deck().puzzles() {
        assert_eq!(&puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle);
    }
    for (line, reason) in [
        ("01/10 A1 +1 -1 900", "not six parts"),
        ("0x/10 A1 +1 -1 900 wait", "no board"),
        ("01/10 A9 +1 -1 900 wait", "A9"),
        ("01/10 A1 much -1 900 wait", "no value"),
        ("01/10 A1 +1 -1 900 think", "an unknown theme"),
    ] {
        let error = line.parse::<Puzzle>().unwrap_err().to_string();
        assert!(error.contains(reason) && error.contains(line), "{error}");
    }
}

/// The deck is made by `fruitrage puzzles make --seed 1`; here as far as its first puzzles.
#[test]
fn the_deck_is_made_again_to_the_byte() {
    let mut kept = Selection::default();
    let made = (0..).filter_map(|number| candidate(1, number)).filter(|found| kept.keeps(found));
    let lines: Vec<String> = made.take(12).map(|found| found.puzzle.to_string()).collect();
    let expected: Vec<String> = deck().puzzles().iter().take(12).map(ToString::to_string).collect();
    assert_eq!(lines, expected, "if the engine plays differently, make the deck again");
}

/// Solves a puzzle with moves that may be any of those as good as the best, taking the last of
/// them, and returns how many it took.
fn solve(puzzle: &Puzzle) -> u32 {
    let mut attempt = Attempt::new(Exercise { board: puzzle.board.clone(), one_move: false });
    while !attempt.is_solved() {
        let truth = Truth::of(attempt.board(), u64::MAX).unwrap();
        let as_good = truth.moves().iter().rev().find(|&&(_, value)| value == truth.value()).unwrap().0;
        let before = attempt.board().clone();
        match attempt.take(as_good.cell()).unwrap() {
            Reply::Wrong(wrong) => panic!("{} is as good as any: {wrong:?}\n{before}", as_good.cell()),
            Reply::GoOn { defence } => {
                // The defence keeps the value: it is a best answer.
                let mut after = before;
                after.try_play(as_good.cell()).unwrap();
                let answers = Truth::of(&after, u64::MAX).unwrap();
                assert_eq!(answers.lost(after.group_at(defence).unwrap()), Some(0));
                after.try_play(defence).unwrap();
                assert_eq!(&after, attempt.board());
            }
            Reply::Solved { .. } => {}
        }
    }
    assert_eq!(attempt.faults(), 0);
    attempt.found()
}

#[test]
fn puzzles_are_solved_by_best_moves_and_some_take_several() {
    let depths: Vec<u32> = deck().puzzles().iter().step_by(24).map(solve).collect();
    let deep = depths.iter().filter(|&&moves| moves > 1).count();
    assert!(deep * 4 > depths.len(), "{depths:?}");
}

#[test]
fn a_wrong_move_is_refuted_by_moves_that_can_be_made_and_cost_what_is_said() {
    for puzzle in deck().puzzles().iter().step_by(40) {
        let truth = Truth::of(&puzzle.board, u64::MAX).unwrap();
        for &(group, value) in truth.moves().iter().skip(1) {
            let mut attempt = Attempt::new(Exercise { board: puzzle.board.clone(), one_move: false });
            let Reply::Wrong(wrong) = attempt.take(group.cell()).unwrap() else { panic!("{group:?} is wrong") };
            assert_eq!((wrong.lost.points(), wrong.exact), (f64::from(puzzle.value - value), true));
            let mut board: Board = puzzle.board.clone();
            assert!(wrong.moves.iter().all(|&cell| board.try_play(cell).is_ok()), "{:?}", wrong.moves);
            assert_eq!(puzzle.board.group_at(wrong.moves[0]), Ok(group));
            assert!(wrong.words.contains("less than with the best move"), "{}", wrong.words);
            assert_eq!((attempt.board(), attempt.faults()), (&puzzle.board, 1), "one may try again");
        }
    }
}

#[test]
fn a_cell_without_fruit_is_no_fault() {
    let puzzle = deck().puzzles().iter().find(|puzzle| puzzle.board.get(Cell::new(0, 0)).is_none()).unwrap();
    let mut attempt = Attempt::new(Exercise { board: puzzle.board.clone(), one_move: false });
    assert!(attempt.take(Cell::new(0, 0)).is_err());
    assert_eq!(attempt.faults(), 0);
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everybody_and_another_one_for_years() {
    let of = |day: i64| deck().of_day(Date::of_days(day)).unwrap().name();
    assert_eq!(of(22_000), of(22_000));
    let days = deck().puzzles().len() as i64;
    let different: HashSet<String> = (22_000..22_000 + days).map(of).collect();
    assert_eq!(different.len() as i64, days);
}

#[test]
fn what_comes_next_was_not_seen_is_about_the_theme_and_grows_harder_with_success() {
    let mut progress = Progress::default();
    let date = Date::of_days(22_000);
    let mut names = HashSet::new();
    let mut ratings = Vec::new();
    for _ in 0..12 {
        let puzzle = deck().suited(&progress, Some(Theme::Split)).unwrap();
        assert!(puzzle.themes.contains(&Theme::Split) && names.insert(puzzle.name()));
        ratings.push(puzzle.rating);
        progress.solved(puzzle, date);
    }
    assert!(ratings.last() > ratings.first(), "{ratings:?}");
}

/// What each level that looks ahead sees, in halves of its tries, would be two opinions; here
/// that those that never look ahead have none.
#[test]
fn levels_that_never_look_ahead_see_nothing_and_the_strongest_sees_most() {
    let sample = || deck().puzzles().iter().step_by(100);
    for level in Level::all().take(4) {
        assert!(sample().all(|puzzle| seen_by(level, puzzle) == 0.0), "{level}");
    }
    let seen = |level: Level| sample().map(|puzzle| seen_by(level, puzzle)).sum::<f64>();
    assert!(seen(Level::HIGHEST) > seen(Level::of_number(5).unwrap()));
}

#[test]
fn easy_puzzles_are_seen_by_weaker_levels() {
    let [basil, thyme] = [5, 7].map(|number| Level::of_number(number).unwrap());
    let seen = |level: Level, ratings: std::ops::Range<i32>| {
        let puzzles = deck().puzzles().iter().filter(|puzzle| ratings.contains(&puzzle.rating)).take(12);
        puzzles.map(|puzzle| seen_by(level, puzzle)).sum::<f64>() / 12.0
    };
    let found = [seen(basil, 0..850), seen(basil, 1000..1100), seen(thyme, 1000..1100), seen(thyme, 1200..1300)];
    assert!(found[0] > 0.3 && found[1] < 0.2 && found[2] > 0.3 && found[3] < 0.2, "{found:?}");
}

fn course(source: Source) -> Course {
    Course::open(deck(), source, "2031-05-17".parse().unwrap(), Progress::default())
}

/// A wrong move on the board that is asked: the largest group.
fn err(course: &mut Course) -> Cell {
    let wrong = course.attempt().unwrap().board().groups()[0].cell();
    assert!(!course.take(wrong).unwrap().right);
    wrong
}

#[test]
fn one_may_play_on_with_a_wrong_move_to_the_end_and_it_stays_missed() {
    for puzzle in deck().puzzles().iter().step_by(60) {
        let mut attempt = Attempt::new(Exercise { board: puzzle.board.clone(), one_move: false });
        attempt.play_on().unwrap();
        assert_eq!(attempt.board(), &puzzle.board, "nothing was refuted yet");
        let Reply::Wrong(wrong) = attempt.take(puzzle.board.groups()[0].cell()).unwrap() else { panic!("wrong") };
        let mut expected = puzzle.board.clone();
        let points = [0, 1].map(|at| wrong.moves.get(at).map_or(0, |&cell| expected.try_play(cell).unwrap().points()));
        attempt.play_on().unwrap();
        assert_eq!((attempt.board(), attempt.points()), (&expected, points));
        while !attempt.is_over() {
            let truth = Truth::of(attempt.board(), u64::MAX).unwrap();
            let reply = attempt.take(truth.moves()[0].0.cell()).unwrap();
            assert!(!matches!(reply, Reply::Wrong(_)));
        }
        assert!(attempt.has_strayed() && !attempt.is_solved());
    }
}

#[test]
fn who_plays_on_or_tries_again_has_missed_the_puzzle_but_only_once() {
    let mut course = course(Source::Daily);
    let Some(Task::Puzzle { puzzle, of_day: true }) = course.task().cloned() else { panic!("the puzzle of the day") };
    err(&mut course);
    err(&mut course);
    assert_eq!((course.progress().waiting(), course.attempt().unwrap().faults()), (1, 2));
    course.play_on().unwrap();
    while !course.attempt().unwrap().is_over() {
        let truth = Truth::of(course.attempt().unwrap().board(), u64::MAX).unwrap();
        course.take(truth.moves()[0].0.cell()).unwrap();
    }
    assert_eq!((course.progress().days, course.progress().streak), (0, 0), "played on, and so not solved");
    course.go_on(deck());
    assert_ne!(course.attempt().unwrap().board(), &puzzle.board);
}

#[test]
fn a_puzzle_that_was_seen_counts_again_only_when_it_is_due() {
    let (mut progress, puzzle) = (Progress::default(), &deck().puzzles()[0]);
    let day = |number: i64| Date::of_days(22_000 + number);
    progress.solved(puzzle, day(0));
    progress.solved(puzzle, day(0));
    assert_eq!(progress.streak, 1, "solved once, however often");
    progress.missed(puzzle, day(0));
    progress.solved(puzzle, day(0));
    assert_eq!((progress.streak, progress.waiting()), (0, 1));
    progress.solved(puzzle, day(1));
    assert_eq!((progress.streak, progress.due(day(3)).count(), progress.due(day(4)).count()), (1, 0, 1));
}
