//! Grading on platforms, rehearsed: what `grade pack` makes is unpacked where the platform
//! puts it, and its scripts are run as the platform runs them.

#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::server::LONG;
use common::{FIRST_FRUIT, Folder, Run, RunProgram as _};
use serde_json::Value;

const RUBRIC: &str = "submissions = \"submissions\"\nboards = [\"4p3\"]\ntime = 60\n\
                      [cases]\npoints = 1\ncount = 6\n\
                      [[match]]\nopponent = \"random\"\ngames = 3\npoints = 20\n";

/// A program for layouts only: packing this one takes seconds.
const SMALL: &str = "/bin/true";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("grade.toml", RUBRIC);
    fs::create_dir_all(folder.path().join("ada")).unwrap();
    folder.write("ada/homework.py", FIRST_FRUIT);
    folder
}

/// Packs for a platform, and unpacks it with its permissions.
fn pack(folder: &Folder, platform: &str, program: &str) -> (PathBuf, Run) {
    let arguments = ["grade", "pack", platform, "--rubric", "grade.toml", "--program", program, "-o", "upload.zip"];
    let run = folder.run(&arguments);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let unpacked = folder.path().join(format!("unpacked-{platform}"));
    zip::ZipArchive::new(fs::File::open(folder.path().join("upload.zip")).unwrap())
        .unwrap()
        .extract(&unpacked)
        .unwrap();
    (unpacked, run)
}

/// This program without what only a debugger reads.
fn stripped(folder: &Folder) -> String {
    let program = folder.path().join("stripped");
    let strip = Command::new("strip").arg("-o").arg(&program).arg(env!("CARGO_BIN_EXE_fruitrage")).status();
    if !strip.is_ok_and(|status| status.success()) {
        fs::copy(env!("CARGO_BIN_EXE_fruitrage"), &program).unwrap();
    }
    program.display().to_string()
}

/// Runs a script in a container as platforms have it: see `container.sh`. None, and a notice,
/// where no such container can be made.
fn in_container(folder: &Path, mount: &str, script: &str) -> Option<Run> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    let has_bubblewrap = Command::new("bwrap").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !(is_root && has_bubblewrap) {
        eprintln!("NOTICE: SKIPPED: a container as platforms have it needs root and bubblewrap");
        return None;
    }
    let container = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/common/container.sh");
    let output = Command::new(container).arg(folder).arg(mount).args(["bash", "-c", script]).output().unwrap();
    Some(output.into())
}

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn gradescope_grades_as_root_without_namespaces_on_half_a_core() {
    let folder = folder();
    let (source, _) = pack(&folder, "gradescope", &stripped(&folder));
    for script in ["setup.sh", "run_autograder", "fruitrage"] {
        let mode = fs::metadata(source.join(script)).unwrap().permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{script} must be in the root and can be run");
    }
    // As Gradescope builds its image: the zip in source, the script beside it.
    let root = folder.path().join("autograder");
    for part in ["submission", "results"] {
        fs::create_dir_all(root.join(part)).unwrap();
    }
    fs::rename(&source, root.join("source")).unwrap();
    fs::copy(root.join("source/run_autograder"), root.join("run_autograder")).unwrap();
    fs::write(root.join("submission/homework.py"), FIRST_FRUIT).unwrap();
    fs::write(root.join("submission_metadata.json"), r#"{"users": [{"email": "ada@x.edu"}]}"#).unwrap();
    let script = "unshare -U true 2>/dev/null && exit 7; source/setup.sh && ./run_autograder";
    let Some(run) = in_container(&root, "/autograder", script) else { return };
    assert_eq!(run.code, Some(0), "{}\n{}", run.stdout, run.stderr);

    let results = json(&root.join("results/results.json"));
    assert_eq!(results["tests"].as_array().map(Vec::len), Some(7), "{results:#}");
    let cases = &results["tests"].as_array().unwrap()[..6];
    assert!(cases.iter().all(|test| test["status"] == "passed"), "{results:#}");
    assert!(results["tests"][6].get("score").is_some(), "the match is decided, one way or the other: {results:#}");
    let said = results["output"].as_str().unwrap();
    assert!(said.contains("watched and not kept exactly: cpu"), "what is not exact is said: {said}");
    assert!(!said.contains("bubblewrap"), "{said}");
}

#[test]
fn prairielearn_grades_as_root_without_namespaces_on_half_a_core() {
    let folder = folder();
    let (course, _) = pack(&folder, "prairielearn", &stripped(&folder));
    let question = course.join("questions/fruit-rage");
    let info = json(&question.join("info.json"));
    let options = &info["externalGradingOptions"];
    assert_eq!((&info["gradingMethod"], &options["timeout"]), (&"External".into(), &600.into()), "{info}");
    let root = folder.path().join("grade");
    fs::create_dir_all(root.join("student")).unwrap();
    fs::rename(question.join("tests"), root.join("tests")).unwrap();
    fs::write(root.join("student/homework.py"), FIRST_FRUIT).unwrap();
    let entrypoint = options["entrypoint"].as_str().unwrap();
    let Some(run) = in_container(&root, "/grade", &format!("chmod +x {entrypoint} && {entrypoint}")) else { return };
    assert_eq!(run.code, Some(0), "{}\n{}", run.stdout, run.stderr);
    let results = json(&root.join("results/results.json"));
    assert_eq!(results["gradable"], true, "{results:#}");
    let score = results["score"].as_f64().unwrap();
    assert!((score - 1.0).abs() < 1e-9 || (score - 6.0 / 26.0).abs() < 1e-9, "{results:#}");

    // A program that cannot be run is no zero: it costs no attempt.
    fs::write(root.join("tests/fruitrage"), "#!/bin/sh\nexit 1\n").unwrap();
    fs::remove_file(root.join("results/results.json")).unwrap();
    let Some(run) = in_container(&root, "/grade", entrypoint) else { return };
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(json(&root.join("results/results.json"))["gradable"], false);
}

#[test]
fn vocareum_reads_scores_by_the_names_of_its_criteria() {
    let folder = folder();
    let (unpacked, run) = pack(&folder, "vocareum", SMALL);
    assert_eq!(fs::read_to_string(unpacked.join("RUBRIC.txt")).unwrap(), "Cases,6\n3 games against random,20\n");
    assert!(run.stdout.contains("/voc/scripts/grade.sh"), "{}", run.stdout);
    let scripts = unpacked.join("scripts");
    fs::copy(env!("CARGO_BIN_EXE_fruitrage"), scripts.join("fruitrage")).unwrap();
    let run: Run = Command::new(scripts.join("grade.sh"))
        .current_dir(folder.path().join("ada"))
        .env("vocareumGradeFile", folder.path().join("scores"))
        .env("vocareumReportFile", folder.path().join("report"))
        .output()
        .unwrap()
        .into();
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout.lines().next(), Some("VOC_NO_REPORT_OUTPUT"));
    let scores = String::from_utf8(folder.read("scores")).unwrap();
    assert!(scores.starts_with("Cases,6\n3 games against random,"), "{scores}");
    assert!(String::from_utf8(folder.read("report")).unwrap().contains("A right move"));
}

#[test]
fn classroom50_calls_the_program_through_its_shim() {
    let folder = folder();
    let (bundle, _) = pack(&folder, "classroom50", SMALL);
    // As if it had been too large for the bundle: then it is on the container's PATH.
    fs::remove_file(bundle.join("fruitrage")).unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_fruitrage")).parent().unwrap().display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let run: Run = Command::new("python3")
        .arg(bundle.join("autograder.py"))
        .current_dir(folder.path().join("ada"))
        .env("PATH", path)
        .envs([
            ("CLASSROOM", "cs561"),
            ("ASSIGNMENT", "fruit-rage"),
            ("MODE", "individual"),
            ("USERNAME", "ada"),
            ("SUBMISSION_TAG", "submit/1"),
            ("COMMIT_URL", "https://example.org/1"),
            ("RELEASE_URL", "https://example.org/2"),
        ])
        .output()
        .unwrap()
        .into();
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let result = json(&folder.path().join("ada/result.json"));
    assert_eq!((&result["owner"], &result["max-score"]), (&"ada".into(), &26.into()), "{result:#}");
    assert_eq!(result["review"], "https://example.org/1", "without a comparison it is the commit");
}

#[test]
fn the_same_upload_is_packed_from_the_same_files() {
    let folder = folder();
    for platform in ["gradescope", "vocareum", "prairielearn", "classroom50"] {
        let zip = |name: &str| {
            let arguments = ["grade", "pack", platform, "--program", SMALL, "--output", name];
            assert_eq!(folder.run(&arguments).code, Some(0));
            folder.read(name)
        };
        assert_eq!(zip("one.zip"), zip("two.zip"), "{platform}");
    }
    let run = folder.run(&["grade", "pack", "gradescope", "--program", "grade.toml"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("not a program for Linux"), "{}", run.stderr);
}

#[test]
fn a_budget_that_is_not_enough_leaves_a_result_that_says_so() {
    let folder = folder();
    let arguments = ["grade", "one", "ada", "--for", "gradescope", "--rubric", "grade.toml", "-o", "out/results.json"];
    let run = folder.run(&[&arguments[..], &["--budget", "0.001s"]].concat());
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    let results = json(&folder.path().join("out/results.json"));
    assert!(results["output"].as_str().unwrap().starts_with("NOT A GRADE YET: 7 items worth 26"), "{results:#}");
    assert!(results["tests"].as_array().unwrap().iter().all(|test| test.get("score").is_none()), "{results:#}");
}

#[test]
fn who_is_cut_off_leaves_what_was_found_out_until_then() {
    let folder = folder();
    // It answers the cases, which are larger or smaller, and sleeps over the boards of games.
    let sleeper =
        format!("import time\nif open('input.txt').readline().strip() == '7':\n    time.sleep(600)\n{FIRST_FRUIT}");
    folder.write("ada/homework.py", sleeper);
    folder.write("grade.toml", RUBRIC.replace("4p3", "7p3"));
    let arguments = ["grade", "one", "ada", "--for", "json", "--rubric", "grade.toml", "-o", "out.json"];
    let mut child = folder.command(&arguments).stderr(Stdio::null()).spawn().unwrap();
    let path = folder.path().join("out.json");
    let started = Instant::now();
    let cases_done = || {
        let text = fs::read_to_string(&path).unwrap_or_default();
        // At every moment it is whole.
        let result: Value = if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap() };
        result["points"] == 6
    };
    while !cases_done() {
        assert!(started.elapsed() < LONG, "{:?}", fs::read_to_string(&path));
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let result = json(&path);
    assert_eq!((&result["is-graded"], &result["items"][6]["points"]), (&false.into(), &Value::Null), "{result:#}");
    assert_eq!(result["items"][6]["reason"], "not reached before the time of this run was up");
}
