use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

#[test]
fn addresses_are_https_unless_they_say_otherwise() {
    let url = |text: &str| parse(text).map(|url| url.to_string()).unwrap_or_default();
    assert_eq!(url(" cinema.example/feed.json "), "https://cinema.example/feed.json");
    assert_eq!(url("http://cinema.example/?key=1"), "http://cinema.example/?key=1");
    for wrong in ["", "cinema", "ftp://cinema.example/", "javascript:alert(1)", "two words.example"] {
        assert_eq!(url(wrong), "", "{wrong}");
    }
    assert_eq!(url(&format!("cinema.example/{}", "a".repeat(2_000))), "");
}

/// Fetches from a server that answers with `head`, or never if it is empty.
async fn fetched(head: &'static str) -> Result<FetchedFiles, FetchError> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        let mut open = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 1024];
            drop(stream.read(&mut request).await);
            drop(stream.write_all(head.as_bytes()).await);
            if head.is_empty() {
                open.push(stream);
            }
        }
    });
    let client = Outbound::new(std::slice::from_ref(&address)).unwrap();
    fetch(&client, &format!("http://{address}/exports/week.json"), Timestamp::UNIX_EPOCH).await
}

#[tokio::test]
async fn a_file_has_the_name_of_its_address() {
    let fetched =
        fetched("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}").await.unwrap();
    assert_eq!(fetched.files.len(), 1);
    let (name, bytes) = (fetched.files[0].name.as_str(), fetched.files[0].bytes.as_slice());
    assert_eq!((fetched.host.as_str(), name, bytes), ("127.0.0.1", "week.json", &b"{}"[..]));
}

#[tokio::test]
async fn hostile_addresses_are_refused() {
    let head =
        |rest: &str| -> &'static str { format!("HTTP/1.1 {rest}\r\nconnection: close\r\n\r\n").leak() };
    let to = |target: &str| head(&format!("302 Found\r\nlocation: {target}"));
    assert!(matches!(fetched(to("http://10.0.0.1/week.json")).await, Err(FetchError::NotPublic(_))));
    assert!(matches!(fetched(to("file:///etc/passwd")).await, Err(FetchError::NotPublic(_))));
    assert!(matches!(fetched(to("/exports/week.json")).await, Err(FetchError::Redirects)));
    assert!(matches!(fetched(head("404 Not Found")).await, Err(FetchError::Status(404))));
    let large = fetched(head("200 OK\r\ncontent-length: 17000000")).await;
    assert!(matches!(large, Err(FetchError::TooLarge)), "{large:?}");
    assert!(matches!(fetched("not HTTP\r\n\r\n").await, Err(FetchError::Unreachable(_))));
}

#[tokio::test(start_paused = true)]
async fn a_silent_server_is_not_waited_for() {
    assert!(matches!(fetched("").await, Err(FetchError::Timeout)));
}

#[test]
fn paths_of_booking_links_are_on_the_site_that_the_schedule_is_from() {
    for (address, expected) in [
        ("https://tickets.example/house/api/v3/events?x=1", "https://tickets.example/house"),
        ("https://cinema.example/whats-on/?json=1", "https://cinema.example"),
        ("http://cinema.example:8080/api/films", "http://cinema.example:8080"),
    ] {
        assert_eq!(booking_site(&parse(address).unwrap()), expected);
    }
}
