//! What was not taken from a feed, or not as it stood, and why, in words for the operator.

use marquee_model::catalog::LinkError;

/// A row that was left out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{place}: {what} {id:?} is left out: {why}")]
pub struct Skipped {
    /// What the row is, for example `showtime`.
    pub what: &'static str,
    /// The id the feed gives it; empty when it gives none.
    pub id: String,
    /// The file.
    pub file: String,
    /// Where in the file, as a JSON pointer.
    pub place: String,
    /// Why.
    pub why: Reason,
}

/// Why a row was left out; its text says what to change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A field that must be there is not.
    #[error("{0:?} is missing: give it a value")]
    Missing(&'static str),
    /// A field has a value of another type.
    #[error("{field:?} is {found}, not {wanted}: write {wanted}")]
    WrongType {
        /// The field.
        field: String,
        /// What it should be, with its article.
        wanted: &'static str,
        /// What it is, with its article.
        found: &'static str,
    },
    /// A text is longer than the field takes.
    #[error("{field:?} is longer than {limit} {unit}: shorten it")]
    TooLong {
        /// The field.
        field: &'static str,
        /// The limit.
        limit: usize,
        /// `bytes` or `characters`.
        unit: &'static str,
    },
    /// A text is not a time.
    #[error("{text:?} is no date and time: write it as 2025-01-31T19:30:00 or with an offset")]
    BadTime {
        /// The text.
        text: String,
    },
    /// A time that no programme has.
    #[error("{text:?} lies before 1990 or after 2100: correct the year")]
    FarTime {
        /// The text.
        text: String,
    },
    /// The id was given before.
    #[error("the id stands already at {first}: give each its own, or remove one")]
    DuplicateId {
        /// File and pointer of the first.
        first: String,
    },
    /// The same theater, film, start, screen and attributes were given before.
    #[error("the same theater, film, start, screen and attributes stand already at {first}: remove one")]
    DuplicateShow {
        /// File and pointer of the first.
        first: String,
    },
    /// A hired screen is not a public show.
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
    /// An event without an address of its own.
    #[error("it is a notice without a page of its own: put its text into the theater's description")]
    Notice,
    /// A version of the format that this reader does not know.
    #[error("{0:?} is not a version that can be read: send cinemashowtimes-json/1.0")]
    Version(String),
}

/// Something that was taken otherwise than it stood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{place}: {what} {id:?}: {why}")]
pub struct Warning {
    /// What the row is, for example `showtime`.
    pub what: &'static str,
    /// The id the feed gives it; empty when it gives none.
    pub id: String,
    /// The file.
    pub file: String,
    /// Where in the file, as a JSON pointer.
    pub place: String,
    /// What was done.
    pub why: Remark,
}

/// What was done with a value that could not be taken as it stood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Remark {
    /// The show is kept, but cannot be booked.
    #[error("the booking address is not taken, the show is kept without one: {0}")]
    Booking(#[source] LinkError),
    /// A value that cannot be read is left out.
    #[error("{field:?} has the value {value:?}, which is not {wanted}: it is left out")]
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// A time zone nobody knows.
    #[error(
        "the time zone {found:?} is not known, {used:?} is used: write an IANA name such as Europe/London"
    )]
    TimeZone {
        /// What the feed says.
        found: String,
        /// What is used.
        used: String,
    },
    /// A field names a record that is not in the feed.
    #[error("{field:?} names {id:?}, which is not in the feed: it is left out")]
    Reference {
        /// The field.
        field: &'static str,
        /// The id.
        id: String,
    },
    /// Two fields that say the same thing differ.
    #[error("{used} and {other} differ: {used} is used")]
    Contradiction {
        /// The field that is used.
        used: &'static str,
        /// The other.
        other: &'static str,
    },
    /// Rows that have no name.
    #[error("{count} screens have no number or name: they are left out")]
    NamelessScreens {
        /// How many.
        count: usize,
    },
    /// A schedule of which nothing could be read.
    #[error("none of the {rows} showtimes of this theater could be read: its old ones stay")]
    NoShowReadable {
        /// How many there were.
        rows: usize,
    },
    /// A film id that another cinema uses for another film.
    #[error("another cinema uses this film id for {other:?}: the film gets an id of its own")]
    FilmIdReused {
        /// The other film's title.
        other: String,
    },
    /// A menu entry that leads nowhere safe.
    #[error("the address {0:?} is not taken, the entry is left out: use http, https, mailto, tel or a path")]
    MenuAddress(String),
    /// A setting the site cannot take.
    #[error("the setting {key:?} is left out: {why}")]
    Setting {
        /// Its key.
        key: String,
        /// Why.
        why: String,
    },
    /// A file of which nothing is read.
    #[error("nothing in this file is read")]
    NotRead,
}
