//! Answers for how things look: a symbol and a colour for each kind of fruit, out of
//! the sixteen colours that every terminal has, or none at all.
//!
//! Nobody has to tell colours apart: the symbols differ too.

use fruitrage_rules::Fruit;
use ratatui::style::{Color, Modifier, Style};

/// A background and a foreground for each kind.
const COLOURS: [(Color, Color); 10] = [
    (Color::Red, Color::White),
    (Color::Green, Color::Black),
    (Color::Yellow, Color::Black),
    (Color::Blue, Color::White),
    (Color::Magenta, Color::White),
    (Color::Cyan, Color::Black),
    (Color::LightRed, Color::Black),
    (Color::DarkGray, Color::White),
    (Color::LightGreen, Color::Black),
    (Color::LightBlue, Color::Black),
];

/// Shapes that differ in outline, each one column wide.
const SYMBOLS: [char; 10] = ['●', '▲', '■', '◆', '★', '♥', '♣', '♠', '✚', '▼'];

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    /// Whether there are colours.
    pub(crate) colour: bool,
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
        let colour = variable("NO_COLOR").is_empty();
        Self { colour, unicode: is_utf8 && !ascii && !is_plain_terminal() }
    }

    pub(super) fn symbol(self, fruit: Fruit) -> char {
        if self.unicode { SYMBOLS[usize::from(fruit.kind())] } else { fruit.digit() }
    }

    /// One of two texts: the second is plain ASCII.
    pub(super) fn either(self, rich: &'static str, plain: &'static str) -> &'static str {
        if self.unicode { rich } else { plain }
    }

    pub(super) fn fruit(self, fruit: Fruit) -> Style {
        if !self.colour {
            return Style::new();
        }
        let (background, foreground) = COLOURS[usize::from(fruit.kind())];
        let style = Style::new().bg(background).fg(foreground);
        // Many terminals show bold black as grey, which is hard to read.
        if foreground == Color::Black { style } else { style.add_modifier(Modifier::BOLD) }
    }

    /// A fruit of the group under the cursor.
    pub(super) fn lit(self) -> Style {
        if self.colour {
            Style::new().bg(Color::White).fg(Color::Black)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    pub(super) fn faint(self) -> Style {
        if self.colour { Style::new().fg(Color::DarkGray) } else { Style::new().add_modifier(Modifier::DIM) }
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
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }
}

/// Whether it is a terminal that is known to show little: no symbols, and too slow or
/// too plain for motion.
pub(crate) fn is_plain_terminal() -> bool {
    let name = std::env::var("TERM").unwrap_or_default();
    !cfg!(windows) && (["linux", "dumb", "ansi"].contains(&name.as_str()) || name.starts_with("vt"))
}
