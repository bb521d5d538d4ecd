//! Operators, the people who run sites, and what their roles permit (security 2.8).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
}
