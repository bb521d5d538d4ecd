//! Canonical forms of idempotent requests. A keyed hash of the form is stored with the response; a retry must have the same
//! form.
//!
//! A form is the JSON of a struct that is used for nothing else, with a version number. A change of the form gets a new
//! version; forms of older versions stay, so that stored requests are recognized.

/// Maximum length of the id of an idempotent request, in characters.
pub const MAX_REQUEST_ID: usize = 100;

/// The canonical forms of a request: the current one, and those of older versions.
#[derive(Debug)]
pub struct Fingerprints {
    pub current: String,
    pub older: Vec<String>,
}
