//! `/media/{site}/{id}/{rendition}`

use marquee_tests::{CLOCK, Data, Element, Site};

fn pictures(site: &Site<'_>) -> Vec<String> {
    let page = site.page("/");
    let sets = page.all("source").map(|s| s.get("srcset").to_owned());
    let plain = page.all("img").map(|i| i.get("src").to_owned());
    let all = sets.flat_map(|set| {
        set.split(", ").filter_map(|c| c.split(' ').next().map(str::to_owned)).collect::<Vec<_>>()
    });
    all.chain(plain).filter(|src| src.starts_with("/media/")).collect()
}

#[test]
fn pictures_have_the_requested_format_and_are_immutable() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    let all = pictures(&site);
    for (end, kind, magic) in [
        (".avif", "image/avif", &b"ftypavif"[..]),
        (".webp", "image/webp", b"WEBP"),
        (".jpg", "image/jpeg", b"\xff\xd8\xff"),
    ] {
        let path = all.iter().find(|p| p.ends_with(end)).unwrap();
        let reply = site.get(path);
        assert_eq!((reply.status, reply.required_header("content-type").as_str()), (200, kind), "{path}");
        assert_eq!(reply.required_header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(reply.required_header("x-content-type-options"), "nosniff");
        assert!(reply.required_header("content-security-policy").contains("sandbox"));
        assert!(reply.body.windows(magic.len()).take(16).any(|w| w == magic), "{path} is {kind}");
    }
}

#[test]
fn only_pictures_of_the_site_in_listed_widths_are_served() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    let path = pictures(&site).into_iter().find(|p| p.ends_with("-3x1.jpg")).unwrap();
    assert_eq!(site.get(&path).status, 200);
    let page = site.page("/");
    let logo = page.all("img").find(|i| i.get("alt") == "Meridian Cinema").unwrap().get("src");
    assert_eq!(site.get(logo).status, 200);
    let aster = server.site("aster.localhost");
    for other in [
        aster.get(logo),
        aster.get(&logo.replace("/meridian/", "/aster/")),
        server.site("nobody.example").get(logo),
    ] {
        assert_eq!(other.status, 404, "another site's picture");
    }
    let name = path.rsplit('/').next().unwrap();
    for odd in [
        "641-3x1.jpg",
        "1280-3x2.jpg",
        "1280-3x1.gif",
        "0.jpg",
        "99999.jpg",
        "1280.jpg/",
        "..%2f..%2fmarquee.db",
    ] {
        assert_eq!(site.get(&path.replace(name, odd)).status, 404, "{odd}");
    }
    assert_eq!(site.get("/media/meridian/00000000000000000000/640.jpg").status, 404);
}

#[test]
fn every_picture_has_its_size_and_alternative_text() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for path in ["/", "/movies/", "/movies/318204-the-salt-cartographer/", "/events/", "/theaters/"] {
        for host in ["localhost", "aster.localhost"] {
            let page = server.site(host).page(path);
            let sized = |i: &Element| {
                [i.get("width"), i.get("height")].iter().all(|n| n.parse::<u32>().is_ok_and(|n| n > 0))
            };
            for img in page.all("img") {
                assert!(sized(img) && img.attributes.contains_key("alt"), "{host}{path}: {img:?}");
            }
        }
    }
}
