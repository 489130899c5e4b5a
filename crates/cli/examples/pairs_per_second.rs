//! Measures how many pairs a second go through one PostgreSQL with some workers, when
//! games cost nothing: `pairs_per_second --workers 8 --pairs 1000 --pairs 100000`.
//! Without `--db` a server is started for it, which does not wait for its disk.

#[cfg(unix)]
fn main() -> anyhow::Result<()> {
    measure::main()
}

#[cfg(not(unix))]
fn main() {
    eprintln!("a server for this is only started on Unix");
}

#[cfg(unix)]
mod measure {
    use std::fmt::Write as _;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    use anyhow::Context as _;
    use clap::Parser;
    use fruitrage_testing::Postgres;

    /// The most pairs that two agents can play in a tournament.
    const MOST_PAIRS: usize = 1000;

    /// Measures how many pairs a second go through one PostgreSQL.
    #[derive(Debug, Parser)]
    struct Arguments {
        /// Processes that play, one pair at a time each
        #[arg(long, default_value_t = 8)]
        workers: usize,
        /// Pairs to be played, at least; may be given several times
        #[arg(long, default_values_t = [1000, 10_000, 100_000])]
        pairs: Vec<usize>,
        /// The board: the smallest has one move
        #[arg(long, default_value = "2p1")]
        board: String,
        /// Seconds to be measured for each, if the pairs last so long
        #[arg(long, default_value_t = 30)]
        seconds: u64,
        /// An empty database to be used instead; only with one number of pairs
        #[arg(long, value_name = "URL")]
        db: Option<String>,
    }

    pub(super) fn main() -> anyhow::Result<()> {
        let arguments = Arguments::parse();
        let program = std::env::current_exe()?.with_file_name("../fruitrage");
        let program = program.canonicalize().context("build the program first: cargo build")?;
        let server = arguments.db.is_none().then(Postgres::start);
        println!("{:>8}  {:>8}  {:>9}  {:>8}  {:>14}", "pairs", "enter s", "measured", "pairs/s", "ms/pair/worker");
        for (number, &pairs) in arguments.pairs.iter().enumerate() {
            let url = match (&server, &arguments.db) {
                (Some(server), _) => server.create_database(&format!("pairs{number}")),
                (None, Some(url)) => url.clone(),
                (None, None) => unreachable!("one of them is there"),
            };
            Run { program: &program, url: &url, folder: tempfile::tempdir()? }.measure(&arguments, pairs)?;
        }
        Ok(())
    }

    struct Run<'a> {
        program: &'a Path,
        url: &'a str,
        folder: tempfile::TempDir,
    }

    /// Processes that end with this.
    struct Workers(Vec<Child>);

    impl Drop for Workers {
        fn drop(&mut self) {
            for child in &mut self.0 {
                let _ = child.kill();
                let _ = child.wait();
            }
        }
    }

    impl Run<'_> {
        fn measure(&self, arguments: &Arguments, pairs: usize) -> anyhow::Result<()> {
            let cup = self.folder.path().join("cup");
            fs::create_dir(&cup)?;
            fs::write(cup.join("tournament.toml"), settings(pairs, &arguments.board))?;
            let begun = Instant::now();
            let entered = self.command(&["tournament", "enter"]).arg(&cup).stdout(Stdio::null()).status()?;
            anyhow::ensure!(entered.success(), "the agents could not be entered");
            let entering = begun.elapsed();
            let workers = Workers((0..arguments.workers).map(|number| self.worker(number)).collect::<Result<_, _>>()?);
            // Until everybody has measured its speed and is at work.
            while self.done()? < arguments.workers {
                std::thread::sleep(Duration::from_millis(50));
            }
            let (first, begun) = (self.done()?, Instant::now());
            let mut found = (0, Duration::ZERO);
            // The last pairs are left out: then some workers have nothing to do.
            while begun.elapsed() < Duration::from_secs(arguments.seconds) {
                std::thread::sleep(Duration::from_secs(1));
                let done = self.done()?;
                if done + arguments.workers > pairs {
                    break;
                }
                found = (done - first, begun.elapsed());
            }
            drop(workers);
            let (done, time) = (found.0 as f64, found.1.as_secs_f64());
            println!(
                "{pairs:>8}  {:>8.1}  {:>9}  {:>8.0}  {:>14.1}",
                entering.as_secs_f64(),
                found.0,
                done / time,
                time * 1e3 * arguments.workers as f64 / done,
            );
            Ok(())
        }

        fn command(&self, arguments: &[&str]) -> Command {
            let mut command = Command::new(self.program);
            command.args(arguments).env("FRUITRAGE_DB", self.url).stdin(Stdio::null());
            command
        }

        fn worker(&self, number: usize) -> std::io::Result<Child> {
            let dir: PathBuf = self.folder.path().join(format!("worker{number}"));
            self.command(&["worker", "-j", "1", "--dir"]).arg(dir).stderr(Stdio::null()).spawn()
        }

        /// Pairs that are finished.
        fn done(&self) -> anyhow::Result<usize> {
            let question = "SELECT COUNT(*) FROM pairs WHERE state = 'done'";
            let output = Command::new("psql").args(["-XAtc", question, self.url]).output()?;
            let text = String::from_utf8_lossy(&output.stdout);
            text.trim().parse().with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    /// A tournament of so many pairs at least.
    fn settings(pairs: usize, board: &str) -> String {
        let encounters = pairs.div_ceil(MOST_PAIRS);
        let agents = (2_usize..=1000).find(|agents| agents * (agents - 1) / 2 >= encounters).unwrap_or(1000);
        let each = pairs.div_ceil(agents * (agents - 1) / 2);
        let mut text = format!("format = \"round-robin\"\nboards = [\"{board}\"]\ntime = 60\npairs = {each}\n");
        for number in 0..agents {
            let _ = write!(text, "[[agents]]\nname = \"agent {number}\"\ncommand = \"greedy\"\n");
        }
        text
    }
}
