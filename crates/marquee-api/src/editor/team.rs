//! People with access to a site, their roles, and invitations.

use std::collections::BTreeSet;

use jiff::Timestamp;
use marquee_model::TheaterId;
use marquee_model::operator::{Permission, RoleKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/editor/{site}/team`: people with access to the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Team {
    /// By name.
    pub people: Vec<TeamMember>,
    /// By address.
    pub invitations: Vec<PendingInvitation>,
}

/// `GET /api/editor/{site}/roles`: the roles of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteRoles {
    /// Those that every site has, then those that the site defines, by name.
    pub roles: Vec<SiteRole>,
}

/// A role of a site, and what it permits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteRole {
    /// `owner`, `editor`, `program`, `boxOffice`, `technical`, `viewer`, or the id of a role that the site defines.
    pub role: RoleKey,
    /// The name of a role that the site defines; absent for the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub permissions: Vec<Permission>,
    /// Those that a limit to theaters narrows; empty if the role cannot be limited.
    pub by_theater: Vec<Permission>,
    /// How many points the role may give or take at once; absent without a limit, and without the permission `adjustPoints`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_limit: Option<u32>,
    /// Whether the person who asks may give the role.
    pub may_give: bool,
    /// Whether the person who asks may change the role: of `boxOffice` only its limit of points.
    pub may_change: bool,
}

/// `POST /api/editor/{site}/roles` and `PUT /api/editor/{site}/roles/{role}`: a role that the site defines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleDefinition {
    /// One line of at most 40 characters, unique on the site.
    pub name: String,
    /// Every role has `read`; `adjustPoints` and `exportMembers` need `members`.
    pub permissions: BTreeSet<Permission>,
    /// How many points the role may give or take at once, at least 1; absent without a limit, and without the permission
    /// `adjustPoints`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_limit: Option<u32>,
}

/// `PUT /api/editor/{site}/box-office-points`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BoxOfficePoints {
    /// How many points the role `boxOffice` may give or take at once, at least 1; absent for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_limit: Option<u32>,
}

/// A person with access to a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TeamMember {
    pub id: String,
    pub name: String,
    pub email: String,
    pub role: RoleKey,
    /// Ids of the theaters to which the role is limited; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theaters: Option<BTreeSet<TheaterId>>,
    /// Whether the role applies to all sites of the server. It can be changed by `marquee operator` only.
    pub is_everywhere: bool,
    pub has_totp: bool,
    pub has_password: bool,
    pub has_passkey: bool,
    /// Last request; absent if the person never signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub seen_at: Option<Timestamp>,
    /// Whether the person made a request in the last minutes.
    pub is_here: bool,
    /// When the person was reminded to add a passkey or an authenticator app; absent if not within the last 24 hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub reminded_at: Option<Timestamp>,
}

/// An invitation that was not accepted yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PendingInvitation {
    pub id: String,
    pub email: String,
    pub role: RoleKey,
    /// Ids of the theaters to which the role is limited; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theaters: Option<BTreeSet<TheaterId>>,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub created_at: Timestamp,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub expires_at: Timestamp,
}

/// `POST /api/editor/{site}/invitations`: sends an invitation by mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewInvitation {
    pub email: String,
    pub role: RoleKey,
    /// Ids of the theaters to which the role is limited; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theaters: Option<BTreeSet<TheaterId>>,
}

/// `PUT /api/editor/{site}/team/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleChange {
    pub role: RoleKey,
    /// Ids of the theaters to which the role is limited; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theaters: Option<BTreeSet<TheaterId>>,
}
