//! Write transactions, which record what they changed.

use std::collections::{BTreeMap, BTreeSet};

use marquee_model::catalog::{Attribute, Event, Menus, Movie, Page, Showtime, Theater};
use marquee_model::{Change, MovieId, ShowId, SiteId, Tag, TheaterId};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, NotSet,
    QueryFilter, Set, Statement,
};

use crate::availability;
use crate::entity::{change, event, movie, page, showtime, site_doc, theater, touched};
use crate::error::StoreError;
use crate::place::Place;
use crate::reads::show;

/// Rows per statement; both engines accept this many of the widest table.
const CHUNK: usize = 1000;

/// Advisory lock on PostgreSQL for numbering changes. Readers continue after the last number they saw, so a smaller number
/// must not be committed after a larger one. SQLite has a single writer.
const CHANGES: i64 = 0x6d61_7271_7565_6501;

/// A write transaction. It is rolled back if dropped without [`WriteTx::commit`].
#[derive(Debug)]
pub struct WriteTx {
    tx: DatabaseTransaction,
    changes: BTreeMap<SiteId, Vec<Tag>>,
    /// Sites that this transaction removes.
    pub(crate) removed: BTreeSet<SiteId>,
}

/// The document of a row whose key is a site and an id.
pub(crate) fn doc<T: serde::Serialize>(
    table: &'static str,
    site: &SiteId,
    id: &str,
    value: &T,
) -> Result<String, StoreError> {
    Place::new(table, [site.as_str(), id]).write_json("doc", value)
}

impl WriteTx {
    pub(crate) fn new(tx: DatabaseTransaction) -> Self {
        Self { tx, changes: BTreeMap::new(), removed: BTreeSet::new() }
    }

    pub(crate) fn tx(&self) -> &DatabaseTransaction {
        &self.tx
    }

    /// Records a change; it is saved with the transaction.
    pub fn record_change(&mut self, site: &SiteId, tag: Tag) {
        self.changes.entry(site.clone()).or_default().push(tag);
    }

    /// Commits the transaction and returns its changes.
    ///
    /// # Errors
    /// [`StoreError::Database`]; the transaction is then rolled back.
    pub async fn commit(mut self) -> Result<Vec<Change>, StoreError> {
        let changes: Vec<Change> = std::mem::take(&mut self.changes)
            .into_iter()
            .map(|(site, tags)| Change::new(site, tags))
            .collect();
        if !changes.is_empty() && self.tx.get_database_backend() == DbBackend::Postgres {
            self.tx.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({CHANGES})")).await?;
        }
        for c in &changes {
            let row = change::ActiveModel {
                seq: NotSet,
                site_id: Set(c.site.as_str().to_owned()),
                tags: Set(Place::new("change_log", [c.site.as_str()]).write_json("tags", &c.tags)?),
            };
            row.insert(&self.tx).await?;
        }
        for c in changes.iter().filter(|c| !self.removed.contains(&c.site)) {
            self.touch(c).await?;
        }
        self.tx.commit().await?;
        Ok(changes)
    }

    /// Records the time of a change for each of its tags, by the database's clock.
    async fn touch(&self, change: &Change) -> Result<(), StoreError> {
        let now = match self.tx.get_database_backend() {
            DbBackend::Postgres => "SELECT CAST(EXTRACT(EPOCH FROM now()) AS BIGINT) AS at",
            _ => "SELECT unixepoch() AS at",
        };
        let at: i64 =
            match self.tx.query_one_raw(Statement::from_string(self.tx.get_database_backend(), now)).await? {
                Some(row) => row.try_get("", "at")?,
                None => 0,
            };
        for chunk in change.tags.chunks(CHUNK) {
            let rows = chunk
                .iter()
                .map(|tag| {
                    Ok(touched::ActiveModel {
                        site_id: Set(change.site.as_str().to_owned()),
                        tag: Set(Place::new("touched", [change.site.as_str()]).write_json("tag", tag)?),
                        at: Set(at),
                    })
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            let conflict = OnConflict::columns([touched::Column::SiteId, touched::Column::Tag])
                .update_column(touched::Column::At)
                .to_owned();
            touched::Entity::insert_many(rows).on_conflict(conflict).exec_without_returning(&self.tx).await?;
        }
        Ok(())
    }

    /// Saves theaters at their positions.
    pub async fn save_theaters(&mut self, site: &SiteId, rows: &[(i32, &Theater)]) -> Result<(), StoreError> {
        use theater::Column as C;
        for chunk in rows.chunks(CHUNK) {
            let models = chunk
                .iter()
                .map(|(position, t)| {
                    Ok(theater::ActiveModel {
                        site_id: Set(site.as_str().to_owned()),
                        id: Set(t.id.as_str().to_owned()),
                        position: Set(*position),
                        doc: Set(doc("theater", site, t.id.as_str(), t)?),
                    })
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            let conflict =
                OnConflict::columns([C::SiteId, C::Id]).update_columns([C::Position, C::Doc]).to_owned();
            theater::Entity::insert_many(models)
                .on_conflict(conflict)
                .exec_without_returning(&self.tx)
                .await?;
        }
        for (_, t) in rows {
            self.record_change(site, Tag::Theater(t.id.clone()));
            self.record_change(site, Tag::Theaters);
        }
        Ok(())
    }

    /// Removes theaters and their shows.
    pub async fn remove_theaters(&mut self, site: &SiteId, ids: &[TheaterId]) -> Result<(), StoreError> {
        for id in ids {
            let key = (site.as_str().to_owned(), id.as_str().to_owned());
            theater::Entity::delete_by_id(key).exec(&self.tx).await?;
            self.record_change(site, Tag::Theater(id.clone()));
            self.record_change(site, Tag::Theaters);
        }
        Ok(())
    }

    pub async fn save_movies(&mut self, site: &SiteId, rows: &[&Movie]) -> Result<(), StoreError> {
        use movie::Column as C;
        for chunk in rows.chunks(CHUNK) {
            let models = chunk
                .iter()
                .map(|m| {
                    Ok(movie::ActiveModel {
                        site_id: Set(site.as_str().to_owned()),
                        id: Set(m.id.as_str().to_owned()),
                        doc: Set(doc("movie", site, m.id.as_str(), m)?),
                    })
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            let conflict = OnConflict::columns([C::SiteId, C::Id]).update_columns([C::Doc]).to_owned();
            movie::Entity::insert_many(models).on_conflict(conflict).exec_without_returning(&self.tx).await?;
        }
        for m in rows {
            self.record_change(site, Tag::Movie(m.id.clone()));
            self.record_change(site, Tag::Films);
        }
        Ok(())
    }

    /// Removes films and their shows.
    pub async fn remove_movies(&mut self, site: &SiteId, ids: &[MovieId]) -> Result<(), StoreError> {
        for id in ids {
            let key = (site.as_str().to_owned(), id.as_str().to_owned());
            movie::Entity::delete_by_id(key).exec(&self.tx).await?;
            self.record_change(site, Tag::Movie(id.clone()));
            self.record_change(site, Tag::Films);
        }
        Ok(())
    }

    /// The shows of one theater, as seen by this transaction.
    pub async fn theater_shows(
        &self,
        site: &SiteId,
        theater: &TheaterId,
    ) -> Result<Vec<Showtime>, StoreError> {
        let rows = showtime::Entity::find()
            .filter(showtime::Column::SiteId.eq(site.as_str()))
            .filter(showtime::Column::TheaterId.eq(theater.as_str()))
            .all(&self.tx)
            .await?;
        rows.into_iter().map(show).collect()
    }

    pub async fn save_shows(&mut self, site: &SiteId, rows: &[&Showtime]) -> Result<(), StoreError> {
        use showtime::Column as C;
        for chunk in rows.chunks(CHUNK) {
            let models = chunk.iter().map(|s| show_row(site, s)).collect::<Result<Vec<_>, _>>()?;
            let conflict = OnConflict::columns([C::SiteId, C::Id])
                .update_columns([
                    C::TheaterId,
                    C::MovieId,
                    C::BusinessDate,
                    C::StartsAt,
                    C::EndsAt,
                    C::Screen,
                    C::Attributes,
                    C::Availability,
                    C::Booking,
                    C::PerfCode,
                    C::PriceAmount,
                    C::PriceCurrency,
                ])
                .to_owned();
            showtime::Entity::insert_many(models)
                .on_conflict(conflict)
                .exec_without_returning(&self.tx)
                .await?;
        }
        for s in rows {
            self.record_show_change(site, s);
        }
        Ok(())
    }

    pub async fn remove_shows(&mut self, site: &SiteId, rows: &[&Showtime]) -> Result<(), StoreError> {
        for chunk in rows.chunks(CHUNK) {
            let ids: Vec<&str> = chunk.iter().map(|s| ShowId::as_str(&s.id)).collect();
            showtime::Entity::delete_many()
                .filter(showtime::Column::SiteId.eq(site.as_str()))
                .filter(showtime::Column::Id.is_in(ids))
                .exec(&self.tx)
                .await?;
        }
        for s in rows {
            self.record_show_change(site, s);
        }
        Ok(())
    }

    fn record_show_change(&mut self, site: &SiteId, s: &Showtime) {
        self.record_change(site, Tag::Films);
        self.record_change(site, Tag::Movie(s.movie_id.clone()));
        self.record_change(site, Tag::Theater(s.theater_id.clone()));
    }

    /// Replaces all events of a site.
    pub async fn replace_events(&mut self, site: &SiteId, rows: &[Event]) -> Result<(), StoreError> {
        event::Entity::delete_many().filter(event::Column::SiteId.eq(site.as_str())).exec(&self.tx).await?;
        for (position, e) in (0..).zip(rows) {
            let row = event::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                id: Set(e.id.as_str().to_owned()),
                position: Set(position),
                doc: Set(doc("event", site, e.id.as_str(), e)?),
            };
            event::Entity::insert(row).exec_without_returning(&self.tx).await?;
            self.record_change(site, Tag::Event(e.id.clone()));
        }
        self.record_change(site, Tag::Events);
        Ok(())
    }

    /// Replaces all content pages of a site.
    pub async fn replace_pages(&mut self, site: &SiteId, rows: &[Page]) -> Result<(), StoreError> {
        page::Entity::delete_many().filter(page::Column::SiteId.eq(site.as_str())).exec(&self.tx).await?;
        for p in rows {
            let row = page::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                path: Set(p.path.clone()),
                doc: Set(doc("page", site, &p.path, p)?),
            };
            page::Entity::insert(row).exec_without_returning(&self.tx).await?;
            self.record_change(site, Tag::Page(p.path.clone()));
        }
        self.record_change(site, Tag::Site);
        Ok(())
    }

    async fn save_doc<T: serde::Serialize>(
        &mut self,
        site: &SiteId,
        kind: &'static str,
        value: &T,
    ) -> Result<(), StoreError> {
        use site_doc::Column as C;
        let row = site_doc::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            kind: Set(kind.to_owned()),
            doc: Set(doc("site_doc", site, kind, value)?),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Kind]).update_columns([C::Doc]).to_owned();
        site_doc::Entity::insert(row).on_conflict(conflict).exec_without_returning(&self.tx).await?;
        self.record_change(site, Tag::Site);
        Ok(())
    }

    pub async fn save_menus(&mut self, site: &SiteId, menus: &Menus) -> Result<(), StoreError> {
        self.save_doc(site, "menus", menus).await
    }

    pub async fn save_attributes(&mut self, site: &SiteId, names: &[Attribute]) -> Result<(), StoreError> {
        self.save_doc(site, "attributes", &names).await
    }
}

fn show_row(site: &SiteId, s: &Showtime) -> Result<showtime::ActiveModel, StoreError> {
    let place = Place::new("showtime", [site.as_str(), s.id.as_str()]);
    Ok(showtime::ActiveModel {
        site_id: Set(site.as_str().to_owned()),
        id: Set(s.id.as_str().to_owned()),
        theater_id: Set(s.theater_id.as_str().to_owned()),
        movie_id: Set(s.movie_id.as_str().to_owned()),
        business_date: Set(s.business_date.to_string()),
        starts_at: Set(s.starts_at.as_second()),
        ends_at: Set(s.ends_at.map(jiff::Timestamp::as_second)),
        screen: Set(s.screen.as_ref().map(|i| i.as_str().to_owned())),
        attributes: Set(place.write_json("attributes", &s.attributes)?),
        availability: Set(availability::to_code(s.availability)),
        booking: Set(s.booking.as_ref().map(|b| b.as_str().to_owned())),
        perf_code: Set(s.perf_code.clone()),
        price_amount: Set(s.price.as_ref().map(|p| i64::from(p.amount))),
        price_currency: Set(s.price.as_ref().map(|p| p.currency.clone())),
    })
}
