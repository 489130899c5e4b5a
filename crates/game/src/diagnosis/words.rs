//! The words for causes and habits, each a clause that says what is wrong.

use std::fmt;

use fruitrage_rules::text::WhiteSpace;

use super::{Cause, Fall, Habit, MoveForm, Named, Taken, Written};

impl fmt::Display for Cause {
    /// The cause as a clause, such as 'the fruit above did not fall'.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AnotherMove { taken, named } => {
                write!(
                    f,
                    "the board is right for taking {taken}, but the move says {named}: they belong to different moves"
                )
            }
            Self::Model { model, meant, named } => {
                let name =
                    || model.named.words().map(|words| format!("{words}: {meant} is meant, but {named} is written"));
                let clauses = [
                    model.taken.words().map(str::to_owned),
                    model.fall.words().map(str::to_owned),
                    model.written.words().map(str::to_owned),
                    name(),
                ];
                f.write_str(&clauses.into_iter().flatten().collect::<Vec<_>>().join("; and "))
            }
        }
    }
}

impl Taken {
    const fn words(self) -> Option<&'static str> {
        Some(match self {
            Self::Group => return None,
            Self::Nothing => "this is the board before the move",
            Self::Picked => "only the fruit that was picked was taken, not its whole group",
            Self::Neighbours => {
                "only the fruit that was picked and its direct neighbours were taken, not its whole group"
            }
            Self::Diagonal => "diagonal neighbours were taken too; only sides connect",
            Self::Kind => "all fruit of the kind was taken, connected or not",
            Self::NotLast => "the group was not followed into the last row and the last column",
            Self::NotFirst => "the group was not followed into the first row and the first column",
            Self::AroundEdge => {
                "the group was followed around the edge of the board: index -1 is the last row or column"
            }
        })
    }
}

impl Fall {
    const fn words(self) -> Option<&'static str> {
        Some(match self {
            Self::Down => return None,
            Self::Stays => "the fruit did not fall after the group was taken",
            Self::Up => "the fruit fell upwards; the first row is the top one",
            Self::Left => "the fruit fell to the left instead of down: rows and columns are mixed up",
            Self::Right => "the fruit fell to the right instead of down: rows and columns are mixed up",
            Self::OneCell => "the fruit fell by one cell only, not as far as it can",
            Self::ClosedUp => "empty columns were closed up, as in SameGame; here columns never move",
        })
    }
}

impl Written {
    const fn words(self) -> Option<&'static str> {
        Some(match self {
            Self::Plainly => return None,
            Self::UpsideDown => "the rows are written from the bottom to the top",
            Self::Mirrored => "each row is written from the right to the left",
            Self::Transposed => "the board is written with rows and columns swapped",
            Self::WithZeros => "empty cells are written as 0, which is a fruit, instead of *",
        })
    }
}

impl Named {
    const fn words(self) -> Option<&'static str> {
        Some(match self {
            Self::Plainly => return None,
            Self::FromBottom => "rows are counted from the bottom instead of the top",
            Self::Swapped => "column and row are swapped in the move",
            Self::FromZero => "rows are counted from 0 instead of 1",
            Self::FromRight => "columns are counted from the right instead of the left",
        })
    }
}

impl fmt::Display for Habit {
    /// What is wrong and what to do, as a clause.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file is empty: was it closed before the program ended?"),
            Self::Blank => f.write_str("there is nothing but white space in the file"),
            Self::Utf16 => f.write_str("the file is in UTF-16: write plain ASCII text"),
            Self::ZeroBytes => {
                f.write_str("there are zero bytes in the file: write the characters only, not the whole buffer")
            }
            Self::WhiteSpace(odd) if odd[..] == [WhiteSpace::ByteOrderMark] => {
                write!(f, "the file has {}: write plain ASCII text", WhiteSpace::ByteOrderMark)
            }
            Self::WhiteSpace(odd) => {
                let odd: Vec<String> = odd.iter().map(ToString::to_string).collect();
                write!(f, "the file has {}: end each line, the last one too, with LF and nothing else", odd.join(", "))
            }
            Self::Indented => f.write_str("there are blanks at the start of a line: remove them"),
            Self::BlankLines => f.write_str("there is a blank line before or in the board: remove it"),
            Self::Move(form, found, cell) => match form {
                MoveForm::SmallLetter => write!(f, "{found}: the column letter must be a capital: {cell}"),
                MoveForm::Blank => write!(f, "{found}: nothing may stand between column letter and row number: {cell}"),
                MoveForm::NumberFirst => write!(f, "{found}: the column letter comes first: {cell}"),
                MoveForm::LeadingZero => write!(f, "{found}: the row number has no leading zero: {cell}"),
                MoveForm::Punctuation => write!(f, "{found}: write letter and number only: {cell}"),
            },
            Self::Numbers(found) => {
                write!(
                    f,
                    "{found}: the move is a column letter, A for the leftmost column, and a row number from 1: such as B1"
                )
            }
            Self::MoreThanMove(found, cell) => write!(f, "{found}: the first line must hold the move alone: {cell}"),
            Self::RowZero(found) => write!(f, "{found}: rows are counted from 1, the top row"),
            Self::MoveLast => f.write_str("the move stands behind the board: it belongs on the first line"),
            Self::NoMove => f.write_str("the move is missing: it belongs on the first line, before the board"),
            Self::InputForm => {
                f.write_str("this has the form of input.txt: write the move on the first line, then the board after it")
            }
            Self::Header => f.write_str(
                "size, kinds or time stand before the board: write the move, then the board, and nothing else",
            ),
            Self::CellsApart => {
                f.write_str("the cells of a row must stand side by side, with nothing between or around them")
            }
            Self::OneLine => f.write_str("all stands on one line: the move and each row need a line of their own"),
            Self::EmptyAs(found) => write!(f, "an empty cell is written as *, not as {found}"),
            Self::Rows(found, expected) => write!(f, "the board has {found} row{} instead of {expected}", s(*found)),
            Self::RowLength(row, found, expected) => {
                write!(f, "row {row} of the board has {found} cell{} instead of {expected}", s(*found))
            }
            Self::After(line, found) => write!(f, "nothing may follow the board, but line {line} is '{found}'"),
            Self::Before(_, found) => write!(f, "nothing may stand before the move, but the first line is '{found}'"),
        }
    }
}

const fn s(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
