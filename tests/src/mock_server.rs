//! A mock web server on loopback with fixed responses.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// A connection, with or without TLS.
trait Exchange: Read + Write {}
impl<T: Read + Write> Exchange for T {}

/// A mock web server. It ends with the test.
#[derive(Debug)]
pub struct MockServer {
    address: SocketAddr,
    requested: Arc<Mutex<Vec<String>>>,
}

/// Holds back the responses of a mock server until they are released; dropped, it releases all.
#[derive(Debug)]
pub struct HeldResponses {
    requested: Receiver<()>,
    release: Sender<()>,
}

impl HeldResponses {
    /// Waits for the next request.
    pub fn wait_for_request(&self) {
        self.requested.recv().unwrap();
    }

    /// Releases the next responses.
    pub fn release(&self, count: usize) {
        for _ in 0..count {
            self.release.send(()).unwrap();
        }
    }
}

/// The settings of TLS for a server on loopback, and the certificate (PEM) that its clients must trust.
///
/// # Panics
/// If the system has no random numbers.
#[must_use]
pub fn loopback_tls() -> (Arc<ServerConfig>, String) {
    let certificate = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(certificate.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.cert.der().clone()], key)
        .unwrap();
    (Arc::new(config), certificate.cert.pem())
}

impl MockServer {
    /// A server with these responses by path; any other path is a 404.
    #[must_use]
    pub fn with(responses: HashMap<String, Vec<u8>>) -> Self {
        Self::listen(responses, |stream, response| response(stream))
    }

    /// The same, with responses that the test releases. Requests are responded to one after the other.
    #[must_use]
    pub fn held(responses: HashMap<String, Vec<u8>>) -> (Self, HeldResponses) {
        let ((request, requested), (release, released)) = (channel(), channel());
        let mock_server = Self::listen(responses, move |stream, response| {
            // Both fail once the test holds nothing back any more.
            let _ = request.send(());
            let _ = released.recv();
            response(stream);
        });
        (mock_server, HeldResponses { requested, release })
    }

    /// The same over TLS, with the certificate (PEM) that clients must trust.
    #[must_use]
    pub fn secure(responses: HashMap<String, Vec<u8>>) -> (Self, String) {
        let (config, pem) = loopback_tls();
        let mock_server = Self::listen(responses, move |stream, response| {
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = StreamOwned::new(connection, stream.try_clone().unwrap());
            response(&mut stream);
            stream.conn.send_close_notify();
            drop(stream.flush());
        });
        (mock_server, pem)
    }

    fn listen(
        responses: HashMap<String, Vec<u8>>,
        open: impl Fn(&mut TcpStream, &mut dyn FnMut(&mut dyn Exchange)) + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requested: Arc<Mutex<Vec<String>>> = Arc::default();
        let noted = Arc::clone(&requested);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                open(&mut stream.unwrap(), &mut |stream| {
                    let mut head = [0; 4096];
                    let read = stream.read(&mut head).unwrap_or(0);
                    let text = String::from_utf8_lossy(&head[..read]).into_owned();
                    let path = text.split(' ').nth(1).unwrap_or_default().to_owned();
                    let response_bytes = responses.get(&path);
                    let (status, body) = response_bytes.map_or(("404 Not Found", &[][..]), |b| ("200 OK", b));
                    noted.lock().unwrap().push(text);
                    let head = format!(
                        "HTTP/1.1 {status}\r\ncontent-type: text/html\r\nset-cookie: a=b\r\ncontent-length: {}\r\n\
                         connection: close\r\n\r\n",
                        body.len()
                    );
                    drop(stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)));
                });
            }
        });
        Self { address, requested }
    }

    /// Its address, as `host:port`.
    #[must_use]
    pub fn host_and_port(&self) -> String {
        self.address.to_string()
    }

    /// The paths of all requests so far.
    #[must_use]
    pub fn requested_paths(&self) -> Vec<String> {
        self.heads().iter().map(|head| head.split(' ').nth(1).unwrap_or_default().to_owned()).collect()
    }

    /// The raw requests so far, without bodies.
    #[must_use]
    pub fn heads(&self) -> Vec<String> {
        self.requested.lock().unwrap().clone()
    }
}

/// A single-color PNG.
#[must_use]
pub fn png(width: u32, height: u32, color: [u8; 3]) -> Vec<u8> {
    png_of(width, height, &color.repeat((width * height) as usize))
}

/// A PNG of pixels that cannot be compressed: three bytes each.
#[must_use]
pub fn noise_png(width: u32, height: u32, seed: u32) -> Vec<u8> {
    // A linear congruential generator.
    let pixels: Vec<u8> = std::iter::successors(Some(seed), |state| {
        Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223))
    })
    .map(|state| state.to_be_bytes()[0])
    .take((width * height * 3) as usize)
    .collect();
    png_of(width, height, &pixels)
}

/// A PNG of 8-bit RGB pixels.
fn png_of(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let chunk = |kind: &[u8; 4], data: &[u8]| {
        let mut crc = flate2::Crc::new();
        crc.update(kind);
        crc.update(data);
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length[..], kind, data, &crc.sum().to_be_bytes()].concat()
    };
    let rows: Vec<u8> =
        pixels.chunks(width as usize * 3).flat_map(|row| std::iter::once(&0).chain(row)).copied().collect();
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(&rows).unwrap();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    let parts =
        [chunk(b"IHDR", &head), chunk(b"IDAT", &packed.finish().unwrap()), chunk(b"IEND", &[])].concat();
    [b"\x89PNG\r\n\x1a\n", &parts[..]].concat()
}
