//! Rows of shows.

use marquee_model::catalog::{BookingUrl, Price, Showtime};
use marquee_model::{MovieId, ScreenId, ShowId, SiteId, TheaterId};
use sea_orm::Set;

use crate::availability;
use crate::entity::showtime;
use crate::error::StoreError;
use crate::row_context::RowContext;

pub fn from_row(row: showtime::Model) -> Result<Showtime, StoreError> {
    let row_context = RowContext::new("showtime", [&row.site_id, &row.id]);
    let availability =
        row_context.code("availability", availability::from_code(row.availability), row.availability)?;
    let amount = row.price_amount.map(|amount| row_context.number("price_amount", amount)).transpose()?;
    let price = match (amount, row.price_currency) {
        (Some(amount), Some(currency)) => Some(Price { amount, currency }),
        (None, None) => None,
        (Some(_), None) => return Err(row_context.missing("price_currency")),
        (None, Some(_)) => return Err(row_context.missing("price_amount")),
    };
    let change = row.change.as_deref().map(|change| row_context.read_json("change", change)).transpose()?;
    Ok(Showtime {
        starts_at: row_context.seconds("starts_at", row.starts_at)?,
        ends_at: row.ends_at.map(|at| row_context.seconds("ends_at", at)).transpose()?,
        business_date: row_context.parsed("business_date", &row.business_date)?,
        attributes: row_context.read_json("attributes", &row.attributes)?,
        availability,
        price,
        id: ShowId::stored(row.id),
        movie_id: MovieId::stored(row.movie_id),
        theater_id: TheaterId::stored(row.theater_id),
        screen: row.screen.map(ScreenId::stored),
        booking: row.booking.map(BookingUrl::stored),
        perf_code: row.perf_code,
        change,
    })
}

pub fn to_row(site: &SiteId, s: &Showtime) -> Result<showtime::ActiveModel, StoreError> {
    let row_context = RowContext::new("showtime", [site.as_str(), s.id.as_str()]);
    Ok(showtime::ActiveModel {
        site_id: Set(site.as_str().to_owned()),
        id: Set(s.id.as_str().to_owned()),
        theater_id: Set(s.theater_id.as_str().to_owned()),
        movie_id: Set(s.movie_id.as_str().to_owned()),
        business_date: Set(s.business_date.to_string()),
        starts_at: Set(s.starts_at.as_second()),
        ends_at: Set(s.ends_at.map(jiff::Timestamp::as_second)),
        screen: Set(s.screen.as_ref().map(|i| i.as_str().to_owned())),
        attributes: Set(row_context.write_json("attributes", &s.attributes)?),
        availability: Set(availability::to_code(s.availability)),
        booking: Set(s.booking.as_ref().map(|b| b.as_str().to_owned())),
        perf_code: Set(s.perf_code.clone()),
        price_amount: Set(s.price.as_ref().map(|p| i64::from(p.amount))),
        price_currency: Set(s.price.as_ref().map(|p| p.currency.clone())),
        change: Set(s.change.as_ref().map(|change| row_context.write_json("change", change)).transpose()?),
    })
}
