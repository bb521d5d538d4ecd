//! Registration of members.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use marquee_auth::Password;
use marquee_mail::Letter;
use marquee_model::CardCode;
use marquee_model::loyalty::{ApiVersion, Card, CardStatus, Consents, Member, MemberStatus};
use marquee_model::numbers::{CountKind, site_zone};
use marquee_store::{CardRow, MemberRow, StoreError, WriteTx};

use crate::caller::Details;
use crate::context::{Context, Visitor, new_id};
use crate::error::{LoyaltyError, RefusalReason};
use crate::limits::Action;
use crate::mail_queue::{ACTIVATION_LIFETIME, activation_link};
use crate::profile::{Profile, email_address, required};
use crate::secrets::{NewSecret, SecretPayload};
use crate::services::Accounts;
use crate::session::SignInResult;
use crate::{cards, passwords};

/// The lifetime of a registration in progress (security 1.11).
const REGISTRATION_LIFETIME: SignedDuration = SignedDuration::from_mins(30);

/// A request to register.
#[derive(Debug, Clone, Default)]
pub struct Registration {
    pub profile: Profile,
    pub password: Password,
    /// The number of a card that the visitor already owns.
    pub card: Option<String>,
    /// The code of a membership. The member is inactive until it is completed (ACT-12).
    pub membership_item: Option<String>,
}

/// The result of a registration.
#[derive(Debug)]
pub enum RegistrationResult {
    /// The member is active and signed in.
    Active(Box<SignInResult>),
    /// The member is inactive until the membership is completed.
    Pending(Box<Details>),
    /// An email with the next step was sent. The result does not reveal whether the address was new.
    Mailed,
}

impl Accounts<'_> {
    /// Registers a visitor as a member.
    ///
    /// # Errors
    /// `AlreadyMember`, `WeakPassword`; `UnknownCard`, `UnusableCard` or `CardTaken` for the given card;
    /// [`LoyaltyError::Limited`] after ten such cards within an hour, [`LoyaltyError::Field`] for an invalid field.
    pub async fn register(
        self,
        visitor: Visitor<'_>,
        version: ApiVersion,
        registration: &Registration,
    ) -> Result<RegistrationResult, LoyaltyError> {
        let mut member = new_member(visitor, registration, self.context.now())?;
        passwords::check(visitor.site, &member, &registration.password)?;
        let confirm = visitor.site.config.options.email_activation;
        if !confirm {
            self.context.check_limit(visitor, Action::Reveal).await?;
        }
        // Checked before the address, so that an invalid card does not reveal whether the address is taken.
        if let Some(code) = non_empty(registration.card.as_deref()) {
            self.context.check_limit(visitor, Action::Search).await?;
            let existing = self.context.store.card(visitor.id(), &cards::code(code)?).await?;
            if let Err(refusal) = self.free_card(existing) {
                // The error reveals whether a card number exists, so it counts as a search.
                return Err(match self.context.count_action(visitor, Action::Search).await {
                    Ok(()) => refusal.into(),
                    Err(limited) => limited,
                });
            }
        }
        if registration.membership_item.as_ref().is_some_and(|item| !item.is_empty()) {
            member.standing = MemberStatus::Unpaid;
            member.membership_due = true;
        }
        if confirm {
            member.standing = MemberStatus::Unconfirmed;
        }
        let is_taken = self.is_taken(visitor, &member).await?;
        if is_taken && !confirm {
            return Err(self.context.limit_revealing(visitor, RefusalReason::AlreadyMember).await);
        }
        // Hash for existing members too, so that timing does not reveal them (security 2.5).
        let hash = self.context.hash(&registration.password).await?;
        if is_taken {
            return self.notify_existing_member(visitor, &member).await;
        }
        let row = MemberRow { member, password_hash: Some(hash) };
        self.create_member(visitor, version, row, registration).await
    }

    /// Whether a member already signs in with the email address or username.
    async fn is_taken(self, visitor: Visitor<'_>, member: &Member) -> Result<bool, LoyaltyError> {
        for name in [member.email.as_deref(), member.username.as_deref()].into_iter().flatten() {
            if self.context.store.member_by_login(visitor.id(), name).await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Notifies the owner of an address that somebody tried to register with it.
    async fn notify_existing_member(
        self,
        visitor: Visitor<'_>,
        member: &Member,
    ) -> Result<RegistrationResult, LoyaltyError> {
        let email = member.email.clone().unwrap_or_default();
        let owner = self.context.store.member_by_email(visitor.id(), &email).await?.map(|row| row.member.id);
        let mut tx = self.context.begin().await?;
        if self.context.count_email(&mut tx, visitor, &email).await? {
            self.context.queue_email(&mut tx, visitor, owner, email, "", &Letter::AlreadyMember).await?;
        }
        tx.commit().await?;
        Ok(RegistrationResult::Mailed)
    }

    async fn create_member(
        self,
        visitor: Visitor<'_>,
        version: ApiVersion,
        row: MemberRow,
        registration: &Registration,
    ) -> Result<RegistrationResult, LoyaltyError> {
        let mut tx = self.context.begin().await?;
        match tx.save_member(visitor.id(), &row, true).await {
            // A concurrent registration won.
            Err(StoreError::Exists(_)) => {
                drop(tx);
                return match row.member.standing {
                    MemberStatus::Unconfirmed => self.notify_existing_member(visitor, &row.member).await,
                    _ => Err(self.context.limit_revealing(visitor, RefusalReason::AlreadyMember).await),
                };
            }
            other => other?,
        }
        let zone = site_zone(&tx.theaters(visitor.id()).await?);
        let today = self.context.now().to_zoned(zone).date();
        tx.add_counts(visitor.id(), today, CountKind::Member, &BTreeMap::from([(String::new(), 1)])).await?;
        let member = row.member;
        self.give_card(&mut tx, visitor, &member, registration.card.as_deref()).await?;
        match member.standing {
            MemberStatus::Unconfirmed => {
                self.mail_activation(&mut tx, visitor, &member).await?;
                tx.commit().await?;
                Ok(RegistrationResult::Mailed)
            }
            MemberStatus::Unpaid => {
                tx.commit().await?;
                Ok(RegistrationResult::Pending(Box::new(self.context.details(visitor.id(), member).await?)))
            }
            MemberStatus::Active | MemberStatus::PasswordDue | MemberStatus::Blocked => {
                self.context.email_member(&mut tx, visitor, &member, &welcome(&member)).await?;
                let (session, tokens) =
                    self.context.begin_session(&mut tx, visitor, &member, version).await?;
                tx.commit().await?;
                let sign_in = self.context.sign_in_result(visitor.site, session, tokens, member).await?;
                Ok(RegistrationResult::Active(Box::new(sign_in)))
            }
        }
    }

    /// Assigns the given card to the member, or a new one if `card_code` is missing.
    pub(crate) async fn give_card(
        self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        member: &Member,
        card_code: Option<&str>,
    ) -> Result<(), LoyaltyError> {
        let card = match non_empty(card_code) {
            Some(code) => {
                let existing = tx.card(visitor.id(), &cards::code(code)?).await?;
                Card { is_primary: true, ..self.free_card(existing)? }
            }
            None => self.context.new_card(&visitor.site.settings.loyalty.card_type)?,
        };
        tx.save_card(visitor.id(), &CardRow { member: Some(member.id.clone()), card }).await?;
        Ok(())
    }

    /// Checks that a card may be assigned to a new member: active, without owner and without PIN.
    fn free_card(self, existing: Option<CardRow>) -> Result<Card, RefusalReason> {
        let row = existing.ok_or(RefusalReason::UnknownCard)?;
        if row.member.is_some() {
            return Err(RefusalReason::CardTaken);
        }
        if row.card.status_at(self.context.now()) != CardStatus::Active || row.card.pin_hash.is_some() {
            return Err(RefusalReason::UnusableCard);
        }
        Ok(row.card)
    }

    /// Queues the email with the link that confirms an address.
    pub(crate) async fn mail_activation(
        self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        member: &Member,
    ) -> Result<(), LoyaltyError> {
        let secret = NewSecret {
            member: Some(&member.id),
            valid_for: ACTIVATION_LIFETIME,
            payload: SecretPayload::Activation,
        };
        let token = self.context.new_secret(tx, visitor.id(), secret).await?;
        let link = activation_link(visitor, member, &token)?;
        let hours = u32::try_from(ACTIVATION_LIFETIME.as_hours()).unwrap_or(0);
        self.context.email_member(tx, visitor, member, &Letter::Activation { link, hours }).await
    }

    /// Begins a registration. Returns an identifier for the next steps, which does not authenticate anything (security 1.11).
    ///
    /// # Errors
    /// `AlreadyMember`; [`LoyaltyError::Limited`] after thirty registrations within an hour.
    pub async fn begin_registration(
        self,
        visitor: Visitor<'_>,
        address: &str,
    ) -> Result<String, LoyaltyError> {
        let address = email_address("email", address)?;
        self.context.check_limit(visitor, Action::Reveal).await?;
        if self.context.store.member_by_email(visitor.id(), &address).await?.is_some() {
            return Err(self.context.limit_revealing(visitor, RefusalReason::AlreadyMember).await);
        }
        self.context.store_registration(visitor, SecretPayload::Registration).await
    }
}

impl Context {
    /// Creates a primary card with a random number; the caller stores it.
    pub(crate) fn new_card(&self, card_type: &str) -> Result<Card, LoyaltyError> {
        Ok(Card {
            code: CardCode::parse(&cards::new_number()?)?,
            card_type: card_type.to_owned(),
            status: CardStatus::Active,
            is_primary: true,
            issued_at: self.now(),
            expires_at: None,
            pin_hash: None,
        })
    }

    /// Stores the state of a registration. Limited per IP address, because each one adds a row to the database.
    pub(crate) async fn store_registration(
        &self,
        visitor: Visitor<'_>,
        payload: SecretPayload,
    ) -> Result<String, LoyaltyError> {
        self.count_action(visitor, Action::Begin).await?;
        let secret = NewSecret { member: None, valid_for: REGISTRATION_LIFETIME, payload };
        let mut tx = self.begin().await?;
        let token = self.new_secret(&mut tx, visitor.id(), secret).await?;
        tx.commit().await?;
        Ok(token.reveal().to_owned())
    }
}

/// A code without surrounding spaces; `None` if it is empty.
fn non_empty(code: Option<&str>) -> Option<&str> {
    code.map(str::trim).filter(|code| !code.is_empty())
}

pub(crate) fn welcome(member: &Member) -> Letter {
    Letter::Welcome { first_name: member.first_name.clone() }
}

/// Creates the member from a registration, with defaults for missing fields (REG-01 to REG-12).
fn new_member(
    visitor: Visitor<'_>,
    registration: &Registration,
    now: jiff::Timestamp,
) -> Result<Member, LoyaltyError> {
    let profile = &registration.profile;
    let address = email_address("email", profile.email.as_deref().unwrap_or_default())?;
    let config = &visitor.site.settings.loyalty;
    let mut member = Member {
        id: new_id()?,
        // The site sets the club, not the request (security 3.4); a membership may change it.
        club_id: config.club_id.clone(),
        username: Some(address.clone()),
        email: Some(address),
        first_name: required("firstName", profile.first_name.as_deref().unwrap_or_default())?,
        last_name: required("lastName", profile.last_name.as_deref().unwrap_or_default())?,
        phone_number: None,
        mobile_number: None,
        date_of_birth: None,
        gender: None,
        address1: None,
        address2: None,
        city: None,
        state: None,
        zip_code: None,
        country: None,
        level_id: 0,
        expires_at: None,
        consents: Consents::default(),
        pickup_cinema_id: None,
        preferred_cinema_id: None,
        preferred_cinema_list: Vec::new(),
        preferred_genres: Vec::new(),
        house_size: 0,
        marital_status: String::new(),
        national_id: None,
        standing: MemberStatus::Active,
        language: visitor.language.to_owned(),
        membership_due: false,
        payment_customer: None,
        lifetime_points: 0,
        created_at: now,
    };
    // An empty username counts as missing; the default is the address.
    let mut profile = profile.clone();
    profile.username = profile.username.filter(|name| !name.trim().is_empty());
    profile.apply(&mut member)?;
    member.phone_number = member.phone_number.or_else(|| member.mobile_number.clone());
    Ok(member)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::AccountChange;

    #[test]
    fn security_7_7_requests_do_not_print_their_passwords() {
        let registration = Registration { password: "copper kettle".into(), ..Registration::default() };
        let change = AccountChange {
            password: Some("copper kettle".into()),
            current_password: Some("silver kettle".into()),
            ..AccountChange::default()
        };
        let text = format!("{registration:?} {change:?}");
        assert!(!text.contains("kettle"), "{text}");
        assert_eq!(text.matches("[redacted]").count(), 3);
    }
}
