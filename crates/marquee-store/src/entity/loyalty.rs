//! Entities of the loyalty program's tables.

table!(member, "member", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub email_key: Option<String>,
    pub username_key: Option<String>,
    pub name_key: String,
    pub last_name_key: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub password_hash: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(member_merge, "member_merge", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub closed_id: String,
    pub member_id: String,
});

table!(member_note, "member_note", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub member_id: String,
    pub author: String,
    #[sea_orm(column_type = "Text")]
    pub text: String,
    pub at: i64,
});

table!(session, "session", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub member_id: String,
    pub parent_id: Option<String>,
    pub ends_at: i64,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(secret, "secret", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub subject: Option<String>,
    pub ends_at: i64,
    pub tries: i32,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(counter, "counter", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    pub count: i64,
    pub retry_at: i64,
    pub until: i64,
});

table!(card, "card", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub code: String,
    pub member_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(gift_card, "gift_card", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub number_hash: String,
    pub id: String,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(offer, "offer", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub position: i32,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(favorite, "favourite", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub newsletter: bool,
    pub added_at: i64,
});

table!(loyalty_order, "loyalty_order", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub member_id: Option<String>,
    pub ordered_at: i64,
    pub code_hash: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(ticket, "ticket", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub order_id: String,
});

table!(transfer, "transfer", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub kind: String,
    pub occurred_at: i64,
    #[sea_orm(column_type = "Text")]
    pub description: String,
    pub cinema_id: Option<String>,
    pub order_id: Option<String>,
});

table!(answered, "answered", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub scope: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub request_id: String,
    pub body_hash: String,
    #[sea_orm(column_type = "Text")]
    pub answer: String,
    pub at: i64,
});

table!(api_key, "api_key", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    pub scope: String,
    pub hash: String,
    pub created_at: i64,
    pub expires_at: Option<i64>,
    pub used_at: Option<i64>,
    pub points_limit: Option<i64>,
});

table!(account, "account", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub unit: String,
    pub balance: i64,
    pub entries: i64,
    pub head: String,
    pub frozen: bool,
});

table!(entry, "entry", {
    #[sea_orm(primary_key)]
    pub seq: i64,
    pub site_id: String,
    pub transfer_id: String,
    pub account_id: String,
    pub amount: i64,
    pub number: Option<i64>,
    pub balance_after: Option<i64>,
    pub link: Option<String>,
});

table!(outbox, "outbox", {
    #[sea_orm(primary_key)]
    pub seq: i64,
    pub site_id: String,
    pub member_id: Option<String>,
    pub address: String,
    pub language: String,
    #[sea_orm(column_type = "Text")]
    pub letter: String,
    pub attempts: i32,
    pub created_at: i64,
    pub next_at: Option<i64>,
});

table!(audit, "audit", {
    #[sea_orm(primary_key)]
    pub seq: i64,
    pub site_id: String,
    pub at: i64,
    pub actor: String,
    pub action: String,
    pub subject: String,
    #[sea_orm(column_type = "Text")]
    pub detail: String,
});

table!(deletion, "deletion", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub at: i64,
    pub is_clean: bool,
});
