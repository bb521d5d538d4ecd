use super::*;

fn load(flags: &Flags, env: &[(&str, &str)]) -> Result<Settings, SettingsError> {
    let env: Vec<_> = env.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    Settings::load(flags, env.into_iter(), false)
}

fn config(text: &str) -> (tempfile::TempDir, Flags) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("m.toml");
    std::fs::write(&path, text).unwrap();
    (dir, Flags { config: Some(path), ..Flags::default() })
}

#[test]
fn flags_override_the_environment_which_overrides_the_file() {
    let (_dir, mut flags) =
        config("listen = [\"127.0.0.1:1\", \"unix:/tmp/x\"]\nlog = \"debug\"\ndata = \"/srv\"\n");
    assert_eq!(load(&flags, &[]).unwrap().listen, ["127.0.0.1:1", "unix:/tmp/x"]);
    assert_eq!(load(&flags, &[]).unwrap().database_url, "sqlite:/srv/marquee.db");
    let env = [("MARQUEE_LISTEN", "127.0.0.1:2, 127.0.0.1:3"), ("MARQUEE_CLOCK", "2025-01-24T12:00:00Z")];
    let both = load(&flags, &env).unwrap();
    assert_eq!((both.listen, both.log.as_str()), (vec!["127.0.0.1:2".into(), "127.0.0.1:3".into()], "debug"));
    assert_eq!(both.clock, Some("2025-01-24T12:00:00Z".parse().unwrap()));
    flags.listen = Some("127.0.0.1:4".into());
    assert_eq!(load(&flags, &env).unwrap().listen, ["127.0.0.1:4"]);
}

#[test]
fn the_error_for_an_unknown_key_suggests_the_most_similar_key() {
    let (_dir, flags) = config("log = \"info\"\nlisen = \"127.0.0.1:1\"\n");
    let (_other, with_prefix) = config("log_format = \"text\"\nlog_forma = \"text\"\n");
    let error = load(&with_prefix, &[]).unwrap_err().to_string();
    assert!(error.contains("m.toml:2: unknown setting `log_forma`"), "{error}");
    let error = load(&flags, &[]).unwrap_err().to_string();
    assert!(error.contains("m.toml:2: unknown setting `lisen`: did you mean `listen`?"), "{error}");
    let error = load(&Flags::default(), &[("MARQUEE_DATABASE_URI", "x")]).unwrap_err().to_string();
    assert!(error.contains("`MARQUEE_DATABASE_URI`: did you mean `MARQUEE_DATABASE_URL`?"), "{error}");
}

#[test]
fn the_error_for_an_invalid_value_names_the_key() {
    let error = load(&Flags::default(), &[("MARQUEE_CLOCK", "noon")]).unwrap_err().to_string();
    assert!(error.contains("`clock`"), "{error}");
    let error = load(&Flags::default(), &[("MARQUEE_LOG_FORMAT", "xml")]).unwrap_err().to_string();
    assert!(error.contains("`log_format`"), "{error}");
}

#[test]
fn rate_limits_can_be_off_on_loopback_only() {
    let off = ("MARQUEE_RATE_LIMITS", "off");
    assert!(load(&Flags::default(), &[off]).is_ok());
    let error = load(&Flags::default(), &[off, ("MARQUEE_LISTEN", "0.0.0.0:80")]).unwrap_err().to_string();
    assert!(error.contains("loopback"), "{error}");
}

#[test]
fn mail_from_must_be_an_email_address() {
    let load_from = |from| load(&Flags::default(), &[("MARQUEE_MAIL_FROM", from)]);
    assert!(load_from("tickets@cinema.example").is_ok());
    let error = load_from("Cinema Tickets").unwrap_err().to_string();
    assert!(error.contains("setting `mail_from`: invalid email address"), "{error}");
}

#[test]
fn the_address_and_contact_of_the_certificate_server_are_checked() {
    for (name, value, problem) in [
        ("MARQUEE_ACME_DIRECTORY", "http://acme.example/directory", "setting `acme_directory`"),
        ("MARQUEE_ACME_CONTACT", "somebody", "setting `acme_contact`: invalid email address"),
    ] {
        let error = load(&Flags::default(), &[(name, value)]).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    let off = [("MARQUEE_RATE_LIMITS", "off"), ("MARQUEE_TLS_LISTEN", "0.0.0.0:443")];
    assert!(load(&Flags::default(), &off).unwrap_err().to_string().contains("loopback"));
}
