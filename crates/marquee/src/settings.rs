//! Settings of the server (operations.md): a flag wins over the environment, that over `marquee.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use figment::Figment;
use figment::providers::{Format as _, Serialized, Toml};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

/// How logs are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    #[default]
    Text,
    Json,
}

/// `on`, or `off` for tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RateLimits {
    #[default]
    On,
    Off,
}

/// The settings, each as operations.md says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    #[serde(deserialize_with = "list")]
    pub listen: Vec<String>,
    pub admin_listen: Option<String>,
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
    pub rate_limits: RateLimits,
    pub consent_notice_id: Option<String>,
    pub consent_api_key: Option<String>,
    pub analytics_id: Option<String>,
    pub ads_container_id: Option<String>,
    pub targett_container_id: Option<String>,
    pub third_parties: Option<String>,
    pub clock: Option<jiff::Timestamp>,
    pub log: String,
    pub log_format: LogFormat,
    pub page_cache_mb: usize,
    pub web: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: vec!["127.0.0.1:8080".to_owned()],
            admin_listen: None,
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
            rate_limits: RateLimits::On,
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
            web: None,
        }
    }
}

/// A list, or one text with commas.
fn list<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        One(String),
        Many(Vec<String>),
    }
    let items =
        match Either::deserialize(d).map_err(|_| D::Error::custom("a text or a list of texts is wanted"))? {
            Either::One(text) => text.split(',').map(str::to_owned).collect(),
            Either::Many(items) => items,
        };
    Ok(items.into_iter().map(|i| i.trim().to_owned()).filter(|i| !i.is_empty()).collect())
}

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// The settings as flags; each is also `MARQUEE_…` and a key of `marquee.toml`.
        #[derive(Debug, Clone, Default, Args)]
        pub struct Flags {
            /// The settings file; `marquee.toml` is read when it is there
            #[arg(long, global = true, value_name = "FILE")]
            pub config: Option<PathBuf>,
            $($(#[$doc])* #[arg(long, global = true, value_name = "VALUE")] pub $name: Option<String>,)+
        }

        /// The known keys.
        pub const KEYS: &[&str] = &[$(stringify!($name)),+];

        impl Flags {
            fn given(&self) -> BTreeMap<String, String> {
                let mut out = BTreeMap::new();
                $(if let Some(value) = &self.$name { out.insert(stringify!($name).to_owned(), value.clone()); })+
                out
            }
        }
    };
}

flags! {
    /// Public addresses, HOST:PORT or unix:PATH, several with commas
    listen,
    /// Address of health and metrics
    admin_listen,
    /// Folder of the database file, media, outbox
    data,
    /// sqlite:PATH or postgres://…
    database_url,
    /// file:PATH or s3://bucket/prefix
    media_url,
    /// file:PATH, smtp:// or smtps://
    mail_url,
    /// Seals cookies and signs links; newest first, with commas
    secret_key,
    /// File of the secret keys, one a line
    secret_key_file,
    /// Networks whose forwarding headers are believed
    trusted_proxies,
    /// Host name of the editor
    editor_host,
    /// Origins allowed to restyle a preview
    preview_origins,
    /// Internal machines that may be asked, HOST:PORT with commas
    internal_upstreams,
    /// Secrets of captcha keys, SITE_KEY=SECRET with commas
    captcha_secrets,
    /// Where captcha answers are checked, when not at the provider
    captcha_verify_url,
    /// Secret key of the payment provider
    stripe_secret_key,
    /// Secret of the payment provider's reports
    stripe_webhook_secret,
    /// Where the payment provider is asked, when not at its own address
    stripe_url,
    /// Address mails come from; without one no-reply@ the site's domain
    mail_from,
    /// Number of the Google Wallet issuer
    wallet_google_issuer_id,
    /// E-mail address of the Google service account
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
    /// on, or off on loopback
    rate_limits,
    /// The consent notice of every site
    consent_notice_id,
    /// The public key of the account with the consent tool, for every site
    consent_api_key,
    /// The product's analytics id
    analytics_id,
    /// The product's ads container id
    ads_container_id,
    /// The product's second container id
    targett_container_id,
    /// Who answers instead of third parties: an address, or off; on loopback
    third_parties,
    /// Starts the calendar at an instant, for example 2025-01-24T12:00:00Z
    clock,
    /// Log filter
    log,
    /// text or json
    log_format,
    /// Megabytes of memory for finished pages
    page_cache_mb,
    /// Serves the front end from a folder, read again when it changes (development)
    web,
}

/// Why the settings are refused; the text says what to change.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A file cannot be read.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// A key nobody knows.
    #[error("{place}: unknown setting `{key}`{hint}")]
    Unknown { place: String, key: String, hint: String },
    /// A value that is not understood.
    #[error("{0}")]
    Value(String),
}

impl Settings {
    /// Reads all layers.
    pub fn load(
        flags: &Flags,
        env: impl Iterator<Item = (String, String)>,
        demo: bool,
    ) -> Result<Self, SettingsError> {
        let mut config = flags.config.clone();
        let mut given = BTreeMap::new();
        for (name, value) in env {
            let Some(key) = name.strip_prefix("MARQUEE_").map(str::to_ascii_lowercase) else { continue };
            match key.as_str() {
                "config" => config = config.or_else(|| Some(PathBuf::from(&value))),
                key if key.starts_with("test_") || key.starts_with("bench_") => {}
                key => {
                    known(key, "the environment", |k| format!("MARQUEE_{}", k.to_ascii_uppercase()))?;
                    given.insert(key.to_owned(), value);
                }
            }
        }
        let mut layers = Figment::from(Serialized::defaults(Self::default()));
        if let Some(text) = file(config.as_deref())? {
            layers = layers.merge(Toml::string(&text));
        }
        let settings: Self = layers
            .merge(Serialized::globals(given))
            .merge(Serialized::globals(flags.given()))
            .extract()
            .map_err(|e| SettingsError::Value(explain(&e)))?;
        settings.finish(demo)
    }

    fn finish(mut self, demo: bool) -> Result<Self, SettingsError> {
        let data = self.data.display().to_string();
        for url in [&mut self.database_url, &mut self.media_url, &mut self.mail_url] {
            *url = url.replace("{data}", &data);
        }
        if self.listen.is_empty() {
            return Err(SettingsError::Value("setting `listen`: give at least one address".to_owned()));
        }
        let loopback = |a: &String| {
            a.starts_with("127.")
                || a.starts_with("[::1]")
                || a.starts_with("localhost:")
                || a.starts_with("unix:")
        };
        let stands_in = self.third_parties.as_deref().filter(|who| *who != "off");
        if let Some(base) = stands_in {
            let is_address = url::Url::parse(base).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
            if !is_address {
                let text = format!("setting `third_parties`: {base:?} is neither an address nor off");
                return Err(SettingsError::Value(text));
            }
            if !self.listen.iter().all(loopback) {
                let text =
                    "setting `third_parties`: stand-ins are for tests, when every listener is on loopback";
                return Err(SettingsError::Value(text.to_owned()));
            }
        }
        if self.rate_limits == RateLimits::Off && !self.listen.iter().all(loopback) {
            return Err(SettingsError::Value(
                "setting `rate_limits`: `off` is taken only when every listener is on loopback".to_owned(),
            ));
        }
        if demo && self.editor_host.is_none() {
            self.editor_host = Some("localhost".to_owned());
        }
        Ok(self)
    }
}

/// The nearest known key, when one is near.
fn nearest(key: &str) -> Option<&'static str> {
    let best = KEYS.iter().copied().min_by_key(|k| strsim::damerau_levenshtein(k, key))?;
    (strsim::normalized_damerau_levenshtein(best, key) > 0.5).then_some(best)
}

fn known(key: &str, place: &str, spell: impl Fn(&str) -> String) -> Result<(), SettingsError> {
    if KEYS.contains(&key) {
        return Ok(());
    }
    let hint = nearest(key).map_or_else(String::new, |k| format!(": did you mean `{}`?", spell(k)));
    Err(SettingsError::Unknown { place: place.to_owned(), key: spell(key), hint })
}

/// The settings file's text, its keys checked.
fn file(path: Option<&Path>) -> Result<Option<String>, SettingsError> {
    let usual = Path::new("marquee.toml");
    let path = match path {
        Some(path) => path,
        None if usual.exists() => usual,
        None => return Ok(None),
    };
    let text = std::fs::read_to_string(path).map_err(|e| SettingsError::File(path.to_owned(), e))?;
    let table: toml::Table =
        text.parse().map_err(|e| SettingsError::Value(format!("{}: {e}", path.display())))?;
    for key in table.keys() {
        let line = text.lines().position(|l| l.trim_start().starts_with(key.as_str())).map_or(1, |n| n + 1);
        known(key, &format!("{}:{line}", path.display()), str::to_owned)?;
    }
    Ok(Some(text))
}

fn explain(error: &figment::Error) -> String {
    let key = error.path.join(".");
    if key.is_empty() { error.to_string() } else { format!("setting `{key}`: {}", error.kind) }
}

#[cfg(test)]
mod tests;
