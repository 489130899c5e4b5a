//! Bad usage: what was typed and cannot be, and which command may have been meant.

use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use fruitrage_game::is_harmful;

use crate::commands::Verdict;
use crate::printing::tell;

/// Tells what clap has to say of the arguments: help, the version, or what is wrong with
/// them. Returns the exit code.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    let typed: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if typed.iter().any(|word| word.chars().any(is_harmful)) && error.use_stderr() {
        // A file's name may be hostile, and clap repeats it as it is.
        tell(error.render().to_string().trim_end());
    } else {
        // If nobody reads it any more there is nobody left to tell.
        let _ = error.print();
    }
    if !error.use_stderr() {
        return (Verdict::Yes as u8).into();
    }
    let meant = match error.kind() {
        ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument => typed.first().and_then(|word| hint(word)),
        ErrorKind::MissingRequiredArgument => typed.first().and_then(|word| missing(word)),
        _ => None,
    };
    if let Some(hint) = meant {
        tell(format_args!("\n{hint}"));
    }
    crate::BAD_INPUT.into()
}

/// What to add to a command that lacks something.
fn missing(command: &str) -> Option<String> {
    let example = match command {
        "check" => {
            "To check what you hand in:  fruitrage check homework.py\nTo check the folder that you are in:  fruitrage check ."
        }
        "new-agent" => "To begin with an agent in Python:  fruitrage new-agent python",
        "match" => "To play against somebody:  fruitrage match homework.py random",
        _ => return None,
    };
    Some(example.to_owned())
}

/// What somebody may have meant who typed a file in the place of a command.
fn hint(word: &str) -> Option<String> {
    let path = Path::new(word);
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_name_of_file = !extension.is_empty() && !word.starts_with('-');
    if !is_name_of_file && !path.exists() {
        return None;
    }
    let file = shlex::try_quote(word).ok()?;
    Some(match extension {
        "txt" => format!(
            "To play the move that {word} asks for:  fruitrage --input {file}\n\
             To look at the board:  fruitrage board show {file}"
        ),
        "jsonl" => format!(
            "To see the games of {word}:  fruitrage replay {file}\n\
             To have a game judged move by move:  fruitrage review {file}"
        ),
        "toml" => {
            let (what, command) = match path.file_name().and_then(|name| name.to_str()) {
                Some("grade.toml") => ("grade by", "grade"),
                _ => ("hold the tournament of", "tournament"),
            };
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let folder = folder.to_string_lossy();
            format!("To {what} {word}:  fruitrage {command} run {}", shlex::try_quote(&folder).ok()?)
        }
        _ if path.join("grade.toml").is_file() => format!("To grade by {word}:  fruitrage grade run {file}"),
        _ if path.join("tournament.toml").is_file() => {
            format!("To hold the tournament of {word}:  fruitrage tournament run {file}")
        }
        _ => {
            // A bare name would be looked for in the PATH.
            let is_bare = extension.is_empty() && !word.contains(std::path::is_separator);
            let own = format!("{}{file}", if is_bare { "./" } else { "" });
            format!(
                "To check what you hand in:  fruitrage check {own}\nTo play against somebody:  fruitrage match {own} random"
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_the_place_of_a_command_leads_to_the_command() {
        let hint = |word: &str| hint(word).unwrap_or_default();
        assert!(hint("input.txt").contains("fruitrage --input input.txt"));
        assert!(hint("my games.jsonl").contains("fruitrage replay 'my games.jsonl'"));
        assert!(hint("cup/tournament.toml").contains("fruitrage tournament run cup"));
        assert!(hint("tournament.toml").contains("fruitrage tournament run ."));
        assert!(hint("class/grade.toml").contains("To grade by class/grade.toml:  fruitrage grade run class"));
        assert!(hint("bots/homework.py").contains("fruitrage match bots/homework.py random"));
        assert!(hint("bots/homework.py").contains("fruitrage check bots/homework.py"));
        // The tests run in the folder of the crate.
        assert!(hint("src").contains("fruitrage match ./src random"));
        assert!(missing("check").is_some_and(|hint| hint.contains("fruitrage check homework.py")));
        assert_eq!([hint("chekc"), hint("--sizes"), hint("-x.y")], ["", "", ""]);
    }
}
