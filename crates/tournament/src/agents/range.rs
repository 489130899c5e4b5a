//! The ranges of what an agent may be given.

use std::fmt::Display;
use std::str::FromStr;

use super::SpecError;

/// The values that a setting can have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range<T> {
    key: &'static str,
    /// What is counted.
    what: &'static str,
    pub(crate) least: T,
    pub(crate) most: T,
}

/// Seconds for a game.
pub(crate) const TIME: Range<f64> = Range { key: "time", what: "seconds", least: 0.001, most: 1e6 };
/// CPU seconds for the calibration.
pub(crate) const CALIBRATION: Range<f64> =
    Range { key: "calibration", what: "CPU seconds", least: 0.1, most: 86_400.0 };
/// MiB of memory. With less, no interpreter starts.
pub(crate) const MEMORY: Range<u64> = Range { key: "memory", what: "MiB", least: 16, most: 1 << 20 };
/// Processes and threads.
pub(crate) const PROCESSES: Range<u32> =
    Range { key: "processes", what: "a number of processes", least: 1, most: 10_000 };
/// MiB that may be written.
pub(crate) const DISK: Range<u64> = Range { key: "disk", what: "MiB", least: 1, most: 1 << 20 };

impl<T: Copy + Display + FromStr + PartialOrd> Range<T> {
    /// The value that is typed.
    pub(super) fn parse(&self, text: &str) -> Result<T, SpecError> {
        let value = text.parse().ok().filter(|value| self.check(Some(*value)).is_ok());
        value.ok_or_else(|| self.error(text))
    }

    /// Whether a value, if there is one, is in the range.
    pub(crate) fn check(&self, value: Option<T>) -> Result<(), SpecError> {
        match value {
            Some(value) if !(self.least <= value && value <= self.most) => Err(self.error(&value.to_string())),
            _ => Ok(()),
        }
    }

    fn error(&self, found: &str) -> SpecError {
        let (least, most, found) = (self.least.to_string(), self.most.to_string(), found.to_owned());
        SpecError::Range { key: self.key, what: self.what, least, most, found }
    }
}

#[cfg(test)]
mod tests {
    use crate::agents::AgentSpec;

    fn told(setting: &str) -> String {
        AgentSpec::of_command("x").set_all(setting).map_or_else(|error| error.to_string(), |()| "taken".to_owned())
    }

    #[test]
    fn what_is_out_of_range_is_told_with_the_range() {
        for (setting, expected) in [
            ("memory=0", "memory: expected MiB from 16 to 1048576, found '0'"),
            ("memory=17592186044416", "memory: expected MiB from 16 to 1048576, found '17592186044416'"),
            ("memory=1e3", "memory: expected MiB from 16 to 1048576, found '1e3'"),
            ("disk=-1", "disk: expected MiB from 1 to 1048576, found '-1'"),
            ("processes=0", "processes: expected a number of processes from 1 to 10000, found '0'"),
            ("time=nan", "time: expected seconds from 0.001 to 1000000, found 'nan'"),
            ("calibration=1e9", "calibration: expected CPU seconds from 0.1 to 86400, found '1e9'"),
            ("memory=1024,disk=1,processes=10000,time=0.5,calibration=2.5", "taken"),
        ] {
            assert_eq!(told(setting), expected);
        }
    }

    #[test]
    fn a_calibration_is_a_command_or_no() {
        for refused in ["yes", "true", "1", "0", "on", ""] {
            let expected = format!("calibrate: expected a command such as 'python3 calibrate.py', found '{refused}'");
            assert!(told(&format!("calibrate={refused}")).starts_with(&expected), "{refused}");
        }
        assert_eq!(told("calibrate=no"), "taken");
        assert_eq!(told("calibrate=python3 calibrate.py"), "taken");
    }
}
