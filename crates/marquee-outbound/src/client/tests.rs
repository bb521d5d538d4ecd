use std::net::SocketAddr;

use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

use super::*;

const LIMITS: Limits = Limits { bytes: 1000, time: Duration::from_secs(5) };

/// A server that answers every connection with the same bytes; with its address.
async fn answering(answer: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = [0; 1024];
            let _ = stream.read(&mut head).await;
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    address
}

async fn ask(client: &Outbound, url: &str) -> Result<Bytes, OutboundError> {
    client.get(&url.parse().unwrap(), LIMITS).await
}

#[tokio::test]
async fn security_5_7_nothing_internal_is_asked_unless_it_is_listed() {
    let address = answering("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi").await;
    let stranger = Outbound::new(&[]).unwrap();
    for url in [
        "http://127.0.0.1/",
        "http://localhost/",
        "http://a.localhost:8080/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://169.254.169.254/latest/",
    ] {
        assert!(matches!(ask(&stranger, url).await, Err(OutboundError::Internal { .. })), "{url}");
    }
    let listed = Outbound::new(&[address.to_string()]).unwrap();
    assert_eq!(ask(&listed, &format!("http://{address}/")).await.unwrap(), "hi");
    let other = format!("http://127.0.0.1:{}/", if address.port() == 8080 { 80 } else { 8080 });
    assert!(ask(&listed, &other).await.is_err(), "another port of it is not listed");
}

#[tokio::test]
async fn security_5_7_a_name_that_leads_inside_is_not_connected_to() {
    // The name of this machine leads to a loopback or private address.
    let found = Guard.resolve("localhost".parse().unwrap()).await;
    assert!(found.is_err_and(|e| e.to_string().contains("no public address")));
}

#[test]
fn security_5_7_a_listed_host_is_listed_with_its_port_alone() {
    let client = Outbound::new(&["feeds.internal:9000".to_owned()]).unwrap();
    let asks_freely = |url: &str| {
        let chosen = client.client_for(&url.parse().unwrap()).unwrap();
        std::ptr::eq(chosen, &client.listed)
    };
    assert!(asks_freely("http://feeds.internal:9000/a") && asks_freely("http://FEEDS.internal:9000/"));
    for other in ["http://feeds.internal/", "https://feeds.internal/", "http://feeds.internal:8080/"] {
        assert!(!asks_freely(other), "{other}");
    }
}

#[tokio::test]
async fn security_5_7_only_addresses_of_the_web_are_asked() {
    let client = Outbound::new(&[]).unwrap();
    for url in [
        "ftp://example.com/",
        "file:///etc/passwd",
        "http://u:p@example.com/",
        "http://example.com:22/",
        "http://example.com:6379/",
    ] {
        assert!(matches!(ask(&client, url).await, Err(OutboundError::Refused { .. })), "{url}");
    }
}

#[tokio::test]
async fn security_5_7_redirects_are_not_followed() {
    let inside = answering("HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret").await;
    let text = format!("HTTP/1.1 302 Found\r\nlocation: http://{inside}/\r\ncontent-length: 0\r\n\r\n");
    let address = answering(text.leak()).await;
    let client = Outbound::new(&[address.to_string(), inside.to_string()]).unwrap();
    let got = ask(&client, &format!("http://{address}/")).await;
    assert!(matches!(got, Err(OutboundError::Status { status: 302, .. })), "{got:?}");
}

#[tokio::test]
async fn security_5_7_size_and_time_are_bounded() {
    let said = answering("HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n").await;
    let body = "x".repeat(1001);
    let text = format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{body}");
    let unsaid = answering(text.leak()).await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let quiet = silent.local_addr().unwrap();
    let client = Outbound::new(&[said, unsaid, quiet].map(|a| a.to_string())).unwrap();
    for address in [said, unsaid] {
        let got = ask(&client, &format!("http://{address}/")).await;
        assert!(matches!(got, Err(OutboundError::TooLarge { limit: 1000, .. })), "{got:?}");
    }
    let short = Limits { time: Duration::from_millis(200), ..LIMITS };
    let got = client.get(&format!("http://{quiet}/").parse().unwrap(), short).await;
    let Err(error @ OutboundError::Unreachable { .. }) = got else { unreachable!("{got:?}") };
    assert!(error.to_string().contains("took too long") && error.is_of_host());
}
