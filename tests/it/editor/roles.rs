//! What each role permits, on every route

use marquee_tests::Mail;
use serde_json::{Value, json};

use super::{Browser, OWNER, Office, assert_problem, office};

const ROLES: [&str; 6] = ["owner", "editor", "program", "boxOffice", "technical", "viewer"];
/// A role that the site defines itself: alerts, members with up to 200 points, and keys.
const DESK: &str = "Desk";
/// All roles, those that can be limited to theaters with a limit to T1, and one that the site defines itself.
const GRANTS: [&str; 9] =
    ["owner", "editor", "program", "boxOffice", "technical", "viewer", "program@T1", "boxOffice@T1", DESK];

fn add_desk(office: &Office) {
    let permissions = ["alerts", "members", "adjustPoints", "keys"];
    let role = json!({ "name": DESK, "permissions": permissions, "pointsLimit": 200 });
    office.owner().ok("POST", "acme/roles", &role);
}

/// A browser of a colleague with one of [`GRANTS`].
fn colleague_with<'o>(office: &'o Office, grant: &str) -> Browser<'o> {
    let email = format!("{}@acme.example", grant.replace('@', "-"));
    match grant.split_once('@') {
        Some((role, theater)) => office.colleague_at(&email, role, &[theater]),
        None => office.colleague(&email, grant),
    }
}

/// Method, path below the site, body, and those of [`GRANTS`] that are not refused. A new route that changes something must say
/// here what a limit to theaters means for it.
#[expect(clippy::too_many_lines, reason = "a table")]
fn routes() -> Vec<(&'static str, &'static str, Value, &'static [&'static str])> {
    const ALL: &[&str] = &GRANTS;
    const ALERTS: &[&str] = &["owner", "editor", "program", "boxOffice", DESK];
    const OWN_ALERTS: &[&str] =
        &["owner", "editor", "program", "boxOffice", "program@T1", "boxOffice@T1", DESK];
    const PROGRAM: &[&str] = &["owner", "editor", "program"];
    const OWN_PROGRAM: &[&str] = &["owner", "editor", "program", "program@T1"];
    const MEMBERS: &[&str] = &["owner", "boxOffice", "boxOffice@T1", DESK];
    const KEYS: &[&str] = &["owner", "technical", DESK];
    const SETTINGS: &[&str] = &["owner", "editor", "technical"];
    const PUBLISH: &[&str] = &["owner", "editor", "program", "technical"];
    const OWN_PUBLISH: &[&str] = &["owner", "editor", "program", "technical", "program@T1"];
    let feed = |name: &str| {
        json!({
            "name": name, "address": "", "theaters": [], "intervalMinutes": 5, "holdPercent": 40,
            "conflicts": "feedWins", "isOn": true,
        })
    };
    let edit = |pointer: &str, to: Value| json!({ "edits": [{ "pointer": pointer, "to": to }] });
    vec![
        ("GET", "draft", json!(null), ALL),
        ("GET", "draft/version", json!(null), ALL),
        ("GET", "preview", json!(null), ALL),
        ("GET", "overview", json!(null), ALL),
        ("GET", "numbers", json!(null), ALL),
        ("GET", "numbers.csv", json!(null), ALL),
        ("GET", "page-views", json!(null), ALL),
        ("GET", "history", json!(null), ALL),
        ("GET", "films", json!(null), ALL),
        ("GET", "films/1", json!(null), ALL),
        ("GET", "program?theater=T1&from=2026-11-20", json!(null), ALL),
        ("GET", "program/template.csv", json!(null), ALL),
        ("GET", "program/template.xlsx", json!(null), ALL),
        ("GET", "media", json!(null), ALL),
        ("POST", "media?name=a.png", json!(1), &["owner", "editor"]),
        ("PUT", "media/picture?source=x&name=a.png", json!(1), &["owner", "editor"]),
        ("DELETE", "media/picture?source=x", json!({}), &["owner", "editor"]),
        ("POST", "media/films", json!({}), &["owner", "editor"]),
        ("POST", "media/picture/restore?source=x", json!({}), &["owner", "editor"]),
        ("POST", "media/videos?name=a.mp4", json!(1), &["owner", "editor"]),
        ("PUT", "media/video?source=x&name=a.mp4", json!(1), &["owner", "editor"]),
        ("DELETE", "media/video?source=x", json!({}), &["owner", "editor"]),
        ("POST", "media/video/restore?source=x", json!({}), &["owner", "editor"]),
        ("GET", "media/video/captions?source=x&locale=en-US", json!(null), ALL),
        ("PUT", "media/video/captions?source=x&locale=en-US&name=a.vtt", json!(1), &["owner", "editor"]),
        ("DELETE", "media/video/captions?source=x&locale=en-US", json!({}), &["owner", "editor"]),
        ("PATCH", "draft", edit("/pictures/x", json!({ "decorative": true })), PROGRAM),
        ("PATCH", "draft", edit("/theaters/T1/phone", json!("1")), OWN_PROGRAM),
        ("PATCH", "draft", edit("/theaters/T2/phone", json!("1")), PROGRAM),
        ("PATCH", "draft", edit("/programRules/T1/cleaningMinutes", json!(9)), OWN_PROGRAM),
        ("PATCH", "draft", edit("/programRules/T2/cleaningMinutes", json!(9)), PROGRAM),
        ("PATCH", "draft", edit("/films/1/fields/title", json!("T")), PROGRAM),
        ("PATCH", "draft", edit("/theaterOrder", json!(["T2", "T1"])), PROGRAM),
        ("GET", "theaters", json!(null), ALL),
        ("GET", "theaters/T1/shows?from=2026-11-20&to=2026-11-21", json!(null), ALL),
        ("GET", "alerts", json!(null), ALL),
        ("PUT", "alerts/T9", json!({ "message": "x", "ends": "2026-11-21T10:00" }), ALERTS),
        ("PUT", "alerts/T1", json!({ "message": "", "ends": "2026-11-21T10:00" }), OWN_ALERTS),
        ("DELETE", "alerts/T9", json!({}), ALERTS),
        ("DELETE", "alerts/T1", json!({}), OWN_ALERTS),
        ("POST", "program/spreadsheet?name=a.csv", json!(1), OWN_PROGRAM),
        ("POST", "program/import/plan", json!({ "source": {} }), PROGRAM),
        ("POST", "program/import", json!({ "source": {}, "plan": "" }), PROGRAM),
        ("GET", "feeds", json!(null), ALL),
        ("POST", "feeds", feed(""), SETTINGS),
        ("POST", "feeds/trial", json!({ "address": "" }), SETTINGS),
        (
            "POST",
            "feeds/try-titles",
            json!({ "titles": [], "rules": [{ "find": "", "place": "end" }] }),
            SETTINGS,
        ),
        ("GET", "feeds/x/titles", json!(null), SETTINGS),
        ("PUT", "feeds/x", feed(""), SETTINGS),
        ("DELETE", "feeds/x", json!({}), SETTINGS),
        ("POST", "feeds/x/push", json!({}), SETTINGS),
        ("DELETE", "feeds/x/push", json!({}), SETTINGS),
        ("POST", "feeds/x/run", json!({}), PROGRAM),
        ("GET", "feeds/x/runs", json!(null), ALL),
        ("GET", "feeds/x/runs/1", json!(null), ALL),
        ("GET", "feeds/x/runs/1/response", json!(null), PROGRAM),
        ("POST", "feeds/x/runs/1/replay", json!({}), PROGRAM),
        ("POST", "feeds/x/runs/1/decision", json!({ "choice": "keep" }), PROGRAM),
        ("GET", "film-matches", json!(null), ALL),
        ("PUT", "film-matches/1", json!({ "isSame": true }), PROGRAM),
        ("GET", "webhooks", json!(null), ALL),
        ("POST", "webhooks", json!({ "address": "", "isOn": true }), SETTINGS),
        ("PUT", "webhooks/x", json!({ "address": "", "isOn": true }), SETTINGS),
        ("DELETE", "webhooks/x", json!({}), SETTINGS),
        ("POST", "webhooks/x/secret", json!({}), SETTINGS),
        ("POST", "webhooks/x/test", json!({}), SETTINGS),
        ("GET", "webhooks/x/messages", json!(null), ALL),
        ("POST", "webhooks/x/messages/1", json!({}), SETTINGS),
        ("PATCH", "draft", edit("/shows/hand-1", json!({ "hidden": true, "fields": {} })), PROGRAM),
        ("GET", "history/1", json!(null), ALL),
        ("GET", "removed", json!(null), ALL),
        ("POST", "removed/restore", json!({ "pointer": "/theaters/T1" }), PROGRAM),
        ("POST", "removed/restore", json!({ "pointer": "/pages/~1y~1" }), &["owner", "editor"]),
        (
            "PATCH",
            "draft",
            edit("/pages/~1x~1", json!({ "path": "/x/", "title": "X" })),
            &["owner", "editor"],
        ),
        ("PATCH", "draft", edit("/site/config/theme/colors/brand1", json!("#123456")), &["owner", "editor"]),
        ("PATCH", "draft", edit("/site/config/websiteId", json!("x")), &["owner", "editor", "technical"]),
        ("PATCH", "draft", edit("/events/9", json!({ "id": "9", "title": "E", "slug": "e" })), PROGRAM),
        ("POST", "draft/discard", json!({ "pointers": [] }), OWN_PUBLISH),
        ("POST", "publish", json!({ "version": -1 }), OWN_PUBLISH),
        ("POST", "publish", json!({ "version": 1, "at": "2026-11-27T06:00:00Z" }), &["owner", "editor"]),
        ("DELETE", "publish/scheduled", json!({}), PUBLISH),
        ("POST", "requests", json!({ "kind": "wait" }), ALL),
        ("DELETE", "requests/wait/x", json!({}), ALL),
        ("POST", "history/1/restore", json!({}), PUBLISH),
        ("GET", "keys", json!(null), KEYS),
        ("POST", "keys", json!({ "name": "", "scope": "till" }), KEYS),
        ("DELETE", "keys/x", json!({}), KEYS),
        ("GET", "roles", json!(null), ALL),
        ("POST", "roles", json!({ "name": "", "permissions": [] }), &["owner"]),
        ("PUT", "roles/role-x", json!({ "name": "X", "permissions": [] }), &["owner"]),
        ("DELETE", "roles/role-x", json!({}), &["owner"]),
        ("PUT", "box-office-points", json!({ "pointsLimit": 0 }), &["owner"]),
        ("GET", "team", json!(null), &["owner"]),
        ("POST", "invitations", json!({ "email": "x", "role": "viewer" }), &["owner"]),
        ("DELETE", "invitations/x", json!({}), &["owner"]),
        ("POST", "invitations/x/restore", json!({}), &["owner"]),
        ("PUT", "team/x", json!({ "role": "viewer" }), &["owner"]),
        ("DELETE", "team/x", json!({}), &["owner"]),
        ("POST", "team/x/restore", json!({}), &["owner"]),
        ("POST", "team/x/reminder", json!({}), &["owner"]),
        ("GET", "members", json!(null), MEMBERS),
        ("GET", "members.csv", json!(null), &["owner"]),
        ("GET", "loyalty-numbers", json!(null), MEMBERS),
        ("GET", "members/x", json!(null), MEMBERS),
        ("POST", "members/x/points", json!({ "amount": 1, "reason": "x", "requestId": "x" }), MEMBERS),
        ("PUT", "members/x/standing", json!({ "standing": "active" }), MEMBERS),
        ("POST", "members/x/password-link", json!({}), MEMBERS),
        ("POST", "members/x/confirmation", json!({}), MEMBERS),
        ("POST", "members/x/notes", json!({ "text": "x" }), MEMBERS),
        ("DELETE", "members/x/notes/x", json!({}), MEMBERS),
        ("GET", "members/x/merge?member=y", json!(null), MEMBERS),
        ("POST", "members/x/merge", json!({ "memberId": "y" }), MEMBERS),
        ("GET", "members/x/export", json!(null), MEMBERS),
        ("POST", "members/x/lost-card", json!({ "code": "x" }), MEMBERS),
        ("POST", "gift-card", json!({ "number": "x" }), MEMBERS),
        ("GET", "records/members", json!(null), MEMBERS),
        ("POST", "records/members", json!({}), MEMBERS),
        ("POST", "records/members/import?dryRun=true", json!({}), &["owner"]),
        ("GET", "records/members/template.csv", json!(null), MEMBERS),
        ("GET", "records/members/x", json!(null), MEMBERS),
        ("PUT", "records/members/x", json!({ "city": "x" }), MEMBERS),
        ("DELETE", "records/members/x", json!({}), MEMBERS),
        ("GET", "audit", json!(null), &["owner"]),
        ("GET", "audit.csv", json!(null), &["owner"]),
    ]
}

/// Who may request a route that is not below a site.
#[derive(Clone, Copy, PartialEq)]
enum May {
    Anyone,
    SignedIn,
    OwnersOfAllSites,
}

/// Method, path, body, and who is not refused. An array is an invalid body, so that nothing changes.
fn account_routes() -> Vec<(&'static str, &'static str, Value, May)> {
    let invalid = || json!([]);
    vec![
        ("POST", "sign-in", invalid(), May::Anyone),
        ("POST", "sign-in/passkey/options", json!({}), May::Anyone),
        ("POST", "sign-in/passkey", invalid(), May::Anyone),
        ("POST", "sign-out", json!({}), May::Anyone),
        ("GET", "invitation?token=x", json!(null), May::Anyone),
        ("POST", "invitation", invalid(), May::Anyone),
        ("POST", "invitation/passkey/options", invalid(), May::Anyone),
        ("POST", "password/reset", invalid(), May::Anyone),
        ("POST", "password/reset/confirm", invalid(), May::Anyone),
        ("POST", "account/email/confirm", invalid(), May::Anyone),
        ("PUT", "account", invalid(), May::SignedIn),
        ("POST", "account/email", invalid(), May::SignedIn),
        ("GET", "session", json!(null), May::SignedIn),
        ("POST", "reauthenticate", invalid(), May::SignedIn),
        ("POST", "reauthenticate/passkey/options", json!({}), May::SignedIn),
        ("POST", "reauthenticate/passkey", invalid(), May::SignedIn),
        ("POST", "password", invalid(), May::SignedIn),
        ("GET", "passkeys", json!(null), May::SignedIn),
        ("POST", "passkeys/options", json!({}), May::SignedIn),
        ("POST", "passkeys", invalid(), May::SignedIn),
        ("PUT", "passkeys/x", invalid(), May::SignedIn),
        ("DELETE", "passkeys/x", json!({}), May::SignedIn),
        ("POST", "totp", json!({}), May::SignedIn),
        ("POST", "totp/confirm", invalid(), May::SignedIn),
        ("DELETE", "totp", json!({}), May::SignedIn),
        ("POST", "recovery-codes", json!({}), May::SignedIn),
        ("GET", "sessions", json!(null), May::SignedIn),
        ("DELETE", "sessions", json!({}), May::SignedIn),
        ("DELETE", "sessions/x", json!({}), May::SignedIn),
        ("GET", "looks", json!(null), May::SignedIn),
        ("GET", "site-schema", json!(null), May::SignedIn),
        ("POST", "sites", invalid(), May::OwnersOfAllSites),
        ("POST", "website", invalid(), May::OwnersOfAllSites),
        ("POST", "schedule", invalid(), May::OwnersOfAllSites),
    ]
}

/// Whether a path, which may have a query, is one of a path of the OpenAPI document.
fn is_documented_as(path: &str, documented: &str) -> bool {
    let segments: Vec<_> = path.split('?').next().unwrap_or_default().split('/').collect();
    let documented: Vec<_> = documented.split('/').collect();
    segments.len() == documented.len()
        && documented.iter().zip(&segments).all(|(one, segment)| one.starts_with('{') || one == segment)
}

#[test]
fn security_2_8_the_tables_have_every_documented_route_and_no_other() {
    let office = office();
    let document = office.browser().ok("GET", "openapi.json", &Value::Null);
    let mut documented = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let path = path.strip_prefix("/api/editor/").unwrap();
        let methods = item.as_object().unwrap().keys();
        documented.extend(methods.map(|method| (method.to_uppercase(), path.to_owned())));
    }
    let of_sites = routes().into_iter().map(|(method, path, ..)| (method, format!("acme/{path}")));
    let of_accounts = account_routes().into_iter().map(|(method, path, ..)| (method, path.to_owned()));
    let listed: Vec<_> = of_sites.chain(of_accounts).collect();
    let is_same = |(method, path): &(&str, String), (other, documented): &(String, String)| {
        method == other && is_documented_as(path, documented)
    };
    let missing: Vec<_> =
        documented.iter().filter(|route| !listed.iter().any(|row| is_same(row, route))).collect();
    assert!(missing.is_empty(), "add these routes to the tables: {missing:?}");
    let unknown: Vec<_> =
        listed.iter().filter(|row| !documented.iter().any(|route| is_same(row, route))).collect();
    assert!(unknown.is_empty(), "these routes are not documented: {unknown:?}");
}

#[test]
fn security_2_8_routes_of_accounts_refuse_strangers_and_only_owners_of_all_sites_create_one() {
    let office = office();
    let assert_status = |who: &str, browser: &Browser<'_>, refused: &dyn Fn(May) -> Option<u16>| {
        for (method, path, body, may) in account_routes() {
            let status = browser.send(method, path, &body).status;
            match refused(may) {
                Some(expected) => assert_eq!(status, expected, "{who}: {method} {path}"),
                None => assert!(!matches!(status, 401 | 403), "{who}: {method} {path}: {status}"),
            }
            // The rest is requested by somebody who is signed in.
            if path == "sign-out" && who != "stranger" {
                assert_eq!(browser.get("session").status, 401, "{who}");
                *browser.cookie.borrow_mut() =
                    office.colleague(&format!("{who}2@acme.example"), who).cookie.take();
            }
        }
    };
    assert_status("stranger", &office.browser(), &|may| (may != May::Anyone).then_some(401));
    for role in ROLES {
        let browser = office.colleague(&format!("{role}@acme.example"), role);
        assert_status(role, &browser, &|may| (may == May::OwnersOfAllSites).then_some(403));
    }
    let owner = office.owner();
    assert_eq!(owner.send("POST", "sites", &json!([])).status, 400, "not refused, but invalid");
}

#[test]
fn security_2_8_each_route_refuses_roles_other_sites_and_strangers() {
    let office = office();
    add_desk(&office);
    for role in GRANTS {
        let browser = colleague_with(&office, role);
        for (method, path, body, permitted) in routes() {
            let status = browser.send(method, &format!("acme/{path}"), &body).status;
            assert_eq!(status != 403, permitted.contains(&role), "{role}: {method} {path} {body}: {status}");
            assert_ne!(status, 401, "{role}: {method} {path}");
            let elsewhere = browser.send(method, &format!("other/{path}"), &body).status;
            assert_eq!(elsewhere, 404, "{role} has no role on this site: {method} {path}");
        }
    }
    let stranger = office.browser();
    for (method, path, body, _) in routes() {
        assert_eq!(stranger.send(method, &format!("acme/{path}"), &body).status, 401, "{method} {path}");
    }
}

#[test]
fn security_2_8_a_site_that_does_not_exist_is_like_one_without_a_role() {
    let office = office();
    let browser = office.owner();
    assert_eq!(browser.get("nowhere/draft").status, 404);
    assert_eq!(browser.get("..%2facme/draft").status, 404);
    let viewer = office.colleague("viewer@acme.example", "viewer");
    let (unknown, foreign) = (viewer.get("nowhere/draft"), viewer.get("other/draft"));
    assert_eq!((unknown.status, foreign.status), (404, 404));
}

#[test]
fn security_2_8_nobody_gives_themselves_a_role() {
    let office = office();
    let owner = office.owner();
    let editor = office.colleague("eva@acme.example", "editor");
    let people = owner.ok("GET", "acme/team", &Value::Null)["people"].clone();
    let id_of = |email: &str| {
        let person = people.as_array().unwrap().iter().find(|one| one["email"] == email).unwrap();
        person["id"].as_str().unwrap().to_owned()
    };
    let role_of = |browser: &Browser<'_>| browser.ok("GET", "session", &Value::Null)["sites"].clone();
    let before = role_of(&editor);
    let own = format!("acme/team/{}", id_of("eva@acme.example"));
    for role in ["owner", "Owner", "editor", "superuser", ""] {
        assert_eq!(editor.send("PUT", &own, &json!({ "role": role })).status, 403, "{role}");
        let itself = json!({ "email": "eva@acme.example", "role": role });
        assert_eq!(editor.send("POST", "acme/invitations", &itself).status, 403, "{role}");
    }
    // Names of roles, and where a role counts, are the server's.
    for form in [
        json!({ "role": "superuser" }),
        json!({ "role": "Owner" }),
        json!({ "role": ["owner"] }),
        json!({ "role": null }),
        json!({}),
    ] {
        assert_eq!(owner.send("PUT", &own, &form).status, 400, "{form}");
    }
    // A role in a header, in the query, in a body, or in a second cookie has no effect.
    let cookie = editor.cookie.borrow().clone();
    for (path, headers) in [
        ("acme/team?role=owner&site=acme", vec![]),
        ("acme/team", vec![("x-role", "owner"), ("x-operator-role", "owner"), ("x-forwarded-user", OWNER)]),
        ("acme/team", vec![("authorization", "Bearer owner"), ("x-http-method-override", "GET")]),
    ] {
        assert_problem(&editor.request("GET", path, &headers, ""), 403);
    }
    let forged =
        Browser { office: &office, cookie: format!("role=owner; {cookie}; operatorSession=owner").into() };
    assert_problem(&forged.get("acme/team"), 403);
    for cookie in ["__Host-operatorSession=owner", "operatorSession=owner", "__Host-operatorSession=%00"] {
        assert_problem(&Browser { office: &office, cookie: cookie.to_owned().into() }.get("acme/team"), 401);
    }
    assert_eq!(role_of(&editor), before);

    // An invitation gives its own role, whatever the form says.
    owner.ok("POST", "acme/invitations", &json!({ "email": "ben@acme.example", "role": "viewer" }));
    let link =
        Mail::to(&office.data, "ben@acme.example", |mail| mail.subject.contains("Acme")).link("welcome");
    let token = link.split("token=").nth(1).unwrap();
    let ben = office.browser();
    let form = json!({ "token": token, "name": "Ben", "password": "fifteen letters" });
    for (field, value) in [("role", json!("owner")), ("site", json!("other")), ("isOwner", json!(true))] {
        let mut forged = form.clone();
        forged[field] = value;
        assert_problem(&ben.send("POST", "invitation", &forged), 400);
    }
    ben.ok("POST", "invitation", &form);
    let sites = role_of(&ben);
    assert_eq!((sites[0]["key"].clone(), sites[0]["role"].clone()), (json!("acme"), json!("viewer")));
    assert_eq!(sites.as_array().unwrap().len(), 1);
    assert_eq!(ben.ok("GET", "session", &Value::Null)["operator"]["email"], "ben@acme.example");
}
