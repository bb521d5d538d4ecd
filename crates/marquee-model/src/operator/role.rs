//! Roles: those that every site has, and those that a site defines itself (security 2.8, decision 0058).

use std::borrow::Cow;
use std::collections::BTreeSet;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::RoleId;
use crate::id::IdError;

/// Maximum length of the name of a role in characters.
const MAX_NAME: usize = 40;

/// A role that every site has.
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
    /// Read drafts and history. Every role has it.
    Read,
    /// Change theaters, films and events in the draft.
    EditProgram,
    /// Show alerts of theaters, and end them.
    Alerts,
    /// Change pages, menus and design in the draft.
    EditSite,
    /// Change settings in the draft, and connect, change and remove feeds.
    EditSettings,
    /// Publish changes of the parts that the role may change, and discard them.
    Publish,
    /// Read and change members, except their points.
    Members,
    /// Give points to members and take them, as many at once as the role may ([`PointsLimit`]). Needs `members`.
    AdjustPoints,
    /// Export the list of members, and import one. The data of one member needs `members` only. Needs `members`.
    ExportMembers,
    /// Invite people, change roles, read the audit log.
    People,
    /// API keys.
    Keys,
}

impl Permission {
    pub const ALL: [Self; 11] = [
        Self::Read,
        Self::EditProgram,
        Self::Alerts,
        Self::EditSite,
        Self::EditSettings,
        Self::Publish,
        Self::Members,
        Self::AdjustPoints,
        Self::ExportMembers,
        Self::People,
        Self::Keys,
    ];

    /// The name in JSON, in the database and in the audit log.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::EditProgram => "editProgram",
            Self::Alerts => "alerts",
            Self::EditSite => "editSite",
            Self::EditSettings => "editSettings",
            Self::Publish => "publish",
            Self::Members => "members",
            Self::AdjustPoints => "adjustPoints",
            Self::ExportMembers => "exportMembers",
            Self::People => "people",
            Self::Keys => "keys",
        }
    }

    /// Whether a limit to theaters narrows the permission ([`crate::operator::Grant`]).
    #[must_use]
    pub const fn is_by_theater(self) -> bool {
        matches!(self, Self::EditProgram | Self::Alerts | Self::Publish)
    }

    /// Whether a role that is limited to theaters can have the permission: everybody reads the whole site, and members belong to
    /// the whole site.
    const fn fits_limit(self) -> bool {
        self.is_by_theater() || matches!(self, Self::Read | Self::Members | Self::AdjustPoints)
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
            Self::BoxOffice => &[P::Read, P::Alerts, P::Members, P::AdjustPoints],
            Self::Technical => &[P::Read, P::EditSettings, P::Publish, P::Keys],
            Self::Viewer => &[P::Read],
        }
    }
}

/// How many points a role may give or take in one adjustment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointsLimit {
    UpTo(u32),
    Unlimited,
}

impl PointsLimit {
    /// That of a role without the permission [`Permission::AdjustPoints`].
    pub const NOTHING: Self = Self::UpTo(0);
    /// That of the role `boxOffice`, unless the site has another one.
    pub const BOX_OFFICE: Self = Self::UpTo(500);

    /// The limit with this number of points; `None` is unlimited.
    ///
    /// # Errors
    /// [`InvalidRole::PointsLimit`] for 0.
    pub const fn new(points: Option<u32>) -> Result<Self, InvalidRole> {
        match points {
            Some(0) => Err(InvalidRole::PointsLimit),
            Some(points) => Ok(Self::UpTo(points)),
            None => Ok(Self::Unlimited),
        }
    }

    /// The number of points; `None` without a limit.
    #[must_use]
    pub const fn points(self) -> Option<u32> {
        match self {
            Self::UpTo(points) => Some(points),
            Self::Unlimited => None,
        }
    }

    /// Whether as many points may be given, or taken if the number is negative.
    #[must_use]
    pub fn permits(self, points: i64) -> bool {
        self.points().is_none_or(|limit| points.unsigned_abs() <= u64::from(limit))
    }

    /// Whether everything that another limit permits is within this one.
    #[must_use]
    pub const fn includes(self, other: Self) -> bool {
        match (self, other) {
            (Self::Unlimited, _) => true,
            (Self::UpTo(_), Self::Unlimited) => false,
            (Self::UpTo(own), Self::UpTo(other)) => other <= own,
        }
    }
}

/// Why a role cannot be defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidRole {
    #[error("must be one line of 1 to {MAX_NAME} characters")]
    Name,
    #[error("must differ from the names of the roles that every site has")]
    ReservedName,
    /// The permissions that [`Permission::Members`] is needed for.
    #[error("must have members, for adjustPoints and exportMembers")]
    WithoutMembers,
    #[error("must be at least 1, or missing for no limit")]
    PointsLimit,
    /// A limit without [`Permission::AdjustPoints`].
    #[error("must be missing: the role does not adjust points")]
    UnusedPointsLimit,
}

impl InvalidRole {
    /// The name of the invalid field in JSON.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::Name | Self::ReservedName => "name",
            Self::WithoutMembers => "permissions",
            Self::PointsLimit | Self::UnusedPointsLimit => "pointsLimit",
        }
    }
}

/// A role that a site defines itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnRole {
    id: RoleId,
    name: String,
    permissions: BTreeSet<Permission>,
    points_limit: PointsLimit,
}

impl OwnRole {
    /// A role with a name and permissions, to which [`Permission::Read`] is added. `points_limit` is the number of points per
    /// adjustment; `None` for no limit.
    ///
    /// # Errors
    /// [`InvalidRole`]
    pub fn new(
        id: RoleId,
        name: &str,
        mut permissions: BTreeSet<Permission>,
        points_limit: Option<u32>,
    ) -> Result<Self, InvalidRole> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MAX_NAME || name.contains(char::is_control) {
            return Err(InvalidRole::Name);
        }
        if OperatorRole::ALL.iter().any(|role| role.as_str().eq_ignore_ascii_case(name)) {
            return Err(InvalidRole::ReservedName);
        }
        permissions.insert(Permission::Read);
        let adjusts = permissions.contains(&Permission::AdjustPoints);
        if (adjusts || permissions.contains(&Permission::ExportMembers))
            && !permissions.contains(&Permission::Members)
        {
            return Err(InvalidRole::WithoutMembers);
        }
        let points_limit = match (adjusts, points_limit) {
            (true, points) => PointsLimit::new(points)?,
            (false, None) => PointsLimit::NOTHING,
            (false, Some(_)) => return Err(InvalidRole::UnusedPointsLimit),
        };
        Ok(Self { id, name: name.to_owned(), permissions, points_limit })
    }

    #[must_use]
    pub const fn id(&self) -> &RoleId {
        &self.id
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    #[must_use]
    pub const fn permissions(&self) -> &BTreeSet<Permission> {
        &self.permissions
    }

    /// [`PointsLimit::NOTHING`] without [`Permission::AdjustPoints`].
    #[must_use]
    pub const fn points_limit(&self) -> PointsLimit {
        self.points_limit
    }
}

/// What names a role of a site: the name of one that every site has, the id of one that the site defines. In JSON, a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum RoleKey {
    BuiltIn(OperatorRole),
    Own(RoleId),
}

impl RoleKey {
    /// # Errors
    /// [`IdError`] if it is neither the name of a role that every site has nor an id.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        match OperatorRole::parse(text) {
            Some(role) => Ok(Self::BuiltIn(role)),
            None => RoleId::parse(text).map(Self::Own),
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::BuiltIn(role) => role.as_str(),
            Self::Own(id) => id.as_str(),
        }
    }
}

impl TryFrom<String> for RoleKey {
    type Error = IdError;

    fn try_from(text: String) -> Result<Self, IdError> {
        Self::parse(&text)
    }
}

impl From<RoleKey> for String {
    fn from(key: RoleKey) -> Self {
        key.as_str().to_owned()
    }
}

impl JsonSchema for RoleKey {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "RoleKey".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// A role on a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    BuiltIn(OperatorRole),
    Own(OwnRole),
}

impl From<OperatorRole> for Role {
    fn from(role: OperatorRole) -> Self {
        Self::BuiltIn(role)
    }
}

impl From<OwnRole> for Role {
    fn from(role: OwnRole) -> Self {
        Self::Own(role)
    }
}

impl Role {
    #[must_use]
    pub fn key(&self) -> RoleKey {
        match self {
            Self::BuiltIn(role) => RoleKey::BuiltIn(*role),
            Self::Own(role) => RoleKey::Own(role.id.clone()),
        }
    }

    /// The name of a role that the site defines; `None` for one that every site has.
    #[must_use]
    pub fn own_name(&self) -> Option<&str> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Own(role) => Some(&role.name),
        }
    }

    /// The name in the audit log and in commands.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(role) => role.as_str(),
            Self::Own(role) => &role.name,
        }
    }

    #[must_use]
    pub fn is(&self, role: OperatorRole) -> bool {
        *self == Self::BuiltIn(role)
    }

    /// What the role permits.
    pub fn permissions(&self) -> impl Iterator<Item = Permission> {
        Permission::ALL.into_iter().filter(move |permission| self.permits(*permission))
    }

    #[must_use]
    pub fn permits(&self, permission: Permission) -> bool {
        match self {
            Self::BuiltIn(role) => role.permissions().contains(&permission),
            Self::Own(role) => role.permissions.contains(&permission),
        }
    }

    /// Whether the role can be limited to theaters: it changes something of theaters, and nothing else that belongs to the whole
    /// site than members (decision 0055).
    #[must_use]
    pub fn can_be_limited(&self) -> bool {
        self.permissions().any(Permission::is_by_theater) && self.permissions().all(Permission::fits_limit)
    }

    /// The points that the role may give or take at once. `box_office` is the limit of the role `boxOffice` on the site.
    #[must_use]
    pub fn points_limit(&self, box_office: PointsLimit) -> PointsLimit {
        match self {
            Self::Own(role) => role.points_limit,
            Self::BuiltIn(OperatorRole::BoxOffice) => box_office,
            Self::BuiltIn(_) if self.permits(Permission::AdjustPoints) => PointsLimit::Unlimited,
            Self::BuiltIn(_) => PointsLimit::NOTHING,
        }
    }

    /// Whether everything that another role of the same site permits is permitted by this one. `box_office` is the limit of the
    /// role `boxOffice` on the site.
    #[must_use]
    pub fn includes(&self, other: &Self, box_office: PointsLimit) -> bool {
        other.permissions().all(|permission| self.permits(permission))
            && self.points_limit(box_office).includes(other.points_limit(box_office))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_8_names_of_roles_and_permissions_are_those_of_their_json() {
        for role in OperatorRole::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), role.as_str());
            assert_eq!(OperatorRole::parse(role.as_str()), Some(role));
        }
        assert_eq!(OperatorRole::parse("Owner"), None);
        for permission in Permission::ALL {
            assert_eq!(serde_json::to_value(permission).unwrap(), permission.as_str());
        }
    }

    #[test]
    fn security_2_8_only_owners_manage_people_and_export_members_and_editors_see_no_members() {
        for built_in in OperatorRole::ALL {
            let role = Role::from(built_in);
            assert!(role.permits(Permission::Read), "{role:?}");
            for permission in [Permission::People, Permission::ExportMembers] {
                assert_eq!(role.permits(permission), built_in == OperatorRole::Owner, "{role:?}");
            }
            let has_members = matches!(built_in, OperatorRole::Owner | OperatorRole::BoxOffice);
            for permission in [Permission::Members, Permission::AdjustPoints] {
                assert_eq!(role.permits(permission), has_members, "{role:?}");
            }
        }
        assert_eq!(OperatorRole::Viewer.permissions(), [Permission::Read]);
    }

    fn own(permissions: &[Permission], points_limit: Option<u32>) -> Result<OwnRole, InvalidRole> {
        let id = RoleId::parse("role-1").unwrap();
        OwnRole::new(id, " Front desk ", permissions.iter().copied().collect(), points_limit)
    }

    #[test]
    fn security_2_8_an_own_role_reads_the_site_and_its_parts_fit_together() {
        use Permission as P;
        let role = own(&[P::Alerts], None).unwrap();
        assert_eq!((role.name(), role.points_limit()), ("Front desk", PointsLimit::NOTHING));
        assert_eq!(role.permissions(), &[P::Read, P::Alerts].into());
        let desk = own(&[P::Members, P::AdjustPoints], Some(200)).unwrap();
        assert_eq!(desk.points_limit(), PointsLimit::UpTo(200));
        let unlimited = own(&[P::Members, P::AdjustPoints], None).unwrap();
        assert_eq!(unlimited.points_limit(), PointsLimit::Unlimited);
        for (permissions, points_limit, expected) in [
            (&[P::AdjustPoints][..], Some(5), InvalidRole::WithoutMembers),
            (&[P::ExportMembers], None, InvalidRole::WithoutMembers),
            (&[P::Members], Some(5), InvalidRole::UnusedPointsLimit),
            (&[P::Members, P::AdjustPoints], Some(0), InvalidRole::PointsLimit),
        ] {
            assert_eq!(own(permissions, points_limit), Err(expected), "{permissions:?}");
        }
        for (name, expected) in [
            ("", InvalidRole::Name),
            (" ", InvalidRole::Name),
            ("a\nb", InvalidRole::Name),
            (&"x".repeat(41), InvalidRole::Name),
            ("OWNER", InvalidRole::ReservedName),
            ("boxoffice", InvalidRole::ReservedName),
        ] {
            let id = RoleId::parse("role-1").unwrap();
            assert_eq!(OwnRole::new(id, name, BTreeSet::new(), None), Err(expected), "{name:?}");
        }
    }

    #[test]
    fn security_2_8_a_role_includes_another_one_that_permits_no_more() {
        use Permission as P;
        let standard = PointsLimit::BOX_OFFICE;
        let owner = Role::from(OperatorRole::Owner);
        for built_in in OperatorRole::ALL {
            let role = Role::from(built_in);
            assert!(owner.includes(&role, standard) && role.includes(&role, standard), "{role:?}");
            assert_eq!(role.includes(&owner, standard), built_in == OperatorRole::Owner, "{role:?}");
        }
        let desk = |limit| Role::from(own(&[P::Alerts, P::Members, P::AdjustPoints], limit).unwrap());
        let box_office = Role::from(OperatorRole::BoxOffice);
        assert!(desk(Some(500)).includes(&box_office, standard));
        assert!(desk(None).includes(&box_office, standard));
        assert!(!desk(Some(499)).includes(&box_office, standard));
        assert!(desk(Some(499)).includes(&box_office, PointsLimit::UpTo(100)));
        assert!(!desk(Some(500)).includes(&box_office, PointsLimit::Unlimited));
        assert!(!desk(Some(500)).includes(&desk(None), standard));
        assert!(!box_office.includes(&Role::from(OperatorRole::Program), standard));
        // Without the permission, there is no limit to compare.
        assert!(desk(Some(1)).includes(&Role::from(OperatorRole::Viewer), standard));
    }

    #[test]
    fn security_2_8_points_up_to_the_limit_are_given_and_taken() {
        let limit = PointsLimit::new(Some(500)).unwrap();
        assert!(limit.permits(500) && limit.permits(-500) && limit.permits(0));
        assert!(!limit.permits(501) && !limit.permits(-501) && !limit.permits(i64::MIN));
        assert!(PointsLimit::Unlimited.permits(i64::MIN));
        assert!(PointsLimit::NOTHING.permits(0) && !PointsLimit::NOTHING.permits(1));
        assert_eq!(PointsLimit::new(None), Ok(PointsLimit::Unlimited));
    }

    #[test]
    fn security_2_8_only_roles_of_theaters_can_be_limited() {
        use Permission as P;
        for role in OperatorRole::ALL {
            let expected = matches!(role, OperatorRole::Program | OperatorRole::BoxOffice);
            assert_eq!(Role::from(role).can_be_limited(), expected, "{role:?}");
        }
        for (permissions, expected) in [
            (&[][..], false),
            (&[P::Alerts], true),
            (&[P::EditProgram, P::Publish, P::Members, P::AdjustPoints], true),
            (&[P::Members], false),
            (&[P::Alerts, P::EditSite], false),
            (&[P::Alerts, P::Keys], false),
            (&[P::Alerts, P::People], false),
            (&[P::Alerts, P::Members, P::ExportMembers], false),
        ] {
            let role = Role::from(own(permissions, None).unwrap());
            assert_eq!(role.can_be_limited(), expected, "{permissions:?}");
        }
    }

    #[test]
    fn security_2_8_a_key_is_a_built_in_name_or_an_id() {
        for key in ["owner", "boxOffice", "role-abc"] {
            let parsed: RoleKey = serde_json::from_value(key.into()).unwrap();
            assert_eq!(serde_json::to_value(&parsed).unwrap(), key);
        }
        for invalid in ["Owner", "superuser", "", "role-", "role-a b"] {
            assert!(serde_json::from_value::<RoleKey>(invalid.into()).is_err(), "{invalid:?}");
        }
    }
}
