use super::*;

fn site(key: &str) -> SiteId {
    SiteId::parse(key).unwrap()
}

fn page(site_key: &str, html: &str, tags: Vec<Tag>) -> Arc<CachedResponse> {
    let until = "2030-01-01T00:00:00Z".parse().unwrap();
    Arc::new(CachedResponse::new(
        site(site_key),
        http::StatusCode::OK,
        html.as_bytes(),
        HeaderMap::new(),
        tags,
        until,
    ))
}

#[test]
fn the_preferred_accepted_encoding_is_chosen() {
    let best = |text: &'static str| Encoding::negotiate(Some(&HeaderValue::from_static(text)));
    assert_eq!(best("gzip, deflate, br, zstd"), Encoding::Brotli);
    assert_eq!(best("gzip, br;q=0"), Encoding::Gzip);
    assert_eq!(best("zstd;q=0.5, gzip"), Encoding::Gzip);
    assert_eq!(best("zstd;q=0.5, gzip;q=0.5"), Encoding::Zstd);
    assert_eq!(best("*"), Encoding::Brotli);
    assert_eq!(best("*;q=0"), Encoding::Identity);
    assert_eq!(best("gzip;q=0.2, identity;q=0.5"), Encoding::Identity);
    assert_eq!(best("identity"), Encoding::Identity);
    assert_eq!(Encoding::negotiate(None), Encoding::Identity);
}

#[test]
fn every_encoding_decodes_to_the_same_document() {
    let html = "<p>é</p>".repeat(500);
    let p = page("a", &html, vec![]);
    assert_eq!(unbrotli(&p.get(Encoding::Brotli).body), html.as_bytes());
    assert_eq!(zstd::bulk::decompress(&p.get(Encoding::Zstd).body, 1 << 20).unwrap(), html.as_bytes());
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&*p.get(Encoding::Gzip).body), &mut text)
        .unwrap();
    assert_eq!(text, html);
    assert_eq!(p.get(Encoding::Gzip).headers[CONTENT_ENCODING], "gzip");
    let identity = p.get(Encoding::Identity);
    assert_eq!(identity.body, html.as_bytes());
    assert_eq!(identity.headers[CONTENT_LENGTH], html.len().to_string());
    assert!(identity.headers.get(CONTENT_ENCODING).is_none());
}

#[test]
fn an_often_requested_page_is_recompressed_without_changing_its_content() {
    let html: String = (0..4000).map(|n| format!("<li>{}</li>", n * 7919 % 1000)).collect();
    let cache = Cache::new(1 << 30);
    cache.put(0, "k".into(), page("a", &html, vec![]));
    let first = cache.get("k").unwrap().get(Encoding::Brotli);
    let end = Instant::now() + std::time::Duration::from_secs(20);
    let better = loop {
        let now = cache.get("k").unwrap().get(Encoding::Brotli);
        if now.body.len() < first.body.len() {
            break now;
        }
        assert!(Instant::now() < end, "never recompressed");
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    assert_eq!(better.headers[ETAG], first.headers[ETAG]);
    assert_eq!(better.headers[CONTENT_LENGTH], better.body.len().to_string());
    assert_eq!(cache.get("k").unwrap().html(), html.as_bytes());
    assert_eq!(unbrotli(&better.body), html.as_bytes());
}

#[test]
fn a_change_marks_the_pages_that_show_it_stale_on_its_own_site_only() {
    let cache = Cache::new(1 << 30);
    let movie = Tag::Movie(marquee_model::MovieId::parse("1").unwrap());
    cache.put(0, "a1".into(), page("a", "1", vec![movie.clone()]));
    cache.put(0, "a2".into(), page("a", "2", vec![Tag::Events]));
    cache.put(0, "b1".into(), page("b", "1", vec![movie.clone()]));
    assert_eq!(cache.purge(&Change::new(site("a"), vec![movie])), ["a1"]);
    assert!(cache.get("a1").unwrap().is_stale(), "kept for a failed render");
    assert!(!cache.get("a2").unwrap().is_stale() && !cache.get("b1").unwrap().is_stale());
    let mut all = cache.purge(&Change::new(site("a"), vec![Tag::Site]));
    all.sort();
    assert_eq!(all, ["a1", "a2"]);
}

#[test]
fn a_page_whose_data_was_read_before_a_write_is_stale_at_once() {
    let cache = Cache::new(1 << 30);
    let generation = cache.generation(&site("a"));
    cache.purge(&Change::new(site("a"), vec![Tag::Films]));
    cache.put(generation, "late".into(), page("a", "1", vec![Tag::Films]));
    assert!(cache.get("late").unwrap().is_stale());
    cache.put(cache.generation(&site("a")), "new".into(), page("a", "1", vec![Tag::Films]));
    assert!(!cache.get("new").unwrap().is_stale());
    assert_eq!(cache.generation(&site("b")), 0, "another site's pages are not touched");
}

#[test]
fn the_cache_stays_within_its_limit_and_keeps_recently_used_pages() {
    let cache = Cache::new(200_000);
    for n in 0..100 {
        cache.put(0, format!("k{n}"), page("a", &"x".repeat(3000), vec![]));
        cache.get("k0");
    }
    let (bytes, count) = cache.size();
    assert!(bytes <= 200_000 && count < 100, "{bytes} {count}");
    assert!(cache.get("k0").is_some() && cache.get("k99").is_some());
}

#[test]
fn an_expired_page_is_served_for_a_while_unless_something_on_it_must_end() {
    let after = |seconds: i64| {
        "2030-01-01T00:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_secs(seconds)
    };
    let spare = SignedDuration::from_secs(120);
    let expiring = |end| {
        let (headers, status) = (HeaderMap::new(), http::StatusCode::OK);
        CachedResponse::new(site("a"), status, b"x", headers, vec![], after(0)).never_after(end)
    };
    assert!(expiring(None).is_usable(after(119), spare) && !expiring(None).is_usable(after(120), spare));
    let alert = expiring(Some(after(0)));
    assert!(alert.is_usable(after(-1), spare) && !alert.is_usable(after(0), spare));
}

#[test]
fn a_page_is_fresh_until_its_content_changes() {
    let p = page("a", "x", vec![]);
    assert!(p.is_fresh("2029-12-31T23:59:59Z".parse().unwrap()));
    assert!(!p.is_fresh("2030-01-01T00:00:00Z".parse().unwrap()));
}
