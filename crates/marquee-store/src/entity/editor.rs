//! Entities of operators, drafts, published versions and records that operators edit beside feeds.

table!(operator_account, "operator_account", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub email: String,
    pub email_key: String,
    pub name: String,
    #[sea_orm(column_type = "Text")]
    pub password_hash: String,
    pub totp_secret: Option<String>,
    pub totp_step: i64,
    #[sea_orm(column_type = "Text")]
    pub recovery_codes: String,
    pub created_at: i64,
    pub seen_at: Option<i64>,
});

table!(operator_role, "operator_role", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub operator_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    pub role: Option<String>,
    pub theaters: Option<String>,
    pub own_role: Option<String>,
});

table!(own_role, "own_role", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub name: String,
    pub name_key: String,
    #[sea_orm(column_type = "Text")]
    pub permissions: String,
    pub points_limit: Option<i64>,
});

table!(box_office_points, "box_office_points", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    pub points_limit: Option<i64>,
});

table!(operator_session, "operator_session", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub operator_id: String,
    pub hash: String,
    pub device: String,
    pub created_at: i64,
    pub seen_at: i64,
    pub confirmed_at: i64,
    #[sea_orm(column_type = "Text")]
    pub opened_sites: String,
    pub passkey: Option<String>,
});

table!(operator_invitation, "operator_invitation", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub hash: String,
    pub email: String,
    pub site_id: String,
    pub role: Option<String>,
    pub created_at: i64,
    pub expires_at: i64,
    pub theaters: Option<String>,
    pub own_role: Option<String>,
});

table!(operator_counter, "operator_counter", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    pub count: i64,
    pub retry_at: i64,
    pub until: i64,
});

table!(operator_passkey, "operator_passkey", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub operator_id: String,
    pub host: String,
    pub credential_id: String,
    #[sea_orm(column_type = "Text")]
    pub credential: String,
    pub name: String,
    pub created_at: i64,
    pub used_at: Option<i64>,
});

table!(operator_challenge, "operator_challenge", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub network: String,
    pub session_id: Option<String>,
    pub invitation_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
    pub expires_at: i64,
});

table!(draft, "draft", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    pub version: i64,
});

table!(draft_edit, "draft_edit", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub pointer: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub doc: Option<String>,
    pub actor: String,
    pub at: i64,
    pub operator_id: Option<String>,
});

table!(revision, "revision", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i64,
    pub at: i64,
    pub actor: String,
    pub name: String,
    pub changes: i64,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(publication, "publication", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    pub at: i64,
    pub actor: String,
    pub name: String,
    pub operator_id: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub changes: Option<String>,
    pub problem: Option<String>,
    pub left_out: i64,
});

table!(presence, "presence", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub operator_id: String,
    pub at: i64,
});

table!(record_edit, "record_edit", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub base: Option<String>,
    pub day: Option<String>,
});

table!(theater_alert, "theater_alert", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub theater_id: String,
    #[sea_orm(column_type = "Text")]
    pub message: String,
    pub since: i64,
    pub ends_at: i64,
    #[sea_orm(column_type = "Text")]
    pub translations: String,
});

table!(removed_record, "removed_record", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
    pub removed_at: i64,
});

table!(operator_request, "operator_request", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub from_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub to_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    pub at: i64,
    pub is_answered: bool,
});
