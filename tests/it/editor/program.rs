//! Films and shows by hand, beside what feeds and imports say

use marquee_tests::{Acme, CLOCK, Data, Page, Site, film, show, theater};
use serde_json::{Value, json};

use super::{HOST, ORIGIN, OWNER, Office, assert_problem, office, password_of};

/// The show of the feed: Friday 9 PM in New York.
const NINE: &str = "2026-11-21T02:00:00Z";

fn acme(shows: &[Value]) -> Acme {
    Acme::circuit()
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]))
        .file("movies", json!([film("1", "Low Tide"), film("2", "Kestrel")]))
        .file("showtimes", json!(shows))
}

fn feed_show(starts_at: &str) -> Value {
    show("f1", "T1", "1", starts_at, "2026-11-20")
}

fn office_with_feed() -> Office {
    let data = Data::with(&[&acme(&[feed_show(NINE)])]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let server = data.serve_in(CLOCK, &["--editor-host", HOST], &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

/// Waits until a page has changed.
fn wait_for(site: &Site<'_>, path: &str, is_changed: impl Fn(&Page) -> bool) {
    drop(site.page_once(path, is_changed));
}

/// A show of the film 2 that was typed in.
fn typed_in(starts_at: &str) -> Value {
    json!({ "added": true, "fields": { "movieId": "2", "theaterId": "T1", "startsAt": starts_at, "screen": "1" } })
}

#[test]
fn a_show_typed_in_is_on_the_site_once_published_and_imports_keep_it() {
    let office = office_with_feed();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    // Saturday 1 AM in New York belongs to the cinema day of Friday.
    assert_eq!(owner.edit("/shows/hand-1", &Value::Null, &typed_in("2026-11-21T06:00:00Z")).status, 200);
    assert!(!site.page("/movies/2-kestrel/").text().contains("1:00"), "not published");
    let preview = owner.ok("GET", "acme/preview", &Value::Null)["address"].as_str().unwrap().to_owned();
    let path = preview.strip_prefix("https://acme.example").unwrap();
    for page in ["movies/2-kestrel/", "theaters/t1/", "movies/", ""] {
        let text = site.page(&format!("{path}{page}")).text();
        assert!(text.contains("Kestrel") && text.contains("1:00"), "preview of {page}: {text}");
    }
    owner.publish();
    let page = site.page_once("/movies/2-kestrel/?day=2026-11-20", |page| page.text().contains("1:00"));
    assert!(page.text().contains("Friday"), "{}", page.text());

    // The next run of the feed moves its own show.
    office.data.import_site(&acme(&[feed_show("2026-11-21T02:30:00Z")]));
    wait_for(&site, "/movies/1-low-tide/", |page| page.text().contains("9:30"));
    assert!(site.page("/movies/2-kestrel/").text().contains("1:00"));
    // Even if the feed no longer has the film.
    let without = acme(&[feed_show(NINE)]).file("movies", json!([film("1", "Low Tide")]));
    office.data.import_site(&without);
    wait_for(&site, "/movies/1-low-tide/", |page| page.text().contains("9:00"));
    assert!(site.page("/movies/2-kestrel/").text().contains("1:00"));

    owner.edit("/shows/hand-1", &typed_in("2026-11-21T06:00:00Z"), &Value::Null);
    owner.publish();
    wait_for(&site, "/movies/2-kestrel/", |page| !page.text().contains("1:00"));
}

#[test]
fn a_change_of_a_feeds_show_survives_its_next_run_until_it_is_reset() {
    let office = office_with_feed();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let times = |words: &str| site.page_once("/movies/1-low-tide/", |page| page.text().contains(words));
    times("9:00");
    let change = json!({ "fields": { "startsAt": "2026-11-21T02:15:00Z" } });
    owner.edit("/shows/f1", &Value::Null, &change);
    owner.publish();
    times("9:15");
    office
        .data
        .import_site(&acme(&[feed_show("2026-11-21T02:40:00Z"), show("f2", "T2", "1", NINE, "2026-11-20")]));
    // The other fields follow the feed: its next run has arrived.
    times("9:00");
    let page = times("9:15");
    assert!(!page.text().contains("9:40"), "{}", page.text());
    let program = owner.ok("GET", "acme/program?theater=T1&from=2026-11-20&days=1", &Value::Null);
    assert_eq!(program["shows"][0]["startsAt"], "2026-11-21T02:40:00Z", "what the feed says: {program}");
    assert_eq!(program["shows"].as_array().unwrap().len(), 1);

    owner.edit("/shows/f1", &change, &Value::Null);
    owner.publish();
    times("9:40");
    // A hidden show is gone, and comes back.
    owner.edit("/shows/f1", &Value::Null, &json!({ "hidden": true, "fields": {} }));
    owner.publish();
    wait_for(&site, "/movies/1-low-tide/", |page| !page.text().contains("9:40"));
    owner.edit("/shows/f1/hidden", &json!(true), &Value::Null);
    owner.publish();
    times("9:40");
    // What the feed takes away is gone, changed or not.
    owner.edit("/shows/f1/fields/startsAt", &Value::Null, &json!("2026-11-21T02:15:00Z"));
    owner.publish();
    times("9:15");
    office.data.import_site(&acme(&[show("f2", "T2", "1", NINE, "2026-11-20")]));
    wait_for(&site, "/movies/1-low-tide/", |page| !page.text().contains("9:15"));
}

#[test]
fn a_text_of_a_film_typed_by_hand_is_never_overwritten_by_a_feed() {
    let office = office_with_feed();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    owner.edit("/films/1", &Value::Null, &json!({ "fields": { "title": "Low Tide Orchestra" } }));
    owner.publish();
    wait_for(&site, "/movies/1-low-tide/", |page| page.text().contains("Low Tide Orchestra"));
    let mut longer = film("1", "LOW TIDE");
    longer["runtime"] = json!(119);
    office.data.import_site(&acme(&[feed_show(NINE)]).file("movies", json!([longer, film("2", "Kestrel")])));
    let page = site.page_once("/movies/1-low-tide/", |page| page.text().contains("1 h 59"));
    assert!(
        page.text().contains("Low Tide Orchestra") && !page.text().contains("LOW TIDE"),
        "{}",
        page.text()
    );
    let record = owner.ok("GET", "acme/films/1", &Value::Null);
    assert_eq!(record["feed"]["title"], "LOW TIDE");

    owner.edit("/films/1/fields/title", &json!("Low Tide Orchestra"), &Value::Null);
    owner.publish();
    wait_for(&site, "/movies/1-low-tide/", |page| page.text().contains("LOW TIDE"));
}

#[test]
fn a_film_typed_in_gets_its_address_from_its_title() {
    let office = office();
    let owner = office.owner();
    let film = json!({ "added": true, "fields": { "title": "Dust & Honey", "runtime": 95 } });
    owner.edit("/films/700000000001", &Value::Null, &film);
    let show = json!({ "added": true, "fields": {
        "movieId": "700000000001", "theaterId": "T1", "startsAt": "2026-11-22T00:00:00Z",
    } });
    owner.edit("/shows/hand-1", &Value::Null, &show);
    owner.publish();
    let site = office.server.site("acme.example");
    wait_for(&site, "/movies/700000000001-dust-honey/", |page| page.title().contains("Dust & Honey"));
    let films = owner.ok("GET", "acme/films", &Value::Null);
    let feeds: Vec<_> =
        films["films"].as_array().unwrap().iter().map(|f| (f["title"].clone(), f["feed"].clone())).collect();
    assert_eq!(feeds, [(json!("Dust & Honey"), json!(false)), (json!("Low Tide"), json!(true))]);
    // Without the film its show would vanish unseen.
    owner.edit("/films/700000000001", &film, &Value::Null);
    let version = owner.draft()["version"].clone();
    let refused = owner.send("POST", "acme/publish", &json!({ "version": version }));
    assert_problem(&refused, 422);
    assert_eq!(refused.json()["problems"][0]["pointer"], "/shows/hand-1/fields/movieId");
    wait_for(&site, "/movies/700000000001-dust-honey/", |page| page.title().contains("Dust & Honey"));
}

/// The editor then knows in the draft what a film without the override has.
#[test]
fn the_list_of_films_has_the_wide_picture_of_the_feed_beside_a_published_override() {
    let mut wide = film("1", "Low Tide");
    wide["backdrop"] = json!("art/low-tide.jpg");
    let office = office();
    office.data.import_site(&Acme::circuit().file("movies", json!([wide, film("2", "Kestrel")])));
    let owner = office.owner();
    for (id, part) in [("1", "backdrop"), ("2", "hero")] {
        owner.edit(&format!("/films/{id}"), &Value::Null, &json!({ "fields": { part: "art/own.jpg" } }));
    }
    owner.publish();
    let films = owner.ok("GET", "acme/films", &Value::Null)["films"].clone();
    let of = |id: &str| films.as_array().unwrap().iter().find(|film| film["id"] == id).unwrap().clone();
    assert_eq!(of("1")["feedBackdrop"], "art/low-tide.jpg");
    assert_eq!((of("2").get("feedBackdrop"), of("2").get("feedHero")), (None, None));
}

#[test]
fn const_03_the_list_of_films_has_directors_badges_and_shows_by_theater() {
    let mut fresh = film("1", "Low Tide");
    fresh["directors"] = json!(["Ana Sol"]);
    fresh["releaseDate"] = json!("2026-11-19");
    let mut later = film("2", "Kestrel");
    later["releaseDate"] = json!("2026-12-05");
    let acme = Acme::circuit()
        .file("theaters", json!([theater("T2", "Two"), theater("T1", "One")]))
        .file("movies", json!([fresh, later, film("3", "Old")]))
        .file(
            "showtimes",
            json!([
                show("a", "T1", "2", "2026-11-22T01:00:00Z", "2026-11-21"),
                show("b", "T1", "2", "2026-11-23T01:00:00Z", "2026-11-22"),
                show("c", "T2", "2", "2026-11-22T01:00:00Z", "2026-11-21"),
                show("past", "T1", "1", "2026-11-10T01:00:00Z", "2026-11-09"),
            ]),
        );
    let office = office();
    office.data.import_site(&acme);
    let films = office.owner().ok("GET", "acme/films", &Value::Null)["films"].clone();
    let of =
        |title: &str| films.as_array().unwrap().iter().find(|film| film["title"] == title).unwrap().clone();
    let (low_tide, kestrel, old) = (of("Low Tide"), of("Kestrel"), of("Old"));
    assert_eq!(
        (&low_tide["directors"], &low_tide["badges"], low_tide.get("theaters")),
        (&json!(["Ana Sol"]), &json!(["NEW"]), None)
    );
    assert_eq!((&kestrel["badges"], &kestrel["shows"]), (&json!(["PREVIEW"]), &json!(3)));
    assert_eq!(
        kestrel["theaters"],
        json!([{ "id": "T2", "name": "Two", "shows": 1 }, { "id": "T1", "name": "One", "shows": 2 }])
    );
    assert_eq!((old.get("badges"), old.get("directors")), (None, None));
}

#[test]
fn wrong_shows_are_named_and_not_published() {
    let office = office_with_feed();
    let owner = office.owner();
    let with = |key: &str, value: Value| {
        let mut show = typed_in("2026-11-21T06:00:00Z");
        show["fields"][key] = value;
        show
    };
    for (show, key) in [
        (with("startsAt", json!("six")), "/fields/startsAt"),
        (with("theaterId", json!("T9")), "/fields/theaterId"),
        (with("booking", json!("javascript:alert(1)")), "/fields/booking"),
        (with("price", json!({ "amount": -1, "currency": "USD" })), "/fields/price/amount"),
        (with("seats", json!(7)), "/fields/seats"),
    ] {
        let update = owner.edit("/shows/hand-1", &Value::Null, &show).json();
        let at = format!("/shows/hand-1{key}");
        assert!(update["problems"].as_array().unwrap().iter().any(|p| p["pointer"] == at), "{at}: {update}");
        owner.edit("/shows/hand-1", &show, &Value::Null);
    }
    // A show of a feed stays at its theater.
    let update = owner.edit("/shows/f1", &Value::Null, &json!({ "fields": { "theaterId": "T2" } })).json();
    assert_eq!(update["problems"][0]["pointer"], "/shows/f1/fields/theaterId", "{update}");
    owner.edit("/shows/f1", &json!({ "fields": { "theaterId": "T2" } }), &Value::Null);
    // A film that does not exist is found when publishing.
    owner.edit("/shows/hand-1", &Value::Null, &with("movieId", json!("404")));
    let version = owner.draft()["version"].clone();
    let refused = owner.send("POST", "acme/publish", &json!({ "version": version }));
    assert_problem(&refused, 422);
    assert_eq!(refused.json()["problems"][0]["pointer"], "/shows/hand-1/fields/movieId");
    for query in ["", "?theater=T1", "?theater=T1&from=today", "?theater=%00&from=2026-11-20"] {
        assert_problem(&owner.get(&format!("acme/program{query}")), 422);
    }
}

#[test]
fn rules_for_typed_in_shows_are_stored_by_theater_and_checked() {
    let office = office();
    let owner = office.owner();
    let rules = json!({
        "trailerMinutes": 10,
        "prices": [{ "before": "17:00", "price": { "amount": 900, "currency": "USD" } }],
    });
    owner.edit("/programRules/T1", &Value::Null, &rules);
    owner.publish();
    assert_eq!(owner.draft()["live"]["programRules"]["T1"], rules);
    let update = owner.edit("/programRules/T1/trailerMinutes", &json!(10), &json!("ten")).json();
    assert!(update["problems"][0]["pointer"].as_str().unwrap().starts_with("/programRules/T1"), "{update}");
}

#[test]
fn a_spreadsheet_becomes_a_draft_and_names_the_rows_that_it_cannot_read() {
    let office = office_with_feed();
    let owner = office.owner();
    let sheet = "Date,Time,Film,Screen,Length,Price\n\
                 11/20/2026,9:45 PM,low tide,,,$12\n\
                 2026-11-20,22:15,Dust & Honey,,95,\n\
                 2026-11-20,later,Kestrel,,,\n";
    let path = "acme/program/spreadsheet?theater=T1&name=week.csv";
    let reply = owner.request("POST", path, &[("content-type", "text/csv"), ORIGIN], sheet);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let program = reply.json();
    assert_eq!((program["rows"].clone(), program["shows"].as_object().unwrap().len()), (json!(3), 2));
    assert_eq!(
        program["problems"],
        json!([{ "row": 4, "column": "Time", "skipped": true,
                 "message": "Time \"later\" cannot be read: write a time such as 18:10 or 6:10 PM" }])
    );
    let parts = |section: &str| -> Vec<Value> {
        let entries = program[section].as_object().unwrap().iter();
        entries.map(|(id, edit)| json!({ "pointer": format!("/{section}/{id}"), "to": edit })).collect()
    };
    let edits = [parts("films"), parts("shows")].concat();
    let update = owner.ok("PATCH", "acme/draft", &json!({ "edits": edits }));
    assert_eq!(update["problems"], json!([]));
    owner.publish();
    let site = office.server.site("acme.example");
    wait_for(&site, "/movies/1-low-tide/", |page| page.text().contains("9:45"));
    let day = site.page("/theaters/t1/");
    assert!(day.text().contains("Dust & Honey") && day.text().contains("10:15"), "{}", day.text());

    let template = owner.get("acme/program/template.csv");
    assert!(template.text().contains("\"Date\",\"Time\",\"Film\""));
    let again = owner.request("POST", path, &[("content-type", "text/csv"), ORIGIN], &template.text());
    assert_eq!(
        (again.status, again.json()["problems"].clone()),
        (200, json!([])),
        "the template can be read"
    );
    let workbook = owner.get("acme/program/template.xlsx");
    assert_eq!((workbook.status, &workbook.body[..2]), (200, &b"PK"[..]));
    assert!(workbook.header("content-disposition").unwrap().contains("program.xlsx"));
    for (name, body) in [("week.csv", "Film\nKestrel\n"), ("week.xlsx", "PK\u{3}\u{4}"), ("week.doc", "x")] {
        let path = format!("acme/program/spreadsheet?theater=T1&name={name}");
        assert_problem(&owner.request("POST", &path, &[("content-type", "text/csv"), ORIGIN], body), 422);
    }
}

#[test]
fn ux_5_3_a_site_names_its_attributes_in_its_languages() {
    let office = office_with_feed();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let club = json!({
        "key": "Showtime.Event.SofaClub", "group": "special", "label": "Sofa club", "short": "SOFA",
        "localizations": { "fr": { "label": "Club canapé", "short": "CANAPÉ" } },
    });
    // A built-in attribute with another name keeps its tag.
    let calm =
        json!({ "key": "Showtime.Accessibility.Relaxed", "group": "access", "label": "Calm", "short": "" });
    // One with another tag keeps its name in every language.
    let captions = json!({ "key": "Showtime.Accessibility.OpenCaption", "group": "access", "label": "", "short": "CAPT" });
    let mut show = typed_in("2026-11-21T02:30:00Z");
    show["fields"]["attributes"] = json!([club["key"], calm["key"], captions["key"]]);
    let locales = "/site/config/options/additionalLocales";
    let before = owner.draft()["content"].pointer(locales).cloned().unwrap_or(Value::Null);
    owner.edit(locales, &before, &json!(["fr-FR"]));
    owner.edit("/attributes", &json!([]), &json!([club, calm, captions]));
    owner.edit("/shows/hand-1", &Value::Null, &show);
    owner.publish();
    let names = |path: &str| {
        let page =
            site.page_once(path, |page| page.data()["attributes"]["Showtime.Event.SofaClub"].is_object());
        let attributes = page.data()["attributes"].clone();
        let of = |key: &str| (attributes[key]["label"].clone(), attributes[key]["short"].clone());
        [
            of("Showtime.Event.SofaClub"),
            of("Showtime.Accessibility.Relaxed"),
            of("Showtime.Accessibility.OpenCaption"),
        ]
    };
    let text = |label: &str, short: &str| (json!(label), json!(short));
    assert_eq!(
        names("/movies/2-kestrel/"),
        [text("Sofa club", "SOFA"), text("Calm", "RLX"), text("Open captions", "CAPT")]
    );
    let [club, calm, captions] = names("/fr/movies/2-kestrel/");
    assert_eq!(club, text("Club canapé", "CANAPÉ"));
    assert_eq!(calm.0, json!("Calm"), "without a name in the language, it is that of the site");
    assert!(captions.1 == "CAPT" && captions.0 != "Open captions" && captions.0 != "", "{captions:?}");
    // A tag that does not fit is refused where it is.
    let long = json!([{ "key": "A.B", "group": "special", "label": "B", "short": "TOOLONG" }]);
    let refused = owner.draft()["content"]["attributes"].clone();
    owner.edit("/attributes", &refused, &long);
    let problem =
        |owner: &super::Browser<'_>| owner.draft()["problems"][0]["pointer"].as_str().unwrap().to_owned();
    assert!(problem(&owner).starts_with("/attributes/0"), "{}", owner.draft()["problems"]);
    let nameless = json!([{ "key": "A.B", "group": "special", "label": "", "short": "B" }]);
    owner.edit("/attributes", &long, &nameless);
    assert!(problem(&owner).starts_with("/attributes/0"), "{}", owner.draft()["problems"]);
}
