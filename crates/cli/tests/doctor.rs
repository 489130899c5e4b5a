//! `fruitrage doctor`: which sandboxes work here, and which languages.

#![cfg(target_os = "linux")]

mod common;

use std::path::Path;

use common::{Folder, RunProgram as _};
use fruitrage_sandbox::{Sandbox, Tier};
use serde_json::Value;

#[test]
fn the_doctor_tells_what_works_here() {
    let tiers = Sandbox::survey(Path::new(env!("CARGO_BIN_EXE_fruitrage")));
    let works = tiers.iter().any(|(tier, result)| *tier < Tier::Plain && result.is_ok());
    let run = Folder::new().run(&["doctor", "--format", "json"]);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(run.code, Some(i32::from(!works)), "{report}");
    assert_eq!(report["best"] != "none", works, "{report}");
    assert_eq!(report["tiers"].as_array().unwrap().len(), tiers.len());
    let languages = report["languages"].as_array().unwrap();
    let names: Vec<&str> = languages.iter().map(|language| language["language"].as_str().unwrap()).collect();
    assert_eq!(names, ["Python", "C", "C++", "Java", "JavaScript", "Go", "Rust"]);
    for language in languages {
        let tools = language["tools"].as_array().unwrap();
        let is_there = |tool: &Value| tool["path"].as_str().is_some_and(|path| Path::new(path).is_file());
        assert_eq!(language["works"], tools.iter().all(is_there), "{language}");
    }
    let text = Folder::new().run(&["doctor"]).stdout;
    for name in names {
        assert!(text.lines().any(|line| line.starts_with(&format!("{name} "))), "{text}");
    }
}
