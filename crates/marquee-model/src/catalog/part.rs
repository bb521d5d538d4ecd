//! The files of a site's folder.

/// The file of the site record.
pub const SITE_FILE: &str = "site.json";

/// The last segment of a path, with slashes or backslashes.
#[must_use]
pub fn file_name_in_path(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// A part of the catalog, which is one file of a site's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CatalogPart {
    Theaters,
    Movies,
    Showtimes,
    Events,
    Pages,
    Menus,
    Attributes,
}

impl CatalogPart {
    pub const ALL: &'static [Self] = &[
        Self::Theaters,
        Self::Movies,
        Self::Showtimes,
        Self::Events,
        Self::Pages,
        Self::Menus,
        Self::Attributes,
    ];

    /// The name of its file in a site's folder.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Theaters => "theaters.json",
            Self::Movies => "movies.json",
            Self::Showtimes => "showtimes.json",
            Self::Events => "events.json",
            Self::Pages => "pages.json",
            Self::Menus => "menus.json",
            Self::Attributes => "attributes.json",
        }
    }

    /// The part of a file, by the last segment of its path.
    #[must_use]
    pub fn from_file_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|part| part.file_name() == file_name_in_path(name)).copied()
    }
}
