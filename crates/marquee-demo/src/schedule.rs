//! The records of the demo sites, whose schedule always starts today.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use anyhow::{Context, Result};
use jiff::civil::{Date, Time};
use jiff::{Timestamp, ToSpan};
use marquee_auth::{hash_operator_password, random_text};
use marquee_catalog::{Import, import_schedule};
use marquee_feeds::FEW_LEFT_PERCENT;
use marquee_media::{MediaStore, Source};
use marquee_model::catalog::{
    Availability, BookingUrl, Event, EventDate, Localized, Menus, Movie, Page, Price, Showtime, Theater,
    Trailer,
};
use marquee_model::operator::{Grant, OperatorRole};
use marquee_model::settings::SiteRecord;
use marquee_model::{Clock, EventId, MediaRef, MovieId, OperatorId, ScreenId, ShowId, TheaterId, time};
use marquee_store::{OperatorRow, PictureRow, RoleRow, RoleScope, Store};
use serde::Deserialize;

use crate::fixtures::{SITES, picture, records};
use crate::{EDITOR, THIRD_PARTIES, TICKETING};

/// The cinema day for which the schedule was generated.
pub type Day = Date;

/// A film of `films.json`; its release date is relative to today.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Film {
    id: MovieId,
    title: String,
    slug: String,
    release_in_days: Option<i64>,
    runtime: Option<u16>,
    certificate: Option<String>,
    year: Option<u16>,
    genres: Vec<String>,
    directors: Vec<String>,
    cast: Vec<String>,
    languages: Vec<String>,
    countries: Vec<String>,
    distributor: Option<String>,
    tagline: String,
    synopsis: String,
    poster: Option<MediaRef>,
    backdrop: Option<MediaRef>,
    hero: Option<MediaRef>,
    trailer: Option<Trailer>,
    localizations: BTreeMap<String, Localized>,
}

impl Film {
    fn movie(self, today: Date) -> Movie {
        Movie {
            id: self.id,
            title: self.title,
            original_title: None,
            slug: self.slug,
            release_date: self.release_in_days.map(|n| today.saturating_add(n.days())),
            runtime: self.runtime,
            year: self.year,
            certificate: self.certificate,
            advisory: None,
            genres: self.genres,
            directors: self.directors,
            cast: self.cast,
            languages: self.languages,
            countries: self.countries,
            distributor: self.distributor,
            tagline: self.tagline,
            synopsis: self.synopsis,
            poster: self.poster,
            backdrop: self.backdrop,
            hero: self.hero,
            trailer: self.trailer,
            tmdb_id: None,
            badges: Vec::new(),
            own_badges_only: false,
            badge_text: None,
            attributes: Vec::new(),
            localizations: self.localizations,
        }
    }
}

/// An event of `events.json`; its dates are relative to today.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoEvent {
    id: EventId,
    title: String,
    slug: String,
    #[serde(rename = "type")]
    kind: String,
    in_days: Vec<i64>,
    time: Option<Time>,
    weekday: Option<u8>,
    summary: String,
    description: String,
    picture: Option<MediaRef>,
    #[serde(default)]
    picture_alt: String,
    movie_ids: Vec<MovieId>,
    theater_ids: Vec<TheaterId>,
    /// What differs in single weeks of a weekly series.
    #[serde(default)]
    weeks: Vec<DemoWeek>,
    #[serde(default = "on_home")]
    on_home: bool,
    /// Only members can book until noon of this day, counted from today.
    members_first_days: Option<i64>,
    price_from: Option<Price>,
    localizations: BTreeMap<String, Localized>,
}

fn on_home() -> bool {
    true
}

/// A week of a series that differs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DemoWeek {
    /// Number of weeks after the next date of the series.
    in_weeks: i64,
    movie_id: Option<MovieId>,
    #[serde(default)]
    hired: bool,
}

impl DemoEvent {
    fn event(self, today: Date, tz: &jiff::tz::TimeZone) -> Event {
        let time = self.time;
        let days = if self.weekday.is_some() { vec![0] } else { self.in_days };
        let mut dates: Vec<EventDate> =
            days.into_iter().map(|n| EventDate::new(today.saturating_add(n.days()), time)).collect();
        if let Some(weekday) = self.weekday {
            let ahead = i64::from(weekday) - i64::from(today.weekday().to_monday_one_offset());
            let next = today.saturating_add(ahead.rem_euclid(7).days());
            dates.extend(self.weeks.into_iter().map(|week| EventDate {
                movie_id: week.movie_id,
                hired: week.hired,
                ..EventDate::new(next.saturating_add((week.in_weeks * 7).days()), None)
            }));
        }
        let noon = |n: i64| time::instant(today.saturating_add(n.days()).at(12, 0, 0, 0), tz);
        Event {
            id: self.id,
            title: self.title,
            slug: self.slug,
            kind: self.kind,
            dates,
            weekly: self.weekday,
            visible_from: None,
            visible_to: None,
            summary: self.summary,
            description: self.description,
            picture: self.picture,
            picture_alt: self.picture_alt,
            movie_ids: self.movie_ids,
            theater_ids: self.theater_ids,
            on_home: self.on_home,
            members_first_until: self.members_first_days.map(noon),
            price_from: self.price_from,
            localizations: self.localizations,
        }
    }
}

#[derive(Deserialize)]
struct Pattern {
    lines: Vec<DemoSchedule>,
    today: Vec<DemoSchedule>,
}

/// The times of a film on a screen, on certain days (fixtures/README.md "Schedule").
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoSchedule {
    theater_id: TheaterId,
    movie_id: MovieId,
    screen: ScreenId,
    #[serde(default)]
    days: Vec<i64>,
    weekdays: Option<Vec<i8>>,
    times: Vec<Time>,
    attributes: Vec<String>,
    fill: f64,
    #[serde(default)]
    sold_out_times: Vec<Time>,
    price: Option<Price>,
}

fn shows(pattern: &Pattern, theaters: &[Theater], today: Date, ticketing: &str) -> Vec<Showtime> {
    let mut shows = Vec::new();
    let today_lines = pattern.today.iter().map(|l| (l, vec![0]));
    let other_lines = pattern.lines.iter().map(|l| (l, l.days.clone()));
    for (line, days) in today_lines.chain(other_lines) {
        let Some(theater) = theaters.iter().find(|t| t.id == line.theater_id) else { continue };
        let tz = time::time_zone(&theater.time_zone);
        for day in days {
            let date = today.saturating_add(day.days());
            let weekday = date.weekday().to_monday_one_offset();
            if line.weekdays.as_ref().is_some_and(|w| !w.contains(&weekday)) {
                continue;
            }
            shows.extend(line.times.iter().filter_map(|at| show(line, date, *at, &tz, ticketing)));
        }
    }
    shows
}

fn show(
    line: &DemoSchedule,
    date: Date,
    at: Time,
    tz: &jiff::tz::TimeZone,
    ticketing: &str,
) -> Option<Showtime> {
    let after_midnight = at.hour() < i8::try_from(time::BUSINESS_DAY_START_HOUR).unwrap_or(3);
    let civil = if after_midnight { date.saturating_add(1.day()) } else { date };
    let starts_at = time::instant(civil.to_datetime(at), tz);
    let code = format!(
        "{}-{}-{}{:02}{:02}",
        line.theater_id,
        line.screen,
        date.strftime("%m%d"),
        at.hour(),
        at.minute()
    );
    let availability = if line.sold_out_times.contains(&at) {
        Availability::SoldOut
    } else if line.fill >= f64::from(FEW_LEFT_PERCENT) / 100.0 {
        Availability::FewLeft
    } else {
        Availability::Open
    };
    Some(Showtime {
        id: ShowId::parse(&code).ok()?,
        movie_id: line.movie_id.clone(),
        theater_id: line.theater_id.clone(),
        starts_at,
        ends_at: None,
        business_date: time::business_date(starts_at, tz, time::BUSINESS_DAY_START_HOUR),
        screen: Some(line.screen.clone()),
        attributes: line.attributes.clone(),
        availability,
        booking: BookingUrl::parse(&format!(
            "{ticketing}/startticketing?theaterCode={}&perfCode={code}",
            line.theater_id
        ))
        .ok(),
        perf_code: Some(code),
        price: line.price.clone(),
        change: None,
    })
}

/// Creates the demo sites, or updates their schedules to today. Returns the current cinema day.
pub async fn create_or_update(store: &Store, media: &MediaStore, now: Timestamp, port: u16) -> Result<Day> {
    let mut day = None;
    for key in SITES {
        day = Some(site(store, media, now, port, key).await?);
    }
    day.context("the demo has no sites")
}

async fn site(store: &Store, media: &MediaStore, now: Timestamp, port: u16, key: &str) -> Result<Day> {
    let mut record: SiteRecord = records(&format!("demo/{key}/site.json"))?;
    record.settings.domain = record.settings.domain.replace("8080", &port.to_string());
    record.settings.ticketing_url = record.settings.ticketing_url.replace("8080", &port.to_string());
    let theaters: Vec<Theater> = records(&format!("demo/{key}/theaters.json"))?;
    let zone = theaters.first().map_or("UTC", |t| t.time_zone.as_str());
    let today = time::business_date(now, &time::time_zone(zone), time::BUSINESS_DAY_START_HOUR);
    let pattern: Pattern = records(&format!("demo/{key}/schedule.json"))?;
    let showtimes = shows(&pattern, &theaters, today, &record.settings.ticketing_url);
    let movies: Vec<Movie> =
        records::<Vec<Film>>("demo/films.json")?.into_iter().map(|f| f.movie(today)).collect();
    let events: Vec<Event> = records::<Vec<DemoEvent>>(&format!("demo/{key}/events.json"))?
        .into_iter()
        .map(|e| e.event(today, &time::time_zone(zone)))
        .collect();
    let mut referenced: HashSet<MediaRef> = MediaRef::parse(&record.settings.logo.src).into_iter().collect();
    referenced.extend(movies.iter().flat_map(|m| [&m.poster, &m.backdrop, &m.hero]).flatten().cloned());
    referenced.extend(events.iter().filter_map(|e| e.picture.clone()));
    referenced.extend(theaters.iter().filter_map(|t| t.picture.clone()));
    let import = Import {
        described_films: None,
        showtime_theaters: theaters.iter().map(|t| t.id.clone()).collect(),
        theaters: Some(theaters),
        removed_films: HashSet::new(),
        renamed_films: HashSet::new(),
        movies: Some(movies),
        showtimes,
        events: Some(events),
        pages: Some(records::<Vec<Page>>(&format!("demo/{key}/pages.json"))?),
        menus: Some(records::<Menus>(&format!("demo/{key}/menus.json"))?),
        attributes: None,
        pictures: pictures(store, media, &record, referenced).await?,
        keep_missing: false,
    };
    if store.site(&record.key).await?.is_none_or(|stored| stored.record != record) {
        let mut tx = store.begin().await?;
        tx.save_site(&record).await?;
        tx.commit().await?;
    }
    import_schedule(store, &record.key, &import, true).await?;
    Ok(today)
}

/// Stores the pictures of the fixtures that the site does not have yet.
async fn pictures(
    store: &Store,
    media: &MediaStore,
    record: &SiteRecord,
    sources: HashSet<MediaRef>,
) -> Result<Vec<PictureRow>> {
    let scope = record.key.as_str().parse()?;
    let existing: HashSet<MediaRef> =
        store.pictures(&record.key).await?.into_iter().map(|row| row.source).collect();
    let mut missing = Vec::new();
    for source in sources.into_iter().filter(|source| !existing.contains(source)) {
        let Some(bytes) = picture(source.as_str()) else { continue };
        let stored = media
            .ingest(&scope, bytes, Source::Trusted)
            .await
            .with_context(|| format!("picture {source}"))?;
        missing.push(PictureRow {
            source,
            media_id: stored.id.to_string(),
            width: stored.width,
            height: stored.height,
        });
    }
    Ok(missing)
}

/// Regenerates the schedule when a new cinema day begins. Runs forever.
pub async fn update_daily(
    store: Store,
    media: Arc<MediaStore>,
    clock: Arc<dyn Clock>,
    mut day: Day,
    port: u16,
) {
    loop {
        tokio::time::sleep(std::time::Duration::from_secs(60)).await;
        let today = time::business_date(
            clock.now(),
            &time::time_zone("America/Detroit"),
            time::BUSINESS_DAY_START_HOUR,
        );
        if today == day {
            continue;
        }
        match create_or_update(&store, &media, clock.now(), port).await {
            Ok(next_day) => day = next_day,
            Err(error) => tracing::error!("cannot update the demo's schedule: {error:#}"),
        }
    }
}

/// Address of the demo's operator.
const OPERATOR: &str = "owner@demo.example";

/// Prints the URLs, and the operator's one-time password when the operator is created.
pub async fn print_banner(store: &Store, now: Timestamp, port: u16) -> Result<()> {
    println!();
    println!("  Meridian, one theater        http://localhost:{port}/");
    println!("  Aster, a circuit of five     http://aster.localhost:{port}/");
    println!("  Sandbox ticketing            http://{}:{port}/", TICKETING);
    println!("  Trial of the site editor     http://{}:{port}/", EDITOR);
    println!("  Calls to third parties       http://{}:{port}/", THIRD_PARTIES);
    println!("  Aster in French              http://aster.localhost:{port}/fr/");
    println!("  Site editor                  http://localhost:{port}/editor/");
    if store.operator_by_email(OPERATOR).await?.is_none() {
        let password = random_text(20)?;
        let operator = OperatorRow {
            id: OperatorId::parse("owner")?,
            email: OPERATOR.to_owned(),
            name: "Rosa Lindqvist".to_owned(),
            password_hash: Some(hash_operator_password(&password.as_str().into())?),
            totp_secret: None,
            totp_step: 0,
            recovery_codes: Vec::new(),
            created_at: now,
            seen_at: None,
        };
        let role = RoleRow {
            operator: operator.id.clone(),
            scope: RoleScope::Everywhere,
            grant: Grant::of_site(OperatorRole::Owner),
        };
        let mut tx = store.begin().await?;
        tx.save_operator(&operator).await?;
        tx.save_role(&role).await?;
        tx.commit().await?;
        println!("  Its owner                    {OPERATOR}, one-time password {password}");
    }
    println!();
    Ok(())
}
