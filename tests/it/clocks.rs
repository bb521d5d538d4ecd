//! The same pages at different times: before opening, in the evening, late, after the last show, on a Monday morning.

use marquee_tests::{Acme, CLOCK, Data, Page, film, show, theater};
use serde_json::{Value, json};

/// 8:00 AM on Friday in the site's time zone.
const BEFORE_OPENING: &str = "2026-11-20T13:00:00Z";
/// 11:30 PM on Friday in the site's time zone.
const LATE: &str = "2026-11-21T04:30:00Z";
/// 2:30 AM on Saturday in the site's time zone. The cinema day is still Friday.
const AFTER_THE_LAST: &str = "2026-11-21T07:30:00Z";
/// 9:00 AM on Monday in the site's time zone, 3:00 PM in France.
const MONDAY: &str = "2026-11-23T14:00:00Z";
const CLOCKS: [&str; 5] = [BEFORE_OPENING, CLOCK, LATE, AFTER_THE_LAST, MONDAY];

fn list<'v>(page: &'v Value, key: &str) -> &'v [Value] {
    page["page"][key].as_array().map_or(&[], Vec::as_slice)
}

/// The number of films listed as cards.
fn cards(page: &Page) -> usize {
    list(&page.data(), "films").len()
}

/// The text of the selected day in the day bar.
fn selected_day(page: &Page) -> String {
    page.links().find(|a| a.get("aria-current") == "date").map(|a| a.text.clone()).unwrap_or_default()
}

#[test]
fn shows_in_another_time_zone_are_labeled_and_not_featured() {
    let server = Data::demo().start("demo", MONDAY, &[]);
    let site = server.site("aster.localhost");
    let page = site.page("/");
    let data = page.data();
    assert_eq!(data["now"]["offset"], -300, "the clock is the one at home");
    assert!(data["now"]["text"].as_str().unwrap().starts_with("9:0"), "{}", data["now"]);
    let soon = list(&data, "soon");
    assert_eq!(soon.len(), 5);
    let hero = data["page"]["hero"]["shows"].as_array().unwrap();
    for show in soon.iter().map(|s| &s["show"]).chain(hero) {
        assert!(show["at"].as_str().unwrap().ends_with("-05:00"), "{show}");
        assert!(show["zone"].is_null(), "{show}");
    }
    let starts: Vec<&str> = soon.iter().map(|s| s["show"]["at"].as_str().unwrap()).collect();
    assert!(starts.is_sorted(), "{starts:?}");
    // A film that plays only there is listed; its time and accessible name include the zone.
    let away = page.links().find(|a| a.get("aria-label").contains("Quai Saint-Elme")).unwrap();
    assert!(away.text.contains("PM CET") && away.get("aria-label").contains("PM CET"), "{away:?}");

    let chosen = site.with_cookie("selectedTheaterId=aster-saint-elme").page("/");
    assert_eq!(chosen.data()["now"]["offset"], 60, "a chosen theater has its own clock");
    assert!(!chosen.text().contains("CET"), "and needs no zone: {}", chosen.text());
    let list = list(&chosen.data(), "soon").len();
    assert!(list > 0, "and leads");
}

#[test]
fn sw_04_the_offline_page_starts_with_the_next_shows_of_the_home_page() {
    for clock in [AFTER_THE_LAST, MONDAY] {
        let server = Data::demo().start("demo", clock, &[]);
        for host in ["localhost", "aster.localhost"] {
            let site = server.site(host);
            let (home, offline) = (site.page("/").data(), site.page("/offline.html").data());
            let starts = |page: &Value| -> Vec<String> {
                list(page, "soon").iter().map(|s| s["show"]["at"].as_str().unwrap().to_owned()).collect()
            };
            let (first, saved) = (starts(&home), starts(&offline));
            assert!(!first.is_empty() && saved.starts_with(&first), "{host} {clock}: {first:?} {saved:?}");
            // The page has no texts for shows that cannot be booked.
            for show in list(&offline, "soon").iter().map(|s| &s["show"]) {
                assert!(
                    matches!(show["state"].as_str(), None | Some("open" | "few")),
                    "{host} {clock}: {show}"
                );
            }
        }
    }
}

#[test]
fn sw_04_the_offline_page_names_every_day_except_today() {
    let day_of = |show: &Value| show["show"]["at"].as_str().unwrap()[..10].to_owned();
    for (clock, today) in [(LATE, "2026-11-20"), (AFTER_THE_LAST, "2026-11-20"), (MONDAY, "2026-11-23")] {
        let server = Data::demo().start("demo", clock, &[]);
        let page = server.site("localhost").page("/offline.html").data();
        let soon = list(&page, "soon");
        assert!(!soon.is_empty(), "{clock}");
        for one in soon {
            // A show after midnight belongs to the cinema day before.
            let is_after_midnight = one["show"]["at"].as_str().unwrap()[10..].starts_with("T00");
            let named = one["day"].as_str().unwrap_or_default();
            if !is_after_midnight {
                assert_eq!(named.is_empty(), day_of(one) == today, "{clock}: {one}");
            }
        }
    }
}

#[test]
fn the_search_has_the_shows_of_the_selected_day() {
    let server = Data::demo().start("demo", AFTER_THE_LAST, &[]);
    for host in ["localhost", "aster.localhost"] {
        let site = server.site(host);
        let data = site.page("/search/").data();
        let films = list(&data, "entries").iter().filter(|e| e["kind"] == "film");
        let playing: Vec<&Value> = films.filter(|e| e["shows"].is_array()).collect();
        assert!(playing.len() > 3, "{host}: {playing:?}");
        for film in playing {
            assert_eq!(film["when"], "Saturday", "{host}");
            let first = film["shows"][0]["at"].as_str().unwrap();
            assert!(first.starts_with("2026-11-21T") || first.starts_with("2026-11-22T0"), "{host}: {film}");
        }
        // The calendar day is already Saturday, so tomorrow is Sunday.
        let tomorrow = list(&data, "entries").iter().find(|e| e["title"] == "Tomorrow").unwrap();
        assert_eq!(tomorrow["href"], "/showtimes/?day=2026-11-22", "{host}");
    }
}

#[test]
fn a_theater_without_remaining_shows_is_last_with_its_next_day() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("aster.localhost").page("/movies/318204-the-salt-cartographer/").data();
    let theaters = list(&page, "theaters");
    let started = |t: &Value| {
        let shows = t["groups"].as_array().into_iter().flatten().flat_map(|g| g["shows"].as_array().unwrap());
        shows.clone().count() > 0 && shows.clone().all(|s| s["state"] == "started")
    };
    assert!(theaters.len() > 2 && !theaters.iter().any(started), "{theaters:?}");
    let last = theaters.last().unwrap();
    assert_eq!(last["name"], "Quai Saint-Elme", "{last}");
    assert!(last["next"].is_object(), "{last}");
}

#[test]
fn the_print_only_times_include_the_theater_on_a_circuit() {
    let server = Data::demo().start("demo", BEFORE_OPENING, &[]);
    let home = |host| server.site(host).page("/").data();
    let rest = |page: &Value| -> Vec<String> {
        let cards = list(page, "films").iter().filter_map(|card| card["rest"].as_array());
        cards.flatten().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let aster = rest(&home("aster.localhost"));
    assert!(aster.iter().any(|text| text.ends_with("PM Canal Street")), "{aster:?}");
    let without_tags = |text: &str| text.split(" (").next().unwrap_or_default().to_owned();
    assert!(aster.iter().all(|text| !without_tags(text).ends_with('M')), "{aster:?}");
    assert!(aster.iter().any(|text| text.ends_with(')')), "the versions are named: {aster:?}");
    let meridian = rest(&home("localhost"));
    assert!(
        !meridian.is_empty() && meridian.iter().all(|text| without_tags(text).ends_with('M')),
        "{meridian:?}"
    );
}

#[test]
fn the_home_page_explains_only_tags_that_it_shows() {
    let mut count = 0;
    for clock in CLOCKS {
        let server = Data::demo().start("demo", clock, &[]);
        for host in ["localhost", "aster.localhost"] {
            let page = server.site(host).page("/");
            let texts = |name| page.all(name).map(|e| e.text.trim().to_owned()).collect::<Vec<_>>();
            let (explained, used) = (texts("dt"), texts("abbr").join(" "));
            for tag in explained {
                count += 1;
                assert!(used.split(' ').any(|one| one == tag), "{host} {clock}: {tag} of {used}");
            }
        }
    }
    assert!(count > 0);
}

#[test]
fn the_week_view_has_a_heading_for_the_week() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for (host, path, heading) in [
        ("localhost", "/showtimes/?day=week", "This week at Meridian"),
        ("aster.localhost", "/showtimes/?day=week", "Showtimes, this week"),
        ("aster.localhost", "/fr/showtimes/?day=week", "Séances, cette semaine"),
    ] {
        let page = server.site(host).page(path);
        let titles = page.all("h1").map(|h| h.text.trim().to_owned()).collect::<Vec<_>>();
        assert_eq!(titles, [heading], "{host}{path}");
        assert!(page.links().all(|a| !["By film", "By time"].contains(&a.text.trim())), "a week is by film");
    }
}

#[test]
fn a_theater_over_50_miles_away_is_featured_only_when_selected() {
    let at = |id: &str, name: &str, lat: f64, lon: f64| {
        let mut house = theater(id, name);
        house["geo"] = json!({ "lat": lat, "lon": lon });
        house
    };
    let acme = Acme::circuit()
        .file("theaters", json!([at("T1", "Home", 40.7, -74.0), at("T2", "Far", 42.4, -71.1)]))
        .file("movies", json!([film("1", "Near Film"), film("2", "Far Film")]))
        .file(
            "showtimes",
            json!([
                show("far", "T2", "2", "2026-11-20T23:00:00Z", "2026-11-20"),
                show("near", "T1", "1", "2026-11-20T23:30:00Z", "2026-11-20"),
            ]),
        );
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let titles = |page: &Page| -> Vec<String> {
        let data = page.data();
        list(&data, "soon").iter().map(|s| s["title"].as_str().unwrap().to_owned()).collect()
    };
    let page = site.page("/");
    assert_eq!(page.one("h1").text, "Near Film");
    assert_eq!(titles(&page), ["Near Film"]);
    assert_eq!(cards(&page), 2, "it is listed all the same");
    let chosen = site.with_cookie("selectedTheaterId=T2").page("/");
    assert_eq!((chosen.one("h1").text.as_str(), titles(&chosen)), ("Far Film", vec!["Far Film".to_owned()]));
}

#[test]
fn after_the_last_show_of_today_the_next_day_is_selected() {
    let server = Data::demo().start("demo", AFTER_THE_LAST, &[]);
    for host in ["localhost", "aster.localhost"] {
        let page = server.site(host).page("/");
        let data = page.data();
        assert_eq!(selected_day(&page), "Sat 21", "{host}");
        assert!(
            page.text().contains("That was the last film today. Saturday, November 21"),
            "{}",
            page.text()
        );
        // The calendar day is already Saturday, so it is not labeled "Tomorrow".
        assert_eq!(data["page"]["hero"]["day"], "Saturday", "{host}");
        assert_eq!(data["page"]["soonDay"], "Saturday", "{host}");
        assert!(page.text().contains("Starting first Saturday"), "{}", page.text());
        assert!(
            !page.text().contains("Starting soon") && !page.text().contains("Started"),
            "{}",
            page.text()
        );
        assert!(cards(&page) >= 10, "{host}: {} films", cards(&page));
        assert!(!page.text().contains("Today · "), "no event that has begun: {}", page.text());
    }
    let site = server.site("localhost");
    let timetable = site.page("/showtimes/");
    assert_eq!(timetable.one("h1").text, "Saturday, November 21 at Meridian");
    assert!(timetable.text().contains("That was the last film today."), "{}", timetable.text());
    assert!(!timetable.text().contains("Started"));
    // A day that the visitor selected is shown.
    let today = timetable.links().find(|a| a.text == "Today’s times").unwrap().get("href").to_owned();
    assert_eq!(today, "/showtimes/?day=2026-11-20");
    assert_eq!(site.page(&today).one("h1").text, "Today at Meridian");
    let chosen = site.page("/?day=2026-11-20");
    assert_eq!((cards(&chosen), selected_day(&chosen).as_str()), (0, "Today 20"));
    assert!(chosen.text().contains("That was the last film today."), "{}", chosen.text());
    assert!(chosen.links_to("/?day=2026-11-21"), "and leads on");
    let film = site.page("/movies/318204-the-salt-cartographer/");
    assert!(film.text().contains("That was the last showing today."), "{}", film.text());
    assert!(film.text().contains("2:05 PM"), "{}", film.text());
    let french = server.site("aster.localhost").page("/fr/");
    assert!(french.text().contains("C’était le dernier film d’aujourd’hui."), "{}", french.text());
}

/// A single location with a show at 10 PM on Friday and one at noon on Saturday.
fn two_days() -> Acme {
    Acme::single()
        .set("/config/options/lateBookingMinutes", json!(0))
        .file("theaters", json!([theater("T1", "The House")]))
        .file("movies", json!([film("1", "Night Owl"), film("2", "Early Bird")]))
        .file(
            "showtimes",
            json!([
                show("a", "T1", "1", "2026-11-21T03:00:00Z", "2026-11-20"),
                show("b", "T1", "2", "2026-11-21T17:00:00Z", "2026-11-21"),
            ]),
        )
}

#[test]
fn a_cached_page_is_renewed_when_the_last_show_starts() {
    // Five seconds before the last show.
    let server = Data::with(&[&two_days()]).serve("2026-11-21T02:59:55Z");
    let site = server.site("acme.example");
    let before = site.page("/");
    assert_eq!(before.one("h1").text, "Night Owl");
    assert_eq!(selected_day(&before), "Today 20");
    let first = before.data()["page"]["soon"][0].clone();
    assert!(first["day"].is_null(), "{first}");
    let second = before.data()["page"]["soon"][1].clone();
    assert_eq!(second["day"], "Tomorrow", "a start of another day says so: {second}");
    let after = site.page_once("/", |page| page.one("h1").text == "Early Bird");
    assert_eq!(after.data()["page"]["hero"]["day"], "Tomorrow");
    assert_eq!(selected_day(&after), "Sat 21");
    assert!(after.text().contains("That was the last film today."), "{}", after.text());
    for path in ["/showtimes/", "/movies/1-night-owl/"] {
        let _ = site.page_once(path, |page| !page.links().any(|a| a.get("href").contains("perf=a")));
    }
}

#[test]
fn tomorrow_is_renamed_to_its_weekday_after_midnight() {
    let server = Data::with(&[&two_days()]).serve("2026-11-21T04:59:55Z");
    let site = server.site("acme.example");
    let day = |page: &Page| page.data()["page"]["hero"]["day"].as_str().unwrap_or_default().to_owned();
    assert_eq!(day(&site.page("/")), "Tomorrow");
    let _ = site.page_once("/", |page| day(page) == "Saturday");
}

#[test]
fn tab_counts_match_their_pages() {
    for clock in CLOCKS {
        let server = Data::demo().start("demo", clock, &[]);
        for host in ["localhost", "aster.localhost"] {
            let site = server.site(host);
            for path in
                ["/", "/?access=Showtime.Accessibility.OpenCaption", "/movies/", "/movies/coming-soon/"]
            {
                let page = site.page(path);
                let data = page.data();
                let tabs = list(&data, "tabs");
                let open = tabs.iter().find(|t| t["active"] == true).unwrap();
                assert_eq!(open["count"], cards(&page), "{clock} {host}{path}");
                let events = tabs.iter().find(|t| t["key"] == "events").unwrap();
                let listed = list(&site.page("/events/").data(), "events").len();
                assert_eq!(events["count"], listed, "{clock} {host}{path}");
            }
        }
    }
}

#[test]
fn the_home_page_is_never_empty_and_never_shows_past_times() {
    for clock in CLOCKS {
        let server = Data::demo().start("demo", clock, &[]);
        for host in ["localhost", "aster.localhost"] {
            let page = server.site(host).page("/");
            let data = page.data();
            assert!(!data["page"]["hero"]["shows"].as_array().unwrap().is_empty(), "{clock} {host}");
            assert!(!list(&data, "soon").is_empty() && cards(&page) > 0, "{clock} {host}");
            let shows = data["page"]["hero"]["shows"].as_array().unwrap();
            assert!(shows.iter().all(|s| s["state"] != "started"), "{clock} {host}");
            let has_started = [LATE, AFTER_THE_LAST].contains(&clock);
            let today = list(&data, "events").iter().find(|e| e["today"] == true);
            assert!(!has_started || today.is_none(), "{clock} {host}: {today:?}");
        }
    }
}

#[test]
fn an_unreleased_film_shows_its_release_date_and_the_watchlist() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("localhost").page("/movies/321209-the-whale-road/");
    let text = page.text();
    assert!(text.contains("Opens Saturday, February 13. Tickets are not on sale yet."), "{text}");
    assert!(text.contains("Watchlist") && text.contains("You may also like"), "{text}");
    for wrong in ["not available", "Call us", "No showtimes", "Calendar", "Time of day"] {
        assert!(!text.contains(wrong), "{wrong} in {text}");
    }
    assert!(!page.links().any(|a| a.get("href").contains("?day=") && a.get("href").contains("321209")));
    assert!(!page.links().any(|a| a.get("href").contains(".ics")), "no calendar file without a show");
    let film = &page.nodes("Movie")[0];
    assert_eq!(
        (film["name"].as_str(), film["datePublished"].as_str()),
        (Some("The Whale Road"), Some("2027-02-13"))
    );
    assert!(page.nodes("ScreeningEvent").is_empty());
    let french = server.site("aster.localhost").page("/fr/movies/321209-the-whale-road/");
    let opens = "Sortie : samedi 13 février. Les billets ne sont pas encore en vente.";
    assert!(french.text().contains(opens), "{}", french.text());
}

#[test]
fn a_film_without_shows_on_this_site_says_so() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("localhost").page("/movies/318377-low-tide-orchestra/");
    let text = page.text();
    assert!(text.contains("Not showing at Meridian") && text.contains("You may also like"), "{text}");
    assert!(!text.contains("not available") && !text.contains("Call us"), "{text}");
    assert!(!page.links().any(|a| a.get("href").contains(".ics")));
    assert!(page.nodes("ScreeningEvent").is_empty());
}

#[test]
fn filters_without_matches_suggest_the_nearest_day_and_the_week_lists_all() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    let only = "access=Showtime.Accessibility.AudioDescription";
    let page = site.page(&format!("/?{only}"));
    let text = page.text();
    assert!(
        text.contains("No films match these filters One film has audio description on Saturday."),
        "{text}"
    );
    let go = page.links().find(|a| a.text == "Go to Saturday").unwrap();
    assert_eq!(go.get("href"), format!("/?day=2026-11-21&{only}"), "with the filter kept");
    assert_eq!(cards(&site.page(go.get("href"))), 1);
    assert!(page.links().any(|a| a.text == "Clear filters" && a.get("href") == "/"));

    // The only match of today has started; the timetable keeps it under "Earlier today".
    for view in ["", "&view=time"] {
        let page = site.page(&format!("/showtimes/?{only}{view}"));
        let text = page.text();
        let note = "No showtimes match these filters One film has audio description on Saturday.";
        assert!(text.contains(note) && text.contains("Earlier today"), "{text}");
        let go = page.links().find(|a| a.text == "Go to Saturday").unwrap();
        assert!(go.get("href").starts_with("/showtimes/?day=2026-11-21&"), "{}", go.get("href"));
    }

    let choice = page.links().find(|a| a.text == "This week").unwrap().get("href").to_owned();
    let week = site.page(&choice);
    let days: Vec<String> = week
        .all("h2")
        .filter(|h| h.text.contains(", Nov"))
        .map(|h| h.text.split(',').next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(days, ["Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday"]);
    let film_count = week.all("h3").filter(|h| h.text == "Kestrel").count();
    assert!(film_count >= 2, "Kestrel has audio description on several days: {}", week.text());
    assert_eq!(selected_day(&week), "This week");
    for path in
        ["/showtimes/?day=week", "/movies/?day=week", "/movies/318204-the-salt-cartographer/?day=week"]
    {
        let page = site.page(path);
        assert_eq!(selected_day(&page), "This week", "{path}");
        assert!(page.text().contains("Sunday, Nov 22"), "{path}: {}", page.text());
    }
    let circuit = server.site("aster.localhost").page("/showtimes/?day=week&theater=aster-harbor");
    let tickets: Vec<&str> =
        circuit.links().map(|a| a.get("href")).filter(|h| h.contains("/startticketing?")).collect();
    assert!(!tickets.is_empty() && tickets.iter().all(|h| h.contains("aster-harbor")), "{tickets:?}");
}

#[test]
fn filters_of_a_week_are_those_of_all_its_days() {
    let today = show("a", "T1", "1", "2026-11-21T03:00:00Z", "2026-11-20");
    let mut later = show("b", "T1", "1", "2026-11-23T03:00:00Z", "2026-11-22");
    later["attributes"] = json!(["Showtime.Accessibility.AudioDescription"]);
    let acme = two_days().file("showtimes", json!([today, later]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let audio_described = |path: &str| {
        let page = site.page(path);
        page.links().any(|a| a.get("href").contains("access=Showtime.Accessibility.AudioDescription"))
    };
    for path in ["/", "/showtimes/", "/movies/1-night-owl/"] {
        assert!(!audio_described(path), "{path}: no show of the day has it");
        assert!(audio_described(&format!("{path}?day=week")), "{path}");
    }
}

#[test]
fn the_nearest_day_is_labeled_today_if_it_is_today() {
    let mut tonight = show("a", "T1", "1", "2026-11-21T03:00:00Z", "2026-11-20");
    tonight["attributes"] = json!(["Localization.Version.Original"]);
    let tomorrow = show("b", "T1", "2", "2026-11-21T17:00:00Z", "2026-11-21");
    let acme = two_days()
        .set("/config/options/additionalLocales", json!(["fr-FR"]))
        .file("showtimes", json!([tonight, tomorrow]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    for (path, sentence, button) in [
        ("/", "One film matches today.", "Go to today"),
        ("/fr/", "Un film correspond aujourd’hui.", "Voir : aujourd’hui"),
    ] {
        let page = site.page(&format!("{path}?day=2026-11-21&version=Localization.Version.Original"));
        assert!(page.text().contains(sentence), "{path}: {}", page.text());
        let go = page.links().find(|a| a.text == button).unwrap();
        assert_eq!(cards(&site.page(go.get("href"))), 1, "{path}");
    }
}

#[test]
fn site_12_closures_and_days_of_excluded_films_are_explained_on_the_home_page() {
    let mut house = theater("T1", "The House");
    house["closures"] =
        json!([{ "from": "2026-11-20", "to": "2026-11-20", "reason": "Renovation of the foyer" }]);
    let acme = Acme::circuit()
        .set("/config/isSingleLocation", json!(true))
        .set("/config/globalExcludedMovieIds", json!(["2"]))
        .file("theaters", json!([house]))
        .file("movies", json!([film("1", "One"), film("2", "Two")]))
        .file(
            "showtimes",
            json!([
                show("a", "T1", "2", "2026-11-22T00:00:00Z", "2026-11-21"),
                show("b", "T1", "1", "2026-11-23T00:00:00Z", "2026-11-22"),
            ]),
        );
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let today = site.page("/?day=2026-11-20");
    assert!(today.text().contains("Renovation of the foyer"), "{}", today.text());
    let home = site.page("/");
    assert!(home.text().contains("Renovation of the foyer"), "{}", home.text());
    assert_eq!(selected_day(&home), "Sun 22", "only an excluded film plays on Saturday");
    assert!(home.text().contains("One") && !home.text().contains("Two"), "{}", home.text());
}

#[test]
fn route_15_a_day_whose_shows_are_all_canceled_is_not_over() {
    let mut canceled = show("a", "T1", "1", "2026-11-20T21:00:00Z", "2026-11-20");
    canceled["availability"] = json!("cancelled");
    let played = show("a", "T1", "1", "2026-11-20T21:00:00Z", "2026-11-20");
    let tomorrow = show("b", "T1", "1", "2026-11-21T23:00:00Z", "2026-11-21");
    for (today, had_shows) in [(canceled, false), (played, true)] {
        let acme = Acme::single()
            .file("theaters", json!([theater("T1", "The House")]))
            .file("movies", json!([film("1", "One")]))
            .file("showtimes", json!([today, tomorrow]));
        let server = Data::with(&[&acme]).serve(CLOCK);
        let site = server.site("acme.example");
        for path in ["/movies/", "/showtimes/", "/theaters/t1/", "/movies/1-one/"] {
            let page = site.page(path);
            assert_eq!(selected_day(&page), "Sat 21", "{path}");
            let text = page.text();
            let is_empty_day =
                ["No films today.", "No showtimes today."].iter().any(|note| text.contains(note));
            assert_eq!(is_empty_day, !had_shows, "{path}: {text}");
        }
    }
}

#[test]
fn weekly_closing_days_are_shown() {
    let server = Data::demo().start("demo", MONDAY, &[]);
    let site = server.site("aster.localhost");
    let here = site.with_cookie("selectedTheaterId=aster-garden-row");
    let home = here.page("/");
    assert!(home.text().contains("Garden Row is closed on Mondays."), "{}", home.text());
    assert_eq!(
        (selected_day(&home).as_str(), &home.data()["page"]["hero"]["day"]),
        ("Tue 24", &json!("Tomorrow"))
    );
    let monday = site.page("/theaters/garden-row/?day=2026-11-23");
    assert!(monday.text().contains("Garden Row is closed on Mondays."), "{}", monday.text());
    assert!(monday.text().contains("Next: Tuesday, Nov 24"), "{}", monday.text());
    assert!(site.page("/theaters/").text().contains("Garden Row is closed on Mondays."));
    let french = site.page("/fr/theaters/garden-row/?day=2026-11-23");
    assert!(french.text().contains("Garden Row est fermé le lundi."), "{}", french.text());
    // French weekdays are lower case in sentences and capitalized at the start of headings.
    assert!(french.text().contains("Prochaine séance : mardi 24 nov."), "{}", french.text());
    assert_eq!(french.one("h1").text, "Garden Row : aujourd’hui");
    for (path, heading) in [
        ("/fr/theaters/garden-row/?day=2026-11-24", "Garden Row : mardi 24 novembre"),
        ("/fr/showtimes/?day=2026-11-24", "Séances, mardi 24 novembre"),
    ] {
        assert_eq!(site.page(path).one("h1").text, heading);
    }
    let week = site.page("/fr/theaters/garden-row/?day=week");
    assert!(week.all("h2").any(|h| h.text == "Mardi 24 nov."), "{}", week.text());
}

#[test]
fn theaters_show_the_number_of_films_that_have_not_started() {
    let late = Data::demo().start("demo", AFTER_THE_LAST, &[]);
    let text = late.site("aster.localhost").page("/theaters/").text();
    assert!(text.contains("Port Ellery No more films today"), "{text}");
    assert!(text.contains("Port-Aubin 6 films today"), "a new day there: {text}");
    // 11:15 PM in France, where all films have started.
    let evening = Data::demo().start("demo", "2026-11-20T22:15:00Z", &[]);
    let text = evening.site("aster.localhost").page("/theaters/").text();
    assert!(text.contains("Port-Aubin No more films today"), "{text}");
    let canal = text.split("12 Canal Street, Port Ellery ").nth(1).unwrap_or_default();
    let films = canal.split(" films today").next().unwrap_or_default();
    assert!(films.parse::<u32>().is_ok_and(|films| films > 0), "{text}");
}

#[test]
fn an_event_page_has_its_shows_by_day_and_a_film_card() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("aster.localhost").page("/events/4102-silent-sundays/");
    let data = page.data();
    let times = list(&data, "times");
    assert_eq!((times.len(), &times[0]["day"]), (1, &json!("Sunday, Nov 22")));
    let ticket = page.links().find(|a| a.get("href").contains("/startticketing?")).unwrap();
    assert!(ticket.text.starts_with("4:00 PM"), "{ticket:?}");
    assert_eq!(list(&data, "films")[0]["day"], "Sunday, Nov 22");
    // An event that has started is over: its page keeps the date, and no list has it.
    let late = Data::demo().start("demo", LATE, &[]);
    let site = late.site("localhost");
    assert!(!site.page("/events/").text().contains("Ostinato preview"));
    let page = site.page("/events/4101-ostinato-preview-and-q-and-a/");
    let text = page.text();
    assert!(text.contains("Fri, Nov 20 · 9:30 PM · This event is over"), "{text}");
    assert!(list(&page.data(), "times").is_empty() && !text.contains("Showtimes on this day"), "{text}");
}

#[test]
fn the_accessible_name_of_a_show_mentions_few_seats_once() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for path in ["/", "/movies/318204-the-salt-cartographer/", "/showtimes/"] {
        let page = server.site("localhost").page(path);
        let names: Vec<&str> =
            page.links().map(|a| a.get("aria-label")).filter(|n| n.contains("Few")).collect();
        assert!(!names.is_empty(), "{path}");
        for name in names {
            assert_eq!(name.matches("Few").count(), 1, "{name}");
        }
    }
}

#[test]
fn a_showtimes_block_lists_some_films_and_links_to_all() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("localhost").page("/visit/");
    assert!(page.films().len() <= 6, "{:?}", page.films());
    assert!(page.links_to("/showtimes/"));
    assert!(!page.text().contains("No more films today"));
    let late = Data::demo().start("demo", AFTER_THE_LAST, &[]);
    let page = late.site("localhost").page("/visit/");
    assert!(page.films().is_empty() && page.text().contains("No more films today"), "{:?}", page.films());
}
