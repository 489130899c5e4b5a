//! Why a tournament does not go on.

use std::io;
use std::path::PathBuf;

use super::settings_text::SettingsError;
use crate::storage::StorageError;
use fruitrage_results::Unscheduled;

/// Why a tournament does not go on.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// It cannot be held as it is written.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// It was changed although there are games.
    #[error(
        "{0}\nThere are finished games, and they would not count any more. Take the change back, or begin a new \
         tournament in another folder, or in another database if it is at a server"
    )]
    Changed(String),
    /// There is another one in the database, of which nothing was played yet.
    #[error(
        "{0}\nThere is a tournament in this database already, of which nothing was played yet. If it may go: fruitrage \
         tournament enter --replace"
    )]
    Taken(String),
    /// Somebody else is running it.
    #[error(
        "{}: it is running already; wait for it, or stop it with Ctrl-C where it runs. (Each worker on a \
         machine needs a --dir of its own)", .0.display()
    )]
    Busy(PathBuf),
    /// There is something in the way of a new one.
    #[error("{}: there is a tournament already", .0.display())]
    Exists(PathBuf),
    /// Not enough agents can play; each of the others with why.
    #[error("fewer than two agents can play:{0}")]
    TooFew(String),
    /// Commands of agents in tournament.toml name nobody; each with why.
    #[error("in tournament.toml:{0}")]
    Nobody(String),
    /// Nobody is called so.
    #[error("there is no agent '{0}'; there are {1}")]
    NoSuchAgent(String, String),
    /// This machine cannot run some of the agents; each with why.
    #[error(
        "this machine cannot run all agents, and whoever plays must be able to:{0}\nInstall what is missing \
         (`fruitrage doctor` helps), or let other machines play"
    )]
    Unfit(String),
    /// There is no grading.
    #[error("there is no grading here yet; `fruitrage grade run FOLDER` begins it")]
    NoGrading,
    /// The database.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// A file of the folder.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// What is stored cannot have come about.
    #[error("the results make no sense: {0}")]
    Nonsense(String),
}

impl TournamentError {
    /// Whether it is the arena's own fault, and not that of who asked for it.
    pub const fn is_of_arena(&self) -> bool {
        match self {
            Self::Settings(_)
            | Self::Changed(_)
            | Self::Taken(_)
            | Self::Busy(_)
            | Self::Exists(_)
            | Self::TooFew(_)
            | Self::Nobody(_)
            | Self::NoGrading
            | Self::NoSuchAgent(..) => false,
            Self::Storage(error) => !matches!(
                error,
                StorageError::Newer { .. }
                    | StorageError::Older { .. }
                    | StorageError::Missing
                    | StorageError::OtherKind(_)
            ),
            Self::Unfit(_) | Self::File { .. } | Self::Nonsense(_) => true,
        }
    }

    /// Why the database cannot be reached for the moment, if that is what it is: tried
    /// again later it may work.
    pub fn away(&self) -> Option<&str> {
        match self {
            Self::Storage(StorageError::Away(reason)) => Some(reason),
            _ => None,
        }
    }

    /// A file could not be read or written.
    pub(super) fn file(path: impl Into<PathBuf>, error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::StorageFull {
            return Self::Storage(StorageError::Full);
        }
        Self::File { path: path.into(), error }
    }
}

impl From<Unscheduled> for TournamentError {
    fn from(error: Unscheduled) -> Self {
        Self::Nonsense(error.to_string())
    }
}
