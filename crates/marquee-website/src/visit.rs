//! The requests of one reading, under limits.

use std::time::Duration;

use bytes::Bytes;
use marquee_outbound::{Limits, Outbound, OutboundError, OutboundResponse};
use url::Url;

use crate::WebsiteError;

/// Maximum number of requests of a reading, with redirects.
const MAX_REQUESTS: usize = 12;
/// Maximum number of redirects of one address.
const MAX_REDIRECTS: usize = 5;
/// Timeout of one request.
const REQUEST_TIME: Duration = Duration::from_secs(8);

/// A file of the website.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// Its address after redirects.
    pub url: Url,
    pub content_type: Option<String>,
    pub bytes: Bytes,
}

/// The addresses that a text may stand for, the likeliest first: without a scheme, those with https and http.
pub(crate) fn addresses(text: &str) -> Result<Vec<Url>, WebsiteError> {
    let text = text.trim();
    if text.is_empty() || text.len() > 500 {
        return Err(WebsiteError::Address);
    }
    let has_scheme = text.contains("://");
    let candidates = if has_scheme {
        vec![text.to_owned()]
    } else {
        vec![format!("https://{text}"), format!("http://{text}")]
    };
    let urls: Vec<Url> = candidates
        .iter()
        .filter_map(|candidate| Url::parse(candidate).ok())
        .filter(|url| {
            matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|h| h.contains(['.', ':']))
        })
        .collect();
    if urls.is_empty() { Err(WebsiteError::Address) } else { Ok(urls) }
}

/// Counts the requests of a reading.
pub(crate) struct Visit<'c> {
    client: &'c Outbound,
    requests: usize,
}

impl<'c> Visit<'c> {
    pub fn new(client: &'c Outbound) -> Self {
        Self { client, requests: 0 }
    }

    pub fn requests(&self) -> usize {
        self.requests
    }

    /// The home page: that of the first address with a connection.
    pub async fn home(&mut self, addresses: &[Url], max: u64) -> Result<Fetched, WebsiteError> {
        let mut last = WebsiteError::Address;
        for url in addresses {
            match self.follow(url, max).await {
                Ok(fetched) if is_page(&fetched) => return Ok(fetched),
                Ok(_) => return Err(WebsiteError::NotAPage),
                Err(error @ WebsiteError::Unreachable(OutboundError::Unreachable { .. })) => last = error,
                Err(error) => return Err(error),
            }
        }
        Err(last)
    }

    /// A file that the reading can do without; `None` after any error, and after the last request.
    pub async fn get(&mut self, url: &Url, max: u64) -> Option<Fetched> {
        match self.follow(url, max).await {
            Ok(fetched) => Some(fetched),
            Err(error) => {
                tracing::debug!(%error, "a part of a website cannot be read");
                None
            }
        }
    }

    /// Every address on the way is checked by the client, so that no redirect leads into an internal network.
    async fn follow(&mut self, url: &Url, max: u64) -> Result<Fetched, WebsiteError> {
        let mut url = url.clone();
        for _ in 0..=MAX_REDIRECTS {
            if self.requests >= MAX_REQUESTS {
                return Err(WebsiteError::Redirects);
            }
            self.requests += 1;
            let limits = Limits { bytes: max, time: REQUEST_TIME };
            let response = self.client.fetch(&url, limits).await.map_err(|error| match error {
                OutboundError::Timeout { .. } => WebsiteError::Timeout,
                error => WebsiteError::Unreachable(error),
            })?;
            match response {
                OutboundResponse { status: 200, content_type, body, .. } => {
                    return Ok(Fetched { url, content_type, bytes: body });
                }
                OutboundResponse {
                    status: 301 | 302 | 303 | 307 | 308, location: Some(location), ..
                } => {
                    url = url.join(&location).map_err(|_| WebsiteError::NotAPage)?;
                }
                _ => return Err(WebsiteError::NotAPage),
            }
        }
        Err(WebsiteError::Redirects)
    }
}

/// Whether a response is HTML, by its type or its first bytes.
fn is_page(fetched: &Fetched) -> bool {
    match &fetched.content_type {
        Some(value) => {
            let value = value.to_ascii_lowercase();
            value.contains("html")
        }
        None => fetched.bytes.trim_ascii_start().first() == Some(&b'<'),
    }
}

#[cfg(test)]
mod tests;
