//! What an agent wrote instead of its `output.txt`, in words.

use super::{INPUT, OUTPUT};

/// How many names are told, and how long they may be.
const MOST_NAMES: usize = 5;
const LONGEST_NAME: usize = 40;

/// Returns what to say of an agent without an `output.txt`, by the names that are in its
/// folder and those that were there from the beginning.
pub(super) fn in_words(names: &[String], before: &[String]) -> String {
    let mut new: Vec<&String> = names.iter().filter(|name| *name != INPUT && !before.contains(name)).collect();
    new.sort_unstable();
    if let Some(name) = new.iter().find(|name| name.trim().eq_ignore_ascii_case(OUTPUT)) {
        return format!("it wrote '{name}', but the name must be exactly {OUTPUT}");
    }
    if new.is_empty() {
        return "it wrote nothing to the folder that it runs in, where the file belongs".to_owned();
    }
    let mut told: Vec<String> = new.iter().take(MOST_NAMES).map(|name| shortened(name)).collect();
    if new.len() > MOST_NAMES {
        told.push("...".to_owned());
    }
    format!("there are only other files of its own: {}", told.join(", "))
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn what_was_written_instead_is_named() {
        let words = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            in_words(&names, &["agent.py".to_owned()])
        };
        let nothing = "it wrote nothing to the folder that it runs in, where the file belongs";
        assert_eq!(words(&[]), nothing);
        assert_eq!(words(&["input.txt", "agent.py"]), nothing);
        assert_eq!(
            words(&["agent.py", "OuTpUt.TxT"]),
            "it wrote 'OuTpUt.TxT', but the name must be exactly output.txt"
        );
        assert_eq!(words(&["output.txt "]), "it wrote 'output.txt ', but the name must be exactly output.txt");
        assert_eq!(words(&["out.txt", "log"]), "there are only other files of its own: log, out.txt");
        let many = words(&["a", "b", "c", "d", "e", "f"]);
        assert_eq!(many, "there are only other files of its own: a, b, c, d, e, ...");
        assert!(words(&[&"x".repeat(500)]).len() < 100);
    }
}
