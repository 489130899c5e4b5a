//! What a move costs beside the program itself, in each tier that works here, as medians: the
//! time of a run of a program that does nothing, as for a move by files; and the time of a
//! question to a program of many turns that answers at once, as for a move by UGI, with the
//! time in which nothing of it runs any more.
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
        Some("answer") => linux::answer(),
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
    use std::time::{Duration, Instant};

    use fruitrage_sandbox::process::{self, AgentFolder, ExchangeEnd, Launch, Limits, Session, TurnLimits};
    use fruitrage_sandbox::{Sandbox, SandboxChoice};

    const TIERS: [SandboxChoice; 3] = [SandboxChoice::Off, SandboxChoice::Landlock, SandboxChoice::Bubblewrap];
    /// Files and UGI, in each tier.
    const WAYS: usize = 2 * TIERS.len();
    const LIMITS: TurnLimits = TurnLimits { cpu: None, wall: Duration::from_mins(5), wall_includes_waiting: true };

    /// Answers every line.
    pub(super) fn answer() -> Result<(), Box<dyn Error>> {
        for line in io::stdin().lines() {
            println!("{}", line?);
        }
        Ok(())
    }

    /// For each line with the number of a way, takes a turn that way and prints the
    /// milliseconds.
    pub(super) fn serve() -> Result<(), Box<dyn Error>> {
        let warden = std::env::current_exe()?;
        let sandboxes = TIERS.map(|choice| Sandbox::choose(choice, false, &warden).ok());
        let parent = tempfile::tempdir()?;
        let folders = [0; 2 * TIERS.len()].map(|_| AgentFolder::create(parent.path(), None));
        let folders = folders.into_iter().collect::<Result<Vec<_>, _>>()?;
        let mut sessions = Vec::new();
        for (sandbox, folder) in sandboxes.iter().zip(&folders[TIERS.len()..]) {
            std::fs::copy(&warden, folder.path().join("answer"))?;
            let command = ["./answer", "answer"].map(OsString::from);
            let launch = Launch { command: &command, folder, visible: &[], limits: Limits::default() };
            sessions.push(sandbox.as_ref().map(|sandbox| Session::start(sandbox, &launch)).transpose()?);
        }
        let command = [OsString::from("true")];
        for line in io::stdin().lines() {
            let way = line?.trim().parse::<usize>()? % WAYS;
            let tier = way % TIERS.len();
            let begun = Instant::now();
            let is_done = match (&sandboxes[tier], &mut sessions[tier]) {
                (Some(sandbox), _) if way < TIERS.len() => {
                    let folder = &folders[tier];
                    let launch = Launch { command: &command, folder, visible: &[], limits: Limits::default() };
                    process::run(sandbox, &launch, &|| false)?;
                    true
                }
                (_, Some(session)) => {
                    let exchange = session.ask("go\n", &LIMITS, &mut |_| true, &|| false)?;
                    matches!(exchange.end, ExchangeEnd::Answered(_))
                }
                _ => false,
            };
            println!("{}", if is_done { begun.elapsed().as_secs_f64() * 1000.0 } else { f64::NAN });
        }
        Ok(())
    }

    /// A build that serves.
    struct Build {
        name: String,
        child: Child,
        answers: BufReader<ChildStdout>,
        times: [Vec<f64>; WAYS],
    }

    impl Build {
        fn start(name: &str) -> Result<Self, Box<dyn Error>> {
            let mut child = Command::new(name).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
            let answers = BufReader::new(child.stdout.take().ok_or("no answers")?);
            Ok(Self { name: name.to_owned(), child, answers, times: Default::default() })
        }

        fn run(&mut self, way: usize) -> Result<(), Box<dyn Error>> {
            writeln!(self.child.stdin.as_mut().ok_or("no questions")?, "{way}")?;
            let mut line = String::new();
            self.answers.read_line(&mut line)?;
            self.times[way].push(line.trim().parse()?);
            Ok(())
        }

        fn median(&mut self, way: usize) -> f64 {
            let times = &mut self.times[way];
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        }
    }

    pub(super) fn compare(rounds: usize, others: &[String]) -> Result<(), Box<dyn Error>> {
        let own = std::env::current_exe()?.display().to_string();
        let names = [own].into_iter().chain(others.iter().cloned());
        let mut builds = names.map(|name| Build::start(&name)).collect::<Result<Vec<_>, _>>()?;
        for _ in 0..rounds {
            for way in 0..WAYS {
                for build in &mut builds {
                    build.run(way)?;
                }
            }
        }
        let firsts: Vec<f64> = (0..WAYS).map(|way| builds[0].median(way)).collect();
        for build in &mut builds {
            println!("{}", build.name);
            for (way, first) in firsts.iter().enumerate() {
                let (median, tier) = (build.median(way), TIERS[way % TIERS.len()].to_string());
                let protocol = if way < TIERS.len() { "files" } else { "UGI" };
                println!("  {tier:<9} {protocol:<5} {median:>7.3} ms  x {:.2}", median / first);
            }
        }
        for mut build in builds {
            drop(build.child.stdin.take());
            build.child.wait()?;
        }
        Ok(())
    }
}
