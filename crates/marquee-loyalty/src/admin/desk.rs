//! What operators do with a member at the counter: profile, block, password link, cards, gift card balances.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use marquee_model::MemberId;
use marquee_model::loyalty::{Member, MemberStatus, Money, Order, OrderKind, OrderStatus};
use marquee_store::{Account, CardRow, FavoriteKind, NoteRow, RewardUse, StatementLine};
use serde_json::{Value, json};

use super::error::AdminError;
use super::field_values::FieldValues;
use super::fields::Subject;
use super::members::{BlockReason, Members};
use super::{Admin, PageQuery, Target, cards, gift_cards, rows_of_sheet, write_sheet};
use crate::cards::code;
use crate::context::{Visitor, audit};
use crate::error::{LoyaltyError, RefusalReason};
use crate::gift_cards::normalize_number;

/// Maximum number of orders, points transactions and audit entries of a profile.
const PROFILE_ROWS: u64 = 50;
/// Maximum number of orders from which visits are counted.
const COUNTED_ORDERS: u64 = 1000;
/// Maximum number of members of an exported list.
const MAX_EXPORTED_MEMBERS: usize = 100_000;
/// The period of [`MemberProfile::spent`].
const SPENT_PERIOD: SignedDuration = SignedDuration::from_hours(365 * 24);

/// The period of [`ProgramNumbers::rewards`].
const REWARD_PERIOD: SignedDuration = SignedDuration::from_hours(28 * 24);
/// The period of [`ProgramNumbers::members_with_reward`].
const MEMBER_PERIOD: SignedDuration = SignedDuration::from_hours(365 * 24);

/// How the rewards and levels of a loyalty program are used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramNumbers {
    pub members: u64,
    /// Members who have ordered a reward within 12 months.
    pub members_with_reward: u64,
    /// What was ordered and redeemed within 28 days.
    pub rewards: Vec<RewardUse>,
    /// Members by level; levels without members are missing.
    pub levels: BTreeMap<i32, u64>,
    /// What is left on gift cards that have not expired, in minor units by currency.
    pub gift_cards: BTreeMap<String, i64>,
}

/// What operators see of a member.
#[derive(Debug, Clone, PartialEq)]
pub struct MemberProfile {
    /// The record, with points and primary card.
    pub member: Value,
    pub cards: Vec<Value>,
    /// The newest orders, newest first.
    pub orders: Vec<Order>,
    /// Number of purchases at box offices.
    pub visits: u64,
    /// When the last of them was made.
    pub last_visit: Option<Timestamp>,
    /// The total of the purchases within a year; `None` if there are none, or several currencies.
    pub spent: Option<Money>,
    /// The newest points transactions, newest first.
    pub points: Vec<StatementLine>,
    /// Ids of the favorite films.
    pub favorite_films: Vec<String>,
    /// Ids of the favorite theaters.
    pub favorite_theaters: Vec<String>,
    /// The notes for colleagues, newest first.
    pub notes: Vec<NoteRow>,
    /// The newest entries of the audit log about the member, newest first.
    pub audit: Vec<marquee_store::AuditRow>,
}

fn is_visit(order: &Order) -> bool {
    order.kind == OrderKind::Purchase
        && !matches!(order.status, OrderStatus::Refunded | OrderStatus::Canceled)
}

/// The sum of the visits since a time; `None` without visits, or with several currencies.
fn spent(orders: &[Order], since: Timestamp) -> Option<Money> {
    let mut totals = orders.iter().filter(|order| is_visit(order) && order.ordered_at >= since);
    let first = totals.next()?.total.clone();
    totals.try_fold(first, |sum, order| {
        let is_same = order.total.currency == sum.currency;
        is_same.then(|| Money { amount: sum.amount.saturating_add(order.total.amount), ..sum })
    })
}

fn member_id(text: &str) -> Result<MemberId, AdminError> {
    MemberId::parse(text).map_err(|_| AdminError::NotFound("member"))
}

/// A refusal because of the state of a card.
fn card_refused(error: LoyaltyError) -> AdminError {
    match error {
        LoyaltyError::Refused(RefusalReason::UnknownCard) => AdminError::NotFound("active card"),
        other => other.into(),
    }
}

fn no_sign_in_page() -> AdminError {
    AdminError::conflict("the site has no sign-in page")
}

/// The address has received as many mails as it may within an hour.
fn too_many_mails() -> AdminError {
    AdminError::conflict("too many mails to this address: try again in an hour")
}

impl Admin<'_> {
    /// Number of members.
    pub async fn count_members(&self) -> Result<u64, AdminError> {
        Ok(self.context.store.count_members(&self.site.key).await?)
    }

    /// How rewards and levels are used.
    pub async fn numbers(&self) -> Result<ProgramNumbers, AdminError> {
        let (store, site, now) = (&self.context.store, &self.site.key, self.context.now());
        let before = |period| now.saturating_sub(period).unwrap_or(now);
        let levels = store.count_members_by_level(site).await?;
        Ok(ProgramNumbers {
            members: levels.values().sum(),
            members_with_reward: store.count_members_with_rewards(site, before(MEMBER_PERIOD)).await?,
            rewards: store.reward_use(site, before(REWARD_PERIOD)).await?,
            levels,
            gift_cards: store.gift_card_value(site, now).await?,
        })
    }

    /// Everything that operators see of a member.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member.
    pub async fn profile(&self, id: &str) -> Result<MemberProfile, AdminError> {
        let member = self.read(Subject::Members, id).await?;
        let (store, site, id) = (&self.context.store, &self.site.key, member_id(id)?);
        let now = self.context.now();
        let own_cards = store.member_cards(site, &id).await?;
        let view = |card| cards::view(&CardRow { member: Some(id.clone()), card }, now);
        let mut orders = store.member_orders(site, &id, Some(COUNTED_ORDERS)).await?;
        let visits = orders.iter().filter(|order| is_visit(order));
        let (count, last_visit) = (visits.clone().count(), visits.map(|order| order.ordered_at).max());
        let spent = spent(&orders, now.saturating_sub(SPENT_PERIOD).unwrap_or(now));
        orders.truncate(usize::try_from(PROFILE_ROWS).unwrap_or(usize::MAX));
        let favorites = async |kind| {
            let favorites = store.favorites(site, &id, kind).await?;
            Ok::<Vec<String>, AdminError>(favorites.into_iter().map(|favorite| favorite.id).collect())
        };
        Ok(MemberProfile {
            member,
            cards: own_cards.into_iter().map(view).collect(),
            orders,
            visits: count as u64,
            last_visit,
            spent,
            points: store.statement(site, &Account::Points(id.clone()), Some(PROFILE_ROWS)).await?,
            favorite_films: favorites(FavoriteKind::Film).await?,
            favorite_theaters: favorites(FavoriteKind::Cinema).await?,
            notes: store.notes(site, &id).await?,
            audit: store.audit_of(site, id.as_str(), PROFILE_ROWS).await?,
        })
    }

    /// All data about a member as JSON, as the member gets it.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member.
    pub async fn export_member(&self, id: &MemberId) -> Result<Value, AdminError> {
        let site = &self.site.key;
        let row = self.context.store.member(site, id).await?.ok_or(AdminError::NotFound("member"))?;
        let details = self.context.details(site, row.member).await?;
        let data = self.context.export_member(self.site, &details).await?;
        let mut tx = self.context.begin().await?;
        self.log_audit(&mut tx, "member.export", id.as_str()).await?;
        tx.commit().await?;
        Ok(data)
    }

    /// The members that match a search as a CSV file that can be imported again; at most 100,000. The audit log has their
    /// number, not the words, which may be personal data.
    ///
    /// # Errors
    /// [`AdminError::Conflict`] if there are more.
    pub async fn export_members(&self, words: &str) -> Result<String, AdminError> {
        let (mut after, mut sheet, mut count) = (None::<String>, String::new(), 0_usize);
        loop {
            let page = PageQuery { after: after.as_deref(), search: words, ..PageQuery::first() };
            let page = self.list(Subject::Members, page).await?;
            count = count.saturating_add(page.items.len());
            if count > MAX_EXPORTED_MEMBERS {
                return Err(AdminError::conflict(format!(
                    "more than {MAX_EXPORTED_MEMBERS} members: search for some of them, or use `marquee member list --csv`"
                )));
            }
            let part = write_sheet(Subject::Members.columns(), &page.items);
            sheet.push_str(if sheet.is_empty() { &part } else { rows_of_sheet(&part) });
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        let mut line = audit(self.context.now(), self.actor, "members.export", "members");
        line.detail = count.to_string();
        let mut tx = self.context.begin().await?;
        tx.log_audit(&self.site.key, &line).await?;
        tx.commit().await?;
        Ok(sheet)
    }

    /// Blocks a member, unblocks them, or requires a new password. Each except unblocking ends all sign-ins.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member.
    pub async fn change_standing(
        &self,
        id: &str,
        standing: MemberStatus,
        reason: Option<BlockReason>,
    ) -> Result<(), AdminError> {
        let fields = json!({ "standing": standing });
        let input = FieldValues::from_object(Subject::Members.fields(), &fields)?;
        let members = Members::load(*self).await?.with_reason(reason);
        self.one(members, Target::Existing(id), &input).await?;
        Ok(())
    }

    /// Emails a member a link to set a new password. `visitor` is the operator, for the origin of the link.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member, [`AdminError::Conflict`] for one without an email address, on a site
    /// without a sign-in page, and if the address has received too many mails.
    pub async fn send_password_link(&self, visitor: Visitor<'_>, id: &str) -> Result<(), AdminError> {
        let (site, id) = (&self.site.key, member_id(id)?);
        let mut tx = self.context.begin().await?;
        let row = tx.member(site, &id).await?.ok_or(AdminError::NotFound("member"))?;
        let Member { email: Some(email), .. } = &row.member else {
            return Err(AdminError::conflict("the member has no email address"));
        };
        let sent = self.context.send_reset_link(&mut tx, visitor, &row.member, email).await;
        match sent {
            Ok(true) => {}
            Ok(false) => return Err(too_many_mails()),
            Err(LoyaltyError::Field { .. }) => return Err(no_sign_in_page()),
            Err(other) => return Err(other.into()),
        }
        tx.log_audit(site, &audit(self.context.now(), self.actor, "member.password-link", id.as_str()))
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Emails a member the link that confirms their email address again. `visitor` is the operator, for the origin of the link.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member, [`AdminError::Conflict`] for one who has confirmed it or has no email
    /// address, on a site without a sign-in page, and if the address has received too many mails.
    pub async fn send_confirmation(&self, visitor: Visitor<'_>, id: &MemberId) -> Result<(), AdminError> {
        let site = &self.site.key;
        let mut tx = self.context.begin().await?;
        let row = tx.member(site, id).await?.ok_or(AdminError::NotFound("member"))?;
        let Member { email: Some(email), standing: MemberStatus::Unconfirmed, .. } = &row.member else {
            return Err(AdminError::conflict("the member has no email address to confirm"));
        };
        if self.site.settings.login_page.slug.is_empty() {
            return Err(no_sign_in_page());
        }
        if !self.context.count_email(&mut tx, visitor, email).await? {
            return Err(too_many_mails());
        }
        self.context.accounts().mail_activation(&mut tx, visitor, &row.member).await?;
        self.log_audit(&mut tx, "member.confirmation", id.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Replaces a lost card of a member by a new one, and tells them by email. Returns the new code.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member, and for a card that is not one of their active ones.
    pub async fn replace_card(
        &self,
        visitor: Visitor<'_>,
        id: &str,
        lost: &str,
    ) -> Result<String, AdminError> {
        let (site, id) = (&self.site.key, member_id(id)?);
        let lost = code(lost).map_err(card_refused)?;
        let mut tx = self.context.begin().await?;
        let row = tx.member(site, &id).await?.ok_or(AdminError::NotFound("member"))?;
        let replacement = self.context.replace_lost_card(&mut tx, site, &id, Some(&lost)).await;
        let new_code = replacement.map_err(card_refused)?;
        self.context.email_card_replaced(&mut tx, visitor, &row.member, &new_code).await?;
        tx.log_audit(site, &audit(self.context.now(), self.actor, "card.lost", id.as_str())).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(site, &id);
        Ok(new_code.as_str().to_owned())
    }

    /// The gift card with this number, with its balance. Operators need no PIN.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown number.
    pub async fn find_gift_card(&self, number: &str) -> Result<Value, AdminError> {
        let site = &self.site.key;
        let number = normalize_number(number);
        let row = self.context.cards().find_gift_card(site, &number).await?;
        let row = row.ok_or(AdminError::NotFound("gift card"))?;
        let account = Account::GiftCard(row.card.id.clone());
        let lines = self.context.store.statement(site, &account, Some(PROFILE_ROWS)).await?;
        let balance = lines.first().map_or(0, |line| line.balance_after);
        let mut view = gift_cards::view(&row, balance);
        if let Some(fields) = view.as_object_mut() {
            // The first entry is the issue, unless the history is longer than a page.
            let issue = lines.last().filter(|_| (lines.len() as u64) < PROFILE_ROWS);
            fields.insert("amount".to_owned(), json!(issue.map(|line| line.amount)));
            fields.insert("usedAt".to_owned(), json!(lines.iter().find(|l| l.amount < 0).map(|l| l.at)));
        }
        Ok(view)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(at: &str, amount: i64, currency: &str, status: OrderStatus) -> Order {
        let value = json!({
            "id": at.replace(':', "-"), "kind": "PURCHASE", "orderedAt": at, "status": status,
            "total": { "amount": amount, "currency": currency },
        });
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn spending_is_that_of_completed_purchases_in_one_currency_since_a_time() {
        let since = "2026-01-01T00:00:00Z".parse().unwrap();
        let completed = |at, amount| order(at, amount, "USD", OrderStatus::Completed);
        let mut orders = vec![
            completed("2026-03-01T00:00:00Z", 1200),
            completed("2026-02-01T00:00:00Z", 800),
            order("2026-02-02T00:00:00Z", 5000, "USD", OrderStatus::Refunded),
            completed("2025-12-31T00:00:00Z", 300),
        ];
        assert_eq!(spent(&orders, since), Some(Money { amount: 2000, currency: "USD".to_owned() }));
        orders.push(order("2026-02-03T00:00:00Z", 1, "EUR", OrderStatus::Completed));
        assert_eq!(spent(&orders, since), None);
        assert_eq!(spent(&[], since), None);
    }
}
