//! The tunables: every number of the engine that was chosen by measurement. The
//! laboratory sets them by name; EXPERIMENTS.md has the measurements.

macro_rules! named_numbers {
    ($(#[doc = $about:literal])+ $set:ident: $($(#[doc = $doc:literal])+ $name:ident = $value:expr,)+) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $set {
            $($(#[doc = $doc])+ pub $name: f64,)+
        }

        impl Default for $set {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl $set {
            /// What they are unless somebody says otherwise.
            pub const DEFAULT: Self = Self { $($name: $value,)+ };

            /// The names of all of them.
            pub const NAMES: &[&str] = &[$(stringify!($name),)+];

            /// Returns the number with this name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut f64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

named_numbers! {
    /// The numbers that decide how the engine plays.
    Tunables:

    /// The share of the largest group's points that the player to move will
    /// keep, all replies considered.
    first_group_share = 0.6,

    /// How much less each next group in order of size counts; its sign
    /// alternates, as the players do. The square root of 0.3.
    next_group_share = 0.547_722_557_505_166,

    /// How many moves of a board are searched to the full depth before reductions
    /// begin.
    full_depth_moves = 3.0,

    /// The reduction of later moves: this times ln(depth) times ln(place in the
    /// order). Zero for none.
    reduction = 0.8,

    /// Up to this depth, a search to depth 1 may settle a test.
    glance_depth = 3.0,

    /// How far above the window its value must be for that, as a part of what is at
    /// stake, for each further ply.
    doubt = 0.5,

    /// How far below alpha a quiet move must be expected to be left out, as a part of
    /// what is at stake.
    quiet_margin = 0.5,

    /// Whether quiet moves at the root are ordered by what they are expected to be
    /// worth; if zero, all are made.
    expectation = 1.0,

    /// The part of the nodes at hand that an attempt to solve the board may take; zero
    /// for no attempts. A node of the solver takes as long as one and a half of the
    /// search.
    solver_share = 0.05,

    /// The most groups of a board that is solved where a search comes to it.
    endgame_groups = 14.0,

    /// The smallest depth at which the solver replaces the search there.
    endgame_depth = 5.0,

    /// The nodes that it may take there: a sixth of a millisecond, so that the clock
    /// is read often enough.
    endgame_nodes = 500.0,

    /// Own moves to come for each group on the board.
    own_moves_per_group = 0.37,

    /// The most groups of a board that is solved in next to no time. Moves from there
    /// on get no share of the clock.
    solved_groups = 12.0,

    /// How much more than an even share of the clock a move gets: early moves
    /// decide more than late ones.
    early_bonus = 2.0,

    /// How far a move may go over its share to finish an iteration.
    overtime = 1.1,

    /// The largest part of the usable time for one move.
    largest_part = 0.4,

    /// The longest time for one move in seconds, however much is left. 64 times the
    /// nodes change nothing, and a file may claim any time.
    longest_move = 30.0,

    /// An iteration takes longer than all before it; it is only started before
    /// this part of the time for the move is over.
    deepening_part = 0.7,

    /// How many iterations in a row must find the same best move for it to be
    /// settled.
    settled_iterations = 5.0,

    /// The same as `deepening_part` if the move is settled.
    settled_part = 0.2,

    /// How likely the opponent is to be another one than before, at every move.
    habit_change = 0.02,

    /// How likely the opponent must be one that can be foreseen for plans to be made
    /// on it.
    habit_trust = 0.8,

    /// How many lines a plan is chosen from, at first.
    scheme_lines = 3.0,

    /// How many moves are tried in each of them.
    scheme_moves = 8.0,

    /// The part of the nodes at hand for a search, before a plan is made.
    scheme_search = 0.25,
}

named_numbers! {
    /// How a player below full strength thinks, and how well it sees. The table of
    /// levels (characters.rs) has a set for each; without any said it is a person who
    /// overlooks nothing one move ahead.
    Traits:

    /// How many plies it looks ahead: 1 for its own move, 2 for the reply too.
    ahead = 1.0,

    /// How many groups it thinks about, the largest first, if it counts points.
    candidates = 1000.0,

    /// Whether it searches as the engine does; if zero, it counts points.
    searches = 0.0,

    /// How likely the largest group of the board is noticed.
    attention = 1.0,

    /// How much less likely something next to nothing is.
    small_missed = 0.0,

    /// How much less likely something at the other end of the board is, in what is
    /// to come.
    far_missed = 0.0,

    /// How much less likely a group is that comes together only in a fall.
    hidden_missed = 0.0,
}
