//! An agent that can go to another machine: all that it needs in an
//! archive, and itself written down from the view of the folder that this becomes.

use std::path::{Component, Path};

use anyhow::Context as _;

use super::kit::{self, Words};
use super::{AgentSpec, Archive, Submission, find_named};

/// An agent as it is to be written down from the view of its unpacked archive, and
/// the archive. Its files are looked for from `base`. Built-in players need none.
pub fn pack(spec: &AgentSpec, base: &Path) -> anyhow::Result<(AgentSpec, Option<Archive>)> {
    if spec.builtin().is_some() {
        return Ok((spec.clone(), None));
    }
    let kit = tempfile::tempdir().context("there must be a folder for the agent's files")?;
    let portable = match find_named(spec, base)? {
        Some(submission) => pack_submission(kit.path(), &submission, spec, base)?,
        None => pack_command(kit.path(), spec, base)?,
    };
    Ok((portable, Some(Archive::of_folder(kit.path())?)))
}

/// Whether an agent names nothing but what is in its archive, or is built in. Who
/// takes in agents from other machines asks this first: others could name any file.
pub fn is_portable(spec: &AgentSpec) -> bool {
    let is_below = || match Path::new(spec.words()).components().collect::<Vec<_>>()[..] {
        [part] => matches!(part, Component::CurDir | Component::Normal(_)),
        _ => false,
    };
    let is_packed = || spec.packed && spec.dir.as_deref().map_or_else(is_below, |dir| dir == Path::new("."));
    spec.builtin().is_some() || is_packed()
}

/// A submission is built where it plays, so it goes there as it was handed in.
fn pack_submission(kit: &Path, submission: &Submission, spec: &AgentSpec, base: &Path) -> anyhow::Result<AgentSpec> {
    let source = &submission.source;
    let file = source.file_name().and_then(|name| name.to_str()).filter(|_| source.is_file());
    submission.copy_to(kit)?;
    let calibrate = kit::calibration(kit, spec, base)?;
    // With the files for its calibration, a single file is a folder.
    let command = submission.named_file().or_else(|| file.filter(|_| calibrate.is_none())).unwrap_or(".");
    let dir = submission.named_file().map(|_| ".".into());
    // Links are left behind, and what its calibration needs may look like a program.
    let packed = find_named(&AgentSpec { dir: dir.clone(), ..AgentSpec::of_command(command) }, kit);
    let is_same = packed.is_ok_and(|packed| packed.is_some_and(|packed| packed.has_program_of(submission)));
    anyhow::ensure!(
        is_same,
        "{}: without links, and with the files for its calibration, it is another program; hand in one folder with all of it",
        source.display()
    );
    Ok(AgentSpec {
        name: spec.name.clone().or_else(|| Some(submission.name.clone())),
        command: spec.protocol().command(command),
        dir,
        calibrate: match calibrate {
            Some(calibrate) => Some(joined(&calibrate)?),
            None => spec.calibrate.clone().filter(|command| kit::is_none(command)),
        },
        packed: true,
        ..spec.clone()
    })
}

fn pack_command(kit: &Path, spec: &AgentSpec, base: &Path) -> anyhow::Result<AgentSpec> {
    let Words { command, calibrate } = kit::fill(kit, spec, base)?;
    let program = command.first().map_or(Path::new(""), Path::new);
    let is_path = program.components().count() > 1;
    let is_there = kit.join(program).exists() || program.is_absolute();
    anyhow::ensure!(!is_path || is_there, "{}: there is no such program", program.display());
    Ok(AgentSpec {
        name: Some(spec.name()),
        command: spec.protocol().command(&joined(&command)?),
        dir: Some(".".into()),
        calibrate: calibrate.as_deref().map(joined).transpose()?,
        packed: true,
        ..spec.clone()
    })
}

fn joined(words: &[String]) -> anyhow::Result<String> {
    Ok(shlex::try_join(words.iter().map(String::as_str))?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::*;
    use crate::agents::content;
    use crate::agents::submission::{is_executable, make_executable};

    /// What a person has, and where archives are unpacked.
    struct Scratch(TempDir);

    impl Scratch {
        fn new(files: &[&str]) -> Self {
            let scratch = Self(tempfile::tempdir().unwrap());
            for file in files {
                let path = scratch.base().join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, format!("this is {file}")).unwrap();
            }
            scratch
        }

        fn base(&self) -> PathBuf {
            self.0.path().join("home")
        }

        /// The agent as it arrives, and its folder there.
        fn sent(&self, spec: &AgentSpec) -> (AgentSpec, PathBuf) {
            let (portable, archive) = pack(spec, &self.base()).unwrap();
            assert!(is_portable(&portable) && !is_portable(spec));
            let text = serde_json::to_string(&portable).unwrap();
            (serde_json::from_str(&text).unwrap(), archive.unwrap().unpack(&self.0.path().join("cache")).unwrap())
        }

        /// The command arrives as one that is run with the same words and files.
        fn assert_same_command(&self, spec: &AgentSpec) -> (AgentSpec, PathBuf) {
            let (portable, folder) = self.sent(spec);
            let [here, there] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
            let words = kit::fill(here.path(), spec, &self.base()).unwrap();
            // What it was packed from is not there any more.
            fs::rename(self.base(), self.0.path().join("elsewhere")).unwrap();
            assert_eq!(kit::fill(there.path(), &portable, &folder).unwrap(), words);
            fs::rename(self.0.path().join("elsewhere"), self.base()).unwrap();
            assert_eq!(content::hash(there.path()).unwrap(), content::hash(here.path()).unwrap());
            assert!(find_named(&portable, &folder).unwrap().is_none());
            assert_eq!(portable.name(), spec.name());
            (portable, folder)
        }

        /// The submission arrives as one with the same name and program.
        fn assert_same_submission(&self, spec: &AgentSpec) -> (AgentSpec, PathBuf) {
            let (portable, folder) = self.sent(spec);
            let here = find_named(spec, &self.base()).unwrap().expect("a submission");
            let there = find_named(&portable, &folder).unwrap().expect("a submission");
            assert!(there.has_program_of(&here));
            assert_eq!(portable.name, spec.name.clone().or(Some(here.name)));
            (portable, folder)
        }
    }

    fn calibrated(command: &str, calibrate: &str) -> AgentSpec {
        AgentSpec { calibrate: Some(calibrate.to_owned()), ..AgentSpec::of_command(command) }
    }

    fn files_in(folder: &Path) -> Vec<String> {
        let name = |path: PathBuf| path.strip_prefix(folder).unwrap().display().to_string();
        content::list(folder, |_| true).unwrap().into_iter().map(name).collect()
    }

    #[test]
    fn built_in_players_are_everywhere() {
        for command in ["random", "minimax:depth=3", "engine:nodes=100"] {
            let spec = AgentSpec::of_command(command);
            assert_eq!(pack(&spec, Path::new(".")).unwrap(), (spec.clone(), None));
            assert!(is_portable(&spec));
        }
    }

    #[test]
    fn a_submission_is_its_folder() {
        let scratch = Scratch::new(&["ada/homework.py", "ada/lib/board.py", "other/homework.py"]);
        let spec = AgentSpec { time: Some(3.0), ..AgentSpec::of_command("ada") };
        let (portable, folder) = scratch.assert_same_submission(&spec);
        assert_eq!((portable.name(), portable.command.as_str(), portable.time), ("ada".to_owned(), ".", Some(3.0)));
        assert_eq!(content::hash(&folder).unwrap(), content::hash(&scratch.base().join("ada")).unwrap());
        // Where it has arrived it can be sent on, and stays what it is.
        let (again, archive) = pack(&portable, &folder).unwrap();
        assert_eq!((again, archive.unwrap().unpack(folder.parent().unwrap()).unwrap()), (portable, folder));
    }

    #[test]
    fn a_submission_goes_without_its_history_and_without_what_was_built() {
        let files = ["Cargo.toml", "src/main.rs", "src/target/kept", "target/release/bob", ".git/config", "sub/.git"];
        let scratch = Scratch::new(&files.map(|file| format!("bob/{file}")).each_ref().map(String::as_str));
        for command in ["bob", "bob/Cargo.toml"] {
            let (portable, folder) = scratch.assert_same_submission(&AgentSpec::of_command(command));
            assert_eq!((portable.name().as_str(), portable.command.as_str()), ("bob", "."));
            assert_eq!(files_in(&folder), ["Cargo.toml", "src/main.rs", "src/target/kept"]);
        }
        // Who names what was built means it.
        let (_, folder) = scratch.assert_same_command(&AgentSpec {
            dir: Some("bob".into()),
            ..AgentSpec::of_command("./target/release/bob")
        });
        assert!(folder.join("target/release/bob").exists());
    }

    #[test]
    fn a_submission_may_be_one_file() {
        let scratch = Scratch::new(&["ada/homework.py", "ada/homework.cpp", "tools/calibrate.py"]);
        let (portable, folder) = scratch.assert_same_submission(&AgentSpec::of_command("ada/homework.py"));
        assert_eq!((portable.name().as_str(), portable.command.as_str()), ("homework", "homework.py"));
        assert_eq!(files_in(&folder), ["homework.py"]);
        let spec = calibrated("ada/homework.py", "python3 tools/calibrate.py");
        let (portable, folder) = scratch.assert_same_submission(&spec);
        assert_eq!((portable.command.as_str(), portable.calibrate.as_deref()), (".", Some("python3 ./calibrate.py")));
        assert_eq!(files_in(&folder), ["calibrate.py", "homework.py"]);
    }

    #[test]
    fn a_mended_file_makes_another_archive_in_every_format() {
        let scratch = Scratch::new(&["one.py", "ada/homework.py", "bob/Cargo.toml", "bob/src/main.rs", "kit/agent"]);
        let in_kit = AgentSpec { dir: Some("kit".into()), ..AgentSpec::of_command("./agent") };
        let formats = ["one.py", "ada", "bob"].map(AgentSpec::of_command);
        let files = ["one.py", "ada/homework.py", "bob/src/main.rs", "kit/agent"];
        for (spec, file) in formats.iter().chain([&in_kit]).zip(files) {
            let hash = || pack(spec, &scratch.base()).unwrap().1.unwrap().hash().to_owned();
            let before = hash();
            assert_eq!(before, hash());
            fs::write(scratch.base().join(file), "mended").unwrap();
            assert_ne!(before, hash(), "{file}");
        }
    }

    #[test]
    fn a_file_with_a_folder_of_its_own_stays_the_program_among_others() {
        let scratch = Scratch::new(&["a.py", "b.py", "data/weights"]);
        let spec = AgentSpec { dir: Some(".".into()), ..AgentSpec::of_command("b.py") };
        let (portable, folder) = scratch.assert_same_submission(&spec);
        assert_eq!((portable.command.as_str(), portable.dir.as_deref()), ("b.py", Some(Path::new("."))));
        assert_eq!(files_in(&folder), ["a.py", "b.py", "data/weights"]);
    }

    #[test]
    fn a_folder_without_one_program_is_refused_before_it_goes_anywhere() {
        let scratch = Scratch::new(&["none/readme.md", "two/a.py", "two/b.py", "one/a.py", "tools/b.py"]);
        for (spec, expected) in [
            (AgentSpec::of_command("none"), "there is no program in"),
            (AgentSpec::of_command("two"), "holds several programs"),
            (calibrated("one", "python3 tools/b.py"), "hand in one folder"),
        ] {
            let error = pack(&spec, &scratch.base()).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_command_brings_its_folder_and_its_calibration() {
        let scratch = Scratch::new(&["kit/agent", "kit/data/book", "kit/my weights.txt", "tools/calibrate.py"]);
        make_executable(&scratch.base().join("kit/agent")).unwrap();
        let spec = AgentSpec {
            dir: Some("kit".into()),
            memory: Some(64),
            ..calibrated("agent --weights 'my weights.txt' '$HOME'", "python3 tools/calibrate.py data/book")
        };
        let (portable, folder) = scratch.assert_same_command(&spec);
        assert_eq!((portable.dir.as_deref(), portable.memory), (Some(Path::new(".")), Some(64)));
        assert_eq!(portable.calibrate.as_deref(), Some("python3 ./calibrate.py data/book"));
        assert_eq!(files_in(&folder), ["agent", "calibrate.py", "data/book", "my weights.txt"]);
        assert_eq!(is_executable(&folder.join("agent")), cfg!(unix));
    }

    #[test]
    fn a_command_brings_files_from_different_folders() {
        let scratch = Scratch::new(&["one/agent.py", "two/weights"]);
        let weights = scratch.base().join("two/weights");
        let command = format!("python3 one/agent.py {}", weights.display());
        let (portable, folder) = scratch.assert_same_command(&AgentSpec::of_command(command));
        assert_eq!(portable.command, "python3 ./agent.py ./weights");
        assert_eq!(files_in(&folder), ["agent.py", "weights"]);
    }

    #[test]
    fn a_command_without_files_is_still_one() {
        let scratch = Scratch::new(&["unused"]);
        for command in ["true", "python3 -c 'print(\"a b\")'", "sh -c 'echo \"$0\" > output.txt' ''"] {
            let (_, folder) = scratch.assert_same_command(&AgentSpec::of_command(command));
            assert!(files_in(&folder).is_empty());
        }
    }

    #[test]
    fn words_mean_on_another_machine_what_they_meant_here() {
        // `java` is the one of the system, though the kit has one by then.
        let scratch = Scratch::new(&["lib/java", "java/Agent.class", "missing"]);
        for command in ["java lib/java", "java -cp java Agent"] {
            let (portable, _) = scratch.assert_same_command(&AgentSpec::of_command(command));
            assert!(portable.command.starts_with("java "), "{}", portable.command);
        }
        // What is not here may well be there, and is nobody's business.
        let secret = scratch.0.path().join("secret");
        let spec = AgentSpec::of_command(format!("cat {}", secret.display()));
        let (portable, folder) = scratch.sent(&spec);
        fs::write(&secret, "").unwrap();
        let kit = tempfile::tempdir().unwrap();
        kit::fill(kit.path(), &portable, &folder).unwrap();
        assert!(files_in(kit.path()).is_empty());
    }

    #[test]
    fn what_names_other_places_is_not_portable() {
        let portable = |command: &str, dir: Option<&str>, packed| {
            is_portable(&AgentSpec { dir: dir.map(Into::into), packed, ..AgentSpec::of_command(command) })
        };
        assert!(portable("./agent", Some("."), true));
        assert!(portable(".", None, true) && portable("homework.py", None, true));
        for (command, dir) in
            [("/home/ada", None), ("..", None), ("../a.py", None), ("a", Some("..")), ("a", Some("/"))]
        {
            assert!(!portable(command, dir, true), "{command} {dir:?}");
        }
        assert!(!portable("./agent", Some("."), false) && !portable(".", None, false));
    }
}
