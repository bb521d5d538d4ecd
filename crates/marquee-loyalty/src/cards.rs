//! Members' cards.

use jiff::Timestamp;
use marquee_auth::{AuthError, random_text};
use marquee_mail::Letter;
use marquee_model::loyalty::{Card, CardStatus, Member};
use marquee_model::settings::SiteRecord;
use marquee_model::{CardCode, MemberId, SiteId};
use marquee_store::{CardRow, StoreError, WriteTx};

use crate::caller::AuthenticatedMember;
use crate::context::{Context, Visitor, audit};
use crate::error::{LoyaltyError, RefusalReason};
use crate::pins::{MAX_PIN_FAILURES, PIN_LOCKOUT, PinOwner, is_pin};
use crate::services::Cards;

/// Characters of a new card's number: about 80 random bits.
const NUMBER_LENGTH: usize = 16;

/// Normalizes a card code: uppercase, without spaces (VALID-04). An invalid code returns `UnknownCard`.
pub fn code(text: &str) -> Result<CardCode, LoyaltyError> {
    let normalized: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_uppercase();
    CardCode::parse(&normalized).map_err(|_| RefusalReason::UnknownCard.into())
}

/// A random number for a new card.
pub(crate) fn new_number() -> Result<String, AuthError> {
    Ok(random_text(NUMBER_LENGTH)?.to_uppercase())
}

pub(crate) fn last_four(code: &CardCode) -> String {
    let chars: Vec<char> = code.as_str().chars().collect();
    chars.iter().skip(chars.len().saturating_sub(4)).collect()
}

/// The primary card, if it is active.
pub(crate) fn primary<'c>(cards: impl IntoIterator<Item = &'c Card>, now: Timestamp) -> Option<&'c Card> {
    cards.into_iter().find(|card| card.is_primary_at(now))
}

impl Context {
    /// Makes exactly one of a member's active cards the primary one: the current one, else the first.
    pub(crate) async fn update_primary_card(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        member: &MemberId,
    ) -> Result<(), StoreError> {
        let now = self.now();
        let cards = tx.member_cards(site, member).await?;
        let is_active = |card: &&Card| card.status_at(now) == CardStatus::Active;
        let first =
            primary(&cards, now).or_else(|| cards.iter().find(is_active)).map(|card| card.code.clone());
        for mut card in cards {
            let is_primary = Some(&card.code) == first.as_ref();
            if card.is_primary != is_primary {
                card.is_primary = is_primary;
                tx.save_card(site, &CardRow { member: Some(member.clone()), card }).await?;
            }
        }
        Ok(())
    }
}

impl Context {
    /// Replaces a lost card: this one, or the primary card. The lost card becomes permanently invalid. Returns the new code.
    ///
    /// # Errors
    /// `UnknownCard`, also for a card that is another member's or not active.
    pub(crate) async fn replace_lost_card(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        member: &MemberId,
        lost: Option<&CardCode>,
    ) -> Result<CardCode, LoyaltyError> {
        let now = self.now();
        let own_cards = tx.member_cards(site, member).await?;
        let lost_card = own_cards.into_iter().find(|card| match lost {
            Some(code) => card.code == *code,
            None => card.is_primary_at(now),
        });
        let lost_card = lost_card.filter(|card| card.status_at(now) == CardStatus::Active);
        let mut lost_card = lost_card.ok_or(RefusalReason::UnknownCard)?;
        let mut replacement = self.new_card(&lost_card.card_type)?;
        replacement.is_primary = std::mem::replace(&mut lost_card.is_primary, false);
        replacement.expires_at = lost_card.expires_at;
        lost_card.status = CardStatus::Lost;
        let code = replacement.code.clone();
        for card in [lost_card, replacement] {
            tx.save_card(site, &CardRow { member: Some(member.clone()), card }).await?;
        }
        Ok(code)
    }

    /// Tells a member that a lost card was replaced by this one.
    pub(crate) async fn email_card_replaced(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        member: &Member,
        code: &CardCode,
    ) -> Result<(), LoyaltyError> {
        let letter = Letter::CardReplaced { last_four: last_four(code) };
        self.email_member(tx, visitor, member, &letter).await
    }
}

impl Cards<'_> {
    /// A member's cards with their current status.
    pub async fn of_member(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
    ) -> Result<Vec<Card>, LoyaltyError> {
        let mut cards = self.context.store.member_cards(&site.key, &principal.member().id).await?;
        let now = self.context.now();
        for card in &mut cards {
            card.is_primary = card.is_primary_at(now);
            card.status = card.status_at(now);
        }
        Ok(cards)
    }

    /// Adds a card without owner to a member.
    ///
    /// # Errors
    /// `UnknownCard`, `UnusableCard`, `WrongPin`, `CardTaken`.
    pub async fn add_card(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        text: &str,
        pin: Option<&str>,
    ) -> Result<Vec<Card>, LoyaltyError> {
        let (code, member, now) = (code(text)?, &principal.member().id, self.context.now());
        let mut tx = self.context.begin().await?;
        let mut row = tx.card(&site.key, &code).await?.ok_or(RefusalReason::UnknownCard)?;
        if row.member.is_some() && row.card.status == CardStatus::Active {
            return Err(RefusalReason::CardTaken.into());
        }
        if row.card.status_at(now) != CardStatus::Active {
            return Err(RefusalReason::UnusableCard.into());
        }
        if !self.is_pin_correct(&mut tx, site, &row, pin.unwrap_or_default()).await? {
            tx.commit().await?;
            return Err(RefusalReason::WrongPin.into());
        }
        row.card.is_primary = false;
        row.member = Some(member.clone());
        tx.save_card(&site.key, &row).await?;
        self.context.update_primary_card(&mut tx, &site.key, member).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(&site.key, member);
        self.of_member(site, principal).await
    }

    /// Checks the PIN of a card; true if the card has no PIN. After five wrong PINs, every PIN is refused for a day.
    async fn is_pin_correct(
        self,
        tx: &mut WriteTx,
        site: &SiteRecord,
        row: &CardRow,
        pin: &str,
    ) -> Result<bool, LoyaltyError> {
        let Some(stored_hash) = &row.card.pin_hash else { return Ok(true) };
        let (code, now) = (row.card.code.as_str(), self.context.now());
        let key = self.context.limit_keys.hash(&["card pin", code]);
        let failures = tx.counter(&site.key, &key).await?.filter(|counter| counter.until > now);
        if failures.is_some_and(|counter| counter.count >= MAX_PIN_FAILURES.into()) {
            return Ok(false);
        }
        let is_match = is_pin(&self.context.numbers, &site.key, PinOwner::Card(code), pin, stored_hash);
        if !is_match {
            tx.increment_counter(&site.key, &key, PIN_LOCKOUT, now).await?;
        }
        Ok(is_match)
    }

    /// Removes a card from a member. An active card can be added again.
    ///
    /// # Errors
    /// `UnknownCard`, also for a card of another member.
    pub async fn delete_card(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        text: &str,
    ) -> Result<Vec<Card>, LoyaltyError> {
        let (code, member) = (code(text)?, &principal.member().id);
        let mut tx = self.context.begin().await?;
        let row = tx.card(&site.key, &code).await?.filter(|row| row.member.as_ref() == Some(member));
        let mut row = row.ok_or(RefusalReason::UnknownCard)?;
        row.card.is_primary = false;
        row.member = None;
        tx.save_card(&site.key, &row).await?;
        self.context.update_primary_card(&mut tx, &site.key, member).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(&site.key, member);
        self.of_member(site, principal).await
    }

    /// Replaces a lost card: the named one, or the primary card. The lost card becomes permanently invalid. Returns all
    /// cards and the new code.
    ///
    /// # Errors
    /// `UnknownCard`, also for a card that is another member's or not active.
    pub async fn report_lost(
        self,
        visitor: Visitor<'_>,
        principal: &AuthenticatedMember,
        text: Option<&str>,
    ) -> Result<(Vec<Card>, CardCode), LoyaltyError> {
        let (site, member, now) = (visitor.id(), principal.member(), self.context.now());
        let mut tx = self.context.begin().await?;
        let requested = text.filter(|t| !t.trim().is_empty()).map(code).transpose()?;
        let code = self.context.replace_lost_card(&mut tx, site, &member.id, requested.as_ref()).await?;
        self.context.email_card_replaced(&mut tx, visitor, member, &code).await?;
        tx.log_audit(site, &audit(now, "member", "card.lost", member.id.as_str())).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(site, &member.id);
        Ok((self.of_member(visitor.site, principal).await?, code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_05_codes_are_uppercase_without_spaces() {
        assert_eq!(code(" ab12 cd ").unwrap().as_str(), "AB12CD");
        assert!(code("").is_err() && code("a/b").is_err() && code(&"a".repeat(200)).is_err());
        assert_eq!(last_four(&code("ab12cd").unwrap()), "12CD");
        assert_eq!(new_number().unwrap().len(), NUMBER_LENGTH);
    }
}
