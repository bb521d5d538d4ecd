//! The request envelope, responses and problem reports.

use marquee_tests::Member;
use serde_json::json;

use super::{CIRCUIT_V3, IRIS_PASSWORD, demo, iris};

const VOUCHERS: &str = "/Concession/GetAllEVoucherConcessions/meridian-main";

#[test]
fn trans_01_trans_08_a_call_is_a_json_post_and_its_response_has_both_codes() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    let reply = anybody.reply("GET", VOUCHERS, json!({}));
    assert_eq!((reply.status, reply.required_header("cache-control").as_str()), (200, "private, no-store"));
    let response = reply.json();
    assert_eq!((&response["peachCode"], &response["statusCode"]), (&json!(0), &json!(200)));
    let refused = anybody.call(
        "POST",
        &format!("/Member/v3/Login?{CIRCUIT_V3}"),
        json!({ "username": "x", "password": "y" }),
    );
    assert_eq!(
        refused,
        json!({ "peachCode": 31, "statusCode": 31, "clientErrorMessage": "Incorrect password" })
    );
    assert_eq!(server.site("localhost").get("/api/cypher").status, 405);
}

#[test]
fn trans_03_form_data_is_accepted_like_json() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    let part = |name: &str, value: &str| {
        format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let metadata = json!({ "method": "POST", "route": format!("/Member/v3/Login?{CIRCUIT_V3}") }).to_string();
    let body = [
        part("username", "iris"),
        part("password", IRIS_PASSWORD),
        part("reqMetadata", &metadata),
        "--b--\r\n".into(),
    ]
    .concat();
    let reply = anybody.send("multipart/form-data; boundary=b", &body, &[]);
    assert_eq!(reply.json()["peachCode"], 0, "{}", reply.text());
    let file = "--b\r\ncontent-disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\n\r\nx\r\n";
    let with_file = [file.to_owned(), part("reqMetadata", &metadata), "--b--\r\n".into()].concat();
    let reply = anybody.send("multipart/form-data; boundary=b", &with_file, &[]);
    assert_eq!((reply.status, &reply.json()["field"]), (400, &json!("photo")));
    assert_eq!(anybody.send("multipart/form-data", &body, &[]).status, 400);
    assert_eq!(anybody.send("multipart/form-data; boundary=b", "nonsense", &[]).status, 400);
}

#[test]
fn trans_04_security_3_3_non_json_responses_are_never_rendered_as_html() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    for (format, kind) in [("raw", "text/plain; charset=utf-8"), ("blob", "application/octet-stream")] {
        let body = json!({ "reqMetadata": { "method": "GET", "route": VOUCHERS, "responseFormat": format } });
        let reply = anybody.send("application/json", &body.to_string(), &[]);
        assert_eq!((reply.status, reply.required_header("content-type").as_str()), (200, kind));
        assert_eq!(reply.required_header("x-content-type-options"), "nosniff");
        assert_eq!(reply.required_header("content-security-policy"), "sandbox");
        assert!(reply.required_header("content-disposition").starts_with("attachment"));
    }
}

#[test]
fn trans_08_protocol_errors_are_problem_reports() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    let json_kind = "application/json";
    let call = |method: &str, route: &str| {
        json!({ "reqMetadata": { "method": method, "route": route } }).to_string()
    };
    let large = json!({ "reqMetadata": {}, "x": "y".repeat(70_000) }).to_string();
    for (status, kind, body, headers) in [
        (400, json_kind, "{".to_owned(), vec![]),
        (400, json_kind, "[]".to_owned(), vec![]),
        (
            400,
            json_kind,
            r#"{"reqMetadata":{"method":"GET","route":"/M"},"reqMetadata":{}}"#.to_owned(),
            vec![],
        ),
        (400, json_kind, call("DELETE", VOUCHERS), vec![]),
        (400, json_kind, call("GET", "https://evil.example/Member/Login"), vec![]),
        (400, json_kind, call("GET", "/Member/../Concession"), vec![]),
        (400, json_kind, call("POST", "/Member/v3/Login"), vec![]),
        (404, json_kind, call("GET", "/Member/Admin"), vec![]),
        (405, json_kind, call("POST", VOUCHERS), vec![]),
        (413, json_kind, large, vec![]),
        (415, "text/plain", call("GET", VOUCHERS), vec![]),
        (415, "", call("GET", VOUCHERS), vec![]),
        (415, json_kind, call("GET", VOUCHERS), vec![("content-encoding", "gzip")]),
    ] {
        let reply = anybody.send(kind, &body, &headers);
        assert_eq!(reply.status, status, "{body:.80}: {}", reply.text());
        assert_eq!(reply.required_header("content-type"), "application/problem+json");
        let report = reply.json();
        assert_eq!(report["status"], json!(status));
        let title = report["title"].as_str().unwrap();
        assert!(title.chars().count() > 10 && !title.contains("Error") && !title.contains("::"), "{title}");
    }
    let wrong = anybody.reply(
        "POST",
        &format!("/Member/v3/Login?{CIRCUIT_V3}"),
        json!({ "username": 7, "password": "x" }),
    );
    assert_eq!((wrong.status, &wrong.json()["field"]), (400, &json!("username")));
    let missing =
        anybody.reply("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), json!({ "username": "x" }));
    assert_eq!((missing.status, &missing.json()["field"]), (400, &json!("password")));
}

#[test]
fn role_05_session_header_names_are_case_insensitive() {
    let server = demo();
    let iris = iris(&server);
    let token = iris.session();
    let body =
        json!({ "reqMetadata": { "method": "GET", "route": format!("/Member/v3/GetCards/?{CIRCUIT_V3}") } });
    let bare = iris.with(None, None);
    for name in ["Boxoffice-Session-Token", "BOXOFFICE-SESSION-TOKEN", "boxoffice-session-token"] {
        let reply = bare.send("application/json", &body.to_string(), &[(name, &token)]);
        assert_eq!(reply.json()["peachCode"], 0, "{name}");
    }
}

#[test]
fn security_3_2_undeclared_fields_are_ignored() {
    let server = demo();
    let iris = iris(&server);
    let change = json!({
        "firstName": "Iris Mae", "memberLevelId": 9, "points": 99999, "memberExpiry": "2099-01-01T00:00:00Z",
        "memberId": "other", "standing": "active", "balances": [], "clubId": "gold",
    });
    let before =
        iris.call_ok("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({}))["memberDetails"]
            .clone();
    let after =
        iris.call_ok("POST", &format!("/Member/v3/Edit?{CIRCUIT_V3}"), change)["memberDetails"].clone();
    assert_eq!(after["firstName"], "Iris Mae");
    for name in ["memberId", "memberLevelId", "memberExpiry", "balances", "clubId"] {
        assert_eq!(before[name], after[name], "{name}");
    }
}
