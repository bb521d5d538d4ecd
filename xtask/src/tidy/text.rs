//! Checks the length of files, and that they contain no to-do notes and no absolute paths of a machine.

use std::path::Path;

use crate::files::File;

/// Maximum number of lines of a Rust file, except tests.
const RUST_LINES: usize = 600;
/// Maximum number of lines of a TypeScript file, except tests.
const TYPESCRIPT_LINES: usize = 400;
/// Words that mark to-do notes.
const NOTES: &[&str] = &["TODO", "FIXME", "XXX"];

/// Problems in the files. `xtask` is excluded, because it contains the texts to look for.
pub fn problems(files: &[File], machine_paths: &[String]) -> Vec<String> {
    let ours = files.iter().filter(|f| !f.path.starts_with("xtask/"));
    ours.flat_map(|f| [too_long(f), note(f), machine_path(f, machine_paths)]).flatten().collect()
}

/// Absolute paths of this machine: the repository and the home folder.
pub fn machine_paths(root: &Path) -> Vec<String> {
    let repository = root.canonicalize().ok().map(|path| path.display().to_string());
    let home = std::env::var("HOME").ok();
    [repository, home].into_iter().flatten().filter(|path| path.len() > 1).map(|path| path + "/").collect()
}

fn too_long(file: &File) -> Option<String> {
    let max_lines = match file.kind() {
        _ if file.is_test() || file.path.ends_with(".gen.ts") => return None,
        "rs" => RUST_LINES,
        "ts" | "tsx" => TYPESCRIPT_LINES,
        _ => return None,
    };
    let lines = file.text.lines().count();
    (lines > max_lines).then(|| format!("{}: {lines} lines, more than {max_lines}: split it", file.path))
}

fn note(file: &File) -> Option<String> {
    if !matches!(file.kind(), "rs" | "ts" | "tsx" | "css" | "toml" | "sh" | "") {
        return None;
    }
    let is_note = |word: &str| NOTES.contains(&word);
    let words = |line: &str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(is_note);
    let at = file.text.lines().position(words)? + 1;
    Some(format!("{}:{at}: to-do note: do it now or open an issue", file.path))
}

fn machine_path(file: &File, machine_paths: &[String]) -> Option<String> {
    let own = |line: &str| machine_paths.iter().any(|path| starts_a_path(line, path));
    let at = file.text.lines().position(|line| own(line) || users_folder(line))? + 1;
    Some(format!("{}:{at}: absolute path of a machine", file.path))
}

/// Whether the line contains `path` as the beginning of a path, not in the middle of one.
fn starts_a_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        before.is_none_or(|c| !c.is_alphanumeric() && !"-_.~/}".contains(c))
    })
}

/// Whether a line contains the path of a user's home folder.
fn users_folder(line: &str) -> bool {
    let named = |parent: &str| {
        line.match_indices(parent).any(|(at, _)| {
            let rest = line.get(at + parent.len()..).unwrap_or_default();
            let name =
                rest.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').next().unwrap_or_default();
            !name.is_empty()
                && rest.get(name.len()..).is_some_and(|r| r.starts_with('/'))
                && starts_a_path(line, &format!("{parent}{name}/"))
        })
    };
    named("/home/") || named("/Users/") || starts_a_path(line, "/root/")
}
