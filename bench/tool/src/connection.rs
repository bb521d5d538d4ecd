//! A keep-alive HTTP/1.1 connection.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

pub struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
    is_open: bool,
}

fn position_of(bytes: &[u8], text: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|window| window == text)
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = head.split("\r\n").filter_map(|line| line.split_once(':'));
    lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// The `peachCode` at the start of a response: `{"peachCode":0,…`.
fn peach_code(body: &[u8]) -> Option<String> {
    let rest = body.strip_prefix(b"{\"peachCode\":")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
    Some(digits.map(|byte| char::from(*byte)).collect())
}

impl Connection {
    /// Connects from `client`, a loopback address, or from the address that the system chooses.
    pub async fn open(address: SocketAddr, client: Option<Ipv4Addr>) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        if let Some(client) = client {
            socket.bind((client, 0).into())?;
        }
        let stream = socket.connect(address).await.context("connecting")?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, received: Vec::with_capacity(32 * 1024), is_open: true })
    }

    /// Whether the connection can be reused.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Sends a request, reads the whole response, and returns its status and, if present, its `peachCode`: `200/0`.
    pub async fn send(&mut self, request: &str) -> Result<String> {
        self.stream.write_all(request.as_bytes()).await.context("sending")?;
        self.received.clear();
        let body = loop {
            if let Some(end) = position_of(&self.received, b"\r\n\r\n") {
                break end + 4;
            }
            self.read_more().await?;
        };
        let head = String::from_utf8_lossy(self.received.get(..body).unwrap_or_default()).into_owned();
        let status = head.get(9..12).context("the response has no status")?.to_owned();
        if header(&head, "connection").is_some_and(|value| value.eq_ignore_ascii_case("close")) {
            self.is_open = false;
        }
        match header(&head, "content-length") {
            Some(length) => {
                let length: usize = length.parse()?;
                while self.received.len() < body + length {
                    self.read_more().await?;
                }
            }
            None if header(&head, "transfer-encoding").is_some() => {
                while !self.received.ends_with(b"0\r\n\r\n") {
                    self.read_more().await?;
                }
            }
            None if matches!(status.as_str(), "204" | "304") => {}
            None => bail!("the response has neither content-length nor transfer-encoding"),
        }
        let code = self.received.get(body..).and_then(peach_code);
        Ok(code.map_or_else(|| status.clone(), |code| format!("{status}/{code}")))
    }

    async fn read_more(&mut self) -> Result<()> {
        match self.stream.read_buf(&mut self.received).await.context("reading")? {
            0 => bail!("the connection ended"),
            _ => Ok(()),
        }
    }
}
