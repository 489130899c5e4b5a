//! Wrong replies are explained by what their program got wrong, and right ones never
//! accused.

use fruitrage_game::diagnosis::{Cause, Fall, Model, Named, Taken, Written, diagnose};
use fruitrage_rules::text::Output;
use fruitrage_rules::{Board, Cell, Grid, Random, generate};
use fruitrage_testing::cases;

/// A board of some size, played down by some moves, so that there are empty cells.
fn some_board(random: &mut Random) -> Grid {
    let largest = if random.below(8) == 0 { 26 } else { 9 };
    let size = 1 + random.below(largest) as usize;
    let mut board = Board::settled(&generate(size, 1 + random.below(5) as u8, random.next()));
    for _ in 0..random.below(size as u64 * 2) {
        let groups = board.groups();
        if groups.len() > 1 {
            board.try_play(groups[random.below(groups.len() as u64) as usize].cell()).unwrap();
        }
    }
    board.to_grid()
}

fn some_fruit(grid: &Grid, random: &mut Random) -> Cell {
    let cells: Vec<Cell> = Cell::all(grid.size()).filter(|&cell| grid.get(cell).is_some()).collect();
    cells[random.below(cells.len() as u64) as usize]
}

#[test]
fn a_wrong_model_is_named_or_one_that_replies_the_same() {
    let mut random = Random::new(11);
    let mut named = 0;
    for _ in 0..cases(150) {
        let before = some_board(&mut random);
        let meant = some_fruit(&before, &mut random);
        for model in (1..=2).flat_map(Model::all_wrong_in) {
            let Some(reply) = model.reply(&before, meant) else { continue };
            if reply.check(&before).is_ok() {
                assert_eq!(diagnose(&before, &reply), None, "{model:?} {meant}{before:?}");
                continue;
            }
            match diagnose(&before, &reply) {
                Some(Cause::Model { model: found, meant: cell, .. }) => {
                    assert_eq!(found.reply(&before, cell), Some(reply), "{model:?} taken for {found:?}{before:?}");
                    assert!(found.wrong_things() <= model.wrong_things(), "{model:?} taken for {found:?}");
                    named += usize::from(found == model);
                }
                cause => panic!("{model:?} {meant} has {cause:?}{before:?}"),
            }
        }
    }
    assert!(named > 1000, "only {named} models were told from all others");
}

#[test]
fn a_right_reply_is_never_accused() {
    let mut random = Random::new(12);
    for _ in 0..cases(2_000) {
        let before = some_board(&mut random);
        let reply = Output::of(&before, some_fruit(&before, &mut random)).unwrap();
        assert_eq!(diagnose(&before, &reply), None, "{reply}");
    }
}

#[test]
fn what_nothing_explains_is_not_explained() {
    let mut random = Random::new(13);
    let mut accused = 0;
    let boards = cases(300);
    for _ in 0..boards {
        let before = generate(8, 4, random.next());
        let mut reply = Output::of(&before, some_fruit(&before, &mut random)).unwrap();
        // A typing error in two cells.
        for _ in 0..2 {
            let cell = some_fruit(&reply.grid, &mut random);
            let fruit = before.get(some_fruit(&before, &mut random));
            reply.grid.set(cell, fruit);
        }
        accused += u32::from(diagnose(&before, &reply).is_some());
    }
    assert!(accused * 50 <= boards, "{accused} of {boards}");
}

fn grid(rows: &str) -> Grid {
    let text = format!("A1\n{}\n", rows.replace('/', "\n"));
    Output::read_strictly(text.as_bytes(), rows.split('/').count()).unwrap().grid
}

/// The diagnosis of a reply to a board, in words.
fn words(before: &str, cell: &str, after: &str) -> String {
    let reply = Output { cell: cell.parse().unwrap(), grid: grid(after) };
    diagnose(&grid(before), &reply).map_or_else(|| "-".to_owned(), |cause| cause.to_string())
}

#[test]
fn each_cause_has_its_words() {
    const ALL: &str = "123/456/789";
    for (before, cell, after, expected) in [
        (ALL, "B2", ALL, "this is the board before the move"),
        (ALL, "B2", "123/4*6/789", "the fruit did not fall after the group was taken"),
        (ALL, "B2", "123/486/7*9", "the fruit fell upwards; the first row is the top one"),
        (ALL, "B2", "123/*46/789", "the fruit fell to the right instead of down: rows and columns are mixed up"),
        (ALL, "B2", "123/46*/789", "the fruit fell to the left instead of down: rows and columns are mixed up"),
        ("123/454/752", "B3", "1*3/424/7*2", "the fruit fell by one cell only, not as far as it can"),
        ("12/13", "A1", "2*/3*", "empty columns were closed up, as in SameGame; here columns never move"),
        ("111/222/333", "A1", "*11/222/333", "only the fruit that was picked was taken, not its whole group"),
        (
            "111/222/333",
            "A1",
            "**1/222/333",
            "only the fruit that was picked and its direct neighbours were taken, not its whole group",
        ),
        ("123/214/555", "A1", "**3/224/555", "diagonal neighbours were taken too; only sides connect"),
        ("123/121/333", "A1", "*2*/*23/333", "all fruit of the kind was taken, connected or not"),
        ("110/112/134", "A1", "**0/**2/134", "the group was not followed into the last row and the last column"),
        ("431/211/011", "C3", "4**/2**/031", "the group was not followed into the first row and the first column"),
        (
            "121/315/167",
            "A1",
            "*2*/*15/367",
            "the group was followed around the edge of the board: index -1 is the last row or column",
        ),
        (ALL, "B2", "789/426/1*3", "the rows are written from the bottom to the top"),
        (ALL, "B2", "3*1/624/987", "each row is written from the right to the left"),
        (ALL, "B2", "147/*28/369", "the board is written with rows and columns swapped"),
        (ALL, "B2", "103/426/789", "empty cells are written as 0, which is a fruit, instead of *"),
        (
            ALL,
            "A1",
            "*23/156/489",
            "rows are counted from the bottom instead of the top: A3 is meant, but A1 is written",
        ),
        (ALL, "C2", "1*3/426/759", "column and row are swapped in the move: B3 is meant, but C2 is written"),
        (ALL, "B1", "1*3/426/789", "rows are counted from 0 instead of 1: B2 is meant, but B1 is written"),
        (
            ALL,
            "A2",
            "12*/453/789",
            "columns are counted from the right instead of the left: C2 is meant, but A2 is written",
        ),
        (
            "***/*5*/789",
            "B1",
            "***/*5*/7*9",
            "the fruit did not fall after the group was taken; and rows are counted from the bottom instead of the top: \
             B3 is meant, but B1 is written",
        ),
        (
            ALL,
            "C2",
            "*23/456/789",
            "the board is right for taking A1, but the move says C2: they belong to different moves",
        ),
        (
            "11/11",
            "A1",
            "11/*1",
            "only the fruit that was picked was taken, not its whole group; and the fruit fell upwards; \
             the first row is the top one",
        ),
    ] {
        assert_eq!(words(before, cell, after), expected, "{before} {cell} {after}");
    }
    // An empty cell, which no program means to take.
    let before = "***/*5*/789";
    let after = "***/***/759";
    assert_eq!(
        words(before, "B1", after),
        "rows are counted from the bottom instead of the top: B3 is meant, but B1 is written"
    );
    // Of a board on which nothing was taken nobody knows which cell was meant.
    assert_eq!(words(before, "B1", before), "-");
    assert_eq!(
        words(before, "C1", "***/***/789"),
        "the board is right for taking B2, but the move says C1: they belong to different moves"
    );
}

#[test]
fn every_wrong_step_has_words_of_its_own() {
    let meant = Cell::new(0, 0);
    let words: std::collections::BTreeSet<String> =
        Model::all_wrong_in(1).map(|model| Cause::Model { model, meant, named: meant }.to_string()).collect();
    assert_eq!(words.len(), Model::all_wrong_in(1).count());
    assert_eq!(words.len(), 8 + 6 + 4 + 4);
    let model = Model { taken: Taken::Group, fall: Fall::Down, written: Written::Plainly, named: Named::Plainly };
    assert_eq!(model, Model::RIGHT);
}
