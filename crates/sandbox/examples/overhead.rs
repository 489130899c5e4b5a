//! What a move costs beside the program itself: the time of a run of a program that does
//! nothing, in each tier that works here, as medians.
//!
//! ```text
//! cargo run --release -p fruitrage-sandbox --example overhead -- [ROUNDS] [OTHER...]
//! ```
//!
//! OTHER are other builds of this program, say from another version. They are run by turns
//! with this one, so that a busy machine slows all of them down alike, and told as ratios.

use std::process::ExitCode;

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("only Linux has tiers");
    ExitCode::FAILURE
}

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("warden") => return fruitrage_sandbox::warden().into(),
        Some("serve") => linux::serve(),
        rounds => {
            linux::compare(rounds.and_then(|text| text.parse().ok()).unwrap_or(200), arguments.get(1..).unwrap_or(&[]))
        }
    };
    match done {
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
    use std::io::{self, BufRead as _, BufReader, Write as _};
    use std::process::{Child, ChildStdout, Command, Stdio};
    use std::time::Instant;

    use fruitrage_sandbox::process::{self, AgentFolder, Launch, Limits};
    use fruitrage_sandbox::{Sandbox, SandboxChoice};

    const TIERS: [SandboxChoice; 3] = [SandboxChoice::Off, SandboxChoice::Landlock, SandboxChoice::Bubblewrap];

    /// For each line with the number of a tier, runs the program there and prints the
    /// milliseconds.
    pub(super) fn serve() -> Result<(), Box<dyn Error>> {
        let warden = std::env::current_exe()?;
        let sandboxes = TIERS.map(|choice| Sandbox::choose(choice, false, &warden).ok());
        let parent = tempfile::tempdir()?;
        let folder = AgentFolder::create(parent.path(), None)?;
        let command = [OsString::from("true")];
        for line in io::stdin().lines() {
            let taken = match &sandboxes[line?.trim().parse::<usize>()? % 3] {
                None => f64::NAN,
                Some(sandbox) => {
                    let launch = Launch { command: &command, folder: &folder, visible: &[], limits: Limits::default() };
                    let begun = Instant::now();
                    process::run(sandbox, &launch, &|| false)?;
                    begun.elapsed().as_secs_f64() * 1000.0
                }
            };
            println!("{taken}");
        }
        Ok(())
    }

    /// A build that serves.
    struct Build {
        name: String,
        child: Child,
        answers: BufReader<ChildStdout>,
        times: [Vec<f64>; 3],
    }

    impl Build {
        fn start(name: &str) -> Result<Self, Box<dyn Error>> {
            let mut child = Command::new(name).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
            let answers = BufReader::new(child.stdout.take().ok_or("no answers")?);
            Ok(Self { name: name.to_owned(), child, answers, times: Default::default() })
        }

        fn run(&mut self, tier: usize) -> Result<(), Box<dyn Error>> {
            writeln!(self.child.stdin.as_mut().ok_or("no questions")?, "{tier}")?;
            let mut line = String::new();
            self.answers.read_line(&mut line)?;
            self.times[tier].push(line.trim().parse()?);
            Ok(())
        }

        fn median(&mut self, tier: usize) -> f64 {
            let times = &mut self.times[tier];
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        }
    }

    pub(super) fn compare(rounds: usize, others: &[String]) -> Result<(), Box<dyn Error>> {
        let own = std::env::current_exe()?.display().to_string();
        let names = [own].into_iter().chain(others.iter().cloned());
        let mut builds = names.map(|name| Build::start(&name)).collect::<Result<Vec<_>, _>>()?;
        for _ in 0..rounds {
            for tier in 0..3 {
                for build in &mut builds {
                    build.run(tier)?;
                }
            }
        }
        let firsts = [0, 1, 2].map(|tier| builds[0].median(tier));
        for build in &mut builds {
            println!("{}", build.name);
            for (tier, first) in firsts.iter().enumerate() {
                let median = build.median(tier);
                println!("  {:<9} {median:>7.2} ms  x {:.2}", TIERS[tier].to_string(), median / first);
            }
        }
        for mut build in builds {
            drop(build.child.stdin.take());
            build.child.wait()?;
        }
        Ok(())
    }
}
