//! Entities of webhooks and their messages.

table!(webhook, "webhook", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub address: String,
    #[sea_orm(column_type = "Text")]
    pub secret: String,
    pub is_on: bool,
    pub seen: i64,
    pub created_at: i64,
});

table!(webhook_message, "webhook_message", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub webhook_id: String,
    pub at: i64,
    #[sea_orm(column_type = "Text")]
    pub body: String,
    pub state: String,
    pub attempts: i32,
    pub next_at: Option<i64>,
    pub status: Option<i32>,
    pub error: Option<String>,
    pub problem: Option<String>,
});
