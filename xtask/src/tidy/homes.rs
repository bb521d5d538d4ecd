//! Checks that rules are not implemented twice. `docs/reference/rules.md` lists the rules, the files that implement each, and
//! a text that only these files and tests may contain.

use crate::files::File;

const LIST: &str = "docs/reference/rules.md";

/// A row of the list.
#[derive(Debug, PartialEq, Eq)]
struct Rule<'t> {
    name: &'t str,
    /// Files, or folders with a final `/`.
    homes: Vec<&'t str>,
    /// The text by which another implementation is recognized.
    signature: &'t str,
}

/// Files that implement a listed rule a second time, and rows of the list that are out of date.
pub fn problems(files: &[File]) -> Vec<String> {
    let list = files.iter().find(|f| f.path == LIST).map(|f| f.text.as_str()).unwrap_or_default();
    let rules: Vec<Rule<'_>> = list.lines().filter_map(rule).collect();
    if rules.is_empty() {
        return vec![format!("{LIST}: the table of rules is missing")];
    }
    rules.iter().flat_map(|rule| rule_problems(rule, files)).collect()
}

fn rule_problems(rule: &Rule<'_>, files: &[File]) -> Vec<String> {
    let Rule { name, homes, signature } = rule;
    let mut problems = Vec::new();
    for home in homes {
        if !files.iter().any(|f| is_in(&f.path, home) && f.text.contains(signature)) {
            problems.push(format!("{LIST}: {home} does not contain {signature}, the mark of \"{name}\""));
        }
    }
    let code = files.iter().filter(|f| matches!(f.kind(), "rs" | "ts" | "tsx") && !f.is_test());
    let is_home = |file: &&File| homes.iter().any(|home| is_in(&file.path, home));
    for file in code.filter(|f| f.text_without_tests().contains(signature) && !is_home(f)) {
        problems.push(format!("{}: {name} is declared in {}: use it", file.path, homes.join(" and ")));
    }
    problems
}

/// Whether a file is a home, or is in a folder that is one.
fn is_in(path: &str, home: &str) -> bool {
    path == home || (home.ends_with('/') && path.starts_with(home))
}

/// Parses a row such as `` | Money | `a.rs`, `b.ts` | `10_i64.pow` | ``; `None` for other lines.
fn rule(line: &str) -> Option<Rule<'_>> {
    let cells: Vec<&str> =
        line.trim().strip_prefix('|')?.strip_suffix('|')?.split(" | ").map(str::trim).collect();
    let [name, homes, signature] = cells.as_slice() else { return None };
    let homes: Vec<&str> = homes.split('`').skip(1).step_by(2).collect();
    let signature = signature.strip_prefix('`')?.strip_suffix('`')?;
    (!homes.is_empty()).then_some(Rule { name, homes, signature })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    const TABLE: &str =
        "| Rule | Home | Mark |\n|---|---|---|\n| escaping | `a.rs`, `b.ts` | `\"&amp;\"` |\n";

    #[test]
    fn another_implementation_of_a_rule_is_reported() {
        let mut files =
            vec![file(LIST, TABLE), file("a.rs", "\"&amp;\""), file("b.ts", "\"&amp;\""), file("c.rs", "")];
        assert_eq!(problems(&files), Vec::<String>::new());
        files.push(file("c/tests.rs", "\"&amp;\""));
        files.push(file("c.test.ts", "\"&amp;\""));
        files.push(file("e.rs", "fn e() {}\n\n#[cfg(test)]\nmod tests {\n    \"&amp;\"\n}\n"));
        assert_eq!(problems(&files), Vec::<String>::new(), "tests may repeat it");
        files.push(file("d.rs", "replace('&', \"&amp;\")"));
        assert_eq!(problems(&files), ["d.rs: escaping is declared in a.rs and b.ts: use it"]);
    }

    #[test]
    fn a_folder_is_a_home_of_all_its_files() {
        let table = TABLE.replace("`b.ts`", "`b/`");
        let files = [file(LIST, &table), file("a.rs", "\"&amp;\""), file("b/c.ts", "\"&amp;\"")];
        assert_eq!(problems(&files), Vec::<String>::new());
        let outside = file("bc.ts", "\"&amp;\"");
        assert_eq!(problems(&[files.as_slice(), &[outside]].concat()).len(), 1);
    }

    #[test]
    fn an_outdated_row_and_a_missing_list_are_reported() {
        let moved = [file(LIST, TABLE), file("a.rs", "\"&amp;\""), file("b.ts", "")];
        assert_eq!(problems(&moved).len(), 1);
        assert_eq!(problems(&[]).len(), 1);
    }
}
