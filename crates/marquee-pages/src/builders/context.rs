//! The inputs of every page builder: site, catalog, request and time.

use std::collections::BTreeSet;
use std::sync::Arc;

use http::StatusCode;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use marquee_api::{PageBody, Picture};
use marquee_catalog::{Catalog, Snapshot};
use marquee_media::{Crop, Focus, Format, MediaId, PictureName, Rendition};
use marquee_messages::Language;
use marquee_model::catalog::{
    Localized, Movie, Page, PictureDetails, SavedBlocks, ShownBlock, Showtime, Theater,
};
use marquee_model::locale::Locale;
use marquee_model::settings::SiteNameMode;
use marquee_model::{Clock, MediaRef, MovieId, Tag, TheaterId, time};
use marquee_site::SiteHandle;

use parking_lot::Mutex;

use super::nearby;
use crate::address::LinkBuilder;
use crate::address::pictures_path;
use crate::format::Formats;
use crate::kind::PreviewSubject;
use crate::names;
use crate::request::{ALL_THEATERS, Query, Variant};
use crate::third_parties::ThirdPartySettings;

/// The inputs of a page.
#[derive(Debug)]
pub struct PageContext<'a> {
    pub site: &'a SiteHandle,
    pub catalog: &'a Catalog,
    pub snapshot: Arc<Snapshot>,
    pub formats: Arc<Formats>,
    pub hrefs: LinkBuilder<'a>,
    pub prefix: String,
    pub path: String,
    pub query: Query,
    pub now: Timestamp,
    pub third_parties: &'a ThirdPartySettings,
    /// How far the server's clock is ahead of real time.
    pub(super) shift: SignedDuration,
    theater: Option<usize>,
    /// Theaters whose shows come last on pages that mix theaters, until the visitor selects a theater.
    distant_theaters: BTreeSet<TheaterId>,
    /// Keys of the attributes on the page.
    pub(super) used_attributes: Mutex<BTreeSet<String>>,
    /// Pictures on the page for which operators set what crops keep in view.
    pub(super) focal_pictures: Mutex<BTreeSet<PictureName>>,
    /// When the rights of a picture on the page end first.
    pub(super) rights_end: Mutex<Option<Timestamp>>,
}

/// What crops of a picture keep in view.
pub fn focus_of(details: &PictureDetails) -> Option<Focus> {
    let (x, y) = details.focus?.percent();
    Focus::new(x, y)
}

/// The inputs that the pages of all sites share.
#[derive(Debug, Clone, Copy)]
pub struct SharedInputs<'a> {
    pub catalog: &'a Catalog,
    pub clock: &'a dyn Clock,
    pub third_parties: &'a ThirdPartySettings,
}

/// The result of a builder: the body and the metadata of a page.
#[derive(Debug)]
pub struct PageDraft {
    pub title: String,
    pub description: String,
    pub body: PageBody,
    pub tags: Vec<Tag>,
    pub status: StatusCode,
    /// The theater the page is about.
    pub theater: Option<Theater>,
    /// Whether the page shows the time of day.
    pub clock: Option<TimeZone>,
    /// When its shows next change.
    pub next_change: Option<Timestamp>,
    /// Whether search engines must not index it.
    pub is_noindex: bool,
    /// JSON-LD nodes for search engines.
    pub graph: Vec<serde_json::Value>,
    /// The subject of the link-preview picture.
    pub preview_subject: PreviewSubject,
}

impl PageDraft {
    pub fn new(title: String, body: PageBody) -> Self {
        Self {
            title,
            description: String::new(),
            body,
            tags: Vec::new(),
            status: StatusCode::OK,
            theater: None,
            clock: None,
            next_change: None,
            is_noindex: false,
            graph: Vec::new(),
            preview_subject: PreviewSubject::Site,
        }
    }
}

impl<'a> PageContext<'a> {
    pub fn new(
        site: &'a SiteHandle,
        SharedInputs { catalog, clock, third_parties }: SharedInputs<'a>,
        snapshot: Arc<Snapshot>,
        locale: &Locale,
        prefix: String,
        variant: &Variant,
    ) -> Self {
        let theater = if site.record.config.is_single_location {
            (!snapshot.theaters.is_empty()).then_some(0)
        } else {
            let selected = variant.theater.as_deref();
            selected.and_then(|id| snapshot.theaters.iter().position(|t| t.id.as_str() == id))
        };
        let distant_theaters = match theater {
            Some(_) => BTreeSet::new(),
            None => nearby::distant_theaters(&snapshot.theaters, clock.now()),
        };
        Self {
            distant_theaters,
            site,
            catalog,
            snapshot,
            formats: Formats::for_locale(locale),
            hrefs: LinkBuilder::new(site, &prefix),
            prefix,
            path: variant.path.clone(),
            query: variant.query.clone(),
            now: clock.now(),
            third_parties,
            shift: clock.shift(),
            theater,
            used_attributes: Mutex::default(),
            focal_pictures: Mutex::default(),
            rights_end: Mutex::default(),
        }
    }

    /// The saved blocks of the site (PAGE-16).
    pub fn saved_blocks(&self) -> &SavedBlocks {
        &self.site.record.config.options.saved_blocks
    }

    /// The blocks of a record in the language of the page, with saved blocks in place of references (PAGE-16).
    pub fn shown_blocks<'p>(&'p self, page: &'p Page) -> impl Iterator<Item = ShownBlock<'p>> {
        page.shown_blocks(self.saved_blocks(), self.formats.locale().short())
    }

    /// The theater of a single location, else the selected one (THEAT-03 to THEAT-05).
    pub fn theater(&self) -> Option<&Theater> {
        self.theater.and_then(|index| self.snapshot.theaters.get(index))
    }

    /// Whether a show may come first on a page that mixes theaters: its theater is selected or nearby.
    pub fn is_nearby(&self, s: &Showtime) -> bool {
        !self.is_distant(&s.theater_id)
    }

    /// Whether a theater is in another zone or far away, and no theater is selected.
    pub fn is_distant(&self, theater: &TheaterId) -> bool {
        self.distant_theaters.contains(theater)
    }

    /// The ids of the theaters that the visitor filters by; `None` for all.
    pub fn selected_theaters(&self) -> Option<&BTreeSet<String>> {
        let ids = &self.query.theaters;
        (self.is_circuit() && !ids.is_empty() && !ids.contains(ALL_THEATERS)).then_some(ids)
    }

    pub fn is_circuit(&self) -> bool {
        !self.site.record.config.is_single_location
    }

    /// When everybody can book what only members can book now (ENT-06): booking links change then.
    pub fn next_public_sale(&self) -> Option<Timestamp> {
        let sales = self.snapshot.events.iter().filter_map(|e| e.members_first_until);
        sales.filter(|at| *at > self.now).min()
    }

    /// Films in the site's order, without excluded ones (SITE-12).
    pub(crate) fn sorted_movies<'m>(&self, movies: impl Iterator<Item = &'m Movie>) -> Vec<&'m Movie> {
        self.snapshot.sorted_movies(movies, &self.site.record.config)
    }

    /// A film that the site shows, by its id or by that of a film that was merged into it.
    pub fn movie(&self, id: &MovieId) -> Option<&Movie> {
        shown_movie(self.site, &self.snapshot, id)
    }

    pub fn zone(&self, theater: Option<&Theater>) -> TimeZone {
        let theater = theater.or_else(|| self.theater()).or_else(|| self.snapshot.theaters.first());
        theater.map_or(TimeZone::UTC, |t| time::time_zone(&t.time_zone))
    }

    pub fn start_hour(&self) -> u8 {
        self.site.record.config.options.business_day_start_hour()
    }

    pub fn today(&self, tz: &TimeZone) -> Date {
        time::business_date(self.now, tz, self.start_hour())
    }

    /// When the cinema day of a zone ends.
    pub fn day_end(&self, tz: &TimeZone) -> Timestamp {
        time::business_day_end(self.today(tz), tz, self.start_hour())
    }

    pub fn week_start(&self, theater: Option<&Theater>) -> u8 {
        theater.and_then(|t| t.play_week_start).unwrap_or(self.site.record.config.play_week_start())
    }

    pub fn site_name(&self) -> &str {
        self.site.record.site_name(SiteNameMode::Site)
    }

    /// The name of the related theater or circuit on pages about it, else the site's name (SET-11).
    pub fn entity_name(&self, about: Option<&Theater>) -> &str {
        let current = about.or_else(|| self.theater()).map(|t| &t.id);
        self.site.record.site_name(self.site.record.site_name_mode(current))
    }

    /// An operator's text with its placeholders replaced (PAGE-09): `[theaterName]` by the name of the current theater, else of
    /// the site; `{0}` by the site's name.
    pub fn fill(&self, text: &str) -> String {
        self.fill_about(None, text)
    }

    /// Like [`Self::fill`], on a page about a theater, which is then the current theater (THEAT-04).
    pub fn fill_about(&self, about: Option<&Theater>, text: &str) -> String {
        let theater = about.or_else(|| self.theater()).map_or_else(|| self.site_name(), |t| t.name.as_str());
        marquee_model::text::replace_placeholders(text, Some(self.site_name()), Some(theater))
    }

    /// Like [`Self::fill`], but keeps `{0}`, which the browser replaces by the member's first name (PAGE-09, ROLE-10).
    pub fn fill_for_member(&self, text: &str) -> String {
        let theater = self.theater().map_or_else(|| self.site_name(), |t| t.name.as_str());
        marquee_model::text::replace_placeholders(text, None, Some(theater))
    }

    /// The text in the page's locale, else the record's own text.
    pub fn text<'t>(
        &self,
        localizations: &'t std::collections::BTreeMap<String, Localized>,
        pick: impl Fn(&'t Localized) -> Option<&'t String>,
        own: &'t str,
    ) -> &'t str {
        localizations.get(self.formats.locale().short()).and_then(pick).map_or(own, String::as_str)
    }

    /// The language of the product's own texts.
    pub fn language(&self) -> Language {
        self.formats.language()
    }

    /// The genres of a film in the page's language.
    pub fn genres(&self, film: &Movie) -> Vec<String> {
        film.genres.iter().map(|genre| names::genre(genre, self.formats.locale())).collect()
    }

    /// The countries of a film in the page's language.
    pub fn countries(&self, film: &Movie) -> Vec<String> {
        film.countries.iter().map(|country| names::country(country, self.formats.locale())).collect()
    }

    /// The URL of a path of the site; other URLs are returned verbatim.
    pub fn absolute(&self, href: &str) -> String {
        if href.starts_with('/') { format!("{}{href}", self.site.origin) } else { href.to_owned() }
    }

    /// A picture; `None` if it is missing or its rights have ended.
    pub fn picture(&self, source: Option<&MediaRef>) -> Option<Picture> {
        let source = source?;
        let row = self.snapshot.pictures.get(source.as_str())?;
        let mut picture = Picture { id: row.media_id.clone(), w: row.width, h: row.height };
        let Some(details) = self.snapshot.picture_details.get(source) else { return Some(picture) };
        if let Some(end) = self.snapshot.rights_end(details) {
            if end <= self.now {
                return None;
            }
            let mut first_end = self.rights_end.lock();
            *first_end = Some(first_end.map_or(end, |first| first.min(end)));
        }
        if let (Some(focus), Ok(id)) = (focus_of(details), row.media_id.parse::<MediaId>()) {
            let name = PictureName { id, focus: Some(focus) };
            picture.id = name.to_string();
            self.focal_pictures.lock().insert(name);
        }
        Some(picture)
    }

    /// The alternative text of a picture at a place with `own` text: that text, else what operators say about the picture, in the
    /// page's language or that of the site.
    pub fn alternative_text(&self, source: &MediaRef, own: &str) -> String {
        if !own.trim().is_empty() {
            return own.to_owned();
        }
        let Some(details) = self.snapshot.picture_details.get(source).filter(|details| !details.decorative)
        else {
            return String::new();
        };
        let site_locale = self.site.record.config.locale.short();
        [self.formats.locale().short(), site_locale]
            .into_iter()
            .filter_map(|locale| details.alt.get(locale))
            .find(|text| !text.trim().is_empty())
            .cloned()
            .unwrap_or_default()
    }

    /// The path of an uncropped rendition of a picture.
    pub fn picture_path(&self, picture: &Picture, width: u32, format: Format) -> String {
        let rendition = Rendition { width, crop: Crop::None, format };
        format!("{}{}/{rendition}", pictures_path(self.site), picture.id)
    }

    /// Records the attributes that the page shows.
    pub fn record_attributes<'k>(&self, keys: impl IntoIterator<Item = &'k String>) {
        self.used_attributes.lock().extend(keys.into_iter().cloned());
    }

    /// The path of this page with an edited query.
    pub fn href_with(&self, edit: impl FnOnce(&mut Query)) -> String {
        let mut query = self.query.clone();
        edit(&mut query);
        self.path.clone() + &query.canonical()
    }

    /// Minutes from local midnight of the cinema day `date`.
    pub fn minute(&self, at: Timestamp, date: Date, tz: &TimeZone) -> u16 {
        let local = at.to_zoned(tz.clone());
        let days = i32::from(local.date() > date);
        let minutes = i32::from(local.hour()) * 60 + i32::from(local.minute()) + days * 1440;
        u16::try_from(minutes).unwrap_or(0)
    }
}

/// A film that the site shows, by its id or by that of a film that was merged into it.
pub fn shown_movie<'a>(site: &SiteHandle, snapshot: &'a Snapshot, id: &MovieId) -> Option<&'a Movie> {
    let film = snapshot.movie(snapshot.named_film(id));
    film.filter(|movie| site.record.config.shows_movie(&movie.id))
}
