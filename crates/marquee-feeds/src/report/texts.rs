//! What a report says, as messages that are stored, and shown in the language of the reader.

use std::fmt;

use marquee_messages::{Language, Message, feeds};
use marquee_model::catalog::BookingUrlError;

use super::{Expected, SkipReason, SkippedRow, Warning, WarningReason};

/// `Display` and `Error` of types with a message: its English text.
macro_rules! in_english {
    ($($type:ty),+) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.message().text(Language::ENGLISH))
            }
        }

        impl std::error::Error for $type {}
    )+};
}

in_english!(SkippedRow, SkipReason, Warning, WarningReason);

/// A text to be put into quotation marks, with control characters escaped: reports are lines.
pub(crate) fn escaped(text: &str) -> String {
    let quoted = format!("{text:?}");
    quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
}

/// The column of a spreadsheet by its English heading.
pub(crate) fn column(heading: &str) -> Message {
    // A key of a message has no spaces.
    feeds::column(if heading == "Booking link" { "link" } else { heading })
}

impl SkippedRow {
    #[must_use]
    pub fn message(&self) -> Message {
        feeds::row_skipped(&self.file, &self.place, self.what, escaped(&self.id), self.reason.message())
    }
}

impl Warning {
    #[must_use]
    pub fn message(&self) -> Message {
        feeds::row_changed(&self.file, &self.place, self.what, escaped(&self.id), self.reason.message())
    }
}

impl SkipReason {
    /// Why the row was skipped, and what to change.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Missing(field) => feeds::skipped_missing(*field),
            Self::WrongType { field, expected, found } => {
                feeds::skipped_wrong_type(escaped(field), expected.message(), found.message())
            }
            Self::TooLong { field, limit, unit } => feeds::skipped_too_long(*field, *limit, *unit),
            Self::BadTime { text } => feeds::skipped_bad_time(escaped(text)),
            Self::Cell { column: name, text, expected } => {
                feeds::skipped_cell(column(name), escaped(text), expected.message())
            }
            Self::EmptyCell { column: name } => feeds::skipped_empty_cell(column(name)),
            Self::SeveralFilms(title) => feeds::skipped_several_films(escaped(title)),
            Self::FarTime { text } => feeds::skipped_far_time(escaped(text)),
            Self::RepeatedFilm { list } => feeds::skipped_repeated_film(*list),
            Self::DuplicateId { first } => feeds::skipped_duplicate_id(first),
            Self::DuplicateShow { first } => feeds::skipped_duplicate_show(first),
            Self::PrivateHire => feeds::skipped_private_hire(),
            Self::ExcludedTag(tag) => feeds::skipped_excluded_tag(escaped(tag)),
            Self::UnknownFilm(film) => feeds::skipped_unknown_film(escaped(film)),
            Self::UnknownTheater(theater) => feeds::skipped_unknown_theater(escaped(theater)),
            Self::UnclearTheater(theater) => feeds::skipped_unclear_theater(escaped(theater)),
            Self::Replaced { by } => feeds::skipped_replaced(escaped(by)),
            Self::Closed => feeds::skipped_closed(),
            Self::NotPublic(state) => feeds::skipped_not_public(state),
            Self::DateOpen => feeds::skipped_date_open(),
            Self::NoTheater => feeds::skipped_no_theater(),
            Self::EventWithoutPage => feeds::skipped_event_without_page(),
            Self::Version(version) => feeds::skipped_version(escaped(version)),
        }
    }
}

impl WarningReason {
    /// What was changed, and what to do.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Booking(reason) => feeds::changed_booking(link(reason)),
            Self::Value { field, value, expected } => {
                feeds::changed_value(*field, expected.message(), escaped(value))
            }
            Self::TimeZone { found, used } => feeds::changed_time_zone(escaped(found), escaped(used)),
            Self::MaybeSeveralFilms => feeds::changed_maybe_several_films(),
            Self::UnknownColumn { name, column: missing } => {
                feeds::changed_unknown_column(escaped(name), column(missing))
            }
            Self::Encoding { name } => feeds::changed_encoding(*name),
            Self::Reference { field, id } => feeds::changed_reference(*field, escaped(id)),
            Self::Contradiction { used, other } => feeds::changed_contradiction(*used, *other),
            Self::UnknownScreen { name } => feeds::changed_unknown_screen(escaped(name)),
            Self::NoBookingSite => feeds::changed_no_booking_site(),
            Self::AnnouncedTime { stated, local, zone } => {
                feeds::changed_announced_time(escaped(stated), local, zone)
            }
            Self::NamelessScreens { count } => feeds::changed_nameless_screens(*count),
            Self::NoShowReadable { rows } => feeds::changed_no_show_readable(*rows),
            Self::FilmIdReused { other } => feeds::changed_film_id_reused(escaped(other)),
            Self::MenuAddress(url) => feeds::changed_menu_address(escaped(url)),
            Self::LinksBelow { count, limit } => feeds::changed_links_below(*limit, *count),
            Self::Setting { key, reason } => feeds::changed_setting(escaped(key), reason),
            Self::SameTitle => feeds::changed_same_title(),
            Self::TitleOnly => feeds::changed_title_only(),
            Self::NotSoldOnline => feeds::changed_not_sold_online(),
            Self::Repetition => feeds::changed_repetition(),
            Self::MissingDays { count } => feeds::changed_missing_days(*count),
            Self::WrongEncoding { field, found, used } => {
                feeds::changed_wrong_encoding(*field, escaped(found), escaped(used))
            }
            Self::AssumedUtc { field } => feeds::changed_assumed_utc(*field),
            Self::LocalTimes { zone } => feeds::changed_local_times(zone),
            Self::ClockChange { text, zone, used } => feeds::changed_clock_change(escaped(text), zone, used),
            Self::OtherOffset { text, zone } => feeds::changed_other_offset(escaped(text), zone),
            Self::UnrecognizedFile => feeds::changed_unrecognized_file(),
        }
    }
}

impl Expected {
    /// The words for it, with an article.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Null => feeds::expected_null(),
            Self::Boolean => feeds::expected_boolean(),
            Self::Number => feeds::expected_number(),
            Self::Text => feeds::expected_text(),
            Self::TextOrInteger => feeds::expected_text_or_integer(),
            Self::List => feeds::expected_list(),
            Self::Texts => feeds::expected_texts(),
            Self::Object => feeds::expected_object(),
            Self::Export => feeds::expected_export(),
            Self::OtherForm => feeds::expected_other_form(),
            Self::Other => feeds::expected_other(),
            Self::Minutes => feeds::expected_minutes(),
            Self::Length => feeds::expected_length(),
            Self::Date(example) => feeds::expected_date(*example),
            Self::DateAndTime => feeds::expected_date_and_time(),
            Self::LaterTime => feeds::expected_later_time(),
            Self::ClockTime => feeds::expected_clock_time(),
            Self::Amount => feeds::expected_amount(),
            Self::Position => feeds::expected_position(),
        }
    }
}

/// Why a booking URL is invalid. Its own `Display`, for the layers below messages, says the same in English.
fn link(error: &BookingUrlError) -> Message {
    match error {
        BookingUrlError::NotAnAddress(url) => feeds::link_not_an_address(escaped(url)),
        BookingUrlError::Scheme(scheme) => feeds::link_scheme(escaped(scheme)),
        BookingUrlError::Credentials => feeds::link_credentials(),
        BookingUrlError::TooLong(length) => feeds::link_too_long(*length),
    }
}

#[cfg(test)]
mod tests;
