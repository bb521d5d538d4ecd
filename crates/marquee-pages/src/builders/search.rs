//! The search page: an index of everything that can be found. Matching is implemented once, in `web/rules`, for the renderer
//! and the browser.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use marquee_api::{PageBody, SearchEntry, SearchKind, SearchPage, Show};
use marquee_catalog::{DayShows, TextOrder, next_change};
use marquee_messages::{pages, server};
use marquee_model::catalog::{Block, Movie, Page as PageRecord, PageKind, Showtime, TextPart};
use marquee_model::{MovieId, Tag};
use marquee_store::StoreError;

use super::context::{PageContext, PageDraft};
use super::days::Days;
use super::{BuiltPage, days, events, frame, shows};
use crate::request::Query;

/// Maximum number of times of a film.
const MAX_TIMES: usize = 3;

/// Number of days with shows in the index, which also determine the versions and formats by which a film is found.
const DAYS: usize = 8;

/// Minimum length of indexed words of content pages, in characters.
const MIN_WORD_LENGTH: usize = 4;

pub async fn build(context: &PageContext<'_>) -> Result<BuiltPage, StoreError> {
    let tz = context.zone(None);
    let today = context.today(&tz);
    let theater = context.theater().map(|t| &t.id);
    let upcoming_days = context.catalog.upcoming_days(&context.site.id, theater, today).await?;
    let upcoming = upcoming_days.days.iter().copied().filter(|d| *d >= today).take(DAYS);
    let reads = upcoming.map(|date| async move {
        let shows = context.catalog.day(&context.site.id, theater, date).await?;
        Ok::<_, StoreError>((date, shows))
    });
    let days: Vec<(Date, Arc<DayShows>)> = futures::future::try_join_all(reads).await?;
    let shows_today = days.iter().find(|(date, _)| *date == today).map_or(&[][..], |(_, day)| &day.shows);
    let default_day = Days::new(context, upcoming_days.days.clone(), today, shows_today).default_day;
    let plays = UpcomingShows::new(&days, &upcoming_days.first_day_by_movie, today, default_day);
    let mut films: Vec<(u8, SearchEntry)> = context
        .sorted_movies(context.snapshot.all_movies())
        .into_iter()
        .map(|m| film(context, m, &plays))
        .collect();
    // Of equal matches, films that play come first.
    films.sort_by_key(|(order, _)| *order);
    let mut entries: Vec<SearchEntry> = films.into_iter().map(|(_, entry)| entry).collect();
    entries.extend(days.iter().map(|(date, shows)| day_entry(context, *date, shows, today, &tz)));
    entries.extend(events::cards(context, &tz).into_iter().map(|e| SearchEntry {
        words: words([e.summary.as_str()]),
        when: if e.today { pages::common_today(context.language()).to_owned() } else { day_of(&e.when) },
        ..entry(SearchKind::Event, e.title, e.href)
    }));
    if context.is_circuit() {
        entries.extend(context.snapshot.theaters.iter().map(|t| SearchEntry {
            words: words([t.address.postal_code.as_str(), t.address.region.as_str()]),
            line: t.address.short_line(),
            ..entry(SearchKind::Theater, t.name.clone(), context.hrefs.theater(t))
        }));
    }
    entries.extend(pages(context));
    let body = SearchPage { query: context.query.search.clone(), entries };
    let title = server::titles_search(context.language()).to_owned();
    let mut page = PageDraft::new(title, PageBody::Search(body));
    page.tags = vec![Tag::Films, Tag::Events, Tag::Theaters, Tag::Offers, Tag::SavedBlocks];
    page.is_noindex = !context.query.search.is_empty();
    let late = context.site.late_booking_minutes();
    let changes = next_change(plays.default_day_shows().iter().copied(), context.now, late).into_iter();
    let changes = changes.chain(events::next_list_change(context, &tz));
    page.next_change = changes.chain([days::midnight(context, &tz)]).min();
    context.finish(page).await
}

fn entry(kind: SearchKind, title: String, href: String) -> SearchEntry {
    SearchEntry {
        kind,
        title,
        href,
        words: Vec::new(),
        text: String::new(),
        is_legal: false,
        certificate: String::new(),
        runtime: 0,
        line: String::new(),
        picture: None,
        shows: Vec::new(),
        when: String::new(),
    }
}

fn words<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    texts.into_iter().filter(|t| !t.is_empty()).map(str::to_owned).collect()
}

/// The date of an event without its time.
fn day_of(when: &str) -> String {
    when.split(" · ").next().unwrap_or_default().to_owned()
}

/// The shows of the next days.
struct UpcomingShows<'d> {
    days: &'d [(Date, Arc<DayShows>)],
    first: &'d HashMap<MovieId, Date>,
    today: Date,
    /// The day whose times are shown: today, or the next day with shows if today has none left (decision 0026).
    default_day: Date,
    /// Attribute keys by film.
    attributes: HashMap<&'d MovieId, BTreeSet<&'d str>>,
}

impl<'d> UpcomingShows<'d> {
    fn new(
        days: &'d [(Date, Arc<DayShows>)],
        first: &'d HashMap<MovieId, Date>,
        today: Date,
        default_day: Date,
    ) -> Self {
        let mut attributes: HashMap<&MovieId, BTreeSet<&str>> = HashMap::new();
        for show in days.iter().flat_map(|(_, day)| &day.shows) {
            attributes.entry(&show.movie_id).or_default().extend(show.attributes.iter().map(String::as_str));
        }
        Self { days, first, today, default_day, attributes }
    }

    /// The shows of the default day.
    fn default_day_shows(&self) -> Vec<&'d Showtime> {
        let default_day = self.days.iter().filter(|(date, _)| *date == self.default_day);
        default_day.flat_map(|(_, day)| &day.shows).collect()
    }

    /// The next day after today on which a film plays.
    fn next(&self, film: &MovieId) -> Option<Date> {
        let plays =
            |day: &DayShows| day.shows.iter().any(|show| show.movie_id == *film && shows::is_played(show));
        let next = self.days.iter().find(|(date, day)| *date > self.today && plays(day));
        next.map(|(date, _)| *date).or_else(|| self.first.get(film).copied().filter(|d| *d > self.today))
    }
}

/// A film's rank and entry. Rank 0 plays on the default day, 1 plays later, 2 is announced, 3 is any other.
fn film(context: &PageContext<'_>, m: &Movie, plays: &UpcomingShows<'_>) -> (u8, SearchEntry) {
    let with_theater = context.is_circuit() && context.theater().is_none();
    let mut upcoming: Vec<_> = plays
        .default_day_shows()
        .into_iter()
        .filter(|show| show.movie_id == m.id && shows::is_played(show) && !shows::is_over(context, show))
        .collect();
    // As on cards, distant theaters come last.
    upcoming.sort_by_key(|s| !context.is_nearby(s));
    let times: Vec<Show> = upcoming
        .into_iter()
        .take(MAX_TIMES)
        .map(|s| {
            let theater = context.snapshot.theater(&s.theater_id);
            shows::without_card_details(shows::show(context, s, Some(m), theater, with_theater))
        })
        .collect();
    let (order, when) = match (plays.next(&m.id), m.release_date) {
        _ if !times.is_empty() => {
            (0, days::relative_day_name(context, plays.default_day, plays.today, &context.zone(None)))
        }
        (Some(day), _) => (1, context.formats.day(day)),
        (None, Some(date)) if date > plays.today => (2, opens(context, date)),
        (None, _) => (3, server::search_not_showing(context.language()).to_owned()),
    };
    let people = m.directors.iter().chain(&m.cast).chain(&m.original_title).map(String::as_str);
    let title = shown_title(context, m);
    let mut words = words(people.chain((m.title != title).then_some(m.title.as_str())));
    let played = plays.attributes.get(&m.id).into_iter().flatten().copied();
    for name in
        played.filter(|k| !shows::HIDDEN_TAGS.contains(k)).filter_map(|k| frame::attribute(context, k))
    {
        words.extend([name.label, name.short].into_iter().filter(|t| !t.is_empty() && !title.contains(t)));
    }
    let mut unique = BTreeSet::new();
    words.retain(|word| unique.insert(word.clone()));
    let entry = SearchEntry {
        words,
        certificate: m.certificate.clone().unwrap_or_default(),
        runtime: m.runtime.unwrap_or(0),
        line: context.genres(m).join(", "),
        picture: context.picture(m.poster.as_ref()),
        shows: times,
        when,
        ..entry(SearchKind::Film, title.to_owned(), context.hrefs.movie(m))
    };
    (order, entry)
}

fn opens(context: &PageContext<'_>, date: Date) -> String {
    let date = context.formats.full(date);
    server::search_opens(context.language(), &date)
}

/// A day with shows, found by its date and by words such as "tonight".
fn day_entry(
    context: &PageContext<'_>,
    date: Date,
    shows: &DayShows,
    today: Date,
    tz: &TimeZone,
) -> SearchEntry {
    let long = context.formats.day_long(date);
    let count = shows.movies().filter(|id| context.movie(id).is_some()).count();
    let films = server::search_films(context.language(), u64::try_from(count).unwrap_or(u64::MAX));
    let mut names = vec![date.to_string()];
    if matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday) {
        names.push(server::days_weekend(context.language()).to_owned());
    }
    let mut title = long.clone();
    let mut entries = films;
    if date == today {
        title = pages::common_today(context.language()).to_owned();
        names.extend([long, server::days_tonight(context.language()).to_owned()]);
        entries = context.formats.day(date);
    } else if context.now.to_zoned(tz.clone()).date().saturating_add(1.day()) == date {
        // Between midnight and 03:00 the next cinema day is already the calendar day.
        title = server::days_tomorrow(context.language()).to_owned();
        names.push(long);
        entries = context.formats.day(date);
    }
    let query = Query { day: (date != today).then_some(date), ..Query::default() };
    let href = context.hrefs.path("/showtimes/") + &query.canonical();
    SearchEntry { words: names, when: entries, ..entry(SearchKind::Day, title, href) }
}

fn shown_title<'m>(context: &PageContext<'_>, m: &'m Movie) -> &'m str {
    context.text(&m.localizations, |l| l.title.as_ref(), &m.title)
}

/// Content pages, without the home page and lists.
fn pages(context: &PageContext<'_>) -> Vec<SearchEntry> {
    let mut entries: Vec<SearchEntry> = context
        .snapshot
        .pages
        .values()
        .filter(|p| p.kind == PageKind::Content)
        .map(|p| SearchEntry {
            text: page_text(context, p),
            is_legal: context.snapshot.menus.legal.iter().any(|item| item.href == p.path),
            line: section(context, &p.path),
            ..entry(
                SearchKind::Page,
                context.fill(context.text(&p.localizations, |l| l.title.as_ref(), &p.title)),
                context.hrefs.path(&p.path),
            )
        })
        .collect();
    let order = TextOrder::new(context.formats.locale());
    entries.sort_by(|a, b| order.compare(&a.title, &b.title));
    entries
}

/// The distinct words of a content page, for full-text search.
fn page_text(context: &PageContext<'_>, page: &PageRecord) -> String {
    let mut texts = vec![context.text(&page.localizations, |l| l.description.as_ref(), &page.description)];
    // What members see only is not found by others.
    for shown in context.shown_blocks(page).filter(|shown| !shown.settings.members_only) {
        match shown.block {
            Block::Hero { title, text, .. } | Block::Contact { title, text, .. } => {
                texts.extend([title.as_str(), text])
            }
            Block::CallToAction { title, text, label, .. } => texts.extend([title.as_str(), text, label]),
            Block::Text { title, paragraphs, .. } => {
                texts.push(title);
                texts.extend(paragraphs.iter().flat_map(TextPart::texts));
            }
            Block::List { title, items, .. } => texts.extend([title.as_str(), items]),
            Block::Accordion { items, .. } => {
                texts.extend(items.iter().flat_map(|i| [i.title.as_str(), i.text.as_str()]));
            }
            Block::Memberships { title, text, .. } => {
                texts.extend([title.as_str(), text]);
                let offers = &context.snapshot.offers.memberships;
                texts.extend(offers.iter().flat_map(|o| [o.name.as_str(), o.description.as_str()]));
            }
            Block::Rewards { title, text, .. } => {
                texts.extend([title.as_str(), text]);
                let offers = &context.snapshot.offers.rewards;
                texts.extend(offers.iter().flat_map(|o| [o.name.as_str(), o.description.as_str()]));
            }
            Block::Gallery { title, .. } | Block::Video { title, .. } | Block::Embed { title, .. } => {
                texts.push(title);
            }
            Block::Image { .. }
            | Block::FilmRail { .. }
            | Block::Showtimes { .. }
            | Block::MapLink { .. } => {}
        }
    }
    let texts: Vec<String> = texts.into_iter().map(|text| context.fill(text)).collect();
    let words = texts.iter().flat_map(|t| t.split(|c: char| !c.is_alphanumeric()));
    // In lower case, each word once, in the order of first use.
    let mut first_positions = BTreeMap::new();
    for (position, word) in words.filter(|w| w.chars().count() >= MIN_WORD_LENGTH).enumerate() {
        first_positions.entry(word.to_lowercase()).or_insert(position);
    }
    let mut first_positions: Vec<(usize, String)> =
        first_positions.into_iter().map(|(word, at)| (at, word)).collect();
    first_positions.sort_unstable();
    first_positions.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

/// The section of the site that contains a page, for example `Visit`: the footer menu that links to the page, else the header
/// entry above a link to the page, else the one whose path is a prefix of the page's.
fn section(context: &PageContext<'_>, path: &str) -> String {
    let language = context.formats.locale().short();
    let header = &context.snapshot.menus.header;
    let above = header.iter().find(|item| item.items.iter().any(|below| below.href == path)).or_else(|| {
        header.iter().find(|item| {
            item.href.len() > 1 && path.len() > item.href.len() && path.starts_with(item.href.as_str())
        })
    });
    let menus = &context.snapshot.menus.footer;
    let list = menus.iter().find(|menu| menu.items.iter().any(|item| item.href == path));
    let title = list.map(|menu| menu.localizations.get(language).unwrap_or(&menu.title));
    let title = title.or_else(|| above.map(|item| item.localizations.get(language).unwrap_or(&item.label)));
    title.map(|label| context.fill(label)).unwrap_or_default()
}
