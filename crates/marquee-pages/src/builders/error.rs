//! Error pages: what happened, what to do (ROUTE-10, ux.md "Errors").

use http::StatusCode;
use marquee_api::{ErrorPage, PageBody};
use marquee_messages::server;
use marquee_model::Tag;
use marquee_store::StoreError;

use super::context::{PageContext, PageDraft};
use super::{BuiltPage, days, shows};

/// Number of upcoming shows on the 404 page.
const MAX_UPCOMING_SHOWS: usize = 3;

pub async fn build(context: &PageContext<'_>, status: StatusCode) -> Result<BuiltPage, StoreError> {
    let missing = status == StatusCode::NOT_FOUND;
    let tz = context.zone(None);
    let mut next_change = None;
    let soon = if missing {
        let days = context.next_days(MAX_UPCOMING_SHOWS).await?;
        let nearby_shows = || days.iter().flat_map(|d| &d.shows).filter(|s| context.is_nearby(s));
        // A show leaves the list when it starts; after midnight "tomorrow" is another day.
        let first_start = nearby_shows().map(|s| s.starts_at).filter(|at| *at > context.now).min();
        next_change = first_start.into_iter().chain([days::midnight(context, &tz)]).min();
        shows::soon(context, nearby_shows(), MAX_UPCOMING_SHOWS, context.today(&tz))
    } else {
        Vec::new()
    };
    let title = if missing {
        server::titles_not_found(context.language())
    } else {
        server::titles_failed(context.language())
    };
    let phone = context
        .theater()
        .or(context.snapshot.theaters.first())
        .and_then(|t| t.phone.clone())
        .unwrap_or_default();
    let body = PageBody::Error(ErrorPage { status: status.as_u16(), soon, phone });
    let mut page = PageDraft::new(title.to_owned(), body);
    page.status = status;
    page.tags = vec![Tag::Films, Tag::Theaters];
    page.next_change = next_change;
    context.finish(page).await
}
