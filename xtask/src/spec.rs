//! Test coverage of the specification: compares requirement ids in names of tests with `requirements.yaml`.
//!
//! A test refers to requirements in its name (`link_07_…`, `site_06_07_…`, `loyc_01_to_13_…`) or in its title or doc comment
//! (`THEME-02`, `LOYC-01 to LOYC-13`); see [`titles`]. A requirement is covered if a test of the black-box or browser ring
//! names it, because those run the product. `docs/spec/unit-only.txt` lists the requirements that only unit tests name, and
//! `docs/spec/untested-routes.txt` the routes that no test of the product requests. Both lists may only get shorter:
//! `cargo xtask spec --write` removes entries that are no longer needed.

mod names;
mod requirements;
mod rings;
mod routes;
mod titles;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::files::{self, File};
use names::{Id, RequirementReference};
use requirements::Requirement;
use rings::Ring;
use titles::Title;

const REQUIREMENTS: &str = "docs/spec/requirements.yaml";
const UNIT_ONLY: &str = "docs/spec/unit-only.txt";
const UNTESTED_ROUTES: &str = "docs/spec/untested-routes.txt";

/// Requirements that tests name.
#[derive(Debug, Default, PartialEq, Eq)]
struct Coverage {
    by_ring: BTreeMap<Ring, BTreeSet<Id>>,
    /// Ids that are not in `requirements.yaml`, with the file of the test.
    unknown: Vec<String>,
}

impl Coverage {
    fn in_ring(&self, ring: Ring, id: &Id) -> bool {
        self.by_ring.get(&ring).is_some_and(|ids| ids.contains(id))
    }

    /// Whether a test that runs the product names the requirement.
    fn in_product(&self, id: &Id) -> bool {
        self.by_ring.iter().any(|(ring, ids)| ring.runs_the_product() && ids.contains(id))
    }
}

/// The data that [`check`] compares.
struct Facts {
    requirements: Vec<Requirement>,
    coverage: Coverage,
    /// All routes of the server.
    routes: BTreeSet<String>,
    untested_routes: BTreeSet<String>,
}

/// Prints the coverage by area. Returns an error if a requirement is named by no test, or only by unit tests and not listed; if
/// no test requests a route that is not listed; if an entry of a list is out of date; or if a test names a requirement that
/// does not exist.
pub fn check(root: &Path) -> Result<()> {
    let facts = read(root)?;
    print!("{}", report(&facts.requirements, &facts.coverage));
    println!(
        "{} of {} routes are requested by a test that runs the product",
        facts.routes.len() - facts.untested_routes.len(),
        facts.routes.len()
    );
    let mut problems = problems(&facts.requirements, &facts.coverage, &stored(root, UNIT_ONLY)?);
    problems.extend(route_problems(&facts, &stored(root, UNTESTED_ROUTES)?));
    match problems.as_slice() {
        [] => Ok(()),
        _ => bail!("{}", problems.join("\n")),
    }
}

/// Removes entries of the lists that are no longer needed, then checks.
pub fn write(root: &Path) -> Result<()> {
    let facts = read(root)?;
    shorten(root, UNIT_ONLY, |line| is_stale(line, &facts.coverage))?;
    shorten(root, UNTESTED_ROUTES, |line| is_stale_route(line, &facts.untested_routes))?;
    check(root)
}

fn shorten(root: &Path, list: &str, is_stale: impl Fn(&str) -> bool) -> Result<()> {
    let text: String = stored(root, list)?
        .lines()
        .filter(|line| !is_stale(line))
        .map(|line| line.to_owned() + "\n")
        .collect();
    std::fs::write(root.join(list), text).with_context(|| format!("cannot write {list}"))
}

fn stored(root: &Path, list: &str) -> Result<String> {
    std::fs::read_to_string(root.join(list)).with_context(|| format!("cannot read {list}"))
}

fn read(root: &Path) -> Result<Facts> {
    let text = stored(root, REQUIREMENTS)?;
    let requirements = requirements::parse(&text);
    let files = files::read(root)?;
    let coverage = coverage(&requirements, &files);
    let routes = routes::all(&files)?;
    let untested_routes = routes::untested(&routes, &files);
    Ok(Facts { requirements, coverage, routes, untested_routes })
}

fn route_problems(facts: &Facts, list: &str) -> Vec<String> {
    let listed_routes: BTreeSet<&str> = list.lines().filter_map(route_entry).collect();
    let missing = facts.untested_routes.iter().filter(|route| !listed_routes.contains(route.as_str()));
    let stale = list.lines().filter(|line| is_stale_route(line, &facts.untested_routes));
    missing
        .map(|route| format!("{route}: no test of tests/it or web/e2e requests it"))
        .chain(stale.map(|line| format!("{UNTESTED_ROUTES}: {line}: a test requests it, or it does not exist: run `cargo xtask spec --write`")))
        .collect()
}

/// The route at the beginning of a line of the list; the rest of the line is the reason.
fn route_entry(line: &str) -> Option<&str> {
    line.split_whitespace().next().filter(|route| route.starts_with('/'))
}

fn is_stale_route(line: &str, untested: &BTreeSet<String>) -> bool {
    route_entry(line).is_some_and(|route| !untested.contains(route))
}

fn coverage(requirements: &[Requirement], files: &[File]) -> Coverage {
    let known: BTreeSet<&Id> = requirements.iter().map(|r| &r.id).collect();
    let areas: BTreeSet<&str> = requirements.iter().map(|r| r.id.area.as_str()).collect();
    let mut coverage = Coverage::default();
    for file in files.iter().filter(|file| !file.path.starts_with("xtask/")) {
        for RequirementReference { id, in_words } in references(file, &areas) {
            if known.contains(&id) {
                coverage.by_ring.entry(rings::ring_of(file)).or_default().insert(id);
            } else if in_words {
                coverage.unknown.push(format!("{id} in {}", file.path));
            }
        }
    }
    coverage
}

/// The ids in the names and titles of a file's tests.
fn references(file: &File, areas: &BTreeSet<&str>) -> Vec<RequirementReference> {
    let titles = match file.kind() {
        "rs" => titles::in_rust(&file.text),
        "ts" | "tsx" if file.is_test() => titles::in_typescript(&file.text),
        _ => Vec::new(),
    };
    titles
        .iter()
        .flat_map(|title| match title {
            Title::Name(name) => names::references_in_name(name, areas),
            Title::Text(text) => names::references_in_text(text, areas),
        })
        .collect()
}

fn problems(requirements: &[Requirement], coverage: &Coverage, list: &str) -> Vec<String> {
    let listed_ids: BTreeSet<Id> = list.lines().filter_map(entry).collect();
    let mut out: Vec<String> =
        coverage.unknown.iter().map(|place| format!("the requirement does not exist: {place}")).collect();
    for id in requirements.iter().map(|r| &r.id).filter(|id| !coverage.in_product(id)) {
        if !coverage.in_ring(Ring::Unit, id) {
            out.push(format!("{id}: no test names it"));
        } else if !listed_ids.contains(id) {
            out.push(format!("{id}: only unit tests name it: add a test to tests/it or web/e2e"));
        }
    }
    out.extend(list.lines().filter(|line| is_stale(line, coverage)).map(|line| {
        format!("{UNIT_ONLY}: {line}: a test of the product names it: run `cargo xtask spec --write`")
    }));
    let known: BTreeSet<&Id> = requirements.iter().map(|r| &r.id).collect();
    out.extend(
        listed_ids
            .iter()
            .filter(|id| !known.contains(id))
            .map(|id| format!("{UNIT_ONLY}: {id}: the requirement does not exist")),
    );
    out
}

/// The id at the beginning of a line of the list; the rest of the line is the reason. Comments begin with `#`.
fn entry(line: &str) -> Option<Id> {
    line.split_whitespace().next().and_then(Id::parse)
}

fn is_stale(line: &str, coverage: &Coverage) -> bool {
    entry(line).is_some_and(|id| coverage.in_product(&id))
}

fn report(requirements: &[Requirement], coverage: &Coverage) -> String {
    let mut out = format!("{:<22}{:>9}{:>9}\n", "area", "product", "unit");
    for group in requirements.chunk_by(|a, b| a.area == b.area) {
        let ids: Vec<&Id> = group.iter().map(|r| &r.id).collect();
        let product = ids.iter().filter(|id| coverage.in_product(id)).count();
        let unit = ids.iter().filter(|id| coverage.in_ring(Ring::Unit, id)).count();
        let (unit_only, missing): (Vec<&Id>, Vec<&Id>) =
            ids.iter().filter(|id| !coverage.in_product(id)).partition(|id| coverage.in_ring(Ring::Unit, id));
        let area = group.first().map(|r| r.area.as_str()).unwrap_or_default();
        let counts = [product, unit].map(|n| format!("{n}/{}", ids.len()));
        let lists = [("unit tests only: ", &unit_only), ("no test: ", &missing)]
            .map(|(what, ids)| if ids.is_empty() { String::new() } else { format!("  {what}{}", list(ids)) });
        let [product, unit] = counts;
        let [unit_only, missing] = lists;
        out += format!("{area:<22}{product:>9}{unit:>9}{unit_only}{missing}").trim_end();
        out.push('\n');
    }
    let product = requirements.iter().filter(|r| coverage.in_product(&r.id)).count();
    out + &format!(
        "{product} of {} requirements are named by a test that runs the product\n",
        requirements.len()
    )
}

/// Ids of an area as text, for example `LINK-01 to LINK-03, LINK-07`.
fn list(ids: &[&Id]) -> String {
    let runs = ids.chunk_by(|a, b| a.area == b.area && a.number + 1 == b.number);
    let words: Vec<String> = runs
        .filter_map(|run| match run {
            [] => None,
            [one] => Some(one.to_string()),
            [first, .., last] => Some(format!("{first} to {last}")),
        })
        .collect();
    words.join(", ")
}

#[cfg(test)]
mod tests;
