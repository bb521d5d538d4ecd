//! What a pass says, in the cinema's words.

use jiff::{Timestamp, Zoned};
use marquee_model::locale::Locale;
use marquee_model::settings::Color;

use crate::Barcode;

/// What every pass of a site shares.
#[derive(Debug, Clone)]
pub struct Brand {
    /// The site's name.
    pub issuer: String,
    /// The pass's background; words on it are black or white, whichever is seen better.
    pub color: Color,
    /// `https` address of the site's logo. Google fetches it.
    pub logo: String,
    /// The language of the words.
    pub locale: Locale,
    /// How codes are drawn.
    pub barcode: Barcode,
    /// The words before the values.
    pub labels: Labels,
}

/// The words before a pass's values; English unless the caller has others.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the names say it")]
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
}

impl Default for Labels {
    fn default() -> Self {
        Self {
            card_number: "Card number".to_owned(),
            member: "Member".to_owned(),
            level: "Level".to_owned(),
            points: "Points".to_owned(),
            valid_until: "Valid until".to_owned(),
            starts: "Starts".to_owned(),
            cinema: "Theater".to_owned(),
            address: "Address".to_owned(),
            screen: "Screen".to_owned(),
            row: "Row".to_owned(),
            seat: "Seat".to_owned(),
            ticket: "Ticket".to_owned(),
            booking: "Booking".to_owned(),
        }
    }
}

/// A member's card.
#[derive(Clone)]
pub struct CardPass {
    /// What it shares with the site's other passes.
    pub brand: Brand,
    /// The card's own random id: a pass of the same id replaces the one before.
    pub id: String,
    /// Id of the programme, the same for all cards of the site.
    pub programme_id: String,
    /// The programme's name.
    pub programme: String,
    /// The number that is scanned.
    pub number: String,
    /// The member's name; may be empty.
    pub holder: String,
    /// Name of the member's level.
    pub level: Option<String>,
    /// The balance in points.
    pub points: Option<i64>,
    /// When the card ends.
    pub expires: Option<Timestamp>,
}

/// A place in a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The row; may be empty.
    pub row: String,
    /// The seat in it.
    pub number: String,
}

/// A ticket for one show.
#[derive(Clone)]
pub struct TicketPass {
    /// What it shares with the site's other passes.
    pub brand: Brand,
    /// The ticket's own id: a pass of the same id replaces the one before.
    pub id: String,
    /// Id of the show, the same for all its tickets.
    pub show_id: String,
    /// The film's title.
    pub film: String,
    /// When it starts, at the cinema's place.
    pub starts: Zoned,
    /// When it ends.
    pub ends: Option<Zoned>,
    /// The cinema's name.
    pub cinema: String,
    /// Its address in one line; may be empty.
    pub address: String,
    /// The room's name; may be empty.
    pub screen: String,
    /// The seat, where seats are numbered.
    pub seat: Option<Seat>,
    /// The kind of ticket, for example "Adult"; may be empty.
    pub kind: String,
    /// Whose it is; may be empty.
    pub holder: String,
    /// The booking's reference.
    pub booking: String,
    /// The text that is scanned.
    pub code: String,
}

// Logs have no card numbers and no names (loyalty-gateway.md, section 5).
impl std::fmt::Debug for CardPass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CardPass").field("programme_id", &self.programme_id).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for TicketPass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TicketPass").field("show_id", &self.show_id).finish_non_exhaustive()
    }
}

/// A local time with its distance from UTC, as both wallets want it.
pub(crate) fn local_time(at: &Zoned) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

#[cfg(test)]
pub(crate) mod samples;
