//! Canonical forms of idempotent requests. A keyed hash of the form is stored with the response; a retry must have the same
//! form.
//!
//! A form is the JSON of a struct that is used for nothing else, with a version number. A change of the form gets a new
//! version; forms of older versions stay, so that stored requests are recognized.

use crate::error::LoyaltyError;

/// Maximum length of the id of an idempotent request, in characters.
pub const MAX_REQUEST_ID: usize = 100;

/// Checks the id of an idempotent request, which may be missing.
///
/// # Errors
/// [`LoyaltyError::Field`] with the name of the field if it is empty or longer than [`MAX_REQUEST_ID`].
pub fn check_request_id(field: &'static str, id: Option<&str>) -> Result<(), LoyaltyError> {
    if id.is_some_and(|id| id.is_empty() || id.chars().count() > MAX_REQUEST_ID) {
        return Err(LoyaltyError::field(field, format!("must have 1 to {MAX_REQUEST_ID} characters")));
    }
    Ok(())
}

/// The canonical forms of a request: the current one, and those of older versions.
#[derive(Debug)]
pub struct Fingerprints {
    pub current: String,
    pub older: Vec<String>,
}
