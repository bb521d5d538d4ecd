//! Turns catalog records into HTML: resolves paths, builds page data, assembles documents and caches them.
//!
//! Layer 4. This crate does not depend on members, sessions, the HTTP server or the rendering engine.
//!
//! To add a page kind: a variant of [`Kind`](kind::Kind) in `kind.rs`, a builder in `builders/`, a body type in `marquee-api`,
//! a component in `web/site/src/pages`.

mod accept;
mod address;
mod assistant;
mod builders;
mod cache;
mod caches;
mod counts;
mod declared_inputs;
mod document;
mod error;
mod fallback;
mod focus;
mod follow;
mod format;
mod gate;
mod kind;
mod make;
mod names;
mod options;
mod request;
mod resource;
mod route;
mod seo;
mod service;
mod sharing_pictures;
mod third_parties;

pub use accept::Preferences;
pub use address::{captions_path, pictures_path, video_path};
pub use assistant::{ToolError, ToolResult};
pub use cache::{CachedResponse, EncodedResponse, Encoding};
pub use document::{Assets, HSTS, RESOURCE_POLICY};
pub use error::PageError;
pub use follow::follow_changes;
pub use format::Formats;
pub use make::{PageDependencies, PageResponse, Render, RenderFailure};
pub use options::Options;
pub use request::{Query, Request, is_api};
pub use resource::Export;
pub use seo::PictureRenderer;
pub use service::{Pages, PictureAccess};
pub use sharing_pictures::SharingPictures;
pub use third_parties::{ThirdPartySettings, ThirdPartySource, proxied_scripts};
