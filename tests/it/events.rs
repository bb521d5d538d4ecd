//! `/events/` and `/events/{id}-{slug}/`

use marquee_tests::{Acme, CLOCK, Data, Member, Page, Reply, film, show, theater};
use serde_json::{Value, json};

#[test]
fn route_15_route_16_events_are_listed_soonest_first() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("localhost").page("/events/");
    assert_eq!(page.one("h1").text, "Events");
    let titles: Vec<_> = page.all("h2").chain(page.all("h3")).map(|h| h.text.as_str()).take(4).collect();
    assert_eq!(titles, ["Ostinato preview and Q&A", "Silent Sundays", "Moonlight marathon", "Rusalka, live"]);
    assert!(page.text().contains("Today · 9:30 PM") && page.text().contains("Every Sunday · 4:00 PM"));
}

#[test]
fn an_event_page_has_its_films_and_their_shows() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    let page = site.page("/events/4101-ostinato-preview-and-q-and-a/");
    assert_eq!(page.one("h1").text, "Ostinato preview and Q&A");
    assert!(page.films().contains(&"Ostinato".to_owned()), "{:?}", page.films());
    assert_eq!(site.get("/events/4106-little-seats/").status, 404, "an event of another site");
    assert_eq!(site.get("/events/410/").status, 404, "a part of an id is no id");
}

#[test]
fn ent_06_events_appear_and_disappear_on_time_on_cached_pages() {
    let site = Acme::single().file("theaters", json!([theater("1", "Acme")])).file(
        "events",
        json!([
            { "id": "1", "title": "Ends soon", "slug": "ends-soon", "visibleTo": "2026-11-20T18:00:05-05:00" },
            { "id": "2", "title": "Starts soon", "slug": "starts-soon", "visibleFrom": "2026-11-20T18:00:05-05:00" },
        ]),
    );
    let server = Data::with(&[&site]).serve("2026-11-20T18:00:00-05:00");
    let acme = server.site("acme.example");
    for path in ["/events/", "/search/"] {
        let _ = acme.page(path);
    }
    for path in ["/events/", "/search/"] {
        let shown = |page: &Page, title: &str| page.data().to_string().contains(title);
        let _ = acme.page_once(path, |page| shown(page, "Starts soon") && !shown(page, "Ends soon"));
    }
}

/// Silent films on Sundays: the first with the film of the series, the second with another, the third without show.
fn series(more: &Value) -> Acme {
    let mut silent = json!({
        "id": "1", "title": "Silent Sundays", "slug": "silent-sundays", "weekly": 7,
        "dates": [
            { "date": "2026-11-20", "time": "16:00:00" },
            { "date": "2026-11-29", "movieId": "2" },
            { "date": "2026-12-06", "hired": true },
        ],
        "movieIds": ["1"], "theaterIds": ["T1"],
    });
    silent.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Acme::circuit()
        .set("/settings/ticketingUrl", json!("https://t.example"))
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .file("theaters", json!([theater("T1", "Canal Street"), theater("T2", "Old Mill")]))
        .file("movies", json!([film("1", "Low Tide"), film("2", "Kestrel")]))
        .file(
            "showtimes",
            json!([
                show("early", "T1", "1", "2026-11-22T15:00:00Z", "2026-11-22"),
                show("tide", "T1", "1", "2026-11-22T21:00:00Z", "2026-11-22"),
                show("kestrel", "T1", "2", "2026-11-29T21:00:00Z", "2026-11-29"),
            ]),
        )
        .file("events", json!([silent]))
}

/// The booking links of the times of an event's page.
fn bookings(page: &Page) -> Vec<String> {
    let times = page.data()["page"]["times"].as_array().unwrap().clone();
    let shows = times.iter().flat_map(|film| film["shows"].as_array().unwrap().clone());
    shows.map(|show| show["href"].as_str().unwrap_or_default().to_owned()).collect()
}

const SERIES: &str = "/events/1-silent-sundays/";

#[test]
fn ent_06_a_date_of_a_series_has_its_film_or_no_show() {
    let server = Data::with(&[&series(&json!({}))]).serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page(SERIES);
    assert!(page.text().contains("Every Sunday · 4:00 PM"), "{}", page.text());
    assert_eq!(bookings(&page), ["https://t.example/book?perf=tide"], "not the show before the time");
    let days = &page.data()["page"]["days"];
    assert_eq!(days[0]["when"], "Sun, Nov 22 · 4:00 PM");
    assert_eq!(days[1]["film"]["label"], "Kestrel");
    assert_eq!(days[1]["film"]["href"], "/movies/2-kestrel/?day=2026-11-29");
    assert_eq!(
        (&days[2]["when"], &days[2]["note"]),
        (&json!("Sun, Dec 6"), &json!("No show, theater hired"))
    );
    assert!(page.text().contains("No show, theater hired"), "{}", page.text());
    assert_eq!(page.data()["page"]["films"].as_array().unwrap().len(), 2);
    let graph = page.graph();
    let event = graph.iter().find(|node| node["@type"] == "Event").expect("the event");
    let sub_events = event["subEvent"].as_array().unwrap();
    assert_eq!(sub_events.len(), 1, "{event}");
    assert_eq!(
        (&sub_events[0]["@type"], &sub_events[0]["name"]),
        (&json!("ScreeningEvent"), &json!("Kestrel"))
    );
    assert_eq!(sub_events[0]["startDate"], "2026-11-29T16:00-05:00");
    server.stop();

    let server = Data::with(&[&series(&json!({}))]).serve("2026-11-23T10:00:00-05:00");
    let site = server.site("acme.example");
    let page = site.page(SERIES);
    assert!(page.text().contains("Every Sunday · 4:00 PM · Next: Kestrel"), "{}", page.text());
    assert_eq!(bookings(&page), ["https://t.example/book?perf=kestrel"]);
    assert!(site.page("/events/").text().contains("Next: Kestrel"), "also in the list");
    server.stop();

    let server = Data::with(&[&series(&json!({}))]).serve("2026-12-06T10:00:00-05:00");
    let page = server.site("acme.example").page(SERIES);
    assert_eq!(page.data()["page"]["days"][0]["note"], "No show, theater hired");
    let start = page.graph().iter().find(|node| node["@type"] == "Event").unwrap()["startDate"].clone();
    assert_eq!(start, "2026-12-13T16:00-05:00", "the next date with a show");
}

#[test]
fn an_event_has_a_price_and_is_left_out_of_the_home_page() {
    let price = json!({ "priceFrom": { "amount": 1500, "currency": "USD" } });
    let server = Data::with(&[&series(&price)]).serve(CLOCK);
    let site = server.site("acme.example");
    for path in ["/events/", "/", SERIES] {
        assert!(site.page(path).text().contains("4:00 PM · From $15"), "{path}: {}", site.page(path).text());
    }
    let graph = site.page(SERIES).graph();
    let offer = &graph.iter().find(|node| node["@type"] == "Event").unwrap()["offers"];
    assert_eq!((&offer["price"], &offer["priceCurrency"]), (&json!("15.00"), &json!("USD")));
    assert_eq!(offer["url"], "https://acme.example/events/1-silent-sundays/");
    server.stop();

    let server = Data::with(&[&series(&json!({ "onHome": false }))]).serve(CLOCK);
    let site = server.site("acme.example");
    assert!(!site.page("/").text().contains("Silent Sundays"));
    assert!(site.page("/events/").text().contains("Silent Sundays"));
}

#[test]
fn booking_links_of_an_event_for_members_first_are_on_its_page_only_until_everybody_can_book() {
    let until = json!({ "membersFirstUntil": "2026-11-20T18:00:05-05:00" });
    let server = Data::with(&[&series(&until)]).serve("2026-11-20T18:00:00-05:00");
    let site = server.site("acme.example");
    let others = ["/movies/1-low-tide/?day=2026-11-22", "/showtimes/?day=2026-11-22"];
    for path in others {
        let text = site.page(path).data().to_string();
        assert!(text.contains(SERIES) && !text.contains("book?perf=tide"), "{path}: {text}");
        assert!(text.contains("book?perf=early"), "{path}: a show that is not of the event");
    }
    assert!(site.get("/api/calendar/movie/1.ics").text().replace("\r\n ", "").contains(SERIES));
    let sessions = site.get("/api/programme/T1.json").json()["sessions"].clone();
    let session = |id: &str| {
        let all = sessions.as_array().unwrap().iter();
        all.clone().find(|s| s["session_id"] == id).unwrap().clone()
    };
    assert_eq!(session("tide")["booking_url"], format!("https://acme.example{SERIES}"), "open data");
    assert_eq!(session("early")["booking_url"], "https://t.example/book?perf=early", "open data");
    let page = site.page(SERIES);
    let sentence = "Members book first. For everyone from Friday, November 20, 6:00 PM.";
    assert!(page.text().contains(sentence), "{}", page.text());
    assert_eq!(page.data()["page"]["membersFirst"]["link"]["href"], "/login/");
    assert_eq!(bookings(&page), ["https://t.example/book?perf=tide"], "shown to signed-in members");
    for path in others {
        site.wait_for_page(path, |page| page.data().to_string().contains("book?perf=tide"));
    }
    site.wait_for_page(SERIES, |page| !page.text().contains("Members book first"));
    for path in ["/api/programme/T1.json", "/api/calendar/movie/1.ics"] {
        site.wait_for(path, |reply| reply.text().replace("\r\n ", "").contains("book?perf=tide"));
    }
    server.stop();

    let without_members = series(&until).set("/settings/loginPage", json!({ "slug": "" }));
    let server = Data::with(&[&without_members]).serve("2026-11-20T18:00:00-05:00");
    let site = server.site("acme.example");
    assert!(!site.page(SERIES).text().contains("Members book first"), "nobody could sign in");
    assert!(site.page(others[0]).data().to_string().contains("book?perf=tide"));
}

#[test]
fn ent_06_the_code_of_a_show_for_members_first_books_it_for_signed_in_members() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let show = "aster-harbor-1-11282359";
    let data = format!("requestData=%7B%22perfCode%22%3A%22{show}%22%7D");
    let paths = [
        format!("/ticketing/?theaterCode=aster-harbor&perfCode={show}"),
        format!("/fr/startticketing/?perfCode={show}"),
        format!("/api/startticketing/redirect?{data}"),
    ];
    let location = |reply: &Reply| (reply.status, reply.required_header("location"));
    let event = "/events/4103-moonlight-marathon/";
    for (path, page) in paths.iter().zip([event, &format!("/fr{event}"), event]) {
        assert_eq!(location(&site.get(path)), (302, page.to_owned()), "{path}");
    }
    let open_data = site.get("/api/programme/aster-harbor.json").json();
    let sessions = open_data["sessions"].as_array().unwrap();
    let session = sessions.iter().find(|s| s["session_id"] == show).unwrap();
    assert_eq!(session["booking_url"].as_str().unwrap().split_once("/events/").unwrap().1, &event[8..]);
    assert!(session["perf_code"].is_null(), "{session}");
    let member = Member::page(&site).signed_in("aster", "noor", "five-houses-one-card");
    for path in &paths {
        let (status, to) = location(&member.to(path, "GET", "text/plain", "", &[]));
        assert!(status == 302 && to.contains("/startticketing") | to.contains("/ticketing"), "{path}: {to}");
        assert!(to.contains(&format!("perfCode={show}")), "{path}: {to}");
    }
    let other = site.get("/ticketing/?perfCode=aster-harbor-4-11211650");
    assert!(location(&other).1.contains("perfCode=aster-harbor-4-11211650"), "everybody books other shows");
}

#[test]
fn a_date_without_show_has_no_film() {
    let dates = json!({ "dates": [{ "date": "2026-12-06", "hired": true, "movieId": "2" }] });
    let folder = series(&dates).folder();
    let checked = Data::command(&["check", &folder.path().to_string_lossy()]).output().unwrap();
    let text = String::from_utf8(checked.stdout).unwrap();
    assert!(!checked.status.success() && text.contains("[0].dates[0].movieId"), "{text}");
}
