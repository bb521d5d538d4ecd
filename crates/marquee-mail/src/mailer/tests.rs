use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use marquee_model::locale::Locale;

use super::*;
use crate::{Address, Branding, Envelope, Letter, Link, Mailbox, compose};

mod parsed;
mod server;

use parsed::Parsed;
use server::Server;

fn message(id: &str) -> Message {
    let branding = Branding::new("L’Étoile & Fils", Link::parse("https://aster.example/").unwrap());
    let link = Link::parse(&format!("https://aster.example/reset/?resetCode={}", "x".repeat(120))).unwrap();
    let mailbox = |text, name| Mailbox::new(Address::parse(text).unwrap(), Some(name));
    let envelope = Envelope {
        id: id.into(),
        date: "2026-11-20T18:00:00.25Z".parse().unwrap(),
        from: mailbox("club@aster.example", "L’Étoile & Fils"),
        to: mailbox("anna@example.com", "Zoë"),
    };
    let letter = Letter::ResetCode { link, minutes: 30 };
    compose(&letter, &branding, &Locale::parse("fr").unwrap(), envelope)
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn the_outbox_stores_complete_private_files() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("data/outbox");
    let mailer = Mailer::open(&format!("file:{}", folder.display()), "aster.example").unwrap();
    mailer.send(&message("m-1"), &Retention::Forever).await.unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(files(&folder), ["20261120T180000.250Z-m-1-aster-example.eml"]);
    let path = folder.join(&files(&folder)[0]);
    assert_eq!((mode(&folder), mode(&path)), (0o700, 0o600));
    assert_eq!(fs::read(path).unwrap(), eml::encode(&message("m-1")).unwrap().formatted());
}

#[tokio::test]
async fn outbox_files_sort_by_date_and_are_unique() {
    let dir = tempfile::tempdir().unwrap();
    let mailer = Mailer::open(&format!("file://{}", dir.path().display()), "").unwrap();
    let at = |id, second: i64| Message { date: jiff::Timestamp::from_second(second).unwrap(), ..message(id) };
    for mail in [at("b", 10), at("a", 2_000_000_000), at("c", 9), at("b", 10)] {
        mailer.send(&mail, &Retention::Forever).await.unwrap();
    }
    let ids: Vec<_> =
        files(dir.path()).iter().map(|name| name.split('-').nth(1).unwrap().to_owned()).collect();
    assert_eq!(ids, ["c", "b", "a"]);
}

/// Security 7.8: mails in the folder are personal data.
#[tokio::test]
async fn outbox_mails_are_removed_by_recipient_and_by_expiry() {
    let dir = tempfile::tempdir().unwrap();
    let mailer = Mailer::open(&format!("file:{}", dir.path().display()), "").unwrap();
    let end = jiff::Timestamp::from_second(100).unwrap();
    for (id, retention) in [
        ("always", Retention::Forever),
        ("ada", Retention::UntilRemoved("ada1".into())),
        ("bea", Retention::UntilRemoved("bea2".into())),
        ("until", Retention::Until(end)),
    ] {
        mailer.send(&message(id), &retention).await.unwrap();
    }
    let remaining = || {
        let names = files(dir.path());
        names.iter().map(|name| name.split('-').nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    mailer.remove_expired(jiff::Timestamp::from_second(99).unwrap()).await.unwrap();
    mailer.remove_for_recipients(vec!["da1".into(), "until".into(), String::new()]).await.unwrap();
    assert_eq!(remaining(), ["ada", "always", "bea", "until"]);
    mailer.remove_for_recipients(vec!["ada1".into(), "unknown".into()]).await.unwrap();
    assert_eq!(remaining(), ["always", "bea", "until"]);
    mailer.remove_expired(end).await.unwrap();
    assert_eq!(remaining(), ["always", "bea"]);
}

#[tokio::test]
async fn a_missing_folder_is_a_temporary_error() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("outbox");
    let mailer = Mailer::open(&format!("file:{}", folder.display()), "").unwrap();
    fs::remove_dir(&folder).unwrap();
    let error = mailer.send(&message("m-1"), &Retention::Forever).await.unwrap_err();
    assert!(matches!(error, MailError::Outbox(_)) && error.is_temporary());
}

#[test]
fn an_encoded_mail_decodes_to_the_message() {
    let message = message("m-1");
    let bytes = eml::encode(&message).unwrap().formatted();
    assert_eq!(bytes, eml::encode(&message).unwrap().formatted(), "the same bytes at every attempt");
    assert!(bytes.is_ascii());
    assert!(bytes.split(|b| *b == b'\n').all(|line| line.len() <= 100));
    let mail = Parsed::read(&bytes);
    assert_eq!(mail.header("Date"), "Fri, 20 Nov 2026 18:00:00 +0000");
    assert_eq!(mail.header("Message-ID"), "<m-1@aster.example>");
    assert_eq!(mail.header("Auto-Submitted"), "auto-generated");
    assert_eq!(mail.header("MIME-Version"), "1.0");
    assert!(mail.header("To").ends_with("<anna@example.com>"));
    assert!(mail.header("Content-Type").starts_with("multipart/alternative;"));
    let (text, html) = (&mail.parts[0], &mail.parts[1]);
    assert_eq!(mail.parts.len(), 2);
    assert_eq!(text.header("Content-Type"), "text/plain; charset=utf-8");
    assert_eq!(html.header("Content-Type"), "text/html; charset=utf-8");
    assert_eq!((text.decoded(), html.decoded()), (message.text, message.html));
}

#[test]
fn no_part_of_a_message_adds_a_header() {
    let names = |message: &Message| Parsed::read(&eml::encode(message).unwrap().formatted()).names();
    let expected = names(&message("m-1"));
    for hostile in
        ["x\r\nBcc: b@example.com", "x\nBcc: b@example.com\n\nbody", "x\r\r\n\u{2028}\0Bcc: b@example.com"]
    {
        let mailbox = |address| Mailbox::new(Address::parse(address).unwrap(), Some(hostile));
        let mut message = Message {
            subject: hostile.into(),
            message_id: hostile.into(),
            from: mailbox("club@aster.example"),
            to: mailbox("anna@example.com"),
            ..message("m-1")
        };
        message.headers.iter_mut().for_each(|(_, value)| *value = hostile.into());
        assert_eq!(names(&message), expected, "{hostile:?}");
        // A name that is deserialized from the queue is not sanitized.
        let queued = serde_json::json!({ "address": "anna@example.com", "name": hostile });
        message.to = serde_json::from_value(queued).unwrap();
        assert_eq!(names(&message), expected, "{hostile:?}");
    }
}

#[test]
fn dates_out_of_range_are_clamped() {
    for at in [jiff::Timestamp::MIN, jiff::Timestamp::MAX] {
        assert!(eml::encode(&Message { date: at, ..message("m-1") }).is_ok());
    }
}

#[tokio::test]
async fn a_mail_is_sent_to_a_server() {
    let server = Server::start(&[]).await;
    let mailer = Mailer::open(&server.url("anna%40club:p%20w"), "aster.example").unwrap();
    mailer.send(&message("m-1"), &Retention::Forever).await.unwrap();
    let commands = server.received_commands().await;
    assert_eq!(commands[0], "EHLO aster.example");
    // "\0anna@club\0p w" in base64.
    assert_eq!(commands[1], "AUTH PLAIN AGFubmFAY2x1YgBwIHc=");
    assert_eq!(commands[2], "MAIL FROM:<club@aster.example>");
    assert_eq!(commands[3], "RCPT TO:<anna@example.com>");
    let mail = Parsed::read(server.mail().await.as_bytes());
    assert_eq!(mail.parts[0].decoded(), message("m-1").text);
}

#[tokio::test]
async fn only_permanent_rejections_of_the_mail_are_permanent() {
    for (command, reply, temporary) in [
        ("RCPT", "451 4.7.1 anna@example.com is greylisted", true),
        ("RCPT", "550 5.1.1 <anna@example.com> unknown", false),
        ("MAIL", "421 busy", true),
        ("MAIL", "530 5.7.0 authentication required", true),
        ("DATA", "554 no", false),
        (".", "452 disk full", true),
        (".", "552 too large", false),
        ("AUTH", "535 5.7.8 wrong password hunter2", true),
        ("EHLO", "550 go away", true),
        ("connect", "554 no service here", true),
        ("RCPT", "what", true),
    ] {
        let server = Server::start(&[(command, reply)]).await;
        let mailer = Mailer::open(&server.url("anna:hunter2"), "aster.example").unwrap();
        let error = mailer.send(&message("m-1"), &Retention::Forever).await.unwrap_err();
        assert_eq!(error.is_temporary(), temporary, "{command} {reply}: {error}");
        let message = format!("{error} {error:?}");
        assert!(!message.contains("anna") && !message.contains("hunter2"), "{message}");
        if let Some(code) = reply.get(..3).filter(|code| code.parse::<u16>().is_ok()) {
            assert!(error.to_string().contains(code), "{error}");
        }
    }
}

#[tokio::test]
async fn a_non_ascii_address_is_an_error_if_the_server_has_no_smtputf8() {
    let server = Server::start(&[]).await;
    let mailer = Mailer::open(&server.url("a:b"), "").unwrap();
    let to = Mailbox::new(Address::parse("zoë@example.com").unwrap(), None);
    let error = mailer.send(&Message { to, ..message("m-1") }, &Retention::Forever).await.unwrap_err();
    assert!(matches!(error, MailError::UnsupportedAddress) && !error.is_temporary(), "{error:?}");
    assert!(!server.received_commands().await.iter().any(|line| line.starts_with("MAIL")));
}

#[tokio::test]
async fn timeouts_and_connection_failures_are_temporary() {
    let server = Server::start(&[("RCPT", "")]).await;
    let url = server.url("a:b");
    let mut relay = Relay::open(&url, "").unwrap();
    relay.timeout = std::time::Duration::from_millis(200);
    let error = Mailer(Transport::Relay(Box::new(relay)))
        .send(&message("m-1"), &Retention::Forever)
        .await
        .unwrap_err();
    assert!(matches!(error, MailError::Timeout) && error.is_temporary());
    server.stop().await;
    let error = Mailer::open(&url, "").unwrap().send(&message("m-1"), &Retention::Forever).await.unwrap_err();
    assert!(matches!(error, MailError::Server { step: "connecting", code: None }), "{error:?}");
}

#[tokio::test]
async fn starttls_is_required_for_remote_servers() {
    let server = Server::start(&[]).await;
    let mut relay = Relay::open("smtp://anna:hunter2@mail.example", "").unwrap();
    assert_eq!(relay.port, 587);
    assert!(matches!(relay.encryption, relay::Encryption::StartTls(_)));
    // The same relay, connected to a server that does not offer STARTTLS.
    (relay.host, relay.port) = ("127.0.0.1".into(), server.port);
    let error = Mailer(Transport::Relay(Box::new(relay)))
        .send(&message("m-1"), &Retention::Forever)
        .await
        .unwrap_err();
    assert!(matches!(error, MailError::Server { step: "encrypting", .. }) && error.is_temporary());
    assert_eq!(server.received_commands().await, ["EHLO [127.0.0.1]"]);
}

#[test]
fn the_transport_is_parsed_from_its_url() {
    let relay = |url: &str| Relay::open(url, "aster.example");
    let smtps = relay("smtps://mail.example").unwrap();
    assert!(matches!(smtps.encryption, relay::Encryption::Tls(_)) && smtps.port == 465);
    for local_url in
        ["smtp://localhost:2525", "smtp://127.0.0.1:2525", "smtp://[::1]:2525/", "smtp://mail.localhost:2525"]
    {
        let relay = relay(local_url).unwrap();
        assert!(matches!(relay.encryption, relay::Encryption::Plain) && relay.port == 2525, "{local_url}");
    }
    for url in ["smtp://localhost.example", "smtp://10.0.0.1", "smtp://127.0.0.1.example"] {
        assert!(matches!(relay(url).unwrap().encryption, relay::Encryption::StartTls(_)), "{url}");
    }
    for invalid in [
        "",
        "outbox",
        "file:",
        "smtp:",
        "smtp://",
        "http://mail.example",
        "smtp://user@mail.example",
        "smtp://u:%FF@mail.example",
        "smtp://mail.example/?tls=none",
        "smtp://mail.example/path",
        "smtp://mail.example#x",
    ] {
        let error = Mailer::open(invalid, "").unwrap_err();
        assert!(matches!(error, MailError::InvalidUrl(_)) && !error.is_temporary(), "{invalid}");
    }
    let debug_text = format!("{:?}", Mailer::open("smtp://anna:hunter2@localhost", "").unwrap());
    assert!(!debug_text.contains("anna") && !debug_text.contains("hunter2"), "{debug_text}");
}
