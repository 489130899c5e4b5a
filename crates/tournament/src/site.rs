//! Where a tournament is: its folder on this machine, and its database, which may be
//! elsewhere.

use std::path::PathBuf;

use super::settings::{FILE_NAME, Settings};
use super::{Folder, TournamentError};
use crate::storage::{Location, ServerUrl};

/// Where a tournament is.
#[derive(Clone, Debug)]
pub struct Site {
    /// What this machine keeps of it.
    pub folder: Folder,
    /// The system of record.
    pub location: Location,
}

impl Site {
    /// The tournament of a folder. Its database is where `database` says, else where
    /// tournament.toml says, else in the folder.
    pub fn of_folder(folder: Folder, database: Option<ServerUrl>) -> Result<Self, TournamentError> {
        let location = match database {
            Some(url) => Location::Server(url),
            None if folder.path().join(FILE_NAME).is_file() => match Settings::read(folder.path())?.database {
                // It was read before, so it can be read.
                Some(url) => {
                    Location::Server(url.parse().map_err(|error| TournamentError::Nonsense(format!("{error}")))?)
                }
                None => Location::File(folder.database()),
            },
            None => Location::File(folder.database()),
        };
        Ok(Self { folder, location })
    }

    /// A tournament at a server, for a machine that has no folder of it. What it keeps
    /// goes to `folder`.
    pub fn at_server(url: ServerUrl, folder: impl Into<PathBuf>) -> Self {
        Self { folder: Folder::new(folder), location: Location::Server(url) }
    }
}
