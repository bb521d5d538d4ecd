//! Single records: made, changed, removed.

use marquee_model::MemberId;
use marquee_model::loyalty::{EVoucher, Level, MembershipItem, Reward};
use marquee_model::peach::PeachCode;
use serde_json::Value;

use super::cards::Cards;
use super::fields::Subject;
use super::gift_cards::GiftCards;
use super::given::Given;
use super::members::Members;
use super::offers::Offers;
use super::{Desk, DeskError, Outcome, Put, Records, Target};
use crate::error::LoyaltyError;

impl Desk<'_> {
    /// Makes a record; tells it with what is told this once.
    ///
    /// # Errors
    /// [`DeskError::Field`], [`DeskError::Conflict`].
    pub async fn create(&self, subject: Subject, given: &Given) -> Result<Value, DeskError> {
        self.put_one(subject, Target::New, given).await
    }

    /// Changes the fields of a record that are given.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::Field`], [`DeskError::Conflict`].
    pub async fn change(&self, subject: Subject, id: &str, given: &Given) -> Result<Value, DeskError> {
        self.put_one(subject, Target::Known(id), given).await
    }

    async fn put_one(&self, subject: Subject, target: Target<'_>, given: &Given) -> Result<Value, DeskError> {
        let put = match subject {
            Subject::Members => self.one(Members::of(*self).await?, target, given).await,
            Subject::Cards => self.one(Cards { desk: *self }, target, given).await,
            Subject::GiftCards => self.one(GiftCards { desk: *self }, target, given).await,
            Subject::Levels => self.one(Offers::<Level>::of(*self).await?, target, given).await,
            Subject::Rewards => self.one(Offers::<Reward>::of(*self).await?, target, given).await,
            Subject::Memberships => self.one(Offers::<MembershipItem>::of(*self).await?, target, given).await,
            Subject::EVouchers => self.one(Offers::<EVoucher>::of(*self).await?, target, given).await,
        }?;
        let mut record = self.read(subject, &put.id).await?;
        if let (Some(fields), Some(Value::Object(once))) = (record.as_object_mut(), put.once) {
            fields.extend(once);
        }
        Ok(record)
    }

    async fn one(
        &self,
        mut records: impl Records,
        target: Target<'_>,
        given: &Given,
    ) -> Result<Put, DeskError> {
        let mut tx = self.loyalty.begin().await?;
        let put = records.put(&mut tx, target, given).await?;
        if put.outcome != Outcome::Unchanged {
            tx.commit().await?;
            self.forget(&put);
        }
        Ok(put)
    }

    /// Sign-ins that were looked up before are looked up again.
    pub(super) fn forget(&self, put: &Put) {
        for member in &put.members {
            self.loyalty.0.live.forget(&self.site.key, member);
        }
    }

    /// Removes a record. Cards and gift cards stay: what was lost or spent is never good again.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::Conflict`].
    pub async fn remove(&self, subject: Subject, id: &str) -> Result<(), DeskError> {
        match subject {
            Subject::Members => {
                let id = MemberId::stored(id.to_owned());
                match self.loyalty.remove_member(self.site, self.actor, &id).await {
                    Err(LoyaltyError::Refused(PeachCode::MemberNotFound)) => {
                        Err(DeskError::NotFound("member"))
                    }
                    other => Ok(other?),
                }
            }
            Subject::Levels => self.remove_offer::<Level>(id).await,
            Subject::Rewards => self.remove_offer::<Reward>(id).await,
            Subject::Memberships => self.remove_offer::<MembershipItem>(id).await,
            Subject::EVouchers => self.remove_offer::<EVoucher>(id).await,
            Subject::Cards => Err(DeskError::conflict("a card is not removed: its status is set to LOST")),
            Subject::GiftCards => Err(DeskError::conflict(
                "a gift card is not removed: its expiresAt is set to an earlier instant",
            )),
        }
    }
}
