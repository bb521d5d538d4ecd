//! What a role may change in a draft.

use marquee_model::operator::Permission;

/// The permission that a change of a part needs.
#[must_use]
pub fn permission(pointer: &str) -> Permission {
    const DESIGN: [&str; 10] = [
        "/site/config/theme",
        "/site/config/roundness",
        "/site/config/googleFonts",
        "/site/settings/headerLayout",
        "/site/settings/footerLayout",
        "/site/settings/logo",
        "/site/settings/logoSize",
        "/site/settings/hasSearch",
        "/site/settings/footerMobileLinks",
        "/site/config/options/savedBlocks",
    ];
    const PROGRAM: [&str; 3] = [
        "/site/config/movieOrderIndex",
        "/site/config/globalExcludedMovieIds",
        "/site/config/options/featuredFilms",
    ];
    let starts = |prefix: &str| {
        pointer.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if DESIGN.into_iter().any(starts) {
        Permission::EditSite
    } else if PROGRAM.into_iter().any(starts) {
        Permission::EditProgram
    } else if starts("/site") {
        Permission::EditSettings
    } else if starts("/pages") || starts("/menus") {
        Permission::EditSite
    } else {
        Permission::EditProgram
    }
}
