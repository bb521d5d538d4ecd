//! The module of a mutated crate that tells which mutant is active.

use std::fs::{OpenOptions, write};
use std::io::Write;
use std::path::Path;

use anyhow::Result;

const SOURCE: &str = r#"use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

static ACTIVE: LazyLock<usize> =
    LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0));
static TRACE: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("MUTANT_TRACE").ok());
static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

/// Whether a mutant is active. With `MUTANT_TRACE`, its number is written to that file when it is first asked for.
pub fn is(mutant: usize) -> bool {
    if let Some(file) = &*TRACE
        && !REACHED[mutant - 1].swap(true, Ordering::Relaxed)
        && let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(file)
    {
        let _ = file.write_all(format!("{mutant}\n").as_bytes());
    }
    *ACTIVE == mutant
}
"#;

/// Adds the module to a crate with `count` mutants.
pub fn add(folder: &Path, count: usize) -> Result<()> {
    write(folder.join("src/active_mutant.rs"), SOURCE.replace("COUNT", &count.to_string()))?;
    let mut lib = OpenOptions::new().append(true).open(folder.join("src/lib.rs"))?;
    lib.write_all(b"\npub(crate) mod active_mutant;\n")?;
    Ok(())
}
