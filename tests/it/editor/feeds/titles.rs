//! Rules for the titles of a feed (decision 0074).

use marquee_tests::Site;
use serde_json::{Value, json};

use super::super::{Browser, assert_problem};
use super::{System, connect, office, run, settings};

/// The first film is one of the site in another version; the third and the fourth are one film that the site does not have.
const SHEET: &str = "Date,Time,Film,Theater
2026-11-21,18:01,Kestrel (subt.),Two
2026-11-21,19:02,Kestrel,Two
2026-11-21,20:03,Encore: Dawn,Two
2026-11-21,21:04,Dawn,Two
";
const DAY: &str = "/theaters/t2/?day=2026-11-21";
const SUBTITLED: &str = "Showtime.Accessibility.Subtitled";

fn rules() -> Value {
    json!([
        { "find": "(SUBT.)", "place": "end", "attribute": SUBTITLED },
        { "find": "encore:", "place": "start" },
    ])
}

/// The attributes of a show.
type Attributes = Vec<String>;

/// The films of a day in a theater, each with the attributes of its shows.
fn day(site: &Site<'_>) -> Vec<(String, Vec<Attributes>)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let data = site.page(DAY).data();
    let films = data["page"]["rows"].as_array().unwrap().iter().map(|film| {
        let shows = film["shows"].as_array().unwrap().iter().map(|show| {
            show["show"]["tags"].as_array().into_iter().flatten().map(text).collect::<Attributes>()
        });
        (text(&film["film"]["title"]), shows.collect())
    });
    films.collect()
}

fn titles(browser: &Browser<'_>, feed: &str) -> Value {
    browser.ok("GET", &format!("acme/feeds/{feed}/titles"), &Value::Null)["titles"].clone()
}

#[test]
fn films_that_rules_give_one_title_are_one_film_with_attributes_until_the_rules_are_gone() {
    let system = System::new(SHEET);
    let office = office(&system);
    let owner = office.owner();
    let feed = connect(&owner, &settings(&system));
    let site = office.server.site("acme.example");
    // No response is stored yet: the system is asked.
    assert_eq!(titles(&owner, &feed).as_array().unwrap().len(), 4);
    run(&owner, &feed);
    site.wait_for_page(DAY, |page| page.html.contains("Encore"));
    assert_eq!(day(&site).len(), 4, "{:?}", day(&site));
    let address = |title: &str| {
        let page = site.page(DAY);
        page.links().find(|link| link.text.contains(title)).unwrap().get("href").to_owned()
    };
    let (kestrel, encore) = (address("Kestrel (subt.)"), address("Encore: Dawn"));

    let of_feed = titles(&owner, &feed);
    let expected = json!([
        { "title": "Dawn", "shows": 1 }, { "title": "Encore: Dawn", "shows": 1 },
        { "title": "Kestrel", "shows": 1 }, { "title": "Kestrel (subt.)", "shows": 1 },
    ]);
    assert_eq!(of_feed, expected);
    let names: Vec<&Value> = of_feed.as_array().unwrap().iter().map(|title| &title["title"]).collect();
    let trial = json!({ "titles": names, "rules": rules() });
    let tried = owner.ok("POST", "acme/feeds/try-titles", &trial);
    let expected = json!({ "titles": [
        { "title": "Dawn", "attributes": [] }, { "title": "Dawn", "attributes": [] },
        { "title": "Kestrel", "attributes": [] }, { "title": "Kestrel", "attributes": [SUBTITLED] },
    ] });
    assert_eq!(tried, expected);

    let path = format!("acme/feeds/{feed}");
    let mut without_rules = settings(&system);
    // Only the test runs it.
    without_rules["isOn"] = json!(false);
    let mut with_rules = without_rules.clone();
    with_rules["titleRules"] = rules();
    assert_eq!(owner.ok("PUT", &path, &with_rules)["titleRules"], rules());
    assert_eq!(run(&owner, &feed)["run"]["result"], "changed");
    site.wait_for_page(DAY, |page| !page.html.contains("Encore"));
    let films = day(&site);
    assert_eq!(films.len(), 2, "{films:?}");
    let of = |title: &str| films.iter().find(|(name, _)| name == title).unwrap().1.clone();
    assert_eq!(of("Dawn").len(), 2, "{films:?}");
    let kestrels = of("Kestrel");
    assert_eq!(kestrels.len(), 2, "{films:?}");
    assert!(kestrels[0].contains(&SUBTITLED.to_owned()) && kestrels[1].is_empty(), "{films:?}");
    let moved = site.get(&kestrel);
    assert_eq!((moved.status, moved.header("location").as_deref()), (301, Some("/movies/2-kestrel/")));
    assert_eq!(site.get(&encore).status, 301);
    assert_eq!(run(&owner, &feed)["run"]["result"], "unchanged");
    let overview = owner.ok("GET", "acme/overview", &Value::Null).to_string();
    assert!(!overview.contains("similarFilm"), "nobody is asked: {overview}");

    let listed = office.data.run(&["feed", "titles", "--site", "acme", &feed]).stdout_of_success();
    assert!(
        listed.lines().any(|line| line.contains("Encore: Dawn") && line.trim_end().ends_with("Dawn")),
        "{listed}"
    );

    owner.ok("PUT", &path, &without_rules);
    run(&owner, &feed);
    site.wait_for_page(DAY, |page| page.html.contains("Encore"));
    assert_eq!(day(&site).len(), 4, "{:?}", day(&site));
    assert_eq!(site.get(&kestrel).status, 200);
}

#[test]
fn a_version_keeps_its_attribute_in_later_runs_and_does_not_give_it_to_the_others() {
    let head = "Date,Time,Film,Theater\n2026-11-21,18:01,Dawn (subt.),Two\n";
    let system = System::new(head);
    let office = office(&system);
    let owner = office.owner();
    let mut with_rules = settings(&system);
    with_rules["titleRules"] = rules();
    let feed = connect(&owner, &with_rules);
    let site = office.server.site("acme.example");
    run(&owner, &feed);
    site.wait_for_page(DAY, |page| page.html.contains("Dawn"));
    let subtitled = vec![SUBTITLED.to_owned()];
    assert_eq!(day(&site), [("Dawn".to_owned(), vec![subtitled.clone()])]);

    // The film of the site has the new title now; another version of it comes first.
    system.sheet(&format!("{head}2026-11-21,19:02,Dawn (subt.),Two\n2026-11-21,17:00,Dawn,Two\n"));
    assert_eq!(run(&owner, &feed)["run"]["added"], 2);
    site.wait_for_page(DAY, |page| page.html.contains("7:02"));
    assert_eq!(day(&site), [("Dawn".to_owned(), vec![Vec::new(), subtitled.clone(), subtitled])]);
    let names = titles(&owner, &feed);
    let names: Vec<_> =
        names.as_array().unwrap().iter().map(|title| title["title"].as_str().unwrap()).collect();
    assert_eq!(names, ["Dawn", "Dawn (subt.)"], "as the system writes them");
}

#[test]
fn a_rule_that_comes_or_goes_cancels_no_show_and_keeps_what_operators_said_of_shows() {
    let system = System::new(SHEET);
    let office = office(&system);
    let owner = office.owner();
    let mut without_rules = settings(&system);
    without_rules["missingShows"] = json!("canceled");
    without_rules["isOn"] = json!(false);
    let mut with_rules = without_rules.clone();
    with_rules["titleRules"] = rules();
    let feed = connect(&owner, &without_rules);
    let ids = || {
        let program = owner.ok("GET", "acme/program?theater=T2&from=2026-11-21&days=1", &Value::Null);
        let shows = program["shows"].as_array().unwrap();
        let mut ids: Vec<String> = shows.iter().map(|show| show["id"].as_str().unwrap().to_owned()).collect();
        ids.sort();
        ids
    };
    run(&owner, &feed);
    let before = ids();
    assert_eq!(before.len(), 4);
    for settings in [&with_rules, &without_rules] {
        owner.ok("PUT", &format!("acme/feeds/{feed}"), settings);
        run(&owner, &feed);
        assert_eq!(ids(), before, "{settings}");
    }
}

#[test]
fn the_command_line_tries_and_saves_rules_and_refuses_those_that_find_nothing() {
    let system = System::new(SHEET);
    let office = office(&system);
    let owner = office.owner();
    let feed = connect(&owner, &settings(&system));
    run(&owner, &feed);
    let file = office.data.file("rules.json");
    let path = file.to_str().unwrap();
    let args = ["feed", "titles", "--site", "acme", feed.as_str(), "--rules", path];
    std::fs::write(&file, json!([{ "find": "*", "place": "end" }]).to_string()).unwrap();
    let refused = office.data.run(&args);
    assert!(refused.err.contains("must each have a text to find"), "{}", refused.err);
    std::fs::write(&file, rules().to_string()).unwrap();
    let listed = office.data.run(&args).stdout_of_success();
    assert!(listed.contains(SUBTITLED), "{listed}");
    assert_eq!(owner.ok("GET", "acme/feeds", &Value::Null)["feeds"][0]["titleRules"], json!([]));
    office.data.run(&[&args[..], &["--save"]].concat()).stdout_of_success();
    assert_eq!(owner.ok("GET", "acme/feeds", &Value::Null)["feeds"][0]["titleRules"], rules());
    let mut wrong = settings(&system);
    wrong["titleRules"] = json!([{ "find": " ", "place": "end" }]);
    assert_problem(&owner.send("PUT", &format!("acme/feeds/{feed}"), &wrong), 422);
    assert_problem(&owner.send("GET", "acme/feeds/x/titles", &Value::Null), 404);
}
