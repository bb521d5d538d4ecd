//! Shutdown

use std::io::{Read, Write};
use std::net::TcpStream;

use marquee_tests::{CLOCK, Data};

#[test]
fn sigterm_and_sigint_exit_with_0() {
    let data = Data::demo();
    for signal in ["TERM", "INT"] {
        let server = data.start("demo", CLOCK, &[]);
        let _ = server.site("localhost").page("/");
        assert_eq!(server.end(signal), 0, "{signal}");
    }
}

#[test]
fn an_open_connection_does_not_prevent_shutdown() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let mut open = TcpStream::connect(server.address()).unwrap();
    open.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    let mut start = [0; 15];
    open.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200 OK");
    let start = std::time::Instant::now();
    assert_eq!(server.end("TERM"), 0);
    assert!(start.elapsed().as_secs() < 15, "ended after {:?}", start.elapsed());
}

#[test]
fn no_data_is_lost_when_a_server_is_killed() {
    let data = Data::demo();
    let before = {
        let server = data.start("demo", CLOCK, &[]);
        let page = server.site("aster.localhost").page("/movies/");
        assert_eq!(server.end("KILL"), -1);
        page.films()
    };
    let server = data.serve(CLOCK);
    assert_eq!(server.site("aster.localhost").page("/movies/").films(), before);
}
