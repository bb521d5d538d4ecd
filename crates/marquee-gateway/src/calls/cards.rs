//! Cards and gift cards.

use marquee_api::loyalty::{CardsResponse, GiftCardResponse, LostCardResponse, LoyaltyCard, MoneyAmount};
use marquee_model::loyalty::Card;

use super::fields_response;
use crate::context::Context;
use crate::reply::{CallResponse, Failure, card, format_instant_or_zero};

fn all(cards: &[Card]) -> Vec<LoyaltyCard> {
    cards.iter().map(card).collect()
}

pub async fn list(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let cards = c.loyalty().cards().of_member(&c.request.site.record, &principal).await?;
    fields_response(CardsResponse { cards: all(&cards) })
}

pub async fn add(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let (code, pin) = (c.payload.required_text("cardCode")?, c.payload.optional_text("pin")?);
    let cards =
        c.loyalty().cards().add_card(&c.request.site.record, &principal, &code, pin.as_deref()).await?;
    fields_response(CardsResponse { cards: all(&cards) })
}

pub async fn delete(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let code = c.payload.required_text("cardCode")?;
    let cards = c.loyalty().cards().delete_card(&c.request.site.record, &principal, &code).await?;
    fields_response(CardsResponse { cards: all(&cards) })
}

pub async fn report_lost(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let card_code = c.arguments.get("cardCode");
    let (cards, code) = c.loyalty().cards().report_lost(c.visitor(), &principal, card_code).await?;
    fields_response(LostCardResponse { cards: all(&cards), card_code: code.as_str().to_owned() })
}

pub async fn gift_card_balance(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let (number, pin) =
        (c.payload.required_text("cardNumber")?, c.payload.optional_text("pin")?.unwrap_or_default());
    let balance = c.loyalty().cards().gift_balance(c.visitor(), &number, &pin).await?;
    fields_response(GiftCardResponse {
        balance: MoneyAmount::from(&balance.balance),
        expires_at: format_instant_or_zero(balance.expires_at),
    })
}
