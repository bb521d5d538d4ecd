//! Numbers of shows, by which films can be ordered.

use std::collections::HashMap;

use jiff::ToSpan;
use jiff::civil::Date;
use marquee_model::catalog::Availability;
use marquee_model::{MovieId, SiteId, TheaterId};
use marquee_store::{ShowFilter, StoreError};

use crate::reader::Catalog;

/// Days whose shows decide the order of films.
const COUNTED_DAYS: i64 = 7;

impl Catalog {
    /// Number of shows of each film in the seven cinema days from `from` on, at one theater or all, without canceled ones (SITE-12).
    /// Films without one are missing.
    pub async fn shows_in_week(
        &self,
        site: &SiteId,
        theater: Option<&TheaterId>,
        from: Date,
    ) -> Result<HashMap<MovieId, u64>, StoreError> {
        let shows = match &self.draft {
            Some(draft) => draft.filter.clone(),
            None => self.snapshot(site).await?.show_filter(),
        };
        let filter = ShowFilter {
            theater: theater.cloned(),
            from_date: Some(from),
            to_date: Some(from.saturating_add((COUNTED_DAYS - 1).days())),
            ..shows
        };
        if self.draft.is_none() {
            return self.store().count_shows_by_film(site, &filter).await;
        }
        let mut counts = HashMap::new();
        let shows = self.shows(site, &filter).await?;
        for show in shows.into_iter().filter(|show| show.availability != Availability::Canceled) {
            *counts.entry(show.movie_id).or_default() += 1;
        }
        Ok(counts)
    }
}
