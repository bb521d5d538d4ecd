//! The nineteenth migration: films of feeds that are, or may be, films that the site has from elsewhere.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

/// `film_id` is the id that a feed gives a film, `target_id` the film of the site, `doc` the film as the feed describes it, `target_doc` that of the site as its own feed or import describes it. Neither id
/// needs a row in `movie`: the decision of a person outlives the films. Both engines accept these statements.
const STATEMENTS: &[&str] = &["CREATE TABLE film_match (
        site_id TEXT NOT NULL,
        film_id TEXT NOT NULL,
        target_id TEXT NOT NULL,
        state TEXT NOT NULL CONSTRAINT film_match_state
            CHECK (state IN ('suggested', 'automatic', 'same', 'different')),
        confidence SMALLINT NOT NULL CONSTRAINT film_match_confidence CHECK (confidence BETWEEN 0 AND 100),
        source TEXT NOT NULL,
        doc TEXT NOT NULL CONSTRAINT film_match_doc CHECK (doc LIKE '{%}'),
        target_doc TEXT CONSTRAINT film_match_target_doc CHECK (target_doc LIKE '{%}'),
        decided_by TEXT,
        PRIMARY KEY (site_id, film_id),
        CONSTRAINT film_match_other CHECK (film_id <> target_id),
        CONSTRAINT film_match_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)"];

pub struct FilmMatches;

impl MigrationName for FilmMatches {
    fn name(&self) -> &'static str {
        "m0019_film_matches"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for FilmMatches {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for statement in STATEMENTS {
            manager.get_connection().execute_unprepared(statement).await?;
        }
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
