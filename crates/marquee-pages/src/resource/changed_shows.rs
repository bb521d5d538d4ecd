//! Coming shows that are canceled or start at another time than announced, so that members' orders say so.

use jiff::SignedDuration;
use marquee_api::{ChangedShow, ChangedShows};
use marquee_model::Tag;
use marquee_model::catalog::{Availability, Movie, Showtime};
use marquee_store::{ShowFilter, StoreError};

use super::BuiltResource;
use crate::builders::PageContext;

/// How long ago a show may have started: it may have been announced for a later time.
const LATEST: SignedDuration = SignedDuration::from_hours(24);
/// Maximum number of shows.
const MAX_SHOWS: u64 = 500;

/// `None` if it cannot be written as JSON.
pub async fn make(context: &PageContext<'_>) -> Result<Option<BuiltResource>, StoreError> {
    let filter = ShowFilter {
        from: Some(context.now.saturating_sub(LATEST).unwrap_or(context.now)),
        only_changed: true,
        limit: Some(MAX_SHOWS),
        ..context.snapshot.show_filter()
    };
    let config = &context.site.record.config;
    let shows = context.catalog.shows(&context.site.id, &filter).await?;
    let shows = shows.iter().filter(|show| config.shows_movie(&show.movie_id));
    let shows = shows.filter_map(|show| changed(context, show, context.movie(&show.movie_id)?)).collect();
    let Ok(text) = serde_json::to_string(&ChangedShows { shows }) else { return Ok(None) };
    let theaters = context.snapshot.theaters.iter().map(|theater| Tag::Theater(theater.id.clone()));
    let tags = [Tag::Films, Tag::Theaters].into_iter().chain(theaters).collect();
    Ok(Some(BuiltResource::new(context, text, "application/json", tags)))
}

/// `None` for a show that is sold out.
fn changed(context: &PageContext<'_>, show: &Showtime, film: &Movie) -> Option<ChangedShow> {
    let is_canceled = show.availability == Availability::Canceled;
    let before = show.announced().iter().copied().filter(|at| *at != show.starts_at);
    let announced: Vec<String> =
        before.chain(is_canceled.then_some(show.starts_at)).map(|at| at.to_string()).collect();
    if announced.is_empty() || (show.has_vanished() && !is_canceled) {
        return None;
    }
    let localized = context.text(&film.localizations, |l| l.title.as_ref(), &film.title).to_owned();
    let mut titles = vec![localized];
    for title in [Some(&film.title), film.original_title.as_ref()].into_iter().flatten() {
        if !titles.contains(title) {
            titles.push(title.clone());
        }
    }
    let now_at = (!is_canceled).then(|| show.starts_at.to_string());
    Some(ChangedShow { theater: show.theater_id.to_string(), titles, announced, now_at })
}
