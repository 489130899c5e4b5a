//! A zoo of hostile agents, real processes, in each tier that works here.
//!
//! The dangerous ones run only where a harmless agent has just been seen to be
//! held (`Pen::holds`), check that again themselves, and stop by themselves
//! after some seconds. Nothing here can reach a process that the test did not start.

#![cfg(target_os = "linux")]

use std::ffi::OsString;
use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_game::{Exit, FolderLimit};
use fruitrage_sandbox::process::{
    self, AgentFolder, CommandFault, Launch, LaunchError, Limits, OutputFault, Run, RunEnd,
};
use fruitrage_sandbox::{Sandbox, SandboxChoice, Tier};
use tempfile::TempDir;

const WARDEN: &str = env!("CARGO_BIN_EXE_warden-for-tests");
const ZOO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo");
const INPUT: &[u8] = b"1\n1\n10\n0\n";
const REPLY: &[u8] = b"A1\n*\n";
const MOST: usize = 4096;
/// What the kernel counts CPU time in.
const TICK: Duration = Duration::from_millis(10);
const HALF_A_SECOND: Duration = Duration::from_millis(500);

/// A place for agents in one tier, and a process outside that must not be reached.
struct Pen {
    sandbox: Sandbox,
    parent: TempDir,
    canary: Child,
}

impl Pen {
    /// All tiers that work here. At least limits must.
    fn all() -> Vec<Self> {
        [SandboxChoice::Bubblewrap, SandboxChoice::Landlock, SandboxChoice::Off]
            .into_iter()
            .filter_map(|choice| match Sandbox::choose(choice, false, Path::new(WARDEN)) {
                Ok(sandbox) => Some(Self::new(sandbox)),
                Err(error) => {
                    assert_ne!(choice, SandboxChoice::Off, "{error}");
                    notice(&format!("the tier {choice} is not tested: {error}"));
                    None
                }
            })
            .collect()
    }

    /// Those that are to hold hostile agents.
    fn closed() -> Vec<Self> {
        Self::all().into_iter().filter(|pen| pen.tier() < Tier::Plain).collect()
    }

    fn new(sandbox: Sandbox) -> Self {
        // It dies with the test, whose end of the pipe closes then.
        let canary = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        Self { sandbox, parent: tempfile::tempdir().unwrap(), canary }
    }

    fn tier(&self) -> Tier {
        self.sandbox.tier()
    }

    fn agent(&self) -> Agent<'_> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let mark = format!("mark-{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = AgentFolder::create(self.parent.path(), Some(Path::new(ZOO))).unwrap();
        Agent { pen: self, folder, mark, limits: tight() }
    }

    /// Processes outside: the canary, and the test itself.
    fn outside(&self) -> Vec<String> {
        vec![self.canary.id().to_string(), std::process::id().to_string()]
    }

    /// Whether a harmless agent in this tier is held: neither root nor without
    /// limits, and unable to signal anyone outside. Says so loudly if not.
    fn holds(&self) -> bool {
        let agent = self.agent();
        let outside = self.outside();
        let run = agent.run_with("held", &outside);
        let held = run.as_ref().is_ok_and(|run| run.end == RunEnd::Exited(Exit::Code(0)) && run.stdout == b"held\n");
        if !held {
            notice(&format!("{} does not hold here; dangerous agents are NOT tested in it: {run:?}", self.tier()));
        }
        held && self.tier() < Tier::Plain
    }

    /// Whether agents are run by root, who can look at everything.
    fn sees_all(&self) -> bool {
        self.tier() != Tier::Bubblewrap && nix::unistd::Uid::effective().is_root()
    }

    /// The canary is alive.
    fn assert_unharmed(&mut self) {
        assert!(self.canary.try_wait().unwrap().is_none(), "{}: the canary is dead", self.tier());
    }
}

impl Drop for Pen {
    fn drop(&mut self) {
        let _ = self.canary.kill();
        let _ = self.canary.wait();
    }
}

fn notice(text: &str) {
    eprintln!("NOTICE: {text}");
}

/// Limits that are reached soon, but for those of time, which a busy machine might reach
/// too.
fn tight() -> Limits {
    Limits {
        cpu: Some(Duration::from_secs(30)),
        wall: Duration::from_mins(5),
        wall_includes_waiting: false,
        memory: 200 << 20,
        processes: 32,
        file_size: 20 << 20,
        disk: 50 << 20,
        log: 10_000,
    }
}

/// An agent of the zoo in its folder.
struct Agent<'a> {
    pen: &'a Pen,
    folder: AgentFolder,
    mark: String,
    limits: Limits,
}

impl Agent<'_> {
    fn wall(mut self, seconds: f64) -> Self {
        self.limits.wall = Duration::from_secs_f64(seconds);
        self
    }

    fn cpu(mut self, seconds: f64) -> Self {
        self.limits.cpu = Some(Duration::from_secs_f64(seconds));
        self
    }

    fn run(&self, behaviour: &str) -> Run {
        self.run_with(behaviour, &[]).unwrap()
    }

    /// Runs a behaviour that needs to know who is outside.
    fn run_outside(&self, behaviour: &str) -> Run {
        self.run_with(behaviour, &self.pen.outside()).unwrap()
    }

    fn run_with(&self, behaviour: &str, arguments: &[String]) -> Result<Run, LaunchError> {
        let command = ["python3", "hostile.py", behaviour, &self.mark].map(OsString::from);
        let command: Vec<OsString> = command.into_iter().chain(arguments.iter().map(OsString::from)).collect();
        self.run_command(&command)
    }

    /// Runs any command; then nothing of it is left.
    fn run_command(&self, command: &[OsString]) -> Result<Run, LaunchError> {
        self.folder.write_input(INPUT).unwrap();
        self.folder.clear_output().unwrap();
        let launch = Launch { command, folder: &self.folder, visible: &[], limits: self.limits.clone() };
        let run = process::run(&self.pen.sandbox, &launch, &|| false);
        assert_eq!(living(&self.mark), [] as [String; 0], "{}: still alive", self.pen.tier());
        run
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// The command lines of all living processes with a mark.
fn living(mark: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(mark) && line.contains("hostile.py")).collect()
}

fn said(run: &Run) -> String {
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn a_good_agent_plays_in_every_tier() {
    for pen in Pen::all() {
        let agent = pen.agent();
        let run = agent.run("good");
        assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{}: {}", pen.tier(), String::from_utf8_lossy(&run.stderr));
        assert_eq!(agent.folder.read_output(MOST).unwrap(), REPLY);
        // One thread uses no more CPU time than there was time on the wall, but for the
        // hundredths of a second that the kernel counts in.
        assert!(run.cpu > Duration::ZERO && run.cpu <= run.wall + TICK, "{run:?}");
    }
}

#[test]
fn compiled_agents_play_in_every_tier() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("good");
    let source = Path::new(ZOO).join("good.cpp");
    let built = Command::new("g++").args(["-O1", "-pthread", "-o"]).args([&program, &source]).status();
    if !built.is_ok_and(|status| status.success()) {
        return notice("no g++; C++ agents are not tested");
    }
    for pen in Pen::all() {
        let agent = pen.agent();
        fs::copy(&program, agent.path("good")).unwrap();
        let run = agent.run_command(&["./good".into()]).unwrap();
        assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{}: {}", pen.tier(), String::from_utf8_lossy(&run.stderr));
        assert_eq!((said(&run).as_str(), agent.folder.read_output(MOST).unwrap()), ("thinking\n", REPLY.to_vec()));
    }
}

#[test]
fn java_agents_play_in_every_tier() {
    let folder = tempfile::tempdir().unwrap();
    let built = Command::new("javac").arg("-d").args([folder.path(), &Path::new(ZOO).join("Good.java")]).status();
    if !built.is_ok_and(|status| status.success()) {
        return notice("no javac; Java agents are not tested");
    }
    for pen in Pen::all() {
        let agent = Agent { limits: Limits::default(), ..pen.agent() };
        fs::copy(folder.path().join("Good.class"), agent.path("Good.class")).unwrap();
        fs::write(agent.path("run.sh"), "java Good\necho done\n").unwrap();
        let commands: [&[&str]; 2] = [&["java", "Good"], &["sh", "run.sh"]];
        for command in commands {
            let command: Vec<OsString> = command.iter().map(OsString::from).collect();
            let run = agent.run_command(&command).unwrap();
            let told = (pen.tier(), String::from_utf8_lossy(&run.stderr), said(&run));
            assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{told:?}");
            assert_eq!(agent.folder.read_output(MOST).unwrap(), REPLY, "{told:?}");
            assert!(run.stderr.is_empty(), "{told:?}");
        }
    }
}

#[test]
fn what_an_agent_leaves_in_its_folder_is_there_for_the_next_move() {
    for pen in Pen::all() {
        let agent = pen.agent();
        for number in 1..=3 {
            assert_eq!(agent.run("count_moves").end, RunEnd::Exited(Exit::Code(0)));
            assert_eq!(agent.folder.read_output(MOST).unwrap(), format!("{number}\n").as_bytes());
        }
    }
}

#[test]
fn whoever_sleeps_hangs_or_does_not_listen_is_killed_by_the_wall_guard() {
    for pen in Pen::all() {
        for behaviour in ["hang", "sleeper", "deaf"] {
            let run = pen.agent().wall(0.3).run(behaviour);
            assert_eq!(run.end, RunEnd::OverWall, "{} {behaviour}", pen.tier());
            assert!(run.wall >= Duration::from_millis(300), "{:?}", run.wall);
        }
    }
}

#[test]
fn whoever_computes_too_long_is_killed_by_the_cpu_guard() {
    for pen in Pen::all() {
        for behaviour in ["busy", "busy_children"] {
            let run = pen.agent().cpu(0.3).run(behaviour);
            assert_eq!(run.end, RunEnd::OverCpu, "{} {behaviour}", pen.tier());
            assert!(run.cpu >= Duration::from_millis(300), "{} {behaviour}: {:?}", pen.tier(), run.cpu);
        }
    }
}

/// What an agent says that all its processes have used together, by their own clocks.
fn used(run: &Run) -> Duration {
    let seconds = said(run).trim().parse().unwrap_or_else(|error| panic!("{error}: {run:?}"));
    Duration::from_secs_f64(seconds)
}

#[test]
fn the_time_of_children_counts() {
    for pen in Pen::all() {
        let run = pen.agent().run("worker");
        assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)));
        assert!(run.cpu + TICK >= used(&run), "{}: {run:?}", pen.tier());
    }
}

#[test]
fn the_time_of_children_that_nobody_waits_for_counts_too() {
    for pen in Pen::all() {
        for behaviour in ["hidden_worker", "hidden_workers"] {
            let run = pen.agent().cpu(60.0).wall(600.0).run(behaviour);
            assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{} {behaviour}: {run:?}", pen.tier());
            let used = used(&run);
            assert!(used >= Duration::from_millis(500), "{behaviour} works: {used:?}");
            assert!(run.cpu + TICK >= used.mul_f64(0.98), "{} {behaviour} used {used:?}: {run:?}", pen.tier());
        }
        let run = pen.agent().cpu(0.1).wall(600.0).run("hidden_worker");
        assert_eq!(run.end, RunEnd::OverCpu, "{}: {run:?}", pen.tier());
    }
}

/// Runs an ignored test of this file in a process of its own, where there are groups of
/// processes if the system has them, and once more where there are none.
fn with_and_without_groups(test: &str) {
    for variable in ["TEST_WITH_GROUPS", "FRUITRAGE_NO_CGROUP"] {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let command = command.args(["--exact", test, "--ignored", "--nocapture"]).env("TEST_GROUPS", "1");
        let run = command.env(variable, "1").output().unwrap();
        assert!(run.status.success(), "{variable}: {}", String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn no_way_of_hiding_time_hides_any() {
    with_and_without_groups("caller_of_who_hides_time");
}

/// Not a test: it is run by another one.
#[test]
#[ignore = "run by another test"]
fn caller_of_who_hides_time() {
    if std::env::var_os("TEST_GROUPS").is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("hide");
    let built = Command::new("cc").args(["-O2", "-o"]).args([&program, &Path::new(ZOO).join("hide.c")]).status();
    if !built.is_ok_and(|status| status.success()) {
        return notice("no cc; hiding time is not tested");
    }
    let has_groups = std::env::var_os("FRUITRAGE_NO_CGROUP").is_none();
    for pen in Pen::all() {
        for way in ["0", "1", "2", "3", "4"] {
            let agent = pen.agent();
            fs::copy(&program, agent.path("hide")).unwrap();
            let command = ["./hide", "10", "200", "2", way].map(OsString::from);
            let run = agent.run_command(&command).unwrap();
            // Children that nobody waits for stay, and count.
            if run.end == RunEnd::OverProcesses && !pen.sandbox.precision().processes.is_exact() {
                continue;
            }
            assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{} {way}: {run:?}", pen.tier());
            let (used, is_exact) = (used(&run), pen.sandbox.precision().cpu.is_exact());
            assert!(has_groups || !is_exact, "{}: {:?}", pen.tier(), pen.sandbox.precision().cpu);
            // Without a group it is an estimate, of which the bound is known.
            let least = if is_exact { used.mul_f64(0.98) } else { used.mul_f64(0.5).saturating_sub(HALF_A_SECOND) };
            assert!(run.cpu + TICK >= least, "{} {way} used {used:?}: {run:?}", pen.tier());
        }
    }
}

#[test]
fn programs_that_care_for_their_children_end_with_and_without_groups() {
    with_and_without_groups("caller_of_who_cares_for_children");
}

/// Not a test: it is run by another one.
#[test]
#[ignore = "run by another test"]
fn caller_of_who_cares_for_children() {
    if std::env::var_os("TEST_GROUPS").is_none() {
        return;
    }
    let write = "printf 'A1\\n*\\n' > output.txt";
    let ignoring = "import signal, subprocess\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n";
    let node = "require('child_process').spawn('sh', ['write.sh']).on('close', code => process.exit(code));\n";
    let programs = [
        ("wait.sh", "sh", "sh write.sh &\nwait\n".to_owned()),
        ("wait_for.sh", "bash", "sh write.sh &\nwait $!\n".to_owned()),
        ("many.sh", "sh", "for i in 1 2 3 4 5 6 7 8; do true & true; done; wait; sh write.sh\n".to_owned()),
        ("run.py", "python3", "import subprocess\nsubprocess.run(['sh', 'write.sh'], check=True)\n".to_owned()),
        ("ignore.py", "python3", format!("{ignoring}subprocess.run(['sh', 'write.sh'])\n")),
        ("child.js", "node", node.to_owned()),
    ];
    for pen in Pen::all() {
        for (name, interpreter, text) in &programs {
            if !Path::new("/usr/bin").join(interpreter).exists() {
                notice(&format!("no {interpreter}; {name} is not tested"));
                continue;
            }
            let agent = Agent { limits: Limits { wall: Duration::from_mins(2), ..Limits::default() }, ..pen.agent() };
            fs::write(agent.path("write.sh"), write).unwrap();
            fs::write(agent.path(name), text).unwrap();
            let run = agent.run_command(&[format!("/usr/bin/{interpreter}").into(), name.into()]).unwrap();
            let stderr = String::from_utf8_lossy(&run.stderr);
            assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{} {name}: {stderr}", pen.tier());
            assert_eq!(agent.folder.read_output(MOST).unwrap(), REPLY, "{} {name}: {stderr}", pen.tier());
        }
    }
}

#[test]
fn a_busy_machine_changes_no_verdict() {
    let (busy, cores) = (AtomicBool::new(true), thread::available_parallelism().unwrap().get());
    thread::scope(|scope| {
        for _ in 0..8 * cores {
            scope.spawn(|| {
                while busy.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let runs = Pen::all().into_iter().map(|pen| {
            let ends = ["half_a_second", "sleeper"].map(|behaviour| pen.agent().wall(2.0).run(behaviour).end);
            (pen.tier(), ends)
        });
        let runs: Vec<_> = runs.collect();
        busy.store(false, Ordering::Relaxed);
        for (tier, ends) in runs {
            assert_eq!(ends, [RunEnd::Exited(Exit::Code(0)), RunEnd::OverWall], "{tier}");
        }
    });
}

#[test]
fn endless_output_neither_blocks_nor_is_kept() {
    for pen in Pen::all() {
        let run = pen.agent().cpu(0.5).run("endless_stdout");
        assert!(matches!(run.end, RunEnd::OverCpu | RunEnd::Exited(Exit::Code(0))), "{:?}", run.end);
        assert!(run.stdout.len() < 11_000 && said(&run).contains(" bytes cut "), "{}", run.stdout.len());
    }
}

#[test]
fn daemons_do_not_outlive_the_move() {
    for pen in Pen::all() {
        // That nothing is left is checked after every run.
        assert_eq!(pen.agent().run("daemon").end, RunEnd::Exited(Exit::Code(0)), "{}", pen.tier());
    }
}

#[test]
fn failures_are_told_apart() {
    for pen in Pen::all() {
        let agent = pen.agent();
        let run = agent.run("crash");
        assert_eq!((run.end, &run.stderr[..]), (RunEnd::Exited(Exit::Signal(11)), &b"about to fall\n"[..]));
        let run = agent.run("fail");
        assert_eq!(run.end, RunEnd::Exited(Exit::Code(3)));
        assert_eq!(agent.folder.read_output(MOST).unwrap(), REPLY);
        assert_eq!(agent.run("no_such_behaviour").end, RunEnd::Exited(Exit::Code(1)));
    }
}

#[test]
fn commands_that_cannot_be_run_are_the_agents_fault() {
    for pen in Pen::all() {
        let agent = pen.agent();
        fs::write(agent.path("text"), "no program").unwrap();
        fs::write(agent.path("script"), "#!/no/such/interpreter\n").unwrap();
        fs::set_permissions(agent.path("script"), fs::Permissions::from_mode(0o755)).unwrap();
        for (command, expected) in [
            ("./missing", "there is no program './missing'"),
            ("./text", "its permissions do not allow it (chmod +x)"),
            ("./script", "the interpreter or loader that it names is missing"),
        ] {
            let error = agent.run_command(&[command.into()]).unwrap_err();
            assert!(error.is_agents_fault(), "{}: {error:?}", pen.tier());
            assert!(error.to_string().ends_with(expected), "{}: {error}", pen.tier());
        }
        assert!(matches!(agent.run_command(&[]), Err(LaunchError::Command(CommandFault::Empty))));
    }
}

#[test]
fn an_output_that_is_no_plain_file_is_refused() {
    for pen in Pen::all() {
        let fault = |behaviour| {
            let agent = pen.agent();
            assert_eq!(agent.run(behaviour).end, RunEnd::Exited(Exit::Code(0)), "{} {behaviour}", pen.tier());
            agent.folder.read_output(MOST).unwrap_err()
        };
        assert!(matches!(fault("link_output"), OutputFault::NotAFile("a symbolic link")));
        assert!(matches!(fault("device_output"), OutputFault::NotAFile("a symbolic link")));
        assert!(matches!(fault("pipe_output"), OutputFault::NotAFile("a pipe")));
        assert!(matches!(fault("folder_output"), OutputFault::NotAFile("a folder")));
        assert!(matches!(fault("hard_link_output"), OutputFault::HardLink));
        assert!(matches!(fault("huge_output"), OutputFault::TooLarge(1_048_576)));
        assert!(matches!(fault("environment"), OutputFault::Missing));
    }
}

#[test]
fn whatever_an_agent_does_to_its_folder_it_gets_its_next_input() {
    for pen in Pen::all() {
        let agent = pen.agent();
        assert_eq!(agent.run("change_input").end, RunEnd::Exited(Exit::Code(0)));
        assert_eq!(agent.folder.read_output(MOST).unwrap(), REPLY);
        assert_eq!(agent.run("delete_folder").end, RunEnd::Exited(Exit::Code(0)));
        agent.folder.write_input(INPUT).unwrap();
        fs::write(agent.path("read.sh"), "cat input.txt\n").unwrap();
        let run = agent.run_command(&["sh".into(), "read.sh".into()]).unwrap();
        assert_eq!(run.stdout, INPUT, "{}", pen.tier());
    }
}

#[test]
fn the_hosts_environment_is_not_seen() {
    for pen in Pen::closed() {
        let run = pen.agent().run("environment");
        let said = said(&run);
        assert!(said.starts_with("['HOME', 'LANG', 'PATH', 'TMPDIR']\n") || said.contains("'LC_CTYPE'"), "{said}");
        assert!(said.contains("environment of the first process: refused"), "{}: {said}", pen.tier());
        assert!(said.ends_with("HOME True\n"), "{}: {said}", pen.tier());
    }
}

#[test]
fn other_folders_and_files_are_out_of_reach() {
    for pen in Pen::closed() {
        let opponent = pen.agent();
        fs::write(opponent.path("secret"), "secret").unwrap();
        let private = tempfile::tempdir().unwrap();
        fs::write(private.path().join("private"), "private").unwrap();
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        let paths = [opponent.folder.path(), &opponent.path("secret"), &private.path().join("private")].map(text);
        let run = pen.agent().run_with("spy", &paths).unwrap();
        assert_eq!(said(&run).lines().count(), 4 * paths.len(), "{run:?}");
        assert!(said(&run).lines().all(|line| line.contains(": refused")), "{}: {}", pen.tier(), said(&run));
        let paths = [Path::new("/etc/passwd"), Path::new("/root"), Path::new("/home"), Path::new(WARDEN)].map(text);
        let run = pen.agent().run_with("peek", &paths).unwrap();
        assert!(said(&run).lines().all(|line| line.contains(": refused")), "{}: {}", pen.tier(), said(&run));
        assert_eq!(fs::read(opponent.path("secret")).unwrap(), b"secret");
    }
}

#[test]
fn nobody_has_the_warden_play_for_them() {
    for pen in Pen::closed() {
        let run = pen.agent().run_with("cheat", &[WARDEN.to_owned(), "/run/warden".to_owned()]).unwrap();
        assert_eq!(said(&run).lines().count(), 3, "{run:?}");
        assert!(said(&run).lines().all(|line| line.contains(": refused")), "{}: {}", pen.tier(), said(&run));
    }
}

#[test]
fn there_is_no_network() {
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    tcp.set_nonblocking(true).unwrap();
    udp.set_nonblocking(true).unwrap();
    let ports = [tcp.local_addr().unwrap().port(), udp.local_addr().unwrap().port()].map(|port| port.to_string());
    for pen in Pen::closed() {
        let said = said(&pen.agent().run_with("network", &ports).unwrap());
        assert_eq!(said.lines().count(), 5, "{said}");
        assert!(said.lines().all(|line| line.contains(": refused")), "{}: {said}", pen.tier());
    }
    assert!(tcp.accept().is_err());
    assert!(udp.recv(&mut [0; 8]).is_err());
}

#[test]
fn other_processes_can_be_neither_seen_nor_touched() {
    for pen in Pen::closed() {
        let run = pen.agent().run_with("look_around", &pen.outside()).unwrap();
        let said = said(&run);
        assert_eq!(said.lines().count(), 2 * 4 + 5, "{said} {}", String::from_utf8_lossy(&run.stderr));
        assert!(said.lines().all(|line| line.contains(": refused")), "{}: {said}", pen.tier());
    }
}

#[test]
fn the_caller_cannot_be_signalled() {
    for mut pen in Pen::closed() {
        if pen.holds() {
            let agent = pen.agent();
            let run = agent.run_outside("signal_parent");
            assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{}: {}", pen.tier(), said(&run));
            assert_eq!(agent.folder.read_output(MOST).unwrap(), REPLY);
            drop(agent);
            pen.assert_unharmed();
        }
    }
}

#[test]
fn killing_everyone_kills_nobody_else() {
    for mut pen in Pen::closed() {
        if pen.holds() {
            // The kernel spares the one who asks, unless there is nobody else.
            let run = pen.agent().run_outside("kill_everyone");
            assert!(matches!(run.end, RunEnd::Exited(Exit::Code(0) | Exit::Signal(9))), "{}: {run:?}", pen.tier());
            pen.assert_unharmed();
        }
    }
}

#[test]
fn bombs_of_processes_are_limited_and_killed() {
    for mut pen in Pen::closed() {
        if pen.holds() {
            let run = pen.agent().wall(1.0).cpu(10.0).run_outside("fork_bomb");
            assert!(matches!(run.end, RunEnd::OverWall | RunEnd::OverProcesses), "{}: {run:?}", pen.tier());
            let run = pen.agent().run_outside("comet");
            assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{}: {run:?}", pen.tier());
            pen.assert_unharmed();
        }
    }
}

#[test]
fn bombs_of_memory_are_told_as_such() {
    for mut pen in Pen::closed() {
        if pen.holds() {
            for behaviour in [
                "memory_bomb",
                "shared_memory_bomb",
                "memory_bomb_of_children",
                "forgotten_pages",
                "socket_buffers",
                "page_tables",
            ] {
                let run = pen.agent().run_outside(behaviour);
                assert_eq!(run.end, RunEnd::OverMemory, "{} {behaviour}: {run:?}", pen.tier());
            }
            pen.assert_unharmed();
        }
    }
}

#[test]
fn disks_are_not_filled() {
    for mut pen in Pen::closed() {
        if pen.holds() {
            let agent = pen.agent();
            let run = agent.run_outside("large_file");
            assert!(matches!(run.end, RunEnd::Exited(Exit::Code(1))), "{}: {run:?}", pen.tier());
            assert_eq!(fs::metadata(agent.path("large")).unwrap().len(), 20 << 20);
            let closed = ["closed_folder", "closed_folder_and_away"];
            for behaviour in ["many_files", "nameless_files", "mapped_files"].into_iter().chain(closed) {
                let run = pen.agent().run_outside(behaviour);
                assert_eq!(run.end, RunEnd::OverDisk(FolderLimit::Bytes), "{} {behaviour}: {run:?}", pen.tier());
            }
            let run = pen.agent().run("empty_files");
            assert_eq!(run.end, RunEnd::OverDisk(FolderLimit::Files(20_000)), "{}: {run:?}", pen.tier());
            drop(agent);
            pen.assert_unharmed();
        }
    }
}

#[test]
fn what_cannot_be_looked_at_is_over_the_limit() {
    for mut pen in Pen::closed() {
        if pen.holds() {
            let hidden = RunEnd::OverDisk(FolderLimit::Unreadable);
            if !pen.sees_all() {
                let run = pen.agent().run("closed_inner_folder");
                assert_eq!(run.end, hidden, "{}: {run:?}", pen.tier());
                let run = pen.agent().run_outside("unreadable_program");
                assert_eq!(run.end, hidden, "{}: {run:?}", pen.tier());
            }
            let run = pen.agent().run_outside("undumpable");
            assert!(said(&run).contains("hide: refused"), "{}: {}", pen.tier(), said(&run));
            let run = pen.agent().run("nested_folders");
            assert_eq!(run.end, RunEnd::OverDisk(FolderLimit::Nesting(32)), "{}: {run:?}", pen.tier());
            pen.assert_unharmed();
        }
    }
}

#[test]
fn a_folder_that_its_owner_has_closed_gets_the_next_input() {
    for pen in Pen::closed().into_iter().filter(Pen::holds) {
        let agent = Agent { limits: Limits { disk: 200 << 20, ..tight() }, ..pen.agent() };
        assert_eq!(agent.run_outside("closed_folder_and_away").end, RunEnd::Exited(Exit::Code(0)), "{}", pen.tier());
        assert_eq!(agent.run("good").end, RunEnd::Exited(Exit::Code(0)), "{}", pen.tier());
    }
}

#[test]
fn no_kind_of_socket_leads_outside() {
    for pen in Pen::closed() {
        let outside = tempfile::tempdir().unwrap();
        fs::set_permissions(outside.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let path = outside.path().join("helper");
        let helper = std::os::unix::net::UnixDatagram::bind(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        helper.set_nonblocking(true).unwrap();
        let run = pen.agent().run_with("outside_socket", &[path.to_str().unwrap().to_owned()]).unwrap();
        assert_eq!(said(&run).lines().count(), 16, "{run:?}");
        assert!(said(&run).lines().all(|line| line.contains(": refused")), "{}: {}", pen.tier(), said(&run));
        assert!(helper.recv(&mut [0; 8]).is_err());
    }
}

#[test]
fn files_and_processes_outside_stay_as_they_are() {
    use std::os::unix::fs::MetadataExt as _;
    for pen in Pen::closed() {
        let shared = tempfile::tempdir().unwrap();
        fs::set_permissions(shared.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let file = shared.path().join("shared");
        fs::write(&file, "shared").unwrap();
        let state = || {
            let found = fs::metadata(&file).unwrap();
            (found.mode(), found.mtime(), found.uid())
        };
        let before = (state(), priority(pen.canary.id()));
        let agent = pen.agent();
        let (path, canary) = (file.to_str().unwrap(), pen.canary.id().to_string());
        let command = ["python3", "hostile.py", "change_outside", &agent.mark, path, &canary].map(OsString::from);
        let visible = [shared.path().to_owned()];
        let launch = Launch { command: &command, folder: &agent.folder, visible: &visible, limits: tight() };
        let run = process::run(&pen.sandbox, &launch, &|| false).unwrap();
        let text = said(&run);
        assert_eq!(text.lines().count(), 9, "{run:?}");
        let refused = text.lines().filter(|line| line.contains(": refused")).count();
        assert!(refused >= 5, "{}: {text}", pen.tier());
        assert_eq!((state(), priority(pen.canary.id())), before, "{}: {text}", pen.tier());
    }
}

/// The priorities of a process: on the processor and on the disk.
fn priority(process: u32) -> (String, String) {
    let nice = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let nice = nice.rsplit_once(')').unwrap().1.split_whitespace().nth(16).unwrap().to_owned();
    let disk = Command::new("ionice").args(["-p", &process.to_string()]).output();
    (nice, disk.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default())
}

#[test]
fn what_honest_programs_do_is_allowed() {
    for pen in Pen::all() {
        let agent = pen.agent();
        let run = agent.run("asks_little");
        assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{}: {}", pen.tier(), String::from_utf8_lossy(&run.stderr));
        assert_eq!(agent.folder.read_output(MOST).unwrap(), REPLY);
        if pen.tier() != Tier::Landlock {
            let run = agent.run("pool");
            let stderr = String::from_utf8_lossy(&run.stderr);
            assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{}: {stderr}", pen.tier());
        }
        let said = said(&agent.run("large_shared_memory"));
        assert!(said.ends_with("1 MiB: DONE\n"), "{}: {said}", pen.tier());
        let refused = said.starts_with("256 MiB: refused (OSError [Errno 12]");
        assert!(pen.tier() == Tier::Plain || refused, "{}: {said}", pen.tier());
    }
}

#[test]
fn many_agents_run_at_once() {
    for pen in Pen::all() {
        let good = |_| {
            let agent = pen.agent();
            assert_eq!(agent.run("good").end, RunEnd::Exited(Exit::Code(0)));
            assert_eq!(agent.folder.read_output(MOST).unwrap(), REPLY);
        };
        thread::scope(|scope| {
            for number in 0..6 {
                scope.spawn(move || good(number));
            }
        });
    }
}

#[test]
fn a_wish_to_stop_is_granted_at_once() {
    for pen in Pen::all() {
        let agent = pen.agent();
        agent.folder.write_input(INPUT).unwrap();
        let command = ["python3", "hostile.py", "deaf", &agent.mark].map(OsString::from);
        let launch = Launch { command: &command, folder: &agent.folder, visible: &[], limits: tight() };
        let stopped = AtomicBool::new(false);
        thread::scope(|scope| {
            let run = scope.spawn(|| process::run(&pen.sandbox, &launch, &|| stopped.load(Ordering::Relaxed)));
            wait_for("the agent to start", || !living(&agent.mark).is_empty());
            stopped.store(true, Ordering::Relaxed);
            assert!(matches!(run.join().unwrap(), Err(LaunchError::Stopped)));
        });
        assert_eq!(living(&agent.mark), [] as [String; 0]);
    }
}

/// Not a test: the caller that another test kills.
#[test]
#[ignore = "run by another test"]
fn caller_to_be_killed() {
    let Ok(choice) = std::env::var("TEST_TIER") else { return };
    let mark = std::env::var("TEST_MARK").unwrap();
    let sandbox = Sandbox::choose(choice.parse().unwrap(), false, Path::new(WARDEN)).unwrap();
    let pen = Pen::new(sandbox);
    let agent = Agent { mark, ..pen.agent() };
    let _ = agent.run_with(&std::env::var("TEST_BEHAVIOUR").unwrap(), &[]);
}

/// Not a test: the caller that another test gives an open file.
#[test]
#[ignore = "run by another test"]
fn caller_with_an_open_file() {
    if std::env::var_os("TEST_OPEN_FILE").is_some() {
        for pen in Pen::all() {
            assert_eq!(said(&pen.agent().run("descriptors")), "[0, 1, 2]\n", "{}", pen.tier());
        }
    }
}

#[test]
fn the_warden_is_safe_even_without_a_sandbox() {
    for pen in Pen::all().iter().filter(|pen| pen.tier() == Tier::Plain) {
        let run = pen.agent().run("ask_parent");
        assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{run:?}");
        assert!(said(&run).lines().all(|line| line.contains(": refused")), "{}", said(&run));
    }
}

#[test]
fn agents_can_be_compiled_in_every_tier() {
    if !Command::new("g++").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success()) {
        return notice("no g++; compiling in the sandbox is not tested");
    }
    for pen in Pen::all() {
        let agent = Agent { limits: Limits::default(), ..pen.agent() };
        let compile = ["g++", "-O1", "-pthread", "-o", "good", "good.cpp"].map(OsString::from);
        let run = agent.run_command(&compile).unwrap();
        assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{}: {}", pen.tier(), String::from_utf8_lossy(&run.stderr));
        // In some tiers the compiler cannot; `tournament` does this too when it builds submissions.
        fs::set_permissions(agent.folder.path().join("good"), fs::Permissions::from_mode(0o755)).unwrap();
        let run = agent.run_command(&["./good".into()]);
        assert_eq!(run.unwrap().end, RunEnd::Exited(Exit::Code(0)), "{}", pen.tier());
    }
}

#[test]
fn open_files_are_not_handed_on() {
    let caller = Command::new("sh")
        .args(["-c", "exec 7</dev/null; exec \"$0\" --exact caller_with_an_open_file --ignored"])
        .arg(std::env::current_exe().unwrap())
        .env("TEST_OPEN_FILE", "7")
        .output()
        .unwrap();
    assert!(caller.status.success(), "{}", String::from_utf8_lossy(&caller.stdout));
}

#[test]
fn what_is_made_visible_can_be_read_but_not_changed() {
    for pen in Pen::all() {
        let shared = tempfile::tempdir().unwrap();
        fs::set_permissions(shared.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let file = shared.path().join("shared");
        fs::write(&file, "shared").unwrap();
        let agent = pen.agent();
        let command =
            ["python3", "hostile.py", "read_visible", &agent.mark, file.to_str().unwrap()].map(OsString::from);
        let visible = [shared.path().to_owned()];
        let launch = Launch { command: &command, folder: &agent.folder, visible: &visible, limits: tight() };
        let run = process::run(&pen.sandbox, &launch, &|| false).unwrap();
        assert!(said(&run).contains("read: DONE"), "{}: {}", pen.tier(), said(&run));
        assert!(pen.tier() == Tier::Plain || said(&run).contains("write: refused"), "{}: {}", pen.tier(), said(&run));
    }
}

#[test]
fn an_interpreter_of_its_own_works_in_every_tier() {
    let place = tempfile::tempdir().unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let mut made = Command::new("/usr/bin/python3");
    made.args(["-m", "venv", "--without-pip"]).arg(place.path().join("venv"));
    if !made.status().is_ok_and(|status| status.success()) {
        return notice("no venv; interpreters outside the system are not tested");
    }
    let library = fs::read_dir(place.path().join("venv/lib")).unwrap().next().unwrap().unwrap().path();
    fs::write(library.join("site-packages/shipped.py"), "reply = 'A1\\n*\\n'\n").unwrap();
    for pen in Pen::all() {
        let agent = pen.agent();
        fs::write(agent.path("own.py"), "import shipped\nopen('output.txt', 'w').write(shipped.reply)\n").unwrap();
        let run = agent.run_command(&[place.path().join("venv/bin/python3").into(), "own.py".into()]).unwrap();
        assert_eq!(run.end, RunEnd::Exited(Exit::Code(0)), "{}: {}", pen.tier(), String::from_utf8_lossy(&run.stderr));
        assert_eq!(agent.folder.read_output(MOST).unwrap(), REPLY);
    }
}

#[test]
fn if_the_caller_is_killed_nothing_stays_alive() {
    for pen in Pen::all() {
        // Opens the folder for the agents of the caller below.
        drop(pen.agent());
        for behaviour in ["deaf", "busy_children"] {
            let mark = format!("mark-orphan-{}-{}-{behaviour}-", std::process::id(), pen.tier());
            let choice = match pen.tier() {
                Tier::Bubblewrap => SandboxChoice::Bubblewrap,
                Tier::Landlock => SandboxChoice::Landlock,
                Tier::Plain => SandboxChoice::Off,
            };
            let mut caller = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "caller_to_be_killed", "--ignored", "--nocapture"])
                .env("TEST_TIER", choice.to_string())
                .env("TEST_MARK", &mark)
                .env("TEST_BEHAVIOUR", behaviour)
                .env("TMPDIR", pen.parent.path())
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            wait_for("the agent to start", || !living(&mark).is_empty());
            caller.kill().unwrap();
            caller.wait().unwrap();
            wait_for("all to be dead", || living(&mark).is_empty());
        }
    }
}

fn wait_for(what: &str, done: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_mins(5);
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
