//! Wallet passes of a member's own card and tickets (WALLET-01 to WALLET-04).

use jiff::tz::TimeZone;
use marquee_api::loyalty::PassResponse;
use marquee_api::paths::SITE_PICTURE_PATH;
use marquee_loyalty::card_code;
use marquee_messages::{Language, server};
use marquee_model::TheaterId;
use marquee_model::catalog::Theater;
use marquee_model::loyalty::{CardStatus, Order};
use marquee_model::peach::PeachCode;
use marquee_model::settings::SiteNameMode;
use marquee_wallet::{Barcode, Brand, CardPass, Labels, TicketPass, WalletError};

use super::fields_response;
use crate::context::Context;
use crate::envelope::ResponseFormat;
use crate::problem::Problem;
use crate::reply::{CallResponse, Failure};

/// The labels of a pass in the language of the page.
fn labels(language: Language) -> Labels {
    let text = |message: fn(Language) -> &'static str| message(language).to_owned();
    Labels {
        card_number: text(server::wallet_card_number),
        member: text(server::wallet_member),
        level: text(server::wallet_level),
        points: text(server::wallet_points),
        valid_until: text(server::wallet_valid_until),
        starts: text(server::wallet_starts),
        cinema: text(server::wallet_cinema),
        address: text(server::wallet_address),
        screen: text(server::wallet_screen),
        row: text(server::wallet_row),
        seat: text(server::wallet_seat),
        ticket: text(server::wallet_ticket),
        booking: text(server::wallet_booking),
        notice: text(server::wallet_notice),
    }
}

fn brand(c: &Context<'_>) -> Brand {
    let record = &c.request.site.record;
    Brand {
        issuer: record.site_name(SiteNameMode::Site).to_owned(),
        color: record.config.theme.colors.primary().clone(),
        // Google accepts only https URLs for the logo, so https is used even if the origin of a test server is http.
        logo: c.request.origin.replacen("http://", "https://", 1) + SITE_PICTURE_PATH,
        locale: record.config.locale.clone(),
        barcode: Barcode::from_setting(&record.settings.loyalty.scannable_code_format),
        labels: labels(Language::of_locale(c.request.language)),
    }
}

fn failed(error: &WalletError) -> Failure {
    tracing::error!(%error, "cannot create a wallet pass");
    Problem::Unavailable { seconds: 60 }.into()
}

/// A Google pass in the requested format: JSON has the JWT in the field `jwt`, other formats are the JWT as text.
fn jwt_response(c: &Context<'_>, jwt: String) -> Result<CallResponse, Failure> {
    match c.format {
        ResponseFormat::Json => fields_response(PassResponse { jwt }),
        ResponseFormat::Raw | ResponseFormat::Blob => Ok(CallResponse::Text(jwt)),
    }
}

/// No signer for Google passes is configured.
const NO_SIGNER: Problem = Problem::Unavailable { seconds: 3600 };

pub async fn card(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let number = card_code(c.arguments.get("cardNumber").unwrap_or_default());
    let number = number.map_err(|_| PeachCode::MemberNotFound)?;
    let cards = c.loyalty().cards().of_member(&c.request.site.record, &principal).await?;
    let own_card = cards.into_iter().find(|card| card.code == number && card.status == CardStatus::Active);
    let own_card = own_card.ok_or(PeachCode::MemberNotFound)?;
    let details = &principal.details;
    let pass = CardPass {
        brand: brand(c),
        id: format!("{}-{}", c.request.site.id, own_card.code),
        program_id: c.request.site.id.as_str().to_owned(),
        program: c.request.site.record.site_name(SiteNameMode::Site).to_owned(),
        number: own_card.code.as_str().to_owned(),
        holder: format!("{} {}", details.member.first_name, details.member.last_name),
        level: details.level_name.clone(),
        points: Some(details.points),
        expires: own_card.expires_at.or(details.member.expires_at),
    };
    let now = c.loyalty().real_time();
    if let (ResponseFormat::Blob, Some(apple)) = (c.format, &c.services.wallets.apple) {
        return Ok(CallResponse::Bytes(apple.loyalty_card(&pass, now).map_err(|e| failed(&e))?));
    }
    let google = c.services.wallets.google.as_ref().ok_or(NO_SIGNER)?;
    jwt_response(c, google.loyalty_card(&pass, c.request.origin, now).map_err(|e| failed(&e))?)
}

pub async fn ticket(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let id = c.arguments.get("ticketId").unwrap_or_default();
    let order = c.loyalty().program().order_by_ticket(&c.request.site.record, &principal, id).await?;
    let holder = format!("{} {}", principal.member().first_name, principal.member().last_name);
    let pass = ticket_pass(c, &order, id, holder).ok_or(PeachCode::MemberNotFound)?;
    let now = c.loyalty().real_time();
    if let (ResponseFormat::Blob, Some(apple)) = (c.format, &c.services.wallets.apple) {
        return Ok(CallResponse::Bytes(apple.ticket(&pass, now).map_err(|e| failed(&e))?));
    }
    let google = c.services.wallets.google.as_ref().ok_or(NO_SIGNER)?;
    jwt_response(c, google.ticket(&pass, c.request.origin, now).map_err(|e| failed(&e))?)
}

/// The pass of a ticket; `None` if the order has no showtime or no film title.
fn ticket_pass(c: &Context<'_>, order: &Order, id: &str, holder: String) -> Option<TicketPass> {
    let cinema = order.cinema_id.as_deref().unwrap_or_default();
    let theater: Option<&Theater> = TheaterId::parse(cinema).ok().and_then(|id| c.snapshot.any_theater(&id));
    let zone = theater.and_then(|t| TimeZone::get(&t.time_zone).ok()).unwrap_or(TimeZone::UTC);
    let starts = order.showtime_at?.to_zoned(zone);
    let name = order.cinema_name.clone().or_else(|| theater.map(|t| t.name.clone()));
    let address = theater.map(|t| t.address.short_line());
    let language = c.request.language.split('-').next().unwrap_or_default();
    let alert = theater.and_then(|t| c.snapshot.alert(&t.id, c.loyalty().site_time()));
    Some(TicketPass {
        brand: brand(c),
        id: format!("{}-{id}", c.request.site.id),
        show_id: format!("{}-{cinema}-{}", c.request.site.id, starts.timestamp().as_second()),
        film: order.movie_title.clone()?,
        starts,
        ends: None,
        cinema: name.unwrap_or_default(),
        address: address.unwrap_or_default(),
        screen: order.screen_name.clone().unwrap_or_default(),
        seat: None,
        kind: order.tickets.first().map(|line| line.name.clone()).unwrap_or_default(),
        holder,
        booking: order.booking_reference.clone().unwrap_or_default(),
        code: id.to_owned(),
        notice: alert.map(|alert| alert.message_in(language).to_owned()).unwrap_or_default(),
    })
}
