//! Isolation of sites on the same server

use marquee_tests::{Acme, CLOCK, Data, Site, film, show, theater};
use serde_json::json;

/// A site whose ids and texts all contain `mark`, so that its data is recognizable in a response.
fn marked(mark: &str, n: u32) -> Acme {
    let (theater_id, id) = (format!("T-{mark}"), format!("{n}000"));
    let title = format!("Film of {mark}");
    let mut screening = show(&format!("show-{mark}"), &theater_id, &id, "2026-11-21T23:00:00Z", "2026-11-21");
    screening["perfCode"] = json!(format!("code-{mark}"));
    Acme::circuit()
        .named(mark, &format!("{mark}.example"))
        .set("/settings/ticketingUrl", json!(format!("https://tickets.{mark}.example")))
        .file("theaters", json!([theater(&theater_id, &format!("House of {mark}"))]))
        .file("movies", json!([film(&id, &title)]))
        .file("showtimes", json!([screening]))
        .file(
            "events",
            json!([{ "id": format!("E-{mark}"), "title": format!("Event of {mark}"), "slug": "e",
                     "dates": [{ "date": "2026-11-21" }] }]),
        )
        .file(
            "pages",
            json!([{ "path": format!("/about-{mark}/"), "title": format!("About {mark}"),
            "blocks": [{ "type": "filmRail", "title": "All", "movieIds": ["1000", "2000"] },
                       { "type": "mapLink", "title": "Map", "theaterId": "T-one" },
                       { "type": "showtimes", "title": "Times", "theaterId": "T-two" }] }]),
        )
}

/// Paths of every kind, with the ids of `mark`.
fn addresses(mark: &str, n: u32) -> Vec<String> {
    let mut paths: Vec<String> = [
        "/",
        "/movies/",
        "/movies/coming-soon/",
        "/showtimes/",
        "/showtimes/?day=2026-11-21",
        "/events/",
        "/theaters/",
        "/search/",
        "/offline.html",
        "/404.html",
        "/500.html",
        "/sitemap.xml",
        "/robots.txt",
        "/api/programme.json",
        "/cms-preview/movies/",
        "/api/preview",
        "/favicon.svg",
        "/favicon.ico",
    ]
    .map(str::to_owned)
    .to_vec();
    paths.extend([
        format!("/movies/{n}000-film-of-{mark}/?day=2026-11-21"),
        format!("/permalink/movie/{n}000"),
        format!("/theaters/t-{mark}/?day=2026-11-21"),
        format!("/theaters/T-{mark}/"),
        format!("/showtimes/?theater=T-{mark}&day=2026-11-21"),
        format!("/events/E-{mark}-e/"),
        format!("/about-{mark}/"),
        format!("/search/?q=film+of+{mark}"),
        format!("/api/calendar/show/show-{mark}.ics"),
        format!("/api/calendar/movie/{n}000.ics"),
        format!("/api/calendar/theater/T-{mark}.ics"),
        format!("/api/calendar/event/E-{mark}.ics"),
        format!("/api/programme/T-{mark}.json"),
        format!("/api/share/movie/{n}000.png"),
        format!("/api/share/theater/T-{mark}.png"),
        format!("/api/share/event/E-{mark}.png"),
        format!("/api/select-theater?theater=T-{mark}&return=/"),
        format!("/ticketing/?theaterCode=T-{mark}&perfCode=code-{mark}"),
        format!("/ticketing/?perfCode=show-{mark}"),
        format!("/api/refund/redirect?requestData=%7B%22perfCode%22%3A%22code-{mark}%22%7D"),
    ]);
    paths
}

/// The headers and the body of a response, without the values of the request that it may repeat (`echoes`).
fn response_text(site: &Site<'_>, path: &str, echoes: &[&str]) -> String {
    let reply = site.get(path);
    let binary = reply.header("content-type").is_some_and(|t| t.starts_with("image/"));
    let body =
        if binary { String::new() } else { String::from_utf8_lossy(&reply.decoded_body()).into_owned() };
    let mut text = format!("{:?} {body}", reply.headers);
    for echo in echoes {
        text = text.replace(echo, "");
    }
    text
}

#[test]
fn no_route_returns_data_of_another_site() {
    let (first_site, second_site) = (marked("one", 1), marked("two", 2));
    let server = Data::with(&[&first_site, &second_site]).serve(CLOCK);
    let mut response_count = 0;
    for (host, own, n, other, m) in [("one.example", "one", 1, "two", 2), ("two.example", "two", 2, "one", 1)]
    {
        for cookie in ["", &format!("selectedTheaterId=T-{other}")] {
            let site = server.site(host).with_cookie(cookie);
            let secrets = [
                format!("Film of {other}"),
                format!("House of {other}"),
                format!("Event of {other}"),
                format!("About {other}"),
                format!("show-{other}"),
                format!("{other}.example"),
                format!("perf=show-{other}"),
            ];
            for path in addresses(own, n).iter().chain(&addresses(other, m)) {
                // The response may repeat what the visitor sent in the URL.
                let echoes = [path.as_str(), &format!("perfCode=show-{other}"), &format!("film of {other}")];
                let text = response_text(&site, path, &echoes);
                for secret in &secrets {
                    assert!(
                        !text.contains(secret.as_str()),
                        "{host}{path} with {cookie:?} contains {secret:?}: {text}"
                    );
                }
                response_count += 1;
            }
            for path in [
                format!("/movies/{m}000-x/"),
                format!("/theaters/t-{other}/"),
                format!("/events/E-{other}-e/"),
                format!("/about-{other}/"),
                format!("/api/calendar/show/show-{other}.ics"),
                format!("/api/programme/T-{other}.json"),
                format!("/permalink/movie/{m}000"),
            ] {
                assert_eq!(site.get(&path).status, 404, "{host}{path}");
            }
        }
        let own_film = server.site(host).page(&format!("/movies/{n}000-film-of-{own}/"));
        assert_eq!(own_film.one("h1").text, format!("Film of {own}"), "the page shows the site's own film");
    }
    println!("{response_count} responses");
    assert!(response_count > 200);
}
