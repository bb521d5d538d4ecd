//! Administration of members.

use marquee_model::MemberId;
use marquee_model::loyalty::{Card, Level, Member, MemberStatus, folded};
use marquee_store::{Account, CardRow, MemberRow, WriteTx};
use serde_json::{Value, json};

use super::cards::free_card;
use super::error::AdminError;
use super::field_values::FieldValues;
use super::fields::Subject;
use super::{Admin, Outcome, RecordWriter, Target, WriteResult};
use crate::cards::{self, primary};
use crate::context::new_id;
use crate::operator::{PointsAdjustment, points_amount};

/// Writes members.
pub struct Members<'a> {
    admin: Admin<'a>,
    levels: Vec<i32>,
    /// Why a member is blocked, for the audit log.
    reason: Option<BlockReason>,
}

/// Why a member is blocked. The audit log has it, so it is not free text, which could have personal data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockReason {
    /// The account was used against the rules of the program.
    Misuse,
    /// A payment is disputed.
    PaymentDispute,
    /// The member has lost control of the account.
    Security,
    /// The member wishes it.
    Request,
}

impl BlockReason {
    pub const ALL: [Self; 4] = [Self::Misuse, Self::PaymentDispute, Self::Security, Self::Request];

    /// The name in the audit log and in requests.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Misuse => "misuse",
            Self::PaymentDispute => "paymentDispute",
            Self::Security => "security",
            Self::Request => "request",
        }
    }
}

/// What a change of a member did, for the audit log: the names of changed fields, and the new standing. The values of other
/// fields are personal data, which the log does not have.
fn change_detail(before: &Member, after: &Member, reason: Option<BlockReason>) -> String {
    let names = |value: &Member| serde_json::to_value(value).unwrap_or_default();
    let (before_view, after_view) = (names(before), names(after));
    let changed = after_view.as_object().into_iter().flatten();
    let changed = changed.filter(|(name, value)| before_view.get(name.as_str()) != Some(value));
    let words = changed.map(|(name, value)| match value.as_str().filter(|_| name == "standing") {
        Some(standing) => match reason {
            Some(reason) => format!("{name}={standing}:{}", reason.as_str()),
            None => format!("{name}={standing}"),
        },
        None => name.clone(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A member as JSON for operators.
pub fn view(member: &Member, points: i64, card: Option<&Card>) -> Value {
    let mut view = serde_json::to_value(member).unwrap_or_default();
    if let Some(fields) = view.as_object_mut() {
        fields.shift_remove("paymentCustomer");
        fields.insert("points".to_owned(), json!(points));
        fields.insert("cardCode".to_owned(), json!(card.map(|card| &card.code)));
    }
    view
}

impl<'a> Members<'a> {
    /// Loads the levels of the site.
    pub async fn load(admin: Admin<'a>) -> Result<Self, AdminError> {
        let levels: Vec<Level> = admin.context.store.offers(&admin.site.key).await?;
        Ok(Self { admin, levels: levels.into_iter().map(|level| level.id).collect(), reason: None })
    }

    /// Names the reason of a block in the audit log.
    pub fn with_reason(self, reason: Option<BlockReason>) -> Self {
        Self { reason, ..self }
    }

    /// Finds the member of a row by id, else by email address, username or card. `None` means a new member.
    async fn find(&self, tx: &WriteTx, input: &FieldValues) -> Result<Option<MemberRow>, AdminError> {
        let site = &self.admin.site.key;
        if let Some(Ok(id)) = input.str("id").map(MemberId::parse)
            && let Some(row) = tx.member(site, &id).await?
        {
            return Ok(Some(row));
        }
        let (email, username, card) = (input.str("email"), input.str("username"), input.str("cardCode"));
        if let Some(email) = email
            && let Some(row) = tx.member_by_email(site, email).await?
        {
            return Ok(Some(row));
        }
        if let Some(name) = username
            && let Some(row) = tx.member_by_login(site, name).await?
            && row.member.username.as_deref().map(folded) == Some(folded(name))
        {
            return Ok(Some(row));
        }
        if let (None, None, Some(code)) = (email, username, card)
            && let Ok(code) = cards::code(code)
            && let Some(CardRow { member: Some(id), .. }) = tx.card(site, &code).await?
        {
            return Ok(tx.member(site, &id).await?);
        }
        if email.or(username).or(card).is_none() {
            let rule = "must be a member's id; otherwise email, username or cardCode is required";
            return Err(AdminError::field("id", rule));
        }
        Ok(None)
    }

    fn blank(&self) -> Result<Member, AdminError> {
        let (site, id) = (self.admin.site, new_id::<MemberId>()?);
        let unreadable =
            |error: serde_json::Error| AdminError::field("record", format!("is invalid: {error}"));
        serde_json::from_value(json!({
            "id": id, "firstName": "", "lastName": "", "createdAt": self.admin.context.now(),
            "clubId": site.settings.loyalty.club_id, "language": site.config.locale.short(),
        }))
        .map_err(unreadable)
    }

    /// Refuses an unknown level, and an address or username of another member.
    async fn check(&self, tx: &WriteTx, before: Option<&Member>, after: &Member) -> Result<(), AdminError> {
        if after.level_id != 0 && !self.levels.contains(&after.level_id) {
            return Err(AdminError::field("levelId", "must be an existing level"));
        }
        let site = &self.admin.site.key;
        let names = [
            ("email", before.and_then(|m| m.email.as_ref()), &after.email),
            ("username", before.and_then(|m| m.username.as_ref()), &after.username),
        ];
        for (field, old, new) in names {
            let Some(new) = new.as_ref().filter(|new| old.map(|old| folded(old)) != Some(folded(new))) else {
                continue;
            };
            if folded(new).is_empty() {
                return Err(AdminError::field(field, "must not be empty; omit it or set it to null"));
            }
            // Either can be used to sign in, so both are checked.
            let by_username = tx.member_by_login(site, new).await?;
            let by_email = tx.member_by_email(site, new).await?;
            if [by_username, by_email].into_iter().flatten().any(|row| row.member.id != after.id) {
                return Err(AdminError::conflict(format!("{field} belongs to another member")));
            }
        }
        Ok(())
    }

    /// The card to assign to the member, if any: the one in `input`, or a generated one for a new member.
    async fn card(
        &self,
        tx: &WriteTx,
        input: &FieldValues,
        member: &MemberId,
        is_new: bool,
    ) -> Result<Option<Card>, AdminError> {
        let card_type = &self.admin.site.settings.loyalty.card_type;
        let mut card = match input.str("cardCode") {
            Some(text) => match free_card(self.admin, tx, text, member).await? {
                Some(card) => card,
                None => return Ok(None),
            },
            None if is_new => self.admin.context.new_card(card_type)?,
            None => return Ok(None),
        };
        card.is_primary = false;
        Ok(Some(card))
    }

    async fn find_existing(
        &self,
        tx: &WriteTx,
        target: Target<'_>,
        input: &FieldValues,
    ) -> Result<Option<MemberRow>, AdminError> {
        match target {
            Target::New => Ok(None),
            Target::File => self.find(tx, input).await,
            Target::Existing(id) => {
                let unknown = AdminError::NotFound("member");
                let Ok(id) = MemberId::parse(id) else { return Err(unknown) };
                tx.member(&self.admin.site.key, &id).await?.map(Some).ok_or(unknown)
            }
        }
    }
}

impl RecordWriter for Members<'_> {
    async fn put(
        &mut self,
        tx: &mut WriteTx,
        target: Target<'_>,
        input: &FieldValues,
    ) -> Result<WriteResult, AdminError> {
        let (context, site) = (self.admin.context, self.admin.site);
        let existing = self.find_existing(tx, target, input).await?;
        let current_view = match &existing {
            Some(row) => Some(self.admin.member_in(tx, &row.member).await?),
            None => None,
        };
        let input = input.writable_only(target, current_view.as_ref())?;
        let current = match &existing {
            Some(row) => row.member.clone(),
            None => {
                input.check_required(Subject::Members.fields())?;
                self.blank()?
            }
        };
        let updated = input.apply_to(&current)?;
        self.check(tx, existing.as_ref().map(|row| &row.member), &updated).await?;
        let points = input.number("points").filter(|amount| *amount > 0);
        self.admin.check_points_limit("points", points.unwrap_or(0))?;
        let card = self.card(tx, &input, &updated.id, existing.is_none()).await?;
        let outcome = match &existing {
            None => Outcome::Added,
            Some(_) if updated == current && card.is_none() => Outcome::Unchanged,
            Some(_) => Outcome::Changed,
        };
        let id = updated.id.clone();
        let result =
            WriteResult { outcome, id: id.as_str().to_owned(), members: vec![id.clone()], shown_once: None };
        if outcome == Outcome::Unchanged {
            return Ok(result);
        }
        let is_new = existing.is_none();
        let mut line = crate::context::audit(
            context.now(),
            self.admin.actor,
            if is_new { "member.create" } else { "member.change" },
            id.as_str(),
        );
        if !is_new {
            line.detail = change_detail(&current, &updated, self.reason);
            if card.is_some() {
                line.detail = format!("{} card", line.detail).trim_start().to_owned();
            }
        }
        let ends_sessions = current.standing != updated.standing && updated.standing != MemberStatus::Active;
        let row = MemberRow { member: updated, password_hash: existing.and_then(|row| row.password_hash) };
        tx.save_member(&site.key, &row, is_new).await?;
        if let Some(card) = card {
            tx.save_card(&site.key, &CardRow { member: Some(id.clone()), card }).await?;
            context.update_primary_card(tx, &site.key, &id).await?;
        }
        if let Some(amount) = points {
            let account = Account::Points(id.clone());
            context
                .operations()
                .post_adjustment(tx, site, account, &points_amount(amount), "", context.now())
                .await?;
        }
        if ends_sessions {
            tx.end_member_sessions(&site.key, &id, None).await?;
        }
        tx.log_audit(&site.key, &line).await?;
        Ok(result)
    }
}

impl Admin<'_> {
    async fn member_in(&self, tx: &WriteTx, member: &Member) -> Result<Value, AdminError> {
        let points = tx.balance(&self.site.key, &Account::Points(member.id.clone())).await?;
        let cards = tx.member_cards(&self.site.key, &member.id).await?;
        Ok(view(member, points, primary(&cards, self.context.now())))
    }

    /// Finds a member by id, email address, username or card, and returns the id.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] if none matches.
    pub async fn find_member(&self, text: &str) -> Result<MemberId, AdminError> {
        let (store, site) = (&self.context.store, &self.site.key);
        if let Ok(id) = MemberId::parse(text)
            && let Some(row) = store.member(site, &id).await?
        {
            return Ok(row.member.id);
        }
        if let Some(row) = store.member_by_login(site, text).await? {
            return Ok(row.member.id);
        }
        if let Ok(code) = cards::code(text)
            && let Some(CardRow { member: Some(id), .. }) = store.card(site, &code).await?
        {
            return Ok(id);
        }
        Err(AdminError::NotFound("member"))
    }

    /// Adds points to a member, or deducts them if `amount` is negative. Returns the new balance. `request_id` is an
    /// idempotency key: a repeated request of the same actor books nothing and returns the balance of the first one.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member, [`AdminError::Field`] for an invalid amount, description or request id,
    /// [`AdminError::PointsLimit`] for more points than the actor may adjust, [`AdminError::Conflict`] if the balance is too low or the account is frozen.
    pub async fn adjust_points(
        &self,
        id: &str,
        amount: i64,
        reason: &str,
        request_id: Option<&str>,
    ) -> Result<i64, AdminError> {
        use crate::error::LoyaltyError::Refused;
        use crate::error::RefusalReason;
        let description = super::FieldType::Line
            .check(&json!(reason))
            .map_err(|rule| AdminError::field("description", rule))?;
        self.check_points_limit("amount", amount)?;
        let id = MemberId::parse(id).map_err(|_| AdminError::NotFound("member"))?;
        let description = description.as_str().unwrap_or_default();
        let (operations, site, actor) = (self.context.operations(), self.site, self.actor);
        let adjustment = PointsAdjustment { amount, reason: description, at: None, request_id };
        match operations.adjust_points(site, actor, &id, adjustment).await {
            Err(Refused(RefusalReason::UnknownMember)) => Err(AdminError::NotFound("member")),
            Err(Refused(RefusalReason::NotEnoughPoints | RefusalReason::AccountFrozen)) => {
                Err(AdminError::conflict("insufficient points, or the account is frozen"))
            }
            other => Ok(other?),
        }
    }
}
