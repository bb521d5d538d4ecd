//! The top of the home page: the featured film and the next shows.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;
use marquee_api::{Hero, SoonShow};
use marquee_catalog::{DayShows, UpcomingDays, is_upcoming};
use marquee_model::MovieId;
use marquee_model::catalog::{Movie, Showtime};
use marquee_store::StoreError;

use super::context::PageContext;
use super::days::{self, Days};
use super::shows;

/// Number of days after today that are searched for a show nearby.
const MAX_DAYS: usize = 7;

/// Number of times in the hero that fit on one row if each has the name of its theater.
const NAMED_TIMES: usize = 3;

/// The day at the top of the home page, and its shows.
#[derive(Debug)]
pub struct DefaultDay {
    pub date: Date,
    pub day: Arc<DayShows>,
}

impl DefaultDay {
    /// The chosen day, else the first day from today on with an upcoming show at a theater nearby.
    pub async fn find(
        context: &PageContext<'_>,
        days: &Days,
        upcoming_days: &UpcomingDays,
    ) -> Result<Self, StoreError> {
        let theater = context.theater().map(|t| &t.id);
        let load = |date| context.catalog.day(&context.site.id, theater, date);
        if context.query.day.is_some() {
            return Ok(Self { date: days.selected, day: load(days.selected).await? });
        }
        let later = upcoming_days.days.iter().copied().filter(|d| *d > days.today).take(MAX_DAYS);
        for date in std::iter::once(days.today).chain(later) {
            let day = load(date).await?;
            if day.shows.iter().any(|s| context.is_nearby(s) && is_to_come(context, s)) {
                return Ok(Self { date, day });
            }
        }
        Ok(Self { date: days.default_day, day: load(days.default_day).await? })
    }

    /// The film's upcoming shows nearby; those of all theaters if no show of the day is nearby.
    fn shows_of(&self, context: &PageContext<'_>, m: &Movie) -> Vec<&Showtime> {
        let any_near = self.day.shows.iter().any(|s| context.is_nearby(s) && is_to_come(context, s));
        let mut film_shows = self.day.shows_of_movie(&m.id);
        film_shows.retain(|s| is_to_come(context, s) && (!any_near || context.is_nearby(s)));
        film_shows
    }

    /// The featured film if it has an upcoming show that day (SITE-12), else the first film of the list with one and a wide picture,
    /// else the first with one.
    pub fn hero(
        &self,
        context: &PageContext<'_>,
        movies: &[&Movie],
        featured: Option<&MovieId>,
        first: &HashMap<MovieId, Date>,
        today: Date,
    ) -> Option<Hero> {
        let playing: Vec<&&Movie> = movies.iter().filter(|m| !self.shows_of(context, m).is_empty()).collect();
        let wide = |m: &&&Movie| context.picture(m.hero.as_ref().or(m.backdrop.as_ref())).is_some();
        let m = playing
            .iter()
            .find(|m| Some(&m.id) == featured)
            .or_else(|| playing.iter().find(|m| wide(m)))
            .or_else(|| playing.first())?;
        let film = shows::item(context, m, first.get(&m.id).copied(), today);
        let card = shows::card(context, film, m, &self.shows_of(context, m), String::new());
        let with_theater = context.is_circuit() && context.theater().is_none();
        Some(Hero {
            film: card.film,
            genres: context.genres(m),
            directors: m.directors.clone(),
            picture: context.picture(m.hero.as_ref().or(m.backdrop.as_ref())),
            day: days::relative_day_name(context, self.date, today, &context.zone(None)),
            shows: if with_theater { card.shows.into_iter().take(NAMED_TIMES).collect() } else { card.shows },
            trailer: m.trailer.as_ref().and_then(|trailer| context.trailer(trailer)),
        })
    }
}

/// The name of the day of the first of these shows (empty for today), and the next shows nearby.
pub async fn soon(context: &PageContext<'_>, limit: usize) -> Result<(String, Vec<SoonShow>), StoreError> {
    let days = context.next_days(limit).await?;
    let nearby_shows = || days.iter().flat_map(|d| &d.shows).filter(|s| context.is_nearby(s));
    let tz = context.zone(None);
    let today = context.today(&tz);
    let day = nearby_shows().find(|s| shows::starts_soon(context, s)).map_or(today, |s| s.business_date);
    Ok((days::relative_day_name(context, day, today, &tz), shows::soon(context, nearby_shows(), limit, day)))
}

/// Whether a show takes place and has not started.
fn is_to_come(context: &PageContext<'_>, s: &Showtime) -> bool {
    is_upcoming(s, context.now, context.site.late_booking_minutes())
}
