//! Many boards that are played on at the same time: pure stepping into buffers.

use fruitrage_game::BoardClass;
use fruitrage_rules::{Board, Group, IllegalMove, Player, Random};

use crate::action::{action_of, cell_of, outside};
use crate::regret;

/// What a move is rewarded with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reward {
    /// Its points: over a game, own ones less the opponent's are the margin.
    Margin,
    /// Nothing but the result, at the end: 1, 0 or -1.
    Result,
}

impl std::str::FromStr for Reward {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "margin" => Ok(Self::Margin),
            "result" => Ok(Self::Result),
            _ => Err(format!("reward is '{}', but must be 'margin' or 'result'", text.escape_debug())),
        }
    }
}

/// A game under way. Boards are boxed, so that the one after a move takes the place of the
/// one before without being copied.
struct Slot {
    board: Box<Board>,
    turn: Player,
    points: [u32; 2],
    seed: u64,
}

/// Games under way, each replaced by a new one when it is over.
pub(crate) struct Slots {
    class: BoardClass,
    games: Vec<Slot>,
    /// Where the next board is made.
    spare: Box<Board>,
    /// The groups that the actions take.
    groups: Vec<Group>,
    next_seed: u64,
    dice: Random,
}

/// Where a step is written to: for each game what the player to move sees, and what the
/// player who moved got.
pub(crate) struct Buffers<'a> {
    pub(crate) observations: &'a mut [i8],
    pub(crate) masks: &'a mut [i8],
    pub(crate) margins: &'a mut [i32],
    pub(crate) turns: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) ends: &'a mut [bool],
    pub(crate) final_margins: &'a mut [i32],
}

impl Slots {
    /// Begins so many games, on the boards of a seed and those after it.
    pub(crate) fn new(class: BoardClass, count: usize, seed: u64) -> Self {
        let (spare, dice) = (Box::new(Board::empty(class.size())), Random::new(seed));
        let mut slots =
            Self { class, games: Vec::with_capacity(count), spare, groups: Vec::new(), next_seed: seed, dice };
        for _ in 0..count {
            let seed = slots.take_seed();
            let board = Box::new(class.board(seed));
            slots.games.push(Slot { board, turn: Player::First, points: [0, 0], seed });
        }
        slots
    }

    fn take_seed(&mut self) -> u64 {
        let seed = self.next_seed;
        self.next_seed = seed.wrapping_add(1);
        seed
    }

    /// The number of games.
    pub(crate) const fn count(&self) -> usize {
        self.games.len()
    }

    /// The board of a game.
    pub(crate) fn board(&self, number: usize) -> &Board {
        &self.games[number].board
    }

    /// Whose turn it is in a game, and what both have.
    pub(crate) fn standing(&self, number: usize) -> (Player, [u32; 2]) {
        (self.games[number].turn, self.games[number].points)
    }

    /// The seeds that name the boards.
    pub(crate) fn seeds(&self) -> impl Iterator<Item = u64> {
        self.games.iter().map(|slot| slot.seed)
    }

    /// Finds what the actions take, one for each game, or says which one is wrong.
    pub(crate) fn choose(&mut self, actions: &[i64]) -> Result<(), String> {
        let size = self.class.size();
        self.groups.clear();
        for (number, (slot, &action)) in self.games.iter().zip(actions).enumerate() {
            let cell = cell_of(action, size).ok_or_else(|| format!("board {number}: {}", outside(action, size)))?;
            let group = slot.board.group_at(cell).map_err(|illegal: IllegalMove| {
                format!("board {number}: action {action}: {illegal}; take one that its action mask allows")
            })?;
            self.groups.push(group);
        }
        Ok(())
    }

    /// Writes what each chosen move loses against the best one; not a number where that takes
    /// more than so many nodes.
    pub(crate) fn write_regrets(&self, nodes: u64, regrets: &mut [f32]) {
        for ((slot, &group), regret) in self.games.iter().zip(&self.groups).zip(regrets) {
            let exact = regret::exact(&slot.board, group, nodes, &mut ());
            *regret = exact.map_or(f32::NAN, |points| points as f32);
        }
    }

    /// Makes the chosen moves, and begins a new game where one is over.
    pub(crate) fn step(&mut self, reward: Reward, buffers: &mut Buffers<'_>) {
        let groups = std::mem::take(&mut self.groups);
        for (number, &group) in groups.iter().enumerate() {
            let slot = &mut self.games[number];
            slot.board.play_into(group, &mut self.spare);
            std::mem::swap(&mut slot.board, &mut self.spare);
            let mover = slot.turn;
            slot.points[mover.index()] += group.points();
            slot.turn = mover.opponent();
            let is_over = slot.board.is_empty();
            let margin = margin(slot.points, mover);
            buffers.rewards[number] = match reward {
                Reward::Margin => group.points() as f32,
                Reward::Result if is_over => margin.signum() as f32,
                Reward::Result => 0.0,
            };
            buffers.ends[number] = is_over;
            buffers.final_margins[number] = if is_over { margin } else { 0 };
            if is_over {
                let seed = self.take_seed();
                let slot = &mut self.games[number];
                *slot.board = self.class.board(seed);
                (slot.turn, slot.points, slot.seed) = (Player::First, [0, 0], seed);
            }
            self.observe(number, buffers);
        }
        self.groups = groups;
    }

    /// Writes what the player to move sees in all games.
    pub(crate) fn observe_all(&self, buffers: &mut Buffers<'_>) {
        for number in 0..self.games.len() {
            self.observe(number, buffers);
        }
        buffers.rewards.fill(0.0);
        buffers.ends.fill(false);
        buffers.final_margins.fill(0);
    }

    fn observe(&self, number: usize, buffers: &mut Buffers<'_>) {
        let cells = self.class.size().pow(2);
        let room = cells * usize::from(self.class.kinds());
        let slot = &self.games[number];
        slot.board.write_planes(&mut buffers.observations[number * room..][..room]);
        slot.board.write_moves(&mut buffers.masks[number * cells..][..cells]);
        buffers.margins[number] = margin(slot.points, slot.turn);
        buffers.turns[number] = slot.turn.index() as i8;
    }

    /// Writes a legal action for each game, each equally likely.
    pub(crate) fn sample(&mut self, actions: &mut [i64]) {
        for (slot, action) in self.games.iter().zip(actions) {
            let (board, large) = (&slot.board, slot.board.large_groups());
            let place = self.dice.below(board.group_count() as u64) as usize;
            let group = large.get(place).copied().or_else(|| board.small_groups().nth(place - large.len()));
            *action = group.map_or(0, |group| action_of(group.cell(), board.size())) as i64;
        }
    }

    /// Writes the action that takes the largest group, for each game.
    pub(crate) fn greedy(&self, actions: &mut [i64]) {
        for (slot, action) in self.games.iter().zip(actions) {
            *action = action_of(fruitrage_game::greedy(&slot.board).cell(), slot.board.size()) as i64;
        }
    }
}

/// Returns what a player has more than the other.
const fn margin(points: [u32; 2], player: Player) -> i32 {
    points[player.index()] as i32 - points[player.opponent().index()] as i32
}
