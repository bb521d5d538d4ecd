//! Operations for operators: members, cards, points, gift cards. Each is recorded in the audit log.

use jiff::Timestamp;
use marquee_auth::{CODE_ALPHABET, Password, random_text};
use marquee_model::MemberId;
use marquee_model::loyalty::{CardStatus, GiftCard, Member, MemberStatus, Money, POINTS, TransferKind};
use marquee_model::settings::SiteRecord;
use marquee_store::{
    Account, CardRow, GiftCardRow, IdempotencyRecord, MemberRow, Posting, StoreError, Transfer, WriteTx,
};
use serde::{Deserialize, Serialize};

use crate::account::is_login_taken;
use crate::cards;
use crate::context::{audit, new_id};
use crate::error::{LoyaltyError, RefusalReason};
use crate::gift_cards::normalize_number;
use crate::idempotency::{Fingerprints, check_request_id};
use crate::pins::{PinOwner, pin_hash};
use crate::services::Operations;

/// Characters of a gift card's number without its check character: about 80 random bits.
const NUMBER_LENGTH: usize = 16;

/// A number of points as an amount in the unit [`POINTS`].
pub(crate) fn points_amount(amount: i64) -> Money {
    Money { amount, currency: POINTS.to_owned() }
}

/// Maximum amount of one operation, in points or in the smallest unit of a currency.
pub(crate) const MAX_AMOUNT: i64 = 1_000_000_000;

/// A new gift card. Number and PIN cannot be read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGiftCard {
    /// The number, without separators.
    pub number: String,
    pub pin: Option<String>,
    pub card: GiftCard,
}

/// The check character of a number: a sum of positions with odd weights modulo 31. It detects adjacent transpositions and
/// single errors, except in the sixteenth character, whose weight is 31.
fn check_character(number: &str) -> char {
    let index_of = |c: char| CODE_ALPHABET.iter().position(|l| char::from(*l) == c).unwrap_or(0);
    let sum: usize = number.chars().enumerate().map(|(index, c)| (2 * index + 1) * index_of(c)).sum();
    CODE_ALPHABET.get(sum % 31).map_or('A', |l| char::from(*l))
}

/// An adjustment of a member's points.
#[derive(Debug, Clone, Copy, Default)]
pub struct PointsAdjustment<'a> {
    /// Negative to deduct points.
    pub amount: i64,
    /// Shown in the member's history.
    pub reason: &'a str,
    /// Default: now. Another time is for the import of a history.
    pub at: Option<Timestamp>,
    /// Idempotency key, per actor.
    pub request_id: Option<&'a str>,
}

/// The canonical form of an adjustment of points.
#[derive(Serialize)]
struct PointsAdjustmentForm<'a> {
    version: u8,
    member: &'a str,
    amount: i64,
    reason: &'a str,
}

/// The stored response to an adjustment of points.
#[derive(Serialize, Deserialize)]
struct StoredBalance {
    points: i64,
}

impl Operations<'_> {
    /// Creates or replaces a member. A new member gets a card; a new password or an inactive standing ends all sign-ins.
    ///
    /// # Errors
    /// `LoginTaken`.
    pub async fn put_member(
        self,
        site: &SiteRecord,
        actor: &str,
        member: &Member,
        password: Option<&Password>,
    ) -> Result<(), LoyaltyError> {
        self.put_member_with_card(site, actor, member, password, None).await
    }

    /// As [`Operations::put_member`]; a new member's first card has the given number instead of a random one.
    ///
    /// # Errors
    /// As [`Operations::put_member`], and `UnknownCard` if the card number is invalid.
    pub async fn put_member_with_card(
        self,
        site: &SiteRecord,
        actor: &str,
        member: &Member,
        password: Option<&Password>,
        card_code: Option<&str>,
    ) -> Result<(), LoyaltyError> {
        let hash = match password {
            Some(password) => Some(self.context.hash(password).await?),
            None => None,
        };
        let mut tx = self.context.begin().await?;
        let existing = tx.member(&site.key, &member.id).await?;
        let new = existing.is_none();
        let password_hash = hash.or_else(|| existing.as_ref().and_then(|row| row.password_hash.clone()));
        let current = existing
            .map_or_else(|| Member { username: None, email: None, ..member.clone() }, |row| row.member);
        if is_login_taken(&tx, &site.key, &current, member).await? {
            return Err(RefusalReason::LoginTaken.into());
        }
        let row = MemberRow { member: member.clone(), password_hash };
        match tx.save_member(&site.key, &row, new).await {
            Err(StoreError::Exists(_)) => return Err(RefusalReason::LoginTaken.into()),
            other => other?,
        }
        if new && tx.member_cards(&site.key, &member.id).await?.is_empty() {
            let mut card = self.context.new_card(&site.settings.loyalty.card_type)?;
            // The card of an imported member was issued when the member joined.
            card.issued_at = card.issued_at.min(member.created_at);
            if let Some(code) = card_code {
                card.code = cards::code(code)?;
            }
            tx.save_card(&site.key, &CardRow { member: Some(member.id.clone()), card }).await?;
        }
        if password.is_some() || !matches!(member.standing, MemberStatus::Active) {
            tx.end_member_sessions(&site.key, &member.id, None).await?;
        }
        let action = if new { "member.create" } else { "member.change" };
        tx.log_audit(&site.key, &audit(self.context.now(), actor, action, member.id.as_str())).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(&site.key, &member.id);
        Ok(())
    }

    /// A random id for a new member.
    ///
    /// # Errors
    /// [`LoyaltyError::Crypto`] if the system's random number generator fails.
    pub fn new_member_id(self) -> Result<MemberId, LoyaltyError> {
        new_id()
    }

    /// Deletes a member, as [`crate::Accounts::delete_account`] but without an email.
    ///
    /// # Errors
    /// `UnknownMember`.
    pub async fn remove_member(
        self,
        site: &SiteRecord,
        actor: &str,
        id: &MemberId,
    ) -> Result<(), LoyaltyError> {
        let mut tx = self.context.begin().await?;
        let row = tx.member(&site.key, id).await?.ok_or(RefusalReason::UnknownMember)?;
        self.context.delete_member(&mut tx, &site.key, &row.member, actor).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(&site.key, id);
        self.context.member_deleted.notify_one();
        Ok(())
    }

    /// Adds points to a member, or deducts them. Returns the new balance; a repeated request id that of the first request.
    ///
    /// # Errors
    /// `UnknownMember`, `NotEnoughPoints`, `AccountFrozen`; [`LoyaltyError::Field`] for an invalid amount or request id, or an id
    /// that the actor used for another adjustment.
    pub async fn adjust_points(
        self,
        site: &SiteRecord,
        actor: &str,
        id: &MemberId,
        adjustment: PointsAdjustment<'_>,
    ) -> Result<i64, LoyaltyError> {
        let PointsAdjustment { amount, reason, at, request_id } = adjustment;
        check_request_id("requestId", request_id)?;
        if amount == 0 || amount.unsigned_abs() > MAX_AMOUNT.unsigned_abs() {
            return Err(LoyaltyError::field(
                "amount",
                format!("must be between 1 and {MAX_AMOUNT}, or negative"),
            ));
        }
        let scope = format!("points:{actor}");
        let form = PointsAdjustmentForm { version: 1, member: id.as_str(), amount, reason };
        let forms = Fingerprints { current: serde_json::to_string(&form)?, older: Vec::new() };
        let mut tx = self.context.begin().await?;
        // Locks the member's row, so that a concurrent retry gets the response of the first request.
        tx.member(&site.key, id).await?.ok_or(RefusalReason::UnknownMember)?;
        if let Some(request_id) = request_id
            && let Some(existing) = tx.idempotency_record(&site.key, &scope, request_id).await?
        {
            if !self.context.is_same_request(&existing, &forms) {
                return Err(LoyaltyError::field("requestId", "was already used for another adjustment"));
            }
            return Ok(StoredBalance::deserialize(&existing.response)?.points);
        }
        let account = Account::Points(id.clone());
        let at = at.unwrap_or_else(|| self.context.now());
        let balance =
            self.post_adjustment(&mut tx, site, account, &points_amount(amount), reason, at).await?;
        if let Some(request_id) = request_id {
            let record = IdempotencyRecord {
                body_hash: self.context.body_hash(&forms.current),
                response: serde_json::to_value(StoredBalance { points: balance })?,
            };
            let now = self.context.now();
            match tx.save_idempotency_record(&site.key, &scope, request_id, &record, now).await {
                Err(StoreError::Exists(_)) => return Err(LoyaltyError::Busy),
                other => other?,
            }
        }
        let mut line = audit(self.context.now(), actor, "points.adjust", id.as_str());
        line.detail = amount.to_string();
        tx.log_audit(&site.key, &line).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(&site.key, id);
        Ok(balance)
    }

    pub(crate) async fn post_adjustment(
        self,
        tx: &mut WriteTx,
        site: &SiteRecord,
        account: Account,
        value: &Money,
        reason: &str,
        at: Timestamp,
    ) -> Result<i64, LoyaltyError> {
        let transfer = Transfer {
            id: new_id()?,
            kind: TransferKind::Adjust,
            unit: value.currency.clone(),
            at,
            description: reason.to_owned(),
            cinema_id: None,
            order_id: None,
            postings: vec![
                Posting { account, amount: value.amount },
                Posting { account: Account::Program, amount: value.amount.saturating_neg() },
            ],
        };
        Ok(tx.book(&site.key, &transfer).await?.first().copied().unwrap_or(0))
    }

    /// Creates a card, or replaces one without owner; `member` is its owner, if any.
    ///
    /// # Errors
    /// `UnknownCard` for an invalid code, `UnusableCard` for a lost card, `CardTaken`, `UnknownMember`.
    pub async fn put_card(
        self,
        site: &SiteRecord,
        actor: &str,
        code: &str,
        pin: Option<&str>,
        member: Option<&MemberId>,
    ) -> Result<(), LoyaltyError> {
        let code = cards::code(code)?;
        let mut tx = self.context.begin().await?;
        if let Some(id) = member
            && tx.member(&site.key, id).await?.is_none()
        {
            return Err(RefusalReason::UnknownMember.into());
        }
        match tx.card(&site.key, &code).await? {
            Some(row) if row.card.status == CardStatus::Lost => {
                return Err(RefusalReason::UnusableCard.into());
            }
            Some(row) if row.member.is_some() => return Err(RefusalReason::CardTaken.into()),
            _ => {}
        }
        let mut card = self.context.new_card(&site.settings.loyalty.card_type)?;
        card.pin_hash =
            pin.map(|pin| pin_hash(&self.context.numbers, &site.key, PinOwner::Card(code.as_str()), pin));
        card.code = code;
        card.is_primary = false;
        tx.log_audit(
            &site.key,
            &audit(self.context.now(), actor, "card.create", &cards::last_four(&card.code)),
        )
        .await?;
        tx.save_card(&site.key, &CardRow { member: member.cloned(), card }).await?;
        if let Some(id) = member {
            self.context.update_primary_card(&mut tx, &site.key, id).await?;
        }
        tx.commit().await?;
        if let Some(id) = member {
            self.context.session_cache.invalidate(&site.key, id);
        }
        Ok(())
    }

    /// Creates a gift card. `printed_card` has the number and PIN of a printed card; if it is `None`, both are generated.
    ///
    /// # Errors
    /// `GiftCardNumberTaken`; [`LoyaltyError::Field`] for an invalid amount.
    pub async fn issue_gift_card(
        self,
        site: &SiteRecord,
        actor: &str,
        value: &Money,
        printed_card: Option<(&str, &str)>,
        expires_at: Option<jiff::Timestamp>,
    ) -> Result<NewGiftCard, LoyaltyError> {
        let mut tx = self.context.begin().await?;
        let created = self.make_gift_card(&mut tx, site, actor, value, printed_card, expires_at).await?;
        tx.commit().await?;
        Ok(created)
    }

    /// Creates a gift card within a transaction.
    pub(crate) async fn make_gift_card(
        self,
        tx: &mut WriteTx,
        site: &SiteRecord,
        actor: &str,
        value: &Money,
        printed_card: Option<(&str, &str)>,
        expires_at: Option<jiff::Timestamp>,
    ) -> Result<NewGiftCard, LoyaltyError> {
        if value.amount <= 0 {
            return Err(LoyaltyError::field("amount", "must be greater than 0"));
        }
        let (number, pin) = match printed_card {
            Some((number, pin)) => (number.to_owned(), pin.to_owned()),
            None => {
                let body = random_text(NUMBER_LENGTH)?.to_uppercase();
                let check = check_character(&body);
                (format!("{body}{check}"), four_digits()?)
            }
        };
        let normalized = normalize_number(&number);
        let number_hash = self.context.gift_card_hash(&site.key, &normalized);
        let digits: Vec<char> = normalized.chars().collect();
        let card = GiftCard {
            id: new_id()?,
            last_four: digits.iter().skip(digits.len().saturating_sub(4)).collect(),
            pin_hash: Some(&pin)
                .filter(|p| !p.is_empty())
                .map(|p| pin_hash(&self.context.numbers, &site.key, PinOwner::GiftCard(&normalized), p)),
            currency: value.currency.clone(),
            issued_at: self.context.now(),
            expires_at,
            failures: 0,
            locked_until: None,
        };
        if tx.gift_card(&site.key, &number_hash).await?.is_some() {
            return Err(RefusalReason::GiftCardNumberTaken.into());
        }
        tx.save_gift_card(&site.key, &GiftCardRow { number_hash, card: card.clone() }).await?;
        let account = Account::GiftCard(card.id.clone());
        self.post_adjustment(tx, site, account, value, "", self.context.now()).await?;
        tx.log_audit(&site.key, &audit(self.context.now(), actor, "gift-card.create", card.id.as_str()))
            .await?;
        let pin = Some(pin).filter(|p| !p.is_empty());
        Ok(NewGiftCard { number: normalized, pin, card })
    }
}

fn four_digits() -> Result<String, LoyaltyError> {
    let text = random_text(8)?;
    let number = text.bytes().fold(0_u32, |n, b| (n * 31 + u32::from(b)) % 10_000);
    Ok(format!("{number:04}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_3_7_a_mistyped_number_is_detected() {
        let number = "ABCDEFGHJKMNPQRS";
        let check = check_character(number);
        assert_ne!(check, check_character("ABCDEFGHJKMNPQSR"), "exchanged characters");
        assert_ne!(check, check_character("BBCDEFGHJKMNPQRS"), "another character");
        assert_eq!(check, check_character(number));
    }

    /// The sum of `(2 * index + 1) * index` is 2600, which is 27 modulo 31: the character 6. Issued numbers must stay valid.
    #[test]
    fn security_3_7_check_characters_do_not_change() {
        assert_eq!(check_character("ABCDEFGHJKMNPQRS"), '6');
    }

    #[test]
    fn security_3_7_generated_pins_are_four_digits_of_the_whole_range() {
        let pins: Vec<String> = (0..200).map(|_| four_digits().unwrap()).collect();
        assert!(pins.iter().all(|pin| pin.len() == 4 && pin.bytes().all(|b| b.is_ascii_digit())), "{pins:?}");
        assert!(pins.iter().any(|pin| pin.as_str() < "5000"), "{pins:?}");
        assert!(pins.iter().any(|pin| pin.as_str() >= "5000"), "{pins:?}");
    }
}
