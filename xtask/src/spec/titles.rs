//! Finds the names and titles of the tests in a file. Other comments and messages of assertions do not count.
//!
//! - Rust: the name of a function with a `#[test]` attribute, and the doc comment directly above it.
//! - TypeScript: the title of `test()`, `it()`, `describe()` and `suite()`, and other strings that begin with an id (rows of
//!   tables from which titles are made).

use super::names::Id;

/// A name or title of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Title {
    /// A name such as `link_07_…`.
    Name(String),
    /// Text with ids such as `LINK-07`.
    Text(String),
}

/// The names of Rust tests and their doc comments.
pub fn in_rust(code: &str) -> Vec<Title> {
    let mut titles = Vec::new();
    let (mut docs, mut is_test) = (String::new(), false);
    for line in code.lines().map(str::trim) {
        if let Some(doc) = line.strip_prefix("///") {
            docs.push_str(doc);
            docs.push('\n');
        } else if let Some(attribute) = line.strip_prefix("#[") {
            let path = attribute.split(['(', ']']).next().unwrap_or_default();
            is_test |= path == "test" || path.ends_with("::test");
        } else {
            if let Some(name) = function_name(line).filter(|_| is_test) {
                titles.extend([Title::Name(name.to_owned()), Title::Text(std::mem::take(&mut docs))]);
            }
            docs.clear();
            is_test = false;
        }
    }
    titles
}

fn function_name(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches("pub ").trim_start_matches("async ").strip_prefix("fn ")?;
    rest.split('(').next().map(str::trim)
}

/// The titles of TypeScript tests.
pub fn in_typescript(code: &str) -> Vec<Title> {
    strings(code)
        .into_iter()
        .filter(|(before, text)| is_title_call(before) || begins_with_id(text))
        .map(|(_, text)| Title::Text(text.to_owned()))
        .collect()
}

/// Whether the code before a string ends with `test(`, `it.each(…)(` or the like.
fn is_title_call(before: &str) -> bool {
    let Some(callee) = before.trim_end().strip_suffix('(') else { return false };
    let word = callee.rsplit(|c: char| !c.is_alphanumeric() && c != '.').next().unwrap_or_default();
    let called = word.split('.').next().unwrap_or_default();
    callee.ends_with(')') || matches!(called, "test" | "it" | "describe" | "suite")
}

fn begins_with_id(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().and_then(Id::parse).is_some()
}

/// The strings and templates of TypeScript code, each with the code before it. Comments are skipped.
fn strings(code: &str) -> Vec<(&str, &str)> {
    let mut strings = Vec::new();
    let mut position = 0;
    while let Some(rest) = code.get(position..).filter(|rest| !rest.is_empty()) {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '\'' | '"' | '`')) {
            let inner = rest.get(1..).unwrap_or_default();
            match end_of_string(inner, quote) {
                Some(end) => {
                    strings.push((
                        code.get(..position).unwrap_or_default(),
                        inner.get(..end).unwrap_or_default(),
                    ));
                    end + 2
                }
                None => 1,
            }
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        position += length;
    }
    strings
}

/// The position of the closing quote. A string ends on its line; an unclosed one is part of a regular expression.
fn end_of_string(text: &str, quote: char) -> Option<usize> {
    let (mut escaped, mut depth, mut before) = (false, 0_u32, ' ');
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' if quote == '`' && (before == '$' || depth > 0) => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '\n' if quote != '`' => return None,
            _ if c == quote && depth == 0 => return Some(at),
            _ => {}
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rust(code: &str) -> Vec<String> {
        words(in_rust(code))
    }

    fn typescript(code: &str) -> Vec<String> {
        words(in_typescript(code))
    }

    fn words(titles: Vec<Title>) -> Vec<String> {
        let text = |title| match title {
            Title::Name(text) | Title::Text(text) => text.trim().to_owned(),
        };
        titles.into_iter().map(text).filter(|text| !text.is_empty()).collect()
    }

    #[test]
    fn rust_tests_are_named_by_function_and_doc_comment() {
        let code = "/// SET-01.\n#[test]\nfn link_01_a() {}\n\n#[tokio::test(start_paused = true)]\n/// SET-02\nasync fn b() {}";
        assert_eq!(rust(code), ["link_01_a", "SET-01.", "b", "SET-02"]);
    }

    #[test]
    fn other_rust_code_has_no_titles() {
        assert!(rust("/// LINK-01\nfn link_02_a() { // LINK-03\n assert!(ok, \"LINK-04\"); }").is_empty());
        assert_eq!(rust("/// LINK-01\nstruct A;\n#[test]\nfn b() {}"), ["b"]);
    }

    #[test]
    fn typescript_tests_are_named_by_their_titles() {
        let code = "describe('a (LINK-01)', () => {\n  it.only(`says ${x ? 'it' : `${y}`} (LINK-02)`, f);\n  test.each([\n    ['LINK-03', f('a')],\n  ])('%s (LINK-04)', g);\n  test(\n    \"of LINK-05\",\n h);";
        assert_eq!(
            typescript(code),
            ["a (LINK-01)", "says ${x ? 'it' : `${y}`} (LINK-02)", "LINK-03", "%s (LINK-04)", "of LINK-05"]
        );
    }

    #[test]
    fn other_typescript_code_has_no_titles() {
        let code = "// 'LINK-01'\n/* it('LINK-02') */ const a = /'/; assert.ok(b, 'see LINK-03'); // it(`LINK-04`)\nsubmit('of LINK-05');";
        assert!(typescript(code).is_empty());
    }
}
