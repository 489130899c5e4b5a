//! Text in columns: cut off, broken into lines, clocks and numbers.

use std::time::Duration;

use ratatui::text::Span;

use super::game::TENTHS_BELOW;

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// As much of a text as fits, with a sign that there is more.
pub(super) fn clipped(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if width(&short) + width(letter.encode_utf8(&mut [0; 4])) >= columns {
            break;
        }
        short.push(letter);
    }
    if columns > 0 { short + "~" } else { short }
}

/// One text at the left, another at the right.
pub(super) fn apart(left: &str, right: &str, columns: usize) -> String {
    let left = clipped(left, columns.saturating_sub(width(right) + 1));
    let gap = columns.saturating_sub(width(&left) + width(right));
    format!("{left}{}{right}", " ".repeat(gap))
}

/// A text in lines, broken between words.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line from the start");
        let fits = line.is_empty() || width(line) + 1 + width(word) <= columns;
        if !fits {
            lines.push(word.to_owned());
        } else if line.is_empty() {
            line.push_str(word);
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    // A word that is wider than a line goes on in the next one.
    let mut broken = Vec::new();
    for line in lines {
        let mut rest = line.as_str();
        while width(rest) > columns.max(1) {
            let fits = |&(at, letter): &(usize, char)| width(&rest[..at + letter.len_utf8()]) <= columns;
            let cut = rest.char_indices().take_while(fits).last().map_or(0, |(at, letter)| at + letter.len_utf8());
            let cut = if cut == 0 { rest.chars().next().map_or(rest.len(), char::len_utf8) } else { cut };
            broken.push(rest[..cut].to_owned());
            rest = &rest[cut..];
        }
        broken.push(rest.to_owned());
    }
    broken
}

/// A clock: minutes and seconds, and tenths when they matter.
pub(super) fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    if left < TENTHS_BELOW {
        return format!("{seconds}.{} s", left.subsec_millis() / 100);
    }
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// A large number in a few letters.
pub(super) fn short(number: u64) -> String {
    match number {
        0..=9_999 => number.to_string(),
        10_000..=9_999_999 => format!("{} k", number / 1000),
        _ => format!("{} M", number / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_its_columns_and_no_word_is_lost() {
        let text = "G8 takes 14 for 196 points; expected is a difference of about +12 points from here on.";
        for columns in 1..100 {
            let lines = wrapped(text, columns);
            assert!(lines.iter().all(|line| width(line) <= columns), "{columns}: {lines:?}");
            let letters = |text: &str| text.replace(' ', "");
            assert_eq!(letters(&lines.concat()), letters(text));
        }
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
    }

    #[test]
    fn what_does_not_fit_is_cut_off_visibly() {
        assert_eq!(clipped("engine, level 3", 15), "engine, level 3");
        assert_eq!(clipped("engine, level 3", 8), "engine,~");
        assert_eq!(apart("a long name", "120", 10), "a lon~ 120");
    }

    #[test]
    fn clocks_show_what_matters() {
        let shown = |seconds: f64| clock(Duration::from_secs_f64(seconds));
        assert_eq!([shown(4.26), shown(61.0), shown(3723.0)], ["4.2 s", "1:01", "1:02:03"]);
    }
}
