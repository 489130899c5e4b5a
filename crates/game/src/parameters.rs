//! The grammar of players inside this program: a name, and settings after a colon,
//! as in `minimax:depth=3` or `engine:level=2,time=0.5`; and of programs: a command, or
//! `ugi:` and a command.

use std::ops::RangeInclusive;

use crate::{harmless, nearest};

/// The names of players inside this program. Whatever else is named is a program;
/// one of such a name is run by its path: `./greedy`.
pub const PLAYER_NAMES: [&str; 4] = ["random", "greedy", "minimax", "engine"];

/// How a program is spoken to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// One process for a move, by `input.txt` and `output.txt`.
    #[default]
    Files,
    /// One process for a game, by the Universal Game Interface: `ugi:./mybot`.
    Ugi,
}

impl Protocol {
    const UGI: &'static str = "ugi:";

    /// Splits what was typed for a program into how it is spoken to and its command.
    pub fn of_command(text: &str) -> (Self, &str) {
        match text.trim_start().strip_prefix(Self::UGI) {
            Some(command) => (Self::Ugi, command.trim_start()),
            None => (Self::Files, text),
        }
    }

    /// Returns a command as it is typed for a program that is spoken to like this.
    pub fn command(self, command: &str) -> String {
        match self {
            Self::Files => command.to_owned(),
            Self::Ugi => format!("{}{command}", Self::UGI),
        }
    }
}

/// A text that names no player, or sets something that the player does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// Nobody has this name.
    #[error("there is no player '{}'; {} random, greedy, minimax and engine", harmless(.0), meant(.0))]
    Unknown(String),
    /// Not `name=value`.
    #[error("'{setting}' in '{player}' is not a name=value such as depth=3")]
    NotASetting {
        /// What stands there.
        setting: String,
        /// The whole text.
        player: String,
    },
    /// The player has no such setting.
    #[error("'{player}' has no '{setting}'; {takes}")]
    UnknownSetting {
        /// The player's name.
        player: String,
        /// The name of the setting.
        setting: String,
        /// What there is, as a sentence.
        takes: String,
    },
    /// The value cannot be.
    #[error("'{setting}={found}' for '{player}': expected {expected}")]
    Value {
        /// The player's name.
        player: String,
        /// The name of the setting.
        setting: String,
        /// What stands there.
        found: String,
        /// What could.
        expected: String,
    },
}

/// Asks whether a player of a similar name is meant, if there is one, before all are told.
fn meant(name: &str) -> String {
    match nearest(name, PLAYER_NAMES) {
        Some(meant) => format!("did you mean {meant}? There are"),
        None => "there are".to_owned(),
    }
}

/// The settings of a player, taken one by one by whoever knows what they mean.
#[derive(Clone, Debug)]
pub struct Parameters<'a> {
    name: &'a str,
    settings: Vec<(&'a str, &'a str)>,
}

impl<'a> Parameters<'a> {
    /// Splits a text into the player's name and its settings.
    pub fn parse(text: &'a str) -> Result<Self, PlayerError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let setting = |setting: &'a str| {
            let wrong = || PlayerError::NotASetting { setting: setting.to_owned(), player: text.to_owned() };
            setting.split_once('=').ok_or_else(wrong)
        };
        let settings = rest.split(',').filter(|part| !part.is_empty()).map(setting).collect::<Result<_, _>>()?;
        Ok(Self { name, settings })
    }

    /// Returns the player's name.
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// Takes the text of a setting, if there is one of this name.
    pub fn text(&mut self, setting: &str) -> Option<&'a str> {
        let place = self.settings.iter().position(|(name, _)| *name == setting)?;
        Some(self.settings.remove(place).1)
    }

    /// Takes a number within a range; `expected` says in words which.
    pub fn number(
        &mut self,
        setting: &str,
        range: &RangeInclusive<f64>,
        expected: &str,
    ) -> Result<Option<f64>, PlayerError> {
        let Some(text) = self.text(setting) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| self.wrong(setting, text, expected))
    }

    /// Takes a switch: 1 for on, 0 or nothing for off.
    pub fn switch(&mut self, setting: &str) -> Result<bool, PlayerError> {
        match self.text(setting) {
            None | Some("0") => Ok(false),
            Some("1") => Ok(true),
            Some(text) => Err(self.wrong(setting, text, "0 or 1")),
        }
    }

    /// Makes the error for a value that cannot be.
    pub fn wrong(&self, setting: &str, found: &str, expected: &str) -> PlayerError {
        PlayerError::Value {
            player: self.name.to_owned(),
            setting: setting.to_owned(),
            found: found.to_owned(),
            expected: expected.to_owned(),
        }
    }

    /// Makes sure that all settings were taken; `takes` says which there are.
    pub fn finish(&self, takes: &str) -> Result<(), PlayerError> {
        match self.settings.first() {
            None => Ok(()),
            Some((setting, _)) => Err(PlayerError::UnknownSetting {
                player: self.name.to_owned(),
                setting: (*setting).to_owned(),
                takes: takes.to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_spoken_to_by_files_unless_its_command_says_otherwise() {
        for (text, protocol, command) in [
            ("./mybot --fast", Protocol::Files, "./mybot --fast"),
            ("ugi:./mybot --fast", Protocol::Ugi, "./mybot --fast"),
            (" ugi:  python3 bot.py", Protocol::Ugi, "python3 bot.py"),
            ("./ugi:bot", Protocol::Files, "./ugi:bot"),
        ] {
            assert_eq!(Protocol::of_command(text), (protocol, command), "{text:?}");
            assert_eq!(Protocol::of_command(&protocol.command(command)), (protocol, command), "{text:?}");
        }
        assert_eq!(Protocol::Ugi.command("./mybot"), "ugi:./mybot");
    }
}
