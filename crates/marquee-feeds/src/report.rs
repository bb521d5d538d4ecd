//! Reports of rows that were skipped or changed. Their sentences are in `locales/*/feeds.json`; `Display` is the English one.

mod texts;

use marquee_model::catalog::BookingUrlError;

/// A row that was skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedRow {
    /// What the row is, for example `showtime`.
    pub what: &'static str,
    /// The id in the feed; empty if there is none.
    pub id: String,
    pub file: String,
    /// JSON pointer in the file.
    pub place: String,
    pub reason: SkipReason,
}

/// Why a row was skipped. The message says what to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkipReason {
    /// A required field is missing.
    Missing(&'static str),
    /// A field has a value of another type.
    WrongType {
        /// The field.
        field: String,
        expected: Expected,
        /// The actual type.
        found: Expected,
    },
    /// A text is too long.
    TooLong {
        /// The field.
        field: &'static str,
        /// The limit.
        limit: usize,
        /// `bytes` or `characters`.
        unit: &'static str,
    },
    /// A text is not a date and time.
    BadTime {
        /// The text.
        text: String,
    },
    /// A cell of a spreadsheet.
    Cell {
        /// The heading.
        column: &'static str,
        /// The text.
        text: String,
        expected: Expected,
    },
    /// An empty cell of a spreadsheet in a column that every row needs.
    EmptyCell {
        /// The heading.
        column: &'static str,
    },
    /// A cell of a spreadsheet with more than one film.
    SeveralFilms(String),
    /// A time before 1990 or after 2100.
    FarTime {
        /// The text.
        text: String,
    },
    /// The id is that of an earlier film.
    RepeatedFilm {
        /// Where the earlier film is: `feed`, `cinema` or `list`.
        list: &'static str,
    },
    /// The id is a duplicate.
    DuplicateId {
        /// File and pointer of the first.
        first: String,
    },
    /// Another show has the same theater, film, start, screen and attributes.
    DuplicateShow {
        /// File and pointer of the first.
        first: String,
    },
    /// A private hire, which is not public.
    PrivateHire,
    /// The feed's own settings hide shows with this tag.
    ExcludedTag(String),
    /// The film is not in the feed.
    UnknownFilm(String),
    /// The theater is not in the feed.
    UnknownTheater(String),
    /// The feed has no theaters, and the import does not say for which one of several it is.
    UnclearTheater(String),
    /// The system has another show of the same film at the same time on the same screen, which was created later.
    Replaced {
        /// Id of the other show.
        by: String,
    },
    /// The theater is permanently closed.
    Closed,
    /// A show that its system does not show to visitors.
    NotPublic(String),
    /// A show whose date is to be announced.
    DateOpen,
    /// The feed does not name a theater, and it is not clear which one of the site is meant.
    NoTheater,
    /// An event without a page.
    EventWithoutPage,
    /// An unsupported version of the format.
    Version(String),
}

/// A row that was imported with changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// What the row is, for example `showtime`.
    pub what: &'static str,
    /// The id in the feed; empty if there is none.
    pub id: String,
    pub file: String,
    /// JSON pointer in the file.
    pub place: String,
    /// What was changed.
    pub reason: WarningReason,
}

/// How an invalid value was handled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WarningReason {
    /// The booking URL is invalid: the show is imported without it.
    Booking(BookingUrlError),
    /// An invalid value was ignored.
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        expected: Expected,
    },
    /// An unknown time zone was replaced.
    TimeZone {
        /// The value in the feed.
        found: String,
        /// The time zone that is used.
        used: String,
    },
    /// A new film whose title may be those of several.
    MaybeSeveralFilms,
    /// A column is not read, and looks like one that is missing.
    UnknownColumn {
        /// The name in the file.
        name: String,
        /// The column that it may be.
        column: &'static str,
    },
    /// A text file in another encoding than UTF-8 was read.
    Encoding {
        /// The encoding.
        name: &'static str,
    },
    /// A reference to a record that is not in the feed was ignored.
    Reference {
        /// The field.
        field: &'static str,
        /// The id.
        id: String,
    },
    /// Two fields with the same meaning have different values.
    Contradiction {
        /// The field that is used.
        used: &'static str,
        /// The field that is ignored.
        other: &'static str,
    },
    /// The theater has no screen of this name.
    UnknownScreen {
        /// The name in the feed.
        name: String,
    },
    /// Booking links are paths, and nothing says of which site.
    NoBookingSite,
    /// An offset or a time in UTC that is not the time that the system announces beside it.
    AnnouncedTime {
        /// The time of the feed with an offset or in UTC.
        stated: String,
        /// The local time, which is used.
        local: String,
        /// The theater's time zone.
        zone: String,
    },
    /// Screens without a name were ignored.
    NamelessScreens { count: usize },
    /// No show of a schedule was valid.
    NoShowReadable {
        /// Number of shows in the schedule.
        rows: usize,
    },
    /// Another cinema uses the film id for another film.
    FilmIdReused {
        /// The other film's title.
        other: String,
    },
    /// A menu entry with a URL that is not allowed was ignored.
    MenuAddress(String),
    /// A menu entry has more links below it than the header shows: the others were ignored.
    LinksBelow { count: usize, limit: usize },
    /// An invalid setting was ignored.
    Setting {
        key: String,
        /// Why.
        reason: String,
    },
    /// Another film of the feed has the same title.
    SameTitle,
    /// The feed has a list of films without this one.
    TitleOnly,
    /// The link of a show that is not sold online.
    NotSoldOnline,
    /// The rule of a repeated event is not expanded.
    Repetition,
    /// A list of days has days whose shows are not in the feed.
    MissingDays { count: usize },
    /// A text that another program has read in the wrong encoding.
    WrongEncoding { field: &'static str, found: String, used: String },
    /// Times of a field that is UTC by its name have no `Z`; reported once for each file.
    AssumedUtc { field: &'static str },
    /// Times without an offset; reported once for each file.
    LocalTimes { zone: String },
    /// A local time that a clock change skips or repeats.
    ClockChange { text: String, zone: String, used: String },
    /// The offset of a time is not that of the theater's time zone then.
    OtherOffset { text: String, zone: String },
    /// A file contains nothing of the format.
    UnrecognizedFile,
}

/// What a value must be, or is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Null,
    Boolean,
    Number,
    Text,
    TextOrInteger,
    List,
    Texts,
    Object,
    /// The form of an export of Marquee.
    Export,
    /// Another form than that of an export.
    OtherForm,
    /// Something else than is expected.
    Other,
    Minutes,
    Length,
    /// A date such as this one.
    Date(&'static str),
    DateAndTime,
    /// A time after the start.
    LaterTime,
    ClockTime,
    Amount,
    /// A latitude and longitude.
    Position,
}
