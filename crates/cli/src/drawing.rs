//! The picture of a board in a terminal: the fruit in colour, and beside or below it
//! the size of each fruit's group.

use std::fmt;

use anstyle::{Ansi256Color, Color, RgbColor, Style};
use fruitrage_game::theme::{self, Colours, Rgb, TerminalColour};
use fruitrage_rules::{Cell, Fruit, Grid, Judge, MAX_SIZE};

/// The widest that two pictures may be together; else one stands below the other.
const SCREEN_WIDTH: usize = 80;

/// Returns how many colours the terminal has, as far as the environment says.
pub(crate) fn terminal_colours() -> Colours {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let term = variable("TERM");
    if ["truecolor", "24bit"].contains(&variable("COLORTERM").as_str()) || !variable("WT_SESSION").is_empty() {
        Colours::Full
    } else if term.contains("256color") || term.contains("direct") {
        Colours::Indexed
    } else {
        Colours::Sixteen
    }
}

/// Returns the style of a fruit's cell. The digit stays: nobody has to tell colours apart.
fn style(fruit: Fruit, colours: Colours) -> Style {
    let (background, foreground) = theme::of(fruit).cell(colours);
    let style = Style::new().bg_color(Some(colour(background))).fg_color(Some(colour(foreground)));
    // Many terminals show bold black as grey, which is hard to read.
    if foreground == TerminalColour::Ansi(0) { style } else { style.bold() }
}

fn colour(colour: TerminalColour) -> Color {
    match colour {
        TerminalColour::Ansi(number) => {
            Ansi256Color(number).into_ansi().map_or(Ansi256Color(number).into(), Color::Ansi)
        }
        TerminalColour::Indexed(number) => Ansi256Color(number).into(),
        TerminalColour::Rgb(Rgb(red, green, blue)) => RgbColor(red, green, blue).into(),
    }
}

/// A board to be displayed.
pub(crate) struct Drawing<'a> {
    grid: &'a Grid,
    /// The size of each cell's group; 0 for an empty cell.
    sizes: [[usize; MAX_SIZE]; MAX_SIZE],
    colours: Colours,
}

impl<'a> Drawing<'a> {
    pub(crate) fn new(grid: &'a Grid) -> Self {
        let judge = Judge::new(grid);
        let mut sizes = [[0; MAX_SIZE]; MAX_SIZE];
        for group in judge.groups() {
            for cell in judge.cells_of_group_at(group.cell()) {
                sizes[cell.row()][cell.column()] = group.size();
            }
        }
        Self { grid, sizes, colours: terminal_colours() }
    }

    fn size_of_group(&self, cell: Cell) -> usize {
        self.sizes[cell.row()][cell.column()]
    }

    /// The lines of a picture: a title, the letters, the rows, the letters again.
    fn picture(&self, title: &str, width: usize, label: impl Fn(Cell) -> String) -> Vec<String> {
        let size = self.grid.size();
        let letters = (0..size).map(|column| format!("{:^width$}", char::from(b'A' + column as u8)));
        let letters = format!("   {}   ", letters.collect::<String>());
        let row = |row: usize| {
            let cells: String = (0..size).map(|column| self.cell(Cell::new(column, row), width, &label)).collect();
            let number = row + 1;
            format!("{number:>2} {cells} {number:<2}")
        };
        let title = format!("{title:^width$}", width = letters.len());
        [title, letters.clone()].into_iter().chain((0..size).map(row)).chain([letters]).collect()
    }

    fn cell(&self, cell: Cell, width: usize, label: impl Fn(Cell) -> String) -> String {
        match self.grid.get(cell) {
            None => format!("{:^width$}", "."),
            Some(fruit) => {
                let style = style(fruit, self.colours);
                format!("{style}{:^width$}{style:#}", label(cell))
            }
        }
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let largest = Cell::all(self.grid.size()).map(|cell| self.size_of_group(cell)).max().unwrap_or(0);
        let width = if largest >= 100 { 4 } else { 3 };
        let digit = |cell: Cell| self.grid.get(cell).map_or_else(String::new, |fruit| fruit.to_string());
        let fruit = self.picture("fruit", 3, digit);
        let sizes = self.picture("size of its group", width, |cell| self.size_of_group(cell).to_string());
        let both = self.grid.size() * (3 + width) + 2 * "12 ".len() * 2 + 2;
        if both <= SCREEN_WIDTH {
            fruit.iter().zip(&sizes).try_for_each(|(left, right)| writeln!(f, "{left}  {}", right.trim_end()))
        } else {
            fruit.iter().try_for_each(|line| writeln!(f, "{}", line.trim_end()))?;
            writeln!(f)?;
            sizes.iter().try_for_each(|line| writeln!(f, "{}", line.trim_end()))
        }
    }
}
