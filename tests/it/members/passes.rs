//! Wallet passes and the payment portal where nobody is configured for them.

use serde_json::json;

use super::{demo, iris};

#[test]
fn wallet_01_wallet_02_call_40_without_a_provider_the_calls_say_that_it_is_not_available() {
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
    for foreign in ["https://evil.example/", "//evil.example/", "javascript:alert(1)"] {
        assert_eq!(iris.reply("POST", portal, json!({ "returnUrl": foreign })).status, 400, "{foreign}");
    }
}

#[test]
fn security_3_6_a_pass_is_of_the_member_s_own_card_and_ticket_only() {
    let server = demo();
    let iris = iris(&server);
    let theirs = "/Wallet/CreateLoyaltyCard/meridian?cardNumber=MCLUB1002&fullJwt=true";
    assert_eq!(iris.code("GET", theirs, json!({})), 30);
    assert_eq!(iris.code("GET", "/Wallet/GetETicket/meridian/mer-1050-1?fullJwt=true", json!({})), 30);
    assert_eq!(iris.code("GET", "/Wallet/GetETicket/meridian/none?fullJwt=true", json!({})), 30);
}
