//! Paths that a site serves itself, as far as its record says (ROUTE-15).

use marquee_model::locale::language_of;
use marquee_model::reserved_paths::{PathOwner, ReservedPaths};
use marquee_model::settings::DEFAULT_PREVIEW_PREFIX;

use crate::document::Document;

/// The reserved paths of the site with this record.
pub(crate) fn paths<'d>(record: &'d Document<'_>) -> ReservedPaths<'d> {
    let main = record.get("/config/locale").map_or("en", |_| language_of(record.text("/config/locale")));
    let additional = record.texts("/config/options/additionalLocales").map(|(_, locale)| language_of(locale));
    let preview = "/config/options/reservedPathPrefix";
    ReservedPaths {
        login_slug: record.text("/settings/loginPage/slug"),
        path_prefix: record.text("/config/pathPrefix"),
        languages: additional.filter(|language| *language != main).collect(),
        preview_prefix: record.get(preview).map_or(DEFAULT_PREVIEW_PREFIX, |_| record.text(preview)),
    }
}

/// The message about a content page that is never shown.
pub(crate) fn hidden_page(path: &str, owner: PathOwner) -> String {
    format!("{path} is hidden by {}: choose another path", name(owner))
}

/// Why the login page or the privacy page cannot have the slug.
pub(crate) fn slug_error(reserved: &ReservedPaths<'_>, slug: &str) -> Option<String> {
    let is_seeded_page = matches!(slug, "showtimes" | "events" | "theaters");
    let owner = reserved.owner(slug).or(is_seeded_page.then_some(PathOwner::Fixed))?;
    Some(format!("/{slug}/ is hidden by {}: choose another slug", name(owner)))
}

/// The owner of a path as a noun.
pub(crate) fn name(owner: PathOwner) -> &'static str {
    match owner {
        PathOwner::Fixed => "a fixed route",
        PathOwner::Ticketing => "a path of the ticketing site",
        PathOwner::MemberArea => "the login page",
        PathOwner::Films => "the film pages of pathPrefix",
        PathOwner::Language => "the pages of another language",
        PathOwner::Previews => "the previews of the site editor",
    }
}
