//! Test coverage of the specification: compares requirement ids in test code with `requirements.yaml`.
//!
//! A test refers to requirements in its name (`link_07_…`, `site_06_07_…`, `loyc_01_to_13_…`) or in text (`THEME-02`,
//! `LOYC-01 to LOYC-13`). The number of covered requirements is stored in `docs/spec/coverage.txt` and must not decrease;
//! `cargo xtask spec --write` updates it.

mod names;
mod requirements;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::files::{self, File};
use names::{Id, RequirementReference};
use requirements::Requirement;

const REQUIREMENTS: &str = "docs/spec/requirements.yaml";
const COVERAGE: &str = "docs/spec/coverage.txt";

/// Requirements covered by tests.
#[derive(Debug, PartialEq, Eq)]
struct Coverage {
    covered: BTreeSet<Id>,
    /// Ids without a requirement, with the file.
    unknown: Vec<String>,
}

/// Prints the coverage by area. Returns an error if fewer requirements are covered than before, or a test refers to one that
/// does not exist.
pub fn check(root: &Path) -> Result<()> {
    not_lower(root, print(root)?)
}

/// Like [`check`], and stores the number.
pub fn write(root: &Path) -> Result<()> {
    let covered = print(root)?;
    not_lower(root, covered)?;
    std::fs::write(root.join(COVERAGE), format!("{covered}\n")).with_context(|| format!("writing {COVERAGE}"))
}

fn not_lower(root: &Path, covered: usize) -> Result<()> {
    let before = stored(root)?;
    if covered < before {
        bail!("{covered} requirements are covered, {before} were before ({COVERAGE}): a test was lost");
    }
    Ok(())
}

fn stored(root: &Path) -> Result<usize> {
    let text = std::fs::read_to_string(root.join(COVERAGE)).with_context(|| format!("reading {COVERAGE}"))?;
    text.trim().parse().with_context(|| format!("{COVERAGE} holds one number"))
}

fn print(root: &Path) -> Result<usize> {
    let text = std::fs::read_to_string(root.join(REQUIREMENTS))
        .with_context(|| format!("reading {REQUIREMENTS}"))?;
    let requirements = requirements::parse(&text);
    let coverage = coverage(&requirements, &files::read(root)?);
    print!("{}", report(&requirements, &coverage.covered));
    match coverage.unknown.as_slice() {
        [] => Ok(coverage.covered.len()),
        unknown => bail!("requirements that do not exist: {}", unknown.join("; ")),
    }
}

fn coverage(requirements: &[Requirement], files: &[File]) -> Coverage {
    let known: BTreeSet<&Id> = requirements.iter().map(|r| &r.id).collect();
    let areas: BTreeSet<&str> = requirements.iter().map(|r| r.id.area.as_str()).collect();
    let mut coverage = Coverage { covered: BTreeSet::new(), unknown: Vec::new() };
    for file in files {
        for RequirementReference { id, in_words } in names::ids_in_code(test_code(file), &areas) {
            if known.contains(&id) {
                coverage.covered.insert(id);
            } else if in_words {
                coverage.unknown.push(format!("{id} in {}", file.path));
            }
        }
    }
    coverage
}

/// The test code of a file: the whole file, the test module at its end, or nothing.
fn test_code(file: &File) -> &str {
    if file.path.starts_with("xtask/") {
        return "";
    }
    if file.is_test() {
        return &file.text;
    }
    let module = (file.kind() == "rs").then(|| file.text.find("#[cfg(test)]\nmod ")).flatten();
    module.and_then(|at| file.text.get(at..)).unwrap_or_default()
}

fn report(requirements: &[Requirement], covered: &BTreeSet<Id>) -> String {
    let mut out = String::new();
    for group in requirements.chunk_by(|a, b| a.area == b.area) {
        let missing: Vec<&Id> = group.iter().map(|r| &r.id).filter(|id| !covered.contains(*id)).collect();
        let area = group.first().map(|r| r.area.as_str()).unwrap_or_default();
        let count = format!("{}/{}", group.len() - missing.len(), group.len());
        out += format!("{area:<22}{count:>7}  {}", list(&missing)).trim_end();
        out.push('\n');
    }
    out + &format!("{} of {} requirements are named by a test\n", covered.len(), requirements.len())
}

/// Ids of an area as text, for example `missing LINK-01 to LINK-03, LINK-07`; empty for none.
fn list(ids: &[&Id]) -> String {
    let runs = ids.chunk_by(|a, b| a.area == b.area && a.number + 1 == b.number);
    let words: Vec<String> = runs
        .filter_map(|run| match run {
            [] => None,
            [one] => Some(one.to_string()),
            [first, .., last] => Some(format!("{first} to {last}")),
        })
        .collect();
    if words.is_empty() { String::new() } else { format!("missing {}", words.join(", ")) }
}

#[cfg(test)]
mod tests;
