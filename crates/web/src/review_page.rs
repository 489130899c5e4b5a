//! A reviewed game as one HTML file: the replay page with everything inside, and
//! nothing from a network.
//!
//! The record and its review go into the page as data, and the page's script shows
//! them as text only; so a name cannot be more than a name.

use fruitrage_game::{GameRecord, harmless};
use fruitrage_play::review::Review;
use fruitrage_play::view::{drawn, reviewed};
use serde_json::{Value, json};

use crate::assets::text;
use crate::theme;

/// The script of the replay page.
const SCRIPT: &str = "replay.js";

/// The style sheets of the replay page, after the theme's.
const STYLES: [&str; 3] = ["style.css", "board.css", "play.css"];

/// What the page may do: run and style what is inside it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// What a page may do that shares its script and its style with others beside it, on a disk
/// or on a server.
const SHARING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline' 'self' file:; script-src 'self' file:; \
                              img-src data:; base-uri 'none'; form-action 'none'";

/// The files that replay pages of one folder share: names and contents.
pub fn replay_files() -> [(&'static str, String); 2] {
    [("replay.css", styles()), ("replay.js", bundle(SCRIPT))]
}

/// Returns the page about a reviewed game, with everything inside.
pub fn review_page(record: &GameRecord, review: &Review) -> String {
    let data = json!({ "game": drawn(record), "review": reviewed(record, review) });
    let head = format!("{}<style>\n{}</style>\n", policy(POLICY), styles());
    let script = format!("<script type=\"module\">\n{}</script>\n", bundle(SCRIPT));
    let hint = "<code>fruitrage review</code> without <code>--html</code> prints the review as text";
    page(record, &data, &head, &script, hint)
}

/// What stands in the place of the game in a [`replay_shell`].
const PLACE: &str = "{{game}}";

/// Returns the replay page with everything inside but its game: `{{game}}` stands where
/// [`replay_data`] belongs. It is JSON, a text, that can stand in a script element of a page
/// with several games.
pub fn replay_shell() -> String {
    let head = format!("{}<style>\n{}{}</style>\n", policy(POLICY), theme::css_in_one(), text("style.css"));
    let script = format!("<script type=\"module\">\n{}</script>\n", bundle(&MODULES));
    embedded(&filled("Replay", PLACE, &head, &script, "the other parts of this page say how the game ended").into())
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

fn styles() -> String {
    theme::css_in_one() + &STYLES.map(text).concat()
}

fn policy(policy: &str) -> String {
    format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n")
}

/// Returns a page with a record inside: what stands at the end of its head, the script at
/// the end of its body, and what helps who has no scripts.
fn page(record: &GameRecord, data: &Value, head: &str, script: &str, hint: &str) -> String {
    let [first, second] = &record.game.agents;
    let title = format!("{} against {}, game {}", first.name, second.name, record.game.id);
    filled(&title, &embedded(data), head, script, hint)
}

/// Returns a page with this title and these data.
fn filled(title: &str, data: &str, head: &str, script: &str, hint: &str) -> String {
    let mut page = Vec::new();
    for line in text("replay.html").lines() {
        match line {
            // What the page loads from the server is inside or beside it.
            line if line.starts_with("<link ") || line.starts_with("<script ") => {}
            line if line.starts_with("<title>") => {
                page.push(format!("<title>{}</title>\n", escaped(&harmless(title))));
            }
            line if line.starts_with("<noscript>") => {
                page.push(format!("<noscript>This page needs JavaScript to show the board; {hint}.</noscript>\n"));
            }
            "</head>" => page.push(format!("{head}</head>\n")),
            "</body>" => {
                page.push(format!("<script type=\"application/json\" id=\"data\">{data}</script>\n{script}</body>\n"));
            }
            line => page.push(format!("{line}\n")),
        }
    }
    page.concat()
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

/// Returns a module and all that it imports as one script: each is a function that returns
/// what it exports, after those that it imports.
///
/// It knows the few forms that the pages use: imports in braces on one line, and
/// `export` before `const`, `function`, `async function` or `class`.
fn bundle(module: &str) -> String {
    let mut script = Vec::new();
    add_module(module, &mut Vec::new(), &mut script);
    script.concat()
}

fn add_module(name: &str, known: &mut Vec<String>, script: &mut Vec<String>) {
    if known.iter().any(|other| other == name) {
        return;
    }
    known.push(name.to_owned());
    let mut lines = vec![format!("const {} = (() => {{\n", variable(name))];
    let mut exports = Vec::new();
    for line in text(name).lines() {
        if let Some((names, from)) =
            line.strip_prefix("import ").and_then(|rest| rest.trim_end_matches(';').split_once(" from "))
        {
            let from = from.trim_matches('"').trim_start_matches("./");
            add_module(from, known, script);
            lines.push(format!("const {} = {};\n", names.replace(" as ", ": "), variable(from)));
        } else if let Some(item) = line.strip_prefix("export ") {
            exports.push(exported(item));
            lines.push(format!("{item}\n"));
        } else {
            lines.push(format!("{line}\n"));
        }
    }
    lines.push(format!("return {{ {} }};\n}})();\n", exports.join(", ")));
    script.append(&mut lines);
}

/// Returns the variable that stands for a module: `game-view.js` is `game_view_js`.
fn variable(module: &str) -> String {
    module.replace(['.', '-'], "_")
}

/// Returns the name that an exported item declares.
fn exported(item: &str) -> &str {
    let words = ["const ", "async function ", "function ", "class "];
    let rest = words.iter().find_map(|word| item.strip_prefix(word)).expect("an item with a name");
    rest.split(|character: char| !character.is_alphanumeric() && character != '_').next().unwrap_or(rest)
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

    #[test]
    fn modules_become_one_script_without_imports() {
        let script = bundle(SCRIPT);
        assert!(!script.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
        assert!(script.contains("const { shape } = dom_js;") && script.contains("return { Graph };"));
        assert!(script.contains("Refused: Refusal } = api_js;"), "names that change");
        assert_eq!(script.matches("const dom_js = ").count(), 1, "once, however many import it");
        assert!(!script.contains("</script"));
        assert_eq!(exported("async function ask(method, url) {"), "ask");
    }
}
