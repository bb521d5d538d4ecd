//! Reports of rows that were skipped or changed, with messages for operators.

use marquee_model::catalog::BookingUrlError;

/// A row that was skipped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{place}: {what} {id:?} was skipped: {reason}")]
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
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// A required field is missing.
    #[error("{0:?} is required")]
    Missing(&'static str),
    /// A field has a value of another type.
    #[error("{field:?} must be {expected}, not {found}")]
    WrongType {
        /// The field.
        field: String,
        /// The expected type, with article.
        expected: &'static str,
        /// The actual type, with article.
        found: &'static str,
    },
    /// A text is too long.
    #[error("{field:?} must be at most {limit} {unit} long")]
    TooLong {
        /// The field.
        field: &'static str,
        /// The limit.
        limit: usize,
        /// `bytes` or `characters`.
        unit: &'static str,
    },
    /// A text is not a date and time.
    #[error("{text:?} is not a date and time: write 2025-01-31T19:30:00, optionally with an offset")]
    BadTime {
        /// The text.
        text: String,
    },
    /// A cell of a spreadsheet.
    #[error("{column} {text:?} cannot be read: write {expected}")]
    Cell {
        /// The heading.
        column: &'static str,
        /// The text.
        text: String,
        /// An example.
        expected: &'static str,
    },
    /// An empty cell of a spreadsheet in a column that every row needs.
    #[error(
        "{column} is empty: write it in every row, or merge its cell with the one above in a file of the kind .xlsx or .ods"
    )]
    EmptyCell {
        /// The heading.
        column: &'static str,
    },
    /// A cell of a spreadsheet with more than one film.
    #[error("{0:?} names several films: write a row for each")]
    SeveralFilms(String),
    /// A time before 1990 or after 2100.
    #[error("{text:?} must be between 1990 and 2100: correct the year")]
    FarTime {
        /// The text.
        text: String,
    },
    /// The id is a duplicate.
    #[error("duplicate id, first used at {first}: change or remove one")]
    DuplicateId {
        /// File and pointer of the first.
        first: String,
    },
    /// Another show has the same theater, film, start, screen and attributes.
    #[error(
        "duplicate of the show at {first}, with the same theater, film, start, screen and attributes: remove one"
    )]
    DuplicateShow {
        /// File and pointer of the first.
        first: String,
    },
    /// A private hire, which is not public.
    #[error("private hires are not public: no change is needed")]
    PrivateHire,
    /// The feed's own settings hide shows with this tag.
    #[error("its tag {0:?} is in the feed's globalExcludedTags: remove the tag there to list the show")]
    ExcludedTag(String),
    /// The film is not in the feed.
    #[error("film {0:?} not found in the feed: add it to the films or correct the id")]
    UnknownFilm(String),
    /// The theater is not in the feed.
    #[error("theater {0:?} not found in the feed: add it to the theaters or correct the id")]
    UnknownTheater(String),
    /// The feed has no theaters, and the import does not say for which one of several it is.
    #[error(
        "it is not clear which theater this is for: choose one, or give a theater the id of the feed, {0:?}"
    )]
    UnclearTheater(String),
    /// The system has another show of the same film at the same time on the same screen, which was created later.
    #[error(
        "show {by:?} of the same film, at the same time and on the same screen, replaces it: no change is needed"
    )]
    Replaced {
        /// Id of the other show.
        by: String,
    },
    /// The theater is permanently closed.
    #[error("the theater is marked as permanently closed: remove the mark if it is open")]
    Closed,
    /// A show that its system does not show to visitors.
    #[error("it is not public ({0}): publish it there to list it")]
    NotPublic(String),
    /// A show whose date is to be announced.
    #[error("its date is not decided yet: no change is needed")]
    DateOpen,
    /// The feed does not name a theater, and it is not clear which one of the site is meant.
    #[error("the feed does not name its theater: choose one of the site")]
    NoTheater,
    /// An event without a page.
    #[error("the event has no page: put its text into the theater's description")]
    EventWithoutPage,
    /// An unsupported version of the format.
    #[error("unsupported version {0:?}: must be cinemashowtimes-json/1.0")]
    Version(String),
}

/// A row that was imported with changes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{place}: {what} {id:?}: {reason}")]
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
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WarningReason {
    /// The booking URL is invalid: the show is imported without it.
    #[error("invalid booking URL, imported without it: {0}")]
    Booking(#[source] BookingUrlError),
    /// An invalid value was ignored.
    #[error("{field:?} was ignored: must be {expected}, not {value:?}")]
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
    /// An unknown time zone was replaced.
    #[error("unknown time zone {found:?}, using {used:?}: write an IANA name such as Europe/London")]
    TimeZone {
        /// The value in the feed.
        found: String,
        /// The time zone that is used.
        used: String,
    },
    /// A new film whose title may be those of several.
    #[error("the film is new: if its title names several films, write each in a row of its own")]
    MaybeSeveralFilms,
    /// A column is not read, and looks like one that is missing.
    #[error("the column {name:?} is not known and was left out: if it is {column}, correct its name")]
    UnknownColumn {
        /// The name in the file.
        name: String,
        /// The column that it may be.
        column: &'static str,
    },
    /// A text file in another encoding than UTF-8 was read.
    #[error(
        "the file was read as {name}, because it is not UTF-8: check accents and other signs, or save it as \"CSV UTF-8\""
    )]
    Encoding {
        /// The encoding.
        name: &'static str,
    },
    /// A reference to a record that is not in the feed was ignored.
    #[error("{field:?} was ignored: {id:?} not found in the feed")]
    Reference {
        /// The field.
        field: &'static str,
        /// The id.
        id: String,
    },
    /// Two fields with the same meaning have different values.
    #[error("{used} and {other} differ: {used} is used")]
    Contradiction {
        /// The field that is used.
        used: &'static str,
        /// The field that is ignored.
        other: &'static str,
    },
    /// The theater has no screen of this name.
    #[error(
        "the theater has no screen {name:?}, its shows are imported without a screen: add it, or correct its name"
    )]
    UnknownScreen {
        /// The name in the feed.
        name: String,
    },
    /// Booking links are paths, and nothing says of which site.
    #[error(
        "the feed has paths instead of booking links, shows are imported without them: import from the system's address, or set the site's address for tickets"
    )]
    NoBookingSite,
    /// An offset or a time in UTC that is not the time that the system announces beside it.
    #[error("{stated:?} is not {local} in the theater's time zone {zone}: {local} is used")]
    AnnouncedTime {
        /// The time of the feed with an offset or in UTC.
        stated: String,
        /// The local time, which is used.
        local: String,
        /// The theater's time zone.
        zone: String,
    },
    /// Screens without a name were ignored.
    #[error("{count} screens with neither a number nor a name were ignored")]
    NamelessScreens { count: usize },
    /// No show of a schedule was valid.
    #[error("none of the {rows} showtimes of this theater is valid: its existing showtimes are kept")]
    NoShowReadable {
        /// Number of shows in the schedule.
        rows: usize,
    },
    /// Another cinema uses the film id for another film.
    #[error("another cinema uses this film id for {other:?}: the film gets another id")]
    FilmIdReused {
        /// The other film's title.
        other: String,
    },
    /// A menu entry with a URL that is not allowed was ignored.
    #[error("invalid URL {0:?}, the entry was ignored: use http, https, mailto, tel or a path")]
    MenuAddress(String),
    /// A menu entry has more links below it than the header shows: the others were ignored.
    #[error("only the first {limit} of {count} links below this entry were imported")]
    LinksBelow { count: usize, limit: usize },
    /// An invalid setting was ignored.
    #[error("the setting {key:?} was ignored: {reason}")]
    Setting {
        key: String,
        /// Why.
        reason: String,
    },
    /// Another film of the feed has the same title.
    #[error("an earlier film has the same title: both are one film, with the facts of the first")]
    SameTitle,
    /// The feed has a list of films without this one.
    #[error("it is not in the list of films: only its title is imported")]
    TitleOnly,
    /// The link of a show that is not sold online.
    #[error("not sold online, imported without its booking URL")]
    NotSoldOnline,
    /// The rule of a repeated event is not expanded.
    #[error("it is repeated, only the first date is imported: export each date as an event of its own")]
    Repetition,
    /// A list of days has days whose shows are not in the feed.
    #[error("the shows of {count} listed days are not in the feed: add their files")]
    MissingDays { count: usize },
    /// A text that another program has read in the wrong encoding.
    #[error("{field:?} was read in the wrong encoding: {found:?} becomes {used:?}")]
    WrongEncoding { field: &'static str, found: String, used: String },
    /// Times of a field that is UTC by its name have no `Z`; reported once for each file.
    #[error("{field:?} has no offset: it is read as UTC")]
    AssumedUtc { field: &'static str },
    /// Times without an offset; reported once for each file.
    #[error("times have no time zone: they are read as local times of {zone}")]
    LocalTimes { zone: String },
    /// A local time that a clock change skips or repeats.
    #[error("{text:?} is in a clock change of {zone}: {used} is used")]
    ClockChange { text: String, zone: String, used: String },
    /// The offset of a time is not that of the theater's time zone then.
    #[error("the offset of {text:?} is not that of {zone}: the offset is used")]
    OtherOffset { text: String, zone: String },
    /// A file contains nothing of the format.
    #[error("this file contains no known data")]
    UnrecognizedFile,
}
