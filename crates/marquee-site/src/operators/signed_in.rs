//! The person who makes a request, and what their roles permit.

use std::collections::BTreeMap;

use marquee_api::editor::EditorSite;
use marquee_model::operator::{ChangeScope, Grant, GrantRefusal, Permission, PointsLimit, Role};
use marquee_model::{SiteId, TheaterId};
use marquee_store::{OperatorRow, OperatorSessionRow, RoleRow};

use super::OperatorError;
use crate::draft::Author;

/// The permissions of a role that a limit to theaters narrows; none if it cannot be limited.
pub(super) fn by_theater(role: &Role) -> Vec<Permission> {
    let permissions = role.permissions().filter(|permission| permission.is_by_theater());
    permissions.filter(|_| role.can_be_limited()).collect()
}

/// A person who makes a request.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub operator: OperatorRow,
    pub session: OperatorSessionRow,
    /// Those on all sites first.
    pub roles: Vec<RoleRow>,
    /// The points that the role `boxOffice` may adjust at once, on the sites that changed it; empty for a person without the role.
    pub box_office_points: BTreeMap<SiteId, PointsLimit>,
    /// Whether password and code were entered recently, or a passkey used.
    pub is_recent: bool,
}

impl SignedIn {
    /// The role on a site: that on the site itself if there is one, else that on all sites.
    #[must_use]
    pub fn grant(&self, site: &SiteId) -> Option<&Grant> {
        self.roles.iter().rfind(|row| row.scope.includes(site)).map(|row| &row.grant)
    }

    /// How many points the person may give to a member of a site, or take, at once.
    #[must_use]
    pub fn points_limit(&self, site: &SiteId) -> PointsLimit {
        let box_office = self.box_office_points.get(site).copied().unwrap_or(PointsLimit::BOX_OFFICE);
        self.grant(site).map_or(PointsLimit::NOTHING, |grant| grant.role().points_limit(box_office))
    }

    /// A site that the person may open; `None` without a role there. `origin` is where visitors see it.
    #[must_use]
    pub fn site(&self, site: &SiteId, name: &str, origin: &str) -> Option<EditorSite> {
        let grant = self.grant(site)?;
        let role = grant.role();
        Some(EditorSite {
            key: site.to_string(),
            name: name.to_owned(),
            origin: origin.to_owned(),
            role: role.key(),
            role_name: role.own_name().map(str::to_owned),
            permissions: role.permissions().collect(),
            by_theater: by_theater(role),
            points_limit: self.points_limit(site).points().filter(|_| role.permits(Permission::AdjustPoints)),
            theaters: grant.theaters().cloned(),
            is_incomplete: false,
        })
    }

    /// The person as the author of changes of a whole site. A role that is limited to theaters does not permit them.
    ///
    /// # Errors
    /// [`OperatorError::NotFound`] without any role on the site, [`OperatorError::NotPermitted`] if the role does not have the
    /// permission.
    pub fn author(&self, site: &SiteId, permission: Permission) -> Result<Author, OperatorError> {
        self.author_of(site, permission, &ChangeScope::Site)
    }

    /// The person as the author of changes of a theater.
    ///
    /// # Errors
    /// As [`SignedIn::author`].
    pub fn author_at(
        &self,
        site: &SiteId,
        permission: Permission,
        theater: TheaterId,
    ) -> Result<Author, OperatorError> {
        self.author_of(site, permission, &ChangeScope::of_theaters([theater].into()))
    }

    /// The person as the author of changes of which the caller checks each with [`Author::grant`].
    ///
    /// # Errors
    /// As [`SignedIn::author`].
    pub fn author_somewhere(&self, site: &SiteId, permission: Permission) -> Result<Author, OperatorError> {
        let grant = self.grant(site).ok_or(OperatorError::NotFound)?;
        if !grant.permits_somewhere(permission) {
            return Err(GrantRefusal::Role.into());
        }
        Ok(Author {
            id: self.operator.id.clone(),
            name: self.operator.name.clone(),
            actor: format!("operator:{}", self.operator.email),
            grant: grant.clone(),
        })
    }

    fn author_of(
        &self,
        site: &SiteId,
        permission: Permission,
        scope: &ChangeScope,
    ) -> Result<Author, OperatorError> {
        let author = self.author_somewhere(site, permission)?;
        author.grant.check(permission, scope)?;
        Ok(author)
    }

    /// Refuses if neither password and code were entered recently nor a passkey used.
    ///
    /// # Errors
    /// [`OperatorError::Unconfirmed`].
    pub fn require_recent(&self) -> Result<(), OperatorError> {
        if self.is_recent { Ok(()) } else { Err(OperatorError::Unconfirmed) }
    }
}
