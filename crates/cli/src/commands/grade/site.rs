//! The arguments that say which grading is meant.

use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_grading::GradeSettings;
use fruitrage_tournament::storage::Location;
use fruitrage_tournament::{Folder, Site};

use crate::commands::tournament::DatabaseOptions;

/// The database in a grading's folder.
const DATABASE: &str = "grading.db";

#[derive(Args, Debug)]
pub(crate) struct SiteOptions {
    /// The grading's folder; with --db it is needed only to run it
    // Not required as clap would have it, which would not tell that --db does as well.
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    database: DatabaseOptions,
}

impl SiteOptions {
    /// The grading. Its database is where --db says, else where grade.toml says, else in the
    /// folder.
    pub(crate) fn site(&self) -> anyhow::Result<Site> {
        match (&self.folder, self.database.url()?) {
            (Some(folder), Some(url)) => Ok(Site::at_server(url, folder)),
            (None, Some(url)) => Ok(Site::at_server(url, ".")),
            (Some(folder), None) => {
                let location = match GradeSettings::database_of(folder) {
                    Some(url) => Location::Server(url.parse()?),
                    None => Location::File(folder.join(DATABASE)),
                };
                Ok(Site { folder: Folder::new(folder), location })
            }
            (None, None) => anyhow::bail!("which grading? Name its FOLDER, or its database with --db"),
        }
    }

    /// The folder, if one was named.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}
