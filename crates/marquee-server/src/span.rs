//! The spans of requests in the log.

use http::Method;
use tracing::Span;

/// The span of a request, with its method and its route. The path is not logged, because it may contain personal data.
pub(crate) fn request_span(method: &Method, route: &str) -> Span {
    tracing::info_span!("request", %method, route)
}
