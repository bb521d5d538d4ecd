//! Booking URLs from feeds, validated when they are parsed (security 5.5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a URL is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookingUrlError {
    /// It is not an absolute URL, or it has no host.
    #[error("invalid URL {0:?}: must be absolute")]
    NotAnAddress(String),
    /// Its scheme is not http or https.
    #[error("URL scheme {0:?} is not allowed: must be http or https")]
    Scheme(String),
    /// It contains a username or password.
    #[error("the URL must not contain a username or password")]
    Credentials,
    /// It is longer than 2,048 bytes; the length in bytes.
    #[error("the URL must be at most 2,048 bytes, got {0}")]
    TooLong(usize),
}

/// An absolute http or https URL where a show is booked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("pattern" = "^https?://"))]
pub struct BookingUrl(String);

impl BookingUrl {
    /// Parses a URL; surrounding white space is removed.
    pub fn parse(text: &str) -> Result<Self, BookingUrlError> {
        let text = text.trim();
        if text.len() > 2048 {
            return Err(BookingUrlError::TooLong(text.len()));
        }
        let url = url::Url::parse(text).map_err(|_| BookingUrlError::NotAnAddress(text.to_owned()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(BookingUrlError::Scheme(url.scheme().to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BookingUrlError::Credentials);
        }
        if url.host_str().is_none_or(str::is_empty) {
            return Err(BookingUrlError::NotAnAddress(text.to_owned()));
        }
        Ok(Self(url.into()))
    }

    /// Wraps a URL that was parsed before and read from storage, without checks.
    #[must_use]
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for BookingUrl {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(d)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_5_5_only_http_and_https_without_credentials() {
        assert_eq!(
            BookingUrl::parse(" https://t.example/a?b=1 ").unwrap().as_str(),
            "https://t.example/a?b=1"
        );
        for bad in
            ["javascript:alert(1)", "data:text/html,x", "/relative", "", "https://u:p@t.example/", "https://"]
        {
            assert!(BookingUrl::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(
            BookingUrl::parse(&format!("https://t.example/{}", "a".repeat(3000))),
            Err(BookingUrlError::TooLong(3018))
        );
    }
}
