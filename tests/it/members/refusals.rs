//! The codes of refused calls and their messages.

use marquee_tests::{Acme, CLOCK, Data, Mail, Member, theater};
use serde_json::{Value, json};

use super::{CIRCUIT_AND_THEATER_V3, CIRCUIT_V3, demo, iris, newcomer};

/// Asserts the code and the message of a response.
fn assert_refused(response: &Value, code: u64, message: &str) {
    assert_eq!(
        (&response["peachCode"], &response["clientErrorMessage"]),
        (&json!(code), &json!(message)),
        "{response}"
    );
}

fn login(member: &Member<'_>, username: &str, password: &str) -> Value {
    let route = format!("/Member/v3/Login?{CIRCUIT_V3}");
    member.call("POST", &route, json!({ "username": username, "password": password }))
}

#[test]
fn err_07_to_10_role_08_who_may_not_sign_in_is_told_why() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    assert_refused(&login(&anybody, "iris", "x"), 31, "Incorrect password");
    assert_refused(&login(&anybody, "june", "last-seat-in-the-row"), 46, "Your account has expired");
    let create = format!("/Member/v3/Create?{CIRCUIT_V3}");
    let refusal = anybody.call("POST", &create, newcomer("iris@example.org"));
    assert_refused(&refusal, 34, "This email is already associated to a member");
    let foreign = anybody.call("GET", "/Concession/GetAllEVoucherConcessions/elsewhere", json!({}));
    assert_refused(&foreign, 30, "Member not found");
    server.data().change_site("meridian", |site| {
        site["settings"]["loyalty"]["allowExpiredAccountsLogin"] = json!(true);
    });
    let signed_in = || login(&anybody, "june", "last-seat-in-the-row")["peachCode"] == json!(0);
    assert!((0..100).any(|_| signed_in() || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        false
    }));
}

#[test]
fn err_12_13_14_19_22_wrong_codes_and_taken_cards_have_their_messages() {
    let server = demo();
    let iris = iris(&server);
    let reset = format!("/Member/v3/ResetPassword?{CIRCUIT_AND_THEATER_V3}");
    let wrong = json!({ "password": "a-new-one-for-me", "resetCode": "wrong", "membershipId": "" });
    assert_refused(&iris.call("POST", &reset, wrong), 57, "Invalid reset code");
    let edit = format!("/Member/v3/Edit?{CIRCUIT_V3}");
    let change = json!({ "password": "a-new-one-for-me", "currentPassword": "wrong" });
    assert_refused(&iris.call("POST", &edit, change), 58, "Incorrect password");
    let refusal = iris.call("POST", &edit, json!({ "email": "theo@example.org" }));
    assert_refused(&refusal, 60, "This email is already associated to a member");
    let add = format!("/Member/v3/AddCard/?{CIRCUIT_V3}");
    assert_refused(&iris.call("POST", &add, json!({ "cardCode": "NONE" })), 85, "Invalid activation info");
    assert_refused(
        &iris.call("POST", &add, json!({ "cardCode": "MCLUB1002" })),
        1020,
        "This card is already active",
    );
}

#[test]
fn err_05_err_06_err_16_err_20_err_21_accounts_that_cannot_sign_in_have_their_messages() {
    let acme = Acme::circuit()
        .set("/config/options", json!({ "emailActivation": true }))
        .set("/settings/loyalty/revealUnknownEmail", json!(true))
        .file("theaters", json!([theater("T1", "House")]));
    let server = Data::with(&[&acme]).start("serve", CLOCK, &["--rate-limits", "off"]);
    let site = server.site("acme.example");
    let ann = Member::program(&site);
    ann.call_ok("POST", &format!("/Member/v3/Create?{CIRCUIT_V3}"), newcomer("ann@example.org"));
    let sign_in = || login(&ann, "ann@example.org", "a-kettle-of-fishes");
    assert_refused(&sign_in(), 26, "Your account is not activated");
    let mail = Mail::to(server.data(), "ann@example.org", |m| m.text.contains("/api/activate"));
    let link = mail.link("/api/activate?code=");
    assert_eq!(site.get(link.strip_prefix("https://acme.example").unwrap()).status, 303);
    let resend = format!("/Member/v3/SendMemberActivationCode?{CIRCUIT_V3}");
    let active = ann.call("POST", &resend, json!({ "email": "ann@example.org" }));
    assert_refused(&active, 76, "Your account is already active");
    let command = |name: &str| {
        server.data().run(&["member", name, "ann@example.org", "--site", "acme"]).stdout_of_success();
    };
    command("block");
    assert_refused(&sign_in(), 1019, "Your account is blocked");
    command("require-password");
    assert_refused(&sign_in(), 1015, "You need to change your password");
    command("unblock");
    assert_eq!(sign_in()["peachCode"], 0);
    let link = "https%3A%2F%2Facme.example%2Flogin%2F%3FresetCode%3D";
    let unknown = format!(
        "/Member/v3/GetResetPasswordCode?{CIRCUIT_V3}&boxofficeCinemaId=T1&emailAddress=nobody%40example.org&rootUrl=acme.example&resetPasswordLink={link}"
    );
    assert_refused(&ann.call("GET", &unknown, json!({})), 29, "Your email is not associated with a member");
}
