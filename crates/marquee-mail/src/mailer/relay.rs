//! A mail server that takes our mails.

use std::net::IpAddr;
use std::time::Duration;

use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use percent_encoding::percent_decode_str;
use url::Url;

use crate::MailError;

/// How long one mail may take, from the connection to the server's word.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long a goodbye may take; the mail is sent by then.
const GOODBYE: Duration = Duration::from_secs(1);

/// Answers of a server that wants us to sign in, or otherwise: they speak of us, not of the mail.
const OUR_SIGN_IN: [u16; 4] = [530, 534, 535, 538];

/// A mail server and how it is spoken to.
pub struct Relay {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) cover: Cover,
    pub(super) timeout: Duration,
    greeting: ClientId,
    credentials: Option<Credentials>,
}

/// How a connection is encrypted.
pub enum Cover {
    /// Not at all: to this machine.
    Plain,
    /// With STARTTLS, before anything else is said.
    StartTls(TlsParameters),
    /// From the first byte.
    Tls(TlsParameters),
}

/// Neither user nor password is printed.
impl std::fmt::Debug for Relay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Relay").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
}

impl Relay {
    /// Reads the address of a server; see [`crate::Mailer::open`].
    pub fn open(url: &str, greeting: &str) -> Result<Self, MailError> {
        let url = Url::parse(url).map_err(|_| MailError::Way("it is no address"))?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        if host.is_empty() {
            return Err(MailError::Way("it names no mail server"));
        }
        if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
            return Err(MailError::Way("nothing may follow host and port"));
        }
        let tls = |host: &str| {
            TlsParameters::new(host.to_owned())
                .map_err(|_| MailError::Way("this machine has no certificates to know the server by"))
        };
        let (cover, usual) = match url.scheme() {
            "smtps" => (Cover::Tls(tls(&host)?), 465),
            "smtp" if is_this_machine(&host) => (Cover::Plain, 587),
            "smtp" => (Cover::StartTls(tls(&host)?), 587),
            _ => return Err(MailError::Way("it begins with `file:`, `smtp://` or `smtps://`")),
        };
        Ok(Self {
            port: url.port().unwrap_or(usual),
            credentials: credentials(&url)?,
            greeting: client_id(greeting),
            timeout: TIMEOUT,
            host,
            cover,
        })
    }

    /// Gives the server one mail.
    pub async fn hand_over(&self, mail: &lettre::Message) -> Result<(), MailError> {
        let exchange = async {
            let mut connection = self.connect().await?;
            let sent = connection.send(mail.envelope(), &mail.formatted()).await;
            sent.map_err(|error| why_not_taken(&error))?;
            Ok(connection)
        };
        let mut connection =
            tokio::time::timeout(self.timeout, exchange).await.map_err(|_| MailError::Slow)??;
        let _ = tokio::time::timeout(GOODBYE, connection.abort()).await;
        Ok(())
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, MailError> {
        let wrapper = match &self.cover {
            Cover::Tls(parameters) => Some(parameters.clone()),
            Cover::Plain | Cover::StartTls(_) => None,
        };
        let server = (self.host.as_str(), self.port);
        let wait = Some(self.timeout);
        let mut connection = AsyncSmtpConnection::connect_tokio1(server, wait, &self.greeting, wrapper, None)
            .await
            .map_err(unusable("connecting"))?;
        if let Cover::StartTls(parameters) = &self.cover {
            let encrypted = connection.starttls(parameters.clone(), &self.greeting).await;
            encrypted.map_err(unusable("encrypting"))?;
        }
        if let Some(credentials) = &self.credentials {
            let signed_in = connection.auth(&[Mechanism::Plain, Mechanism::Login], credentials).await;
            signed_in.map_err(unusable("signing in"))?;
        }
        Ok(connection)
    }
}

/// Until it takes a mail, whatever a server says is about the server or us, not about the mail.
fn unusable(step: &'static str) -> impl FnOnce(Error) -> MailError {
    move |error| MailError::Unusable { step, code: error.status().map(u16::from) }
}

fn why_not_taken(error: &Error) -> MailError {
    match error.status().map(u16::from) {
        Some(code) if error.is_permanent() && !OUR_SIGN_IN.contains(&code) => MailError::Refused(code),
        Some(code) if error.is_transient() => MailError::PutOff(code),
        code @ Some(_) => MailError::Unusable { step: "signing in", code },
        // Said before a word is sent: the server knows no addresses beyond ASCII.
        None if error.is_client() => MailError::Address,
        None => MailError::Unusable { step: "sending", code: None },
    }
}

/// User and password of an address, decoded.
fn credentials(url: &Url) -> Result<Option<Credentials>, MailError> {
    let decoded = |text: &str| {
        let text = percent_decode_str(text).decode_utf8().map(String::from);
        text.map_err(|_| MailError::Way("user or password is no text"))
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (user, Some(password)) => Ok(Some(Credentials::new(decoded(user)?, decoded(password)?))),
        (_, None) => Err(MailError::Way("a user needs a password")),
    }
}

/// The host name for the SMTP greeting; an invalid one is not sent.
fn client_id(greeting: &str) -> ClientId {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let named = greeting.chars().all(plain) && greeting.chars().any(|c| c.is_ascii_alphabetic());
    if named { ClientId::Domain(greeting.to_owned()) } else { ClientId::default() }
}

fn is_this_machine(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    host == "localhost"
        || host.ends_with(".localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}
