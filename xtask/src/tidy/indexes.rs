//! Checks that documents that list files list all of them.

use crate::files::File;

/// A document, and the files that it lists.
struct Index {
    document: &'static str,
    lists: fn(&str) -> bool,
    /// The text by which the document lists a file.
    entry: fn(&str) -> String,
}

const INDEXES: &[Index] = &[
    Index {
        document: "docs/decisions/README.md",
        lists: |path| path.starts_with("docs/decisions/0") && path.ends_with(".md"),
        entry: |path| format!("({})", path.trim_start_matches("docs/decisions/")),
    },
    Index {
        document: "docs/README.md",
        lists: |path| {
            path.starts_with("docs/")
                && path.ends_with(".md")
                && path != "docs/README.md"
                && !path.starts_with("docs/decisions/0")
        },
        entry: |path| format!("({})", path.trim_start_matches("docs/")),
    },
    Index {
        document: "ARCHITECTURE.md",
        lists: |path| path.ends_with(".gen.ts"),
        // A folder of generated files is listed as a whole.
        entry: |path| match path.strip_prefix("web/api/loyalty/") {
            Some(_) => "`web/api/loyalty/*.gen.ts`".to_owned(),
            None => format!("`{path}`"),
        },
    },
];

/// Files that are missing in an index.
pub fn problems(files: &[File]) -> Vec<String> {
    INDEXES.iter().flat_map(|index| missing(index, files)).collect()
}

fn missing(index: &Index, files: &[File]) -> Vec<String> {
    let text = files.iter().find(|file| file.path == index.document).map(|file| file.text.as_str());
    let text = text.unwrap_or_default();
    let listed = files.iter().filter(|file| (index.lists)(&file.path));
    listed
        .filter(|file| !text.contains(&(index.entry)(&file.path)))
        .map(|file| format!("{}: does not list {}", index.document, file.path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_file_that_its_index_does_not_list_is_reported() {
        let files = [
            file("docs/decisions/README.md", "[0001](0001-a.md)"),
            file("docs/README.md", "[decisions](decisions/README.md), [words](glossary.md)"),
            file("ARCHITECTURE.md", "`web/a.gen.ts`"),
            file("docs/decisions/0001-a.md", ""),
            file("docs/glossary.md", ""),
            file("web/a.gen.ts", ""),
        ];
        assert_eq!(problems(&files), Vec::<String>::new());
        let late = [file("docs/decisions/0002-b.md", ""), file("docs/late.md", ""), file("web/b.gen.ts", "")];
        assert_eq!(
            problems(&[&files[..], &late[..]].concat()),
            [
                "docs/decisions/README.md: does not list docs/decisions/0002-b.md",
                "docs/README.md: does not list docs/late.md",
                "ARCHITECTURE.md: does not list web/b.gen.ts"
            ]
        );
    }
}
