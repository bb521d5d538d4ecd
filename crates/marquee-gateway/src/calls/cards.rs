//! Cards and gift cards.

use marquee_api::loyalty::{CardsAnswer, GiftCardAnswer, LostCardAnswer, LoyaltyCard, MoneyAmount};
use marquee_model::loyalty::Card;

use super::done;
use crate::gateway::Context;
use crate::reply::{Answer, Failure, card, instant};

fn all(cards: &[Card]) -> Vec<LoyaltyCard> {
    cards.iter().map(card).collect()
}

pub async fn list(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let cards = c.loyalty().cards(&c.asked.site.record, &signed).await?;
    done(CardsAnswer { cards: all(&cards) })
}

pub async fn add(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let (code, pin) = (c.payload.needed("cardCode")?, c.payload.text("pin")?);
    let cards = c.loyalty().add_card(&c.asked.site.record, &signed, &code, pin.as_deref()).await?;
    done(CardsAnswer { cards: all(&cards) })
}

pub async fn delete(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let code = c.payload.needed("cardCode")?;
    let cards = c.loyalty().delete_card(&c.asked.site.record, &signed, &code).await?;
    done(CardsAnswer { cards: all(&cards) })
}

pub async fn lost(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let named = c.arguments.get("cardCode");
    let (cards, code) = c.loyalty().report_lost(c.visitor(), &signed, named).await?;
    done(LostCardAnswer { cards: all(&cards), card_code: code.as_str().to_owned() })
}

pub async fn gift(c: &Context<'_>) -> Result<Answer, Failure> {
    let (number, pin) = (c.payload.needed("cardNumber")?, c.payload.text("pin")?.unwrap_or_default());
    let found = c.loyalty().gift_balance(c.visitor(), &number, &pin).await?;
    done(GiftCardAnswer { balance: MoneyAmount::from(&found.balance), expires_at: instant(found.expires_at) })
}
