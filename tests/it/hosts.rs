//! Choosing the site by host, and invalid requests (security 7.1, 7.3)

use marquee_tests::{CLOCK, Data, raw};

fn status(reply: &[u8]) -> u16 {
    let text = String::from_utf8_lossy(reply);
    text.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0)
}

#[test]
fn security_7_1_an_unknown_host_gets_a_generic_404() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for host in [
        "nobody.example",
        "localhost.evil.example",
        "aster.localhost.evil",
        "xn--80ak6aa92e.com",
        "10.0.0.1",
        "[::1]",
    ] {
        for path in ["/", "/movies/", "/media/meridian/x/640.jpg", "/api/select-theater?theater=aster-harbor"]
        {
            let reply = server.site(host).get(path);
            let text = reply.text();
            assert_eq!(reply.status, 404, "{host}{path}");
            assert!(!text.contains("Meridian") && !text.contains("Aster") && text.len() < 1000, "{text}");
            assert!(reply.required_header("content-security-policy").contains("default-src 'none'"));
            assert_eq!(reply.header("set-cookie"), None);
        }
    }
}

#[test]
fn security_7_1_the_demos_stand_ins_are_on_no_server_of_sites() {
    let data = Data::demo();
    let stand_ins = [
        ("ticketing.localhost", "/startticketing?perfCode=meridian-main-10-11201910"),
        ("editor.localhost", "/trial.js"),
        ("third-parties.localhost", "/calls"),
        ("third-parties.localhost", "/gtag/js"),
    ];
    let demo = data.start("demo", CLOCK, &[]);
    for (host, path) in stand_ins {
        assert_eq!(demo.site(host).get(path).status, 200, "{host}{path}");
    }
    demo.stop();
    let server = data.serve(CLOCK);
    for (host, path) in stand_ins {
        let reply = server.site(host).get(path);
        assert_eq!(reply.status, 404, "{host}{path}");
        assert!(reply.text().contains("Unknown host."), "{}", reply.text());
        for site in ["localhost", "aster.localhost"] {
            let path = path.split('?').next().unwrap();
            let status = server.site(site).get(path).status;
            // `/startticketing` leads to the ticketing site (LINK-12).
            assert!(matches!(status, 301..=308 | 404), "{site}{path}: {status}");
        }
    }
}

#[test]
fn security_7_1_case_port_and_trailing_dot_of_hosts_are_ignored() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for host in ["ASTER.localhost", "aster.localhost:8080", "aster.localhost.", "Aster.Localhost.:1"] {
        assert!(server.site(host).page("/").title().ends_with("Aster Picture Houses"), "{host}");
    }
    let forwarded = server.site("localhost").request(
        "GET",
        "/",
        &[("x-forwarded-host", "aster.localhost"), ("forwarded", "host=aster.localhost")],
    );
    assert!(forwarded.text().contains("Meridian Cinema"), "forwarding headers of strangers are not believed");
}

#[test]
fn security_7_1_a_request_with_an_ambiguous_host_is_rejected() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let send =
        |head: &str| status(&raw(server.address(), format!("{head}connection: close\r\n\r\n").as_bytes()));
    assert_eq!(send("GET / HTTP/1.1\r\nhost: localhost\r\n"), 200);
    assert_eq!(send("GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n"), 400, "twice");
    assert_eq!(send("GET / HTTP/1.1\r\nhost: localhost\r\nhost: aster.localhost\r\n"), 400, "two hosts");
    assert_eq!(send("GET http://aster.localhost/ HTTP/1.1\r\nhost: localhost\r\n"), 400, "a contradiction");
    assert_eq!(send("GET / HTTP/1.1\r\nhost:\r\n"), 400, "an empty one");
    assert_eq!(send("GET / HTTP/1.1\r\n"), 400, "none");
    assert_eq!(send("GET http://localhost/ HTTP/1.1\r\nhost: localhost\r\n"), 200, "the same twice");
}

#[test]
fn security_7_3_too_large_or_contradictory_requests_are_rejected() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let send = |request: String| status(&raw(server.address(), request.as_bytes()));
    let head = "host: localhost\r\nconnection: close\r\n";
    assert_eq!(send(format!("GET /{} HTTP/1.1\r\n{head}\r\n", "a".repeat(9000))), 414);
    assert_eq!(send(format!("GET / HTTP/1.1\r\n{head}x: {}\r\n\r\n", "a".repeat(20_000))), 431);
    let many: String = (0..120).map(|n| format!("x-{n}: 1\r\n")).collect();
    assert_eq!(send(format!("GET / HTTP/1.1\r\n{head}{many}\r\n")), 431);
    assert_eq!(
        send(format!("POST / HTTP/1.1\r\n{head}content-length: 4\r\ncontent-length: 5\r\n\r\nabcd")),
        400
    );
    assert_eq!(send("NONSENSE\r\n\r\n".to_owned()), 400);
    assert_eq!(send(format!("GET / HTTP/1.1\r\n{head}\r\n")), 200, "and goes on answering");
}

#[test]
fn pages_accept_get_and_head_only() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] {
        assert_eq!(site.request(method, "/movies/", &[("content-length", "0")]).status, 405, "{method}");
    }
    let whole = site.get("/movies/");
    let head = site.request("HEAD", "/movies/", &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.required_header("content-length"), whole.body.len().to_string());
}
