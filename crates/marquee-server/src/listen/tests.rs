//! Connections over real sockets, with limits of fractions of a second.

use std::time::Instant;

use futures::{StreamExt, stream};
use http::StatusCode;
use http_body_util::BodyExt;
use parking_lot::Mutex;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::*;
use crate::paced_body::TooSlow;

/// Upper bound for every wait, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// Limits that differ from each other, so that a test can check which one was applied.
fn short() -> Limits {
    Limits {
        first_byte: ms(300),
        head: ms(300),
        body_grace: ms(200),
        body: ms(600),
        upload: PATIENCE,
        write_stall: ms(400),
        idle: ms(500),
        ..Limits::default()
    }
}

/// A service with a few paths.
#[derive(Clone, Default)]
struct Site {
    started: Arc<Notify>,
    finish: Arc<Notify>,
    /// The paths of all requests, in the order in which they were handled.
    handled: Arc<Mutex<Vec<String>>>,
}

impl RequestHandler for Site {
    async fn respond(&self, request: Request<PacedBody<Incoming>>) -> Result<Response<Body>, Infallible> {
        let (head, body) = request.into_parts();
        self.handled.lock().push(head.uri.path().to_owned());
        let response = match head.uri.path() {
            "/large" => Response::new(Body::from(vec![b'x'; 64 << 20])),
            // A body whose store takes longer than a connection may be idle.
            "/stored" => {
                let parts = stream::iter(["first ", "last"]).then(|part| async move {
                    sleep(ms(700)).await;
                    Ok::<_, Infallible>(part)
                });
                let mut response = Response::new(Body::from_stream(parts));
                response.extensions_mut().insert(SentFromStore);
                response
            }
            "/unread" => Response::new(Body::from("not read")),
            "/wait" => {
                self.started.notify_one();
                self.finish.notified().await;
                Response::new(Body::from("finished"))
            }
            _ => match body.collect().await {
                Ok(all) => Response::new(Body::from(format!("{} bytes", all.to_bytes().len()))),
                Err(error) => {
                    assert!(TooSlow::is_cause_of(error.as_ref()), "{error}");
                    let mut response = Response::new(Body::empty());
                    *response.status_mut() = StatusCode::REQUEST_TIMEOUT;
                    response
                }
            },
        };
        Ok(response)
    }

    fn body_time(&self, path: &str, limits: &Limits) -> Duration {
        if path == "/upload" { limits.upload } else { limits.body }
    }
}

/// A listener on loopback.
struct Running {
    address: SocketAddr,
    site: Site,
    registry: Arc<Registry>,
    stopping: watch::Sender<()>,
}

impl Running {
    async fn start(limits: Limits) -> Self {
        let listener = Listener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.address().unwrap();
        let (stopping, stopped) = watch::channel(());
        let registry = Registry::new(&limits);
        let site = Site::default();
        let server = Server {
            handler: site.clone(),
            limits: Arc::new(limits),
            registry: registry.clone(),
            turns: Turns::new(),
            tls: None,
        };
        tokio::spawn(server.accept(listener, Some, stopped));
        Self { address, site, registry, stopping }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Waits until `count` connections are open.
    async fn has_open(&self, count: usize) {
        let reached = async {
            while self.registry.open() != count {
                sleep(ms(5)).await;
            }
        };
        timeout(PATIENCE, reached).await.unwrap_or_else(|_| panic!("{} are open", self.registry.open()));
    }
}

/// Reads until the server closes the connection; returns the text and the elapsed time.
async fn until_end(stream: &mut TcpStream, since: Instant) -> (String, Duration) {
    let mut all = Vec::new();
    // A reset also ends the connection.
    drop(timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("the connection was not closed"));
    (String::from_utf8_lossy(&all).into_owned(), since.elapsed())
}

/// Sends `bytes` one by one, repeatedly, until the connection is closed; returns the response and the elapsed time.
async fn trickle(mut stream: TcpStream, head: &[u8], bytes: &[u8]) -> (String, Duration) {
    let start = Instant::now();
    stream.write_all(head).await.unwrap();
    let (mut read, mut write) = stream.into_split();
    let repeated: Vec<u8> = bytes.to_vec();
    let writer = tokio::spawn(async move {
        for byte in repeated.iter().cycle() {
            if write.write_all(&[*byte]).await.is_err() {
                return;
            }
            sleep(ms(20)).await;
        }
    });
    let mut all = Vec::new();
    drop(timeout(PATIENCE, read.read_to_end(&mut all)).await.expect("the connection was not closed"));
    writer.abort();
    (String::from_utf8_lossy(&all).into_owned(), start.elapsed())
}

async fn response(stream: &mut TcpStream, request: &str, end: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut all = Vec::new();
    let read_all = async {
        while !String::from_utf8_lossy(&all).ends_with(end) {
            assert!(stream.read_buf(&mut all).await.unwrap() > 0, "{}", String::from_utf8_lossy(&all));
        }
    };
    timeout(PATIENCE, read_all).await.expect("no response");
    String::from_utf8(all).unwrap()
}

const GET: &str = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// A request of HTTP/2 without a body: GET, http, the authority `a`.
fn http2_get(stream: u32, path: &str) -> Vec<u8> {
    let length = u8::try_from(path.len()).unwrap();
    let block = [&[0x82, 0x86, 0x01, 1, b'a', 0x04, length], path.as_bytes()].concat();
    frame(1, 0x5, stream, &block)
}

fn http2_start() -> Vec<u8> {
    [PREFACE, &frame(4, 0, 0, &[])].concat()
}

#[tokio::test]
async fn security_7_3_silent_and_slow_connections_are_closed() {
    let server = Running::start(short()).await;
    let since = Instant::now();
    let (mut silent, mut partial) = (server.connect().await, server.connect().await);
    partial.write_all(&PREFACE[..10]).await.unwrap();
    for stream in [&mut silent, &mut partial] {
        let (received, after) = until_end(stream, since).await;
        assert!(received.is_empty() && after >= ms(300), "{received} {after:?}");
    }
    for (head, rest) in [("GET / HTTP/1.1\r\n", "a: b\r\n"), ("", "GET / HTTP/1.1\r\n")] {
        let (received, after) = trickle(server.connect().await, head.as_bytes(), rest.as_bytes()).await;
        assert!(received.is_empty() && after >= ms(300), "{received} {after:?}");
    }
    server.has_open(0).await;
}

#[tokio::test]
async fn security_7_3_an_idle_connection_is_closed_and_one_in_use_is_not() {
    let server = Running::start(short()).await;
    let mut stream = server.connect().await;
    // All pauses together are longer than any limit.
    for _ in 0..6 {
        assert!(response(&mut stream, GET, "0 bytes").await.starts_with("HTTP/1.1 200"));
        sleep(ms(150)).await;
    }
    let since = Instant::now();
    assert!(response(&mut stream, GET, "0 bytes").await.starts_with("HTTP/1.1 200"));
    let (received, after) = until_end(&mut stream, since).await;
    assert!(received.is_empty() && after >= ms(500), "{received} {after:?}");
    // The next head has its own limit, shorter than that of an idle connection.
    let mut stream = server.connect().await;
    let _ = response(&mut stream, GET, "0 bytes").await;
    let (received, after) = trickle(stream, b"GET / HTTP/1.1\r\n", b"a: b\r\n").await;
    assert!(received.is_empty() && after >= ms(300), "{received} {after:?}");
}

#[tokio::test]
async fn security_7_3_a_response_whose_store_is_slow_is_sent_to_its_end() {
    let server = Running::start(short()).await;
    let mut stream = server.connect().await;
    let request = "GET /stored HTTP/1.1\r\nhost: a\r\n\r\n";
    let received = response(&mut stream, request, "0\r\n\r\n").await;
    assert!(received.contains("first ") && received.contains("last"), "{received}");
    // Afterwards the connection is idle.
    let (received, after) = until_end(&mut stream, Instant::now()).await;
    assert!(received.is_empty() && after >= ms(400), "{received} {after:?}");
}

#[tokio::test]
async fn security_7_3_a_body_has_a_minimum_pace_and_an_upload_has_more_time() {
    let server = Running::start(short()).await;
    let head = |path| format!("POST {path} HTTP/1.1\r\nhost: a\r\ncontent-length: 9999\r\n\r\n");
    for path in ["/", "/upload"] {
        let (received, after) = trickle(server.connect().await, head(path).as_bytes(), b"x").await;
        assert!(received.starts_with("HTTP/1.1 408") && after >= ms(200), "{path}: {received} {after:?}");
    }
    // Fast enough, but longer than the limit for a body.
    for (path, status) in [("/", "HTTP/1.1 408"), ("/upload", "HTTP/1.1 200")] {
        let (mut read, mut write) = server.connect().await.into_split();
        let head = head(path);
        let writer = tokio::spawn(async move {
            drop(write.write_all(head.as_bytes()).await);
            for chunk_length in [1111; 9] {
                sleep(ms(100)).await;
                drop(write.write_all(&vec![b'x'; chunk_length]).await);
            }
            write
        });
        let mut start = [0; 12];
        timeout(PATIENCE, read.read_exact(&mut start)).await.unwrap().unwrap();
        assert_eq!(String::from_utf8_lossy(&start), status, "{path}");
        writer.abort();
    }
}

#[tokio::test]
async fn security_7_3_a_client_that_never_reads_is_closed() {
    let server = Running::start(short()).await;
    let mut http1 = server.connect().await;
    http1.write_all(GET.replace("/ ", "/large ").as_bytes()).await.unwrap();
    let mut http2 = server.connect().await;
    // Flow-control windows of 0: the socket takes bytes, the stream does not.
    let settings = frame(4, 0, 0, &[0, 4, 0, 0, 0, 0]);
    http2.write_all(&[PREFACE, &settings, &http2_get(1, "/unread")].concat()).await.unwrap();
    server.has_open(2).await;
    let since = Instant::now();
    server.has_open(0).await;
    assert!(since.elapsed() >= ms(300), "{:?}", since.elapsed());
}

#[tokio::test]
async fn security_7_3_pings_do_not_extend_the_time_of_a_client_that_opens_no_window() {
    let server = Running::start(short()).await;
    let settings = frame(4, 0, 0, &[0, 4, 0, 0, 0, 0]);
    let (mut read, mut write) = server.connect().await.into_split();
    write.write_all(&[PREFACE, &settings, &http2_get(1, "/unread")].concat()).await.unwrap();
    let since = Instant::now();
    let writer = tokio::spawn(async move {
        while write.write_all(&frame(6, 0, 0, b"12345678")).await.is_ok() {
            sleep(ms(100)).await;
        }
    });
    let mut all = Vec::new();
    // A reset also ends the connection.
    drop(timeout(PATIENCE, read.read_to_end(&mut all)).await.expect("the connection was not closed"));
    writer.abort();
    assert!(since.elapsed() >= ms(300), "{:?}", since.elapsed());
    assert!(all.windows(6).any(|head| head == [6, 1, 0, 0, 0, 0]), "the pings are acknowledged: {all:?}");
    server.has_open(0).await;
}

#[tokio::test]
async fn security_7_3_http2_has_the_same_limits() {
    let server = Running::start(short()).await;
    let mut idle = server.connect().await;
    let since = Instant::now();
    idle.write_all(&http2_start()).await.unwrap();
    let mut all = Vec::new();
    drop(timeout(PATIENCE, idle.read_to_end(&mut all)).await.expect("the idle connection was not closed"));
    assert!(since.elapsed() >= ms(500), "{:?}", since.elapsed());
    assert!(all.windows(4).any(|kind| kind == [8, 7, 0, 0]), "a GOAWAY frame announces it: {all:?}");

    // A header block without an end.
    let request_start = [http2_start(), frame(1, 0x1, 1, &[0x82])].concat();
    let continuation = frame(9, 0, 1, &[0x86]);
    let (_, after) = trickle(server.connect().await, &request_start, &continuation).await;
    assert!(after >= ms(300) && after < PATIENCE, "{after:?}");

    // A body of single bytes.
    let block = [0x83, 0x86, 0x84, 0x01, 1, b'a'];
    let request_start = [http2_start(), frame(1, 0x4, 1, &block)].concat();
    let mut stream = server.connect().await;
    stream.write_all(&request_start).await.unwrap();
    let (mut read, mut write) = stream.into_split();
    let writer = tokio::spawn(async move {
        while write.write_all(&frame(0, 0, 1, b"x")).await.is_ok() {
            sleep(ms(20)).await;
        }
    });
    let mut all = Vec::new();
    let status_received = async {
        // A literal status 408, or an indexed one: a HEADERS frame of stream 1.
        while !all.windows(6).any(|f| f[0] == 1 && f[2..] == [0, 0, 0, 1]) {
            assert!(read.read_buf(&mut all).await.unwrap() > 0, "{all:?}");
        }
    };
    timeout(PATIENCE, status_received).await.expect("no response to a slow body");
    writer.abort();
}

#[tokio::test]
async fn security_7_3_floods_of_http2_frames_end_the_connection() {
    let server = Running::start(Limits::default()).await;
    for (name, flood) in [
        ("ping", frame(6, 0, 0, b"12345678")),
        ("settings", frame(4, 0, 0, &[])),
        ("priority", frame(2, 0, 1, &[0, 0, 0, 0, 1])),
        ("window update", frame(8, 0, 0, &[0, 0, 0, 1])),
        ("unknown", frame(99, 0, 0, b"x")),
    ] {
        let (mut read, mut write) = server.connect().await.into_split();
        let drain = tokio::spawn(async move { read.read_to_end(&mut Vec::new()).await });
        write.write_all(&http2_start()).await.unwrap();
        let flood_bytes = flood.repeat(1_000);
        let sending = async {
            for count in 0..100 {
                if write.write_all(&flood_bytes).await.is_err() {
                    return count;
                }
            }
            100
        };
        let batches =
            timeout(PATIENCE, sending).await.unwrap_or_else(|_| panic!("{name}: the server stopped reading"));
        drop(
            timeout(PATIENCE, drain)
                .await
                .unwrap_or_else(|_| panic!("{name}: {batches},000 frames, still open")),
        );
    }
    // A client that opens streams and resets them.
    let mut stream = server.connect().await;
    let pairs: Vec<u8> = (0..10_000)
        .flat_map(|n| [http2_get(2 * n + 1, "/wait"), frame(3, 0, 2 * n + 1, &[0, 0, 0, 8])].concat())
        .collect();
    drop(stream.write_all(&[http2_start(), pairs].concat()).await);
    drop(
        timeout(PATIENCE, stream.read_to_end(&mut Vec::new()))
            .await
            .expect("resets do not end the connection"),
    );
    // Ordinary clients are served.
    let mut stream = server.connect().await;
    let mut request_bytes = http2_start();
    for number in 0..100 {
        request_bytes.extend([http2_get(2 * number + 1, "/"), frame(6, 0, 0, b"12345678")].concat());
    }
    stream.write_all(&request_bytes).await.unwrap();
    let mut all = Vec::new();
    let bodies = async {
        while all.windows(7).filter(|body| body == b"0 bytes").count() < 100 {
            assert!(stream.read_buf(&mut all).await.unwrap() > 0, "the connection was closed");
        }
    };
    timeout(PATIENCE, bodies).await.expect("no response to some of 100 requests");
}

#[tokio::test]
async fn security_7_3_an_unread_body_closes_the_connection() {
    let server = Running::start(Limits { idle: PATIENCE, head: PATIENCE, ..Limits::default() }).await;
    let mut stream = server.connect().await;
    let since = Instant::now();
    stream
        .write_all(b"POST /unread HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\nsome of it")
        .await
        .unwrap();
    let (received, after) = until_end(&mut stream, since).await;
    assert!(received.ends_with("not read"), "{received}");
    assert!(after < PATIENCE / 2, "{after:?}");
}

#[tokio::test]
async fn security_7_3_an_address_over_its_limit_is_closed_at_once_and_served_again_later() {
    let server = Running::start(Limits { connections_per_address: 3, ..Limits::default() }).await;
    let mut connections = Vec::new();
    for _ in 0..3 {
        connections.push(server.connect().await);
    }
    server.has_open(3).await;
    let (received, after) = until_end(&mut server.connect().await, Instant::now()).await;
    assert!(received.is_empty() && after < Limits::default().first_byte, "{received} {after:?}");
    connections.pop();
    server.has_open(2).await;
    assert!(response(&mut server.connect().await, GET, "0 bytes").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn security_7_3_silent_connections_do_not_block_visitors() {
    let server = Running::start(Limits { connections: 3, ..Limits::default() }).await;
    let mut silent_connections = Vec::new();
    for _ in 0..20 {
        silent_connections.push(server.connect().await);
        assert!(response(&mut server.connect().await, GET, "0 bytes").await.starts_with("HTTP/1.1 200"));
    }
    assert!(server.registry.open() <= 4, "{}", server.registry.open());
}

#[tokio::test]
async fn a_shutdown_waits_for_requests_but_not_for_connections_without_one() {
    let server = Running::start(Limits::default()).await;
    let _silent = server.connect().await;
    let mut half = server.connect().await;
    half.write_all(b"GET / HTTP/1.1\r\nhos").await.unwrap();
    let mut idle = server.connect().await;
    let _ = response(&mut idle, GET, "0 bytes").await;
    let mut http2 = server.connect().await;
    http2.write_all(&http2_start()).await.unwrap();
    let mut active_connection = server.connect().await;
    active_connection.write_all(GET.replace("/ ", "/wait ").as_bytes()).await.unwrap();
    server.site.started.notified().await;
    server.has_open(5).await;
    let since = Instant::now();
    let shutdown = tokio::spawn(shut_down(server.stopping, PATIENCE));
    let others = async {
        while server.registry.open() != 1 {
            sleep(ms(5)).await;
        }
    };
    timeout(PATIENCE, others).await.expect("connections without a request were not closed");
    assert!(!shutdown.is_finished(), "a request still runs");
    server.site.finish.notify_one();
    let (received, _) = until_end(&mut active_connection, since).await;
    assert!(received.ends_with("finished"), "{received}");
    shutdown.await.unwrap();
    assert!(since.elapsed() < Limits::default().head, "{:?}", since.elapsed());
    assert!(TcpStream::connect(server.address).await.is_err(), "the server still accepts connections");
}

#[tokio::test]
async fn a_socket_file_is_replaced_only_if_no_program_listens_on_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("marquee.sock");
    let address = format!("unix:{}", path.display());
    let first_listener = Listener::bind(&address).await.expect("a new socket");
    assert!(matches!(Listener::bind(&address).await, Err(ListenError::Bind { .. })), "in use");
    drop(first_listener);
    assert!(Listener::bind(&address).await.is_ok(), "a socket without a listener");

    let file = folder.path().join("records.txt");
    std::fs::write(&file, "kept").expect("a file");
    assert!(Listener::bind(&format!("unix:{}", file.display())).await.is_err());
    assert_eq!(std::fs::read_to_string(&file).expect("the file is still there"), "kept");
}

/// Opens connections from a loopback address, one after the other.
async fn connect_from(running: &Running, last_byte: u8, count: usize) -> Vec<TcpStream> {
    let before = running.registry.open();
    let mut streams = Vec::new();
    for number in 1..=count {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((Ipv4Addr::new(127, 0, 0, last_byte), 0).into()).unwrap();
        streams.push(socket.connect(running.address).await.unwrap());
        running.has_open(before + number).await;
    }
    streams
}

/// Sends a request on each connection before any of them is handled, in this order.
fn send_all(streams: &[&TcpStream], path: impl Fn(usize) -> String) {
    for (number, stream) in streams.iter().enumerate() {
        let request = format!("GET {} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", path(number));
        assert_eq!(stream.try_write(request.as_bytes()).unwrap(), request.len());
    }
}

#[tokio::test]
async fn security_7_3_a_visitor_does_not_wait_for_all_requests_of_an_address_with_many_connections() {
    let running = Running::start(Limits { connections_without_turns: 3, ..Limits::default() }).await;
    let mut crowd = connect_from(&running, 2, 40).await;
    let mut visitor = connect_from(&running, 3, 1).await;
    let all: Vec<&TcpStream> = crowd.iter().chain(&visitor).collect();
    send_all(&all, |number| if number == 40 { "/visitor".to_owned() } else { format!("/crowd/{number}") });
    for stream in visitor.iter_mut().chain(&mut crowd) {
        let (response, _) = until_end(stream, Instant::now()).await;
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    }
    let handled = running.site.handled.lock().clone();
    assert_eq!(handled.len(), 41, "everybody is served");
    let position = handled.iter().position(|path| path == "/visitor").unwrap();
    // Three connections take no turns; a few turns pass until the thread learns of the visitor's request.
    assert!(position < 10, "served after {position} others: {handled:?}");
}

#[tokio::test]
async fn security_7_3_requests_of_an_address_with_few_connections_take_no_turns() {
    let running = Running::start(Limits { connections_without_turns: 40, ..Limits::default() }).await;
    let mut streams = connect_from(&running, 2, 40).await;
    send_all(&streams.iter().collect::<Vec<_>>(), |number| format!("/{number}"));
    for stream in &mut streams {
        until_end(stream, Instant::now()).await;
    }
    let expected: Vec<_> = (0..40).map(|number| format!("/{number}")).collect();
    assert_eq!(*running.site.handled.lock(), expected, "in the order in which they were sent");
}
