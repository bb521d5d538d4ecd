//! The workshop: what the scripts need that takes logic. `cargo xtask <task>`.

mod codegen;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["codegen"] => codegen::write(),
        ["codegen", "--check"] => codegen::check(),
        _ => bail!("usage: cargo xtask codegen [--check]"),
    }
}

/// The root of the workspace.
fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
