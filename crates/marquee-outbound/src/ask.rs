//! A request to another machine and what it answered.

use bytes::Bytes;
use reqwest::RequestBuilder;
use reqwest::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use url::Url;

use crate::OutboundError;
use crate::error::origin;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Does something.
    Post,
}

impl From<Method> for reqwest::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Get => Self::GET,
            Method::Post => Self::POST,
        }
    }
}

/// A request. Its headers' values, its path, query and body may be secrets: no error has them, and it does not print them.
#[derive(Clone)]
pub struct Ask {
    /// The method.
    pub method: Method,
    /// The address.
    pub url: Url,
    /// Further headers by name, for example `authorization`.
    pub headers: Vec<(&'static str, String)>,
    /// The body, if there is one.
    pub body: Option<Content>,
}

/// Bytes and what they are.
#[derive(Clone)]
pub struct Content {
    /// For example `application/json`.
    pub content_type: String,
    /// The bytes.
    pub bytes: Bytes,
}

/// What came back, whatever its status.
#[derive(Clone)]
pub struct Answer {
    /// The status; a redirect is answered as one and not followed.
    pub status: u16,
    /// The content type as it was sent, if it is text.
    pub content_type: Option<String>,
    /// The whole body.
    pub body: Bytes,
}

impl Ask {
    /// Asks for what is at an address.
    #[must_use]
    pub fn get(url: Url) -> Self {
        Self { method: Method::Get, url, headers: Vec::new(), body: None }
    }

    /// Sends a body to an address.
    #[must_use]
    pub fn post(url: Url, content_type: impl Into<String>, bytes: impl Into<Bytes>) -> Self {
        let body = Content { content_type: content_type.into(), bytes: bytes.into() };
        Self { method: Method::Post, url, headers: Vec::new(), body: Some(body) }
    }

    /// Sends a form to an address.
    #[must_use]
    pub fn form<'a>(url: Url, fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let text = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        Self::post(url, "application/x-www-form-urlencoded", text)
    }

    /// With one more header.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// `request` with headers and body.
    pub(crate) fn headers(&self, mut request: RequestBuilder) -> Result<RequestBuilder, OutboundError> {
        let refused =
            || OutboundError::Refused { address: origin(&self.url), why: "a header cannot be sent" };
        for (name, value) in &self.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| refused())?;
            request = request.header(name, header_value(value).ok_or_else(refused)?);
        }
        let Some(Content { content_type, bytes }) = &self.body else { return Ok(request) };
        Ok(request.header(CONTENT_TYPE, header_value(content_type).ok_or_else(refused)?).body(bytes.clone()))
    }
}

fn header_value(text: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

impl std::fmt::Debug for Ask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| *name).collect();
        f.debug_struct("Ask")
            .field("method", &self.method)
            .field("url", &origin(&self.url))
            .field("headers", &names)
            .field("body", &self.body)
            .finish()
    }
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes of {}", self.bytes.len(), self.content_type)
    }
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answer")
            .field("status", &self.status)
            .field("content_type", &self.content_type)
            .field("bytes", &self.body.len())
            .finish()
    }
}
