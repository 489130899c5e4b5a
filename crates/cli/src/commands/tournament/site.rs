//! The arguments that say which tournament is meant.

use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_tournament::storage::ServerUrl;
use fruitrage_tournament::{Folder, Site};

/// The environment variable with the address of the database.
pub(crate) const VARIABLE: &str = "FRUITRAGE_DB";

#[derive(Args, Debug)]
pub(crate) struct DatabaseOptions {
    /// The database, if it is at a server: `postgres://USER@HOST/DATABASE`. A password
    /// is better kept in this variable, in PGPASSWORD or in ~/.pgpass than typed
    // Not parsed by clap, which would repeat it with its password if it is wrong.
    #[arg(long, value_name = "URL", env = VARIABLE, hide_env_values = true)]
    db: Option<String>,
}

impl DatabaseOptions {
    /// The address, if there is one.
    pub(crate) fn url(&self) -> anyhow::Result<Option<ServerUrl>> {
        let url = self.db.as_ref().filter(|url| !url.is_empty());
        Ok(url.map(|url| url.parse()).transpose()?)
    }
}

#[derive(Args, Debug)]
pub(crate) struct SiteOptions {
    /// The tournament's folder; with --db it is not needed
    // Not required as clap would have it, which would not tell that --db does as well.
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    database: DatabaseOptions,
}

impl SiteOptions {
    /// The tournament.
    pub(crate) fn site(&self) -> anyhow::Result<Site> {
        self.site_in(Path::new("."))
    }

    /// The tournament; what is written goes to its folder, or else to this one.
    pub(crate) fn site_in(&self, otherwise: &Path) -> anyhow::Result<Site> {
        match (&self.folder, self.database.url()?) {
            (Some(folder), database) => Ok(Site::of_folder(Folder::new(folder), database)?),
            (None, Some(url)) => Ok(Site::at_server(url, otherwise)),
            (None, None) => anyhow::bail!("which tournament? Name its FOLDER, or its database with --db"),
        }
    }

    /// The folder, if one was named.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}

#[derive(Args, Debug)]
pub(crate) struct FolderOptions {
    /// The folder with tournament.toml
    #[arg(value_name = "FOLDER")]
    pub(super) folder: PathBuf,
    #[command(flatten)]
    database: DatabaseOptions,
}

impl FolderOptions {
    /// The tournament.
    pub(super) fn site(&self) -> anyhow::Result<Site> {
        Ok(Site::of_folder(Folder::new(&self.folder), self.database.url()?)?)
    }
}
