//! Systems that are asked with a request of their own, or several times.

use serde_json::{Value, json};

use super::{Browser, Content, Office, System, connect, counts, office, run, settings, shows};

/// Connects a feed of the first theater at a path of the system.
fn connect_to(owner: &Browser<'_>, system: &System, (path, theater): (&str, &str), format: Value) -> String {
    let mut settings = settings(system);
    settings["format"] = format;
    settings["address"] = json!(system.url(path));
    settings["theaters"] = json!([{ "feed": theater, "theater": "T1" }]);
    connect(owner, &settings)
}

/// Everything that a path has not is 404.
fn only_pages() -> (System, Office) {
    let system = System::new("");
    system.respond_with(Content::Raw(
        b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_vec(),
    ));
    let office = office(&system);
    (system, office)
}

fn requested(system: &System) -> Vec<String> {
    system.heads().iter().map(|head| head.split(' ').nth(1).unwrap_or_default().to_owned()).collect()
}

#[test]
fn each_day_of_vista_is_requested() {
    let (system, office) = only_pages();
    let owner = office.owner();
    let at = |path: &str| format!("wsvistawebclient/ocapi/v1/{path}?siteids=t1");
    let days = ["2026-11-10", "2026-11-21", "2026-11-22"];
    let listed: Vec<Value> = days.iter().map(|day| json!({ "businessDate": day })).collect();
    system.page(&at("film-screening-dates"), &json!({ "filmScreeningDates": listed }));
    for day in &days[1..] {
        let show = json!({
            "id": format!("T1-{day}"), "filmId": "F1", "siteId": "T1", "screenId": "S1", "attributeIds": [],
            "schedule": { "businessDate": day, "startsAt": format!("{day}T19:30:00-05:00") },
        });
        let related = json!({
            "sites": [{ "id": "T1", "name": { "text": "One" }, "ianaTimeZoneName": "America/New_York" }],
            "films": [{ "id": "F1", "title": { "text": "Kestrel" }, "runtimeInMinutes": 100 }],
        });
        let value = json!({ "businessDate": day, "showtimes": [show], "relatedData": related });
        system.page(&at(&format!("showtimes/by-business-date/{day}")), &value);
    }
    // The address of one day leads to all.
    let path = "WSVistaWebClient/ocapi/v1/showtimes/by-business-date/2026-11-21?siteIds=T1";
    let feed = connect_to(&owner, &system, (path, "T1"), Value::Null);
    let report = run(&owner, &feed);
    assert_eq!(counts(&report), [2, 0, 0, 0], "{report}");
    assert!(!requested(&system).iter().any(|path| path.contains("2026-11-10")), "days that are over");
    // What was read is kept as an archive, and can be read again.
    let path = format!("acme/feeds/{feed}/runs/{}", report["run"]["id"].as_str().unwrap());
    let response = owner.get(&format!("{path}/response"));
    assert!(response.header("content-disposition").unwrap().contains("responses.zip"));
    let replayed = owner.ok("POST", &format!("{path}/replay"), &json!({}));
    assert_eq!(replayed["plan"]["shows"]["unchanged"], 2, "{replayed}");
    // A day that fails must not look like a day without shows.
    let broken = b"HTTP/1.1 500 Oops\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_vec();
    let day = format!("/{}", at("showtimes/by-business-date/2026-11-22"));
    system.pages.lock().unwrap().insert(day, Content::Raw(broken));
    let failed = run(&owner, &feed);
    assert_eq!((&failed["run"]["result"], &failed["run"]["problem"]), (&json!("failed"), &json!("status")));
    assert_eq!(shows(&owner, "T1"), 2);
}

#[test]
fn the_films_of_a_schedule_of_boxoffice_are_requested() {
    let (system, office) = only_pages();
    let owner = office.owner();
    let theaters = "theaters=%7B%22id%22%3A%22X1%22%2C%22timeZone%22%3A%22America%2FNew_York%22%7D";
    let interface = "api/gatsby-source-boxofficeapi/";
    // The days of an old address are replaced.
    let dates = "from=2026-11-19t00%3a00%3a00&to=2027-01-19t23%3a59%3a59";
    let schedule = json!({ "X1": { "schedule": { "701": { "2026-11-21": [
        { "id": "s1", "startsAt": "2026-11-21T19:30:00", "tags": [] },
    ] } } } });
    system.page(&format!("{interface}schedule?{}&{dates}", theaters.to_lowercase()), &schedule);
    let film =
        json!([{ "id": "701", "title": "The Lock Keeper", "runtime": 6000, "direction": ["Ida Voss"] }]);
    system.page(&format!("{interface}movies?basic=false&ids=701"), &film);
    let path = format!("{interface}schedule?{theaters}&from=2025-01-01T00:00:00&to=2025-02-01T00:00:00");
    let feed = connect_to(&owner, &system, (&path, "X1"), Value::Null);
    let report = run(&owner, &feed);
    assert_eq!(counts(&report), [1, 0, 0, 0], "{report} {:?}", requested(&system));
    let site = office.server.site("acme.example");
    let page = site.page_once("/theaters/t1/", |page| page.text().contains("The Lock Keeper"));
    assert!(page.text().contains("7:30"), "in the zone of the theater");
}

#[test]
fn veezi_is_asked_for_films_and_screens() {
    let (system, office) = only_pages();
    let owner = office.owner();
    let session = json!([{
        "Id": 1, "FilmId": "F1", "Title": "Kestrel", "ScreenId": 1, "PreShowStartTime": "2026-11-21T19:30:00",
        "FeatureStartTime": "2026-11-21T19:45:00", "FeatureEndTime": "2026-11-21T21:30:00", "Status": "Open",
        "ShowType": "Public", "SalesVia": ["WWW"],
    }]);
    system.page("v1/session", &session);
    let film = json!([{ "Id": "F1", "Title": "Kestrel", "ShortName": "Kestrel", "Duration": 105, "Director": "Ida Voss" }]);
    system.page("v4/film", &film);
    let feed = connect_to(&owner, &system, ("v1/session", "T1"), json!("veezi"));
    let report = run(&owner, &feed);
    assert_eq!(counts(&report), [1, 0, 0, 0], "{report}");
    for list in ["/v1/websession", "/v4/film", "/v1/screen", "/v1/attribute", "/v1/site"] {
        assert!(requested(&system).iter().any(|path| path == list), "{list}");
    }
    let film = owner.ok("GET", "acme/films", &Value::Null).to_string();
    assert!(film.contains("Ida Voss") || film.contains("105"), "{film}");
}

#[test]
fn spektrix_is_asked_for_events_and_instances() {
    let (system, office) = only_pages();
    let owner = office.owner();
    system.page(
        "acme/api/v3/events",
        &json!([{ "id": "E1", "name": "Kestrel", "duration": 100, "webEventId": null }]),
    );
    let instance = json!([{
        "id": "I1", "event": { "id": "E1" }, "start": "2026-11-21T19:30:00", "startUtc": "2026-11-22T00:30:00",
        "isOnSale": true, "cancelled": false,
    }]);
    system.page("acme/api/v3/instances", &instance);
    // It names no theater: the trial takes the first, and a person chooses another.
    let trial = owner.ok("POST", "acme/feeds/trial", &json!({ "address": system.url("acme/api/v3/events") }));
    assert_eq!(
        trial["theaters"][0],
        json!({ "id": "T1", "name": "One", "shows": 1, "theater": "T1" }),
        "{trial}"
    );
    let mut settings = settings(&system);
    settings["address"] = json!(system.url("acme/api/v3/events"));
    settings["theaters"] = json!([{ "feed": "T1", "theater": "T2" }]);
    let feed = connect(&owner, &settings);
    let report = run(&owner, &feed);
    assert_eq!((counts(&report), shows(&owner, "T2")), ([1, 0, 0, 0], 1), "{report}");
}

#[test]
fn the_structured_data_of_web_pages_is_read() {
    let (system, office) = only_pages();
    let owner = office.owner();
    let page = |data: &Value| {
        Content::Sheet(format!(
            "<!doctype html><title>Cinema</title><script type=\"application/ld+json\">{data}</script><p>Films"
        ))
    };
    let show = |film: &str, at: &str| {
        json!({
            "@context": "https://schema.org", "@type": "ScreeningEvent", "startDate": at, "location": { "@type": "MovieTheater", "name": "One" },
            "workPresented": { "@type": "Movie", "name": film, "duration": "PT100M" },
        })
    };
    let list = json!({ "@type": "ItemList", "itemListElement": [
        { "@type": "ListItem", "position": 1, "url": "/films/kestrel/" },
        { "@type": "ListItem", "position": 2, "url": system.url("films/low-tide/") },
        { "@type": "ListItem", "position": 3, "url": "https://elsewhere.example/films/3/" },
    ] });
    for (path, data) in [
        ("/films/", &list),
        ("/films/kestrel/", &json!([show("Kestrel", "2026-11-21T19:30:00-05:00")])),
        ("/films/low-tide/", &show("Low Tide", "2026-11-21T21:30:00-05:00")),
    ] {
        system.pages.lock().unwrap().insert(path.to_owned(), page(data));
    }
    // As the editor tries it, without a format.
    let trial = json!({ "address": system.url("films/") });
    let trial = owner.ok("POST", "acme/feeds/trial", &trial);
    assert_eq!(
        trial["theaters"][0],
        json!({ "id": "T1", "name": "One", "shows": 2, "theater": "T1" }),
        "{trial}"
    );
    let feed = connect_to(&owner, &system, ("films/", "T1"), json!("json-ld"));
    let report = run(&owner, &feed);
    assert_eq!(counts(&report), [2, 0, 0, 0], "{report}");
    // One page with all shows needs no other.
    let all = json!({ "@graph": [show("Kestrel", "2026-11-21T19:30:00-05:00")] });
    system.pages.lock().unwrap().insert("/all/".to_owned(), page(&all));
    let before = system.heads().len();
    owner.ok("POST", "acme/feeds/trial", &json!({ "address": system.url("all/") }));
    assert_eq!(system.heads().len(), before + 1);
}

#[test]
fn indy_is_sent_its_query_with_the_number_of_the_cinema() {
    let response = json!({ "data": { "movies": { "data": [{
        "id": "7", "name": "Kestrel", "urlSlug": "kestrel", "duration": 100, "siteId": "T1",
        "showings": [{ "id": "901", "time": "2026-11-22T00:00:00Z", "screenId": "1" }],
    }] } } });
    let system = System::new(&response.to_string());
    let office = office(&system);
    let owner = office.owner();
    let mut settings = settings(&system);
    settings["format"] = json!("indy");
    settings["address"] = json!(system.url("graphql?site_id=85"));
    settings["theaters"] = json!([{ "feed": "T1", "theater": "T1" }]);
    let feed = connect(&owner, &settings);
    let report = run(&owner, &feed);
    assert_eq!(counts(&report), [1, 0, 0, 0], "{report}");
    let sent = system.heads().pop().unwrap();
    for part in [
        "post /graphql?site_id=85 ",
        "content-type: application/json",
        "client-type: consumer",
        "cookie: site_id=85",
        "showings { id time",
        "\"type\":\"all-published\"",
    ] {
        assert!(sent.contains(part), "{part}: {sent}");
    }

    // A saved response is at another address.
    settings["address"] = json!(system.url("saved.json"));
    owner.ok("PUT", &format!("acme/feeds/{feed}"), &settings);
    assert_eq!(counts(&run(&owner, &feed)), [0, 0, 0, 1]);
    assert!(system.heads().pop().unwrap().starts_with("get /saved.json "));

    // A redirect would lose the query.
    let moved = b"HTTP/1.1 302 Found\r\nlocation: /elsewhere/graphql\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    system.respond_with(Content::Raw(moved.to_vec()));
    settings["address"] = json!(system.url("graphql"));
    owner.ok("PUT", &format!("acme/feeds/{feed}"), &settings);
    let failed = run(&owner, &feed);
    assert_eq!(
        (&failed["run"]["result"], &failed["run"]["problem"]),
        (&json!("failed"), &json!("status")),
        "{failed}"
    );
    assert!(!system.heads().iter().any(|head| head.contains("/elsewhere/")));
}
