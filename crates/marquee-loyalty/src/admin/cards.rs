//! Administration of members' cards.

use jiff::Timestamp;
use marquee_model::loyalty::{Card, CardStatus};
use marquee_model::{CardCode, MemberId};
use marquee_store::{CardRow, WriteTx};
use serde_json::{Value, json};

use super::error::AdminError;
use super::field_values::FieldValues;
use super::{Admin, Outcome, RecordWriter, Target, WriteResult};
use crate::cards;
use crate::pins::{PinOwner, is_pin, pin_hash};

/// A card as JSON for operators.
pub fn view(row: &CardRow, now: Timestamp) -> Value {
    let card = Card { status: row.card.status_at(now), ..row.card.clone() };
    let mut view = serde_json::to_value(&card).unwrap_or_default();
    if let Some(fields) = view.as_object_mut() {
        fields.shift_remove("pinHash");
        fields.insert("member".to_owned(), json!(row.member));
        fields.insert("hasPin".to_owned(), json!(row.card.pin_hash.is_some()));
    }
    view
}

/// Normalizes a card code.
pub fn code(text: &str) -> Result<CardCode, AdminError> {
    cards::code(text)
        .map_err(|_| AdminError::field("code", "must contain only letters, digits and - _ . : ="))
}

/// The card to assign to a member: an existing one without owner, or a new one with this code. `None` if the member already
/// has it.
///
/// # Errors
/// [`AdminError::Conflict`] if another member has the card, or if it was reported lost.
pub async fn free_card(
    admin: Admin<'_>,
    tx: &WriteTx,
    text: &str,
    member: &MemberId,
) -> Result<Option<Card>, AdminError> {
    let code = code(text)?;
    match tx.card(&admin.site.key, &code).await? {
        Some(CardRow { member: Some(owner), .. }) if owner == *member => Ok(None),
        Some(CardRow { member: Some(_), .. }) => {
            Err(AdminError::conflict("cardCode: the card belongs to another member"))
        }
        Some(row) if row.card.status == CardStatus::Lost => {
            Err(AdminError::conflict("cardCode: the card was reported lost and cannot be used again"))
        }
        Some(row) => Ok(Some(row.card)),
        None => Ok(Some(Card { code, ..admin.context.new_card(&admin.site.settings.loyalty.card_type)? })),
    }
}

/// Writes cards.
pub struct Cards<'a> {
    pub admin: Admin<'a>,
}

impl Cards<'_> {
    /// The member named by id or email address; `None` if the field is missing.
    async fn owner(&self, tx: &WriteTx, input: &FieldValues) -> Result<Option<MemberId>, AdminError> {
        let Some(text) = input.str("member") else { return Ok(None) };
        let site = &self.admin.site.key;
        let row = if text.contains('@') {
            tx.member_by_email(site, text).await?
        } else if let Ok(id) = MemberId::parse(text) {
            tx.member(site, &id).await?
        } else {
            None
        };
        let rule = "must be a member's id or email address";
        row.map(|row| Some(row.member.id)).ok_or_else(|| AdminError::field("member", rule))
    }

    fn with_pin(&self, card: &mut Card, input: &FieldValues, is_file: bool) {
        let Some(pin) = input.str("pin") else {
            if input.removes("pin") && !is_file {
                card.pin_hash = None;
            }
            return;
        };
        let (context, site) = (self.admin.context, &self.admin.site.key);
        let owner = PinOwner::Card(card.code.as_str());
        if !card.pin_hash.as_ref().is_some_and(|stored| is_pin(&context.numbers, site, owner, pin, stored)) {
            card.pin_hash = Some(pin_hash(&context.numbers, site, owner, pin));
        }
    }

    /// The card after the change. A lost card stays lost, and a card cannot move from one member to another.
    async fn after(
        &self,
        tx: &WriteTx,
        before: &CardRow,
        input: &FieldValues,
        is_file: bool,
    ) -> Result<CardRow, AdminError> {
        let now = self.admin.context.now();
        let mut row = before.clone();
        if let Some(expires_at) = input.value("expiresAt") {
            row.card.expires_at = serde_json::from_value(expires_at.clone()).ok();
        } else if input.removes("expiresAt") {
            row.card.expires_at = None;
        }
        match input.str("status") {
            Some("LOST") => row.card.status = CardStatus::Lost,
            Some(requested) if json!(row.card.status_at(now)) != requested => {
                return Err(AdminError::field("status", "can only be set to LOST"));
            }
            _ => {}
        }
        if let Some(card_type) = input.str("cardType") {
            card_type.clone_into(&mut row.card.card_type);
        }
        self.with_pin(&mut row.card, input, is_file);
        match (&before.member, self.owner(tx, input).await?) {
            (Some(current), Some(requested)) if *current != requested => {
                return Err(AdminError::conflict("member: the card belongs to another member"));
            }
            (None, Some(_)) if row.card.status == CardStatus::Lost => {
                return Err(AdminError::conflict(
                    "member: the card was reported lost and cannot be used again",
                ));
            }
            (None, Some(requested)) => row.member = Some(requested),
            // A file of unassigned cards does not take cards from members who received them meanwhile.
            (Some(_), None) if input.removes("member") && !is_file => row.member = None,
            _ => {}
        }
        if row.member.is_none() || row.card.status == CardStatus::Lost {
            row.card.is_primary = false;
        }
        Ok(row)
    }
}

impl RecordWriter for Cards<'_> {
    async fn put(
        &mut self,
        tx: &mut WriteTx,
        target: Target<'_>,
        input: &FieldValues,
    ) -> Result<WriteResult, AdminError> {
        let (context, site) = (self.admin.context, self.admin.site);
        let code_text = match target {
            Target::Existing(id) => id,
            _ => input.str("code").ok_or_else(|| AdminError::field("code", "is required"))?,
        };
        let code = code(code_text)?;
        let existing = tx.card(&site.key, &code).await?;
        let view = existing.as_ref().map(|row| view(row, context.now()));
        match (target, &existing) {
            (Target::Existing(_), None) => return Err(AdminError::NotFound("card")),
            (Target::New, Some(_)) => {
                return Err(AdminError::conflict("code: a card with this code already exists"));
            }
            _ => {}
        }
        let input = input.writable_only(target, view.as_ref())?;
        let before = match &existing {
            Some(row) => row.clone(),
            None => {
                let mut card = context.new_card(&site.settings.loyalty.card_type)?;
                card.code = code;
                card.is_primary = false;
                if let Some(issued) = input.value("issuedAt") {
                    card.issued_at = serde_json::from_value(issued.clone()).unwrap_or(card.issued_at);
                }
                CardRow { member: None, card }
            }
        };
        let after = self.after(tx, &before, &input, target == Target::File).await?;
        let outcome = match &existing {
            None => Outcome::Added,
            Some(_) if after == before => Outcome::Unchanged,
            Some(_) => Outcome::Changed,
        };
        let id = after.card.code.as_str().to_owned();
        let members: Vec<MemberId> = [before.member, after.member.clone()].into_iter().flatten().collect();
        if outcome != Outcome::Unchanged {
            tx.save_card(&site.key, &after).await?;
            for member in &members {
                context.update_primary_card(tx, &site.key, member).await?;
            }
            let action = if existing.is_none() { "card.create" } else { "card.change" };
            self.admin.log_audit(tx, action, &cards::last_four(&after.card.code)).await?;
        }
        Ok(WriteResult { outcome, id, members, shown_once: None })
    }
}
