//! A real PostgreSQL that a test starts for itself, and that is gone with it.

#![expect(clippy::missing_panics_doc, reason = "a test that does not get what it needs has failed")]

use std::env;
use std::fs;
use std::net::TcpListener;
use std::os::fd::AsFd as _;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// The one user of the database, who may do everything.
const SUPERUSER: &str = "fruitrage";

/// Between the choice of a port and its use somebody else may take it. That is rare;
/// so often in a row it is something else.
const PORTS_TO_TRY: usize = 10;

/// What the server then says.
const PORT_IS_TAKEN: &str = "Address already in use";

/// Waits for the end of its input, which comes with the end of the test, even if that is
/// killed, then ends the server and removes its folder.
const WATCHER: &str = r#"
read -r _
"$1" --pgdata="$2" --mode=immediate stop
rm -rf "$2"
"#;

/// A server of its own, on a port and in a folder of its own, for one test or several.
///
/// It ends when this is dropped, and also if that never happens: because the test is
/// killed, or because this is in a `static`. Whatever goes wrong is a panic.
#[derive(Debug)]
pub struct Postgres {
    programs: Programs,
    /// Removed by the watcher, and if that cannot do it, by this.
    folder: TempDir,
    port: u16,
    watcher: Child,
}

impl Postgres {
    /// Starts a server without any data.
    pub fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("fruitrage-postgres-").tempdir().unwrap();
        let programs = Programs { folder: find_programs(), user: User::to_own(folder.path()) };
        let watcher = programs.watch(folder.path());
        let mut server = Self { programs, folder, port: 0, watcher };
        server.make_folder();
        for _ in 0..PORTS_TO_TRY {
            server.port = free_port();
            match server.try_start() {
                Ok(()) => return server,
                Err(error) => assert!(error.contains(PORT_IS_TAKEN), "{error}"),
            }
        }
        panic!("of {PORTS_TO_TRY} ports that were free, not one was free any more when the server came to it");
    }

    /// The port on 127.0.0.1. It stays the same.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder with all that the server has.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The address of the database that is there from the beginning.
    pub fn url(&self) -> String {
        self.url_of("postgres")
    }

    /// Makes an empty database, by a plain name, and returns its address.
    pub fn create_database(&self, name: &str) -> String {
        self.psql("postgres", &format!("CREATE DATABASE \"{name}\""));
        self.url_of(name)
    }

    /// What a database says to a piece of SQL, to look at it from outside: a line a row,
    /// with `|` between columns. Several statements are one transaction.
    pub fn psql(&self, database: &str, sql: &str) -> String {
        let mut psql = self.programs.command("psql");
        psql.args(["--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1"]);
        psql.arg("--dbname").arg(self.url_of(database)).arg("--command").arg(sql);
        run(&mut psql)
    }

    /// Ends the server in good order, whoever is connected. The data stay.
    pub fn stop(&mut self) {
        self.end("fast");
    }

    /// Ends the server at once, as a crash would. The data stay, as after a crash.
    pub fn kill(&mut self) {
        self.end("immediate");
    }

    /// Starts a server that was stopped or killed, on the same port.
    pub fn start_again(&mut self) {
        self.try_start().unwrap_or_else(|error| panic!("{error}"));
    }

    /// Stops the server and starts it again.
    pub fn restart(&mut self) {
        self.stop();
        self.start_again();
    }

    fn url_of(&self, database: &str) -> String {
        format!("postgres://{SUPERUSER}@127.0.0.1:{}/{database}", self.port)
    }

    fn make_folder(&self) {
        let mut initdb = self.command("initdb");
        initdb.args(["--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"]);
        run(initdb.arg(format!("--username={SUPERUSER}")));
    }

    /// Starts the server and waits until it takes connections.
    fn try_start(&self) -> Result<(), String> {
        let log = self.folder().join("log");
        // It would be added to, and what an earlier start has said does not explain this one.
        let _ = fs::remove_file(&log);
        // Sockets in the folder itself: its whole path could be too long for a socket.
        let options = format!("-p {} -k . -c listen_addresses=127.0.0.1 -c fsync=off", self.port);
        let mut start = self.command("pg_ctl");
        start.arg("--log").arg(&log).arg("--options").arg(options).args(["--wait", "--timeout=600", "start"]);
        try_run(&mut start).map(drop).map_err(|error| format!("{error}{}", fs::read_to_string(log).unwrap_or_default()))
    }

    fn end(&mut self, mode: &str) {
        run(self.command("pg_ctl").arg("--mode").arg(mode).args(["--wait", "--timeout=600", "stop"]));
    }

    /// A program that works on the folder. It has the pipe that the watcher reads from,
    /// so that the folder is not taken away from under it if the test is killed: it would
    /// leave shared memory behind.
    fn command(&self, program: &str) -> Command {
        let pipe = self.watcher.stdin.as_ref().expect("it is closed at the end");
        let mut command = self.programs.command(program);
        command.arg("--pgdata").arg(self.folder()).stdin(pipe.as_fd().try_clone_to_owned().unwrap());
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        let _ = self.watcher.wait();
    }
}

/// Where the programs of PostgreSQL are, and who is to run them.
#[derive(Debug)]
struct Programs {
    folder: PathBuf,
    /// Unless it is whoever runs the test.
    user: Option<User>,
}

impl Programs {
    fn command(&self, program: &str) -> Command {
        self.for_user(Command::new(self.folder.join(program)))
    }

    /// Starts the watcher, before there is anything to be left behind.
    fn watch(&self, data: &Path) -> Child {
        let mut watcher = self.for_user(Command::new("sh"));
        watcher.args(["-c", WATCHER, "watcher"]).arg(self.folder.join("pg_ctl")).arg(data);
        watcher.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        watcher.spawn().unwrap()
    }

    fn for_user(&self, mut command: Command) -> Command {
        if let Some(User { uid, gid }) = self.user {
            command.uid(uid).gid(gid);
        }
        // Ctrl-C and its like end a whole group of processes.
        command.process_group(0);
        // A folder that everybody may be in, messages in one language, and nothing that
        // somebody has set for other servers.
        command.current_dir("/").env("LC_ALL", "C").stdin(Stdio::null());
        for (name, _) in env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"PG")) {
            command.env_remove(name);
        }
        command
    }
}

/// The folder of the programs.
fn find_programs() -> PathBuf {
    on_the_path().or_else(debians_newest).expect(
        "PostgreSQL's initdb, pg_ctl and psql are neither on the PATH nor in /usr/lib/postgresql: \
         install the Debian package postgresql, or let ./check do it",
    )
}

/// Where the PATH leads to. Links are followed, to where all the programs are.
fn on_the_path() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let initdbs = env::split_paths(&path).filter_map(|folder| folder.join("initdb").canonicalize().ok());
    initdbs.filter_map(|initdb| initdb.parent().map(Path::to_owned)).find(|folder| has_all(folder))
}

/// Debian keeps each version in a folder of its own, such as /usr/lib/postgresql/15/bin.
fn debians_newest() -> Option<PathBuf> {
    let entries = fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(Result::ok);
    let versions = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let folders = versions.map(|version| (version, PathBuf::from(format!("/usr/lib/postgresql/{version}/bin"))));
    folders.filter(|(_, folder)| has_all(folder)).max().map(|(_, folder)| folder)
}

fn has_all(folder: &Path) -> bool {
    ["initdb", "pg_ctl", "postgres", "psql"].iter().all(|program| folder.join(program).is_file())
}

/// A user of the system.
#[derive(Clone, Copy, Debug)]
struct User {
    uid: u32,
    gid: u32,
}

impl User {
    /// If root runs the test, the user who is to run the server instead, because it
    /// refuses to be run by root. The folder is theirs then.
    fn to_own(folder: &Path) -> Option<Self> {
        let is_root = fs::metadata(folder).unwrap().uid() == 0;
        let user = is_root.then(Self::other_than_root)?;
        chown(folder, Some(user.uid), Some(user.gid)).unwrap();
        Some(user)
    }

    /// The user whom Debian makes for PostgreSQL, or the one who is nobody.
    fn other_than_root() -> Self {
        let users = fs::read_to_string("/etc/passwd").unwrap();
        let user = ["postgres", "nobody"].into_iter().find_map(|name| Self::named(name, &users));
        user.expect("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")
    }

    /// Finds a user in lines such as `nobody:x:65534:65534:nobody:/:/usr/sbin/nologin`.
    fn named(name: &str, users: &str) -> Option<Self> {
        users.lines().find_map(|line| {
            let mut fields = line.strip_prefix(name)?.strip_prefix(':')?.split(':').skip(1);
            Some(Self { uid: fields.next()?.parse().ok()?, gid: fields.next()?.parse().ok()? })
        })
    }
}

/// A port that nobody has. Also later nobody comes upon it easily: Linux chooses an odd
/// one here, at random, and an even one for whoever connects to somewhere.
fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

/// What a program prints.
fn run(command: &mut Command) -> String {
    try_run(command).unwrap_or_else(|error| panic!("{error}"))
}

/// What a program prints, or the whole story if it fails.
fn try_run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(format!("{command:?}: {}\n{text}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_somebody_else_has_taken_is_told_from_other_failures() {
        let mut server = Postgres::start();
        server.stop();
        let somebody = TcpListener::bind(("127.0.0.1", server.port)).unwrap();
        let error = server.try_start().unwrap_err();
        assert!(error.contains(PORT_IS_TAKEN), "{error}");

        drop(somebody);
        fs::remove_file(server.folder().join("global/pg_control")).unwrap();
        let error = server.try_start().unwrap_err();
        assert!(error.contains("could not find the database system"), "{error}");
        assert!(!error.contains(PORT_IS_TAKEN), "{error}");
    }

    #[test]
    fn a_user_is_found_by_the_whole_name() {
        let users = "root:x:0:0:root:/root:/bin/sh\npostgresql:x:1:2::/:/bin/sh\npostgres:x:101:104:a,b:/:/bin/sh\n";
        let user = User::named("postgres", users).unwrap();
        assert_eq!((user.uid, user.gid), (101, 104));
        assert!(User::named("nobody", users).is_none());
    }
}
