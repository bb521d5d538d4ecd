//! Offers: a show of one of the sites, its seats and prices.

use std::sync::Arc;

use marquee_catalog::{Bookable, bookability};
use marquee_model::ShowId;
use marquee_model::catalog::Showtime;
use marquee_model::money::decimal;
use marquee_model::settings::SiteNameMode;
use marquee_model::time::time_zone;
use marquee_pages::Formats;
use marquee_server::App;
use marquee_site::SiteHandle;
use marquee_store::StoreError;

use super::{Fields, RequestContext};

/// Maximum number of tickets in a purchase.
pub const MAX_TICKETS: u8 = 6;
/// The rows of every auditorium, from the front.
pub const ROWS: [&str; 10] = ["A", "B", "C", "D", "E", "F", "G", "H", "J", "K"];
/// The row that is selected by default.
pub const DEFAULT_ROW: &str = "F";
/// The member price, in percent of the adult price.
const MEMBER_PERCENT: i64 = 90;

/// A requested show.
#[derive(Debug)]
pub struct Offer {
    pub site: Arc<SiteHandle>,
    pub show: Showtime,
    pub code: String,
    pub title: String,
    pub theater: String,
    /// Local day and time.
    pub when: String,
    pub screen: Option<String>,
    /// Why it cannot be booked; `None` if it can.
    pub refusal: Option<&'static str>,
}

/// An amount of money, in minor units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    pub amount: i64,
    pub currency: String,
}

/// The tickets that a visitor chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TicketChoice {
    pub tickets: u8,
    pub price: Price,
    pub row: &'static str,
}

/// A price category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price {
    Adult,
    Member,
}

impl Price {
    /// The value in forms and URLs.
    pub fn value(self) -> &'static str {
        match self {
            Self::Adult => "adult",
            Self::Member => "member",
        }
    }

    /// The label for visitors.
    pub fn name(self) -> &'static str {
        match self {
            Self::Adult => "Adult",
            Self::Member => "Member",
        }
    }
}

impl TicketChoice {
    /// Parses the fields of a form or URL; `None` if they are invalid. The member price is for members only.
    pub fn parse(fields: &Fields, is_member: bool) -> Option<Self> {
        let tickets = fields.get("tickets")?.parse().ok().filter(|n| (1..=MAX_TICKETS).contains(n))?;
        let price = match fields.get("price")? {
            "adult" => Price::Adult,
            "member" if is_member => Price::Member,
            _ => return None,
        };
        let row = fields.get("row")?;
        let row = ROWS.into_iter().find(|label| *label == row)?;
        Some(Self { tickets, price, row })
    }
}

impl Offer {
    /// The price of a ticket; 0 for a show without a price, which cannot be booked.
    pub fn price(&self, price: Price) -> Amount {
        let full = self.show.price.as_ref();
        let amount = full.map_or(0, |price| i64::from(price.amount));
        let amount = match price {
            Price::Adult => amount,
            Price::Member => amount * MEMBER_PERCENT / 100,
        };
        Amount { amount, currency: full.map_or_else(String::new, |price| price.currency.clone()) }
    }

    /// The total price of a choice.
    pub fn total(&self, choice: TicketChoice) -> Amount {
        let unit_price = self.price(choice.price);
        Amount { amount: unit_price.amount * i64::from(choice.tickets), ..unit_price }
    }
}

/// The public name of a site.
pub fn site_name(site: &SiteHandle) -> String {
    site.record.site_name(SiteNameMode::Site).to_owned()
}

/// The URL of a site's home page.
pub fn home(site: &SiteHandle) -> String {
    format!("{}/", site.origin)
}

/// Finds a show by its ticketing code, or by its id.
pub async fn find(app: &App, site: &SiteHandle, code: &str) -> Result<Option<Showtime>, StoreError> {
    if let Some(show) = app.store.show_by_code(&site.id, code).await? {
        return Ok(Some(show));
    }
    match ShowId::parse(code) {
        Ok(id) => app.store.show(&site.id, &id).await,
        Err(_) => Ok(None),
    }
}

/// Finds the show with a code, on any of the sites.
pub async fn offer(context: &RequestContext<'_>, code: &str) -> Result<Option<Offer>, StoreError> {
    for site in context.demo.sites() {
        if let Some(show) = find(context.app, &site, code).await? {
            return describe(context.app, site, show, code).await.map(Some);
        }
    }
    Ok(None)
}

async fn describe(app: &App, site: Arc<SiteHandle>, show: Showtime, code: &str) -> Result<Offer, StoreError> {
    let state = bookability(&show, app.pages.now(), site.late_booking_minutes());
    let refusal = match state {
        Bookable::Yes | Bookable::FewLeft if show.price.is_some() => None,
        Bookable::Yes | Bookable::FewLeft | Bookable::BoxOffice => {
            Some("Tickets for this show are sold at the box office only.")
        }
        Bookable::SoldOut => Some("This show is sold out."),
        Bookable::Started => Some("This show has begun: it can no longer be booked."),
        Bookable::Canceled => Some("This show was canceled."),
    };
    let movie = app.store.movies_by_id(&site.id, &[&show.movie_id]).await?.pop();
    let theater = app.store.theaters(&site.id).await?.into_iter().find(|t| t.id == show.theater_id);
    let zone = time_zone(theater.as_ref().map_or("UTC", |theater| theater.time_zone.as_str()));
    let formats = Formats::for_locale(&site.record.config.locale);
    // A show after midnight is on the next day of the calendar.
    let day = show.starts_at.to_zoned(zone.clone()).date();
    Ok(Offer {
        title: movie.map(|movie| movie.title).unwrap_or_default(),
        theater: theater.map(|theater| theater.name).unwrap_or_default(),
        when: format!("{}, {}", formats.day_long(day), formats.time_in(show.starts_at, &zone).text()),
        screen: show.screen.as_ref().map(|screen| format!("Screen {screen}")),
        code: code.to_owned(),
        refusal,
        site,
        show,
    })
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = match self.currency.as_str() {
            "USD" => "$",
            "EUR" => "\u{20ac}",
            "GBP" => "\u{a3}",
            other => return write!(f, "{other} {}", decimal(self.amount, other)),
        };
        write!(f, "{sign}{}", decimal(self.amount, &self.currency))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_formatted_in_their_currency() {
        let formatted = |amount, currency: &str| Amount { amount, currency: currency.to_owned() }.to_string();
        assert_eq!(
            [formatted(2700, "USD"), formatted(705, "EUR"), formatted(1250, "CHF"), formatted(1250, "JPY")],
            ["$27.00", "\u{20ac}7.05", "CHF 12.50", "JPY 1250"]
        );
    }

    #[test]
    fn only_valid_choices_are_accepted() {
        let choice = |text: &str, is_member| TicketChoice::parse(&Fields::parse(text), is_member);
        let two_tickets = TicketChoice { tickets: 2, price: Price::Adult, row: "F" };
        assert_eq!(choice("tickets=2&price=adult&row=F", false), Some(two_tickets));
        assert_eq!(
            choice("tickets=6&price=member&row=K", true),
            Some(TicketChoice { tickets: 6, price: Price::Member, row: "K" })
        );
        for invalid in [
            "tickets=0&price=adult&row=F",
            "tickets=7&price=adult&row=F",
            "tickets=-1&price=adult&row=F",
            "tickets=2&price=child&row=F",
            "tickets=2&price=member&row=F",
            "tickets=2&price=adult&row=I",
            "tickets=2&price=adult",
            "",
        ] {
            assert_eq!(choice(invalid, false), None, "{invalid}");
        }
    }
}
