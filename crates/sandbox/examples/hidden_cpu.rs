//! How much CPU time a program can hide that tries hard, in each tier that works here:
//!
//! ```text
//! cargo run --release -p fruitrage-sandbox --example hidden_cpu
//! FRUITRAGE_NO_CGROUP=1 cargo run --release -p fruitrage-sandbox --example hidden_cpu
//! ```
//!
//! The second one does without groups of processes. It needs a C compiler.

use std::process::ExitCode;

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("only Linux has something to hide from");
    ExitCode::FAILURE
}

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("warden") {
        return fruitrage_sandbox::warden().into();
    }
    match linux::measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::error::Error;
    use std::ffi::OsString;
    use std::fs;
    use std::path::Path;
    use std::process::Command;
    use std::time::Duration;

    use fruitrage_sandbox::process::{self, AgentFolder, Launch, Limits};
    use fruitrage_sandbox::{Sandbox, SandboxChoice};

    const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo/hide.c");
    /// What is hidden, in seconds.
    const SECONDS: &str = "2";
    /// Sleepers, microseconds of a child's life, the way of hiding.
    const ATTEMPTS: [[&str; 3]; 7] = [
        ["0", "150", "0"],
        ["0", "150", "1"],
        ["100", "300", "0"],
        ["100", "150", "1"],
        ["20", "200", "2"],
        ["20", "200", "3"],
        ["0", "1000", "4"],
    ];

    pub(super) fn measure() -> Result<(), Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let program = folder.path().join("hide");
        let built = Command::new("cc").args(["-O2", "-o"]).arg(&program).arg(SOURCE).status()?;
        if !built.success() {
            return Err("hide.c cannot be compiled".into());
        }
        println!("tier        accounting  sleepers  life µs  way   used s  charged s  hidden");
        for choice in [SandboxChoice::Bubblewrap, SandboxChoice::Landlock, SandboxChoice::Off] {
            match Sandbox::choose(choice, false, &std::env::current_exe()?) {
                Ok(sandbox) => measure_in(&sandbox, &program)?,
                Err(error) => eprintln!("{error}"),
            }
        }
        Ok(())
    }

    fn measure_in(sandbox: &Sandbox, program: &Path) -> Result<(), Box<dyn Error>> {
        let accounting = if sandbox.precision().cpu.to_string().contains("cgroup v2") { "group" } else { "processes" };
        for [sleepers, life, way] in ATTEMPTS {
            let parent = tempfile::tempdir()?;
            let folder = AgentFolder::create(parent.path(), None)?;
            fs::copy(program, folder.path().join("hide"))?;
            let command = ["./hide", sleepers, life, SECONDS, way].map(OsString::from);
            let limits = Limits { wall: Duration::from_mins(10), ..Limits::default() };
            let launch = Launch { command: &command, folder: &folder, visible: &[], limits };
            let run = process::run(sandbox, &launch, &|| false)?;
            let Ok(used) = String::from_utf8_lossy(&run.stdout).trim().parse::<f64>() else {
                return Err(format!("{command:?} in {}: {run:?}", sandbox.tier()).into());
            };
            let charged = run.cpu.as_secs_f64();
            let hidden = (1.0 - charged / used).max(0.0) * 100.0;
            println!(
                "{:<11} {accounting:<11} {sleepers:>8} {life:>8} {way:>4} {used:>8.3} {charged:>10.3} {hidden:>6.1}%",
                sandbox.tier()
            );
        }
        Ok(())
    }
}
