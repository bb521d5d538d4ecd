//! Entities of certificates.

table!(certificate, "certificate", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub host: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub chain: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub private_key: Option<String>,
    pub directory: Option<String>,
    pub ends_at: Option<i64>,
    pub next_at: i64,
    pub failures: i32,
    pub problem: Option<String>,
});

table!(acme_account, "acme_account", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub directory: String,
    #[sea_orm(column_type = "Text")]
    pub credentials: String,
});

table!(acme_challenge, "acme_challenge", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub token: String,
    pub response: String,
    pub ends_at: i64,
});
