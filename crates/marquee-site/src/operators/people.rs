//! Invitations, and the people of a site.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use marquee_api::editor::{
    AuditEntry, AuditPage, Invitation, InvitationAcceptance, PendingInvitation, Team, TeamMember,
};
use marquee_auth::{Password, PasswordMatch, Token, random_text};
use marquee_model::operator::{Grant, InvalidGrant, OperatorRole, Permission, RoleKey};
use marquee_model::{OperatorId, SiteId, TheaterId};
use marquee_store::{
    AuditRow, InvitationRow, OperatorRow, RoleRow, RoleScope, WithdrawnInvitation, WriteTx, email_key,
};

use super::removal::REMOVAL;
use super::roles::require_included;
use super::{
    Device, ID_LENGTH, Manager, OperatorError, Operators, PasskeyPlace, SignInOutcome, SignedIn, email, line,
    new_id, new_operator, token_hash,
};
use crate::RESTORABLE;
use crate::draft::Author;

/// How long an invitation is valid.
pub const INVITATION_DAYS: u32 = 7;
/// How long an operator counts as present after a request.
const HERE: SignedDuration = SignedDuration::from_mins(5);
/// How long a person is not reminded of a second factor again.
const REMINDER_PAUSE: SignedDuration = SignedDuration::from_hours(24);
/// The action of a reminder in the audit log.
const REMINDER: &str = "operator.remind";
/// Maximum number of entries about a person among which the last reminder is looked for.
const REMINDERS_READ: u64 = 100;
/// What the address of a person follows in the actor of an entry.
const ACTOR_PREFIX: &str = "operator:";
/// Entries per page of the audit log.
const AUDIT_PAGE: u64 = 100;

/// A new invitation, and the token of its link.
#[derive(Debug)]
pub struct NewInvitation {
    pub invitation: PendingInvitation,
    pub token: Token,
}

fn pending(row: &InvitationRow) -> PendingInvitation {
    PendingInvitation {
        id: row.id.clone(),
        email: row.email.clone().unwrap_or_default(),
        role: row.grant.role().key(),
        theaters: row.grant.theaters().cloned(),
        created_at: row.created_at,
        expires_at: row.expires_at,
    }
}

impl Operators {
    pub(super) fn audit(&self, actor: &str, action: &str, subject: &str, detail: &str) -> AuditRow {
        AuditRow {
            at: self.now(),
            actor: actor.to_owned(),
            action: action.to_owned(),
            subject: subject.to_owned(),
            detail: detail.to_owned(),
        }
    }

    /// Records in the audit log of a site that a person has exported something of it.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn record_export(
        &self,
        person: &SignedIn,
        site: &SiteId,
        action: &str,
    ) -> Result<(), OperatorError> {
        let actor = format!("operator:{}", person.operator.email);
        let mut tx = self.0.store.begin().await?;
        tx.log_audit(site, &self.audit(&actor, action, "", "")).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The token of the set-up address of a server without operators, which makes its user the owner of all sites. `None` if
    /// there are operators. A new token replaces the previous one.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn setup_token(&self) -> Result<Option<Token>, OperatorError> {
        if !self.0.store.operators().await?.is_empty() {
            return Ok(None);
        }
        let owner = Grant::of_site(OperatorRole::Owner);
        let (row, token) = self.new_invitation(None, RoleScope::Everywhere, owner)?;
        let mut tx = self.0.store.begin().await?;
        tx.remove_invitations(&row.scope, None).await?;
        tx.save_invitation(&row).await?;
        tx.commit().await?;
        Ok(Some(token))
    }

    fn new_invitation(
        &self,
        email: Option<String>,
        scope: RoleScope,
        grant: Grant,
    ) -> Result<(InvitationRow, Token), OperatorError> {
        let (token, now) = (Token::new()?, self.now());
        let lifetime = SignedDuration::from_hours(24 * i64::from(INVITATION_DAYS));
        let row = InvitationRow {
            id: random_text(ID_LENGTH)?,
            hash: token_hash(&token),
            email,
            scope,
            grant,
            created_at: now,
            expires_at: now.saturating_add(lifetime).unwrap_or(now),
        };
        Ok((row, token))
    }

    pub(super) async fn valid_invitation(&self, token: &str) -> Result<InvitationRow, OperatorError> {
        let token = Token::parse(token).ok_or(OperatorError::InvalidInvitation)?;
        let row = self.0.store.invitation(&token_hash(&token)).await?;
        row.filter(|row| row.expires_at > self.now()).ok_or(OperatorError::InvalidInvitation)
    }

    /// What an invitation permits. `site_name` gives the name of its site.
    ///
    /// # Errors
    /// [`OperatorError::InvalidInvitation`].
    pub async fn invitation(
        &self,
        token: &str,
        site_name: impl FnOnce(&SiteId) -> Option<String>,
    ) -> Result<Invitation, OperatorError> {
        let row = self.valid_invitation(token).await?;
        let has_account = match &row.email {
            Some(email) => self.0.store.operator_by_email(email).await?.is_some(),
            None => false,
        };
        let (site_name, theaters) = match &row.scope {
            RoleScope::Everywhere => (None, None),
            RoleScope::Site(site) => (site_name(site), self.names_of_theaters(site, &row.grant).await?),
        };
        let role = row.grant.role();
        Ok(Invitation {
            role: role.key(),
            role_name: role.own_name().map(str::to_owned),
            email: row.email,
            site_name,
            theaters,
            has_account,
        })
    }

    /// Accepts an invitation. A new account is signed in; an existing one with an authenticator app must sign in afterwards,
    /// unless a passkey was used. `place` is `None` where browsers offer no passkeys.
    ///
    /// # Errors
    /// `InvalidInvitation`; `WrongCredentials` if an existing account has another password or passkey; `Field`, `Password`;
    /// `PasskeysUnavailable`, `PasskeyRejected`; `Limited`.
    pub async fn accept(
        &self,
        device: Device<'_>,
        place: Option<PasskeyPlace<'_>>,
        acceptance: &InvitationAcceptance,
    ) -> Result<SignInOutcome, OperatorError> {
        if let Some(answer) = &acceptance.passkey {
            let place = place.ok_or(OperatorError::PasskeysUnavailable)?;
            return self.accept_with_passkey(place, &acceptance.token, answer).await;
        }
        let invitation = self.valid_invitation(&acceptance.token).await?;
        let address = match &invitation.email {
            Some(email) => email.clone(),
            None => email(acceptance.email.as_deref().unwrap_or_default())?,
        };
        let password = Password::from(acceptance.password.as_deref().unwrap_or_default());
        let existing = self.0.store.operator_by_email(&address).await?;
        let (mut operator, needs_code) = match existing {
            Some(row) => {
                self.check_limits(device.address, &address).await?;
                if self.verify(&password, row.password_hash.as_deref()).await? == PasswordMatch::Invalid {
                    self.record_failure(device.address, &address).await?;
                    return Err(OperatorError::WrongCredentials);
                }
                let needs_code = self.has_totp(&row)?;
                (row, needs_code)
            }
            None => {
                let name = line("name", &acceptance.name)?;
                let hash = self.hash(&password, &[&name, &address]).await?;
                (new_operator(new_id()?, name, address, Some(hash), self.now()), false)
            }
        };
        let mut tx = self.0.store.begin().await?;
        tx.save_operator(&operator).await?;
        self.finish_acceptance(&mut tx, &invitation, &operator).await?;
        let outcome = if needs_code {
            SignInOutcome::Code
        } else {
            SignInOutcome::Done(self.begin_session(&mut tx, device, &mut operator, None).await?)
        };
        tx.commit().await?;
        Ok(outcome)
    }

    /// Uses up an invitation, and gives the operator its role.
    pub(super) async fn finish_acceptance(
        &self,
        tx: &mut WriteTx,
        invitation: &InvitationRow,
        operator: &OperatorRow,
    ) -> Result<(), OperatorError> {
        // Only the first use counts.
        if !tx.remove_invitation(&invitation.id).await? {
            return Err(OperatorError::InvalidInvitation);
        }
        let scope = invitation.scope.clone();
        let role = RoleRow { operator: operator.id.clone(), scope, grant: invitation.grant.clone() };
        tx.save_role(&role).await?;
        if let RoleScope::Site(site) = &role.scope {
            let actor = format!("operator:{}", operator.email);
            let line = self.audit(&actor, "operator.accept", &operator.email, &role.grant.to_string());
            tx.log_audit(site, &line).await?;
        }
        Ok(())
    }

    /// The people with access to a site.
    ///
    /// # Errors
    /// [`OperatorError::NotPermitted`], [`OperatorError::NotFound`].
    pub async fn team(&self, person: &SignedIn, site: &SiteId) -> Result<Team, OperatorError> {
        person.author(site, Permission::People)?;
        let mut people = Vec::new();
        let operators = self.0.store.site_operators(site).await?;
        let ids: Vec<OperatorId> = operators.iter().map(|(operator, _)| operator.id.clone()).collect();
        let with_passkeys = self.0.store.operators_with_passkeys(&ids).await?;
        for (operator, role) in operators {
            let seen_at = operator.seen_at;
            let has_totp = self.has_totp(&operator).unwrap_or(true);
            let is_reminded = operator.password_hash.is_some() && !has_totp;
            let is_reminded = is_reminded && !with_passkeys.contains(&operator.id);
            people.push(TeamMember {
                reminded_at: if is_reminded { self.reminded_at(site, &operator.email).await? } else { None },
                has_totp,
                has_password: operator.password_hash.is_some(),
                has_passkey: with_passkeys.contains(&operator.id),
                id: operator.id.to_string(),
                name: operator.name,
                email: operator.email,
                role: role.grant.role().key(),
                theaters: role.grant.theaters().cloned(),
                is_everywhere: role.scope == RoleScope::Everywhere,
                seen_at,
                is_here: seen_at.is_some_and(|at| at >= self.ago(HERE)),
            });
        }
        Ok(Team { people, invitations: self.invitations(site).await? })
    }

    /// The invitations to a site that are still valid, by address.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn invitations(&self, site: &SiteId) -> Result<Vec<PendingInvitation>, OperatorError> {
        let (rows, now) = (self.0.store.site_invitations(site).await?, self.now());
        Ok(rows.iter().filter(|row| row.expires_at > now).map(pending).collect())
    }

    /// Invites a person to a site. Replaces an earlier invitation of the same address.
    ///
    /// # Errors
    /// `AlreadyThere`, `Field`, `NotPermitted`, also for a role that permits more than the person's own, `NotFound`,
    /// `Unconfirmed`.
    pub async fn invite(
        &self,
        manager: impl Into<Manager<'_>>,
        site: &SiteId,
        address: &str,
        role: &RoleKey,
        theaters: Option<BTreeSet<TheaterId>>,
    ) -> Result<NewInvitation, OperatorError> {
        let author = manager.into().author(site)?;
        let address = email(address)?;
        let mut tx = self.begin_invitations(site).await?;
        self.require_absent(site, &address).await?;
        let grant = self.new_grant(&tx, &author, site, role, theaters).await?;
        let detail = grant.to_string();
        let (row, token) =
            self.new_invitation(Some(address.clone()), RoleScope::Site(site.clone()), grant)?;
        tx.remove_invitations(&row.scope, Some(&address)).await?;
        for withdrawn in tx.removed::<WithdrawnInvitation>(site).await? {
            if withdrawn.record.email == email_key(&address) {
                tx.forget_removed(site, &withdrawn.record).await?;
            }
        }
        tx.save_invitation(&row).await?;
        let line = self.audit(&author.actor, "operator.invite", &address, &detail);
        tx.log_audit(site, &line).await?;
        tx.commit().await?;
        Ok(NewInvitation { invitation: pending(&row), token })
    }

    /// Withdraws an invitation to a site. For an hour, [`Self::restore_invitation`] brings it back.
    ///
    /// # Errors
    /// `NotFound`, `NotPermitted`, `Unconfirmed`.
    pub async fn withdraw(
        &self,
        manager: impl Into<Manager<'_>>,
        site: &SiteId,
        id: &str,
    ) -> Result<(), OperatorError> {
        let author = manager.into().author(site)?;
        let mut tx = self.begin_invitations(site).await?;
        let rows = tx.site_invitations(site).await?;
        let row = rows.into_iter().find(|row| row.id == id).ok_or(OperatorError::NotFound)?;
        if !tx.remove_invitation(id).await? {
            return Err(OperatorError::NotFound);
        }
        let withdrawn = WithdrawnInvitation {
            id: row.id,
            hash: row.hash,
            email: row.email.unwrap_or_default(),
            role: row.grant.role().key(),
            theaters: row.grant.theaters().cloned(),
            created_at: row.created_at,
            expires_at: row.expires_at,
        };
        tx.keep_removed(site, &withdrawn, self.now()).await?;
        tx.log_audit(site, &self.audit(&author.actor, "operator.withdraw", &withdrawn.email, "")).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Brings back an invitation that was withdrawn: its link works again, until it would have expired.
    ///
    /// # Errors
    /// As [`Self::invite`], because the rights of the person and the roles of the site may have changed; `NotFound` if it was not
    /// withdrawn within the last hour, has expired, or the address was invited again.
    pub async fn restore_invitation(
        &self,
        person: &SignedIn,
        site: &SiteId,
        id: &str,
    ) -> Result<PendingInvitation, OperatorError> {
        let author = person.author(site, Permission::People)?;
        person.require_recent()?;
        let mut tx = self.begin_invitations(site).await?;
        let (now, kept_since) = (self.now(), self.ago(RESTORABLE));
        let mut withdrawn = tx.removed::<WithdrawnInvitation>(site).await?.into_iter();
        let found = withdrawn.find(|removed| {
            removed.record.id == id && removed.removed_at > kept_since && removed.record.expires_at > now
        });
        let record = found.ok_or(OperatorError::NotFound)?.record;
        self.require_absent(site, &record.email).await?;
        tx.forget_removed(site, &record).await?;
        let WithdrawnInvitation { id, hash, email, role, theaters, created_at, expires_at } = record;
        let grant = self.new_grant(&tx, &author, site, &role, theaters).await?;
        let line = self.audit(&author.actor, "operator.reinvite", &email, &grant.to_string());
        let (email, scope) = (Some(email), RoleScope::Site(site.clone()));
        let row = InvitationRow { id, hash, email, scope, grant, created_at, expires_at };
        tx.save_invitation(&row).await?;
        tx.log_audit(site, &line).await?;
        tx.commit().await?;
        Ok(pending(&row))
    }

    /// Begins a transaction that changes the invitations to a site. Locks the roles of the site, so that there is one at a time.
    pub(super) async fn begin_invitations(&self, site: &SiteId) -> Result<WriteTx, OperatorError> {
        let tx = self.0.store.begin().await?;
        tx.site_roles(site).await?;
        Ok(tx)
    }

    /// Refuses an invitation of somebody who has access to the site.
    pub(super) async fn require_absent(&self, site: &SiteId, address: &str) -> Result<(), OperatorError> {
        let Some(existing) = self.0.store.operator_by_email(address).await? else { return Ok(()) };
        let people = self.0.store.site_operators(site).await?;
        if people.iter().any(|(operator, _)| operator.id == existing.id) {
            return Err(OperatorError::AlreadyThere);
        }
        Ok(())
    }

    /// When a person was reminded of a second factor within the last day.
    async fn reminded_at(&self, site: &SiteId, address: &str) -> Result<Option<Timestamp>, OperatorError> {
        let entries = self.0.store.audit_of(site, address, REMINDERS_READ).await?;
        let last = entries.into_iter().find(|entry| entry.action == REMINDER);
        Ok(last.map(|entry| entry.at).filter(|at| *at > self.ago(REMINDER_PAUSE)))
    }

    /// Notes in the audit log that a person who signs in with a password only is asked to add a passkey or an authenticator app.
    /// Returns the address to which the caller sends it.
    ///
    /// # Errors
    /// `NothingToRemind` if the person has a second factor; `Limited` within a day of the last reminder; `NotFound`,
    /// `NotPermitted`, `Unconfirmed`.
    pub async fn remind(
        &self,
        person: &SignedIn,
        site: &SiteId,
        id: &OperatorId,
    ) -> Result<String, OperatorError> {
        let author = person.author(site, Permission::People)?;
        person.require_recent()?;
        let mut tx = self.0.store.begin().await?;
        // Locks the roles of the site, so that two requests at the same time send one email.
        tx.site_roles(site).await?;
        let operators = self.0.store.site_operators(site).await?;
        let operator = operators.into_iter().map(|(operator, _)| operator).find(|known| known.id == *id);
        let operator = operator.ok_or(OperatorError::NotFound)?;
        let with_passkeys = self.0.store.operators_with_passkeys(std::slice::from_ref(id)).await?;
        if operator.password_hash.is_none() || self.has_totp(&operator)? || with_passkeys.contains(id) {
            return Err(OperatorError::NothingToRemind);
        }
        if let Some(at) = self.reminded_at(site, &operator.email).await? {
            let seconds = REMINDER_PAUSE.as_secs() - self.now().duration_since(at).as_secs();
            return Err(OperatorError::Limited { seconds: seconds.unsigned_abs() });
        }
        tx.log_audit(site, &self.audit(&author.actor, REMINDER, &operator.email, "")).await?;
        tx.commit().await?;
        Ok(operator.email)
    }

    /// The role of a person on the site itself, within a transaction that locks the roles of the site.
    pub(super) async fn site_role(
        &self,
        tx: &WriteTx,
        site: &SiteId,
        id: &OperatorId,
    ) -> Result<(RoleRow, bool), OperatorError> {
        let roles = tx.site_roles(site).await?;
        let own = |row: &&RoleRow| row.operator == *id && row.scope != RoleScope::Everywhere;
        let row = roles.iter().find(own).ok_or(OperatorError::NotFound)?;
        let is_owner = |row: &&RoleRow| row.grant.role().is(OperatorRole::Owner);
        let is_last = roles.iter().filter(is_owner).all(|owner| owner.operator == *id);
        Ok((row.clone(), is_last && is_owner(&row)))
    }

    /// A role that a person gives on a site, limited to theaters that the site has.
    pub(super) async fn new_grant(
        &self,
        tx: &WriteTx,
        author: &Author,
        site: &SiteId,
        role: &RoleKey,
        theaters: Option<BTreeSet<TheaterId>>,
    ) -> Result<Grant, OperatorError> {
        let role = self.role(tx, site, role).await?;
        require_included(author, &role, self.0.store.box_office_points(site).await?)?;
        let invalid = |rule| OperatorError::Field { field: "theaters", rule };
        if let Some(theaters) = &theaters {
            let known = self.0.store.theaters(site).await?;
            if !theaters.iter().all(|id| known.iter().any(|theater| theater.id == *id)) {
                return Err(invalid("must be theaters of the site"));
            }
        }
        Grant::new(role, theaters).map_err(|error| match error {
            InvalidGrant::NoTheater => invalid("must have at least one theater"),
            InvalidGrant::RoleOfSite(_) => invalid("must be empty for a role that applies to all theaters"),
        })
    }

    /// The names of the theaters to which a role is limited, in the order of the site; `None` without a limit.
    async fn names_of_theaters(
        &self,
        site: &SiteId,
        grant: &Grant,
    ) -> Result<Option<Vec<String>>, OperatorError> {
        let Some(own) = grant.theaters() else { return Ok(None) };
        let theaters = self.0.store.theaters(site).await?.into_iter();
        let own = theaters.filter(|theater| own.contains(&theater.id));
        Ok(Some(own.map(|theater| theater.name).collect()))
    }

    /// Changes a person's role on a site, and the theaters to which it is limited.
    ///
    /// # Errors
    /// `Field` for theaters or an unknown role, `LastOwner`, `NotFound` if the person has no role on the site itself;
    /// `NotPermitted`, also if the old or the new role permits more than that of `person`; `Unconfirmed`.
    pub async fn change_role(
        &self,
        manager: impl Into<Manager<'_>>,
        site: &SiteId,
        id: &OperatorId,
        role: &RoleKey,
        theaters: Option<BTreeSet<TheaterId>>,
    ) -> Result<(), OperatorError> {
        let author = manager.into().author(site)?;
        let mut tx = self.0.store.begin().await?;
        let grant = self.new_grant(&tx, &author, site, role, theaters).await?;
        let (row, is_last) = self.site_role(&tx, site, id).await?;
        if is_last && !grant.role().is(OperatorRole::Owner) {
            return Err(OperatorError::LastOwner);
        }
        require_included(&author, row.grant.role(), self.0.store.box_office_points(site).await?)?;
        let detail = format!("{} \u{2192} {grant}", row.grant);
        tx.save_role(&RoleRow { grant, ..row }).await?;
        let address = tx.operator(id).await?.map(|operator| operator.email).unwrap_or_default();
        tx.log_audit(site, &self.audit(&author.actor, "operator.role", &address, &detail)).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Entries of a site's audit log, newest first.
    ///
    /// # Errors
    /// `NotPermitted`, `NotFound`.
    pub async fn audit_log(
        &self,
        person: &SignedIn,
        site: &SiteId,
        before: Option<i64>,
        words: &str,
    ) -> Result<AuditPage, OperatorError> {
        person.author(site, Permission::People)?;
        let mut rows = self.0.store.audit_page(site, before, words.trim(), AUDIT_PAGE + 1).await?;
        let has_more = rows.len() as u64 > AUDIT_PAGE;
        rows.truncate(usize::try_from(AUDIT_PAGE).unwrap_or(usize::MAX));
        let next = rows.last().filter(|_| has_more).map(|(number, _)| *number);
        let rows = rows.into_iter().map(|(_, row)| row).collect();
        Ok(AuditPage { entries: self.audit_entries(site, rows).await?, next })
    }

    /// Entries of a site's audit log with the names of the people who made them, also of those who were removed since.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn audit_entries(
        &self,
        site: &SiteId,
        rows: Vec<AuditRow>,
    ) -> Result<Vec<AuditEntry>, OperatorError> {
        let addresses = rows.iter().filter_map(|row| row.actor.strip_prefix(ACTOR_PREFIX));
        let addresses: BTreeSet<&str> = addresses.collect();
        let addresses: Vec<&str> = addresses.into_iter().collect();
        let mut names = self.0.store.audit_details(site, REMOVAL, &addresses).await?;
        // Entries of removals from before migration m0014 have no name, unless migration m0016 found it.
        names.retain(|_, name| !name.is_empty());
        let known = self.0.store.operators_by_email(&addresses).await?;
        names.extend(known.into_iter().map(|operator| (operator.email, operator.name)));
        let entry = |row: AuditRow| AuditEntry {
            actor_name: row.actor.strip_prefix(ACTOR_PREFIX).and_then(|email| names.get(email)).cloned(),
            at: row.at,
            actor: row.actor,
            action: row.action,
            subject: row.subject,
            detail: row.detail,
        };
        Ok(rows.into_iter().map(entry).collect())
    }
}
