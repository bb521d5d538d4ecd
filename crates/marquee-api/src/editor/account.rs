//! The operator's own account.

use jiff::Timestamp;
use marquee_model::operator::OperatorRole;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/editor/session`: the signed-in operator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorSession {
    pub operator: OperatorAccount,
    /// The sites that the operator may open, by name.
    pub sites: Vec<EditorSite>,
    /// Whether password and code were entered recently enough for people, keys and exports.
    pub is_recent: bool,
    /// Whether the operator is an owner of all sites, who may create more.
    pub may_create_sites: bool,
}

/// The account of the signed-in operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OperatorAccount {
    pub id: String,
    pub name: String,
    pub email: String,
    /// Whether codes of an authenticator app are required.
    pub has_totp: bool,
    /// Number of recovery codes that were not used yet.
    pub recovery_codes: u32,
}

/// A site that the operator may open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorSite {
    pub key: String,
    pub name: String,
    /// Where visitors see the site, for example `https://cinema.example`.
    pub origin: String,
    pub role: OperatorRole,
}

/// `POST /api/editor/sign-in`. Without `code` for an account with an authenticator app, the response is
/// [`SignInStep::Code`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorSignIn {
    /// Email address.
    pub email: String,
    pub password: String,
    /// Code of the authenticator app, or a recovery code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// What follows a sign-in attempt with the correct password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SignInStep {
    /// The operator is signed in.
    Done,
    /// A code is required: send the request again with `code`.
    Code,
}

/// Response to a sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignInResponse {
    pub next: SignInStep,
}

/// `POST /api/editor/reauthenticate`: permits people, keys and exports for some minutes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reauthentication {
    pub password: String,
    /// Required if the account has an authenticator app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// `GET /api/editor/invitation?token=…`: what an invitation or the set-up address of a new server permits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Invitation {
    /// The only address for which the link works; absent for the set-up address of a new server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Name of the site; absent if it is all sites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site_name: Option<String>,
    pub role: OperatorRole,
    /// Whether an account with this address exists: it gets the role after its password.
    pub has_account: bool,
}

/// `POST /api/editor/invitation`: accepts an invitation and signs in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationAcceptance {
    pub token: String,
    pub name: String,
    /// Required if the invitation has no address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    pub password: String,
}

/// `POST /api/editor/totp`: the secret of a new authenticator app, in effect after a code confirms it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TotpSetup {
    /// In Base32, for typing.
    pub secret: String,
    /// `otpauth://totp/…`, for a link and a QR code.
    pub url: String,
}

/// `POST /api/editor/totp/confirm`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TotpConfirmation {
    pub code: String,
}

/// `POST /api/editor/password`: changes the password and ends all other sign-ins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordChange {
    pub password: String,
    /// Required if the account has an authenticator app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    pub new_password: String,
}

/// Recovery codes, shown once. Each replaces a code of the authenticator app one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecoveryCodes {
    pub codes: Vec<String>,
}

/// `GET /api/editor/sessions`: where the operator is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OperatorSessions {
    pub sessions: Vec<OperatorSession>,
}

/// A sign-in of the operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OperatorSession {
    pub id: String,
    /// Browser and system, for example `Firefox on Linux`.
    pub device: String,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub created_at: Timestamp,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub seen_at: Timestamp,
    /// Whether the request came from this sign-in.
    pub is_current: bool,
}
