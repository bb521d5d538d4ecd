//! Paths that a site serves itself. A content page with such a path is never shown (ROUTE-15).

use crate::ticketing::Flow;

/// First path segments below which every site has files, endpoints or redirects. Segments with other characters than those of a
/// page's path, such as `robots.txt`, need no check.
pub const RESERVED_SEGMENTS: [&str; 8] =
    ["api", "assets", "fonts", "healthz", "icons", "media", "permalink", "readyz"];

/// The settings that decide which paths a site serves itself.
#[derive(Debug, Clone)]
pub struct ReservedPaths<'a> {
    /// Slug of the login page; empty without member area.
    pub login_slug: &'a str,
    /// `pathPrefix`, or empty.
    pub path_prefix: &'a str,
    /// Short forms of the locales except the default one, for example `fr`.
    pub languages: Vec<&'a str>,
    /// Path prefix of previews, for example `/cms-preview`.
    pub preview_prefix: &'a str,
}

impl<'a> ReservedPaths<'a> {
    /// What the site shows at the path instead of a content page; `None` if a content page can have the path.
    ///
    /// The path is without the prefix of a locale, with or without surrounding slashes.
    #[must_use]
    pub fn owner(&self, path: &str) -> Option<PathOwner> {
        let segments: Vec<&str> = path.split('/').filter(|s| !s.is_empty()).collect();
        let [first, rest @ ..] = segments.as_slice() else { return None };
        if self.languages.contains(first) {
            return Some(PathOwner::Language);
        }
        if self.is_preview(&segments) {
            return Some(PathOwner::Previews);
        }
        if Flow::from_path(&segments.join("/")).is_some() {
            return Some(PathOwner::Ticketing);
        }
        let is_page =
            matches!((*first, rest), ("search" | "movies", []) | ("movies" | "theaters" | "events", [_]));
        if is_page || RESERVED_SEGMENTS.contains(first) {
            return Some(PathOwner::Fixed);
        }
        if *first == self.path_prefix && matches!(rest, ["movie"] | ["movie", _]) {
            return Some(PathOwner::Films);
        }
        (*first == self.login_slug).then_some(PathOwner::MemberArea)
    }

    fn is_preview(&self, segments: &[&str]) -> bool {
        let mut prefix = self.preview_prefix.split('/').filter(|s| !s.is_empty()).peekable();
        let mut segments = segments.iter();
        prefix.peek().is_some() && prefix.all(|expected| segments.next() == Some(&expected))
    }
}

/// What is shown instead of a content page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathOwner {
    /// Files, endpoints or pages that every site has.
    Fixed,
    /// A flow of the ticketing site, if the site has a ticketing URL.
    Ticketing,
    /// The login page and the pages below it.
    MemberArea,
    /// A film list or a film page below `pathPrefix`.
    Films,
    /// The pages of another language.
    Language,
    /// Previews of the site editor.
    Previews,
}
