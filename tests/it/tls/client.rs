//! A client that connects over TLS and checks certificates.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use marquee_tests::Reply;
use rustls::client::{ClientConfig, ClientConnection};
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::time_provider::TimeProvider;
use rustls::{RootCertStore, StreamOwned};
use x509_parser::prelude::{FromDer, X509Certificate};

use super::certificate_server::CertificateServer;

/// Timeout on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time of the server's clock, for the validity of certificates.
#[derive(Debug)]
struct FixedTime(Timestamp);

impl TimeProvider for FixedTime {
    fn current_time(&self) -> Option<UnixTime> {
        Some(UnixTime::since_unix_epoch(Duration::from_secs(self.0.as_second().try_into().ok()?)))
    }
}

pub struct Client {
    address: SocketAddr,
    root: CertificateDer<'static>,
    now: Timestamp,
}

impl Client {
    /// A client that trusts the certificates that `certificates` issues.
    pub fn new(address: SocketAddr, certificates: &CertificateServer, clock: &str) -> Self {
        let root = CertificateDer::from_pem_slice(certificates.issuer().as_bytes()).unwrap();
        Self { address, root, now: clock.parse().unwrap() }
    }

    fn connect(
        &self,
        host: &str,
        protocols: &[&str],
        patience: Duration,
    ) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
        let mut roots = RootCertStore::empty();
        roots.add(self.root.clone()).unwrap();
        let mut config =
            ClientConfig::builder_with_details(Arc::new(default_provider()), Arc::new(FixedTime(self.now)))
                .with_safe_default_protocol_versions()
                .unwrap()
                .with_root_certificates(roots)
                .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        let name = ServerName::try_from(host.to_owned()).unwrap();
        let mut connection = ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)?;
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(patience))?;
        while connection.is_handshaking() {
            connection.complete_io(&mut stream)?;
        }
        Ok(StreamOwned::new(connection, stream))
    }

    /// A connection that sends nothing.
    pub fn open(&self) -> TcpStream {
        TcpStream::connect(self.address).unwrap()
    }

    /// Tries a handshake.
    pub fn handshake(&self, host: &str) -> io::Result<()> {
        self.handshake_within(host, PATIENCE)
    }

    /// Tries a handshake that the server must go on with in time.
    pub fn handshake_within(&self, host: &str, patience: Duration) -> io::Result<()> {
        self.connect(host, &["http/1.1"], patience).map(drop)
    }

    /// Requests a page over HTTP/1.1.
    pub fn get(&self, host: &str, path: &str) -> Reply {
        let mut stream = self.connect(host, &["http/1.1"], PATIENCE).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let mut bytes = Vec::new();
        if let Err(error) = stream.read_to_end(&mut bytes) {
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{error}");
        }
        Reply::parse(&bytes)
    }

    /// The protocol that the server chooses for a browser.
    pub fn protocol(&self, host: &str) -> Option<String> {
        let stream = self.connect(host, &["h2", "http/1.1"], PATIENCE).unwrap();
        stream.conn.alpn_protocol().map(|name| String::from_utf8_lossy(name).into_owned())
    }

    /// The serial number of the host's certificate.
    pub fn serial(&self, host: &str) -> Vec<u8> {
        let stream = self.connect(host, &["http/1.1"], PATIENCE).unwrap();
        let chain = stream.conn.peer_certificates().unwrap();
        let (_, certificate) = X509Certificate::from_der(chain.first().unwrap()).unwrap();
        certificate.raw_serial().to_vec()
    }
}
