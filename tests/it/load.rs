//! Work and memory are bounded under load (security 7.4)

use std::collections::BTreeSet;
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use marquee_tests::{Acme, CLOCK, Data, Reply, Server, film, theater};
use serde_json::{Value, json};

/// Timeout on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The value of a metric.
fn metric(server: &Server, name: &str) -> f64 {
    let text = server.admin("/metrics").text();
    let line = text.lines().find(|line| line.starts_with(name) && !line.starts_with('#'));
    line.map_or(0.0, |line| line.rsplit(' ').next().unwrap().parse().unwrap())
}

/// Waits until the value of a metric satisfies a condition.
fn metric_once(server: &Server, name: &str, is: impl Fn(f64) -> bool) {
    let end = Instant::now() + PATIENCE;
    loop {
        let value = metric(server, name);
        if is(value) {
            return;
        }
        assert!(Instant::now() < end, "{name} stays at {value}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The URLs of the sharing pictures of a demo site, in both languages.
fn pictures(server: &Server) -> Vec<String> {
    let map = server.site("aster.localhost").get("/sitemap.xml").text();
    let ids: BTreeSet<&str> = map
        .split("/movies/")
        .skip(1)
        .filter_map(|rest| rest.split('-').next())
        .filter(|id| id.bytes().all(|b| b.is_ascii_digit()))
        .collect();
    let paths =
        ids.iter().flat_map(|id| ["", "/fr"].map(|locale| format!("{locale}/api/share/movie/{id}.png")));
    paths.collect()
}

#[test]
fn security_7_4_sharing_pictures_have_limited_concurrency() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let _ = site.page("/movies/");
    let paths = pictures(&server);
    assert!(paths.len() > 40, "{}", paths.len());
    let replies: Vec<Reply> = std::thread::scope(|scope| {
        let site = &site;
        let requested: Vec<_> = paths.iter().map(|path| scope.spawn(move || site.get(path))).collect();
        // Meanwhile, cached pages are served.
        let cached = metric(&server, "marquee_requests_total{answer=\"cached\"}");
        for _ in 0..20 {
            assert_eq!(site.get("/movies/").status, 200);
        }
        assert!(metric(&server, "marquee_requests_total{answer=\"cached\"}") >= cached + 15.0);
        requested.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let (drawn, refused): (Vec<&Reply>, Vec<&Reply>) = replies.iter().partition(|reply| reply.status == 200);
    assert!(!drawn.is_empty() && !refused.is_empty(), "{} drawn, {} refused", drawn.len(), refused.len());
    for reply in refused {
        assert_eq!(reply.status, 503);
        assert_eq!(reply.required_header("content-type"), "application/problem+json");
        assert!(reply.required_header("retry-after").parse::<u32>().unwrap() > 0);
    }
    assert!(drawn.iter().all(|reply| reply.required_header("content-type") == "image/png"));
    // A refused picture is drawn later.
    assert_eq!(site.get(&paths[0]).status, 200);
}

#[test]
fn security_7_4_abandoned_requests_free_their_memory() {
    let films: Vec<Value> = (1..=400).map(|n| film(&n.to_string(), &format!("Film {n}"))).collect();
    let mut acme =
        Acme::single().file("theaters", json!([theater("T1", "One")])).file("movies", json!(films));
    // No page is rendered before it is requested.
    for kind in ["Standard", "Event", "Movie", "Theater"] {
        acme = acme.set(&format!("/config/defer{kind}Pages"), json!(true));
    }
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let _ = site.page("/");
    metric_once(&server, "marquee_pages_in_flight", |value| value < 0.5);
    let mut has_been_in_flight = false;
    for wave in 0..10 {
        let request = |n: u32| {
            let mut stream = TcpStream::connect(server.address()).unwrap();
            write!(stream, "GET /movies/{n}-film-{n}/ HTTP/1.1\r\nhost: acme.example\r\n\r\n").unwrap();
            stream
        };
        let visitors: Vec<TcpStream> = (40 * wave + 1..=40 * (wave + 1)).map(request).collect();
        // Some clients disconnect while their pages are being rendered, others before that.
        if wave % 2 == 0 {
            has_been_in_flight |= (0..50).any(|_| metric(&server, "marquee_pages_in_flight") > 0.5);
        }
        drop(visitors);
    }
    assert!(has_been_in_flight, "no page was being rendered when its visitor left");
    metric_once(&server, "marquee_pages_in_flight", |value| value < 0.5);
    assert!(site.page("/movies/1-film-1/").text().contains("Film 1"));
}

#[test]
fn security_7_4_a_page_of_an_aborted_request_is_renewed_after_a_write() {
    let acme = |title: &str| {
        Acme::single()
            .file("theaters", json!([theater("T1", "One")]))
            .file("movies", json!([film("318204", title)]))
            .set("/config/deferMoviePages", json!(true))
    };
    let data = Data::with(&[&acme("First")]);
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        write!(stream, "GET /movies/318204-first/ HTTP/1.1\r\nhost: acme.example\r\n\r\n").unwrap();
        drop(stream);
    }
    metric_once(&server, "marquee_pages_in_flight", |value| value < 0.5);
    assert!(site.page("/movies/318204-first/").text().contains("First"));
    let second = json!([{ "id": "318204", "title": "Second", "slug": "first", "releaseDate": "2025-01-03", "runtime": 100 }]);
    data.import_site(&acme("First").file("movies", second));
    let _ = site.page_once("/movies/318204-first/", |page| page.text().contains("Second"));
}

#[test]
fn security_7_2_calendars_and_open_data_do_not_evict_pages() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let _ = site.page("/movies/");
    let schedule = site.get("/api/programme/aster-harbor.json").json();
    let sessions = schedule["sessions"].as_array().unwrap().clone();
    let calendars: Vec<String> = sessions
        .iter()
        .filter_map(|session| session["session_id"].as_str())
        .map(|id| format!("/api/calendar/show/{id}.ics"))
        .take(200)
        .collect();
    assert!(calendars.len() > 50, "{} of {}", calendars.len(), sessions.len());
    let cached = metric(&server, "marquee_requests_total{answer=\"cached\"}");
    let replies: Vec<Reply> = std::thread::scope(|scope| {
        let site = &site;
        let requested: Vec<_> = calendars.iter().map(|path| scope.spawn(move || site.get(path))).collect();
        for _ in 0..20 {
            assert_eq!(site.get("/movies/").status, 200);
        }
        requested.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(metric(&server, "marquee_requests_total{answer=\"cached\"}") >= cached + 15.0);
    let (successful, refused): (Vec<&Reply>, Vec<&Reply>) =
        replies.iter().partition(|reply| reply.status == 200);
    assert!(
        successful.iter().all(|reply| reply.required_header("content-type").starts_with("text/calendar"))
            && !successful.is_empty()
    );
    for reply in refused {
        assert_eq!(reply.status, 503);
        assert!(reply.required_header("retry-after").parse::<u32>().unwrap() > 0);
    }
}

/// Logs contain the route template and ids of the site (security 7.7).
#[test]
fn security_7_7_logs_contain_no_paths_and_no_queries() {
    let data = Data::demo();
    let server = data.start("demo", CLOCK, &["--log", "debug"]);
    let site = server.site("localhost");
    for path in [
        "/movies/318204-MARKED1/",
        "/MARKED2/",
        "/movies/318204-the-salt-cartographer/?version=MARKED3",
        "/search/?q=MARKED4",
        "/api/share/movie/MARKED5.png",
        "//MARKED6/",
        "/MARKED7%00/",
        "/login/?resetCode=MARKED8&email=MARKED9",
        "/movies?utm_source=MARKED10",
        "/startticketing?perfCode=MARKED11",
        "/media/meridian/MARKED12/x",
        "/assets/MARKED13.js",
    ] {
        let _ = site.get(path);
    }
    let lines = server.log();
    let marked: Vec<String> =
        lines.iter().map(ToString::to_string).filter(|line| line.contains("MARKED")).collect();
    assert!(marked.is_empty(), "{marked:#?}");
    let has_line = |route: &str| lines.iter().any(|line| line.to_string().contains(route));
    assert!(has_line("/movies/{film}/ 318204"), "the template and the film's own number");
}
