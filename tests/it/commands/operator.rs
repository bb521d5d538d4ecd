//! `marquee operator`

use marquee_tests::{Acme, Data};

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
    assert!(role.code == 2 && role.err.contains("must be one of owner, editor"), "{}", role.err);
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
