//! Development tasks: `cargo xtask <task>`.

mod codegen;
mod files;
mod passwords;
mod spec;
mod tidy;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str =
    "usage: cargo xtask codegen [--check] | common-passwords <folder of crates> | tidy | spec [--write]";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[&str]) -> Result<()> {
    match args {
        ["codegen"] => codegen::write(),
        ["codegen", "--check"] => codegen::check(),
        ["common-passwords", crates] => passwords::write(&root(), crates.as_ref()),
        ["tidy"] => tidy::check(&root()),
        ["spec"] => spec::check(&root()),
        ["spec", "--write"] => spec::write(&root()),
        _ => bail!(USAGE),
    }
}

/// The root of the workspace.
fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
