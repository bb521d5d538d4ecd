use super::*;

#[test]
fn a_page_gives_its_parts() {
    let parts = read(
        r#"<!doctype html><html><head><title>Films &amp; times | Lantern</title>
        <meta name="Description" content="A small   cinema"><meta property="og:site_name" content="Lantern">
        <link rel="stylesheet" href="/a.css"><link rel="alternate stylesheet" href="/b.css">
        <link rel="icon" sizes="32x32" href="/i.png"><link rel="apple-touch-icon" href="/t.png">
        <style>body { color: red }</style>
        <script type="application/ld+json">{ "name": "<b>not a tag</b>" }</script>
        <script>var a = "<a href='/no'>no</a>";</script></head>
        <body><header><a href="/"><img class="site-logo" src="/logo.png" alt="Lantern"></a>
        <nav><a href="/about">About <b>us</b></a></nav></header>
        <main><h1>Welcome</h1><p>First &lt;text&gt;</p><p>Second</main><footer><p>Not a text</p></footer></body></html>"#,
    );
    assert_eq!(parts.title, "Films & times | Lantern");
    assert_eq!(
        (parts.meta["description"].as_str(), parts.meta["og:site_name"].as_str()),
        ("A small cinema", "Lantern")
    );
    assert_eq!((parts.style_sheets, parts.styles.trim()), (vec!["/a.css".to_owned()], "body { color: red }"));
    assert_eq!(parts.json_ld, [r#"{ "name": "<b>not a tag</b>" }"#]);
    let icons: Vec<_> =
        parts.icons.iter().map(|icon| (icon.href.as_str(), icon.size, icon.is_touch)).collect();
    assert_eq!(icons, [("/i.png", 32, false), ("/t.png", 0, true)]);
    assert_eq!(parts.pictures, [Picture { src: "/logo.png".into(), is_logo: true, is_in_header: true }]);
    let links: Vec<_> = parts.links.iter().map(|link| (link.href.as_str(), link.text.as_str())).collect();
    assert_eq!(links, [("/", "Lantern"), ("/about", "About us")]);
    assert_eq!(parts.paragraphs, ["Welcome", "First <text>", "Second"]);
}

#[test]
fn security_7_5_pages_of_any_size_and_depth_are_read() {
    let deep = format!("{}<p>bottom", "<div>".repeat(200_000));
    assert_eq!(read(&deep).paragraphs, ["bottom"]);
    let many = "<a href=/x>x</a><img src=/logo.png><link rel=icon href=/i><script type=application/ld+json>{}</script>".repeat(20_000);
    let parts = read(&many);
    assert_eq!((parts.links.len(), parts.pictures.len()), (MAX_LINKS, MAX_PICTURES));
    assert_eq!((parts.icons.len(), parts.json_ld.len()), (MAX_PARTS, MAX_PARTS));
    let open = format!("<title>{}", "a".repeat(3 << 20));
    assert!(read(&open).title.len() <= MAX_SHORT);
    for broken in ["<", "<a", "<a href=\"", "<script type=application/ld+json>{", "<!--", "\u{0}<p>\u{0}", ""]
    {
        read(broken);
    }
}
