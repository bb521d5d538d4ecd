//! Records that are stored as JSON in a column `doc`, in tables whose key is a site and an id.

use marquee_model::SiteId;

use crate::error::StoreError;
use crate::row_context::RowContext;

/// The document of a row whose key is a site and an id.
pub fn to_json<T: serde::Serialize>(
    table: &'static str,
    site: &SiteId,
    id: &str,
    value: &T,
) -> Result<String, StoreError> {
    RowContext::new(table, [site.as_str(), id]).write_json("doc", value)
}

/// The record of a row whose key is a site and an id.
pub fn from_json<T: serde::de::DeserializeOwned>(
    table: &'static str,
    site: &str,
    id: &str,
    doc: &str,
) -> Result<T, StoreError> {
    RowContext::new(table, [site, id]).read_json("doc", doc)
}
