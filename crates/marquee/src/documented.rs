//! Compares the commands with those that operations.md lists.

use std::collections::BTreeSet;

use clap::{Command, CommandFactory};

use crate::Cli;

const OPERATIONS: &str = include_str!("../../../docs/spec/operations.md");

/// The commands below a command that do something, as words with spaces.
fn leaves(command: &Command, path: &str, found: &mut BTreeSet<String>) {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    let mut has_commands = false;
    for below in below {
        has_commands = true;
        leaves(below, &format!("{path} {}", below.get_name()), found);
    }
    if !has_commands {
        found.insert(path.trim_start().to_owned());
    }
}

/// The commands of a line such as `marquee level|reward list|add  what they do`.
fn listed(line: &str) -> Option<Vec<String>> {
    let line = line.strip_prefix("marquee ")?;
    let commands = line.split_once("  ").map_or(line, |(commands, _)| commands);
    let mut paths = vec![String::new()];
    for part in commands.split(' ') {
        let longer = |path: &String| {
            let path = path.clone();
            part.split('|').map(move |name| format!("{path} {name}").trim_start().to_owned())
        };
        paths = paths.iter().flat_map(longer).collect();
    }
    Some(paths)
}

#[test]
fn operations_md_lists_each_command_and_no_other() {
    let block = OPERATIONS.split("```").find(|block| block.contains("\nmarquee serve")).unwrap();
    let documented: Vec<String> = block.lines().filter_map(listed).flatten().collect();
    let mut existing = BTreeSet::new();
    leaves(&Cli::command(), "", &mut existing);
    let missing: Vec<_> = existing.iter().filter(|command| !documented.contains(command)).collect();
    assert!(missing.is_empty(), "add these to \"The binary\" in docs/spec/operations.md: {missing:?}");
    let unknown: Vec<_> = documented.iter().filter(|command| !existing.contains(*command)).collect();
    assert!(unknown.is_empty(), "docs/spec/operations.md lists commands that do not exist: {unknown:?}");
    let unique: BTreeSet<_> = documented.iter().collect();
    assert_eq!(unique.len(), documented.len(), "docs/spec/operations.md lists a command twice");
}
