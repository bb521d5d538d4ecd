//! Checks of project rules: dependencies between layers, dependency cycles of modules, banned crates, duplicate rules, indexes, links,
//! names, file sizes and contents.
//!
//! Each check is a function from files or manifests to messages. To add one: add a function in a submodule, a line in
//! [`check`], and a test.

mod bans;
mod cycles;
mod homes;
mod indexes;
mod layers;
mod links;
mod text;
mod words;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::files;

/// A crate of the workspace and its dependencies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    pub name: String,
    /// Whether it is in `crates/`, where dependencies between layers are checked.
    pub layered: bool,
    /// Direct dependencies.
    pub dependencies: Vec<Dependency>,
}

/// A direct dependency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    pub name: String,
    /// Whether it is a dev dependency.
    pub dev: bool,
}

/// Prints all violations. Returns an error if there are any, or if the project cannot be read.
pub fn check(root: &Path) -> Result<()> {
    let manifests = manifests(root)?;
    let files = files::read(root)?;
    let text_of =
        |path: &str| files.iter().find(|f| f.path == path).map(|f| f.text.as_str()).unwrap_or_default();
    let mut problems = layers::problems(text_of("ARCHITECTURE.md"), &manifests);
    problems.extend(bans::problems(text_of("deny.toml"), &manifests));
    problems.extend(cycles::problems(&files));
    problems.extend(homes::problems(&files));
    problems.extend(indexes::problems(&files));
    problems.extend(links::problems(root, &files));
    problems.extend(words::problems(&files));
    problems.extend(text::problems(&files, &text::machine_paths(root)));
    for problem in &problems {
        eprintln!("{problem}");
    }
    match problems.len() {
        0 => {
            println!("tidy: {} crates and {} files checked, no violations", manifests.len(), files.len());
            Ok(())
        }
        n => bail!("{n} violations"),
    }
}

/// The crates of the workspace, from `cargo metadata`.
fn manifests(root: &Path) -> Result<Vec<Manifest>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root)
        .output()
        .context("running cargo metadata")?;
    if !output.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    }
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    packages.iter().map(manifest).collect()
}

fn manifest(package: &serde_json::Value) -> Result<Manifest> {
    let path = package["manifest_path"].as_str().context("cargo metadata has a package without a path")?;
    let dependencies =
        package["dependencies"].as_array().context("cargo metadata has a package without dependencies")?;
    let name_of = |value: &serde_json::Value| {
        value["name"].as_str().map(str::to_owned).context("cargo metadata has a package without a name")
    };
    Ok(Manifest {
        name: name_of(package)?,
        layered: path.replace('\\', "/").contains("/crates/"),
        dependencies: dependencies
            .iter()
            .map(|d| Ok(Dependency { name: name_of(d)?, dev: d["kind"].as_str() == Some("dev") }))
            .collect::<Result<_>>()?,
    })
}

#[cfg(test)]
mod tests;
