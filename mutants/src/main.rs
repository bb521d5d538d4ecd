//! Writes all mutants of a crate into its sources at once; the variable `MUTANT` of a running program selects one.
//!
//! cargo-mutants lists the mutants, but compiles the crate once for each. Selected at run time, all of them need one build.
//!
//! `mutants ROOT LIST DROPPED` changes the sources below ROOT in place. LIST is the output of `cargo mutants --list --json`; a mutant's
//! number is its place in the list, from 1. DROPPED has the numbers of mutants that do not compile, one a line.

mod nodes;
mod render;
mod switch;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// A mutant as cargo-mutants lists it.
#[derive(Debug, Deserialize)]
pub struct Mutant {
    pub package: String,
    pub file: String,
    pub genre: String,
    pub name: String,
    pub replacement: String,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Span {
    pub start: Position,
    pub end: Position,
}

/// Line and column in characters, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [root, list, dropped] = args.as_slice() else { bail!("usage: mutants ROOT LIST DROPPED") };
    let root = Path::new(root);
    let list: Vec<Mutant> = serde_json::from_str(&std::fs::read_to_string(list)?)?;
    let dropped: BTreeSet<usize> =
        std::fs::read_to_string(dropped)?.lines().map(str::parse).collect::<Result<_, _>>()?;
    let mut files: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (at, mutant) in list.iter().enumerate() {
        if !dropped.contains(&(at + 1)) {
            files.entry(&mutant.file).or_default().push((at + 1, mutant));
        }
    }
    for (file, mutants) in files {
        let path = root.join(file);
        let source = std::fs::read_to_string(&path).with_context(|| file.to_string())?;
        let nodes = nodes::in_file(&source, &mutants).with_context(|| file.to_string())?;
        std::fs::write(path, render::render(&source, nodes))?;
    }
    let packages: BTreeSet<&str> = list.iter().map(|mutant| mutant.package.as_str()).collect();
    for package in packages {
        switch::add(&root.join("crates").join(package), list.len())?;
    }
    Ok(())
}
