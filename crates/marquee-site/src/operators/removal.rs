//! People whose access to a site is taken away, and who can get it back for a minute.

use jiff::{SignedDuration, Timestamp};
use marquee_model::{OperatorId, SiteId};
use marquee_store::{AuditRow, OperatorRow, RemovedAccount, RemovedPerson, RoleRow, RoleScope};

use super::roles::require_included;
use super::{Manager, OperatorError, Operators};

/// How long whoever has removed a person can bring them back: as long as the editor offers it, with some reserve.
pub(super) const RESTORABLE_PERSON: SignedDuration = SignedDuration::from_mins(1);
/// The action of the removal of a person in the audit log. Its detail is the name of the person, whose earlier entries it names.
pub(super) const REMOVAL: &str = "operator.remove";

/// The entry of the audit log for a person who is removed from a site.
#[must_use]
pub fn removal(removed: &OperatorRow, actor: &str, at: Timestamp) -> AuditRow {
    AuditRow {
        at,
        actor: actor.to_owned(),
        action: REMOVAL.to_owned(),
        subject: removed.email.clone(),
        detail: removed.name.clone(),
    }
}

impl Operators {
    /// Takes a person's access to a site away. Somebody without any other role is signed out and removed; drafts and history
    /// keep the name. For a minute, [`Self::restore_person`] brings them back.
    ///
    /// # Errors
    /// `LastOwner`, `NotFound` if the person has no role on the site itself; `NotPermitted`, also if their role permits more than
    /// that of the manager; `Unconfirmed`.
    pub async fn remove_person(
        &self,
        manager: impl Into<Manager<'_>>,
        site: &SiteId,
        id: &OperatorId,
    ) -> Result<(), OperatorError> {
        let author = manager.into().author(site)?;
        let mut tx = self.0.store.begin().await?;
        let (row, is_last) = self.site_role(&tx, site, id).await?;
        if is_last {
            return Err(OperatorError::LastOwner);
        }
        require_included(&author, row.grant.role(), self.0.store.box_office_points(site).await?)?;
        let removed = tx.operator(id).await?.ok_or(OperatorError::NotFound)?;
        let line = removal(&removed, &author.actor, self.now());
        tx.remove_role(id, &row.scope).await?;
        let account = if tx.count_roles(id).await? == 0 {
            let passkeys = tx.passkeys(id).await?;
            tx.remove_operator(id).await?;
            Some(RemovedAccount { operator: removed, passkeys })
        } else {
            None
        };
        let person = RemovedPerson {
            operator: id.clone(),
            role: row.grant.role().key(),
            theaters: row.grant.theaters().cloned(),
            removed_by: author.id.clone(),
            account,
        };
        tx.keep_removed(site, &person, self.now()).await?;
        tx.log_audit(site, &line).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Gives a person whom the manager has just removed their role back, with its theaters, and their account with password,
    /// second factor and passkeys if it went with the role. Their sign-ins stay ended (security 2.8).
    ///
    /// # Errors
    /// `NotFound` if the manager did not remove the person within the last minute; `AlreadyThere` if the address has access or an
    /// account again; `Field` if the role or its theaters are no longer those of the site; `NotPermitted`, also if the role permits
    /// more than that of the manager now; `Unconfirmed`.
    pub async fn restore_person(
        &self,
        manager: impl Into<Manager<'_>>,
        site: &SiteId,
        id: &OperatorId,
    ) -> Result<(), OperatorError> {
        let author = manager.into().author(site)?;
        let mut tx = self.begin_invitations(site).await?;
        let kept_since = self.ago(RESTORABLE_PERSON);
        let mut removed = tx.removed::<RemovedPerson>(site).await?.into_iter();
        let found = removed.find(|removed| {
            removed.record.operator == *id
                && removed.record.removed_by == author.id
                && removed.removed_at > kept_since
        });
        let person = found.ok_or(OperatorError::NotFound)?.record;
        tx.forget_removed(site, &person).await?;
        let RemovedPerson { role, theaters, account, .. } = person;
        let grant = self.new_grant(&tx, &author, site, &role, theaters).await?;
        let email = match account {
            Some(RemovedAccount { operator, passkeys }) => {
                if self.0.store.operator_by_email(&operator.email).await?.is_some() {
                    return Err(OperatorError::AlreadyThere);
                }
                tx.save_operator(&operator).await?;
                for passkey in &passkeys {
                    tx.add_passkey(passkey).await?;
                }
                operator.email
            }
            None => {
                let email = tx.operator(id).await?.ok_or(OperatorError::NotFound)?.email;
                self.require_absent(site, &email).await?;
                email
            }
        };
        let line = self.audit(&author.actor, "operator.restore", &email, &grant.to_string());
        tx.save_role(&RoleRow { operator: id.clone(), scope: RoleScope::Site(site.clone()), grant }).await?;
        tx.log_audit(site, &line).await?;
        tx.commit().await?;
        Ok(())
    }
}
