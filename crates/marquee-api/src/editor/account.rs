//! The operator's own account.

use std::collections::BTreeSet;

use jiff::Timestamp;
use marquee_model::TheaterId;
use marquee_model::operator::{Permission, RoleKey};
use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `GET /api/editor/session`: the signed-in operator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorSession {
    /// The server's time: a computer at the counter can be wrong, and a demo runs at another date.
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub now: Timestamp,
    pub operator: OperatorAccount,
    /// The sites that the operator may open, by name.
    pub sites: Vec<EditorSite>,
    /// Whether the person proved recently enough who they are for people, keys and exports.
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
    /// False for an account that signs in with passkeys only.
    pub has_password: bool,
    /// Number of passkeys for the host of the request.
    pub passkeys: u32,
    /// The host for which passkeys can be added; absent if the editor was opened without a host name or without https.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey_host: Option<String>,
}

/// A site that the operator may open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorSite {
    pub key: String,
    pub name: String,
    /// Where visitors see the site, for example `https://cinema.example`.
    pub origin: String,
    pub role: RoleKey,
    /// The name of a role that the site defines; absent for the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role_name: Option<String>,
    /// What the role permits.
    pub permissions: Vec<Permission>,
    /// The permissions that a limit to theaters narrows; empty if the role cannot be limited.
    pub by_theater: Vec<Permission>,
    /// How many points the operator may give or take at once; absent without a limit, and without the permission `adjustPoints`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_limit: Option<u32>,
    /// Ids of the theaters to which the role is limited; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theaters: Option<BTreeSet<TheaterId>>,
    /// Whether a part of what a new site takes over from another website could not be published: it is missing, or in the draft.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_incomplete: bool,
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
    pub role: RoleKey,
    /// The name of a role that the site defines; absent for the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role_name: Option<String>,
    /// Names of the theaters to which the role is limited; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theaters: Option<Vec<String>>,
    /// Whether an account with this address exists: it gets the role after its password, or one of its passkeys.
    pub has_account: bool,
}

/// `POST /api/editor/invitation`: accepts an invitation and signs in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationAcceptance {
    pub token: String,
    pub name: String,
    /// Required if the invitation has no address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Required without `passkey`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// In place of a password: the answer to `POST /api/editor/invitation/passkey/options`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<PasskeyAnswer>,
}

/// `POST /api/editor/invitation/passkey/options`: asks for a challenge to accept an invitation with a passkey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationPasskey {
    pub token: String,
    /// Not used for an account that exists.
    pub name: String,
    /// Required if the invitation has no address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// What the browser does with a [`PasskeyChallenge`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PasskeyCeremony {
    /// `navigator.credentials.create`.
    Create,
    /// `navigator.credentials.get`.
    Get,
}

/// A challenge for an authenticator (Web Authentication). It works once, for five minutes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasskeyChallenge {
    pub id: String,
    pub ceremony: PasskeyCeremony,
    /// `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`.
    pub public_key: Value,
}

/// The answer of an authenticator: `POST /api/editor/sign-in/passkey` and `POST /api/editor/reauthenticate/passkey`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasskeyAnswer {
    /// That of the [`PasskeyChallenge`].
    pub id: String,
    /// `RegistrationResponseJSON` or `AuthenticationResponseJSON`.
    pub credential: Value,
}

/// `POST /api/editor/passkeys`: adds a passkey.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPasskey {
    /// As shown in the list.
    pub name: String,
    pub answer: PasskeyAnswer,
}

/// `PUT /api/editor/passkeys/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasskeyName {
    pub name: String,
}

/// `GET /api/editor/passkeys`: the passkeys of the operator for all hosts of the editor, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OperatorPasskeys {
    pub passkeys: Vec<OperatorPasskey>,
}

/// A passkey of the operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OperatorPasskey {
    pub id: String,
    pub name: String,
    /// The host of the editor for which it works.
    pub host: String,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub created_at: Timestamp,
    /// Last sign-in or confirmation; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub used_at: Option<Timestamp>,
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

/// `POST /api/editor/password`: changes the password, or sets one, and ends all other sign-ins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordChange {
    /// Required if the account has a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// Required if the account has an authenticator app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    pub new_password: String,
}

/// `POST /api/editor/password/reset`: asks for the link of a forgotten password. The response is the same for every address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordResetRequest {
    pub email: String,
}

/// `POST /api/editor/password/reset/confirm`: sets the password of whoever has the link, ends all sign-ins and begins one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordReset {
    /// That of the link.
    pub token: String,
    pub new_password: String,
    /// Code of the authenticator app, or a recovery code; required if the account has an authenticator app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// `PUT /api/editor/account`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AccountName {
    pub name: String,
}

/// `POST /api/editor/account/email`: asks for the link that confirms a new address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewAccountEmail {
    pub email: String,
}

/// `POST /api/editor/account/email/confirm`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AccountEmailConfirmation {
    /// That of the link.
    pub token: String,
}

/// The new address of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConfirmedEmail {
    pub email: String,
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
    /// Name of the passkey with which it began; absent for a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<String>,
}

/// Adds the schemas of the requests of this module.
pub(super) fn add_requests(generator: &mut SchemaGenerator) {
    generator.subschema_for::<EditorSignIn>();
    generator.subschema_for::<Reauthentication>();
    generator.subschema_for::<PasswordChange>();
    generator.subschema_for::<PasswordResetRequest>();
    generator.subschema_for::<PasswordReset>();
    generator.subschema_for::<AccountName>();
    generator.subschema_for::<NewAccountEmail>();
    generator.subschema_for::<AccountEmailConfirmation>();
    generator.subschema_for::<InvitationAcceptance>();
    generator.subschema_for::<TotpConfirmation>();
    generator.subschema_for::<InvitationPasskey>();
    generator.subschema_for::<PasskeyAnswer>();
    generator.subschema_for::<NewPasskey>();
    generator.subschema_for::<PasskeyName>();
}

/// Adds the schemas of the responses of this module.
pub(super) fn add_responses(generator: &mut SchemaGenerator) {
    generator.subschema_for::<EditorSession>();
    generator.subschema_for::<SignInResponse>();
    generator.subschema_for::<Invitation>();
    generator.subschema_for::<TotpSetup>();
    generator.subschema_for::<RecoveryCodes>();
    generator.subschema_for::<ConfirmedEmail>();
    generator.subschema_for::<OperatorSessions>();
    generator.subschema_for::<PasskeyChallenge>();
    generator.subschema_for::<OperatorPasskeys>();
    generator.subschema_for::<OperatorPasskey>();
}
