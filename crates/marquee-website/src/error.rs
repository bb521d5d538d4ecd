//! Why a website cannot be read.

use marquee_outbound::OutboundError;

#[derive(Debug, thiserror::Error)]
pub enum WebsiteError {
    /// The text is not the address of a website.
    #[error("invalid URL: expected an address such as cinema.example")]
    Address,
    /// No connection, or an address that is not allowed.
    #[error("the website cannot be reached: {0}")]
    Unreachable(#[source] OutboundError),
    /// The home page has an error status, or is not HTML.
    #[error("the address has no web page")]
    NotAPage,
    /// Redirects without end.
    #[error("the website redirects too often")]
    Redirects,
    #[error("the website takes too long to answer")]
    Timeout,
}
