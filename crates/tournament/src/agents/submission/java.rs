//! Java's classes: what must be compiled together, and which class is the program.

use std::fs;
use std::path::{Path, PathBuf};

use super::language::Language;

/// Folders below which classes are looked for.
const DEEPEST: usize = 16;

/// The files that belong to a program: itself, and if it is in a package all files of that
/// package beside it, since the compiler looks for those in a folder of the package's name.
pub(super) fn sources(folder: &Path, file: &str) -> Vec<String> {
    let Some(package) = package_of(&folder.join(file)) else { return vec![file.to_owned()] };
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let is_other = |name: &String| {
        let path = folder.join(name);
        *name != file && Language::of_name(name) == Some(Language::Java) && package_of(&path).as_ref() == Some(&package)
    };
    let mut others: Vec<String> = names.filter(is_other).collect();
    others.sort();
    [vec![file.to_owned()], others].concat()
}

/// The package that a source file says it is in.
fn package_of(source: &Path) -> Option<String> {
    let text = String::from_utf8_lossy(&fs::read(source).ok()?).into_owned();
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        rest = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n')?.1
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/")?.1
        } else {
            break;
        }
        .trim_start();
    }
    let name = rest.strip_prefix("package")?.split_once(';')?.0;
    let name: String = name.split_whitespace().collect();
    let is_name = !name.is_empty() && name.chars().all(|char| char.is_alphanumeric() || "._$".contains(char));
    (is_name && rest["package".len()..].starts_with(char::is_whitespace)).then_some(name)
}

/// The full name of the class that is the program: one with a `main`, called like the file
/// if there is such a one.
pub(super) fn main_class(built: &Path, source: &str) -> String {
    let stem = source.split('.').next().unwrap_or(source);
    let package = package_of(&built.join(source));
    let mut classes = Vec::new();
    add_classes(built, built, DEEPEST, &mut classes);
    classes.sort();
    let own: Vec<&String> = classes
        .iter()
        .filter(|class| class.rsplit_once('.').map(|(package, _)| package.to_owned()) == package)
        .collect();
    let last = |class: &str| class.rsplit('.').next().unwrap_or(class).to_owned();
    let called = own.iter().find(|class| last(class) == stem);
    let called = called.or_else(|| own.iter().find(|class| last(class).eq_ignore_ascii_case(stem)));
    match (called, &own[..]) {
        (Some(class), _) | (None, [class]) => (*class).clone(),
        _ => package.map_or_else(|| stem.to_owned(), |package| format!("{package}.{stem}")),
    }
}

/// All classes with a `main` that lie where their names say, from the view of `root`.
fn add_classes(root: &Path, folder: &Path, levels: usize, found: &mut Vec<String>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() && !path.is_symlink() && levels > 0 {
            add_classes(root, &path, levels - 1, found);
        }
        let Some(name) = internal_name(root, &path) else { continue };
        let Ok(bytes) = fs::read(&path) else { continue };
        let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        if holds("\u{4}main") && holds("([Ljava/lang/String;)V") && holds(&name) {
            found.push(name.replace('/', "."));
        }
    }
}

/// The name that a class must have to lie there.
fn internal_name(root: &Path, path: &Path) -> Option<String> {
    let place: PathBuf = path.strip_prefix(root).ok()?.with_extension("");
    let parts: Option<Vec<&str>> = place.iter().map(|part| part.to_str()).collect();
    (path.extension()? == "class").then_some(parts?.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_found_behind_comments_and_not_in_them() {
        let folder = tempfile::tempdir().unwrap();
        let of = |text: &str| {
            fs::write(folder.path().join("A.java"), text).unwrap();
            package_of(&folder.path().join("A.java"))
        };
        assert_eq!(of("package a.b;\nclass A {}").as_deref(), Some("a.b"));
        assert_eq!(of("\u{feff}// x\n/* package c; */\n package  a . b ;").as_deref(), Some("a.b"));
        for none in ["class A {}", "// package a;\nclass A {}", "packaged a;", "import a.b;", "package", ""] {
            assert_eq!(of(none), None, "{none}");
        }
    }

    #[test]
    fn a_package_is_compiled_as_a_whole_and_a_plain_file_alone() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("homework.java", "package a;"),
            ("Board.java", "package a;"),
            ("Old.java", "package b;"),
            ("plain.java", "class plain {}"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        assert_eq!(sources(folder.path(), "homework.java"), ["homework.java", "Board.java"]);
        assert_eq!(sources(folder.path(), "plain.java"), ["plain.java"]);
    }
}
