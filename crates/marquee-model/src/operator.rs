//! Operators, the people who run sites, and what their roles permit (security 2.8).

use std::collections::BTreeSet;

use crate::TheaterId;

mod request;
mod role;

pub use request::OperatorRequestKind;
pub use role::{InvalidRole, OperatorRole, OwnRole, Permission, PointsLimit, Role, RoleKey};

/// Minutes after which an unused sign-in of an operator ends (security 2.8).
pub const OPERATOR_IDLE_MINUTES: i64 = 30;
/// Hours after which a sign-in of an operator ends (security 2.8).
pub const OPERATOR_SESSION_HOURS: i64 = 12;
/// Minutes for which password and code that were entered permit people, keys and exports (security 2.8).
pub const OPERATOR_CONFIRMATION_MINUTES: i64 = 10;

/// What a change belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeScope {
    /// These theaters and nothing else.
    Theaters(BTreeSet<TheaterId>),
    /// All theaters of the site, or none in particular.
    Site,
}

impl ChangeScope {
    /// A change of the records of these theaters. Without any, nobody knows whose record it is: it counts for the whole site.
    #[must_use]
    pub fn of_theaters(theaters: BTreeSet<TheaterId>) -> Self {
        if theaters.is_empty() { Self::Site } else { Self::Theaters(theaters) }
    }
}

/// Why a change is not permitted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GrantRefusal {
    #[error("your role does not permit this")]
    Role,
    /// The role is limited to other theaters.
    #[error("your role does not include the theater {0}")]
    Theater(TheaterId),
    /// The role is limited to theaters.
    #[error("your role is limited to some theaters, and this belongs to the whole site")]
    WholeSite,
    /// Nobody gives, changes or takes away a role that permits more than their own.
    #[error("this role permits more than yours")]
    MoreThanOwn,
}

/// Why a role cannot be given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidGrant {
    /// The role cannot be limited; its name.
    #[error("must be empty: the role {0} applies to all theaters")]
    RoleOfSite(String),
    #[error("must have at least one theater")]
    NoTheater,
}

/// A role on a site, and the theaters to which it is limited (security 2.8, decision 0055).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    role: Role,
    /// `None` for all, also those that are added later. A theater that was removed stays in the list, so that nothing else is
    /// permitted in its place.
    theaters: Option<BTreeSet<TheaterId>>,
}

impl Grant {
    /// A role at all theaters.
    #[must_use]
    pub fn of_site(role: impl Into<Role>) -> Self {
        Self { role: role.into(), theaters: None }
    }

    /// A role limited to theaters; `None` for all.
    ///
    /// # Errors
    /// [`InvalidGrant`] if the role cannot be limited, or the list is empty.
    pub fn new(role: impl Into<Role>, theaters: Option<BTreeSet<TheaterId>>) -> Result<Self, InvalidGrant> {
        let role = role.into();
        match &theaters {
            Some(_) if !role.can_be_limited() => Err(InvalidGrant::RoleOfSite(role.name().to_owned())),
            Some(theaters) if theaters.is_empty() => Err(InvalidGrant::NoTheater),
            _ => Ok(Self { role, theaters }),
        }
    }

    #[must_use]
    pub const fn role(&self) -> &Role {
        &self.role
    }

    /// The theaters to which the role is limited; `None` for all.
    #[must_use]
    pub const fn theaters(&self) -> Option<&BTreeSet<TheaterId>> {
        self.theaters.as_ref()
    }

    /// Whether the role has the permission, for the whole site or for some of its theaters.
    #[must_use]
    pub fn permits_somewhere(&self, permission: Permission) -> bool {
        self.role.permits(permission)
    }

    /// Whether the role may publish every part of the site.
    #[must_use]
    pub fn publishes_everything(&self) -> bool {
        let needed =
            [Permission::EditProgram, Permission::EditSite, Permission::EditSettings, Permission::Publish];
        needed.into_iter().all(|permission| self.check(permission, &ChangeScope::Site).is_ok())
    }

    /// Checks a change that needs a permission.
    ///
    /// # Errors
    /// [`GrantRefusal`]
    pub fn check(&self, permission: Permission, scope: &ChangeScope) -> Result<(), GrantRefusal> {
        if !self.role.permits(permission) {
            return Err(GrantRefusal::Role);
        }
        let Some(own) = self.theaters.as_ref().filter(|_| permission.is_by_theater()) else { return Ok(()) };
        match scope {
            ChangeScope::Site => Err(GrantRefusal::WholeSite),
            ChangeScope::Theaters(theaters) => match theaters.difference(own).next() {
                Some(other) => Err(GrantRefusal::Theater(other.clone())),
                None => Ok(()),
            },
        }
    }
}

/// As in audit logs: `program`, or `program (T1, T2)` with a limit.
impl std::fmt::Display for Grant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.role.name())?;
        let Some(theaters) = &self.theaters else { return Ok(()) };
        let ids: Vec<&str> = theaters.iter().map(TheaterId::as_str).collect();
        write!(f, " ({})", ids.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(ids: &[&str]) -> BTreeSet<TheaterId> {
        ids.iter().map(|id| TheaterId::parse(id).unwrap()).collect()
    }

    fn at(theaters: &[&str]) -> ChangeScope {
        ChangeScope::of_theaters(ids(theaters))
    }

    #[test]
    fn security_2_8_a_limited_role_changes_its_theaters_and_nothing_of_the_whole_site() {
        let program = Grant::new(OperatorRole::Program, Some(ids(&["T1", "T2"]))).unwrap();
        for permission in [Permission::EditProgram, Permission::Alerts, Permission::Publish] {
            assert_eq!(program.check(permission, &at(&["T1"])), Ok(()));
            assert_eq!(program.check(permission, &at(&["T1", "T2"])), Ok(()));
            let other = GrantRefusal::Theater(TheaterId::parse("T3").unwrap());
            assert_eq!(program.check(permission, &at(&["T1", "T3"])), Err(other));
            assert_eq!(program.check(permission, &ChangeScope::Site), Err(GrantRefusal::WholeSite));
            assert_eq!(program.check(permission, &at(&[])), Err(GrantRefusal::WholeSite), "nobody knows");
        }
        assert_eq!(program.check(Permission::Read, &ChangeScope::Site), Ok(()));
        assert_eq!(program.check(Permission::EditSite, &at(&["T1"])), Err(GrantRefusal::Role));
        let box_office = Grant::new(OperatorRole::BoxOffice, Some(ids(&["T1"]))).unwrap();
        assert_eq!(box_office.check(Permission::Members, &ChangeScope::Site), Ok(()));
        let everywhere = Grant::of_site(OperatorRole::Program);
        assert_eq!(everywhere.check(Permission::EditProgram, &ChangeScope::Site), Ok(()));
        assert_eq!(everywhere.check(Permission::EditProgram, &at(&["T3"])), Ok(()));
    }

    #[test]
    fn security_2_8_roles_that_change_the_whole_site_cannot_be_limited() {
        for role in OperatorRole::ALL {
            let grant = Grant::new(role, Some(ids(&["T1"])));
            assert_eq!(grant.is_ok(), Role::from(role).can_be_limited(), "{role:?}");
            assert_eq!(Grant::new(role, None), Ok(Grant::of_site(role)));
        }
        let none = Grant::new(OperatorRole::Program, Some(BTreeSet::new()));
        assert_eq!(none, Err(InvalidGrant::NoTheater));
    }

    #[test]
    fn security_2_8_owners_and_editors_publish_everything() {
        for role in OperatorRole::ALL {
            let expected = matches!(role, OperatorRole::Owner | OperatorRole::Editor);
            assert_eq!(Grant::of_site(role).publishes_everything(), expected, "{role:?}");
        }
    }

    #[test]
    fn a_grant_is_written_with_its_theaters() {
        assert_eq!(Grant::of_site(OperatorRole::Owner).to_string(), "owner");
        let limited = Grant::new(OperatorRole::BoxOffice, Some(ids(&["T2", "T1"]))).unwrap();
        assert_eq!(limited.to_string(), "boxOffice (T1, T2)");
    }
}
