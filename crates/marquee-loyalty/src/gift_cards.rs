//! Gift card balances (security 3.7).

use jiff::Timestamp;
use marquee_model::loyalty::{GiftCard, Money};
use marquee_model::{GiftCardId, SiteId};
use marquee_store::{Account, GiftCardRow};

use crate::context::{Context, Visitor};
use crate::error::{LoyaltyError, RefusalReason};
use crate::limits::Action;
use crate::pins::{MAX_PIN_FAILURES, PIN_LOCKOUT, PinOwner, is_pin};
use crate::services::Cards;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GiftBalance {
    pub balance: Money,
    pub expires_at: Option<Timestamp>,
}

/// Normalizes a number before it is hashed: uppercase letters and digits only.
pub(crate) fn normalize_number(number: &str) -> String {
    number.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_uppercase()
}

impl Context {
    /// The hash under which a gift card is stored.
    pub(crate) fn gift_card_hash(&self, site: &SiteId, number: &str) -> String {
        self.numbers.hash(&[site.as_str(), "gift", &normalize_number(number)])
    }

    /// The hashes under which a gift card may be stored: with the current key and with older ones.
    pub(crate) fn gift_card_hashes(&self, site: &SiteId, number: &str) -> Vec<String> {
        let number = normalize_number(number);
        self.numbers.hash_with_all_keys(&[site.as_str(), "gift", &number]).collect()
    }
}

impl Cards<'_> {
    pub(crate) async fn find_gift_card(
        self,
        site: &SiteId,
        number: &str,
    ) -> Result<Option<GiftCardRow>, LoyaltyError> {
        let mut gift_card = None;
        // No early return: known and unknown numbers must take the same number of queries.
        for hash in self.context.gift_card_hashes(site, number) {
            let row = self.context.store.gift_card(site, &hash).await?;
            gift_card = gift_card.or(row);
        }
        Ok(gift_card)
    }

    /// The dummy record for unknown numbers, so that they take the same queries and writes as known ones. It is stored under an
    /// empty site key, so that no list shows it.
    fn dummy(self, site: &SiteId, now: Timestamp) -> GiftCardRow {
        let number_hash = self.context.numbers.hash(&[site.as_str(), "gift", "", "dummy"]);
        let card = GiftCard {
            id: GiftCardId::normalized(number_hash.get(..26).unwrap_or(&number_hash)),
            last_four: "0000".to_owned(),
            // Not the hash of any PIN.
            pin_hash: Some(self.context.numbers.hash(&[site.as_str(), "gift", "", "dummy pin"])),
            currency: "USD".to_owned(),
            issued_at: now,
            expires_at: None,
            failures: 0,
            locked_until: None,
        };
        GiftCardRow { number_hash, card }
    }

    /// Reads the balance of a gift card.
    ///
    /// # Errors
    /// `InvalidGiftCard`; [`LoyaltyError::Limited`] after ten queries within an hour.
    pub async fn gift_balance(
        self,
        visitor: Visitor<'_>,
        number: &str,
        pin: &str,
    ) -> Result<GiftBalance, LoyaltyError> {
        self.context.count_action(visitor, Action::GiftCard).await?;
        let (site, now) = (visitor.id(), self.context.now());
        let gift_card = self.find_gift_card(site, number).await?;
        let mut tx = self.context.begin().await?;
        let is_known = gift_card.is_some();
        let row = gift_card.unwrap_or_else(|| self.dummy(site, now));
        let stored = if is_known {
            tx.gift_card(site, &row.number_hash).await?
        } else {
            tx.dummy_gift_card(&row.number_hash).await?
        };
        let mut row = stored.unwrap_or(row);
        let normalized = normalize_number(number);
        let is_pin = |stored: &String| {
            is_pin(&self.context.numbers, site, PinOwner::GiftCard(&normalized), pin, stored)
        };
        // Compared for unknown numbers, too: they must take the same time.
        let is_match = row.card.pin_hash.as_ref().is_none_or(is_pin);
        let is_pin_correct = is_known && is_match;
        let is_locked = row.card.locked_until.is_some_and(|until| until > now);
        let is_expired = row.card.expires_at.is_some_and(|end| end < now);
        if is_locked || !is_pin_correct || is_expired {
            if !is_pin_correct && !is_locked {
                row.card.failures += 1;
                if row.card.failures >= MAX_PIN_FAILURES {
                    row.card.failures = 0;
                    row.card.locked_until = now.saturating_add(PIN_LOCKOUT).ok();
                }
            }
            if is_known {
                tx.save_gift_card(site, &row).await?;
            } else {
                tx.save_dummy_gift_card(&row).await?;
            }
            tx.commit().await?;
            return Err(RefusalReason::InvalidGiftCard.into());
        }
        row.card.failures = 0;
        row.card.locked_until = None;
        tx.save_gift_card(site, &row).await?;
        let amount = tx.balance(site, &Account::GiftCard(row.card.id.clone())).await?;
        tx.commit().await?;
        let balance = Money { amount, currency: row.card.currency };
        Ok(GiftBalance { balance, expires_at: row.card.expires_at })
    }
}
