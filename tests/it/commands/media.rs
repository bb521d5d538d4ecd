//! `marquee media`

use marquee_tests::{Acme, CommandResult, Data, png};
use serde_json::{Value, json};

const CLIP: &[u8] = include_bytes!("../../../fixtures/media/clip.mp4");

fn acme() -> Data {
    let about = json!([{ "path": "/about/", "title": "About us", "blocks": [] }]);
    Data::with(&[&Acme::single().file("pages", about)])
}

fn media(data: &Data, command: &str, rest: &[&str]) -> CommandResult {
    data.run(&[&["media", command, "--site", "acme"], rest].concat())
}

/// Writes a file, stores it in the library, and returns its reference.
fn add(data: &Data, name: &str, bytes: &[u8]) -> String {
    let path = data.file(name);
    std::fs::write(&path, bytes).unwrap();
    let added = media(data, "add", &[path.to_str().unwrap()]).stdout_of_success();
    added.split('\t').next().unwrap().to_owned()
}

fn assert_refused(result: &CommandResult, error: &str) {
    assert!(result.code == 1 && result.err.contains(error), "{} {}", result.code, result.err);
}

fn library(data: &Data) -> Value {
    serde_json::from_str(&media(data, "list", &["--json"]).stdout_of_success()).unwrap()
}

#[test]
fn pictures_are_added_described_replaced_deleted_and_restored() {
    let data = acme();
    let source = add(&data, "Foyer.png", &png(64, 40, [200, 30, 40]));
    assert_eq!(add(&data, "again.png", &png(64, 40, [200, 30, 40])), source);
    let table = media(&data, "list", &[]).stdout_of_success();
    assert!(table.contains(&source) && table.contains("64x40") && table.contains("Foyer.png"), "{table}");
    let picture = library(&data)["pictures"][0].clone();
    assert_eq!((&picture["source"], &picture["places"]), (&json!(source), &json!([])));
    assert_eq!(picture["file"]["by"], "marquee");
    // Its alternative text is a change of the draft.
    let described = media(&data, "alt", &[&source, "The foyer"]).stdout_of_success();
    assert!(described.contains("publish it with `marquee site publish acme`"), "{described}");
    assert_refused(
        &media(&data, "alt", &[&source, "Halle", "--locale", "xx"]),
        "--locale xx must be one of en",
    );
    assert_refused(&media(&data, "alt", &["other", "The foyer"]), "`marquee media list` prints them");
    let draft = data.run(&["site", "draft", "acme"]).stdout_of_success();
    assert!(draft.contains(&source) && draft.contains("The foyer"), "{draft}");
    media(&data, "alt", &[&source, "--decorative", "true"]).stdout_of_success();
    media(&data, "alt", &[&source]).stdout_of_success();
    let draft = data.run(&["site", "draft", "acme"]).stdout_of_success();
    assert!(draft.contains("decorative") && !draft.contains("The foyer"), "{draft}");
    data.run(&["site", "publish", "acme"]).stdout_of_success();
    // A picture that is used is not deleted.
    let block = json!([{ "type": "image", "picture": source }]).to_string();
    data.run(&["site", "edit", "acme", "/pages/~1about~1/blocks", &block]).stdout_of_success();
    assert_refused(&media(&data, "delete", &[&source]), "it is used: /pages/~1about~1/blocks/0/picture");
    data.run(&["site", "discard", "acme"]).stdout_of_success();
    let path = data.file("wide.png");
    std::fs::write(&path, png(80, 20, [1, 2, 3])).unwrap();
    media(&data, "replace", &[&source, path.to_str().unwrap()]).stdout_of_success();
    let picture = library(&data)["pictures"][0].clone();
    assert_eq!((&picture["source"], &picture["width"]), (&json!(source), &json!(80)));
    media(&data, "delete", &[&source]).stdout_of_success();
    assert_eq!(library(&data)["pictures"], json!([]));
    assert_refused(&media(&data, "delete", &[&source]), "no such picture");
    media(&data, "restore", &[&source]).stdout_of_success();
    assert_eq!(library(&data)["pictures"][0]["width"], 80);
    let log = data.run(&["audit", "--site", "acme"]).stdout_of_success();
    for action in ["media.upload", "media.replace", "media.remove", "media.restore"] {
        assert!(log.lines().any(|line| line.contains("operator:cli") && line.contains(action)), "{log}");
    }
}

#[test]
fn page_17_videos_are_added_replaced_deleted_and_restored() {
    let data = acme();
    let source = add(&data, "Trailer.mp4", CLIP);
    assert_eq!(add(&data, "again.MP4", CLIP), source);
    let video = library(&data)["videos"][0].clone();
    assert_eq!((&video["source"], &video["file"]["bytes"]), (&json!(source), &json!(CLIP.len())));
    let path = data.file("Trailer.mp4");
    media(&data, "replace", &[&source, path.to_str().unwrap()]).stdout_of_success();
    media(&data, "delete", &[&source]).stdout_of_success();
    assert_eq!(library(&data)["videos"], json!([]));
    media(&data, "restore", &[&source]).stdout_of_success();
    assert_eq!(library(&data)["videos"][0]["source"], json!(source));
}

#[test]
fn security_6_9_files_that_are_not_pictures_or_videos_are_refused_with_their_names() {
    let data = acme();
    let refused = |name: &str, bytes: &[u8], error: &str| {
        let path = data.file(name);
        std::fs::write(&path, bytes).unwrap();
        let result = media(&data, "add", &[path.to_str().unwrap()]);
        assert_refused(&result, error);
        assert!(result.err.contains(name), "{}", result.err);
    };
    refused("drawing.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "SVG is not allowed");
    refused("notes.txt", b"text", "unsupported file type");
    refused("large.png", &vec![0; 15_000_001], "at most 15000000 are allowed");
    refused("page.mp4", b"<!doctype html>", "not an MP4 video");
    let missing = media(&data, "add", &["nowhere.png"]);
    assert!(missing.code == 1 && missing.err.contains("nowhere.png"), "{}", missing.err);
    assert_eq!(library(&data)["usedBytes"], 0);
}
