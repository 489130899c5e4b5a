//! `fruitrage doctor` on languages: which can be built and run here, by what.

use std::fmt::Write as _;

use fruitrage_tournament::agents::{LanguageSupport, python_remark};
use serde_json::{Value, json};

/// The languages as lines, one each.
pub(super) fn in_words(languages: &[LanguageSupport]) -> String {
    let mut text = String::from("Agents in these languages can be built and run:\n");
    for support in languages {
        let _ = writeln!(text, "{:<11} {:<15} {}", support.language, support.files, state_of(support));
    }
    if let Some(remark) = python_remark() {
        let _ = writeln!(text, "{remark}.");
    }
    text
}

fn state_of(support: &LanguageSupport) -> String {
    let missing: Vec<&str> = support.tools.iter().filter(|tool| tool.path.is_none()).map(|tool| tool.name).collect();
    if !missing.is_empty() {
        let missing = missing.join(" and ");
        return if cfg!(windows) {
            format!("no: there is no {missing} in the PATH")
        } else {
            format!("no: there is no {missing} (Debian, Ubuntu: apt install {})", support.package)
        };
    }
    let told = support.tools.iter().map(|tool| {
        let path = tool.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        format!("{} {} ({path})", tool.name, tool.version.as_deref().unwrap_or("of unknown version"))
    });
    format!("yes: {}", told.collect::<Vec<_>>().join(", "))
}

/// The languages for programs.
pub(super) fn in_json(languages: &[LanguageSupport]) -> Value {
    let tool = |tool: &fruitrage_tournament::agents::Tool| json!({ "name": tool.name, "path": tool.path, "version": tool.version });
    let language = |support: &LanguageSupport| {
        let tools: Vec<Value> = support.tools.iter().map(tool).collect();
        json!({ "language": support.language, "files": support.files, "works": support.works(), "tools": tools })
    };
    languages.iter().map(language).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_tournament::agents::Tool;

    #[test]
    fn each_language_has_a_line_with_versions_and_paths_or_what_is_missing() {
        let tool =
            |name, path: Option<&str>| Tool { name, path: path.map(Into::into), version: path.map(|_| "17.0".into()) };
        let tools = vec![tool("javac", None), tool("java", Some("/usr/bin/java"))];
        let java = LanguageSupport { language: "Java", files: ".java", tools, package: "default-jdk-headless" };
        #[cfg(not(windows))]
        assert_eq!(state_of(&java), "no: there is no javac (Debian, Ubuntu: apt install default-jdk-headless)");
        let tools = vec![tool("javac", Some("/jdk/javac")), tool("java", Some("/usr/bin/java"))];
        let java = LanguageSupport { tools, ..java };
        assert_eq!(state_of(&java), "yes: javac 17.0 (/jdk/javac), java 17.0 (/usr/bin/java)");
        let expected = "Agents in these languages can be built and run:\n\
                        Java        .java           yes: javac 17.0 (/jdk/javac), java 17.0 (/usr/bin/java)\n";
        assert!(in_words(std::slice::from_ref(&java)).starts_with(expected));
        assert_eq!(in_json(&[java])[0]["tools"][1]["path"], "/usr/bin/java");
    }
}
