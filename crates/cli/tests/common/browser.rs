//! A real browser: Debian's Chromium, led by its driver.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource as _, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::server::LONG;

/// The driver process; it ends with this, and its browser before it.
struct Driver {
    process: Child,
    port: u16,
    session: String,
}

impl Driver {
    /// Starts the driver at any port, or returns none if it has ended before it had one.
    fn start(program: &str) -> Option<Self> {
        let mut process = Command::new(program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut driver = Self { process, port: 0, session: String::new() };
        driver.port = lines.map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        })?;
        Some(driver)
    }
}

impl Drop for Driver {
    /// Also after a test that has failed: a browser whose driver is gone stays.
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
            let (session, port) = (&self.session, self.port);
            let _ = write!(stream, "DELETE /session/{session} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
            // It answers when the browser has ended.
            let _ = stream.read(&mut [0; 1]);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A window of a browser.
pub(crate) struct Browser {
    pub(crate) client: Client,
    driver: Driver,
    _profile: TempDir,
}

/// The first of these programs that is there.
fn installed(names: &[&str]) -> Option<String> {
    let works = |name: &&&str| {
        let run = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        run.is_ok_and(|status| status.success())
    };
    names.iter().find(works).map(|name| (*name).to_owned())
}

impl Browser {
    /// Opens a window, or says loudly that there is no browser.
    pub(crate) async fn open(width: u32, height: u32) -> Option<Self> {
        let chromium = installed(&["chromium", "chromium-browser", "google-chrome"]);
        let (Some(chromium), Some(driver)) = (chromium, installed(&["chromedriver"])) else {
            eprintln!("NOTICE: SKIPPED: no chromium with chromedriver; install chromium and chromium-driver");
            return None;
        };
        // A port that was free a moment ago may be taken by somebody else's driver.
        let mut driver = (0..5).find_map(|_| Driver::start(&driver)).expect("a driver that starts");
        let port = driver.port;
        let profile = tempfile::tempdir().unwrap();
        let mut arguments: Vec<String> = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        arguments.push(format!("--window-size={width},{height}"));
        let mut wanted = Capabilities::new();
        wanted
            .insert("goog:chromeOptions".to_owned(), json!({ "binary": chromium_path(&chromium), "args": arguments }));
        wanted.insert("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL" }));
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(wanted);
        let client = builder.connect(&format!("http://127.0.0.1:{port}")).await.unwrap();
        driver.session = client.session_id().await.unwrap().unwrap();
        Some(Self { client, driver, _profile: profile })
    }

    /// Sends a command of the browser's own protocol: what a device has and a person wants.
    pub(crate) fn device(&self, command: &str, parameters: &Value) {
        let body = json!({ "cmd": command, "params": parameters }).to_string();
        let Driver { port, session, .. } = &self.driver;
        let mut stream = TcpStream::connect(("127.0.0.1", *port)).unwrap();
        let head = format!(
            "POST /session/{session}/goog/cdp/execute HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer).unwrap();
        assert!(answer.contains(" 200 "), "{command}: {answer}");
    }

    /// Wants light or dark, all colours or few, and things that move or not.
    pub(crate) fn want(&self, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.device("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Becomes a phone of some size.
    pub(crate) fn become_phone(&self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true });
        self.device("Emulation.setDeviceMetricsOverride", &metrics);
        self.device("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true, "maxTouchPoints": 5 }));
    }

    /// Becomes a window of some size again.
    pub(crate) fn become_window(&self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.device("Emulation.setDeviceMetricsOverride", &metrics);
        self.device("Emulation.setTouchEmulationEnabled", &json!({ "enabled": false }));
    }

    /// Touches something with a finger.
    pub(crate) async fn tap(&self, selector: &str) {
        let place = self
            .value(&format!("(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"))
            .await;
        let point = json!([{ "x": place[0], "y": place[1] }]);
        self.device("Input.dispatchTouchEvent", &json!({ "type": "touchStart", "touchPoints": point }));
        self.device("Input.dispatchTouchEvent", &json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// Clicks twice on something, as fast as a hand can.
    pub(crate) async fn double_click(&self, selector: &str) {
        let element = self.client.find(Locator::Css(selector)).await.unwrap();
        let to = PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 };
        let (down, up) =
            (|| PointerAction::Down { button: MOUSE_BUTTON_LEFT }, || PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        let clicks = MouseActions::new("mouse".to_owned()).then(to).then(down()).then(up()).then(down()).then(up());
        self.client.perform_actions(clicks).await.unwrap();
    }

    pub(crate) async fn goto(&self, url: &str) {
        self.client.goto(url).await.unwrap();
    }

    /// What a script returns.
    pub(crate) async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client.execute(script, arguments).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// What an expression is worth in the page.
    pub(crate) async fn value(&self, expression: &str) -> Value {
        self.run(&format!("return {expression};"), Vec::new()).await
    }

    /// Waits until an expression is true in the page.
    pub(crate) async fn wait(&self, expression: &str) {
        let started = Instant::now();
        loop {
            // While a page is being left there is nobody to answer.
            let found = self.client.execute(&format!("return Boolean({expression});"), Vec::new()).await;
            if matches!(found, Ok(Value::Bool(true))) {
                return;
            }
            if started.elapsed() > LONG {
                let text = self.value("document.body.innerText").await;
                panic!("waited in vain for: {expression}\nThe page: {text}");
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Clicks on something, as a person does with a mouse. A page that is drawn anew at
    /// this very moment takes it away; then it is looked for again.
    pub(crate) async fn click(&self, selector: &str) {
        let started = Instant::now();
        loop {
            let clicked = match self.client.find(Locator::Css(selector)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => return,
                Err(error) if error.is_stale_element_reference() && started.elapsed() < LONG => {}
                Err(error) => panic!("{selector}: {error}"),
            }
        }
    }

    /// Sends keys to whatever has the focus.
    pub(crate) async fn keys(&self, keys: &str) {
        self.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }
}

/// The driver wants a path.
fn chromium_path(name: &str) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.map_or_else(|| name.to_owned(), |path| path.display().to_string())
}
