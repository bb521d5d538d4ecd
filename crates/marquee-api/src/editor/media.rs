//! The media library of a site.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/editor/{site}/media`: the pictures and videos of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorPictures {
    pub pictures: Vec<EditorPicture>,
    /// The newest first.
    pub videos: Vec<EditorVideo>,
    /// Bytes of the uploaded files.
    pub used_bytes: u64,
    /// Maximum number of bytes of uploaded files.
    pub quota_bytes: u64,
    /// Number of posters and stills at addresses of films that the library does not have.
    pub film_pictures: usize,
}

/// A picture of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorPicture {
    /// The reference with which records name it.
    pub source: String,
    /// Address of a small rendition.
    pub address: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The uploaded file; absent for pictures of feeds and imports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<EditorPictureFile>,
    /// JSON Pointers of the places that use it, published or in the draft.
    pub places: Vec<String>,
}

/// A video of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorVideo {
    /// The reference with which records name it.
    pub source: String,
    /// Address of the file.
    pub address: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// In seconds, rounded; 0 if the file does not tell.
    pub seconds: u64,
    pub file: EditorPictureFile,
    pub captions: Vec<EditorCaptions>,
    /// JSON Pointers of the places that use it, published or in the draft.
    pub places: Vec<String>,
}

/// The captions of a video in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorCaptions {
    pub locale: String,
    /// Names the text, and changes with it.
    pub text_id: String,
    pub file: EditorPictureFile,
}

/// The response to `POST /api/editor/{site}/media/videos`, whose body is the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UploadedVideo {
    pub video: EditorVideo,
    /// Whether the site had the same video already.
    pub is_known: bool,
}

/// The response to `POST /api/editor/{site}/media/films`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FetchedPictures {
    /// Number of pictures that the library has now.
    pub stored: usize,
    /// Number of pictures that could not be fetched.
    pub failed: usize,
    /// The last one that was tried: a request with it as `after` continues behind it. Absent if the list has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
}

/// An uploaded file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorPictureFile {
    /// Its name on the operator's device; may be empty.
    pub name: String,
    pub bytes: u64,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
    /// Who uploaded it.
    pub by: String,
}

/// The response to `POST /api/editor/{site}/media`, whose body is the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UploadedPicture {
    pub picture: EditorPicture,
    /// Whether the site had the same picture already.
    pub is_known: bool,
}
