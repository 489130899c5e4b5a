//! Tells the program which commit and which target it is made from, for `--version`.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FRUITRAGE_COMMIT");
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=FRUITRAGE_BUILD={}, {target}", commit());
}

/// The commit: as a release names it, or as git knows it. A build for tests has none, or every
/// commit would compile the program again.
fn commit() -> String {
    if let Ok(named) = env::var("FRUITRAGE_COMMIT") {
        return format!("commit {named}");
    }
    if env::var("PROFILE").as_deref() != Ok("release") {
        return "for development".to_owned();
    }
    git(&["rev-parse", "--short=12", "HEAD"]).map_or_else(
        || "of an unknown commit".to_owned(),
        |commit| {
            // The log of HEAD grows with every commit, on every branch.
            if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
                println!("cargo::rerun-if-changed={log}");
            }
            format!("commit {commit}")
        },
    )
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}
