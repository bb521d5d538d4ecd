//! Merging of two accounts of the same person: one is kept, the other one is closed.

use marquee_model::loyalty::{Member, MemberStatus, POINTS, TransferKind};
use marquee_model::{MemberId, SiteId};
use marquee_store::{Account, CardRow, FavoriteKind, Posting, StoreError, Transfer};
use serde_json::Value;

use super::Admin;
use super::error::AdminError;
use super::fields::Subject;
use crate::context::{audit, new_id};

/// What a merge will do.
#[derive(Debug, Clone, PartialEq)]
pub struct MergePreview {
    /// The account that is kept, as it is now.
    pub kept: Value,
    /// The account that is closed.
    pub closed: Value,
    /// The points of the kept account afterwards.
    pub points: i64,
    /// The level of the kept account afterwards.
    pub level_id: i32,
    /// Number of orders, rewards and memberships that move.
    pub orders: u64,
    /// Number of cards that move.
    pub cards: u64,
    /// Number of favorite films and theaters that move.
    pub favorites: u64,
    /// Number of notes that move.
    pub notes: u64,
    /// The fields that the kept account lacks and gets.
    pub filled: Vec<&'static str>,
}

/// Takes what a member lacks from another record of the same person; the names of these fields.
fn fill(kept: &mut Member, closed: &Member) -> Vec<&'static str> {
    let mut filled = Vec::new();
    macro_rules! fill {
        ($($field:ident: $name:literal),+ $(,)?) => {
            $(if kept.$field.is_none() && closed.$field.is_some() {
                kept.$field.clone_from(&closed.$field);
                filled.push($name);
            })+
        };
    }
    fill!(
        email: "email", phone_number: "phoneNumber", mobile_number: "mobileNumber", date_of_birth: "dateOfBirth",
        gender: "gender", address1: "address1", address2: "address2", city: "city", state: "state",
        zip_code: "zipCode", country: "country", pickup_cinema_id: "pickupCinemaId",
        preferred_cinema_id: "preferredCinemaId", national_id: "nationalId",
    );
    if kept.payment_customer.is_none() {
        kept.payment_customer.clone_from(&closed.payment_customer);
    }
    for (own, other) in [
        (&mut kept.preferred_cinema_list, &closed.preferred_cinema_list),
        (&mut kept.preferred_genres, &closed.preferred_genres),
    ] {
        if own.is_empty() {
            own.clone_from(other);
        }
    }
    filled
}

/// The record of the kept account after the merge: the higher level, for as long as the longer of the two memberships of that level.
fn merged(kept: &Member, closed: &Member) -> (Member, Vec<&'static str>) {
    let mut member = kept.clone();
    let filled = fill(&mut member, closed);
    if closed.level_id > kept.level_id {
        member.level_id = closed.level_id;
        member.expires_at = closed.expires_at;
    } else if closed.level_id == kept.level_id {
        member.expires_at = kept.expires_at.zip(closed.expires_at).map(|(own, other)| own.max(other));
    }
    member.lifetime_points = kept.lifetime_points.saturating_add(closed.lifetime_points);
    member.created_at = kept.created_at.min(closed.created_at);
    (member, filled)
}

fn check(kept: &Member, closed: &Member) -> Result<(), AdminError> {
    if kept.id == closed.id {
        return Err(AdminError::field("memberId", "must be another member"));
    }
    if closed.standing == MemberStatus::Blocked {
        return Err(AdminError::conflict("the account that would be closed is blocked: unblock it first"));
    }
    Ok(())
}

impl Admin<'_> {
    /// What [`Self::merge_members`] will do.
    ///
    /// # Errors
    /// As there.
    pub async fn preview_merge(
        &self,
        kept: &MemberId,
        closed: &MemberId,
    ) -> Result<MergePreview, AdminError> {
        let (store, site) = (&self.context.store, &self.site.key);
        let find = async |id| store.member(site, id).await?.ok_or(AdminError::NotFound("member"));
        let (kept_row, closed_row) = (find(kept).await?, find(closed).await?);
        check(&kept_row.member, &closed_row.member)?;
        let (member, filled) = merged(&kept_row.member, &closed_row.member);
        let points = store.balances(site, &[kept, closed].map(|id| Account::Points(id.clone()))).await?;
        let mut favorites = 0;
        for kind in [FavoriteKind::Film, FavoriteKind::Cinema] {
            let own = store.favorites(site, kept, kind).await?;
            let other = store.favorites(site, closed, kind).await?;
            favorites += other.iter().filter(|one| !own.iter().any(|own| own.id == one.id)).count();
        }
        Ok(MergePreview {
            kept: self.read(Subject::Members, kept.as_str()).await?,
            closed: self.read(Subject::Members, closed.as_str()).await?,
            points: points.into_iter().sum(),
            level_id: member.level_id,
            orders: store.member_orders(site, closed, None).await?.len() as u64,
            cards: store.member_cards(site, closed).await?.len() as u64,
            favorites: favorites as u64,
            notes: store.notes(site, closed).await?.len() as u64,
            filled,
        })
    }

    /// Merges the account `closed` into `kept`: its points, orders, cards, favorites and notes move, and it is removed with its
    /// sign-ins. Returns whether anything changed: false if it was merged before.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member; [`AdminError::Field`] if both are the same; [`AdminError::Conflict`] if the
    /// closed account is blocked, or its points are frozen.
    pub async fn merge_members(&self, kept: &MemberId, closed: &MemberId) -> Result<bool, AdminError> {
        let (context, site) = (self.context, &self.site.key);
        let mut tx = context.begin().await?;
        // Locked in the order of the ids, so that merges in both directions cannot deadlock.
        let mut rows = Vec::new();
        let mut ids = [kept, closed];
        ids.sort();
        for id in ids {
            rows.extend(tx.member(site, id).await?);
        }
        if tx.merged_into(site, closed).await?.as_ref() == Some(kept) {
            return Ok(false);
        }
        let find = |id: &MemberId| {
            rows.iter().find(|row| row.member.id == *id).cloned().ok_or(AdminError::NotFound("member"))
        };
        let (mut kept_row, closed_row) = (find(kept)?, find(closed)?);
        check(&kept_row.member, &closed_row.member)?;
        self.move_points(&mut tx, kept, closed).await?;
        for mut card in tx.member_cards(site, closed).await? {
            card.is_primary = false;
            tx.save_card(site, &CardRow { member: Some(kept.clone()), card }).await?;
        }
        context.update_primary_card(&mut tx, site, kept).await?;
        tx.move_to_member(site, closed, kept).await?;
        tx.remove_member(site, closed).await?;
        kept_row.member = merged(&kept_row.member, &closed_row.member).0;
        tx.save_member(site, &kept_row, false).await?;
        let mut line = audit(context.now(), self.actor, "member.merge", kept.as_str());
        line.detail = closed.as_str().to_owned();
        tx.log_audit(site, &line).await?;
        tx.commit().await?;
        for id in [kept, closed] {
            context.session_cache.invalidate(site, id);
        }
        Ok(true)
    }

    async fn move_points(
        &self,
        tx: &mut marquee_store::WriteTx,
        kept: &MemberId,
        closed: &MemberId,
    ) -> Result<(), AdminError> {
        let site: &SiteId = &self.site.key;
        let account = |id: &MemberId| Account::Points(id.clone());
        let amount = tx.balance(site, &account(closed)).await?;
        if amount == 0 {
            return Ok(());
        }
        let transfer = Transfer {
            id: new_id()?,
            kind: TransferKind::Adjust,
            unit: POINTS.to_owned(),
            at: self.context.now(),
            description: String::new(),
            cinema_id: None,
            order_id: None,
            postings: vec![
                Posting { account: account(closed), amount: -amount },
                Posting { account: account(kept), amount },
            ],
        };
        match tx.book(site, &transfer).await {
            Err(StoreError::Frozen) => {
                Err(AdminError::conflict("the points of the closed account are frozen"))
            }
            other => Ok(other.map(drop)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn member(id: &str, fields: &Value) -> Member {
        let mut record = json!({
            "id": id, "username": null, "email": format!("{id}@example.org"), "firstName": "Ada", "lastName": "L",
            "createdAt": "2025-01-01T00:00:00Z",
        });
        record.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        serde_json::from_value(record).unwrap()
    }

    #[test]
    fn the_kept_account_has_the_better_membership_and_what_it_lacks() {
        let kept = member("a", &json!({ "levelId": 1, "expiresAt": "2027-01-01T00:00:00Z", "city": "Lyon" }));
        let closed = member(
            "b",
            &json!({ "levelId": 1, "expiresAt": "2028-01-01T00:00:00Z", "city": "Paris", "phoneNumber": "1", "lifetimePoints": 5 }),
        );
        let (member_after, filled) = merged(&kept, &closed);
        assert_eq!(member_after.expires_at, closed.expires_at, "the longer one");
        assert_eq!((member_after.city.as_deref(), filled), (Some("Lyon"), vec!["phoneNumber"]));
        assert_eq!((member_after.email, member_after.lifetime_points), (kept.email.clone(), 5));
        let unlimited = member("c", &json!({ "levelId": 1 }));
        assert_eq!(merged(&kept, &unlimited).0.expires_at, None, "a membership without end");
        let higher = member("d", &json!({ "levelId": 3, "expiresAt": "2026-12-01T00:00:00Z" }));
        let after = merged(&kept, &higher).0;
        assert_eq!((after.level_id, after.expires_at), (3, higher.expires_at));
        assert_eq!(
            merged(&higher, &kept).0.expires_at,
            higher.expires_at,
            "that of the lower level is not longer"
        );
    }
}
