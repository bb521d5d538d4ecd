//! What a format of feeds is.

use jiff::Timestamp;
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

    /// Whether an address is one of the system, by its host or path.
    fn is_at(&self, _address: &Url) -> bool {
        false
    }

    /// The address that is requested at `now` for the one of a feed: some systems must be told the days.
    fn address(&self, address: &Url, _now: Timestamp) -> Url {
        address.clone()
    }

    /// What else has to be requested of a system, by what it has responded so far. It is called again after these responses; requests
    /// that were sent are not sent again.
    fn further(&self, _address: &Url, _files: &[SourceFile], _now: Timestamp) -> Vec<FurtherRequest> {
        Vec::new()
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

/// A GET request that follows the first one of a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurtherRequest {
    pub address: Url,
    /// Whether the schedule can be read without the response, if the system has none or does not permit it.
    pub is_optional: bool,
}

impl FurtherRequest {
    pub(crate) fn required(address: Url) -> Self {
        Self { address, is_optional: false }
    }

    pub(crate) fn optional(address: Url) -> Self {
        Self { address, is_optional: true }
    }
}

/// The address with its path from `from` on replaced by `to`, and its query by `query`; `None` if its path does not have `from`.
pub(crate) fn sibling(address: &Url, from: &str, to: &str, query: Option<&str>) -> Option<Url> {
    let (base, _) = address.path().split_once(from)?;
    let mut url = address.clone();
    url.set_path(&format!("{base}{to}"));
    url.set_query(query);
    url.set_fragment(None);
    Some(url)
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
    /// A web page with structured data.
    WebPage,
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
            Self::Xml { .. } | Self::WebPage | Self::Archive | Self::Text => None,
        }
    }
}
