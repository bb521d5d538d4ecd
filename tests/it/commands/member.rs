//! `marquee member` and `marquee card`

use marquee_tests::{Acme, Data};
use serde_json::Value;

const AT: [&str; 2] = ["--site", "acme"];

fn run(data: &Data, args: &[&str]) -> String {
    data.run(&[args, &AT].concat()).stdout_of_success()
}

fn refused(data: &Data, args: &[&str]) -> String {
    let done = data.run(&[args, &AT].concat());
    assert_eq!(done.code, 1, "{}", done.out);
    done.err
}

fn json(data: &Data, args: &[&str]) -> Value {
    serde_json::from_str(&run(data, &[args, &["--json"]].concat())).unwrap()
}

fn written(data: &Data, name: &str, text: &str) -> String {
    let path = data.file(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn with_ada() -> Data {
    let data = Data::with(&[&Acme::single()]);
    run(
        &data,
        &["member", "add", "email=ada@example.org", "firstName=Ada", "lastName=Lovelace", "points=50"],
    );
    data
}

#[test]
fn members_are_added_listed_shown_and_changed() {
    let data = with_ada();
    run(&data, &["member", "add", "email=ben@example.org", "firstName=Ben", "lastName=Okri"]);
    let table = run(&data, &["member", "list"]);
    let mut lines = table.lines();
    let head = lines.next().unwrap();
    assert!(head.starts_with("id ") && head.ends_with("standing"), "{table}");
    let at = head.find("email").unwrap();
    assert!(lines.all(|line| line[at..].starts_with("ada@") || line[at..].starts_with("ben@")), "{table}");
    let members_found = run(&data, &["member", "list", "--words", "okri"]);
    assert!(members_found.contains("ben@example.org") && !members_found.contains("ada@"), "{members_found}");
    run(&data, &["member", "change", "ada@example.org", "city=Lyon", "username=ada"]);
    let ada = json(&data, &["member", "show", "ada"]);
    assert_eq!((&ada["member"]["city"], &ada["member"]["points"]), (&"Lyon".into(), &50.into()));
    assert_eq!(ada["cards"].as_array().unwrap().len(), 1);
    let shown = run(&data, &["member", "show", ada["member"]["cardCode"].as_str().unwrap()]);
    assert!(shown.contains("lastName") && shown.contains("Lovelace") && shown.contains("ADJUST"), "{shown}");
    assert!(refused(&data, &["member", "change", "ada", "cty=Lyon"]).contains("did you mean \"city\"?"));
    assert!(refused(&data, &["member", "change", "ada", "password=secret"]).contains("unknown field"));
    assert!(refused(&data, &["member", "show", "zoe"]).contains("member not found"));
    let twice = refused(&data, &["member", "add", "email=ADA@example.org", "firstName=A", "lastName=B"]);
    assert!(twice.contains("belongs to another member"), "{twice}");
}

#[test]
fn blocking_points_and_removal_are_in_the_audit_log() {
    let data = with_ada();
    assert!(
        run(&data, &["member", "points", "ada@example.org", "25", "--reason", "Welcome"])
            .contains("75 points")
    );
    assert!(run(&data, &["member", "points", "ada@example.org", "-70"]).contains("5 points"));
    assert!(refused(&data, &["member", "points", "ada@example.org", "-6"]).contains("insufficient points"));
    run(&data, &["member", "block", "ada@example.org"]);
    assert_eq!(json(&data, &["member", "list"])[0]["standing"], "blocked");
    run(&data, &["member", "unblock", "ada@example.org"]);
    assert!(refused(&data, &["member", "remove", "ada@example.org"]).contains("--yes"));
    run(&data, &["member", "remove", "ada@example.org", "--yes"]);
    assert_eq!(json(&data, &["member", "list"]), Value::Array(Vec::new()));
    let log = json(&data, &["audit"]);
    let lines = log.as_array().unwrap();
    let actions: Vec<&str> = lines.iter().rev().map(|line| line["action"].as_str().unwrap()).collect();
    assert_eq!(
        actions,
        [
            "member.create",
            "points.adjust",
            "points.adjust",
            "member.change",
            "member.change",
            "member.delete"
        ]
    );
    assert!(lines.iter().all(|line| line["actor"] == "operator:cli"), "{log}");
    let newest = run(&data, &["audit", "--limit", "1"]);
    assert!(newest.lines().count() == 2 && newest.contains("member.delete"), "{newest}");
    let found = json(&data, &["audit", "--search", "POINTS.adj"]);
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    assert_eq!(json(&data, &["audit", "--search", "nobody"]), Value::Array(Vec::new()));
    let sheet = run(&data, &["audit", "--csv", "--search", "points.adjust"]);
    let lines: Vec<&str> = sheet.lines().collect();
    assert!(lines[0] == "at,actor,action,subject,detail" && lines.len() == 3, "{sheet}");
    assert!(lines[1].contains(",operator:cli,points.adjust,"), "{sheet}");
}

#[test]
fn notes_mails_and_exports_are_those_of_the_members_desk() {
    let data = with_ada();
    let added = run(&data, &["member", "note", "add", "ada@example.org", "Prefers row F"]);
    let id = added.split(' ').nth(1).unwrap().to_owned();
    let list = run(&data, &["member", "note", "list", "ada@example.org"]);
    assert!(list.contains("operator:cli") && list.contains("Prefers row F") && list.contains(&id), "{list}");
    let export: Value = serde_json::from_str(&run(&data, &["member", "export", "ada@example.org"])).unwrap();
    assert_eq!(
        (&export["member"]["firstName"], &export["points"], &export["notes"][0]["text"]),
        (&"Ada".into(), &50.into(), &"Prefers row F".into())
    );
    assert!(refused(&data, &["member", "note", "add", "ada@example.org", " "]).contains("text is required"));
    run(&data, &["member", "note", "remove", "ada@example.org", &id]);
    assert_eq!(run(&data, &["member", "note", "list", "ada@example.org"]).lines().count(), 1);
    assert!(refused(&data, &["member", "note", "remove", "ada@example.org", &id]).contains("note not found"));
    let sent = run(&data, &["member", "send-password-link", "ada@example.org"]);
    assert!(sent.contains("link to set a new password"), "{sent}");
    let confirmed = refused(&data, &["member", "send-confirmation", "ada@example.org"]);
    assert!(confirmed.contains("no email address to confirm"), "{confirmed}");
    run(&data, &["member", "change", "ada@example.org", "standing=unconfirmed"]);
    let sent = run(&data, &["member", "send-confirmation", "ada@example.org"]);
    assert!(sent.contains("link to confirm the email address"), "{sent}");
    let log = json(&data, &["audit"]);
    let actions: Vec<&str> = log.as_array().unwrap().iter().map(|l| l["action"].as_str().unwrap()).collect();
    assert_eq!(
        actions,
        [
            "member.confirmation",
            "member.change",
            "member.password-link",
            "member.note-remove",
            "member.export",
            "member.note",
            "member.create"
        ]
    );
}

const PEOPLE: &str = "email,firstName,lastName,cardCode,points,mobileNumber\n\
    cem@example.org,Cem,Karaca,plastic-7,120,+905320000000\n\
    dee@example.org,,Dee,,,\n\
    eva@example.org,Eva,Bik,,0,\n";

#[test]
fn importing_members_again_changes_nothing() {
    let data = Data::with(&[&Acme::single()]);
    let (file, report) = (written(&data, "people.csv", PEOPLE), data.file("report.json"));
    let report_to = report.to_str().unwrap();
    let dry = run(&data, &["member", "import", "--dry-run", &file]);
    assert!(dry.contains("nothing was changed") && dry.contains("line 3: firstName"), "{dry}");
    let strict = data.run(&["member", "import", "--strict", &file, "--site", "acme"]);
    assert_eq!(strict.code, 1);
    assert!(strict.err.contains("the file was rejected") && strict.out.contains("line 3"), "{}", strict.err);
    assert_eq!(json(&data, &["member", "list"]), Value::Array(Vec::new()));
    let output = run(&data, &["member", "import", "--report", report_to, &file]);
    assert!(output.starts_with("3 rows read\n") && output.contains("1 skipped"), "{output}");
    let report: Value = serde_json::from_slice(&std::fs::read(&report).unwrap()).unwrap();
    assert_eq!((&report["added"], &report["leftOut"][0]["line"]), (&2.into(), &3.into()), "{report}");
    let again = run(&data, &["member", "import", &file]);
    let counts: Vec<&str> = again.lines().find(|l| l.starts_with("members")).unwrap().split(' ').collect();
    let counts: Vec<&str> = counts.into_iter().filter(|part| !part.is_empty()).collect();
    assert_eq!(counts, ["members", "0", "0", "2"], "{again}");
    let list = run(&data, &["member", "list", "--csv"]);
    assert!(list.contains(",'+905320000000,"), "no cell is a formula: {list}");
    let back = run(&data, &["member", "import", &written(&data, "back.csv", &list)]);
    assert!(back.contains("2 rows read") && !back.contains("skipped"), "{back}");
    assert_eq!(run(&data, &["member", "list", "--csv"]), list);
}

#[test]
fn a_file_with_an_unknown_column_is_rejected() {
    let data = Data::with(&[&Acme::single()]);
    for (text, says) in [
        ("email,firstname\n", "did you mean \"firstName\"?"),
        ("email,password\n", "passwords cannot be imported"),
        ("", "no header"),
    ] {
        let file = written(&data, "wrong.csv", text);
        let error = refused(&data, &["member", "import", &file]);
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn cards_can_be_added_without_a_member() {
    let data = with_ada();
    let file = written(&data, "cards.csv", "code,pin,member\nplastic-1,1234,\nplastic-2,,ada@example.org\n");
    assert!(run(&data, &["card", "import", &file]).contains("2 rows read"));
    run(&data, &["card", "add", "code=plastic-3", "pin=99"]);
    let table = run(&data, &["card", "list"]);
    assert!(table.lines().any(|line| line.starts_with("PLASTIC-3 ")), "{table}");
    assert!(!run(&data, &["card", "list", "--csv"]).contains("1234"), "a PIN is never told");
    let error = refused(&data, &["card", "add", "code=PLASTIC-1"]);
    assert!(error.contains("already"), "{error}");
    run(&data, &["card", "change", "plastic-2", "status=LOST"]);
    let cards = json(&data, &["card", "list"]);
    let lost = cards.as_array().unwrap().iter().find(|card| card["code"] == "PLASTIC-2").unwrap();
    assert_eq!(lost["status"], "LOST");
    assert!(refused(&data, &["card", "change", "plastic-2", "status=ACTIVE"]).contains("LOST"));
}

#[test]
fn accounts_are_merged_once_confirmed() {
    let data = with_ada();
    run(
        &data,
        &["member", "add", "email=ada@old.example", "firstName=Ada", "lastName=L", "points=7", "city=Lyon"],
    );
    let closed =
        json(&data, &["member", "show", "ada@old.example"])["member"]["id"].as_str().unwrap().to_owned();
    let args = ["member", "merge", "ada@example.org", closed.as_str()];
    let unconfirmed = data.run(&[&args[..], &AT].concat());
    assert_eq!(unconfirmed.code, 1);
    assert!(
        unconfirmed.out.contains("then 57 points") && unconfirmed.out.contains("city"),
        "{}",
        unconfirmed.out
    );
    assert!(unconfirmed.err.contains("--yes"), "{}", unconfirmed.err);
    assert!(run(&data, &[&args[..], &["--yes"]].concat()).contains("is merged into"));
    assert!(run(&data, &[&args[..], &["--yes"]].concat()).contains("was merged into"), "a second time");
    let members = json(&data, &["member", "list"]);
    assert_eq!((members.as_array().unwrap().len(), &members[0]["points"]), (1, &57.into()));
    assert!(
        refused(&data, &["member", "merge", "ada@example.org", "ada@example.org", "--yes"])
            .contains("another")
    );
}
