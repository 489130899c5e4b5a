//! `fruitrage doctor`: which sandboxes work here.

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
}
