//! People with access to a site, their roles, and invitations.

use std::collections::BTreeSet;

use jiff::Timestamp;
use marquee_model::TheaterId;
use marquee_model::operator::{OperatorRole, Permission};
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

/// `GET /api/editor/roles`: what each role permits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Roles {
    pub roles: Vec<RolePermissions>,
}

/// What a role permits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RolePermissions {
    pub role: OperatorRole,
    pub permissions: Vec<Permission>,
    /// Those that a limit to theaters narrows; empty if the role cannot be limited.
    pub by_theater: Vec<Permission>,
}

/// A person with access to a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TeamMember {
    pub id: String,
    pub name: String,
    pub email: String,
    pub role: OperatorRole,
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
    pub role: OperatorRole,
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
    pub role: OperatorRole,
    /// Ids of the theaters to which the role is limited; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theaters: Option<BTreeSet<TheaterId>>,
}

/// `PUT /api/editor/{site}/team/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleChange {
    pub role: OperatorRole,
    /// Ids of the theaters to which the role is limited; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theaters: Option<BTreeSet<TheaterId>>,
}
