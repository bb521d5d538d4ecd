//! Checks the layers: a crate may only depend on crates of a lower layer, not of the same one.
//!
//! The layers are listed in the code map of `ARCHITECTURE.md`, in rows such as `` | 2 | `marquee-site` | … | ``. A crate
//! with the layer `dev` may only be used by tests.

use std::collections::BTreeMap;

use super::Manifest;

/// The layer of a crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layer {
    /// May be used by crates with a higher number.
    Number(u8),
    /// May be used by tests only.
    Dev,
}

/// Dependencies that violate the layers, and differences between the code map and the workspace.
pub fn problems(architecture: &str, manifests: &[Manifest]) -> Vec<String> {
    let map = code_map(architecture);
    let mut problems = Vec::new();
    for m in manifests.iter().filter(|m| m.layered) {
        match map.get(m.name.as_str()) {
            None => problems
                .push(format!("ARCHITECTURE.md: the code map has no row for {}: give it a layer", m.name)),
            Some(Layer::Number(own)) => check_dependencies(m, *own, &map, &mut problems),
            Some(Layer::Dev) => {}
        }
    }
    for name in map.keys().filter(|name| !manifests.iter().any(|m| m.name == **name)) {
        problems.push(format!(
            "ARCHITECTURE.md: the code map names {name}, which is not a crate of the workspace"
        ));
    }
    problems
}

fn check_dependencies(manifest: &Manifest, own: u8, map: &BTreeMap<&str, Layer>, problems: &mut Vec<String>) {
    let name = &manifest.name;
    for d in &manifest.dependencies {
        match map.get(d.name.as_str()) {
            Some(Layer::Number(other)) if *other >= own && d.name != *name => {
                problems.push(format!(
                    "{name} ({own}) must not depend on {} ({other}): dependencies must point to lower layers",
                    d.name
                ));
            }
            Some(Layer::Dev) if !d.dev => {
                problems.push(format!("{name} must not depend on {}: it is for tests only", d.name));
            }
            _ => {}
        }
    }
}

/// The layers in the code map, by crate.
fn code_map(architecture: &str) -> BTreeMap<&str, Layer> {
    architecture.lines().filter_map(row).collect()
}

fn row(line: &str) -> Option<(&str, Layer)> {
    let mut cells = line.strip_prefix("| ")?.split(" | ");
    let layer = match cells.next()?.trim() {
        "dev" => Layer::Dev,
        number => Layer::Number(number.parse().ok()?),
    };
    let name = cells.next()?.trim().strip_prefix('`')?.strip_suffix('`')?;
    name.starts_with("marquee").then_some((name, layer))
}
