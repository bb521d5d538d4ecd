//! Forgotten usernames and passwords, and member search.

use marquee_tests::{CLOCK, Data, Mail, Member};
use serde_json::json;

use super::{CIRCUIT_AND_THEATER_V3, CIRCUIT_V3, IRIS_PASSWORD, demo, iris};

const V1: &str = "circuitId=aster&cinemaId=aster-harbor";

fn request(address: &str) -> String {
    let link = "http%3A%2F%2Flocalhost%2Flogin%2F%3FresetCode%3D";
    format!(
        "/Member/v3/GetResetPasswordCode?{CIRCUIT_AND_THEATER_V3}&emailAddress={address}&rootUrl=localhost&resetPasswordLink={link}"
    )
}

fn code_of(link: &str) -> String {
    let code = link.split("resetCode=").nth(1).unwrap();
    code.split('&').next().unwrap().to_owned()
}

#[test]
fn call_09_security_2_5_the_reminder_has_the_same_response_for_all_addresses() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    let known_reply = anybody.reply("GET", "/Member/UsernameReminder/meridian/iris%40example.org", json!({}));
    let unknown = anybody.reply("GET", "/Member/UsernameReminder/meridian/nobody%40example.org", json!({}));
    assert_eq!((known_reply.status, known_reply.json()), (200, json!({ "peachCode": 0, "statusCode": 200 })));
    assert_eq!((known_reply.status, &known_reply.body), (unknown.status, &unknown.body));
    let mail = Mail::to(server.data(), "iris@example.org", |_| true);
    assert!(mail.text.contains("iris"), "{}", mail.text);
    assert!(!Mail::all(server.data()).iter().any(|m| m.to.contains("nobody")));
}

#[test]
fn call_10_call_12_reset_04_a_reset_code_sets_a_new_password_once() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    let signed = iris(&server);
    anybody.call_ok("GET", &request("iris%40example.org"), json!({}));
    let mail = Mail::to(server.data(), "iris@example.org", |m| m.text.contains("resetCode="));
    let link = mail.link("resetCode=");
    assert!(link.starts_with("http://localhost/login/?resetCode="), "{link}");
    let code = code_of(&link);
    assert!(code.len() >= 22, "128 bits");
    let reset = format!("/Member/v3/ResetPassword?{CIRCUIT_AND_THEATER_V3}");
    let with =
        |code: &str, password: &str| json!({ "password": password, "resetCode": code, "membershipId": "" });
    assert_eq!(anybody.code("POST", &reset, with("wrong", "a-new-one-for-me")), 57);
    assert_eq!(anybody.code("POST", &reset, with(&code, "password1")), 84, "a weak one does not spend it");
    anybody.call_ok("POST", &reset, with(&code, "a-new-one-for-me"));
    assert_eq!(anybody.code("POST", &reset, with(&code, "another-new-one")), 57, "once");
    assert_eq!(
        signed.code("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({})),
        7,
        "all sessions end"
    );
    let login = |password: &str| json!({ "username": "iris", "password": password });
    assert_eq!(anybody.code("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), login(IRIS_PASSWORD)), 31);
    anybody.call_ok("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), login("a-new-one-for-me"));
}

#[test]
fn call_11_reset_11_five_failed_attempts_or_a_newer_code_invalidate_a_code() {
    let server = demo();
    let anybody = Member::program(&server.site("aster.localhost"));
    let link = "http%3A%2F%2Faster.localhost%2Flogin%2F%3Femail%3Dnoor%2540example.org%26resetCode%3D%7BresetCode%7D";
    let route = format!(
        "/Member/GetResetPasswordCode?{V1}&emailAddress=noor%40example.org&rootUrl=aster.localhost&resetPasswordLink={link}"
    );
    let mut codes: Vec<String> = Vec::new();
    for _ in 0..2 {
        anybody.call_ok("GET", &route, json!({}));
        let mail = Mail::to(server.data(), "noor@example.org", |m| {
            m.text.contains("resetCode=") && !codes.iter().any(|c| m.text.contains(c.as_str()))
        });
        codes.push(code_of(&mail.link("resetCode=")));
    }
    let check = |code: &str| {
        format!("/Member/ValidatePasswordResetCode?{V1}&emailAddress=noor%40example.org&resetCode={code}")
    };
    assert_eq!(anybody.code("GET", &check(&codes[0]), json!({})), 57, "replaced");
    let response = anybody.call_ok("GET", &check(&codes[1]), json!({}));
    assert_eq!(response, json!({ "peachCode": 0, "statusCode": 200 }), "CALL-11");
    for _ in 0..4 {
        assert_eq!(anybody.code("GET", &check("wrong"), json!({})), 57);
    }
    assert_eq!(anybody.code("GET", &check(&codes[1]), json!({})), 57, "spent");
    let reset =
        json!({ "password": "a-new-one-for-me", "resetCode": codes[1], "emailAddress": "noor@example.org" });
    assert_eq!(anybody.code("POST", &format!("/Member/ResetPassword?{V1}"), reset), 57);
}

#[test]
fn security_2_7_reset_links_point_to_the_site() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    for (root, link) in [
        ("evil.example", "http%3A%2F%2Flocalhost%2Flogin%2F"),
        ("localhost", "https%3A%2F%2Fevil.example%2Flogin%2F"),
        ("localhost", "%2F%2Fevil.example%2Flogin%2F"),
        ("localhost", "http%3A%2F%2Flocalhost%40evil.example%2F"),
        ("localhost", "javascript%3Aalert(1)"),
        ("aster.localhost", "http%3A%2F%2Faster.localhost%2Flogin%2F"),
        // Pages of the site that could leak a code.
        (
            "localhost",
            "http%3A%2F%2Flocalhost%2Fapi%2Fstartticketing%2Fredirect%3FrequestData%3D%257B%2522c%2522%253A%2522%7BresetCode%7D%2522%257D",
        ),
        ("localhost", "http%3A%2F%2Flocalhost%2F%2Fmovies%3Fc%3D%7BresetCode%7D"),
        ("localhost", "http%3A%2F%2Flocalhost%2Fmovies%2F%3FresetCode%3D"),
        ("localhost", "http%3A%2F%2Flocalhost%2Flogin%2F%3Futm_source%3D%7BresetCode%7D"),
        ("localhost", "http%3A%2F%2Flocalhost%2Flogin%2Fjoin%2F%3FresetCode%3D"),
    ] {
        let route = format!(
            "/Member/v3/GetResetPasswordCode?{CIRCUIT_AND_THEATER_V3}&emailAddress=iris%40example.org&rootUrl={root}&resetPasswordLink={link}"
        );
        assert_eq!(anybody.reply("GET", &route, json!({})).status, 400, "{root} {link}");
    }
    assert!(Mail::all(server.data()).is_empty());
}

#[test]
fn call_13_ent_03_security_2_6_a_member_without_a_user_name_sets_one_by_email() {
    let server = demo();
    let anybody = Member::program(&server.site("aster.localhost"));
    let search = "/Member/MemberSearch/aster";
    let found =
        anybody.call_ok("POST", search, json!({ "memberCardNumber": "aster1004", "lastName": "penrose" }));
    assert_eq!(found["hasUserName"], false);
    let club = found["clubId"].as_str().unwrap().to_owned();
    let edit = json!({ "clubId": club, "username": "walt" });
    let response = anybody.call_ok("POST", "/Member/Edit?circuitId=aster", edit.clone());
    assert_eq!(response, json!({ "peachCode": 0, "statusCode": 200 }), "nothing of the member is told");
    assert_eq!(anybody.code("POST", "/Member/Edit?circuitId=aster", edit), 85, "once");
    let mail = Mail::to(server.data(), "card@example.org", |m| m.text.contains("/api/activate"));
    let path = mail.link("/api/activate").replace("http://aster.localhost", "");
    let path = path.split_once('/').map(|(_, rest)| format!("/{rest}")).unwrap();
    let reply = server.site("aster.localhost").get(&path);
    assert_eq!(reply.required_header("location"), "/login/?activation=username");
    let found =
        anybody.call_ok("POST", search, json!({ "email": "CARD@example.org", "lastName": "Penrose" }));
    assert_eq!(found["hasUserName"], true);
    for nobody in [
        json!({ "email": "card@example.org", "lastName": "Other" }),
        json!({ "memberCardNumber": "X1", "lastName": "Penrose" }),
    ] {
        assert_eq!(anybody.code("POST", search, nobody), 30);
    }
    assert_eq!(
        anybody.code("POST", "/Member/Edit?circuitId=aster", json!({ "clubId": "x", "username": "eve" })),
        85
    );
    assert_eq!(anybody.code("POST", "/Member/Edit?circuitId=aster", json!({ "firstName": "Eve" })), 7);
}

#[test]
fn err_23_security_2_3_too_many_wrong_passwords_lock_the_account_and_then_the_address() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let anybody = Member::program(&server.site("localhost"));
    let login = format!("/Member/v3/Login?{CIRCUIT_V3}");
    for name in ["theo", "nobody-at-all"] {
        let mut codes = Vec::new();
        for _ in 0..6 {
            codes.push(anybody.code("POST", &login, json!({ "username": name, "password": "x" })));
        }
        assert_eq!(codes, [31, 31, 31, 31, 31, 429], "{name}: alike for known and unknown");
    }
    let mut limited = None;
    for n in 0..40 {
        let reply = anybody.reply("POST", &login, json!({ "username": format!("n{n}"), "password": "x" }));
        if reply.status == 429 {
            limited = Some(reply);
            break;
        }
    }
    let reply = limited.expect("an address is limited in the end");
    assert!(reply.required_header("retry-after").parse::<u64>().unwrap() <= 600);
    assert_eq!(reply.required_header("content-type"), "application/problem+json");
    let right = anybody.reply("POST", &login, json!({ "username": "iris", "password": IRIS_PASSWORD }));
    assert_eq!(right.status, 429, "also with the right password");
}
