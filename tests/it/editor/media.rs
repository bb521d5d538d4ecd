//! Uploads of pictures

use std::time::Instant;

use marquee_tests::{Reply, png, raw};
use serde_json::{Value, json};

use super::{Browser, HOST, ORIGIN, assert_problem, office};

impl Browser<'_> {
    fn upload(&self, bytes: &[u8]) -> Reply {
        let cookie = self.cookie.borrow().clone();
        let head = format!(
            "POST /api/editor/acme/media HTTP/1.1\r\nHost: {HOST}\r\nOrigin: {}\r\nCookie: {cookie}\r\n\
             Content-Type: image/png\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            ORIGIN.1,
            bytes.len()
        );
        Reply::parse(&raw(self.office.server.address(), &[head.as_bytes(), bytes].concat()))
    }
}

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
        assert!(started.elapsed().as_millis() < 1_000, "{name}: {:?}", started.elapsed());
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
    assert!(started.elapsed().as_millis() < 1_000, "{:?}", started.elapsed());
    assert_eq!(owner.ok("GET", "acme/media", &Value::Null)["pictures"], json!([]));
    let viewer = office.colleague("viewer@acme.example", "viewer");
    assert_problem(&viewer.upload(&png(10, 10, [0, 0, 0])), 403);
}
