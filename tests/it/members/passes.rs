//! Wallet passes, and calls without configured providers.

use std::collections::HashMap;

use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use marquee_tests::{Acme, CLOCK, Data, Member, MockServer, Server};
use rcgen::{KeyPair, PKCS_RSA_SHA256};
use serde_json::{Value, json};

use super::{demo, iris};

/// The claims of a pass that was signed with a key.
fn claims(pass: &str, key: &KeyPair) -> Value {
    let mut rules = Validation::new(Algorithm::RS256);
    rules.set_audience(&["google"]);
    rules.set_required_spec_claims(&["aud", "iss"]);
    rules.validate_exp = false;
    decode::<Value>(pass, &DecodingKey::from_rsa_der(key.public_key_raw()), &rules).unwrap().claims
}

/// Starts a server that signs passes, and returns its key.
fn with_wallet(data: &Data, command: &str) -> (Server, KeyPair) {
    let key = KeyPair::generate_for(&PKCS_RSA_SHA256).unwrap();
    let file = data.file("google.pem");
    std::fs::write(&file, key.serialize_pem()).unwrap();
    let flags = [
        ["--rate-limits", "off"],
        ["--wallet-google-issuer-id", "3388000000012345678"],
        ["--wallet-google-email", "passes@meridian.example"],
        ["--wallet-google-key-id", "k1"],
        ["--wallet-google-key-file", file.to_str().unwrap()],
    ];
    (data.start(command, CLOCK, flags.as_flattened()), key)
}

#[test]
fn wallet_01_wallet_02_call_36_a_member_gets_signed_passes_of_card_and_ticket() {
    let data = Data::demo();
    let (server, key) = with_wallet(&data, "demo");
    let iris = iris(&server);
    let own = "/Wallet/CreateLoyaltyCard/meridian?cardNumber=MCLUB1001&fullJwt=true";
    let card = iris.call_ok("GET", own, json!({}));
    let card = claims(card["jwt"].as_str().unwrap(), &key);
    assert_eq!((&card["iss"], &card["typ"]), (&json!("passes@meridian.example"), &json!("savetowallet")));
    let object = &card["payload"]["loyaltyObjects"][0];
    assert_eq!(object["barcode"]["value"], "MCLUB1001");
    assert_eq!(object["loyaltyPoints"]["balance"]["int"], 2523);
    let ticket = "/Wallet/GetETicket/meridian/mer-1041-1?fullJwt=true";
    let ticket = iris.call_ok("GET", ticket, json!({}));
    let ticket = claims(ticket["jwt"].as_str().unwrap(), &key);
    assert_eq!(ticket["payload"]["eventTicketObjects"][0]["barcode"]["value"], "mer-1041-1");
    // As plain text instead of JSON.
    let body = json!({ "reqMetadata": { "method": "GET", "route": own, "responseFormat": "raw" } });
    let raw = iris.send("application/json", &body.to_string(), &[]);
    assert_eq!(
        (raw.status, raw.required_header("content-type").as_str()),
        (200, "text/plain; charset=utf-8")
    );
    assert_eq!(claims(&raw.text(), &key)["payload"]["loyaltyObjects"][0]["barcode"]["value"], "MCLUB1001");
    let typed = iris.call_ok("GET", &own.replace("MCLUB1001", "mclub%201001"), json!({}));
    let typed = claims(typed["jwt"].as_str().unwrap(), &key);
    assert_eq!(typed["payload"]["loyaltyObjects"][0]["barcode"]["value"], "MCLUB1001", "VALID-05");
    let other_card = "/Wallet/CreateLoyaltyCard/meridian?cardNumber=MCLUB1002&fullJwt=true";
    assert_eq!(iris.code("GET", other_card, json!({})), 30);
}

#[test]
fn wallet_01_wallet_02_call_40_calls_without_a_provider_are_refused() {
    let server = demo();
    let iris = iris(&server);
    let own = "/Wallet/CreateLoyaltyCard/meridian?cardNumber=MCLUB1001&fullJwt=true";
    let reply = iris.reply("GET", own, json!({}));
    assert_eq!((reply.status, reply.header("retry-after").is_some()), (503, true));
    let ticket = iris.reply("GET", "/Wallet/GetETicket/meridian/mer-1041-1?fullJwt=true", json!({}));
    assert_eq!(ticket.status, 503);
    let portal = "/Member/GetPaymentProviderPortalSession?circuitId=meridian&cinemaId=meridian-main";
    let reply = iris.reply("POST", portal, json!({ "returnUrl": "http://localhost/login/" }));
    assert_eq!(reply.status, 400, "the port belongs to the site's address: {}", reply.text());
    let reply = iris.reply("POST", portal, json!({ "returnUrl": "/login/" }));
    assert_eq!(reply.status, 503);
    for foreign in [
        "https://evil.example/",
        "//evil.example/",
        "javascript:alert(1)",
        "/%2e%2e//evil.example",
        "/login//",
    ] {
        assert_eq!(iris.reply("POST", portal, json!({ "returnUrl": foreign })).status, 400, "{foreign}");
    }
}

#[test]
fn wallet_03_the_site_s_prefix_replaces_the_default_prefix_of_passes() {
    let data = Data::demo();
    data.change_site("meridian", |site| site["config"]["options"]["walletPrefix"] = json!("Passes"));
    let (server, key) = with_wallet(&data, "serve");
    let iris = iris(&server);
    let page = server.site("localhost").page("/login/");
    assert_eq!(page.data()["page"]["area"]["walletPrefix"], "Passes");
    for (route, value) in [
        ("CreateLoyaltyCard/meridian?cardNumber=MCLUB1001&fullJwt=true", "MCLUB1001"),
        ("GetETicket/meridian/mer-1041-1?fullJwt=true", "mer-1041-1"),
    ] {
        let pass = iris.call_ok("GET", &format!("/Passes/{route}"), json!({}));
        let objects = claims(pass["jwt"].as_str().unwrap(), &key)["payload"].to_string();
        assert!(objects.contains(value), "{objects}");
        assert_eq!(iris.reply("GET", &format!("/Wallet/{route}"), json!({})).status, 404);
    }
}

#[test]
fn wallet_03_a_service_is_called_with_the_site_s_prefix() {
    let card = "/Passes/CreateLoyaltyCard/meridian?cardNumber=C1&fullJwt=true";
    let responses = HashMap::from([(format!("/l{card}"), b"aa.bb.cc".to_vec())]);
    let service = MockServer::with(responses);
    let base = format!("http://{}/l", service.host_and_port());
    let acme = Acme::circuit()
        .set("/config/options", json!({ "walletPrefix": "Passes" }))
        .set("/settings/loyalty/upstream", json!({ "baseUrl": base }));
    let data = Data::with(&[&acme]);
    let place = service.host_and_port();
    let server = data.start("serve", CLOCK, &["--rate-limits", "off", "--internal-upstreams", &place]);
    let member = Member::program(&server.site("acme.example")).with(Some("their-token"), None);
    let body = json!({ "reqMetadata": { "method": "GET", "route": card, "responseFormat": "raw" } });
    let reply = member.send("application/json", &body.to_string(), &[]);
    assert_eq!((reply.status, reply.text().as_str()), (200, "aa.bb.cc"));
    // Under its own address, a pass is text as well.
    let reply = member.to(&format!("/api/loyalty{card}"), "GET", "", "", &[]);
    assert_eq!((reply.status, reply.text().as_str()), (200, "aa.bb.cc"));
    assert!(
        service.requested_paths().iter().any(|path| path.contains("/l/Passes/CreateLoyaltyCard/meridian"))
    );
}

#[test]
fn security_3_6_members_get_passes_of_their_own_cards_and_tickets_only() {
    let server = demo();
    let iris = iris(&server);
    let other_card = "/Wallet/CreateLoyaltyCard/meridian?cardNumber=MCLUB1002&fullJwt=true";
    assert_eq!(iris.code("GET", other_card, json!({})), 30);
    assert_eq!(iris.code("GET", "/Wallet/GetETicket/meridian/mer-1050-1?fullJwt=true", json!({})), 30);
    assert_eq!(iris.code("GET", "/Wallet/GetETicket/meridian/none?fullJwt=true", json!({})), 30);
}
