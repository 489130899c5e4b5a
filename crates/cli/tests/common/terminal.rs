//! A real terminal, which tmux is: keys go in, the screen comes out.

use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::Folder;

/// No test waits so long unless something is wrong.
pub(crate) const PATIENCE: Duration = Duration::from_mins(10);

/// A terminal with the program in it.
pub(crate) struct Terminal {
    pub(crate) folder: Folder,
    socket: String,
}

impl Terminal {
    /// A terminal of 80 x 24 in which the game is played with these arguments.
    pub(crate) fn play(folder: Folder, arguments: &[&str]) -> Self {
        Self::start(folder, (80, 24), "", arguments)
    }

    /// A terminal of 80 x 24 in which a command runs with these arguments.
    pub(crate) fn run(folder: Folder, arguments: &[&str]) -> Self {
        Self::start_command(folder, (80, 24), "", arguments)
    }

    pub(crate) fn start(folder: Folder, size: (u16, u16), environment: &str, arguments: &[&str]) -> Self {
        Self::start_command(folder, size, environment, &[&["play", "--games", "games"], arguments].concat())
    }

    fn start_command(folder: Folder, (width, height): (u16, u16), environment: &str, arguments: &[&str]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let socket = format!("fruitrage-{}-{number}", std::process::id());
        let terminal = Self { folder, socket };
        let words: Vec<String> = arguments.iter().map(|word| format!("'{word}'")).collect();
        let program = env!("CARGO_BIN_EXE_fruitrage");
        // The shell that becomes the game leaves its number behind.
        let game = format!("sh -c 'echo $$ > pid; exec \"$@\"' - '{program}' {}", words.join(" "));
        let script = format!(
            "unset NO_COLOR; export LC_ALL=C.UTF-8 RUST_BACKTRACE=0 {environment}; {game}; echo EXITED rc=$?; stty -a; cat > /dev/null"
        );
        let (width, height) = (width.to_string(), height.to_string());
        terminal.tmux(&["new-session", "-d", "-x", &width, "-y", &height, "sh", "-c", &script]);
        terminal
    }

    pub(crate) fn output(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.args(["-u", "-L", &self.socket, "-f", "/dev/null"]).args(arguments);
        command.current_dir(self.folder.path()).env_remove("TMUX").env("LC_ALL", "C.UTF-8");
        command.output().expect("tmux is installed")
    }

    pub(crate) fn tmux(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tmux {arguments:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Presses keys, by the names that tmux has for them.
    pub(crate) fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Sends bytes as a terminal sends them.
    pub(crate) fn send(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    pub(crate) fn screen(&self) -> String {
        // With lines that were broken put together again.
        self.tmux(&["capture-pane", "-p", "-J"])
    }

    /// Waits until the screen is as it should be, and returns it.
    pub(crate) fn wait(&self, what: &str, is_right: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_right(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "waiting for {what}; the screen is\n{screen}");
            sleep(Duration::from_millis(30));
        }
    }

    /// Waits until a text is on the screen, however wide its gaps are.
    pub(crate) fn see(&self, text: &str) -> String {
        self.see_all(&[text])
    }

    pub(crate) fn see_all(&self, texts: &[&str]) -> String {
        self.wait(&texts.join(", "), |screen| {
            let screen = squeezed(screen);
            texts.iter().all(|text| screen.contains(text))
        })
    }

    pub(crate) fn resize(&self, width: u16, height: u16) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    pub(crate) fn process(&self) -> String {
        String::from_utf8(self.folder.read("pid")).unwrap().trim().to_owned()
    }

    /// Waits for the end, which must come with this exit code, and makes sure that the
    /// terminal is as it was.
    pub(crate) fn see_the_end(&self, code: i32) -> String {
        // The last word of what stty prints.
        let screen = self.see_all(&[&format!("EXITED rc={code}"), "extproc"]);
        assert!(screen.contains("isig icanon iexten echo "), "{screen}");
        let modes = self.tmux(&["display-message", "-p", "#{alternate_on}#{mouse_any_flag}#{cursor_flag}"]);
        assert_eq!(modes.trim(), "001", "the screen, the mouse and the cursor are given back");
        screen
    }

    /// The only record in the folder of games.
    pub(crate) fn record(&self) -> String {
        let mut found = std::fs::read_dir(self.folder.path().join("games")).unwrap();
        let path = found.next().expect("a record").unwrap().path();
        assert!(found.next().is_none(), "one game, one record");
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.output(&["kill-server"]);
    }
}

/// Lines with single gaps.
pub(crate) fn squeezed(screen: &str) -> String {
    screen.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
}
