//! Answers for every number in the engine that was chosen by measurement. The
//! laboratory can change each one by its name; EXPERIMENTS.md tells how the
//! values here were found.

macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:expr,)+) => {
        /// The numbers that decide how the engine plays.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Tunables {
            $($(#[doc = $doc])+ pub $name: f64,)+
        }

        impl Default for Tunables {
            fn default() -> Self {
                Self { $($name: $value,)+ }
            }
        }

        impl Tunables {
            /// The names of all of them.
            pub const NAMES: &[&str] = &[$(stringify!($name),)+];

            /// The one with this name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut f64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

tunables! {
    /// How much of the evaluation is learned; the rest is guessed from the two
    /// numbers that follow.
    learned = 1.0,

    /// The share of the largest group's points that the player to move will
    /// keep, all replies considered.
    first_group_share = 0.6,

    /// How much less each next group in order of size counts; its sign
    /// alternates, as the players do. The square root of 0.3.
    next_group_share = 0.547_722_557_505_166,

    /// How many moves of a board are looked at to the full depth before the
    /// others are looked at less deeply at first.
    full_depth_moves = 3.0,

    /// How much less deeply: this times ln(depth) times ln(place in the order).
    /// Zero for not at all.
    reduction = 0.8,

    /// Up to this depth, a look one move ahead may settle what is asked.
    glance_depth = 3.0,

    /// How far above the window the value one move ahead must be for that, as a
    /// part of what is at stake, for each move more.
    doubt = 0.5,

    /// How much too little a quiet move must be worth not to be looked at, as a
    /// part of what is at stake.
    quiet_margin = 0.5,

    /// Whether quiet moves at the root are put in order by what they are expected
    /// to be worth; if zero, all are made.
    expectation = 1.0,

    /// The part of the nodes at hand that an attempt to solve the box exactly may
    /// take; zero for no attempts. A node of the solver takes as long as one and
    /// a half of the search.
    solver_share = 0.05,

    /// Groups that a board may have at most to be solved where a search comes to
    /// it.
    endgame_groups = 14.0,

    /// How deep a look it must be that the solver takes the place of.
    endgame_depth = 5.0,

    /// The nodes that it may take: a sixth of a millisecond, so that the clock is
    /// looked at often enough.
    endgame_nodes = 500.0,

    /// Own moves to come for each group in the box.
    own_moves_per_group = 0.37,

    /// Groups that a box may hold to be solved in next to no time: moves from
    /// there on get no share of the clock.
    solved_groups = 12.0,

    /// How much more than an even share of the clock a move gets: early moves
    /// decide more than late ones.
    early_bonus = 2.0,

    /// How far a move may go over its share to finish an iteration.
    overtime = 1.1,

    /// The largest part of the usable time for one move.
    largest_part = 0.4,

    /// An iteration takes longer than all before it; it is only started before
    /// this part of the time for the move is over.
    deepening_part = 0.7,

    /// So many times in a row an iteration must have found the same best move as
    /// the one before for the move to be settled.
    settled_iterations = 5.0,

    /// The same part of the time as above if the move is settled.
    settled_part = 0.2,

    /// How much less each earlier move of the opponent says about what it will do
    /// next.
    habit_memory = 0.95,

    /// The same if the last one was not what was expected.
    habit_memory_after_a_miss = 0.6,

    /// How likely the opponent must be to do what is foreseen for plans to be made
    /// on it.
    habit_trust = 0.75,

    /// How many lines a plan is chosen from, at first.
    scheme_lines = 3.0,

    /// How many moves are tried in each of them.
    scheme_moves = 8.0,
}
