//! The eight boards of the first lesson. Data only: kind 0 is a cherry, 1 a banana, 2 a
//! blueberry, 3 a pear, 4 an orange.

/// A board of the lesson.
#[derive(Debug)]
pub struct Step {
    /// What it is about, in a few words.
    pub title: &'static str,
    /// Its rows from the top.
    pub(super) rows: &'static str,
    /// What is to be done, in a sentence.
    pub sentence: &'static str,
    pub(super) goal: Goal,
    /// What is said when it is done.
    pub(super) praise: &'static str,
}

/// Which moves are right.
#[derive(Debug)]
pub(super) enum Goal {
    /// The groups at these cells; others are answered by a sentence.
    Take(&'static [&'static str], &'static str),
    /// The best moves by proof; others are answered by what they allow.
    Best,
}

/// The first lesson.
pub(super) const STEPS: [Step; 8] = [
    Step {
        title: "Take a group",
        rows: "***/001/011",
        sentence: "Pick a banana: you take its whole group, all bananas that touch by their sides.",
        goal: Goal::Take(
            &["C3"],
            "Those were cherries. They are gone now, and the bananas are left for your opponent.",
        ),
        praise: "Three bananas at once. Corners do not count, only sides.",
    },
    Step {
        title: "k fruits are worth k x k",
        rows: "****/11**/1100/2200",
        sentence: "Two fruits are worth 4 points, three 9, four 16: take the most.",
        goal: Goal::Take(
            &["A3", "C4"],
            "Two fruits are 2 x 2 = 4 points. Four are 16, and your opponent takes those now.",
        ),
        praise: "4 x 4 = 16 points. One large group is worth more than many small ones.",
    },
    Step {
        title: "Fruit falls",
        rows: "***/1*0/122",
        sentence: "Fruit falls straight down when what lies below it goes: take the blueberries.",
        goal: Goal::Take(&["C3"], "Nothing lay on those, so nothing fell."),
        praise: "The cherry has fallen. Fruit never moves sideways.",
    },
    Step {
        title: "Groups come together in the fall",
        rows: "****/*0**/02**/020*",
        sentence: "What falls beside its own kind joins it: take the fruit that keeps the cherries apart.",
        goal: Goal::Take(
            &["B4"],
            "Now the cherries stay apart. Take the blueberries, and the upper cherry comes down.",
        ),
        praise: "Four cherries in one group: 16 points. But your opponent moves next!",
    },
    Step {
        title: "Do not open the big one",
        rows: "**2*/122*/000*/022*",
        sentence: "Whoever takes the cherries lets the blueberries fall together: leave that to your opponent.",
        goal: Goal::Best,
        praise: "A small move, and now your opponent has to open something for you.",
    },
    Step {
        title: "Who takes last",
        rows: "****/0012/1113/0004",
        sentence: "Three single fruits are left to wait with: count who must open the cherries when they are gone.",
        goal: Goal::Best,
        praise: "One for you, one for your opponent, one for you: then your opponent must open.",
    },
    Step {
        title: "Refuse the largest",
        rows: "****/21**/222*/0111",
        sentence: "The largest group is not always the best: look what your opponent could take after it.",
        goal: Goal::Best,
        praise: "9 points, and nothing large comes together for your opponent.",
    },
    Step {
        title: "Count",
        rows: "*22*/*112/1121/0211",
        sentence: "Count for each move: what you take, what your opponent takes then, what is left for you.",
        goal: Goal::Best,
        praise: "You can play now. Cress, the first level, waits for you; so do the puzzles.",
    },
];
