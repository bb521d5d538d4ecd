//! `marquee site schedule|compare|preview`

use marquee_tests::{Acme, CLOCK, CommandResult, Data};
use serde_json::{Value, json};

fn acme() -> Data {
    let about = json!([{ "path": "/about/", "title": "About us", "blocks": [] }]);
    Data::with(&[&Acme::single().file("pages", about)])
}

/// Runs `marquee site` on the site `acme`, at [`CLOCK`].
fn site(data: &Data, command: &[&str], rest: &[&str]) -> CommandResult {
    data.run(&[&["site"], command, &["acme"], rest, &["--clock", CLOCK]].concat())
}

fn rename(data: &Data, name: &str) {
    site(data, &["edit"], &["/site/settings/name", &json!(name).to_string()]).stdout_of_success();
}

fn assert_refused(result: &CommandResult, error: &str) {
    assert!(result.code == 1 && result.err.contains(error), "{} {}", result.code, result.err);
}

fn hours_later(hours: i64) -> String {
    let clock: jiff::Timestamp = CLOCK.parse().unwrap();
    (clock + jiff::SignedDuration::from_hours(hours)).to_string()
}

#[test]
fn a_publication_is_scheduled_listed_replaced_and_canceled() {
    let data = acme();
    let schedule = |command: &str, rest: &[&str]| site(&data, &["schedule", command], rest);
    let at = hours_later(2);
    let listed = || schedule("list", &[]).stdout_of_success();
    assert_eq!(listed(), "no publication is scheduled\n");
    assert_refused(&schedule("set", &[&at]), "there are no changes to publish");
    assert_refused(&schedule("cancel", &[]), "no publication of acme is scheduled");
    rename(&data, "Acme Hall");
    assert_refused(&schedule("set", &[&hours_later(-1)]), "the time must be in the future");
    assert_eq!(schedule("set", &["tomorrow"]).code, 2);
    let set = schedule("set", &[&at, "--name", "Winter"]).stdout_of_success();
    assert!(set.contains(&format!("1 changes of acme are published at {at}")), "{set}");
    assert!(listed().contains("Winter\n/site/settings/name\n"), "{}", listed());
    let found: Value = serde_json::from_str(&schedule("list", &["--json"]).stdout_of_success()).unwrap();
    let expected = json!({
        "at": at, "actor": "marquee", "name": "Winter", "pointers": ["/site/settings/name"],
    });
    assert_eq!(found, json!({ "scheduled": expected, "failed": null }));
    assert_refused(&schedule("set", &[&at]), "cancel it, or add --replace");
    schedule("set", &[&at, "--replace"]).stdout_of_success();
    schedule("cancel", &[]).stdout_of_success();
    assert_eq!(listed(), "no publication is scheduled\n");
    let log = data.run(&["audit", "--site", "acme"]).stdout_of_success();
    for action in ["site.schedule", "site.unschedule"] {
        assert!(log.lines().any(|line| line.contains("operator:cli") && line.contains(action)), "{log}");
    }
}

#[test]
fn a_scheduled_publication_publishes_what_was_chosen_when_it_is_due() {
    let data = acme();
    rename(&data, "Acme Hall");
    site(&data, &["edit"], &["/pages/~1about~1/title", "\"Who we are\""]).stdout_of_success();
    let at = hours_later(1);
    site(&data, &["schedule", "set"], &[&at, "--only", "/site/settings/name"]).stdout_of_success();
    let server = data.serve(&hours_later(2));
    let page = server.site("acme.example").page_once("/about/", |page| page.title().contains("Acme Hall"));
    assert!(page.title().contains("About us"), "{}", page.title());
}

#[test]
fn versions_are_compared_in_words() {
    let data = acme();
    let compare = |rest: &[&str]| site(&data, &["compare"], rest).stdout_of_success();
    rename(&data, "Acme Hall");
    site(&data, &["publish"], &[]).stdout_of_success();
    site(&data, &["edit"], &["/pages/~1about~1/title", "\"Who we are\""]).stdout_of_success();
    let renamed = "Setting \u{201c}Name of the site\u{201d} was changed: \"Acme\" -> \"Acme Hall\"\n";
    assert_eq!(compare(&["1", "2"]), renamed);
    assert_eq!(compare(&["1"]), renamed, "with what is published");
    assert_eq!(compare(&["2"]), "There are no differences.\n");
    let page = "Page /about/ \u{201c}Who we are\u{201d}, title was changed: \"About us\" -> \"Who we are\"\n";
    assert_eq!(compare(&["published", "draft"]), page);
    let found: Value = serde_json::from_str(&compare(&["2", "1", "--json"])).unwrap();
    assert_eq!(found[0]["pointer"], "/site/settings/name");
    assert_eq!((&found[0]["from"], &found[0]["to"]), (&json!("Acme Hall"), &json!("Acme")));
    assert_refused(&site(&data, &["compare"], &["9", "draft"]), "9");
    let unknown = site(&data, &["compare"], &["latest"]);
    assert!(unknown.code == 2 && unknown.err.contains("the number of a version"), "{}", unknown.err);
}

#[test]
fn an_address_shows_the_draft_or_a_version_until_it_expires() {
    let data = acme();
    let preview = |rest: &[&str]| site(&data, &["preview"], rest);
    let address = |rest: &[&str]| -> String {
        let text = preview(&[rest, &["--json"]].concat()).stdout_of_success();
        let made: Value = serde_json::from_str(&text).unwrap();
        made["address"].as_str().unwrap().strip_prefix("https://acme.example").unwrap().to_owned()
    };
    assert_refused(&preview(&["--days", "31"]), "--days must be between 1 and 30");
    assert_refused(&preview(&["--revision", "3"]), "3");
    rename(&data, "Acme Hall");
    site(&data, &["publish"], &[]).stdout_of_success();
    rename(&data, "Acme Palace");
    let (draft, first) = (address(&["--days", "2"]), address(&["--revision", "1"]));
    let text = preview(&[]).stdout_of_success();
    assert!(text.contains("It is valid until 2026-11-21T10:4"), "12 hours: {text}");
    let server = data.serve(CLOCK);
    let visitor = server.site("acme.example");
    let title = |path: &str| visitor.page(path).title();
    assert!(title(&draft).contains("Acme Palace"), "{}", title(&draft));
    assert!(title(&first).ends_with("Acme"), "{}", title(&first));
    assert!(title("/").contains("Acme Hall"), "{}", title("/"));
    drop(server);
    let server = data.serve(&hours_later(13));
    let visitor = server.site("acme.example");
    assert_eq!((visitor.get(&first).status, visitor.get(&draft).status), (404, 200));
}
