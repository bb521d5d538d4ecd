//! What requests about pictures and videos have in common.

use http::{StatusCode, Uri};
use marquee_media::{CaptionsError, MediaError};
use marquee_model::MediaRef;
use marquee_site::library::LibraryError;

use serde_json::json;

use super::query;
use super::reply::{Refusal, refuse, refuse_field};
use crate::problem::problem_with_fields;

/// The response to a request that the media library refuses.
pub fn failed(error: LibraryError) -> Refusal {
    let status = match &error {
        LibraryError::Unusable(MediaError::VideoTooLarge) => StatusCode::PAYLOAD_TOO_LARGE,
        LibraryError::Captions(CaptionsError::TooLarge) => StatusCode::PAYLOAD_TOO_LARGE,
        LibraryError::Captions(error) => return captions_refused(error),
        LibraryError::Unusable(_) => StatusCode::UNPROCESSABLE_ENTITY,
        LibraryError::Interrupted => StatusCode::BAD_REQUEST,
        LibraryError::TooSlow => StatusCode::REQUEST_TIMEOUT,
        LibraryError::Uploading => StatusCode::TOO_MANY_REQUESTS,
        LibraryError::Full
        | LibraryError::FullOfVideos
        | LibraryError::Used(_)
        | LibraryError::Taken
        | LibraryError::Fetching => StatusCode::CONFLICT,
        LibraryError::Quota { .. } => StatusCode::INSUFFICIENT_STORAGE,
        LibraryError::Unknown => StatusCode::NOT_FOUND,
        LibraryError::Store(_) | LibraryError::Media(_) => {
            tracing::error!(%error, "cannot use the media library");
            return refuse(StatusCode::SERVICE_UNAVAILABLE, "The server cannot do this now");
        }
    };
    refuse(status, &error.to_string())
}

/// 422 with what the editor needs to say it in its language.
fn captions_refused(error: &CaptionsError) -> Refusal {
    let reason = match error {
        CaptionsError::TooLarge => json!({ "code": "tooLarge" }),
        CaptionsError::NotUtf8 => json!({ "code": "notUtf8" }),
        CaptionsError::Line { line } => json!({ "code": "line", "line": line }),
        CaptionsError::Empty => json!({ "code": "empty" }),
        CaptionsError::Backwards { line } => json!({ "code": "backwards", "line": line }),
    };
    Refusal(Box::new(problem_with_fields(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string(), reason)))
}

/// The picture or video that the query names.
pub fn source_of(uri: &Uri) -> Result<MediaRef, Refusal> {
    let source = query(uri, "source").and_then(|source| MediaRef::parse(&source).ok());
    source.ok_or_else(|| refuse_field("source", "source must be the reference of a picture or video"))
}
