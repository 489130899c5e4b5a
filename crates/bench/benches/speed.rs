//! Measures how long things take: `cargo bench -p fruitrage-bench --bench speed`

/// What search does most: one item is one child, with all its groups known.
#[divan::bench_group(min_time = 0.3, max_time = 1)]
mod children {
    use divan::Bencher;
    use divan::counter::ItemsCount;

    use fruitrage_bench::{self as sample, CLASSES, Class, Parent};

    fn bench(bencher: Bencher<'_, '_>, class: Class, way: fn(&[Parent]) -> usize) {
        let parents = sample::parents(class);
        bencher.counter(ItemsCount::new(sample::count(&parents))).bench_local(|| way(&parents));
    }

    #[divan::bench(args = CLASSES)]
    fn fast(bencher: Bencher<'_, '_>, class: Class) {
        bench(bencher, class, sample::fast);
    }

    #[divan::bench(args = CLASSES)]
    fn portable(bencher: Bencher<'_, '_>, class: Class) {
        bench(bencher, class, sample::portable);
    }

    #[divan::bench(args = CLASSES)]
    fn judge(bencher: Bencher<'_, '_>, class: Class) {
        bench(bencher, class, sample::judge);
    }
}

/// What a move saves by updating the groups and the hash: one item is one board
/// built from its drawing, to be compared with one child of `children::fast`.
#[divan::bench_group(min_time = 0.3, max_time = 1)]
mod board {
    use divan::Bencher;
    use divan::counter::ItemsCount;
    use fruitrage_rules::{Board, Grid};

    use fruitrage_bench::{self as sample, CLASSES, Class};

    #[divan::bench(args = CLASSES)]
    fn built_anew(bencher: Bencher<'_, '_>, class: Class) {
        let grids: Vec<Grid> = sample::parents(class).iter().map(|parent| parent.board.to_grid()).collect();
        let hash = |grid| Board::try_from(grid).expect("a settled board").hash();
        bencher.counter(ItemsCount::new(grids.len())).bench_local(|| grids.iter().map(hash).fold(0, |a, b| a ^ b));
    }
}

/// The hash of a board from its contents alone, which moves spare: one item is
/// one board.
#[divan::bench_group(min_time = 0.3, max_time = 1)]
mod hash {
    use divan::Bencher;
    use divan::counter::ItemsCount;

    use fruitrage_bench::{self as sample, CLASSES, Class};

    #[divan::bench(args = CLASSES)]
    fn recomputed(bencher: Bencher<'_, '_>, class: Class) {
        let parents = sample::parents(class);
        let hash = |parent: &sample::Parent| parent.board.recomputed_hash();
        bencher.counter(ItemsCount::new(parents.len())).bench_local(|| parents.iter().map(hash).fold(0, |a, b| a ^ b));
    }
}

/// Whole games from the full board to the empty one: one item is one game.
#[divan::bench_group(min_time = 0.3, max_time = 1)]
mod playout {
    use divan::Bencher;
    use divan::counter::ItemsCount;
    use fruitrage_rules::{Board, Group, Random};

    use fruitrage_bench::{self as sample, CLASSES, Class};

    /// The number of moves to the end of the game.
    fn play_out(start: &Board, mut choose: impl FnMut(&Board) -> Group) -> usize {
        let (mut board, mut child) = (&mut start.clone(), &mut start.clone());
        let mut moves = 0;
        while !board.is_empty() {
            board.play_into(choose(board), child);
            (board, child) = (child, board);
            moves += 1;
        }
        moves
    }

    /// The full boards; every game of the sample starts with one.
    fn starts(class: Class) -> Vec<Board> {
        let full = |board: &Board| board.fruits() == board.size() * board.size();
        sample::parents(class).into_iter().map(|parent| parent.board).filter(full).collect()
    }

    #[divan::bench(args = CLASSES)]
    fn random(bencher: Bencher<'_, '_>, class: Class) {
        let starts = starts(class);
        let mut list = Vec::new();
        let mut random = Random::new(1);
        bencher.counter(ItemsCount::new(starts.len())).bench_local(|| {
            let mut choose = |board: &Board| {
                list.clear();
                board.for_each_group(|group| list.push(group));
                list[random.below(list.len() as u64) as usize]
            };
            starts.iter().map(|start| play_out(start, &mut choose)).sum::<usize>()
        });
    }

    /// Always the largest group, found without listing the small ones if there
    /// is a large one.
    fn largest(board: &Board) -> Group {
        let mut best = board.large_groups().iter().copied().max();
        if best.is_none() {
            board.for_each_group(|group| best = best.max(Some(group)));
        }
        best.expect("the game is not over")
    }

    #[divan::bench(args = CLASSES)]
    fn greedy(bencher: Bencher<'_, '_>, class: Class) {
        let starts = starts(class);
        bencher
            .counter(ItemsCount::new(starts.len()))
            .bench_local(|| starts.iter().map(|start| play_out(start, largest)).sum::<usize>());
    }
}

fn main() {
    divan::main();
}
