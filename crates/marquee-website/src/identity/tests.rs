use super::*;
use crate::html::read;

fn url() -> Url {
    Url::parse("https://www.lantern.example/").unwrap()
}

#[test]
fn the_name_is_what_the_site_declares_else_the_end_of_the_title() {
    let name = |html: &str| Identity::new(&read(html), &url()).name;
    let declared = r#"<script type="application/ld+json">{"@graph":[{"@type":["MovieTheater"],"name":"Lantern  Cinema"}]}</script>"#;
    assert_eq!(name(&format!("<title>Home</title>{declared}")), "Lantern Cinema");
    assert_eq!(name(&format!("<meta property=og:site_name content=Lantern>{declared}")), "Lantern");
    assert_eq!(name("<title>Films and times | Lantern</title>"), "Lantern");
    assert_eq!(name("<title>Lantern</title>"), "Lantern");
    let identity = Identity::new(&read("<meta name=description content='A small cinema'>"), &url());
    assert_eq!(
        (identity.description.as_str(), identity.host.as_str()),
        ("A small cinema", "lantern.example")
    );
}

#[test]
fn logos_are_tried_in_order() {
    let parts = read(
        r#"<link rel="icon" href="/small.ico" sizes="16x16"><link rel="icon" href="/icon.svg"><link rel="apple-touch-icon" href="/touch.png">
        <header><img alt="Our logo" src="/header.png"><img src="/cat.png"></header><img src="/partner-logo.png">
        <script type="application/ld+json">{"@type":"Organization","logo":{"@type":"ImageObject","url":"/declared.png"}}</script>
        <script type="application/ld+json">not json</script>"#,
    );
    assert_eq!(
        logos(&parts),
        ["/declared.png", "/header.png", "/partner-logo.png", "/touch.png", "/icon.svg"]
    );
}

#[test]
fn security_7_5_structured_data_is_searched_to_a_limited_depth() {
    let deep = format!(r#"{}{{"logo":"/x.png"}}{}"#, "[".repeat(100), "]".repeat(100));
    let deeper = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let parts = Parts { json_ld: vec![deep, deeper], ..Parts::default() };
    assert_eq!(logos(&parts), [] as [&str; 0]);
}
