//! The content of passes, independent of the wallet.

use jiff::{Timestamp, Zoned};
use marquee_model::locale::Locale;
use marquee_model::settings::Color;

use crate::Barcode;

/// The data that all passes of a site share.
#[derive(Debug, Clone)]
pub struct Brand {
    /// The site's name.
    pub issuer: String,
    /// The background color. Text on it is black or white, whichever has more contrast.
    pub color: Color,
    /// The `https` URL of the site's logo, which Google fetches.
    pub logo: String,
    /// The language of the texts.
    pub locale: Locale,
    pub barcode: Barcode,
    pub labels: Labels,
}

/// The labels of a pass's fields, in the language of [`Brand::locale`].
#[derive(Debug, Clone)]
pub struct Labels {
    pub card_number: String,
    pub member: String,
    pub level: String,
    pub points: String,
    pub valid_until: String,
    pub starts: String,
    pub cinema: String,
    pub address: String,
    pub screen: String,
    pub row: String,
    pub seat: String,
    pub ticket: String,
    pub booking: String,
    pub notice: String,
}

/// A member's card.
#[derive(Clone)]
pub struct CardPass {
    pub brand: Brand,
    /// The card's random id. A new pass with the same id replaces the old one.
    pub id: String,
    /// The id of the loyalty program, the same for all cards of the site.
    pub program_id: String,
    /// The loyalty program's name.
    pub program: String,
    /// The number in the barcode.
    pub number: String,
    /// The member's name, or empty.
    pub holder: String,
    /// The name of the member's level.
    pub level: Option<String>,
    /// The balance in points.
    pub points: Option<i64>,
    pub expires: Option<Timestamp>,
}

/// A numbered seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The row, or empty.
    pub row: String,
    /// The seat's number in the row.
    pub number: String,
}

/// A ticket for one show.
#[derive(Clone)]
pub struct TicketPass {
    pub brand: Brand,
    /// The ticket's id. A new pass with the same id replaces the old one.
    pub id: String,
    /// The id of the show, the same for all its tickets.
    pub show_id: String,
    /// The film's title.
    pub film: String,
    /// The advertised start, in the theater's time zone.
    pub starts: Zoned,
    pub ends: Option<Zoned>,
    /// The theater's name.
    pub cinema: String,
    /// The theater's address in one line, or empty.
    pub address: String,
    /// The screen's name, or empty.
    pub screen: String,
    /// The seat; `None` for unnumbered seating.
    pub seat: Option<Seat>,
    /// The ticket type, for example "Adult", or empty.
    pub kind: String,
    /// The ticket holder's name, or empty.
    pub holder: String,
    /// The booking reference.
    pub booking: String,
    /// The text in the barcode.
    pub code: String,
    /// The theater's alert when the pass is made, or empty.
    pub notice: String,
}

// Card numbers and names must not be logged (loyalty-gateway.md, section 5).
impl std::fmt::Debug for CardPass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CardPass").field("program_id", &self.program_id).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for TicketPass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TicketPass").field("show_id", &self.show_id).finish_non_exhaustive()
    }
}

/// A local time with UTC offset (RFC 3339), as both wallets require.
pub(crate) fn local_time(at: &Zoned) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

#[cfg(test)]
pub(crate) mod samples;
