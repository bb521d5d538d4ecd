//! Settings of the server (operations.md). Flags override environment variables, which override `marquee.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use figment::Figment;
use figment::providers::{Format as _, Serialized, Toml};
use marquee_model::host::{is_loopback, without_port};
use marquee_model::{Clock, SystemClock, text};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

/// Log format, default `text`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    #[default]
    Text,
    Json,
}

/// A setting that is `on` or `off`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    On,
    Off,
}

/// The settings. Each is documented in operations.md.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    #[serde(deserialize_with = "list")]
    pub listen: Vec<String>,
    #[serde(deserialize_with = "list")]
    pub tls_listen: Vec<String>,
    pub admin_listen: Option<String>,
    pub acme_directory: String,
    pub acme_contact: Option<String>,
    pub acme_root_file: Option<PathBuf>,
    pub data: PathBuf,
    pub database_url: String,
    pub media_url: String,
    pub mail_url: String,
    #[serde(deserialize_with = "list")]
    pub secret_key: Vec<String>,
    pub secret_key_file: Option<PathBuf>,
    #[serde(deserialize_with = "list")]
    pub trusted_proxies: Vec<String>,
    pub editor_host: Option<String>,
    #[serde(deserialize_with = "list")]
    pub preview_origins: Vec<String>,
    #[serde(deserialize_with = "list")]
    pub internal_upstreams: Vec<String>,
    #[serde(deserialize_with = "list")]
    pub captcha_secrets: Vec<String>,
    pub captcha_verify_url: Option<String>,
    pub stripe_secret_key: Option<String>,
    pub stripe_webhook_secret: Option<String>,
    pub stripe_url: Option<String>,
    pub mail_from: Option<String>,
    pub wallet_google_issuer_id: Option<String>,
    pub wallet_google_email: Option<String>,
    pub wallet_google_key_id: Option<String>,
    pub wallet_google_key_file: Option<PathBuf>,
    pub wallet_apple_pass_type_id: Option<String>,
    pub wallet_apple_team_id: Option<String>,
    pub wallet_apple_certificate_file: Option<PathBuf>,
    pub wallet_apple_key_file: Option<PathBuf>,
    pub wallet_apple_wwdr_file: Option<PathBuf>,
    pub rate_limits: Switch,
    pub consent_notice_id: Option<String>,
    pub consent_api_key: Option<String>,
    pub analytics_id: Option<String>,
    pub ads_container_id: Option<String>,
    pub targett_container_id: Option<String>,
    pub third_parties: Option<String>,
    pub clock: Option<jiff::Timestamp>,
    pub log: String,
    pub log_format: LogFormat,
    #[serde(deserialize_with = "whole_number")]
    pub page_cache_mb: usize,
    #[serde(deserialize_with = "whole_number")]
    pub media_quota_mb: usize,
    pub defer_pages: Switch,
    pub web: Option<PathBuf>,
    /// The system's clock, shifted to start at `clock` if that is set. Set by [`Settings::finish`].
    #[serde(skip)]
    pub system_clock: SystemClock,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: vec!["127.0.0.1:8080".to_owned()],
            tls_listen: Vec::new(),
            admin_listen: None,
            acme_directory: "https://acme-v02.api.letsencrypt.org/directory".to_owned(),
            acme_contact: None,
            acme_root_file: None,
            data: PathBuf::from("./data"),
            database_url: "sqlite:{data}/marquee.db".to_owned(),
            media_url: "file:{data}/media".to_owned(),
            mail_url: "file:{data}/outbox".to_owned(),
            secret_key: Vec::new(),
            secret_key_file: None,
            trusted_proxies: Vec::new(),
            editor_host: None,
            preview_origins: Vec::new(),
            internal_upstreams: Vec::new(),
            captcha_secrets: Vec::new(),
            captcha_verify_url: None,
            stripe_secret_key: None,
            stripe_webhook_secret: None,
            stripe_url: None,
            mail_from: None,
            wallet_google_issuer_id: None,
            wallet_google_email: None,
            wallet_google_key_id: None,
            wallet_google_key_file: None,
            wallet_apple_pass_type_id: None,
            wallet_apple_team_id: None,
            wallet_apple_certificate_file: None,
            wallet_apple_key_file: None,
            wallet_apple_wwdr_file: None,
            rate_limits: Switch::On,
            consent_notice_id: None,
            consent_api_key: None,
            analytics_id: None,
            ads_container_id: None,
            targett_container_id: None,
            third_parties: None,
            clock: None,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            page_cache_mb: 48,
            media_quota_mb: 4096,
            defer_pages: Switch::Off,
            web: None,
            system_clock: SystemClock::default(),
        }
    }
}

/// An integer, or its text: environment variables and flags are texts.
fn whole_number<'de, D: Deserializer<'de>>(d: D) -> Result<usize, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(usize),
        Text(String),
    }
    let invalid = || D::Error::custom("must be a whole number");
    match Either::deserialize(d).map_err(|_| invalid())? {
        Either::Number(number) => Ok(number),
        Either::Text(text) => text.trim().parse().map_err(|_| invalid()),
    }
}

/// Reads a list, or a string of items separated by commas.
fn list<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        One(String),
        Many(Vec<String>),
    }
    let items = match Either::deserialize(d)
        .map_err(|_| D::Error::custom("must be a string or a list of strings"))?
    {
        Either::One(text) => text.split(',').map(str::to_owned).collect(),
        Either::Many(items) => items,
    };
    Ok(items.into_iter().map(|i| i.trim().to_owned()).filter(|i| !i.is_empty()).collect())
}

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// The settings as flags; each is also an environment variable `MARQUEE_…` and a key of `marquee.toml`.
        #[derive(Debug, Clone, Default, Args)]
        pub struct Flags {
            /// The settings file; default `marquee.toml`, if it exists
            #[arg(long, global = true, value_name = "FILE")]
            pub config: Option<PathBuf>,
            $($(#[$doc])* #[arg(long, global = true, value_name = "VALUE")] pub $name: Option<String>,)+
        }

        /// All keys.
        pub const KEYS: &[&str] = &[$(stringify!($name)),+];

        impl Flags {
            fn overrides(&self) -> BTreeMap<String, String> {
                let mut flags = BTreeMap::new();
                $(if let Some(value) = &self.$name { flags.insert(stringify!($name).to_owned(), value.clone()); })+
                flags
            }
        }
    };
}

flags! {
    /// Public addresses, HOST:PORT or unix:PATH, separated by commas
    listen,
    /// Public addresses whose connections this server encrypts, HOST:PORT, separated by commas
    tls_listen,
    /// Address for health checks and metrics
    admin_listen,
    /// Directory of the ACME server that issues certificates; default Let's Encrypt
    acme_directory,
    /// Email address that the ACME server may write to
    acme_contact,
    /// The only root certificate that is trusted for the ACME server (PEM)
    acme_root_file,
    /// Folder for the database file, media and outbox
    data,
    /// sqlite:PATH or postgres://…
    database_url,
    /// file:PATH or s3://bucket/prefix
    media_url,
    /// file:PATH, smtp:// or smtps://
    mail_url,
    /// Secret keys for cookies and signed links, newest first, separated by commas
    secret_key,
    /// File of secret keys, one per line
    secret_key_file,
    /// Networks of trusted proxies, whose forwarding headers are used
    trusted_proxies,
    /// Host name of the editor
    editor_host,
    /// Origins allowed to restyle a preview
    preview_origins,
    /// Internal hosts that the server may connect to, HOST:PORT separated by commas
    internal_upstreams,
    /// Captcha secrets, SITE_KEY=SECRET separated by commas
    captcha_secrets,
    /// URL that verifies captcha responses; default the provider's
    captcha_verify_url,
    /// Secret key of the payment provider
    stripe_secret_key,
    /// Secret of the payment provider's webhooks
    stripe_webhook_secret,
    /// Base URL of the payment API; default the provider's
    stripe_url,
    /// Sender address of emails; default no-reply@ the site's domain
    mail_from,
    /// Id of the Google Wallet issuer
    wallet_google_issuer_id,
    /// Email address of the Google service account
    wallet_google_email,
    /// Id of the service account's key
    wallet_google_key_id,
    /// File of the service account's private key (PEM)
    wallet_google_key_file,
    /// Pass type identifier for Apple Wallet
    wallet_apple_pass_type_id,
    /// Team identifier for Apple Wallet
    wallet_apple_team_id,
    /// File of the pass certificate (PEM)
    wallet_apple_certificate_file,
    /// File of the certificate's private key (PEM)
    wallet_apple_key_file,
    /// File of Apple's intermediate certificate (PEM)
    wallet_apple_wwdr_file,
    /// on or off; off is allowed on loopback only
    rate_limits,
    /// Consent notice of all sites; an empty value turns it off
    consent_notice_id,
    /// Public key of the account at the consent platform, for all sites
    consent_api_key,
    /// The product's analytics id
    analytics_id,
    /// The product's ads container id
    ads_container_id,
    /// The product's second container id
    targett_container_id,
    /// URL of stand-ins for third parties, or off; a URL is allowed on loopback only
    third_parties,
    /// Starts the clock at this instant, for example 2025-01-24T12:00:00Z
    clock,
    /// Log filter
    log,
    /// text or json
    log_format,
    /// Size of the page cache in MiB
    page_cache_mb,
    /// Size of the uploaded pictures of each site at most, in MiB
    media_quota_mb,
    /// on or off; on renders pages when they are first requested, not before
    defer_pages,
    /// Serves the front end from a folder and reloads it when it changes (development)
    web,
}

/// Why the settings are invalid; the message says what to change.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    #[error("{place}: unknown setting `{key}`{hint}")]
    Unknown { place: String, key: String, hint: String },
    /// Invalid value.
    #[error("{0}")]
    Value(String),
}

impl SettingsError {
    /// A setting with an invalid value. `problem` says what is wrong, such as `is required with …`.
    pub fn invalid(key: &str, problem: impl std::fmt::Display) -> Self {
        Self::Value(format!("setting `{key}`: {problem}"))
    }
}

impl Settings {
    /// Reads and merges flags, environment and settings file. `demo` sets defaults of the demo.
    pub fn load(
        flags: &Flags,
        env: impl Iterator<Item = (String, String)>,
        demo: bool,
    ) -> Result<Self, SettingsError> {
        let mut config = flags.config.clone();
        let mut overrides = BTreeMap::new();
        for (name, value) in env {
            let Some(key) = name.strip_prefix("MARQUEE_").map(str::to_ascii_lowercase) else { continue };
            match key.as_str() {
                "config" => config = config.or_else(|| Some(PathBuf::from(&value))),
                key if key.starts_with("test_") || key.starts_with("bench_") => {}
                key => {
                    check_key(key, "the environment", |k| format!("MARQUEE_{}", k.to_ascii_uppercase()))?;
                    overrides.insert(key.to_owned(), value);
                }
            }
        }
        let mut layers = Figment::from(Serialized::defaults(Self::default()));
        if let Some(text) = settings_file_text(config.as_deref())? {
            layers = layers.merge(Toml::string(&text));
        }
        let settings: Self = layers
            .merge(Serialized::globals(overrides))
            .merge(Serialized::globals(flags.overrides()))
            .extract()
            .map_err(|e| SettingsError::Value(error_message(&e)))?;
        settings.finish(demo)
    }

    /// The one clock of the program.
    #[must_use]
    pub fn system_clock(&self) -> Arc<dyn Clock> {
        Arc::new(self.system_clock)
    }

    /// Whether only programs of this machine reach the server.
    fn listens_on_loopback(&self) -> bool {
        let is_local = |address: &String| address.starts_with("unix:") || is_loopback(without_port(address));
        self.listen.iter().chain(&self.tls_listen).all(is_local)
    }

    fn finish(mut self, demo: bool) -> Result<Self, SettingsError> {
        self.system_clock = self.clock.map_or_else(SystemClock::default, SystemClock::starting_at);
        let data = self.data.display().to_string();
        for url in [&mut self.database_url, &mut self.media_url, &mut self.mail_url] {
            *url = url.replace("{data}", &data);
        }
        if self.listen.is_empty() {
            return Err(SettingsError::invalid("listen", "at least one address is required"));
        }
        if let Some(base) = self.third_parties.as_deref().filter(|value| *value != "off") {
            let is_origin = url::Url::parse(base).is_ok_and(|url| {
                matches!(url.scheme(), "http" | "https") && url.path() == "/" && url.query().is_none()
            });
            if !is_origin {
                let problem = format!("{base:?} is neither a URL without a path nor `off`");
                return Err(SettingsError::invalid("third_parties", problem));
            }
            if !self.listens_on_loopback() {
                let problem = "stand-ins are allowed only if every listener is on loopback";
                return Err(SettingsError::invalid("third_parties", problem));
            }
        }
        if self.rate_limits == Switch::Off && !self.listens_on_loopback() {
            let problem = "`off` is allowed only if every listener is on loopback";
            return Err(SettingsError::invalid("rate_limits", problem));
        }
        let is_host_and_port = |entry: &&String| {
            let host = without_port(entry);
            host.len() < entry.len() && !host.is_empty() && !host.contains(['/', '@', '?', '#'])
        };
        if let Some(entry) = self.internal_upstreams.iter().find(|entry| !is_host_and_port(entry)) {
            let problem = format!("{entry:?} must be HOST:PORT, without http://");
            return Err(SettingsError::invalid("internal_upstreams", problem));
        }
        if !url::Url::parse(&self.acme_directory).is_ok_and(|url| url.scheme() == "https") {
            let problem = format!("{:?} is not the https address of a directory", self.acme_directory);
            return Err(SettingsError::invalid("acme_directory", problem));
        }
        if let Some(contact) = &self.acme_contact
            && marquee_mail::Address::parse(contact).is_none()
        {
            return Err(SettingsError::invalid("acme_contact", format!("invalid email address {contact:?}")));
        }
        if let Some(from) = &self.mail_from
            && marquee_mail::Address::parse(from).is_none()
        {
            return Err(SettingsError::invalid("mail_from", format!("invalid email address {from:?}")));
        }
        if demo && self.editor_host.is_none() {
            self.editor_host = Some("localhost".to_owned());
        }
        Ok(self)
    }
}

fn check_key(key: &str, place: &str, spell: impl Fn(&str) -> String) -> Result<(), SettingsError> {
    if KEYS.contains(&key) {
        return Ok(());
    }
    let nearest = text::nearest(key, KEYS.iter().copied());
    let hint = nearest.map_or_else(String::new, |k| format!(": did you mean `{}`?", spell(k)));
    Err(SettingsError::Unknown { place: place.to_owned(), key: spell(key), hint })
}

/// The content of the settings file, after checking its keys; `None` if no path is given and `marquee.toml` does not exist.
fn settings_file_text(path: Option<&Path>) -> Result<Option<String>, SettingsError> {
    let default_path = Path::new("marquee.toml");
    let path = match path {
        Some(path) => path,
        None if default_path.exists() => default_path,
        None => return Ok(None),
    };
    let text = std::fs::read_to_string(path).map_err(|e| SettingsError::File(path.to_owned(), e))?;
    let table: toml::Table =
        text.parse().map_err(|e| SettingsError::Value(format!("{}: {e}", path.display())))?;
    for key in table.keys() {
        let declares_key = |line: &str| {
            let after_key = line.trim_start().strip_prefix(key.as_str());
            after_key.is_some_and(|after_key| after_key.trim_start().starts_with('='))
        };
        let line = text.lines().position(declares_key).map_or(1, |n| n + 1);
        check_key(key, &format!("{}:{line}", path.display()), str::to_owned)?;
    }
    Ok(Some(text))
}

fn error_message(error: &figment::Error) -> String {
    let key = error.path.join(".");
    if key.is_empty() { error.to_string() } else { format!("setting `{key}`: {}", error.kind) }
}

#[cfg(test)]
mod tests;
