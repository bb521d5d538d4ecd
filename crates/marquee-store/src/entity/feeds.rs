//! Entities of feeds and their runs.

table!(feed, "feed", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub name_key: String,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub credential: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub push_secret: Option<String>,
    pub is_on: bool,
    pub next_at: i64,
    pub lease_owner: Option<String>,
    pub lease_until: i64,
    pub failures: i32,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    pub digest: Option<String>,
    pub succeeded_at: Option<i64>,
    pub held_run: Option<String>,
    pub is_stale_reported: bool,
    pub push_id: Option<String>,
    pub pushed_at: Option<i64>,
    pub has_announced: bool,
    pub created_at: i64,
});

table!(feed_run, "feed_run", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub feed_id: String,
    pub at: i64,
    pub took: i64,
    pub result: String,
    pub added: i64,
    pub moved: i64,
    pub gone: i64,
    pub same: i64,
    pub warnings: i64,
    pub problem: Option<String>,
    pub error: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub mailed: String,
    pub decided_by: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub report: Option<String>,
    pub response_size: i64,
});

table!(feed_response, "feed_response", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: String,
    pub name: String,
    pub content: Vec<u8>,
});

table!(feed_day, "feed_day", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub feed_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: String,
    pub result: String,
    pub runs: i64,
});

table!(film_match, "film_match", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub film_id: String,
    pub target_id: String,
    pub state: String,
    pub confidence: i16,
    pub source: String,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub target_doc: Option<String>,
    pub decided_by: Option<String>,
});

table!(feed_show, "feed_show", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub show_id: String,
    pub feed_id: String,
});
