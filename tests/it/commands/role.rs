//! `marquee role`

use marquee_tests::{Acme, CommandResult, Data};
use serde_json::Value;

fn role(data: &Data, command: &str, rest: &[&str]) -> CommandResult {
    data.run(&[&["role", command, "--site", "acme"], rest].concat())
}

fn assert_refused(result: &CommandResult, error: &str) {
    assert!(result.code == 1 && result.err.contains(error), "{} {}", result.code, result.err);
}

/// The line of a role in the list.
fn listed(data: &Data, name: &str) -> Option<String> {
    let text = role(data, "list", &[]).stdout_of_success();
    text.lines().find(|line| line.starts_with(name)).map(str::to_owned)
}

#[test]
fn security_2_8_roles_are_set_listed_and_deleted() {
    let data = Data::with(&[&Acme::single()]);
    assert!(listed(&data, "viewer").unwrap().ends_with("read"));
    assert_refused(&role(&data, "set", &["Desk"]), "--permit is required for a new role");
    let desk = ["Desk", "--permit", "alerts,members", "--permit", "adjustPoints"];
    assert_refused(&role(&data, "set", &desk), "--points is required with adjustPoints");
    role(&data, "set", &[&desk[..], &["--points", "200"]].concat()).stdout_of_success();
    let line = listed(&data, "Desk").unwrap();
    assert!(line.contains("200") && line.ends_with("read, alerts, members, adjustPoints"), "{line}");
    // What is not named stays.
    role(&data, "set", &["desk", "--rename", "Box", "--points", "unlimited"]).stdout_of_success();
    assert_eq!(listed(&data, "Desk"), None);
    let line = listed(&data, "Box").unwrap();
    assert!(line.contains("unlimited") && line.contains("members"), "{line}");
    role(&data, "set", &["Box", "--permit", "alerts"]).stdout_of_success();
    assert!(listed(&data, "Box").unwrap().ends_with("read, alerts"));
    // A role that somebody has is not deleted.
    data.run(&["operator", "add", "ana@acme.example", "--site", "acme", "--role", "Box"]).stdout_of_success();
    assert_refused(&role(&data, "delete", &["Box"]), "the role is still that of ana@acme.example");
    data.run(&["operator", "remove", "ana@acme.example"]).stdout_of_success();
    role(&data, "delete", &["Box"]).stdout_of_success();
    assert_refused(&role(&data, "delete", &["Box"]), "`marquee role list` prints them");
    let log = data.run(&["audit", "--site", "acme"]).stdout_of_success();
    for action in ["role.create", "role.change", "role.delete"] {
        assert!(log.lines().any(|line| line.contains("operator:cli") && line.contains(action)), "{log}");
    }
}

#[test]
fn security_2_8_of_the_roles_of_every_site_only_the_points_of_the_box_office_are_set() {
    let data = Data::with(&[&Acme::single()]);
    role(&data, "set", &["boxOffice", "--points", "800"]).stdout_of_success();
    let roles: Value = serde_json::from_str(&role(&data, "list", &["--json"]).stdout_of_success()).unwrap();
    let desk = roles.as_array().unwrap().iter().find(|role| role["role"] == "boxOffice").unwrap();
    assert_eq!(desk["pointsLimit"], 800);
    let only = "only --points of boxOffice can be set";
    assert_refused(&role(&data, "set", &["owner", "--permit", "read"]), only);
    assert_refused(&role(&data, "set", &["boxOffice", "--permit", "keys", "--points", "9"]), only);
    assert_refused(&role(&data, "set", &["boxOffice", "--points", "0"]), "at least 1");
    assert_refused(&role(&data, "delete", &["owner"]), "no role owner of its own");
    let unknown = role(&data, "set", &["Desk", "--permit", "fly"]);
    assert!(unknown.code == 2 && unknown.err.contains("must be one of read, editProgram"), "{}", unknown.err);
}
