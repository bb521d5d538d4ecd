//! Films of feeds that are, or may be, films that the site has from elsewhere.

use std::collections::HashMap;

use marquee_model::catalog::Movie;
use marquee_model::feed::FilmMatchState;
use marquee_model::{MovieId, SiteId, Tag};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set};

use crate::connect::Store;
use crate::entity::film_match;
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A film of a feed, and a film of the site.
#[derive(Debug, Clone, PartialEq)]
pub struct FilmMatchRow {
    /// The id that the feed gives it.
    pub film: MovieId,
    /// The film of the site.
    pub target: MovieId,
    pub state: FilmMatchState,
    /// How sure it is that they are the same, in percent.
    pub confidence: u8,
    /// The server of the feed.
    pub source: String,
    /// The film as the feed described it last.
    pub record: Movie,
    /// The film of the site as its own feed or import described it last; `None` if it was typed in.
    pub target_record: Option<Movie>,
    /// Who decided; [`FilmMatchRow::RULE`] for an automatic match that a rule for titles made.
    pub decided_by: Option<String>,
}

impl FilmMatchRow {
    /// What decided a match that a rule for titles made (decision 0074). It goes with the rule.
    pub const RULE: &str = "rule";

    /// Whether a rule for titles made this match.
    #[must_use]
    pub fn is_of_rule(&self) -> bool {
        self.state == FilmMatchState::Automatic && self.decided_by.as_deref() == Some(Self::RULE)
    }
}

fn read_match(row: film_match::Model) -> Result<FilmMatchRow, StoreError> {
    let row_context = RowContext::new("film_match", [&row.site_id, &row.film_id]);
    Ok(FilmMatchRow {
        state: row_context.code("state", FilmMatchState::parse(&row.state), &row.state)?,
        confidence: row_context.number("confidence", row.confidence)?,
        record: row_context.read_json("doc", &row.doc)?,
        target_record: row.target_doc.map(|doc| row_context.read_json("target_doc", &doc)).transpose()?,
        film: MovieId::stored(row.film_id),
        target: MovieId::stored(row.target_id),
        source: row.source,
        decided_by: row.decided_by,
    })
}

fn matches_of(site: &SiteId) -> Select<film_match::Entity> {
    film_match::Entity::find()
        .filter(film_match::Column::SiteId.eq(site.as_str()))
        .order_by_asc(film_match::Column::FilmId)
}

async fn read_all<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<FilmMatchRow>, StoreError> {
    matches_of(site).all(db).await?.into_iter().map(read_match).collect()
}

impl Store {
    /// The matches of a site, by the id of the feed's film.
    pub async fn film_matches(&self, site: &SiteId) -> Result<Vec<FilmMatchRow>, StoreError> {
        read_all(&self.read, site).await
    }

    /// The films of the site that films of feeds are, by the id of the feed's film.
    pub async fn merged_films(&self, site: &SiteId) -> Result<HashMap<MovieId, MovieId>, StoreError> {
        use film_match::Column as C;
        let same =
            FilmMatchState::ALL.iter().filter(|state| state.is_same_film()).map(|state| state.as_str());
        let query = film_match::Entity::find()
            .select_only()
            .columns([C::FilmId, C::TargetId])
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::State.is_in(same));
        let rows: Vec<(String, String)> = query.into_tuple().all(&self.read).await?;
        Ok(rows.into_iter().map(|(film, target)| (MovieId::stored(film), MovieId::stored(target))).collect())
    }
}

impl WriteTx {
    /// The matches of a site, by the id of the feed's film.
    pub async fn film_matches(&self, site: &SiteId) -> Result<Vec<FilmMatchRow>, StoreError> {
        read_all(self.tx(), site).await
    }

    /// The match of a feed's film, locked until this transaction ends.
    pub async fn film_match(
        &self,
        site: &SiteId,
        film: &MovieId,
    ) -> Result<Option<FilmMatchRow>, StoreError> {
        let key = (site.as_str().to_owned(), film.as_str().to_owned());
        let query = film_match::Entity::find_by_id(key).lock_exclusive();
        query.one(self.tx()).await?.map(read_match).transpose()
    }

    /// Removes the match of a feed's film.
    pub async fn remove_film_match(&mut self, site: &SiteId, film: &MovieId) -> Result<(), StoreError> {
        let key = (site.as_str().to_owned(), film.as_str().to_owned());
        film_match::Entity::delete_by_id(key).exec(self.tx()).await?;
        self.record_change(site, Tag::Movie(film.clone()));
        Ok(())
    }

    /// Saves a match; it replaces an earlier one of the film.
    pub async fn save_film_match(&mut self, site: &SiteId, row: &FilmMatchRow) -> Result<(), StoreError> {
        use film_match::Column as C;
        let (site_id, film) = (site.as_str(), row.film.as_str());
        let row_context = RowContext::new("film_match", [site_id, film]);
        let target_doc = row.target_record.as_ref().map(|film| row_context.write_json("target_doc", film));
        let model = film_match::ActiveModel {
            site_id: Set(site_id.to_owned()),
            film_id: Set(film.to_owned()),
            target_id: Set(row.target.as_str().to_owned()),
            state: Set(row.state.as_str().to_owned()),
            confidence: Set(i16::from(row.confidence)),
            source: Set(row.source.clone()),
            doc: Set(row_context.write_json("doc", &row.record)?),
            target_doc: Set(target_doc.transpose()?),
            decided_by: Set(row.decided_by.clone()),
        };
        let conflict = OnConflict::columns([C::SiteId, C::FilmId])
            .update_columns([
                C::TargetId,
                C::State,
                C::Confidence,
                C::Source,
                C::Doc,
                C::TargetDoc,
                C::DecidedBy,
            ])
            .to_owned();
        film_match::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        // The address of the one leads to the other, or no longer does.
        if row.state != FilmMatchState::Suggested {
            self.record_change(site, Tag::Movie(row.film.clone()));
        }
        Ok(())
    }
}
