//! Models: kinds of players whose moves can be foreseen.

/// A player who searches to a fixed depth without memory, as textbooks have it, and takes
/// one of the moves that come out best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Model {
    /// How many plies it looks ahead. Who adds the largest group that is left at the
    /// end looks one ply further.
    pub(crate) depth: u32,
    /// What it counts.
    pub(crate) counts: Counts,
    /// Which of equal moves it takes, the larger groups first.
    pub(crate) ties: Ties,
    /// How many groups it looks at on each board, the largest first.
    pub(crate) beam: usize,
    /// Whether it leaves out single fruits while there are larger groups.
    pub(crate) drops_singles: bool,
}

/// What a player takes for the worth of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Counts {
    Points,
    Fruits,
}

/// Which of equal moves a player takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ties {
    First,
    Last,
}

/// Who looks at all groups.
pub(crate) const NO_BEAM: usize = usize::MAX;

impl Model {
    /// How many models there are.
    pub(crate) const COUNT: usize = 16;

    /// All models, those that are foreseen at the least cost first.
    pub(crate) const ALL: [Self; Self::COUNT] = [
        Self::plain(1),
        Self::plain(2),
        Self::plain(3),
        Self { ties: Ties::Last, ..Self::plain(2) },
        Self { ties: Ties::Last, ..Self::plain(3) },
        Self { counts: Counts::Fruits, ..Self::plain(2) },
        Self { counts: Counts::Fruits, ..Self::plain(3) },
        Self { drops_singles: true, ..Self::plain(3) },
        Self { beam: 3, ..Self::plain(4) },
        Self { beam: 5, ..Self::plain(4) },
        Self::plain(4),
        Self { ties: Ties::Last, ..Self::plain(4) },
        Self { counts: Counts::Fruits, ..Self::plain(4) },
        Self { drops_singles: true, ..Self::plain(4) },
        Self { beam: 5, ..Self::plain(5) },
        Self::plain(5),
    ];

    /// The textbook player of a depth.
    pub(crate) const fn plain(depth: u32) -> Self {
        Self { depth, counts: Counts::Points, ties: Ties::First, beam: NO_BEAM, drops_singles: false }
    }
}
