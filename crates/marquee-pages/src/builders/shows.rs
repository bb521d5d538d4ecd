//! Shows, cards and groups as pages show them.

use marquee_model::catalog::{DUBBED, OPEN_CAPTION, SUBTITLES};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use marquee_api::{
    CardItem, FilmCard, Filter, FilterKey, FilterOption, Show, ShowGroup, ShowState, SoonShow,
};
use marquee_catalog::{
    Bookable, DayShows, Snapshot, TextOrder, TimeOfDay, badges, bookability, booking_has_ended, ends_by,
    matches_time_of_day, members_first_event,
};
use marquee_model::catalog::{AttributeGroup, Availability, Event, Movie, Showtime, Theater};
use marquee_model::{MovieId, time};
use marquee_site::SiteHandle;
use marquee_store::StoreError;

use super::context::PageContext;
use super::{days, frame};
use crate::format::{FormattedTime, iso};
use crate::names;
use crate::request::Query;

/// Maximum number of times on a card.
const CARD_TIMES: usize = 4;

/// Number of days after today that are searched for the next shows.
const MAX_NEXT_DAYS: usize = 7;

/// Attribute keys that are never shown as tags, because they describe ordinary shows.
pub const HIDDEN_TAGS: [&str; 2] = ["Format.Projection.Digital", "Showtime.Restriction.NoPasses"];

/// Keys of dubbed versions.
const DUBBED_KEYS: [&str; 2] = [DUBBED, "Showtime.Accessibility.Dubbed"];

/// A show for a page. `film` gives the running time; `named` adds the theater's name, for pages that mix theaters.
pub fn show(
    context: &PageContext<'_>,
    s: &Showtime,
    film: Option<&Movie>,
    theater: Option<&Theater>,
    named: bool,
) -> Show {
    let tz = context.zone(theater);
    let (FormattedTime { time, day_period }, zone) = start(context, s, &tz);
    let bookable = bookability(s, context.now, context.site.late_booking_minutes());
    let state = match bookable {
        Bookable::Yes => ShowState::Open,
        Bookable::FewLeft => ShowState::Few,
        Bookable::SoldOut => ShowState::SoldOut,
        Bookable::Started => ShowState::Started,
        Bookable::BoxOffice => ShowState::BoxOffice,
        Bookable::Canceled => ShowState::Canceled,
    };
    let is_bookable = matches!(bookable, Bookable::Yes | Bookable::FewLeft);
    let tags: Vec<String> = tags(context, s).cloned().collect();
    context.record_attributes(&tags);
    let screen = s.screen.as_ref().map_or_else(String::new, |id| {
        let screen = theater.and_then(|t| t.screens.iter().find(|sc| &sc.id == id));
        names::screen(screen.map_or(id.as_str(), |sc| sc.name.as_str()), context.formats.locale())
    });
    Show {
        id: s.id.to_string(),
        time,
        half: day_period,
        zone,
        at: iso(s.starts_at, &tz),
        ends: s
            .end(film.and_then(|m| m.runtime))
            .map_or_else(String::new, |e| context.formats.time_in(e, &tz).time),
        screen,
        theater: if named { theater.map_or_else(String::new, |t| t.name.clone()) } else { String::new() },
        tags,
        state,
        href: match (members_first(context, s), &s.booking) {
            _ if !is_bookable => String::new(),
            (Some(event), _) => context.hrefs.event(event.id.as_str(), &event.slug),
            (None, Some(booking)) => booking.as_str().to_owned(),
            (None, None) => String::new(),
        },
        moved_from: match s.moved_from() {
            Some(from) if !matches!(bookable, Bookable::Started | Bookable::Canceled) => {
                announced_time(context, s, from, &tz)
            }
            _ => String::new(),
        },
    }
}

/// A start that was announced before, with its weekday if it is on another day than the show.
fn announced_time(context: &PageContext<'_>, s: &Showtime, from: Timestamp, tz: &TimeZone) -> String {
    let day = from.to_zoned(tz.clone()).date();
    let weekday = (day != s.starts_at.to_zoned(tz.clone()).date()).then(|| context.formats.weekday(day));
    let FormattedTime { time, day_period } = context.formats.time_in(from, tz);
    let parts = weekday.into_iter().chain([time, day_period]).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// The event whose page has the booking link of a show, while only members can book it (ENT-06).
pub fn members_first<'c>(context: &'c PageContext<'_>, s: &Showtime) -> Option<&'c Event> {
    event_for_members(context.site, &context.snapshot, s, context.now)
}

/// [`members_first`] without the inputs of a page.
pub fn event_for_members<'s>(
    site: &SiteHandle,
    snapshot: &'s Snapshot,
    s: &Showtime,
    now: Timestamp,
) -> Option<&'s Event> {
    if site.record.settings.login_page.slug.is_empty() {
        return None;
    }
    let theater = snapshot.theater(&s.theater_id);
    let tz = theater.map_or(TimeZone::UTC, |t| time::time_zone(&t.time_zone));
    members_first_event(&snapshot.events, s, &tz, now)
}

/// The keys of the attributes that are shown as tags.
fn tags<'s>(context: &PageContext<'_>, s: &'s Showtime) -> impl Iterator<Item = &'s String> {
    let visible = s.attributes.iter().filter(|key| !HIDDEN_TAGS.contains(&key.as_str()));
    visible.filter(|key| frame::group_of(context, key).is_some())
}

/// The local start of a show, and the name of its zone if its UTC offset differs from the site's.
fn start(context: &PageContext<'_>, s: &Showtime, tz: &TimeZone) -> (FormattedTime, String) {
    let has_site_offset = context.zone(None).to_offset(s.starts_at) == tz.to_offset(s.starts_at);
    let zone = if has_site_offset { String::new() } else { zone_name(s.starts_at, tz) };
    (context.formats.time_in(s.starts_at, tz), zone)
}

/// Clears id, screen and end, which cards do not show: a list has hundreds of shows.
pub fn without_card_details(mut show: Show) -> Show {
    show.id = String::new();
    show.ends = String::new();
    show.screen = String::new();
    show
}

/// A film for a list.
pub fn item(context: &PageContext<'_>, m: &Movie, first_show: Option<Date>, today: Date) -> CardItem {
    CardItem {
        id: m.id.to_string(),
        title: context.text(&m.localizations, |l| l.title.as_ref(), &m.title).to_owned(),
        href: context.hrefs.movie(m),
        poster: context.picture(m.poster.as_ref()),
        badges: badges(m, today, first_show),
        badge_text: own_badge(context, m),
        certificate: m.certificate.clone().unwrap_or_default(),
        runtime: m.runtime.unwrap_or(0),
        year: m.year.unwrap_or(0),
    }
}

/// The badge in the operator's words; empty without one.
fn own_badge(context: &PageContext<'_>, m: &Movie) -> String {
    let text = m.badge_text.as_ref();
    text.map_or_else(String::new, |text| {
        context.text(&m.localizations, |l| l.badge_text.as_ref(), text).to_owned()
    })
}

/// A show as text, such as `6:10 PM Harbor Street (3D, Open captions)`.
fn text(context: &PageContext<'_>, s: &Showtime, named: bool) -> String {
    let theater = context.snapshot.theater(&s.theater_id);
    let (FormattedTime { time, day_period }, zone) = start(context, s, &context.zone(theater));
    let theater = theater.filter(|_| named).map_or_else(String::new, |t| t.name.clone());
    let names = tags(context, s).filter_map(|key| frame::attribute(context, key));
    let labels: Vec<String> = names.map(|name| name.label).collect();
    let labels = if labels.is_empty() { String::new() } else { format!("({})", labels.join(", ")) };
    let parts = [time, day_period, zone, theater, labels];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A film's card with its shows of a day that have not started, those nearby first.
pub fn card(
    context: &PageContext<'_>,
    film: CardItem,
    m: &Movie,
    shows: &[&Showtime],
    next: String,
) -> FilmCard {
    let with_theater = context.is_circuit() && context.theater().is_none();
    let mut upcoming: Vec<&&Showtime> = shows.iter().filter(|s| !is_over(context, s)).collect();
    upcoming.sort_by_key(|s| !context.is_nearby(s));
    FilmCard {
        film,
        day: String::new(),
        more: u32::try_from(upcoming.len().saturating_sub(CARD_TIMES)).unwrap_or(0),
        rest: upcoming.iter().skip(CARD_TIMES).map(|s| text(context, s, with_theater)).collect(),
        shows: upcoming
            .into_iter()
            .take(CARD_TIMES)
            .map(|s| {
                without_card_details(show(
                    context,
                    s,
                    Some(m),
                    context.snapshot.theater(&s.theater_id),
                    with_theater,
                ))
            })
            .collect(),
        next,
    }
}

/// Whether a show takes place: a film whose shows are all canceled does not play.
pub fn is_played(show: &Showtime) -> bool {
    show.availability != Availability::Canceled
}

/// Whether a show has started and can no longer be booked.
pub fn is_over(context: &PageContext<'_>, s: &Showtime) -> bool {
    booking_has_ended(s, context.now, context.site.late_booking_minutes())
}

/// Whether a show has not started yet and can be booked.
pub fn starts_soon(context: &PageContext<'_>, s: &Showtime) -> bool {
    let bookable = bookability(s, context.now, context.site.late_booking_minutes());
    matches!(bookable, Bookable::Yes | Bookable::FewLeft)
        && s.starts_at >= context.now
        && context.site.record.config.shows_in_starting_soon(&s.movie_id)
        && context.movie(&s.movie_id).is_some()
}

/// Up to `limit` upcoming shows that can be booked, by start. Shows of another day than `day` have the name of their day.
pub fn soon<'s>(
    context: &PageContext<'_>,
    shows: impl Iterator<Item = &'s Showtime>,
    limit: usize,
    day: Date,
) -> Vec<SoonShow> {
    let with_theater = context.is_circuit() && context.theater().is_none();
    let tz = context.zone(None);
    let today = context.today(&tz);
    let to_show = |s: &Showtime| {
        let m = context.movie(&s.movie_id)?;
        let is_on_day = s.business_date == day;
        Some(SoonShow {
            title: context.text(&m.localizations, |l| l.title.as_ref(), &m.title).to_owned(),
            film_href: context.hrefs.movie(m),
            day: if is_on_day {
                String::new()
            } else {
                days::relative_day_name(context, s.business_date, today, &tz)
            },
            show: show(context, s, None, context.snapshot.theater(&s.theater_id), with_theater),
        })
    };
    shows.filter(|s| starts_soon(context, s)).filter_map(to_show).take(limit).collect()
}

/// The name of a zone at an instant: its abbreviation, or `UTC` and the offset if the abbreviation is not alphabetic.
fn zone_name(at: Timestamp, tz: &TimeZone) -> String {
    let info = tz.to_offset_info(at);
    let short = info.abbreviation();
    if short.chars().all(|c| c.is_ascii_alphabetic()) { short.to_owned() } else { format!("UTC{short}") }
}

/// The attribute by which a show is grouped: open captions, else its version.
fn version_key<'s>(context: &PageContext<'_>, s: &'s Showtime) -> &'s str {
    let first_of = |group: AttributeGroup| {
        s.attributes.iter().find(|k| frame::group_of(context, k) == Some(group) && *k != SUBTITLES)
    };
    let captions = s.attributes.iter().find(|k| k.as_str() == OPEN_CAPTION);
    captions.or_else(|| first_of(AttributeGroup::Version)).map_or("", String::as_str)
}

/// Shows by version, in the order of the first upcoming start.
pub fn groups(
    context: &PageContext<'_>,
    shows: &[&Showtime],
    film: &Movie,
    theater: Option<&Theater>,
) -> Vec<ShowGroup> {
    let mut order: Vec<&str> = Vec::new();
    let mut by_key: HashMap<&str, Vec<&Showtime>> = HashMap::new();
    for s in shows {
        let key = version_key(context, s);
        if !order.contains(&key) {
            order.push(key);
        }
        by_key.entry(key).or_default().push(s);
    }
    // Groups with upcoming shows come first.
    order.sort_by_key(|key| {
        by_key[key].iter().find(|s| !is_over(context, s)).map_or(Timestamp::MAX, |s| s.starts_at)
    });
    order
        .into_iter()
        .map(|key| {
            let members = by_key.remove(key).unwrap_or_default();
            let common: Vec<String> = members.first().map_or_else(Vec::new, |first| {
                let all = |k: &&String| members.iter().all(|s| s.attributes.contains(*k));
                first
                    .attributes
                    .iter()
                    .filter(|k| k.as_str() != key && !HIDDEN_TAGS.contains(&k.as_str()))
                    .filter(all)
                    .cloned()
                    .collect()
            });
            let mut shows: Vec<Show> =
                members.iter().map(|s| show(context, s, Some(film), theater, false)).collect();
            for s in &mut shows {
                s.tags.retain(|t| t != key && !common.contains(t));
            }
            context.record_attributes([key.to_owned()].iter().filter(|k| !k.is_empty()));
            context.record_attributes(&common);
            let language =
                if DUBBED_KEYS.contains(&key) { spoken_at(context, theater) } else { String::new() };
            ShowGroup { key: key.to_owned(), language, tags: common, shows }
        })
        .collect()
}

/// The language that dubbed films have at a theater: that of its country, else the site's.
fn spoken_at(context: &PageContext<'_>, theater: Option<&Theater>) -> String {
    let country = theater.or_else(|| context.theater()).map_or("", |t| t.address.country.as_str());
    let spoken = names::spoken_in(country);
    let code = spoken.as_deref().unwrap_or_else(|| context.site.record.config.locale.short());
    names::language(code, context.formats.locale())
}

/// Whether a show passes the active filters.
pub fn passes_filters(context: &PageContext<'_>, s: &Showtime, tz: &TimeZone) -> bool {
    let q = &context.query;
    let has = |attribute: &Option<String>| attribute.as_ref().is_none_or(|key| s.attributes.contains(key));
    let time_of_day = q.time.as_deref().and_then(TimeOfDay::parse);
    let runtime = || context.movie(&s.movie_id).and_then(|m| m.runtime);
    has(&q.version)
        && has(&q.access)
        && time_of_day.is_none_or(|p| matches_time_of_day(s, tz, p))
        && q.before.is_none_or(|hour| ends_by(s, runtime(), tz, hour))
        && context.selected_theaters().is_none_or(|ids| ids.contains(s.theater_id.as_str()))
}

/// The hours offered by the filter for the end of shows.
const HOURS: [u8; 5] = [18, 20, 22, 23, 24];

/// The filters of a list of shows, without those that have no options.
pub fn filters<'s>(context: &PageContext<'_>, shows: impl Iterator<Item = &'s Showtime>) -> Vec<Filter> {
    let keys: BTreeSet<&str> = shows.flat_map(|s| s.attributes.iter().map(String::as_str)).collect();
    let mut filters = vec![time_filter(context), before_filter(context)];
    let order = TextOrder::new(context.formats.locale());
    for (key, groups) in [
        (FilterKey::Version, [AttributeGroup::Version, AttributeGroup::Format]),
        (FilterKey::Access, [AttributeGroup::Access, AttributeGroup::Audience]),
    ] {
        let mut labeled: Vec<(&str, String)> = keys
            .iter()
            .filter(|k| {
                !HIDDEN_TAGS.contains(*k) && frame::group_of(context, k).is_some_and(|g| groups.contains(&g))
            })
            .filter_map(|k| frame::attribute(context, k).map(|a| (*k, a.label)))
            .collect();
        labeled.sort_by(|a, b| order.compare(&a.1, &b.1));
        labeled.dedup_by(|a, b| a.1 == b.1);
        if !labeled.is_empty() {
            filters.push(attribute_filter(context, key, labeled));
        }
    }
    filters
}

fn time_filter(context: &PageContext<'_>) -> Filter {
    let options = TimeOfDay::ALL.into_iter().map(|(_, name)| {
        let selected = context.query.time.as_deref() == Some(name);
        let value = (!selected).then(|| name.to_owned());
        FilterOption {
            value: name.to_owned(),
            label: String::new(),
            href: context.href_with(|q| q.time = value),
            selected,
        }
    });
    Filter {
        key: FilterKey::Time,
        several: false,
        joined: None,
        options: options.collect(),
        clear_href: context.href_with(|q| q.time = None),
    }
}

fn before_filter(context: &PageContext<'_>) -> Filter {
    let options = HOURS.into_iter().map(|hour| {
        let selected = context.query.before == Some(hour);
        let clock = i8::try_from(hour % 24).unwrap_or(0);
        FilterOption {
            value: format!("{hour:02}:00"),
            label: context.formats.time(Date::MIN.at(clock, 0, 0, 0)).text(),
            href: context.href_with(|q| q.before = (!selected).then_some(hour)),
            selected,
        }
    });
    Filter {
        key: FilterKey::Before,
        several: false,
        joined: Some(FilterKey::Time),
        options: options.collect(),
        clear_href: context.href_with(|q| q.before = None),
    }
}

fn attribute_filter(context: &PageContext<'_>, key: FilterKey, named: Vec<(&str, String)>) -> Filter {
    let now = if key == FilterKey::Version { &context.query.version } else { &context.query.access };
    let set_value = |q: &mut Query, value| match key {
        FilterKey::Version => q.version = value,
        _ => q.access = value,
    };
    let options = named.into_iter().map(|(value, label)| {
        let selected = now.as_deref() == Some(value);
        let next = (!selected).then(|| value.to_owned());
        FilterOption {
            value: value.to_owned(),
            label,
            href: context.href_with(|q| set_value(q, next)),
            selected,
        }
    });
    Filter {
        key,
        several: false,
        joined: None,
        options: options.collect(),
        clear_href: context.href_with(|q| set_value(q, None)),
    }
}

/// Adds the filter for theaters on pages that mix theaters. Access then shares the menu of the version, so that all filters
/// fit on one line beside the days.
pub fn with_theaters(context: &PageContext<'_>, mut filters: Vec<Filter>) -> Vec<Filter> {
    let Some(theaters) = theater_filter(context) else { return filters };
    if filters.iter().any(|f| f.key == FilterKey::Version) {
        for access in filters.iter_mut().filter(|f| f.key == FilterKey::Access) {
            access.joined = Some(FilterKey::Version);
        }
    }
    filters.insert(0, theaters);
    filters
}

/// The filter for theaters, with multiple choice; `None` on a site with one theater.
fn theater_filter(context: &PageContext<'_>) -> Option<Filter> {
    if !context.is_circuit() || context.snapshot.theaters.len() < 2 {
        return None;
    }
    let selected_ids: BTreeSet<String> = context.selected_theaters().cloned().unwrap_or_default();
    let options = context.snapshot.theaters.iter().map(|t| {
        let selected = selected_ids.contains(t.id.as_str());
        let mut next = selected_ids.clone();
        if !next.remove(t.id.as_str()) {
            next.insert(t.id.to_string());
        }
        FilterOption {
            value: t.id.to_string(),
            label: t.name.clone(),
            href: context.href_with(|q| q.theaters = next),
            selected,
        }
    });
    Some(Filter {
        key: FilterKey::Theater,
        several: true,
        joined: None,
        options: options.collect(),
        clear_href: context.href_with(|q| q.theaters.clear()),
    })
}

/// Shows by film, in the given order.
pub fn by_movie<'s>(shows: &[&'s Showtime]) -> HashMap<&'s MovieId, Vec<&'s Showtime>> {
    let mut by_movie: HashMap<&MovieId, Vec<&Showtime>> = HashMap::new();
    for s in shows {
        by_movie.entry(&s.movie_id).or_default().push(s);
    }
    by_movie
}

impl PageContext<'_> {
    /// Today and as many further days with shows as are needed for `limit` upcoming shows nearby, at the selected theater if
    /// there is one. At most [`MAX_NEXT_DAYS`] further days.
    pub async fn next_days(&self, limit: usize) -> Result<Vec<Arc<DayShows>>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let today = self.today(&self.zone(None));
        let theater = self.theater().map(|t| &t.id);
        let mut days = vec![self.catalog.day(&self.site.id, theater, today).await?];
        let upcoming_days = self.catalog.upcoming_days(&self.site.id, theater, today).await?;
        for next in upcoming_days.days.iter().copied().filter(|d| *d > today).take(MAX_NEXT_DAYS) {
            let starts = days.iter().flat_map(|d| &d.shows).filter(|s| self.is_nearby(s));
            if starts.filter(|s| starts_soon(self, s)).count() >= limit {
                break;
            }
            days.push(self.catalog.day(&self.site.id, theater, next).await?);
        }
        Ok(days)
    }
}
