//! Cases of a teacher's own: a folder with an `input.txt` for each.

use std::fs;
use std::path::{Path, PathBuf};

use fruitrage_rules::text::Input;

use crate::Case;

/// Returns the cases of a folder in the order of their names: each folder in it with an
/// `input.txt`, and each file that ends in `.txt` and is no output. An error says which file
/// is wrong, where, and how.
pub(crate) fn read_cases(folder: &Path) -> Result<Vec<Case>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let inside = path.join("input.txt");
        if inside.is_file() {
            files.push((name, inside));
        } else if path.is_file() && is_text(&path) && !name.to_lowercase().contains("output") {
            files.push((name, path));
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(format!(
            "there is no case in {}: put an input.txt for each case there, such as 01.txt or 01/input.txt",
            folder.display()
        ));
    }
    let read = |(name, path): (String, PathBuf)| {
        let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let input = Input::read_strictly(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        if input.grid.fruits() == 0 {
            return Err(format!("{}: there is no fruit on the board, so there is no move", path.display()));
        }
        Ok(Case { name, input })
    };
    files.into_iter().map(read).collect()
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_files_and_folders_in_order_and_outputs_are_none() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        for (file, text) in [
            ("c.txt", "1\n1\n5\n0\n"),
            ("b/input.txt", "2\n2\n0.4\n*0\n11\n"),
            ("a.input.txt", "1\n1\n300\n0\n"),
            ("a.output.txt", "A1\n*\n"),
            ("readme.md", "cases"),
        ] {
            fs::write(folder.path().join(file), text).unwrap();
        }
        let names = read_cases(folder.path()).unwrap().into_iter().map(|case| case.name).collect::<Vec<_>>();
        assert_eq!(names, ["a.input.txt", "b", "c.txt"]);
    }

    #[test]
    fn a_wrong_case_is_told_with_its_file_and_place() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read_cases(folder.path()).unwrap_err().contains("put an input.txt for each case there"));
        let file = folder.path().join("7.txt");
        for (text, expected) in [
            ("2\n2\n5\n00\n0x\n", "7.txt: line 5, column 2"),
            ("1\n1\n5\n*\n", "7.txt: there is no fruit on the board"),
        ] {
            fs::write(&file, text).unwrap();
            let error = read_cases(folder.path()).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
