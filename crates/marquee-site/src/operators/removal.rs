//! People whose access to a site is taken away.

use jiff::Timestamp;
use marquee_model::{OperatorId, SiteId};
use marquee_store::{AuditRow, OperatorRow};

use super::roles::require_included;
use super::{Manager, OperatorError, Operators};

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
    /// keep the name.
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
        if tx.count_roles(id).await? == 0 {
            tx.remove_operator(id).await?;
        }
        tx.log_audit(site, &line).await?;
        tx.commit().await?;
        Ok(())
    }
}
