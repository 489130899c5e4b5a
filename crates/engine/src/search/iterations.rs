//! The iterations of a search: all moves at the root, one ply deeper at a time, until
//! a limit, the observer or a certain value ends them.

use fruitrage_rules::{Board, Cell, Group, sort_short_by_key};

use super::Search;
use crate::busy::Queue;
use crate::ranking::{Ranked, Ranking};
use crate::selection::QuietMoves;
use crate::solver::Endgames;
use crate::{Engine, Limits, Observer, RatedMove, Report, Role, Root, Table, Value};

/// Bounds the stack. Only a search with nothing left to find gets this deep.
const MAX_DEPTH: u32 = 200;

/// [`Engine::search`].
pub(crate) fn search(
    engine: &Engine,
    root: &Root,
    limits: &Limits,
    table: &Table,
    observer: &mut dyn Observer,
) -> Report {
    let mut moves = root.moves().to_vec();
    let last_depth = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    let mut search = Search {
        engine,
        root,
        table,
        observer,
        best_moves: limits.best_moves.max(1),
        in_company: limits.role != Role::Alone,
        node_limit: None,
        nodes: 0,
        next_question: 0,
        stopped: false,
        horizon_seen: false,
        endgames: limits.depth.is_none().then(Endgames::default),
        spare_plies: Vec::new(),
    };
    let mut report = search.rank(&mut moves);
    search.node_limit = limits.nodes;
    let mut depth = 1;
    let mut unchanged = 0;
    loop {
        let wanted = search.observer.iteration(&report);
        depth += 1;
        if !wanted || report.exact || depth > last_depth {
            return report;
        }
        match search.iterate(&mut moves, depth) {
            Iteration::Finished(deeper) => {
                unchanged = if deeper.best.cell == report.best.cell { unchanged + 1 } else { 0 };
                let settled = f64::from(unchanged) >= engine.tunables.settled_iterations;
                report = Report { settled, ..deeper };
            }
            Iteration::Stopped(better) => return Report { nodes: search.nodes, ..better.unwrap_or(report) },
        }
    }
}

enum Iteration {
    Finished(Report),
    /// Stopped half-way. If the best moves of the last iteration were searched, what
    /// was found since replaces it.
    Stopped(Option<Report>),
}

impl<O: Observer + ?Sized> Search<'_, O> {
    /// The first iteration: searches to depth 1 and orders all moves.
    ///
    /// Quiet moves are ordered by what they are expected to be worth, and made only if
    /// they rank first. With a limit of depth, all moves are made.
    fn rank(&mut self, moves: &mut [Group]) -> Report {
        let may_guess = self.endgames.is_some() && self.engine.tunables.expectation > 0.0;
        let board = self.root.board().filter(|_| may_guess);
        let quiet = board.map(|board| QuietMoves::at_the_root(board, self.engine.evaluation.of(board)));
        let mut ply = self.take_ply(self.root.size());
        let mut made = vec![true; moves.len()];
        let mut ranked = Vec::with_capacity(moves.len());
        for (index, &group) in moves.iter().enumerate() {
            let expected = quiet.as_ref().and_then(|quiet| quiet.expected(group));
            made[index] = expected.is_none();
            ranked.push(match expected {
                Some(value) => Ranked { index, group, value, exact: false },
                None => self.ranked(index, group, &mut ply.child),
            });
        }
        let wanted = self.best_moves.min(moves.len());
        loop {
            // A stable sort: equal moves stay in the order of the root.
            sort_short_by_key(&mut ranked, |ranked| -ranked.value);
            let Some(unseen) = ranked[..wanted].iter_mut().find(|ranked| !made[ranked.index]) else { break };
            *unseen = self.ranked(unseen.index, unseen.group, &mut ply.child);
            made[unseen.index] = true;
        }
        self.spare_plies.push(ply);
        moves.iter_mut().zip(&ranked).for_each(|(to, ranked)| *to = ranked.group);
        self.report(&ranked[..wanted], ranked.iter().all(|ranked| ranked.exact), 1)
    }

    /// Returns a move of the root with its value to depth 1.
    fn ranked(&mut self, index: usize, group: Group, child: &mut Board) -> Ranked {
        self.root.play_into(group, child);
        self.nodes += 1;
        let value = Value::from_points(group.points()) - self.engine.evaluation.of(child);
        Ranked { index, group, value, exact: child.is_empty() }
    }

    /// Searches all moves to a depth and puts the best ones first.
    fn iterate(&mut self, moves: &mut [Group], depth: u32) -> Iteration {
        let mut ply = self.take_ply(self.root.size());
        let child = &mut ply.child;
        let mut best = Ranking::new(self.best_moves.min(moves.len()));
        let mut exact = true;
        let mut queue = Queue::new(moves.iter().copied().enumerate());
        while let Some((index, group)) = queue.next() {
            self.root.play_into(group, child);
            if index > 0 && self.is_busy(child, depth) && queue.put_off((index, group)) {
                continue;
            }
            self.nodes += 1;
            self.horizon_seen = false;
            // Until there are as many as wanted, each is like the first one.
            let place = (index + 1).saturating_sub(self.best_moves);
            let value = self.look(child, Value::from_points(group.points()), depth, best.window(), place);
            if self.stopped {
                return Iteration::Stopped(best.is_full().then(|| self.report(best.moves(), false, depth - 1)));
            }
            exact &= !self.horizon_seen;
            best.add(Ranked { index, group, value, exact: !self.horizon_seen });
        }
        self.spare_plies.push(ply);
        best.put_first(moves);
        Iteration::Finished(self.report(best.moves(), exact, depth))
    }

    fn report(&mut self, best: &[Ranked], exact: bool, depth: u32) -> Report {
        let nodes = self.nodes;
        let rated = best.iter().map(|&Ranked { group, value, exact, .. }| RatedMove {
            line: self.line(group, depth),
            ..RatedMove::alone(group, value, exact)
        });
        Report::of(rated, exact, depth, nodes)
    }

    /// Returns the principal variation after a move at the root, as far as it is in the
    /// table.
    fn line(&mut self, first: Group, depth: u32) -> Vec<Cell> {
        let mut line = vec![first.cell()];
        if depth == 1 {
            return line;
        }
        let mut ply = self.take_ply(self.root.size());
        let board = &mut ply.child;
        self.root.play_into(first, board);
        while line.len() < depth as usize {
            let Some(best) = self.table.get(board.hash()).and_then(|entry| entry.best) else { break };
            if board.try_play(best).is_err() {
                break;
            }
            line.push(best);
        }
        self.spare_plies.push(ply);
        line
    }
}
