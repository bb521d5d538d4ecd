//! A web server on loopback with fixed responses.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use marquee_outbound::Outbound;
use marquee_website::{Finding, ReadingOptions, WebsiteError, read_website};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// What the server sends for a path.
#[derive(Clone)]
pub enum Response {
    /// A body of a media type.
    Body(&'static str, Vec<u8>),
    /// The head is sent verbatim, then the body, again and again until the client leaves.
    Endless(&'static str, Vec<u8>),
    Redirect(String),
    /// Nothing.
    Silence,
}

pub fn html(text: &str) -> Response {
    Response::Body("text/html; charset=utf-8", text.as_bytes().to_vec())
}

pub struct Stub {
    pub address: SocketAddr,
    requests: Arc<AtomicUsize>,
}

impl Stub {
    pub async fn serve(responses: impl IntoIterator<Item = (&'static str, Response)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let responses: Arc<HashMap<&str, Response>> = Arc::new(responses.into_iter().collect());
        let requests = Arc::new(AtomicUsize::new(0));
        let counter = requests.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (responses, counter) = (responses.clone(), counter.clone());
                tokio::spawn(async move {
                    let mut head = vec![0; 4096];
                    let read = stream.read(&mut head).await.unwrap_or(0);
                    let text = String::from_utf8_lossy(&head[..read]).into_owned();
                    let path = text.split(' ').nth(1).unwrap_or_default();
                    counter.fetch_add(1, Ordering::Relaxed);
                    let found = responses.get(path).or_else(|| responses.get("*"));
                    match found {
                        Some(Response::Body(media_type, body)) => {
                            let head = format!(
                                "HTTP/1.1 200 OK\r\ncontent-type: {media_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                                body.len()
                            );
                            let _ = stream.write_all(head.as_bytes()).await;
                            let _ = stream.write_all(body).await;
                        }
                        Some(Response::Endless(head, body)) => {
                            let _ = stream.write_all(head.as_bytes()).await;
                            while stream.write_all(body).await.is_ok() {}
                        }
                        Some(Response::Redirect(to)) => {
                            let head = format!(
                                "HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                            );
                            let _ = stream.write_all(head.as_bytes()).await;
                        }
                        Some(Response::Silence) => {
                            let _ = stream.read(&mut head).await;
                        }
                        None => {
                            let _ = stream
                                .write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                                .await;
                        }
                    }
                });
            }
        });
        Self { address, requests }
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }

    /// Reads the website of this server.
    pub async fn read(&self) -> (Vec<Finding>, Result<(), WebsiteError>) {
        let client = Outbound::new(&[self.address.to_string()]).unwrap();
        read(&client, &self.url()).await
    }
}

pub async fn read(client: &Outbound, address: &str) -> (Vec<Finding>, Result<(), WebsiteError>) {
    let mut findings = Vec::new();
    let options =
        ReadingOptions { time_zone: "America/Detroit".into(), now: "2026-11-26T20:00:00Z".parse().unwrap() };
    let result = read_website(client, address, &options, &mut |finding| findings.push(finding)).await;
    (findings, result)
}
