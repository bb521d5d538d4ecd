//! Texts with formatting, and hostile ones (PAGE-13)

use marquee_tests::{Acme, CLOCK, Data, Page, sqlite};
use serde_json::{Value, json};

/// A page of one text block.
fn page_of(parts: &Value) -> Value {
    json!([{ "path": "/story/", "title": "Our story", "blocks": [{ "type": "text", "paragraphs": parts }] }])
}

fn shown(parts: &Value) -> Page {
    let server = Data::with(&[&Acme::single().file("pages", page_of(parts))]).serve(CLOCK);
    server.site("acme.example").page("/story/")
}

#[test]
fn page_13_parts_and_formatting_are_rendered() {
    let page = shown(&json!([
        "Plain",
        { "type": "heading", "content": ["What we show"] },
        { "type": "paragraph", "content": ["and ", { "text": "one film\nevery week", "bold": true, "italic": true }] },
        { "type": "paragraph", "content": [{ "text": "By ", "href": "/story/" }, { "text": "bus", "bold": true, "href": "/story/" }] },
        { "type": "bulletList", "items": [["Two"], [{ "text": "Mail", "href": "info@acme.example" }]] },
        { "type": "numberedList", "items": [["First"]] },
        { "type": "quote", "content": ["A place to be"] },
    ]));
    for part in [
        "<p>Plain</p>",
        "<h2>What we show</h2>",
        "<p>and <strong><em>one film<br/>every week</em></strong></p>",
        ">By <strong>bus</strong></a>",
        "<li>Two</li>",
        "<li>First</li>",
        "<p>A place to be</p></blockquote>",
    ] {
        assert!(page.html.contains(part), "{part} in {}", page.html);
    }
    assert!(page.links().any(|a| a.text == "Mail" && a.get("href") == "mailto:info@acme.example"));
    assert_eq!(page.all("blockquote").count(), 1);
    // The browser keeps the HTML, so the texts are not sent twice.
    assert_eq!(page.data()["page"]["blocks"][0]["parts"], json!([]));
}

/// Texts that run in a browser that reads them as markup.
fn hostile_texts() -> Vec<String> {
    let elements = [
        "img src=x",
        "svg",
        "iframe src=x",
        "video src=x",
        "body",
        "details open",
        "input autofocus",
        "object data=x",
        "math",
        "marquee",
        "a href=x",
        "select autofocus",
        "style",
        "embed src=x",
        "form",
    ];
    let handlers = ["onerror", "onload", "onfocus", "ontoggle", "onmouseover"];
    let mut texts: Vec<String> = elements
        .iter()
        .flat_map(|element| handlers.iter().map(move |handler| format!("<{element} {handler}=alert(1)>")))
        .collect();
    for element in
        ["script", "style", "title", "textarea", "noscript", "template", "xmp", "iframe", "p", "div"]
    {
        texts.push(format!("</{element}><script>alert(1)</script>"));
        texts.push(format!("<{element}><!--</{element}><img src=x onerror=alert(1)>-->"));
        texts.push(format!("&lt;{element}&gt;alert(1)&lt;/{element}&gt;"));
        texts.push(format!("<{element}\u{0}>alert(1)</{element}>"));
    }
    for scheme in ["javascript", "data", "vbscript"] {
        texts.push(format!("<a href=\"{scheme}:alert(1)\">x</a>"));
        texts.push(format!("[x]({scheme}:alert(1))"));
        texts.push(format!("![x]({scheme}:alert(1))"));
        texts.push(format!("<{scheme}:alert(1)>"));
    }
    texts.extend(
        [
            "\"><img src=x onerror=alert(1)>",
            "' onmouseover='alert(1)",
            "]]><script>alert(1)</script>",
            "{{constructor.constructor('alert(1)')()}}",
            "${alert(1)}",
            "<%= 7 * 7 %>",
            "\u{2028}alert(1)\u{2029}",
            "--><script>alert(1)</script><!--",
            "<!DOCTYPE html>",
            "\u{202e}<script>alert(1)</script>",
            "<scr<script>ipt>alert(1)</scr</script>ipt>",
            "&#60;script&#62;alert(1)&#60;/script&#62;",
            "\\u003cscript\\u003ealert(1)",
            "%3Cscript%3Ealert(1)%3C/script%3E",
            "<?xml version=\"1.0\"?>",
        ]
        .map(str::to_owned),
    );
    texts
}

/// Destinations that are no links.
fn hostile_links() -> Vec<String> {
    let schemes = [
        "javascript:alert(1)",
        "vbscript:msgbox(1)",
        "data:text/html,<script>alert(1)</script>",
        "data:image/svg+xml,<svg onload=alert(1)>",
        "file:///etc/passwd",
        "blob:https://a.example/1",
        "filesystem:https://a.example/1",
        "about:blank",
        "view-source:https://a.example/",
        "ftp://a.example/",
        "ws://a.example/",
        "intent://a#Intent;end",
        "jar:https://a.example/!/",
        "feed:javascript:alert(1)",
        "livescript:alert(1)",
        "mocha:alert(1)",
        "chrome://settings/",
        "ms-settings:x",
        "smb://a.example/x",
    ];
    let disguises: [fn(&str) -> String; 9] = [
        str::to_owned,
        str::to_uppercase,
        |link| format!(" \t{link}"),
        |link| format!("\u{1}{link}"),
        |link| link.replacen(':', "\t:", 1),
        |link| link.replacen('a', "a\n", 1),
        |link| link.replacen(':', "&colon;", 1),
        |link| link.replacen(':', "%3A", 1),
        |link| format!("\u{feff}{link}"),
    ];
    let others = [
        "//evil.example/",
        "/\\evil.example/",
        "\\\\evil.example\\x",
        "http:",
        "https://",
        "ticketing:javascript",
        "?x",
        "x y",
    ];
    let disguised = schemes.iter().flat_map(|link| disguises.iter().map(move |disguise| disguise(link)));
    disguised.chain(others.map(str::to_owned)).collect()
}

#[test]
fn page_13_hostile_texts_are_shown_as_they_are_and_never_run() {
    let texts = hostile_texts();
    let links = hostile_links();
    assert!(texts.len() + links.len() >= 300, "{} + {}", texts.len(), links.len());
    let plain = shown(&json!(["x"]));
    let elements = [
        "script", "img", "svg", "iframe", "style", "form", "input", "template", "details", "object", "video",
    ];
    let count = |page: &Page, name: &str| page.all(name).count();
    type Kind = fn(&str) -> Value;
    let kinds: [(&str, Kind); 5] = [
        ("p", |text| json!(text)),
        (
            "p",
            |text| json!({ "type": "paragraph", "content": [{ "text": text, "bold": true, "italic": true }] }),
        ),
        ("h2", |text| json!({ "type": "heading", "content": [text] })),
        ("li", |text| json!({ "type": "bulletList", "items": [[text]] })),
        ("a", |text| json!({ "type": "quote", "content": [{ "text": text, "href": "/story/" }] })),
    ];
    for (element, part) in kinds {
        let page = shown(&texts.iter().map(|text| part(text)).collect());
        for name in elements {
            assert_eq!(count(&page, name), count(&plain, name), "{name} in {element}");
        }
        assert!(!page.html.contains(" onerror=\"") && !page.html.contains("<a href=\"javascript"));
        for text in &texts {
            // An HTML document has no NUL; browsers show the replacement character.
            let expected = text.replace('\u{0}', "\u{fffd}");
            let is_shown = page.all(element).any(|e| e.raw == *text || e.raw == expected);
            assert!(is_shown, "{text:?} is shown exactly in {element}");
        }
    }
}

#[test]
fn page_13_hostile_links_are_refused_and_are_text_if_they_are_stored() {
    let links = hostile_links();
    let span = |(n, href): (usize, &String)| json!({ "type": "paragraph", "content": [{ "text": format!("Link {n}."), "href": href }] });
    let parts: Value = links.iter().enumerate().map(span).collect();
    let folder = Acme::single().file("pages", page_of(&parts)).folder();
    let findings = Data::command(&["check", &folder.path().to_string_lossy()]).output().unwrap();
    let findings =
        format!("{}{}", String::from_utf8_lossy(&findings.stdout), String::from_utf8_lossy(&findings.stderr));
    for (n, href) in links.iter().enumerate() {
        let place = format!("paragraphs[{n}]");
        assert!(findings.contains(&place), "{href:?} at {place} in {findings}");
    }
    // As a database has it that somebody changed by hand.
    let data = Data::with(&[&Acme::single().file("pages", page_of(&json!(["x"])))]);
    let doc = page_of(&parts)[0].to_string().replace('\'', "''");
    sqlite(&data.file("marquee.db"), &format!("UPDATE page SET doc = '{doc}' WHERE path = '/story/'"));
    let server = data.serve(CLOCK);
    let page = server.site("acme.example").page("/story/");
    for (n, href) in links.iter().enumerate() {
        let text = format!("Link {n}.");
        assert!(page.all("p").any(|p| p.text == text), "{text} is shown");
        assert!(!page.all("a").any(|a| a.text == text), "{href:?} is no link");
    }
}

#[test]
fn page_13_unknown_parts_are_refused() {
    for part in [
        json!({ "type": "html", "content": ["<script>"] }),
        json!({ "type": "paragraph", "content": [{ "text": "x", "onclick": "alert(1)" }] }),
        json!({ "type": "paragraph", "content": [{ "text": "x", "style": "x" }] }),
        json!({ "type": "doc", "content": [{ "type": "paragraph", "content": [{ "type": "text", "text": "x" }] }] }),
        json!({ "type": "bulletList", "items": ["x"] }),
        json!({ "type": "quote", "content": ["x"], "cite": "javascript:alert(1)" }),
        json!(7),
    ] {
        let folder = Acme::single().file("pages", page_of(&json!([part]))).folder();
        let result = Data::command(&["check", &folder.path().to_string_lossy()]).output().unwrap();
        assert!(!result.status.success(), "{part}");
    }
}
