//! SeaORM entities of all tables. Private to this crate.

pub use certificates::{acme_account, acme_challenge, certificate};
pub use editor::{
    box_office_points, draft, draft_edit, operator_account, operator_challenge, operator_counter,
    operator_invitation, operator_passkey, operator_request, operator_role, operator_session, own_role,
    presence, publication, record_edit, removed_record, revision, theater_alert,
};
pub use feeds::{feed, feed_day, feed_response, feed_run, feed_show, film_match};
pub use loyalty::{
    account, answered, api_key, audit, card, counter, deletion, entry, favorite, gift_card, loyalty_order,
    member, member_merge, member_note, offer, outbox, secret, session, ticket, transfer,
};
pub use webhooks::{webhook, webhook_message};

macro_rules! table {
    ($module:ident, $name:literal, { $($body:tt)* }) => {
        pub mod $module {
            use sea_orm::entity::prelude::*;

            #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
            #[sea_orm(table_name = $name)]
            pub struct Model { $($body)* }

            #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
            pub enum Relation {}

            impl ActiveModelBehavior for ActiveModel {}
        }
    };
}

mod certificates;
mod editor;
mod feeds;
mod loyalty;
mod webhooks;

table!(site, "site", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    #[sea_orm(column_type = "Text")]
    pub record: String,
    pub version: i64,
});

table!(site_host, "site_host", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub host: String,
    pub site_id: String,
});

table!(theater, "theater", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub position: i32,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(movie, "movie", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(event, "event", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub position: i32,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(page, "page", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub path: String,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(site_doc, "site_doc", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(showtime, "showtime", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub theater_id: String,
    pub movie_id: String,
    pub business_date: String,
    pub starts_at: i64,
    pub ends_at: Option<i64>,
    pub screen: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub attributes: String,
    pub availability: i16,
    #[sea_orm(column_type = "Text", nullable)]
    pub booking: Option<String>,
    pub perf_code: Option<String>,
    pub price_amount: Option<i64>,
    pub price_currency: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub change: Option<String>,
});

table!(picture, "picture", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source: String,
    pub media_id: String,
    pub width: i32,
    pub height: i32,
});

table!(picture_details, "picture_details", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source: String,
    #[sea_orm(column_type = "Text")]
    pub doc: String,
});

table!(picture_file, "picture_file", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub media_id: String,
    pub name: String,
    pub bytes: i64,
    pub uploaded_at: i64,
    pub actor: String,
    pub replaced_by: Option<String>,
});

table!(video, "video", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source: String,
    pub media_id: String,
    pub name: String,
    pub bytes: i64,
    pub width: i32,
    pub height: i32,
    pub duration_ms: i64,
    pub uploaded_at: i64,
    pub actor: String,
    pub removed_at: Option<i64>,
});

table!(captions, "captions", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub video: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub locale: String,
    pub text_id: String,
    pub name: String,
    pub bytes: i64,
    #[sea_orm(column_type = "Text")]
    pub text: String,
    pub uploaded_at: i64,
    pub actor: String,
});

table!(change, "change_log", {
    #[sea_orm(primary_key)]
    pub seq: i64,
    pub site_id: String,
    #[sea_orm(column_type = "Text")]
    pub tags: String,
});

table!(touched, "touched", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub tag: String,
    pub at: i64,
});

table!(daily_count, "daily_count", {
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    pub count: i64,
});
