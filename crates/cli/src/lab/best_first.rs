//! Answers for the sparring partner that searches best first: a tree that grows
//! where it matters, instead of all lines to one depth.
//!
//! ```text
//! descend   from the root to a leaf, by value and a bonus for what was seldom
//!           visited (as UCT; Kocsis and Szepesvári, 2006)
//! open      the leaf: all its moves are made and judged at a glance
//! back up   the best, or the mean, of what is below, to the root
//! ```
//!
//! Moves never visited all have the same bonus, so that only the first of them in
//! order of value at a glance can be chosen: moves are tried in that order, and as
//! many as the bonus asks for. There are no rollouts. What can be known about a
//! board for certain, because the game is over in all lines, is closed and not
//! visited again.
//!
//! Board, judgement at a glance and exact solver are those of the engine, so that
//! a match between the two compares the searches and nothing else.

use fruitrage_engine::{Engine, Evaluation, Limits, Observer, Root, Stage, Table};
use fruitrage_rules::{Board, Group};

/// The most nodes of a tree, so that a long search cannot take all memory: less
/// than a gigabyte.
const MOST_NODES: usize = 1 << 25;

/// A search by its numbers.
#[derive(Clone, Debug)]
pub(crate) struct BestFirst {
    /// How large the bonus is, as a part of what is at stake on a board.
    pub(crate) explore: f64,
    /// Whether a board is worth the mean of what was found below instead of the
    /// best.
    pub(crate) average: bool,
    /// Whose judgement and solver it has.
    pub(crate) engine: Engine,
}

impl BestFirst {
    /// Finds a move within the limits. The moves of the root are all judged at a
    /// glance before the observer is asked anything.
    pub(crate) fn search(
        &self,
        board: &Board,
        root: &Root,
        limits: &Limits,
        table: &Table,
        observer: &mut impl Observer,
    ) -> Group {
        let spent = match self.engine.try_to_solve(root, limits, table, observer) {
            Ok(report) => return board.group_at(report.best.cell).expect("a move of the root"),
            Err(spent) => spent,
        };
        let mut tree = Tree::new(self, board);
        tree.grow(limits.nodes.map(|nodes| nodes.saturating_sub(spent)), observer);
        tree.best_move()
    }
}

/// A board in the tree, as it is reached by one sequence of moves.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The move that leads here.
    group: Group,
    /// What the board is worth to the player to move at a glance, in points.
    glance: f32,
    /// The same after all that was seen below.
    value: f32,
    /// How often it was visited; a leaf was not.
    visits: u32,
    /// Its children are side by side in the tree, those opened first.
    first: u32,
    count: u16,
    opened: u16,
    /// Pairs and single fruits, which are most of the moves, are among the
    /// children only when they are needed.
    complete: bool,
    /// Whether the value is certain.
    closed: bool,
}

impl Node {
    fn new(group: Group, glance: f32, closed: bool) -> Self {
        Self { group, glance, value: glance, visits: 0, first: 0, count: 0, opened: 0, complete: false, closed }
    }

    fn points(&self) -> f32 {
        self.group.points() as f32
    }

    /// What the move that leads here is worth to the one who makes it.
    fn worth(&self) -> f32 {
        self.points() - self.value
    }

    /// The same at a glance.
    fn rank(&self) -> f32 {
        self.points() - self.glance
    }
}

const ROOT: usize = 0;

struct Tree {
    evaluation: Evaluation,
    explore: f32,
    average: bool,
    nodes: Vec<Node>,
    /// The boards on the way from the root to the node at hand, and one more.
    boards: Vec<Board>,
    /// The nodes on that way.
    path: Vec<usize>,
    /// Boards made, which is what a limit of nodes counts.
    made: u64,
}

impl Tree {
    fn new(numbers: &BestFirst, board: &Board) -> Self {
        let evaluation = numbers.engine.evaluation(Stage::of(board));
        let glance = evaluation.of(board).points() as f32;
        let any = board.groups()[0];
        let mut tree = Self {
            evaluation,
            explore: numbers.explore as f32,
            average: numbers.average,
            nodes: vec![Node::new(any, glance, false)],
            boards: vec![board.clone(), board.clone()],
            path: vec![ROOT],
            made: 0,
        };
        tree.open();
        tree.list_small_groups();
        tree.back_up();
        tree
    }

    /// Visits leaf after leaf until it is enough.
    fn grow(&mut self, most: Option<u64>, observer: &mut impl Observer) {
        let mut next_question = 0;
        while !self.nodes[ROOT].closed && self.nodes[ROOT].count > 1 && self.nodes.len() < MOST_NODES {
            if most.is_some_and(|most| self.made >= most) {
                break;
            }
            if self.made >= next_question {
                let allowed = observer.nodes_allowed();
                if allowed == 0 {
                    break;
                }
                next_question = self.made + allowed;
            }
            self.descend();
            self.open();
            self.back_up();
        }
    }

    /// Of the root's moves the one that is best even if what is little known
    /// about is worth less than it seems.
    fn best_move(&self) -> Group {
        let root = &self.nodes[ROOT];
        let bonus = self.bonus(root);
        let cautious = |child: &Node| child.worth() - if child.closed { 0.0 } else { bonus / root_of(child.visits) };
        let known = self.children(ROOT).iter().filter(|child| child.closed || child.visits > 0);
        let best = known.max_by(|a, b| cautious(a).total_cmp(&cautious(b)));
        best.unwrap_or(&self.children(ROOT)[0]).group
    }

    fn children(&self, node: usize) -> &[Node] {
        let Node { first, count, .. } = self.nodes[node];
        &self.nodes[first as usize..][..usize::from(count)]
    }

    /// The node at hand, where the way from the root ends.
    fn here(&self) -> usize {
        *self.path.last().expect("a way begins at the root")
    }

    /// What a child gets for not being known, if it was visited once.
    fn bonus(&self, node: &Node) -> f32 {
        // What is at stake: what it is worth to move first, and a point more.
        self.explore * (node.glance + 1.0) * (node.visits as f32).ln_1p().sqrt()
    }

    /// Goes from the root to a leaf.
    fn descend(&mut self) {
        self.path.truncate(1);
        while self.nodes[self.here()].visits > 0 {
            let child = self.select();
            let ply = self.path.len();
            if self.boards.len() < ply + 2 {
                self.boards.push(self.boards[0].clone());
            }
            let (before, after) = self.boards.split_at_mut(ply);
            before[ply - 1].play_into(self.nodes[child].group, &mut after[0]);
            self.made += 1;
            self.path.push(child);
        }
    }

    /// The most promising child of the node at hand.
    fn select(&mut self) -> usize {
        let here = self.here();
        self.pass_closed(here);
        let node = self.nodes[here];
        let bonus = self.bonus(&node);
        let (opened, others) = self.children(here).split_at(usize::from(node.opened));
        let next = others.first().map_or(f32::NEG_INFINITY, Node::rank);
        let score_of = |child: &Node| {
            if child.closed { f32::NEG_INFINITY } else { child.worth() + bonus / root_of(child.visits) }
        };
        let scores = opened.iter().map(score_of).enumerate();
        let (best, score) = scores.fold((0, f32::NEG_INFINITY), |best, new| if new.1 > best.1 { new } else { best });
        let small = if node.complete { f32::NEG_INFINITY } else { self.most_of_small_groups() };
        if small > next && small + bonus > score {
            self.list_small_groups();
            return self.select();
        }
        if next + bonus > score {
            self.nodes[here].opened += 1;
            return node.first as usize + usize::from(node.opened);
        }
        node.first as usize + best
    }

    /// Counts children as opened that need not be.
    fn pass_closed(&mut self, node: usize) {
        let opened = usize::from(self.nodes[node].opened);
        let closed = self.children(node)[opened..].iter().take_while(|child| child.closed).count();
        self.nodes[node].opened += closed as u16;
    }

    /// The most that a pair or a single fruit of the board at hand can be worth:
    /// its points, as no board is worth less than nothing to the player to move.
    fn most_of_small_groups(&self) -> f32 {
        let board = &self.boards[self.path.len() - 1];
        match (board.pair_count(), board.single_count()) {
            (0, 0) => f32::NEG_INFINITY,
            (0, _) => 1.0,
            _ => 4.0,
        }
    }

    /// Judges the moves of the leaf at hand, as many as it takes to know the best.
    fn open(&mut self) {
        let here = self.here();
        self.nodes[here].first = self.nodes.len() as u32;
        let small = self.most_of_small_groups();
        self.list(|board, visit| board.large_groups().iter().copied().for_each(visit));
        self.nodes[here].complete = small == f32::NEG_INFINITY;
        if self.children(here).first().is_none_or(|best| best.rank() < small) {
            self.list_small_groups();
        }
    }

    /// Adds the pairs and single fruits to the children of the node at hand.
    fn list_small_groups(&mut self) {
        let here = self.here();
        if self.nodes[here].complete {
            return;
        }
        // They need a place side by side with the others, which therefore move to
        // the end; what is below them is not touched.
        let old = self.nodes[here].first as usize..self.nodes[here].first as usize + self.children(here).len();
        if old.end < self.nodes.len() {
            self.nodes[here].first = self.nodes.len() as u32;
            self.nodes.extend_from_within(old);
        }
        self.list(|board, visit| board.small_groups().for_each(visit));
        self.nodes[here].complete = true;
    }

    /// Adds moves to the children of the node at hand, which are the last in the
    /// tree, and puts those not opened in order.
    fn list(&mut self, moves: impl Fn(&Board, &mut dyn FnMut(Group))) {
        let here = self.here();
        let ply = self.path.len();
        let Self { nodes, boards, evaluation, .. } = self;
        let (before, after) = boards.split_at_mut(ply);
        let child = &mut after[0];
        moves(&before[ply - 1], &mut |group| {
            before[ply - 1].play_into(group, child);
            nodes.push(Node::new(group, evaluation.of(child).points() as f32, child.is_empty()));
        });
        let first = nodes[here].first as usize;
        let count = (nodes.len() - first) as u16;
        self.made += u64::from(count - nodes[here].count);
        nodes[here].count = count;
        let opened = usize::from(nodes[here].opened);
        // Equal ranks are ordered by the group, so that the order depends on the
        // board alone.
        nodes[first + opened..].sort_unstable_by(|a, b| b.rank().total_cmp(&a.rank()).then(b.group.cmp(&a.group)));
    }

    /// Tells what was found at the leaf to all nodes on the way.
    fn back_up(&mut self) {
        let mut found = 0.0;
        for at in (0..self.path.len()).rev() {
            let node = self.path[at];
            self.nodes[node].visits += 1;
            self.pass_closed(node);
            let Node { opened, complete, visits, value, .. } = self.nodes[node];
            let children = self.children(node);
            // Of those not opened the first is the best.
            let known = &children[..children.len().min(usize::from(opened) + 1)];
            let best = known.iter().map(Node::worth).fold(f32::NEG_INFINITY, f32::max);
            let closed = complete && children.iter().all(|child| child.closed);
            if visits == 1 || closed {
                found = best;
            }
            self.nodes[node].closed = closed;
            self.nodes[node].value =
                if self.average && !closed { value + (found - value) / visits as f32 } else { best };
            found = self.nodes[node].points() - found;
        }
    }
}

fn root_of(visits: u32) -> f32 {
    (visits as f32).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::generate;

    fn numbers(average: bool) -> BestFirst {
        BestFirst { explore: 0.15, average, engine: Engine::default() }
    }

    fn board(size: usize, kinds: u8, seed: u64) -> Board {
        Board::settled(&generate(size, kinds, seed))
    }

    fn after(board: &Board, group: Group) -> Board {
        let mut child = board.clone();
        board.play_into(group, &mut child);
        child
    }

    /// What a board is worth to the player to move, by trying everything.
    fn minimax(board: &Board) -> i64 {
        let value = |group: Group| i64::from(group.points()) - minimax(&after(board, group));
        board.groups().into_iter().map(value).max().unwrap_or(0)
    }

    #[test]
    fn a_tree_that_has_grown_to_the_end_knows_the_value_and_a_best_move() {
        for average in [false, true] {
            for (size, kinds) in [(1, 1), (2, 2), (3, 2), (3, 3), (4, 2)] {
                for seed in 0..5 {
                    let board = board(size, kinds, seed);
                    let mut tree = Tree::new(&numbers(average), &board);
                    tree.grow(None, &mut ());
                    let best = tree.best_move();
                    let value = minimax(&board);
                    assert_eq!(i64::from(best.points()) - minimax(&after(&board, best)), value, "{best:?} on\n{board}");
                    if tree.nodes[ROOT].count > 1 {
                        assert!(tree.nodes[ROOT].closed, "{board}");
                        assert_eq!(tree.nodes[ROOT].value as i64, value, "{board}");
                    }
                }
            }
        }
    }

    #[test]
    fn moves_left_out_at_first_are_never_better_than_those_looked_at() {
        for (size, kinds) in [(4, 3), (8, 4), (15, 9), (26, 2)] {
            for seed in 0..5 {
                let board = board(size, kinds, seed);
                let numbers = numbers(false);
                let mut tree = Tree::new(&numbers, &board);
                tree.grow(Some(4_000), &mut ());
                let evaluation = numbers.engine.evaluation(Stage::of(&board));
                let mut boards = vec![(ROOT, board)];
                while let Some((node, board)) = boards.pop() {
                    let rank = |group: Group| {
                        (f64::from(group.points()) - evaluation.of(&after(&board, group)).points()) as f32
                    };
                    let mut ranks: Vec<f32> = board.groups().into_iter().map(rank).collect();
                    ranks.sort_unstable_by(|a, b| b.total_cmp(a));
                    let children = tree.children(node);
                    let opened = usize::from(tree.nodes[node].opened);
                    // What was opened are the best at a glance, and the next is the next.
                    let known = children.len().min(opened + usize::from(tree.nodes[node].complete));
                    assert!(children[..known].iter().map(Node::rank).eq(ranks[..known].iter().copied()), "{board}");
                    for (i, child) in children.iter().enumerate().filter(|(_, child)| child.visits > 0) {
                        boards.push((tree.nodes[node].first as usize + i, after(&board, child.group)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_limit_of_nodes_is_kept_and_gives_the_same_move_every_time() {
        for (size, kinds) in [(8, 4), (15, 4), (26, 9)] {
            let board = board(size, kinds, 1);
            let grown = || {
                let mut tree = Tree::new(&numbers(false), &board);
                tree.grow(Some(5_000), &mut ());
                tree
            };
            let tree = grown();
            assert!((5_000..6_000).contains(&tree.made), "{} nodes", tree.made);
            assert_eq!(tree.best_move(), grown().best_move());
        }
    }

    #[test]
    fn there_is_a_move_even_if_there_is_no_time() {
        struct Stop;
        impl Observer for Stop {
            fn iteration(&mut self, _: &fruitrage_engine::Report) -> bool {
                false
            }
            fn nodes_allowed(&mut self) -> u64 {
                0
            }
        }
        let board = board(10, 4, 1);
        let mut tree = Tree::new(&numbers(false), &board);
        tree.grow(None, &mut Stop);
        let evaluation = Engine::default().evaluation(Stage::of(&board));
        let rank = |&group: &Group| f64::from(group.points()) - evaluation.of(&after(&board, group)).points();
        let best = board.groups().iter().map(rank).fold(f64::NEG_INFINITY, f64::max);
        assert!((rank(&tree.best_move()) - best).abs() < 1e-9);
    }
}
