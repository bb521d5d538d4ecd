//! Migrations for both engines. A released migration is never edited.

use sea_orm_migration::prelude::*;

mod alert_translations;
mod captions;
mod certificates;
mod constraints;
mod deletions;
mod draft_operators;
mod editor;
mod feed_shows;
mod feeds;
mod film_matches;
mod loyalty;
mod media;
mod merges;
mod notes;
mod numbers;
mod operator_requests;
mod own_roles;
mod passkeys;
mod program;
mod publications;
mod removed_parts;
mod role_theaters;
mod show_changes;
mod theaters;
mod videos;
mod webhook_problems;
mod webhooks;

pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(First),
            Box::new(loyalty::Loyalty),
            Box::new(deletions::Deletions),
            Box::new(constraints::Constraints),
            Box::new(editor::Editor),
            Box::new(program::Program),
            Box::new(numbers::Numbers),
            Box::new(passkeys::Passkeys),
            Box::new(theaters::TheaterNotices),
            Box::new(media::Media),
            Box::new(notes::Notes),
            Box::new(merges::Merges),
            Box::new(role_theaters::RoleTheaters),
            Box::new(own_roles::OwnRoles),
            Box::new(operator_requests::OperatorRequests),
            Box::new(feeds::Feeds),
            Box::new(show_changes::ShowChanges),
            Box::new(film_matches::FilmMatches),
            Box::new(webhooks::Webhooks),
            Box::new(videos::Videos),
            Box::new(webhook_problems::WebhookProblems),
            Box::new(captions::VideoCaptions),
            Box::new(publications::Publications),
            Box::new(feed_shows::FeedShows),
            Box::new(removed_parts::RemovedParts),
            Box::new(certificates::Certificates),
            Box::new(draft_operators::DraftOperators),
            Box::new(alert_translations::AlertTranslations),
        ]
    }
}

struct First;

impl MigrationName for First {
    fn name(&self) -> &'static str {
        "m0001_sites_and_catalog"
    }
}

fn text(name: &'static str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).text().not_null().to_owned()
}

fn text_null(name: &'static str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).text().null().to_owned()
}

fn big(name: &'static str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).big_integer().not_null().to_owned()
}

fn big_null(name: &'static str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).big_integer().null().to_owned()
}

fn int(name: &'static str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).integer().not_null().to_owned()
}

fn small(name: &'static str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).small_integer().not_null().to_owned()
}

fn table(name: &'static str, keys: &[&'static str], columns: Vec<ColumnDef>) -> TableCreateStatement {
    let mut table = Table::create().table(Alias::new(name)).to_owned();
    for column in columns {
        table.col(column);
    }
    let mut primary = Index::create();
    for key in keys {
        primary.col(Alias::new(*key));
    }
    table.primary_key(&mut primary);
    table
}

fn tables() -> Vec<TableCreateStatement> {
    vec![
        table("site", &["id"], vec![text("id"), text("record"), big("version")]),
        table("site_host", &["host"], vec![text("host"), text("site_id")]),
        table("theater", &["site_id", "id"], vec![text("site_id"), text("id"), int("position"), text("doc")]),
        table("movie", &["site_id", "id"], vec![text("site_id"), text("id"), text("doc")]),
        table("event", &["site_id", "id"], vec![text("site_id"), text("id"), int("position"), text("doc")]),
        table("page", &["site_id", "path"], vec![text("site_id"), text("path"), text("doc")]),
        table("site_doc", &["site_id", "kind"], vec![text("site_id"), text("kind"), text("doc")]),
        table(
            "showtime",
            &["site_id", "id"],
            vec![
                text("site_id"),
                text("id"),
                text("theater_id"),
                text("movie_id"),
                text("business_date"),
                big("starts_at"),
                big_null("ends_at"),
                text_null("screen"),
                text("attributes"),
                small("availability"),
                text_null("booking"),
                text_null("perf_code"),
                big_null("price_amount"),
                text_null("price_currency"),
            ],
        ),
        table(
            "picture",
            &["site_id", "source"],
            vec![text("site_id"), text("source"), text("media_id"), int("width"), int("height")],
        ),
        table(
            "operator",
            &["name"],
            vec![text("name"), text("password_hash"), text("sites"), big("created_at")],
        ),
        table("touched", &["site_id", "tag"], vec![text("site_id"), text("tag"), big("at")]),
    ]
}

fn index(name: &'static str, table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    let mut index = Index::create().name(name).table(Alias::new(table)).to_owned();
    for column in columns {
        index.col(Alias::new(*column));
    }
    index
}

#[async_trait::async_trait]
impl MigrationTrait for First {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in tables() {
            manager.create_table(table).await?;
        }
        let mut log = Table::create().table(Alias::new("change_log")).to_owned();
        log.col(ColumnDef::new(Alias::new("seq")).big_integer().not_null().auto_increment().primary_key())
            .col(text("site_id"))
            .col(text("tags"));
        manager.create_table(log).await?;
        manager
            .create_index(index("showtime_day", "showtime", &["site_id", "business_date", "theater_id"]))
            .await?;
        manager.create_index(index("showtime_code", "showtime", &["site_id", "perf_code"])).await?;
        manager
            .create_index(index("showtime_movie", "showtime", &["site_id", "movie_id", "business_date"]))
            .await?;
        manager
            .create_index(index(
                "showtime_theater",
                "showtime",
                &["site_id", "theater_id", "movie_id", "business_date"],
            ))
            .await
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
