//! The API for tills and ticketing systems: purchases that earn points and appear in the order history.

use jiff::Timestamp;
use marquee_model::loyalty::{
    Level, MAX_BOOKING_ID, MAX_BOOKING_LINES, MAX_BOOKING_TOTAL, Member, MembershipItem, Money, Order,
    OrderKind, OrderLine, OrderStatus, POINTS, TransferKind,
};
use marquee_model::money::{is_currency_code, minor_units};
use marquee_model::settings::SiteRecord;
use marquee_model::{MemberId, OrderId};
use marquee_store::{
    Account, IdempotencyRecord, KeyScope, MemberRow, OrderRow, Posting, StoreError, Transfer, WriteTx,
};
use serde::Deserialize;

use crate::cards;
use crate::context::{Visitor, new_id};
use crate::error::{LoyaltyError, RefusalReason};
use crate::idempotency::Fingerprints;

mod fingerprint;

use crate::services::Tills;
use fingerprint::StoredBooking;

/// An authenticated till.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Till {
    /// The name of its API key.
    pub name: String,
}

/// A purchase or a refund.
#[derive(Debug, Clone, PartialEq)]
pub struct Booking {
    /// The till's transaction id: an idempotency key.
    pub transaction: String,
    /// The member's card number, id or email address.
    pub member: String,
    /// Whether it refunds [`Booking::refunded_order`].
    pub is_refund: bool,
    /// The theater's id.
    pub cinema_id: Option<String>,
    /// The theater's name, for the history.
    pub cinema_name: Option<String>,
    /// Whether the site does not have the theater: the booking is refused unless it repeats an earlier one.
    pub is_unknown_cinema: bool,
    /// When the purchase was made. Default: now.
    pub at: Option<Timestamp>,
    /// The booking reference.
    pub reference: Option<String>,
    /// The film's title.
    pub movie_title: Option<String>,
    /// The start of the show.
    pub showtime_at: Option<Timestamp>,
    /// The screen's name.
    pub screen_name: Option<String>,
    pub tickets: Vec<OrderLine>,
    pub concessions: Vec<OrderLine>,
    /// Ids of the tickets, for wallet passes.
    pub ticket_ids: Vec<String>,
    /// The amount paid.
    pub total: Money,
    /// The code of a membership that is part of the purchase.
    pub membership: Option<String>,
    /// The order to refund.
    pub refunded_order: Option<OrderId>,
}

/// The result of a booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingResult {
    pub order_id: OrderId,
    pub member_id: MemberId,
    /// The earned points; negative if points were taken back.
    pub points: i64,
    /// The member's points after the booking.
    pub balance: i64,
    /// Whether this is the stored response to a repeated request.
    pub is_repeated: bool,
}

/// Data for a purchase. Read before the transaction begins, because a transaction holds a connection.
struct Offers {
    levels: Vec<Level>,
    memberships: Vec<MembershipItem>,
}

/// Points earned for a payment, rounded down.
fn earned_points(total: &Money, level: Option<&Level>) -> i64 {
    let rate = level.map_or(0, |level| level.points_per_unit.max(0));
    total.amount.max(0).checked_mul(rate).map_or(0, |product| product / minor_units(&total.currency))
}

/// The level that a member's lifetime points reach, if it is above their current one.
fn reached_level(member: &Member, levels: &[Level]) -> Option<i32> {
    let reached = levels.iter().filter(|l| l.from_points.is_some_and(|from| from <= member.lifetime_points));
    reached.map(|l| l.id).filter(|id| *id > member.level_id).max()
}

fn validate(booking: &Booking) -> Result<(), LoyaltyError> {
    let is_short = |text: &str| (1..=MAX_BOOKING_ID).contains(&text.chars().count());
    if !is_short(&booking.transaction) {
        return Err(LoyaltyError::field(
            "transactionId",
            format!("must have 1 to {MAX_BOOKING_ID} characters"),
        ));
    }
    if !(0..=MAX_BOOKING_TOTAL).contains(&booking.total.amount) {
        return Err(LoyaltyError::field(
            "total.amount",
            format!("must be between 0 and {MAX_BOOKING_TOTAL}"),
        ));
    }
    if !is_currency_code(&booking.total.currency) {
        return Err(LoyaltyError::field("total.currency", "must be a currency code such as EUR"));
    }
    let lists = [
        ("tickets", booking.tickets.len()),
        ("concessions", booking.concessions.len()),
        ("ticketIds", booking.ticket_ids.len()),
    ];
    if let Some((field, _)) = lists.into_iter().find(|(_, length)| *length > MAX_BOOKING_LINES) {
        return Err(LoyaltyError::field(field, format!("must have at most {MAX_BOOKING_LINES} entries")));
    }
    if booking.is_refund != booking.refunded_order.is_some() {
        return Err(LoyaltyError::field("orderId", "is required for a refund, and not allowed otherwise"));
    }
    if !booking.ticket_ids.iter().all(|id| is_short(id)) {
        return Err(LoyaltyError::field(
            "ticketIds",
            format!("must have 1 to {MAX_BOOKING_ID} characters each"),
        ));
    }
    Ok(())
}

impl Tills<'_> {
    /// Authenticates a till by its API key.
    ///
    /// # Errors
    /// `UnknownKey`; [`LoyaltyError::Limited`] after too many of those from one IP address.
    pub async fn authenticate_till(self, visitor: Visitor<'_>, key: &str) -> Result<Till, LoyaltyError> {
        Ok(Till { name: self.context.keys().authenticate_key(visitor, key, KeyScope::Till).await?.name })
    }

    /// Books a purchase or a refund. A till's transaction id is booked once; a repeated request gets the stored response.
    ///
    /// # Errors
    /// `UnknownMember`; `UnknownOrder` for a refund of an order that is unknown, another member's or already refunded;
    /// [`LoyaltyError::Field`] for an invalid field.
    pub async fn book_purchase(
        self,
        site: &SiteRecord,
        till: &Till,
        booking: &Booking,
    ) -> Result<BookingResult, LoyaltyError> {
        validate(booking)?;
        let (scope, forms) = (format!("pos:{}", till.name), fingerprint::of_booking(booking)?);
        let member = match self.owner_of(site, &booking.member).await {
            Ok(member) => member,
            // A retry must succeed even if the card was reported lost in the meantime.
            Err(error) => {
                let tx = self.context.begin().await?;
                let existing = tx.idempotency_record(&site.key, &scope, &booking.transaction).await?;
                return existing.map_or(Err(error), |existing| self.replay_booking(&existing, &forms));
            }
        };
        let offers = Offers {
            levels: self.context.store.offers(&site.key).await?,
            memberships: self.context.store.offers(&site.key).await?,
        };
        let mut tx = self.context.begin().await?;
        let (member, mut row) = locked_owner(&tx, site, member).await?;
        if let Some(existing) = tx.idempotency_record(&site.key, &scope, &booking.transaction).await? {
            return self.replay_booking(&existing, &forms);
        }
        // Checked after the search for an earlier request: a retry must succeed even if the theater was removed in the meantime.
        if booking.is_unknown_cinema {
            return Err(LoyaltyError::field("cinemaId", "must be a theater of this site"));
        }
        let (order, points) = if booking.is_refund {
            self.refund_purchase(&mut tx, site, &row, booking).await?
        } else {
            self.purchase(&mut tx, site, &mut row, booking, &offers).await?
        };
        let account = Account::Points(member.clone());
        let balance = tx.balance(&site.key, &account).await?;
        let response = StoredBooking { order_id: order.clone(), member_id: member.clone(), points, balance };
        let record = IdempotencyRecord {
            body_hash: self.context.body_hash(&forms.current),
            response: serde_json::to_value(response)?,
        };
        match tx
            .save_idempotency_record(&site.key, &scope, &booking.transaction, &record, self.context.now())
            .await
        {
            Err(StoreError::Exists(_)) => return Err(LoyaltyError::Busy),
            other => other?,
        }
        tx.commit().await?;
        self.context.session_cache.invalidate(&site.key, &member);
        Ok(BookingResult { order_id: order, member_id: member, points, balance, is_repeated: false })
    }

    fn replay_booking(
        self,
        before: &IdempotencyRecord,
        forms: &Fingerprints,
    ) -> Result<BookingResult, LoyaltyError> {
        if self.context.is_same_request(before, forms) {
            stored_booking_result(before)
        } else {
            Err(LoyaltyError::field("transactionId", "was already used for another booking"))
        }
    }

    /// Finds the member by card, id or email address.
    async fn owner_of(self, site: &SiteRecord, text: &str) -> Result<MemberId, LoyaltyError> {
        let store = &self.context.store;
        if text.contains('@') {
            let row = store.member_by_email(&site.key, text).await?;
            return row.map(|row| row.member.id).ok_or_else(|| RefusalReason::UnknownMember.into());
        }
        if let Ok(code) = cards::code(text)
            && let Some(row) = store.card(&site.key, &code).await?
            && row.card.status_at(self.context.now()) == marquee_model::loyalty::CardStatus::Active
            && let Some(owner) = row.member
        {
            return Ok(owner);
        }
        let id = MemberId::parse(text).map_err(|_| RefusalReason::UnknownMember)?;
        if let Some(row) = store.member(&site.key, &id).await? {
            return Ok(row.member.id);
        }
        let kept = store.merged_into(&site.key, &id).await?;
        kept.ok_or_else(|| RefusalReason::UnknownMember.into())
    }

    async fn purchase(
        self,
        tx: &mut WriteTx,
        site: &SiteRecord,
        row: &mut MemberRow,
        booking: &Booking,
        offers: &Offers,
    ) -> Result<(OrderId, i64), LoyaltyError> {
        let Offers { levels, memberships } = offers;
        let points = earned_points(&booking.total, levels.iter().find(|l| l.id == row.member.level_id));
        let order = purchase_order(booking, self.context.now())?;
        let id = order.id.clone();
        let description = booking.movie_title.clone().unwrap_or_default();
        if points > 0 {
            let transfer = self.points(&row.member, TransferKind::Earn, points, &order, &description)?;
            tx.book(&site.key, &transfer).await?;
            row.member.lifetime_points = row.member.lifetime_points.saturating_add(points);
            row.member.level_id = reached_level(&row.member, levels).unwrap_or(row.member.level_id);
        }
        if let Some(code) = &booking.membership {
            let item = memberships.iter().find(|item| item.code == *code);
            let unknown_item =
                || LoyaltyError::field("membershipItemCode", "must be the code of an existing membership");
            self.context.apply_membership(&mut row.member, item.ok_or_else(unknown_item)?);
        }
        tx.save_order(&site.key, &OrderRow { member: Some(row.member.id.clone()), code_hash: None, order })
            .await?;
        tx.save_member(&site.key, row, false).await?;
        Ok((id, points))
    }

    /// Refunds an order and takes back the points it earned, as far as the balance allows.
    async fn refund_purchase(
        self,
        tx: &mut WriteTx,
        site: &SiteRecord,
        row: &MemberRow,
        booking: &Booking,
    ) -> Result<(OrderId, i64), LoyaltyError> {
        let id = booking.refunded_order.as_ref().ok_or(RefusalReason::UnknownOrder)?;
        let order = tx.order(&site.key, id).await?;
        let own_order = order.filter(|o| o.member.as_ref() == Some(&row.member.id));
        let completed = own_order
            .filter(|o| o.order.kind == OrderKind::Purchase && o.order.status == OrderStatus::Completed);
        let mut order = completed.ok_or(RefusalReason::UnknownOrder)?;
        let account = Account::Points(row.member.id.clone());
        let earned = tx.order_points(&site.key, id).await?;
        let points = earned.min(tx.balance(&site.key, &account).await?);
        if points > 0 {
            let transfer = self.points(&row.member, TransferKind::Adjust, -points, &order.order, "")?;
            tx.book(&site.key, &transfer).await?;
        }
        order.order.status = OrderStatus::Refunded;
        tx.save_order(&site.key, &order).await?;
        Ok((order.order.id, -points))
    }

    fn points(
        self,
        member: &Member,
        kind: TransferKind,
        amount: i64,
        order: &Order,
        description: &str,
    ) -> Result<Transfer, LoyaltyError> {
        Ok(Transfer {
            id: new_id()?,
            kind,
            unit: POINTS.to_owned(),
            at: if kind == TransferKind::Earn { order.ordered_at } else { self.context.now() },
            description: description.to_owned(),
            cinema_id: order.cinema_id.clone(),
            order_id: Some(order.id.clone()),
            postings: vec![
                Posting { account: Account::Points(member.id.clone()), amount },
                Posting { account: Account::Program, amount: -amount },
            ],
        })
    }
}

/// The member, or the one into whose account theirs was merged, also in the meantime. Locked until the transaction ends.
async fn locked_owner(
    tx: &WriteTx,
    site: &SiteRecord,
    mut member: MemberId,
) -> Result<(MemberId, MemberRow), LoyaltyError> {
    loop {
        if let Some(row) = tx.member(&site.key, &member).await? {
            return Ok((member, row));
        }
        // The kept account may be merged into another one meanwhile. Each merge removes an account, so this ends.
        member = tx.merged_into(&site.key, &member).await?.ok_or(RefusalReason::UnknownMember)?;
    }
}

fn stored_booking_result(before: &IdempotencyRecord) -> Result<BookingResult, LoyaltyError> {
    let StoredBooking { order_id, member_id, points, balance } =
        StoredBooking::deserialize(&before.response)?;
    Ok(BookingResult { order_id, member_id, points, balance, is_repeated: true })
}

fn purchase_order(booking: &Booking, now: Timestamp) -> Result<Order, LoyaltyError> {
    Ok(Order {
        id: new_id()?,
        kind: OrderKind::Purchase,
        booking_reference: booking.reference.clone(),
        ordered_at: booking.at.unwrap_or(now),
        cinema_id: booking.cinema_id.clone(),
        cinema_name: booking.cinema_name.clone(),
        movie_title: booking.movie_title.clone(),
        showtime_at: booking.showtime_at,
        screen_name: booking.screen_name.clone(),
        tickets: booking.tickets.clone(),
        concessions: booking.concessions.clone(),
        total: booking.total.clone(),
        status: OrderStatus::Completed,
        ticket_ids: booking.ticket_ids.clone(),
        item_code: booking.membership.clone(),
        membership: None,
        redeemed_at: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_rounded_down_to_whole_numbers() {
        let level = Level { id: 0, name: String::new(), points_per_unit: 10, from_points: None };
        let points_for = |amount, currency: &str| {
            earned_points(&Money { amount, currency: currency.to_owned() }, Some(&level))
        };
        assert_eq!(
            [
                points_for(1250, "EUR"),
                points_for(1259, "EUR"),
                points_for(1250, "JPY"),
                points_for(1250, "RWF"),
                points_for(1250, "KWD")
            ],
            [125, 125, 12_500, 12_500, 12]
        );
        assert_eq!((points_for(0, "EUR"), points_for(-5, "EUR")), (0, 0));
        assert_eq!(earned_points(&Money { amount: 1250, currency: "EUR".into() }, None), 0);
    }
}
