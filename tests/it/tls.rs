//! Connections that the server encrypts, with certificates that it orders (security 7.13).

mod certificate_server;
mod client;

use std::time::Duration;

use jiff::Timestamp;
use marquee_tests::{Acme, Data, Server};
use serde_json::Value;

use certificate_server::CertificateServer;
use client::Client;

const CLOCK: &str = "2026-11-20T20:00:00Z";
/// Days of validity of a certificate.
const DAYS: i64 = 90;

/// A server of the site `acme.example` that orders its certificates from `certificates`.
fn serve(data: &Data, certificates: &CertificateServer, clock: &str) -> Running {
    let running = start(data, certificates, clock);
    certificates.looks_at(Ok(running.server.address()));
    running
}

fn start(data: &Data, certificates: &CertificateServer, clock: &str) -> Running {
    let root = data.file("acme-root.pem");
    std::fs::write(&root, certificates.root()).unwrap();
    let flags = [
        ("--tls-listen", "127.0.0.1:0".to_owned()),
        ("--acme-directory", certificates.directory()),
        ("--acme-root-file", root.display().to_string()),
        ("--acme-contact", "house@acme.example".to_owned()),
    ];
    let flags: Vec<&str> = flags.iter().flat_map(|(name, value)| [*name, value.as_str()]).collect();
    let mut server = data.start("serve", clock, &flags);
    let line = server.logged("listening, encrypted", |line| line["tls_listen"].is_string());
    let client = Client::new(line["tls_listen"].as_str().unwrap().parse().unwrap(), certificates, clock);
    Running { server, client }
}

struct Running {
    server: Server,
    client: Client,
}

#[test]
fn security_7_13_a_host_gets_a_certificate_and_keeps_it() {
    let certificates = CertificateServer::start(DAYS);
    let data = Data::with(&[&Acme::circuit()]);
    {
        let running = serve(&data, &certificates, CLOCK);
        let page = running.client.get("acme.example", "/");
        assert_eq!(page.status, 200);
        assert_eq!(page.required_header("strict-transport-security"), "max-age=31536000");
        assert_eq!(running.client.protocol("acme.example"), Some("h2".to_owned()));
        assert_eq!(certificates.issued(), ["acme.example"]);
    }
    let running = serve(&data, &certificates, CLOCK);
    assert_eq!(running.client.get("acme.example", "/showtimes/").status, 200);
    assert_eq!(certificates.issued(), ["acme.example"], "kept in the database");
    assert_eq!(certificates.accounts(), 1);
    assert_eq!(certificates.contacts(), ["mailto:house@acme.example"]);
    let database = std::fs::read(data.file("marquee.db")).unwrap();
    assert!(!database.windows(11).any(|text| text == b"PRIVATE KEY"), "security 1.1: sealed");
}

#[test]
fn security_7_13_unencrypted_requests_are_redirected_except_those_that_need_no_encryption() {
    let certificates = CertificateServer::start(DAYS);
    let running = serve(&Data::with(&[&Acme::circuit()]), &certificates, CLOCK);
    assert_eq!(running.client.get("acme.example", "/").status, 200);
    let site = running.server.site("acme.example");
    let reply = site.get("/showtimes/?day=2026-11-21");
    assert_eq!(
        (reply.status, reply.required_header("location").as_str()),
        (308, "https://acme.example/showtimes/?day=2026-11-21")
    );
    assert_eq!(reply.header("strict-transport-security"), None, "RFC 6797, 7.2");
    for (path, status) in [("/healthz", 200), ("/readyz", 200), ("/.well-known/acme-challenge/unknown", 404)]
    {
        assert_eq!(site.get(path).status, status, "{path}");
    }
    assert_eq!(running.server.site("other.example").get("/").status, 404, "no redirect to unknown hosts");
}

#[test]
fn security_7_13_a_connection_that_names_no_host_of_the_server_gets_no_certificate() {
    let certificates = CertificateServer::start(DAYS);
    let running = serve(&Data::with(&[&Acme::circuit()]), &certificates, CLOCK);
    assert_eq!(running.client.get("acme.example", "/").status, 200);
    assert!(running.client.handshake("other.example").is_err());
    assert_eq!(certificates.issued(), ["acme.example"]);
}

#[test]
fn security_7_13_a_certificate_is_renewed_after_two_thirds_of_its_time() {
    let certificates = CertificateServer::start(DAYS);
    let data = Data::with(&[&Acme::circuit()]);
    let first = serve(&data, &certificates, CLOCK).client.serial("acme.example");
    let later = serve(&data, &certificates, "2027-01-15T20:00:00Z");
    assert_eq!(later.client.serial("acme.example"), first, "56 days later");
    drop(later);
    let mut renewed = serve(&data, &certificates, "2027-01-20T20:00:00Z");
    let line = renewed.server.logged("issued", |line| line["message"] == "a certificate was issued");
    assert_eq!(line["host"], "acme.example");
    assert_ne!(renewed.client.serial("acme.example"), first, "61 days later");
}

#[test]
fn security_7_13_a_refused_order_says_what_to_do_and_is_not_repeated_at_once() {
    let certificates = CertificateServer::start(DAYS);
    certificates.looks_at(Err(()));
    let mut running = start(&Data::with(&[&Acme::circuit()]), &certificates, CLOCK);
    let refused = |line: &Value| line["message"] == "no certificate was issued";
    let line = running.server.logged("refused", refused);
    let problem = line["error"].as_str().unwrap();
    assert!(problem.contains("check that its name leads to this server, port 80"), "{problem}");
    let next_at: Timestamp = line["next_at"].as_str().unwrap().parse().unwrap();
    let started: Timestamp = CLOCK.parse().unwrap();
    assert!((5..10).contains(&started.duration_until(next_at).as_mins()), "{next_at}");
    let site = running.server.site("acme.example");
    assert_eq!(
        (site.get("/healthz").status, site.get("/").status),
        (200, 307),
        "not a redirect that browsers keep"
    );
    assert!(running.client.handshake_within("acme.example", Duration::from_secs(2)).is_err());
    assert_eq!(certificates.orders(), 1, "it waits before it tries again");
}

#[test]
fn security_7_13_certificates_are_ordered_again_from_another_server_and_after_a_key_was_removed() {
    let data = Data::with(&[&Acme::circuit()]);
    let (first, second) = (CertificateServer::start(DAYS), CertificateServer::start(DAYS));
    assert_eq!(serve(&data, &first, CLOCK).client.get("acme.example", "/").status, 200);
    let issued = |line: &Value| line["message"] == "a certificate was issued";
    {
        let mut running = serve(&data, &second, CLOCK);
        let _ = running.server.logged("issued by the other server", issued);
        assert_eq!(running.client.get("acme.example", "/").status, 200);
    }
    std::fs::write(data.file("secret_key"), "another secret key of at least 32 characters\n").unwrap();
    let mut running = serve(&data, &second, CLOCK);
    let _ = running.server.logged("issued again", issued);
    assert_eq!(running.client.get("acme.example", "/").status, 200);
    assert_eq!((first.issued().len(), second.issued().len()), (1, 2));
    assert_eq!((first.accounts(), second.accounts()), (1, 2), "an account that cannot be read is replaced");
}

#[test]
fn security_7_13_a_server_stops_at_once_although_a_connection_has_sent_nothing() {
    let certificates = CertificateServer::start(DAYS);
    let running = serve(&Data::with(&[&Acme::circuit()]), &certificates, CLOCK);
    assert_eq!(running.client.get("acme.example", "/").status, 200);
    let _silent = running.client.open();
    let begin = std::time::Instant::now();
    running.server.stop();
    assert!(begin.elapsed() < Duration::from_secs(8), "{:?}: a handshake has ten", begin.elapsed());
}
