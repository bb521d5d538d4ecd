//! `marquee key`

use marquee_tests::{Acme, Data};

fn run(data: &Data, args: &[&str]) -> String {
    data.run(&[args, &["--site", "acme"]].concat()).stdout_of_success()
}

#[test]
fn keys_are_printed_once_listed_and_removed() {
    let data = Data::with(&[&Acme::single()]);
    let till = run(&data, &["key", "add", "till-1"]);
    let key = till.lines().find_map(|line| line.strip_prefix("key: ")).unwrap().to_owned();
    assert!(key.len() >= 32, "{till}");
    run(&data, &["key", "add", "office", "--scope", "operator"]);
    let listed = run(&data, &["key", "list"]);
    let line = |name: &str| listed.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("till-1").contains(" till ") && line("office").contains(" operator "), "{listed}");
    assert!(!listed.contains(&key));
    let other = data.run(&["key", "add", "office", "--scope", "till", "--site", "acme"]);
    assert!(other.code == 1 && other.err.contains("with scope operator already exists"), "{}", other.err);
    run(&data, &["key", "add", "crm", "--scope", "operator", "--points", "2000"]);
    run(&data, &["key", "add", "guest", "--days", "30"]);
    let keys: serde_json::Value = serde_json::from_str(&run(&data, &["key", "list", "--json"])).unwrap();
    let guest = keys.as_array().unwrap().iter().find(|key| key["name"] == "guest").unwrap();
    let limit = |name: &str| {
        let key = keys.as_array().unwrap().iter().find(|key| key["name"] == name).unwrap();
        key["pointsLimit"].as_u64()
    };
    assert_eq!((limit("guest"), limit("office"), limit("crm")), (None, Some(500), Some(2000)));
    assert!(guest["expiresAt"].is_string() && guest["usedAt"].is_null(), "{guest}");
    run(&data, &["key", "remove", "till-1"]);
    assert!(!run(&data, &["key", "list", "--json"]).contains("till-1"));
    let removal = data.run(&["key", "remove", "till-1", "--site", "acme"]);
    assert!(removal.code == 1 && removal.err.contains("key not found"), "{}", removal.err);
    let log = run(&data, &["audit"]);
    assert!(log.contains("key.delete") && !log.contains(&key), "{log}");
}
