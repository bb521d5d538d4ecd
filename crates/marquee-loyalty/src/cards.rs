//! Members' cards.

use jiff::SignedDuration;
use marquee_auth::{AuthError, random_text};
use marquee_mail::Letter;
use marquee_model::CardCode;
use marquee_model::loyalty::{Card, CardStatus};
use marquee_model::peach::PeachCode;
use marquee_model::settings::SiteRecord;
use marquee_store::{CardRow, WriteTx};

use crate::engine::{Loyalty, Visitor, audit};
use crate::error::LoyaltyError;
use crate::session::Signed;

/// Characters of a new card's number: 80 random bits.
const NUMBER: usize = 16;

/// Wrong PINs that close a card to all, and for how long.
const PIN_TRIES: u64 = 5;
const PIN_HELD: SignedDuration = SignedDuration::from_hours(24);

/// The code of a card as it is kept: upper case, without blanks (VALID-05).
pub(crate) fn code(text: &str) -> Result<CardCode, LoyaltyError> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_uppercase();
    CardCode::parse(&plain).map_err(|_| PeachCode::ActivationInfo.into())
}

/// A number for a new card.
pub(crate) fn new_number() -> Result<String, AuthError> {
    Ok(random_text(NUMBER)?.to_uppercase())
}

/// The last four characters of a code.
pub(crate) fn last_four(code: &CardCode) -> String {
    let chars: Vec<char> = code.as_str().chars().collect();
    chars.iter().skip(chars.len().saturating_sub(4)).collect()
}

/// The first that is good becomes the primary one when there is none.
fn choose_primary(cards: &mut [Card], now: jiff::Timestamp) {
    if !cards.iter().any(|c| c.is_primary && c.status_at(now) == CardStatus::Active)
        && let Some(card) = cards.iter_mut().find(|c| c.status_at(now) == CardStatus::Active)
    {
        card.is_primary = true;
    }
}

impl Loyalty {
    /// A member's cards.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn cards(&self, site: &SiteRecord, signed: &Signed) -> Result<Vec<Card>, LoyaltyError> {
        let mut cards = self.0.store.cards_of(&site.key, &signed.member().id).await?;
        let now = self.now();
        for card in &mut cards {
            card.status = card.status_at(now);
            card.is_primary &= card.status == CardStatus::Active;
        }
        Ok(cards)
    }

    /// Adds a card that nobody has.
    ///
    /// # Errors
    /// 85 for one that is not known, is lost or has another PIN; 1020 for one that somebody has.
    pub async fn add_card(
        &self,
        site: &SiteRecord,
        signed: &Signed,
        text: &str,
        pin: Option<&str>,
    ) -> Result<Vec<Card>, LoyaltyError> {
        let (code, member, now) = (code(text)?, &signed.member().id, self.now());
        let mut tx = self.begin().await?;
        let mut row = tx.card(&site.key, &code).await?.ok_or(PeachCode::ActivationInfo)?;
        if row.member.is_some() && row.card.status == CardStatus::Active {
            return Err(PeachCode::CardActive.into());
        }
        if row.card.status_at(now) != CardStatus::Active {
            return Err(PeachCode::ActivationInfo.into());
        }
        if !self.pin_fits(&mut tx, site, &row, pin.unwrap_or_default()).await? {
            tx.commit().await?;
            return Err(PeachCode::ActivationInfo.into());
        }
        let mine = tx.cards_of(&site.key, member).await?;
        row.card.is_primary = !mine.iter().any(|c| c.is_primary && c.status_at(now) == CardStatus::Active);
        row.member = Some(member.clone());
        tx.save_card(&site.key, &row).await?;
        tx.commit().await?;
        self.0.live.forget(&site.key, member);
        self.cards(site, signed).await
    }

    /// Whether this is the PIN of a card, if it has one. After five wrong ones within a day none is.
    async fn pin_fits(
        &self,
        tx: &mut WriteTx,
        site: &SiteRecord,
        row: &CardRow,
        pin: &str,
    ) -> Result<bool, LoyaltyError> {
        let Some(kept) = &row.card.pin_hash else { return Ok(true) };
        let (code, now) = (row.card.code.as_str(), self.now());
        let key = self.0.limit_keys.hash(&["card pin", code]);
        let tried = tx.tally(&site.key, &key).await?.filter(|tally| tally.until > now);
        if tried.is_some_and(|tally| tally.count >= PIN_TRIES) {
            return Ok(false);
        }
        let fits = self.0.numbers.all(&[site.key.as_str(), code, "pin", pin]).any(|hash| hash == *kept);
        if !fits {
            tx.count(&site.key, &key, PIN_HELD, now).await?;
        }
        Ok(fits)
    }

    /// Takes a card off a member; one that was given to nobody before may be added again.
    ///
    /// # Errors
    /// 85 for a card that is not theirs.
    pub async fn delete_card(
        &self,
        site: &SiteRecord,
        signed: &Signed,
        text: &str,
    ) -> Result<Vec<Card>, LoyaltyError> {
        let (code, member) = (code(text)?, &signed.member().id);
        let mut tx = self.begin().await?;
        let row = tx.card(&site.key, &code).await?.filter(|row| row.member.as_ref() == Some(member));
        let mut row = row.ok_or(PeachCode::ActivationInfo)?;
        row.card.is_primary = false;
        row.member = None;
        tx.save_card(&site.key, &row).await?;
        self.settle_primary(&mut tx, site, signed).await?;
        tx.commit().await?;
        self.0.live.forget(&site.key, member);
        self.cards(site, signed).await
    }

    async fn settle_primary(
        &self,
        tx: &mut WriteTx,
        site: &SiteRecord,
        signed: &Signed,
    ) -> Result<(), LoyaltyError> {
        let member = &signed.member().id;
        let before = tx.cards_of(&site.key, member).await?;
        let mut after = before.clone();
        choose_primary(&mut after, self.now());
        for (old, new) in before.iter().zip(after) {
            if *old != new {
                tx.save_card(&site.key, &CardRow { member: Some(member.clone()), card: new }).await?;
            }
        }
        Ok(())
    }

    /// Replaces a lost card, the primary one unless another is named. The lost one is never good again.
    ///
    /// # Errors
    /// 85 for a card that is not theirs or not good.
    pub async fn report_lost(
        &self,
        visitor: Visitor<'_>,
        signed: &Signed,
        text: Option<&str>,
    ) -> Result<(Vec<Card>, CardCode), LoyaltyError> {
        let (site, member, now) = (visitor.id(), signed.member(), self.now());
        let mut tx = self.begin().await?;
        let wanted = text.filter(|t| !t.trim().is_empty()).map(code).transpose()?;
        let mine = tx.cards_of(site, &member.id).await?;
        let lost = mine.into_iter().find(|card| match &wanted {
            Some(code) => card.code == *code,
            None => card.is_primary && card.status_at(now) == CardStatus::Active,
        });
        let lost = lost.filter(|card| card.status_at(now) == CardStatus::Active);
        let mut lost = lost.ok_or(PeachCode::ActivationInfo)?;
        let mut next = self.new_card(&lost.card_type)?;
        next.is_primary = std::mem::replace(&mut lost.is_primary, false);
        next.expires_at = lost.expires_at;
        lost.status = CardStatus::Lost;
        let code = next.code.clone();
        for card in [lost, next] {
            tx.save_card(site, &CardRow { member: Some(member.id.clone()), card }).await?;
        }
        let letter = Letter::CardReplaced { last_four: last_four(&code) };
        self.write_to(&mut tx, visitor, member, &letter).await?;
        tx.log_audit(site, &audit(now, "member", "card.lost", member.id.as_str())).await?;
        tx.commit().await?;
        self.0.live.forget(site, &member.id);
        Ok((self.cards(visitor.site, signed).await?, code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_05_codes_are_upper_case_without_blanks() {
        assert_eq!(code(" ab12 cd ").unwrap().as_str(), "AB12CD");
        assert!(code("").is_err() && code("a/b").is_err() && code(&"a".repeat(200)).is_err());
        assert_eq!(last_four(&code("ab12cd").unwrap()), "12CD");
        assert_eq!(new_number().unwrap().len(), NUMBER);
    }
}
