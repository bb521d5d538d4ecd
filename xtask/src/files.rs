//! Reads the text files of the repository for checks.

use std::path::Path;

use anyhow::{Context, Result};

/// Extensions of files that are read.
const KINDS: &[&str] = &["css", "json", "md", "py", "rs", "sh", "toml", "ts", "tsx", "yaml", "yml"];
/// Folders of scripts without extension.
const SCRIPTS: &[&str] = &["script", ".ci", "bench"];

/// A text file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path relative to the root, separated by `/`.
    pub path: String,
    pub text: String,
}

impl File {
    /// The extension; empty for a script.
    pub fn kind(&self) -> &str {
        kind(&self.path)
    }

    /// The text without the test module at its end.
    pub fn text_without_tests(&self) -> &str {
        match self.kind() {
            "rs" => self.text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default(),
            _ => &self.text,
        }
    }

    /// Whether the file contains only test code.
    pub fn is_test(&self) -> bool {
        let (path, kind) = (self.path.as_str(), self.kind());
        match kind {
            "rs" => path.ends_with("/tests.rs") || path.contains("/tests/") || path.starts_with("tests/"),
            "ts" | "tsx" => {
                path.contains(".test.") || path.starts_with("web/e2e/") || path.starts_with("web/testkit/")
            }
            _ => false,
        }
    }
}

fn kind(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or("", |(_, kind)| kind)
}

/// Reads all text files below `root`, except generated and downloaded ones, sorted by path.
pub fn read(root: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    walk(root, "", &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn walk(root: &Path, folder: &str, files: &mut Vec<File>) -> Result<()> {
    let directory = root.join(folder);
    for entry in std::fs::read_dir(&directory).with_context(|| format!("reading {}", directory.display()))? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if entry.file_type()?.is_dir() {
            if !is_generated(&path, &name) {
                walk(root, &path, files)?;
            }
        } else if is_text(&path) {
            // Skip files that are not UTF-8, or were removed since the folder was read.
            if let Ok(text) = std::fs::read_to_string(entry.path()) {
                files.push(File { path, text });
            }
        }
    }
    Ok(())
}

/// Whether a folder contains generated or downloaded files.
fn is_generated(path: &str, name: &str) -> bool {
    let hidden = name.starts_with('.') && !SCRIPTS.contains(&path);
    hidden || matches!(name, "node_modules" | "dist" | "target") || matches!(path, "data" | "web/e2e/out")
}

fn is_text(path: &str) -> bool {
    let script = path.split_once('/').is_some_and(|(top, _)| SCRIPTS.contains(&top));
    KINDS.contains(&kind(path)) || (script && kind(path).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str) -> File {
        File { path: path.to_owned(), text: String::new() }
    }

    #[test]
    fn test_code_is_recognized() {
        for path in
            ["crates/a/src/b/tests.rs", "crates/a/tests/it.rs", "tests/it/main.rs", "web/rules/a.test.ts"]
        {
            assert!(file(path).is_test(), "{path}");
        }
        for path in ["crates/a/src/b.rs", "web/rules/a.ts", "xtask/src/files.rs", "docs/tests.md"] {
            assert!(!file(path).is_test(), "{path}");
        }
    }

    #[test]
    fn generated_and_binary_files_are_not_read() {
        assert!(is_text("crates/a/src/lib.rs") && is_text("script/test") && is_text(".ci/run"));
        assert!(!is_text("fixtures/art/salt.svg") && !is_text("LICENSE"));
        assert!(
            is_generated("web/dist", "dist") && is_generated(".git", ".git") && is_generated("data", "data")
        );
        assert!(!is_generated("web/site/src/data", "data") && !is_generated(".ci", ".ci"));
    }
}
