//! What each platform is given, held to golden files in `platforms/` and to its schema.
//!
//! After a change that is meant, `FRUITRAGE_BLESS=1 cargo test -p fruitrage-grading --test
//! platforms` writes the golden files anew; look at the difference.

use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use boon::{Compiler, Schemas};
use fruitrage_grading::platform::{Platform, PlatformError, PlatformRun};
use fruitrage_grading::{Evidence, GradeSheet, ItemGrade, Outcome, Points};
use serde_json::Value;

fn item(id: &str, name: &str, points: &str, outcome: Outcome, reason: &str, notes: &[&str]) -> ItemGrade {
    ItemGrade {
        id: id.to_owned(),
        name: name.to_owned(),
        most: points.parse().unwrap(),
        outcome,
        reason: reason.to_owned(),
        notes: notes.iter().map(|&note| note.to_owned()).collect(),
        evidence: Evidence::None,
    }
}

/// A submission with a bit of everything, and with text that means harm.
fn sheet() -> GradeSheet {
    let hostile = "it crashed (exit code 1): \u{1b}[2J</pre><script>alert(1)</script>\u{202e}";
    GradeSheet {
        submission: "ada".to_owned(),
        items: vec![
            item("case-01", "1 x 1, one kind", "1", Outcome::Earned, "a right move, A1, in 0.031 s", &[]),
            item(
                "case-02",
                "26 x 26, nine kinds",
                "1",
                Outcome::Missed,
                hostile,
                &["line 2", "likely cause: recursion"],
            ),
            item(
                "match-random",
                "11 games against random",
                "25",
                Outcome::Earned,
                "won 6 of 6 games against random",
                &[],
            ),
            item(
                "match-minimax",
                "11 games against minimax:depth=3",
                "50",
                Outcome::NotGraded,
                "the disk is full",
                &[],
            ),
        ],
    }
}

fn graded() -> GradeSheet {
    let mut sheet = sheet();
    let reason = "won 2 of 8 games against minimax:depth=3; 6 of 11 are needed";
    sheet.items[3] = ItemGrade { outcome: Outcome::Missed, reason: reason.to_owned(), ..sheet.items[3].clone() };
    sheet
}

fn variable(name: &str) -> Option<String> {
    let value = match name {
        "CLASSROOM" => "cs561",
        "ASSIGNMENT" => "fruit-rage",
        "MODE" => "individual",
        "USERNAME" => "ada",
        "SUBMISSION_TAG" => "submit/2026-06-01T14-32-05Z-a1b2c3d",
        "COMMIT_URL" => "https://example.org/commit/a1b2c3d",
        "RELEASE_URL" => "https://example.org/releases/1",
        "REVIEW_URL" => "https://example.org/compare/1",
        "vocareumGradeFile" => "/tmp/grade.csv",
        "vocareumReportFile" => "/tmp/report.html",
        _ => return None,
    };
    Some(value.to_owned())
}

fn written(platform: Platform, sheet: &GradeSheet) -> Result<Vec<String>, PlatformError> {
    platform.files(&PlatformRun {
        sheet,
        remarks: &["CPU time was estimated here.".to_owned()],
        elapsed: Duration::from_secs(73),
        now: UNIX_EPOCH + Duration::from_secs(1_780_324_325),
        variable: &variable,
    })
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/platforms")
}

fn assert_golden(name: &str, text: &str) {
    let path = folder().join(name);
    if std::env::var_os("FRUITRAGE_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, golden, "{} is not what it was", path.display());
}

fn assert_fits_schema(platform: Platform, text: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap();
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema = std::fs::read_to_string(folder().join(format!("{}.schema.json", platform.name()))).unwrap();
    compiler.add_resource("schema.json", serde_json::from_str(&schema).unwrap()).unwrap();
    let index = compiler.compile("schema.json", &mut schemas).unwrap();
    schemas.validate(&value, index).unwrap_or_else(|error| panic!("{error:#}\n{text}"));
    value
}

#[test]
fn every_platform_is_given_what_its_golden_files_say() {
    for platform in Platform::ALL {
        for (state, sheet) in [("graded", graded()), ("not-graded", sheet())] {
            for (number, text) in written(platform, &sheet).unwrap().iter().enumerate() {
                let ending = match (platform, number) {
                    (Platform::Vocareum, 0) => "csv",
                    (Platform::Vocareum, _) => "html",
                    _ => "json",
                };
                assert_golden(&format!("{}.{state}.{ending}", platform.name()), text);
                assert!(!text.contains(['\u{1b}', '\u{202e}']), "{platform:?} {text}");
                if ending == "json" {
                    assert_fits_schema(platform, text);
                }
            }
        }
    }
}

#[test]
fn the_schemas_refuse_what_the_platforms_would() {
    let refused = |platform: Platform, change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&written(platform, &graded()).unwrap()[0]).unwrap();
        change(&mut value);
        let text = value.to_string();
        let result = std::panic::catch_unwind(|| assert_fits_schema(platform, &text));
        assert!(result.is_err(), "{platform:?}: {text}");
    };
    refused(Platform::Gradescope, &|value| value["tests"][0]["status"] = "ok".into());
    refused(Platform::Gradescope, &|value| value["tests"][0]["points"] = 1.into());
    refused(Platform::PrairieLearn, &|value| value["score"] = 27.into());
    refused(Platform::PrairieLearn, &|value| value["gradable"] = false.into());
    refused(Platform::Classroom50, &|value| value["score"] = 0.5.into());
    refused(Platform::Classroom50, &|value| value["extra"] = 1.into());
    refused(Platform::Classroom50, &|value| value["datetime"] = "2026-06-01 14:32".into());
    refused(Platform::Json, &|value| value["items"][0]["outcome"] = "won".into());
}

#[test]
fn what_is_not_graded_is_a_zero_nowhere() {
    let text = |platform: Platform| written(platform, &sheet()).unwrap();
    let value = |platform: Platform| serde_json::from_str::<Value>(&text(platform)[0]).unwrap();

    let gradescope = value(Platform::Gradescope);
    assert_eq!(gradescope["tests"][3].get("score"), None);
    assert_eq!(gradescope["tests"][3].get("status"), None);
    let most: f64 =
        gradescope["tests"].as_array().unwrap().iter().map(|test| test["max_score"].as_f64().unwrap()).sum();
    assert!((most - 77.0).abs() < 1e-9, "the sum must stay the assignment's points");
    assert!(gradescope["output"].as_str().unwrap().starts_with("NOT A GRADE YET"));

    let prairielearn = value(Platform::PrairieLearn);
    assert_eq!((&prairielearn["gradable"], prairielearn.get("score")), (&false.into(), None));
    assert_eq!(prairielearn["format_errors"][0], "The disk is full.");

    assert_eq!(text(Platform::Vocareum)[0], "Cases,1\n11 games against random,25\n");
    let classroom50 = value(Platform::Classroom50);
    assert_eq!((&classroom50["score"], &classroom50["max-score"]), (&26.into(), &27.into()));
    let json = value(Platform::Json);
    assert_eq!((&json["is-graded"], &json["items"][3]["points"]), (&false.into(), &Value::Null));
}

#[test]
fn prairielearn_gets_less_than_a_megabyte_however_much_there_is_to_say() {
    let mut sheet = graded();
    sheet.items[1].notes = vec!["\u{7f}<&\"é".repeat(4_000); 4];
    sheet.items = vec![sheet.items[1].clone(); 2_000];
    let text = &written(Platform::PrairieLearn, &sheet).unwrap()[0];
    assert!(text.len() < 1_000_000, "{}", text.len());
    assert_fits_schema(Platform::PrairieLearn, text);
}

#[test]
fn what_a_platform_cannot_take_is_said_before_anything_is_written() {
    let mut half = graded();
    half.items[0].most = Points::whole(1) / 2;
    assert_eq!(
        written(Platform::Classroom50, &half).unwrap_err().to_string(),
        "Classroom 50 takes whole points only, and '1 x 1, one kind' is worth 0.5; give every item whole points"
    );
    let mut same = graded();
    same.items[3].name = same.items[2].name.clone();
    let error = written(Platform::Vocareum, &same).unwrap_err().to_string();
    assert!(error.starts_with("two criteria are called '11 games against random'"), "{error}");
    let error = Platform::Vocareum.places(None, &|_| None).unwrap_err().to_string();
    assert!(error.starts_with("vocareumGradeFile is not set"), "{error}");
}

#[test]
fn results_go_where_the_platform_reads_them() {
    let places = |platform: Platform, output: Option<&str>| {
        let places = platform.places(output.map(Path::new), &variable).unwrap();
        places.iter().map(|path| path.display().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(places(Platform::Gradescope, None), ["/autograder/results/results.json"]);
    assert_eq!(places(Platform::PrairieLearn, None), ["/grade/results/results.json"]);
    assert_eq!(places(Platform::Vocareum, None), ["/tmp/grade.csv", "/tmp/report.html"]);
    assert_eq!(places(Platform::Classroom50, None), ["result.json"]);
    assert_eq!(places(Platform::Json, None), [""; 0]);
    assert_eq!(places(Platform::Gradescope, Some("x.json")), ["x.json"]);
    let folder = Path::new("out");
    let both = ["grade.csv", "report.html"].map(|name| folder.join(name).display().to_string());
    assert_eq!(places(Platform::Vocareum, Some("out")), both);
}
