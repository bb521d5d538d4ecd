//! Activation and payment of memberships.

use marquee_tests::{Mail, Member};
use serde_json::{Value, json};

use super::{demo, newcomer};

const LIST: &str = "/Member/GetMembershipList/aster-harbor/?circuitId=aster";
pub(super) const WANT: &str = "/Member/SetMemberToActivateOnComplete?circuitId=aster";
pub(super) const ADD: &str = "/Member/AddMembership/aster-harbor";
pub(super) const COMPLETE: &str = "/Member/CompletePayment/?circuitId=aster&cinemaId=aster-harbor";

pub(super) fn applicant<'s>(server: &'s marquee_tests::Server, email: &str, item: &str) -> Member<'s> {
    let ann = Member::program(&server.site("aster.localhost"));
    let mut payload = newcomer(email);
    payload["memberItemId"] = json!(item);
    let response = ann.call_ok("POST", "/Member/Create?circuitId=aster", payload);
    assert!(response.get("sessionManagementTokens").is_none(), "an activation is due");
    ann
}

pub(super) fn concession(code: &str) -> Value {
    json!({ "code": code, "memberLevelId": 1, "cost": 0, "quantity": 1, "isLoyaltyMembershipActivation": true })
}

pub(super) fn payment(order: &Value) -> Value {
    json!({
        "QueryString": null, "PostValues": null, "PostValuesModel": null, "OtherPayments": null,
        "IsNewMember": true, "AmountPaidPaymentProvider": 0, "OrderId": order,
        "Customer": { "FirstName": "Ann", "LastName": "Lee", "Email": "ann@example.org" },
    })
}

pub(super) fn begun(ann: &Member<'_>, email: &str, item: &str, level: u32) -> Value {
    let wanted =
        json!({ "email": email, "memberLevelId": level, "memberItemId": item, "clubId": "aster-card" });
    ann.call_ok("POST", WANT, wanted)["userSessionId"].clone()
}

#[test]
fn act_12_call_28_to_call_31_a_free_membership_is_completed_step_by_step() {
    let server = demo();
    let ann = applicant(&server, "ann@example.org", "CLUB-FREE");
    let login = json!({ "username": "ann@example.org", "password": "a-kettle-of-fishes" });
    assert_eq!(ann.code("POST", "/Member/Login?circuitId=aster", login.clone()), 26);
    let list = ann.call_ok("GET", LIST, json!({}));
    let item = &list["listConcessionGrouping"][0]["items"][0];
    assert_eq!((&item["code"], &item["memberLevelId"]), (&json!("CLUB-FREE"), &json!("1")));
    let id = begun(&ann, "ann@example.org", "CLUB-FREE", 1);
    let order = ann.call_ok(
        "POST",
        ADD,
        json!({
            "userSessionId": id, "cinemaId": "aster-harbor", "emailAddress": "ann@example.org", "mobile": "",
            "concessions": [concession("CLUB-FREE")],
        }),
    );
    assert_eq!(order["amountDue"], json!({ "amount": 0, "currency": "USD" }));
    let done = ann.call_ok("POST", COMPLETE, payment(&order["orderId"]));
    assert_eq!((&done["orderId"], &done["memberDetails"]["isActivated"]), (&order["orderId"], &json!(true)));
    assert!(done["memberDetails"].get("email").is_none(), "an order proves nothing (security 1.11)");
    let signed = ann.call_ok("POST", "/Member/Login?circuitId=aster", login);
    assert_eq!(
        (&signed["memberDetails"]["memberLevelId"], &signed["memberDetails"]["clubId"]),
        (&json!(1), &json!("aster-card"))
    );
    let _ = Mail::to(server.data(), "ann@example.org", |m| m.text.contains("Friend"));
    let wanted =
        json!({ "email": "ann@example.org", "memberLevelId": 1, "memberItemId": "CLUB-FREE", "clubId": "" });
    assert_eq!(ann.code("POST", WANT, wanted), 76);
}

#[test]
fn call_29_call_30_security_3_4_the_server_enforces_steps_and_price() {
    let server = demo();
    let ann = applicant(&server, "ann@example.org", "CLUB-PATRON");
    let want = |item: &str, level: u32, email: &str| {
        ann.code(
            "POST",
            WANT,
            json!({ "email": email, "memberLevelId": level, "memberItemId": item, "clubId": "" }),
        )
    };
    assert_eq!(want("CLUB-PATRON", 2, "nobody@example.org"), 30);
    assert_eq!(want("CLUB-FREE", 2, "ann@example.org"), 85, "the free item does not give that level");
    assert_eq!(want("NONE", 2, "ann@example.org"), 85);
    let id = begun(&ann, "ann@example.org", "CLUB-PATRON", 2);
    let add = |id: &Value, concessions: Value| json!({ "userSessionId": id, "cinemaId": "aster-harbor", "emailAddress": "ann@example.org", "concessions": concessions });
    let mut cheap = concession("CLUB-PATRON");
    cheap["cost"] = json!(1);
    for (id, list) in [
        (json!("unknown"), json!([cheap])),
        (id.clone(), json!([concession("CLUB-FREE")])),
        (id.clone(), json!([])),
        (id.clone(), json!([{ "code": "CLUB-PATRON", "quantity": 2 }])),
    ] {
        assert_eq!(ann.code("POST", ADD, add(&id, list)), 85);
    }
    let order = ann.call_ok("POST", ADD, add(&id, json!([cheap])));
    assert_eq!(order["amountDue"], json!({ "amount": 4800, "currency": "USD" }), "the catalogue's price");
    // Without a payment provider, nothing confirms the payment.
    assert_eq!(ann.code("POST", COMPLETE, payment(&order["orderId"])), 85);
    assert_eq!(ann.code("POST", COMPLETE, payment(&json!("unknown"))), 85);
    let login = json!({ "username": "ann@example.org", "password": "a-kettle-of-fishes" });
    assert_eq!(ann.code("POST", "/Member/Login?circuitId=aster", login), 26);
}

#[test]
fn security_1_4_in_cookie_mode_the_page_never_sees_the_identifier() {
    let server = demo();
    drop(applicant(&server, "ann@example.org", "CLUB-FREE"));
    let page = Member::page(&server.site("aster.localhost"));
    let shown = begun(&page, "ann@example.org", "CLUB-FREE", 1);
    assert_eq!(shown, "in-cookie");
    let order = page.call_ok(
        "POST",
        ADD,
        json!({
            "userSessionId": shown, "cinemaId": "aster-harbor", "emailAddress": "ann@example.org",
            "concessions": [concession("CLUB-FREE")],
        }),
    );
    page.call_ok("POST", COMPLETE, payment(&order["orderId"]));
    let login = json!({ "username": "ann@example.org", "password": "a-kettle-of-fishes" });
    page.call_ok("POST", "/Member/Login?circuitId=aster", login);
}

/// Orders and completes a free membership for an email address.
fn take_free(caller: &Member<'_>, email: &str) -> Value {
    let id = begun(caller, email, "CLUB-FREE", 1);
    let concessions = json!([concession("CLUB-FREE")]);
    let wanted = json!({ "userSessionId": id, "cinemaId": "aster-harbor", "emailAddress": email, "mobile": "", "concessions": concessions });
    let order = caller.call_ok("POST", ADD, wanted);
    caller.call_ok("POST", COMPLETE, payment(&order["orderId"]))
}

#[test]
fn security_1_11_a_membership_of_an_active_member_needs_confirmation_by_the_member() {
    let server = demo();
    let site = server.site("aster.localhost");
    let ada = Member::program(&site);
    let joined = ada.call_ok("POST", "/Member/Create?circuitId=aster", newcomer("ada@example.org"));
    assert!(joined.get("sessionManagementTokens").is_some(), "active without a membership");
    let of_membership = || {
        let details =
            ada.call_ok("GET", "/Member/GetMember/?circuitId=aster", json!({}))["memberDetails"].clone();
        ["memberLevelId", "clubId", "memberExpiry"].map(|name| details[name].clone())
    };
    let before = of_membership();
    let stranger = Member::program(&site);
    let done = take_free(&stranger, "ada@example.org");
    assert_eq!(done["memberDetails"]["isActivated"], json!(false), "it waits for the member");
    assert_eq!(of_membership(), before);
    let login = json!({ "username": "ada@example.org", "password": "a-kettle-of-fishes" });
    Member::program(&site).call_ok("POST", "/Member/Login?circuitId=aster", login);
    // The link in the email to the member starts it.
    let mail = Mail::to(server.data(), "ada@example.org", |m| m.text.contains("/api/activate?code="));
    let link = mail.link("/api/activate?code=");
    let path = &link[link.find("/api/").unwrap()..];
    assert_eq!(site.get(path).required_header("location"), "/login/?activation=membership");
    let after = of_membership();
    assert_eq!((&after[0], &after[1]), (&json!(1), &json!("aster-card")));
}
