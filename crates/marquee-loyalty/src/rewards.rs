//! Rewards: listing, ordering for points, and redemption.

use marquee_auth::CODE_ALPHABET;
use marquee_mail::Letter;
use marquee_model::loyalty::{Money, Order, OrderKind, OrderStatus, POINTS, Reward, TransferKind};
use marquee_model::settings::SiteRecord;
use marquee_model::{OrderId, SiteId};
use marquee_store::{Account, IdempotencyRecord, OrderRow, Posting, Transfer, WriteTx};
use serde::{Deserialize, Serialize};

use crate::caller::AuthenticatedMember;
use crate::context::{Visitor, new_id};
use crate::error::{LoyaltyError, RefusalReason};
use crate::idempotency::{Fingerprints, check_request_id};
use crate::limits::Action;
use crate::services::Program;

/// Maximum quantity of an order (security 3.4).
const MAX_QUANTITY: u32 = 20;
/// Characters of a redemption code: about 100 bits.
const CODE_LENGTH: usize = 20;

/// A reward and its availability to a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedReward {
    pub reward: Reward,
    /// Why the member cannot order it: `NOT_AVAILABLE`, `LEVEL_TOO_LOW` or `NOT_ENOUGH_POINTS`.
    pub unavailable: Option<&'static str>,
}

/// The result of a reward order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewardOrder {
    pub order_id: OrderId,
    /// The redemption code, shown at the till.
    pub code: String,
    /// The remaining points.
    pub points: i64,
}

/// The stored response to an order.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredOrder {
    order_id: OrderId,
}

/// The canonical form of an order.
#[derive(Serialize)]
struct OrderForm<'a> {
    version: u8,
    item: &'a str,
    quantity: u32,
    cinema: Option<&'a str>,
}

fn fingerprints(item: &str, quantity: u32, cinema: Option<&str>) -> Result<Fingerprints, LoyaltyError> {
    let current = serde_json::to_string(&OrderForm { version: 1, item, quantity, cinema })?;
    // The form that was used before forms had a version: three lines.
    Ok(Fingerprints { current, older: vec![format!("{item}\n{quantity}\n{}", cinema.unwrap_or_default())] })
}

/// Why a member cannot order a reward.
fn unavailable_reason(reward: &Reward, principal: &AuthenticatedMember) -> Option<&'static str> {
    if !reward.is_available {
        Some("NOT_AVAILABLE")
    } else if reward.from_level > principal.member().level_id {
        Some("LEVEL_TOO_LOW")
    } else if reward.points_cost > principal.details.points {
        Some("NOT_ENOUGH_POINTS")
    } else {
        None
    }
}

fn is_offered_at(reward: &Reward, cinema: Option<&str>) -> bool {
    reward.theaters.is_empty() || cinema.is_none_or(|id| reward.theaters.iter().any(|t| t == id))
}

impl Program<'_> {
    /// The rewards of a theater, or of the whole site, with their availability to this member.
    pub async fn rewards(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        cinema: Option<&str>,
    ) -> Result<Vec<ListedReward>, LoyaltyError> {
        let all: Vec<Reward> = self.context.store.offers(&site.key).await?;
        let offered = all.into_iter().filter(|reward| is_offered_at(reward, cinema));
        Ok(offered
            .map(|reward| ListedReward { unavailable: unavailable_reason(&reward, principal), reward })
            .collect())
    }

    /// Orders a reward and deducts its points. `request` is an idempotency key: a repeated request returns the same order.
    ///
    /// # Errors
    /// `RewardUnavailable`, `NotEnoughPoints`, `AccountFrozen`; [`LoyaltyError::Field`] for a quantity outside 1 to 20, or for
    /// a `request` that was used for another order.
    pub async fn order_reward(
        self,
        visitor: Visitor<'_>,
        principal: &AuthenticatedMember,
        cinema: Option<&str>,
        item: &str,
        quantity: u32,
        request: Option<&str>,
    ) -> Result<RewardOrder, LoyaltyError> {
        if !(1..=MAX_QUANTITY).contains(&quantity) {
            return Err(LoyaltyError::field("quantity", format!("must be between 1 and {MAX_QUANTITY}")));
        }
        check_request_id("clientRequestId", request)?;
        let all: Vec<Reward> = self.context.store.offers(visitor.id()).await?;
        let forms = fingerprints(item, quantity, cinema)?;
        let account = Account::Points(principal.member().id.clone());
        let scope = format!("reward:{}", principal.member().id);
        let mut tx = self.context.begin().await?;
        // Locks the member's row, so that a concurrent retry gets the response of the first request.
        tx.member(visitor.id(), &principal.member().id).await?.ok_or(RefusalReason::InvalidSession)?;
        if let Some(id) = request
            && let Some(existing) = tx.idempotency_record(visitor.id(), &scope, id).await?
        {
            return self.replay_order(&tx, visitor.id(), &existing, &forms, &account).await;
        }
        let reward = all.into_iter().find(|r| r.item_code == item && is_offered_at(r, cinema));
        let reward = reward.filter(|r| r.is_available && r.from_level <= principal.member().level_id);
        let reward = reward.ok_or(RefusalReason::RewardUnavailable)?;
        let cost =
            reward.points_cost.checked_mul(i64::from(quantity)).ok_or(RefusalReason::NotEnoughPoints)?;
        let order = reward_order(&reward, quantity, cinema, self.context.now())?;
        let code = self.code(visitor.id(), &order.id);
        let transfer = Transfer {
            id: new_id()?,
            kind: TransferKind::Redeem,
            unit: POINTS.to_owned(),
            at: self.context.now(),
            description: reward.name.clone(),
            cinema_id: cinema.map(str::to_owned),
            order_id: Some(order.id.clone()),
            postings: vec![
                Posting { account: account.clone(), amount: -cost },
                Posting { account: Account::Program, amount: cost },
            ],
        };
        let points = if cost == 0 {
            tx.balance(visitor.id(), &account).await?
        } else {
            tx.book(visitor.id(), &transfer).await?.first().copied().unwrap_or(0)
        };
        let order_id = order.id.clone();
        let code_hash = Some(self.context.codes.hash(&[visitor.id().as_str(), &code]));
        let row = OrderRow { member: Some(principal.member().id.clone()), code_hash, order };
        tx.save_order(visitor.id(), &row).await?;
        if let Some(id) = request {
            let response = serde_json::to_value(StoredOrder { order_id: order_id.clone() })?;
            let record = IdempotencyRecord { body_hash: self.context.body_hash(&forms.current), response };
            tx.save_idempotency_record(visitor.id(), &scope, id, &record, self.context.now()).await?;
        }
        let letter = Letter::RewardOrdered { name: reward.name, quantity, code: code.clone() };
        self.context.email_member(&mut tx, visitor, principal.member(), &letter).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(visitor.id(), &principal.member().id);
        Ok(RewardOrder { order_id, code, points })
    }

    /// The redemption code of an order, derived from its id with the server's secret, so that it need not be stored.
    fn code(self, site: &SiteId, order: &OrderId) -> String {
        code_from_hash(&self.context.codes.hash(&["code", site.as_str(), order.as_str()]))
    }

    async fn replay_order(
        self,
        tx: &WriteTx,
        site: &SiteId,
        before: &IdempotencyRecord,
        forms: &Fingerprints,
        account: &Account,
    ) -> Result<RewardOrder, LoyaltyError> {
        if !self.context.is_same_request(before, forms) {
            return Err(LoyaltyError::field("clientRequestId", "was already used for another order"));
        }
        let StoredOrder { order_id } = StoredOrder::deserialize(&before.response)?;
        let points = tx.balance(site, account).await?;
        let stored_hash = tx.order(site, &order_id).await?.and_then(|row| row.code_hash);
        // The secret may have been rotated since: choose the code whose hash is stored.
        let is_match = |code: &String| {
            self.context
                .codes
                .hash_with_all_keys(&[site.as_str(), code])
                .any(|hash| Some(hash) == stored_hash)
        };
        let parts = ["code", site.as_str(), order_id.as_str()];
        let code =
            self.context.codes.hash_with_all_keys(&parts).map(|hash| code_from_hash(&hash)).find(is_match);
        let code = code.ok_or(RefusalReason::UnknownOrder)?;
        Ok(RewardOrder { order_id, code, points })
    }

    /// Redeems a code. Each code can be redeemed once.
    ///
    /// # Errors
    /// `InvalidRedemptionCode`; [`LoyaltyError::Limited`] after ten of those within an hour.
    pub async fn redeem(self, visitor: Visitor<'_>, code: &str) -> Result<Order, LoyaltyError> {
        self.context.check_limit(visitor, Action::Redemption).await?;
        let normalized: String =
            code.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_uppercase();
        let mut tx = self.context.begin().await?;
        let mut order = None;
        for hash in self.context.codes.hash_with_all_keys(&[visitor.id().as_str(), &normalized]) {
            order = order.or(tx.order_by_code_hash(visitor.id(), &hash).await?);
        }
        let Some(mut row) = order.filter(|row| row.order.status == OrderStatus::Completed) else {
            self.context.count_action_in(&mut tx, visitor, Action::Redemption).await?;
            tx.commit().await?;
            return Err(RefusalReason::InvalidRedemptionCode.into());
        };
        row.order.status = OrderStatus::Redeemed;
        row.order.redeemed_at = Some(self.context.now());
        tx.save_order(visitor.id(), &row).await?;
        tx.commit().await?;
        Ok(row.order)
    }
}

/// Converts a hexadecimal hash to a code: five bits of each byte, as uppercase letters and digits that are not easily
/// confused.
fn code_from_hash(hash: &str) -> String {
    let parse_byte = |pair: &[u8]| {
        let text = std::str::from_utf8(pair).unwrap_or("0");
        usize::from_str_radix(text, 16).unwrap_or(0)
    };
    hash.as_bytes()
        .chunks(2)
        .take(CODE_LENGTH)
        .filter_map(|pair| CODE_ALPHABET.get(parse_byte(pair) % CODE_ALPHABET.len()))
        .map(|letter| char::from(*letter))
        .collect()
}

fn reward_order(
    reward: &Reward,
    quantity: u32,
    cinema: Option<&str>,
    now: jiff::Timestamp,
) -> Result<Order, LoyaltyError> {
    let no_points = Money { amount: 0, currency: POINTS.to_owned() };
    let price = Money { amount: reward.points_cost, currency: POINTS.to_owned() };
    let line = marquee_model::loyalty::OrderLine { name: reward.name.clone(), quantity, price };
    Ok(Order {
        id: new_id()?,
        kind: OrderKind::Reward,
        booking_reference: None,
        ordered_at: now,
        cinema_id: cinema.map(str::to_owned),
        cinema_name: None,
        movie_title: None,
        showtime_at: None,
        screen_name: None,
        tickets: Vec::new(),
        concessions: vec![line],
        total: no_points,
        status: OrderStatus::Completed,
        ticket_ids: Vec::new(),
        item_code: Some(reward.item_code.clone()),
        membership: None,
        redeemed_at: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed and emailed codes must stay valid.
    #[test]
    fn call_24_each_character_of_a_code_has_the_lower_five_bits_of_a_byte() {
        assert_eq!(code_from_hash("001f203fff45"), "AXAXXF");
        assert_eq!(code_from_hash(&"01".repeat(32)), "B".repeat(CODE_LENGTH));
    }
}
