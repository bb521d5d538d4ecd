//! Roles that a site defines itself, and the points that the role `boxOffice` may adjust at once (decision 0058).

use std::collections::BTreeSet;

use marquee_api::editor::{RoleDefinition, SiteRole, SiteRoles};
use marquee_auth::random_text;
use marquee_model::operator::{
    Grant, GrantRefusal, OperatorRole, OwnRole, Permission, PointsLimit, Role, RoleKey,
};
use marquee_model::{RoleId, SiteId};
use marquee_store::{StoreError, WriteTx};

use super::signed_in::by_theater;
use super::{ID_LENGTH, Manager, OperatorError, Operators};
use crate::draft::Author;

/// Maximum number of roles that a site defines itself.
pub const MAX_OWN_ROLES: usize = 20;

/// Refuses a role that permits more than that of the person who gives, changes or takes it away. `box_office` is the limit of the
/// role `boxOffice` on the site.
pub(super) fn require_included(
    author: &Author,
    role: &Role,
    box_office: PointsLimit,
) -> Result<(), OperatorError> {
    if author.grant.role().includes(role, box_office) {
        Ok(())
    } else {
        Err(GrantRefusal::MoreThanOwn.into())
    }
}

/// What a role permits in the words of the audit log.
fn permission_words(role: &OwnRole) -> BTreeSet<String> {
    let word = |permission: &Permission| match (permission, role.points_limit().points()) {
        (Permission::AdjustPoints, Some(limit)) => format!("{} {limit}", permission.as_str()),
        _ => permission.as_str().to_owned(),
    };
    role.permissions().iter().map(word).collect()
}

/// What a change of a role did, in the words of the audit log.
fn change_words(before: &OwnRole, after: &OwnRole) -> String {
    let name =
        (before.name() != after.name()).then(|| format!("{} \u{2192} {}", before.name(), after.name()));
    let (old, new) = (permission_words(before), permission_words(after));
    let added = new.difference(&old).map(|word| format!("+ {word}"));
    let removed = old.difference(&new).map(|word| format!("\u{2212} {word}"));
    name.into_iter().chain(added).chain(removed).collect::<Vec<_>>().join(", ")
}

/// A number of points in the words of the audit log.
fn points_words(limit: PointsLimit) -> String {
    limit.points().map_or_else(|| "\u{221e}".to_owned(), |points| points.to_string())
}

/// A role, and whether the person who asks may give it and change it.
fn site_role(role: &Role, person: &Grant, box_office: PointsLimit) -> SiteRole {
    let may_give = person.permits_somewhere(Permission::People) && person.role().includes(role, box_office);
    let has_definition = matches!(role, Role::Own(_) | Role::BuiltIn(OperatorRole::BoxOffice));
    SiteRole {
        role: role.key(),
        name: role.own_name().map(str::to_owned),
        permissions: role.permissions().collect(),
        by_theater: by_theater(role),
        points_limit: role
            .points_limit(box_office)
            .points()
            .filter(|_| role.permits(Permission::AdjustPoints)),
        may_give,
        may_change: may_give && has_definition,
    }
}

impl Operators {
    /// The roles of a site: those that every site has, then its own by name.
    ///
    /// # Errors
    /// [`OperatorError::NotFound`] without any role on the site.
    pub async fn roles(
        &self,
        reader: impl Into<Manager<'_>>,
        site: &SiteId,
    ) -> Result<SiteRoles, OperatorError> {
        let grant = reader.into().grant(site).ok_or(OperatorError::NotFound)?;
        let box_office = self.0.store.box_office_points(site).await?;
        let own = self.0.store.own_roles(site).await?.into_iter().map(Role::Own);
        let roles = OperatorRole::ALL.into_iter().map(Role::BuiltIn).chain(own);
        Ok(SiteRoles { roles: roles.map(|role| site_role(&role, &grant, box_office)).collect() })
    }

    /// A role of a site, which does not change until the transaction ends.
    pub(super) async fn role(
        &self,
        tx: &WriteTx,
        site: &SiteId,
        key: &RoleKey,
    ) -> Result<Role, OperatorError> {
        match key {
            RoleKey::BuiltIn(role) => Ok(Role::BuiltIn(*role)),
            RoleKey::Own(id) => tx
                .own_role(site, id)
                .await?
                .map(Role::Own)
                .ok_or(OperatorError::Field { field: "role", rule: "must be a role of the site" }),
        }
    }

    /// Saves a role in a transaction that has checked it.
    async fn save_own_role(
        &self,
        mut tx: WriteTx,
        author: &Author,
        site: &SiteId,
        role: OwnRole,
        (action, detail): (&str, &str),
    ) -> Result<SiteRole, OperatorError> {
        let box_office = self.0.store.box_office_points(site).await?;
        let name = role.name().to_owned();
        match tx.save_own_role(site, &role).await {
            Err(StoreError::Exists(_)) => {
                let rule = "must differ from the names of the other roles";
                return Err(OperatorError::Field { field: "name", rule });
            }
            other => other?,
        }
        let role = Role::Own(role);
        require_included(author, &role, box_office)?;
        tx.log_audit(site, &self.audit(&author.actor, action, &name, detail)).await?;
        tx.commit().await?;
        Ok(site_role(&role, &author.grant, box_office))
    }

    /// Adds a role to a site.
    ///
    /// # Errors
    /// `Role` and `Field` for an invalid definition; `TooManyRoles`; `NotPermitted`, also if it permits more than the person's own
    /// role; `NotFound`, `Unconfirmed`.
    pub async fn create_role(
        &self,
        manager: impl Into<Manager<'_>>,
        site: &SiteId,
        definition: RoleDefinition,
    ) -> Result<SiteRole, OperatorError> {
        let author = manager.into().author(site)?;
        let id = RoleId::from_random(&random_text(ID_LENGTH)?).map_err(|_| OperatorError::NotFound)?;
        let RoleDefinition { name, permissions, points_limit } = definition;
        let role = OwnRole::new(id, &name, permissions, points_limit).map_err(OperatorError::Role)?;
        let tx = self.0.store.begin().await?;
        if tx.own_roles(site).await?.len() >= MAX_OWN_ROLES {
            return Err(OperatorError::TooManyRoles);
        }
        let detail = permission_words(&role).into_iter().collect::<Vec<_>>().join(", ");
        self.save_own_role(tx, &author, site, role, ("role.create", &detail)).await
    }

    /// Changes a role of a site's own. The people who have it have what it permits with their next request.
    ///
    /// # Errors
    /// As [`Operators::create_role`]; `NotPermitted` also if the role permitted more than the person's own before; `RoleIsLimited`;
    /// `NotFound` for a role that the site does not have.
    pub async fn change_own_role(
        &self,
        manager: impl Into<Manager<'_>>,
        site: &SiteId,
        id: &RoleId,
        definition: RoleDefinition,
    ) -> Result<SiteRole, OperatorError> {
        let author = manager.into().author(site)?;
        let RoleDefinition { name, permissions, points_limit } = definition;
        let role = OwnRole::new(id.clone(), &name, permissions, points_limit).map_err(OperatorError::Role)?;
        let tx = self.0.store.begin().await?;
        let before = tx.own_role(site, id).await?.ok_or(OperatorError::NotFound)?;
        let detail = change_words(&before, &role);
        let before = Role::Own(before);
        require_included(&author, &before, self.0.store.box_office_points(site).await?)?;
        if !Role::Own(role.clone()).can_be_limited() {
            let people = self.people_with(&tx, site, &before, |grant| grant.theaters().is_some()).await?;
            if !people.is_empty() {
                return Err(OperatorError::RoleIsLimited { people });
            }
        }
        self.save_own_role(tx, &author, site, role, ("role.change", &detail)).await
    }

    /// Deletes a role of a site's own.
    ///
    /// # Errors
    /// `RoleInUse` while somebody has it or is invited with it; `NotFound`, `NotPermitted`, `Unconfirmed`.
    pub async fn delete_role(
        &self,
        manager: impl Into<Manager<'_>>,
        site: &SiteId,
        id: &RoleId,
    ) -> Result<(), OperatorError> {
        let author = manager.into().author(site)?;
        let mut tx = self.0.store.begin().await?;
        let role = Role::Own(tx.own_role(site, id).await?.ok_or(OperatorError::NotFound)?);
        require_included(&author, &role, self.0.store.box_office_points(site).await?)?;
        let people = self.people_with(&tx, site, &role, |_| true).await?;
        if !people.is_empty() {
            return Err(OperatorError::RoleInUse { people });
        }
        // What is left has expired.
        for invitation in tx.site_invitations(site).await? {
            if invitation.grant.role().key() == role.key() {
                tx.remove_invitation(&invitation.id).await?;
            }
        }
        tx.remove_own_role(site, id).await?;
        tx.log_audit(site, &self.audit(&author.actor, "role.delete", role.name(), "")).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The names of the people who have a role on a site, and the addresses of those who are invited with it, as far as the
    /// condition includes their grant.
    async fn people_with(
        &self,
        tx: &WriteTx,
        site: &SiteId,
        role: &Role,
        condition: impl Fn(&Grant) -> bool,
    ) -> Result<Vec<String>, OperatorError> {
        let has_role = |grant: &Grant| grant.role().key() == role.key() && condition(grant);
        // Invitations first: one that is accepted in between is then among the roles.
        let invitations = tx.site_invitations(site).await?.into_iter();
        let invitations = invitations.filter(|row| row.expires_at > self.now() && has_role(&row.grant));
        let invited: Vec<String> = invitations.filter_map(|row| row.email).collect();
        let mut people = Vec::new();
        for row in tx.site_roles(site).await?.into_iter().filter(|row| has_role(&row.grant)) {
            people.extend(tx.operator(&row.operator).await?.map(|operator| operator.name));
        }
        people.sort();
        Ok(people.into_iter().chain(invited).collect())
    }

    /// Sets the points that the role `boxOffice` may adjust at once on a site; `None` for no limit.
    ///
    /// # Errors
    /// `Role` for an invalid number; `NotPermitted`, also for more points than the person may adjust, or less than before without
    /// being permitted that; `NotFound`, `Unconfirmed`.
    pub async fn change_box_office_points(
        &self,
        manager: impl Into<Manager<'_>>,
        site: &SiteId,
        points: Option<u32>,
    ) -> Result<(), OperatorError> {
        let author = manager.into().author(site)?;
        let limit = PointsLimit::new(points).map_err(OperatorError::Role)?;
        let before = self.0.store.box_office_points(site).await?;
        for limit in [before, limit] {
            require_included(&author, &Role::BuiltIn(OperatorRole::BoxOffice), limit)?;
        }
        let mut tx = self.0.store.begin().await?;
        tx.save_box_office_points(site, limit).await?;
        let detail = format!("{} \u{2192} {}", points_words(before), points_words(limit));
        let role = OperatorRole::BoxOffice.as_str();
        tx.log_audit(site, &self.audit(&author.actor, "role.points", role, &detail)).await?;
        tx.commit().await?;
        Ok(())
    }
}
