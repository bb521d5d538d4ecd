//! Memberships: listing, choice, order and completion (ACT-07 to ACT-11).

use jiff::{Timestamp, tz::TimeZone};
use marquee_auth::Token;
use marquee_mail::Letter;
use marquee_messages::{Language, long_date};
use marquee_model::loyalty::{
    Member, MemberStatus, MembershipItem, Money, Order, OrderKind, OrderLine, OrderStatus,
};
use marquee_model::settings::SiteRecord;
use marquee_model::{MemberId, OrderId, SiteId};
use marquee_store::{MemberRow, OrderRow, SecretKind, WriteTx};

use crate::caller::Details;
use crate::context::{Context, Visitor, new_id};
use crate::error::{LoyaltyError, RefusalReason};
use crate::limits::Action;
use crate::mail_queue::{ACTIVATION_LIFETIME, activation_link};
use crate::profile::email_address;
use crate::secrets::{ConfirmedOrder, NewSecret, PendingActivation, SecretPayload, payload, token_hash};
use crate::services::Memberships;

/// How long an account counts as new after its creation.
const NEW_ACCOUNT_PERIOD: jiff::SignedDuration = jiff::SignedDuration::from_hours(1);

/// A visitor's choice of a membership.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MembershipChoice {
    /// The member's email address.
    pub email: String,
    /// The membership's code.
    pub item: String,
    /// The level that it grants, as shown to the visitor.
    pub level_id: i32,
}

/// A placed order of a membership.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MembershipOrder {
    pub order_id: OrderId,
    /// The price to pay.
    pub amount: Money,
}

/// The result of completing an order.
#[derive(Debug)]
pub enum MembershipCompletion {
    /// The member is active.
    Active(Box<Details>),
    /// The member must confirm it by an emailed link. The details are those after the confirmation.
    AwaitsConfirmation(Box<Details>),
    /// It must be paid first.
    Unpaid(Box<Order>),
}

fn is_current(member: &Member, item: &MembershipItem, now: Timestamp) -> bool {
    member.standing == MemberStatus::Active && !member.is_expired(now) && member.level_id >= item.level_id
}

/// Whether a member already has a membership of this level, with or without a confirmed address.
fn has_membership(member: &Member, item: &MembershipItem, now: Timestamp) -> bool {
    let has_term = member.expires_at.is_some_and(|end| end > now) && member.level_id >= item.level_id;
    is_current(member, item, now) || has_term
}

/// Whether a member has completed registration. True for imported members, although they have no password yet.
fn is_established(row: &MemberRow) -> bool {
    !matches!(row.member.standing, MemberStatus::Unconfirmed | MemberStatus::Unpaid)
}

/// The membership as it was offered when the order was placed.
fn ordered_membership(order: &Order) -> Result<MembershipItem, RefusalReason> {
    order.membership.as_deref().cloned().ok_or(RefusalReason::UnknownOrder)
}

fn find_by_code(items: Vec<MembershipItem>, code: &str) -> Result<MembershipItem, RefusalReason> {
    items.into_iter().find(|item| item.code == code).ok_or(RefusalReason::UnknownMembership)
}

/// The end of a membership that begins now; `None` for an unlimited one.
fn membership_end(member: &Member, item: &MembershipItem, now: Timestamp) -> Option<Timestamp> {
    // An active membership of the same level is extended.
    let from = member.expires_at.filter(|end| *end > now && member.level_id == item.level_id).unwrap_or(now);
    item.end(from)
}

impl Memberships<'_> {
    /// The memberships of a site, in the operator's order.
    pub async fn list(self, site: &SiteRecord) -> Result<Vec<MembershipItem>, LoyaltyError> {
        Ok(self.context.store.offers(&site.key).await?)
    }

    async fn item(self, site: &SiteRecord, code: &str) -> Result<MembershipItem, LoyaltyError> {
        Ok(find_by_code(self.list(site).await?, code)?)
    }

    /// Begins an activation. Returns an identifier for the next steps, which does not authenticate anything (security 1.11).
    ///
    /// # Errors
    /// `UnknownMember`, `AlreadyHasMembership`; `UnknownMembership`, also for one that grants another level.
    pub async fn begin_activation(
        self,
        visitor: Visitor<'_>,
        choice: &MembershipChoice,
    ) -> Result<String, LoyaltyError> {
        let address = email_address("email", &choice.email)?;
        self.context.check_limit(visitor, Action::Reveal).await?;
        let item = self.item(visitor.site, &choice.item).await?;
        if item.level_id != choice.level_id {
            return Err(RefusalReason::UnknownMembership.into());
        }
        let Some(row) = self.context.store.member_by_email(visitor.id(), &address).await? else {
            return Err(self.context.limit_revealing(visitor, RefusalReason::UnknownMember).await);
        };
        if is_current(&row.member, &item, self.context.now()) {
            return Err(self.context.limit_revealing(visitor, RefusalReason::AlreadyHasMembership).await);
        }
        let activation =
            PendingActivation { member: row.member.id, item: item.code, device: self.browser(visitor) };
        self.context.store_registration(visitor, SecretPayload::PendingActivation(activation)).await
    }

    /// A fingerprint of the visitor's browser, to bind an activation to it (security 1.11).
    fn browser(self, visitor: Visitor<'_>) -> String {
        self.context.limit_keys.hash(&["browser", visitor.device])
    }

    /// Places an order for the chosen membership, at the price in the catalog.
    ///
    /// # Errors
    /// `InvalidCode` if the identifier is unknown, expired or from another browser; `UnknownMembership` if `items` is not
    /// exactly the chosen membership.
    pub async fn order_membership(
        self,
        visitor: Visitor<'_>,
        activation: &str,
        items: &[(String, u32)],
        cinema: Option<&str>,
    ) -> Result<MembershipOrder, LoyaltyError> {
        self.context.count_action(visitor, Action::Begin).await?;
        let token = Token::parse(activation).ok_or(RefusalReason::InvalidCode)?;
        let secret = self
            .context
            .store
            .secret(visitor.id(), SecretKind::Registration, &token_hash(&token), self.context.now())
            .await?;
        let activation: Option<PendingActivation> = secret.as_ref().and_then(payload);
        let activation = activation.filter(|activation| activation.device == self.browser(visitor));
        let activation = activation.ok_or(RefusalReason::InvalidCode)?;
        if !matches!(items, [(item, 1)] if *item == activation.item) {
            return Err(RefusalReason::UnknownMembership.into());
        }
        let item = self.item(visitor.site, &activation.item).await?;
        let order = membership_order(&item, cinema, self.context.now())?;
        let order_to_pay = MembershipOrder { order_id: order.id.clone(), amount: item.price };
        let mut tx = self.context.begin().await?;
        let row = OrderRow { member: Some(activation.member), code_hash: None, order };
        tx.save_order(visitor.id(), &row).await?;
        tx.commit().await?;
        Ok(order_to_pay)
    }

    /// Completes an order: a free membership at once, any other after payment. Anyone who knows an email address can order
    /// a free membership. An established member must therefore confirm it by email, unless `caller`, the signed-in member, is
    /// that member (security 1.11).
    ///
    /// # Errors
    /// `UnknownOrder`, also for an order of another kind; `OrderClosed`; `AlreadyHasMembership` for a free membership.
    pub async fn complete_membership(
        self,
        visitor: Visitor<'_>,
        order: &OrderId,
        caller: Option<&MemberId>,
    ) -> Result<MembershipCompletion, LoyaltyError> {
        let tx = self.context.begin().await?;
        let row = tx.order(visitor.id(), order).await?;
        let row = row.filter(|row| row.order.kind == OrderKind::Membership);
        let row = row.ok_or(RefusalReason::UnknownOrder)?;
        let member = self.owner(&tx, visitor, &row).await?;
        match row.order.status {
            // A repeated request gets the same response.
            OrderStatus::Completed => {
                drop(tx);
                Ok(MembershipCompletion::Active(Box::new(
                    self.context.details(visitor.id(), member.member).await?,
                )))
            }
            OrderStatus::Pending if is_free(&row.order) => {
                let item = ordered_membership(&row.order)?;
                // A free membership cannot be extended, or it would never end.
                if has_membership(&member.member, &item, self.context.now()) {
                    return Err(RefusalReason::AlreadyHasMembership.into());
                }
                if is_established(&member) && caller != Some(&member.member.id) {
                    return self.request_confirmation(tx, visitor, &row.order, member.member, &item).await;
                }
                let is_welcomed = self.was_welcomed(&member.member);
                let member = self.begin_membership(tx, visitor, row, member, &item, is_welcomed).await?;
                Ok(MembershipCompletion::Active(Box::new(self.context.details(visitor.id(), member).await?)))
            }
            OrderStatus::Pending => Ok(MembershipCompletion::Unpaid(Box::new(row.order))),
            OrderStatus::Redeemed | OrderStatus::Refunded | OrderStatus::Canceled => {
                Err(RefusalReason::OrderClosed.into())
            }
        }
    }

    /// Records a payment that the payment provider reported, and begins the membership. Idempotent.
    ///
    /// # Errors
    /// `UnknownOrder`, also for an order of another kind or with another total; `OrderClosed` for an order that was canceled,
    /// redeemed or refunded. The payment must then be refunded.
    pub async fn record_payment(
        self,
        visitor: Visitor<'_>,
        order: &OrderId,
        amount: &Money,
    ) -> Result<(), LoyaltyError> {
        let tx = self.context.begin().await?;
        let row = tx.order(visitor.id(), order).await?;
        let row = row.filter(|row| row.order.kind == OrderKind::Membership && row.order.total == *amount);
        let row = row.ok_or(RefusalReason::UnknownOrder)?;
        match row.order.status {
            OrderStatus::Pending => {
                let member = self.owner(&tx, visitor, &row).await?;
                let item = ordered_membership(&row.order)?;
                self.begin_membership(tx, visitor, row, member, &item, false).await?;
                Ok(())
            }
            OrderStatus::Completed => Ok(()),
            OrderStatus::Redeemed | OrderStatus::Refunded | OrderStatus::Canceled => {
                Err(RefusalReason::OrderClosed.into())
            }
        }
    }

    async fn owner(
        self,
        tx: &WriteTx,
        visitor: Visitor<'_>,
        row: &OrderRow,
    ) -> Result<MemberRow, LoyaltyError> {
        let id = row.member.as_ref().ok_or(RefusalReason::UnknownOrder)?;
        tx.member(visitor.id(), id).await?.ok_or_else(|| RefusalReason::UnknownOrder.into())
    }

    /// Emails a member a link that confirms a membership, instead of beginning it.
    async fn request_confirmation(
        self,
        mut tx: WriteTx,
        visitor: Visitor<'_>,
        order: &Order,
        mut member: Member,
        item: &MembershipItem,
    ) -> Result<MembershipCompletion, LoyaltyError> {
        let address = member.email.clone().unwrap_or_default();
        if self.context.count_email(&mut tx, visitor, &address).await? {
            let secret = NewSecret {
                member: Some(&member.id),
                valid_for: ACTIVATION_LIFETIME,
                payload: SecretPayload::Membership(ConfirmedOrder { order: order.id.clone() }),
            };
            let token = self.context.new_secret(&mut tx, visitor.id(), secret).await?;
            let link = activation_link(visitor, &member, &token)?;
            let hours = u32::try_from(ACTIVATION_LIFETIME.as_hours()).unwrap_or(0);
            let letter = Letter::ConfirmMembership { name: item.name.clone(), link, hours };
            self.context.email_member(&mut tx, visitor, &member, &letter).await?;
        }
        tx.commit().await?;
        // The response reveals only the chosen level, which the caller knows.
        self.context.apply_membership(&mut member, item);
        member.expires_at = None;
        member.standing = MemberStatus::Unconfirmed;
        Ok(MembershipCompletion::AwaitsConfirmation(Box::new(
            self.context.details(visitor.id(), member).await?,
        )))
    }

    /// Begins a free membership that the member has confirmed by email.
    ///
    /// # Errors
    /// `UnknownOrder`, also for an order that is another member's, completed or not free; `AlreadyHasMembership`.
    pub(crate) async fn begin_confirmed_membership(
        self,
        tx: WriteTx,
        visitor: Visitor<'_>,
        order: &OrderId,
        member: MemberRow,
    ) -> Result<(), LoyaltyError> {
        let row = tx.order(visitor.id(), order).await?;
        let row = row.filter(|row| row.member.as_ref() == Some(&member.member.id));
        let row = row.filter(|row| row.order.status == OrderStatus::Pending && is_free(&row.order));
        let row = row.ok_or(RefusalReason::UnknownOrder)?;
        let item = ordered_membership(&row.order)?;
        if has_membership(&member.member, &item, self.context.now()) {
            return Err(RefusalReason::AlreadyHasMembership.into());
        }
        self.begin_membership(tx, visitor, row, member, &item, false).await?;
        Ok(())
    }

    /// Begins the membership of an order. Sends no email if `is_welcomed`: the member has just received the welcome email.
    async fn begin_membership(
        self,
        mut tx: WriteTx,
        visitor: Visitor<'_>,
        mut row: OrderRow,
        mut member: MemberRow,
        item: &MembershipItem,
        is_welcomed: bool,
    ) -> Result<Member, LoyaltyError> {
        self.context.apply_membership(&mut member.member, item);
        row.order.status = OrderStatus::Completed;
        tx.save_order(visitor.id(), &row).await?;
        tx.save_member(visitor.id(), &member, false).await?;
        if !is_welcomed && !is_email_deferred(&member.member, &row.order) {
            self.context
                .email_member(
                    &mut tx,
                    visitor,
                    &member.member,
                    &membership_active_email(&member.member, &item.name),
                )
                .await?;
        }
        tx.commit().await?;
        self.context.session_cache.invalidate(visitor.id(), &member.member.id);
        Ok(member.member)
    }

    /// Whether a member has just joined and received the welcome email.
    fn was_welcomed(self, member: &Member) -> bool {
        member.standing == MemberStatus::Active
            && self.context.now().duration_since(member.created_at) < NEW_ACCOUNT_PERIOD
    }
}

impl Context {
    /// Applies a membership to a member: end, level, club and activation.
    pub(crate) fn apply_membership(&self, member: &mut Member, item: &MembershipItem) {
        member.expires_at = membership_end(member, item, self.now());
        member.level_id = item.level_id;
        if !item.club_id.is_empty() {
            member.club_id.clone_from(&item.club_id);
        }
        member.membership_due = false;
        if member.standing == MemberStatus::Unpaid {
            member.standing = MemberStatus::Active;
        }
    }
}

/// The email about a free membership that began before the member's address was confirmed. The email about a paid membership
/// is sent when it begins.
pub(crate) async fn membership_letter(
    tx: &WriteTx,
    site: &SiteId,
    member: &Member,
) -> Result<Option<Letter>, LoyaltyError> {
    let is_completed_membership =
        |order: &Order| order.kind == OrderKind::Membership && order.status == OrderStatus::Completed;
    let newest =
        tx.member_orders(site, &member.id).await?.into_iter().find(is_completed_membership).filter(is_free);
    Ok(newest.and_then(|order| order.membership).map(|item| membership_active_email(member, &item.name)))
}

/// Whether the email about a membership must wait until the address is confirmed. Otherwise, anyone who knows an address
/// could trigger emails to it.
fn is_email_deferred(member: &Member, order: &Order) -> bool {
    member.standing == MemberStatus::Unconfirmed && is_free(order)
}

fn is_free(order: &Order) -> bool {
    order.total.amount == 0
}

fn membership_active_email(member: &Member, name: &str) -> Letter {
    let until = member.expires_at.map(|end| long_day(end, &member.language));
    Letter::MembershipActive { name: name.to_owned(), until }
}

fn membership_order(
    item: &MembershipItem,
    cinema: Option<&str>,
    now: Timestamp,
) -> Result<Order, LoyaltyError> {
    Ok(Order {
        id: new_id()?,
        kind: OrderKind::Membership,
        booking_reference: None,
        ordered_at: now,
        cinema_id: cinema.map(str::to_owned),
        cinema_name: None,
        movie_title: None,
        showtime_at: None,
        screen_name: None,
        tickets: Vec::new(),
        concessions: vec![OrderLine { name: item.name.clone(), quantity: 1, price: item.price.clone() }],
        total: item.price.clone(),
        status: OrderStatus::Pending,
        ticket_ids: Vec::new(),
        item_code: Some(item.code.clone()),
        membership: Some(Box::new(item.clone())),
        redeemed_at: None,
    })
}

/// A date in words, in the member's language.
fn long_day(at: Timestamp, language: &str) -> String {
    long_date(Language::of_locale(language), at.to_zoned(TimeZone::UTC).date())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn now() -> Timestamp {
        "2027-01-31T18:00:00Z".parse().unwrap()
    }

    fn member(standing: MemberStatus, level_id: i32, expires_at: Option<&str>) -> Member {
        serde_json::from_value(json!({
            "id": "m1", "firstName": "Ada", "lastName": "Lovelace", "createdAt": "2025-05-05T18:00:00Z",
            "standing": standing, "levelId": level_id, "expiresAt": expires_at,
        }))
        .unwrap()
    }

    fn item(level_id: i32) -> MembershipItem {
        serde_json::from_value(json!({
            "code": "CLUB", "name": "Club", "price": { "amount": 0, "currency": "USD" },
            "levelId": level_id, "durationMonths": 1,
        }))
        .unwrap()
    }

    const PAST: Option<&str> = Some("2027-01-31T17:59:59Z");
    const NOW: Option<&str> = Some("2027-01-31T18:00:00Z");
    const FUTURE: Option<&str> = Some("2027-01-31T18:00:01Z");

    /// For a member with the level of the membership, and for one with a lower level.
    #[test]
    fn err_16_a_member_has_a_membership_of_their_level_or_a_lower_one_until_it_expires() {
        for (standing, expires_at, expected) in [
            (MemberStatus::Active, None, true),
            (MemberStatus::Active, FUTURE, true),
            (MemberStatus::Active, PAST, false),
            (MemberStatus::Unconfirmed, None, false),
            (MemberStatus::Unconfirmed, FUTURE, true),
            (MemberStatus::Unconfirmed, NOW, false),
            (MemberStatus::Unconfirmed, PAST, false),
        ] {
            for (level_id, expected) in [(2, expected), (3, expected), (1, false)] {
                let member = member(standing, level_id, expires_at);
                let is_refused = has_membership(&member, &item(2), now());
                assert_eq!(is_refused, expected, "{standing:?} {expires_at:?} {level_id}");
            }
        }
    }

    #[test]
    fn act_11_only_an_active_membership_of_the_same_level_is_extended() {
        for (level_id, expires_at, expected) in [
            (2, FUTURE, "2027-02-28T18:00:01Z"),
            (1, FUTURE, "2027-02-28T18:00:00Z"),
            (3, FUTURE, "2027-02-28T18:00:00Z"),
            (2, PAST, "2027-02-28T18:00:00Z"),
            (2, None, "2027-02-28T18:00:00Z"),
        ] {
            let member = member(MemberStatus::Active, level_id, expires_at);
            let end = membership_end(&member, &item(2), now()).unwrap().to_string();
            assert_eq!(end, expected, "{level_id} {expires_at:?}");
        }
    }

    #[test]
    fn dates_are_written_in_english_and_french() {
        let at: Timestamp = "2027-11-01T12:00:00Z".parse().unwrap();
        assert_eq!(long_day(at, "en"), "November 1, 2027");
        assert_eq!(long_day(at, "fr"), "1er novembre 2027");
    }
}
