//! `/healthz`, `/readyz` and `/metrics`

use marquee_tests::{CLOCK, Data};

#[test]
fn health_is_public_and_metrics_are_on_the_admin_listener_only() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for path in ["/healthz", "/readyz"] {
        for reply in
            [server.admin(path), server.site("localhost").get(path), server.site("nobody.example").get(path)]
        {
            assert_eq!((reply.status, reply.text().as_str()), (200, "ok\n"), "{path}");
            assert_eq!(reply.required_header("cache-control"), "no-store");
        }
    }
    assert_eq!(server.site("localhost").get("/metrics").status, 404);
    assert_eq!(server.admin("/movies/").status, 404, "the admin listener has no pages");
    let _ = server.site("localhost").page("/movies/");
    let _ = server.site("localhost").page("/movies/");
    let metrics = server.admin("/metrics").text();
    for name in [
        "marquee_page_cache_pages ",
        "marquee_page_cache_bytes ",
        "marquee_requests_total{answer=\"cached\"} ",
    ] {
        assert!(metrics.contains(name), "{name} in {metrics}");
    }
}
