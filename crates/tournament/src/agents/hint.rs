//! What a program's last words usually mean, and what else it may have meant.

use std::path::Path;

use fruitrage_rules::text::Output;

use super::runtime::Runtime;

/// What to say of a program that has printed its reply.
pub(super) const PRINTED: &str = "the reply was printed to stdout, which nobody reads: write it to output.txt";

/// Whether what a program printed is the reply on a board of this size that it did not write.
pub(super) fn is_reply(stdout: &[u8], size: usize) -> bool {
    Output::read_tolerantly(stdout, size).is_ok()
}

/// The last words of a program that failed, with a hint if a file of its own is
/// missing, or if it wanted more than these bytes of memory.
pub(super) fn explained(stderr: String, runtime: &Runtime, folder: &Path, memory: u64) -> String {
    let hint = missing_module(&stderr, runtime, folder)
        .or_else(|| missing_file(&stderr, folder))
        .or_else(|| too_little_memory(&stderr, memory));
    match hint {
        Some(hint) => format!("{stderr}\n(hint: {hint})"),
        None => stderr,
    }
}

/// A module of Python, or one of node's.
fn missing_module(stderr: &str, runtime: &Runtime, folder: &Path) -> Option<String> {
    let name = quoted_after(stderr, "ModuleNotFoundError: No module named ")
        .or_else(|| quoted_after(stderr, "Error: Cannot find module "))?;
    let first = name.split('.').find(|part| !part.is_empty() && *part != "/")?;
    if folder.join(first).exists() || folder.join(format!("{first}.py")).exists() {
        return None;
    }
    let interpreter = runtime.words.first().map(|word| Path::new(word).display().to_string()).unwrap_or_default();
    Some(format!(
        "'{name}' is neither in the agent's folder nor a package of {interpreter}; a single file comes alone, so if it \
         is a file of yours, hand in the folder that holds both, or say dir=FOLDER"
    ))
}

/// A file that Python wanted to open.
fn missing_file(stderr: &str, folder: &Path) -> Option<String> {
    let name = quoted_after(stderr, "FileNotFoundError: [Errno 2] No such file or directory: ")?;
    let is_protocol = ["input.txt", "output.txt"].iter().any(|file| Path::new(name).ends_with(file));
    if is_protocol || folder.join(name).exists() {
        return None;
    }
    Some(format!(
        "there is no '{name}' in the agent's folder; a single file comes alone, so hand in the folder that holds both, or \
         say dir=FOLDER"
    ))
}

/// How Python, C++, Java, node and Go say that there is no memory left.
const OUT_OF_MEMORY: [&str; 5] =
    ["\nMemoryError", "std::bad_alloc", "java.lang.OutOfMemoryError", "heap out of memory", "runtime: out of memory"];

fn too_little_memory(stderr: &str, memory: u64) -> Option<String> {
    let is_said = OUT_OF_MEMORY.iter().any(|words| stderr.contains(words));
    let mebibytes = memory >> 20;
    is_said.then(|| {
        format!("it asked for more memory than the {mebibytes} MiB that it may have; keep less, or say memory=MIB")
    })
}

/// What stands in quotes behind the last such words.
fn quoted_after<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let rest = text.rsplit_once(words)?.1.strip_prefix('\'')?;
    Some(rest.split_once('\'')?.0).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_missing_or_too_large_gets_a_hint() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("there.py"), "").unwrap();
        let runtime = Runtime::new(&["./agent".to_owned()], folder.path(), 1 << 30);
        let told = |text: &str| explained(text.to_owned(), &runtime, folder.path(), 1 << 30);
        let module = told("Traceback\nModuleNotFoundError: No module named 'board.tools'");
        assert!(
            module.ends_with("or say dir=FOLDER)") && module.contains("(hint: 'board.tools' is neither"),
            "{module}"
        );
        let file = told("FileNotFoundError: [Errno 2] No such file or directory: 'weights.txt'");
        assert!(file.contains("(hint: there is no 'weights.txt'"), "{file}");
        for said in ["Traceback\nMemoryError", "terminate called after throwing an instance of 'std::bad_alloc'"] {
            assert!(told(said).contains("(hint: it asked for more memory than the 1024 MiB"), "{}", told(said));
        }
        for plain in [
            "ModuleNotFoundError: No module named 'there'",
            "FileNotFoundError: [Errno 2] No such file or directory: 'input.txt'",
            "ZeroDivisionError: division by zero",
            "",
        ] {
            assert_eq!(told(plain), plain);
        }
    }
}
