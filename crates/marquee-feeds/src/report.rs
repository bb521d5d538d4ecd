//! Reports of rows that were skipped or changed, with messages for operators.

use marquee_model::catalog::BookingUrlError;

/// A row that was skipped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{place}: {what} {id:?} is left out: {why}")]
pub struct SkippedRow {
    /// What the row is, for example `showtime`.
    pub what: &'static str,
    /// The id in the feed; empty if there is none.
    pub id: String,
    pub file: String,
    /// JSON pointer in the file.
    pub place: String,
    pub why: SkipReason,
}

/// Why a row was skipped. The message says what to change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// A required field is missing.
    #[error("{0:?} is missing: give it a value")]
    Missing(&'static str),
    /// A field has a value of another type.
    #[error("{field:?} is {found}, not {wanted}: write {wanted}")]
    WrongType {
        /// The field.
        field: String,
        /// The expected type, with article.
        wanted: &'static str,
        /// The actual type, with article.
        found: &'static str,
    },
    /// A text is too long.
    #[error("{field:?} is longer than {limit} {unit}: shorten it")]
    TooLong {
        /// The field.
        field: &'static str,
        /// The limit.
        limit: usize,
        /// `bytes` or `characters`.
        unit: &'static str,
    },
    /// A text is not a date and time.
    #[error("{text:?} is no date and time: write it as 2025-01-31T19:30:00 or with an offset")]
    BadTime {
        /// The text.
        text: String,
    },
    /// A time before 1990 or after 2100.
    #[error("{text:?} lies before 1990 or after 2100: correct the year")]
    FarTime {
        /// The text.
        text: String,
    },
    /// The id is a duplicate.
    #[error("the id stands already at {first}: give each its own, or remove one")]
    DuplicateId {
        /// File and pointer of the first.
        first: String,
    },
    /// Another show has the same theater, film, start, screen and attributes.
    #[error("the same theater, film, start, screen and attributes stand already at {first}: remove one")]
    DuplicateShow {
        /// File and pointer of the first.
        first: String,
    },
    /// A private hire, which is not public.
    #[error("it is a private hire, which is not shown in public; nothing needs to change")]
    PrivateHire,
    /// The feed's own settings hide shows with this tag.
    #[error("its tag {0:?} is among the feed's globalExcludedTags: remove the tag there to list the show")]
    ExcludedTag(String),
    /// The film is not in the feed.
    #[error("the film {0:?} is not in the feed: add it to the films or correct the id")]
    UnknownFilm(String),
    /// The theater is not in the feed.
    #[error("the theater {0:?} is not in the feed: add it to the theaters or correct the id")]
    UnknownTheater(String),
    /// The theater is closed for good.
    #[error("the theater is marked as closed for good: remove the mark if it is open")]
    Closed,
    /// An event without a page.
    #[error("it is a notice without a page of its own: put its text into the theater's description")]
    EventWithoutPage,
    /// An unsupported version of the format.
    #[error("{0:?} is not a version that can be read: send cinemashowtimes-json/1.0")]
    Version(String),
}

/// A row that was imported with changes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{place}: {what} {id:?}: {why}")]
pub struct Warning {
    /// What the row is, for example `showtime`.
    pub what: &'static str,
    /// The id in the feed; empty if there is none.
    pub id: String,
    pub file: String,
    /// JSON pointer in the file.
    pub place: String,
    /// What was changed.
    pub why: WarningReason,
}

/// How an invalid value was handled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WarningReason {
    /// The booking URL is invalid: the show is imported without it.
    #[error("the booking address is not taken, the show is kept without one: {0}")]
    Booking(#[source] BookingUrlError),
    /// An invalid value was ignored.
    #[error("{field:?} has the value {value:?}, which is not {wanted}: it is left out")]
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What was expected.
        wanted: &'static str,
    },
    /// An unknown time zone was replaced.
    #[error(
        "the time zone {found:?} is not known, {used:?} is used: write an IANA name such as Europe/London"
    )]
    TimeZone {
        /// The value in the feed.
        found: String,
        /// The time zone that is used.
        used: String,
    },
    /// A reference to a record that is not in the feed was ignored.
    #[error("{field:?} names {id:?}, which is not in the feed: it is left out")]
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
    /// Screens without a name were ignored.
    #[error("{count} screens have no number or name: they are left out")]
    NamelessScreens { count: usize },
    /// No show of a schedule was valid.
    #[error("none of the {rows} showtimes of this theater could be read: its old ones stay")]
    NoShowReadable {
        /// Number of shows in the schedule.
        rows: usize,
    },
    /// Another cinema uses the film id for another film.
    #[error("another cinema uses this film id for {other:?}: the film gets an id of its own")]
    FilmIdReused {
        /// The other film's title.
        other: String,
    },
    /// A menu entry with a URL that is not allowed was ignored.
    #[error("the address {0:?} is not taken, the entry is left out: use http, https, mailto, tel or a path")]
    MenuAddress(String),
    /// An invalid setting was ignored.
    #[error("the setting {key:?} is left out: {why}")]
    Setting {
        key: String,
        /// Why.
        why: String,
    },
    /// A file contains nothing of the format.
    #[error("nothing in this file is read")]
    UnrecognizedFile,
}
