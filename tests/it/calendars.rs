//! Calendar files and open data

use marquee_tests::{Acme, CLOCK, Data, film, show, theater};
use serde_json::{Value, json};
use url::Url;

fn acme() -> Acme {
    let mut late = show("s2", "T1", "1", "2026-11-22T01:00:00Z", "2026-11-21");
    late["availability"] = json!("cancelled");
    late["endsAt"] = json!("2026-11-22T03:15:00Z");
    let mut title = film("1", "Salt; and, \\ \"Silver\"");
    title["tagline"] =
        json!("A line that is long enough to be folded because it has more than seventy-five octets, é à ü.");
    Acme::circuit()
        .file("theaters", json!([theater("T1", "Downtown"), theater("T2", "Uptown")]))
        .file("movies", json!([title, film("2", "Other")]))
        .file(
            "showtimes",
            json!([
                show("s1", "T1", "1", "2026-11-21T23:00:00Z", "2026-11-21"),
                late,
                show("s3", "T2", "1", "2026-11-22T23:00:00Z", "2026-11-22"),
                show("s4", "T1", "2", "2026-11-22T20:00:00Z", "2026-11-22"),
                show("old", "T1", "1", "2026-11-01T20:00:00Z", "2026-11-01"),
            ]),
        )
}

/// The events of a calendar file: unfolded lines between BEGIN and END.
fn events(text: &str) -> Vec<Vec<String>> {
    assert!(
        text.ends_with("END:VCALENDAR\r\n") && !text.replace("\r\n", "").contains('\n'),
        "lines end in CRLF"
    );
    assert!(text.split("\r\n").all(|line| line.len() <= 75), "lines are folded at 75 octets");
    let unfolded = text.replace("\r\n ", "");
    unfolded
        .split("BEGIN:VEVENT\r\n")
        .skip(1)
        .map(|e| e.split("END:VEVENT").next().unwrap().lines().map(str::to_owned).collect())
        .collect()
}

#[test]
fn a_show_is_a_calendar_event_in_utc() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let reply = site.get("/api/calendar/show/s1.ics");
    assert_eq!(
        (reply.status, reply.required_header("content-type").as_str()),
        (200, "text/calendar; charset=utf-8")
    );
    let all = events(&reply.text());
    let [entry] = &all[..] else { panic!("one entry") };
    for line in [
        "UID:s1@acme.example",
        "DTSTART:20261121T230000Z",
        // The film is 100 minutes long.
        "DTEND:20261122T004000Z",
        "STATUS:CONFIRMED",
        "LOCATION:Downtown",
        "URL:https://t.example/book?perf=s1",
        "SUMMARY:Salt\\; and\\, \\\\ \"Silver\"",
    ] {
        assert!(entry.iter().any(|l| l == line), "{line} in {entry:#?}");
    }
    // When the file was made: the server's clock goes on from its start.
    let is_made = |line: &String| line.starts_with("DTSTAMP:20261120T2248") && line.ends_with('Z');
    assert!(entry.iter().any(is_made), "{entry:#?}");
    let canceled = events(&site.get("/api/calendar/show/s2.ics").text());
    assert!(canceled[0].iter().any(|l| l == "STATUS:CANCELLED"));
    assert!(canceled[0].iter().any(|l| l == "DTEND:20261122T031500Z"), "the end the feed gives");
    for nothing in [
        "/api/calendar/show/s9.ics",
        "/api/calendar/movie/9.ics",
        "/api/calendar/theater/T9.ics",
        "/api/calendar/x/1.ics",
    ] {
        assert_eq!(site.get(nothing).status, 404, "{nothing}");
    }
}

#[test]
fn calendars_of_films_and_theaters_have_upcoming_shows() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let ids = |path: &str| -> Vec<String> {
        let all = events(&site.get(path).text());
        let uid = |e: &Vec<String>| e.iter().find_map(|l| l.strip_prefix("UID:")).unwrap().to_owned();
        all.iter().map(|e| uid(e).split('@').next().unwrap().to_owned()).collect()
    };
    assert_eq!(ids("/api/calendar/movie/1.ics"), ["s1", "s2", "s3"]);
    assert_eq!(ids("/api/calendar/theater/T1.ics"), ["s1", "s2", "s4"]);
    let page = site.page("/theaters/t1/");
    assert_eq!(page.data()["page"]["calendarHref"], "/api/calendar/theater/T1.ics");
}

#[test]
fn the_dates_of_an_event_are_a_calendar_file() {
    let mut downtown = theater("T1", "Downtown");
    downtown["closures"] = json!([{ "from": "2026-12-13", "to": "2026-12-13" }]);
    let site = acme().file("theaters", json!([downtown, theater("T2", "Uptown")])).file(
        "events",
        json!([
            {
                "id": "1", "title": "Silent Sundays", "slug": "silent", "weekly": 7, "summary": "With piano",
                "dates": [
                    { "date": "2026-11-20", "time": "16:00:00" },
                    { "date": "2026-11-29", "movieId": "2" },
                    { "date": "2026-12-06", "hired": true },
                ],
                "movieIds": ["1"], "theaterIds": ["T1"],
            },
            { "id": "2", "title": "Open day", "slug": "open-day", "dates": [{ "date": "2026-11-29" }] },
            { "id": "3", "title": "Over", "slug": "over", "dates": [{ "date": "2026-11-01" }] },
        ]),
    );
    let server = Data::with(&[&site]).serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page("/events/1-silent/");
    assert!(page.links_to("/api/calendar/event/1.ics"), "{}", page.text());
    let reply = site.get("/api/calendar/event/1.ics");
    assert_eq!(reply.required_header("content-type"), "text/calendar; charset=utf-8");
    let dates = events(&reply.text());
    let starts: Vec<&str> =
        dates.iter().flatten().filter_map(|line| line.strip_prefix("DTSTART:")).take(3).collect();
    // Not the week in which the theater is hired, and not the one in which it is closed.
    assert_eq!(starts, ["20261122T210000Z", "20261129T210000Z", "20261220T210000Z"]);
    for line in [
        "UID:event-1-2026-11-29@acme.example",
        "DTEND:20261129T224000Z",
        "SUMMARY:Silent Sundays: Other",
        "LOCATION:Downtown",
        "URL:https://acme.example/events/1-silent/",
        "DESCRIPTION:With piano\\nhttps://acme.example/events/1-silent/",
    ] {
        assert!(dates[1].iter().any(|l| l == line), "{line} in {:#?}", dates[1]);
    }
    assert!(dates[0].iter().any(|l| l == "SUMMARY:Silent Sundays"), "{:#?}", dates[0]);
    let day = events(&site.get("/api/calendar/event/2.ics").text());
    assert!(day[0].iter().any(|l| l == "DTSTART;VALUE=DATE:20261129"), "a day without a time: {day:#?}");
    assert!(day[0].iter().any(|l| l == "LOCATION:Downtown\\, Uptown"), "{day:#?}");
    assert!(!site.page("/events/3-over/").text().contains("Calendar"));
    for nothing in ["/api/calendar/event/3.ics", "/api/calendar/event/9.ics"] {
        assert_eq!(site.get(nothing).status, 404, "{nothing}");
    }
}

/// Uses an independent parser.
#[test]
fn calendars_have_addresses_in_the_order_of_the_country_and_ids_without_port() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    for (theater, place) in [
        ("aster-canal-street", "Canal Street, 12 Canal Street, Port Ellery, MI 49190"),
        ("aster-saint-elme", "Quai Saint-Elme, 7 quai Saint-Elme, 29999 Port-Aubin"),
    ] {
        let text = site.get(&format!("/api/calendar/theater/{theater}.ics")).text();
        let mut files = ical::IcalParser::new(text.as_bytes());
        let calendar = files.next().expect("a calendar").expect("of RFC 5545");
        assert!(files.next().is_none(), "one calendar in a file");
        assert!(calendar.events.len() > 10, "{text}");
        for event in calendar.events {
            let value = |name: &str| {
                let property = event.properties.iter().find(|property| property.name == name);
                property.and_then(|property| property.value.clone()).unwrap_or_default()
            };
            assert_eq!(value("LOCATION").replace("\\,", ","), place);
            assert!(
                value("UID").starts_with(theater) && value("UID").ends_with("@aster.localhost"),
                "{}",
                value("UID")
            );
            for property in ["DTSTAMP", "DTSTART", "DTEND"] {
                assert!(value(property).ends_with('Z'), "{property} {}", value(property));
            }
        }
    }
}

#[test]
fn the_schedule_is_exported_as_open_data_that_can_be_imported() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let list = site.get("/api/programme.json");
    assert_eq!(list.required_header("access-control-allow-origin"), "*");
    let cinemas = list.json()["cinemas"].as_array().unwrap().clone();
    assert_eq!(cinemas.iter().map(|c| c["cinema_id"].as_str().unwrap()).collect::<Vec<_>>(), ["T1", "T2"]);
    assert_eq!(cinemas[0]["programme"], "https://acme.example/api/programme/T1.json");
    let reply = site.get("/api/programme/T1.json");
    assert_eq!(reply.required_header("access-control-allow-origin"), "*");
    assert_eq!(reply.required_header("content-type"), "application/json");
    let schedule = reply.json();
    assert_eq!(schedule["spec"], "cinemashowtimes-json/1.0");
    assert_eq!(schedule["sessions"].as_array().unwrap().len(), 3, "{schedule}");
    let data = Data::with(&[&Acme::circuit().named("copy", "copy.example")]);
    let feed = data.file("schedule.json");
    std::fs::write(&feed, reply.text()).unwrap();
    let report = data.file("report.json");
    let args = ["import", "--site", "copy", "--format", "cinemashowtimes", "--report"];
    data.run(&[&args[..], &[report.to_str().unwrap(), feed.to_str().unwrap()]].concat()).stdout_of_success();
    let report: Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
    assert_eq!(report["counts"]["showtimes"]["added"], 3);
    assert_eq!(report["leftOut"], json!([]));
    assert_eq!(site.get("/api/programme/T9.json").status, 404);
}

#[test]
fn the_schedule_is_exported_as_a_table_that_an_import_reads_back() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let cinemas = site.get("/api/programme.json").json()["cinemas"].clone();
    assert_eq!(cinemas[0]["table"], "https://acme.example/api/programme/T1.csv");
    assert_eq!(cinemas[0]["calendar"], "https://acme.example/api/calendar/theater/T1.ics");
    let reply = site.get("/api/programme/T1.csv");
    assert_eq!(reply.required_header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(reply.required_header("access-control-allow-origin"), "*");
    let rows: Vec<String> = reply.text().lines().map(str::to_owned).collect();
    assert!(
        rows[0].ends_with("Date,Time,Film,Theater,Screen,Length,Rating,Attributes,Price,Booking link"),
        "{rows:?}"
    );
    assert_eq!(rows.len(), 1 + 2, "a row for each show that is not canceled: {rows:?}");
    // An import of the table into the same site has the same shows at the same times.
    let data = Data::with(&[&acme().named("copy", "copy.example")]);
    let (table, report) = (data.file("showtimes.csv"), data.file("report.json"));
    std::fs::write(&table, reply.text()).unwrap();
    let args = ["import", "--site", "copy", "--format", "spreadsheet", "--allow-empty", "--report"];
    data.run(&[&args[..], &[report.to_str().unwrap(), table.to_str().unwrap()]].concat()).stdout_of_success();
    let report: Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
    assert_eq!(report["leftOut"], json!([]));
    let copy = data.serve(CLOCK);
    let starts = |schedule: &Value| -> Vec<Value> {
        let held = schedule["sessions"].as_array().unwrap().iter().filter(|s| s["status"] != "cancelled");
        held.map(|s| s["start_time_utc"].clone()).collect()
    };
    let own = starts(&site.get("/api/programme/T1.json").json());
    assert_eq!(own.len(), 2);
    assert_eq!(starts(&copy.site("copy.example").get("/api/programme/T1.json").json()), own);
    for unknown in ["/api/programme/T9.csv", "/api/programme/T1.xml", "/api/programme/T1"] {
        assert_eq!(site.get(unknown).status, 404, "{unknown}");
    }
}

#[test]
fn new_films_are_announced_as_rss_with_permanent_ids() {
    let films = json!([film("1", "First"), film("2", "Other")]);
    let server = Data::with(&[&acme().file("movies", films)]).serve(CLOCK);
    let site = server.site("acme.example");
    let reply = site.get("/api/films.rss");
    assert_eq!(reply.required_header("content-type"), "application/rss+xml; charset=utf-8");
    assert_eq!(reply.required_header("access-control-allow-origin"), "*");
    let text = reply.text();
    let document = roxmltree::Document::parse(&text).unwrap();
    let items: Vec<_> = document.descendants().filter(|node| node.has_tag_name("item")).collect();
    assert!(!items.is_empty(), "{text}");
    for item in items {
        let value = |name: &str| {
            item.children()
                .find(|node| node.has_tag_name(name))
                .and_then(|node| node.text())
                .unwrap_or_default()
        };
        assert!(value("link").starts_with("https://acme.example/"), "{text}");
        let guid = value("guid").strip_prefix("https://acme.example").unwrap();
        let page = site.get(guid);
        assert_eq!(page.status, 302, "{guid} leads to the film");
        let film = Url::parse("https://acme.example").unwrap().join(&page.required_header("location"));
        assert_eq!(Url::parse(value("link")), film, "{guid}");
        assert!(jiff::fmt::rfc2822::parse(value("pubDate")).is_ok(), "{text}");
    }
}

#[test]
fn programs_learn_from_llms_txt_where_to_read() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let reply = site.get("/llms.txt");
    assert_eq!(reply.required_header("content-type"), "text/plain; charset=utf-8");
    let text = reply.text();
    assert!(text.starts_with("# "), "{text}");
    let addresses: Vec<&str> =
        text.split("](https://acme.example").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(addresses.len() >= 9, "{text}");
    for address in addresses.into_iter().filter(|address| *address != "/api/mcp") {
        assert_eq!(site.get(address).status, 200, "{address}");
    }
}
