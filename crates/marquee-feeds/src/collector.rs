//! Collects the rows of every format: checks ids, duplicates and references, and builds the report.

mod finish;

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use marquee_model::catalog::{Attribute, Event, Movie, Screen, Showtime, Theater};
use marquee_model::{EventId, MovieId, ScreenId, ShowId, TheaterId, time};
use serde_json::Value;

use crate::ReadOptions;
use crate::error::FeedError;
use crate::json::{self, Dialect};
use crate::mojibake;
use crate::report::{Expected, SkipReason, SkippedRow, Warning, WarningReason};
use crate::row::{Field, JsonRow, RowError};
use crate::schedule::{PictureOwner, RemotePicture, Schedule};
use crate::source::{Source, SourceFile};
use crate::values::{self, TimeForm, truncate_for_report, web_address};

/// Two shows with the same key are duplicates.
type ShowKey = (TheaterId, MovieId, Timestamp, Option<ScreenId>, Vec<String>);

/// Maximum number of skipped rows, because the report of each takes memory.
const MAX_SKIPPED: usize = 50_000;

/// Collects the records of a feed.
pub(crate) struct Collector<'o> {
    pub options: &'o ReadOptions<'o>,
    pub schedule: Schedule,
    file: String,
    bytes: (u64, u64),
    skipped: Vec<SkippedRow>,
    /// Whether more than [`MAX_SKIPPED`] rows were skipped.
    has_more_skipped: bool,
    warnings: Vec<Warning>,
    rows: usize,
    theaters: HashMap<TheaterId, (usize, String, TimeZone)>,
    movies: HashMap<MovieId, (usize, String)>,
    events: HashMap<EventId, String>,
    show_ids: HashMap<ShowId, (String, TheaterId)>,
    show_keys: HashMap<ShowKey, String>,
    attributes: BTreeMap<String, Attribute>,
    pictures: HashSet<PictureOwner>,
    scheduled: HashSet<TheaterId>,
    screens: HashSet<(TheaterId, ScreenId)>,
    /// Files and time zones of times without one that were reported.
    local_times: HashSet<(String, String)>,
}

impl<'o> Collector<'o> {
    pub fn new(options: &'o ReadOptions<'o>, source: &Source) -> Self {
        let total = source.files().iter().map(size).sum();
        Self {
            options,
            schedule: Schedule::default(),
            file: String::new(),
            bytes: (0, total),
            skipped: Vec::new(),
            has_more_skipped: false,
            warnings: Vec::new(),
            rows: 0,
            theaters: HashMap::new(),
            movies: HashMap::new(),
            events: HashMap::new(),
            show_ids: HashMap::new(),
            show_keys: HashMap::new(),
            attributes: BTreeMap::new(),
            pictures: HashSet::new(),
            scheduled: HashSet::new(),
            screens: HashSet::new(),
            local_times: HashSet::new(),
        }
    }

    /// Subsequent reports name this file.
    pub fn name_file(&mut self, file: &SourceFile) {
        self.file.clone_from(&file.name);
    }

    /// Parses a file; subsequent reports name this file.
    pub fn open(&mut self, file: &SourceFile) -> Result<Value, FeedError> {
        self.name_file(file);
        parse(file)
    }

    /// Reports progress after a file.
    pub fn report_progress(&mut self, file: &SourceFile) {
        self.bytes.0 += size(file);
        (self.options.progress)(self.bytes.0, self.bytes.1);
    }

    /// Counts a row.
    pub fn row(&mut self) {
        self.rows += 1;
    }

    /// Records a skipped row.
    pub fn skip(&mut self, what: &'static str, id: &str, error: RowError) {
        if self.skipped.len() >= MAX_SKIPPED {
            self.has_more_skipped = true;
            return;
        }
        let (file, RowError { place, reason }) = (self.file.clone(), error);
        self.skipped.push(SkippedRow { what, id: truncate_for_report(id), file, place, reason });
    }

    /// Records a warning about a row that is imported with changes.
    pub fn warn(&mut self, what: &'static str, id: &str, place: impl Into<String>, reason: WarningReason) {
        let file = self.file.clone();
        self.warnings.push(Warning { what, id: truncate_for_report(id), file, place: place.into(), reason });
    }

    /// File name and JSON pointer of a row.
    fn location_of(&self, place: &str) -> String {
        format!("{}{place}", self.file)
    }

    /// The name of a time zone; if missing or unknown, the site's default. Warns if it is unknown.
    pub fn zone_name(&mut self, id: &str, place: String, name: Option<&str>) -> String {
        let default_zone = self.options.default_time_zone;
        match name {
            Some(name) if time::is_zone(name) => name.to_owned(),
            Some(name) => {
                let reason = WarningReason::TimeZone {
                    found: truncate_for_report(name),
                    used: default_zone.to_owned(),
                };
                self.warn("theater", id, place, reason);
                default_zone.to_owned()
            }
            None => default_zone.to_owned(),
        }
    }

    /// Records that the feed has a list of theaters, so that theaters not in it are unknown.
    pub fn declare_theater_list(&mut self) {
        self.schedule.theaters.get_or_insert_default();
    }

    /// Records that the feed has a list of films, so that films not in it are unknown.
    pub fn declare_movie_list(&mut self) {
        self.schedule.movies.get_or_insert_default();
    }

    /// Repairs texts that were read in the wrong encoding, and reports them.
    fn repair<'t>(
        &mut self,
        what: &'static str,
        id: &str,
        place: &str,
        texts: impl IntoIterator<Item = (&'static str, &'t mut String)>,
    ) {
        for (field, text) in texts {
            if let Some(repaired) = mojibake::repaired(text) {
                let (found, used) = (truncate_for_report(text), truncate_for_report(&repaired));
                self.warn(what, id, place, WarningReason::WrongEncoding { field, found, used });
                *text = repaired;
            }
        }
    }

    /// Adds a theater and returns true, or skips it as a duplicate.
    pub fn theater(&mut self, place: &str, mut theater: Theater) -> bool {
        let texts = [
            ("name", &mut theater.name),
            ("street", &mut theater.address.street),
            ("city", &mut theater.address.city),
            ("description", &mut theater.description),
        ];
        self.repair("theater", theater.id.as_str(), place, texts);
        let location = self.location_of(place);
        if let Some((_, first, _)) = self.theaters.get(&theater.id) {
            let reason = SkipReason::DuplicateId { first: first.clone() };
            self.skip("theater", theater.id.as_str(), RowError { place: place.to_owned(), reason });
            return false;
        }
        let zone = time::time_zone(&theater.time_zone);
        self.screens.extend(theater.screens.iter().map(|s| (theater.id.clone(), s.id.clone())));
        let all = self.schedule.theaters.get_or_insert_default();
        self.theaters.insert(theater.id.clone(), (all.len(), location, zone));
        all.push(theater);
        true
    }

    /// A theater that was added.
    pub fn theater_mut(&mut self, id: &TheaterId) -> Option<&mut Theater> {
        let (at, ..) = self.theaters.get(id)?;
        self.schedule.theaters.as_mut()?.get_mut(*at)
    }

    /// Whether records may refer to this theater: it is in the feed's list, or the feed has no list.
    pub fn has_theater(&self, id: &TheaterId) -> bool {
        self.schedule.theaters.is_none() || self.theaters.contains_key(id)
    }

    /// The time zone of a theater: that of the feed, else that of the site's theater, else that of the theater for rows without one.
    pub fn zone(&self, id: &TheaterId) -> TimeZone {
        if let Some((_, _, zone)) = self.theaters.get(id) {
            return zone.clone();
        }
        let names = self.options.known;
        let known = names.theaters.iter().find(|known| known.id == *id).or_else(|| names.theater_named(None));
        time::time_zone(known.map_or(self.options.default_time_zone, |known| &known.time_zone))
    }

    /// The instant of a time, which is local in `zone` without an offset. Reports a time in a clock change and an offset that is not
    /// the zone's, and once for each file that times have no zone.
    pub fn instant(
        &mut self,
        what: &'static str,
        id: &str,
        place: &str,
        text: &str,
        zone: &TimeZone,
    ) -> Result<Timestamp, SkipReason> {
        let (at, form) = self.instant_in_zone(what, id, place, text, zone)?;
        if matches!(form, TimeForm::Local | TimeForm::ClockChange) {
            let zone = name_of_zone(zone);
            if self.local_times.insert((self.file.clone(), zone.clone())) {
                self.warn(what, id, place, WarningReason::LocalTimes { zone });
            }
        }
        Ok(at)
    }

    /// Like [`Collector::instant`], for a field that is UTC by its name. Reports once for each file that its times do not say so.
    pub fn instant_in_utc(
        &mut self,
        what: &'static str,
        id: &str,
        place: &str,
        field: &'static str,
        text: &str,
    ) -> Result<Timestamp, SkipReason> {
        let (at, form) = self.instant_in_zone(what, id, place, text, &TimeZone::UTC)?;
        if form == TimeForm::Local && self.local_times.insert((self.file.clone(), field.to_owned())) {
            self.warn(what, id, place, WarningReason::AssumedUtc { field });
        }
        Ok(at)
    }

    /// Like [`Collector::instant`], for a time whose zone the feed names.
    pub fn instant_in_zone(
        &mut self,
        what: &'static str,
        id: &str,
        place: &str,
        text: &str,
        zone: &TimeZone,
    ) -> Result<(Timestamp, TimeForm), SkipReason> {
        let (at, form) = values::instant_and_form(text, zone)?;
        let (text, name) = (truncate_for_report(text), name_of_zone(zone));
        match form {
            TimeForm::ClockChange => {
                let used = at.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M%:z").to_string();
                self.warn(what, id, place, WarningReason::ClockChange { text, zone: name, used });
            }
            TimeForm::OtherOffset => {
                self.warn(what, id, place, WarningReason::OtherOffset { text, zone: name })
            }
            TimeForm::Exact | TimeForm::Local => {}
        }
        Ok((at, form))
    }

    /// The end of a show from an optional field. One that is not a time after the start is reported.
    pub fn end(
        &mut self,
        id: &str,
        row: &JsonRow<'_>,
        field: &'static str,
        zone: &TimeZone,
        starts_at: Timestamp,
    ) -> Field<Option<Timestamp>> {
        let Some(text) = row.text(field)? else { return Ok(None) };
        let end = values::instant(text, zone).ok().filter(|end| *end > starts_at);
        if end.is_none() {
            let value = truncate_for_report(text);
            let reason = WarningReason::Value { field, value, expected: Expected::LaterTime };
            self.warn("showtime", id, row.pointer_to(field), reason);
        }
        Ok(end)
    }

    /// Adds a screen to its theater, if it does not have it, and returns its id.
    pub fn screen(&mut self, theater: &TheaterId, id: ScreenId, name: &str) -> ScreenId {
        if self.screens.insert((theater.clone(), id.clone()))
            && let Some(theater) = self.theater_mut(theater)
        {
            theater.screens.push(Screen {
                id: id.clone(),
                name: name.to_owned(),
                seats: None,
                attributes: Vec::new(),
            });
        }
        id
    }

    /// The title of a film that was added.
    pub fn movie_title(&self, id: &MovieId) -> Option<&str> {
        let (at, _) = self.movies.get(id)?;
        self.schedule.movies.as_ref()?.get(*at).map(|m| m.title.as_str())
    }

    /// Whether records may refer to this film: it is in the feed's list, or the feed has no list.
    pub fn has_movie(&self, id: &MovieId) -> bool {
        self.schedule.movies.is_none() || self.movies.contains_key(id)
    }

    /// Adds a film and returns true, or skips it as a duplicate.
    pub fn movie(&mut self, place: &str, mut movie: Movie) -> bool {
        let texts =
            [("title", &mut movie.title), ("tagline", &mut movie.tagline), ("synopsis", &mut movie.synopsis)];
        let lists =
            [("genres", &mut movie.genres), ("directors", &mut movie.directors), ("cast", &mut movie.cast)];
        let lists =
            lists.into_iter().flat_map(|(field, list)| list.iter_mut().map(move |text| (field, text)));
        let original = movie.original_title.as_mut().map(|title| ("original title", title));
        self.repair("film", movie.id.as_str(), place, texts.into_iter().chain(original).chain(lists));
        let location = self.location_of(place);
        if let Some((_, first)) = self.movies.get(&movie.id) {
            let reason = SkipReason::DuplicateId { first: first.clone() };
            self.skip("film", movie.id.as_str(), RowError { place: place.to_owned(), reason });
            return false;
        }
        let all = self.schedule.movies.get_or_insert_default();
        self.movies.insert(movie.id.clone(), (all.len(), location));
        all.push(movie);
        true
    }

    /// Adds an event, or skips it as a duplicate.
    pub fn event(&mut self, place: &str, event: Event) {
        let location = self.location_of(place);
        if let Some(first) = self.events.get(&event.id) {
            let reason = SkipReason::DuplicateId { first: first.clone() };
            return self.skip("event", event.id.as_str(), RowError { place: place.to_owned(), reason });
        }
        self.events.insert(event.id.clone(), location);
        self.schedule.events.get_or_insert_default().push(event);
    }

    /// The cinema day of an instant in a theater.
    pub fn business_date(&self, at: Timestamp, zone: &TimeZone) -> Date {
        time::business_date(at, zone, self.options.business_day_start_hour)
    }

    /// The theater of the show that was added with this id.
    pub fn show_theater(&self, id: &ShowId) -> Option<&TheaterId> {
        self.show_ids.get(id).map(|(_, theater)| theater)
    }

    /// Adds a show and returns true, or skips it as a duplicate.
    pub fn show(&mut self, foreign_id: &str, place: &str, mut show: Showtime) -> bool {
        let mut unique = HashSet::new();
        show.attributes.retain(|key| unique.insert(key.clone()));
        let mut sorted = show.attributes.clone();
        sorted.sort();
        let key =
            (show.theater_id.clone(), show.movie_id.clone(), show.starts_at, show.screen.clone(), sorted);
        let reason = if let Some((first, _)) = self.show_ids.get(&show.id) {
            SkipReason::DuplicateId { first: first.clone() }
        } else if let Some(first) = self.show_keys.get(&key) {
            SkipReason::DuplicateShow { first: first.clone() }
        } else {
            let location = self.location_of(place);
            self.show_ids.insert(show.id.clone(), (location.clone(), show.theater_id.clone()));
            self.show_keys.insert(key, location);
            self.schedule.showtimes.push(show);
            return true;
        };
        self.skip("showtime", foreign_id, RowError { place: place.to_owned(), reason });
        false
    }

    /// Marks the shows of a theater for replacement, unless all `rows` of its schedule were invalid.
    pub fn declare_shows(&mut self, theater: &TheaterId, place: &str, rows: usize, invalid: usize) {
        if rows > 0 && invalid == rows {
            return self.warn("theater", theater.as_str(), place, WarningReason::NoShowReadable { rows });
        }
        if self.scheduled.insert(theater.clone()) {
            self.schedule.showtime_theaters.push(theater.clone());
        }
    }

    /// Adds a picture; the first of each owner wins.
    pub fn picture(&mut self, owner: PictureOwner, address: Option<&str>) {
        if let Some(url) = address.and_then(web_address)
            && self.pictures.insert(owner.clone())
        {
            self.schedule.remote_pictures.push(RemotePicture { owner, url });
        }
    }

    /// Adds the name of an attribute key; the first wins.
    pub fn attribute(&mut self, attribute: Attribute) {
        self.attributes.entry(attribute.key.clone()).or_insert(attribute);
    }
}

fn name_of_zone(zone: &TimeZone) -> String {
    zone.iana_name().unwrap_or("UTC").to_owned()
}

/// The text of a file.
pub(crate) fn text(file: &SourceFile) -> Result<&str, FeedError> {
    std::str::from_utf8(&file.bytes).map_err(|e| {
        let valid_prefix = std::str::from_utf8(file.bytes.get(..e.valid_up_to()).unwrap_or_default());
        let (line, column) = json::position(valid_prefix.unwrap_or_default(), e.valid_up_to());
        FeedError::NotUtf8 { file: file.name.clone(), line, column }
    })
}

/// The value of a JSON file.
pub(crate) fn parse(file: &SourceFile) -> Result<Value, FeedError> {
    let text = text(file)?;
    let is_json5 = file.name.to_ascii_lowercase().ends_with(".json5");
    json::parse(text, if is_json5 { Dialect::Json5 } else { Dialect::Strict }).map_err(|e| {
        FeedError::Syntax { file: file.name.clone(), line: e.line, column: e.column, error: e.error }
    })
}

fn size(file: &SourceFile) -> u64 {
    u64::try_from(file.bytes.len()).unwrap_or(u64::MAX)
}
