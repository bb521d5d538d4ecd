//! Shutdown

use std::io::{Read, Write};
use std::net::TcpStream;

use marquee_tests::{CLOCK, Data, Member, sqlite};
use serde_json::json;

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

/// The demo of a server that was killed at its first start: the members exist, but not the offers that are saved last.
#[test]
fn an_interrupted_first_start_of_the_demo_is_completed() {
    let data = Data::demo();
    let transactions = || {
        let server = data.start("demo", CLOCK, &[]);
        let iris = Member::program(&server.site("localhost")).signed_in(
            "meridian",
            "iris",
            "lanterns-over-the-canal",
        );
        let route = "/Member/v3/TransactionHistory?boxofficeCircuitId=meridian";
        let listed = iris.call_ok("GET", route, json!({}))["transactions"].clone();
        server.stop();
        listed
    };
    let before = transactions();
    assert_eq!(before.as_array().unwrap().len(), 5);
    let database = data.file("marquee.db");
    sqlite(&database, "DELETE FROM offer WHERE kind = 'evoucher'");
    assert_eq!(transactions(), before);
}
