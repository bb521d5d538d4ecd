//! `marquee import`

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use marquee_tests::{Acme, CLOCK, CommandResult, Data, MockServer, film, png, root, show, theater};
use serde_json::{Value, json};

/// Noon on a Thursday within the schedule of the samples.
const BOXOFFICE: &str = "2025-03-27T12:00:00Z";
const SHOWTIMES: &str = "2025-10-25T12:00:00Z";

fn sample(format: &str) -> String {
    root().join("fixtures/feeds").join(format).display().to_string()
}

fn import(data: &Data, format: &str, feed: &str) -> (CommandResult, Value) {
    let report = data.file("report.json");
    drop(std::fs::remove_file(&report));
    let report_to = report.to_str().unwrap();
    let args = ["import", "--site", "acme", "--format", format, "--no-pictures", "--report", report_to, feed];
    let done = data.run(&args);
    let json = std::fs::read(&report).map_or(Value::Null, |bytes| serde_json::from_slice(&bytes).unwrap());
    (done, json)
}

fn written(data: &Data, name: &str, bytes: &[u8]) -> String {
    let path = data.file(name);
    std::fs::write(&path, bytes).unwrap();
    path.display().to_string()
}

fn changes(report: &Value) -> i64 {
    let kinds = report["counts"].as_object().unwrap().values();
    kinds.flat_map(|c| ["added", "changed", "removed"].map(|k| c[k].as_i64().unwrap())).sum()
}

#[test]
fn importing_a_boxoffice_feed_again_changes_nothing() {
    let data = Data::with(&[&Acme::circuit()]);
    let (done, report) = import(&data, "boxoffice", &sample("boxoffice"));
    let out = done.stdout_of_success();
    assert_eq!(report["counts"]["theaters"]["added"], 2, "{out}");
    assert_eq!(report["counts"]["movies"]["added"], 5, "{out}");
    assert_eq!(report["counts"]["events"]["added"], 2, "{out}");
    let left_out: Vec<&str> =
        report["leftOut"].as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect();
    assert!(left_out.iter().any(|l| l.contains("999999")), "a film that is in no list: {left_out:?}");
    let shows = report["counts"]["showtimes"]["added"].as_u64().unwrap();
    let skipped = left_out.iter().filter(|l| l.contains("schedule/")).count() as u64;
    assert_eq!(shows + skipped, 40, "every showtime is taken or named: {out}");
    assert!(out.contains("rows read") && out.contains("skipped"), "{out}");

    let (again, second) = import(&data, "boxoffice", &sample("boxoffice"));
    again.stdout_of_success();
    assert_eq!(changes(&second), 0, "{second}");
    assert_eq!(second["counts"]["showtimes"]["unchanged"], shows);

    let server = data.serve(BOXOFFICE);
    let site = server.site("acme.example");
    let theaters = site.page("/theaters/");
    assert!(
        theaters.text().contains("Brightside") && theaters.text().contains("Quai"),
        "{}",
        theaters.text()
    );
    let house = theaters.links().find(|a| a.text == "Brightside").unwrap().get("href").to_owned();
    let late = site.page(&format!("{house}?day=2025-03-28"));
    assert!(late.text().contains("12:30 AM"), "00:30 belongs to the evening before: {}", late.text());
    assert!(!late.text().contains("10:30 AM"), "a private hire is not shown: {}", late.text());
    let scripted = site.page(&format!("{house}?day=2025-03-30"));
    assert!(scripted.text().contains("7:00 PM"), "{}", scripted.text());
    assert!(!scripted.html.contains("javascript:"), "a link that runs script is no link");
    assert!(scripted.all("a").all(|a| !a.text.starts_with("7:00 PM")), "it is sold at the box office");
}

#[test]
fn security_6_5_settings_of_a_feed_pass_the_checks_of_a_site_file() {
    let data = Data::with(&[&Acme::circuit()]);
    let folder = data.file("feed");
    for part in ["page-data", "schedule"] {
        std::fs::create_dir_all(folder.join(part)).unwrap();
        for entry in std::fs::read_dir(Path::new(&sample("boxoffice")).join(part)).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), folder.join(part).join(entry.file_name())).unwrap();
        }
    }
    let settings = json!({ "1": { "settings": { "cookieBannerDidomiId": "x\"><script>", "ticketingUrl": "javascript:alert(1)" } } });
    std::fs::write(folder.join("page-data/a-first.json"), settings.to_string()).unwrap();
    let feed = folder.display().to_string();
    let (done, _) = import(&data, "boxoffice", &feed);
    let out = done.stdout_of_success();
    for key in ["cookieBannerDidomiId", "ticketingUrl"] {
        assert!(out.contains(&format!("setting {key} was skipped: ")), "{out}");
    }
    assert!(!out.contains("setting name was skipped"), "{out}");
}

#[test]
fn texts_of_a_feed_are_shown_verbatim_and_cannot_run_scripts() {
    let data = Data::with(&[&Acme::circuit()]);
    import(&data, "boxoffice", &sample("boxoffice")).0.stdout_of_success();
    let text =
        std::fs::read_to_string(root().join("fixtures/feeds/boxoffice/page-data/allMovie.json")).unwrap();
    let feed: Value = serde_json::from_str(&text).unwrap();
    let server = data.serve(BOXOFFICE);
    let site = server.site("acme.example");
    for node in feed["data"]["allMovie"]["nodes"].as_array().unwrap() {
        let id = node["id"].as_str().unwrap();
        let title = node["title"].as_str().unwrap();
        let to = site.get(&format!("/permalink/movie/{id}")).required_header("location");
        let page = site.page(&to);
        let shown = page.one("h1").text.as_str();
        let local = node["localizations"].as_array().and_then(|all| all.iter().find(|l| l["locale"] == "en"));
        let titles = [title, local.and_then(|l| l["title"].as_str()).unwrap_or(title)];
        assert!(titles.iter().any(|t| t.split_whitespace().eq(shown.split_whitespace())), "{id}: {shown}");
        assert_eq!(page.all("script").count(), 3, "{id}: two data blocks and the entry");
    }
}

#[test]
fn importing_a_cinemashowtimes_feed_again_changes_nothing() {
    let data = Data::with(&[&Acme::circuit()]);
    let (done, report) = import(&data, "cinemashowtimes", &sample("cinemashowtimes"));
    let out = done.stdout_of_success();
    assert_eq!(report["counts"]["theaters"]["added"], 2, "{out}");
    assert_eq!(report["counts"]["movies"]["added"], 7, "{out}");
    let shows = report["counts"]["showtimes"]["added"].as_u64().unwrap();
    let skipped = report["leftOut"].as_array().unwrap().len() as u64;
    assert_eq!(shows + skipped, 22, "every session is taken or named: {report}");
    let (again, second) = import(&data, "cinemashowtimes", &sample("cinemashowtimes"));
    again.stdout_of_success();
    assert_eq!(changes(&second), 0, "{second}");
    let server = data.serve(SHOWTIMES);
    let site = server.site("acme.example");
    let theaters = site.page("/theaters/");
    let north = theaters.links().find(|a| a.text == "North House").unwrap().get("href").to_owned();
    let twice = site.page(&format!("{north}?day=2025-10-25"));
    let quarter_past = twice.text().matches("1:15 AM").count();
    assert!(quarter_past >= 2, "the hour that happens twice: {}", twice.text());
}

/// A site with the sample schedule, and its list of films.
fn with_schedule() -> (Data, Vec<String>) {
    let data = Data::with(&[&Acme::circuit()]);
    import(&data, "cinemashowtimes", &sample("cinemashowtimes")).0.stdout_of_success();
    let films = films(&data);
    assert!(!films.is_empty());
    (data, films)
}

fn films(data: &Data) -> Vec<String> {
    let server = data.serve(SHOWTIMES);
    let films = server.site("acme.example").page("/movies/").films();
    server.stop();
    films
}

#[test]
fn security_7_5_a_malicious_feed_is_rejected_and_the_schedule_is_kept() {
    let (data, before) = with_schedule();
    let north = std::fs::read(root().join("fixtures/feeds/cinemashowtimes/north-house.json")).unwrap();
    let mut garbled = north.clone();
    garbled[500] = 0xff;
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let cases: [(&str, &[u8], &str); 8] = [
        ("cut.json", &north[..north.len() / 2], "cut.json:"),
        ("garbled.json", &garbled, "UTF-8"),
        ("deep.json", deep.as_bytes(), "deep.json:1:"),
        ("number.json", b"{\"cinema\":{\"lat\":1e999}}", "number.json:1:"),
        ("types.json", b"{\"cinema\":[1],\"films\":{},\"sessions\":\"all\"}", "types.json"),
        ("other.json", b"{\"hello\":\"world\"}", "other.json"),
        ("empty.json", b"", "empty.json"),
        ("page.html", b"<html>", "page.html"),
    ];
    for (name, bytes, expected_message) in cases {
        let feed = written(&data, name, bytes);
        let (done, report) = import(&data, "cinemashowtimes", &feed);
        assert_eq!(done.code, 1, "{name}: {}{}", done.out, done.err);
        assert!(done.err.contains(expected_message), "{name}: {}", done.err);
        assert!(done.err.contains("the schedule is unchanged"), "{name}: {}", done.err);
        assert!(report.is_null(), "{name}");
    }
    assert_eq!(films(&data), before);
}

#[test]
fn security_7_5_a_feed_over_200_mb_is_rejected_immediately() {
    let (data, before) = with_schedule();
    let path = data.file("huge.json");
    let file = std::fs::File::create(&path).unwrap();
    file.set_len(200_000_001).unwrap();
    let start = Instant::now();
    let (done, _) = import(&data, "cinemashowtimes", path.to_str().unwrap());
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(done.err.contains("larger than"), "{}", done.err);
    assert!(start.elapsed().as_secs() < 5, "refused after {:?}", start.elapsed());
    assert_eq!(films(&data), before);
}

#[test]
fn security_7_5_a_feed_with_expanding_entities_is_rejected() {
    let (data, before) = with_schedule();
    let bomb = b"<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"&c;&c;\"><!ENTITY c \"lol\">]><a>&b;</a>";
    for name in ["bomb.xml", "bomb.json"] {
        let feed = written(&data, name, bomb);
        let (done, _) = import(&data, "cinemashowtimes", &feed);
        assert_eq!(done.code, 1, "{name}: {}{}", done.out, done.err);
    }
    assert_eq!(films(&data), before);
}

#[test]
fn an_empty_schedule_is_rejected_by_default() {
    let (data, before) = with_schedule();
    let nothing = json!({ "spec": "cinemashowtimes-json/1.0", "cinema": { "cinema_id": "STH-US-01", "name": "South House",
        "timezone": "America/Chicago" }, "films": [], "auditoria": [], "sessions": [] });
    let folder = data.file("nothing");
    std::fs::create_dir_all(&folder).unwrap();
    let north = json!({ "spec": "cinemashowtimes-json/1.0", "cinema": { "cinema_id": "NTH-UK-01", "name": "North House",
        "timezone": "Europe/London" }, "films": [], "auditoria": [], "sessions": [] });
    std::fs::write(folder.join("a.json"), nothing.to_string()).unwrap();
    std::fs::write(folder.join("b.json"), north.to_string()).unwrap();
    let (done, _) = import(&data, "cinemashowtimes", folder.to_str().unwrap());
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert_eq!(films(&data), before);
}

#[test]
fn markup_is_escaped_and_script_urls_are_dropped() {
    let data = Data::with(&[&Acme::circuit()]);
    let title = "<img src=x onerror=alert(1)> & \u{202e}evil\u{202c}";
    let feed = json!({
        "spec": "cinemashowtimes-json/1.0",
        "cinema": { "cinema_id": "H", "name": "<b>House</b>", "timezone": "UTC", "website": "javascript:alert(1)" },
        "films": [{ "film_id": "F", "title": title, "synopsis": "</script><script>alert(1)</script>" }],
        "auditoria": [{ "auditorium_id": "1", "name": "<i>One</i>" }],
        "sessions": [
            { "session_id": "a", "film_id": "F", "auditorium_id": "1", "start_time_utc": "2025-10-25T18:00:00Z",
              "booking_url": "javascript:alert(1)" },
            { "session_id": "b", "film_id": "F", "auditorium_id": "1", "start_time_utc": "2025-10-25T20:00:00Z",
              "booking_url": "https://t.example/<script>" },
        ],
    });
    let path = written(&data, "feed.json", feed.to_string().as_bytes());
    let (done, report) = import(&data, "cinemashowtimes", &path);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    assert!(
        report["remarks"].to_string().contains("javascript")
            || report["leftOut"].to_string().contains("javascript"),
        "{report}"
    );
    let server = data.serve(SHOWTIMES);
    let site = server.site("acme.example");
    let page = site.page("/movies/");
    assert!(page.text().contains("<img src=x onerror=alert(1)> & "), "{}", page.text());
    for path in ["/", "/movies/", "/theaters/"] {
        let html = site.page(path).html;
        assert!(
            !html.contains("<img src=x") && !html.contains("<b>House") && !html.contains("javascript:"),
            "{path}"
        );
    }
}

/// The shows of the feed that the site marks "few left".
fn shows_with_few_left(acme: &Acme, feed: &Value) -> BTreeSet<String> {
    let data = Data::with(&[acme]);
    let path = written(&data, "feed.json", feed.to_string().as_bytes());
    import(&data, "cinemashowtimes", &path).0.stdout_of_success();
    let server = data.serve(SHOWTIMES);
    let page = server.site("acme.example").page("/showtimes/");
    let booked = page.links().filter_map(|a| Some((a.get("href").strip_prefix("https://t.example/")?, a)));
    booked.filter(|(_, a)| a.text.contains("Few left")).map(|(id, _)| id.to_owned()).collect()
}

#[test]
fn the_few_left_percentage_of_the_site_applies_to_imported_shows() {
    let session = |(hour, sold): (u32, u32)| {
        json!({
            "session_id": format!("sold-{sold}"), "film_id": "F", "auditorium_id": "1",
            "start_time_utc": format!("2025-10-25T{hour}:00:00Z"), "booking_url": format!("https://t.example/{sold}"),
            "seating_capacity": 100, "seats_available": 100 - sold,
        })
    };
    let feed = json!({
        "spec": "cinemashowtimes-json/1.0",
        "cinema": { "cinema_id": "H", "name": "House", "timezone": "UTC" },
        "films": [{ "film_id": "F", "title": "Kestrel" }],
        "auditoria": [{ "auditorium_id": "1", "name": "One" }],
        "sessions": Vec::from([(14, 49), (16, 50), (18, 84), (20, 85), (22, 99)].map(session)),
    });
    let texts = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(shows_with_few_left(&Acme::circuit(), &feed), texts(&["85", "99"]));
    let half = Acme::circuit().set("/config/options/fewLeftPercent", json!(50));
    assert_eq!(shows_with_few_left(&half, &feed), texts(&["50", "84", "85", "99"]));
}

#[test]
fn a_spreadsheet_adds_its_shows_and_names_the_rows_that_it_cannot_read() {
    let acme = Acme::circuit()
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]))
        .file("movies", json!([film("1", "Low Tide"), film("2", "Kestrel")]))
        .file("showtimes", json!([show("a", "T2", "2", "2026-11-21T01:00:00Z", "2026-11-20")]));
    let data = Data::with(&[&acme]);
    let rows = "Date;Time;Film;Theater\n2026-11-20;21:45;low tide;One\n2026-11-20;22:15;Dust & Honey;One\n;;;\nFriday;1;x;One\n";
    let file = written(&data, "week.csv", rows.as_bytes());
    let (done, report) = import(&data, "spreadsheet", &file);
    done.stdout_of_success();
    assert_eq!(
        report["counts"]["showtimes"],
        json!({ "added": 2, "changed": 0, "removed": 0, "unchanged": 0 })
    );
    assert_eq!(report["counts"]["movies"]["added"], 1, "the other films and theaters stay");
    assert!(report["leftOut"][0].as_str().unwrap().contains("/5/Date"), "{report}");
    let (again, second) = import(&data, "spreadsheet", &file);
    again.stdout_of_success();
    assert_eq!(changes(&second), 0, "{second}");
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    assert!(site.page("/movies/1-low-tide/").text().contains("9:45"));
    assert!(site.page("/movies/2-kestrel/").text().contains("8:00"), "the other theater keeps its shows");
}

#[test]
fn a_dry_run_says_what_would_change_and_stores_nothing() {
    let acme = Acme::circuit()
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]))
        .file("movies", json!([film("1", "Low Tide")]))
        .file("showtimes", json!([show("a", "T1", "1", "2036-11-21T01:00:00Z", "2036-11-20")]));
    let data = Data::with(&[&acme]);
    let rows = "Date;Time;Film;Theater\n2036-11-20;21:45;low tide;One\n2036-11-20;22:15;Dust & Honey;One\n";
    let file = written(&data, "week.csv", rows.as_bytes());
    let args = ["import", "--site", "acme", "--format", "spreadsheet", "--dry-run", &file];
    let out = data.run(&args).stdout_of_success();
    assert!(out.contains("nothing is stored"), "{out}");
    assert!(out.contains("One: 2 added, 0 changed, 1 removed, 0 unchanged"), "{out}");
    assert!(out.contains("New films: Dust & Honey") && !out.contains("Two:"), "{out}");
    let (done, report) = import(&data, "spreadsheet", &file);
    done.stdout_of_success();
    assert_eq!(report["counts"]["showtimes"]["added"], 2, "the dry run has stored nothing: {report}");
}

#[test]
fn importing_the_files_of_a_ticketing_system_again_changes_nothing() {
    let acme = Acme::circuit().file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]));
    let data = Data::with(&[&acme]);
    for (format, shows) in [("veezi", 6), ("tapos", 4), ("vista", 4), ("agile", 5), ("icalendar", 6)] {
        let samples = root().join("crates/marquee-feeds/tests/samples").join(format).display().to_string();
        let report = data.file("report.json");
        let run = || -> (CommandResult, Value) {
            let report_to = report.to_str().unwrap();
            let args = [
                "import",
                "--site",
                "acme",
                "--format",
                format,
                "--theater",
                "T1",
                "--no-pictures",
                "--report",
                report_to,
                &samples,
            ];
            let done = data.run(&args);
            (done, serde_json::from_slice(&std::fs::read(&report).unwrap()).unwrap())
        };
        let (done, first) = run();
        done.stdout_of_success();
        assert_eq!(first["counts"]["showtimes"]["added"], shows, "{format}: {first}");
        let (again, second) = run();
        again.stdout_of_success();
        assert_eq!(
            (changes(&second), &second["counts"]["showtimes"]["unchanged"]),
            (0, &json!(shows)),
            "{format}: {second}"
        );
    }
    let samples = root().join("crates/marquee-feeds/tests/samples/tapos").display().to_string();
    let args = ["import", "--site", "acme", "--format", "tapos", "--theater", "T9", &samples];
    let done = data.run(&args);
    assert!(done.code == 1 && done.err.contains("unknown theater \"T9\": must be one of "), "{}", done.err);
}

#[test]
fn invalid_arguments_are_reported() {
    let data = Data::with(&[&Acme::circuit()]);
    let (done, _) = import(&data, "cinemashowtimes", "/no/such/feed.json");
    assert!(done.code == 1 && done.err.contains("/no/such/feed.json"), "{}", done.err);
    let done = data.run(&["import", "--site", "nobody", "--format", "boxoffice", &sample("boxoffice")]);
    assert!(
        done.code == 1 && done.err.contains("unknown site \"nobody\": must be one of acme"),
        "{}",
        done.err
    );
    let done = data.run(&["import", "--site", "acme", "--format", "tmdb", &sample("boxoffice")]);
    assert!(done.code == 1 && done.err.contains("marquee feed add"), "{}", done.err);
    let done = data.run(&["import", "--site", "acme", "--format", "webedia", &sample("boxoffice")]);
    assert!(
        done.code == 2
            && done.err.contains("cinemashowtimes, boxoffice, veezi")
            && done.err.contains("vue or tmdb"),
        "{}",
        done.err
    );
    assert!(Path::new(&sample("boxoffice")).is_dir());
}

#[test]
fn security_5_7_feeds_and_pictures_are_fetched_from_allowed_hosts_only() {
    // In the sample, the pictures of the first film are on an allowed host, those of the second on another.
    let feed =
        std::fs::read_to_string(root().join("fixtures/feeds/cinemashowtimes/north-house.json")).unwrap();
    let mut feed: Value = serde_json::from_str(&feed).unwrap();
    let pictures = MockServer::with(
        [("/orrery.png", png(300, 450, [200, 30, 30])), ("/broken.png", b"<html>no picture</html>".to_vec())]
            .map(|(path, bytes)| (path.to_owned(), bytes))
            .into(),
    );
    let at = |path: &str| json!(format!("http://{}{path}", pictures.host_and_port()));
    for film in feed["films"].as_array_mut().unwrap() {
        film["assets"] = json!({});
    }
    feed["films"][0]["assets"] = json!({
        "poster": { "large": at("/orrery.png") }, "backdrop": { "large": at("/broken.png") },
    });
    feed["films"][1]["assets"] = json!({ "poster": { "large": "http://127.0.0.1:9/inside.png" } });
    let feeds = MockServer::with([("/feed.json".to_owned(), serde_json::to_vec(&feed).unwrap())].into());
    let address = format!("http://{}/feed.json", feeds.host_and_port());

    let data = Data::with(&[&Acme::circuit()]);
    let args = ["import", "--site", "acme", "--format", "cinemashowtimes", &address];
    let stranger = data.run(&args);
    assert_eq!(stranger.code, 1);
    assert!(stranger.err.contains("internal_upstreams") || stranger.err.contains("port"), "{}", stranger.err);
    assert!(feeds.requested_paths().is_empty(), "not even requested");

    let allowed = format!("{},{}", feeds.host_and_port(), pictures.host_and_port());
    let allowed = ["--internal-upstreams", &allowed];
    let out = data.run(&[&args[..], &allowed].concat()).stdout_of_success();
    assert!(out.contains("1 pictures fetched") && out.contains("2 pictures could not be fetched"), "{out}");
    assert!(out.contains("/broken.png") && out.contains("127.0.0.1:9"), "each is named: {out}");

    let server = data.serve(SHOWTIMES);
    let site = server.site("acme.example");
    let page = site.page("/movies/");
    let poster = page.all("img").find(|i| i.get("src").contains("-2x3.jpg")).unwrap().get("src").to_owned();
    let reply = site.get(&poster);
    assert_eq!((reply.status, reply.required_header("content-type").as_str()), (200, "image/jpeg"));

    let again = data.run(&[&args[..], &allowed].concat()).stdout_of_success();
    assert!(again.contains("0 pictures fetched"), "{again}");
    let requested = pictures.requested_paths();
    assert_eq!(requested.iter().filter(|p| *p == "/orrery.png").count(), 1, "fetched once: {requested:?}");
    assert_eq!(requested.iter().filter(|p| *p == "/broken.png").count(), 2, "tried again: {requested:?}");
}

/// Peak memory of a process so far, in MB.
fn peak_memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024)
}

#[test]
fn security_7_5_a_bomb_of_empty_records_is_rejected_with_little_memory() {
    let data = Data::with(&[&Acme::circuit()]);
    let bomb = format!("[{}{{}}]", "{},".repeat((16 << 20) / 3));
    let mut peaks = Vec::new();
    for (name, text) in [("small.json", "[]"), ("bomb.json", bomb.as_str())] {
        let feed = written(&data, name, text.as_bytes());
        let mut command = Data::command(&["import", "--site", "acme", "--format", "boxoffice", &feed]);
        command.arg("--data").arg(data.path()).stderr(std::process::Stdio::piped());
        let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
        let (mut peak, since) = (0, Instant::now());
        while child.try_wait().unwrap().is_none() {
            peak = peak_memory(child.id()).unwrap_or(peak).max(peak);
            assert!(since.elapsed().as_secs() < 60, "{name}: the import does not end");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let done = child.wait_with_output().unwrap();
        let stderr_text = String::from_utf8(done.stderr).unwrap();
        assert_eq!(
            stderr_text.contains("more than 250000 entries: split the file"),
            name == "bomb.json",
            "{stderr_text}"
        );
        peaks.push(peak);
    }
    assert!(peaks[1] <= peaks[0] + 128, "{peaks:?} MB");
}

/// The error of a command that fails.
fn failed(result: CommandResult) -> String {
    assert_eq!(result.code, 1, "{}", result.out);
    result.err
}

/// An answer of INDY with a show at a time.
fn indy(time: &str) -> Vec<u8> {
    let showing = json!({ "id": "9", "time": time, "ticketsSold": 1, "seatsRemaining": 9 });
    let film = json!({ "id": "1", "name": "Low Tide", "urlSlug": "low-tide", "siteId": "70", "showings": [showing] });
    json!({ "data": { "movies": { "data": [film] } } }).to_string().into_bytes()
}

#[test]
fn a_feed_without_theaters_is_for_the_one_that_is_chosen() {
    let data =
        Data::with(&[&Acme::circuit().file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]))]);
    let feed = written(&data, "indy.json", &indy("2026-11-20T19:00:00Z"));
    let (unclear, _) = import(&data, "indy", &feed);
    let error = failed(unclear);
    assert!(error.contains("choose one, or give a theater the id of the feed, \"70\""), "{error}");
    let run = |theater: &str| {
        let report = data.file("chosen.json");
        let report_to = report.to_str().unwrap();
        let args = [
            "import",
            "--site",
            "acme",
            "--format",
            "indy",
            "--theater",
            theater,
            "--booking-site",
            "https://tickets.example/",
            "--report",
            report_to,
            &feed,
        ];
        let done = data.run(&args);
        let report =
            std::fs::read(report).map_or(Value::Null, |bytes| serde_json::from_slice(&bytes).unwrap());
        (done, report)
    };
    let checked = data.run(&["check", "--format", "indy", &feed]);
    assert!(checked.out.contains("it is not clear which theater this is for"), "{}", checked.out);
    let (wrong, _) = run("T404");
    let error = failed(wrong);
    assert!(error.contains("unknown theater \"T404\": must be one of T1"), "{error}");
    let (done, report) = run("T1");
    done.stdout_of_success();
    assert_eq!((&report["leftOut"], &report["remarks"]), (&json!([]), &json!([])), "{report}");
    let (_, second) = run("T1");
    assert_eq!(changes(&second), 0, "{second}");
    let data = Data::with(&[&Acme::circuit().file("theaters", json!([theater("T1", "One")]))]);
    let checked = data.run(&["check", "--site", "acme", "--format", "indy", &feed]).stdout_of_success();
    assert!(checked.contains("2 rows, 0 skipped"), "{checked}");
}

#[test]
fn the_template_of_a_spreadsheet_is_written_and_can_be_imported() {
    let data =
        Data::with(&[&Acme::circuit().file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]))]);
    for name in ["program.xlsx", "program.csv"] {
        let file = data.file(name).display().to_string();
        let out = data.run(&["template", &file]);
        let out = out.stdout_of_success();
        assert!(out.contains("* Film") && out.contains("also auditorium, saal"), "{out}");
        let args =
            ["import", "--site", "acme", "--format", "spreadsheet", "--theater", "T1", "--dry-run", &file];
        let plan = data.run(&args);
        let plan = plan.stdout_of_success();
        assert!(plan.contains("1 rows read") && plan.contains("New films: Low Tide Orchestra"), "{plan}");
        let again = failed(data.run(&["template", &file]));
        assert!(again.contains(name), "a file is not replaced: {again}");
    }
    let other = data.file("program.ods").display().to_string();
    let error = failed(data.run(&["template", &other]));
    assert!(error.contains("must end in .xlsx or .csv"), "{error}");
}
