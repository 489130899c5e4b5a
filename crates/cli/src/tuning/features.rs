//! Answers for what may explain the worth of a position.

use fruitrage_engine::{Engine, Limits, Root, Stage, Table};
use fruitrage_rules::{Board, Group};

/// How many of the openings that moves make are told apart.
const OPENINGS: usize = 3;

/// A set of features to fit, from few to many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Features {
    /// The largest groups in order.
    Groups,
    /// ... by stage.
    Stages,
    /// ... and the largest groups that one move could bring together.
    Openings,
    /// ... and how many moves open nothing, and whether that is odd.
    SafeMoves,
    /// By stage, and what is found one move ahead.
    OneMove,
}

impl Features {
    pub(crate) const ALL: [Self; 5] = [Self::Groups, Self::Stages, Self::Openings, Self::SafeMoves, Self::OneMove];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Groups => "largest groups",
            Self::Stages => "... by stage",
            Self::Openings => "... and what moves open",
            Self::SafeMoves => "... and safe moves, and their parity",
            Self::OneMove => "by stage, and one move ahead",
        }
    }

    /// The features of a board, those that stages have first.
    pub(crate) fn of(self, engine: &Engine, board: &Board) -> Vec<f64> {
        let steps = Stage::of(board).features(board);
        let groups = steps.len() / Stage::TERMS;
        match self {
            Self::Groups => steps[..groups].to_vec(),
            Self::Stages => steps,
            Self::Openings => [steps, openings(board).0].concat(),
            Self::SafeMoves => {
                let (openings, safe) = openings(board);
                let parity = f64::from(u8::from(safe.is_multiple_of(2)));
                [steps, openings, vec![1.0, safe as f64, parity]].concat()
            }
            Self::OneMove => [steps, vec![one_move_ahead(engine, board)]].concat(),
        }
    }
}

/// The points of the largest groups that a single move brings together, those of
/// the moves that do it, and how many moves bring nothing larger than themselves.
fn openings(board: &Board) -> (Vec<f64>, usize) {
    let sizes = |board: &Board| board.groups().into_iter().map(Group::size).collect::<Vec<_>>();
    let before = sizes(board);
    let mut child = board.clone();
    let mut opened: Vec<(usize, usize)> = Vec::new();
    for group in board.groups() {
        board.play_into(group, &mut child);
        let mut old = before.clone();
        // What is there now and was not there before; both lists are in order.
        let new = sizes(&child).into_iter().find(|size| match old.iter().position(|other| other == size) {
            Some(place) => {
                old.remove(place);
                false
            }
            None => true,
        });
        opened.push((new.unwrap_or(0), group.size()));
    }
    let safe = opened.iter().filter(|(new, taken)| new <= taken).count();
    opened.sort_unstable_by(|a, b| b.cmp(a));
    opened.resize(OPENINGS, (0, 0));
    (opened.into_iter().flat_map(|(new, taken)| [(new * new) as f64, (taken * taken) as f64]).collect(), safe)
}

fn one_move_ahead(engine: &Engine, board: &Board) -> f64 {
    let root = Root::of_board(board).expect("a position with moves");
    let limits = Limits { depth: Some(1), ..Limits::default() };
    engine.search(&root, &limits, &Table::for_nodes(0), &mut ()).best.value.points()
}
