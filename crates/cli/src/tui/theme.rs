//! How things look in the terminal: the theme's symbols and colours, as far as the
//! terminal can show them, or none at all.
//!
//! Nobody has to tell colours apart: the symbols differ too.

use fruitrage_game::theme::{self, Colours, Rgb, TerminalColour};
use fruitrage_rules::Fruit;
use ratatui::style::{Color, Modifier, Style};

use crate::drawing::terminal_colours;

/// The sixteen colours that every terminal has, by their numbers.
const ANSI: [Color; 16] = [
    Color::Black,
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Magenta,
    Color::Cyan,
    Color::Gray,
    Color::DarkGray,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightBlue,
    Color::LightMagenta,
    Color::LightCyan,
    Color::White,
];

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    /// How many colours there are, if any.
    pub(crate) colours: Option<Colours>,
    /// Whether there is more than ASCII.
    pub(crate) unicode: bool,
}

impl Theme {
    /// What the environment says about the terminal, unless only ASCII is wanted.
    pub(crate) fn of_environment(ascii: bool) -> Self {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        // The first of these that is set decides, as the C library has it.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable).into_iter().find(|value| !value.is_empty());
        let is_utf8 =
            cfg!(windows) || locale.is_some_and(|locale| locale.to_ascii_lowercase().replace('-', "").contains("utf8"));
        let colours = variable("NO_COLOR").is_empty().then(terminal_colours);
        Self { colours, unicode: is_utf8 && !ascii && !is_plain_terminal() }
    }

    pub(super) fn symbol(self, fruit: Fruit) -> char {
        if self.unicode { theme::of(fruit).symbol } else { fruit.digit() }
    }

    /// One of two texts: the second is plain ASCII.
    pub(super) fn either(self, rich: &'static str, plain: &'static str) -> &'static str {
        if self.unicode { rich } else { plain }
    }

    /// The style of a fruit's cell.
    pub(super) fn fruit(self, fruit: Fruit) -> Style {
        let Some(colours) = self.colours else { return Style::new() };
        let (background, foreground) = theme::of(fruit).cell(colours);
        let style = Style::new().bg(colour(background)).fg(colour(foreground));
        // Many terminals show bold black as grey, which is hard to read.
        if foreground == TerminalColour::Ansi(0) { style } else { style.add_modifier(Modifier::BOLD) }
    }

    /// The style of a fruit's cell in the group under the cursor.
    pub(super) fn lit(self, fruit: Fruit) -> Style {
        let Some(colours) = self.colours else { return Style::new().add_modifier(Modifier::REVERSED) };
        let (background, foreground) = theme::of(fruit).lit_cell(colours);
        Style::new().bg(colour(background)).fg(colour(foreground))
    }

    /// What is written over the fruit: signs and points.
    pub(super) fn label(self) -> Style {
        let style = if self.colours.is_some() {
            Style::new().bg(Color::White).fg(Color::Black)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        };
        style.add_modifier(Modifier::BOLD)
    }

    pub(super) fn faint(self) -> Style {
        if self.colours.is_some() { Style::new().fg(Color::DarkGray) } else { Style::new().add_modifier(Modifier::DIM) }
    }

    pub(super) fn title(self) -> Style {
        self.coloured(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    pub(super) fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn good(self) -> Style {
        self.coloured(Color::Green).add_modifier(Modifier::BOLD)
    }

    pub(super) fn bad(self) -> Style {
        self.coloured(Color::LightRed).add_modifier(Modifier::BOLD)
    }

    pub(super) fn hint(self) -> Style {
        self.coloured(Color::LightYellow)
    }

    /// What the keyboard acts on.
    pub(super) fn chosen() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn coloured(self, colour: Color) -> Style {
        if self.colours.is_some() { Style::new().fg(colour) } else { Style::new() }
    }
}

fn colour(colour: TerminalColour) -> Color {
    match colour {
        TerminalColour::Ansi(number) => ANSI[usize::from(number)],
        TerminalColour::Indexed(number) => Color::Indexed(number),
        TerminalColour::Rgb(Rgb(red, green, blue)) => Color::Rgb(red, green, blue),
    }
}

/// Whether it is a terminal that is known to show little: no symbols, and too slow or
/// too plain for motion.
pub(crate) fn is_plain_terminal() -> bool {
    let name = std::env::var("TERM").unwrap_or_default();
    !cfg!(windows) && (["linux", "dumb", "ansi"].contains(&name.as_str()) || name.starts_with("vt"))
}
