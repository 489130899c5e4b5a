//! What every program may see of the system: programs, libraries, and the few settings
//! that they do not start without.

use std::fs;
use std::path::{Path, PathBuf};

/// Where programs and libraries are. On most systems all but the first are links
/// into it.
const TREES: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/// Settings without which a language does not start, or starts with a complaint:
/// how the names in it begin, since some carry a version. Each costs time at every
/// start.
const SETTINGS: [&str; 5] = ["alternatives", "java", "ld.so.cache", "localtime", "ssl/openssl.cnf"];

/// One place of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// It is there itself.
    Tree(PathBuf),
    /// It leads there.
    Link(PathBuf, PathBuf),
}

/// All of them that there are.
pub(crate) fn parts() -> Vec<Part> {
    let trees = TREES.iter().map(PathBuf::from);
    let names = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.file_name());
    let mut settings: Vec<PathBuf> = names
        .filter(|name| SETTINGS.iter().any(|setting| name.to_string_lossy().starts_with(setting)))
        .map(|name| Path::new("/etc").join(name))
        .collect();
    settings.extend(SETTINGS.iter().filter(|name| name.contains('/')).map(|name| Path::new("/etc").join(name)));
    settings.sort();
    trees.chain(settings).filter_map(part).collect()
}

fn part(path: PathBuf) -> Option<Part> {
    let found = fs::symlink_metadata(&path).ok()?;
    if found.is_symlink() {
        let target = fs::read_link(&path).ok()?;
        Some(Part::Link(path, target))
    } else {
        Some(Part::Tree(path))
    }
}
