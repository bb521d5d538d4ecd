//! Drafts, publication, history

use std::time::{Duration, Instant};

use marquee_tests::CLOCK;
use serde_json::{Value, json};

use super::{HOST, OWNER, assert_problem, office};

const NAME: &str = "/site/settings/name";
const ABOUT_TITLE: &str = "/pages/~1about~1/title";
const PRIMARY: &str = "/site/config/theme/colors/palette/primary";

#[test]
fn a_draft_is_invisible_until_it_is_published_at_once_and_completely() {
    let office = office();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let old = owner.draft()["content"].pointer(PRIMARY).unwrap().clone();
    let edits = json!({ "edits": [
        { "pointer": NAME, "from": "Acme", "to": "Acme Lights" },
        { "pointer": PRIMARY, "from": old, "to": "#123456" },
        { "pointer": "/pages/~1about~1/title", "from": "About us", "to": "Who we are" },
        { "pointer": "/pages/~1jobs~1", "to": { "path": "/jobs/", "title": "Jobs" } },
    ] });
    let update = owner.ok("PATCH", "acme/draft", &edits);
    assert_eq!(update["changes"].as_array().unwrap().len(), 4);
    assert_eq!(update["changes"][0]["actor"], "Rosa");
    assert_eq!(update["problems"], json!([]));
    assert_eq!(site.page("/about/").title(), "About us | Acme");
    assert_eq!(site.get("/jobs/").status, 404);
    let draft = owner.draft();
    assert_eq!(draft["content"]["site"]["settings"]["name"], "Acme Lights");
    assert_eq!(draft["live"]["site"]["settings"]["name"], "Acme");

    let revision = owner.publish();
    assert_eq!((revision["number"].clone(), revision["changes"].clone()), (json!(2), json!(4)));
    let about = site.page_once("/about/", |page| page.title() == "Who we are | Acme Lights");
    assert!(about.text().contains("Who we are"));
    assert_eq!(site.page("/jobs/").title(), "Jobs | Acme Lights");
    let draft = owner.draft();
    assert_eq!((draft["changes"].clone(), draft["published"]["number"].clone()), (json!([]), json!(2)));
    assert_problem(&owner.send("POST", "acme/publish", &json!({ "version": draft["version"] })), 422);
}

#[test]
fn one_change_can_be_published_and_another_discarded() {
    let office = office();
    let owner = office.owner();
    owner.edit(NAME, &json!("Acme"), &json!("One"));
    owner.edit("/site/settings/hasSearch", &json!(true), &json!(false));
    owner.edit("/menus/legal", &json!([]), &json!([{ "label": "Imprint", "href": "/about/" }]));
    let version = owner.draft()["version"].clone();
    let form = json!({ "version": version, "pointers": [NAME], "name": "New name" });
    assert_eq!(owner.ok("POST", "acme/publish", &form)["revision"]["name"], "New name");
    let draft = owner.draft();
    assert_eq!(draft["live"]["site"]["settings"]["name"], "One");
    assert_eq!(draft["live"]["site"]["settings"]["hasSearch"], true);
    let update = owner.ok("POST", "acme/draft/discard", &json!({ "pointers": ["/menus/legal"] }));
    let pointers: Vec<_> =
        update["changes"].as_array().unwrap().iter().map(|c| c["pointer"].clone()).collect();
    assert_eq!(pointers, ["/site/settings/hasSearch"]);
    // A change back to the published value is no change.
    let back = owner.edit("/site/settings/hasSearch", &json!(false), &json!(true)).json();
    assert_eq!(back["changes"], json!([]));
}

#[test]
fn two_operators_merge_field_by_field_and_never_overwrite_each_other_silently() {
    let office = office();
    let owner = office.owner();
    let theo = office.colleague("theo@acme.example", "editor");
    assert_eq!(owner.edit(NAME, &json!("Acme"), &json!("Rosa's")).status, 200);
    assert_eq!(theo.edit("/site/settings/hasSearch", &json!(true), &json!(false)).status, 200);
    let refused = theo.edit(NAME, &json!("Acme"), &json!("Theo's"));
    assert_problem(&refused, 409);
    let mut conflicts = refused.json()["conflicts"].clone();
    let at = conflicts[0].as_object_mut().unwrap().remove("at").unwrap();
    assert_eq!(at, owner.draft()["changes"][1]["at"], "when Rosa changed it");
    assert_eq!(conflicts, json!([{ "pointer": NAME, "theirs": "Rosa's", "actor": "Rosa" }]));
    assert_eq!(
        theo.edit(NAME, &json!("Acme"), &json!("Rosa's")).status,
        200,
        "the same change is no conflict"
    );
    assert_eq!(theo.edit(NAME, &json!("Rosa's"), &json!("Theo's")).status, 200, "after having seen theirs");
    let draft = owner.draft();
    let actors: Vec<_> = draft["changes"].as_array().unwrap().iter().map(|c| c["actor"].clone()).collect();
    assert_eq!(actors, ["theo@acme.example", "theo@acme.example"]);
    // Objects merge key by key.
    let theme = draft["content"].pointer("/site/config/roundness").unwrap().clone();
    let (mut mine, mut theirs) = (theme.clone(), theme.clone());
    mine["buttons"] = json!("NONE");
    theirs["content"] = json!("HIGH");
    assert_eq!(owner.edit("/site/config/roundness", &theme, &mine).status, 200);
    assert_eq!(theo.edit("/site/config/roundness", &theme, &theirs).status, 200);
    let roundness = owner.draft()["content"].pointer("/site/config/roundness").unwrap().clone();
    assert_eq!(roundness, json!({ "buttons": "NONE", "content": "HIGH" }));
    // So do the first entries of a map.
    let feature = |film: &str| json!({ "movieId": film, "from": "2026-11-20" });
    let features = "/site/config/options/featuredFilms";
    assert_eq!(owner.edit(&format!("{features}/a"), &Value::Null, &feature("1")).status, 200);
    assert_eq!(theo.edit(&format!("{features}/b"), &Value::Null, &feature("2")).status, 200);
    let changes = owner.draft()["changes"].as_array().unwrap().clone();
    let of_features =
        changes.iter().filter(|change| change["pointer"].as_str().unwrap().starts_with(features));
    let of_features: Vec<_> = of_features.map(|c| (c["pointer"].clone(), c["actor"].clone())).collect();
    assert_eq!(
        of_features,
        [
            (json!(format!("{features}/a")), json!("Rosa")),
            (json!(format!("{features}/b")), json!("theo@acme.example"))
        ],
        "each is a change of its own"
    );
    // An edit with several parts has an effect on all or on none.
    let edits = json!({ "edits": [
        { "pointer": "/site/settings/footerMobileLinks", "from": true, "to": false },
        { "pointer": NAME, "from": "Acme", "to": "Mine" },
    ] });
    assert_problem(&owner.send("PATCH", "acme/draft", &edits), 409);
    assert_eq!(owner.draft()["content"]["site"]["settings"]["footerMobileLinks"], true);
}

/// Otherwise a film would be featured without a day, and an event would have nothing but a subtitle.
#[test]
fn a_part_of_a_record_that_was_removed_meanwhile_is_a_conflict() {
    let office = office();
    let owner = office.owner();
    let theo = office.colleague("theo@acme.example", "editor");
    let records = [
        (
            "/site/config/options/featuredFilms/a",
            json!({ "movieId": "1", "from": "2026-11-20" }),
            "theaterId",
            "T1",
        ),
        ("/pages/~1jobs~1", json!({ "path": "/jobs/", "title": "Jobs" }), "metaDescription", "Join us"),
    ];
    for (record, value, key, text) in records {
        assert_eq!(owner.edit(record, &Value::Null, &value).status, 200);
        assert_eq!(owner.edit(record, &value, &Value::Null).status, 200, "{record} is removed");
        let mut changed = value.clone();
        changed[key] = json!(text);
        let part = format!("{record}/{key}");
        for refused in [theo.edit(record, &value, &changed), theo.edit(&part, &Value::Null, &json!(text))] {
            assert_problem(&refused, 409);
            let conflicts = refused.json()["conflicts"].clone();
            assert_eq!(conflicts, json!([{ "pointer": record }]), "the record is missing");
        }
        assert_eq!(owner.draft()["changes"], json!([]));
        assert_eq!(theo.edit(record, &Value::Null, &changed).status, 200, "after having seen that");
        assert_eq!(owner.draft()["content"].pointer(record), Some(&changed));
        assert_eq!(owner.edit(record, &changed, &Value::Null).status, 200);
    }
}

/// A browser writes the number 100.0 as 100.
#[test]
fn a_number_that_a_browser_has_read_is_no_conflict() {
    let office = office();
    let owner = office.owner();
    let tint = "/site/config/theme/colors/settings/background/tintShade";
    let background = |tint: Value| json!({ "tintShade": tint, "paletteColor": "background" });
    assert!(owner.draft()["live"].pointer(tint).unwrap().is_f64());
    assert_eq!(owner.edit(tint, &json!(100), &json!(120)).status, 200);
    let (pointer, _) = tint.rsplit_once('/').unwrap();
    let back = owner.edit(pointer, &background(json!(120)), &background(json!(100)));
    assert_eq!((back.status, back.json()["changes"].clone()), (200, json!([])), "as it is published");
}

#[test]
fn what_is_removed_can_be_put_back() {
    let office = office();
    let owner = office.owner();
    let names = |browser: &super::Browser<'_>| -> Vec<(Value, Value, Value)> {
        let removed = browser.ok("GET", "acme/removed", &Value::Null)["records"].as_array().unwrap().clone();
        removed.into_iter().map(|r| (r["pointer"].clone(), r["name"].clone(), r["actor"].clone())).collect()
    };
    assert_eq!(names(&owner), []);
    // A page that was never published, one that was, an event, and a show that was typed in.
    let jobs = json!({ "path": "/jobs/", "title": "Jobs" });
    let show = json!({ "added": true, "fields": {
        "theaterId": "T1", "movieId": "1", "startsAt": "2026-11-20T22:10:00Z", "businessDate": "2026-11-20",
    } });
    assert_eq!(owner.edit("/pages/~1jobs~1", &Value::Null, &jobs).status, 200);
    assert_eq!(owner.edit("/pages/~1jobs~1", &jobs, &Value::Null).status, 200);
    assert_eq!(owner.edit("/shows/hand-1", &Value::Null, &show).status, 200);
    assert_eq!(owner.edit("/shows/hand-1", &show, &Value::Null).status, 200);
    let about = owner.draft()["live"].pointer("/pages/~1about~1").unwrap().clone();
    assert_eq!(owner.edit("/pages/~1about~1", &about, &Value::Null).status, 200);
    owner.publish();
    let of = |pointer: &str, name: &str| (json!(pointer), json!(name), json!("Rosa"));
    let expected =
        [of("/pages/~1about~1", "About us"), of("/shows/hand-1", ""), of("/pages/~1jobs~1", "Jobs")];
    assert_eq!(names(&owner), expected, "the latest first");
    let shows = owner.ok("GET", "acme/removed", &Value::Null)["records"][1]["show"].clone();
    assert_eq!(shows, json!({ "movieId": "1", "theaterId": "T1", "startsAt": "2026-11-20T22:10:00Z" }));
    let put_back = |pointer: &str| json!({ "pointer": pointer });
    // The role of a colleague does not permit to change pages, so they are not offered.
    let program = office.colleague("pia@acme.example", "program");
    assert_eq!(names(&program), [of("/shows/hand-1", "")]);
    assert_problem(&program.send("POST", "acme/removed/restore", &put_back("/pages/~1jobs~1")), 403);
    program.ok("POST", "acme/removed/restore", &put_back("/shows/hand-1"));
    assert_eq!(owner.draft()["content"]["shows"]["hand-1"], show);
    let update = owner.ok("POST", "acme/removed/restore", &put_back("/pages/~1about~1"));
    assert_eq!(update["changes"][0]["to"], about, "as it was");
    assert_eq!(names(&owner), [of("/pages/~1jobs~1", "Jobs")]);
    let again = owner.send("POST", "acme/removed/restore", &put_back("/pages/~1about~1"));
    assert_eq!((again.status, again.json()["code"].clone()), (409, json!("notRemoved")));
    // Somebody makes a new page with the same address: the old one does not replace it.
    assert_eq!(
        owner.edit("/pages/~1jobs~1", &Value::Null, &json!({ "path": "/jobs/", "title": "Work" })).status,
        200
    );
    assert_eq!(names(&owner), []);
    assert_eq!(owner.send("POST", "acme/removed/restore", &put_back("/pages/~1jobs~1")).status, 409);
    assert_problem(&owner.send("POST", "acme/removed/restore", &put_back("/nothing/x")), 400);
}

#[test]
fn a_publication_needs_the_version_of_the_draft_that_the_operator_saw() {
    let office = office();
    let owner = office.owner();
    owner.edit(NAME, &json!("Acme"), &json!("One"));
    let version = owner.draft()["version"].clone();
    owner.edit(NAME, &json!("One"), &json!("Two"));
    let refused = owner.send("POST", "acme/publish", &json!({ "version": version }));
    assert_problem(&refused, 409);
    assert_eq!(refused.json()["code"], "outdated");
    assert_eq!(owner.draft()["live"]["site"]["settings"]["name"], "Acme");
}

#[test]
fn wrong_values_stay_in_the_draft_are_named_and_never_published() {
    let office = office();
    let owner = office.owner();
    let minutes = "/site/config/options/lateBookingMinutes";
    let update = owner.edit(minutes, &Value::Null, &json!(50_000_000)).json();
    assert_eq!(update["problems"][0]["pointer"], minutes, "{update}");
    owner.edit(NAME, &json!("Acme"), &json!("One"));
    let version = owner.draft()["version"].clone();
    let refused = owner.send("POST", "acme/publish", &json!({ "version": version }));
    assert_problem(&refused, 422);
    assert_eq!(refused.json()["problems"][0]["pointer"], minutes);
    // The rest can be published.
    owner.ok("POST", "acme/publish", &json!({ "version": version, "pointers": [NAME] }));
    let draft = owner.draft();
    assert_eq!(draft["content"].pointer(minutes), Some(&json!(50_000_000)));
    for (pointer, from, to) in [
        ("/site/key", json!("acme"), json!("mine")),
        (
            "/site/config/theme/colors/palette/primary",
            draft["live"].pointer(PRIMARY).unwrap().clone(),
            json!("red"),
        ),
        ("/theaters/T1/id", json!("T1"), json!("T9")),
    ] {
        let update = owner.edit(pointer, &from, &to).json();
        assert!(
            update["problems"].as_array().unwrap().iter().any(|p| p["pointer"] == pointer),
            "{pointer}: {update}"
        );
    }
    for pointer in ["", "/", "/unknown", "/movies/1", "site", "/site/~2"] {
        assert_problem(&owner.edit(pointer, &Value::Null, &json!(1)), 400);
    }
}

#[test]
fn any_version_can_be_restored_into_the_draft() {
    let office = office();
    let owner = office.owner();
    for name in ["One", "Two", "Three"] {
        let old = owner.draft()["content"].pointer(NAME).unwrap().clone();
        owner.edit(NAME, &old, &json!(name));
        owner.publish();
    }
    let history = owner.ok("GET", "acme/history", &Value::Null)["revisions"].clone();
    let numbers: Vec<_> = history.as_array().unwrap().iter().map(|r| r["number"].clone()).collect();
    assert_eq!(numbers, [4, 3, 2, 1]);
    let first = owner.ok("GET", "acme/history/1", &Value::Null);
    assert_eq!(
        first["content"].pointer(NAME),
        Some(&json!("Acme")),
        "what was there before the first publication"
    );
    let update = owner.ok("POST", "acme/history/2/restore", &json!({}));
    assert_eq!(update["changes"][0]["to"], "One");
    assert_eq!(owner.draft()["live"].pointer(NAME), Some(&json!("Three")), "not published yet");
    owner.publish();
    let site = office.server.site("acme.example");
    assert_eq!(site.page_once("/about/", |page| page.title().ends_with("One")).title(), "About us | One");
    assert_problem(&owner.get("acme/history/99"), 404);
    assert_problem(&owner.get("other/history/2"), 404);
}

#[test]
fn a_publication_can_be_scheduled_and_cancelled() {
    let office = office();
    let owner = office.owner();
    owner.edit(NAME, &json!("Acme"), &json!("Later"));
    let version = owner.draft()["version"].clone();
    let at = |at: &str| json!({ "version": version, "at": at });
    assert_problem(&owner.send("POST", "acme/publish", &at("2026-11-20T22:00:00Z")), 422);
    assert_problem(&owner.send("POST", "acme/publish", &at("2028-11-20T22:00:00Z")), 422);
    owner.ok("POST", "acme/publish", &at("2026-11-27T06:00:00Z"));
    assert_eq!(owner.draft()["scheduled"]["at"], "2026-11-27T06:00:00Z");
    let mut earlier = at("2026-11-26T06:00:00Z");
    earlier["keepScheduled"] = json!(true);
    let refused = owner.send("POST", "acme/publish", &earlier);
    assert_eq!((refused.status, refused.json()["code"].clone()), (409, json!("scheduled")));
    assert_eq!(owner.draft()["scheduled"]["at"], "2026-11-27T06:00:00Z", "what a colleague scheduled stays");
    owner.ok("DELETE", "acme/publish/scheduled", &json!({}));
    assert_problem(&owner.send("DELETE", "acme/publish/scheduled", &json!({})), 422);
    // It is published when its time has come.
    owner.ok("POST", "acme/publish", &at("2026-11-27T06:00:00Z"));
    drop(owner);
    let data = office.data.clone();
    office.server.stop();
    let server = data.serve("2026-11-27T06:00:01Z");
    let site = server.site("acme.example");
    assert_eq!(site.page_once("/about/", |page| page.title().ends_with("Later")).title(), "About us | Later");
}

#[test]
fn a_scheduled_publication_publishes_what_was_ticked_and_nothing_edited_since() {
    let office = office();
    let owner = office.owner();
    let before = owner.draft()["content"].clone();
    let of = |pointer: &str| before.pointer(pointer).cloned().unwrap_or(Value::Null);
    owner.edit(NAME, &json!("Acme"), &json!("Later"));
    owner.edit(PRIMARY, &of(PRIMARY), &json!("#112233"));
    owner.edit(ABOUT_TITLE, &of(ABOUT_TITLE), &json!("Our house"));
    let version = owner.draft()["version"].clone();
    // The color is not ticked.
    let request =
        json!({ "version": version, "pointers": [NAME, ABOUT_TITLE], "at": "2026-11-27T06:00:00Z" });
    let scheduled = owner.ok("POST", "acme/publish", &request);
    assert_eq!(scheduled["scheduled"]["pointers"].as_array().map(Vec::len), Some(2), "{scheduled}");
    // Edited after that: nobody has reviewed it.
    owner.edit(ABOUT_TITLE, &json!("Our house"), &json!("Not yet"));
    let outdated = owner.send("POST", "acme/publish", &request);
    assert_problem(&outdated, 409);
    drop(owner);
    let office = office.restarted("2026-11-27T06:00:01Z", HOST);
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let page = site.page_once("/about/", |page| page.title().ends_with("Later"));
    assert!(!page.title().contains("Not yet") && !page.title().contains("Our house"), "{}", page.title());
    let draft = owner.draft();
    let left: Vec<_> =
        draft["changes"].as_array().unwrap().iter().map(|change| change["pointer"].clone()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    assert_eq!(draft.get("scheduled"), None);
    let failed = &draft["failedPublication"];
    assert_eq!((&failed["problem"], &failed["leftOut"]), (&json!("changed"), &json!(1)), "{draft}");
    let attention = owner.ok("GET", "acme/overview", &Value::Null)["attention"].clone();
    let kinds: Vec<_> = attention.as_array().unwrap().iter().map(|item| item["kind"].clone()).collect();
    assert!(kinds.contains(&json!("failedPublication")), "{attention}");
    // Seen.
    owner.ok("DELETE", "acme/publish/scheduled", &json!({}));
    assert_eq!(owner.draft().get("failedPublication"), None);
}

#[test]
fn a_scheduled_publication_of_somebody_who_was_removed_fails_aloud() {
    let office = office();
    let owner = office.owner();
    let ben = office.colleague("ben@cinema.example", "editor");
    ben.edit(NAME, &json!("Acme"), &json!("Later"));
    let version = ben.draft()["version"].clone();
    ben.ok("POST", "acme/publish", &json!({ "version": version, "at": "2026-11-27T06:00:00Z" }));
    let people = owner.ok("GET", "acme/team", &Value::Null)["people"].clone();
    let mut people = people.as_array().unwrap().iter();
    let person = people.find(|person| person["email"] == "ben@cinema.example").unwrap();
    owner.ok("DELETE", &format!("acme/team/{}", person["id"].as_str().unwrap()), &json!({}));
    drop((owner, ben));
    let office = office.restarted("2026-11-27T06:00:01Z", HOST);
    let owner = office.owner();
    let end = Instant::now() + Duration::from_secs(30);
    while owner.draft().get("failedPublication").is_none() {
        assert!(Instant::now() < end, "no failure");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(owner.draft()["failedPublication"]["problem"], "notPermitted");
    assert_eq!(office.server.site("acme.example").page("/about/").title(), "About us | Acme");
    let audit = owner.ok("GET", "acme/audit", &Value::Null).to_string();
    assert!(audit.contains("site.schedule-failed"), "{audit}");
}

#[test]
fn a_preview_has_a_language_that_only_the_draft_has() {
    let office = office();
    let owner = office.owner();
    let locales = "/site/config/options/additionalLocales";
    let before = owner.draft()["content"].pointer(locales).cloned().unwrap_or(Value::Null);
    assert_eq!(owner.edit(locales, &before, &json!(["fr-FR"])).json()["problems"], json!([]));
    let preview = owner.ok("GET", "acme/preview", &Value::Null);
    let path = preview["address"].as_str().unwrap().strip_prefix("https://acme.example").unwrap().to_owned();
    let site = office.server.site("acme.example");
    assert_eq!(site.get(&format!("/fr{path}about/")).status, 200);
    assert_eq!(site.get("/fr/about/").status, 404, "not published");
    assert_eq!(site.get(&format!("/xx{path}about/")).status, 404, "in no language of the draft");
}

#[test]
fn a_preview_shows_the_draft_at_an_address_that_expires() {
    let office = office();
    let owner = office.owner();
    owner.edit(NAME, &json!("Acme"), &json!("Acme Lights"));
    owner.edit("/pages/~1jobs~1", &Value::Null, &json!({ "path": "/jobs/", "title": "Jobs" }));
    owner.edit("/site/config/options/lateBookingMinutes", &Value::Null, &json!("soon"));
    let preview = owner.ok("GET", "acme/preview", &Value::Null);
    let address = preview["address"].as_str().unwrap();
    assert!(
        address.starts_with("https://acme.example/cms-preview/draft-") && address.ends_with('/'),
        "{address}"
    );
    assert!(preview["until"].as_str().unwrap().starts_with("2026-11-21T10:48:"), "12 hours: {preview}");
    let path = address.strip_prefix("https://acme.example").unwrap();
    let site = office.server.site("acme.example");
    let reply = site.get(&format!("{path}about/"));
    assert_eq!(reply.required_header("cache-control"), "private, no-store");
    assert_eq!(reply.required_header("referrer-policy"), "no-referrer");
    assert!(
        reply
            .required_header("content-security-policy")
            .contains("frame-ancestors 'self' https://editor.example")
    );
    let page = site.page(&format!("{path}about/"));
    assert_eq!(page.title(), "About us | Acme Lights", "invalid changes are left out");
    assert_eq!(page.meta("robots"), Some("noindex"));
    assert_eq!(site.page(&format!("{path}jobs/")).title(), "Jobs | Acme Lights");
    let films = site.page(&format!("{path}movies/"));
    assert_eq!(films.data()["context"]["isPreview"], true, "its links do nothing (LINK-04)");
    assert_eq!(site.page("/about/").title(), "About us | Acme", "visitors see the published site");
    // Changes of the draft are in the next response.
    owner.edit(NAME, &json!("Acme Lights"), &json!("Acme Dark"));
    assert_eq!(site.page(&format!("{path}about/")).title(), "About us | Acme Dark");

    owner.edit("/site/config/options/lateBookingMinutes", &json!("soon"), &Value::Null);
    owner.publish();
    let first = owner.ok("GET", "acme/preview?revision=1&days=7", &Value::Null);
    let old = first["address"].as_str().unwrap().strip_prefix("https://acme.example").unwrap().to_owned();
    assert_eq!(site.page(&format!("{old}about/")).title(), "About us | Acme");
    for path in [
        format!("{}x/about/", old.trim_end_matches('/')),
        "/cms-preview/draft-x/".into(),
        old.replace("draft-", ""),
    ] {
        assert_eq!(site.get(&path).status, 404, "{path}");
    }
    assert_eq!(office.server.site("other.example").get(&format!("{old}movies/")).status, 404, "another site");
    assert_problem(&owner.get("acme/preview?days=31"), 400);
    let films = owner.ok("GET", "acme/films", &Value::Null);
    assert_eq!(films["films"][0]["title"], "Low Tide");
    let data = office.data.clone();
    drop(owner);
    office.server.stop();
    let later = data.serve("2026-11-28T12:00:00Z");
    assert_eq!(later.site("acme.example").get(&format!("{old}about/")).status, 404, "a week is over");
}

#[test]
fn commands_do_what_the_editor_does() {
    let office = office();
    let run = |args: &[&str]| office.data.run(&[&["site"], args].concat()).stdout_of_success();
    let edited = run(&["edit", "acme", NAME, "\"By command\""]);
    assert!(edited.contains("/site/settings/name\t\"Acme\" -> \"By command\"\tmarquee"), "{edited}");
    let malformed = office.data.run(&["site", "edit", "acme", NAME, "By command"]);
    assert!(malformed.code == 1 && malformed.err.contains("quotation marks"), "{}", malformed.err);
    run(&["edit", "acme", "/site/settings/hasSearch", "7"]);
    let draft = run(&["draft", "acme"]);
    assert!(draft.contains("/site/settings/hasSearch: "), "problems are listed: {draft}");
    let refused = office.data.run(&["site", "publish", "acme"]);
    assert!(refused.code == 1 && refused.err.contains("nothing was published"), "{}", refused.err);
    run(&["discard", "acme", "--only", "/site/settings/hasSearch"]);
    assert!(
        run(&["publish", "acme", "--name", "Fall"])
            .contains("version 2 of acme was published with 1 changes")
    );
    let site = office.server.site("acme.example");
    assert_eq!(
        site.page_once("/about/", |page| page.title().ends_with("command")).title(),
        "About us | By command"
    );
    let history = run(&["history", "acme"]);
    assert!(history.starts_with("2\t") && history.contains("\tFall\n1\t"), "{history}");
    run(&["restore", "acme", "1"]);
    let changes: Value = serde_json::from_str(&run(&["draft", "acme", "--json"])).unwrap();
    assert_eq!(changes[0]["to"], "Acme");
    run(&["discard", "acme"]);
    assert_eq!(run(&["draft", "acme"]), "");
    assert!(office.data.run(&["site", "restore", "acme", "9"]).err.contains("version 9 does not exist"));
    run(&["edit", "acme", "/pages/~1about~1"]);
    let removed = run(&["removed", "acme"]);
    assert!(removed.contains("/pages/~1about~1") && removed.contains("About us"), "{removed}");
    let removed: Value = serde_json::from_str(&run(&["removed", "acme", "--json"])).unwrap();
    assert_eq!(removed[0]["pointer"], "/pages/~1about~1");
    run(&["put-back", "acme", "/pages/~1about~1"]);
    assert_eq!(run(&["draft", "acme"]), "", "nothing is changed any more");
    assert_eq!(office.data.run(&["site", "put-back", "acme", "/pages/~1about~1"]).code, 1);
}

#[test]
fn security_2_8_the_command_line_lists_the_sign_ins_of_an_operator_and_ends_them() {
    let office = office();
    let owner = office.owner();
    let sign_ins =
        |args: &[&str]| office.data.run(&[&["operator", "sign-ins", OWNER, "--clock", CLOCK], args].concat());
    let listed: Value = serde_json::from_str(&sign_ins(&["--json"]).stdout_of_success()).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    assert!(listed[0]["createdAt"].is_string() && listed[0]["seenAt"].is_string(), "{listed}");
    assert_eq!(sign_ins(&[]).stdout_of_success().lines().count(), 2);
    assert_eq!(owner.get("session").status, 200);
    sign_ins(&["--end"]).stdout_of_success();
    assert_eq!(owner.get("session").status, 401, "signed out at once");
    assert_eq!(sign_ins(&["--json"]).stdout_of_success().trim(), "[]");
    let log = office.data.run(&["audit", "--site", "acme", "--search", "sign-out"]).stdout_of_success();
    assert!(log.contains("operator.sign-out") && log.contains(OWNER), "{log}");
    assert_eq!(office.data.run(&["operator", "sign-ins", "nobody@acme.example"]).code, 1);
}

#[test]
fn changes_by_commands_stay_and_changes_of_the_draft_apply_to_them() {
    let office = office();
    let owner = office.owner();
    owner.edit(NAME, &json!("Acme"), &json!("Mine"));
    office.data.change_site("acme", |site| site["settings"]["hasSearch"] = json!(false));
    let draft = owner.draft();
    assert_eq!(draft["changes"].as_array().unwrap().len(), 1);
    assert_eq!(draft["content"]["site"]["settings"]["hasSearch"], false);
    owner.publish();
    assert_eq!(owner.draft()["live"]["site"]["settings"]["hasSearch"], false);
}

#[test]
fn the_schema_of_settings_names_its_version() {
    let office = office();
    let schema = office.owner().ok("GET", "site-schema", &Value::Null);
    let version = schema["$id"].as_str().unwrap().strip_prefix("urn:marquee:site-schema:").unwrap();
    assert!(version.len() == 8 && version.chars().all(|digit| digit.is_ascii_hexdigit()), "{version}");
}

/// The parts of the draft that somebody changed, as the audit log has them, the latest first.
fn edited(owner: &super::Browser<'_>, actor: &str) -> Vec<String> {
    let log = owner.ok("GET", "acme/audit", &Value::Null);
    let entries = log["entries"].as_array().unwrap().iter();
    let own = entries
        .filter(|entry| entry["action"] == "draft.edit" && entry["actor"] == format!("operator:{actor}"));
    own.map(|entry| entry["detail"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn security_2_8_the_audit_log_names_each_part_that_a_person_changes_once() {
    let office = office();
    let owner = office.owner();
    let eva = office.colleague("eva@acme.example", "editor");
    let title = "/pages/~1about~1/title";
    let mut before = json!("About us");
    for typed in ["A", "Ab", "Abo"] {
        assert_eq!(eva.edit(title, &before, &json!(typed)).status, 200);
        before = json!(typed);
    }
    assert_eq!(edited(&owner, "eva@acme.example"), [title]);
    // Another person, whatever their name.
    let name = owner.ok("GET", "session", &Value::Null)["operator"]["name"].clone();
    eva.ok("PUT", "account", &json!({ "name": name }));
    assert_eq!(owner.edit(title, &before, &json!("About")).status, 200);
    assert_eq!(edited(&owner, super::OWNER), [title]);
    // The removal of a record is more than the change of its title.
    let page = owner.draft()["content"]["pages"]["/about/"].clone();
    assert_eq!(owner.edit("/pages/~1about~1", &page, &Value::Null).status, 200);
    let edits = json!({ "edits": [{ "pointer": "/pages/~1about~1", "from": page }] });
    owner.ok("PATCH", "acme/draft", &edits);
    assert_eq!(edited(&owner, super::OWNER)[0], "/pages/~1about~1");
    // No part is cut.
    let edits: Vec<_> = (0..60)
        .map(|n| json!({ "pointer": format!("/site/config/options/redirects/~1{}-{n}", "a".repeat(60)), "to": "/movies/" }))
        .collect();
    eva.ok("PATCH", "acme/draft", &json!({ "edits": edits }));
    let details = edited(&owner, "eva@acme.example").join(" ");
    for edit in &edits {
        assert!(details.contains(edit["pointer"].as_str().unwrap()), "{edit}");
    }
    owner.get("acme/preview?days=3");
    owner.get("acme/preview");
    let log = owner.ok("GET", "acme/audit", &Value::Null);
    let previews =
        log["entries"].as_array().unwrap().iter().filter(|entry| entry["action"] == "preview.create");
    assert_eq!(previews.map(|entry| entry["detail"].clone()).collect::<Vec<_>>(), [json!("3")]);
}
