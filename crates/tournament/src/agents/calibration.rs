//! Calibration: a program that is run once before the games and may leave files. It is run
//! once for each content, and what it has left is kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

use super::content;
use super::preparation::{Preparation, Step};
use super::program::{STDERR_TAIL, tail};
use super::runtime::Runtime;
use fruitrage_sandbox::process::{self, AgentFolder, Launch, Limits, RunEnd};

/// CPU seconds that a calibration may take unless somebody says otherwise, as in the
/// courses.
pub const USUAL_CALIBRATION: f64 = 300.0;

/// What an agent's calibration is, and what it may use.
pub(super) struct Calibration<'a> {
    /// The command.
    pub(super) words: &'a [String],
    /// What the agent's folder begins with, and its hash.
    pub(super) kit: &'a Path,
    pub(super) hash: &'a str,
    /// CPU time.
    pub(super) time: Duration,
    pub(super) limits: &'a Limits,
}

impl Calibration<'_> {
    /// The folder with the agent's files and what the calibration has left; it is run now
    /// if it was not yet for the same files, command and time.
    pub(super) fn run(&self, preparation: &Preparation<'_>) -> anyhow::Result<PathBuf> {
        let kept = preparation.kept.join(format!("calibrated-{}", self.key()));
        if kept.is_dir() {
            return Ok(kept);
        }
        fs::create_dir_all(preparation.kept)?;
        (preparation.tell)(Step::Calibrating { most: self.time });
        let folder = AgentFolder::create(preparation.work, Some(self.kit))?;
        let limits = Limits { cpu: Some(self.time), wall: 2 * self.time, ..self.limits.clone() };
        let runtime = Runtime::new(self.words, folder.path(), limits.memory);
        let launch = Launch { command: &runtime.words, folder: &folder, visible: &runtime.visible, limits };
        let sandbox = runtime.prepared(&preparation.sandbox);
        let run = process::run(&sandbox, &launch, &|| preparation.stop.is_raised())?;
        match run.end {
            RunEnd::Exited(exit) if exit.is_success() => {}
            RunEnd::OverCpu | RunEnd::OverWall => anyhow::bail!(
                "it took longer than {} s of CPU time; calibration=SECONDS allows more, calibrate=no leaves it out",
                self.time.as_secs_f64()
            ),
            end => anyhow::bail!("it ended: {end}; the end of its stderr: {}", tail(&run.stderr, STDERR_TAIL)),
        }
        let whole = tempfile::tempdir_in(preparation.kept)?;
        content::copy(folder.path(), whole.path()).context("what it has left cannot be kept")?;
        // Another run may have been quicker; then its result is as good.
        match fs::rename(whole.path(), &kept) {
            Err(_) if kept.is_dir() => {}
            result => result?,
        }
        Ok(kept)
    }

    fn key(&self) -> String {
        let mut digest = Sha256::new();
        for text in [self.hash, &self.words.join("\0"), &self.time.as_nanos().to_string()] {
            digest.update((text.len() as u64).to_le_bytes());
            digest.update(text.as_bytes());
        }
        content::hex(&digest.finalize())
    }
}
