//! Sends mails through an SMTP server.

use std::time::Duration;

use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use marquee_model::host::is_loopback;
use percent_encoding::percent_decode_str;
use url::Url;

use crate::MailError;

/// Maximum time for one mail, from connecting to the server's final reply.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum time for QUIT. The mail has already been accepted.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Permanent SMTP codes about authentication: they concern the configuration, not the mail.
const AUTH_CODES: [u16; 4] = [530, 534, 535, 538];

/// An SMTP server and its connection settings.
pub struct Relay {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) encryption: Encryption,
    pub(super) timeout: Duration,
    greeting: ClientId,
    credentials: Option<Credentials>,
}

/// How a connection is encrypted.
pub enum Encryption {
    /// Not encrypted; for localhost only.
    Plain,
    /// STARTTLS, required before authentication.
    StartTls(TlsParameters),
    /// TLS from the start.
    Tls(TlsParameters),
}

/// Prints neither user nor password.
impl std::fmt::Debug for Relay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Relay").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
}

impl Relay {
    /// Parses the URL of a server; see [`crate::Mailer::open`].
    pub fn open(url: &str, greeting: &str) -> Result<Self, MailError> {
        let url = Url::parse(url).map_err(|_| MailError::InvalidUrl("must be a URL"))?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        if host.is_empty() {
            return Err(MailError::InvalidUrl("host is required"));
        }
        if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
            return Err(MailError::InvalidUrl("must not have a path, query or fragment"));
        }
        let tls = |host: &str| {
            TlsParameters::new(host.to_owned())
                .map_err(|_| MailError::InvalidUrl("no root certificates found on this machine"))
        };
        let (encryption, default_port) = match url.scheme() {
            "smtps" => (Encryption::Tls(tls(&host)?), 465),
            "smtp" if is_loopback(&host) => (Encryption::Plain, 587),
            "smtp" => (Encryption::StartTls(tls(&host)?), 587),
            _ => return Err(MailError::InvalidUrl("must start with `file:`, `smtp://` or `smtps://`")),
        };
        Ok(Self {
            port: url.port().unwrap_or(default_port),
            credentials: credentials(&url)?,
            greeting: client_id(greeting),
            timeout: TIMEOUT,
            host,
            encryption,
        })
    }

    /// Sends one mail over a new connection.
    pub async fn send(&self, mail: &lettre::Message) -> Result<(), MailError> {
        let exchange = async {
            let mut connection = self.connect().await?;
            let result = connection.send(mail.envelope(), &mail.formatted()).await;
            result.map_err(|error| send_error(&error))?;
            Ok(connection)
        };
        let mut connection =
            tokio::time::timeout(self.timeout, exchange).await.map_err(|_| MailError::Timeout)??;
        let _ = tokio::time::timeout(QUIT_TIMEOUT, connection.abort()).await;
        Ok(())
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, MailError> {
        let wrapper = match &self.encryption {
            Encryption::Tls(parameters) => Some(parameters.clone()),
            Encryption::Plain | Encryption::StartTls(_) => None,
        };
        let server = (self.host.as_str(), self.port);
        let wait = Some(self.timeout);
        let mut connection = AsyncSmtpConnection::connect_tokio1(server, wait, &self.greeting, wrapper, None)
            .await
            .map_err(server_error("connecting"))?;
        if let Encryption::StartTls(parameters) = &self.encryption {
            let encrypted = connection.starttls(parameters.clone(), &self.greeting).await;
            encrypted.map_err(server_error("encrypting"))?;
        }
        if let Some(credentials) = &self.credentials {
            let signed_in = connection.auth(&[Mechanism::Plain, Mechanism::Login], credentials).await;
            signed_in.map_err(server_error("signing in"))?;
        }
        Ok(connection)
    }
}

/// Error of a step before sending; it concerns the server or the configuration, not the mail.
fn server_error(step: &'static str) -> impl FnOnce(Error) -> MailError {
    move |error| MailError::Server { step, code: error.status().map(u16::from) }
}

fn send_error(error: &Error) -> MailError {
    match error.status().map(u16::from) {
        Some(code) if error.is_permanent() && !AUTH_CODES.contains(&code) => MailError::Rejected(code),
        Some(code) if error.is_transient() => MailError::Deferred(code),
        code @ Some(_) => MailError::Server { step: "signing in", code },
        // lettre fails before sending if the server does not support non-ASCII addresses.
        None if error.is_client() => MailError::UnsupportedAddress,
        None => MailError::Server { step: "sending", code: None },
    }
}

/// Percent-decoded user and password of a URL.
fn credentials(url: &Url) -> Result<Option<Credentials>, MailError> {
    let decoded = |text: &str| {
        let text = percent_decode_str(text).decode_utf8().map(String::from);
        text.map_err(|_| MailError::InvalidUrl("user and password must be UTF-8"))
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (user, Some(password)) => Ok(Some(Credentials::new(decoded(user)?, decoded(password)?))),
        (_, None) => Err(MailError::InvalidUrl("password is required")),
    }
}

/// The host name for EHLO; an invalid one is replaced by the default.
fn client_id(greeting: &str) -> ClientId {
    let is_host_char = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let is_valid = greeting.chars().all(is_host_char) && greeting.chars().any(|c| c.is_ascii_alphabetic());
    if is_valid { ClientId::Domain(greeting.to_owned()) } else { ClientId::default() }
}
