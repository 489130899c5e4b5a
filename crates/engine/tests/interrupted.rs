//! A search that is stopped: what it has told, and which move it returns.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use fruitrage_engine::{Budget, Engine, Limits, Report, Root, TimedSearch};
use fruitrage_rules::generate;

const NODES: u64 = 20_000;

/// Boards on which some unfinished iteration finds a better move: size, kinds and seed.
const BOARDS: [(usize, u8, u64); 4] = [(12, 4, 12), (12, 6, 8), (15, 4, 12), (20, 5, 14)];

/// Returns all reports that are told, and the one that is returned, of a search that is
/// stopped when it asks for the so-many-th time whether to go on.
fn stopped_after(root: &Root, questions: u64) -> (Vec<Report>, Report) {
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= questions;
    let (engine, clock) = (Engine::default(), || Duration::ZERO);
    let mut told = Vec::new();
    let report = TimedSearch::new(&engine, root, &clock, Budget::Unlimited)
        .with_limits(Limits { nodes: Some(NODES), ..Limits::default() })
        .until(&stop)
        .run(|report, _| told.push(report.clone()));
    (told, report)
}

#[test]
fn a_stopped_search_returns_the_last_move_told_or_a_better_one() {
    let (mut kept, mut confirmed, mut replaced) = (0, 0, 0);
    for (size, kinds, seed) in BOARDS {
        let root = Root::of_grid(&generate(size, kinds, seed)).unwrap();
        let (unhurried, _) = stopped_after(&root, u64::MAX);
        assert!(unhurried.iter().map(|report| report.depth).eq(1..=unhurried.len() as u32));
        let mut before: Option<Report> = None;
        for questions in 1..32 {
            let (told, report) = stopped_after(&root, questions);
            let (last, next) = (told.last().unwrap(), unhurried.get(told.len()));
            assert_eq!(told, unhurried[..told.len()], "each iteration is told as if nothing were to stop it");
            assert_eq!(
                (report.depth, report.exact),
                (last.depth, last.exact),
                "an unfinished iteration counts for none"
            );
            assert!(report.nodes >= last.nodes);
            if report.best == last.best {
                assert_eq!(report, Report { nodes: report.nodes, ..last.clone() });
                kept += 1;
                continue;
            }
            // The unfinished iteration begins with the last move told. Another one replaces it
            // only by being better, and by no more than the whole iteration would find.
            let earlier = before.replace(report.clone()).filter(|earlier| earlier.depth == report.depth);
            match &earlier {
                None if report.best.cell == last.best.cell => confirmed += 1,
                None => {}
                Some(earlier) if earlier.best.cell == report.best.cell => {
                    assert_eq!(earlier.best.value, report.best.value);
                }
                Some(earlier) => {
                    assert!(earlier.best.value < report.best.value);
                    replaced += 1;
                }
            }
            assert!(next.is_none_or(|next| report.best.value <= next.best.value));
        }
    }
    assert!(
        kept > 0 && confirmed > 0 && replaced > 0,
        "choose boards that show all cases: {kept}, {confirmed}, {replaced}"
    );
}
