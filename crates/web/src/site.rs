//! The pages as plain files, for any host of files or a disk, and on request recorded games and a
//! tournament.
//!
//! Pages that are opened from a disk can fetch nothing. So what they need is also there as
//! scripts: the engine, and each record.

use std::path::Path;

use anyhow::Context as _;
use fruitrage_game::GameRecord;
use fruitrage_tournament::Site as Tournament;
use serde_json::{Map, Value, json};

use crate::assets::engine;
use crate::bundle::base64;
use crate::pages::{ENGINE_SCRIPT, File, Pages};
use crate::records::Records;
use crate::replay::lines_of;
use crate::watch::{self, Watched};

/// What a site has beyond the pages.
#[derive(Clone, Debug, Default)]
pub struct SiteOptions {
    /// A folder of recorded games.
    pub games: Option<std::path::PathBuf>,
    /// A tournament: its standings and games as they are now.
    pub tournament: Option<Tournament>,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SiteSize {
    /// How many files.
    pub files: usize,
    /// How many recorded games are among them.
    pub records: usize,
    /// How many bytes they have together.
    pub bytes: usize,
}

/// Writes a site into a folder, which is made if it is not there.
pub fn write_site(folder: &Path, options: &SiteOptions) -> anyhow::Result<SiteSize> {
    let mut shelf = Shelf::default();
    if let Some(games) = &options.games {
        anyhow::ensure!(games.is_dir(), "{} is not a folder", games.display());
        shelf.add_games(&Records::new(games.clone()))?;
    }
    if let Some(tournament) = &options.tournament {
        shelf.add_tournament(&Watched::new(tournament.clone()))?;
    }
    let records = shelf.files.len();
    let offered = shelf.offered();
    let mut others = shelf.into_files();
    let engine = format!("globalThis.fruitrageModule = \"{}\";\n", base64(engine()));
    others.push(File::new(ENGINE_SCRIPT, engine.into_bytes()));
    let pages = Pages::new(&offered, others);
    for File { path, content, .. } in pages.files() {
        let path = folder.join(path);
        let write = || {
            std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
            std::fs::write(&path, content)
        };
        write().with_context(|| format!("cannot write {}", path.display()))?;
    }
    let bytes = pages.files().iter().map(|file| file.content.len()).sum();
    Ok(SiteSize { files: pages.files().len(), records, bytes })
}

/// Recorded games and a tournament, as scripts.
#[derive(Default)]
struct Shelf {
    /// What pages list.
    index: Option<Value>,
    tournament: Option<Value>,
    /// Names of records, and their text.
    files: Vec<(String, Vec<u8>)>,
}

impl Shelf {
    fn add_games(&mut self, records: &Records) -> anyhow::Result<()> {
        let index = records.index();
        for file in index["files"].as_array().into_iter().flatten().filter_map(|file| file["file"].as_str()) {
            // One that cannot be read is listed with the reason.
            let Ok(games) = records.read(file) else { continue };
            self.add(file.to_owned(), &games)?;
        }
        self.index = Some(index);
        Ok(())
    }

    fn add_tournament(&mut self, watched: &Watched) -> anyhow::Result<()> {
        let shown = watch::look(watched, usize::MAX);
        if let Some(problem) = shown["problem"].as_str() {
            anyhow::bail!("the tournament cannot be read: {problem}");
        }
        let window = watched.window()?;
        for id in shown["last"].as_array().into_iter().flatten().filter_map(|game| game["id"].as_str()) {
            if let Some(record) = window.record(id)? {
                self.add(format!("watched:{id}"), &[record])?;
            }
        }
        self.tournament = Some(shown);
        Ok(())
    }

    fn add(&mut self, name: String, games: &[GameRecord]) -> anyhow::Result<()> {
        let mut text = Vec::new();
        for game in games {
            text.extend(lines_of(game).map_err(|_| anyhow::anyhow!("{name} cannot be written"))?);
        }
        self.files.push((name, text));
        Ok(())
    }

    /// Returns what pages find here beyond themselves.
    fn offered(&self) -> Value {
        if self.index.is_none() && self.tournament.is_none() {
            return Value::Null;
        }
        let (records, tournament) = (self.index.is_some(), self.tournament.is_some());
        json!({ "rooms": false, "tournament": tournament, "records": records, "shelf": "assets/records/shelf.js" })
    }

    fn into_files(self) -> Vec<File> {
        let mut files = Vec::new();
        if self.index.is_none() && self.tournament.is_none() {
            return files;
        }
        let mut places = Map::new();
        for (number, (name, text)) in self.files.iter().enumerate() {
            let path = format!("assets/records/{number}.js");
            let script = format!("globalThis.fruitrageRecord = {};\n", json!(String::from_utf8_lossy(text)));
            places.insert(name.clone(), json!(path));
            files.push(File::new(path, script.into_bytes()));
        }
        let contents = json!({ "index": self.index, "tournament": self.tournament, "places": places });
        let script = format!("globalThis.fruitrageShelf = {contents};\n");
        files.push(File::new("assets/records/shelf.js", script.into_bytes()));
        files
    }
}
