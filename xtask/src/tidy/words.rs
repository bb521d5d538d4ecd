//! Retired names: types named by a verb, a pronoun or a metaphor, and functions called `of` or `ask`. Retired words in texts are in
//! `typos.toml`; the words that replace them are in `docs/glossary.md`.

use crate::files::File;

/// Names that types must not have, in Rust and in TypeScript.
const TYPES: &[&str] = &[
    "Answer", "Answers", "Asked", "Due", "Given", "Hands", "Kept", "Known", "Made", "Said", "Sent", "Shelf",
    "Told", "Turn", "Unfit", "Wanted", "Way", "What", "Who",
];

/// Names that functions must not have.
const FUNCTIONS: &[&str] = &["ask", "of"];

/// Keywords that declare a type.
const TYPE_KEYWORDS: &[&str] = &["class", "enum", "interface", "struct", "trait", "type"];

/// Keywords that declare a function.
const FUNCTION_KEYWORDS: &[&str] = &["fn", "function"];

/// Declarations with a retired name, with file and line.
pub fn problems(files: &[File]) -> Vec<String> {
    let code =
        files.iter().filter(|f| matches!(f.kind(), "rs" | "ts" | "tsx") && !f.path.starts_with("xtask/"));
    code.flat_map(|file| {
        let lines = file.text.lines().enumerate();
        lines.filter_map(|(at, line)| {
            let name = retired(line)?;
            Some(format!("{}:{}: {name} is a retired name: see docs/glossary.md", file.path, at + 1))
        })
    })
    .collect()
}

/// The retired name that a line declares, if any. Comments are ignored.
fn retired(line: &str) -> Option<&str> {
    if line.trim_start().starts_with(['/', '*']) {
        return None;
    }
    let words: Vec<&str> =
        line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    words.windows(2).find_map(|pair| match pair {
        [keyword, name] if TYPE_KEYWORDS.contains(keyword) && TYPES.contains(name) => Some(*name),
        [keyword, name] if FUNCTION_KEYWORDS.contains(keyword) && FUNCTIONS.contains(name) => Some(*name),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        problems(&[File { path: path.to_owned(), text: text.to_owned() }])
    }

    #[test]
    fn declarations_with_retired_names_are_found() {
        let text = "use a::Known;\n\npub(crate) struct Asked<'a> {\n    pub fn of(text: &str) {}\n}\n";
        let problem =
            |at: usize, name: &str| format!("a.rs:{at}: {name} is a retired name: see docs/glossary.md");
        assert_eq!(found("a.rs", text), [problem(3, "Asked"), problem(4, "of")]);
        assert_eq!(found("a.ts", "export interface Told {}\nexport function of() {}").len(), 2);
    }

    #[test]
    fn uses_texts_and_other_names_are_not_found() {
        let text = "/// What a member has, every function of it, the type Known.\nstruct AskedFor;\nfn of_site() {}\nlet known = Known::new();\ntype Wanting = Known;\n";
        assert_eq!(found("a.rs", text), Vec::<String>::new());
        assert_eq!(found("a.md", "struct Told"), Vec::<String>::new());
    }
}
