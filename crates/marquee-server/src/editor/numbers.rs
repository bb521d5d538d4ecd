//! Counts of a site by day (decision 0042).

use std::collections::{BTreeMap, HashMap};

use axum::extract::State;
use axum::response::Response;
use http::{StatusCode, Uri};
use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use marquee_api::editor::{
    FilmLabel, NumberSeries, Numbers, PageViews, RankedFilm, RankedNumber, RankedShow,
};
use marquee_loyalty::write_texts;
use marquee_model::numbers::{CountKind, site_zone, ticketing_ids};
use marquee_model::operator::Permission;
use marquee_model::{MovieId, ShowId};
use marquee_store::{Period, Points, Store, StoreError};

use super::film_labels::FilmLabels;
use super::may::{May, Read};
use super::reply::{Refusal, failed, refuse, refuse_field, unavailable};
use super::{Access, Editor, Shared, download, json, number};

/// The days of the views of pages.
const PAGE_VIEW_DAYS: i64 = 28;
/// Length of a ranked list.
const RANKED: usize = 20;
/// Maximum number of shows from which films are ranked.
const MAX_SHOWS: u64 = 20_000;
/// Maximum number of rows of an exported file.
const MAX_EXPORTED: u64 = 100_000;

/// The days of a request: 28 or 365, today included.
fn requested_days(uri: &Uri) -> Result<i64, Refusal> {
    match number(uri, "days")? {
        None | Some(28) => Ok(28),
        Some(365) => Ok(365),
        Some(_) => Err(refuse_field("days", "days must be 28 or 365")),
    }
}

/// The `days` days until `today`.
fn until(today: Date, days: i64) -> Period {
    Period { from: today.saturating_sub((days - 1).days()), to: today }
}

/// A site's days.
struct Calendar {
    zone: TimeZone,
    period: Period,
    /// As many days before.
    before: Period,
    /// The first day on which something was counted.
    first: Option<Date>,
}

impl Calendar {
    async fn read(editor: &Editor, access: &Access, days: i64) -> Result<Self, StoreError> {
        let store = &editor.app.store;
        let zone = site_zone(&store.theaters(&access.id).await?);
        let period = until(editor.app.pages.now().to_zoned(zone.clone()).date(), days);
        let before = until(period.from.saturating_sub(1.day()), days);
        Ok(Self { zone, period, before, first: store.first_count_day(&access.id).await? })
    }

    fn series(&self, counts: &BTreeMap<Date, i64>, before: i64, is_complete: bool) -> NumberSeries {
        let mut days = Vec::new();
        let mut day = self.period.from;
        while day <= self.period.to {
            days.push(counts.get(&day).copied().unwrap_or(0));
            day = day.saturating_add(1.day());
        }
        NumberSeries { total: days.iter().sum(), before: is_complete.then_some(before), days }
    }

    async fn counts(
        &self,
        store: &Store,
        access: &Access,
        kind: CountKind,
    ) -> Result<NumberSeries, StoreError> {
        let signed = |counts: BTreeMap<Date, u64>| -> BTreeMap<Date, i64> {
            counts.into_iter().map(|(day, n)| (day, i64::try_from(n).unwrap_or(i64::MAX))).collect()
        };
        let counts = signed(store.counts_by_day(&access.id, kind, self.period).await?);
        let before = signed(store.counts_by_day(&access.id, kind, self.before).await?);
        let is_complete = self.first.is_some_and(|first| first <= self.before.from);
        Ok(self.series(&counts, before.values().sum(), is_complete))
    }

    /// Points given and spent. The ledger has all days.
    async fn points(
        &self,
        store: &Store,
        access: &Access,
    ) -> Result<(NumberSeries, NumberSeries), StoreError> {
        let points = store.points_by_day(&access.id, self.period, &self.zone).await?;
        let before = store.points_by_day(&access.id, self.before, &self.zone).await?;
        let of = |value: fn(&Points) -> i64| {
            let days = points.iter().map(|(day, points)| (*day, value(points))).collect();
            self.series(&days, before.values().map(value).sum(), true)
        };
        Ok((of(|points| points.given), of(|points| points.spent)))
    }
}

/// `GET /api/editor/{site}/numbers?days=…`.
pub async fn numbers(
    State(editor): Shared,
    May(access, ..): May<Read>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let days = requested_days(&uri)?;
    // So that the figures have everything that this node has counted.
    editor.app.pages.save_counts().await;
    json(&read(&editor, &access, days).await.map_err(|error| unavailable(&error))?)
}

async fn read(editor: &Editor, access: &Access, days: i64) -> Result<Numbers, StoreError> {
    let store = &editor.app.store;
    let calendar = Calendar::read(editor, access, days).await?;
    let ranked = async |kind: CountKind| {
        let limit = u64::try_from(RANKED + 1).unwrap_or(u64::MAX);
        let rows = store.largest_counts(&access.id, kind, calendar.period, limit).await?;
        let named = rows.into_iter().filter(|(key, _)| !key.is_empty()).take(RANKED);
        Ok::<_, StoreError>(named.map(|(name, count)| RankedNumber { name, count }).collect())
    };
    let (films, shows) = ranked_films(editor, access, calendar.period).await?;
    let has_members = access.person.author(&access.id, Permission::Members).is_ok();
    let (members, points_given, points_spent) = if has_members {
        let (given, spent) = calendar.points(store, access).await?;
        (Some(calendar.counts(store, access, CountKind::Member).await?), Some(given), Some(spent))
    } else {
        (None, None, None)
    };
    Ok(Numbers {
        from: calendar.period.from.to_string(),
        to: calendar.period.to.to_string(),
        counted_from: calendar.first.map(|first| first.max(calendar.period.from).to_string()),
        views: calendar.counts(store, access, CountKind::View).await?,
        pages: ranked(CountKind::View).await?,
        ticketing: calendar.counts(store, access, CountKind::Ticketing).await?,
        films,
        shows,
        searches: calendar.counts(store, access, CountKind::Search).await?,
        words: ranked(CountKind::Search).await?,
        members,
        points_given,
        points_spent,
    })
}

/// `GET /api/editor/{site}/page-views`.
pub async fn page_views(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    // So that the figures have everything that this node has counted.
    editor.app.pages.save_counts().await;
    let views = views_of_pages(&editor, &access).await.map_err(|error| unavailable(&error))?;
    json(&PageViews { views })
}

/// The views of the published pages and of their earlier addresses, in all languages.
async fn views_of_pages(editor: &Editor, access: &Access) -> Result<BTreeMap<String, u64>, StoreError> {
    let store = &editor.app.store;
    let Calendar { period, .. } = Calendar::read(editor, access, PAGE_VIEW_DAYS).await?;
    let pages = store.pages(&access.id).await?;
    let paths: Vec<&String> =
        pages.iter().flat_map(|page| std::iter::once(&page.path).chain(&page.former_paths)).collect();
    let prefixes: Vec<String> =
        access.site.record.config.locale_prefixes().map(|(_, prefix)| prefix).collect();
    let keys: Vec<String> =
        paths.iter().flat_map(|path| prefixes.iter().map(move |prefix| format!("{prefix}{path}"))).collect();
    let counts = store.counts_of_keys(&access.id, CountKind::View, period, &keys).await?;
    let views =
        |path: &str| prefixes.iter().filter_map(|prefix| counts.get(&format!("{prefix}{path}"))).sum::<u64>();
    let counted = paths.into_iter().map(|path| (path.clone(), views(path)));
    Ok(counted.filter(|(_, count)| *count > 0).collect())
}

/// The films and the shows with the most taps to ticketing.
async fn ranked_films(
    editor: &Editor,
    access: &Access,
    period: Period,
) -> Result<(Vec<RankedFilm>, Vec<RankedShow>), StoreError> {
    let store = &editor.app.store;
    let rows = store.largest_counts(&access.id, CountKind::Ticketing, period, MAX_SHOWS).await?;
    let mut by_film: HashMap<&str, u64> = HashMap::new();
    for (key, count) in &rows {
        if let Some((film, _)) = ticketing_ids(key) {
            *by_film.entry(film).or_default() += count;
        }
    }
    let mut by_film: Vec<(&str, u64)> = by_film.into_iter().collect();
    by_film.sort_unstable_by_key(|(film, count)| (std::cmp::Reverse(*count), *film));
    by_film.truncate(RANKED);
    let top_shows: Vec<(&str, &str, u64)> = rows
        .iter()
        .filter_map(|(key, count)| ticketing_ids(key).map(|(film, show)| (film, show, *count)))
        .take(RANKED)
        .collect();
    let named = by_film.iter().map(|(film, _)| *film).chain(top_shows.iter().map(|(film, ..)| *film));
    let ids: Vec<MovieId> = named.filter_map(|film| MovieId::parse(film).ok()).collect();
    let labels = FilmLabels::read(editor, access, &ids).await?;
    let label = |film: &str| match MovieId::parse(film) {
        Ok(id) => labels.label(&id),
        Err(_) => FilmLabel { id: film.to_owned(), title: film.to_owned(), poster: None },
    };
    let films = by_film.iter().map(|(film, count)| RankedFilm { film: label(film), count: *count }).collect();
    let mut shows = Vec::new();
    for (film, show, count) in top_shows {
        let record = match ShowId::parse(show) {
            Ok(id) => store.show(&access.id, &id).await?,
            Err(_) => None,
        };
        shows.push(RankedShow {
            id: show.to_owned(),
            title: label(film).title,
            starts_at: record.map(|show| show.starts_at),
            count,
        });
    }
    Ok((films, shows))
}

/// `GET /api/editor/{site}/numbers.csv?days=…`: all counts of the period as a file, by day.
pub async fn numbers_csv(
    State(editor): Shared,
    May(access, ..): May<Read>,
    uri: Uri,
) -> Result<Response, Refusal> {
    access.person.require_recent().map_err(failed)?;
    let days = requested_days(&uri)?;
    // So that the figures have everything that this node has counted.
    editor.app.pages.save_counts().await;
    let has_members = access.person.author(&access.id, Permission::Members).is_ok();
    let rows = rows(&editor, &access, days, has_members).await.map_err(|error| unavailable(&error))?;
    let bytes = write_texts(&["day", "kind", "key", "count"], rows).map_err(|error| {
        tracing::error!(%error, "cannot write counts");
        refuse(StatusCode::INTERNAL_SERVER_ERROR, "The file cannot be written")
    })?;
    editor.operators.record_export(&access.person, &access.id, "numbers.export").await.map_err(failed)?;
    Ok(download("attachment; filename=\"numbers.csv\"", "text/csv; charset=utf-8", bytes))
}

async fn rows(
    editor: &Editor,
    access: &Access,
    days: i64,
    has_members: bool,
) -> Result<Vec<Vec<String>>, StoreError> {
    let store = &editor.app.store;
    let calendar = Calendar::read(editor, access, days).await?;
    let counts = store.counts(&access.id, calendar.period, MAX_EXPORTED).await?;
    let shown = counts.into_iter().filter(|row| has_members || row.kind != CountKind::Member);
    let mut rows: Vec<Vec<String>> = shown
        .map(|row| vec![row.day.to_string(), row.kind.as_str().to_owned(), row.key, row.count.to_string()])
        .collect();
    if has_members {
        let line = |day: &Date, kind: &str, points: i64| {
            vec![day.to_string(), kind.to_owned(), String::new(), points.to_string()]
        };
        for (day, points) in store.points_by_day(&access.id, calendar.period, &calendar.zone).await? {
            rows.push(line(&day, "pointsGiven", points.given));
            rows.push(line(&day, "pointsSpent", points.spent));
        }
    }
    Ok(rows)
}
