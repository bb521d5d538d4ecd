use super::*;

#[test]
fn ambiguous_paths_are_rejected() {
    for path in [
        "",
        "*",
        "movies",
        "http://evil.example/",
        "/.",
        "/..",
        "/movies/../",
        "/movies/./x",
        "/%2e%2e/x",
        "/%2E./x",
        "/.%2e",
        "//%2e%2e//evil.example",
        "/a%2fb",
        "/a%2Fb",
        "/a%5cb",
        "/a\\b",
        "/a%3Fday=2026-11-26",
        "/a%23b",
        "/a%00",
        "/a%0d%0aX:1",
        "/a%7f",
        "/a%C2%85",
        "/%ff",
        "/%C3",
    ] {
        assert_eq!(check(path), Err(PathError::Ambiguous), "{path}");
    }
    for path in ["//", "//movies", "/movies//", "/movies//x/", "///evil.example"] {
        assert_eq!(check(path), Err(PathError::EmptySegment), "{path}");
    }
    for path in [
        "/",
        "/movies/",
        "/movies/318204-x",
        "/caf%C3%A9/",
        "/café/",
        "/a%20b",
        "/...",
        "/100%",
        "/a%252fb",
        "/.env",
    ] {
        assert_eq!(check(path), Ok(()), "{path}");
    }
}

#[test]
fn consecutive_slashes_are_collapsed_and_paths_encoded() {
    for (path, expected) in [
        ("//movies", "/movies"),
        ("///evil.example//x//", "/evil.example/x/"),
        ("//", "/"),
        ("//café", "/caf%C3%A9"),
        ("//caf%C3%A9", "/caf%C3%A9"),
    ] {
        assert_eq!(without_empty_segments(path), expected);
    }
    assert_eq!(encode("/a b/café%/x-1~"), "/a%20b/caf%C3%A9%25/x-1~");
}

#[test]
fn return_urls_match_the_cases_shared_with_the_browser() {
    let text = include_str!("../../../../fixtures/paths/return.json");
    let cases: std::collections::BTreeMap<String, bool> = serde_json::from_str(text).unwrap();
    assert!(cases.len() > 20);
    for (address, expected) in cases {
        assert_eq!(is_return_address(&address), expected, "{address:?}");
    }
}
