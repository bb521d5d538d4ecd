//! What a format of feeds is.

use serde_json::Value;
use url::Url;

use crate::collector::Collector;
use crate::error::FeedError;
use crate::source::{Source, SourceFile};

/// A format of feeds. Formats are listed in `lib.rs`.
pub(crate) trait FeedFormat: Sync {
    /// The name in commands, for example `cinemashowtimes`.
    fn name(&self) -> &'static str;

    /// What feeds of the format contain, for errors.
    fn hint(&self) -> &'static str;

    /// Extensions of its files, lower-case. A file whose name has none of them gets the first.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether a file shows by its content that it has this format.
    fn recognizes(&self, file: &SourceFile, content: &Content) -> bool;

    /// What the system at an address must be sent so that it responds with a schedule; `None` if a GET request is enough.
    fn request(&self, _address: &Url) -> Option<SystemRequest> {
        None
    }

    /// Reads all files of a feed.
    ///
    /// # Errors
    /// The feed is rejected as a whole. A row that cannot be read is given to [`Collector::skip`] instead.
    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError>;
}

/// A POST request that a system responds to with a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemRequest {
    /// JSON.
    pub body: String,
    /// Names in lower case, and values.
    pub headers: Vec<(&'static str, String)>,
}

/// The content of a file, as far as all formats need to know it.
pub(crate) enum Content {
    Json(Value),
    Xml {
        /// The name of the root element, without a prefix.
        root: String,
        /// Whether it begins with an XML declaration.
        is_declared: bool,
    },
    /// A ZIP archive, such as an Excel workbook.
    Archive,
    /// Any other text.
    Text,
}

impl Content {
    /// The value of a JSON file.
    pub fn json(&self) -> Option<&Value> {
        match self {
            Self::Json(value) => Some(value),
            Self::Xml { .. } | Self::Archive | Self::Text => None,
        }
    }
}
