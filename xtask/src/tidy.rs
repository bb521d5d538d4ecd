//! House rules as a test: the layer law, banned crates, one home for each rule, file sizes, what must not stand in a file.
//!
//! Each rule is a function from files (or manifests) to problems in words. To add one: a function here or in a
//! module beside, a line in [`check`], a case in `tests`.

mod bans;
mod homes;
mod layers;
mod links;
mod text;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::files;

/// One crate of the workspace and what it depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The crate's name.
    pub name: String,
    /// Whether it stands under `crates/`, where the layer law holds.
    pub layered: bool,
    /// Its direct dependencies.
    pub dependencies: Vec<Dependency>,
}

/// A direct dependency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// The crate's name.
    pub name: String,
    /// Whether only tests need it.
    pub dev: bool,
}

/// Prints every broken rule.
///
/// # Errors
/// When a rule is broken, or the project cannot be read.
pub fn check(root: &Path) -> Result<()> {
    let manifests = manifests(root)?;
    let files = files::read(root)?;
    let text_of =
        |path: &str| files.iter().find(|f| f.path == path).map(|f| f.text.as_str()).unwrap_or_default();
    let mut problems = layers::problems(text_of("ARCHITECTURE.md"), &manifests);
    problems.extend(bans::problems(text_of("deny.toml"), &manifests));
    problems.extend(homes::problems(&files));
    problems.extend(links::problems(root, &files));
    problems.extend(text::problems(&files, &text::machine_paths(root)));
    for problem in &problems {
        eprintln!("{problem}");
    }
    match problems.len() {
        0 => {
            println!("tidy: {} crates and {} files are in order", manifests.len(), files.len());
            Ok(())
        }
        n => bail!("{n} house rules are broken"),
    }
}

/// The crates of the workspace, as Cargo understands them.
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
    let path = package["manifest_path"].as_str().context("a package without a path")?;
    let dependencies = package["dependencies"].as_array().context("a package without dependencies")?;
    let name_of =
        |value: &serde_json::Value| value["name"].as_str().map(str::to_owned).context("a nameless package");
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
