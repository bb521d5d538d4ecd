//! Sending email by SMTP.

use marquee_tests::{CLOCK, Data, Mail, Relay};

use super::register;

#[test]
fn an_email_is_sent_once_in_the_name_of_the_site() {
    let relay = Relay::open();
    let flags = ["--rate-limits", "off", "--mail-url", &relay.url(), "--mail-from", "box@meridian.example"];
    let server = Data::demo().start("demo", CLOCK, &flags);
    drop(register(&server, "ann@example.org"));
    let mail = relay.next();
    for line in [
        "MAIL FROM:<box@meridian.example>",
        "RCPT TO:<ann@example.org>",
        "Content-Type: multipart/alternative;",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Type: text/html; charset=utf-8",
    ] {
        assert!(mail.lines().any(|found| found.starts_with(line)), "{line}: {mail}");
    }
    drop(register(&server, "ben@example.org"));
    assert!(relay.next().contains("RCPT TO:<ben@example.org>"), "each once");
    assert!(Mail::all(server.data()).is_empty(), "nothing in the folder");
}
