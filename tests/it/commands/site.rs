//! `marquee site`

use std::path::Path;

use marquee_tests::{Acme, CLOCK, Data, Page, film};
use serde_json::{Value, json};

use crate::members::{demo, iris};

#[test]
fn sites_are_added_listed_and_removed() {
    let data = Data::empty();
    let (first_site, second_site) = (Acme::single(), Acme::circuit().named("other", "other.example"));
    for site in [&first_site, &second_site] {
        let folder = site.folder();
        data.run(&["site", "add", folder.path().join("site.json").to_str().unwrap()]).stdout_of_success();
    }
    assert_eq!(
        data.run(&["site", "list"]).stdout_of_success(),
        "acme\tacme.example\tAcme\nother\tother.example\tAcme\n"
    );
    let unconfirmed = data.run(&["site", "remove", "other"]);
    assert!(unconfirmed.code == 1 && unconfirmed.err.contains("--yes"), "{}", unconfirmed.err);
    data.run(&["site", "remove", "other", "--yes"]).stdout_of_success();
    assert_eq!(data.run(&["site", "list"]).stdout_of_success(), "acme\tacme.example\tAcme\n");
    assert_eq!(data.run(&["site", "remove", "other", "--yes"]).code, 1);
}

#[test]
fn a_host_of_another_site_is_rejected() {
    let data = Data::with(&[&Acme::single()]);
    let thief = Acme::single()
        .named("thief", "thief.example")
        .set("/hosts", json!(["thief.example", "acme.example"]));
    let folder = thief.folder();
    let done = data.run(&["site", "import", folder.path().to_str().unwrap()]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("acme.example belongs to another site"), "{}", done.err);
    assert!(!data.run(&["site", "list"]).stdout_of_success().contains("thief"));
}

/// The files of a folder by name, recursively; JSON as values.
fn files(folder: &Path) -> Vec<(String, Result<Value, Vec<u8>>)> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(files(&path));
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        out.push((
            path.file_name().unwrap().to_str().unwrap().to_owned(),
            serde_json::from_slice(&bytes).map_err(|_| bytes),
        ));
    }
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out
}

#[test]
fn set_01_the_settings_record_is_stored_and_served() {
    let wanted = json!({
        "id": "site-101", "domain": "acme.example", "name": "Acme Pictures", "logo": { "src": "" },
        "relatedEntity": { "name": "Acme Holdings" }, "circuit": { "id": "101", "name": "Acme Circuit" },
        "loginPage": { "slug": "members" }, "privacyPolicyPage": { "slug": "our-privacy" },
    });
    let mut acme = Acme::circuit();
    for (key, value) in wanted.as_object().unwrap() {
        acme = acme.set(&format!("/settings/{key}"), value.clone());
    }
    let data = Data::with(&[&acme]);
    let folder = tempfile::tempdir().unwrap();
    data.run(&["site", "export", "acme", folder.path().to_str().unwrap()]).stdout_of_success();
    let text = std::fs::read_to_string(folder.path().join("site.json")).unwrap();
    let stored_record: Value = serde_json::from_str(&text).unwrap();
    for (key, value) in wanted.as_object().unwrap() {
        assert_eq!(&stored_record["settings"][key], value, "{key}");
    }
    let server = data.start("serve", CLOCK, &[]);
    let site = server.site("acme.example");
    let home = Page::parse(&site.get("/"));
    assert!(home.title().contains("Acme Pictures"), "{}", home.title());
    let canonical = home.all("link").find(|link| link.get("rel") == "canonical").unwrap();
    assert_eq!(canonical.get("href"), "https://acme.example/");
    assert_eq!((site.get("/members/").status, site.get("/login/").status), (200, 404));
}

#[test]
fn an_exported_site_is_unchanged_after_import() {
    let (from, to) = (Data::demo(), Data::empty());
    for key in ["meridian", "aster"] {
        let (first, second) = (from.file(key), to.file(key));
        from.run(&["site", "export", key, first.to_str().unwrap()]).stdout_of_success();
        to.run(&["site", "import", first.to_str().unwrap()]).stdout_of_success();
        to.run(&["site", "export", key, second.to_str().unwrap()]).stdout_of_success();
        let (a, b) = (files(&first), files(&second));
        assert!(a.len() > 20, "records and pictures: {}", a.len());
        assert_eq!(
            a.iter().map(|(n, _)| n).collect::<Vec<_>>(),
            b.iter().map(|(n, _)| n).collect::<Vec<_>>()
        );
        for ((name, one), (_, other)) in a.iter().zip(&b) {
            assert!(one == other, "{key}: {name} is not the same");
        }
    }
    let (old, new) = (from.serve(CLOCK), to.serve(CLOCK));
    for (host, path) in [
        ("localhost", "/"),
        ("localhost", "/showtimes/"),
        ("aster.localhost", "/fr/movies/"),
        ("aster.localhost", "/theaters/harbor/"),
    ] {
        assert_eq!(old.site(host).page(path).text(), new.site(host).page(path).text(), "{host}{path}");
    }
}

/// Changes the appearance of a site in its `site.json`.
fn change_appearance(site: &mut Value) {
    for (place, value) in [
        ("theme/colors/palette/background", json!("#102030")),
        ("theme/colors/palette/primary", json!("#ffd166")),
        ("theme/fonts/body", json!("Work Sans")),
        ("theme/fonts/heading", json!("EB Garamond")),
    ] {
        *site.pointer_mut(&format!("/config/{place}")).unwrap() = value;
    }
    for (key, value) in [
        ("headerLayout", json!("SPLIT")),
        ("footerLayout", json!("SIGNPOST")),
        ("logoSize", json!("LARGE")),
        ("hasSearch", json!(false)),
        ("footerMobileLinks", json!(false)),
    ] {
        site["settings"][key] = value;
    }
}

#[test]
fn set_13_role_01_operators_change_the_appearance_and_moviegoers_cannot() {
    let server = demo();
    let (data, site) = (server.data(), server.site("localhost"));
    let before = site.page("/movies/");
    assert_ne!(before.one("header").get("data-layout"), "SPLIT");
    assert_ne!(before.one("footer").get("data-layout"), "SIGNPOST");
    assert!(before.links().any(|a| a.get("href").starts_with("/search/")));
    let folder = data.file("edited");
    data.run(&["site", "export", "meridian", folder.to_str().unwrap()]).stdout_of_success();
    let file = folder.join("site.json");
    let mut record: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    change_appearance(&mut record);
    std::fs::write(&file, record.to_string()).unwrap();
    data.run(&["site", "import", folder.to_str().unwrap()]).stdout_of_success();
    let page = site.page_once("/movies/", |p| p.one("header").get("data-layout") == "SPLIT");
    assert_eq!(page.one("footer").get("data-layout"), "SIGNPOST");
    let site_data = &page.data()["site"];
    assert_eq!(
        (&site_data["logoSize"], &site_data["hasSearch"], &site_data["footerMobileLinks"]),
        (&json!(48), &json!(false), &json!(false))
    );
    assert!(!page.links().any(|a| a.get("href").starts_with("/search/")), "a search that is not shown");
    let css: String = page.all("style").map(|style| style.raw.to_lowercase()).collect();
    for set in ["#102030", "#ffd166", "work sans", "eb garamond"] {
        assert!(css.contains(set), "{set} in {css}");
    }
    // Moviegoers cannot change it, whether or not they are members.
    let iris = iris(&server);
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        for path in ["/", "/movies/", "/api/preview", "/api/operator/meridian/levels"] {
            let bearer = format!("Bearer {}", iris.session());
            for says in [&[][..], &[("authorization", bearer.as_str())]] {
                let status = iris.to(path, method, "application/json", "{}", says).status;
                assert!((400..500).contains(&status), "{method} {path} {says:?}: {status}");
            }
            let status = site.send(method, path, &[("content-type", "application/json")], "{}").status;
            assert!((400..500).contains(&status), "{method} {path}: {status}");
        }
    }
    assert_eq!(site.page("/movies/").data()["site"], *site_data);
}

#[test]
fn a_running_server_applies_changes_made_by_commands() {
    let acme = Acme::single().file("movies", json!([film("1", "One")]));
    let data = Data::with(&[&acme]);
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    assert_eq!(site.page("/movies/1-one/").one("h1").text, "One");
    let mut renamed = film("1", "One");
    renamed["title"] = json!("Another title");
    data.import_site(&acme.clone().file("movies", json!([renamed])));
    let _ = site.page_once("/movies/1-one/", |p| p.one("h1").text == "Another title");
    data.import_site(&Acme::single().named("new", "new.example"));
    for _ in 0..500 {
        if server.site("new.example").get("/").status == 200 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(server.site("new.example").page("/").title().ends_with("| Acme"));
    data.run(&["site", "remove", "new", "--yes"]).stdout_of_success();
    for _ in 0..500 {
        if server.site("new.example").get("/").status == 404 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(server.site("new.example").get("/").status, 404, "a removed site is gone");
}
