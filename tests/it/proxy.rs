//! `/__third-party-proxy`

use std::collections::HashMap;

use marquee_tests::{Acme, CLOCK, Data, MockServer};
use serde_json::json;

fn encoded(url: &str) -> String {
    url.replace(':', "%3A").replace('/', "%2F").replace('?', "%3F").replace('=', "%3D")
}

#[test]
fn route_12_a_listed_script_is_served_without_its_other_headers() {
    let script = b"console.log('a')".to_vec();
    let responses = [("/a.js".to_owned(), script.clone()), ("/s.css?v=1".to_owned(), b"a{}".to_vec())];
    let (cdn, certificate) = MockServer::secure(HashMap::from(responses));
    let address = |path: &str| format!("https://{}{path}", cdn.host_and_port());
    let urls = json!([address("/a.js"), address("/s.css?v=1"), address("/gone.js")]);
    let acme = Acme::single().set("/config/options", json!({ "thirdPartyProxyUrls": urls }));
    let data = Data::with(&[&acme]);
    let trusted = data.file("trusted.pem");
    std::fs::write(&trusted, certificate).unwrap();
    let trust = [("SSL_CERT_FILE", trusted.to_str().unwrap())];
    let server = data.serve_in(CLOCK, &["--internal-upstreams", &cdn.host_and_port()], &trust);
    let site = server.site("acme.example").with_cookie("secret=1");
    let send = |url: &str, headers: &[(&str, &str)]| {
        site.request("GET", &format!("/__third-party-proxy?url={}", encoded(url)), headers)
    };
    let reply = send(&address("/a.js"), &[("authorization", "Bearer x"), ("sec-fetch-dest", "script")]);
    assert_eq!((reply.status, reply.body), (200, script));
    for (header, value) in [
        ("content-type", "text/javascript; charset=utf-8"),
        ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "same-origin"),
        ("content-security-policy", "default-src 'none'; sandbox"),
    ] {
        assert_eq!(reply.headers.iter().find(|(n, _)| n == header).map(|(_, v)| v.as_str()), Some(value));
    }
    assert!(
        !reply.headers.iter().any(|(name, _)| name == "set-cookie"),
        "no header of the other side passes"
    );
    let request_heads = cdn.heads().join("\n").to_ascii_lowercase();
    assert!(!request_heads.contains("cookie") && !request_heads.contains("authorization"), "{request_heads}");
    assert_eq!(send(&address("/s.css?v=1"), &[]).required_header("content-type"), "text/css; charset=utf-8");
    assert_eq!(send(&address("/gone.js"), &[]).status, 502);
    let before = cdn.requested_paths().len();
    for purpose in ["document", "iframe", "worker", "serviceworker"] {
        assert_eq!(send(&address("/a.js"), &[("sec-fetch-dest", purpose)]).status, 403, "{purpose}");
    }
    assert_eq!(cdn.requested_paths().len(), before);
}

#[test]
fn route_13_without_a_list_the_configured_scripts_are_allowed() {
    let acme = Acme::single().set("/settings/adsDisplay", json!("PROGRAMMATIC")).set(
        "/config/options",
        json!({
            "tagManagerLaunchUrl": "https://127.0.0.1:9/launch.js",
            "adLibraryBaseUrl": "https://127.0.0.1:9/",
            "adTagScriptUrl": "https://127.0.0.1:9/tag.js",
            "marketingTracker": {
                "enabled": true, "customerId": "acme", "scriptUrl": "https://127.0.0.1:9/t/{customerId}.js",
            },
        }),
    );
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let status = |path: &str| {
        let url = format!("https://127.0.0.1:9{path}");
        site.get(&format!("/__third-party-proxy?url={}", encoded(&url))).status
    };
    // The proxy requests the URL, where no server listens.
    for path in ["/launch.js", "/library/9518146/WMP_US_WEB", "/tag.js", "/t/acme.js"] {
        assert_eq!(status(path), 502, "{path}");
    }
    for path in ["/t/{customerId}.js", "/t/other.js", "/library/9518146/OTHER", "/x.js"] {
        assert_eq!(status(path), 403, "{path}");
    }
}

#[test]
fn route_13_only_listed_urls_are_requested() {
    let cdn = MockServer::with(HashMap::from([("/a.js".to_owned(), b"x".to_vec())]));
    let plain = format!("http://{}/a.js", cdn.host_and_port());
    let options = json!({ "thirdPartyProxyUrls": ["https://cdn.example/a.js"], "tagManagerLaunchUrl": "https://tags.example/t.js" });
    let server = Data::with(&[&Acme::single().set("/config/options", options)]).start(
        "serve",
        CLOCK,
        &["--internal-upstreams", &cdn.host_and_port()],
    );
    let site = server.site("acme.example");
    for url in [
        "https://evil.example/x.js",
        "http://10.0.0.5/admin",
        plain.as_str(),
        "https://cdn.example/a.js?x=1",
        "https://cdn.example/A.js",
        "http://cdn.example/a.js",
        "https://tags.example/t.js",
        "file:///etc/hostname",
        "",
    ] {
        assert_eq!(site.get(&format!("/__third-party-proxy?url={}", encoded(url))).status, 403, "{url}");
    }
    assert_eq!(site.get("/__third-party-proxy").status, 403);
    assert!(cdn.requested_paths().is_empty(), "no outbound call");
}
