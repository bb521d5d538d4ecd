//! Idle and slow connections, and limits of connections

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use marquee_tests::{CLOCK, Data, Server};

const PATIENCE: Duration = Duration::from_secs(60);
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// Connects from a loopback address.
fn connect_from(from: Ipv4Addr, to: SocketAddr) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        socket.connect(to).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

fn connect(server: &Server) -> TcpStream {
    connect_from(Ipv4Addr::LOCALHOST, server.address())
}

/// Reads until the server closes or resets the connection.
fn until_end(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    let mut part = [0; 16 * 1024];
    loop {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(count) => all.extend_from_slice(&part[..count]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                panic!("the connection stays open")
            }
            Err(_) => break,
        }
    }
    String::from_utf8_lossy(&all).into_owned()
}

/// Sends 10 bytes per second until the connection ends; returns the response and the elapsed time.
fn trickle(server: &Server, start: &str) -> (String, Duration) {
    // Before the connection, because the server's clock starts with it.
    let since = Instant::now();
    let mut stream = connect(server);
    stream.write_all(start.as_bytes()).unwrap();
    let mut sending = stream.try_clone().unwrap();
    let sender = std::thread::spawn(move || {
        while sending.write_all(b"x").is_ok() && since.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(100));
        }
    });
    let response = until_end(&mut stream);
    let after = since.elapsed();
    drop(stream.shutdown(std::net::Shutdown::Both));
    sender.join().unwrap();
    (response, after)
}

const FORM: &str = "POST /api/startticketing/redirect HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9999\r\n\
                    content-type: application/x-www-form-urlencoded\r\n\r\n";

#[test]
fn security_7_3_connections_of_idle_and_slow_clients_are_closed() {
    let server = &Data::demo().start("demo", CLOCK, &[]);
    let limit = Duration::from_secs(10);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (since, mut stream) = (Instant::now(), connect(server));
            assert_eq!(until_end(&mut stream), "");
            assert!(since.elapsed() >= limit, "silent: {:?}", since.elapsed());
        });
        scope.spawn(|| {
            let (response, after) = trickle(server, "GET / HTTP/1.1\r\nhost: localhost\r\nx: ");
            assert!(response.is_empty() && after >= limit, "a slow head: {after:?} {response}");
        });
        scope.spawn(|| {
            let (response, after) = trickle(server, FORM);
            assert!(response.starts_with("HTTP/1.1 408"), "a slow body: {after:?} {response}");
            assert!(after >= Duration::from_secs(5) && after < 2 * limit, "a slow body: {after:?}");
        });
        scope.spawn(|| {
            let cypher = FORM.replace("/api/startticketing/redirect", "/api/cypher");
            let (response, after) = trickle(server, &cypher);
            assert!(response.starts_with("HTTP/1.1 408"), "a slow call: {after:?} {response}");
        });
        scope.spawn(|| {
            for path in ["/", "/healthz", "/movies/"] {
                for _ in 0..20 {
                    assert_eq!(server.site("localhost").get(path).status, 200);
                }
            }
        });
    });
    let metrics = server.admin("/metrics").text();
    for reason in ["first_byte", "head", "body"] {
        let counter = format!("marquee_connections_closed_total{{reason=\"{reason}\"}}");
        assert!(metrics.contains(&counter), "{counter} in {metrics}");
    }
}

#[test]
fn security_7_3_an_address_is_limited_to_1000_connections_except_proxies() {
    let data = Data::demo();
    let server = data.start("demo", CLOCK, &[]);
    let open: Vec<TcpStream> = (0..1_000).map(|_| connect(&server)).collect();
    let mut excess = connect(&server);
    let since = Instant::now();
    assert_eq!(until_end(&mut excess), "");
    assert!(since.elapsed() < Duration::from_secs(5), "it is closed at once: {:?}", since.elapsed());
    let mut other = connect_from(Ipv4Addr::new(127, 0, 0, 2), server.address());
    other.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    assert!(until_end(&mut other).ends_with("ok\n"), "another address is served");
    let metrics = server.admin("/metrics").text();
    assert!(metrics.contains("marquee_connections_refused_total{reason=\"address\"} "), "{metrics}");
    drop(open);
    server.stop();

    let server = data.start("demo", CLOCK, &["--trusted-proxies", "127.0.0.1"]);
    let _open: Vec<TcpStream> = (0..1_100).map(|_| connect(&server)).collect();
    assert_eq!(server.site("localhost").get("/healthz").status, 200);
}

#[test]
fn security_7_3_visitors_and_the_admin_listener_are_served_when_connections_are_exhausted() {
    // 700 open files leave room for 350 connections.
    let server = Data::demo().start_with_files("demo", CLOCK, 700);
    let silent: Vec<TcpStream> = (0..800).map(|_| connect(&server)).collect();
    for _ in 0..20 {
        assert_eq!(server.site("localhost").get("/movies/").status, 200, "a silent one is closed");
        assert_eq!(server.admin("/healthz").status, 200);
    }
    let metrics = server.admin("/metrics").text();
    assert!(metrics.contains("marquee_connections_closed_total{reason=\"full\"} "), "{metrics}");
    drop(silent);
    // Running requests are never closed: new connections are refused immediately, and the admin listener responds.
    let mut busy = std::collections::VecDeque::new();
    let since = Instant::now();
    while !server.admin("/metrics").text().contains("marquee_connections_refused_total{reason=\"full\"} ") {
        assert_eq!(server.admin("/healthz").status, 200);
        // The bytes that arrived at once give the others about 14 seconds. Then it times out: new ones replace the oldest.
        let incomplete = format!("{FORM}{}", "a".repeat(9_000));
        for last_byte in 1..=200 {
            // Connections of one address would take turns.
            let mut stream = connect_from(Ipv4Addr::new(127, 0, 1, last_byte), server.address());
            // Some are refused.
            let _ = stream.write_all(incomplete.as_bytes());
            busy.push_back(stream);
            // The server would rather close a connection whose request it has not read yet than refuse another one.
            if last_byte % 10 == 0 {
                assert_eq!(server.admin("/healthz").status, 200);
            }
        }
        busy.drain(..busy.len().saturating_sub(500));
        assert!(since.elapsed() < PATIENCE, "nobody is refused");
    }
    drop(busy);
}

#[test]
fn security_7_3_floods_of_http2_frames_end_the_connection() {
    let server = &Data::demo().start("demo", CLOCK, &[]);
    let ping = b"\0\0\x08\x06\0\0\0\0\x0012345678";
    let settings = b"\0\0\0\x04\0\0\0\0\0";
    for frame in [&ping[..], settings] {
        let mut stream = connect(server);
        let mut sending = stream.try_clone().unwrap();
        let flood = [PREFACE, &frame.repeat(100_000)].concat();
        let sender = std::thread::spawn(move || drop(sending.write_all(&flood)));
        until_end(&mut stream);
        drop(stream.shutdown(std::net::Shutdown::Both));
        sender.join().unwrap();
    }
    let metrics = server.admin("/metrics").text();
    assert!(metrics.contains("marquee_connections_closed_total{reason=\"frames\"} 2"), "{metrics}");
}

#[test]
fn operations_signals_idle_connections_do_not_delay_shutdown() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let silent = connect(&server);
    let mut half = connect(&server);
    half.write_all(b"GET / HTTP/1.1\r\nhost").unwrap();
    let mut http2 = connect(&server);
    http2.write_all(PREFACE).unwrap();
    // They have all been accepted once a later connection has a response.
    assert_eq!(server.site("localhost").get("/healthz").status, 200);
    let since = Instant::now();
    server.stop();
    assert!(since.elapsed() < Duration::from_secs(8), "{:?}", since.elapsed());
    drop((silent, half, http2));
}
