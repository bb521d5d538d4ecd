//! The person who makes a request, and what their roles permit.

use marquee_model::operator::{ChangeScope, Grant, GrantRefusal, Permission};
use marquee_model::{SiteId, TheaterId};
use marquee_store::{OperatorRow, OperatorSessionRow, RoleRow};

use super::OperatorError;
use crate::draft::Author;

/// A person who makes a request.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub operator: OperatorRow,
    pub session: OperatorSessionRow,
    /// Those on all sites first.
    pub roles: Vec<RoleRow>,
    /// Whether password and code were entered recently, or a passkey used.
    pub is_recent: bool,
}

impl SignedIn {
    /// The role on a site: that on the site itself if there is one, else that on all sites.
    #[must_use]
    pub fn grant(&self, site: &SiteId) -> Option<&Grant> {
        self.roles.iter().rfind(|row| row.scope.includes(site)).map(|row| &row.grant)
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
