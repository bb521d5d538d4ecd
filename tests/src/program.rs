//! The program under test, built once per test run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The root folder of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The build folder of the running test, for example `target/debug`.
fn built() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().and_then(Path::parent).unwrap().to_owned()
}

/// Runs `work` once per `stamp`, also across test processes.
pub(crate) fn run_once(name: &str, stamp: &str, work: impl FnOnce()) {
    marquee_testkit::run_once(&shared(), name, stamp, work).unwrap();
}

/// A folder that `fill` fills once per build of the program.
pub(crate) fn template(name: &str, fill: impl FnOnce(&Path)) -> PathBuf {
    let stamp = marquee_testkit::build_stamp(program()).unwrap();
    marquee_testkit::template(&shared(), name, &stamp, fill).unwrap()
}

/// The folder that test processes share.
fn shared() -> PathBuf {
    built().join("marquee-tests")
}

/// A Cargo command without the environment variables of test runners, which would cause a full rebuild.
fn cargo(args: &[&str]) -> Command {
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

/// The path of the program: `MARQUEE_TEST_BINARY`; by default it is built once per test run.
pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(binary_path) = std::env::var_os("MARQUEE_TEST_BINARY") {
            return root().join(binary_path);
        }
        let run = std::env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| std::process::id().to_string());
        run_once("program", &run, || {
            // The packages of the tests, because other packages would build libraries with other features.
            let args = ["build", "--workspace", "--bin", "marquee", "--no-default-features"];
            assert!(cargo(&args).status().unwrap().success(), "the program does not build");
        });
        built().join("marquee")
    })
}

/// The path of an example of a crate. It is built with the packages and features of `script/test`, because others would build the
/// libraries again.
#[must_use]
pub fn example(name: &str) -> PathBuf {
    let args = ["build", "--workspace", "--example", name, "--no-default-features"];
    assert!(cargo(&args).status().unwrap().success(), "the example {name} does not build");
    built().join("examples").join(name)
}

/// A folder of recorded schedules, which are not part of the repository. Tests that use it are ignored by default;
/// `script/test` runs them if the data exists.
#[must_use]
pub fn recorded(name: &str) -> PathBuf {
    let data =
        std::env::var_os("MARQUEE_TEST_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from);
    let folder = data.join(name);
    assert!(
        folder.is_dir(),
        "{} is missing: MARQUEE_TEST_DATA must name the folder of recorded schedules",
        folder.display()
    );
    folder
}
