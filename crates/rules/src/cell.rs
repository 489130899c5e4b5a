//! Cells and their names: `A1` is the top left one, `Z26` the last.

use std::fmt;
use std::str::FromStr;

/// The largest board: columns run from A to Z.
pub const MAX_SIZE: usize = 26;

/// The place of a cell: column 0 is the leftmost, row 0 the topmost.
///
/// A cell knows nothing of a board; whether it lies in a board of size n is asked
/// with [`Cell::is_inside`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    column: u8,
    row: u8,
}

impl Cell {
    /// The cell at a column and a row, both counted from 0.
    ///
    /// # Panics
    /// If either is 26 or more: no board has such a cell. [`Cell::try_new`] is the door for
    /// numbers from outside.
    pub const fn new(column: usize, row: usize) -> Self {
        Self::try_new(column, row).expect("no board is that large")
    }

    /// The cell at a column and a row, both counted from 0; none if either is 26 or more.
    ///
    /// ```
    /// use fruitrage_rules::Cell;
    ///
    /// assert_eq!(Cell::try_new(1, 0).unwrap().to_string(), "B1");
    /// assert_eq!(Cell::try_new(26, 0), None);
    /// ```
    pub const fn try_new(column: usize, row: usize) -> Option<Self> {
        if column < MAX_SIZE && row < MAX_SIZE { Some(Self { column: column as u8, row: row as u8 }) } else { None }
    }

    /// Columns from the left edge, from 0.
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// Rows from the top edge, from 0.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Whether a board of this size has such a cell.
    pub const fn is_inside(self, size: usize) -> bool {
        self.column() < size && self.row() < size
    }

    /// The cell where this one is seen in a mirror on the right edge of a board of this size;
    /// itself if the board has no such cell.
    #[must_use]
    pub const fn mirrored(self, size: usize) -> Self {
        if self.is_inside(size) && size <= MAX_SIZE { Self::new(size - 1 - self.column(), self.row()) } else { self }
    }

    /// All cells of a board, row by row from the top left. No board is larger than
    /// [`MAX_SIZE`].
    pub fn all(size: usize) -> impl Iterator<Item = Self> {
        let size = size.min(MAX_SIZE);
        (0..size).flat_map(move |row| (0..size).map(move |column| Self::new(column, row)))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = format!("{}{}", char::from(b'A' + self.column), self.row + 1);
        f.pad(&name)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not the name of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellError {
    /// The text ends before it names a cell.
    #[error("expected a column letter A to Z and a row number, found nothing")]
    Empty,
    /// The first character is not a capital letter.
    #[error("expected a column letter A to Z, found '{}'", .0.escape_default())]
    Column(char),
    /// What follows the letter is not a number from 1 to 26 in plain form.
    #[error("expected a row number from 1 to 26 after the column letter")]
    Row,
}

impl FromStr for Cell {
    type Err = CellError;

    /// Reads exactly `A1` to `Z26`: no blanks, no small letters, no leading
    /// zeros or signs.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let mut characters = text.chars();
        let letter = characters.next().ok_or(CellError::Empty)?;
        if !letter.is_ascii_uppercase() {
            return Err(CellError::Column(letter));
        }
        let digits = characters.as_str();
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        match digits.parse::<usize>() {
            Ok(row @ 1..=MAX_SIZE) if plain => Ok(Self::new(letter as usize - usize::from(b'A'), row - 1)),
            _ => Err(CellError::Row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_ends_at_its_size_both_ways() {
        assert!(Cell::new(2, 1).is_inside(3) && Cell::new(1, 2).is_inside(3));
        assert!(!Cell::new(3, 1).is_inside(3) && !Cell::new(1, 3).is_inside(3));
    }

    #[test]
    fn a_failed_assertion_names_the_cell_and_the_fruit() {
        assert_eq!(format!("{:?} {:>4}", Cell::new(1, 25), Cell::new(0, 0)), "B26   A1");
        assert_eq!(format!("{:?} {}", crate::Fruit::new(7), crate::Fruit::new(0)), "7 0");
    }

    #[test]
    fn every_cell_is_read_back_from_its_name() {
        for cell in Cell::all(MAX_SIZE) {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
    }

    #[test]
    fn only_the_plain_form_of_a_name_is_accepted() {
        assert_eq!("".parse::<Cell>(), Err(CellError::Empty));
        assert_eq!("b1".parse::<Cell>(), Err(CellError::Column('b')));
        assert_eq!("1B".parse::<Cell>(), Err(CellError::Column('1')));
        for text in ["B", "B0", "B27", "B01", "B+1", "B1 ", "B 1", "BB1", "B999999999999999999999"] {
            assert_eq!(text.parse::<Cell>(), Err(CellError::Row), "{text:?}");
        }
    }
}
