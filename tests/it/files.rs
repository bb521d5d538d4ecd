//! `/assets/…`, `/fonts/…`, `/icons/…` and `/favicon.svg`: the built front end

use marquee_tests::{CLOCK, Data};

#[test]
fn files_referenced_by_pages_exist_and_are_immutable() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for host in ["localhost", "aster.localhost"] {
        let site = server.site(host);
        let page = site.page("/movies/");
        let styles = page.all("link").filter(|l| matches!(l.get("rel"), "stylesheet" | "modulepreload"));
        let fonts = page.all("link").filter(|l| l.get("as") == "font");
        let scripts = page.all("script").filter(|s| s.attributes.contains_key("src")).map(|s| s.get("src"));
        let files: Vec<&str> = styles.chain(fonts).map(|l| l.get("href")).chain(scripts).collect();
        assert!(files.len() >= 4, "{files:?}");
        for file in files {
            let reply = site.get(file);
            assert_eq!(reply.status, 200, "{file}");
            assert_eq!(
                reply.required_header("cache-control"),
                "public, max-age=31536000, immutable",
                "{file}"
            );
            assert_eq!(reply.required_header("x-content-type-options"), "nosniff");
            let plain = reply.body.clone();
            for encoding in ["br", "gzip"] {
                let other = site.request("GET", file, &[("accept-encoding", encoding)]);
                assert_eq!(other.decoded_body(), plain, "{file} in {encoding}");
            }
        }
    }
}

#[test]
fn only_public_files_are_served() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    for path in [
        "/ssr.js",
        "/manifest.json",
        "/assets/",
        "/assets/nothing.js",
        "/assets/.env",
        "/fonts/LICENSES",
        "/icons/nothing.svg",
        "/dev/manifest.json",
    ] {
        assert_eq!(site.get(path).status, 404, "{path}");
    }
    for path in ["/favicon.svg", "/favicon.ico", "/icons/popcorn.svg"] {
        let icon = site.get(path);
        assert_eq!(
            (icon.status, icon.required_header("content-type").as_str()),
            (200, "image/svg+xml"),
            "{path}"
        );
    }
}
