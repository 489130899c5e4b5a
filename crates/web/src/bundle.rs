//! Modules as one script: browsers load no modules from a disk.

use crate::assets::text;

/// Returns a module and all that it imports as one script: each is a function that returns
/// what it exports, after those that it imports.
///
/// It knows the few forms that the pages use: imports in braces on one line, and
/// `export` before `const`, `function`, `async function` or `class`. `place` is the module that
/// says what there is beyond plain files.
pub(crate) fn bundle(module: &str, place: &str) -> String {
    let mut script = Vec::new();
    add_module(module, place, &mut Vec::new(), &mut script);
    script.concat()
}

fn add_module(name: &str, place: &str, known: &mut Vec<String>, script: &mut Vec<String>) {
    if known.iter().any(|other| other == name) {
        return;
    }
    known.push(name.to_owned());
    let mut lines = vec![format!("const {} = (() => {{\n", variable(name))];
    let mut exports = Vec::new();
    let source = if name == "place.js" { place } else { text(name) };
    for line in source.lines() {
        if let Some((names, from)) =
            line.strip_prefix("import ").and_then(|rest| rest.trim_end_matches(';').split_once(" from "))
        {
            let from = from.trim_matches('"').trim_start_matches("./");
            add_module(from, place, known, script);
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

/// Returns bytes as text, in the alphabet of base 64.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_is_that_of_its_standard() {
        let examples = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (bytes, text) in examples {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xef, 0xbe]), "/+++");
    }

    #[test]
    fn modules_become_one_script_without_imports() {
        let script = bundle("replay.js", "export const SERVER = null;\n");
        assert!(!script.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
        assert!(script.contains("const { shape } = dom_js;") && script.contains("return { Graph };"));
        assert!(script.contains("Refused: Refusal } = refused_js;"), "names that change");
        assert!(script.contains("const SERVER = null;"));
        assert_eq!(script.matches("const dom_js = ").count(), 1, "once, however many import it");
        assert!(!script.contains("</script"));
        assert_eq!(exported("async function ask(method, url) {"), "ask");
    }
}
