//! A minimal HTTP/1.1 client with full control over the bytes sent.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

/// A response.
#[derive(Debug, Clone)]
pub struct Reply {
    pub status: u16,
    /// Headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body without transfer encoding, but with content encoding.
    pub body: Vec<u8>,
}

impl Reply {
    /// Parses the bytes of a response.
    ///
    /// # Panics
    /// If they are no complete response.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Self {
        parse(bytes, false).unwrap_or_else(|| panic!("no response: {} bytes", bytes.len()))
    }

    /// A header; several values are joined by commas.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<String> {
        let all: Vec<&str> =
            self.headers.iter().filter(|(n, _)| n == name).map(|(_, v)| v.as_str()).collect();
        if all.is_empty() { None } else { Some(all.join(", ")) }
    }

    /// A required header.
    ///
    /// # Panics
    /// If it is missing.
    #[must_use]
    pub fn required_header(&self, name: &str) -> String {
        self.header(name).unwrap_or_else(|| panic!("no {name} in {:?}", self.headers))
    }

    /// The body without content encoding.
    ///
    /// # Panics
    /// If the encoding is unknown.
    #[must_use]
    pub fn decoded_body(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self.header("content-encoding").as_deref() {
            None => self.body.clone(),
            Some("br") => {
                brotli::BrotliDecompress(&mut self.body.as_slice(), &mut out).unwrap();
                out
            }
            Some("zstd") => zstd::decode_all(self.body.as_slice()).unwrap(),
            Some("gzip") => {
                flate2::read::GzDecoder::new(self.body.as_slice()).read_to_end(&mut out).unwrap();
                out
            }
            Some(other) => panic!("content-encoding {other}"),
        }
    }

    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8(self.decoded_body()).unwrap()
    }

    /// The body as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.decoded_body()).unwrap()
    }
}

/// Sends a request on a new connection.
pub(crate) fn request(
    to: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Reply {
    let head: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let request = format!("{method} {path} HTTP/1.1\r\n{head}connection: close\r\n\r\n{body}");
    parse(&raw(to, request.as_bytes()), method == "HEAD")
        .unwrap_or_else(|| panic!("no reply to {method} {path}"))
}

/// Sends bytes and reads until the server closes the connection.
pub fn raw(to: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let stream = TcpStream::connect(to).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    exchange(stream, bytes)
}

/// Sends a GET request over a Unix socket.
pub(crate) fn over_socket(path: &Path, target: &str) -> Reply {
    let stream = UnixStream::connect(path).unwrap();
    let request = format!("GET {target} HTTP/1.1\r\nhost: admin\r\nconnection: close\r\n\r\n");
    parse(&exchange(stream, request.as_bytes()), false).unwrap()
}

/// Writes bytes and reads the response, even if the server closes the connection before it has read everything.
fn exchange(mut stream: impl Read + Write, bytes: &[u8]) -> Vec<u8> {
    let sent = stream.write_all(bytes);
    let mut out = Vec::new();
    let mut part = [0; 64 * 1024];
    loop {
        match stream.read(&mut part) {
            Ok(0) => return out,
            Ok(n) => out.extend_from_slice(part.get(..n).unwrap_or_default()),
            Err(error) if out.is_empty() && sent.is_ok() => panic!("no response: {error}"),
            Err(_) => return out,
        }
    }
}

/// Parses a response; `None` if it is invalid.
pub(crate) fn parse(bytes: &[u8], head_only: bool) -> Option<Reply> {
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = std::str::from_utf8(bytes.get(..end)?).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let rest = bytes.get(end + 4..)?;
    let chunked = headers.iter().any(|(n, v)| n == "transfer-encoding" && v == "chunked");
    let body = if chunked { unchunk(rest)? } else { rest.to_vec() };
    let reply = Reply { status, headers, body };
    let length = reply.header("content-length").and_then(|n| n.parse::<usize>().ok());
    assert!(
        head_only || length.is_none_or(|n| n == reply.body.len()),
        "the body does not have the declared length"
    );
    Some(reply)
}

fn unchunk(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    loop {
        let end = rest.windows(2).position(|w| w == b"\r\n")?;
        let size = usize::from_str_radix(std::str::from_utf8(rest.get(..end)?).ok()?, 16).ok()?;
        if size == 0 {
            return Some(out);
        }
        out.extend_from_slice(rest.get(end + 2..end + 2 + size)?);
        rest = rest.get(end + 4 + size..)?;
    }
}
