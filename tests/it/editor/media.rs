//! Uploads of pictures

use std::collections::HashMap;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use marquee_tests::{Acme, CLOCK, Data, MockServer, Page, Reply, film, noise_png, png, raw};
use serde_json::{Value, json};

use super::{Browser, HOST, ORIGIN, OWNER, Office, assert_problem, office, office_with, password_of};

/// The path of a rendition of a picture, on the host of its site.
pub(super) fn rendition(picture: &Value, name: &str) -> String {
    let path = picture["address"].as_str().unwrap().strip_prefix("https://acme.example").unwrap();
    path.replace("320.webp", name)
}

/// The media id in the path of a rendition.
fn id_of(path: &str) -> &str {
    path.split('/').nth(3).unwrap()
}

/// The names of the files below a folder.
pub(super) fn files_below(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            files.extend(files_below(&entry.path()));
        } else {
            files.push(entry.path().display().to_string());
        }
    }
    files
}

impl Browser<'_> {
    pub(super) fn pictures(&self) -> Value {
        self.ok("GET", "acme/media", &Value::Null)["pictures"].clone()
    }

    /// Makes a picture the only block of the page `/about/`, and publishes it.
    fn show(&self, source: &Value) {
        let from = self.draft()["content"]["pages"]["/about/"]["blocks"].clone();
        self.edit("/pages/~1about~1/blocks", &from, &json!([{ "type": "image", "picture": source }]));
        self.publish();
    }

    pub(super) fn upload(&self, bytes: &[u8]) -> Reply {
        self.send_file("POST", "media?name=Foyer.png", bytes)
    }

    pub(super) fn send_file(&self, method: &str, path: &str, bytes: &[u8]) -> Reply {
        let cookie = self.cookie.borrow().clone();
        let head = format!(
            "{method} /api/editor/acme/{path} HTTP/1.1\r\nHost: {HOST}\r\nOrigin: {}\r\nCookie: {cookie}\r\n\
             Content-Type: image/png\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            ORIGIN.1,
            bytes.len()
        );
        Reply::parse(&raw(self.office.server.address(), &[head.as_bytes(), bytes].concat()))
    }
}

/// How long a refusal may take: a second on a machine of its own (security 6.9), more beside other tests.
pub(super) const REFUSAL: Duration = Duration::from_secs(10);

#[test]
fn security_6_9_a_picture_is_stored_once_and_served_as_renditions_only() {
    let office = office();
    let owner = office.owner();
    let picture = png(640, 400, [200, 30, 40]);
    let uploaded = owner.upload(&picture).json();
    assert_eq!(
        (uploaded["isKnown"].clone(), uploaded["picture"]["width"].clone()),
        (json!(false), json!(640))
    );
    assert_eq!(owner.upload(&picture).json()["isKnown"], true);
    let listed = owner.ok("GET", "acme/media", &Value::Null);
    assert_eq!(listed["pictures"], json!([uploaded["picture"]]));
    let address = uploaded["picture"]["address"].as_str().unwrap();
    let path = address.strip_prefix("https://acme.example").unwrap();
    let site = office.server.site("acme.example");
    let rendition = site.get(path);
    assert_eq!(rendition.required_header("content-type"), "image/webp");
    assert!(rendition.required_header("content-security-policy").contains("sandbox"));
    assert_eq!(office.server.site("other.example").get(path).status, 404);
    // Records name it by its source.
    let source = uploaded["picture"]["source"].clone();
    owner.edit(
        "/pages/~1about~1/blocks",
        &json!([]),
        &json!([{ "type": "image", "picture": source, "alt": "Red" }]),
    );
    owner.publish();
    let page = site.page_once("/about/", |page| page.all("img").any(|image| image.get("alt") == "Red"));
    assert!(page.all("img").any(|image| image.get("src").contains("/media/acme/")));
}

#[test]
fn security_6_9_hostile_uploads_are_refused_in_a_second() {
    let office = office();
    let owner = office.owner();
    let script = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let mut bomb = png(10, 10, [0, 0, 0]);
    // Width and height in the header: 60,000 by 60,000 pixels.
    bomb[16..24].copy_from_slice(&[0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
    for (name, bytes) in [
        ("svg", script.to_vec()),
        ("html", b"<!doctype html><script>alert(1)</script>".to_vec()),
        ("polyglot", [b"GIF89a".as_slice(), b"=1;alert(1)//"].concat()),
        ("bomb", bomb),
        ("empty", Vec::new()),
        ("truncated", png(100, 100, [1, 2, 3])[..60].to_vec()),
    ] {
        let started = Instant::now();
        let refused = owner.upload(&bytes);
        assert_problem(&refused, 422);
        assert!(started.elapsed() < REFUSAL, "{name}: {:?}", started.elapsed());
    }
    // A body of a gigabyte is refused by its length, before it is read.
    let head = format!(
        "POST /api/editor/acme/media HTTP/1.1\r\nHost: {HOST}\r\nOrigin: {}\r\nCookie: {}\r\nContent-Length: 1000000000\r\n\r\n",
        ORIGIN.1,
        owner.cookie.borrow()
    );
    let started = Instant::now();
    let refused = Reply::parse(&raw(office.server.address(), head.as_bytes()));
    assert_problem(&refused, 413);
    assert!(started.elapsed() < REFUSAL, "{:?}", started.elapsed());
    assert_eq!(owner.ok("GET", "acme/media", &Value::Null)["pictures"], json!([]));
    let viewer = office.colleague("viewer@acme.example", "viewer");
    assert_problem(&viewer.upload(&png(10, 10, [0, 0, 0])), 403);
}

#[test]
fn security_6_9_hostile_uploads_leave_nothing_and_take_no_memory() {
    let office = office();
    let owner = office.owner();
    // Small files that decode to 120 MB: 40 megapixels of one color, and as many in a truncated file.
    let flat = png(8_000, 5_000, [9, 9, 9]);
    let entities = "<!DOCTYPE svg [<!ENTITY a \"ha\">".to_owned()
        + &(0..9).map(|n| format!("<!ENTITY b{n} \"{}\">", "&a;".repeat(10))).collect::<String>()
        + "]><svg xmlns=\"http://www.w3.org/2000/svg\"><text>&b8;</text></svg>";
    let external = "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\
                    <svg xmlns=\"http://www.w3.org/2000/svg\"><text>&x;</text></svg>";
    let media = office.data.file("media");
    let before = files_below(&media);
    office.server.reset_peak_memory();
    let memory = office.server.peak_memory();
    for (name, bytes) in [
        ("flat", flat.clone()),
        ("truncated", flat[..flat.len() / 2].to_vec()),
        ("billion laughs", entities.into_bytes()),
        ("external entity", external.as_bytes().to_vec()),
        ("PDF", b"%PDF-1.7".to_vec()),
        ("zip", b"PK\x03\x04".to_vec()),
        ("script after a signature", b"\xff\xd8\xff/*<script>alert(1)</script>*/".to_vec()),
        ("AVIF", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf".to_vec()),
    ] {
        let started = Instant::now();
        assert_problem(&owner.upload(&bytes), 422);
        assert!(started.elapsed() < REFUSAL, "{name}: {:?}", started.elapsed());
    }
    // A gigabyte without a declared length ends at the limit.
    let cookie = owner.cookie.borrow().clone();
    let mut stream = TcpStream::connect(office.server.address()).unwrap();
    let head = format!(
        "POST /api/editor/acme/media HTTP/1.1\r\nHost: {HOST}\r\nOrigin: {}\r\nCookie: {cookie}\r\n\
         Transfer-Encoding: chunked\r\n\r\n",
        ORIGIN.1
    );
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = [b"f4240\r\n".as_slice(), &vec![b'x'; 1_000_000], b"\r\n"].concat();
    let mut send = |megabytes: usize| (0..megabytes).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    assert_eq!(send(15), 15, "up to the limit");
    let passed = Instant::now();
    let beyond = send(985);
    assert!(beyond < 85, "{beyond} MB were taken beyond the limit");
    assert!(passed.elapsed() < REFUSAL, "{:?}", passed.elapsed());
    let grown = office.server.peak_memory().saturating_sub(memory);
    assert!(grown <= 128 << 20, "the server grew by {} MiB", grown >> 20);
    assert_eq!(files_below(&media), before);
    assert_eq!(owner.pictures(), json!([]));
}

#[test]
fn a_replaced_picture_keeps_its_places_and_addresses() {
    let office = office();
    let owner = office.owner();
    let old = owner.upload(&png(640, 400, [200, 30, 40])).json()["picture"].clone();
    assert_eq!((&old["file"]["name"], &old["file"]["by"]), (&json!("Foyer.png"), &json!("Rosa")));
    let source = old["source"].clone();
    owner.show(&source);
    let site = office.server.site("acme.example");
    let old_path = rendition(&old, "320.webp");
    assert_eq!(site.get(&old_path).status, 200);

    let path = format!("media/picture?source={}&name=New.png", source.as_str().unwrap());
    let new = owner.send_file("PUT", &path, &png(800, 600, [1, 2, 3])).json();
    assert_eq!(
        (&new["source"], &new["width"], &new["file"]["name"]),
        (&source, &json!(800), &json!("New.png"))
    );
    assert_eq!(new["places"], json!(["/pages/~1about~1/blocks/0/picture"]));
    let new_path = rendition(&new, "320.webp");
    assert_ne!(old_path, new_path);
    let id = id_of(&new_path);
    site.wait_for_page("/about/", |page| page.all("img").any(|image| image.get("src").contains(id)));
    // Old addresses, for example in caches and mails, lead to the new picture; the old file is gone.
    let moved = site.get(&old_path);
    assert_eq!((moved.status, moved.required_header("location")), (302, new_path.clone()));
    assert_eq!(site.get(&new_path).status, 200);
    let files = files_below(&office.data.file("media"));
    assert!(files.iter().all(|file| !file.contains(id_of(&old_path))), "{files:?}");
    // Uploaded again, the old picture is another one.
    let again = owner.upload(&png(640, 400, [200, 30, 40])).json();
    assert_eq!(
        (&again["isKnown"], &again["picture"]["source"]),
        (&json!(false), &json!(format!("{}-2", source.as_str().unwrap())))
    );
    assert_eq!(owner.send_file("PUT", "media/picture?source=none", &png(8, 6, [1, 2, 3])).status, 404);
    assert_problem(&owner.send_file("PUT", &path, b"<svg/>"), 422);
}

#[test]
fn only_a_picture_without_places_is_removed() {
    let office = office();
    let owner = office.owner();
    let picture = owner.upload(&png(640, 400, [200, 30, 40])).json()["picture"].clone();
    let source = picture["source"].as_str().unwrap();
    let path = format!("acme/media/picture?source={source}");
    // A place in the draft counts.
    owner.edit("/pages/~1about~1/blocks", &json!([]), &json!([{ "type": "image", "picture": source }]));
    let refused = assert_problem(&owner.send("DELETE", &path, &json!({})), 409);
    assert!(refused.contains("/pages/~1about~1/blocks/0/picture"), "{refused}");
    owner.publish();
    let removed = owner.edit(
        "/pages/~1about~1/blocks",
        &json!([{ "type": "image", "picture": source, "alt": "" }]),
        &json!([]),
    );
    assert_eq!(removed.status, 200, "{}", removed.text());
    assert_problem(&owner.send("DELETE", &path, &json!({})), 409);
    owner.publish();
    assert_eq!(owner.pictures()[0]["places"], json!([]));
    assert_eq!(owner.send("DELETE", &path, &json!({})).status, 204);
    assert_eq!(owner.pictures(), json!([]));
    assert_eq!(office.server.site("acme.example").get(&rendition(&picture, "320.webp")).status, 404);
    assert_eq!(owner.send("DELETE", &path, &json!({})).status, 404);
    let actions = owner.ok("GET", "acme/audit", &Value::Null);
    let actions: Vec<_> =
        actions["entries"].as_array().unwrap().iter().map(|line| line["action"].clone()).collect();
    assert!(
        actions.contains(&json!("media.upload")) && actions.contains(&json!("media.remove")),
        "{actions:?}"
    );
}

#[test]
fn a_removed_picture_is_restored_with_its_address_for_an_hour() {
    let office = office();
    let owner = office.owner();
    let picture = owner.upload(&png(640, 400, [200, 30, 40])).json()["picture"].clone();
    let source = picture["source"].as_str().unwrap();
    let (path, restore) = (
        format!("acme/media/picture?source={source}"),
        format!("acme/media/picture/restore?source={source}"),
    );
    let address = rendition(&picture, "320.webp");
    let shown = office.server.site("acme.example").get(&address).body;
    assert_problem(&owner.send("POST", &restore, &json!({})), 404);
    assert_eq!(owner.send("DELETE", &path, &json!({})).status, 204);
    assert_eq!(office.server.site("acme.example").get(&address).status, 404);
    assert_eq!(owner.ok("GET", "acme/media", &Value::Null)["usedBytes"], 0);
    assert_eq!(owner.ok("POST", &restore, &json!({})), picture);
    assert_eq!(owner.pictures()[0]["source"], picture["source"]);
    assert_eq!(office.server.site("acme.example").get(&address).body, shown);
    assert_problem(&owner.send("POST", &restore, &json!({})), 404);
    assert_eq!(owner.send("DELETE", &path, &json!({})).status, 204);
    drop(owner);
    let office = office.later(61);
    let owner = office.owner();
    // The server deletes it for good soon after its start.
    office.server.site("acme.example").wait_for("/", |_| files_below(&office.data.file("media")).is_empty());
    assert_problem(&owner.send("POST", &restore, &json!({})), 404);
}

/// A server whose films have these posters on a mock server.
fn office_with_posters(pictures: &MockServer, posters: &[&str]) -> Office {
    let films: Vec<Value> = posters
        .iter()
        .enumerate()
        .map(|(number, path)| {
            let mut film = film(&(number + 1).to_string(), "Low Tide");
            film["poster"] = json!(format!("http://{}{path}", pictures.host_and_port()));
            film
        })
        .collect();
    let data = Data::with(&[&Acme::single().file("movies", json!(films))]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let flags = ["--editor-host", HOST, "--internal-upstreams", &pictures.host_and_port()];
    let server = data.serve_in(CLOCK, &flags, &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

#[test]
fn pictures_of_films_that_the_library_lacks_are_fetched() {
    let pictures = MockServer::with(HashMap::from([("/tide.png".to_owned(), png(400, 600, [20, 90, 90]))]));
    // More than one request tries, all before the one that exists.
    let gone: Vec<String> = (100..160).map(|number| format!("/gone-{number}.png")).collect();
    let posters: Vec<&str> = gone.iter().map(String::as_str).chain(["/tide.png"]).collect();
    let office = office_with_posters(&pictures, &posters);
    let owner = office.owner();
    let library = || owner.ok("GET", "acme/media", &Value::Null);
    assert_eq!((library()["filmPictures"].clone(), library()["pictures"].clone()), (json!(61), json!([])));
    let first = owner.ok("POST", "acme/media/films", &json!({}));
    let last = format!("http://{}/gone-159.png", pictures.host_and_port());
    assert_eq!(first, json!({ "stored": 0, "failed": 60, "last": last }));
    let next = owner.ok("POST", &format!("acme/media/films?after={last}"), &json!({}));
    assert_eq!(next, json!({ "stored": 1, "failed": 0 }));
    assert_eq!(library()["filmPictures"], 60);
    let tide = library()["pictures"][0]["source"].as_str().unwrap().to_owned();
    assert!(tide.ends_with("/tide.png"), "{tide}");
    let end = owner.ok("POST", &format!("acme/media/films?after={tide}"), &json!({}));
    assert_eq!(end, json!({ "stored": 0, "failed": 0 }));
    assert_problem(&owner.send("POST", "acme/media/films?after=%00", &json!({})), 422);
    let log = owner.ok("GET", "acme/audit?q=media.use-films", &Value::Null);
    let details: Vec<_> = log["entries"].as_array().unwrap().iter().map(|entry| &entry["detail"]).collect();
    assert_eq!(details, ["1 of 1", "0 of 60"]);
}

#[test]
fn pictures_of_films_are_fetched_once_at_a_time_and_after_the_client_has_gone() {
    let paths: Vec<String> = (100..122).map(|number| format!("/{number}.png")).collect();
    let poster = |path: &String| (path.clone(), png(40, 60, [20, 90, 90]));
    let (pictures, held) = MockServer::held(paths.iter().map(poster).collect());
    let office = office_with_posters(&pictures, &paths.iter().map(String::as_str).collect::<Vec<_>>());
    let owner = office.owner();
    let head = format!(
        "POST /api/editor/acme/media/films HTTP/1.1\r\nHost: {HOST}\r\nOrigin: {}\r\nCookie: {}\r\n\
         Content-Length: 0\r\n\r\n",
        ORIGIN.1,
        owner.cookie.borrow()
    );
    let mut client = TcpStream::connect(office.server.address()).unwrap();
    client.write_all(head.as_bytes()).unwrap();
    held.wait_for_request();
    assert_problem(&owner.send("POST", "acme/media/films", &json!({})), 409);
    let wait_for_pictures = |count: usize| {
        let site = office.server.site("acme.example");
        site.wait_for("/", |_| owner.pictures().as_array().unwrap().len() == count);
    };
    // They are saved in parts.
    held.release(20);
    wait_for_pictures(20);
    drop(client);
    // The server answers these requests after the end of that connection.
    for _ in 0..5 {
        owner.pictures();
    }
    drop(held);
    wait_for_pictures(22);
}

#[test]
fn an_alternative_text_of_a_picture_is_used_by_every_place_without_one() {
    let office = office();
    let owner = office.owner();
    let source = owner.upload(&png(640, 400, [200, 30, 40])).json()["picture"]["source"].clone();
    owner.show(&source);
    let attention = |kind: &str| {
        let overview = owner.ok("GET", "acme/overview", &Value::Null);
        overview["attention"].as_array().unwrap().iter().any(|item| item["kind"] == kind)
    };
    assert!(attention("noAlternativeText"));
    let pointer = format!("/pictures/{}", source.as_str().unwrap());
    owner.edit(&pointer, &Value::Null, &json!({ "alt": { "en": "The foyer" } }));
    assert!(!attention("noAlternativeText"));
    owner.publish();
    let site = office.server.site("acme.example");
    site.wait_for_page("/about/", |page| page.all("img").any(|image| image.get("alt") == "The foyer"));
    owner.edit(
        &pointer,
        &json!({ "alt": { "en": "The foyer" } }),
        &json!({ "alt": { "en": "The foyer" }, "decorative": true }),
    );
    owner.publish();
    site.wait_for_page("/about/", |page| page.all("img").all(|image| image.get("alt") != "The foyer"));
    let invalid = owner.edit(
        &pointer,
        &json!({ "alt": { "en": "The foyer" }, "decorative": true }),
        &json!({ "focus": [101, 0] }),
    );
    assert_eq!(invalid.json()["problems"][0]["pointer"], json!(pointer), "{}", invalid.text());
}

#[test]
fn ux_5_8_the_picture_of_an_event_is_described_in_the_languages_of_the_site() {
    let office = office();
    let owner = office.owner();
    let source = owner.upload(&png(640, 400, [200, 30, 40])).json()["picture"]["source"].clone();
    let locales = "/site/config/options/additionalLocales";
    let before = owner.draft()["content"].pointer(locales).cloned().unwrap_or(Value::Null);
    owner.edit(locales, &before, &json!(["fr-FR"]));
    let event = json!({
        "id": "77", "title": "Choir night", "slug": "choir-night", "picture": source, "pictureAlt": "The choir",
        "localizations": { "fr": { "title": "Soirée chorale", "pictureAlt": "La chorale" } },
    });
    assert_eq!(owner.edit("/events/77", &Value::Null, &event).json()["problems"], json!([]));
    owner.publish();
    let site = office.server.site("acme.example");
    let has = |page: &Page, alt: &str| page.all("img").any(|image| image.get("alt") == alt);
    site.wait_for_page("/events/77-choir-night/", |page| has(page, "The choir"));
    site.wait_for_page("/fr/events/77-choir-night/", |page| has(page, "La chorale"));
}

#[test]
fn crops_keep_the_focal_point_in_view() {
    let office = office();
    let owner = office.owner();
    let picture = owner.upload(&png(640, 400, [200, 30, 40])).json()["picture"].clone();
    let (source, id) = (picture["source"].clone(), id_of(&rendition(&picture, "x")).to_owned());
    owner.show(&source);
    let site = office.server.site("acme.example");
    let with = |focus: &str| format!("/media/acme/{id}-{focus}/320-16x9.webp");
    // A point that nobody has set leads to the picture as the site crops it.
    let other = site.get(&with("100x50"));
    assert_eq!(
        (other.status, other.required_header("location")),
        (302, format!("/media/acme/{id}/320-16x9.webp"))
    );
    let pointer = format!("/pictures/{}/focus", source.as_str().unwrap());
    owner.edit(&pointer, &Value::Null, &json!([100, 50]));
    // Previews show it, but no cache keeps it.
    let previewed = site.get(&with("100x50"));
    assert_eq!(
        (previewed.status, previewed.required_header("cache-control").as_str()),
        (200, "public, max-age=0")
    );
    owner.publish();
    let name = format!("{id}-100x50");
    site.wait_for_page("/about/", |page| page.all("img").any(|image| image.get("src").contains(&name)));
    let page = site.get("/about/");
    let rule = format!("img[src*=\"/{name}/\"]{{object-position:100% 50%}}");
    assert!(page.text().contains(&rule), "{}", page.text());
    let published = site.get(&with("100x50"));
    assert_eq!(published.required_header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(site.get(&format!("/media/acme/{id}/320-16x9.webp")).status, 200, "the former address");
}

#[test]
fn a_picture_is_hidden_when_its_rights_end() {
    let office = office();
    let owner = office.owner();
    let picture = owner.upload(&png(640, 400, [200, 30, 40])).json()["picture"].clone();
    owner.show(&picture["source"]);
    let site = office.server.site("acme.example");
    let path = rendition(&picture, "320.webp");
    let pointer = format!("/pictures/{}/rightsUntil", picture["source"].as_str().unwrap());
    let today = owner.ok("GET", "session", &Value::Null)["now"].as_str().unwrap()[..10].to_owned();
    let ending = || {
        let overview = owner.ok("GET", "acme/overview", &Value::Null);
        let items = overview["attention"].as_array().unwrap().clone();
        items.into_iter().find(|item| item["kind"] == "rightsEnding")
    };
    assert_eq!(ending(), None);
    owner.edit(&pointer, &Value::Null, &json!(today));
    let item = ending().unwrap();
    assert_eq!((&item["names"], &item["place"]["screen"]), (&json!(["Foyer.png"]), &json!("media")));
    owner.publish();
    site.wait_for_page("/about/", |page| {
        page.all("img").any(|image| image.get("src").contains("/media/acme/"))
    });
    // The page had the picture before; its lifetime changes with the publication.
    site.wait_for(&path, |reply| {
        let lifetime = reply.required_header("cache-control");
        !lifetime.contains("immutable") && !lifetime.contains("31536000")
    });
    owner.edit(&pointer, &json!(today), &json!("2020-01-31"));
    owner.publish();
    site.wait_for_page("/about/", |page| {
        page.all("img").all(|image| !image.get("src").contains("/media/acme/"))
    });
    assert_eq!(site.get(&path).status, 404);
    assert!(ending().is_some());
}

#[test]
fn security_6_9_uploads_have_a_quota_for_each_site() {
    let office = office_with(&["--media-quota-mb", "1"]);
    let owner = office.owner();
    // Pixels that cannot be compressed, so the file has some 700 kB.
    let noise = |seed: u32| noise_png(480, 480, seed);
    assert_eq!(owner.upload(&noise(1)).status, 200);
    let refused = assert_problem(&owner.upload(&noise(2)), 507);
    assert!(refused.contains("remove some pictures"), "{refused}");
    let library = owner.ok("GET", "acme/media", &Value::Null);
    assert_eq!(library["quotaBytes"], json!(1 << 20));
    assert_eq!(library["usedBytes"], library["pictures"][0]["file"]["bytes"]);
    assert_eq!(owner.upload(&noise(1)).json()["isKnown"], true, "a picture that is stored already");
    let path = format!("acme/media/picture?source={}", library["pictures"][0]["source"].as_str().unwrap());
    assert_eq!(owner.send("DELETE", &path, &json!({})).status, 204);
    assert_eq!(owner.upload(&noise(2)).status, 200);
    // The removed picture has made room for the upload.
    let restore =
        format!("acme/media/picture/restore?source={}", library["pictures"][0]["source"].as_str().unwrap());
    assert_problem(&owner.send("POST", &restore, &json!({})), 404);
}
