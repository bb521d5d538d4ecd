//! Hostile websites: nothing but an error or less findings, in time (security 5.7, 7.5)

use std::time::Instant;

use marquee_outbound::Outbound;
use marquee_website::{Finding, MAX_TIME, WebsiteError};

use crate::stub::{Response, Stub, html, read};

const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n";

fn page(head: &str) -> Response {
    html(&format!("<title>Lantern</title>{head}"))
}

#[tokio::test]
async fn security_5_7_addresses_in_internal_networks_are_not_requested() {
    let client = Outbound::new(&[]).unwrap();
    for address in [
        "http://127.0.0.1/",
        "localhost:8080",
        "http://169.254.169.254/latest/",
        "http://[::1]/",
        "http://10.0.0.1/",
    ] {
        let (findings, result) = read(&client, address).await;
        assert!(
            matches!(result, Err(WebsiteError::Unreachable(_) | WebsiteError::Address)),
            "{address}: {result:?}"
        );
        assert_eq!(findings, []);
    }
}

#[tokio::test]
async fn security_5_7_redirects_into_internal_networks_are_not_followed() {
    let internal = Stub::serve([("*", page(""))]).await;
    let stub = Stub::serve([("/", Response::Redirect(internal.url()))]).await;
    let (findings, result) = stub.read().await;
    assert!(matches!(result, Err(WebsiteError::Unreachable(_))), "{result:?}");
    assert_eq!((findings, internal.requests()), (Vec::new(), 0));
    // The same holds for a logo and a style sheet.
    let head = format!(
        "<link rel=stylesheet href='{0}a.css'><link rel=apple-touch-icon href='{0}i.png'>",
        internal.url()
    );
    let stub = Stub::serve([("/", page(&head))]).await;
    assert!(stub.read().await.1.is_ok());
    assert_eq!(internal.requests(), 0);
}

#[tokio::test]
async fn security_7_5_redirects_without_end_are_an_error() {
    let stub = Stub::serve([("*", Response::Redirect("/next".into()))]).await;
    let (_, result) = stub.read().await;
    assert!(matches!(result, Err(WebsiteError::Redirects)), "{result:?}");
    assert_eq!(stub.requests(), 6);
}

#[tokio::test]
async fn security_7_5_pages_without_end_are_an_error() {
    let stub = Stub::serve([("/", Response::Endless(HEAD, b"<div>".repeat(1000)))]).await;
    let (findings, result) = stub.read().await;
    assert!(matches!(result, Err(WebsiteError::Unreachable(_))), "{result:?}");
    assert_eq!(findings, []);
}

#[tokio::test]
async fn security_7_5_compressed_pages_are_not_decompressed() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: gzip\r\ncontent-length: 20\r\nconnection: close\r\n\r\n";
    let empty = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let stub = Stub::serve([("/", Response::Endless(head, empty.to_vec()))]).await;
    let (findings, result) = stub.read().await;
    assert!(result.is_ok(), "{result:?}");
    assert!(matches!(&findings[0], Finding::Identity(identity) if identity.name.is_empty()), "{findings:?}");
}

#[tokio::test(start_paused = true)]
async fn security_7_5_a_website_that_does_not_answer_ends_in_time() {
    let stub = Stub::serve([("/", Response::Silence)]).await;
    let (findings, result) = stub.read().await;
    assert!(matches!(result, Err(WebsiteError::Timeout)), "{result:?}");
    assert_eq!(findings, []);
}

#[tokio::test(start_paused = true)]
async fn security_7_5_what_was_found_before_the_end_of_the_time_stays() {
    let head = "<link rel=stylesheet href=/a.css><link rel=apple-touch-icon href=/b.png><link rel=apple-touch-icon href=/c.png>";
    let stub = Stub::serve([("/", page(head)), ("*", Response::Silence)]).await;
    let started = tokio::time::Instant::now();
    let (findings, result) = stub.read().await;
    assert!(result.is_ok(), "{result:?}");
    assert!(started.elapsed() <= MAX_TIME + std::time::Duration::from_secs(1), "{:?}", started.elapsed());
    assert!(matches!(&findings[..], [Finding::Identity(_), Finding::Style(_), ..]), "{findings:?}");
}

#[tokio::test]
async fn security_7_5_scripts_drawings_and_texts_that_are_hostile_change_nothing() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script>alert(1)</script><path d='M0 0h9v9z'/></svg>";
    let home = format!(
        "<title>&lt;script&gt;alert(1)&lt;/script&gt;</title><script type=application/ld+json>{deep}</script>{}\
         <header><img class=logo src=/logo.svg></header><style>{}</style>",
        "<div>".repeat(50_000),
        "a{b:".repeat(10_000),
    );
    let stub =
        Stub::serve([("/", html(&home)), ("/logo.svg", Response::Body("image/svg+xml", drawing.into()))])
            .await;
    let started = Instant::now();
    let (findings, result) = stub.read().await;
    assert!(result.is_ok(), "{result:?}");
    assert!(started.elapsed() < MAX_TIME, "{:?}", started.elapsed());
    let [Finding::Identity(identity), _, Finding::Logo(None), Finding::Program(program), _] = &findings[..]
    else {
        panic!("{findings:?}")
    };
    assert_eq!((identity.name.as_str(), program.shows.len()), ("<script>alert(1)</script>", 0));
}

#[tokio::test]
async fn security_7_5_the_number_of_requests_is_limited() {
    let links: String = (0..100)
        .map(|n| format!("<nav><a href=/films/{n}/>Film {n}</a><a href=/p{n}/>Page {n}</a></nav>"))
        .collect();
    let logos: String = (0..20).map(|n| format!("<img class=logo src=/logo{n}.png>")).collect();
    let stub = Stub::serve([("*", page(&format!("<link rel=stylesheet href=/a.css>{links}{logos}")))]).await;
    assert!(stub.read().await.1.is_ok());
    assert!(stub.requests() <= 12, "{}", stub.requests());
}
