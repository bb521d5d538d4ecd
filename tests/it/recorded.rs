//! Recorded schedules of real cinemas, which are not part of the repository: all showtimes of the files are on the pages

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::Instant;

use marquee_tests::{Acme, Data, Page, Site, example, recorded};
use serde_json::{Value, json};

/// A site in London.
fn london() -> Acme {
    let gb = json!({ "code": "GB", "iso31661A2": "GB", "iso31661A3": "GBR" });
    Acme::circuit().set("/config/country", gb).set("/config/locale", json!("en-GB"))
}

fn import(data: &Data, format: &str, feed: &str) -> Value {
    let report = data.file("report.json");
    let report_to = report.to_str().unwrap();
    let args = ["import", "--site", "acme", "--format", format, "--no-pictures", "--report", report_to, feed];
    let start = Instant::now();
    data.run(&args).stdout_of_success();
    println!("{format}: taken in after {:.1} s", start.elapsed().as_secs_f32());
    serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap()
}

fn read(path: &std::path::Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The cinema day of a local time.
fn cinema_day(local: &str) -> String {
    let (date, hour) = (&local[..10], local[11..13].parse::<u32>().unwrap());
    if hour >= 3 { date.to_owned() } else { day_before(date) }
}

fn day_before(date: &str) -> String {
    let part = |range: std::ops::Range<usize>| date[range].parse::<i64>().unwrap();
    let (mut year, mut month, mut day) = (part(0..4), part(5..7), part(8..10) - 1);
    if day == 0 {
        month -= 1;
        if month == 0 {
            (year, month) = (year - 1, 12);
        }
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        day = match month {
            2 => 28 + i64::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
    }
    format!("{year}-{month:02}-{day:02}")
}

/// The day of the week, 0 for Sunday (Sakamoto).
fn weekday(year: i64, month: i64, day: i64) -> i64 {
    let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][usize::try_from(month - 1).unwrap()];
    let year = if month < 3 { year - 1 } else { year };
    (year + year / 4 - year / 100 + year / 400 + shift + day).rem_euclid(7)
}

/// Whether London has summer time at a UTC instant such as `2025-06-01T12:00`: from the last Sunday of March to the last
/// Sunday of October, both at 01:00 UTC.
fn summer(utc: &str) -> bool {
    let year: i64 = utc[..4].parse().unwrap();
    let last = |month: i64| format!("{year}-{month:02}-{:02}T01:00", 31 - weekday(year, month, 31));
    utc >= last(3).as_str() && utc < last(10).as_str()
}

/// A London local time with its offset. Skipped and repeated hours do not occur in the data.
fn of_local(local: &str) -> String {
    let offset = if summer(&local[..16]) { "+01:00" } else { "+00:00" };
    format!("{}{offset}", &local[..16])
}

/// A UTC instant as London's local time with its offset.
fn of_utc(utc: &str) -> String {
    let utc = &utc[..16];
    if !summer(utc) {
        return format!("{utc}+00:00");
    }
    let hour: u32 = utc[11..13].parse().unwrap();
    if hour < 23 {
        return format!("{}T{:02}:{}+01:00", &utc[..10], hour + 1, &utc[14..16]);
    }
    format!("{}T00:{}+01:00", day_after(&utc[..10]), &utc[14..16])
}

fn day_after(date: &str) -> String {
    let (month, day) = (&date[5..7], &date[8..10]);
    // The day after is the one whose day before it is; there are three candidates.
    let day: i64 = day.parse().unwrap();
    let (year, month): (i64, i64) = (date[..4].parse().unwrap(), month.parse().unwrap());
    let candidates = [
        format!("{year}-{month:02}-{:02}", day + 1),
        format!("{year}-{:02}-01", month + 1),
        format!("{}-01-01", year + 1),
    ];
    let mut found =
        candidates.into_iter().filter(|c| c[8..10].parse::<i64>().unwrap() <= 31 && &c[5..7] <= "12");
    found.find(|c| day_before(c) == date).unwrap()
}

fn day_page(site: &Site<'_>, theater: &str, day: &str) -> Page {
    site.page(&format!("/theaters/{theater}/?day={day}"))
}

/// Checks the filters and the search of a circuit: the parts of a day add up to it, and every film is found by its title.
fn narrowed(site: &Site<'_>, days: &BTreeSet<&str>, most: usize) {
    let count = |query: &str| -> usize {
        let page = site.page(&format!("/showtimes/?{query}"));
        let films = page.data()["page"]["films"].as_array().unwrap().clone();
        let theaters =
            films.iter().flat_map(|f| f["theaters"].as_array().unwrap().clone()).collect::<Vec<_>>();
        theaters.iter().map(|t| t["shows"].as_array().unwrap().len()).sum()
    };
    let day = days.iter().nth(1).unwrap();
    let all = count(&format!("day={day}"));
    let parts: usize = ["morning", "afternoon", "evening", "late"]
        .iter()
        .map(|p| count(&format!("day={day}&time={p}")))
        .sum();
    assert!(all > 0 && all < most);
    assert_eq!(parts, all, "the parts of {day}");
    let by_end: Vec<usize> = ["18:00", "20:00", "22:00", "23:00", "24:00"]
        .iter()
        .map(|hour| count(&format!("day={day}&before={hour}")))
        .collect();
    assert!(by_end.is_sorted() && by_end.last().is_some_and(|n| *n <= all), "{by_end:?} of {all}");
    let search = site.page("/search/").data();
    let entries = search["page"]["entries"].as_array().unwrap();
    let films: Vec<&Value> = entries.iter().filter(|e| e["kind"] == "film").collect();
    println!("clusterflick: {all} showtimes on {day}, {} films to search", films.len());
    assert!(films.len() > 100);
}

/// The starts in the structured data of a theater's page for a day, sorted.
fn starts(page: &Page) -> Vec<String> {
    let houses: Vec<Value> = page.nodes("MovieTheater");
    let films: Vec<Value> = page.nodes("Movie");
    let known = |nodes: &[Value], id: &Value| nodes.iter().any(|n| &n["@id"] == id);
    let mut out = Vec::new();
    for show in page.nodes("ScreeningEvent") {
        assert!(
            known(&houses, &show["location"]["@id"]) && known(&films, &show["workPresented"]["@id"]),
            "{show}"
        );
        let start = show["startDate"].as_str().unwrap().to_owned();
        let end = show["endDate"].as_str();
        assert!(end.is_none_or(|end| end > start.as_str() || end[19..] != start[19..]), "{show}");
        out.push(start);
    }
    out.sort();
    out
}

/// The number of shows by local time on a theater's page for a day.
fn times(page: &Page, theater: &str, day: &str) -> BTreeMap<String, usize> {
    let mut out = BTreeMap::new();
    for row in page.data()["page"]["rows"].as_array().unwrap() {
        for s in row["shows"].as_array().unwrap() {
            let at = &s["show"]["at"].as_str().unwrap()[11..16];
            *out.entry(at.to_owned()).or_default() += 1;
        }
    }
    let text = page.text();
    for time in out.keys() {
        assert!(text.contains(time.trim_start_matches('0')), "{theater} {day} {time}: {text}");
    }
    out
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn every_showtime_of_everyman_is_on_the_page_of_its_theater() {
    let folder = recorded("webedia-everyman");
    let data = Data::with(&[&london()]);
    let report = import(&data, "boxoffice", folder.to_str().unwrap());
    let added = |kind: &str| report["counts"][kind]["added"].as_u64().unwrap();
    assert_eq!((added("theaters"), added("movies"), added("events")), (49, 76, 17));

    // Theater, cinema day and local time in the files.
    let mut wanted: BTreeMap<(String, String), BTreeMap<String, usize>> = BTreeMap::new();
    let mut instants: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for file in std::fs::read_dir(folder.join("schedule")).unwrap() {
        for (theater, schedule) in read(&file.unwrap().path()).as_object().unwrap() {
            let days = schedule["schedule"]
                .as_object()
                .unwrap()
                .values()
                .flat_map(|film| film.as_object().unwrap().values());
            for show in days.flat_map(|day| day.as_array().unwrap()) {
                let at = show["startsAt"].as_str().unwrap();
                let day = wanted.entry((theater.clone(), cinema_day(at))).or_default();
                *day.entry(at[11..16].to_owned()).or_default() += 1;
                instants.entry((theater.clone(), cinema_day(at))).or_default().push(of_local(at));
            }
        }
    }
    let total: usize = wanted.values().flat_map(BTreeMap::values).sum();
    assert_eq!(added("showtimes"), total as u64);

    let server = data.serve("2025-01-23T12:00:00Z");
    let site = server.site("acme.example");
    assert_eq!(site.page("/theaters/").data()["page"]["theaters"].as_array().unwrap().len(), 49);
    let mut found = 0;
    for ((theater, day), expected) in &wanted {
        // Past days have no page.
        if day.as_str() < "2025-01-23" {
            println!("{theater} {day}: past, {} showtimes", expected.values().sum::<usize>());
            continue;
        }
        let page = day_page(&site, theater, day);
        assert_eq!(&times(&page, theater, day), expected, "{theater} {day}");
        let mut instants = instants[&(theater.clone(), day.clone())].clone();
        instants.sort();
        assert_eq!(starts(&page), instants, "{theater} {day}");
        found += expected.values().sum::<usize>();
    }
    println!("everyman: {found} of {total} showtimes on {} pages of days", wanted.len());
    assert_eq!(found, total);

    let films: BTreeSet<String> = read(&folder.join("page-data/allMovie.json"))["data"]["allMovie"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["id"].as_str().unwrap().to_owned())
        .collect();
    for film in films {
        let to = site.get(&format!("/permalink/movie/{film}")).required_header("location");
        assert_eq!(site.get(&to).status, 200, "{to}");
    }
    let again = import(&data, "boxoffice", folder.to_str().unwrap());
    for (kind, counts) in again["counts"].as_object().unwrap() {
        assert!(["added", "changed", "removed"].iter().all(|c| counts[c] == 0), "{kind}: {counts}");
    }
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn every_performance_of_clusterflick_is_on_the_page_of_its_theater() {
    let folder = recorded("clusterflick-london");
    let data = Data::with(&[&london()]);
    let feed = data.file("feed");
    let converted = Command::new(example("clusterflick")).args([&folder, &feed]).status().unwrap();
    assert!(converted.success());
    let report = import(&data, "cinemashowtimes", feed.to_str().unwrap());
    let added = |kind: &str| report["counts"][kind]["added"].as_u64().unwrap();
    let left_out = report["leftOut"].as_array().unwrap();
    println!("clusterflick: {} showtimes, {} left out", added("showtimes"), left_out.len());
    assert_eq!(added("theaters"), 30);
    assert_eq!(added("showtimes") + left_out.len() as u64, 7684);
    for line in left_out {
        let line = line.as_str().unwrap();
        assert!(line.contains("twice") || line.contains("duplicate") || line.contains("same"), "{line}");
    }

    // Every performance of every venue, a page per day.
    let exported = data.file("out");
    data.run(&["site", "export", "acme", exported.to_str().unwrap()]).stdout_of_success();
    let first = read(&exported.join("showtimes.json"));
    let days: BTreeSet<&str> =
        first.as_array().unwrap().iter().map(|s| s["businessDate"].as_str().unwrap()).collect();
    let clock = format!("{}T12:00:00Z", days.first().unwrap());
    let mut wanted: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for s in first.as_array().unwrap() {
        let text = |key: &str| s[key].as_str().unwrap();
        wanted.entry((text("theaterId"), text("businessDate"))).or_default().push(of_utc(text("startsAt")));
    }
    let server = data.serve(&clock);
    let site = server.site("acme.example");
    let mut found = 0;
    for ((theater, day), expected) in &mut wanted {
        let page = day_page(&site, theater, day);
        let shown: usize = times(&page, theater, day).values().sum();
        assert_eq!(shown, expected.len(), "{theater} {day}");
        expected.sort();
        assert_eq!(&starts(&page), expected, "{theater} {day}");
        found += shown;
    }
    narrowed(&site, &days, found);
    println!("clusterflick: {found} showtimes on {} pages of days", wanted.len());
    assert_eq!(found as u64, added("showtimes"));
}
