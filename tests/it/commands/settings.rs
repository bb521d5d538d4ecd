//! Settings: the three layers, and errors

use marquee_tests::{CommandResult, Data};

/// Runs `site list` with environment variables and a settings file.
fn list(data: &Data, env: &[(&str, &str)], file: Option<&str>, flags: &[&str]) -> CommandResult {
    let mut command = Data::command(&["site", "list"]);
    if let Some(text) = file {
        let path = data.file("m.toml");
        std::fs::write(&path, text).unwrap();
        command.arg("--config").arg(path);
    }
    command.envs(env.iter().copied()).args(flags);
    if !flags.contains(&"--data")
        && !env.iter().any(|(n, _)| *n == "MARQUEE_DATA")
        && file.is_none_or(|f| !f.contains("data"))
    {
        command.arg("--data").arg(data.path());
    }
    CommandResult::run(command)
}

#[test]
fn an_unknown_key_exits_with_78_and_suggests_the_most_similar_key() {
    let data = Data::empty();
    let done = list(&data, &[("MARQUEE_LISEN", "127.0.0.1:1")], None, &[]);
    assert_eq!(done.code, 78, "{}", done.err);
    assert!(done.err.contains("`MARQUEE_LISEN`: did you mean `MARQUEE_LISTEN`?"), "{}", done.err);
    let done = list(&data, &[], Some("log = \"info\"\n\ndatabase_uri = \"sqlite:x\"\n"), &[]);
    assert_eq!(done.code, 78);
    assert!(
        done.err.contains("m.toml:3: unknown setting `database_uri`: did you mean `database_url`?"),
        "{}",
        done.err
    );
}

#[test]
fn a_number_is_set_by_environment_and_flag() {
    let data = Data::empty();
    let done = list(&data, &[("MARQUEE_PAGE_CACHE_MB", "100")], None, &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    let done = list(&data, &[], None, &["--page-cache-mb", "100"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let done = list(&data, &[], Some("page_cache_mb = 100\n"), &[]);
    assert_eq!(done.code, 0, "{}", done.err);
}

#[test]
fn an_invalid_value_exits_with_78_and_names_the_key() {
    let data = Data::empty();
    for (name, value, key) in [
        ("MARQUEE_CLOCK", "noon", "`clock`"),
        ("MARQUEE_LOG_FORMAT", "xml", "`log_format`"),
        ("MARQUEE_PAGE_CACHE_MB", "many", "`page_cache_mb`"),
        ("MARQUEE_MEDIA_QUOTA_MB", "much", "`media_quota_mb`"),
        ("MARQUEE_DATABASE_URL", "mysql://u:p@h/d", "database"),
    ] {
        let done = list(&data, &[(name, value)], None, &[]);
        assert_eq!(done.code, 78, "{name}={value}: {}", done.err);
        assert!(done.err.contains(key) && !done.err.contains("u:p"), "{}", done.err);
    }
    let missing = data.file("no.pem").display().to_string();
    for (name, value, key) in [
        ("MARQUEE_SECRET_KEY", "short", "`secret_key`"),
        ("MARQUEE_SECRET_KEY_FILE", missing.as_str(), "`secret_key_file`"),
        ("MARQUEE_INTERNAL_UPSTREAMS", "everything", "`internal_upstreams`"),
        ("MARQUEE_INTERNAL_UPSTREAMS", "http://feeds.internal:8080", "`internal_upstreams`"),
        ("MARQUEE_THIRD_PARTIES", "http://localhost:9000/stand-ins", "`third_parties`"),
        ("MARQUEE_TRUSTED_PROXIES", "everyone", "`trusted_proxies`"),
        ("MARQUEE_MEDIA_URL", "somewhere", "`media_url`"),
        ("MARQUEE_CAPTCHA_SECRETS", "key", "`captcha_secrets`"),
        ("MARQUEE_CAPTCHA_VERIFY_URL", "nowhere", "`captcha_verify_url`"),
        ("MARQUEE_STRIPE_SECRET_KEY", "sk_test", "`stripe_webhook_secret`"),
        ("MARQUEE_WALLET_GOOGLE_KEY_FILE", missing.as_str(), "`wallet_google_issuer_id`"),
        ("MARQUEE_WALLET_APPLE_KEY_FILE", missing.as_str(), "`wallet_apple_pass_type_id`"),
    ] {
        let mut serve = Data::command(&["serve", "--listen", "127.0.0.1:0"]);
        serve.arg("--data").arg(data.path()).env(name, value);
        let done = CommandResult::run(serve);
        assert_eq!(done.code, 78, "{name}={value}: {}", done.err);
        assert!(done.err.contains(key), "{name}={value}: {}", done.err);
    }
    for address in ["127.example.com:80", "localhost.example:80"] {
        let done = list(&data, &[("MARQUEE_RATE_LIMITS", "off")], None, &["--listen", address]);
        assert!(done.code == 78 && done.err.contains("`rate_limits`"), "{address}: {}", done.err);
    }
    let done = list(&data, &[("MARQUEE_RATE_LIMITS", "off")], None, &["--listen", "LOCALHOST:80"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let done = list(&data, &[("MARQUEE_RATE_LIMITS", "off")], None, &["--listen", "0.0.0.0:80"]);
    assert_eq!(done.code, 78, "{}", done.err);
    assert!(done.err.contains("loopback"), "{}", done.err);
    let done = list(&data, &[], Some("listen = \"127.0.0.1:1\nlog=1"), &[]);
    assert_eq!(done.code, 78, "{}", done.err);
    assert!(done.err.contains("m.toml"), "{}", done.err);
    let missing = Data::command(&["site", "list", "--config", "/no/such/marquee.toml"]);
    let done = CommandResult::run(missing);
    assert_eq!(done.code, 78, "{}", done.err);
    assert!(done.err.contains("/no/such/marquee.toml"), "{}", done.err);
}

#[test]
fn flags_override_the_environment_which_overrides_the_file() {
    let (one, two, three) = (Data::empty(), Data::empty(), Data::empty());
    let path = |d: &Data| d.path().join("sub").display().to_string();
    let file = format!("data = \"{}\"\n", path(&one));
    list(&three, &[], Some(&file), &[]).stdout_of_success();
    assert!(one.file("sub/marquee.db").exists(), "the file alone");
    list(&three, &[("MARQUEE_DATA", &path(&two))], Some(&file), &[]).stdout_of_success();
    assert!(two.file("sub/marquee.db").exists(), "the environment over the file");
    list(&three, &[("MARQUEE_DATA", "/nowhere")], Some(&file), &["--data", &path(&three)])
        .stdout_of_success();
    assert!(three.file("sub/marquee.db").exists(), "the flag over both");
}

#[test]
fn an_unavailable_database_exits_with_69() {
    let data = Data::empty();
    for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["migrate"], &["site", "list"]] {
        let mut args = command.to_vec();
        args.extend(["--database-url", "postgres://marquee:secret@127.0.0.1:1/marquee"]);
        let done = data.run(&args);
        assert_eq!(done.code, 69, "{command:?}: {}", done.err);
        assert!(done.err.contains("database") && !done.err.contains("secret"), "{}", done.err);
    }
}

#[test]
fn an_address_in_use_exits_with_69_and_an_invalid_one_with_78() {
    let data = Data::empty();
    let occupied_port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = occupied_port.local_addr().unwrap().to_string();
    let done = data.run(&["serve", "--listen", &address]);
    assert_eq!(done.code, 69, "{}", done.err);
    assert!(done.err.contains(&address), "{}", done.err);
    let done = data.run(&["serve", "--listen", "8080"]);
    assert_eq!(done.code, 78, "{}", done.err);
    assert!(done.err.contains("HOST:PORT"), "{}", done.err);
}

#[test]
fn an_outdated_schema_is_rejected_with_no_migrate() {
    let data = Data::empty();
    let done = data.run(&["serve", "--no-migrate", "--listen", "127.0.0.1:0"]);
    assert_eq!(done.code, 78, "{}", done.err);
    assert!(done.err.contains("marquee migrate"), "{}", done.err);
    data.run(&["migrate"]).stdout_of_success();
    data.run(&["migrate"]).stdout_of_success();
    let server = data.start("serve", marquee_tests::CLOCK, &["--no-migrate"]);
    assert_eq!(server.admin("/readyz").status, 200);
}
