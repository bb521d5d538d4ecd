//! Operators, the people who run sites, and what their roles permit (security 2.8).

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::TheaterId;

/// Minutes after which an unused sign-in of an operator ends (security 2.8).
pub const OPERATOR_IDLE_MINUTES: i64 = 30;
/// Hours after which a sign-in of an operator ends (security 2.8).
pub const OPERATOR_SESSION_HOURS: i64 = 12;
/// Minutes for which password and code that were entered permit people, keys and exports (security 2.8).
pub const OPERATOR_CONFIRMATION_MINUTES: i64 = 10;

/// A role of an operator on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum OperatorRole {
    /// Everything, people and keys included.
    Owner,
    /// Program, films, pages, design and settings.
    Editor,
    /// Program, films, featured films and events.
    Program,
    /// Members desk, alerts and the program of the day.
    BoxOffice,
    /// Settings, feeds and keys. No members.
    Technical,
    /// Reads everything except members.
    Viewer,
}

/// Something that a role permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Permission {
    /// Read drafts and history.
    Read,
    /// Change theaters, films and events in the draft.
    EditProgram,
    /// Show alerts of theaters, and end them.
    Alerts,
    /// Change pages, menus and design in the draft.
    EditSite,
    /// Change settings in the draft.
    EditSettings,
    /// Publish changes of the parts that the role may change, and discard them.
    Publish,
    /// Read and change members.
    Members,
    /// Export the list of members. The data of one member needs `members` only.
    ExportMembers,
    /// Invite people, change roles, read the audit log.
    People,
    /// API keys and feeds.
    Keys,
}

impl Permission {
    pub const ALL: [Self; 10] = [
        Self::Read,
        Self::EditProgram,
        Self::Alerts,
        Self::EditSite,
        Self::EditSettings,
        Self::Publish,
        Self::Members,
        Self::ExportMembers,
        Self::People,
        Self::Keys,
    ];

    /// Whether a limit to theaters narrows the permission ([`Grant`]). Everybody reads the whole site, and members belong to the
    /// whole site; the other permissions are of roles that cannot be limited.
    #[must_use]
    pub const fn is_by_theater(self) -> bool {
        matches!(self, Self::EditProgram | Self::Alerts | Self::Publish)
    }
}

impl OperatorRole {
    pub const ALL: [Self; 6] =
        [Self::Owner, Self::Editor, Self::Program, Self::BoxOffice, Self::Technical, Self::Viewer];

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Editor => "editor",
            Self::Program => "program",
            Self::BoxOffice => "boxOffice",
            Self::Technical => "technical",
            Self::Viewer => "viewer",
        }
    }

    /// The role of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == name)
    }

    /// What the role permits.
    #[must_use]
    pub const fn permissions(self) -> &'static [Permission] {
        use Permission as P;
        match self {
            Self::Owner => &Permission::ALL,
            Self::Editor => &[P::Read, P::EditProgram, P::Alerts, P::EditSite, P::EditSettings, P::Publish],
            Self::Program => &[P::Read, P::EditProgram, P::Alerts, P::Publish],
            Self::BoxOffice => &[P::Read, P::Alerts, P::Members],
            Self::Technical => &[P::Read, P::EditSettings, P::Publish, P::Keys],
            Self::Viewer => &[P::Read],
        }
    }

    #[must_use]
    pub fn permits(self, permission: Permission) -> bool {
        self.permissions().contains(&permission)
    }

    /// Whether the role can be limited to theaters: not if it changes something that belongs to the whole site (decision 0055).
    #[must_use]
    pub const fn can_be_limited(self) -> bool {
        matches!(self, Self::Program | Self::BoxOffice)
    }
}

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
}

/// Why a role cannot be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidGrant {
    #[error("must be empty: the role {} applies to all theaters", .0.as_str())]
    RoleOfSite(OperatorRole),
    #[error("must have at least one theater")]
    NoTheater,
}

/// A role on a site, and the theaters to which it is limited (security 2.8, decision 0055).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    role: OperatorRole,
    /// `None` for all, also those that are added later. A theater that was removed stays in the list, so that nothing else is
    /// permitted in its place.
    theaters: Option<BTreeSet<TheaterId>>,
}

impl Grant {
    /// A role at all theaters.
    #[must_use]
    pub const fn of_site(role: OperatorRole) -> Self {
        Self { role, theaters: None }
    }

    /// A role limited to theaters; `None` for all.
    ///
    /// # Errors
    /// [`InvalidGrant`] if the role cannot be limited, or the list is empty.
    pub fn new(role: OperatorRole, theaters: Option<BTreeSet<TheaterId>>) -> Result<Self, InvalidGrant> {
        match &theaters {
            Some(_) if !role.can_be_limited() => Err(InvalidGrant::RoleOfSite(role)),
            Some(theaters) if theaters.is_empty() => Err(InvalidGrant::NoTheater),
            _ => Ok(Self { role, theaters }),
        }
    }

    #[must_use]
    pub const fn role(&self) -> OperatorRole {
        self.role
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
        f.write_str(self.role.as_str())?;
        let Some(theaters) = &self.theaters else { return Ok(()) };
        let ids: Vec<&str> = theaters.iter().map(TheaterId::as_str).collect();
        write!(f, " ({})", ids.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_8_names_of_roles_are_those_of_their_json() {
        for role in OperatorRole::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), role.as_str());
            assert_eq!(OperatorRole::parse(role.as_str()), Some(role));
        }
        assert_eq!(OperatorRole::parse("Owner"), None);
    }

    #[test]
    fn security_2_8_only_owners_manage_people_and_export_members_and_editors_see_no_members() {
        for role in OperatorRole::ALL {
            assert!(role.permits(Permission::Read), "{role:?}");
            for permission in [Permission::People, Permission::ExportMembers] {
                assert_eq!(role.permits(permission), role == OperatorRole::Owner, "{role:?}");
            }
            let has_members = matches!(role, OperatorRole::Owner | OperatorRole::BoxOffice);
            assert_eq!(role.permits(Permission::Members), has_members, "{role:?}");
        }
        assert_eq!(OperatorRole::Viewer.permissions(), [Permission::Read]);
    }

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
            assert_eq!(grant.is_ok(), role.can_be_limited(), "{role:?}");
            assert_eq!(Grant::new(role, None), Ok(Grant::of_site(role)));
            let by_theater = role.permissions().iter().filter(|permission| permission.is_by_theater());
            if role.can_be_limited() {
                assert!(by_theater.count() > 0, "{role:?}: the limit has an effect");
                let of_site = [Permission::Read, Permission::Members];
                let known =
                    |permission: &Permission| permission.is_by_theater() || of_site.contains(permission);
                assert!(role.permissions().iter().all(known), "{role:?}");
            }
        }
        let none = Grant::new(OperatorRole::Program, Some(BTreeSet::new()));
        assert_eq!(none, Err(InvalidGrant::NoTheater));
    }

    #[test]
    fn a_grant_is_written_with_its_theaters() {
        assert_eq!(Grant::of_site(OperatorRole::Owner).to_string(), "owner");
        let limited = Grant::new(OperatorRole::BoxOffice, Some(ids(&["T2", "T1"]))).unwrap();
        assert_eq!(limited.to_string(), "boxOffice (T1, T2)");
    }
}
