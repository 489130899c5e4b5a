//! The theme: what each kind of fruit is called, how it is drawn and in which colours.
//!
//! Terminal, pages and HTML files all take it from here, so a pear is the same green
//! pear everywhere. Files and plain terminals write a kind as its digit instead.

mod kinds;

use std::fmt;

use fruitrage_rules::Fruit;

/// A colour in 24 bits: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// What is written on a body, in a terminal.
const INK: Rgb = Rgb(0x1c, 0x1b, 0x1a);
/// The same among the 256 colours of xterm.
const INDEXED_INK: u8 = 234;

/// What is written on an outline's colour, in a terminal.
const LIGHT_INK: Rgb = Rgb(0xff, 0xff, 0xff);
/// The same among the 256 colours of xterm.
const INDEXED_LIGHT_INK: u8 = 231;

/// How one kind of fruit is called and drawn.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name of one: `cherry`.
    pub singular: &'static str,
    /// The name of several: `cherries`.
    pub plural: &'static str,
    /// A shape one column wide, for a terminal that has more than ASCII.
    pub symbol: char,
    /// The colour of a cell that holds it.
    pub body: Rgb,
    /// The darker colour around that.
    pub outline: Rgb,
    /// Body and outline among the 256 colours of xterm: chosen by eye, because the
    /// nearest ones of two kinds can be the same.
    pub indexed: (u8, u8),
    /// The number of its colour among the sixteen that every terminal has.
    pub ansi: u8,
    /// The fruit itself: SVG elements in a square of 64 x 64.
    drawing: &'static str,
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// The sixteen with names.
    Sixteen,
    /// The 256 of xterm: a cube and a row of greys.
    Indexed,
    /// All of them.
    Full,
}

/// A colour as a terminal takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TerminalColour {
    /// One of the sixteen with names.
    Ansi(u8),
    /// One of xterm's 256.
    Indexed(u8),
    /// Any.
    Rgb(Rgb),
}

/// The ANSI number of black.
const BLACK: u8 = 0;
/// The ANSI number of bright white.
const WHITE: u8 = 15;
/// The ANSI colours on which white reads better than black.
const DARK: [u8; 4] = [1, 4, 5, 8];

/// Returns how a kind of fruit is called and drawn.
pub fn of(fruit: Fruit) -> &'static Kind {
    &kinds::KINDS[usize::from(fruit.kind())]
}

/// Returns all kinds, in the order of their digits.
pub fn all() -> &'static [Kind; 10] {
    &kinds::KINDS
}

impl Kind {
    /// Returns a number of this fruit in words: `1 cherry`, `3 cherries`.
    pub fn counted(&self, count: u32) -> String {
        format!("{count} {}", if count == 1 { self.singular } else { self.plural })
    }

    /// Returns the background and the foreground of a cell in a terminal.
    pub fn cell(&self, colours: Colours) -> (TerminalColour, TerminalColour) {
        match colours {
            Colours::Sixteen => {
                let ink = if DARK.contains(&self.ansi) { WHITE } else { BLACK };
                (TerminalColour::Ansi(self.ansi), TerminalColour::Ansi(ink))
            }
            Colours::Indexed => (TerminalColour::Indexed(self.indexed.0), TerminalColour::Indexed(INDEXED_INK)),
            Colours::Full => (TerminalColour::Rgb(self.body), TerminalColour::Rgb(INK)),
        }
    }

    /// Returns the background and the foreground of a cell that stands out.
    pub fn lit_cell(&self, colours: Colours) -> (TerminalColour, TerminalColour) {
        match colours {
            Colours::Sixteen => (TerminalColour::Ansi(WHITE), TerminalColour::Ansi(BLACK)),
            Colours::Indexed => (TerminalColour::Indexed(self.indexed.1), TerminalColour::Indexed(INDEXED_LIGHT_INK)),
            Colours::Full => (TerminalColour::Rgb(self.outline), TerminalColour::Rgb(LIGHT_INK)),
        }
    }

    /// Returns the fruit as an SVG file, without a cell around it.
    pub fn svg(&self) -> String {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{}</svg>"#, self.drawing)
    }

    /// Returns the fruit in its cell as an SVG file, for an icon.
    pub fn icon(&self) -> String {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{}</svg>"#, self.cell_drawing())
    }

    /// Returns the fruit in its cell as an SVG symbol, for pictures that hold many.
    pub fn svg_symbol(&self, id: &str) -> String {
        format!(r#"<symbol id="{id}" viewBox="0 0 64 64">{}</symbol>"#, self.cell_drawing())
    }

    fn cell_drawing(&self) -> String {
        let Self { body, outline, drawing, .. } = self;
        format!(
            r#"<rect x="2" y="2" width="60" height="60" rx="14" fill="{body}" stroke="{outline}" stroke-width="2"/>{drawing}"#
        )
    }
}

impl fmt::Display for Rgb {
    /// As CSS writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Returns the style sheet of the fruit. A class `k3` gives an element the custom
/// properties `--body`, `--outline` and `--drawing`; the last is what `address`
/// returns for the kind.
pub fn css(address: impl Fn(usize, &Kind) -> String) -> String {
    let rule = |(number, kind): (usize, &Kind)| {
        let (body, outline, drawing) = (kind.body, kind.outline, address(number, kind));
        format!(".k{number} {{ --body: {body}; --outline: {outline}; --drawing: url(\"{drawing}\"); }}\n")
    };
    all().iter().enumerate().map(rule).collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn kinds_differ_in_name_shape_and_colour_on_every_terminal() {
        fn distinct<T: Eq + std::hash::Hash>(of: impl Fn(&Kind) -> T) -> bool {
            all().iter().map(of).collect::<HashSet<_>>().len() == all().len()
        }
        assert!(distinct(|kind| kind.singular) && distinct(|kind| kind.plural));
        assert!(distinct(|kind| kind.symbol) && distinct(|kind| kind.drawing));
        for colours in [Colours::Sixteen, Colours::Indexed, Colours::Full] {
            assert!(distinct(|kind| kind.cell(colours)), "{colours:?}");
            let stands_out = |kind: &Kind| kind.cell(colours) != kind.lit_cell(colours);
            assert!(all().iter().all(stands_out), "{colours:?}");
        }
    }

    #[test]
    fn ink_can_be_read_on_every_body() {
        // The contrast of WCAG 2: 7 is its strictest demand, 3 is for large shapes.
        fn luminance(Rgb(red, green, blue): Rgb) -> f64 {
            let linear = |part: u8| {
                let part = f64::from(part) / 255.0;
                if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        }
        let contrast = |light: Rgb, dark: Rgb| (luminance(light) + 0.05) / (luminance(dark) + 0.05);
        for kind in all() {
            assert!(contrast(kind.body, INK) > 7.0, "{}", kind.singular);
            assert!(contrast(kind.body, kind.outline) > 1.5, "{}", kind.singular);
        }
    }

    #[test]
    fn a_fruit_is_drawn_alone_or_in_a_cell_of_its_colours() {
        for kind in all() {
            let (alone, in_cell) = (kind.svg(), kind.icon());
            for file in [&alone, &in_cell] {
                assert!(
                    file.starts_with("<svg xmlns=") && file.ends_with(&format!("{}</svg>", kind.drawing)),
                    "{file}"
                );
            }
            let ground = format!(r#"fill="{}" stroke="{}""#, kind.body, kind.outline);
            assert!(in_cell.contains(&ground), "{in_cell}");
            assert!(!alone.contains(&ground), "{alone}");
        }
    }

    #[test]
    fn pears_are_green_and_counted() {
        let pears = of(Fruit::new(3));
        assert_eq!((pears.counted(1).as_str(), pears.counted(2).as_str()), ("1 pear", "2 pears"));
        assert_eq!((pears.body.to_string().as_str(), pears.ansi), ("#bfe8a0", 2));
        assert!(
            css(|number, _| format!("{number}.svg"))
                .contains(".k3 { --body: #bfe8a0; --outline: #5b9a30; --drawing: url(\"3.svg\"); }\n")
        );
    }
}
