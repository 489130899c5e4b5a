//! The text of a settings file, and what is wrong with it: in which line, and how to mend it.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use toml::Spanned;

use crate::agents::AgentSpec;
use crate::conditions::LimitSettings;

/// Why something cannot be done as it is written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct SettingsError {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1, if it is about one.
    pub line: Option<usize>,
    /// What is wrong, and how to mend it.
    pub message: String,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// The text of a settings file.
#[derive(Clone, Debug)]
pub struct SettingsText {
    file: PathBuf,
    text: String,
}

impl SettingsText {
    /// The text of a file. Who has none is told the command that makes an example.
    pub fn read(file: &Path, init: &str) -> Result<Self, SettingsError> {
        let message = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => format!("there is none; `{init}` makes an example"),
            _ => format!("it cannot be read: {error}"),
        };
        let text = fs::read_to_string(file);
        let text =
            text.map_err(|error| SettingsError { file: file.to_owned(), line: None, message: message(error) })?;
        Ok(Self::new(file, text))
    }

    /// A text that stands in a file.
    pub fn new(file: &Path, text: impl Into<String>) -> Self {
        Self { file: file.to_owned(), text: text.into() }
    }

    /// What it says.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, SettingsError> {
        toml::from_str(&self.text).map_err(|error| SettingsError {
            file: self.file.clone(),
            line: error.span().map(|span| self.line(span.start)),
            message: error.message().replace('\n', " "),
        })
    }

    /// The error for a value.
    pub fn wrong<T>(&self, place: &Spanned<T>, message: String) -> SettingsError {
        SettingsError { file: self.file.clone(), line: Some(self.line(place.span().start)), message }
    }

    /// The error for something that is not there.
    pub fn lacks(&self, message: String) -> SettingsError {
        SettingsError { file: self.file.clone(), line: None, message }
    }

    /// A value, if it is in its range.
    pub fn between<T: PartialOrd + fmt::Display + Copy>(
        &self,
        value: &Spanned<T>,
        least: T,
        most: T,
        key: &str,
    ) -> Result<T, SettingsError> {
        let found = *value.as_ref();
        if least <= found && found <= most {
            return Ok(found);
        }
        Err(self.wrong(value, format!("'{key}' is {found}, but must be from {least} to {most}")))
    }

    /// What everybody may use, if it can be held to.
    pub fn limits(&self, limits: &Spanned<LimitSettings>) -> Result<LimitSettings, SettingsError> {
        let LimitSettings { memory, processes, disk, calibration } = *limits.as_ref();
        let (memory, processes, disk) = (Some(memory), Some(processes), Some(disk));
        let calibration = Some(calibration.into());
        let spec = AgentSpec { calibration, memory, processes, disk, ..AgentSpec::default() };
        spec.check().map_err(|error| self.wrong(limits, format!("in [limits], {error}")))?;
        Ok(*limits.as_ref())
    }

    /// The line of a place in the text, from 1.
    pub fn line(&self, offset: usize) -> usize {
        self.text.char_indices().take_while(|&(place, _)| place < offset).filter(|&(_, char)| char == '\n').count() + 1
    }
}
