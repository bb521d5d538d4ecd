//! Checks crates that only certain crates may depend on: `sea-orm` in the store, `axum` in the server, and so on.
//!
//! The list is the `deny` list under `[bans]` of `deny.toml`, one entry per line, which `cargo deny` uses as well. This check
//! covers the crates of the workspace and does not need `cargo deny`.

use super::Manifest;

/// A crate that only its wrappers may depend on.
#[derive(Debug, PartialEq, Eq)]
struct Ban<'a> {
    name: &'a str,
    wrappers: Vec<&'a str>,
}

/// Dependencies that are banned for a crate.
pub fn problems(deny: &str, manifests: &[Manifest]) -> Vec<String> {
    let bans = bans(deny);
    let mut problems = Vec::new();
    if bans.is_empty() {
        problems.push("deny.toml: no line { crate = \"…\", wrappers = [\"…\"] } found".to_owned());
    }
    for ban in bans {
        for m in manifests.iter().filter(|m| !ban.wrappers.contains(&m.name.as_str())) {
            if m.dependencies.iter().any(|d| d.name == ban.name) {
                let wrappers = ban.wrappers.join(", ");
                problems.push(format!(
                    "{} must not depend on {}: only {wrappers} may (deny.toml)",
                    m.name, ban.name
                ));
            }
        }
    }
    problems
}

fn bans(deny: &str) -> Vec<Ban<'_>> {
    deny.lines().filter_map(ban).collect()
}

fn ban(line: &str) -> Option<Ban<'_>> {
    let rest = line.trim().strip_prefix("{ crate = \"")?;
    let (name, rest) = rest.split_once('"')?;
    let (_, rest) = rest.split_once("wrappers = [")?;
    let (list, _) = rest.split_once(']')?;
    Some(Ban {
        name,
        wrappers: list.split(',').map(|w| w.trim().trim_matches('"')).filter(|w| !w.is_empty()).collect(),
    })
}
