//! `marquee operator`

use marquee_tests::{Acme, CLOCK, Data, Mail, theater};
use serde_json::json;

#[test]
fn operators_are_added_listed_and_removed_and_passwords_set() {
    let data = Data::with(&[&Acme::single()]);
    let (ana, zoe) = ("ana@acme.example", "zoe@acme.example");
    let added = data.run(&["operator", "add", ana, "--site", "acme", "--role", "editor"]).stdout_of_success();
    let password = added.lines().find_map(|l| l.strip_prefix("password: ")).unwrap();
    assert!(password.len() >= 15 && added.contains("ana@acme.example was added"), "{added}");
    data.run(&["operator", "add", zoe, "--name", "Zoe"]).stdout_of_success();
    let listed = data.run(&["operator", "list"]).stdout_of_success();
    assert!(listed.contains(&format!("{ana}\t{ana}\teditor\tacme")), "{listed}");
    assert!(listed.contains(&format!("{zoe}\tZoe\towner\tall sites")), "{listed}");
    assert!(!listed.contains(password) && !listed.contains("argon2"));
    let again = data.run(&["operator", "add", ana, "--site", "acme", "--role", "viewer"]).stdout_of_success();
    assert!(!again.contains("password"), "an operator who exists keeps the password: {again}");
    let listed = data.run(&["operator", "list"]).stdout_of_success();
    assert!(listed.contains("viewer\tacme") && !listed.contains("editor"), "{listed}");
    let unknown = data.run(&["operator", "add", "bo@acme.example", "--site", "nowhere"]);
    assert!(unknown.code == 1 && unknown.err.contains("must be one of acme"), "{}", unknown.err);
    let malformed = data.run(&["operator", "add", "bo"]);
    assert!(malformed.code == 1 && malformed.err.contains("bo is not an email address"), "{}", malformed.err);
    let role = data.run(&["operator", "add", "bo@acme.example", "--role", "king"]);
    assert!(role.code == 1 && role.err.contains("must be one of owner, editor"), "{}", role.err);
    data.run(&["operator", "passwd", ana]).stdout_of_success();
    data.run(&["operator", "remove", ana]).stdout_of_success();
    assert!(!data.run(&["operator", "list"]).stdout_of_success().contains("ana"));
    assert_eq!(data.run(&["operator", "remove", ana]).code, 1);
}

#[test]
fn passwords_are_not_stored_in_plain_text() {
    let data = Data::with(&[&Acme::single()]);
    let added = data.run(&["operator", "add", "ana@acme.example"]).stdout_of_success();
    let password = added.lines().find_map(|l| l.strip_prefix("password: ")).unwrap().as_bytes();
    for entry in std::fs::read_dir(data.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            assert!(!bytes.windows(password.len()).any(|w| w == password), "{}", path.display());
        }
    }
}

#[test]
fn security_2_8_a_role_is_limited_to_theaters_of_one_site() {
    let theaters = json!([theater("T1", "One"), theater("T2", "Two")]);
    let data = Data::with(&[&Acme::circuit().file("theaters", theaters)]);
    let add = |args: &[&str]| data.run(&[&["operator", "add", "ana@acme.example"], args].concat());
    let at_acme = ["--site", "acme", "--role", "program", "--theater", "T2", "--theater", "T1"];
    add(&at_acme).stdout_of_success();
    let listed = data.run(&["operator", "list"]).stdout_of_success();
    assert!(listed.contains("program\tacme\tT1, T2"), "{listed}");
    add(&at_acme[..4]).stdout_of_success();
    let listed = data.run(&["operator", "list"]).stdout_of_success();
    assert!(listed.contains("program\tacme\tall theaters"), "{listed}");
    for (args, error) in [
        (&["--role", "program", "--theater", "T1"][..], "--theater needs exactly one --site"),
        (&["--site", "acme", "--role", "program", "--theater", "T9"], "must be one of T1, T2"),
        (
            &["--site", "acme", "--role", "editor", "--theater", "T1"],
            "the role editor applies to all theaters",
        ),
    ] {
        let refused = add(args);
        assert!(refused.code == 1 && refused.err.contains(error), "{args:?}: {}", refused.err);
    }
}

#[test]
fn security_2_8_people_are_invited_by_email_and_link_and_invitations_are_withdrawn() {
    let theaters = json!([theater("T1", "One"), theater("T2", "Two")]);
    let data = Data::with(&[&Acme::circuit().file("theaters", theaters)]);
    let host = ["--editor-host", "editor.example", "--clock", CLOCK];
    let operator = |args: &[&str]| data.run(&[&["operator"], args, &host].concat());
    let without_editor =
        data.run(&["operator", "invite", "theo@acme.example", "--site", "acme", "--role", "viewer"]);
    assert!(
        without_editor.code == 78 && without_editor.err.contains("editor_host"),
        "{} {}",
        without_editor.code,
        without_editor.err
    );
    let invite =
        |email: &str, rest: &[&str]| operator(&[&["invite", email, "--site", "acme"], rest].concat());
    for (email, rest, error) in [
        ("theo", &["--role", "viewer"][..], "must be an email address"),
        ("theo@acme.example", &["--role", "king"], "must be one of owner, editor"),
        ("theo@acme.example", &["--role", "program", "--theater", "T9"], "must be theaters of the site"),
        ("theo@acme.example", &["--role", "editor", "--theater", "T1"], "all theaters"),
    ] {
        let refused = invite(email, rest);
        assert!(refused.code == 1 && refused.err.contains(error), "{email} {rest:?}: {}", refused.err);
    }
    let link_of = |text: &str| text.lines().find_map(|line| line.strip_prefix("link: ")).unwrap().to_owned();
    let theo =
        link_of(&invite("theo@acme.example", &["--role", "program", "--theater", "T1"]).stdout_of_success());
    let eva = link_of(&invite("eva@acme.example", &["--role", "viewer"]).stdout_of_success());
    let listed = operator(&["invitations", "--site", "acme"]).stdout_of_success();
    assert!(listed.lines().any(|line| line.contains("theo@") && line.contains("program  T1")), "{listed}");
    operator(&["withdraw", "EVA@acme.example", "--site", "acme"]).stdout_of_success();
    let again = operator(&["withdraw", "eva@acme.example", "--site", "acme"]);
    assert!(again.code == 1 && again.err.contains("is not invited to acme"), "{}", again.err);
    let listed = operator(&["invitations", "--site", "acme", "--json"]).stdout_of_success();
    assert!(listed.contains("theo@acme.example") && !listed.contains("eva@"), "{listed}");

    let server = data.serve_in(CLOCK, &host[..2], &[]);
    let editor = server.site("editor.example");
    let shown = |link: &str| {
        let token = link.strip_prefix("https://editor.example/editor/welcome/?token=").unwrap();
        editor.get(&format!("/api/editor/invitation?token={token}"))
    };
    assert_eq!((shown(&theo).json()["role"].clone(), shown(&eva).status), (json!("program"), 410));
    let mail = Mail::to(&data, "theo@acme.example", |mail| mail.subject.contains("Acme"));
    assert_eq!(mail.link("welcome"), theo);
    let log = data.run(&["audit", "--site", "acme"]).stdout_of_success();
    for action in ["operator.invite", "operator.withdraw"] {
        assert!(log.lines().any(|line| line.contains("operator:cli") && line.contains(action)), "{log}");
    }
}
