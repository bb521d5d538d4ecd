//! The program under test, built once a run.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The folder `target/debug` or its like, in which this test was built.
fn built() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().and_then(Path::parent).unwrap().to_owned()
}

/// A file of the run, locked: tests run in processes of their own. Its text says what was done.
pub(crate) fn once(name: &str, stamp: &str, work: impl FnOnce()) {
    let folder = built().join("marquee-tests");
    std::fs::create_dir_all(&folder).unwrap();
    let lock = File::create(folder.join(format!("{name}.lock"))).unwrap();
    lock.lock().unwrap();
    let done = folder.join(format!("{name}.done"));
    if std::fs::read_to_string(&done).is_ok_and(|text| text == stamp) {
        return;
    }
    work();
    std::fs::write(done, stamp).unwrap();
}

/// A folder that outlives a run.
pub(crate) fn kept(name: &str) -> PathBuf {
    built().join("marquee-tests").join(name)
}

/// Cargo as somebody calls it by hand: what a test runner sets would have it build everything anew.
#[must_use]
pub fn cargo(args: &[&str]) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    for (name, _) in std::env::vars() {
        let tests =
            ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_CRATE_", "CARGO_BIN_", "NEXTEST", "LD_LIBRARY_PATH"];
        if tests.iter().any(|start| name.starts_with(start)) {
            cargo.env_remove(name);
        }
    }
    cargo.args(args).current_dir(root());
    cargo
}

/// The program: `MARQUEE_TEST_BINARY`, else built here, once a run.
pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(given) = std::env::var_os("MARQUEE_TEST_BINARY") {
            return root().join(given);
        }
        let run = std::env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| std::process::id().to_string());
        once("program", &run, || {
            // As the tests were built: another choice of packages would build libraries with other features.
            let args = ["build", "--workspace", "--bin", "marquee"];
            assert!(cargo(&args).status().unwrap().success(), "the program does not build");
        });
        built().join("marquee")
    })
}

/// A folder of recorded programmes, which are not part of the repository: tests that need one are ignored, and
/// `script/test` runs them where the data exists.
#[must_use]
pub fn recorded(name: &str) -> PathBuf {
    let data =
        std::env::var_os("MARQUEE_TEST_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from);
    let folder = data.join(name);
    assert!(
        folder.is_dir(),
        "{} is missing: MARQUEE_TEST_DATA must name the folder of recorded programmes",
        folder.display()
    );
    folder
}
