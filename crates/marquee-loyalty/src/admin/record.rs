//! Creating, changing and deleting single records.

use marquee_model::MemberId;
use marquee_model::loyalty::{EVoucher, Level, MembershipItem, Reward};
use serde_json::Value;

use super::cards::Cards;
use super::field_values::FieldValues;
use super::fields::Subject;
use super::gift_cards::GiftCards;
use super::members::Members;
use super::offers::Offers;
use super::{Admin, AdminError, Outcome, RecordWriter, Target, WriteResult};
use crate::error::{LoyaltyError, RefusalReason};

impl Admin<'_> {
    /// Creates a record. Returns it, with generated secrets that cannot be read again.
    ///
    /// # Errors
    /// [`AdminError::Field`] for an invalid or missing field, [`AdminError::Conflict`] with existing records.
    pub async fn create(&self, subject: Subject, input: &FieldValues) -> Result<Value, AdminError> {
        self.put_one(subject, Target::New, input).await
    }

    /// Changes the given fields of a record. Returns the record.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown id, [`AdminError::Field`] for an invalid field, [`AdminError::Conflict`] with
    /// existing records.
    pub async fn change(&self, subject: Subject, id: &str, input: &FieldValues) -> Result<Value, AdminError> {
        self.put_one(subject, Target::Existing(id), input).await
    }

    async fn put_one(
        &self,
        subject: Subject,
        target: Target<'_>,
        input: &FieldValues,
    ) -> Result<Value, AdminError> {
        let put = match subject {
            Subject::Members => self.one(Members::load(*self).await?, target, input).await,
            Subject::Cards => self.one(Cards { admin: *self }, target, input).await,
            Subject::GiftCards => self.one(GiftCards { admin: *self }, target, input).await,
            Subject::Levels => self.one(Offers::<Level>::load(*self).await?, target, input).await,
            Subject::Rewards => self.one(Offers::<Reward>::load(*self).await?, target, input).await,
            Subject::Memberships => {
                self.one(Offers::<MembershipItem>::load(*self).await?, target, input).await
            }
            Subject::EVouchers => self.one(Offers::<EVoucher>::load(*self).await?, target, input).await,
        }?;
        let mut record = self.read(subject, &put.id).await?;
        if let (Some(fields), Some(Value::Object(once))) = (record.as_object_mut(), put.shown_once) {
            fields.extend(once);
        }
        Ok(record)
    }

    pub(super) async fn one(
        &self,
        mut records: impl RecordWriter,
        target: Target<'_>,
        input: &FieldValues,
    ) -> Result<WriteResult, AdminError> {
        let mut tx = self.context.begin().await?;
        let put = records.put(&mut tx, target, input).await?;
        if put.outcome != Outcome::Unchanged {
            tx.commit().await?;
            self.invalidate_members(&put);
        }
        Ok(put)
    }

    /// Invalidates cached sign-ins of the affected members.
    pub(super) fn invalidate_members(&self, put: &WriteResult) {
        for member in &put.members {
            self.context.session_cache.invalidate(&self.site.key, member);
        }
    }

    /// Deletes a record. Cards and gift cards cannot be deleted, so that lost or spent ones stay invalid.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown id, [`AdminError::Conflict`] if the record cannot be deleted.
    pub async fn remove(&self, subject: Subject, id: &str) -> Result<(), AdminError> {
        match subject {
            Subject::Members => {
                let id = MemberId::parse(id).map_err(|_| AdminError::NotFound("member"))?;
                match self.context.operations().remove_member(self.site, self.actor, &id).await {
                    Err(LoyaltyError::Refused(RefusalReason::UnknownMember)) => {
                        Err(AdminError::NotFound("member"))
                    }
                    other => Ok(other?),
                }
            }
            Subject::Levels => self.remove_offer::<Level>(id).await,
            Subject::Rewards => self.remove_offer::<Reward>(id).await,
            Subject::Memberships => self.remove_offer::<MembershipItem>(id).await,
            Subject::EVouchers => self.remove_offer::<EVoucher>(id).await,
            Subject::Cards => Err(AdminError::conflict("cards cannot be removed: set status to LOST")),
            Subject::GiftCards => {
                Err(AdminError::conflict("gift cards cannot be removed: set expiresAt to a past time"))
            }
        }
    }
}
