//! A reviewed game as one HTML file: the replay page with everything inside, and
//! nothing from a network.
//!
//! The record and its review go into the page as data, and the page's script shows
//! them as text only; so a name cannot be more than a name.

use fruitrage_game::{GameRecord, harmless};
use fruitrage_play::review::Review;
use fruitrage_play::view::{drawn, reviewed};
use serde_json::{Value, json};

use crate::assets::{engine, place, styles, text};
use crate::bundle::{base64, bundle};

/// The script of the replay page.
const SCRIPT: &str = "replay.js";

/// What the page may do: run and style what is inside it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
                      script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// What a page may do that shares its script and its style with others beside it, on a disk
/// or on a server.
const SHARING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline' 'self' file:; script-src 'self' file:; \
                              img-src data:; base-uri 'none'; form-action 'none'";

/// The files that replay pages of one folder share: names and contents.
pub fn replay_files() -> [(&'static str, String); 2] {
    [("replay.css", styles()), ("replay.js", bundle(SCRIPT, &place(&Value::Null)))]
}

/// Returns the page about a reviewed game, with everything inside; with the engine too if the
/// reader is to try other moves.
pub fn review_page(record: &GameRecord, review: &Review, with_engine: bool) -> String {
    let data = json!({ "game": drawn(record), "review": reviewed(record, review) });
    let head = format!("{}<style>\n{}</style>\n", policy(POLICY), styles());
    let script = format!("{}{}", engine_inside(with_engine), script_inside(SCRIPT));
    let hint = "<code>fruitrage review</code> without <code>--html</code> prints the review as text";
    page(record, &data, &head, &script, hint)
}

/// What stands in the place of the game in a [`replay_shell`].
const PLACE: &str = "{{game}}";

/// Returns the replay page with everything inside but its game: `{{game}}` stands where
/// [`replay_data`] belongs. It is JSON, a text, that can stand in a script element of a page
/// with several games.
pub fn replay_shell() -> String {
    let head = format!("{}<style>\n{}</style>\n", policy(POLICY), styles());
    embedded(
        &filled("Replay", PLACE, &head, &script_inside(SCRIPT), "the other parts of this page say how the game ended")
            .into(),
    )
}

/// Returns a game, and its review if there is one, for a [`replay_shell`]: JSON that can stand
/// in a script element.
pub fn replay_data(record: &GameRecord, review: Option<&Review>) -> String {
    let mut data = json!({ "game": drawn(record) });
    if let Some(review) = review {
        data["review"] = reviewed(record, review);
    }
    embedded(&data)
}

/// Returns the page that replays a game, without a review; [`replay_files`] must lie beside
/// it.
pub fn replay_page(record: &GameRecord) -> String {
    let data = json!({ "game": drawn(record) });
    let head = format!("{}<link rel=\"stylesheet\" href=\"replay.css\">\n", policy(SHARING_POLICY));
    let script = "<script src=\"replay.js\"></script>\n";
    page(record, &data, &head, script, "<code>fruitrage replay</code> prints a record as text")
}

/// Returns the page on which a game is played, with everything inside.
pub fn play_page() -> String {
    let head = format!("{}<style>\n{}</style>\n", policy(POLICY), styles());
    let script = format!("{}{}", engine_inside(true), script_inside("play.js"));
    with_inside(text("play.html"), None, &head, &script, "the game is played in the browser")
}

fn script_inside(module: &str) -> String {
    format!("<script type=\"module\">\n{}</script>\n", bundle(module, &place(&Value::Null)))
}

/// Returns the engine as an element of a page, if it is wanted.
fn engine_inside(wanted: bool) -> String {
    let element = || format!("<script type=\"text/plain\" id=\"engine\">{}</script>\n", base64(engine()));
    if wanted { element() } else { String::new() }
}

fn policy(policy: &str) -> String {
    format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n")
}

/// Returns the replay page with a record inside: what stands at the end of its head, the script
/// at the end of its body, and what helps who has no scripts.
fn page(record: &GameRecord, data: &Value, head: &str, script: &str, hint: &str) -> String {
    let [first, second] = &record.game.agents;
    let title = format!("{} against {}, game {}", first.name, second.name, record.game.id);
    filled(&title, &embedded(data), head, script, hint)
}

/// Returns the replay page with this title and these data.
fn filled(title: &str, data: &str, head: &str, script: &str, hint: &str) -> String {
    let data = format!("<script type=\"application/json\" id=\"data\">{data}</script>\n");
    with_inside(text("replay.html"), Some(title), head, &format!("{data}{script}"), hint)
}

/// Returns a page that loads nothing but what is inside it.
fn with_inside(page: &str, title: Option<&str>, head: &str, end: &str, hint: &str) -> String {
    let line = |line: &str| match (line, title) {
        // What the page loads from the server is inside or beside it.
        (line, _) if line.starts_with("<link ") || line.starts_with("<script ") => String::new(),
        (line, Some(title)) if line.starts_with("<title>") => {
            format!("<title>{}</title>\n", escaped(&harmless(title)))
        }
        (line, _) if line.starts_with("<noscript>") => {
            format!("<noscript>This page needs JavaScript to show the board; {hint}.</noscript>\n")
        }
        ("</head>", _) => format!("{head}</head>\n"),
        ("</body>", _) => format!("{end}</body>\n"),
        (line, _) => format!("{line}\n"),
    };
    page.lines().map(line).collect()
}

/// Returns text as HTML shows it.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(character),
        }
    }
    safe
}

/// Returns JSON that can stand in a script element: nothing in it can end that.
fn embedded(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_data_can_end_the_script() {
        let text = embedded(&json!("</script><!-- & {{data}}"));
        assert!(!text.contains(['<', '>', '&']), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), "</script><!-- & {{data}}");
        assert_eq!(escaped("<b title=\"'&\">"), "&lt;b title=&quot;&#39;&amp;&quot;&gt;");
    }

    #[test]
    fn a_shell_has_one_place_for_its_game_and_nothing_that_ends_a_script() {
        let shell = replay_shell();
        assert!(!shell.contains(['<', '>', '&']));
        let page: String = serde_json::from_str(&shell).unwrap();
        assert_eq!(page.matches(PLACE).count(), 1);
        assert!(page.contains("id=\"data\">{{game}}</script>"));
    }
}
