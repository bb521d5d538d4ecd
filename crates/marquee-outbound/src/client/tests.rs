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
    let without_allowed = Outbound::new(&[]).unwrap();
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
        assert!(matches!(fetch(&without_allowed, url).await, Err(OutboundError::Internal { .. })), "{url}");
    }
    let with_allowed = Outbound::new(&[address.to_string()]).unwrap();
    assert_eq!(fetch(&with_allowed, &format!("http://{address}/")).await.unwrap(), "hi");
    let other_port = format!("http://127.0.0.1:{}/", if address.port() == 8080 { 80 } else { 8080 });
    assert!(fetch(&with_allowed, &other_port).await.is_err(), "another port of a listed host is not allowed");
}

#[tokio::test]
async fn security_5_7_names_with_internal_addresses_are_rejected() {
    // `localhost` resolves to loopback addresses.
    let result = PublicResolver.resolve("localhost".parse().unwrap()).await;
    assert!(result.is_err_and(|e| e.to_string().contains("no public address")));
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
    for other_url in ["http://feeds.internal/", "https://feeds.internal/", "http://feeds.internal:8080/"] {
        assert!(!is_unrestricted(other_url), "{other_url}");
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
    let internal =
        serve_response("HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret").await;
    let text = format!("HTTP/1.1 302 Found\r\nlocation: http://{internal}/\r\ncontent-length: 0\r\n\r\n");
    let address = serve_response(text.leak()).await;
    let client = Outbound::new(&[address.to_string(), internal.to_string()]).unwrap();
    let result = fetch(&client, &format!("http://{address}/")).await;
    assert!(matches!(result, Err(OutboundError::Status { status: 302, .. })), "{result:?}");
}

#[tokio::test]
async fn security_5_7_size_and_time_are_limited() {
    let declared_length = serve_response("HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n").await;
    let body = "x".repeat(1001);
    let text = format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{body}");
    let undeclared = serve_response(text.leak()).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent_address = listener.local_addr().unwrap();
    let client =
        Outbound::new(&[declared_length, undeclared, silent_address].map(|a| a.to_string())).unwrap();
    for address in [declared_length, undeclared] {
        let result = fetch(&client, &format!("http://{address}/")).await;
        assert!(matches!(result, Err(OutboundError::TooLarge { limit: 1000, .. })), "{result:?}");
    }
    let short_limits = Limits { time: Duration::from_millis(200), ..LIMITS };
    let result = client.get(&format!("http://{silent_address}/").parse().unwrap(), short_limits).await;
    let Err(error @ OutboundError::Timeout { .. }) = result else { unreachable!("{result:?}") };
    assert!(error.to_string().contains("timeout") && error.is_host_error());
}

/// Starts a server that responds to one request; returns its address and the request.
async fn serve_once(response: &'static str) -> (SocketAddr, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let request = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (mut received, mut chunk) = (Vec::new(), [0; 1024]);
        while !received.ends_with(b"end") && !received.ends_with(b"\r\n\r\n") {
            let n = stream.read(&mut chunk).await.unwrap();
            received.extend_from_slice(&chunk[..n]);
        }
        stream.write_all(response.as_bytes()).await.unwrap();
        String::from_utf8(received).unwrap()
    });
    (address, request)
}

/// Starts a server that sends the same bytes to every connection and keeps it open; returns its address.
async fn serve_and_stay_open(response: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let mut connections = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 1024]).await;
            stream.write_all(response.as_bytes()).await.unwrap();
            connections.push(stream);
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
    let (address, request_task) = serve_once(response).await;
    let client = Outbound::new(&[address.to_string()]).unwrap();
    let request = OutboundRequest::post(url(address, "/a?b=c"), "text/plain", "the end")
        .with_header("x-token", "secret");
    let response = client.send(request, LIMITS).await.unwrap();
    assert_eq!(
        (response.status, response.content_type.as_deref(), &response.body[..]),
        (402, Some("text/x; a=b"), &b"no"[..])
    );
    let request_task = request_task.await.unwrap().to_lowercase();
    let (head, body) = request_task.split_once("\r\n\r\n").unwrap();
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
    let (address, request) = serve_once("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    let client = Outbound::new(&[address.to_string()]).unwrap();
    let response = client
        .send(OutboundRequest::form(url(address, "/"), [("a[b]", "é &"), ("c", "end")]), LIMITS)
        .await
        .unwrap();
    assert_eq!((response.status, response.content_type, response.body.len()), (200, None, 0));
    let request = request.await.unwrap();
    assert!(request.contains("content-type: application/x-www-form-urlencoded\r\n"));
    assert!(request.ends_with("\r\n\r\na%5Bb%5D=%C3%A9+%26&c=end"), "{request}");

    let (address, request) = serve_once("HTTP/1.1 204 None\r\n\r\n").await;
    let client = Outbound::new(&[address.to_string()]).unwrap();
    assert_eq!(client.send(OutboundRequest::get(url(address, "/")), LIMITS).await.unwrap().status, 204);
    let request = request.await.unwrap();
    assert!(request.starts_with("GET / ") && !request.contains("content-"), "{request}");
}

#[tokio::test]
async fn security_5_7_a_redirect_is_returned_as_a_response() {
    let (address, _heard) = serve_once("HTTP/1.1 307 Go\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n").await;
    let client = Outbound::new(&[address.to_string()]).unwrap();
    let result =
        client.send(OutboundRequest::post(url(address, "/"), "text/plain", "end"), LIMITS).await.unwrap();
    assert_eq!(result.status, 307);
}

#[tokio::test]
async fn security_5_7_requests_are_restricted_like_fetches() {
    let client = Outbound::new(&[]).unwrap();
    for internal in
        ["http://127.0.0.1/", "http://localhost/", "http://[::ffff:127.0.0.1]/", "http://10.0.0.1/"]
    {
        let result = client.send(OutboundRequest::get(internal.parse().unwrap()), LIMITS).await;
        assert!(matches!(result, Err(OutboundError::Internal { .. })), "{internal}");
    }
    for forbidden in ["ftp://example.com/", "http://example.com:22/", "http://u:p@example.com/"] {
        let result = client.send(OutboundRequest::get(forbidden.parse().unwrap()), LIMITS).await;
        assert!(matches!(result, Err(OutboundError::Refused { .. })), "{forbidden}");
    }
    let with_header =
        client.client_for(&client.calling, &"https://example.com".parse().unwrap(), origin).unwrap();
    assert!(std::ptr::eq(with_header, &client.calling.public));
}

#[tokio::test]
async fn security_5_7_size_and_time_of_a_response_are_limited_and_errors_contain_no_secrets() {
    let declared_length = serve_response("HTTP/1.1 500 No\r\ncontent-length: 5000\r\n\r\n").await;
    let text = format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}", "x".repeat(1001));
    let undeclared = serve_response(text.leak()).await;
    let broken =
        serve_response("HTTP/1.1 200 OK\r\ncontent-length: 50\r\nconnection: close\r\n\r\nhalf").await;
    let nonsense = serve_response("I am no server\r\n\r\n").await;
    let halting = serve_and_stay_open("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n").await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent_address = listener.local_addr().unwrap();
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let all = [declared_length, undeclared, broken, nonsense, halting, silent_address, closed];
    let client = Outbound::new(&all.map(|a| a.to_string())).unwrap();
    let short_limits = Limits { time: Duration::from_millis(300), ..LIMITS };
    let mut kinds = Vec::new();
    for address in all {
        let request = OutboundRequest::post(url(address, "/hidden?hidden"), "text/plain", "hidden")
            .with_header("a", "hidden");
        let debug_text = format!("{request:?}");
        let error = client.send(request, short_limits).await.unwrap_err();
        assert!(!format!("{debug_text} {error} {error:?}").contains("hidden"), "{debug_text} {error:?}");
        assert!(error.is_host_error() != matches!(error, OutboundError::TooLarge { .. }));
        kinds.push(match error {
            OutboundError::TooLarge { limit: 1000, .. } => "large",
            OutboundError::Timeout { .. } => "timeout",
            OutboundError::Unreachable { .. } => "unreachable",
            other => unreachable!("{other}"),
        });
    }
    assert_eq!(kinds, ["large", "large", "unreachable", "unreachable", "timeout", "timeout", "unreachable"]);
    let invalid = OutboundRequest::get(url(declared_length, "/hidden")).with_header("a", "hidden\r\nb: c");
    let error = client.send(invalid, LIMITS).await.unwrap_err();
    assert!(matches!(error, OutboundError::Refused { .. }) && !format!("{error:?}").contains("hidden"));
}
