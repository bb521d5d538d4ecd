//! Captions of videos of the media library (PAGE-17)

use marquee_tests::{CLOCK, Data, Reply};
use serde_json::{Value, json};

use super::videos::{CLIP, path_of};
use super::{Browser, HOST, OWNER, Office, assert_problem, office, office_with, password_of};

/// A file as it is served.
pub(super) const WEBVTT: &str = "WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nWelcome\n";

impl Browser<'_> {
    pub(super) fn save_captions(&self, source: &str, locale: &str, text: &str) -> Reply {
        let path = format!("media/video/captions?source={source}&locale={locale}&name=Tour.vtt");
        self.send_file("PUT", &path, text.as_bytes())
    }

    fn upload_clip(&self) -> Value {
        self.upload_video(CLIP).json()["video"].clone()
    }
}

fn captions_path(source: &str, locale: &str) -> String {
    format!("acme/media/video/captions?source={source}&locale={locale}")
}

#[test]
fn page_17_the_player_offers_the_captions_of_a_video_in_each_language() {
    let office = office();
    let owner = office.owner();
    let video = owner.upload_clip();
    let source = video["source"].as_str().unwrap();
    owner.show_video(&video["source"]);
    let site = office.server.site("acme.example");
    site.wait_for_page("/about/", |page| page.links().any(|link| link.get("href") == path_of(&video)));

    let subrip = "1\r\n00:00:00,500 --> 00:00:01,500\r\nBienvenue";
    assert_eq!(owner.save_captions(source, "fr-FR", subrip).status, 200);
    let saved = owner.save_captions(source, "en-US", WEBVTT).json();
    let locales: Vec<&Value> =
        saved["captions"].as_array().unwrap().iter().map(|one| &one["locale"]).collect();
    assert_eq!(locales, ["en-US", "fr-FR"]);
    assert_eq!(saved["captions"][0]["file"]["name"], "Tour.vtt");
    assert_eq!(owner.videos(), json!([saved]));
    let address = |locale: &str, nth: usize| {
        let id = saved["captions"][nth]["textId"].as_str().unwrap();
        format!("{}/{locale}.{id}.vtt", path_of(&video).rsplit_once('/').unwrap().0)
    };
    let (english, french) = (address("en-US", 0), address("fr-FR", 1));
    // The page's language comes first, also without scripts.
    let is_offered = |text: &str| {
        let place = |path: &str| text.find(&format!("<track kind=\"captions\" src=\"{path}\""));
        place(&english).zip(place(&french)).is_some_and(|(one, other)| one < other)
    };
    site.wait_for("/about/", |reply| is_offered(&reply.text()));

    let reply = site.get(&french);
    assert_eq!((reply.status, reply.text()), (200, WEBVTT.replace("Welcome", "Bienvenue")));
    assert_eq!(reply.required_header("content-type"), "text/vtt; charset=utf-8");
    assert!(reply.required_header("cache-control").contains("immutable"));
    assert!(reply.required_header("content-security-policy").contains("sandbox"));
    assert_eq!(reply.required_header("x-content-type-options"), "nosniff");
    let known = site.request("GET", &french, &[("if-none-match", &reply.required_header("etag"))]);
    assert_eq!((known.status, known.body.len()), (304, 0));
    assert_eq!(owner.get(&captions_path(source, "en-US")).text(), WEBVTT);

    // Replaced, the former address leads to the new one.
    let changed = owner.save_captions(source, "en-US", &WEBVTT.replace("Welcome", "Hello")).json();
    assert_ne!(changed["captions"][0]["textId"], saved["captions"][0]["textId"]);
    let moved = site.get(&english);
    assert_eq!(moved.status, 302);
    assert!(site.get(&moved.required_header("location")).text().contains("Hello"));
    // Removed, neither page nor address have them.
    let removed = owner.ok("DELETE", &captions_path(source, "fr-FR"), &json!({}));
    assert_eq!(removed["captions"].as_array().unwrap().len(), 1);
    assert_problem(&owner.send("DELETE", &captions_path(source, "fr-FR"), &json!({})), 404);
    site.wait_for("/about/", |reply| !reply.text().contains(&french));
    assert_eq!(site.get(&french).status, 404);
    assert_problem(&owner.get(&captions_path(source, "fr-FR")), 404);
    let audit = owner.ok("GET", "acme/audit", &Value::Null);
    let actions = audit["entries"].as_array().unwrap();
    let is_logged = |action: &str, locale: &str| {
        actions
            .iter()
            .any(|entry| entry["action"] == action && entry["subject"] == source && entry["detail"] == locale)
    };
    assert!(
        is_logged("media.captions", "en-US") && is_logged("media.remove-captions", "fr-FR"),
        "{actions:?}"
    );
}

#[test]
fn page_17_captions_that_cannot_be_used_are_refused_with_the_reason() {
    let office = office_with(&["--media-quota-mb", "1"]);
    let owner = office.owner();
    let video = owner.upload_clip();
    let source = video["source"].as_str().unwrap();
    for (text, code, detail) in [
        ("", "empty", Value::Null),
        ("<!doctype html>", "line", json!(1)),
        ("WEBVTT\n\n00:00:02.000 --> 00:00:01.000\nHello", "backwards", json!(3)),
    ] {
        let refused = owner.save_captions(source, "en-US", text);
        assert_problem(&refused, 422);
        let problem = refused.json();
        assert_eq!((&problem["code"], &problem["line"]), (&json!(code), &detail), "{text}");
    }
    assert_problem(&owner.save_captions(source, "en-US", &"a".repeat((512 << 10) + 1)), 413);
    assert_problem(&owner.save_captions(source, "english", WEBVTT), 422);
    assert_problem(&owner.save_captions("video-0", "en-US", WEBVTT), 404);
    let long = format!("WEBVTT\n\n00:00.000 --> 00:01.000\n{}\n", "a".repeat(500_000));
    assert_eq!(owner.save_captions(source, "en-US", &long).status, 200);
    assert_eq!(owner.save_captions(source, "fr-FR", &long).status, 200);
    // What replaces captions takes their room.
    assert_eq!(owner.save_captions(source, "fr-FR", &long.replace("aa", "bb")).status, 200);
    let refused = assert_problem(&owner.save_captions(source, "de-DE", &long), 507);
    assert!(refused.contains("remove some pictures or videos"), "{refused}");

    // A removed video takes its captions along, and brings them back.
    let site = office.server.site("acme.example");
    let id = owner.videos()[0]["captions"][0]["textId"].clone();
    let address = path_of(&video).rsplit_once('/').unwrap().0.to_owned();
    let address = format!("{address}/en-US.{}.vtt", id.as_str().unwrap());
    assert_eq!(site.get(&address).status, 200);
    assert_eq!(owner.send("DELETE", &format!("acme/media/video?source={source}"), &json!({})).status, 204);
    site.wait_for(&address, |reply| reply.status == 404);
    assert_problem(&owner.save_captions(source, "en-US", WEBVTT), 404);
    owner.ok("POST", &format!("acme/media/video/restore?source={source}"), &json!({}));
    assert_eq!(site.get(&address).status, 200);
    assert_eq!(office.server.site("other.example").get(&address).status, 404);
    for name in ["en-US.vtt", "english.0123456789abcdef0123.vtt", "en-US.0123456789abcdef0123.vtt", "..vtt"] {
        let other = format!("{}/{name}", address.rsplit_once('/').unwrap().0);
        let status = site.get(&other).status;
        // Another text of the same language leads to the current one.
        assert_eq!(status, if name.starts_with("en-US.0") { 302 } else { 404 }, "{name}");
    }
}

#[test]
fn page_17_a_video_of_the_library_is_the_trailer_of_a_film() {
    let office = office();
    let owner = office.owner();
    let video = owner.upload_clip();
    let source = video["source"].as_str().unwrap();
    owner.save_captions(source, "en-US", WEBVTT);
    let trailer = json!({ "kind": "file", "id": source });
    owner.edit("/films/1", &Value::Null, &json!({ "fields": { "trailer": trailer } }));
    owner.publish();
    let site = office.server.site("acme.example");
    let path = path_of(&video);
    let film = "/movies/1-low-tide/";
    site.wait_for_page(film, |page| page.links().any(|link| link.get("href") == path));
    let page = site.get(film);
    let policy = page.required_header("content-security-policy");
    assert!(policy.contains("media-src 'self';"), "{policy}");
    let text = page.text();
    assert!(text.contains(&format!("\"contentUrl\":\"https://acme.example{path}\"")), "JSON-LD");
    assert!(text.contains("/en-US."), "captions in the data of the page");
    assert_eq!(owner.videos()[0]["places"], json!(["/films/1/fields/trailer/id"]));
    assert_problem(&owner.send("DELETE", &format!("acme/media/video?source={source}"), &json!({})), 409);
    // Open data have no address that means nothing elsewhere.
    let data = site.get("/api/programme/T1.json");
    assert_eq!((data.status, &data.json()["films"][0]["film_id"]), (200, &json!("1")));
    assert!(!data.text().contains(source));
    // Elsewhere the film of the export has the trailer without an edit, and the video is used as well.
    let other = Data::empty();
    let folder = other.file("exported");
    office.data.run(&["site", "export", "acme", folder.to_str().unwrap()]).stdout_of_success();
    other.run(&["site", "import", folder.to_str().unwrap()]).stdout_of_success();
    let added = other.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let server = other.serve_in(CLOCK, &["--editor-host", HOST], &[]);
    let copy = Office { server, data: other, password: password_of(&added), host: HOST };
    let refused = copy.owner().send("DELETE", &format!("acme/media/video?source={source}"), &json!({}));
    assert_problem(&refused, 409);
    // Without the video the film has no trailer.
    owner.edit("/films/1/fields/trailer", &trailer, &json!({ "kind": "file", "id": "video-0" }));
    owner.publish();
    site.wait_for_page(film, |page| !page.links().any(|link| link.get("href") == path));
    assert!(!site.get(film).text().contains("video-0"));
}
