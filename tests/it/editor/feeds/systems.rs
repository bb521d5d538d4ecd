//! Systems that are asked with a request of their own.

use serde_json::json;

use super::{Content, System, connect, counts, office, run, settings};

#[test]
fn indy_is_sent_its_query_with_the_number_of_the_cinema() {
    let response = json!({ "data": { "movies": { "data": [{
        "id": "7", "name": "Kestrel", "urlSlug": "kestrel", "duration": 100, "siteId": "T1",
        "showings": [{ "id": "901", "time": "2026-11-22T00:00:00Z", "screenId": "1" }],
    }] } } });
    let system = System::new(&response.to_string());
    let office = office(&system);
    let owner = office.owner();
    let mut settings = settings(&system);
    settings["format"] = json!("indy");
    settings["address"] = json!(system.url("graphql?site_id=85"));
    settings["theaters"] = json!([{ "feed": "T1", "theater": "T1" }]);
    let feed = connect(&owner, &settings);
    let report = run(&owner, &feed);
    assert_eq!(counts(&report), [1, 0, 0, 0], "{report}");
    let sent = system.heads().pop().unwrap();
    for part in [
        "post /graphql?site_id=85 ",
        "content-type: application/json",
        "client-type: consumer",
        "cookie: site_id=85",
        "showings { id time",
        "\"type\":\"all-published\"",
    ] {
        assert!(sent.contains(part), "{part}: {sent}");
    }

    // A saved response is at another address.
    settings["address"] = json!(system.url("saved.json"));
    owner.ok("PUT", &format!("acme/feeds/{feed}"), &settings);
    assert_eq!(counts(&run(&owner, &feed)), [0, 0, 0, 1]);
    assert!(system.heads().pop().unwrap().starts_with("get /saved.json "));

    // A redirect would lose the query.
    let moved = b"HTTP/1.1 302 Found\r\nlocation: /elsewhere/graphql\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    system.respond_with(Content::Raw(moved.to_vec()));
    settings["address"] = json!(system.url("graphql"));
    owner.ok("PUT", &format!("acme/feeds/{feed}"), &settings);
    let failed = run(&owner, &feed);
    assert_eq!(
        (&failed["run"]["result"], &failed["run"]["problem"]),
        (&json!("failed"), &json!("status")),
        "{failed}"
    );
    assert!(!system.heads().iter().any(|head| head.contains("/elsewhere/")));
}
