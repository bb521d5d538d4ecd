//! Administration of levels, rewards, memberships and e-vouchers.

use std::collections::BTreeSet;

use marquee_model::loyalty::{EVoucher, Level, MembershipItem, Reward};
use marquee_store::{OfferKind, WriteTx};
use serde_json::{Value, json};

use super::error::AdminError;
use super::field_values::FieldValues;
use super::fields::Subject;
use super::{Admin, Outcome, RecordWriter, Target, WriteResult};

/// Maximum number of records of a kind. All of them are read for every visitor.
const MAX_RECORDS: usize = 5000;

/// A kind of offer, and the references in its records.
pub trait Offered: OfferKind + PartialEq + Clone {
    const SUBJECT: Subject;

    /// A record with empty values of the required fields.
    fn blank() -> Value;

    /// The field that refers to a level, and the level's id; `None` if the kind has no such field.
    fn level(&self) -> Option<(&'static str, i32)>;

    /// Ids of the theaters in which the offer is available; empty for all.
    fn theaters(&self) -> &[String];
}

fn empty_price() -> Value {
    json!({ "amount": 0, "currency": "" })
}

impl Offered for Level {
    const SUBJECT: Subject = Subject::Levels;

    fn blank() -> Value {
        json!({ "id": 0, "name": "" })
    }

    fn level(&self) -> Option<(&'static str, i32)> {
        None
    }

    fn theaters(&self) -> &[String] {
        &[]
    }
}

impl Offered for Reward {
    const SUBJECT: Subject = Subject::Rewards;

    fn blank() -> Value {
        json!({ "itemCode": "", "name": "", "pointsCost": 0 })
    }

    fn level(&self) -> Option<(&'static str, i32)> {
        Some(("fromLevel", self.from_level))
    }

    fn theaters(&self) -> &[String] {
        &self.theaters
    }
}

impl Offered for MembershipItem {
    const SUBJECT: Subject = Subject::Memberships;

    fn blank() -> Value {
        json!({ "code": "", "name": "", "price": empty_price(), "levelId": 0 })
    }

    fn level(&self) -> Option<(&'static str, i32)> {
        Some(("levelId", self.level_id))
    }

    fn theaters(&self) -> &[String] {
        &[]
    }
}

impl Offered for EVoucher {
    const SUBJECT: Subject = Subject::EVouchers;

    fn blank() -> Value {
        json!({ "code": "", "name": "", "price": empty_price() })
    }

    fn level(&self) -> Option<(&'static str, i32)> {
        None
    }

    fn theaters(&self) -> &[String] {
        &self.theaters
    }
}

/// A record as JSON for operators.
pub fn view<T: Offered>(position: i32, record: &T) -> Value {
    let mut view = serde_json::to_value(record).unwrap_or_default();
    if let Some(fields) = view.as_object_mut() {
        fields.insert("position".to_owned(), json!(position));
    }
    view
}

/// Writes records of one kind.
pub struct Offers<'a, T> {
    admin: Admin<'a>,
    /// The existing records, loaded by the first write.
    existing: Option<Vec<(i32, T)>>,
    levels: Vec<i32>,
    theaters: BTreeSet<String>,
}

impl<'a, T: Offered> Offers<'a, T> {
    /// Loads the levels and theaters of the site.
    pub async fn load(admin: Admin<'a>) -> Result<Self, AdminError> {
        let (store, site) = (&admin.context.store, &admin.site.key);
        let levels: Vec<Level> = store.offers(site).await?;
        let theaters = store.theaters(site).await?;
        Ok(Self {
            admin,
            existing: None,
            levels: levels.into_iter().map(|level| level.id).collect(),
            theaters: theaters.into_iter().map(|theater| theater.id.as_str().to_owned()).collect(),
        })
    }

    fn check(&self, before: Option<&T>, after: &T) -> Result<(), AdminError> {
        if let Some((field, level)) = after.level()
            && level != 0
            && !self.levels.contains(&level)
        {
            return Err(AdminError::field(field, "must be an existing level"));
        }
        // A theater that no longer exists may stay in a record that already has it.
        let existed = |id: &String| before.is_some_and(|before| before.theaters().contains(id));
        match after.theaters().iter().find(|id| !self.theaters.contains(*id) && !existed(id)) {
            Some(id) => {
                let rule = format!("must contain only existing theaters, not {id:?}");
                Err(AdminError::field("theaters", rule))
            }
            None => Ok(()),
        }
    }

    fn name(target: Target<'_>, input: &FieldValues) -> Result<String, AdminError> {
        let id = T::SUBJECT.id();
        match (target, input.value(id)) {
            (Target::Existing(id), _) => Ok(id.to_owned()),
            (_, Some(Value::String(text))) => Ok(text.clone()),
            (_, Some(other)) => Ok(other.to_string()),
            (_, None) => Err(AdminError::field(id, "is required")),
        }
    }
}

impl<T: Offered> RecordWriter for Offers<'_, T> {
    async fn put(
        &mut self,
        tx: &mut WriteTx,
        target: Target<'_>,
        input: &FieldValues,
    ) -> Result<WriteResult, AdminError> {
        let site = &self.admin.site.key;
        let existing = match self.existing.take() {
            Some(existing) => self.existing.insert(existing),
            None => self.existing.insert(tx.offers_with_positions::<T>(site).await?),
        };
        let id = Self::name(target, input)?;
        let index = existing.iter().position(|(_, record)| record.id() == id);
        let before = index.and_then(|index| existing.get(index)).cloned();
        let (count, last_position) = (existing.len(), existing.iter().map(|(position, _)| *position).max());
        match (target, &before) {
            (Target::Existing(_), None) => return Err(AdminError::NotFound(T::SUBJECT.noun())),
            (Target::New, Some(_)) => {
                let noun = T::SUBJECT.noun();
                return Err(AdminError::conflict(format!("{noun} {id} already exists")));
            }
            (_, None) if count >= MAX_RECORDS => {
                return Err(AdminError::conflict(format!(
                    "at most {MAX_RECORDS} records of a kind are allowed"
                )));
            }
            _ => {}
        }
        let current_view = before.as_ref().map(|(position, record)| view(*position, record));
        let allowed = input.writable_only(target, current_view.as_ref())?;
        let after: T = match &before {
            Some((_, record)) => allowed.apply_to(record)?,
            None => {
                allowed.check_required(T::SUBJECT.fields())?;
                let merged = allowed.apply_to(&T::blank())?;
                let unreadable =
                    |error: serde_json::Error| AdminError::field("record", format!("is invalid: {error}"));
                serde_json::from_value(merged).map_err(unreadable)?
            }
        };
        self.check(before.as_ref().map(|(_, record)| record), &after)?;
        let position_or_next = before.as_ref().map_or_else(
            || last_position.map_or(0, |last_position| last_position + 1),
            |(position, _)| *position,
        );
        let position =
            allowed.number("position").and_then(|n| i32::try_from(n).ok()).unwrap_or(position_or_next);
        let outcome = match &before {
            None => Outcome::Added,
            Some((was, record)) if *was == position && *record == after => Outcome::Unchanged,
            Some(_) => Outcome::Changed,
        };
        if outcome != Outcome::Unchanged {
            tx.save_offer(site, position, &after).await?;
            let action = if before.is_none() { "create" } else { "change" };
            self.admin.log_audit(tx, &format!("{}.{action}", T::KIND), &id).await?;
            self.update_loaded_records(index, position, after);
        }
        Ok(WriteResult { outcome, id, members: Vec::new(), shown_once: None })
    }
}

impl<T: Offered> Offers<'_, T> {
    /// Updates the existing records after a write.
    fn update_loaded_records(&mut self, at: Option<usize>, position: i32, record: T) {
        let existing = self.existing.get_or_insert_default();
        match at.and_then(|at| existing.get_mut(at)) {
            Some(slot) => *slot = (position, record),
            None => existing.push((position, record)),
        }
    }
}

impl Admin<'_> {
    /// Deletes a record. A level that a membership or a reward refers to cannot be deleted.
    pub(super) async fn remove_offer<T: Offered>(&self, id: &str) -> Result<(), AdminError> {
        let site = &self.site.key;
        let mut tx = self.context.begin().await?;
        if T::SUBJECT == Subject::Levels {
            let items = tx.offers_with_positions::<MembershipItem>(site).await?;
            if let Some((_, item)) = items.iter().find(|(_, item)| item.level_id.to_string() == id) {
                return Err(AdminError::conflict(format!("the level is used by membership {}", item.code)));
            }
            let rewards = tx.offers_with_positions::<Reward>(site).await?;
            if let Some((_, reward)) = rewards.iter().find(|(_, reward)| reward.from_level.to_string() == id)
            {
                return Err(AdminError::conflict(format!(
                    "the level is used by reward {}",
                    reward.item_code
                )));
            }
        }
        if !tx.remove_offer::<T>(site, id).await? {
            return Err(AdminError::NotFound(T::SUBJECT.noun()));
        }
        self.log_audit(&mut tx, &format!("{}.delete", T::KIND), id).await?;
        tx.commit().await?;
        Ok(())
    }
}
