//! What a role may change in a draft.

use std::collections::{BTreeMap, BTreeSet};

use jsonptr::Pointer;
use marquee_catalog::theaters_of_shows;
use marquee_model::operator::{ChangeScope, Permission};
use marquee_model::{ShowId, SiteId, TheaterId};
use marquee_store::{StoreError, WriteTx};
use serde_json::Value;

use super::author::Author;
use super::error::DraftError;

/// The permission that a change of a part needs.
#[must_use]
pub fn permission(pointer: &str) -> Permission {
    const SITE: [&str; 11] = [
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
        "/site/config/options/redirects",
    ];
    const PROGRAM: [&str; 5] = [
        "/site/config/movieOrderIndex",
        "/site/config/globalExcludedMovieIds",
        "/site/config/options/featuredFilms",
        "/site/config/options/filmPlaces",
        "/site/config/options/orderByShows",
    ];
    let starts = |prefix: &str| {
        pointer.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if SITE.into_iter().any(starts) {
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

/// What belongs to theaters.
#[derive(Debug, Default)]
struct Theaters {
    /// The theaters that the site has.
    known: BTreeSet<TheaterId>,
    /// The theaters of shows, by the ids of the shows.
    of_shows: BTreeMap<String, BTreeSet<TheaterId>>,
}

/// Section and id of the record that a pointer names or is within, and whether it is only a part of the record.
fn record_of(pointer: &Pointer) -> Option<(String, String, bool)> {
    let mut tokens = pointer.tokens();
    let (section, id) = (tokens.next()?, tokens.next()?);
    Some((section.decoded().into_owned(), id.decoded().into_owned(), tokens.next().is_some()))
}

/// What the change of a part belongs to. Adding and removing a theater changes the site, its fields only the theater.
fn scope(pointer: &Pointer, theaters: &Theaters) -> ChangeScope {
    let theater = |id: &str| {
        let id = TheaterId::parse(id).ok().filter(|id| theaters.known.contains(id));
        ChangeScope::of_theaters(id.into_iter().collect())
    };
    match record_of(pointer) {
        Some((section, id, true)) if section == "theaters" => theater(&id),
        Some((section, id, _)) if section == "programRules" => theater(&id),
        Some((section, id, _)) if section == "shows" => {
            ChangeScope::of_theaters(theaters.of_shows.get(&id).cloned().unwrap_or_default())
        }
        _ => ChangeScope::Site,
    }
}

/// What an author may change in a draft: what the role permits, at its theaters (security 2.8).
pub struct Reach<'a> {
    author: &'a Author,
    theaters: Theaters,
}

impl<'a> Reach<'a> {
    /// Reads where the shows among `pointers` are. A show is at all theaters that the published site, `drafts` or feeds say, so
    /// that nobody moves one into their theater or out of it.
    pub async fn read(
        tx: &WriteTx,
        site: &SiteId,
        author: &'a Author,
        live: &Value,
        drafts: &[&Value],
        pointers: impl Iterator<Item = &Pointer>,
    ) -> Result<Self, StoreError> {
        // Without a limit, it does not matter.
        if author.grant.theaters().is_none() {
            return Ok(Self { author, theaters: Theaters::default() });
        }
        let known = live.get("theaters").and_then(Value::as_object);
        let known = known.into_iter().flat_map(|theaters| theaters.keys());
        let known = known.filter_map(|id| TheaterId::parse(id).ok()).collect();
        let shows = pointers.filter_map(record_of).filter(|(section, ..)| section == "shows");
        let mut of_shows: BTreeMap<_, _> = shows.map(|(_, id, _)| (id, BTreeSet::new())).collect();
        let ids: Vec<ShowId> = of_shows.keys().filter_map(|id| ShowId::parse(id).ok()).collect();
        for (id, theater) in theaters_of_shows(tx, site, &ids).await? {
            of_shows.entry(id.to_string()).or_default().insert(theater);
        }
        for (id, theaters) in &mut of_shows {
            let at = |document: &Value| {
                let theater = document.get("shows")?.get(id)?.get("fields")?.get("theaterId")?.as_str()?;
                TheaterId::parse(theater).ok()
            };
            theaters.extend(drafts.iter().copied().chain([live]).filter_map(at));
        }
        Ok(Self { author, theaters: Theaters { known, of_shows } })
    }

    /// Checks that the author may change a part.
    pub fn check(&self, pointer: &Pointer) -> Result<(), DraftError> {
        let needed = permission(pointer.as_str());
        let checked = self.author.grant.check(needed, &scope(pointer, &self.theaters));
        checked.map_err(|refusal| DraftError::NotPermitted { part: pointer.to_string(), refusal })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope_of(pointer: &str) -> Vec<String> {
        let at = |id: &str| TheaterId::parse(id).unwrap();
        let of_shows = BTreeMap::from([
            ("own".to_owned(), BTreeSet::from([at("T1")])),
            ("moved".to_owned(), BTreeSet::from([at("T1"), at("T2")])),
            ("unknown".to_owned(), BTreeSet::new()),
        ]);
        let theaters = Theaters { known: ["T1", "T2"].map(at).into(), of_shows };
        match scope(Pointer::parse(pointer).unwrap(), &theaters) {
            ChangeScope::Site => vec!["site".to_owned()],
            ChangeScope::Theaters(theaters) => theaters.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn security_2_8_fields_shows_and_rules_belong_to_theaters_and_all_else_to_the_site() {
        for (pointer, expected) in [
            ("/theaters/T1/closures", &["T1"][..]),
            ("/theaters/T2/address/city", &["T2"]),
            ("/programRules/T2", &["T2"]),
            ("/programRules/T2/gap", &["T2"]),
            ("/shows/own", &["T1"]),
            ("/shows/own/fields/startsAt", &["T1"]),
            ("/shows/moved/fields/theaterId", &["T1", "T2"]),
        ] {
            assert_eq!(scope_of(pointer), expected, "{pointer}");
        }
        for pointer in [
            "",
            "/theaters",
            "/theaters/T1",
            "/theaters/T9/phone",
            "/theaterOrder",
            "/shows",
            "/shows/unknown",
            "/shows/never-read/hidden",
            "/programRules",
            "/programRules/T9",
            "/films/1/fields/title",
            "/events/1",
            "/pictures/x",
            "/attributes",
            "/site/config/theaterIds",
        ] {
            assert_eq!(scope_of(pointer), ["site"], "{pointer}");
        }
    }
}
