//! What keys mean in a game.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Something that a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// The cursor moves so many columns to the right and rows down.
    Move(isize, isize),
    /// The cursor goes to the next smaller group, or the next larger one.
    NextGroup {
        larger: bool,
    },
    Play,
    TakeBack,
    Hint,
    Analysis,
    New,
    Quit,
    Help,
    Pause,
    Step,
    Faster,
    Slower,
    Resign,
    Review,
    /// Own mistakes are to be mended.
    Mistakes,
    /// Looks at the position so many moves later.
    Browse(isize),
    /// Looks at the beginning.
    First,
    /// Looks at how it stands.
    Last,
    Redraw,
    Suspend,
    Interrupt,
    /// Closes whatever lies on top.
    Leave,
    /// A fault on purpose, in builds for tests.
    #[cfg(debug_assertions)]
    Panic,
}

/// What a key means; with `vi`, h j k l move the cursor.
pub(super) fn action(key: &KeyEvent, vi: bool) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(Action::Interrupt),
            KeyCode::Char('l') => Some(Action::Redraw),
            KeyCode::Char('z') => Some(Action::Suspend),
            _ => None,
        };
    }
    if let (true, KeyCode::Char(letter)) = (vi, key.code) {
        match letter {
            'h' => return Some(Action::Move(-1, 0)),
            'j' => return Some(Action::Move(0, 1)),
            'k' => return Some(Action::Move(0, -1)),
            'l' => return Some(Action::Move(1, 0)),
            _ => {}
        }
    }
    Some(match key.code {
        KeyCode::Left => Action::Move(-1, 0),
        KeyCode::Right => Action::Move(1, 0),
        KeyCode::Up => Action::Move(0, -1),
        KeyCode::Down => Action::Move(0, 1),
        KeyCode::Tab => Action::NextGroup { larger: false },
        KeyCode::BackTab => Action::NextGroup { larger: true },
        KeyCode::Enter | KeyCode::Char(' ') => Action::Play,
        KeyCode::Char('u') | KeyCode::Backspace => Action::TakeBack,
        KeyCode::Char('h' | 'i') => Action::Hint,
        KeyCode::Char('a') => Action::Analysis,
        KeyCode::Char('n') => Action::New,
        KeyCode::Char('q') => Action::Quit,
        KeyCode::Char('?') | KeyCode::F(1) => Action::Help,
        KeyCode::Char('p') => Action::Pause,
        KeyCode::Char('s' | '.') => Action::Step,
        KeyCode::Char('+' | '=') => Action::Faster,
        KeyCode::Char('-') => Action::Slower,
        KeyCode::Char('R') => Action::Resign,
        KeyCode::Char('r') => Action::Review,
        KeyCode::Char('m') => Action::Mistakes,
        KeyCode::PageUp | KeyCode::Char('[' | '<' | ',') => Action::Browse(-1),
        KeyCode::PageDown | KeyCode::Char(']' | '>') => Action::Browse(1),
        KeyCode::Home => Action::First,
        KeyCode::End => Action::Last,
        KeyCode::Esc => Action::Leave,
        #[cfg(debug_assertions)]
        KeyCode::F(12) => Action::Panic,
        _ => return None,
    })
}

/// The keys in words, for the help.
pub(super) fn help(vi: bool) -> Vec<(&'static str, &'static str)> {
    vec![
        (if vi { "arrows, h j k l" } else { "arrows" }, "move the cursor; the group under it lights up"),
        ("Tab, Shift+Tab", "go to the largest group, to the next smaller, larger one"),
        ("Enter, Space, click", "take the group"),
        ("u", "take back your last move and the reply, even at the end"),
        (if vi { "i" } else { "h, i" }, "hint: a clue first, and the move when asked again"),
        ("a", "analysis: the best moves, deeper and deeper; a: stop"),
        ("PgUp, PgDn or [ ]", "look at earlier and later positions; Home, End"),
        ("p", "pause and go on; Space too when only machines play"),
        ("s", "step: let a machine make one move, then pause"),
        ("+ -", "machines move faster, slower"),
        ("R", "resign (Shift+R, twice)"),
        ("r", "review, when the game is over: every move judged"),
        ("m", "mistakes, after the review: find the better moves"),
        ("n", "new game: the start screen; this game is kept"),
        ("Ctrl+L, Ctrl+Z", "draw the screen anew; suspend"),
        ("q, Ctrl+C", "quit; the game is recorded and can be gone on with"),
    ]
}

/// The same for the start screen, and what can be done in a game.
pub(super) fn start_help(vi: bool) -> Vec<(&'static str, &'static str)> {
    let mut keys = vec![
        (if vi { "up, down, j k, Tab" } else { "up, down, Tab" }, "go to another question"),
        (if vi { "left, right, h l" } else { "left, right, Space" }, "choose another answer; numbers can be typed"),
        ("Enter", "start the game"),
        ("Esc, q", "leave"),
        ("", ""),
    ];
    keys.extend(help(vi).into_iter().filter(|(keys, _)| !keys.starts_with("q,")).take(6));
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h_is_the_hint_unless_vi_keys_are_wanted_and_i_always_is() {
        let key = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
        assert_eq!(action(&key('h'), false), Some(Action::Hint));
        assert_eq!(action(&key('h'), true), Some(Action::Move(-1, 0)));
        assert_eq!(action(&key('i'), true), Some(Action::Hint));
        assert_eq!(action(&key('j'), false), None);
        let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(action(&interrupt, true), Some(Action::Interrupt));
    }
}
