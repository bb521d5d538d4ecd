//! Saved blocks: one block on several pages (PAGE-16)

use marquee_tests::{Acme, CLOCK, Data, Page, Site};
use serde_json::{Value, json};

use super::{HOST, Office, office, password_of};

const SAVED: &str = "/site/config/options/savedBlocks";

fn join(title: &str) -> Value {
    json!({ "type": "callToAction", "title": title, "label": "Join", "href": "/login/join/" })
}

fn reference() -> Value {
    json!([{ "type": "saved", "id": "join", "settings": { "anchor": "club" } }])
}

fn page(path: &str, blocks: &Value) -> Value {
    json!({ "path": path, "title": path, "blocks": blocks })
}

/// An office whose site has two pages with the saved block, and one without; in two languages.
fn club() -> Office {
    let texts = json!({ "title": "Joignez", "blocks": reference() });
    let mut about = page("/about/", &reference());
    about["localizations"] = json!({ "fr": texts });
    let plain = page("/plain/", &json!([{ "type": "text", "paragraphs": ["Plain."] }]));
    let saved = json!({ "join": {
        "name": "Join the Club", "block": join("Join us"), "localizations": { "fr": join("Adhérez") },
    } });
    let acme = Acme::circuit()
        .set("/config/options/additionalLocales", json!(["fr-FR"]))
        .set("/config/options/savedBlocks", saved)
        .file("pages", json!([about, page("/hire/", &reference()), plain]));
    let data = Data::with(&[&acme]);
    let added = data.run(&["operator", "add", super::OWNER, "--name", "Rosa"]).stdout_of_success();
    let server = data.serve_in(CLOCK, &["--editor-host", HOST], &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

fn shows(page: &Page, text: &str) -> bool {
    page.text().contains(text)
}

/// The path of an address of the draft's preview.
fn preview_of(address: &Value) -> String {
    let address = address.as_str().unwrap();
    let (_, rest) = address.split_once("//").unwrap();
    rest[rest.find('/').unwrap()..].to_owned()
}

fn etag(site: &Site<'_>, path: &str) -> String {
    site.get(path).required_header("etag")
}

#[test]
fn page_16_a_change_of_a_saved_block_changes_every_page_that_uses_it_and_no_other() {
    let office = club();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let about = site.page("/about/");
    assert!(shows(&about, "Join us") && about.elements.iter().any(|e| e.get("id") == "club"));
    assert!(shows(&site.page("/fr/about/"), "Adhérez"), "a saved block has texts in each language");
    assert!(shows(&site.page("/fr/hire/"), "Adhérez"), "also on pages without blocks of the language");
    let search = |site: &Site<'_>| site.page("/search/").data()["page"]["entries"].to_string();
    assert!(search(&site).contains("join"));
    let (plain, home) = (etag(&site, "/plain/"), etag(&site, "/movies/"));

    // Two operators change different fields.
    let theo = office.colleague("theo@acme.example", "editor");
    let block = format!("{SAVED}/join/block");
    assert_eq!(owner.edit(&format!("{block}/title"), &json!("Join us"), &json!("Four houses")).status, 200);
    let settings = json!({ "membersOnly": false, "hiddenOnPhones": true });
    assert_eq!(theo.edit(&format!("{block}/settings"), &Value::Null, &settings).status, 200);
    let draft = owner.draft();
    let changed = draft["content"].pointer(&block).unwrap();
    assert_eq!((&changed["title"], &changed["settings"]), (&json!("Four houses"), &settings));
    assert_eq!(draft["problems"], json!([]));

    let preview = preview_of(&owner.ok("GET", "acme/preview", &Value::Null)["address"]);
    let in_preview = site.page(&format!("{preview}hire/"));
    assert!(shows(&in_preview, "Four houses") && !shows(&site.page("/hire/"), "Four houses"));
    owner.publish();
    for path in ["/about/", "/hire/"] {
        site.wait_for_page(path, |page| shows(page, "Four houses"));
    }
    assert!(shows(&site.page("/fr/about/"), "Adhérez"));
    assert!(search(&site).contains("houses"));
    assert_eq!((etag(&site, "/plain/"), etag(&site, "/movies/")), (plain, home), "the same pages");
    let history = owner.ok("GET", "acme/audit", &Value::Null);
    assert!(history["entries"].to_string().contains("savedBlocks/join/block/title"), "{history}");
}

#[test]
fn page_16_a_missing_saved_block_shows_nothing_and_is_named() {
    let office = club();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let saved = owner.draft()["content"].pointer(SAVED).unwrap().clone();
    assert_eq!(owner.edit(&format!("{SAVED}/join"), &saved["join"], &Value::Null).status, 200);
    assert_eq!(owner.draft()["problems"], json!([]), "a remark, not an error");
    let overview = owner.ok("GET", "acme/overview", &Value::Null);
    let items = overview["attention"].as_array().unwrap();
    let missing = items.iter().find(|item| item["kind"] == "missingBlock").unwrap();
    assert_eq!((&missing["count"], &missing["place"]["record"]), (&json!(2), &json!("/about/")));
    owner.publish();
    site.wait_for_page("/about/", |page| !shows(page, "Join us"));
    assert!(site.page("/about/").data()["page"]["blocks"].as_array().unwrap().is_empty());
    // It returns to its pages as soon as it exists again.
    let again = json!({ "name": "Join", "block": join("Welcome back") });
    owner.edit(SAVED, &Value::Null, &json!({ "join": again }));
    owner.publish();
    site.wait_for_page("/hire/", |page| shows(page, "Welcome back"));
}

#[test]
fn page_16_saved_blocks_survive_export_and_import_and_are_checked() {
    let office = club();
    let owner = office.owner();
    let folder = office.data.path().join("exported");
    let folder = folder.to_str().unwrap();
    office.data.run(&["site", "export", "acme", folder]).stdout_of_success();
    let record = std::fs::read_to_string(std::path::Path::new(folder).join("site.json")).unwrap();
    let record: Value = serde_json::from_str(&record).unwrap();
    assert_eq!(record.pointer("/config/options/savedBlocks/join/block/title").unwrap(), "Join us");
    let nested = json!({ "name": "B", "block": { "type": "saved", "id": "join" } });
    let update = owner.edit(&format!("{SAVED}/b"), &Value::Null, &nested).json();
    assert!(update["problems"][0]["message"].as_str().unwrap().contains("allowed values"), "{update}");
    let anchored = json!({ "type": "text", "paragraphs": [], "settings": { "anchor": "a" } });
    let update = owner.edit(&format!("{SAVED}/b/block"), &nested["block"], &anchored).json();
    assert_eq!(update["problems"][0]["pointer"], format!("{SAVED}/b/block/settings/anchor"), "{update}");
}

#[test]
fn page_16_editors_may_change_saved_blocks_and_programmers_may_not() {
    let office = office();
    let block = json!({ "join": { "name": "Join", "block": join("Join us") } });
    let programmer = office.colleague("ida@acme.example", "program");
    assert_eq!(programmer.edit(SAVED, &Value::Null, &block).status, 403);
    let editor = office.colleague("theo@acme.example", "editor");
    assert_eq!(editor.edit(SAVED, &Value::Null, &block).status, 200);
}
