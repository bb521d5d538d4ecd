use std::net::SocketAddr;

use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

use super::*;

const LIMITS: Limits = Limits { bytes: 1000, time: Duration::from_secs(5) };

/// Starts a server that sends the same response to every connection; returns its address.
async fn serve_response(response: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = [0; 1024];
            let _ = stream.read(&mut head).await;
            let _ = stream.write_all(response.as_bytes()).await;
        }
    });
    address
}

async fn fetch(client: &Outbound, url: &str) -> Result<Bytes, OutboundError> {
    client.get(&url.parse().unwrap(), LIMITS).await
}

#[tokio::test]
async fn security_5_7_internal_hosts_are_rejected_unless_listed() {
    let address = serve_response("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi").await;
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
        assert!(matches!(fetch(&stranger, url).await, Err(OutboundError::Internal { .. })), "{url}");
    }
    let listed = Outbound::new(&[address.to_string()]).unwrap();
    assert_eq!(fetch(&listed, &format!("http://{address}/")).await.unwrap(), "hi");
    let other = format!("http://127.0.0.1:{}/", if address.port() == 8080 { 80 } else { 8080 });
    assert!(fetch(&listed, &other).await.is_err(), "another port of it is not listed");
}

#[tokio::test]
async fn security_5_7_names_with_internal_addresses_are_rejected() {
    // `localhost` resolves to loopback addresses.
    let found = PublicResolver.resolve("localhost".parse().unwrap()).await;
    assert!(found.is_err_and(|e| e.to_string().contains("no public address")));
}

#[test]
fn security_5_7_a_host_is_listed_for_one_port() {
    let client = Outbound::new(&["feeds.internal:9000".to_owned()]).unwrap();
    let is_unrestricted = |url: &str| {
        let chosen = client.client_for(&client.fetching, &url.parse().unwrap(), without_query).unwrap();
        std::ptr::eq(chosen, &client.fetching.unrestricted)
    };
    assert!(
        is_unrestricted("http://feeds.internal:9000/a") && is_unrestricted("http://FEEDS.internal:9000/")
    );
    for other in ["http://feeds.internal/", "https://feeds.internal/", "http://feeds.internal:8080/"] {
        assert!(!is_unrestricted(other), "{other}");
    }
}

#[tokio::test]
async fn security_5_7_other_schemes_ports_and_credentials_are_rejected() {
    let client = Outbound::new(&[]).unwrap();
    for url in [
        "ftp://example.com/",
        "file:///etc/passwd",
        "http://u:p@example.com/",
        "http://example.com:22/",
        "http://example.com:6379/",
    ] {
        assert!(matches!(fetch(&client, url).await, Err(OutboundError::Refused { .. })), "{url}");
    }
}

#[tokio::test]
async fn security_5_7_redirects_are_not_followed() {
    let inside =
        serve_response("HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret").await;
    let text = format!("HTTP/1.1 302 Found\r\nlocation: http://{inside}/\r\ncontent-length: 0\r\n\r\n");
    let address = serve_response(text.leak()).await;
    let client = Outbound::new(&[address.to_string(), inside.to_string()]).unwrap();
    let got = fetch(&client, &format!("http://{address}/")).await;
    assert!(matches!(got, Err(OutboundError::Status { status: 302, .. })), "{got:?}");
}

#[tokio::test]
async fn security_5_7_size_and_time_are_limited() {
    let declared = serve_response("HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n").await;
    let body = "x".repeat(1001);
    let text = format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{body}");
    let undeclared = serve_response(text.leak()).await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let quiet = silent.local_addr().unwrap();
    let client = Outbound::new(&[declared, undeclared, quiet].map(|a| a.to_string())).unwrap();
    for address in [declared, undeclared] {
        let got = fetch(&client, &format!("http://{address}/")).await;
        assert!(matches!(got, Err(OutboundError::TooLarge { limit: 1000, .. })), "{got:?}");
    }
    let short = Limits { time: Duration::from_millis(200), ..LIMITS };
    let got = client.get(&format!("http://{quiet}/").parse().unwrap(), short).await;
    let Err(error @ OutboundError::Timeout { .. }) = got else { unreachable!("{got:?}") };
    assert!(error.to_string().contains("timeout") && error.is_host_error());
}

/// Starts a server that responds to one request; returns its address and the request.
async fn serve_once(response: &'static str) -> (SocketAddr, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let received = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (mut received, mut part) = (Vec::new(), [0; 1024]);
        while !received.ends_with(b"end") && !received.ends_with(b"\r\n\r\n") {
            let n = stream.read(&mut part).await.unwrap();
            received.extend_from_slice(&part[..n]);
        }
        stream.write_all(response.as_bytes()).await.unwrap();
        String::from_utf8(received).unwrap()
    });
    (address, received)
}

/// Starts a server that sends the same bytes to every connection and keeps it open; returns its address.
async fn halting(response: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let mut open = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 1024]).await;
            stream.write_all(response.as_bytes()).await.unwrap();
            open.push(stream);
        }
    });
    address
}

fn url(address: SocketAddr, path: &str) -> Url {
    format!("http://{address}{path}").parse().unwrap()
}

#[tokio::test]
async fn security_5_7_a_request_has_no_additional_headers() {
    let response =
        "HTTP/1.1 402 Pay\r\ncontent-type: text/x; a=b\r\nset-cookie: a=b\r\ncontent-length: 2\r\n\r\nno";
    let (address, received) = serve_once(response).await;
    let client = Outbound::new(&[address.to_string()]).unwrap();
    let request = OutboundRequest::post(url(address, "/a?b=c"), "text/plain", "the end")
        .with_header("x-token", "secret");
    let got = client.send(request, LIMITS).await.unwrap();
    assert_eq!(
        (got.status, got.content_type.as_deref(), &got.body[..]),
        (402, Some("text/x; a=b"), &b"no"[..])
    );
    let received = received.await.unwrap().to_lowercase();
    let (head, body) = received.split_once("\r\n\r\n").unwrap();
    let mut lines: Vec<&str> = head.lines().collect();
    lines[1..].sort_unstable();
    let [host, agent] =
        [format!("host: {address}"), concat!("user-agent: marquee/", env!("CARGO_PKG_VERSION")).to_owned()];
    let expected = [
        "post /a?b=c http/1.1",
        "accept: */*",
        "content-length: 7",
        "content-type: text/plain",
        &host,
        &agent,
        "x-token: secret",
    ];
    assert_eq!((lines.as_slice(), body), (expected.as_slice(), "the end"));
}

#[tokio::test]
async fn a_form_is_encoded_and_a_get_request_has_no_body() {
    let (address, received) = serve_once("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    let client = Outbound::new(&[address.to_string()]).unwrap();
    let got = client
        .send(OutboundRequest::form(url(address, "/"), [("a[b]", "é &"), ("c", "end")]), LIMITS)
        .await
        .unwrap();
    assert_eq!((got.status, got.content_type, got.body.len()), (200, None, 0));
    let received = received.await.unwrap();
    assert!(received.contains("content-type: application/x-www-form-urlencoded\r\n"));
    assert!(received.ends_with("\r\n\r\na%5Bb%5D=%C3%A9+%26&c=end"), "{received}");

    let (address, received) = serve_once("HTTP/1.1 204 None\r\n\r\n").await;
    let client = Outbound::new(&[address.to_string()]).unwrap();
    assert_eq!(client.send(OutboundRequest::get(url(address, "/")), LIMITS).await.unwrap().status, 204);
    let received = received.await.unwrap();
    assert!(received.starts_with("GET / ") && !received.contains("content-"), "{received}");
}

#[tokio::test]
async fn security_5_7_a_redirect_is_returned_as_a_response() {
    let (address, _heard) = serve_once("HTTP/1.1 307 Go\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n").await;
    let client = Outbound::new(&[address.to_string()]).unwrap();
    let got =
        client.send(OutboundRequest::post(url(address, "/"), "text/plain", "end"), LIMITS).await.unwrap();
    assert_eq!(got.status, 307);
}

#[tokio::test]
async fn security_5_7_requests_are_restricted_like_fetches() {
    let client = Outbound::new(&[]).unwrap();
    for inside in ["http://127.0.0.1/", "http://localhost/", "http://[::ffff:127.0.0.1]/", "http://10.0.0.1/"]
    {
        let got = client.send(OutboundRequest::get(inside.parse().unwrap()), LIMITS).await;
        assert!(matches!(got, Err(OutboundError::Internal { .. })), "{inside}");
    }
    for refused in ["ftp://example.com/", "http://example.com:22/", "http://u:p@example.com/"] {
        let got = client.send(OutboundRequest::get(refused.parse().unwrap()), LIMITS).await;
        assert!(matches!(got, Err(OutboundError::Refused { .. })), "{refused}");
    }
    let guarded =
        client.client_for(&client.calling, &"https://example.com".parse().unwrap(), origin).unwrap();
    assert!(std::ptr::eq(guarded, &client.calling.public));
}

#[tokio::test]
async fn security_5_7_size_and_time_of_a_response_are_limited_and_errors_contain_no_secrets() {
    let declared = serve_response("HTTP/1.1 500 No\r\ncontent-length: 5000\r\n\r\n").await;
    let text = format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}", "x".repeat(1001));
    let undeclared = serve_response(text.leak()).await;
    let broken =
        serve_response("HTTP/1.1 200 OK\r\ncontent-length: 50\r\nconnection: close\r\n\r\nhalf").await;
    let nonsense = serve_response("I am no server\r\n\r\n").await;
    let halting = halting("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n").await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let quiet = silent.local_addr().unwrap();
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let all = [declared, undeclared, broken, nonsense, halting, quiet, closed];
    let client = Outbound::new(&all.map(|a| a.to_string())).unwrap();
    let short = Limits { time: Duration::from_millis(300), ..LIMITS };
    let mut kinds = Vec::new();
    for address in all {
        let request = OutboundRequest::post(url(address, "/hidden?hidden"), "text/plain", "hidden")
            .with_header("a", "hidden");
        let printed = format!("{request:?}");
        let error = client.send(request, short).await.unwrap_err();
        assert!(!format!("{printed} {error} {error:?}").contains("hidden"), "{printed} {error:?}");
        assert!(error.is_host_error() != matches!(error, OutboundError::TooLarge { .. }));
        kinds.push(match error {
            OutboundError::TooLarge { limit: 1000, .. } => "large",
            OutboundError::Timeout { .. } => "slow",
            OutboundError::Unreachable { .. } => "away",
            other => unreachable!("{other}"),
        });
    }
    assert_eq!(kinds, ["large", "large", "away", "away", "slow", "slow", "away"]);
    let bad = OutboundRequest::get(url(declared, "/hidden")).with_header("a", "hidden\r\nb: c");
    let error = client.send(bad, LIMITS).await.unwrap_err();
    assert!(matches!(error, OutboundError::Refused { .. }) && !format!("{error:?}").contains("hidden"));
}
