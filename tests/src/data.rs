//! Data folders, and running commands on them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{program, template};
use crate::server::Server;
use crate::{Acme, CLOCK};

/// A temporary data folder, removed when it and all servers on it are dropped.
#[derive(Debug, Clone)]
pub struct Data(Arc<TempDir>);

impl Data {
    /// An empty data folder.
    #[must_use]
    pub fn empty() -> Self {
        Self(Arc::new(tempfile::tempdir().unwrap()))
    }

    /// A data folder with the demo sites at [`CLOCK`], copied from a template that is created once per build of the program.
    #[must_use]
    pub fn demo() -> Self {
        Self::copied(&template("demo", |folder| {
            let data = Self::empty();
            data.start("demo", CLOCK, &[]).stop();
            copy(data.path(), folder);
        }))
    }

    /// A data folder whose database has its schema and nothing else, copied from a template that is created once per build of the program.
    fn migrated() -> Self {
        Self::copied(&template("migrated", |folder| {
            let data = Self::empty();
            data.run(&["site", "list"]).stdout_of_success();
            copy(data.path(), folder);
        }))
    }

    fn copied(template: &Path) -> Self {
        let data = Self::empty();
        copy(template, data.path());
        data
    }

    /// A data folder with these sites.
    #[must_use]
    pub fn with(sites: &[&Acme]) -> Self {
        let data = Self::migrated();
        for site in sites {
            data.import_site(site);
        }
        data
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in it.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Runs a command of the program on it.
    pub fn run(&self, args: &[&str]) -> CommandResult {
        let output = Self::command(args).arg("--data").arg(self.path()).output().unwrap();
        CommandResult::from_output(output)
    }

    /// A command of the program, with an environment without settings.
    #[must_use]
    pub fn command(args: &[&str]) -> Command {
        let mut command = Command::new(program());
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(|n| n.starts_with("MARQUEE_")) {
                command.env_remove(name);
            }
        }
        // Avoid the settings file of the current folder.
        command.current_dir(std::env::temp_dir()).args(args);
        command
    }

    /// Imports a site.
    pub fn import_site(&self, site: &Acme) {
        let folder = site.folder();
        self.run(&["site", "import", folder.path().to_str().unwrap()]).stdout_of_success();
    }

    /// Changes the settings of a site as an operator would: `site export`, edit, `site add`.
    pub fn change_site(&self, key: &str, edit: impl FnOnce(&mut Value)) {
        let folder = tempfile::tempdir().unwrap();
        self.run(&["site", "export", key, folder.path().to_str().unwrap()]).stdout_of_success();
        let file = folder.path().join("site.json");
        let mut site: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        edit(&mut site);
        std::fs::write(&file, site.to_string()).unwrap();
        self.run(&["site", "add", file.to_str().unwrap()]).stdout_of_success();
    }

    /// Serves the sites, with the clock starting at an instant.
    #[must_use]
    pub fn serve(&self, clock: &str) -> Server {
        self.start("serve", clock, &[])
    }

    /// Starts `demo` or `serve` with additional flags.
    #[must_use]
    pub fn start(&self, command: &str, clock: &str, flags: &[&str]) -> Server {
        Server::start(self, command, clock, flags, &[])
    }

    /// Starts `demo` or `serve` with a limit of open files.
    #[must_use]
    pub fn start_with_files(&self, command: &str, clock: &str, files: u32) -> Server {
        Server::start_with_files(self, command, clock, files)
    }

    /// Serves the sites with additional flags and environment variables.
    #[must_use]
    pub fn serve_in(&self, clock: &str, flags: &[&str], environment: &[(&str, &str)]) -> Server {
        Server::start(self, "serve", clock, flags, environment)
    }
}

/// Copies a folder into another.
fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (kind, target) = (entry.file_type().unwrap(), to.join(entry.file_name()));
        if kind.is_dir() {
            std::fs::create_dir_all(&target).unwrap();
            copy(&entry.path(), &target);
        } else if kind.is_file() {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The result of a command.
#[derive(Debug)]
pub struct CommandResult {
    /// Exit code, or -1 if it was killed.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl CommandResult {
    fn from_output(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Runs a command and waits for it.
    pub fn run(mut command: Command) -> Self {
        Self::from_output(command.output().unwrap())
    }

    /// Asserts success, and returns standard output.
    pub fn stdout_of_success(self) -> String {
        assert_eq!(self.code, 0, "{}\n{}", self.out, self.err);
        self.out
    }
}
