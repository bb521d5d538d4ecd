//! Compiles `locales/` into Rust: a function for each message, and tables in which texts are looked up by key.
//!
//! The build fails if a message cannot be parsed, or if a locale lacks a message or has one that English does not have.

#[path = "build/catalog.rs"]
mod catalog;
#[path = "build/check.rs"]
mod check;
#[path = "build/source.rs"]
mod source;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales");
    println!("cargo::rerun-if-changed={}", root.display());
    let faults =
        match root.canonicalize().map_err(|error| error.to_string()).and_then(|root| catalog::read(&root)) {
            Ok(catalog) => {
                let faults = check::faults(&catalog);
                if faults.is_empty() { write(&source::rust(&catalog)) } else { faults }
            }
            Err(fault) => vec![fault],
        };
    for fault in &faults {
        println!("cargo::error={fault}");
    }
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn write(source: &str) -> Vec<String> {
    let Some(dir) = std::env::var_os("OUT_DIR") else { return vec!["OUT_DIR is not set".to_owned()] };
    let result = std::fs::write(Path::new(&dir).join("messages.rs"), source);
    result.err().map(|error| format!("cannot write the messages: {error}")).into_iter().collect()
}
