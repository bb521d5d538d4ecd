//! `marquee check`

use marquee_tests::{Acme, Data, film, root, theater};
use serde_json::json;

#[test]
fn errors_are_reported_with_file_line_and_key() {
    let data = Data::empty();
    let bad = r##"{
 "key": "acme",
 "hosts": ["acme.example"],
 "settings": {
  "id": "x",
  "domian": "acme.example",
  "domain": "acme.example",
  "adsDisplay": "EVERYWHERE",
  "privacyPolicyPage": { "slug": "/Privacy" }
 },
 "config": {
  "theme": {
   "colors": {
    "palette": { "muted": "#4F4E4E", "accent": "red-ish", "primary": "#000000", "highlight": "#000000", "background": "#000000", "footerBackground": "#000000" },
    "settings": {}
   }
  },
  "isSingleLocation": "yes",
  "roundness": { "buttons": "ROUND", "content": "NONE" },
  "allowedEmbeddingDomains": ["https://pos.example/x"],
  "options": { "playWeekStart": 9, "lateBookingMinutes": -1 },
  "pathPrefix": "Down Town"
 }
}
"##;
    let file = data.file("site.json");
    std::fs::write(&file, bad).unwrap();
    let done = data.run(&["check", file.to_str().unwrap()]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    for (line, key) in [
        (6, "domian"),
        (8, "adsDisplay"),
        (9, "slug"),
        (14, "accent"),
        (14, "headerBackground"),
        (18, "isSingleLocation"),
        (19, "buttons"),
        (20, "allowedEmbeddingDomains"),
        (21, "playWeekStart"),
        (21, "lateBookingMinutes"),
        (22, "pathPrefix"),
    ] {
        let place = format!("site.json:{line}");
        let named = done.out.lines().any(|l| l.contains(&place) && l.contains(key));
        assert!(named, "{place} {key} in\n{}", done.out);
    }
    assert!(done.out.contains("domain"), "the nearest known key: {}", done.out);
    let other = data.file("oldsite.json");
    std::fs::write(&other, bad).unwrap();
    let done = data.run(&["check", other.to_str().unwrap()]);
    assert!(done.code != 0 && done.err.contains("is not one of site.json"), "{}", done.err);
}

#[test]
fn the_demo_sites_and_sample_feeds_have_no_errors() {
    let data = Data::demo();
    for key in ["meridian", "aster"] {
        let done = data.run(&["check", "--site", key]);
        assert_eq!(done.code, 0, "{}{}", done.out, done.err);
        assert!(done.out.contains("0 errors"), "{}", done.out);
    }
    for format in ["boxoffice", "cinemashowtimes"] {
        let feed = root().join("fixtures/feeds").join(format);
        data.run(&["check", "--format", format, feed.to_str().unwrap()]).stdout_of_success();
    }
}

#[test]
fn a_record_with_errors_is_not_stored() {
    let bad = Acme::single().set("/config/isSingleLocation", json!("yes"));
    let data = Data::empty();
    let folder = bad.folder();
    let done = data.run(&["site", "import", folder.path().to_str().unwrap()]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(
        done.out.contains("isSingleLocation") || done.err.contains("isSingleLocation"),
        "{}{}",
        done.out,
        done.err
    );
    assert!(data.run(&["site", "list"]).stdout_of_success().is_empty());
    let dangling = Acme::single()
        .file("theaters", json!([theater("T1", "The House")]))
        .file("movies", json!([film("1", "One")]))
        .file("showtimes", json!([marquee_tests::show("a", "T1", "9", "2026-11-21T00:00:00Z", "2026-11-20")]))
        .folder();
    let done = data.run(&["check", dangling.path().to_str().unwrap()]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
}
