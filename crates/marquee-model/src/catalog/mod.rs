//! What is playing: theaters, films, showtimes, events, pages and menus (ENT-04, ENT-06).

mod attribute;
mod block;
mod edit;
mod editorial;
mod link;
mod movie;
mod part;
mod picture;
mod rich_text;
mod saved_block;
mod showtime;
mod theater;

pub use attribute::{
    Attribute, AttributeGroup, BUILTIN_ATTRIBUTES, BuiltinAttribute, DUBBED, LocalizedAttribute,
    MAX_TAG_LENGTH, OPEN_CAPTION, ORIGINAL_VERSION, SUBTITLES,
};
pub use block::{
    Block, BlockBackground, BlockItem, BlockPicture, BlockSettings, BlockWidth, BrandColor, LinkWindow,
    VIDEO_PREFIX, embedded_url, is_video_reference,
};
pub use edit::{PriceRule, ProgramEdits, ProgramRules, ProgramRulesByTheater, RecordEdit};
pub use editorial::{
    Event, EventDate, LegalLine, MAX_HEADER_ENTRIES, MAX_LINKS_BELOW, Menu, MenuItem, Menus, Page, PageKind,
};
pub use link::{BookingUrl, BookingUrlError};
pub use movie::{Badge, Localized, MAX_BADGE_TEXT, Movie, Trailer, TrailerKind};
pub use part::{CatalogPart, SITE_FILE, file_name_in_path};
pub use picture::{FocalPoint, PictureDetails, PictureDetailsBySource};
pub use rich_text::{FormattedPart, FormattedSpan, Span, TextPart};
pub use saved_block::{PageBlock, SavedBlock, SavedBlockReference, SavedBlocks, ShownBlock, shown_blocks};
pub use showtime::{Availability, Price, ShowChange, Showtime, UNKNOWN_RUNTIME};
pub use theater::{
    AccessFeature, Address, Closure, Geo, MAX_ALERT_CHARACTERS, OpeningDay, OpeningHours, Screen, Theater,
    TheaterAlert,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything a site shows, except settings.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Catalog {
    /// Theaters, in the site's order.
    pub theaters: Vec<Theater>,
    pub movies: Vec<Movie>,
    /// Showtimes.
    pub showtimes: Vec<Showtime>,
    /// Events.
    pub events: Vec<Event>,
    /// Content pages.
    pub pages: Vec<Page>,
    /// Menus.
    pub menus: Menus,
    /// Names of attribute keys, in addition to the built-in ones.
    pub attributes: Vec<Attribute>,
}
