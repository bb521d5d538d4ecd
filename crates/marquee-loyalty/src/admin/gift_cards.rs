//! Administration of gift cards. Numbers and PINs are returned only once, when a card is created.

use marquee_model::GiftCardId;
use marquee_model::loyalty::Money;
use marquee_store::{Account, GiftCardRow, WriteTx};
use serde_json::{Value, json};

use super::error::AdminError;
use super::field_values::FieldValues;
use super::{Admin, Outcome, RecordWriter, Target, WriteResult};
use crate::gift_cards::normalize_number;
use crate::pins::{PinOwner, is_pin, pin_hash};

/// The shortest and longest number of a printed card, in characters.
const MIN_NUMBER_LENGTH: usize = 8;
const MAX_NUMBER_LENGTH: usize = 40;

/// A gift card as JSON for operators.
pub fn view(row: &GiftCardRow, balance: i64) -> Value {
    let mut view = serde_json::to_value(&row.card).unwrap_or_default();
    if let Some(fields) = view.as_object_mut() {
        fields.shift_remove("pinHash");
        fields.shift_remove("failures");
        fields.insert("balance".to_owned(), json!(balance));
        fields.insert("hasPin".to_owned(), json!(row.card.pin_hash.is_some()));
    }
    view
}

/// Writes gift cards.
pub struct GiftCards<'a> {
    pub admin: Admin<'a>,
}

impl GiftCards<'_> {
    async fn find(&self, tx: &WriteTx, number: &str) -> Result<Option<GiftCardRow>, AdminError> {
        let site = &self.admin.site.key;
        for hash in self.admin.context.gift_card_hashes(site, number) {
            if let Some(row) = tx.gift_card(site, &hash).await? {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    async fn make(
        &self,
        tx: &mut WriteTx,
        input: &FieldValues,
        number: Option<&str>,
    ) -> Result<WriteResult, AdminError> {
        let (context, site) = (self.admin.context, self.admin.site);
        let amount = input.number("amount").ok_or_else(|| AdminError::field("amount", "is required"))?;
        let currency = input.str("currency").ok_or_else(|| AdminError::field("currency", "is required"))?;
        let value = Money { amount, currency: currency.to_owned() };
        let expires_at = input.value("expiresAt").and_then(|at| serde_json::from_value(at.clone()).ok());
        let number_and_pin = number.map(|number| (number, input.str("pin").unwrap_or_default()));
        if number.is_none() && input.str("pin").is_some() {
            return Err(AdminError::field("pin", "requires number; without one, both are generated"));
        }
        let created = context
            .operations()
            .make_gift_card(tx, site, self.admin.actor, &value, number_and_pin, expires_at)
            .await?;
        Ok(WriteResult {
            outcome: Outcome::Added,
            id: created.card.id.as_str().to_owned(),
            members: Vec::new(),
            shown_once: number.is_none().then(|| json!({ "number": created.number, "pin": created.pin })),
        })
    }

    /// The existing card after the change.
    fn after(
        &self,
        before: &GiftCardRow,
        input: &FieldValues,
        number: Option<&str>,
    ) -> Result<GiftCardRow, AdminError> {
        let mut row = before.clone();
        if let Some(expires_at) = input.value("expiresAt") {
            row.card.expires_at = serde_json::from_value(expires_at.clone()).ok();
        } else if input.removes("expiresAt") {
            row.card.expires_at = None;
        }
        let Some(pin) = input.str("pin") else { return Ok(row) };
        let Some(number) = number else {
            return Err(AdminError::field("pin", "can only be set in a file, with the number"));
        };
        let (site, context) = (&self.admin.site.key, self.admin.context);
        let owner = PinOwner::GiftCard(number);
        if !row
            .card
            .pin_hash
            .as_ref()
            .is_some_and(|stored| is_pin(&context.numbers, site, owner, pin, stored))
        {
            row.card.pin_hash = Some(pin_hash(&context.numbers, site, owner, pin));
        }
        Ok(row)
    }
}

/// The normalized number; `None` if the field is missing.
fn number_of(input: &FieldValues) -> Result<Option<String>, AdminError> {
    let Some(text) = input.str("number") else { return Ok(None) };
    let number = normalize_number(text);
    if (MIN_NUMBER_LENGTH..=MAX_NUMBER_LENGTH).contains(&number.chars().count()) {
        return Ok(Some(number));
    }
    Err(AdminError::field(
        "number",
        format!("must have {MIN_NUMBER_LENGTH} to {MAX_NUMBER_LENGTH} letters and digits"),
    ))
}

impl RecordWriter for GiftCards<'_> {
    async fn put(
        &mut self,
        tx: &mut WriteTx,
        target: Target<'_>,
        input: &FieldValues,
    ) -> Result<WriteResult, AdminError> {
        let site = &self.admin.site.key;
        let number = number_of(input)?;
        let existing = match (target, &number) {
            (Target::Existing(id), _) => {
                let unknown = AdminError::NotFound("gift card");
                let Ok(id) = GiftCardId::parse(id) else { return Err(unknown) };
                Some(tx.gift_card_by_id(site, &id).await?.ok_or(unknown)?)
            }
            (Target::File, None) => return Err(AdminError::field("number", "is required")),
            (_, Some(number)) => self.find(tx, number).await?,
            (Target::New, None) => None,
        };
        if target == Target::New && existing.is_some() {
            return Err(AdminError::conflict("number: a gift card with this number already exists"));
        }
        let view = match &existing {
            Some(row) => {
                let balance = tx.balance(site, &Account::GiftCard(row.card.id.clone())).await?;
                Some(view(row, balance))
            }
            None => None,
        };
        if let (Some(row), Some(currency)) = (&existing, input.str("currency"))
            && row.card.currency != currency
        {
            return Err(AdminError::conflict("currency: the gift card has another currency"));
        }
        let input = input.writable_only(target, view.as_ref())?;
        let Some(before) = existing else { return self.make(tx, &input, number.as_deref()).await };
        let after = self.after(&before, &input, number.as_deref())?;
        let id = after.card.id.as_str().to_owned();
        let outcome = if after == before { Outcome::Unchanged } else { Outcome::Changed };
        if outcome == Outcome::Changed {
            tx.save_gift_card(site, &after).await?;
            self.admin.log_audit(tx, "gift-card.change", &id).await?;
        }
        Ok(WriteResult { outcome, id, members: Vec::new(), shown_once: None })
    }
}
