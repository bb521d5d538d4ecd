//! Requests to other hosts, and their responses.

use std::borrow::Cow;

use bytes::Bytes;
use reqwest::RequestBuilder;
use reqwest::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use url::Url;

use crate::OutboundError;
use crate::error::origin;

/// The HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
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

/// A request. Header values, path, query and body may be secret, so errors and `Debug` do not contain them.
#[derive(Clone)]
pub struct OutboundRequest {
    pub method: Method,
    pub url: Url,
    /// Additional headers, for example `authorization`.
    pub headers: Vec<(Cow<'static, str>, String)>,
    pub body: Option<Content>,
}

/// A body with its content type.
#[derive(Clone)]
pub struct Content {
    /// For example `application/json`.
    pub content_type: String,
    pub bytes: Bytes,
}

/// A response of any status.
#[derive(Clone)]
pub struct OutboundResponse {
    /// The status; redirects are not followed.
    pub status: u16,
    /// The header `content-type`, if it is valid text.
    pub content_type: Option<String>,
    /// The header `location`, if it is valid text: the target of a redirect.
    pub location: Option<String>,
    /// The header `etag`, if it is valid text.
    pub etag: Option<String>,
    /// The header `last-modified`, if it is valid text.
    pub last_modified: Option<String>,
    pub body: Bytes,
}

impl OutboundRequest {
    /// A GET request.
    #[must_use]
    pub fn get(url: Url) -> Self {
        Self { method: Method::Get, url, headers: Vec::new(), body: None }
    }

    /// A POST request with a body.
    #[must_use]
    pub fn post(url: Url, content_type: impl Into<String>, bytes: impl Into<Bytes>) -> Self {
        let body = Content { content_type: content_type.into(), bytes: bytes.into() };
        Self { method: Method::Post, url, headers: Vec::new(), body: Some(body) }
    }

    /// A POST request with URL-encoded form fields.
    #[must_use]
    pub fn form<'a>(url: Url, fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let text = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        Self::post(url, "application/x-www-form-urlencoded", text)
    }

    /// Adds a header.
    #[must_use]
    pub fn with_header(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Adds headers and body to `request`. Returns an error if a header value has invalid characters.
    pub(crate) fn apply(&self, mut request: RequestBuilder) -> Result<RequestBuilder, OutboundError> {
        let invalid_header =
            || OutboundError::Refused { address: origin(&self.url), reason: "invalid header" };
        for (name, value) in &self.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid_header())?;
            request = request.header(name, header_value(value).ok_or_else(invalid_header)?);
        }
        let Some(Content { content_type, bytes }) = &self.body else { return Ok(request) };
        Ok(request
            .header(CONTENT_TYPE, header_value(content_type).ok_or_else(invalid_header)?)
            .body(bytes.clone()))
    }
}

fn header_value(text: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

impl std::fmt::Debug for OutboundRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_ref()).collect();
        f.debug_struct("OutboundRequest")
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

impl std::fmt::Debug for OutboundResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OutboundResponse")
            .field("status", &self.status)
            .field("content_type", &self.content_type)
            .field("bytes", &self.body.len())
            .finish()
    }
}
